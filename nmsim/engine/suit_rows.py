"""Rows of one suit: the fewest missing tiles for each number of sets, pair and condition.

A *row* is int8[ROW]. Its lanes HELD * met + PAIR * pair + m for m = 0 to 4 sets, pair 0 or 1, met 0 (anything goes) or 1 (the second
condition is met inside this suit), are what the rules count; its lanes SHAPE + PAIR * pair + m are without any condition. ABSENT marks what
cannot be, the unused lanes too. A loop over the 64 lanes of a row, indices of two dimensions, becomes a few vector instructions; a shorter
one is unrolled into scalar ones, ten times as slow.
"""

from __future__ import annotations

import numpy as np

from nmsim.engine.kernel import kernel, part

# Numbers of sets: 0 to 4.
SETS = 5
PAIR = 8
HELD = 16
LEGAL = 32
SHAPE = LEGAL
ROW = 64
ABSENT = 50
# Columns of a generic row, SETS wide each.
GENERIC_SETS, GENERIC_SETS_TERMINAL, GENERIC_PAIR, GENERIC_PAIR_TERMINAL, GENERIC_JIANG, GENERIC_BOTH = range(0, 6 * SETS, SETS)
GENERIC = 6 * SETS
# What the second condition asks.
MODE_OFF, MODE_EITHER, MODE_YAOJIU, MODE_JIANG, MODE_BOTH = range(5)

SUIT_RANKS = 9
LAST_RANK = SUIT_RANKS - 1
LAST_CHOW = SUIT_RANKS - 3
BASE = 5
COPIES = BASE - 1
# A third chow from one rank makes the same tiles as three pungs, so two suffice.
STARTS = 3
# Flags of a partial target: pair taken, holds a 1 or 9, the pair is a 2, 5 or 8.
FLAGS = 8
FLAG_PAIR, FLAG_TERMINAL, FLAG_JIANG = 1, 2, 4
STATES = STARTS * STARTS * SETS * FLAGS
WORK = GENERIC + 2 * STATES

# The memo of rows under melds: direct-mapped; a slot knows its full key.
MEMO_BITS = 14
MEMO_MIX = 0x9E3779B97F4A7C15
MEMO_SHIFT = 64 - MEMO_BITS
KEYS = BASE**SUIT_RANKS
KINDS_OF_ROW = 10
MEMO_ROWS = 1 << MEMO_BITS
MEMO = WORK + MEMO_ROWS


@part
def rule_row(generic, start, mode, rows, at):
    """Turn the generic row at `generic[start:]` (GENERIC integers) into row `at` of `rows` (int8[:, ROW])."""
    for m in range(SETS):
        sets = generic[start + GENERIC_SETS + m]
        pair = generic[start + GENERIC_PAIR + m]
        rows[at, SHAPE + m] = sets
        rows[at, SHAPE + PAIR + m] = pair
        met_sets = generic[start + GENERIC_SETS_TERMINAL + m]
        met_pair = generic[start + GENERIC_PAIR_TERMINAL + m]
        jiang = generic[start + GENERIC_JIANG + m]
        if mode == MODE_OFF:
            met_sets, met_pair = sets, pair
        elif mode == MODE_EITHER:
            met_pair = jiang if jiang < met_pair else met_pair
        elif mode == MODE_JIANG:
            met_sets, met_pair, pair = sets, jiang, jiang
        elif mode == MODE_BOTH:
            met_pair, pair = generic[start + GENERIC_BOTH + m], jiang
        rows[at, m] = sets
        rows[at, PAIR + m] = pair
        rows[at, HELD + m] = met_sets
        rows[at, HELD + PAIR + m] = met_pair


@kernel
def rule_rows(generic, mode, rows):
    """Rows int8[n, ROW] of generic rows int8[n, GENERIC]."""
    for at in range(generic.shape[0]):
        rule_row(generic[at], 0, mode, rows, at)


