"""What a hand in play is made of: arrays for the table, and the settings it is played under. No allocation happens in play."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types
from numba.experimental import structref

from nmsim.engine.codes import COLUMN_COUNT, SEAT_SIZE, TABLE_SIZE
from nmsim.engine.hand_rows import make_scratch
from nmsim.engine.kernel import record_maker
from nmsim.engine.rng import BATCH_WORDS, WALL_WORDS
from nmsim.engine.scoring import HOW_SIZE, VERDICT_SIZE
from nmsim.outcomes import SEATS
from nmsim.tiles import KINDS, TILES

Int8 = npt.NDArray[np.int8]
Int16 = npt.NDArray[np.int16]
Int64 = npt.NDArray[np.int64]
UInt32 = npt.NDArray[np.uint32]
UInt64 = npt.NDArray[np.uint64]
LOG_ROWS = 4096


class TableArrays(NamedTuple):
    """One hand in play."""

    wall: Int8  # [136] kinds
    counts: Int8  # [4, 34] concealed tiles
    meld_form: Int8  # [4, 4]
    meld_kind: Int8  # [4, 4]
    visible: Int8  # [34] copies in rivers and melds that all can see
    seat: Int64  # [4, SEAT_SIZE] see codes.S_*
    table: Int64  # [TABLE_SIZE] see codes.T_*
    row: Int64  # [COLUMN_COUNT] the outcome row being filled
    log: Int16  # [LOG_ROWS, 4] the action log; no rows when not logging
    key: UInt64  # [2] seed
    address: UInt64  # [2] wall number
    wall_words: UInt32  # [WALL_WORDS] scratch of the shuffle
    words: UInt32  # [4, BATCH_WORDS] by seat: the random words of its decisions, a batch at a time (codes.S_BATCH)


class WorkArrays(NamedTuple):
    """Room to work in, reused from hand to hand; holds nothing between decisions."""

    shape: Any  # scratch of the distances
    how: Int64  # [HOW_SIZE]
    verdict: Int64  # [VERDICT_SIZE]
    trial: Int64  # [VERDICT_SIZE]
    shape_of: Int64  # [34] shape distance after each discard
    legal_of: Int64  # [34] legal distance after each discard
    score: Int64  # [34] score of each discard
    accepts: Int64  # [34] kinds accepted after each discard, as a mask; -1 where that is not known
    unseen: Int64  # [34] copies that the seat does not see
    option_action: Int64  # [8] offered claims
    option_kind: Int64  # [8]
    option_after: Int64  # [8] distance after each


class SettingArrays(NamedTuple):
    """What a hand is played under: rules, fan, four policies, distance tables."""

    rule: Int64  # [SETTING_SIZE]
    fan: Int64  # [ROWS]
    weights: Int64  # [4, features] by seat
    policy: Int64  # [4, POLICY_SIZE] by seat
    tables: Any  # of the distances
    fixed: Int8  # [136] kinds given in advance, -1 where free; [0] when none is


def make_table(log: bool = False) -> TableArrays:
    """An empty table; with room for an action log if asked."""
    return TableArrays(
        wall=np.zeros(TILES, np.int8),
        counts=np.zeros((SEATS, KINDS), np.int8),
        meld_form=np.zeros((SEATS, 4), np.int8),
        meld_kind=np.zeros((SEATS, 4), np.int8),
        visible=np.zeros(KINDS, np.int8),
        seat=np.zeros((SEATS, SEAT_SIZE), np.int64),
        table=np.zeros(TABLE_SIZE, np.int64),
        row=np.zeros(COLUMN_COUNT, np.int64),
        log=np.zeros((LOG_ROWS if log else 0, 4), np.int16),
        key=np.zeros(2, np.uint64),
        address=np.zeros(2, np.uint64),
        wall_words=np.zeros(WALL_WORDS, np.uint32),
        words=np.zeros((SEATS, BATCH_WORDS), np.uint32),
    )


def make_work() -> WorkArrays:
    """Scratch for one worker."""
    return WorkArrays(
        shape=make_scratch(),
        how=np.zeros(HOW_SIZE, np.int64),
        verdict=np.zeros(VERDICT_SIZE, np.int64),
        trial=np.zeros(VERDICT_SIZE, np.int64),
        shape_of=np.zeros(KINDS, np.int64),
        legal_of=np.zeros(KINDS, np.int64),
        score=np.zeros(KINDS, np.int64),
        accepts=np.zeros(KINDS, np.int64),
        unseen=np.zeros(KINDS, np.int64),
        option_action=np.zeros(8, np.int64),
        option_kind=np.zeros(8, np.int64),
        option_after=np.zeros(8, np.int64),
    )


# Kernels take these as records, which travel as one pointer: as tuples of arrays every call would pass hundreds of values.


@structref.register
class TableType(types.StructRef):
    """numba's type of a Table."""


@structref.register
class WorkType(types.StructRef):
    """numba's type of a Work."""


@structref.register
class SettingType(types.StructRef):
    """numba's type of a Setting."""


class Table(structref.StructRefProxy):
    """A handle to TableArrays for kernels."""


class Work(structref.StructRefProxy):
    """A handle to WorkArrays for kernels."""


class Setting(structref.StructRefProxy):
    """A handle to SettingArrays for kernels."""


structref.define_proxy(Table, TableType, list(TableArrays._fields))
structref.define_proxy(Work, WorkType, list(WorkArrays._fields))
structref.define_proxy(Setting, SettingType, list(SettingArrays._fields))


@record_maker
def table_record(a):
    """TableArrays as a record that shares their memory."""
    return Table(a.wall, a.counts, a.meld_form, a.meld_kind, a.visible, a.seat, a.table, a.row, a.log, a.key, a.address, a.wall_words, a.words)


@record_maker
def work_record(a):
    """WorkArrays as a record that shares their memory."""
    return Work(
        a.shape, a.how, a.verdict, a.trial, a.shape_of, a.legal_of, a.score, a.accepts, a.unseen,
        a.option_action, a.option_kind, a.option_after,
    )  # fmt: skip


@record_maker
def setting_record(a):
    """SettingArrays as a record that shares their memory."""
    return Setting(a.rule, a.fan, a.weights, a.policy, a.tables, a.fixed)
