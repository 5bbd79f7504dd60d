"""The columns of an outcome row, declared once: one row a played hand, the same in the engine, in parquet and in pandas.

The engine fills a matrix of int64 with one column each, in this order; `dtype` is what the file and pandas hold. Seat columns
come four times, `_0` to `_3`.
"""

from __future__ import annotations

from typing import NamedTuple

from nmsim.rules import FAN_ROWS, FAN_ROWS_ZH

SEATS = 4
NONE = -1
NEVER = 99  # the distance of a hand that no draws can make legal (无法胡)

ENDINGS = ("exhaustive", "self_draw", "discard", "rob_kong", "four_kongs")
EXHAUSTIVE, SELF_DRAW, DISCARD, ROB_KONG, FOUR_KONGS = range(5)
WAITS = ("none", "two_sided", "closed", "edge", "double_pung", "single", "mixed", "orphans")
WAIT_NONE, WAIT_TWO_SIDED, WAIT_CLOSED, WAIT_EDGE, WAIT_DOUBLE_PUNG, WAIT_SINGLE, WAIT_MIXED, WAIT_ORPHANS = range(8)


class Column(NamedTuple):
    """A recorded fact: its name, dtype on disk, unit and meaning."""

    name: str
    dtype: str
    unit: str
    meaning: str


HAND_COLUMNS: tuple[Column, ...] = (
    Column("arm", "int16", "index", "which arm of the experiment"),
    Column("wall", "int64", "index", "which shuffle; a pure function of the seed and this number"),
    Column("rotation", "int8", "index", "which distinct seating of the policies"),
    Column("match", "int64", "index", "which match; -1 for hands played alone"),
    Column("hand", "int16", "index", "which hand of the match; 0 for hands played alone"),
    Column("dealer", "int8", "seat", "who deals"),
    Column("repeats", "int16", "hands", "how many hands in a row the dealer has kept the deal"),
    *(Column(f"policy_{seat}", "int8", "index", f"which of the arm's distinct policies seat {seat} follows") for seat in range(SEATS)),
    Column("ending", "int8", "code", "how it ended: " + ", ".join(f"{code} {name}" for code, name in enumerate(ENDINGS))),
    Column("winner", "int8", "seat", "who won; of several, the one nearest to the discarder; -1 if nobody"),
    Column("winners", "int8", "bits", "all winners, bit s for seat s"),
    Column("discarder", "int8", "seat", "whose tile was won, by discard or rob; -1 otherwise"),
    Column("winning_tile", "int8", "kind", "the winning tile, 0 to 33; -1 if nobody won"),
    Column("kong_draw", "int8", "0/1", "the winning tile was the replacement after a kong"),
    Column("robbed", "int8", "0/1", "the winning tile was robbed from a kong"),
    Column("last_tile", "int8", "0/1", "the winning tile was the last draw or the last discard"),
    Column("legal_winners", "int8", "seats", "how many seats could legally win the final tile"),
    Column("met_yaojiu", "int8", "0/1", "the winner's hand held a 1 or 9 as the rules count it"),
    Column("met_jiang258", "int8", "0/1", "the winner's pair was 2, 5 or 8 as the rules count it"),
    Column("fan", "int16", "fan", "the winner's total after the cap, dealer and repeat bonus included; 0 if nobody won"),
    *(Column(f"fan_{row}", "int8", "times", f"how often the winner's hand has the row {FAN_ROWS_ZH[row]}") for row in FAN_ROWS),
    Column("turns", "int16", "discards", "discards made in the hand"),
    Column("tiles_left", "int16", "tiles", "live tiles left in the wall (in all stacks if private)"),
)

SEAT_COLUMNS: tuple[Column, ...] = (
    Column("points", "int64", "points", "won or lost; the four sum to zero"),
    Column("seat_fan", "int16", "fan", "as `fan`, for this seat's own win; 0 if it did not win"),
    Column("start_shape", "int8", "draws", "shape distance of the first 13 tiles"),
    Column("start_legal", "int8", "draws", f"legal distance of the first 13 tiles; {NEVER} for never"),
    Column("suits_dealt", "int8", "suits", "suits among the first 13 tiles"),
    Column("terminals_dealt", "int8", "tiles", "1s and 9s among the first 13 tiles"),
    Column("pairs_dealt", "int8", "kinds", "kinds held at least twice among the first 13 tiles"),
    Column("ready_shape", "int16", "own discards", "own discards made when first ready in shape (0: dealt so); -1 if never"),
    Column("ready_legal", "int16", "own discards", "own discards made when first ready for a legal win; -1 if never"),
    Column(
        "wait", "int8", "code", "kind of wait when first legally ready: " + ", ".join(f"{code} {name}" for code, name in enumerate(WAITS))
    ),
    Column("wait_live", "int8", "tiles", "unseen tiles that would win legally when first legally ready"),
    Column("discards", "int16", "discards", "own discards made"),
    Column("chows", "int8", "melds", "chows melded"),
    Column("pungs", "int8", "melds", "pungs melded (those made a kong not counted)"),
    Column("kongs_open", "int8", "melds", "open kongs claimed from a discard"),
    Column("kongs_added", "int8", "melds", "kongs added to a pung"),
    Column("kongs_concealed", "int8", "melds", "concealed kongs"),
    Column("suits_end", "int8", "suits", "suits in hand and melds at the end, the winning tile included"),
    Column("completions", "int16", "events", "times the shape was complete on an own draw or another's tile, won or not"),
    Column("refused_own_suit", "int16", "events", "own draws that completed the shape, refused for a missing suit only"),
    Column("refused_own_second", "int16", "events", "own draws that completed the shape, refused for the second condition only"),
    Column("refused_own_both", "int16", "events", "own draws that completed the shape, refused for both"),
    Column("refused_other_suit", "int16", "events", "others' tiles that completed the shape, refused for a missing suit only"),
    Column("refused_other_second", "int16", "events", "others' tiles that completed the shape, refused for the second condition only"),
    Column("refused_other_both", "int16", "events", "others' tiles that completed the shape, refused for both"),
    Column("refused_first", "int16", "own discards", "own discards made at the first such refusal; -1 if none"),
)

COLUMNS: tuple[Column, ...] = HAND_COLUMNS + tuple(
    column._replace(name=f"{column.name}_{seat}") for column in SEAT_COLUMNS for seat in range(SEATS)
)
COLUMN_NAMES: tuple[str, ...] = tuple(column.name for column in COLUMNS)
COLUMN_INDEX: dict[str, int] = {name: index for index, name in enumerate(COLUMN_NAMES)}
