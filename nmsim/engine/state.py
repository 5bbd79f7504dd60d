"""What a hand in play is made of: records for the table and for room to work, and the settings it is played under.

A record is one stretch of memory in which every array has a fixed place and shape: kernels reach an entry from one pointer, with offsets
known when they are compiled. As separate arrays each would be looked up, with its shape, at every access. Nothing is allocated in play.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types
from numba.experimental import structref

from nmsim.engine.codes import COLUMN_COUNT, SEAT_SIZE, TABLE_SIZE
from nmsim.engine.hand_rows import SCRATCH, fill_scratch
from nmsim.engine.kernel import make_record, record_maker
from nmsim.engine.rng import BATCH_WORDS, WALL_WORDS
from nmsim.engine.scoring import HOW_SIZE, VERDICT_SIZE
from nmsim.outcomes import SEATS
from nmsim.tiles import KINDS, TILES

Int8 = npt.NDArray[np.int8]
Int64 = npt.NDArray[np.int64]
LOG_ROWS = 4096
OPTIONS = 8

# One hand in play.
TABLE = np.dtype(
    [
        ("wall", "i1", (TILES,)),  # kinds
        ("counts", "i1", (SEATS, KINDS)),  # concealed tiles
        ("meld_form", "i1", (SEATS, 4)),
        ("meld_kind", "i1", (SEATS, 4)),
        ("visible", "i1", (KINDS,)),  # copies in rivers and melds that all can see
        ("seat", "i8", (SEATS, SEAT_SIZE)),  # see codes.S_*
        ("table", "i8", (TABLE_SIZE,)),  # see codes.T_*
        ("row", "i8", (COLUMN_COUNT,)),  # the outcome row being filled
        ("key", "u8", (2,)),  # seed
        ("address", "u8", (2,)),  # wall number
        ("words", "u4", (SEATS, BATCH_WORDS)),  # random words of each seat's decisions, a batch at a time (codes.S_BATCH)
        ("wall_words", "u4", (WALL_WORDS,)),  # scratch of the shuffle
        ("log_rows", "i8"),  # how many rows the log takes: 0 when not logging
        ("log", "i2", (LOG_ROWS, 4)),  # the action log
    ],
    align=True,
)

# Room to work in, reused from hand to hand; holds nothing between decisions.
WORK = np.dtype(
    [
        ("how", "i8", (HOW_SIZE,)),
        ("verdict", "i8", (VERDICT_SIZE,)),
        ("trial", "i8", (VERDICT_SIZE,)),
        ("shape_of", "i8", (KINDS,)),  # shape distance after each discard
        ("legal_of", "i8", (KINDS,)),  # legal distance after each discard
        ("score", "i8", (KINDS,)),  # of each discard
        ("accepts", "i8", (KINDS,)),  # kinds accepted after each discard, as a mask; -1 where that is not known
        ("unseen", "i8", (KINDS,)),  # copies that the seat does not see
        ("option_action", "i8", (OPTIONS,)),  # offered claims
        ("option_kind", "i8", (OPTIONS,)),
        ("option_after", "i8", (OPTIONS,)),  # distance after each
        ("scratch", SCRATCH),  # of the distances
    ],
    align=True,
)


class SettingArrays(NamedTuple):
    """What a hand is played under: rules, fan, four policies, distance tables."""

    rule: Int64  # [SETTING_SIZE]
    fan: Int64  # [ROWS]
    weights: Int64  # [4, features] by seat
    policy: Int64  # [4, POLICY_SIZE] by seat
    tables: Any  # of the distances
    fixed: Int8  # [136] kinds given in advance, -1 where free; [0] when none is


def make_table(log: bool = False) -> Any:
    """An empty table (TABLE); with room for an action log if asked."""
    table = make_record(TABLE)
    table.log_rows = LOG_ROWS if log else 0
    return table


def make_work() -> Any:
    """Room to work in for one worker (WORK)."""
    work = make_record(WORK)
    fill_scratch(work.scratch)
    return work


# The settings' tables differ in size from rule set to rule set; a tuple of arrays would be passed on as hundreds of values at every call.


@structref.register
class SettingType(types.StructRef):
    """numba's type of a Setting."""


class Setting(structref.StructRefProxy):
    """A handle to SettingArrays for kernels."""


structref.define_proxy(Setting, SettingType, list(SettingArrays._fields))


@record_maker
def setting_record(a):
    """SettingArrays as a record that shares their memory."""
    return Setting(a.rule, a.fan, a.weights, a.policy, a.tables, a.fixed)
