"""Seven pairs and thirteen orphans: the shapes of a hand without melds, counted in missing tiles."""

from __future__ import annotations

import numpy as np

from nmsim.engine.codes import ALL_PAIRS, ANY_PAIR, BOTH, EITHER, JIANG258, YAOJIU
from nmsim.engine.kernel import part
from nmsim.engine.lanes import kinds_above, kinds_of
from nmsim.engine.suit_rows import ABSENT, COLORS, HONOR_COLOR, PAIRS
from nmsim.engine.tables import ALL_HONORS, GENERAL, MIXED, PURE
from nmsim.tiles import COPIES, FIRST_HONOR, KINDS, RANKS

ALL_COLORS = 15
HONOR_BIT = 1 << HONOR_COLOR
SUIT_BITS = HONOR_BIT - 1
ORPHANS = 14
ORPHAN_KINDS = sum(1 << kind for kind in range(KINDS) if kind >= FIRST_HONOR or kind % RANKS in (0, RANKS - 1))
# Scratch of this module: pairs by cost of the pool, those forced, and the nearest of each sort by color.
UNITS, FORCED, NEAREST, CLOSED = 0, 3, 6, 18
# What one of the pairs must be: nothing, a 1 or 9, a 2, 5 or 8, one of these two, one pair of each; or all of them 2, 5 or 8.
ASK_NOTHING, ASK_TERMINAL, ASK_JIANG, ASK_EITHER, ASK_BOTH, ASK_ALL_JIANG, ASK_KINDS = range(7)


@part
def ready_pairs(count, quads):
    """How many of seven pairs these copies of a kind make; `quads`: four may make two."""
    return (count >= 2) + (quads and count == COPIES)


@part
def half_pairs(count, quads):
    """How many pairs these copies of a kind lack one tile of."""
    return (count == 1) + (quads and count == COPIES - 1)


@part
def pairs_missing(ready, half):
    """Missing tiles of seven pairs, of which so many are ready and so many lack one tile."""
    wanted = PAIRS - ready if ready < PAIRS else 0
    return 2 * wanted - (half if half < wanted else wanted)


@part
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


@part
def orphans_lowering(counts):
    """Kinds that lower the missing tiles of the thirteen orphans: those not held, and while none is paired those held."""
    orphans = np.int64(ORPHAN_KINDS)
    return orphans & kinds_of(counts, 0) if orphans & kinds_above(counts, 1) else orphans


@part
def _survey(counts, quads, colors, only_jiang, honors_terminal, work):
    """Count the pool's pairs by cost at `work[UNITS:]`; at `work[NEAREST:]`, four colors each, the cheapest pair, 1 or 9, and 258."""
    for entry in range(CLOSED):
        work[entry] = 0 if entry < NEAREST else ABSENT
    for kind in range(KINDS):
        color = kind // RANKS
        rank = kind % RANKS
        jiang = color < HONOR_COLOR and rank % 3 == 1
        if (colors >> color) & 1 == 0 or (only_jiang and not jiang):
            continue
        count = np.int64(counts[kind])
        cost = 2 - count if count < 2 else 0
        work[UNITS + cost] += 1
        if quads:
            work[UNITS + (COPIES - count if count > 2 else 2)] += 1
        terminal = honors_terminal if color == HONOR_COLOR else rank == 0 or rank == RANKS - 1
        for row in range(3):
            if (row == 0 or (row == 1 and terminal) or (row == 2 and jiang)) and cost < work[NEAREST + COLORS * row + color]:
                work[NEAREST + COLORS * row + color] = cost


@part
def _filled(work):
    """Missing tiles when the pairs at `work[FORCED:]`, by cost, must be among the seven and the rest are the cheapest of the pool."""
    wanted = PAIRS - work[FORCED] - work[FORCED + 1] - work[FORCED + 2]
    missing = work[FORCED + 1] + 2 * work[FORCED + 2]
    for cost in range(3):
        left = work[UNITS + cost] - work[FORCED + cost]
        taken = left if left < wanted else wanted
        missing += cost * taken
        wanted -= taken
    return missing if wanted == 0 else ABSENT


