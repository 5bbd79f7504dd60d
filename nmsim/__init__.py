"""Monte Carlo statistics and strategy research for 内蒙麻将 (Inner Mongolian mahjong).

    import nmsim
    outcomes = nmsim.simulate(rules="strict", seats=["legal", "legal", "legal", "shape"], walls=1_000, seed=1)
    frame = nmsim.load("results/01_three_suits", columns=["arm", "wall", "ending", "fan"])
    nmsim.distance("234m567m345s678p1z")

Importing this package is cheap: each name below brings in what it needs when it is first used.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nmsim.engine.reasons import Reason as Reason
    from nmsim.errors import InputError as InputError
    from nmsim.exact.odds import ExactOdds as ExactOdds
    from nmsim.exact.odds import exact_odds as exact_odds
    from nmsim.hand import accepting as accepting
    from nmsim.hand import check_win as check_win
    from nmsim.hand import distance as distance
    from nmsim.hand import score as score
    from nmsim.policies import Policy as Policy
    from nmsim.policies import make_policy as make_policy
    from nmsim.rollouts import compare_discards as compare_discards
    from nmsim.rules import Rules as Rules
    from nmsim.rules import make_rules as make_rules
    from nmsim.simulate import simulate as simulate
    from nmsim.store import load as load

_HOMES = {
    "ExactOdds": "nmsim.exact.odds",
    "InputError": "nmsim.errors",
    "Policy": "nmsim.policies",
    "Rules": "nmsim.rules",
    "Reason": "nmsim.engine.reasons",
    "accepting": "nmsim.hand",
    "check_win": "nmsim.hand",
    "distance": "nmsim.hand",
    "compare_discards": "nmsim.rollouts",
    "exact_odds": "nmsim.exact.odds",
    "load": "nmsim.store",
    "make_policy": "nmsim.policies",
    "make_rules": "nmsim.rules",
    "score": "nmsim.hand",
}
__all__ = [*_HOMES, "simulate"]


class _Simulate(ModuleType):
    """The module `nmsim.simulate`, which can be called as the function of that name in it."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self.simulate(*args, **options)


class _Package(ModuleType):
    """This package. Python binds `nmsim.simulate` to the module whenever that is first imported, so the module must answer the call."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "simulate" and type(value) is ModuleType:
            value.__class__ = _Simulate
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name == "simulate":
        return import_module("nmsim.simulate")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]
