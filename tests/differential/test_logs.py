"""The reference checks the engine's action logs and every column that needs no distance, over random worlds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nmsim.outcomes import ENDINGS
from nmsim.rules import FAN_ROWS, OPTION_NAMES, differences
from tests.differential.compare import log_fault
from tests.differential.runs import KONGS, REFUSALS, Tally, check_logs
from tests.differential.worlds import Case, Engine, Played, make_world

SEED = 20261130
WORLDS = 3 * len(OPTION_NAMES)  # each option is off its default in three of them at least
HANDS_OF_A_WORLD = 28
OCCURRED = (
    *(f"ending: {name}" for name in ENDINGS),
    *(f"meld: {name}" for name in KONGS),
    *(f"refusal: {name}" for name in REFUSALS),
    *(f"fan row: {name}" for name in FAN_ROWS),
    "win: robbed, of an added kong",
    "win: robbed, of a concealed kong",
    "win: two winners",
    "win: three winners",
    "last tile: won by drawing it",
    "last tile: won as a replacement",
    "last tile: won as the last discard",
)


@pytest.fixture(scope="module")
def tally() -> Tally:
    return check_logs(SEED, range(WORLDS), HANDS_OF_A_WORLD)


def test_no_log_differs(tally: Tally) -> None:
    assert tally.counts["hands"] >= 5_000
    assert not tally.faults, "\n".join(tally.faults[:5])


@pytest.mark.parametrize("name", OCCURRED)
def test_what_is_checked_did_occur(tally: Tally, name: str) -> None:
    assert tally.counts[name], f"{name} never occurred"


def test_every_option_was_off_its_default() -> None:
    changed = {name for number in range(WORLDS) for name in differences(make_world(SEED, number).plan.rules)}
    assert changed == set(OPTION_NAMES)


# The comparison itself: whatever is changed in a log or a row is found.


@pytest.fixture(scope="module")
def won() -> tuple[Case, Played]:
    """A hand that somebody won with others to be asked first."""
    world = make_world(SEED, 0)
    engine = Engine(world.plan)
    for case in map(world.case, range(100)):
        played = engine.play(case)
        if played.row["winner"] >= 0 and len(played.log) > 40:
            return case, played
    raise AssertionError("nobody won")


def _without(place: int) -> Callable[[Played], Played]:
    return lambda played: Played(played.log[:place] + played.log[place + 1 :], played.row, played.wall)


def _with_column(name: str) -> Callable[[Played], Played]:
    return lambda played: Played(played.log, played.row | {name: played.row[name] + 1}, played.wall)


def _another_wall(played: Played) -> Played:
    return Played(played.log, played.row, played.wall[::-1])


CHANGES = {
    "a row less": _without(20),
    "the end less": _without(-2),
    "another wall": _another_wall,
    **{name: _with_column(name) for name in ("points_0", "fan", "turns", "winner", "suits_end_3", "completions_1", "fan_basic_win")},
}


def test_the_hand_agrees_unchanged(won: tuple[Case, Played]) -> None:
    assert log_fault(*won) is None


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_found(won: tuple[Case, Played], name: str) -> None:
    case, played = won
    fault = log_fault(case, CHANGES[name](played))
    assert fault and fault.startswith(case.line) and "\n" not in fault
