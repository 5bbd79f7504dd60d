"""What is counted in each hand: small functions from outcome columns to whole numbers, named once.

A measure returns one number a hand, shape (n,), one a seat, (n, 4), or one a level, (n, levels). Ratios of measures are the
statistics of `nmsim.stats.registry`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
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
from nmsim.words import Lang, say

Counts = NDArray[Any]  # whole numbers, or truths that count as 0 and 1
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
_WIDER = {np.dtype(np.int8): np.int16, np.dtype(np.int16): np.int32}


class Hands:
    """Outcome columns of a chunk of hands, int8 widened to int16, int16 to int32, others to int64: no sum over seats can overflow.

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
        self._seated: dict[int, NDArray[np.bool_]] = {}

    def __getitem__(self, name: str) -> Counts:
        """One column, shape (n,). Raises InputError for a column the data lack."""
        if name not in self._columns:
            column = self._read(name)
            self._columns[name] = np.ascontiguousarray(column, dtype=_wider(column))
        return self._columns[name]

    def _read(self, name: str) -> Counts:
        if isinstance(self._data, np.ndarray):
            return np.asarray(self._data[self._rows, COLUMN_INDEX[name]])
        if name not in self._data:
            raise InputError(unknown("column", name, self._data.keys()))
        return np.asarray(self._data[name])[self._rows]

    def seats(self, name: str) -> Counts:
        """A seat column, shape (players, n)."""
        if name not in self._seats:
            columns = [self._read(f"{name}_{seat}") for seat in range(self.players)]
            self._seats[name] = np.stack(columns, dtype=_wider(*columns), casting="unsafe")
        return self._seats[name]

    def __len__(self) -> int:
        return len(self["wall"])

    def blocks(self) -> Counts:
        """What was sampled independently: the match, or the wall for hands played alone; shape (n,)."""
        match = self["match"]
        return np.where(match >= 0, match, self["wall"])

    @cached_property
    def won(self) -> NDArray[np.bool_]:
        """Whether anybody won, shape (n,)."""
        return np.asarray(self["winner"] >= 0)

    @cached_property
    def seat_won(self) -> NDArray[np.bool_]:
        """Whether each seat won, shape (players, n)."""
        winners = self["winners"]
        return np.stack([(winners & (1 << seat)) != 0 for seat in range(self.players)])

    @cached_property
    def dealing(self) -> NDArray[np.bool_]:
        """Whether each seat deals, shape (players, n)."""
        return np.stack([self["dealer"] == seat for seat in range(self.players)])

    def seated(self, policy: int) -> NDArray[np.bool_]:
        """Whether each seat follows the policy of that number, shape (players, n)."""
        if policy not in self._seated:
            self._seated[policy] = np.asarray(self.seats("policy") == policy)
        return self._seated[policy]

    @property
    def players(self) -> int:
        """How many seats play."""
        return self._players


def _wider(*columns: Counts) -> Any:
    """The type in which the columns are counted."""
    return np.result_type(*(_WIDER.get(column.dtype, np.int64) for column in columns))


@dataclass(frozen=True)
class Measure:
    """A counted quantity: its name, and the function that counts it, seats or levels first, in any whole type."""

    name: str
    counted: Callable[[Hands], Counts]

    def meaning(self, lang: Lang | None = None) -> str:
        """What it counts, in the language (by default the one spoken)."""
        return say(f"measures.{self.name}", lang)

    def count(self, hands: Hands) -> Counts:
        """The counts with hands first: shape (n,), (n, players) or (n, levels)."""
        return self.counted(hands).T


MEASURES: dict[str, Measure] = {}


def _measure(name: str, count: Callable[[Hands], Any]) -> None:
    if name in MEASURES:
        raise ValueError(f"measure {name} is declared twice")
    MEASURES[name] = Measure(name, count)


def _levels(values: Counts, levels: Sequence[int]) -> NDArray[np.bool_]:
    """One row a level, shape (levels, n): whether the value, shape (n,), is that level."""
    made = np.zeros((len(levels), len(values)), dtype=np.bool_)
    values, rows = _small(values, levels)
    for row in rows:
        np.equal(values, levels[row], out=made[row])
    return made


