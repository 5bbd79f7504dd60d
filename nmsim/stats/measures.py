"""What is counted in each hand: small functions from outcome columns to whole numbers, named once.

A measure returns one number a hand, shape (n,), one a seat, (n, 4), or one a level, (n, levels). Ratios of measures are the
statistics of `nmsim.stats.registry`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nmsim.errors import InputError, unknown
from nmsim.outcomes import (
    COLUMN_INDEX,
    COLUMN_NAMES,
    DISCARD,
    EXHAUSTIVE,
    FOUR_KONGS,
    NEVER,
    ROB_KONG,
    SEATS,
    SELF_DRAW,
    WAITS,
)
from nmsim.rules import FAN_ROWS
from nmsim.tiles import KINDS, SUITS, tile_name

Counts = NDArray[np.int64]
REASONS = ("suit", "second", "both")
SOURCES = ("own", "other", "any")
CLAIM_FORMS = ("chows", "pungs", "kongs_open", "kongs_added", "kongs_concealed")
HALVES = ("yaojiu_only", "jiang258_only", "both", "neither")

_FAN_TOP = 40
_DISTANCE_TOP = 9
FAN_LEVELS = (*(str(fan) for fan in range(_FAN_TOP)), f"{_FAN_TOP}+")
DISTANCE_LEVELS = (*(str(distance) for distance in range(_DISTANCE_TOP)), f"{_DISTANCE_TOP}+", "never")
WAIT_LEVELS = WAITS[1:]
SUIT_LEVELS = tuple(str(suits) for suits in range(SUITS + 1))
TILE_LEVELS = tuple(tile_name(kind) for kind in range(KINDS))
LEGAL_WINNER_LEVELS = ("1", "2", "3")


class Hands:
    """Outcome columns of a chunk of hands, widened to int64 so that no sum can overflow.

    Takes a pandas frame, a mapping of columns, or the engine's matrix, shape (n, columns), in the order of `outcomes.COLUMNS`.
    `rows` is the part of it that is looked at; with one player only seat 0 is.
    """

    def __init__(self, data: Any, rows: slice = slice(None), players: int = SEATS) -> None:
        self._data = data
        self._rows = rows
        self._players = players
        if isinstance(data, np.ndarray) and (data.ndim != 2 or data.shape[1] != len(COLUMN_NAMES)):
            raise ValueError(f"a matrix of hands has shape (n, {len(COLUMN_NAMES)}), not {data.shape}")
        self._columns: dict[str, Counts] = {}
        self._seats: dict[str, Counts] = {}

    def __getitem__(self, name: str) -> Counts:
        """One column, shape (n,). Raises InputError for a column the data lack."""
        if name not in self._columns:
            self._columns[name] = self._read(name)
        return self._columns[name]

    def _read(self, name: str) -> Counts:
        if isinstance(self._data, np.ndarray):
            column = self._data[:, COLUMN_INDEX[name]]
        elif name in self._data:
            column = np.asarray(self._data[name])
        else:
            raise InputError(unknown("column", name, self._data.keys()))
        return np.ascontiguousarray(column[self._rows], dtype=np.int64)

    def seats(self, name: str) -> Counts:
        """A seat column, shape (players, n)."""
        if name not in self._seats:
            self._seats[name] = np.stack([self[f"{name}_{seat}"] for seat in range(self.players)])
        return self._seats[name]

    @property
    def players(self) -> int:
        """How many seats play."""
        return self._players

    def __len__(self) -> int:
        return len(self["wall"])

    def blocks(self) -> Counts:
        """What was sampled independently: the match, or the wall for hands played alone; shape (n,)."""
        match = self["match"]
        return np.where(match >= 0, match, self["wall"])


@dataclass(frozen=True)
class Measure:
    """A counted quantity: its name, what it counts, and the function that counts it, seats or levels first."""

    name: str
    meaning: str
    counted: Callable[[Hands], Counts]

    def count(self, hands: Hands) -> Counts:
        """The counts with hands first: shape (n,), (n, players) or (n, levels)."""
        return self.counted(hands).T


MEASURES: dict[str, Measure] = {}


def _measure(name: str, meaning: str, count: Callable[[Hands], Any]) -> None:
    if name in MEASURES:
        raise ValueError(f"measure {name} is declared twice")
    MEASURES[name] = Measure(name, meaning, lambda hands: np.asarray(count(hands), dtype=np.int64))


def _levels(values: Counts, levels: Sequence[int]) -> NDArray[np.bool_]:
    """One row a level, shape (levels, ...): whether the value is that level."""
    return np.stack([np.asarray(values == level) for level in levels])


def seat_won(hands: Hands) -> Counts:
    """1 for each seat that won, shape (players, n)."""
    return np.asarray((hands["winners"] >> np.arange(hands.players)[:, None]) & 1)


def _won(hands: Hands) -> NDArray[np.bool_]:
    return np.asarray(hands["winner"] >= 0)


def _ended(*endings: int) -> Callable[[Hands], NDArray[np.bool_]]:
    return lambda hands: np.isin(hands["ending"], endings)


def _winner_column(hands: Hands, name: str) -> Counts:
    """A column of the winner's facts, 0 where nobody won."""
    return np.where(_won(hands), hands[name], 0)


