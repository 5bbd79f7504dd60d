"""The plain twins of choices, distances and accepting kinds against the engine, on views sampled from play."""

from __future__ import annotations

import random

import pytest

from nmsim.policies import make_policy
from tests.differential.runs import Tally, check_views
from tests.differential.views import Witness
from tests.differential.worlds import Engine, make_world

SEED = 3
WORLDS, HANDS_OF_A_WORLD, SHARE = 120, 4, 0.13
ACTIONS = ("PASS", "WIN", "KONG_OPEN", "PUNG", "CHOW", "KONG_CONCEALED", "KONG_ADDED", "DISCARD")


@pytest.fixture(scope="module")
def tally() -> Tally:
    return check_views(SEED, range(WORLDS), HANDS_OF_A_WORLD, SHARE)


def test_no_view_differs(tally: Tally) -> None:
    assert tally.counts["view: views"] >= 2_000
    assert not tally.faults, "\n".join(tally.faults[:5])


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_was_chosen(tally: Tally, action: str) -> None:
    assert tally.counts[f"view: did {action}"]


def test_another_policy_is_found_out() -> None:
    world = make_world(SEED, 0)
    case = world.case(0)
    played = Engine(world.plan).play(case)
    witness = Witness(case, played, random.Random(1), 1.0)
    witness._twin.policies = [make_policy({"base": "random", "name": "mistaken", "mistakes": 10_000, "salt": 9})] * 4
    witness.follow(played)
    assert any("the plain twin DISCARD" in fault for fault in witness.faults)
