"""What a hand in play is made of: records of the setting, the table and room to work.

A record is one stretch of memory in which every array has a fixed place and shape: kernels reach an entry from one pointer, with offsets
known when they are compiled. As separate arrays each would be looked up, with its shape, at every access. Nothing is allocated in play.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic
from numba.np.numpy_support import from_dtype

from nmsim.engine.hand_rows import SCRATCH, fill_scratch
from nmsim.engine.kernel import make_record, part
from nmsim.engine.records import HOW, POLICY, ROW, ROWS, RULE, SEAT, STATE, VERDICT, WEIGHTS
from nmsim.engine.rng import BATCH_WORDS, WALL_WORDS
from nmsim.engine.scoring import VERDICTS
from nmsim.engine.tables import TABLES
from nmsim.outcomes import SEATS
from nmsim.tiles import COPIES, KINDS, TILES

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
        ("seats", SEAT, (SEATS,)),
        ("table", STATE),
        ("row", ROW),  # the outcome row being filled
        ("key", "u8", (2,)),  # seed
        ("address", "u8", (2,)),  # wall number
        ("words", "u4", (SEATS, BATCH_WORDS)),  # random words of each seat's decisions, a batch at a time
        ("wall_words", "u4", (WALL_WORDS,)),  # scratch of the shuffle
        ("log_rows", "i8"),  # how many rows the log takes: 0 when not logging
        ("log", "i2", (LOG_ROWS, 4)),  # the action log
    ],
    align=True,
)

# Room to work in, reused from hand to hand; holds nothing between decisions.
WORK = np.dtype(
    [
        ("scratch", SCRATCH),  # of the distances
        ("how", HOW),
        ("verdicts", VERDICT, (VERDICTS,)),
        ("shape_of", "i8", (KINDS,)),  # shape distance after each discard
        ("legal_of", "i8", (KINDS,)),  # legal distance after each discard
        ("score", "i8", (KINDS,)),  # of each discard
        ("accepts", "i8", (KINDS,)),  # kinds accepted after each discard, as a mask; -1 where that is not known
        ("unseen", "i1", (KINDS,)),  # copies that the seat does not see
        ("unseen_above", "i8", (COPIES,)),  # masks of the kinds of which it does not see more than 0, 1, 2, 3
        ("option_action", "i8", (OPTIONS,)),  # offered claims
        ("option_kind", "i8", (OPTIONS,)),
        ("option_after", "i8", (OPTIONS,)),  # distance after each
        ("blank_seat", SEAT),  # zeros
        ("blank_table", STATE),
        ("blank_row", ROW),
    ],
    align=True,
)


# What a hand is played under.
SETTING = np.dtype(
    [
        ("rule", RULE),
        ("fan", "i8", (ROWS,)),
        ("weights", WEIGHTS, (SEATS,)),  # by seat
        ("policy", POLICY, (SEATS,)),  # by seat
        ("given", "i8"),  # whether `fixed` gives any tile
        ("fixed", "i1", (TILES,)),  # kinds given in advance, -1 where free
        ("tables_at", "i8"),  # where the distance tables are (tables_of)
    ],
    align=True,
)


def make_setting(tables: Any) -> Any:
    """A setting of zeros (SETTING) with these distance tables, which must outlive it."""
    setting = make_record(SETTING)
    setting.tables_at = tables.rows.ctypes.data
    return setting


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


_TABLES_TYPE = from_dtype(TABLES)
assert TABLES.fields is not None and TABLES.fields["rows"][1] == 0  # its address is that of the record


@intrinsic
def _tables_at(typing_context, address):
    """The distance tables at an address."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(_TABLES_TYPE))

    return _TABLES_TYPE(types.int64), build


@part
def tables_of(setting):
    """The distance tables that the hand is played under."""
    return _tables_at(setting.tables_at)
