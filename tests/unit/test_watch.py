"""The watched headline: its sums are those of the rows, block by block, of the policy that it is about."""

from __future__ import annotations

import os
import termios
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import nmsim
from nmsim.experiment import make_experiment
from nmsim.outcomes import COLUMN_INDEX
from nmsim.progress import Progress
from nmsim.stats.intervals import RatioSums
from nmsim.stats.registry import STATISTICS
from nmsim.watch import headline_sums, headline_text
from nmsim.words import speaking

WALLS, SEATINGS = 6, 4


@pytest.fixture(scope="module")
def rows() -> np.ndarray:
    return nmsim.simulate(seats=["shape", "random", "random", "random"], walls=WALLS, seed=3).rows


def test_points_are_those_of_the_first_policy_wall_by_wall(rows: np.ndarray) -> None:
    points, policies = (rows[:, COLUMN_INDEX[f"{name}_0"] : COLUMN_INDEX[f"{name}_0"] + 4] for name in ("points", "policy"))
    walls = (points * (policies == 0)).sum(axis=1).reshape(WALLS, SEATINGS).sum(axis=1)
    sums = headline_sums("points", rows, 4)
    assert (sums.blocks, sums.y, sums.m) == (WALLS, walls.sum(), WALLS * SEATINGS)
    assert (sums.yy, sums.ym) == (walls @ walls, SEATINGS * walls.sum())
    assert walls.any()


def test_wins_of_hands_are_counted_wall_by_wall(rows: np.ndarray) -> None:
    walls = (rows[:, COLUMN_INDEX["winner"]] >= 0).reshape(WALLS, SEATINGS).sum(axis=1)
    sums = headline_sums("win", rows, 4)
    assert (sums.y, sums.yy, sums.m) == (walls.sum(), walls @ walls, WALLS * SEATINGS)


def test_events_of_all_seats_stay_with_their_hands(rows: np.ndarray) -> None:
    first = COLUMN_INDEX["chows_0"]
    walls = rows[:, first : first + 4].sum(axis=1).reshape(WALLS, SEATINGS).sum(axis=1)
    sums = headline_sums("chows", rows, 4)
    assert (sums.y, sums.yy) == (walls.sum(), walls @ walls)


@pytest.mark.parametrize("name", STATISTICS)
def test_every_statistic_can_be_watched(name: str, rows: np.ndarray) -> None:
    with speaking("en"):
        assert headline_text(name, headline_sums(name, rows, 4), 100, "en").endswith(STATISTICS[name].label("en"))


def test_the_line_names_the_policy_that_it_is_about() -> None:
    sums = RatioSums(50, 25, 25, 100, 25, 25, 200)
    assert headline_text("points", sums, 100, "en", "shape").endswith(" points: " + STATISTICS["points"].label("en") + " of shape")
    assert headline_text("points", sums, 100, "zh", "shape").endswith("分：" + STATISTICS["points"].label("zh") + "（只看牌型）")
    assert "shape" not in headline_text("win", sums, 100, "en", "shape")


@pytest.mark.parametrize("size", [(24, 80), (0, 0)])
def test_the_estimate_is_seen_at_any_terminal(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    screen, terminal = os.openpty()
    termios.tcsetwinsize(terminal, size)
    experiment = make_experiment({"walls": 500_000, "arms": [{"name": "a", "label": "a label " * 9}]}, "01_three_suits")
    played: Any = SimpleNamespace(hands=123_456, headline={0: RatioSums(50, 25, 25, 100, 25, 25, 200)})
    with open(terminal, "w") as stream:
        progress = Progress(experiment, 500_000, 0, 500_000, "en", stream)
        progress.add(played)
        progress._bar.refresh()
        progress.close()
        shown = os.read(screen, 10_000).decode()
    os.close(screen)
    assert " 123k/500k [<" in shown
    assert "/s], 25%: " in shown
