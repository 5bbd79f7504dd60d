"""On every hand tiles are conserved and points sum to zero, and rows do not depend on how the work is cut up."""

from __future__ import annotations

from collections import Counter

import joblib
import numpy as np
import pytest

from nmsim import simulate as simulate_hands
from nmsim.books import broken_laws
from nmsim.outcomes import COLUMN_INDEX, SEATS
from nmsim.plan import Plan
from nmsim.playing import play_blocks
from tests.statistical.books import some_plan

HANDS = 20_000
PLANS = 12
BLOCKS = 60


def _blocks_for(plan: Plan, hands: int) -> int:
    return -(-hands // plan.hands_per_block)


@pytest.mark.parametrize("number", range(PLANS))
def test_every_hand_keeps_the_books(number: int) -> None:
    plan = some_plan(number)
    rows = play_blocks(plan, 0, _blocks_for(plan, HANDS // PLANS + 1))
    assert len(rows) >= HANDS / PLANS
    assert not +Counter(broken_laws(plan, rows))


@pytest.mark.parametrize(
    ("column", "law"),
    [
        ("points_2", "law_points"),
        ("turns", "law_tiles"),
        ("chows_1", "law_tiles"),
        ("kongs_concealed_3", "law_tiles"),
        ("discards_0", "law_discards"),
    ],
)
def test_a_slip_in_the_books_is_found(column: str, law: str) -> None:
    plan = some_plan(4)
    rows = play_blocks(plan, 0, 5)
    rows[3, COLUMN_INDEX[column]] += 1
    assert broken_laws(plan, rows)[law] == 1


def _dealt_in_tasks(plan: Plan, size: int, jobs: int, backend: str) -> np.ndarray:
    tasks = [(first, min(first + size, BLOCKS)) for first in range(0, BLOCKS, size)]
    return np.concatenate(joblib.Parallel(n_jobs=jobs, backend=backend)(joblib.delayed(play_blocks)(plan, *task) for task in tasks))


@pytest.mark.parametrize("number", [1, 3, 4])
@pytest.mark.parametrize(
    ("size", "jobs", "backend"), [(BLOCKS, 1, "threading"), (7, 2, "threading"), (25, 2, "threading"), (16, 2, "loky")]
)
def test_rows_do_not_depend_on_tasks_and_workers(number: int, size: int, jobs: int, backend: str) -> None:
    plan = some_plan(number)
    whole = play_blocks(plan, 0, BLOCKS)
    assert np.array_equal(_dealt_in_tasks(plan, size, jobs, backend), whole)


def test_simulate_gives_the_same_rows_for_any_jobs() -> None:
    one, two = (simulate_hands("strict", ["random"] * SEATS, walls=600, seed=20261130, jobs=jobs) for jobs in (1, 2))
    assert np.array_equal(one.rows, two.rows)
    assert not np.array_equal(one.rows[:300], one.rows[300:])
