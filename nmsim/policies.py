"""Policies: how a seat decides, as data. A policy is one row of whole numbers, so choices and ties are exact on every machine.

A discard scores `sum(weight x feature)` and the highest score is discarded; equal scores are settled by a random number that
depends only on (seed, wall, seat, decision, salt). Claims, kongs and wins follow the modes below. docs/policies.md defines every
feature and mode exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, Field

from nmsim.checking import Checked, check
from nmsim.errors import Faults, InputError, shown, unknown
from nmsim.words import listed, say

ClaimMode = Literal["never", "always", "random", "keeps", "shortens", "ready"]
CLAIM_MODES: tuple[str, ...] = get_args(ClaimMode)
LOOKING_MODES = ("keeps", "shortens", "ready")  # that compare distances
MODES = ("chow", "pung", "kong_open", "kong_added", "kong_concealed")  # fields of a policy that hold a claim mode
Sight = Literal["shape", "legal"]
SIGHTS: tuple[str, ...] = get_args(Sight)

# Bounded so that a score, a sum of products, always fits in 64 bits.
Weight = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]


class Weights(Checked):
    """One whole number a feature, in the engine's order; a discard's score is the weighted sum."""

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


FEATURES: tuple[str, ...] = tuple(Weights.model_fields)


def _printable(name: str) -> str:
    """Names stand in tables and charts, so they are one line of visible characters."""
    if not name.isprintable():
        raise ValueError(say("errors.not_printable", given=repr(name)))
    return name


class Policy(Checked):
    """A named row of weights and modes. Frozen; unknown names and out-of-range numbers raise through `make_policy`.

    `nmsim.words.policies` says what each field means.
    """

    name: Annotated[str, AfterValidator(_printable)] = Field(min_length=1, max_length=40)
    weights: Weights = Weights()
    sight: Sight = "legal"
    chow: ClaimMode = "never"
    pung: ClaimMode = "never"
    kong_open: ClaimMode = "never"
    kong_added: ClaimMode = "never"
    kong_concealed: ClaimMode = "never"
    keep_legal: bool = False
    win_on_discard: bool = True
    win_min_fan: int = Field(0, ge=0, le=1000)
    mistakes: int = Field(0, ge=0, le=10_000)
    salt: int = Field(0, ge=0, le=65_535)


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
POLICY_NAMES: tuple[str, ...] = tuple(POLICY_PRESETS)
PolicyGiven = str | Policy | Mapping[str, Any]  # a preset, a Policy, or a table of `base` (a preset), `name` and changed fields


def make_policy(given: PolicyGiven, where: str = "") -> Policy:
    """A policy by preset name, or by a table with `base` (a preset), `name` and changed fields.

    A policy that is not the preset it is called after needs a name of its own. Raises InputError naming every unknown or unusable field
    at once, each with its place: `where` the policy is given, or its name.
    """
    at = f"{where}: " if where else ""
    if isinstance(given, Policy):
        made = given
    elif isinstance(given, str):
        made = _from_table({"base": given}, where)
    elif isinstance(given, Mapping):
        made = _from_table(given, where)
    else:
        raise InputError(at + say("errors.should_be", given=shown(given), wanted=say("errors.name_or_table")))
    if problem := _borrowed_name(made):
        raise InputError(at + problem)
    return made


def _from_table(given: Mapping[str, Any], where: str) -> Policy:
    faults = Faults()
    table = dict(given)
    base = table.pop("base", None)
    if base is not None and not (isinstance(base, str) and base in POLICY_PRESETS):
        wrong = (
            unknown("policy", base, POLICY_NAMES)
            if isinstance(base, str)
            else say("errors.should_be", given=shown(base), wanted=say("errors.text"))
        )
        faults.add(f"{where}: {wrong}" if where else wrong)
        base = None
        table.setdefault("name", "?")
    preset = POLICY_PRESETS[base] if base is not None else {}
    merged = {**({} if base is None else {"name": base}), **preset, **table}
    if isinstance(table.get("weights"), Mapping):
        merged["weights"] = {**preset.get("weights", {}), **table["weights"]}
    name = str(merged.get("name") or "?")
    where = where or f"policy.{name if name.isprintable() else '?'}"
    made = faults.of("", lambda: check(Policy, merged, where, ["base"]))
    faults.tell()
    assert made is not None
    return made


def _borrowed_name(policy: Policy) -> str | None:
    """One line for a policy that is called as a preset is and is not that preset: charts and tables would tell the two for one."""
    if policy.name not in POLICY_PRESETS:
        return None
    different = differences(policy, Policy.model_validate({"name": policy.name, **POLICY_PRESETS[policy.name]}))
    return say("policies.borrowed_name", name=policy.name, different=listed(different)) if different else None


def differences(one: Policy, other: Policy) -> list[str]:
    """Fields that differ, the name aside, weights as `weights.<feature>`."""
    fields = [name for name in Policy.model_fields if name not in ("name", "weights") and getattr(one, name) != getattr(other, name)]
    return fields + [f"weights.{name}" for name in FEATURES if getattr(one.weights, name) != getattr(other.weights, name)]


def name_faults(policies: Iterable[Policy]) -> list[str]:
    """One line for each name that different policies have."""
    distinct = list(dict.fromkeys(policies))
    names = [policy.name for policy in distinct]
    return [say("policies.shared_name", name=name) for name in dict.fromkeys(names) if names.count(name) > 1]
