"""Walls and deals in bulk."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from nmsim.engine.records import as_rows
from nmsim.engine.rng import WALL_WORDS, shuffle
from nmsim.plan import Plan, make_plan
from nmsim.playing import play_blocks
from nmsim.tiles import COPIES, KINDS, TILES

SEEDS = (20261130, 271828, 314159)
SEATS = 4


@cache
def shuffled_walls(seed: int, walls: int) -> npt.NDArray[np.int8]:
    """int8[walls, 136]: the first walls of a seed."""
    made = np.tile(np.repeat(np.arange(KINDS, dtype=np.int8), COPIES), (walls, 1))
    key = np.array([seed & 0xFFFFFFFF, seed >> 32], np.uint64)
    words = np.zeros(WALL_WORDS, np.uint32)
    for number in range(walls):
        shuffle(made[number], TILES, key, np.array([number, 0], np.uint64), words)
    return made


def quick_plan(seed: int, **options: object) -> Plan:
    """Four alike that discard what they draw: one seating a wall, and no distance decides anything."""
    return make_plan("strict", ["drawn_tile"] * SEATS, seed, **options)


@cache
def deal_facts(seed: int, walls: int) -> dict[str, npt.NDArray[np.bool_]]:
    """bool[walls, 4] by fact, from the columns of hands played in one rotation."""
    rows = as_rows(play_blocks(quick_plan(seed), 0, walls))
    return {"lacks_suit": rows["suits_dealt"] < 3, "lacks_terminal": rows["terminals_dealt"] == 0}