# Hands and how they end
_measure("hands", "hands played", lambda hands: np.ones(len(hands)))
_measure("won_hands", "hands with a winner", _won)
_measure("self_draw_hands", "hands won by self-draw", _ended(SELF_DRAW))
_measure("discard_hands", "hands won on a discard", _ended(DISCARD))
_measure("rob_hands", "hands won by robbing a kong", _ended(ROB_KONG))
_measure("drawn_hands", "hands drawn with the wall exhausted", _ended(EXHAUSTIVE))
_measure("aborted_hands", "hands ended by the fourth kong", _ended(FOUR_KONGS))
_measure("taken_hands", "hands won on a discard or a robbed kong", _ended(DISCARD, ROB_KONG))
_measure(
    "contested_hands", "those that two or three seats could legally win", lambda h: _ended(DISCARD, ROB_KONG)(h) & (h["legal_winners"] >= 2)
)
_measure("turns", "discards made", lambda hands: hands["turns"])
_measure("tiles_left", "live tiles left", lambda hands: hands["tiles_left"])
_measure("bloom_hands", "hands won on the replacement after a kong", lambda h: _winner_column(h, "kong_draw"))
_measure("last_tile_hands", "hands won on the last draw or discard", lambda h: _winner_column(h, "last_tile"))

# Seats and points
_measure("seat_hands", "hands times seats", lambda hands: np.ones((hands.players, len(hands))))
_measure("seat_wins", "seats that won", seat_won)
_measure("seat_self_draws", "seats that won by self-draw", lambda h: seat_won(h) & _ended(SELF_DRAW)(h))
_measure("seat_deal_ins", "seats whose tile was won", lambda h: _levels(np.where(_won(h), h["discarder"], -1), range(h.players)))
_measure("points", "points won less points lost", lambda h: h.seats("points"))
_measure("seat_fan", "fan of winning seats", lambda h: h.seats("seat_fan") * seat_won(h))
_measure("winning_turns", "own discards of winning seats", lambda h: h.seats("discards") * seat_won(h))
_measure("fan_at", "winning seats at each total", lambda h: _fan_levels(h))
_measure("winning_seats", "winning seats of the hand", lambda h: seat_won(h).sum(axis=0))
_measure("fan_row_times", "won hands with each fan row", lambda h: np.stack([_winner_column(h, f"fan_{row}") > 0 for row in FAN_ROWS]))


def _fan_levels(hands: Hands) -> Counts:
    fan = np.where(seat_won(hands) > 0, np.minimum(hands.seats("seat_fan"), _FAN_TOP), -1)
    return np.asarray(_levels(fan, range(_FAN_TOP + 1)).sum(axis=1))


def _second_halves(hands: Hands) -> NDArray[np.bool_]:
    yaojiu, jiang, won = hands["met_yaojiu"] > 0, hands["met_jiang258"] > 0, _won(hands)
    return np.stack([won & yaojiu & ~jiang, won & ~yaojiu & jiang, won & yaojiu & jiang, won & ~yaojiu & ~jiang])


_measure("second_halves", "won hands by the half of the second condition they met", _second_halves)
_measure(
    "legal_winners_at",
    "taken hands by how many seats could win",
    lambda h: _levels(np.where(_ended(DISCARD, ROB_KONG)(h), h["legal_winners"], 0), (1, 2, 3)),
)
_measure("winning_tile_at", "won hands by winning tile", lambda h: _levels(np.where(_won(h), h["winning_tile"], -1), range(KINDS)))
_measure(
    "discard_tile_at",
    "hands won on a discard by that tile",
    lambda h: _levels(np.where(_ended(DISCARD)(h), h["winning_tile"], -1), range(KINDS)),
)


