"""Exact probabilities of what is dealt, counted with whole numbers: the values a fair deal is checked against.

A hand of `tiles` tiles is one of C(136, tiles) equally likely sets; suits have 36 tiles each, honors 28, 1s and 9s 24.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from nmsim.tiles import COPIES, RANKS, SUITS, TILES

SUIT_TILES = RANKS * COPIES
TERMINAL_TILES = 2 * SUITS * COPIES
DEALT = 13


def suits_held_exactly(suits: int, tiles: int = DEALT) -> Fraction:
    """Probability that a dealt hand holds exactly `suits` of the three suits, by inclusion and exclusion.

    Raises ValueError unless 0 <= suits <= 3 and 0 <= tiles <= 136.
    """
    if not (0 <= suits <= SUITS and 0 <= tiles <= TILES):
        raise ValueError(f"suits must be 0 to {SUITS} and tiles 0 to {TILES}, not {suits} and {tiles}")
    hands = 0
    for present in range(suits + 1):
        without_others = comb(TILES - SUIT_TILES * (SUITS - present), tiles)
        hands += (-1) ** (suits - present) * comb(suits, present) * without_others
    return Fraction(comb(SUITS, suits) * hands, comb(TILES, tiles))


def lacking_a_suit(tiles: int = DEALT) -> Fraction:
    """Probability that a dealt hand has no tile of at least one suit: 0.0440126846 for 13 tiles."""
    return 1 - suits_held_exactly(SUITS, tiles)


def no_terminal(tiles: int = DEALT) -> Fraction:
    """Probability that a dealt hand holds no 1 and no 9 of a suit: 0.0702314528 for 13 tiles."""
    return Fraction(comb(TILES - TERMINAL_TILES, tiles), comb(TILES, tiles))