@part
def _settle(work, new, cost, place, flags, rank, count, used, cap):
    """Enter the partial target in `work[new:]`, without and with its pair at this rank; `used` tiles of the rank go to sets."""
    jiang = FLAG_PAIR | FLAG_JIANG if rank % 3 == 1 else FLAG_PAIR
    for pair in range(2 - (flags & FLAG_PAIR)):
        tiles = used + 2 * pair
        if tiles > cap:
            return
        reached = flags | (jiang if pair else 0)
        if tiles > 0 and (rank == 0 or rank == LAST_RANK):
            reached |= FLAG_TERMINAL
        total = cost + (tiles - count if tiles > count else 0)
        if total < work[new + place + reached]:
            work[new + place + reached] = total


@part
def _extend_from(work, new, place, earlier, recent, m, flags, rank, count, cap, sets, chows):
    """From one partial target, at `work[place]`, to all that settle this rank, at `work[new:]`."""
    cost = work[place]
    most = STARTS - 1 if chows and rank <= LAST_CHOW else 0
    for started in range(most + 1):
        for pung in range(2):
            total = m + started + pung
            used = earlier + recent + started + 3 * pung
            if total > sets or used > cap:
                break
            _settle(work, new, cost, ((recent * STARTS + started) * SETS + total) * FLAGS, flags, rank, count, used, cap)


@part
def _extend(work, old, new, rank, count, cap, sets, chows):
    """One rank of `limited_row`: from the partial targets at `work[old:]` to those at `work[new:]`.

    `earlier` and `recent` chows began two and one ranks before; they are among the m sets.
    """
    for state in range(STATES):
        work[new + state] = ABSENT
    for earlier in range(STARTS):
        for recent in range(STARTS):
            if earlier + recent > cap:
                break
            for m in range(earlier + recent, sets + 1):
                place = old + ((earlier * STARTS + recent) * SETS + m) * FLAGS
                for flags in range(FLAGS):
                    if work[place + flags] < ABSENT:
                        _extend_from(work, new, place + flags, earlier, recent, m, flags, rank, count, cap, sets, chows)


@part
def _lower_columns(work, m, flags, cost):
    """Enter a complete target of m sets in every column of the generic row `work[:GENERIC]` that it belongs to."""
    for kind in range(0, GENERIC, SETS):
        wanted = FLAG_PAIR if kind >= GENERIC_PAIR else 0
        if kind == GENERIC_SETS_TERMINAL or kind == GENERIC_PAIR_TERMINAL or kind == GENERIC_BOTH:
            wanted |= FLAG_TERMINAL
        if kind == GENERIC_JIANG or kind == GENERIC_BOTH:
            wanted |= FLAG_JIANG
        belongs = flags & wanted == wanted and (flags ^ wanted) & FLAG_PAIR == 0
        if belongs and cost < work[kind + m]:
            work[kind + m] = cost


@part
def limited_row(key, used_key, sets, chows, work):
    """Generic row, at `work[:GENERIC]`, of the counts `key` where melds have used up the tiles `used_key`; `work` int64[WORK] is scratch.

    Up to `sets` sets; entries beyond are ABSENT. Exact: every target within the copies left is tried.
    """
    old = GENERIC
    new = GENERIC + STATES
    for entry in range(WORK):
        work[entry] = ABSENT
    work[old] = 0
    for rank in range(SUIT_RANKS):
        _extend(work, old, new, rank, key % BASE, COPIES - used_key % BASE, sets, chows)
        old, new = new, old
        key //= BASE
        used_key //= BASE
    for m in range(sets + 1):
        for flags in range(FLAGS):
            _lower_columns(work, m, flags, work[old + m * FLAGS + flags])


@part
def remembered_row(memo, rows, first, key, used_key, sets, mode, chows):
    """Number, from `first` on in `rows` (int8[:, ROW]), of the rule row under melds; computed unless `memo` (int64[MEMO]) knows it."""
    full = ((np.int64(used_key) * KEYS + key) * SETS + sets) * KINDS_OF_ROW + mode * 2 + chows
    slot = np.int64((np.uint64(full) * np.uint64(MEMO_MIX)) >> np.uint64(MEMO_SHIFT))
    if memo[WORK + slot] != full:
        limited_row(key, used_key, sets, chows, memo)
        rule_row(memo, 0, mode, rows, first + slot)
        memo[WORK + slot] = full
    return first + slot
