"""A decision in the middle of a hand: the player's tiles to discard from, its melds, and what lies on the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nmsim.errors import InputError
from nmsim.outcomes import SEATS
from nmsim.tiles import CHOW, COPIES, FIRST_HONOR, KINDS, KONG_OPEN, MELD_NAMES, RANKS, TILES, Meld, count_kinds, tile_name
from nmsim.words import say

HAND = 14
DEALT = 13 * SEATS
MELD_TILES = 3
MOST_MELDS = 4


@dataclass(frozen=True)
class Position:
    """Seat 0 is to discard: `counts` [34] concealed tiles by kind, own `melds`, kinds `seen` in rivers and in others' melds.

    `dealer` is the seat that deals, counted from the player in order of play. Raises InputError for a position that cannot be.
    """

    counts: tuple[int, ...]
    melds: tuple[Meld, ...] = ()
    seen: tuple[int, ...] = ()
    dealer: int = 0

    def __post_init__(self) -> None:
        problems = list(_shape_problems(self)) or list(_tile_problems(self))
        if problems:
            raise InputError(*problems)

    @property
    def concealed(self) -> list[int]:
        """Kinds in hand, ascending, once each copy."""
        return [kind for kind, count in enumerate(self.counts) for _ in range(count)]

    @property
    def opening(self) -> bool:
        """Whether this is the dealer's first turn, so that a win on its discard may be 地胡."""
        return not self.melds and not self.seen and self.dealer == 0

    @property
    def kongs(self) -> int:
        """Kongs among the own melds."""
        return sum(meld.form >= KONG_OPEN for meld in self.melds)

    @property
    def gone(self) -> list[int]:
        """Kinds that left the head of the wall before the player's last tile: the fourth tile of each own kong, and the seen ones."""
        return [meld.kind for meld in self.melds if meld.form >= KONG_OPEN] + list(self.seen)

    @property
    def wall_left(self) -> int:
        """Tiles left to draw, the reserve of the rules included."""
        return TILES - DEALT - 1 - len(self.gone)

    def places(self) -> npt.NDArray[np.int8]:
        """int8[136]: the known tiles at their places in a wall, -1 elsewhere (docs/play.md)."""
        concealed = self.concealed
        dealt = concealed[:-1] + [kind for meld in self.melds for kind in meld.kinds()[:MELD_TILES]]
        last = DEALT + len(self.gone)
        places = np.full(TILES, -1, np.int8)
        places[: len(dealt)] = dealt
        places[DEALT:last] = self.gone
        places[last] = concealed[-1]
        return places


def _shape_problems(position: Position) -> Iterable[str]:
    if len(position.counts) != KINDS:
        yield say("hand.array", shape=(len(position.counts),))
    yield from (say("hand.counts", given=count, most=COPIES) for count in set(position.counts) - set(range(COPIES + 1)))
    if len(position.melds) > MOST_MELDS:
        yield say("hand.melds.number", number=len(position.melds), most=MOST_MELDS)
    strange = [meld for meld in position.melds if not meld_exists(meld)]
    yield from (say("hand.melds.none_such", given=tuple(meld), most=len(MELD_NAMES) - 1) for meld in strange)
    yield from (say("hand.no_seen_kind", kind=kind, most=KINDS - 1) for kind in sorted(set(position.seen) - set(range(KINDS))))
    if position.dealer not in range(SEATS):
        yield say("hand.dealer", given=position.dealer, most=SEATS - 1)


def meld_exists(meld: Meld) -> bool:
    """Whether form and lowest kind are those of a meld."""
    if not all(isinstance(number, (int, np.integer)) for number in meld):
        return False
    if meld.form not in range(len(MELD_NAMES)) or meld.kind not in range(KINDS):
        return False
    return meld.form != CHOW or (meld.kind < FIRST_HONOR and meld.kind % RANKS <= RANKS - MELD_TILES)


def _tile_problems(position: Position) -> Iterable[str]:
    held, needed = sum(position.counts), HAND - MELD_TILES * len(position.melds)
    if held != needed:
        yield say("hand.size", field=say("hand.field"), tiles=held, melds=len(position.melds), allowed=say("hand.size.drawn", tiles=needed))
    table = count_kinds([kind for meld in position.melds for kind in meld.kinds()] + list(position.seen))
    for kind in range(KINDS):
        if position.counts[kind] + table[kind] > COPIES:
            yield say("hand.copies.seen", tile=tile_name(kind), copies=position.counts[kind] + table[kind])
    if position.wall_left < 0:
        yield say("hand.too_many_seen", given=len(position.seen), most=len(position.seen) + position.wall_left)
