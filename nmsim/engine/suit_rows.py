"""Rows of one suit: the fewest missing tiles for each number of sets, pair and condition.

A *row* is int8[ROW]. Its lanes HELD * met + PAIR * pair + m for m = 0 to 4 sets, pair 0 or 1, met 0 (anything goes) or 1 (the second
condition is met inside this suit), are what the rules count; its lanes SHAPE + PAIR * pair + m are without any condition. ABSENT marks what
cannot be, the unused lanes too; but in some of those after SHAPE the tables keep what seven pairs need. What works on whole rows is in
row_lanes and lanes.
"""

from __future__ import annotations

import numpy as np

from nmsim.engine.codes import BOTH, EITHER, JIANG258, SECOND_OFF
from nmsim.engine.kernel import kernel, part
from nmsim.tiles import COPIES, FIRST_HONOR, KINDS, RANKS, SUITS

# A hand has tiles of four colors: the suits and the honors. It is complete with four sets and a pair, or with seven pairs.
COLORS = SUITS + 1
HONOR_COLOR = SUITS
HONORS = KINDS - FIRST_HONOR
MAX_SETS = 4
PAIRS = 7
SETS = MAX_SETS + 1  # numbers of sets: 0 to 4
PAIR = 8
HELD = 16
LEGAL = 32
SHAPE = LEGAL
ROW = 64
ABSENT = 50
# Of a color's tiles, after SHAPE: pairs ready, pairs that lack one tile; whether the three-suit rule asks it for one of these, or for a
# pair of which no tile is held; whether a pair that is ready (MET_READY) or lacks one tile (MET_HALF) meets the second condition.
READY, HALF_READY, ASK_HALF, ASK_NONE, MEETING = SETS, SETS + 1, SETS + 2, PAIR + SETS, PAIR + SETS + 1
MET_HALF, MET_READY = 1, 2
# Columns of a generic row, SETS wide each.
GENERIC_SETS, GENERIC_SETS_TERMINAL, GENERIC_PAIR, GENERIC_PAIR_TERMINAL, GENERIC_JIANG, GENERIC_BOTH = range(0, 6 * SETS, SETS)
GENERIC = 6 * SETS

LAST_RANK = RANKS - 1
LAST_CHOW = RANKS - 3
BASE = COPIES + 1
# A third chow from one rank makes the same tiles as three pungs, so two suffice.
STARTS = 3
# Partial targets, by the chows begun one and two ranks before, are six words: no pair, a pair, a 2, 5 or 8 as the pair; each without and
# with a 1 or 9. Bit WIDTH * m + c of a word says that m sets (0 to 3) with c tiles missing are possible: more sets or tiles are a shift,
# a choice is an or. Three sets and a pair miss at most 11 tiles, so the numbers of sets keep apart.
WORDS = 6
WORD_PAIR, WORD_JIANG = 2, 4
STATES = STARTS * STARTS * WORDS
WORK = GENERIC + 2 * STATES
WIDTH = 16
MOST_MISSING = 11
LIMITED_SETS = 4
EACH = 0x0001_0001_0001_0001
UP_TO_11, UP_TO_10, UP_TO_9, UP_TO_7, UP_TO_3 = EACH * 0xFFF, EACH * 0x7FF, EACH * 0x3FF, EACH * 0xFF, EACH * 0xF
ODD_BITS, ODD_PAIRS, ODD_NIBBLES = EACH * 0x5555, EACH * 0x3333, EACH * 0x0F0F

# The memo of rows under melds: direct-mapped; a slot knows its full key.
MEMO_BITS = 14
MEMO_MIX = 0x9E3779B97F4A7C15
MEMO_SHIFT = 64 - MEMO_BITS
KEYS = BASE**RANKS
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
        if mode == SECOND_OFF:
            met_sets, met_pair = sets, pair
        elif mode == EITHER:
            met_pair = jiang if jiang < met_pair else met_pair
        elif mode == JIANG258:
            met_sets, met_pair, pair = sets, jiang, jiang
        elif mode == BOTH:
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
def _load(work, place):
    """The six words of a state."""
    return work[place], work[place + 1], work[place + 2], work[place + 3], work[place + 4], work[place + 5]


@part
def _join(work, place, words, shift):
    """Add the partial targets `words`, shifted, to the state at `place`."""
    work[place] |= words[0] << shift
    work[place + 1] |= words[1] << shift
    work[place + 2] |= words[2] << shift
    work[place + 3] |= words[3] << shift
    work[place + 4] |= words[4] << shift
    work[place + 5] |= words[5] << shift


@part
def _ended(words):
    """The words where a 1 or 9 is used."""
    zero = np.int64(0)
    return zero, words[0] | words[1], zero, words[2] | words[3], zero, words[4] | words[5]


