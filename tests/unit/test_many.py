"""Distances of many hands at once are those of the hands one by one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from nmsim.engine.hand_rows import make_scratch
from nmsim.engine.lanes import BLOCK
from nmsim.engine.many import distances_of_many, make_lanes
from nmsim.engine.shape import distances
from nmsim.engine.tables import build_tables
from nmsim.rules import Rules, differences, make_rules
from nmsim.tiles import KINDS
from tests.unit.random_hands import random_hand, random_rules

HANDS = 5 * BLOCK + 13
SETS_OF_RULES = 12
one: Any = distances
many: Any = distances_of_many


def rules_without_families(rng: random.Random) -> Rules:
    """Random rules that exempt no pattern."""
    while True:
        rules = random_rules(rng)
        if build_tables(rules).settings.families == 0:
            return rules


def closed_hands(rng: random.Random, hands: int) -> np.ndarray[Any, np.dtype[np.int8]]:
    """Counts int8[n, 34] of hands without melds, half of them near completion."""
    found: list[list[int]] = []
    while len(found) < hands:
        kinds, melds = random_hand(rng, rng.random() < 0.5)
        if not melds:
            found.append(np.bincount(kinds, minlength=KINDS).tolist())
    return np.array(found, np.int8)


@pytest.mark.parametrize("seed", range(SETS_OF_RULES))
def test_many_hands_are_as_far_as_each_alone(seed: int) -> None:
    rng = random.Random(seed)
    rules = make_rules() if seed == 0 else rules_without_families(rng)
    tables, scratch, none = build_tables(rules), make_scratch(), np.zeros(4, np.int8)
    hands = closed_hands(rng, HANDS)
    expected = [one(tables, scratch, hand, none, none, 0) for hand in hands]
    shape, legal = np.zeros(HANDS, np.int8), np.zeros(HANDS, np.int8)
    many(tables, scratch.memo, *make_lanes(), hands, shape, legal)
    found = list(zip(shape.tolist(), legal.tolist(), strict=True))
    wrong = [(hand.tolist(), is_, found_) for hand, is_, found_ in zip(hands, expected, found, strict=True) if is_ != found_]
    assert not wrong, f"{differences(rules)}: {wrong[0]}"
