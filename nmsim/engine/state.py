"""What a hand in play is made of: arrays for the table, and the settings it is played under. No allocation happens in play."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nmsim.engine.codes import COLUMN_COUNT, SEAT_SIZE, TABLE_SIZE
from nmsim.engine.scoring import HOW_SIZE, VERDICT_SIZE
from nmsim.engine.shape import make_scratch
from nmsim.outcomes import SEATS
from nmsim.tiles import KINDS, TILES

Int8 = npt.NDArray[np.int8]
Int16 = npt.NDArray[np.int16]
Int64 = npt.NDArray[np.int64]
UInt64 = npt.NDArray[np.uint64]
LOG_ROWS = 4096


class Table(NamedTuple):
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


class Scratch(NamedTuple):
    """Room to work in, reused from hand to hand; holds nothing between decisions."""

    shape: Any  # scratch of the distances
    how: Int64  # [HOW_SIZE]
    verdict: Int64  # [VERDICT_SIZE]
    trial: Int64  # [VERDICT_SIZE]
    shape_of: Int64  # [34] shape distance after each discard
    legal_of: Int64  # [34] legal distance after each discard
    score: Int64  # [34] score of each discard
    mask: Int64  # [2] shape and legal accepting kinds
    option_action: Int64  # [8] offered claims
    option_kind: Int64  # [8]
    option_after: Int64  # [8] distance after each


class Setting(NamedTuple):
    """What a hand is played under: rules, fan, four policies, distance tables."""

    rule: Int64  # [SETTING_SIZE]
    fan: Int64  # [ROWS]
    weights: Int64  # [4, features] by seat
    policy: Int64  # [4, POLICY_SIZE] by seat
    tables: Any  # of the distances
    fixed: Int8  # [136] kinds given in advance, -1 where free; [0] when none is


def make_table(log: bool = False) -> Table:
    """An empty table; with room for an action log if asked."""
    return Table(
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
    )


def make_work() -> Scratch:
    """Scratch for one worker."""
    return Scratch(
        shape=make_scratch(),
        how=np.zeros(HOW_SIZE, np.int64),
        verdict=np.zeros(VERDICT_SIZE, np.int64),
        trial=np.zeros(VERDICT_SIZE, np.int64),
        shape_of=np.zeros(KINDS, np.int64),
        legal_of=np.zeros(KINDS, np.int64),
        score=np.zeros(KINDS, np.int64),
        mask=np.zeros(2, np.int64),
        option_action=np.zeros(8, np.int64),
        option_kind=np.zeros(8, np.int64),
        option_after=np.zeros(8, np.int64),
    )


