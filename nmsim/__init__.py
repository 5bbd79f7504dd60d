"""Monte Carlo statistics and strategy research for 内蒙麻将 (Inner Mongolian mahjong).

    import nmsim
    outcomes = nmsim.simulate(rules="strict", seats=["legal", "legal", "legal", "shape"], walls=1_000, seed=1)
    frame = nmsim.load("results/01_three_suits", columns=["arm", "wall", "ending", "fan"])

Importing this package is cheap: each name below brings in what it needs when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nmsim.errors import InputError as InputError
    from nmsim.policies import Policy as Policy
    from nmsim.policies import make_policy as make_policy
    from nmsim.reference.judge import check_win as check_win
    from nmsim.reference.judge import score as score
    from nmsim.rules import Rules as Rules
    from nmsim.rules import make_rules as make_rules
    from nmsim.simulate import simulate as simulate
    from nmsim.store import load as load

_HOMES = {
    "InputError": "nmsim.errors",
    "Policy": "nmsim.policies",
    "Rules": "nmsim.rules",
    "check_win": "nmsim.reference.judge",
    "load": "nmsim.store",
    "make_policy": "nmsim.policies",
    "make_rules": "nmsim.rules",
    "score": "nmsim.reference.judge",
    "simulate": "nmsim.simulate",
}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
