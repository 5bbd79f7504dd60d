"""Monte Carlo statistics and strategy research for 内蒙麻将 (Inner Mongolian mahjong).

    import nmsim
    outcomes = nmsim.simulate(rules="strict", seats=["legal", "legal", "legal", "shape"], walls=1_000, seed=1)
    frame = nmsim.load("results/01_three_suits", columns=["arm", "wall", "ending", "fan"])
    nmsim.distance("234m567m345s678p1z")

Importing this package is cheap: each name below brings in what it needs when it is first used. No module has the name of one of them,
for Python would put the module in its place.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nmsim.engine.reasons import Reason as Reason
    from nmsim.errors import InputError as InputError
    from nmsim.exact.odds import ExactOdds as ExactOdds
    from nmsim.exact.odds import exact_odds as exact_odds
    from nmsim.frames import seat_rows as seat_rows
    from nmsim.frames import summarize as summarize
    from nmsim.frames import with_labels as with_labels
    from nmsim.hand import accepting as accepting
    from nmsim.hand import check_win as check_win
    from nmsim.hand import distance as distance
    from nmsim.hand import score as score
    from nmsim.playing import simulate as simulate
    from nmsim.policies import Policy as Policy
    from nmsim.policies import make_policy as make_policy
    from nmsim.position import Hand as Hand
    from nmsim.rollouts import compare_discards as compare_discards
    from nmsim.rules import Rules as Rules
    from nmsim.rules import make_rules as make_rules
    from nmsim.store import load as load

_HOMES = {
    "ExactOdds": "nmsim.exact.odds",
    "Hand": "nmsim.position",
    "InputError": "nmsim.errors",
    "Policy": "nmsim.policies",
    "Rules": "nmsim.rules",
    "Reason": "nmsim.engine.reasons",
    "accepting": "nmsim.hand",
    "check_win": "nmsim.hand",
    "compare_discards": "nmsim.rollouts",
    "distance": "nmsim.hand",
    "exact_odds": "nmsim.exact.odds",
    "load": "nmsim.store",
    "make_policy": "nmsim.policies",
    "make_rules": "nmsim.rules",
    "score": "nmsim.hand",
    "seat_rows": "nmsim.frames",
    "simulate": "nmsim.playing",
    "summarize": "nmsim.frames",
    "with_labels": "nmsim.frames",
}
__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
