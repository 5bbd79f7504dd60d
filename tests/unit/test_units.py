"""Units: a worker whose run was killed writes nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from nmsim.simulate import make_plan
from nmsim.units import Played, Task, Unit, play_unit


def test_a_worker_whose_run_was_killed_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan("strict", ["drawn_tile"] * 4, 1)
    monkeypatch.setattr("nmsim.units.leave_signals_to", lambda parent: None)
    neither_me_nor_my_parent = max(os.getpid(), os.getppid()) + 1
    task = Task((plan,), tmp_path, {}, None, tmp_path / "stop", neither_me_nor_my_parent)
    assert play_unit(task, Unit(0, 0, 3)) == Played(0, 0, None)
    assert list(tmp_path.iterdir()) == []
    assert play_unit(task._replace(parent=os.getpid()), Unit(0, 0, 3)) == Played(0, 3, None)
    assert len(list(tmp_path.iterdir())) == 1
