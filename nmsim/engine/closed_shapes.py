"""Seven pairs and thirteen orphans: the shapes of a hand without melds, counted in missing tiles."""

from __future__ import annotations

import numpy as np

from nmsim.engine.kernel import kernel
from nmsim.engine.suit_rows import ABSENT, MODE_BOTH, MODE_EITHER, MODE_JIANG, MODE_YAOJIU
from nmsim.engine.tables import ALL_HONORS, ALL_PAIRS, ANY_PAIR, GENERAL, MIXED, PURE
from nmsim.tiles import FIRST_HONOR, KINDS, RANKS

PAIRS = 7
COLORS = 4
HONOR_COLOR = 3
ALL_COLORS = 15
HONOR_BIT = 1 << HONOR_COLOR
SUIT_BITS = HONOR_BIT - 1
ORPHANS = 14
# What one of the pairs must be: nothing, a 1 or 9, a 2, 5 or 8, one of these two, one pair of each; or all of them 2, 5 or 8.
ASK_NOTHING, ASK_TERMINAL, ASK_JIANG, ASK_EITHER, ASK_BOTH, ASK_ALL_JIANG = range(6)


@kernel
def pairs_missing(counts, quads):
    """Missing tiles of the nearest seven pairs; `quads`: four of a kind may be two of them."""
    free = 0
    single = 0
    for kind in range(KINDS):
        count = counts[kind]
        if count >= 2:
            free += 1
            if quads and count >= 3:
                free += count - 3
                single += 4 - count
        elif count == 1:
            single += 1
    wanted = PAIRS - min(PAIRS, free)
    return 2 * wanted - min(wanted, single)


@kernel
def orphans_missing(counts):
    """Missing tiles of the thirteen orphans."""
    held = 0
    paired = 0
    for kind in range(KINDS):
        if (kind >= FIRST_HONOR or kind % RANKS == 0 or kind % RANKS == RANKS - 1) and counts[kind] > 0:
            held += 1
            if counts[kind] > 1:
                paired = 1
    return ORPHANS - held - paired


@kernel
def _survey(counts, quads, colors, only_jiang, honors_terminal, units, nearest):
    """Count the pool's pairs by cost in `units` (int64[3]); `nearest` int64[3, 4]: the cheapest pair, 1 or 9, and 258 of each color."""
    units[:] = 0
    nearest[:] = ABSENT
    for kind in range(KINDS):
        color = kind // RANKS
        jiang = kind < FIRST_HONOR and kind % 3 == 1
        if (colors >> color) & 1 == 0 or (only_jiang and not jiang):
            continue
        count = counts[kind]
        cost = 2 - min(2, count)
        units[cost] += 1
        if quads:
            units[min(2, 4 - count)] += 1
        nearest[0, color] = min(nearest[0, color], cost)
        if kind % RANKS == 0 or kind % RANKS == RANKS - 1:
            if kind < FIRST_HONOR:
                nearest[1, color] = min(nearest[1, color], cost)
        if kind >= FIRST_HONOR and honors_terminal:
            nearest[1, color] = min(nearest[1, color], cost)
        if jiang:
            nearest[2, color] = min(nearest[2, color], cost)


@kernel
def _filled(units, forced):
    """Missing tiles when `forced` (int64[3], pairs by cost) must be among the seven and the rest are the cheapest of the pool."""
    wanted = PAIRS - forced[0] - forced[1] - forced[2]
    missing = forced[1] + 2 * forced[2]
    for cost in range(3):
        taken = min(wanted, units[cost] - forced[cost])
        missing += cost * taken
        wanted -= taken
    return missing if wanted == 0 else ABSENT


