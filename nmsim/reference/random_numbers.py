"""Random numbers of a hand: Philox4x32-10 in plain Python, and the walls, decision words and dealers made from it.

Philox (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011) is a pure function of key and counter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nmsim.errors import InputError
from nmsim.tiles import COPIES, KINDS, TILES
from nmsim.words import say

Words = tuple[int, int, int, int]

MASK = 0xFFFFFFFF
_ROUNDS = 10
_MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
_WEYL = (0x9E3779B9, 0xBB67AE85)
_WALL, _DECISION, _FIRST_DEALER = range(3)  # purposes, the low byte of counter word 1


def philox(counter: Words, key: tuple[int, int]) -> Words:
    """The four 32-bit words of one block."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(_ROUNDS):
        left, right = _MULTIPLIERS[0] * c0, _MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = (right >> 32) ^ c1 ^ k0, right & MASK, (left >> 32) ^ c3 ^ k1, left & MASK
        k0, k1 = (k0 + _WEYL[0]) & MASK, (k1 + _WEYL[1]) & MASK
    return c0, c1, c2, c3


def _block(seed: int, number: int, c0: int, c1: int) -> Words:
    return philox((c0, c1, number & MASK, number >> 32 & MASK), (seed & MASK, seed >> 32 & MASK))


def _wall_words(seed: int, wall_id: int) -> Iterator[int]:
    block = 0
    while True:
        yield from _block(seed, wall_id, block, _WALL)
        block += 1


def _draw_below(words: Iterator[int], bound: int) -> int:
    """A number from 0 to bound - 1, each exactly as likely (Lemire's method)."""
    while True:
        product = next(words) * bound
        if product & MASK >= (1 << 32) % bound:
            return product >> 32


def _shuffle(tiles: list[int], seed: int, wall_id: int) -> list[int]:
    words = _wall_words(seed, wall_id)
    for last in range(len(tiles) - 1, 0, -1):
        other = _draw_below(words, last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tiles


def shuffled_wall(seed: int, wall_id: int) -> list[int]:
    """The 136 kinds of a wall, a pure function of the seed and the wall's number."""
    return _shuffle([tile // COPIES for tile in range(TILES)], seed, wall_id)


def stacked_wall(seed: int, wall_id: int, given: Mapping[int, int]) -> list[int]:
    """A wall with given kinds at given positions and the other tiles shuffled into the free positions, in order.

    Raises InputError for a position or kind that does not exist, or a kind given more than four times.
    """
    left = [COPIES] * KINDS
    for position, kind in given.items():
        if not 0 <= position < TILES or not 0 <= kind < KINDS:
            raise InputError(say("game.wall.place", position=position, kind=kind, places=TILES - 1, kinds=KINDS - 1))
        left[kind] -= 1
        if left[kind] < 0:
            raise InputError(say("game.wall.copies", kind=kind, copies=COPIES))
    others = iter(_shuffle([kind for kind in range(KINDS) for _ in range(left[kind])], seed, wall_id))
    return [given[position] if position in given else next(others) for position in range(TILES)]


def decision_words(seed: int, wall_id: int, seat: int, decision: int, salt: int) -> Words:
    """The words of a seat's decision: ties, mistakes, what the mistake is, coins."""
    return _block(seed, wall_id, decision, _DECISION + 256 * seat + 65536 * salt)


def first_dealer(seed: int, match: int) -> int:
    """Who deals the first hand of a match."""
    return _block(seed, match, 0, _FIRST_DEALER)[0] % 4
