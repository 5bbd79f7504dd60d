"""Distances (向听) and accepting kinds of a hand: to a complete shape, and to one that the rules let be declared.

A hand is `counts` int8[34] (concealed), `meld_form`, `meld_kind` int8[4] and `meld_count`. Each suit and the honors (four *colors*) give
a row of costs (see suit_rows); rows of different colors add up, the sets, the pair and the second condition being shared out among them.
The *rest* of a color is the sum of the other three rows, turned round so that lane e pairs with lane e of the color's own row: with it a
changed color costs one look-up and one pass. Costs are missing tiles; a distance is that less one.

The scratch keeps the rows of the last hand. Calls that follow on the same hand and tables profit; no result depends on what it holds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nmsim.engine.closed_shapes import half_pairs, legal_pairs_missing, orphans_missing, pairs_missing, ready_pairs
from nmsim.engine.kernel import kernel, part
from nmsim.engine.suit_rows import (
    ABSENT,
    BASE,
    HELD,
    MEMO,
    MEMO_ROWS,
    MODE_JIANG,
    MODE_OFF,
    PAIR,
    ROW,
    SETS,
    SHAPE,
    remembered_row,
)
from nmsim.engine.tables import (
    ALL_HONORS,
    COLOR,
    CONDITIONS,
    FAMILIES,
    FAMILY_WIDTH,
    FIRST_FAMILY,
    GENERAL,
    HONOR_KEYS,
    HONORS_TERMINAL,
    LOOSE,
    MIXED,
    MODE,
    NEEDS_SUITS,
    ONLY_PUNGS,
    ORPHANS,
    ORPHANS_LEGAL,
    PUNG_KEYS,
    QUADS,
    SECOND,
    SEVEN_PAIRS,
    SIGNATURE,
    SUIT_CONCEALED,
    THREE_SUITS,
    YAOJIU_CONCEALED,
)
from nmsim.outcomes import NEVER
from nmsim.tiles import CHOW, COPIES, FIRST_HONOR, KINDS, KONG_CONCEALED, PUNG, RANKS, SUITS

COLORS = 4
HONOR_COLOR = 3
MAX_SETS = 4
ALL_COVERED = 7
# Slots of `facts`; KEYS, USED, LIMIT (a color each), HELD_COPIES and STEP (a kind each) begin a stretch.
SITUATION, SETS_LEFT, MET, COVERED, MELD_COLORS, CHOWED, PAIRS_DONE, RESTS_DONE, READY, HALF, KEYS, USED = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    14,
)
LIMIT = 18
HELD_COPIES = 22
STEP = HELD_COPIES + KINDS
FACTS = STEP + KINDS
# Row numbers in `rows`. A stretch has a row a color; a rest has one for what the rules count and, SHAPE_REST on, one for the bare shape.
OWN, RESTS, AFTER_RESTS, FAMILY, PAIRS = 0, 4, 12, 20, 24
SHAPE_REST = COLORS
CHANGED, SUM, TURNED, LIMITS, REMEMBERED = 30, 31, 32, 34, 40
# Bits of what may lessen or keep the legal missing tiles besides the general family: seven pairs, orphans, then the exempt families.
ACTIVE_PAIRS, ACTIVE_ORPHANS, ACTIVE_FAMILY = 1, 2, 4
ALL_ACTIVE = -1
WORDS = ROW // 8
# Of the six pairs of colors, 01 02 03 12 13 23, those with each color, as bits.
PAIRS_WITH = (0b000111, 0b011001, 0b101010, 0b110100)


class ShapeScratch(NamedTuple):
    """What the distance kernels write to; one a thread.

    `facts` int64[FACTS] of the hand; `rows` int8[n, ROW]: the hand's rows, then those remembered under melds; `memo` int64[MEMO]: space
    and the keys of the rows remembered.
    """

    facts: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int8]
    memo: npt.NDArray[np.int64]


def make_scratch() -> ShapeScratch:
    """A fresh scratch; about 1 MB."""
    facts = np.zeros(FACTS, np.int64)
    facts[SITUATION] = -1
    facts[STEP:] = [BASE ** (kind % RANKS) for kind in range(KINDS)]
    rows = np.full((REMEMBERED + MEMO_ROWS, ROW), ABSENT, np.int8)
    return ShapeScratch(facts, rows, np.full(MEMO, -1, np.int64))


# ---------------------------------------------------------------- rows


@part
def _copy(source, start, target, at):
    """Copy row `start` of one array to row `at` of another."""
    words = source.view(np.int64)
    copy = target.view(np.int64)
    for word in range(WORDS):
        copy[at, word] = words[start, word]


@part
def _forbid_empty(rows, at):
    """Let the row offer no target without a tile of its color."""
    rows[at, 0] = ABSENT
    rows[at, HELD] = ABSENT


@part
def _table_holds(tables, facts, color):
    """Whether the tables have the exact row of the color's tiles: no meld limits them, or in a way that changes nothing.

    Honors need no limits: melded ones are left out of the key.
    """
    if color == HONOR_COLOR or facts[USED + color] == 0:
        return True
    return tables.exact[facts[KEYS + color]] & facts[LIMIT + color] != 0


@part
def _limited_row(tables, scratch, color, chows):
    """Number in the scratch's rows of the exact row of a suit that melds limit."""
    facts = scratch.facts
    key, used = facts[KEYS + color], facts[USED + color]
    return remembered_row(scratch.memo, scratch.rows, REMEMBERED, key, used, tables.settings[MODE], chows)


