"""What the engine plays, pinned: a hash of every column of the rows of some forty plans.

`python -m tests.golden` writes `rows.tsv` anew; that is right only where CHANGELOG.md announces under "Changes results" why rows change.
A row of the file is a plan, a column of it a column of outcomes, so that a column that is added later leaves the others standing. The
hash is of the values as 64-bit numbers: how files hold them does not matter.
"""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path
from typing import Any

import nmsim
from nmsim.outcomes import COLUMN_NAMES
from nmsim.rules import OPTION_NAMES, Rules, make_rules, option_domain

PATH = Path(__file__).parent / "rows.tsv"
LEGAL = ["legal"] * 4
MIXED = ["legal", "shape", "random", "novice"]
ODD: list[Any] = [
    {"base": "legal", "name": "patient", "win_on_discard": False, "salt": 7},
    {"base": "shape", "name": "greedy", "chow": "always", "pung": "always", "kong_open": "always", "mistakes": 500},
    {"name": "ranks", "weights": {"terminal": -3, "suit_tiles": 2, "last_of_suit": -50, "last_terminal": -50, "drawn": 1}, "pung": "ready"},
    {"base": "legal", "name": "dear", "win_min_fan": 4, "kong_concealed": "always", "kong_added": "random"},
]
_GROUPS: dict[str, tuple[str, dict[str, Any]]] = {
    # Conditions and shapes that take the engine its slow ways.
    "rules_concealed": ("strict", {"suit_scope": "concealed", "yaojiu_scope": "concealed"}),
    "rules_both": ("strict", {"second_condition": "both", "honors_satisfy_yaojiu": True}),
    "rules_258": ("strict", {"second_condition": "jiang258", "seven_pairs_jiang": "all_pairs"}),
    "rules_orphans": ("strict", {"thirteen_orphans": True, "suit_exempt": ["thirteen_orphans"], "fan.dragon_seven_pairs": 2}),
    "rules_exempt": ("strict", {"suit_exempt": ["all_pungs", "pure_suit", "all_honors"], "second_exempt": ["mixed_suit", "seven_pairs"]}),
    "rules_min_fan": ("strict", {"min_fan": 3, "fan_cap": 6, "pass_win_lock": "until_draw"}),
    "rules_no_pairs": ("open", {"seven_pairs": False, "swap_discard": False}),
    "rules_kongs": (
        "open",
        {"kong_payment": "immediate", "kong_after_claim": True, "four_kong_abort": True, "kong_feeder_liable": True, "rob_kong": "off"},
    ),
    "rules_rob_any": ("strict", {"rob_kong": "any", "concealed_kong_visible": True, "multi_win": "all", "added_kong_any_turn": False}),
    "rules_reserve": ("strict", {"wall_reserve": 14, "discard_after_last_draw": False}),
    "rules_long_wall": ("strict", {"claims_on_last_discard": True, "last_tile_on_discard": True, "wall_reserve": 60}),
    "rules_payment": (
        "dongbei",
        {"dealer_multiplier": 2, "dealer_bonus_fan": 1, "repeat_bonus_fan": 1, "discard_payment": "everyone_discarder_double"},
    ),
    "rules_first": ("open", {"dihu": "both", "tianhu_after_kong": True, "tianhu_stacks": False, "menqing_on_discard": False}),
}


def plans() -> dict[str, dict[str, Any]]:
    """The plans by name, as arguments of `nmsim.simulate`."""
    found: dict[str, dict[str, Any]] = {}
    for preset in ("strict", "example", "open", "dongbei"):
        found[f"{preset}_legal"] = {"rules": preset, "seats": LEGAL, "walls": 120}
        found[f"{preset}_mixed"] = {"rules": preset, "seats": MIXED, "walls": 6}
        found[f"{preset}_match"] = {"rules": preset, "seats": ["legal", "shape", "legal", "shape"], "walls": 2, "design": "match"}
        found[f"{preset}_private"] = {"rules": preset, "seats": ["shape", *LEGAL[1:]], "walls": 25, "deal": "private"}
    for name, (preset, options) in _GROUPS.items():
        found[name] = {"rules": make_rules(preset, options), "seats": LEGAL, "walls": 60}
    for seed in range(1, 5):
        found[f"rules_drawn_{seed}"] = {
            "rules": drawn_rules(seed),
            "seats": ["legal", "random", "shape", "random"],
            "walls": 8,
            "seed": seed,
        }
    given = ((0, 1, 2, 9, 9, 18, 27), (), (4, 4, 4), (33,))
    fourteen = ((0, 1, 2, 9, 10, 11, 18, 19, 20, 22, 22, 31, 31, 33),)
    return found | {
        "one_player": {"seats": LEGAL, "walls": 120, "deal": "private", "players": 1},
        "one_player_shape": {"rules": "example", "seats": ["shape"] * 4, "walls": 120, "deal": "private", "players": 1},
        "given": {"seats": LEGAL, "walls": 60, "start": given},
        "given_private": {"seats": LEGAL, "walls": 60, "start": given, "deal": "private"},
        "given_fourteen": {"seats": ["legal", "shape", "shape", "shape"], "walls": 20, "start": fourteen},
        "odd_policies": {"rules": "strict", "seats": ODD, "walls": 8},
        "odd_match": {"rules": "open", "seats": ODD, "walls": 1, "design": "match", "hands_per_match": 5},
        "random": {"seats": ["random"] * 4, "walls": 400},
        "drawn_tile": {"seats": ["drawn_tile"] * 4, "walls": 400},
        "late_walls": {"seats": LEGAL, "walls": 60, "first_wall": 2**40, "seed": 2**64 - 1, "arm": 3},
    }


def drawn_rules(seed: int) -> Rules:
    """A rule set with all options changed: the i-th takes the (seed * i)-th value of its domain."""
    domains = {name: option_domain(name) for name in OPTION_NAMES}
    chosen = {name: domain[(seed * (place + 1)) % len(domain)] for place, (name, domain) in enumerate(domains.items())}
    chosen |= {"concealed_kong_visible": True, "discard_after_last_draw": True, "base_points": 1}
    return make_rules("strict", chosen)


def hashes(plan: dict[str, Any]) -> list[str]:
    """A hash of each column of a plan's rows, in the order of outcomes.COLUMNS."""
    rows = nmsim.simulate(**{"seed": 20261130, **plan}).rows
    return [hashlib.sha256(column.astype("<i8").tobytes()).hexdigest()[:12] for column in rows.T]


def read() -> dict[str, dict[str, str]]:
    """The hashes of the file: plan -> column -> hash."""
    with PATH.open(encoding="utf-8", newline="") as file:
        return {row.pop("plan"): row for row in csv.DictReader(file, delimiter="\t")}


def write() -> None:
    """Play all plans and write the file."""
    with PATH.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(["plan", *COLUMN_NAMES])
        writer.writerows([name, *hashes(plan)] for name, plan in plans().items())
