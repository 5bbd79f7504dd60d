"""The columns of an outcome row, declared once: one row a played hand, the same in the engine, in parquet and in pandas.

The engine fills a matrix of int64 with one column each, in this order; `dtype` is what the file and pandas hold. Seat columns
come four times, `_0` to `_3`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from nmsim.rules import FAN_ROWS
from nmsim.tiles import KINDS, SUITS
from nmsim.words import Lang, say

SEATS = 4
NONE = -1
NEVER = 99  # the distance of a hand that no draws can make legal (无法胡)

ENDINGS = ("exhaustive", "self_draw", "discard", "rob_kong", "four_kongs")
EXHAUSTIVE, SELF_DRAW, DISCARD, ROB_KONG, FOUR_KONGS = range(5)
WAITS = ("none", "two_sided", "closed", "edge", "double_pung", "single", "mixed", "orphans")
WAIT_NONE, WAIT_TWO_SIDED, WAIT_CLOSED, WAIT_EDGE, WAIT_DOUBLE_PUNG, WAIT_SINGLE, WAIT_MIXED, WAIT_ORPHANS = range(8)


class Column(NamedTuple):
    """A recorded fact: its name, dtype on disk and unit; `nmsim.words.columns` says what it means.

    `group`: what must be asked for to have it; `default`: what it was in rows written before there was such a column, where that is known.
    """

    name: str
    dtype: str
    unit: str
    group: str = "rows"
    default: int | None = None

    @property
    def least(self) -> int | None:
        """The least that a row can hold; None where there is none."""
        if self.unit == "points":
            return None
        return NONE if self.unit in ("kind", "own discards") or self.name in ("match", "winner", "discarder") else 0

    @property
    def most(self) -> int | None:
        """The most that a row can hold, of codes and the like; None for counts."""
        codes = {"ending": len(ENDINGS) - 1, "wait": len(WAITS) - 1}
        most = {"seat": SEATS - 1, "kind": KINDS - 1, "0/1": 1, "bits": 2**SEATS - 1, "seats": SEATS, "suits": SUITS}
        return codes.get(self.name.partition("_")[0]) if self.unit == "code" else most.get(self.unit)

    def meaning(self, lang: Lang | None = None) -> str:
        """What it holds, in the language (by default the one spoken)."""
        return say(f"columns.{re.sub('_[0-3]$', '', self.name)}", lang)


HAND_COLUMNS: tuple[Column, ...] = (
    Column("arm", "int16", "index"),
    Column("wall", "int64", "index"),
    Column("rotation", "int8", "index"),
    Column("match", "int64", "index"),
    Column("hand", "int16", "index"),
    Column("dealer", "int8", "seat"),
    Column("repeats", "int16", "hands"),
    *(Column(f"policy_{seat}", "int8", "index") for seat in range(SEATS)),
    Column("ending", "int8", "code"),
    Column("winner", "int8", "seat"),
    Column("winners", "int8", "bits"),
    Column("discarder", "int8", "seat"),
    Column("winning_tile", "int8", "kind"),
    Column("kong_draw", "int8", "0/1"),
    Column("robbed", "int8", "0/1"),
    Column("last_tile", "int8", "0/1"),
    Column("legal_winners", "int8", "seats"),
    Column("met_yaojiu", "int8", "0/1"),
    Column("met_jiang258", "int8", "0/1"),
    Column("fan", "int16", "fan"),
    *(Column(f"fan_{row}", "int8", "times") for row in FAN_ROWS),
    Column("turns", "int16", "discards"),
    Column("tiles_left", "int16", "tiles"),
)

SEAT_COLUMNS: tuple[Column, ...] = (
    Column("points", "int64", "points"),
    Column("seat_fan", "int16", "fan"),
    Column("start_shape", "int8", "draws"),
    Column("start_legal", "int8", "draws"),
    Column("suits_dealt", "int8", "suits"),
    Column("terminals_dealt", "int8", "tiles"),
    Column("pairs_dealt", "int8", "kinds"),
    Column("ready_shape", "int16", "own discards"),
    Column("ready_legal", "int16", "own discards"),
    Column("wait", "int8", "code"),
    Column("wait_live", "int8", "tiles"),
    Column("discards", "int16", "discards"),
    Column("chows", "int8", "melds"),
    Column("pungs", "int8", "melds"),
    Column("kongs_open", "int8", "melds"),
    Column("kongs_added", "int8", "melds"),
    Column("kongs_concealed", "int8", "melds"),
    Column("suits_end", "int8", "suits"),
    Column("completions", "int16", "events"),
    Column("refused_own_suit", "int16", "events"),
    Column("refused_own_second", "int16", "events"),
    Column("refused_own_both", "int16", "events"),
    Column("refused_other_suit", "int16", "events"),
    Column("refused_other_second", "int16", "events"),
    Column("refused_other_both", "int16", "events"),
    Column("refused_first", "int16", "own discards"),
)

COLUMNS: tuple[Column, ...] = HAND_COLUMNS + tuple(
    column._replace(name=f"{column.name}_{seat}") for column in SEAT_COLUMNS for seat in range(SEATS)
)
GROUPS: dict[str, tuple[Column, ...]] = {
    group: tuple(column for column in COLUMNS if column.group == group) for group in dict.fromkeys(column.group for column in COLUMNS)
}
COLUMN_NAMES: tuple[str, ...] = tuple(column.name for column in COLUMNS)
COLUMN_INDEX: dict[str, int] = {name: index for index, name in enumerate(COLUMN_NAMES)}
