"""Whole hands in which the reference chooses for itself: log and every column are the engine's."""

from __future__ import annotations

import pytest

from nmsim.policies import POLICY_NAMES
from tests.differential.compare import whole_hand_fault
from tests.differential.runs import Tally, check_whole_hands
from tests.differential.worlds import Engine, Played, make_world

SEED = 2
WORLDS = 100
DEAR_SEATS = 2  # seats that look at distances, which cost the reference most of its time


@pytest.fixture(scope="module")
def tally() -> Tally:
    return check_whole_hands(SEED, range(WORLDS), 1, DEAR_SEATS)


def test_no_hand_differs(tally: Tally) -> None:
    assert tally.counts["whole hands"] == WORLDS
    assert not tally.faults, "\n".join(tally.faults[:5])


@pytest.mark.parametrize("policy", POLICY_NAMES)
def test_every_preset_had_a_seat(tally: Tally, policy: str) -> None:
    assert tally.counts[f"whole hands, seats: {policy}"]


def test_another_discard_or_wait_is_found() -> None:
    world = make_world(SEED, 0, DEAR_SEATS)
    case = world.case(0)
    played = Engine(world.plan).play(case)
    log = [(event, seat, (a + 1) % 34 if event == 0 else a, b) for event, seat, a, b in played.log]
    assert whole_hand_fault(case, played) is None
    assert "log row 0" in (whole_hand_fault(case, Played(log, played.row, played.wall)) or "")
    assert "wait_live_2" in (whole_hand_fault(case, Played(played.log, played.row | {"wait_live_2": 77}, played.wall)) or "")
