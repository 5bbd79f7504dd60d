"""What lies on the table: walls, seats, melds and rivers, and what a seat may do with a tile. No decisions are taken here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from nmsim.errors import InputError
from nmsim.outcomes import NONE, SEATS
from nmsim.reference import shapes
from nmsim.reference.log import CHOW_ACT, KONG_ADDED_ACT, KONG_CONCEALED_ACT, KONG_OPEN_ACT, PUNG_ACT, Action
from nmsim.rules import Rules
from nmsim.tiles import (
    CHOW,
    COPIES,
    FIRST_HONOR,
    KINDS,
    KONG_ADDED,
    KONG_CONCEALED,
    PUNG,
    RANKS,
    TILES,
    Meld,
    count_kinds,
)
from nmsim.words import say

HAND = 13
STACK = TILES // SEATS  # tiles of a private stack


class Stack:
    """Tiles to draw: `head` is the next, `tail` one past the last; the last `reserve` are never drawn."""

    __slots__ = ("head", "reserve", "tail", "tiles")

    def __init__(self, tiles: Sequence[int], head: int, reserve: int = 0) -> None:
        self.tiles = tiles
        self.head = head
        self.tail = len(tiles)
        self.reserve = reserve

    @property
    def live(self) -> int:
        """Tiles that may still be drawn."""
        return self.tail - self.head - self.reserve

    def take(self, from_tail: bool) -> int:
        """The next tile of either end."""
        if from_tail:
            self.tail -= 1
            return self.tiles[self.tail]
        self.head += 1
        return self.tiles[self.head - 1]


class Seat:
    """One player's tiles and what befell them. `counts`: concealed tiles by kind."""

    def __init__(self, number: int, tiles: Sequence[int]) -> None:
        self.number = number
        self.dealt = tuple(tiles)
        self.counts = count_kinds(list(tiles))
        self.melds: list[Meld] = []
        self.feeders: list[int] = []  # who discarded the claimed tile of each meld
        self.river: list[int] = []
        self.claimed: list[bool] = []  # which river tiles were taken
        self.discards = 0
        self.draws = 0  # ordinary draws, replacements not counted
        self.decisions = 0
        self.locked = False
        self.completions = 0
        self.refused_own = [0, 0, 0]  # suit, second condition, both
        self.refused_other = [0, 0, 0]
        self.refused_first = NONE
        self._waits: frozenset[int] | None = None

    def concealed(self) -> list[int]:
        """Kinds in hand, ascending, once each copy."""
        return [kind for kind in range(KINDS) for _ in range(self.counts[kind])]

    def change(self, kind: int, tiles: int) -> None:
        """Add (or take away) copies of a kind."""
        self.counts[kind] += tiles
        self._waits = None

    def waits(self, rules: Rules) -> frozenset[int]:
        """Kinds that would complete the present 3n+1 tiles in shape."""
        if self._waits is None:
            self._waits = shape_waits(self.counts, rules, bool(self.melds))
        return self._waits


@cache
def _suit_additions(counts: tuple[int, ...], chows: bool) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """One suit's state, and the ranks whose addition makes it sets, or sets and a pair."""
    sets, pair = [], []
    for rank in range(len(counts)):
        state = shapes.suit_state((*counts[:rank], counts[rank] + 1, *counts[rank + 1 :]), chows)
        if state == "sets":
            sets.append(rank)
        elif state == "sets_and_pair":
            pair.append(rank)
    return shapes.suit_state(counts, chows), tuple(sets), tuple(pair)


_NO_WAITS: frozenset[int] = frozenset()


def shape_waits(counts: Sequence[int], rules: Rules, melded: bool) -> frozenset[int]:
    """Kinds that complete 3n+1 concealed tiles in shape, under the shapes that the rules have."""
    waits = _four_set_waits(counts)
    if melded:
        return waits
    odd = _single_odd_kind(counts) if rules.seven_pairs else NONE
    if odd != NONE and (rules.seven_pairs_quads or max(counts) <= 2):
        waits |= {odd}
    if rules.thirteen_orphans:
        held = [counts[kind] for kind in shapes.ORPHAN_KINDS]
        if sum(held) == HAND and held.count(0) <= 1:
            waits |= {kind for kind in shapes.ORPHAN_KINDS if 0 not in held or not counts[kind]}
    return waits


def _single_odd_kind(counts: Sequence[int]) -> int:
    """The only kind of which an odd number is held; NONE when there are several."""
    found = NONE
    for kind, count in enumerate(counts):
        if count & 1:
            if found != NONE:
                return NONE
            found = kind
    return found


def _four_set_waits(counts: Sequence[int]) -> frozenset[int]:
    broken = NONE  # the one suit that the tile must mend
    pairs = 0
    suits = []
    for first in range(0, KINDS, RANKS):
        additions = _suit_additions(tuple(counts[first : first + RANKS]), first < FIRST_HONOR)
        suits.append(additions)
        if additions[0] == "nothing":
            if broken != NONE:
                return _NO_WAITS
            broken = first
        pairs += additions[0] == "sets_and_pair"
    found: set[int] = set()
    for number, (state, sets, pair) in enumerate(suits):
        first = number * RANKS
        if broken not in (NONE, first):
            continue
        other_pairs = pairs - (state == "sets_and_pair")
        if other_pairs <= 1:
            found.update(first + rank for rank in (sets if other_pairs else pair))
    return frozenset(found)


