"""The records that kernels read and write, field by field made from what is declared elsewhere: rules, policies, outcomes.

A field has the name of its declaration, so a kernel reads `rule.suit_rule` and writes `row.ending`. Nothing here must stand in the order
of another list: an option, a feature or a column that is added there is a field here.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import numpy as np

from nmsim.outcomes import COLUMN_NAMES, SEAT_COLUMNS, SEATS
from nmsim.policies import FEATURES, MODES
from nmsim.rules import FAN_ROWS, OPTIONS

Fields = list[tuple[str, str]]


def _words(names: Iterable[str]) -> Fields:
    """Fields of eight bytes each."""
    return [(name, "i8") for name in names]


# What a hand is played under: every option as a number, and, though no rule of the game, how the wall is dealt and how many play.
RULE = np.dtype(_words((*OPTIONS, "private_deal", "players")))
ROWS = len(FAN_ROWS)

# A policy: its weights, one a feature; and how it claims, wins and errs.
WEIGHTS = np.dtype(_words(FEATURES))
POLICY = np.dtype(
    _words(
        (
            "sight",
            *MODES,
            "keep_legal",
            "win_on_discard",
            "win_min_fan",
            "mistakes",
            "salt",
            "looks",  # whether claims look at distances
            "scores",  # whether discards look at anything
            "plain_spread",  # by how much at most two discards differ in what features without distances add
            "accepting_spread",  # and in what accepting tiles add
        )
    )
)

# How the winning tile came.
HOW = np.dtype(_words(("source", "bloom", "last", "heavenly", "earthly")))
# What is said of a hand that is complete in shape; `rows`: how often each fan row applies.
VERDICT = np.dtype([*_words(("legal", "suits_ok", "second_ok", "price", "total", "yaojiu", "jiang", "reading")), ("rows", "i8", (ROWS,))])

# A seat's state.
SEAT = np.dtype(
    _words(
        (
            "locked",
            "decisions",
            "shape_wait",  # kinds that complete the shape of its hand, as a mask
            "legal_wait",  # kinds that may win
            "shape",  # distances
            "legal",
            "draws",
            "head",  # of its stack, or of the wall (seat 0)
            "tail",
            "melds",
            "answer",
            "answer_kind",
            "far",  # the shape distance is at least this
            "accepts",  # kinds that bring the hand nearer, as a mask; UNKNOWN
            "batch",  # of random words that are at hand, counted from 1
            "held",  # masks: of the kinds it holds, of which it holds four, of its pungs
            "fours",
            "punged",
        )
    )
)
# The table's state.
STATE = np.dtype(
    _words(
        (
            "seat",  # whose turn it is
            "tile",  # drawn or discarded last
            "from_tail",
            "feeder",
            "discards",
            "claims",
            "kongs",
            "dealer",
            "repeats",
            "banned",  # kinds that may not be discarded now, as a mask
            "log_length",
            "legal_winners",
            "measured",  # whether the choice of this discard measured the hand after it
        )
    )
)

# Columns that the engine writes by number: the fan rows, the melds by form, and refusals by reason.
_NUMBERED = {
    **{f"fan_{row}": "fan_rows" for row in FAN_ROWS},
    **dict.fromkeys(("chows", "pungs", "kongs_open", "kongs_added", "kongs_concealed"), "melds"),
    **{f"refused_{whose}_{reason}": f"refused_{whose}" for whose in ("own", "other") for reason in ("suit", "second", "both")},
}
_BY_SEAT = {"policy", *(column.name for column in SEAT_COLUMNS)}


def _field(column: str) -> tuple[str, bool]:
    """The field that a column is in, and whether it is a seat's."""
    stem = column[:-2]
    by_seat = stem in _BY_SEAT and column[-2:] in {f"_{seat}" for seat in range(SEATS)}
    name = stem if by_seat else column
    return _NUMBERED.get(name, name), by_seat


def _row_fields() -> list[Any]:
    """The columns as fields: those of a seat by seat, the numbered ones by number and then by seat."""
    fields: list[Any] = []
    for (name, by_seat), columns in groupby(COLUMN_NAMES, _field):
        size = len(list(columns))
        seats = (SEATS,) if by_seat else ()
        numbers = (size // (SEATS if by_seat else 1),) if name in _NUMBERED.values() else ()
        fields.append((name, "i8", (*numbers, *seats)) if numbers or seats else (name, "i8"))
    return fields


# An outcome row: int64, in the order of `outcomes.COLUMNS`.
ROW = np.dtype(_row_fields())
assert ROW.itemsize == 8 * len(COLUMN_NAMES)


def as_rows(matrix: np.ndarray) -> np.ndarray:
    """Rows (ROW) that are the same memory as the matrix int64[n, columns]."""
    return matrix.view(ROW)[:, 0]
