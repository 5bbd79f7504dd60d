"""Policies: how a seat decides, as data. A policy is one row of whole numbers, so choices and ties are exact on every machine.

A discard scores `sum(weight x feature)` and the highest score is discarded; equal scores are settled by a random number that
depends only on (seed, wall, seat, decision, salt). Claims, kongs and wins follow the modes below. docs/policies.md defines every
feature and mode exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from nmsim.errors import InputError, unknown
from nmsim.rules import describe_faults

ClaimMode = Literal["never", "always", "random", "keeps", "shortens", "ready"]
CLAIM_MODES: tuple[str, ...] = get_args(ClaimMode)
CLAIM_MODE_MEANINGS: dict[str, str] = {
    "never": "never",
    "always": "whenever offered",
    "random": "with probability one half",
    "keeps": "when the distance does not grow",
    "shortens": "when the distance becomes shorter",
    "ready": "when the distance becomes shorter and the hand is then ready",
}

# Name and meaning of each feature of a discard, in the engine's order.
FEATURES: dict[str, str] = {
    "shape_distance": "draws to a complete shape after the discard, less one",
    "legal_distance": "draws to a hand that may be declared, less one; 16 + shape distance where no draws can make one",
    "shape_accepting": "unseen tiles that shorten the shape distance",
    "legal_accepting": "unseen tiles that shorten the legal distance (the shape distance where it is never)",
    "drawn": "1 for the kind just drawn",
    "honor": "1 for an honor",
    "terminal": "1 for a 1 or 9",
    "centrality": "1 for ranks 1 and 9 up to 5 for rank 5; 0 for honors",
    "copies": "own concealed copies of the kind, this one included",
    "neighbours": "own concealed tiles one rank away, twice, and two ranks away, once",
    "suit_tiles": "own tiles of its suit, melds included; 0 for honors",
    "seen": "copies of the kind in rivers and in others' open melds and own melds",
    "last_of_suit": "1 if no tile of its suit would be left, melds included",
    "last_terminal": "1 if no 1 or 9 would be left, melds included",
}


# Bounded so that a score, a sum of products, always fits in 64 bits.
Weight = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]


class Weights(BaseModel):
    """One whole number a feature; a discard's score is the weighted sum."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    shape_distance: Weight = 0
    legal_distance: Weight = 0
    shape_accepting: Weight = 0
    legal_accepting: Weight = 0
    drawn: Weight = 0
    honor: Weight = 0
    terminal: Weight = 0
    centrality: Weight = 0
    copies: Weight = 0
    neighbours: Weight = 0
    suit_tiles: Weight = 0
    seen: Weight = 0
    last_of_suit: Weight = 0
    last_terminal: Weight = 0


def _printable(name: str) -> str:
    """Names stand in tables and charts, so they are one line of visible characters."""
    if not name.isprintable():
        raise ValueError(f"{name!r} holds a character that cannot be printed")
    return name


class Policy(BaseModel):
    """A named row of weights and modes. Frozen; unknown names and out-of-range numbers raise through `make_policy`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Annotated[str, AfterValidator(_printable)] = Field(min_length=1, max_length=40, description="what results call it")
    weights: Weights = Field(Weights(), description="weight of each feature of a discard")
    sight: Literal["shape", "legal"] = Field("legal", description="which distance the claim and kong modes look at")
    chow: ClaimMode = Field("never", description="when to claim a chow")
    pung: ClaimMode = Field("never", description="when to claim a pung")
    kong_open: ClaimMode = Field("never", description="when to claim an open kong")
    kong_added: ClaimMode = Field("never", description="when to add the fourth tile to a pung")
    kong_concealed: ClaimMode = Field("never", description="when to declare a concealed kong")
    keep_legal: bool = Field(False, description="never claim or kong if no draws could then make a legal hand")
    win_on_discard: bool = Field(True, description="take wins on others' tiles; false waits for self-draw")
    win_min_fan: int = Field(0, ge=0, le=1000, description="pass wins of fewer fan")
    mistakes: int = Field(0, ge=0, le=10_000, description="decisions in 10,000 that are mistakes: a random discard, a missed claim")
    salt: int = Field(0, ge=0, le=65_535, description="changes the random numbers of ties and mistakes, nothing else")


_CLAIMS_OF_LEGAL: dict[str, Any] = {
    "chow": "shortens",
    "pung": "shortens",
    "kong_open": "keeps",
    "kong_added": "keeps",
    "kong_concealed": "keeps",
}
_TIE_BREAKS = {"centrality": -20, "neighbours": -12, "copies": -6, "seen": 3, "honor": 5}
_LEGAL_WEIGHTS = {"legal_distance": -1_000_000, "legal_accepting": 1_000, **_TIE_BREAKS}

POLICY_PRESETS: dict[str, dict[str, Any]] = {
    "random": {
        "chow": "random", "pung": "random", "kong_open": "random", "kong_added": "random", "kong_concealed": "random",
    },
    "drawn_tile": {"weights": {"drawn": 1}},
    "shape": {
        "sight": "shape",
        "weights": {"shape_distance": -1_000_000, "shape_accepting": 1_000, **_TIE_BREAKS},
        **_CLAIMS_OF_LEGAL,
    },
    "legal": {"weights": _LEGAL_WEIGHTS, "keep_legal": True, **_CLAIMS_OF_LEGAL},
    "novice": {"weights": _LEGAL_WEIGHTS, "keep_legal": True, **_CLAIMS_OF_LEGAL, "mistakes": 1_000},
}  # fmt: skip
POLICY_MEANINGS: dict[str, tuple[str, str]] = {
    "random": ("discards at random, and tosses a coin for each claim and kong", "随机：随机打牌，吃碰杠各掷一次硬币"),
    "drawn_tile": ("discards what it drew and claims nothing", "摸什么打什么，不吃碰杠"),
    "shape": ("shortest way to a complete shape, blind to the conditions", "只看牌型向听，不看强制条件"),
    "legal": ("shortest way to a hand that may be declared, then most live accepting tiles", "看合法向听，再看有效进张"),
    "novice": ("as legal, but one decision in ten is a mistake", "同 legal，但十次决定错一次"),
}
POLICY_NAMES: tuple[str, ...] = tuple(POLICY_PRESETS)


def make_policy(given: str | Mapping[str, Any]) -> Policy:
    """A policy by preset name, or by a table with `base` (a preset), `name` and changed fields.

    Raises InputError naming every unknown or unusable field at once.
    """
    if isinstance(given, str):
        given = {"base": given}
    table = dict(given)
    base = table.pop("base", None)
    if base is not None and base not in POLICY_PRESETS:
        raise InputError(unknown("policy", str(base), POLICY_NAMES))
    preset = POLICY_PRESETS[base] if base is not None else {}
    merged = {**({} if base is None else {"name": base}), **preset, **table}
    if isinstance(table.get("weights"), Mapping):
        merged["weights"] = {**preset.get("weights", {}), **table["weights"]}
    try:
        return Policy.model_validate(merged)
    except ValidationError as error:
        names = (*Policy.model_fields, *(f"weights.{feature}" for feature in FEATURES))
        name = str(merged.get("name") or "?")
        raise InputError(*describe_faults(error, f"policy.{name if name.isprintable() else '?'}", names)) from None