def _seats_at_levels(values: Counts, levels: Sequence[int]) -> NDArray[np.int8]:
    """One row a level, shape (levels, n): how many seats' values, shape (players, n), are that level."""
    made = np.zeros((len(levels), values.shape[1]), dtype=np.int8)
    values, rows = _small(values, levels)
    for row in rows:
        together(values == levels[row], out=made[row])
    return made


def _small(values: Counts, levels: Sequence[int]) -> tuple[Counts, list[int]]:
    """The values in a type as narrow as can be, and which levels may occur among them: most are beyond all values."""
    if values.size == 0:
        return values, []
    low, high = int(values.min()), int(values.max())
    narrow = values.astype(np.int8) if low >= -(2**7) and high < 2**7 else values
    return narrow, [row for row, level in enumerate(levels) if low <= level <= high]


def together(counts: Counts, out: Counts | None = None) -> Counts:
    """The seats' counts together, shape (players, n) to (n,), in their own type (truths: int8), which holds them (see `Hands`)."""
    counted = counts.view(np.int8) if counts.dtype == np.bool_ else counts
    return np.asarray(counted.sum(axis=0, dtype=counted.dtype, out=out))


def _ended(*endings: int) -> Callable[[Hands], NDArray[np.bool_]]:
    return lambda hands: np.logical_or.reduce([hands["ending"] == ending for ending in endings])


def _winner_column(hands: Hands, name: str) -> Counts:
    """A column of the winner's facts, 0 where nobody won."""
    return hands[name] * hands.won


# Hands and how they end
_measure("hands", lambda hands: np.ones(len(hands), dtype=np.bool_))
_measure("won_hands", lambda hands: hands.won)
_measure("self_draw_hands", _ended(SELF_DRAW))
_measure("discard_hands", _ended(DISCARD))
_measure("rob_hands", _ended(ROB_KONG))
_measure("drawn_hands", _ended(EXHAUSTIVE))
_measure("aborted_hands", _ended(FOUR_KONGS))
_measure("taken_hands", _ended(DISCARD, ROB_KONG))
_measure("contested_hands", lambda h: _ended(DISCARD, ROB_KONG)(h) & (h["legal_winners"] >= 2))
_measure("turns", lambda hands: hands["turns"])
_measure("tiles_left", lambda hands: hands["tiles_left"])
_measure("bloom_hands", lambda h: _winner_column(h, "kong_draw"))
_measure("last_tile_hands", lambda h: _winner_column(h, "last_tile"))

# Seats and points
_measure("seat_hands", lambda hands: np.ones((hands.players, len(hands)), dtype=np.bool_))
_measure("seat_wins", lambda hands: hands.seat_won)
_measure("seat_self_draws", lambda h: h.seat_won & _ended(SELF_DRAW)(h))
_measure("seat_deal_ins", lambda h: _levels(np.where(h.won, h["discarder"], -1), range(h.players)))
_measure("points", lambda h: h.seats("points"))
_measure("seat_fan", lambda h: h.seats("seat_fan") * h.seat_won)
_measure("winning_turns", lambda h: h.seats("discards") * h.seat_won)
_measure("fan_at", lambda h: _fan_levels(h))
_measure("winning_seats", lambda h: together(h.seat_won))
_measure("fan_row_times", lambda h: np.stack([h[f"fan_{row}"] > 0 for row in FAN_ROWS]) & h.won)


def _fan_levels(hands: Hands) -> Counts:
    fan = np.where(hands.seat_won, np.minimum(hands.seats("seat_fan"), _FAN_TOP), -1)
    return _seats_at_levels(fan, range(_FAN_TOP + 1))


def _second_halves(hands: Hands) -> NDArray[np.bool_]:
    yaojiu, jiang, won = hands["met_yaojiu"] > 0, hands["met_jiang258"] > 0, hands.won
    return np.stack([won & yaojiu & ~jiang, won & ~yaojiu & jiang, won & yaojiu & jiang, won & ~yaojiu & ~jiang])


