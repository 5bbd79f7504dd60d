"""Decks of a few kinds, small enough for every hand of them to be looked at."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt

from nmsim.exact.groups import Deck
from nmsim.tiles import KINDS, RANKS
from tests.unit.random_hands import random_pool

Counts = npt.NDArray[np.int8]
HANDS = (200, 1_500)


def hands_of(copies: list[int], tiles: int) -> Counts:
    """All counts int8[n, 34] of so many tiles where a kind has so many copies."""
    hands = np.zeros((1, 0), np.int8)
    for kind, most in enumerate(copies):
        held = [np.insert(hands, hands.shape[1], count, axis=1) for count in range(most + 1)]
        hands = np.concatenate(held)
        totals = hands.sum(axis=1)
        hands = hands[(totals <= tiles) & (totals + sum(copies[kind + 1 :]) >= tiles)]
    return hands


def number_of_hands(copies: list[int], tiles: int) -> int:
    """How many different counts `hands_of` gives."""
    found = [1] + [0] * tiles
    for most in copies:
        found = [sum(found[max(0, held - most) : held + 1]) for held in range(tiles + 1)]
    return found[tiles]


def small_deck(rng: random.Random) -> list[int]:
    """Copies of each kind of a deck that has some hundreds to thousands of hands of 14 tiles: any kinds, or those of some colors."""
    while True:
        copies = [0] * KINDS
        for kind in rng.sample(pool := random_pool(rng), min(len(pool), rng.randint(5, 16))):
            copies[kind] = rng.choice((1, 1, 2, 2, 3, 4))
        if rng.random() < 0.3:
            for kind in (0, 8, 9, 17, 18, 26, *range(27, KINDS)):
                copies[kind] = max(1, copies[kind])
        if 15 <= sum(copies) <= 26 and HANDS[0] <= number_of_hands(copies, 14) <= HANDS[1]:
            return copies


def as_deck(copies: list[int]) -> Deck:
    return tuple(tuple(copies[first : first + RANKS]) for first in range(0, KINDS, RANKS))


def pairs_deck(rng: random.Random) -> list[int]:
    """A deck with many complete hands: runs of ranks, or twos and fours of a kind."""
    while True:
        copies = [0] * KINDS
        for kind in rng.sample(pool := random_pool(rng), min(len(pool), rng.randint(5, 9))):
            copies[kind] = rng.choice((2, 3, 3, 4))
        if sum(copies) >= 15 and HANDS[0] <= number_of_hands(copies, 14) <= HANDS[1]:
            return copies