@part
def _load_row(tables, scratch, color, chows, at):
    """Copy the row of the color's tiles to row `at` of the scratch; exact under the melds."""
    facts = scratch.facts
    key = facts[KEYS + color]
    if color == HONOR_COLOR:
        _copy(tables.rows, np.int64(tables.index[HONOR_KEYS + key]), scratch.rows, at)
        if facts[MET]:
            for lane in range(HELD):
                scratch.rows[at, HELD + lane] = scratch.rows[at, lane]
    elif chows and _table_holds(tables, facts, color):
        _copy(tables.rows, np.int64(tables.index[key]), scratch.rows, at)
    elif not chows and facts[USED + color] == 0:
        _copy(tables.rows, np.int64(tables.index[PUNG_KEYS + key]), scratch.rows, at)
    else:
        _copy(scratch.rows, _limited_row(tables, scratch, color, chows), scratch.rows, at)


@part
def _load_own_row(tables, scratch, color, at):
    """As `_load_row`, as the three-suit rule leaves it."""
    _load_row(tables, scratch, color, 1, at)
    if color < SUITS and (scratch.facts[COVERED] >> color) & 1 == 0:
        _forbid_empty(scratch.rows, at)


@part
def _lesser(a, b):
    return a if a < b else b


@part
def _add_legal(rows, a, b, out):
    """Legal lanes of row `out` of rows `a` and `b` taken together."""
    for sets in range(SETS):
        none = some = held = both = np.int8(ABSENT)
        for m in range(sets + 1):
            n = sets - m
            a0, a1, a2, a3 = rows[a, m], rows[a, PAIR + m], rows[a, HELD + m], rows[a, HELD + PAIR + m]
            b0, b1, b2, b3 = rows[b, n], rows[b, PAIR + n], rows[b, HELD + n], rows[b, HELD + PAIR + n]
            none = _lesser(none, np.int8(a0 + b0))
            some = _lesser(some, _lesser(np.int8(a0 + b1), np.int8(a1 + b0)))
            held = _lesser(held, _lesser(np.int8(a0 + b2), np.int8(a2 + b0)))
            both = _lesser(both, _lesser(np.int8(a0 + b3), np.int8(a3 + b0)))
            both = _lesser(both, _lesser(np.int8(a1 + b2), np.int8(a2 + b1)))
        rows[out, sets] = none
        rows[out, PAIR + sets] = some
        rows[out, HELD + sets] = held
        rows[out, HELD + PAIR + sets] = both