_measure("second_halves", _second_halves)
_measure(
    "legal_winners_at",
    lambda h: _levels(np.where(_ended(DISCARD, ROB_KONG)(h), h["legal_winners"], 0), (1, 2, 3)),
)
_measure("winning_tile_at", lambda h: _levels(np.where(h.won, h["winning_tile"], -1), range(KINDS)))
_measure(
    "discard_tile_at",
    lambda h: _levels(np.where(_ended(DISCARD)(h), h["winning_tile"], -1), range(KINDS)),
)


# Claims
def _seat_column(name: str) -> Callable[[Hands], Counts]:
    return lambda hands: hands.seats(name)


for _form in CLAIM_FORMS:
    _measure(_form, _seat_column(_form))
_measure("callers", lambda h: sum(h.seats(form) for form in CLAIM_FORMS[:4]) > 0)


# Readiness
def _declare_sight(sight: str) -> None:
    ready, start = f"ready_{sight}", f"start_{sight}"
    _measure(ready, lambda h: h.seats(ready) >= 0)
    _measure(f"{ready}_turns", lambda h: np.maximum(h.seats(ready), 0))
    _measure(f"{start}_at", lambda h: _start_levels(h, start))
    _measure(f"{start}_finite", lambda h: h.seats(start) < NEVER)
    _measure(start, lambda h: np.where(h.seats(start) == NEVER, 0, h.seats(start)))


for _sight in ("shape", "legal"):
    _declare_sight(_sight)
_measure(
    "start_legal_wins_at",
    lambda h: _start_levels(h, "start_legal", h.seat_won),
)
_measure("wait_at", lambda h: _wait_levels(h))
_measure("wait_wins_at", lambda h: _wait_levels(h, h.seat_won))
_measure("ready_seats", lambda h: together(h.seats("ready_legal") >= 0))


def _start_levels(hands: Hands, name: str, which: NDArray[np.bool_] | None = None) -> Counts:
    """Seats (of those that `which` chooses) by starting distance, shape (levels, n)."""
    distance = hands.seats(name)
    level = np.where(distance == NEVER, NEVER, np.minimum(distance, _DISTANCE_TOP))
    return _seats_at_levels(level if which is None else np.where(which, level, -1), (*range(_DISTANCE_TOP + 1), NEVER))


def _wait_levels(hands: Hands, which: NDArray[np.bool_] | None = None) -> Counts:
    """Legally ready seats (of those that `which` chooses) by wait, shape (levels, n)."""
    ready = hands.seats("ready_legal") >= 0
    return _seats_at_levels(hands.seats("wait") * (ready if which is None else ready & which), range(1, len(WAITS)))


# The deal
_measure("lacking_suit", lambda h: h.seats("suits_dealt") < SUITS)
_measure("no_terminal", lambda h: h.seats("terminals_dealt") == 0)
_measure("suits_dealt_at", lambda h: _seats_at_levels(h.seats("suits_dealt"), range(SUITS + 1)))
_measure("dealt_hands", lambda h: np.full(len(h), h.players, dtype=np.int8))

# Refusals: completions of the shape that the conditions forbid
_measure("complete_seats", lambda h: h.seats("completions") > 0)
_measure("complete_never_won", lambda h: (h.seats("completions") > 0) & ~h.seat_won)


def refusals(hands: Hands, reason: str, source: str) -> Counts:
    """Completions refused for `reason` alone on own draws, others' tiles or `any`, shape (players, n)."""
    if source == "any":
        return refusals(hands, reason, "own") + refusals(hands, reason, "other")
    return hands.seats(f"refused_{source}_{reason}")


def _declare_refusals(reason: str, source: str) -> None:
    name = f"refused_{reason}_{source}"
    _measure(f"{name}_events", lambda h: refusals(h, reason, source))
    _measure(f"{name}_table", lambda h: together(refusals(h, reason, source)))
    _measure(f"{name}_seats", lambda h: refusals(h, reason, source) > 0)
    _measure(f"{name}_hands", lambda h: (refusals(h, reason, source) > 0).any(axis=0))
    _measure(f"{name}_lost", lambda h: (refusals(h, reason, source) > 0) & ~h.seat_won)


for _reason in REASONS:
    for _source in SOURCES:
        _declare_refusals(_reason, _source)
