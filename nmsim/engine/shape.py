"""Distances (向听) and accepting kinds of a hand: to a complete shape, and to one that the rules let be declared.

A hand is `counts` int8[34] (concealed), `meld_form`, `meld_kind` int8[4] and `meld_count`. Each suit and the honors give a row of
costs (see suit_rows); rows of different suits add up, the sets, the pair and the second condition being shared out among them. The *rest*
of a suit is the sum of the other three rows, turned round so that entry e pairs with entry e of the suit's own row: with it a changed suit
costs one look-up and one pass. Costs are missing tiles; a distance is that less one.

The scratch keeps the rows of the last hand. Calls that follow on the same hand and tables profit; no result depends on what it holds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nmsim.engine.closed_shapes import legal_pairs_missing, orphans_missing, pair_scratch, pairs_missing
from nmsim.engine.kernel import kernel
from nmsim.engine.suit_rows import (
    ABSENT,
    BASE,
    GENERIC,
    HELD,
    MEMO_BITS,
    MODE_BOTH,
    MODE_EITHER,
    MODE_YAOJIU,
    PAIR,
    ROW,
    SETS,
    SHAPE,
    STATES,
    SUIT_RANKS,
    remembered_row,
)
from nmsim.engine.tables import ALL_HONORS, GENERAL, MIXED
from nmsim.outcomes import NEVER
from nmsim.tiles import CHOW, COPIES, FIRST_HONOR, KINDS, KONG_CONCEALED, PUNG, RANKS, SUITS

COLORS = 4
HONOR_COLOR = 3
MAX_SETS = 4
# Slots of `facts`.
SITUATION, SETS_LEFT, MET, COVERED, MELD_COLORS, CHOWED, PAIRS_DONE, RESTS_DONE, FACTS = range(9)
ALL_COVERED = 7
PAIRS_OF_COLORS = 6
STEPS = np.array([BASE**rank for _ in range(COLORS) for rank in range(RANKS)][:KINDS], np.int64)


class ShapeScratch(NamedTuple):
    """What the distance kernels write to; one a thread.

    `facts` int64[FACTS], `keys` and `used` int64[4] (base-5 keys of own and melded tiles by color), `held` int64[34] (copies in melds),
    `step` int64[34] (what one tile adds to its color's key); rows int8, flat, ROW each: `rows` 4, `pairs` 6, `rests` 4, `after_rests` 4,
    `row` 4 (temporary), `family` 4; the memo of rows under melds.
    """

    facts: npt.NDArray[np.int64]
    keys: npt.NDArray[np.int64]
    used: npt.NDArray[np.int64]
    held: npt.NDArray[np.int64]
    step: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int8]
    pairs: npt.NDArray[np.int8]
    rests: npt.NDArray[np.int8]
    after_rests: npt.NDArray[np.int8]
    row: npt.NDArray[np.int8]
    family: npt.NDArray[np.int8]
    memo_keys: npt.NDArray[np.int64]
    memo_rows: npt.NDArray[np.int8]
    states: npt.NDArray[np.int8]
    generic: npt.NDArray[np.int8]
    pair_units: npt.NDArray[np.int64]
    pair_nearest: npt.NDArray[np.int64]


def make_scratch() -> ShapeScratch:
    """A fresh scratch; about 1 MB."""
    units, nearest = pair_scratch()

    def rows(number: int) -> npt.NDArray[np.int8]:
        return np.full(number * ROW, ABSENT, np.int8)

    facts = np.zeros(FACTS, np.int64)
    facts[SITUATION] = -1
    return ShapeScratch(
        facts=facts,
        keys=np.zeros(COLORS, np.int64),
        used=np.zeros(COLORS, np.int64),
        held=np.zeros(KINDS, np.int64),
        step=STEPS.copy(),
        rows=rows(COLORS),
        pairs=rows(PAIRS_OF_COLORS),
        rests=rows(COLORS),
        after_rests=rows(COLORS),
        row=rows(COLORS),
        family=rows(COLORS),
        memo_keys=np.full(1 << MEMO_BITS, -1, np.int64),
        memo_rows=rows(1 << MEMO_BITS),
        states=np.zeros((2, STATES), np.int8),
        generic=np.zeros(GENERIC, np.int8),
        pair_units=units,
        pair_nearest=nearest,
    )


# ---------------------------------------------------------------- rows


@kernel
def _copy(source, start, target, at):
    """Copy one row."""
    for entry in range(ROW):
        target[at + entry] = source[start + entry]


@kernel
def _forbid_empty(row, at):
    """Let the row offer no target without a tile of its color."""
    row[at] = ABSENT
    row[at + HELD] = ABSENT


@kernel
def _load_row(tables, scratch, color, key, target, at):
    """Copy the rule row of the color's tiles `key` to `target[at:]`, as the three-suit rule leaves it."""
    _load_free_row(tables, scratch, color, key, target, at)
    if color < SUITS and (scratch.facts[COVERED] >> color) & 1 == 0:
        _forbid_empty(target, at)


@kernel
def _load_free_row(tables, scratch, color, key, target, at):
    """Copy the rule row of the color's tiles `key` to `target[at:]`; exact under the melds."""
    if color == HONOR_COLOR:
        _copy(tables.honor_rows, np.int64(tables.honor_index[key]) * ROW, target, at)
        if scratch.facts[MET]:
            for entry in range(HELD):
                target[at + HELD + entry] = target[at + entry]
    elif scratch.used[color] == 0:
        _copy(tables.suit_rows, np.int64(tables.suit_index[key]) * ROW, target, at)
    else:
        start = remembered_row(
            scratch.memo_keys,
            scratch.memo_rows,
            scratch.states,
            scratch.generic,
            key,
            scratch.used[color],
            scratch.facts[SETS_LEFT],
            tables.mode,
            1,
        )
        _copy(scratch.memo_rows, start, target, at)


@kernel
def _add(a, at_a, b, at_b, out, at):
    """The row `out[at:]` of two rows taken together."""
    for entry in range(ROW):
        out[at + entry] = ABSENT
    for m in range(SETS):
        for n in range(SETS - m):
            to = at + m + n
            a00, a01 = a[at_a + m], a[at_a + PAIR + m]
            b00, b01 = b[at_b + n], b[at_b + PAIR + n]
            a10, a11 = a[at_a + HELD + m], a[at_a + HELD + PAIR + m]
            b10, b11 = b[at_b + HELD + n], b[at_b + HELD + PAIR + n]
            out[to] = min(out[to], a00 + b00)
            out[to + PAIR] = min(out[to + PAIR], min(a01 + b00, a00 + b01))
            out[to + HELD] = min(out[to + HELD], min(a10 + b00, a00 + b10))
            met = min(min(a11 + b00, a00 + b11), min(a10 + b01, a01 + b10))
            out[to + HELD + PAIR] = min(out[to + HELD + PAIR], met)
            s0, s1 = a[at_a + SHAPE + m], a[at_a + SHAPE + PAIR + m]
            t0, t1 = b[at_b + SHAPE + n], b[at_b + SHAPE + PAIR + n]
            out[to + SHAPE] = min(out[to + SHAPE], s0 + t0)
            out[to + SHAPE + PAIR] = min(out[to + SHAPE + PAIR], min(s1 + t0, s0 + t1))


@kernel
def _turn_round(row, start, sets, out, at):
    """The rest `out[at:]`: entry (met, pair, m) is what the others must still bring, (not met, no pair, sets - m) of `row`."""
    for m in range(SETS):
        for pair in range(2):
            entry = at + PAIR * pair + m
            if m <= sets:
                other = start + PAIR * (1 - pair) + sets - m
                out[entry] = row[other + HELD]
                out[entry + HELD] = row[other]
                out[entry + SHAPE] = row[other + SHAPE]
            else:
                out[entry] = ABSENT
                out[entry + HELD] = ABSENT
                out[entry + SHAPE] = ABSENT


@kernel
def _meet(row, start, rest, at):
    """(shape, legal) missing tiles of the hand whose one color has `row[start:]` and the others the rest `rest[at:]`."""
    legal = ABSENT
    for entry in range(SHAPE):
        legal = min(legal, row[start + entry] + rest[at + entry])
    shape = ABSENT
    for entry in range(SHAPE, SHAPE + HELD):
        shape = min(shape, row[start + entry] + rest[at + entry])
    return shape, legal


@kernel
def _pair_slot(low, high):
    """Where `pairs` keeps the sum of two colors, low < high."""
    return (low + high - 1 + (low > 0)) * ROW


@kernel
def _pair_of_colors(scratch, low, high):
    """Offset in `pairs` of the sum of two colors, made when first asked for."""
    at = _pair_slot(low, high)
    bit = 1 << (at // ROW)
    if scratch.facts[PAIRS_DONE] & bit == 0:
        _add(scratch.rows, low * ROW, scratch.rows, high * ROW, scratch.pairs, at)
        scratch.facts[PAIRS_DONE] |= bit
    return at


@kernel
def _rest(scratch, color):
    """Offset in `rests` of the color's rest, made when first asked for."""
    at = color * ROW
    if (scratch.facts[RESTS_DONE] >> color) & 1 == 0:
        pair = _pair_of_colors(scratch, 2, 3) if color < 2 else _pair_of_colors(scratch, 0, 1)
        _add(scratch.pairs, pair, scratch.rows, (color ^ 1) * ROW, scratch.row, 0)
        _turn_round(scratch.row, 0, scratch.facts[SETS_LEFT], scratch.rests, at)
        scratch.facts[RESTS_DONE] |= 1 << color
    return at


# ---------------------------------------------------------------- the hand


@kernel
def _read_meld(tables, scratch, form, kind):
    """Enter one meld in `facts`, `used` and `held`."""
    facts = scratch.facts
    color = kind // RANKS
    concealed = form == KONG_CONCEALED
    facts[MELD_COLORS] |= 1 << color
    if color < SUITS and (concealed or not tables.suit_concealed):
        facts[COVERED] |= 1 << color
    rank = kind % RANKS
    ended = color < SUITS and (rank == 0 or rank == RANKS - 1 or (form == CHOW and rank == RANKS - 3))
    if (ended or (color == HONOR_COLOR and tables.honors_terminal)) and (concealed or not tables.yaojiu_concealed):
        facts[MET] = 1
    if form == CHOW:
        facts[CHOWED] = 1
        for tile in range(kind, kind + 3):
            scratch.held[tile] += 1
            scratch.used[color] += scratch.step[tile]
    else:
        copies = 3 if form == PUNG else COPIES
        scratch.held[kind] += copies
        scratch.used[color] += copies * scratch.step[kind]


@kernel
def _read_melds(tables, scratch, meld_form, meld_kind, meld_count):
    """Set `facts`, `used` and `held` from the melds; returns one int for all of it but `used`."""
    facts = scratch.facts
    if facts[MELD_COLORS] != 0:
        scratch.held[:] = 0
    scratch.used[:] = 0
    facts[SETS_LEFT] = MAX_SETS - meld_count
    facts[MET] = 0
    facts[COVERED] = 0 if tables.needs_suits else ALL_COVERED
    facts[MELD_COLORS] = 0
    facts[CHOWED] = 0
    for meld in range(meld_count):
        _read_meld(tables, scratch, np.int64(meld_form[meld]), np.int64(meld_kind[meld]))
    if tables.mode != MODE_EITHER and tables.mode != MODE_YAOJIU and tables.mode != MODE_BOTH:
        facts[MET] = 0
    packed = facts[SETS_LEFT] << 9 | facts[MET] << 8 | facts[COVERED] << 5 | facts[MELD_COLORS] << 1 | facts[CHOWED]
    return np.int64(tables.signature) << 12 | packed


@kernel
def _color_key(scratch, counts, color):
    """Base-5 key of a color's tiles; a melded honor, of no more use, is left out.

    Leaving it out is exact: with j honors melded the hand needs at most 5 - j more sets and pairs of honors, and of the 7 - j other honors
    one that the target does not use costs no more than one of which no tile is held.
    """
    first = color * RANKS
    key = np.int64(0)
    if color == HONOR_COLOR:
        for kind in range(KINDS - 1, first - 1, -1):
            key = key * BASE + (np.int64(counts[kind]) if scratch.held[kind] == 0 else 0)
    else:
        for kind in range(first + RANKS - 1, first - 1, -1):
            key = key * BASE + np.int64(counts[kind])
    return key


@kernel
def _prepare(tables, scratch, counts, meld_form, meld_kind, meld_count):
    """Make the scratch hold this hand's facts, keys and rows; what it holds of the same hand already stays."""
    old = scratch.facts[SITUATION]
    used_before = (scratch.used[0], scratch.used[1], scratch.used[2], scratch.used[3])
    situation = _read_melds(tables, scratch, meld_form, meld_kind, meld_count)
    changed = situation != old
    for color in range(COLORS):
        changed = changed or scratch.used[color] != used_before[color]
    for color in range(COLORS):
        key = _color_key(scratch, counts, color)
        if changed or key != scratch.keys[color]:
            scratch.keys[color] = key
            _load_row(tables, scratch, color, key, scratch.rows, color * ROW)
            scratch.facts[PAIRS_DONE] = 0
            scratch.facts[RESTS_DONE] = 0
    scratch.facts[SITUATION] = situation


@kernel
def _step(scratch, kind):
    """What one tile of the kind adds to its color's key."""
    return 0 if kind >= FIRST_HONOR and scratch.held[kind] > 0 else scratch.step[kind]


# ---------------------------------------------------------------- exempt families


@kernel
def _load_family_row(tables, scratch, color, pungs, second):
    """The row of a color for an exempt family in `family`: without chows if `pungs`; without the second condition unless `second`."""
    at = color * ROW
    key = scratch.keys[color]
    if pungs and color < SUITS:
        if scratch.used[color] == 0:
            _copy(tables.pung_rows, np.int64(tables.pung_index[key]) * ROW, scratch.family, at)
        else:
            start = remembered_row(
                scratch.memo_keys,
                scratch.memo_rows,
                scratch.states,
                scratch.generic,
                key,
                scratch.used[color],
                scratch.facts[SETS_LEFT],
                tables.mode,
                0,
            )
            _copy(scratch.memo_rows, start, scratch.family, at)
    else:
        _load_free_row(tables, scratch, color, key, scratch.family, at)
    if not second:
        for entry in range(HELD):
            scratch.family[at + entry] = scratch.family[at + SHAPE + entry]
            scratch.family[at + HELD + entry] = scratch.family[at + SHAPE + entry]


@kernel
def _general_family(scratch, suits):
    """Missing tiles of the rows in `family` taken together; every suit must be covered if `suits`."""
    family = scratch.family
    if suits:
        for color in range(SUITS):
            if (scratch.facts[COVERED] >> color) & 1 == 0:
                _forbid_empty(family, color * ROW)
    _add(family, 0, family, ROW, scratch.row, 0)
    _add(family, 2 * ROW, family, 3 * ROW, scratch.row, ROW)
    _turn_round(scratch.row, ROW, scratch.facts[SETS_LEFT], scratch.row, 2 * ROW)
    _, missing = _meet(scratch.row, 0, scratch.row, 2 * ROW)
    return missing


@kernel
def _single_color(scratch, color, met):
    """Missing tiles of a hand of this color alone."""
    if scratch.facts[MELD_COLORS] & ~(1 << color):
        return ABSENT
    entry = color * ROW + PAIR + scratch.facts[SETS_LEFT]
    return np.int64(scratch.family[entry if met else entry + HELD])


@kernel
def _mixed_colors(scratch, suit):
    """Missing tiles of a hand of this suit and honors, some of each."""
    melds = scratch.facts[MELD_COLORS]
    if melds & ~(1 << suit | 1 << HONOR_COLOR):
        return ABSENT
    family = scratch.family
    own, honors = suit * ROW, HONOR_COLOR * ROW
    if (melds >> suit) & 1 == 0:
        _forbid_empty(family, own)
    kept = family[honors], family[honors + HELD]
    if (melds >> HONOR_COLOR) & 1 == 0:
        _forbid_empty(family, honors)
    _turn_round(family, honors, scratch.facts[SETS_LEFT], scratch.row, 0)
    _, missing = _meet(family, own, scratch.row, 0)
    family[honors], family[honors + HELD] = kept
    return missing


@kernel
def _family_missing(tables, scratch, index):
    """Missing tiles of one exempt family."""
    color, pungs, suits, second = tables.families[index]
    if pungs and scratch.facts[CHOWED]:
        return ABSENT
    for each in range(COLORS):
        _load_family_row(tables, scratch, each, pungs, second)
    if color == GENERAL:
        return _general_family(scratch, suits)
    met = scratch.facts[MET]
    if color == ALL_HONORS:
        return _single_color(scratch, HONOR_COLOR, met)
    best = ABSENT
    for suit in range(SUITS):
        best = min(best, _mixed_colors(scratch, suit) if color == MIXED else _single_color(scratch, suit, met))
    return best


@kernel
def _complete(tables, scratch, counts, shape, legal, need_legal):
    """(shape, legal) distances, from the missing tiles of the general four sets and a pair; `keys` and `counts` are the hand's."""
    if not tables.conditions:
        legal = shape
    elif need_legal and legal > shape:
        for index in range(tables.families.shape[0]):
            legal = min(legal, _family_missing(tables, scratch, index))
    if scratch.facts[SETS_LEFT] == MAX_SETS:
        if tables.seven_pairs:
            missing = pairs_missing(counts, tables.quads)
            shape = min(shape, missing)
            if need_legal and missing < legal:
                legal = min(legal, legal_pairs_missing(tables, scratch, counts))
        if tables.orphans:
            missing = orphans_missing(counts)
            shape = min(shape, missing)
            if tables.orphans_legal:
                legal = min(legal, missing)
    return shape - 1, legal - 1 if legal < ABSENT else NEVER


@kernel
def _hand_distances(tables, scratch, counts, need_legal):
    """Distances of the prepared hand."""
    rest = _rest(scratch, 0)
    shape, legal = _meet(scratch.rows, 0, scratch.rests, rest)
    return _complete(tables, scratch, counts, shape, legal, need_legal)


@kernel
def _changed_distances(tables, scratch, counts, color, key, rests, need_legal):
    """Distances with one color's tiles changed to `key` (`counts` changed already); `rests` holds the color's rest."""
    before = scratch.keys[color]
    scratch.keys[color] = key
    _load_row(tables, scratch, color, key, scratch.row, 0)
    shape, legal = _meet(scratch.row, 0, rests, color * ROW)
    found = _complete(tables, scratch, counts, shape, legal, need_legal)
    scratch.keys[color] = before
    return found


@kernel
def _accepting_kinds(tables, scratch, counts, rests, shape, legal):
    """(shape, legal) masks of the kinds that shorten these distances; `keys` are the hand's, `rests` all of its rests."""
    shape_mask = np.int64(0)
    legal_mask = np.int64(0)
    for kind in range(KINDS):
        if counts[kind] + scratch.held[kind] >= COPIES:
            continue
        color = kind // RANKS
        counts[kind] += 1
        key = scratch.keys[color] + _step(scratch, kind)
        new_shape, new_legal = _changed_distances(tables, scratch, counts, color, key, rests, True)
        counts[kind] -= 1
        if new_shape < shape:
            shape_mask |= np.int64(1) << kind
        if new_legal < legal and legal != NEVER:
            legal_mask |= np.int64(1) << kind
    return shape_mask, legal_mask


# ---------------------------------------------------------------- for the play kernels


@kernel
def distances(tables, scratch, counts, meld_form, meld_kind, meld_count):
    """(shape, legal) distance of a hand of 3n+1 or 3n+2 tiles; legal is NEVER if no draws can make it legal."""
    _prepare(tables, scratch, counts, meld_form, meld_kind, meld_count)
    return _hand_distances(tables, scratch, counts, True)


@kernel
def shape_distance(tables, scratch, counts, meld_form, meld_kind, meld_count):
    """Shape distance of a hand of 3n+1 or 3n+2 tiles."""
    _prepare(tables, scratch, counts, meld_form, meld_kind, meld_count)
    return _hand_distances(tables, scratch, counts, False)[0]


@kernel
def discard_distances(tables, scratch, counts, meld_form, meld_kind, meld_count, need_legal, shape_out, legal_out):
    """For each kind held of a 3n+2 hand, the distances without one of it: `shape_out`, `legal_out` int64[34]; other entries stay.

    `legal_out` stays too unless `need_legal`.
    """
    _prepare(tables, scratch, counts, meld_form, meld_kind, meld_count)
    for kind in range(KINDS):
        if counts[kind] == 0:
            continue
        color = kind // RANKS
        _rest(scratch, color)
        counts[kind] -= 1
        key = scratch.keys[color] - _step(scratch, kind)
        shape, legal = _changed_distances(tables, scratch, counts, color, key, scratch.rests, need_legal)
        counts[kind] += 1
        shape_out[kind] = shape
        if need_legal:
            legal_out[kind] = legal


@kernel
def accepting(tables, scratch, counts, meld_form, meld_kind, meld_count):
    """(shape, legal) int64 masks of the kinds that shorten the distance of a 3n+1 hand.

    A kind of which hand and melds hold all four is in neither; the legal mask is 0 when the legal distance is NEVER.
    """
    _prepare(tables, scratch, counts, meld_form, meld_kind, meld_count)
    for color in range(COLORS):
        _rest(scratch, color)
    shape, legal = _hand_distances(tables, scratch, counts, True)
    return _accepting_kinds(tables, scratch, counts, scratch.rests, shape, legal)


@kernel
def discard_accepting(tables, scratch, counts, meld_form, meld_kind, meld_count, kind):
    """As `accepting`, of a 3n+2 hand without one `kind`; cheap right after `discard_distances` on the same hand. Counts end unchanged."""
    _prepare(tables, scratch, counts, meld_form, meld_kind, meld_count)
    changed = kind // RANKS
    before = scratch.keys[changed]
    after = before - _step(scratch, kind)
    _load_row(tables, scratch, changed, after, scratch.row, ROW)
    for color in range(COLORS):
        if color == changed:
            _copy(scratch.rests, _rest(scratch, color), scratch.after_rests, color * ROW)
            continue
        low = 0
        while low == color or low == changed:
            low += 1
        high = 6 - color - changed - low
        pair = _pair_of_colors(scratch, low, high)
        _add(scratch.pairs, pair, scratch.row, ROW, scratch.row, 2 * ROW)
        _turn_round(scratch.row, 2 * ROW, scratch.facts[SETS_LEFT], scratch.after_rests, color * ROW)
    counts[kind] -= 1
    shape, legal = _changed_distances(tables, scratch, counts, changed, after, scratch.after_rests, True)
    scratch.keys[changed] = after
    masks = _accepting_kinds(tables, scratch, counts, scratch.after_rests, shape, legal)
    scratch.keys[changed] = before
    counts[kind] += 1
    return masks


@kernel
def winning_masks(tables, scratch, counts, meld_form, meld_kind, meld_count):
    """(shape, legal) int64 masks of the kinds that complete a 3n+1 hand, in shape and legally; 0 when it is not ready."""
    _prepare(tables, scratch, counts, meld_form, meld_kind, meld_count)
    shape, legal = _hand_distances(tables, scratch, counts, True)
    if shape > 0:
        return np.int64(0), np.int64(0)
    for color in range(COLORS):
        _rest(scratch, color)
    shape_mask, legal_mask = _accepting_kinds(tables, scratch, counts, scratch.rests, shape, legal)
    return shape_mask, legal_mask if legal == 0 else np.int64(0)