def deal_stacks(wall: Sequence[int], rules: Rules, deal: str, players: int) -> tuple[list[Seat], list[Stack]]:
    """The seats with their first 13 tiles, and the stack that each seat draws from. Raises InputError."""
    if sorted(wall) != sorted(list(range(KINDS)) * COPIES):
        raise InputError(say("game.wall.whole"))
    if players not in (1, SEATS):
        raise InputError(say("game.players", given=players, seats=SEATS))
    if deal not in ("shared", "private"):
        raise InputError(say("game.deal", given=deal))
    if players == 1 or deal == "private":
        if rules.wall_reserve:
            raise InputError(say("game.reserve", given=rules.wall_reserve))
        seats = [Seat(seat, wall[STACK * seat : STACK * seat + HAND] if seat < players else ()) for seat in range(SEATS)]
        return seats, [Stack(wall[STACK * seat : STACK * (seat + 1)], HAND) for seat in range(players)]
    seats = [Seat(seat, wall[HAND * seat : HAND * (seat + 1)]) for seat in range(SEATS)]
    return seats, [Stack(wall, HAND * SEATS, rules.wall_reserve)] * SEATS


def chows_with(counts: Sequence[int], kind: int) -> list[int]:
    """Lowest kinds of the chows that the tile completes with tiles in hand, ascending."""
    if kind >= FIRST_HONOR:
        return []
    rank, suit = kind % RANKS, kind - kind % RANKS
    found = []
    for low in range(max(0, rank - 2), min(rank, RANKS - 3) + 1):
        if all(counts[suit + other] for other in range(low, low + 3) if other != rank):
            found.append(suit + low)
    return found


def swap_banned(chow: int, claimed: int) -> set[int]:
    """Kinds that `swap_discard = false` forbids after a chow: the claimed one, and the other end's if it was an end."""
    banned = {claimed}
    if claimed == chow and chow % RANKS + 3 < RANKS:
        banned.add(chow + 3)
    if claimed == chow + 2 and chow % RANKS > 0:
        banned.add(chow - 1)
    return banned


def claims_on(rules: Rules, seat: Seat, kind: int, is_next: bool, kong: bool) -> list[Action]:
    """Open kong, pung and chows that the seat could make of another's discard; `kong`: whether kongs are possible at all."""
    held = seat.counts[kind]
    found: list[Action] = []
    if held >= 3 and kong:
        found.append((KONG_OPEN_ACT, kind))
    if held >= 2:
        found.append((PUNG_ACT, kind))
    if is_next:
        for chow in chows_with(seat.counts, kind):
            if rules.swap_discard or discards_after_chow(rules, seat.counts, chow, kind):
                found.append((CHOW_ACT, chow))
    return found


def discards_after_chow(rules: Rules, counts: Sequence[int], chow: int, claimed: int) -> list[int]:
    """Kinds that may be discarded once the chow is melded."""
    left = list(counts)
    for kind in Meld(CHOW, chow).kinds():
        left[kind] -= kind != claimed
    banned = set() if rules.swap_discard else swap_banned(chow, claimed)
    return [kind for kind in range(KINDS) if left[kind] and kind not in banned]


def own_kongs(rules: Rules, seat: Seat, drawn: int) -> list[Action]:
    """Concealed, then added kongs that the seat could declare; `drawn`: the tile just drawn, or none after a claim."""
    found: list[Action] = []
    if COPIES in seat.counts:
        found += [(KONG_CONCEALED_ACT, kind) for kind in range(KINDS) if seat.counts[kind] == COPIES]
    pungs = sorted(meld.kind for meld in seat.melds if meld.form == PUNG)
    found += [(KONG_ADDED_ACT, kind) for kind in pungs if seat.counts[kind] and (rules.added_kong_any_turn or kind == drawn)]
    return found


def meld_claim(seat: Seat, form: int, kind: int, claimed: int, feeder: int) -> None:
    """Move a claimed tile and the tiles that go with it from hand to a meld."""
    meld = Meld(form, kind)
    for part in meld.kinds():
        seat.change(part, -1)
    seat.change(claimed, 1)
    seat.melds.append(meld)
    seat.feeders.append(feeder)


def meld_own_kong(seat: Seat, action: int, kind: int) -> None:
    """Make a declared kong stand."""
    if action == KONG_CONCEALED_ACT:
        seat.change(kind, -COPIES)
        seat.melds.append(Meld(KONG_CONCEALED, kind))
        seat.feeders.append(NONE)
    else:
        seat.change(kind, -1)
        seat.melds[seat.melds.index(Meld(PUNG, kind))] = Meld(KONG_ADDED, kind)
