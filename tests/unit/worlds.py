"""A made-up experiment and its summary, for figures and tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from nmsim.policies import make_policy
from nmsim.rules import Rules, make_rules
from nmsim.stats import Accumulator, summary
from tests.unit.synthetic import synthetic_hands


@dataclass(frozen=True)
class Text:
    """Two languages."""

    en: str
    zh: str

    def get(self, lang: str) -> str:
        return self.zh if lang == "zh" else self.en


@dataclass(frozen=True)
class Arm:
    """An arm as figures see it."""

    name: str
    label: Text
    rules: Rules
    seats: tuple[Any, ...]


@dataclass(frozen=True)
class Info:
    """An experiment as figures see it."""

    arms: tuple[Arm, ...]
    charts: tuple[str, ...] = ()
    seed: int = 1
    design: str = "independent"
    deal: str = "shared"
    players: int = 4
    extra: dict[str, Any] = field(default_factory=dict)


def conditions_world(walls: int = 600) -> tuple[pd.DataFrame, Info]:
    """Four arms, four alike: no condition, each alone, both."""
    seats = (make_policy("legal"),) * 4
    arms = (
        Arm("open", Text("neither condition", "不设条件"), make_rules("open"), seats),
        Arm("three_suits", Text("three suits", "三门齐"), make_rules("strict", {"second_condition": "off"}), seats),
        Arm("second", Text("second condition", "条件二"), make_rules("strict", {"suit_rule": "off"}), seats),
        Arm("both", Text("both", "两个条件"), make_rules("strict"), seats),
    )
    accumulator = Accumulator([arm.name for arm in arms], [["legal"]] * 4)
    for number, rate in enumerate((0.9, 0.8, 0.85, 0.7)):
        accumulator.add(number, synthetic_hands(walls, seed=number + 1, arm=number, win_rate=rate))
    return summary(accumulator), Info(arms)


def duel_world(walls: int = 300) -> tuple[pd.DataFrame, Info]:
    """One arm, two policies in rotation."""
    seats = tuple(make_policy(name) for name in ("legal", "shape", "legal", "shape"))
    arms = (Arm("base", Text("two against two", "二对二"), make_rules("strict", {"wall_reserve": 14}), seats),)
    accumulator = Accumulator(["base"], [["legal", "shape"]])
    accumulator.add(0, synthetic_hands(walls, seed=9, rotations=6, policies=2))
    return summary(accumulator), Info(arms)