@part
def _force(work, row, color):
    """Force the cheapest pair of a sort and color into the seven; False if there is none."""
    cost = work[NEAREST + COLORS * row + color]
    if cost < ABSENT:
        work[FORCED + cost] += 1
    return cost < ABSENT


@part
def _cheapest(work, needed, first_row, second_row):
    """Fewest missing tiles with a pair of each `needed` color, one of sort `first_row` and one of `second_row`.

    Sort 0 asks for nothing. What is asked for may come from any color, which then needs no other pair; taking the cheapest pair of each
    sort that must be there, and then the cheapest of all, is exact, as any other choice can be exchanged for it.
    """
    best = ABSENT
    for first in range(COLORS if first_row else 1):
        for second in range(COLORS if second_row else 1):
            for cost in range(3):
                work[FORCED + cost] = 0
            left = needed
            possible = True
            if first_row:
                possible = _force(work, first_row, first)
                left &= ~(1 << first)
            if second_row:
                possible = _force(work, second_row, second) and possible
                left &= ~(1 << second)
            for color in range(COLORS):
                if (left >> color) & 1:
                    possible = _force(work, 0, color) and possible
            missing = _filled(work)
            if possible and missing < best:
                best = missing
    return best


@part
def _asked(settings, work, counts, colors, needed, ask):
    """Missing tiles of the nearest seven pairs in these `colors` (bits) with each `needed` color and what is asked."""
    _survey(counts, settings.quads, colors, ask == ASK_ALL_JIANG, settings.honors_terminal, work)
    if ask == ASK_EITHER:
        for color in range(NEAREST + COLORS, NEAREST + 2 * COLORS):
            if work[color + COLORS] < work[color]:
                work[color] = work[color + COLORS]
    first = 1 if ask == ASK_TERMINAL or ask == ASK_EITHER or ask == ASK_BOTH else 0
    second = 2 if ask == ASK_JIANG or ask == ASK_BOTH else 0
    return _cheapest(work, needed, first, second)


@part
def _asks(mode, jiang, second):
    """Bits of the questions of which one must be answered for the second condition."""
    if not second:
        return 1 << ASK_NOTHING
    if jiang == ANY_PAIR:
        if mode == EITHER:
            return 1 << ASK_EITHER
        if mode == BOTH:
            return 1 << ASK_BOTH
        return 1 << ASK_JIANG if mode == JIANG258 else 1 << ASK_TERMINAL
    asks = 1 << ASK_TERMINAL if mode == EITHER or mode == YAOJIU else 0
    if jiang == ALL_PAIRS and (mode == EITHER or mode == JIANG258):
        asks |= 1 << ASK_ALL_JIANG
    return asks


@part
def _family_pairs_missing(settings, work, counts, color, suits, asks):
    """Missing tiles of the nearest seven pairs of one family; `asks` bits of what may meet the second condition."""
    best = ABSENT
    for suit in range(HONOR_COLOR if color == PURE or color == MIXED else 1):
        colors = 1 << suit | (HONOR_BIT if color == MIXED else 0)
        needed = colors if color == MIXED else 0
        if color == GENERAL:
            colors = ALL_COLORS
            needed = SUIT_BITS if suits else 0
        elif color == ALL_HONORS:
            colors = HONOR_BIT
        for ask in range(ASK_KINDS):
            if (asks >> ask) & 1:
                missing = _asked(settings, work, counts, colors, needed, ask)
                best = missing if missing < best else best
    return best


@part
def legal_pairs_missing(settings, work, counts):
    """Missing tiles of the nearest legal seven pairs; ABSENT when none can be legal. `work` int64[CLOSED] is scratch."""
    best = ABSENT
    for family in range(settings.families, settings.families + settings.pair_families):
        asks = _asks(settings.mode, settings.pairs_jiang, settings.family[family].second)
        missing = _family_pairs_missing(settings, work, counts, settings.family[family].color, settings.family[family].three_suits, asks)
        best = missing if missing < best else best
    return best
