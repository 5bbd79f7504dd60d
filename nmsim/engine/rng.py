"""Random numbers as pure functions of an address: Philox4x32-10 (Salmon et al. 2011). No stream has a state."""

from __future__ import annotations

import numpy as np

from nmsim.engine.kernel import kernel, part

MASK32 = np.uint64(0xFFFFFFFF)
SHIFT32 = np.uint64(32)
TWO_TO_32 = np.uint64(1 << 32)
MULTIPLIER_0 = np.uint64(0xD2511F53)
MULTIPLIER_1 = np.uint64(0xCD9E8D57)
WEYL_0 = np.uint64(0x9E3779B9)
WEYL_1 = np.uint64(0xBB67AE85)
ROUNDS = 10
PURPOSE_WALL, PURPOSE_DECISION, PURPOSE_DEALER = np.uint64(0), np.uint64(1), np.uint64(2)


@kernel
def philox(c0, c1, c2, c3, k0, k1):
    """Four random 32-bit words (as uint64) for a counter of four words and a key of two (all uint64 below 2^32)."""
    for _ in range(ROUNDS):
        p0 = MULTIPLIER_0 * c0
        p1 = MULTIPLIER_1 * c2
        c0, c1, c2, c3 = (p1 >> SHIFT32) ^ c1 ^ k0, p1 & MASK32, (p0 >> SHIFT32) ^ c3 ^ k1, p0 & MASK32
        k0 = (k0 + WEYL_0) & MASK32
        k1 = (k1 + WEYL_1) & MASK32
    return c0, c1, c2, c3


@part
def word_of(number, block, purpose, key, address):
    """Word `number` (0-3) of one counter block; key and address are uint64[2], low and high words."""
    w0, w1, w2, w3 = philox(np.uint64(block), purpose, address[0], address[1], key[0], key[1])
    if number == 0:
        return w0
    if number == 1:
        return w1
    return w2 if number == 2 else w3


@part
def scaled(word, n):
    """Which of n equal parts a 32-bit word falls in, int64."""
    return np.int64((word * np.uint64(n)) >> SHIFT32)


@kernel
def shuffle(tiles, size, key, address):
    """Shuffle tiles[:size] (int8) in place, uniformly and without bias, by the stream of the wall at `address`."""
    w0 = w1 = w2 = w3 = np.uint64(0)
    block = np.uint64(0)
    left = 0
    last = size - 1
    while last > 0:
        if left == 0:
            w0, w1, w2, w3 = philox(block, PURPOSE_WALL, address[0], address[1], key[0], key[1])
            block += np.uint64(1)
            left = 4
        word = w0 if left == 4 else (w1 if left == 3 else (w2 if left == 2 else w3))
        left -= 1
        bound = np.uint64(last + 1)
        product = word * bound
        # Lemire's rejection: the few words that would favour some positions are passed over.
        low = product & MASK32
        if low < bound and low < TWO_TO_32 % bound:
            continue
        other = np.int64(product >> SHIFT32)
        tiles[last], tiles[other] = tiles[other], tiles[last]
        last -= 1