# Claims
def _seat_column(name: str) -> Callable[[Hands], Counts]:
    return lambda hands: hands.seats(name)


for _form in CLAIM_FORMS:
    _measure(_form, f"{_form.replace('_', ' ')} melded", _seat_column(_form))
_measure("callers", "seats that claimed a discard", lambda h: sum(h.seats(form) for form in CLAIM_FORMS[:4]) > 0)


# Readiness
def _declare_sight(sight: str) -> None:
    ready, start = f"ready_{sight}", f"start_{sight}"
    _measure(ready, f"seats ever ready ({sight})", lambda h: h.seats(ready) >= 0)
    _measure(f"{ready}_turns", f"own discards when first ready ({sight})", lambda h: np.maximum(h.seats(ready), 0))
    _measure(f"{start}_at", f"seats by starting distance ({sight})", lambda h: _start_levels(h, start).sum(axis=1))
    _measure(f"{start}_finite", f"seats whose starting distance ({sight}) is not never", lambda h: h.seats(start) < NEVER)
    _measure(start, f"starting distances ({sight}) that are not never", lambda h: np.where(h.seats(start) == NEVER, 0, h.seats(start)))


for _sight in ("shape", "legal"):
    _declare_sight(_sight)
_measure(
    "start_legal_wins_at",
    "winning seats by starting distance (legal)",
    lambda h: (_start_levels(h, "start_legal") & (seat_won(h) > 0)).sum(axis=1),
)
_measure("wait_at", "legally ready seats by wait", lambda h: _wait_levels(h).sum(axis=1))
_measure("wait_wins_at", "winning seats by wait when first ready", lambda h: (_wait_levels(h) & (seat_won(h) > 0)).sum(axis=1))
_measure("ready_seats", "legally ready seats of the hand", lambda h: (h.seats("ready_legal") >= 0).sum(axis=0))


def _start_levels(hands: Hands, name: str) -> NDArray[np.bool_]:
    distance = hands.seats(name)
    return _levels(np.where(distance == NEVER, NEVER, np.minimum(distance, _DISTANCE_TOP)), (*range(_DISTANCE_TOP + 1), NEVER))


def _wait_levels(hands: Hands) -> NDArray[np.bool_]:
    wait = np.where(hands.seats("ready_legal") >= 0, hands.seats("wait"), 0)
    return _levels(wait, range(1, len(WAITS)))


# The deal
_measure("lacking_suit", "dealt hands that lack a suit", lambda h: h.seats("suits_dealt") < SUITS)
_measure("no_terminal", "dealt hands without a 1 or 9", lambda h: h.seats("terminals_dealt") == 0)
_measure("suits_dealt_at", "dealt hands by suits held", lambda h: _levels(h.seats("suits_dealt"), range(SUITS + 1)).sum(axis=1))
_measure("dealt_hands", "hands dealt to the seats", lambda h: np.full(len(h), h.players))

# Refusals: completions of the shape that the conditions forbid
_measure("complete_seats", "seats whose shape was complete at least once", lambda h: h.seats("completions") > 0)
_measure("complete_never_won", "of those, seats that never won", lambda h: (h.seats("completions") > 0) & (seat_won(h) == 0))


def refusals(hands: Hands, reason: str, source: str) -> Counts:
    """Completions refused for `reason` alone on own draws, others' tiles or `any`, shape (players, n)."""
    if source == "any":
        return refusals(hands, reason, "own") + refusals(hands, reason, "other")
    return hands.seats(f"refused_{source}_{reason}")


def _declare_refusals(reason: str, source: str) -> None:
    name = f"refused_{reason}_{source}"
    _measure(f"{name}_events", f"completions refused ({reason}, {source})", lambda h: refusals(h, reason, source))
    _measure(f"{name}_table", f"the same, four seats together ({reason}, {source})", lambda h: refusals(h, reason, source).sum(axis=0))
    _measure(f"{name}_seats", f"seats with at least one such refusal ({reason}, {source})", lambda h: refusals(h, reason, source) > 0)
    _measure(
        f"{name}_lost", f"such seats that never won ({reason}, {source})", lambda h: (refusals(h, reason, source) > 0) & (seat_won(h) == 0)
    )


for _reason in REASONS:
    for _source in SOURCES:
        _declare_refusals(_reason, _source)