@part
def _add_shape(rows, a, b, out):
    """Shape lanes of row `out` of rows `a` and `b` taken together."""
    for sets in range(SHAPE, SHAPE + SETS):
        none = some = np.int8(ABSENT)
        for m in range(SHAPE, sets + 1):
            n = SHAPE + sets - m
            a0, a1, b0, b1 = rows[a, m], rows[a, PAIR + m], rows[b, n], rows[b, PAIR + n]
            none = _lesser(none, np.int8(a0 + b0))
            some = _lesser(some, _lesser(np.int8(a0 + b1), np.int8(a1 + b0)))
        rows[out, sets] = none
        rows[out, PAIR + sets] = some


@part
def _add(rows, a, b, out):
    """Row `out` of rows `a` and `b` taken together."""
    _add_legal(rows, a, b, out)
    _add_shape(rows, a, b, out)


@part
def _turn_round(rows, row, sets, out):
    """Rest `out`: lane (met, pair, m) is what the others must still bring, (not met, no pair, sets - m) of `row`."""
    shape = out + SHAPE_REST
    for lane in range(ROW):
        rows[out, lane] = ABSENT
        rows[shape, lane] = ABSENT
    for m in range(sets + 1):
        n = sets - m
        rows[out, m] = rows[row, HELD + PAIR + n]
        rows[out, PAIR + m] = rows[row, HELD + n]
        rows[out, HELD + m] = rows[row, PAIR + n]
        rows[out, HELD + PAIR + m] = rows[row, n]
        rows[shape, SHAPE + m] = rows[row, SHAPE + PAIR + n]
        rows[shape, SHAPE + PAIR + m] = rows[row, SHAPE + n]


@part
def _rest_of(facts, rows, color, row, out):
    """Rest `out` for a color whose row may come straight from the tables: the others' sum is `row`, melds and coverage go into the rest."""
    _turn_round(rows, row, facts[SETS_LEFT], out)
    if color == HONOR_COLOR and facts[MET]:
        for lane in range(HELD):
            rows[out, lane] = rows[out, HELD + lane]
    if color < SUITS and (facts[COVERED] >> color) & 1 == 0:
        _forbid_empty(rows, out)


@part
def _meet(rows, row, rests, rest):
    """Fewest missing tiles of the hand whose one color has this row and the others this rest."""
    least = np.int8(2 * ABSENT)
    for lane in range(ROW):
        missing = np.int8(rows[row, lane] + rests[rest, lane])
        least = missing if missing < least else least
    return np.int64(least)


@part
def _pair_of_colors(facts, rows, low, high):
    """Row of the sum of two of the hand's colors, low < high; made when first asked for."""
    slot = low + high - (1 if low == 0 else 0)
    if (facts[PAIRS_DONE] >> slot) & 1 == 0:
        _add(rows, OWN + low, OWN + high, PAIRS + slot)
        facts[PAIRS_DONE] |= 1 << slot
    return PAIRS + slot


@part
def _need_rest(facts, rows, color):
    """Make the color's rest unless it is there."""
    if (facts[RESTS_DONE] >> color) & 1 == 0:
        pair = _pair_of_colors(facts, rows, 2 if color < 2 else 0, 3 if color < 2 else 1)
        _add(rows, pair, OWN + (color ^ 1), SUM)
        _rest_of(facts, rows, color, SUM, RESTS + color)
        facts[RESTS_DONE] |= 1 << color


# ---------------------------------------------------------------- the hand


@part
def _read_meld(settings, facts, form, kind):
    """Enter one meld in `facts`."""
    color = kind // RANKS
    rank = kind % RANKS
    concealed = form == KONG_CONCEALED
    facts[MELD_COLORS] |= 1 << color
    if color < SUITS and (concealed or not settings[SUIT_CONCEALED]):
        facts[COVERED] |= 1 << color
    terminal = settings[HONORS_TERMINAL]
    if color < SUITS:
        terminal = rank == 0 or rank == RANKS - 1 or (form == CHOW and rank == RANKS - 3)
    if terminal and (concealed or not settings[YAOJIU_CONCEALED]):
        facts[MET] = 1
    copies = 1 if form == CHOW else 3 if form == PUNG else COPIES
    for tile in range(kind, kind + 3 if form == CHOW else kind + 1):
        facts[HELD_COPIES + tile] += copies
        facts[USED + color] += copies * facts[STEP + tile]
    if form == CHOW:
        facts[CHOWED] = 1


