"""Walls stacked so that what is rare in random play happens often: ready hands, the tiles they wait for, kongs, robberies.

A stacked wall is kinds by place, -1 where the shuffle decides. Random numbers come from a `random.Random` that the caller seeds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from nmsim.reference.shapes import ORPHAN_KINDS
from nmsim.tiles import COPIES, FIRST_HONOR, KINDS, RANKS, SUITS, TILES

HAND = 13
SEATS = 4
STACK = TILES // SEATS
HONORS = tuple(range(FIRST_HONOR, KINDS))
FREE = -1
STYLES = ("any", "any", "two_suits", "no_ends", "pungs", "pure", "mixed", "pairs", "dragon", "orphans", "honors")


@dataclass
class Stacked:
    """Tiles put at places of a wall, never more than four of a kind. `private`: stacks of their own; `reserve`: tiles never drawn.

    `favourite`: a style of hand that is dealt more often.
    """

    private: bool = False
    reserve: int = 0
    favourite: str = ""
    places: list[int] = field(default_factory=lambda: [FREE] * TILES)
    left: list[int] = field(default_factory=lambda: [COPIES] * KINDS)

    def put(self, place: int, kind: int) -> bool:
        """Put a tile where none is yet; whether it was possible."""
        if not 0 <= place < TILES or self.places[place] != FREE or not self.left[kind]:
            return False
        self.places[place] = kind
        self.left[kind] -= 1
        return True

    def deal(self, seat: int, kinds: Sequence[int]) -> bool:
        """Deal tiles to a seat, all or none."""
        if any(kinds.count(kind) > self.left[kind] for kind in kinds):
            return False
        first = seat * (STACK if self.private else HAND)
        return all(self.put(first + place, kind) for place, kind in enumerate(kinds))

    def draw_place(self, number: int) -> int:
        """Where the tile of a draw lies, the dealer's fourteenth being number 0, when seat 0 deals and nobody claims."""
        return STACK * (number % SEATS) + HAND + number // SEATS if self.private else HAND * SEATS + number

    def tail_place(self, number: int, seat: int) -> int:
        """Where a replacement lies; `seat` matters for private stacks."""
        return (STACK * (seat + 1) if self.private else TILES) - 1 - number

    def last_draw(self) -> int:
        """The number of the last draw, without kongs."""
        return SEATS * (STACK - HAND) - 1 if self.private else TILES - HAND * SEATS - 1 - self.reserve


# Complete hands


def _sets(rng: random.Random, suits: Sequence[int], honors: bool, number: int, chows: float = 0.7, ends: bool = True) -> list[int]:
    """`number` random sets and a pair."""
    kinds: list[int] = []
    ranks = range(RANKS) if ends else range(1, RANKS - 1)
    singles = [suit * RANKS + rank for suit in suits for rank in ranks] + list(HONORS if honors else ())
    for _ in range(number):
        if suits and rng.random() < chows:
            low = rng.choice(suits) * RANKS + rng.randrange(ranks.start, ranks.stop - 2)
            kinds += [low, low + 1, low + 2]
        else:
            kinds += [rng.choice(singles)] * 3
    return kinds + [rng.choice(singles)] * 2


def complete_hand(rng: random.Random, style: str) -> list[int]:
    """Fourteen tiles complete in shape, in the style named; at most four of a kind."""
    while True:
        kinds = _complete(rng, style)
        if max(kinds.count(kind) for kind in kinds) <= COPIES:
            return kinds


def _complete(rng: random.Random, style: str) -> list[int]:
    suits = rng.sample(range(SUITS), SUITS)
    match style:
        case "two_suits":
            return _sets(rng, suits[:2], rng.random() < 0.3, 4)
        case "no_ends":
            return _sets(rng, suits, False, 4, ends=False)
        case "pungs":
            return _sets(rng, suits, True, 4, chows=0)
        case "pure":
            return _sets(rng, suits[:1], False, 4)
        case "mixed":
            return _sets(rng, suits[:1], True, 4)
        case "pairs":
            return [kind for kind in rng.sample(range(KINDS), 7) for _ in range(2)]
        case "dragon":
            kinds = rng.sample(range(KINDS), 6)
            return [*kinds, *kinds, kinds[0], kinds[0]]
        case "orphans":
            return [*ORPHAN_KINDS, rng.choice(ORPHAN_KINDS)]
        case "honors":
            return _sets(rng, (), True, 4) if rng.random() < 0.5 else [kind for kind in HONORS for _ in range(2)]
        case _:
            return _sets(rng, suits, rng.random() < 0.4, 4)


def _ready(rng: random.Random, style: str) -> tuple[list[int], int]:
    """Thirteen tiles, and a tile that completes them."""
    kinds = complete_hand(rng, style)
    rng.shuffle(kinds)
    return kinds[1:], kinds[0]


# Walls


def near_everything(rng: random.Random, wall: Stacked) -> None:
    """Ready hands all round, and draws full of what completes, pungs or kongs them."""
    wishes: list[int] = []
    for seat in range(SEATS):
        for _ in range(4):
            kinds, missing = _ready(rng, wall.favourite if wall.favourite and rng.random() < 0.6 else rng.choice(STYLES))
            if wall.deal(seat, kinds):
                wishes += [missing, *(kind for kind in set(kinds) if kinds.count(kind) >= 2)]
                break
    share = rng.choice((0.05, 0.3, 0.6))
    last = wall.last_draw()
    for number in range(last + 1):
        late = number > last - 6
        if wishes and rng.random() < (0.6 if late else share if number < 30 else share / 4):
            wall.put(wall.draw_place(number), rng.choice(wishes))
    for number in range(6):
        for seat in range(SEATS if wall.private else 1):
            if wishes and rng.random() < 0.6:
                wall.put(wall.tail_place(number, seat), rng.choice(wishes))


