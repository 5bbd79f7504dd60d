"""Rows of one suit: the fewest missing tiles for each number of sets, pair and condition.

A *rule row* is int8[ROW]: entry HELD * met + SETS * pair + m for m = 0 to 4 sets, pair 0 or 1, met 0 (anything goes) or 1 (the second
condition is met inside this suit), then entry SHAPE + SETS * pair + m without any condition. ABSENT marks what cannot be.
"""

from __future__ import annotations

import numpy as np

from nmsim.engine.kernel import kernel

# Numbers of sets: 0 to 4.
SETS = 5
# Offsets in a rule row.
PAIR = SETS
HELD = 2 * SETS
SHAPE = 2 * HELD
ROW = 32
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
# A third chow from one rank makes the same tiles as three pungs, so two suffice.
STARTS = 3
# Flags of a partial target: pair taken, holds a 1 or 9, the pair is a 2, 5 or 8.
FLAGS = 8
FLAG_PAIR, FLAG_TERMINAL, FLAG_JIANG = 1, 2, 4
STATES = STARTS * STARTS * SETS * FLAGS


@kernel
def rule_row(generic, start, mode, row, at):
    """Turn the generic row at `generic[start:]` into the rule row at `row[at:]` (both int8, flat)."""
    for m in range(SETS):
        sets = generic[start + GENERIC_SETS + m]
        sets_terminal = generic[start + GENERIC_SETS_TERMINAL + m]
        pair = generic[start + GENERIC_PAIR + m]
        pair_terminal = generic[start + GENERIC_PAIR_TERMINAL + m]
        jiang = generic[start + GENERIC_JIANG + m]
        row[at + SHAPE + m] = sets
        row[at + SHAPE + PAIR + m] = pair
        row[at + m] = sets
        row[at + PAIR + m] = jiang if mode == MODE_JIANG or mode == MODE_BOTH else pair
        if mode == MODE_OFF or mode == MODE_JIANG:
            row[at + HELD + m] = row[at + m]
            row[at + HELD + PAIR + m] = row[at + PAIR + m]
        else:
            row[at + HELD + m] = sets_terminal
            row[at + HELD + PAIR + m] = pair_terminal
            if mode == MODE_EITHER:
                row[at + HELD + PAIR + m] = min(pair_terminal, jiang)
            elif mode == MODE_BOTH:
                row[at + HELD + PAIR + m] = generic[start + GENERIC_BOTH + m]


@kernel
def rule_rows(generic, mode, rows):
    """Rule rows int8[n, ROW] of generic rows int8[n, GENERIC]."""
    flat = generic.reshape(-1)
    out = rows.reshape(-1)
    for index in range(generic.shape[0]):
        rule_row(flat, index * GENERIC, mode, out, index * ROW)


@kernel
def _extend(old, new, rank, count, cap, sets, chows):
    """One rank of `limited_row`: from every partial target `old` to every one with this rank settled, `new` (int8[STATES] each)."""
    new[:] = ABSENT
    edge = rank == 0 or rank == LAST_RANK
    jiang = FLAG_PAIR | FLAG_JIANG if rank % 3 == 1 else FLAG_PAIR
    most = STARTS - 1 if chows and rank <= LAST_CHOW else 0
    for state in range(STATES):
        cost = old[state]
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
                for pair in range(2 - (flags & FLAG_PAIR)):
                    tiles = used + 2 * pair
                    if tiles > cap:
                        break
                    reached = flags | jiang if pair else flags
                    if edge and tiles > 0:
                        reached |= FLAG_TERMINAL
                    to = ((recent * STARTS + started) * SETS + total) * FLAGS + reached
                    new[to] = min(new[to], cost + max(0, tiles - count))


@kernel
def _lower(generic, column, cost):
    generic[column] = min(generic[column], cost)


@kernel
def limited_row(key, used_key, sets, chows, states, generic):
    """Generic row int8[GENERIC] of the counts `key` where melds have used up the tiles `used_key`; `states` int8[2, STATES] is scratch.

    Up to `sets` sets; entries beyond stay ABSENT. Exact: every target within the copies left is tried.
    """
    old = states[0]
    new = states[1]
    old[:] = ABSENT
    old[0] = 0
    for rank in range(SUIT_RANKS):
        _extend(old, new, rank, key % BASE, BASE - 1 - used_key % BASE, sets, chows)
        key //= BASE
        used_key //= BASE
        old, new = new, old
    generic[:] = ABSENT
    for m in range(sets + 1):
        for flags in range(FLAGS):
            cost = old[m * FLAGS + flags]
            if flags & FLAG_PAIR:
                _lower(generic, GENERIC_PAIR + m, cost)
                if flags & FLAG_TERMINAL:
                    _lower(generic, GENERIC_PAIR_TERMINAL + m, cost)
                if flags & FLAG_JIANG:
                    _lower(generic, GENERIC_JIANG + m, cost)
                if flags & FLAG_TERMINAL and flags & FLAG_JIANG:
                    _lower(generic, GENERIC_BOTH + m, cost)
            else:
                _lower(generic, GENERIC_SETS + m, cost)
                if flags & FLAG_TERMINAL:
                    _lower(generic, GENERIC_SETS_TERMINAL + m, cost)


MEMO_BITS = 15
MEMO_MIX = 0x9E3779B97F4A7C15
MEMO_SHIFT = 64 - MEMO_BITS
KEYS = BASE**SUIT_RANKS
KINDS_OF_ROW = 2 * 5 * SETS


@kernel
def remembered_row(memo_keys, memo_rows, states, generic, key, used_key, sets, mode, chows):
    """Offset in `memo_rows` (int8, flat) of the rule row under melds, computed unless `memo_keys` (int64) has it."""
    full = ((np.int64(used_key) * KEYS + key) * SETS + sets) * 10 + mode * 2 + chows
    slot = np.int64((np.uint64(full) * np.uint64(MEMO_MIX)) >> np.uint64(MEMO_SHIFT))
    if memo_keys[slot] != full:
        limited_row(key, used_key, sets, chows, states, generic)
        rule_row(generic, 0, mode, memo_rows, slot * ROW)
        memo_keys[slot] = full
    return slot * ROW