@part
def _excess(tiles, count):
    return tiles - count if tiles > count else 0


@part
def _extend_from(work, words, new, running, rank, count, cap, most):
    """From the partial targets `words`, of which `running` chows take this rank, to all that settle it, in the states from `new` on."""
    pair = WORD_JIANG if rank % 3 == 1 else WORD_PAIR
    end = rank == 0 or rank == LAST_RANK
    used = _ended(words) if end else words
    for started in range(most + 1):
        tiles = running + started
        if tiles > cap:
            break
        place = new + started * WORDS
        sets = WIDTH * started
        _join(work, place, used if tiles > 0 else words, sets + _excess(tiles, count))
        if tiles + 2 <= cap:
            shift = sets + _excess(tiles + 2, count)
            work[place + pair] |= used[0] << shift
            work[place + pair + 1] |= used[1] << shift
        if tiles + 3 <= cap:
            _join(work, place, used, sets + WIDTH + _excess(tiles + 3, count))


@part
def _extend(work, old, new, rank, count, cap, chows):
    """One rank of `limited_row`: from the partial targets at `work[old:]` to those at `work[new:]`.

    `earlier` and `recent` chows began two and one ranks before; they are among the sets.
    """
    for word in range(STATES):
        work[new + word] = 0
    most = STARTS - 1 if chows and rank <= LAST_CHOW else 0
    for earlier in range(STARTS):
        for recent in range(STARTS):
            words = _load(work, old + (earlier * STARTS + recent) * WORDS)
            if words[0] | words[1] | words[2] | words[3] | words[4] | words[5]:
                _extend_from(work, words, new + recent * STARTS * WORDS, earlier + recent, rank, count, cap, most)


@part
def _fewest(word):
    """The lowest bit set for each number of sets, WIDTH bits each; MOST_MISSING + 1 where none is."""
    word |= (word & UP_TO_10) << 1
    word |= (word & UP_TO_9) << 2
    word |= (word & UP_TO_7) << 4
    word |= (word & UP_TO_3) << 8
    unset = word ^ UP_TO_11
    unset -= (unset >> 1) & ODD_BITS
    unset = (unset & ODD_PAIRS) + ((unset >> 2) & ODD_PAIRS)
    unset = (unset + (unset >> 4)) & ODD_NIBBLES
    return (unset + (unset >> 8)) & UP_TO_7


@part
def _write_column(work, column, word):
    """Enter the fewest missing tiles of each number of sets in a column of the generic row at `work[:GENERIC]`."""
    fewest = _fewest(word)
    for m in range(LIMITED_SETS):
        missing = (fewest >> (WIDTH * m)) & 0xFF
        work[column + m] = missing if missing <= MOST_MISSING else ABSENT
    work[column + LIMITED_SETS] = ABSENT


@part
def limited_row(key, used_key, chows, work):
    """Generic row, at `work[:GENERIC]`, of the counts `key` where melds have used up the tiles `used_key`; `work` int64[WORK] is scratch.

    Up to 3 sets, as one at least is melded; 4 sets are ABSENT. Exact: every target within the copies left is tried.
    """
    old = GENERIC
    new = GENERIC + STATES
    for word in range(STATES):
        work[old + word] = 0
    work[old] = 1
    for rank in range(RANKS):
        _extend(work, old, new, rank, key % BASE, COPIES - used_key % BASE, chows)
        old, new = new, old
        key //= BASE
        used_key //= BASE
    bare, ended, pair, pair_ended, jiang, jiang_ended = _load(work, old)
    _write_column(work, GENERIC_SETS, bare | ended)
    _write_column(work, GENERIC_SETS_TERMINAL, ended)
    _write_column(work, GENERIC_PAIR, pair | pair_ended | jiang | jiang_ended)
    _write_column(work, GENERIC_PAIR_TERMINAL, pair_ended | jiang_ended)
    _write_column(work, GENERIC_JIANG, jiang | jiang_ended)
    _write_column(work, GENERIC_BOTH, jiang_ended)


@part
def remembered_row(memo, rows, first, key, used_key, mode, chows):
    """Number, from `first` on in `rows` (int8[:, ROW]), of the rule row under melds; computed unless `memo` (int64[MEMO]) knows it."""
    full = (np.int64(used_key) * KEYS + key) * KINDS_OF_ROW + mode * 2 + chows
    slot = np.int64((np.uint64(full) * np.uint64(MEMO_MIX)) >> np.uint64(MEMO_SHIFT))
    if memo[WORK + slot] != full:
        limited_row(key, used_key, chows, memo)
        rule_row(memo, 0, mode, rows, first + slot)
        memo[WORK + slot] = full
    return first + slot