@kernel
def _cheapest(units, nearest, forced, needed, first_row, second_row):
    """Fewest missing tiles with a pair of each `needed` color, one of `nearest[first_row]` and one of `nearest[second_row]` (-1: none)."""
    best = ABSENT
    for first in range(COLORS if first_row >= 0 else 1):
        for second in range(COLORS if second_row >= 0 else 1):
            forced[:] = 0
            left = needed
            possible = True
            if first_row >= 0:
                cost = nearest[first_row, first]
                possible = cost < ABSENT
                forced[min(2, cost)] += 1
                left &= ~(1 << first)
            if second_row >= 0:
                cost = nearest[second_row, second]
                possible = possible and cost < ABSENT
                forced[min(2, cost)] += 1
                left &= ~(1 << second)
            for color in range(COLORS):
                if (left >> color) & 1:
                    possible = possible and nearest[0, color] < ABSENT
                    forced[min(2, nearest[0, color])] += 1
            if possible:
                best = min(best, _filled(units, forced))
    return best


@kernel
def _asked(tables, scratch, counts, colors, needed, ask):
    """Missing tiles of the nearest seven pairs in these `colors` (bits) with each `needed` color and what is asked."""
    units, forced, nearest = scratch.pair_units[0], scratch.pair_units[1], scratch.pair_nearest
    _survey(counts, tables.quads, colors, ask == ASK_ALL_JIANG, tables.honors_terminal, units, nearest)
    if ask == ASK_EITHER:
        for color in range(COLORS):
            nearest[1, color] = min(nearest[1, color], nearest[2, color])
    if ask == ASK_BOTH:
        return _cheapest(units, nearest, forced, needed, 1, 2)
    if ask == ASK_TERMINAL or ask == ASK_EITHER:
        return _cheapest(units, nearest, forced, needed, 1, -1)
    if ask == ASK_JIANG:
        return _cheapest(units, nearest, forced, needed, 2, -1)
    return _cheapest(units, nearest, forced, needed, -1, -1)


@kernel
def _conditioned(tables, scratch, counts, colors, needed, second):
    """As `_asked`, what is asked being the second condition if `second`."""
    mode = tables.mode
    jiang = tables.pairs_jiang
    if not second:
        return _asked(tables, scratch, counts, colors, needed, ASK_NOTHING)
    if jiang == ANY_PAIR:
        ask = ASK_EITHER if mode == MODE_EITHER else ASK_BOTH if mode == MODE_BOTH else ASK_JIANG if mode == MODE_JIANG else ASK_TERMINAL
        return _asked(tables, scratch, counts, colors, needed, ask)
    best = ABSENT
    if mode == MODE_EITHER or mode == MODE_YAOJIU:
        best = _asked(tables, scratch, counts, colors, needed, ASK_TERMINAL)
    if jiang == ALL_PAIRS and (mode == MODE_EITHER or mode == MODE_JIANG):
        best = min(best, _asked(tables, scratch, counts, colors, needed, ASK_ALL_JIANG))
    return best


@kernel
def legal_pairs_missing(tables, scratch, counts):
    """Missing tiles of the nearest legal seven pairs; ABSENT or more when no seven pairs can be legal."""
    best = ABSENT
    for index in range(tables.pair_families.shape[0]):
        color = tables.pair_families[index, 0]
        second = tables.pair_families[index, 3]
        if color == GENERAL:
            needed = SUIT_BITS if tables.pair_families[index, 2] else 0
            best = min(best, _conditioned(tables, scratch, counts, ALL_COLORS, needed, second))
        elif color == ALL_HONORS:
            best = min(best, _conditioned(tables, scratch, counts, HONOR_BIT, 0, second))
        else:
            for suit in range(HONOR_COLOR):
                colors = 1 << suit | (HONOR_BIT if color == MIXED else 0)
                needed = 0 if color == PURE else colors
                best = min(best, _conditioned(tables, scratch, counts, colors, needed, second))
    return best


def pair_scratch() -> tuple[np.ndarray, np.ndarray]:
    """Scratch of this module: `pair_units` int64[2, 3], `pair_nearest` int64[3, 4]."""
    return np.zeros((2, 3), np.int64), np.zeros((3, COLORS), np.int64)
