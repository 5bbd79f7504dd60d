"""A stand-in for the engine: it makes rows of the declared columns from addresses alone, fast, so that runs can be tested as runs."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

import nmsim.engine.kernel
import nmsim.playing
import nmsim.selftest
import nmsim.units
from nmsim.outcomes import COLUMN_INDEX, COLUMNS, DISCARD, EXHAUSTIVE, SELF_DRAW
from nmsim.plan import Plan

pace = 0.0  # seconds that a slice takes at least


def play_blocks(plan: Plan, first: int, last: int) -> np.ndarray:
    """Rows that are a pure function of seed, arm, wall, rotation and hand, as the engine's are."""
    time.sleep(pace)
    inner = plan.hands_per_match if plan.design == "match" else 1
    blocks, rotations, hands = np.meshgrid(np.arange(first, last), np.arange(plan.rotations), np.arange(inner), indexing="ij")
    block, rotation, hand = blocks.ravel(), rotations.ravel(), hands.ravel()
    rows = np.zeros((len(block), len(COLUMNS)), np.int64)
    column: Any = lambda name, values: rows.__setitem__((slice(None), COLUMN_INDEX[name]), values)  # noqa: E731
    mixed = (block * 7919 + rotation * 31 + hand * 17 + plan.seed * 101 + plan.arm * 13) % 1009
    column("arm", plan.arm)
    column("wall", block * inner + hand)
    column("rotation", rotation)
    column("match", block if plan.design == "match" else -1)
    column("hand", hand)
    for seat in range(4):
        column(f"policy_{seat}", plan.seatings[rotation, seat])
        column(f"suits_dealt_{seat}", 2 + mixed % 2)
        column(f"refused_own_suit_{seat}", (mixed + seat) % 11 == 0)
        column(f"completions_{seat}", ((mixed + seat) % 11 == 0) | ((mixed % 3 == 0) & (seat == mixed % 4)))
    won, taken = mixed % 3 == 0, mixed % 6 == 0
    column("ending", np.where(taken, DISCARD, np.where(won, SELF_DRAW, EXHAUSTIVE)))
    column("winner", np.where(won, mixed % 4, -1))
    column("winners", np.where(won, 1 << (mixed % 4), 0))
    column("discarder", np.where(taken, (mixed + 1) % 4, -1))
    column("legal_winners", won)
    column("winning_tile", np.where(won, mixed % 34, -1))
    column("fan", np.where(won, 1 + mixed % 5, 0))
    column("fan_basic_win", won)
    for seat in range(4):
        mine = won & (mixed % 4 == seat)
        column(f"points_{seat}", np.where(mine, 3, np.where(won, -1, 0)))
        column(f"seat_fan_{seat}", np.where(mine, 1 + mixed % 5, 0))
    column("turns", 40 + mixed % 50)
    return rows


def install() -> None:
    """Put the stand-in where runs call the engine."""
    nmsim.playing.play_blocks = play_blocks
    nmsim.playing.warm_up = lambda plan: None
    nmsim.engine.kernel.source_digest = lambda: "stand-in"
    nmsim.selftest.recorded_verdict = dict


if __name__ == "__main__":
    # `python standin.py PACE run ...` is the command line with the stand-in behind it.
    import os
    import sys

    from nmsim.cli import main
    from tests.end_to_end import standin_worker

    os.environ[standin_worker.PACE] = sys.argv.pop(1)
    install()
    nmsim.units.play_unit = standin_worker.play_unit
    main(prog_name="nmsim")
