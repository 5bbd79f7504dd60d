"""The n-th bit of a mask on any processor, and random words made side by side: the same as one at a time."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from nmsim.engine import rng as words_module
from nmsim.engine.kernel import kernel
from nmsim.engine.lanes import nth_bit, nth_bit_in_turn
from nmsim.engine.rng import BATCH, BATCH_WORDS, WORDS, fill_batch
from nmsim.tiles import KINDS


@kernel
def both_ways(mask, number):
    """The place of a bit by the way chosen for this processor, and by the other one."""
    return nth_bit(mask, number), nth_bit_in_turn(mask, number)


@kernel
def batch_of(words, first, purpose, key, address):
    """A batch of counter blocks."""
    fill_batch(words, 0, first, purpose, key, address)


def test_the_nth_bit_is_found_either_way() -> None:
    rng = random.Random(1)
    for _ in range(500):
        places = sorted(rng.sample(range(KINDS), rng.randint(1, KINDS)))
        number = rng.randrange(len(places))
        mask = np.int64(sum(1 << place for place in places))
        found: Any = both_ways(mask, np.int64(number))
        assert found == (places[number], places[number])


def test_a_batch_holds_the_words_of_its_blocks() -> None:
    rng = random.Random(2)
    philox: Any = words_module.philox
    for _ in range(50):
        key, address = (np.array([rng.getrandbits(32), rng.getrandbits(32)], np.uint64) for _ in range(2))
        first, purpose = rng.randrange(1 << 20), np.uint64(rng.getrandbits(32))
        words = np.zeros(BATCH_WORDS, np.uint32)
        batch_of(words, np.int64(first), purpose, key, address)
        for block in range(BATCH):
            alone = philox(np.uint64(first + block), purpose, *address, *key)
            assert words[WORDS * block : WORDS * (block + 1)].tolist() == [int(word) for word in alone]
