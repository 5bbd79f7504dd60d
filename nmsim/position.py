"""A player's hand: its tiles, its melds, what others show. And a decision in the middle of one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from nmsim.errors import InputError
from nmsim.notation import TilesRead, read, read_melds_with_remarks, read_tile
from nmsim.outcomes import SEATS
from nmsim.tiles import CHOW, COPIES, FIRST_HONOR, KINDS, KONG_OPEN, MELD_NAMES, RANKS, TILES, Meld, count_kinds, tile_name
from nmsim.words import say

HAND = 14
DEALT = 13 * SEATS
MELD_TILES = 3
MOST_MELDS = 4
WAITING, DRAWN = 1, 2  # tiles beyond sets: before and after a draw
Counts: TypeAlias = npt.NDArray[Any]


@dataclass(frozen=True)
class Hand:
    """One hand: `counts` [34] concealed tiles by kind, own `melds`, kinds `seen` in rivers and in others' melds, in the order given.

    3n+1 or 3n+2 concealed tiles, three fewer for each meld. Made once, of text by `Hand.read`; every question about one hand takes it.
    `remarks`: what was taken to mean something when it was read, such as a red five; `last`: the kind written last, if it was text.
    Raises InputError for a hand that nobody can hold.
    """

    OVER: ClassVar[tuple[int, ...]] = (WAITING, DRAWN)  # concealed tiles beyond sets that it may hold

    counts: tuple[int, ...]
    melds: tuple[Meld, ...] = ()
    seen: tuple[int, ...] = ()
    _: KW_ONLY
    remarks: tuple[str, ...] = field(default=(), compare=False)
    last: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        given: dict[str, list[Any]] = {
            "counts": read_counts(self.counts),
            "melds": read_own_melds(self.melds)[0],
            "seen": read_seen(self.seen).kinds,
        }
        for name, value in given.items():
            object.__setattr__(self, name, tuple(value))
        problems = list(self._problems())
        if problems:
            raise InputError(*problems)

    @classmethod
    def read(cls, tiles: str, melds: str = "", seen: str = "", dragons: str = "text") -> Hand:
        """A hand from text in any notation (`nmsim.notation`). Raises InputError."""
        concealed, shown = read(tiles, dragons), read(seen, dragons)
        own = read_melds_with_remarks(melds, dragons)
        remarks = [*concealed.remarks, *(remark for _, told in own for remark in told), *shown.remarks]
        counts = tuple(count_kinds(concealed.kinds))
        last = concealed.kinds[-1] if concealed.kinds else None
        return Hand(counts, tuple(meld for meld, _ in own), tuple(shown.kinds), remarks=tuple(dict.fromkeys(remarks)), last=last)

    def with_tile(self, tile: str | int) -> Hand:
        """The hand with one more concealed tile, a kind or text. Raises InputError for a fifth copy."""
        kind = read_kind(tile)
        return replace(self, counts=(*self.counts[:kind], self.counts[kind] + 1, *self.counts[kind + 1 :]), last=kind)

    @property
    def concealed(self) -> list[int]:
        """Kinds in hand, ascending, once each copy."""
        return [kind for kind, count in enumerate(self.counts) for _ in range(count)]

    @property
    def seen_counts(self) -> list[int]:
        """`seen` by kind, 34 numbers."""
        return count_kinds(list(self.seen))

    @property
    def melded(self) -> list[int]:
        """Tiles of the own melds by kind, 34 numbers."""
        return melded_counts(self.melds)

    @property
    def drawn(self) -> bool:
        """Whether a discard is due: 3n+2 tiles."""
        return sum(self.counts) % 3 == DRAWN

    def _problems(self) -> Iterable[str]:
        size = size_problems(say("hand.field"), sum(self.counts), len(self.melds), self.OVER)
        return list(self._parts()) or [*self._copies(), *size]

    def _parts(self) -> Iterable[str]:
        """Faults of the numbers themselves."""
        for kind, count in enumerate(self.counts):
            if count < 0:
                yield say("hand.count", field=say("hand.field"), tile=tile_name(kind), count=count)
        yield from (say("hand.no_seen_kind", kind=kind, most=KINDS - 1) for kind in sorted(set(self.seen) - set(range(KINDS))))

    def _copies(self) -> Iterable[str]:
        yield from copies_problems(say("hand.field"), self.counts, self.melded)
        yield from seen_problems(self.counts, self.melds, self.seen_counts)


class WaitingHand(Hand):
    """A hand before its draw: 3n+1 concealed tiles."""

    OVER = (WAITING,)


class DrawnHand(Hand):
    """A hand that is to discard: 3n+2 concealed tiles."""

    OVER = (DRAWN,)


@dataclass(frozen=True)
class Position(DrawnHand):
    """Seat 0 is to discard from a hand. `dealer` is the seat that deals, counted from the player in order of play.

    Raises InputError for a position that cannot be.
    """

    dealer: int = 0

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

    def _problems(self) -> Iterable[str]:
        return [*super()._problems(), *self._dealer_problems()] or self._wall_problems()

    def _dealer_problems(self) -> Iterable[str]:
        if self.dealer not in range(SEATS):
            yield say("hand.dealer", given=self.dealer, most=SEATS - 1)

    def _wall_problems(self) -> Iterable[str]:
        if self.wall_left < 0:
            yield say("hand.too_many_seen", given=len(self.seen), most=len(self.seen) + self.wall_left)


def read_hand(hand: Any, melds: Any = (), seen: Any = (), kind: type[Hand] = Hand) -> Hand:
    """The one hand of a question: a `Hand`, text, kinds or counts [34], with melds and seen tiles as text or lists.

    `kind`: the class that it is to be, which says how many tiles it may hold. Raises InputError for what is no such hand.
    """
    counts, own, remarks = read_parts(hand, melds)
    if isinstance(hand, Hand):
        _refuse_beside(seen)
        return kind(hand.counts, hand.melds, hand.seen, remarks=hand.remarks)
    shown = read_seen(seen)
    return kind(tuple(counts), tuple(own), tuple(shown.kinds), remarks=tuple(dict.fromkeys([*remarks, *shown.remarks])))


def read_parts(hand: Any, melds: Any) -> tuple[list[int], list[Meld], list[str]]:
    """Counts, melds and remarks of what may be no hand: tiles and melds exist, but their number and copies are not looked at."""
    if isinstance(hand, Hand):
        _refuse_beside(melds)
        return list(hand.counts), list(hand.melds), list(hand.remarks)
    tiles = read(hand) if isinstance(hand, str) else TilesRead([], [])
    counts = count_kinds(tiles.kinds) if isinstance(hand, str) else _count_numbers(hand)
    own, told = read_own_melds(melds)
    return counts, own, [*tiles.remarks, *told]


def _refuse_beside(given: Any) -> None:
    """A `Hand` holds its melds and the seen tiles itself."""
    if not isinstance(given, Sequence) or len(given):
        raise InputError(say("hand.holds_its_own"))


def _count_numbers(hand: Any) -> list[int]:
    """Counts by kind of numbers that are counts, 34 of them, or kinds."""
    if not isinstance(hand, Sequence) or len(hand) == KINDS:
        return read_counts(hand)
    return count_kinds(_existing([int(kind) for kind in whole_numbers(hand)] if len(hand) else []))


def _existing(kinds: list[int]) -> list[int]:
    strange = [kind for kind in kinds if not 0 <= kind < KINDS]
    if strange:
        raise InputError(say("judge.no_kind", kind=strange[0], most=KINDS - 1))
    return kinds


def read_counts(numbers: Any) -> list[int]:
    """Counts by kind, 34 whole numbers. Raises InputError."""
    counts = whole_numbers(numbers)
    if counts.shape != (KINDS,):
        raise InputError(say("hand.array", shape=counts.shape))
    return [int(count) for count in counts]


def read_seen(seen: Any) -> TilesRead:
    """Kinds that others show, given as text or as kinds. Raises InputError."""
    if isinstance(seen, str):
        return read(seen)
    if not isinstance(seen, (Sequence, np.ndarray)) or not all(_is_whole(kind) for kind in seen):
        raise InputError(say("hand.seen.type", given=repr(seen)))
    return TilesRead([int(kind) for kind in seen], [])


def read_kind(tile: Any) -> int:
    """The kind of one tile, given as a kind or as text. Raises InputError."""
    if isinstance(tile, str):
        return read_tile(tile)
    if not _is_whole(tile):
        raise InputError(say("hand.tile.type", given=repr(tile), most=KINDS - 1))
    if not 0 <= tile < KINDS:
        raise InputError(say("hand.tile.kind", kind=tile, most=KINDS - 1))
    return int(tile)


def _is_whole(number: Any) -> bool:
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)


def whole_numbers(numbers: Any) -> Counts:
    """The numbers as an array of integers. Raises InputError."""
    if not isinstance(numbers, Sequence) and not hasattr(numbers, "__array__"):
        raise InputError(say("hand.type", type=type(numbers).__name__))
    try:
        array = np.asarray(numbers)
    except ValueError:
        raise InputError(say("hand.ragged")) from None
    if not np.issubdtype(array.dtype, np.integer):
        raise InputError(say("hand.dtype", type=array.dtype))
    return array


def read_own_melds(melds: Any) -> tuple[list[Meld], list[str]]:
    """Melds given as text or as a list, and the remarks on them. Raises InputError."""
    if not isinstance(melds, Sequence):
        raise InputError(say("hand.melds.type", given=repr(melds)))
    pairs = read_melds_with_remarks(melds) if isinstance(melds, str) else [(meld, []) for meld in melds]
    own = [meld for meld, _ in pairs]
    strange = [say("hand.melds.item", given=repr(meld)) for meld in own if not isinstance(meld, Meld)]
    problems = strange or list(meld_problems(own))
    if problems:
        raise InputError(*problems)
    return own, [remark for _, told in pairs for remark in told]


def meld_problems(melds: Sequence[Meld]) -> Iterable[str]:
    """Faults of melds: too many, or such as do not exist."""
    if len(melds) > MOST_MELDS:
        yield say("hand.melds.number", number=len(melds), most=MOST_MELDS)
    yield from (say("hand.melds.none_such", given=tuple(meld), most=len(MELD_NAMES) - 1) for meld in melds if not meld_exists(meld))


def copies_problems(field: str, counts: Sequence[int], melded: Sequence[int]) -> Iterable[str]:
    """Kinds of which a hand and its melds hold more than four."""
    for kind in range(KINDS):
        copies = {"field": field, "tile": tile_name(kind), "copies": counts[kind] + melded[kind]}
        if counts[kind] + melded[kind] > COPIES:
            yield say("hand.copies.melded", None, **copies, melded=melded[kind]) if melded[kind] else say("hand.copies", None, **copies)


def seen_problems(counts: Sequence[int], melds: Sequence[Meld], seen: Sequence[int]) -> Iterable[str]:
    """Kinds of which a hand, its melds and what others show hold more than four."""
    for kind, (own, melded, shown) in enumerate(zip(counts, melded_counts(melds), seen, strict=True)):
        if shown and own + melded + shown > COPIES:
            yield say("hand.copies.seen", copies=own + melded + shown, tile=tile_name(kind))


def melded_counts(melds: Sequence[Meld]) -> list[int]:
    """Tiles of melds by kind, 34 numbers."""
    return count_kinds([kind for meld in melds for kind in meld.kinds()])


def size_problems(field: str, tiles: int, melds: int, over: Sequence[int]) -> Iterable[str]:
    """A wrong number of concealed tiles, beside so many melds."""
    sets = MELD_TILES * (MOST_MELDS - melds)
    if tiles - sets not in over:
        allowed = [say("hand.size.drawn" if extra == DRAWN else "hand.size.waiting", tiles=sets + extra) for extra in over]
        yield say("hand.size", field=field, tiles=tiles, melds=melds, allowed=say("judge.or").join(allowed))


def meld_exists(meld: Meld) -> bool:
    """Whether form and lowest kind are those of a meld."""
    if not all(isinstance(number, (int, np.integer)) for number in meld):
        return False
    if meld.form not in range(len(MELD_NAMES)) or meld.kind not in range(KINDS):
        return False
    return meld.form != CHOW or (meld.kind < FIRST_HONOR and meld.kind % RANKS <= RANKS - MELD_TILES)
