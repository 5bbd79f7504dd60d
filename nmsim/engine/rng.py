"""Random numbers as pure functions of an address: Philox4x32-10 (Salmon et al. 2011). No stream has a state."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np import arrayobj

from nmsim.engine.kernel import kernel, part

MASK32 = np.uint64(0xFFFFFFFF)
SHIFT32 = np.uint64(32)
TWO_TO_32 = np.uint64(1 << 32)
MULTIPLIER_0 = np.uint64(0xD2511F53)
MULTIPLIER_1 = np.uint64(0xCD9E8D57)
WEYL_0 = np.uint64(0x9E3779B9)
WEYL_1 = np.uint64(0xBB67AE85)
ROUNDS = 10
WORDS = 4  # of one counter block
BATCH = 16  # blocks made side by side
BATCH_WORDS = WORDS * BATCH
WALL_BATCHES = 3  # enough for 135 draws, but for the few that are passed over
WALL_WORDS = WALL_BATCHES * BATCH_WORDS
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


@intrinsic
def _batch(typing_context, words, at, first, purpose, low, high, k0, k1):
    """BATCH blocks of `philox` side by side, with the counters first, first + 1 ..., to words uint32[] from `at` on, block by block."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, at, *numbers = arguments
        single, double, index = ir.IntType(32), ir.IntType(64), ir.IntType(32)
        lanes, wide = ir.VectorType(single, BATCH), ir.VectorType(double, BATCH)

        def every(value: Any) -> Any:
            one = builder.insert_element(ir.Constant(wide, ir.Undefined), value, index(0))
            return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(index, BATCH), [0] * BATCH))

        def same(number: Any) -> Any:
            return ir.Constant(wide, [int(number)] * BATCH)

        def product(multiplier: Any, counter: Any) -> Any:
            return builder.mul(builder.and_(counter, same(MASK32)), same(multiplier))

        first, purpose, low, high, k0, k1 = numbers
        # Only the lower halves of the lanes count: what is above them is masked where it matters.
        c0 = builder.add(every(first), ir.Constant(wide, list(range(BATCH))))
        c1, c2, c3 = every(purpose), every(low), every(high)
        for _ in range(ROUNDS):
            p0, p1 = product(MULTIPLIER_0, c0), product(MULTIPLIER_1, c2)
            c0, c1 = builder.xor(builder.xor(builder.lshr(p1, same(32)), c1), every(k0)), p1
            c2, c3 = builder.xor(builder.xor(builder.lshr(p0, same(32)), c3), every(k1)), p0
            k0, k1 = builder.add(k0, double(int(WEYL_0))), builder.add(k1, double(int(WEYL_1)))
        c0, c1, c2, c3 = (builder.trunc(counter, lanes) for counter in (c0, c1, c2, c3))
        both = ir.Constant(ir.VectorType(index, 2 * BATCH), list(range(2 * BATCH)))
        order = ir.Constant(ir.VectorType(index, BATCH_WORDS), [BATCH * word + block for block in range(BATCH) for word in range(WORDS)])
        found = builder.shuffle_vector(builder.shuffle_vector(c0, c1, both), builder.shuffle_vector(c2, c3, both), order)
        data = arrayobj.make_array(signature.args[0])(context, builder, words).data
        builder.store(found, builder.bitcast(builder.gep(data, [at]), found.type.as_pointer()), align=4)
        return context.get_dummy_value()

    number = types.uint64
    return types.void(words, types.int64, number, number, number, number, number, number), build


@part
def fill_batch(words, at, first, purpose, key, address):
    """Write the words of the counter blocks first..first+BATCH-1 to words uint32[] from `at` on, WORDS a block."""
    _batch(words, at, np.uint64(first), purpose, address[0], address[1], key[0], key[1])


@part
def scaled(word, n):
    """Which of n equal parts a 32-bit word falls in, int64."""
    return np.int64((word * np.uint64(n)) >> SHIFT32)


@part
def fill_wall(words, batch, key, address):
    """Write the batches of a wall's words from `batch` on to words uint32[WALL_WORDS]."""
    for number in range(WALL_BATCHES):
        first = np.uint64((batch + number) * BATCH)
        fill_batch(words, number * BATCH_WORDS, first, PURPOSE_WALL, key, address)


@kernel
def shuffle(tiles, size, key, address, words):
    """Shuffle tiles[:size] (int8) in place, uniformly and without bias, by the stream of the wall at `address`.

    `words` uint32[WALL_WORDS] is scratch.
    """
    fill_wall(words, 0, key, address)
    at = 0
    batch = WALL_BATCHES
    last = size - 1
    while last > 0:
        if at == WALL_WORDS:
            fill_wall(words, batch, key, address)
            batch += WALL_BATCHES
            at = 0
        word = np.uint64(words[at])
        at += 1
        bound = np.uint64(last + 1)
        product = word * bound
        # Lemire's rejection: the few words that would favour some positions are passed over.
        low = product & MASK32
        if low < bound and low < TWO_TO_32 % bound:
            continue
        other = np.int64(product >> SHIFT32)
        tiles[last], tiles[other] = tiles[other], tiles[last]
        last -= 1
