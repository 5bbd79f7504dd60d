"""When each seat was first ready, in shape and for a legal win, and what it then waited for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nmsim.outcomes import (
    NONE,
    SEATS,
    WAIT_CLOSED,
    WAIT_DOUBLE_PUNG,
    WAIT_EDGE,
    WAIT_MIXED,
    WAIT_NONE,
    WAIT_ORPHANS,
    WAIT_SINGLE,
    WAIT_TWO_SIDED,
)
from nmsim.reference.choices import View
from nmsim.reference.distance import distances
from nmsim.reference.flow import Game
from nmsim.reference.judge import legal_readings
from nmsim.rules import Rules
from nmsim.tiles import COPIES, FIRST_HONOR, KINDS, RANKS, Meld

_CLASS_OF_READING = {"seven_pairs": {WAIT_SINGLE}, "thirteen_orphans": {WAIT_ORPHANS}}


class ReadyWatch:
    """Looks at a seat whenever it holds 3n+1 tiles, and notes the first time that it is ready."""

    def __init__(self) -> None:
        self.columns: dict[str, int] = {}
        for seat in range(SEATS):
            self._note(seat, start_shape=0, start_legal=0, ready_shape=NONE, ready_legal=NONE, wait=WAIT_NONE, wait_live=0)

    def __call__(self, game: Game, number: int) -> None:
        seat = game.seats[number]
        measure = distances(game.rules)
        shape, legal = measure.shape(seat.counts, seat.melds), measure.legal(seat.counts, seat.melds)
        if game.turns == 0 and not seat.melds:
            self._note(number, start_shape=shape, start_legal=legal)
        if shape == 0 and self.columns[f"ready_shape_{number}"] == NONE:
            self._note(number, ready_shape=seat.discards)
        if legal == 0 and self.columns[f"ready_legal_{number}"] == NONE:
            view = View(game, number)
            kinds = measure.accepting(seat.counts, seat.melds, measure.legal)
            live = sum(max(0, COPIES - view.visible(kind)) for kind in kinds)
            self._note(number, ready_legal=seat.discards, wait=wait_of(game.rules, seat.counts, seat.melds, kinds), wait_live=live)

    def _note(self, seat: int, **values: int) -> None:
        self.columns |= {f"{name}_{seat}": value for name, value in values.items()}


def wait_of(rules: Rules, counts: Sequence[int], melds: Sequence[Meld], kinds: Iterable[int]) -> int:
    """The kind of wait (`nmsim.outcomes.WAITS`) of a ready hand whose legal winning kinds are given."""
    classes: set[int] = set()
    for kind in kinds:
        held = list(counts)
        held[kind] += 1
        concealed = [each for each in range(KINDS) for _ in range(counts[each])]
        for reading in legal_readings(rules, concealed, melds, kind):
            classes |= _set_waits(held, kind) if reading == "four_sets" else _CLASS_OF_READING[reading]
    return classes.pop() if len(classes) == 1 else WAIT_MIXED


def _set_waits(held: Sequence[int], drawn: int) -> set[int]:
    """Classes of every group of every split of the complete tiles that may hold the drawn one."""
    classes: set[int] = set()
    for pair in range(KINDS):
        if held[pair] >= 2:
            rest = list(held)
            rest[pair] -= 2
            for groups in _splits(tuple(rest)):
                if pair == drawn:
                    classes.add(WAIT_SINGLE)
                classes |= {_class_of(low, is_chow, drawn) for low, is_chow in groups if _holds(low, is_chow, drawn)}
    return classes


def _splits(counts: tuple[int, ...]) -> Iterable[list[tuple[int, bool]]]:
    """Every way to use the tiles up in pungs and chows, as (lowest kind, whether a chow)."""
    low = next((kind for kind in range(KINDS) if counts[kind]), None)
    if low is None:
        yield []
        return
    options = [((low,) * 3, False)]
    if low < FIRST_HONOR and low % RANKS <= RANKS - 3:
        options.append(((low, low + 1, low + 2), True))
    for group, is_chow in options:
        rest = list(counts)
        for kind in group:
            rest[kind] -= 1
        if min(rest) >= 0:
            for groups in _splits(tuple(rest)):
                yield [(low, is_chow), *groups]


def _holds(low: int, is_chow: bool, kind: int) -> bool:
    return low <= kind <= low + 2 if is_chow else kind == low


def _class_of(low: int, is_chow: bool, drawn: int) -> int:
    if not is_chow:
        return WAIT_DOUBLE_PUNG
    if drawn == low + 1:
        return WAIT_CLOSED
    at_an_end = (low % RANKS == 0 and drawn == low + 2) or (low % RANKS == RANKS - 3 and drawn == low)
    return WAIT_EDGE if at_an_end else WAIT_TWO_SIDED