@part
def _limit(facts, color):
    """The bit of `exact` that tells whether a suit's melds matter; 0 if none does."""
    limit = 1 << LOOSE
    for rank in range(RANKS):
        held = facts[HELD_COPIES + color * RANKS + rank]
        if held == 3 and limit == 1 << LOOSE:
            limit = 1 << rank
        elif held > 1:
            return 0
    return limit


@part
def _read_melds(settings, facts, meld_form, meld_kind, meld_count):
    """Set `facts` from the melds; returns whether they or the rules are others than before."""
    before = facts[USED], facts[USED + 1], facts[USED + 2], facts[USED + 3]
    if facts[MELD_COLORS] != 0:
        facts[HELD_COPIES:STEP] = 0
        facts[USED:LIMIT] = 0
    facts[SETS_LEFT] = MAX_SETS - meld_count
    facts[MET] = 0
    facts[COVERED] = 0 if settings[NEEDS_SUITS] else ALL_COVERED
    facts[MELD_COLORS] = 0
    facts[CHOWED] = 0
    for meld in range(meld_count):
        _read_meld(settings, facts, np.int64(meld_form[meld]), np.int64(meld_kind[meld]))
    if settings[MODE] == MODE_OFF or settings[MODE] == MODE_JIANG:
        facts[MET] = 0
    packed = facts[SETS_LEFT] << 9 | facts[MET] << 8 | facts[COVERED] << 5 | facts[MELD_COLORS] << 1 | facts[CHOWED]
    situation = settings[SIGNATURE] << 12 | packed
    changed = situation != facts[SITUATION]
    facts[SITUATION] = situation
    after = facts[USED], facts[USED + 1], facts[USED + 2], facts[USED + 3]
    return changed or before != after


@part
def _color_key(facts, counts, color):
    """Base-5 key of a color's tiles; a melded honor, of no more use, is left out.

    Leaving it out is exact: with j honors melded the hand needs at most 5 - j more sets and pairs of honors, and of the 7 - j other honors
    one that the target does not use costs no more than one of which no tile is held.
    """
    first = color * RANKS
    key = np.int64(0)
    if color == HONOR_COLOR:
        for kind in range(KINDS - 1, FIRST_HONOR - 1, -1):
            key = key * BASE + (np.int64(counts[kind]) if facts[HELD_COPIES + kind] == 0 else 0)
    else:
        for rank in range(RANKS):
            key = key * BASE + np.int64(counts[first + RANKS - 1 - rank])
    return key


@part
def _count_pairs(settings, facts, counts):
    """Set what `facts` know of seven pairs."""
    quads = settings[QUADS]
    ready = 0
    half = 0
    for kind in range(KINDS):
        ready += ready_pairs(counts[kind], quads)
        half += half_pairs(counts[kind], quads)
    facts[READY] = ready
    facts[HALF] = half


@part
def _prepare(tables, scratch, counts, meld_form, meld_kind, meld_count):
    """Make the scratch hold this hand's facts and rows; what it holds of the same hand already stays."""
    stale = _read_melds(tables.settings, scratch.facts, meld_form, meld_kind, meld_count)
    fresh = False
    if stale:
        for suit in range(SUITS):
            scratch.facts[LIMIT + suit] = _limit(scratch.facts, suit)
    for color in range(COLORS):
        key = _color_key(scratch.facts, counts, color)
        if stale or key != scratch.facts[KEYS + color]:
            scratch.facts[KEYS + color] = key
            _load_own_row(tables, scratch, color, OWN + color)
            scratch.facts[PAIRS_DONE] &= ~PAIRS_WITH[color]
            scratch.facts[RESTS_DONE] &= 1 << color
            fresh = True
    if stale:
        scratch.facts[RESTS_DONE] = 0
    if fresh and meld_count == 0:
        _count_pairs(tables.settings, scratch.facts, counts)


