"""Who deals in a match: the first dealer and each that follows are those of the reference."""

from __future__ import annotations

import random

import pytest

from nmsim.outcomes import COLUMN_INDEX
from nmsim.plan import make_plan
from nmsim.playing import play_blocks
from nmsim.reference.match import next_dealer
from nmsim.reference.random_numbers import first_dealer
from tests.differential.worlds import SEATS, random_policy, random_rules

HANDS, MATCHES = 6, 40
NEEDED = ("dealer", "repeats", "winner", "winners")


@pytest.mark.parametrize("option", ["next_dealer_on_win", "next_dealer_on_draw", "multi_win", "four_kong_abort"])
def test_deal_passes_as_the_reference_says(option: str) -> None:
    rng = random.Random(option)
    rules = random_rules(rng, option, {"suit_rule": "off", "second_condition": "off", "min_fan": 1})
    seats = ["shape", "shape", *(random_policy(rng, cheap=True) for _ in range(SEATS - 2))]
    plan = make_plan(rules, seats, 20261130, design="match", hands_per_match=HANDS)
    rows = play_blocks(plan, 0, MATCHES).reshape(MATCHES, plan.rotations, HANDS, -1)
    kept = 0
    for match in range(MATCHES):
        for rotation in range(plan.rotations):
            expected = first_dealer(plan.seed, match), 0
            for row in rows[match, rotation]:
                dealer, repeats, winner, winners = (int(row[COLUMN_INDEX[name]]) for name in NEEDED)
                assert (dealer, repeats) == expected
                expected = next_dealer(rules, dealer, repeats, winner, winners)
                kept += expected[1] > 0
    assert kept > MATCHES
