"""Laws that every hand's row must keep: points sum to zero, and every tile that left the wall is accounted for."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nmsim.outcomes import COLUMN_INDEX, EXHAUSTIVE, ROB_KONG, SEATS, SELF_DRAW
from nmsim.plan import Plan
from nmsim.tiles import TILES

Rows = npt.NDArray[np.int64]
DEALT = 13
MELDS = ("chows", "pungs", "kongs_open", "kongs_added", "kongs_concealed")


def _column(rows: Rows, name: str) -> Rows:
    return rows[:, COLUMN_INDEX[name]]


def _seats(rows: Rows, name: str) -> Rows:
    first = COLUMN_INDEX[f"{name}_0"]
    return rows[:, first : first + SEATS]


def _total(rows: Rows, name: str) -> Rows:
    return np.asarray(_seats(rows, name).sum(axis=1))


def _tiles_unaccounted(plan: Plan, rows: Rows) -> Rows:
    """Tiles taken from the wall less those that were discarded, melded in a kong, or completed a hand.

    Every draw is followed by a discard, an own kong, a win or the end; every chow and pung by a discard or an own kong. An added kong
    ends what its pung began. It is 0, and 1 where the last tile was drawn and not discarded (`discard_after_last_draw = false`).
    """
    stock = TILES - DEALT * SEATS - plan.rules.wall_reserve
    drawn = stock - _column(rows, "tiles_left")
    ending = _column(rows, "ending")
    kept = _total(rows, "kongs_concealed") + (ending == SELF_DRAW) + (ending == ROB_KONG)
    return np.asarray(drawn + _total(rows, "chows") + _total(rows, "pungs") - _column(rows, "turns") - kept)


def broken_laws(plan: Plan, rows: Rows) -> dict[str, int]:
    """How many rows break each law, by its name in `nmsim.words.selftest`."""
    unaccounted = _tiles_unaccounted(plan, rows)
    may_keep = (_column(rows, "ending") == EXHAUSTIVE) & (not plan.rules.discard_after_last_draw)
    must_keep = may_keep & (plan.deal == "shared")
    melds = np.sum([_seats(rows, form) for form in MELDS], axis=0)
    return {
        "law_points": int((_total(rows, "points") != 0).sum()),
        "law_tiles": int(((unaccounted > may_keep) | (unaccounted < must_keep)).sum()),
        "law_discards": int((_total(rows, "discards") != _column(rows, "turns")).sum()),
        "law_drawn": int((_column(rows, "tiles_left") < 0).sum()),
        "law_melds": int((melds > 4).sum()),
    }
