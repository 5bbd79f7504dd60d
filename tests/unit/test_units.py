"""Units: a worker whose run was killed writes nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from nmsim.plan import make_plan
from nmsim.units import FEWEST_PER_UNIT, HANDS_PER_UNIT, Played, Task, Unit, hands_per_unit, play_unit


def test_a_worker_whose_run_was_killed_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan("strict", ["drawn_tile"] * 4, 1)
    monkeypatch.setattr("nmsim.units.leave_signals_to", lambda parent: None)
    neither_me_nor_my_parent = max(os.getpid(), os.getppid()) + 1
    task = Task((plan,), tmp_path, {}, None, tmp_path / "stop", neither_me_nor_my_parent)
    assert play_unit(task, Unit(0, 0, 3)) == Played(0, 0, None)
    assert list(tmp_path.iterdir()) == []
    assert play_unit(task._replace(parent=os.getpid()), Unit(0, 0, 3)) == Played(0, 3, None)
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(("hands", "workers"), [(100, 2), (100_000, 2), (100_000, 64), (1_000_000, 2), (10_000_000, 3)])
def test_every_worker_has_as_many_units_as_the_others(hands: int, workers: int) -> None:
    size = hands_per_unit(hands, workers)
    assert FEWEST_PER_UNIT <= size <= HANDS_PER_UNIT
    if size > FEWEST_PER_UNIT:
        assert -(-hands // size) % workers == 0
