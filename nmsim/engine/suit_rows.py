"""Rows of one suit: the fewest missing tiles for each number of sets, pair and condition.

A *legal row* is int8[LEGAL]: lane HELD * met + PAIR * pair + m for m = 0 to 4 sets, pair 0 or 1, met 0 (anything goes) or 1 (the second
condition is met inside this suit). A *shape row* is int8[SHAPE], lane PAIR * pair + m, without any condition. ABSENT marks what cannot be,
the unused lanes too; loops over whole rows become a few vector instructions (indices of two dimensions, run-time length: measured).
"""

from __future__ import annotations

import numpy as np

from nmsim.engine.kernel import kernel

# Numbers of sets: 0 to 4.
SETS = 5
PAIR = 8
HELD = 16
LEGAL = 32
SHAPE = 16
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

# The memo of rows under melds: direct-mapped; a slot knows its full key.
MEMO_BITS = 14
MEMO_MIX = 0x9E3779B97F4A7C15
MEMO_SHIFT = 64 - MEMO_BITS
KEYS = BASE**SUIT_RANKS
KINDS_OF_ROW = 10


@kernel
def rule_row(generic, mode, legal, shape, at):
    """Turn one generic row (int8[GENERIC]) into row `at` of `legal` and `shape` (int8[:, LEGAL] and int8[:, SHAPE])."""
    for m in range(SETS):
        sets = generic[GENERIC_SETS + m]
        pair = generic[GENERIC_PAIR + m]
        shape[at, m] = sets
        shape[at, PAIR + m] = pair
        met_sets = generic[GENERIC_SETS_TERMINAL + m]
        met_pair = generic[GENERIC_PAIR_TERMINAL + m]
        jiang = generic[GENERIC_JIANG + m]
        if mode == MODE_OFF:
            met_sets, met_pair = sets, pair
        elif mode == MODE_EITHER:
            met_pair = jiang if jiang < met_pair else met_pair
        elif mode == MODE_JIANG:
            met_sets, met_pair, pair = sets, jiang, jiang
        elif mode == MODE_BOTH:
            met_pair, pair = generic[GENERIC_BOTH + m], jiang
        legal[at, m] = sets
        legal[at, PAIR + m] = pair
        legal[at, HELD + m] = met_sets
        legal[at, HELD + PAIR + m] = met_pair


@kernel
def rule_rows(generic, mode, legal, shape):
    """Rule rows int8[n, LEGAL] and int8[n, SHAPE] of generic rows int8[n, GENERIC]."""
    for at in range(generic.shape[0]):
        rule_row(generic[at], mode, legal, shape, at)


@kernel
def _settle(states, new, cost, place, flags, rank, count, used, cap):
    """Enter the partial target in `states[new]`, without and with its pair at this rank; `used` tiles of the rank go to sets."""
    jiang = FLAG_PAIR | FLAG_JIANG if rank % 3 == 1 else FLAG_PAIR
    for pair in range(2 - (flags & FLAG_PAIR)):
        tiles = used + 2 * pair
        if tiles > cap:
            return
        reached = flags | (jiang if pair else 0)
        if tiles > 0 and (rank == 0 or rank == LAST_RANK):
            reached |= FLAG_TERMINAL
        total = cost + (tiles - count if tiles > count else 0)
        if total < states[new, place + reached]:
            states[new, place + reached] = total


@kernel
def _extend(states, rank, count, cap, sets, chows):
    """One rank of `limited_row`: from the partial targets in one row of `states` (int8[2, STATES]) to those in the other."""
    old = rank % 2
    new = 1 - old
    states[new] = ABSENT
    most = STARTS - 1 if chows and rank <= LAST_CHOW else 0
    for state in range(STATES):
        cost = states[old, state]
        if cost >= ABSENT:
            continue
        flags = state % FLAGS
        m = state // FLAGS % SETS
        recent = state // (FLAGS * SETS) % STARTS
        earlier = state // (FLAGS * SETS * STARTS)
        for started in range(most + 1):
            for pung in range(2):
                total = m + started + pung
                used = earlier + recent + started + 3 * pung
                if total > sets or used > cap:
                    break
                place = ((recent * STARTS + started) * SETS + total) * FLAGS
                _settle(states, new, cost, place, flags, rank, count, used, cap)


@kernel
def limited_row(key, used_key, sets, chows, states, generic):
    """Generic row int8[GENERIC] of the counts `key` where melds have used up the tiles `used_key`; `states` int8[2, STATES] is scratch.

    Up to `sets` sets; entries beyond stay ABSENT. Exact: every target within the copies left is tried.
    """
    states[0] = ABSENT
    states[0, 0] = 0
    for rank in range(SUIT_RANKS):
        _extend(states, rank, key % BASE, COPIES - used_key % BASE, sets, chows)
        key //= BASE
        used_key //= BASE
    last = SUIT_RANKS % 2
    generic[:] = ABSENT
    for m in range(sets + 1):
        for flags in range(FLAGS):
            cost = states[last, m * FLAGS + flags]
            paired = flags & FLAG_PAIR
            ended = flags & FLAG_TERMINAL
            jiang = flags & FLAG_JIANG
            for column in range(m, GENERIC, SETS):
                kind = column - m
                if kind == GENERIC_SETS or kind == GENERIC_SETS_TERMINAL:
                    counts = not paired and (ended or kind == GENERIC_SETS)
                else:
                    needs_end = kind == GENERIC_PAIR_TERMINAL or kind == GENERIC_BOTH
                    needs_jiang = kind == GENERIC_JIANG or kind == GENERIC_BOTH
                    counts = paired and (ended or not needs_end) and (jiang or not needs_jiang)
                if counts and cost < generic[column]:
                    generic[column] = cost


@kernel
def remembered_row(scratch, key, used_key, sets, mode, chows, first):
    """Row number, from `first` on in the scratch's `legal` and `shape`, of the rule row under melds; computed unless remembered."""
    full = ((np.int64(used_key) * KEYS + key) * SETS + sets) * KINDS_OF_ROW + mode * 2 + chows
    slot = np.int64((np.uint64(full) * np.uint64(MEMO_MIX)) >> np.uint64(MEMO_SHIFT))
    if scratch.memo_keys[slot] != full:
        limited_row(key, used_key, sets, chows, scratch.states, scratch.generic)
        rule_row(scratch.generic, mode, scratch.legal, scratch.shape, first + slot)
        scratch.memo_keys[slot] = full
    return first + slot