@part
def _change(settings, facts, counts, kind, by):
    """Add (1) or take away (-1) a tile: `counts`, its color's key and the pairs follow; the rows stay those of the prepared hand."""
    quads = settings[QUADS]
    old = np.int64(counts[kind])
    new = old + by
    counts[kind] = new
    facts[READY] += ready_pairs(new, quads) - ready_pairs(old, quads)
    facts[HALF] += half_pairs(new, quads) - half_pairs(old, quads)
    if kind < FIRST_HONOR or facts[HELD_COPIES + kind] == 0:
        facts[KEYS + kind // RANKS] += by * facts[STEP + kind]


# ---------------------------------------------------------------- exempt families


@part
def _load_family_row(tables, scratch, color, pungs, second):
    """The row of a color for an exempt family: without chows if `pungs`, without the second condition unless `second`."""
    row = FAMILY + color
    _load_row(tables, scratch, color, 0 if pungs else 1, row)
    if not second:
        for lane in range(HELD):
            scratch.rows[row, lane] = scratch.rows[row, SHAPE + lane]
            scratch.rows[row, HELD + lane] = scratch.rows[row, SHAPE + lane]


@part
def _general_family(facts, rows, suits):
    """Missing tiles of the family's rows taken together; every suit must be covered if `suits`."""
    for color in range(SUITS):
        if suits and (facts[COVERED] >> color) & 1 == 0:
            _forbid_empty(rows, FAMILY + color)
    _add(rows, FAMILY, FAMILY + 1, SUM)
    _add(rows, SUM, FAMILY + 2, CHANGED)
    _turn_round(rows, CHANGED, facts[SETS_LEFT], TURNED)
    return _meet(rows, FAMILY + HONOR_COLOR, rows, TURNED)


@part
def _single_color(facts, rows, color):
    """Missing tiles of a hand of this color alone."""
    if facts[MELD_COLORS] & ~(1 << color):
        return ABSENT
    lane = PAIR + facts[SETS_LEFT]
    return np.int64(rows[FAMILY + color, lane if facts[MET] else HELD + lane])


@part
def _mixed_colors(facts, rows, suit):
    """Missing tiles of a hand of this suit and honors, some of each."""
    melds = facts[MELD_COLORS]
    if melds & ~(1 << suit | 1 << HONOR_COLOR):
        return ABSENT
    _turn_round(rows, FAMILY + HONOR_COLOR, facts[SETS_LEFT], TURNED)
    if (melds >> HONOR_COLOR) & 1 == 0:
        # No honor: the suit has all the sets and the pair.
        lane = PAIR + facts[SETS_LEFT]
        rows[TURNED, lane] = ABSENT
        rows[TURNED, HELD + lane] = ABSENT
    if (melds >> suit) & 1 == 0:
        _forbid_empty(rows, TURNED)
    return _meet(rows, FAMILY + suit, rows, TURNED)


@part
def _family_missing(tables, scratch, family):
    """Missing tiles of one exempt family, which `settings` has at `family`."""
    color = tables.settings[family + COLOR]
    pungs = tables.settings[family + ONLY_PUNGS]
    if pungs and scratch.facts[CHOWED]:
        return ABSENT
    for each in range(COLORS):
        _load_family_row(tables, scratch, each, pungs, tables.settings[family + SECOND])
    if color == GENERAL:
        return _general_family(scratch.facts, scratch.rows, tables.settings[family + THREE_SUITS])
    if color == ALL_HONORS:
        return _single_color(scratch.facts, scratch.rows, HONOR_COLOR)
    best = ABSENT
    for suit in range(SUITS):
        missing = _mixed_colors(scratch.facts, scratch.rows, suit) if color == MIXED else _single_color(scratch.facts, scratch.rows, suit)
        best = missing if missing < best else best
    return best


# ---------------------------------------------------------------- missing tiles


@part
def _legal_missing(tables, scratch, counts, active, shape, legal):
    """Missing tiles of the nearest legal hand, the general family of four sets and a pair needing `legal`, any shape at least `shape`.

    Only the families and closed shapes in `active` are tried.
    """
    for family in range(tables.settings[FAMILIES]):
        if legal <= shape:
            return legal
        if (active >> family) & ACTIVE_FAMILY:
            missing = _family_missing(tables, scratch, FIRST_FAMILY + FAMILY_WIDTH * family)
            legal = missing if missing < legal else legal
    if scratch.facts[SETS_LEFT] == MAX_SETS and legal > shape:
        if active & ACTIVE_PAIRS and tables.settings[SEVEN_PAIRS] and pairs_missing(scratch.facts[READY], scratch.facts[HALF]) < legal:
            missing = legal_pairs_missing(tables.settings, scratch.memo, counts)
            legal = missing if missing < legal else legal
        if active & ACTIVE_ORPHANS and tables.settings[ORPHANS] and tables.settings[ORPHANS_LEGAL]:
            missing = orphans_missing(counts)
            legal = missing if missing < legal else legal
    return legal


@part
def _active(tables, scratch, counts, legal):
    """Bits of the exempt families and closed shapes that need no more than the `legal` missing tiles of the hand.

    A tile more or less changes what each needs by one at most, and never in the wrong direction: no other can give a changed hand fewer
    than `legal` after a draw, or only `legal` after a discard.
    """
    active = 0
    if legal >= ABSENT or not tables.settings[CONDITIONS]:
        return active
    for family in range(tables.settings[FAMILIES]):
        if _family_missing(tables, scratch, FIRST_FAMILY + FAMILY_WIDTH * family) <= legal:
            active |= ACTIVE_FAMILY << family
    if scratch.facts[SETS_LEFT] == MAX_SETS:
        pairs = pairs_missing(scratch.facts[READY], scratch.facts[HALF])
        if tables.settings[SEVEN_PAIRS] and pairs <= legal and legal_pairs_missing(tables.settings, scratch.memo, counts) <= legal:
            active |= ACTIVE_PAIRS
        if tables.settings[ORPHANS] and tables.settings[ORPHANS_LEGAL] and orphans_missing(counts) <= legal:
            active |= ACTIVE_ORPHANS
    return active


@part
def _lowest(tables, scratch, color, rest):
    """(shape, legal) missing tiles of four sets and a pair, as if melds used up no kinds."""
    number = np.int64(tables.index[(HONOR_KEYS if color == HONOR_COLOR else 0) + scratch.facts[KEYS + color]])
    return _meet(tables.rows, number, scratch.rows, rest + SHAPE_REST), _meet(tables.rows, number, scratch.rows, rest)


@part
def _exact(tables, scratch, color, rest):
    """The same of a suit that melds limit."""
    number = _limited_row(tables, scratch, color, 1)
    return _meet(scratch.rows, number, scratch.rows, rest + SHAPE_REST), _meet(scratch.rows, number, scratch.rows, rest)


@part
def _missing(tables, scratch, counts, color, rest, active, shape_ceiling, floor, ceiling):
    """(shape, legal) missing tiles of the hand of which one color may have changed since it was prepared; `rest` is that color's rest.

    They are known not to exceed `shape_ceiling`, and to lie between `floor` and `ceiling`, which saves work: what cannot be lower is not
    computed exactly. With a floor of ABSENT the legal one is not looked for. `active` as in `_active`.
    """
    shape, legal = _lowest(tables, scratch, color, rest)
    if (shape < shape_ceiling or legal < ceiling) and not _table_holds(tables, scratch.facts, color):
        shape, legal = _exact(tables, scratch, color, rest)
    shape = shape if shape < shape_ceiling else shape_ceiling
    if scratch.facts[SETS_LEFT] == MAX_SETS:
        if tables.settings[SEVEN_PAIRS]:
            pairs = pairs_missing(scratch.facts[READY], scratch.facts[HALF])
            shape = pairs if pairs < shape else shape
        if tables.settings[ORPHANS]:
            orphans = orphans_missing(counts)
            shape = orphans if orphans < shape else shape
    if not tables.settings[CONDITIONS]:
        return shape, shape
    legal = legal if legal < ceiling else ceiling
    if legal > floor and legal > shape:
        legal = _legal_missing(tables, scratch, counts, active, shape, legal)
    return shape, legal


@part
def _own_missing(tables, scratch, counts, floor):
    """(shape, legal) missing tiles of the prepared hand; with a floor of ABSENT the legal ones are not looked for."""
    _need_rest(scratch.facts, scratch.rows, 0)
    return _missing(tables, scratch, counts, 0, RESTS, ALL_ACTIVE, ABSENT, floor, ABSENT)


@part
def _as_distance(missing):
    return missing - 1 if missing < ABSENT else NEVER


@part
def _set_limits(rows, rest, shape, legal):
    """Row LIMITS: below which entries of a color's row lessen the missing tiles of the hand, `rest` being the color's rest."""
    for lane in range(ROW):
        bare = np.int8(shape - rows[rest + SHAPE_REST, lane])
        whole = np.int8(legal - rows[rest, lane])
        rows[LIMITS, lane] = bare if bare > whole else whole


@part
def _lessens(rows, row, limits):
    """Whether an entry of the row is below the row LIMITS of `limits`."""
    below = np.int8(0)
    for lane in range(ROW):
        below |= np.int8(rows[row, lane] < limits[LIMITS, lane])
    return below != 0


@part
def _row_after(tables, scratch, color, kind):
    """Number in the tables of the color's row with one more tile of this kind, as if melds used up no kinds."""
    key = scratch.facts[KEYS + color] + (HONOR_KEYS if color == HONOR_COLOR else 0)
    return np.int64(tables.index[key + (scratch.facts[STEP + kind] if color < SUITS or scratch.facts[HELD_COPIES + kind] == 0 else 0)])


@part
def _closed_near(settings, facts, counts, active, shape):
    """Whether a draw may lessen the missing tiles by a closed shape or an exempt family."""
    if active:
        return True
    if facts[SETS_LEFT] < MAX_SETS:
        return False
    if settings[SEVEN_PAIRS] and pairs_missing(facts[READY], facts[HALF]) <= shape:
        return True
    return settings[ORPHANS] != 0 and orphans_missing(counts) <= shape


@part
def _accepting_kinds(tables, scratch, counts, rests, shape, legal):
    """(shape, legal) masks of the kinds that lessen these missing tiles of the hand, whose rests are the rows from `rests` on."""
    shape_mask = np.int64(0)
    legal_mask = np.int64(0)
    floor = legal - 1 if legal < ABSENT else legal
    active = _active(tables, scratch, counts, legal)
    near = _closed_near(tables.settings, scratch.facts, counts, active, shape)
    for color in range(COLORS):
        rest = rests + color
        _set_limits(scratch.rows, rest, shape, legal if legal < ABSENT else 0)
        for kind in range(color * RANKS, color * RANKS + RANKS if color < SUITS else KINDS):
            if counts[kind] + scratch.facts[HELD_COPIES + kind] < COPIES and (
                near or _lessens(tables.rows, _row_after(tables, scratch, color, kind), scratch.rows)
            ):
                _change(tables.settings, scratch.facts, counts, kind, 1)
                found = _missing(tables, scratch, counts, color, rest, active, shape, floor, legal)
                _change(tables.settings, scratch.facts, counts, kind, -1)
                shape_mask |= np.int64(found[0] < shape) << kind
                legal_mask |= np.int64(found[1] < legal) << kind
    return shape_mask, legal_mask


@part
def _rests_after(tables, scratch, changed):
    """The rests of the hand of which one color has changed since it was prepared, from AFTER_RESTS on."""
    _load_own_row(tables, scratch, changed, CHANGED)
    for color in range(COLORS):
        if color == changed:
            _need_rest(scratch.facts, scratch.rows, color)
            _copy(scratch.rows, RESTS + color, scratch.rows, AFTER_RESTS + color)
            _copy(scratch.rows, RESTS + SHAPE_REST + color, scratch.rows, AFTER_RESTS + SHAPE_REST + color)
        else:
            low = 0
            while low == color or low == changed:
                low += 1
            pair = _pair_of_colors(scratch.facts, scratch.rows, low, 6 - color - changed - low)
            _add(scratch.rows, pair, CHANGED, SUM)
            _rest_of(scratch.facts, scratch.rows, color, SUM, AFTER_RESTS + color)


# ---------------------------------------------------------------- for the play kernels


@kernel
def distances(tables, scratch, counts, meld_form, meld_kind, meld_count):
    """(shape, legal) distance of a hand of 3n+1 or 3n+2 tiles; legal is NEVER if no draws can make it legal."""
    _prepare(tables, scratch, counts, meld_form, meld_kind, meld_count)
    shape, legal = _own_missing(tables, scratch, counts, 0)
    return shape - 1, _as_distance(legal)


@kernel
def shape_distance(tables, scratch, counts, meld_form, meld_kind, meld_count):
    """Shape distance of a hand of 3n+1 or 3n+2 tiles."""
    _prepare(tables, scratch, counts, meld_form, meld_kind, meld_count)
    return _own_missing(tables, scratch, counts, ABSENT)[0] - 1


@kernel
def discard_distances(tables, scratch, counts, meld_form, meld_kind, meld_count, need_legal, shape_out, legal_out):
    """For each kind held of a 3n+2 hand, the distances without one of it: `shape_out`, `legal_out` int64[34]; other entries stay.

    `legal_out` stays too unless `need_legal`. Counts end unchanged.
    """
    _prepare(tables, scratch, counts, meld_form, meld_kind, meld_count)
    shape, legal = _own_missing(tables, scratch, counts, 0 if need_legal else ABSENT)
    legal = legal if need_legal else ABSENT
    active = _active(tables, scratch, counts, legal)
    for kind in range(KINDS):
        if counts[kind] > 0:
            color = kind // RANKS
            _need_rest(scratch.facts, scratch.rows, color)
            _change(tables.settings, scratch.facts, counts, kind, -1)
            found = _missing(tables, scratch, counts, color, RESTS + color, active, shape + 1, legal, legal + 1)
            _change(tables.settings, scratch.facts, counts, kind, 1)
            shape_out[kind] = found[0] - 1
            if need_legal:
                legal_out[kind] = _as_distance(found[1])


@kernel
def accepting(tables, scratch, counts, meld_form, meld_kind, meld_count):
    """(shape, legal) int64 masks of the kinds that shorten the distance of a 3n+1 hand.

    A kind of which hand and melds hold all four is in neither; the legal mask is 0 when the legal distance is NEVER. Counts end unchanged.
    """
    _prepare(tables, scratch, counts, meld_form, meld_kind, meld_count)
    for color in range(COLORS):
        _need_rest(scratch.facts, scratch.rows, color)
    shape, legal = _own_missing(tables, scratch, counts, 0)
    return _accepting_kinds(tables, scratch, counts, RESTS, shape, legal)


@kernel
def discard_accepting(tables, scratch, counts, meld_form, meld_kind, meld_count, kind):
    """As `accepting`, of a 3n+2 hand without one `kind`; cheaper right after `discard_distances` on the same hand. Counts end unchanged."""
    _prepare(tables, scratch, counts, meld_form, meld_kind, meld_count)
    color = kind // RANKS
    _change(tables.settings, scratch.facts, counts, kind, -1)
    _rests_after(tables, scratch, color)
    shape, legal = _missing(tables, scratch, counts, color, AFTER_RESTS + color, ALL_ACTIVE, ABSENT, 0, ABSENT)
    masks = _accepting_kinds(tables, scratch, counts, AFTER_RESTS, shape, legal)
    _change(tables.settings, scratch.facts, counts, kind, 1)
    return masks


@kernel
def winning_masks(tables, scratch, counts, meld_form, meld_kind, meld_count):
    """(shape, legal) int64 masks of the kinds that complete a 3n+1 hand, in shape and legally; 0 when it is not ready."""
    _prepare(tables, scratch, counts, meld_form, meld_kind, meld_count)
    shape, legal = _own_missing(tables, scratch, counts, 0)
    if shape > 1:
        return np.int64(0), np.int64(0)
    for color in range(COLORS):
        _need_rest(scratch.facts, scratch.rows, color)
    shape_mask, legal_mask = _accepting_kinds(tables, scratch, counts, RESTS, shape, legal)
    return shape_mask, legal_mask if legal == 1 else np.int64(0)
