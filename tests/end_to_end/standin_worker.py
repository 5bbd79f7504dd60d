"""Worker processes with the stand-in engine: what is installed in the parent is installed in them before they play."""

from __future__ import annotations

import os
from collections.abc import Callable

from nmsim import units
from nmsim.units import Played, Task, Unit
from tests.end_to_end import standin

PACE = "NMSIM_STANDIN_PACE"
_play_unit = units.play_unit


def play_unit(task: Task, unit: Unit, stop: Callable[[], bool]) -> Played | None:
    """As `nmsim.units.play_unit`, with the stand-in behind it."""
    standin.install()
    standin.pace = float(os.environ[PACE])
    return _play_unit(task, unit, stop)