def complete_at_once(rng: random.Random, wall: Stacked) -> None:
    """Somebody is complete on the first tile: the dealer, a seat on its first draw, or one or several on the dealer's first discard."""
    who = rng.randrange(SEATS)
    kinds, missing = _ready(rng, rng.choice(STYLES))
    wall.deal(who, kinds)
    wall.put(wall.draw_place(0 if rng.random() < 0.5 else who), missing)


def one_tile_for_all(rng: random.Random, wall: Stacked) -> None:
    """Three seats wait for the tile that the dealer draws, and again for later ones."""
    wanted = rng.randrange(SUITS) * RANKS + rng.randrange(1, RANKS - 1)
    for seat in range(1, SEATS):
        for _ in range(8):
            kinds = [wanted - 1, wanted + 1, *_sets(rng, range(SUITS), seat == 1, 3)]
            if wanted not in kinds and wall.deal(seat, kinds):
                break
    for number in rng.sample(range(5), 3):
        wall.put(wall.draw_place(number), wanted)


def kong_and_bloom(rng: random.Random, wall: Stacked) -> None:
    """A seat holds four of a kind (or three, the fourth being drawn) and is completed by the replacement."""
    seat = rng.randrange(SEATS)
    quad = rng.randrange(KINDS)
    rest = [quad] * COPIES
    while quad in rest:
        rest = _sets(rng, rng.sample(range(SUITS), rng.choice((1, 2, 3))), rng.random() < 0.3, 3)
    rng.shuffle(rest)
    held_back = rng.randrange(2)
    kinds = [quad] * (COPIES - held_back) + rest[2 - held_back :]
    wall.deal(seat, kinds)
    wall.put(wall.draw_place(rng.choice((seat, 0)) if held_back else seat), quad if held_back else rest[0])
    wall.put(wall.tail_place(0, seat), rest[1 - held_back] if not held_back else rest[0])


def bloom_on_the_last_tile(rng: random.Random, wall: Stacked) -> None:
    """The seat of the last draw but one kongs, and is completed by the last tile."""
    number = wall.last_draw() - 1
    seat = number % SEATS
    quad = rng.randrange(KINDS)
    rest = [quad]
    while quad in rest:
        rest = _sets(rng, range(SUITS), False, 3)
    rng.shuffle(rest)
    wall.deal(seat, [quad] * 3 + rest[1:])
    wall.put(wall.draw_place(number), quad)
    wall.put(wall.tail_place(0, seat), rest[0])


def many_kongs(rng: random.Random, wall: Stacked) -> None:
    """Every seat holds a kong or two, with more to come."""
    kinds = rng.sample(range(KINDS), KINDS)
    for seat in range(SEATS):
        count = rng.choice((1, 1, 2, 3))
        mine = [kinds.pop() for _ in range(count)]
        wall.deal(seat, [kind for kind in mine for _ in range(COPIES if rng.random() < 0.7 else 3)])
        for number in range(2):
            wall.put(wall.tail_place(rng.randrange(6), seat), mine[number % count])


def robbed_adding(rng: random.Random, wall: Stacked) -> None:
    """The dealer pungs the fourth draw and draws the fourth copy a round later, when the next seat has become ready for it."""
    wanted = rng.randrange(SUITS) * RANKS + rng.randrange(1, RANKS - 1)
    pair, junk = rng.sample(HONORS, 2)
    rest = [wanted]
    while wanted in rest:
        rest = _sets(rng, range(SUITS), False, 3)[:9]
    for seat in (1, 2) if rng.random() < 0.4 else (1,):
        wall.deal(seat, [wanted - 1, wanted + 1, pair, junk, *rest])
        pair, junk, rest = HONORS[0] if pair != HONORS[0] else HONORS[1], HONORS[-1], [kind for kind in rest if kind != wanted]
    wall.deal(0, [wanted, wanted])
    for number, kind in ((3, wanted), (7, wanted), (4, wall.places[15]), (5, wall.places[28])):
        if kind != FREE:
            wall.put(wall.draw_place(number), kind)


def robbed_hidden(rng: random.Random, wall: Stacked) -> None:
    """The dealer draws the fourth copy of a kind that other seats wait for."""
    wanted = rng.randrange(SUITS) * RANKS + rng.randrange(1, RANKS - 1)
    for seat in range(1, SEATS):
        kinds = [wanted]
        while wanted in kinds:
            kinds = [wanted - 1, wanted + 1, *_sets(rng, range(SUITS), False, 3)]
        wall.deal(seat, kinds)
    wall.deal(0, [wanted] * 3)
    wall.put(wall.draw_place(0), wanted)


def fed_kong(rng: random.Random, wall: Stacked) -> None:
    """The dealer discards the fourth copy of a kind that a ready seat holds thrice; the replacement completes it."""
    seat = rng.randrange(1, SEATS)
    quad = rng.randrange(KINDS)
    rest = [quad]
    while quad in rest:
        rest = _sets(rng, range(SUITS), rng.random() < 0.3, 3)
    rng.shuffle(rest)
    wall.deal(seat, [quad] * 3 + rest[1:])
    wall.put(wall.draw_place(0), quad)
    wall.put(wall.tail_place(0, seat), rest[0])


Start = Callable[[random.Random, Stacked], None]
STARTS: dict[str, Start] = {
    start.__name__: start
    for start in (
        near_everything,
        complete_at_once,
        one_tile_for_all,
        kong_and_bloom,
        bloom_on_the_last_tile,
        many_kongs,
        robbed_adding,
        robbed_hidden,
        fed_kong,
    )
}
