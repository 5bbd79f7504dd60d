"""Exempt families: flushes, pungs and the like that the rules let be declared without three suits, or without the second condition."""

from __future__ import annotations

import numpy as np

from nmsim.engine.hand_rows import (
    CHANGED,
    FAMILY,
    SUM,
    TURNED,
    add_melds,
    change,
    forbid_empty,
    load_row,
    melded_honors,
    spot_with_less,
    spot_with_more,
)
from nmsim.engine.kernel import part
from nmsim.engine.lanes import bits_set, kinds_above, lowest_bit
from nmsim.engine.row_lanes import LEGAL_BITS, MASK_LANES, MASKS, add_rows, copy_row, meet, turn_row
from nmsim.engine.suit_rows import ABSENT, COLORS, HELD, HONOR_COLOR, PAIR, SHAPE
from nmsim.engine.tables import ALL_HONORS, GENERAL, MIXED, PURE
from nmsim.tiles import COPIES, FIRST_HONOR, KINDS, RANKS, SUITS

COLOR_KINDS = (1 << RANKS) - 1


@part
def _load_family_row(tables, scratch, color, pungs, second):
    """The row of a color for an exempt family: without chows if `pungs`, without the second condition unless `second`."""
    row = FAMILY + color
    load_row(tables, scratch, color, pungs, row)
    if not second:
        for lane in range(HELD):
            scratch.rows[row, lane] = scratch.rows[row, SHAPE + lane]
            scratch.rows[row, HELD + lane] = scratch.rows[row, SHAPE + lane]


@part
def _general_family(facts, rows, suits):
    """Missing tiles of the family's rows taken together; every suit must be covered if `suits`."""
    for color in range(SUITS):
        if suits and (facts.covered >> color) & 1 == 0:
            forbid_empty(rows, FAMILY + color)
    add_rows(rows, FAMILY, FAMILY + 1, CHANGED)
    add_rows(rows, CHANGED, FAMILY + 2, SUM)
    copy_row(rows, FAMILY + HONOR_COLOR, rows, CHANGED)
    add_melds(facts, rows, CHANGED)
    turn_row(rows, CHANGED, TURNED)
    return meet(rows, SUM, rows, TURNED) & LEGAL_BITS


# ---------------------------------------------------------------- one suit, one suit and honors, honors alone


@part
def _free_lanes(second):
    """Where the lanes begin of what a color brings when nothing more is asked of it."""
    return 0 if second else SHAPE


@part
def _asked_lanes(facts, second):
    """Where the lanes begin of a color that has to meet the second condition, unless melds do or the family need not."""
    return HELD if second and facts.met == 0 else _free_lanes(second)


@part
def _single_color(facts, rows, row, second):
    """Missing tiles of a hand of one color alone, whose row is given."""
    return np.int64(rows[row, _asked_lanes(facts, second) + PAIR + facts.sets_left])


@part
def _split(facts, suit, number):
    """(suit's, honors') lane of one way to share sets and the pair between a suit and the honors; (-1, -1) where one would be empty."""
    pair, sets = number & 1, number >> 1
    suited, honored = PAIR * pair + sets, PAIR * (1 - pair) + facts.sets_left - sets
    if (suited == 0 and facts.meld_colors >> suit & 1 == 0) or (honored == 0 and facts.meld_colors >> HONOR_COLOR & 1 == 0):
        return -1, -1
    return suited, honored


@part
def _mixed_colors(facts, rows, suit, second):
    """Missing tiles of a hand of this suit and honors, some of each, whose rows are at FAMILY."""
    own, honors = FAMILY + suit, FAMILY + HONOR_COLOR
    free, asked = _free_lanes(second), _asked_lanes(facts, second)
    least = np.int64(ABSENT)
    for number in range(2 * facts.sets_left + 2):
        suited, honored = _split(facts, suit, number)
        if suited >= 0:
            least = min(least, np.int64(rows[own, free + suited]) + np.int64(rows[honors, asked + honored]))
            least = min(least, np.int64(rows[own, asked + suited]) + np.int64(rows[honors, free + honored]))
    return least


@part
def _tight_lanes(facts, rows, suit, second, missing):
    """Masks of the suit's lanes and of the honors' lanes that together miss exactly so many tiles, as `_mixed_colors` finds them."""
    own, honors = FAMILY + suit, FAMILY + HONOR_COLOR
    free, asked = _free_lanes(second), _asked_lanes(facts, second)
    suit_lanes = honor_lanes = np.int64(0)
    for number in range(2 * facts.sets_left + 2):
        suited, honored = _split(facts, suit, number)
        if suited >= 0:
            if np.int64(rows[own, free + suited]) + np.int64(rows[honors, asked + honored]) == missing:
                suit_lanes |= np.int64(1) << (free + suited)
                honor_lanes |= np.int64(1) << (asked + honored)
            if np.int64(rows[own, asked + suited]) + np.int64(rows[honors, free + honored]) == missing:
                suit_lanes |= np.int64(1) << (asked + suited)
                honor_lanes |= np.int64(1) << (free + honored)
    return suit_lanes, honor_lanes


@part
def _colors_of(color, suit):
    """The colors (bits) of a family of one suit (PURE), one suit and honors (MIXED), or honors alone (ALL_HONORS)."""
    return (1 << suit if color != ALL_HONORS else 0) | (1 << HONOR_COLOR if color != PURE else 0)


@part
def _suits_of(color):
    """How many suits such a family can be of."""
    return SUITS if color != ALL_HONORS else 1


@part
def _may_miss(facts, colors, most):
    """Whether a hand of these colors might miss no more than `most` tiles: its melds are of them, and enough of its tiles."""
    if facts.meld_colors & ~colors:
        return False
    tiles = np.int64(0)
    for color in range(COLORS):
        tiles += facts.tiles[color] if colors >> color & 1 else 0
    return 3 * facts.sets_left + 2 - tiles <= most


@part
def _load_colors(tables, scratch, colors):
    """Rows of the colors (bits), at FAMILY."""
    for color in range(COLORS):
        if colors >> color & 1:
            load_row(tables, scratch, color, 0, FAMILY + color)


@part
def _missing_of_colors(facts, rows, color, suit, second):
    """Missing tiles of a family of these colors, whose rows are at FAMILY."""
    if color == MIXED:
        return _mixed_colors(facts, rows, suit, second)
    return _single_color(facts, rows, FAMILY + (suit if color == PURE else HONOR_COLOR), second)


@part
def _colored_missing(tables, scratch, counts, color, second, most):
    """Missing tiles of a family of some colors; a larger number than `most` where they are more."""
    least = np.int64(ABSENT)
    for suit in range(_suits_of(color)):
        if _may_miss(scratch.facts, _colors_of(color, suit), most):
            _load_colors(tables, scratch, _colors_of(color, suit))
            least = min(least, _missing_of_colors(scratch.facts, scratch.rows, color, suit, second))
    return least


@part
def _lanes_of_colors(facts, rows, color, suit, second, missing):
    """(suit's, honors') masks of the lanes in which a family of these colors misses exactly so many tiles."""
    if color == MIXED:
        return _tight_lanes(facts, rows, suit, second, missing)
    tight = np.int64(_missing_of_colors(facts, rows, color, suit, second) == missing) << (
        _asked_lanes(facts, second) + PAIR + facts.sets_left
    )
    return (tight, np.int64(0)) if color == PURE else (np.int64(0), tight)


@part
def _ranks_at(scratch, start, lanes):
    """The masks, or-ed, of the lanes (a mask) of a spot, which begin at `start`."""
    ranks = np.int64(0)
    while lanes:
        ranks |= np.int64(scratch.masks[start + lowest_bit(lanes)])
        lanes &= lanes - 1
    return ranks


@part
def _colored_lowering(tables, scratch, counts, color, second, missing):
    """Kinds that lower the missing tiles of a family of some colors, which are `missing`."""
    facts = scratch.facts
    kinds = np.int64(0)
    for suit in range(_suits_of(color)):
        if _may_miss(facts, _colors_of(color, suit), missing):
            _load_colors(tables, scratch, _colors_of(color, suit))
            suit_lanes, honor_lanes = _lanes_of_colors(facts, scratch.rows, color, suit, second, missing)
            if suit_lanes:
                spot = spot_with_more(tables, scratch, suit, facts.keys[suit])
                kinds |= _ranks_at(scratch, spot * MASKS, suit_lanes) << (RANKS * suit)
            if honor_lanes:
                spot = spot_with_more(tables, scratch, HONOR_COLOR, facts.keys[HONOR_COLOR])
                kinds |= (_ranks_at(scratch, spot * MASKS, honor_lanes) & ~melded_honors(facts)) << FIRST_HONOR
    return kinds


@part
def _colored_kept(tables, scratch, counts, color, second, missing):
    """Kinds that can leave the hand without a family of some colors missing more than `missing`, as it does: those of other colors too."""
    facts = scratch.facts
    kinds = np.int64(0)
    for suit in range(_suits_of(color)):
        if _may_miss(facts, _colors_of(color, suit), missing):
            _load_colors(tables, scratch, _colors_of(color, suit))
            suit_lanes, honor_lanes = _lanes_of_colors(facts, scratch.rows, color, suit, second, missing)
            if suit_lanes | honor_lanes:
                for other in range(COLORS):
                    if _colors_of(color, suit) >> other & 1 == 0:
                        kinds |= np.int64(COLOR_KINDS) << (RANKS * other)
            if suit_lanes:
                spot = spot_with_less(tables, scratch, suit, facts.keys[suit])
                kinds |= _ranks_at(scratch, spot * MASKS + MASK_LANES, suit_lanes) << (RANKS * suit)
            if honor_lanes:
                spot = spot_with_less(tables, scratch, HONOR_COLOR, facts.keys[HONOR_COLOR])
                kinds |= (_ranks_at(scratch, spot * MASKS + MASK_LANES, honor_lanes) | melded_honors(facts)) << FIRST_HONOR
    return kinds


# ---------------------------------------------------------------- any family


@part
def _useful_in_pungs(counts, sets):
    """The most tiles that `sets` pungs and a pair can use: those of the kinds held most often."""
    threes = bits_set(kinds_above(counts, 2))
    twos = bits_set(kinds_above(counts, 1)) - threes
    ones = bits_set(kinds_above(counts, 0)) - threes - twos
    useful = 0
    for _ in range(sets):
        if threes > 0:
            threes -= 1
            useful += 3
        elif twos > 0:
            twos -= 1
            useful += 2
        elif ones > 0:
            ones -= 1
            useful += 1
    return useful + (2 if threes + twos > 0 else 1 if ones > 0 else 0)


@part
def family_floor(settings, facts, counts, family):
    """A lower bound of a family's missing tiles, of a hand whose sets left and tiles are noted: all but those of its colors, or pungs."""
    color, sets, tiles = settings.family[family].color, facts.sets_left, facts.tiles
    useful = 3 * sets + 2
    if color != GENERAL:
        suited = max(tiles[0], tiles[1], tiles[2]) if color != ALL_HONORS else 0
        useful = min(useful, suited + (tiles[HONOR_COLOR] if color != PURE else 0))
    if settings.family[family].only_pungs:
        useful = min(useful, _useful_in_pungs(counts, sets))
    return 3 * sets + 2 - useful


@part
def family_missing(tables, scratch, counts, family, most):
    """Missing tiles of exempt family number `family`, of the hand that `facts` tell; a larger number than `most` where they are more."""
    asks, facts = tables.settings.family[family], scratch.facts
    if family_floor(tables.settings, facts, counts, family) > most or (asks.only_pungs and facts.chowed):
        return np.int64(ABSENT)
    if asks.color != GENERAL and not asks.only_pungs:
        return _colored_missing(tables, scratch, counts, asks.color, asks.second, most)
    for each in range(COLORS):
        _load_family_row(tables, scratch, each, asks.only_pungs, asks.second)
    if asks.color == GENERAL:
        return _general_family(facts, scratch.rows, asks.three_suits)
    least = np.int64(ABSENT)
    for suit in range(_suits_of(asks.color)):
        if _may_miss(facts, _colors_of(asks.color, suit), most):
            least = min(least, _missing_of_colors(facts, scratch.rows, asks.color, suit, True))  # what `second` asks is in these rows
    return least


@part
def family_lowering(tables, scratch, counts, family, missing):
    """Kinds that lower a family's missing tiles, which are `missing`, of a hand of 3n+1 tiles."""
    asks = tables.settings.family[family]
    if asks.color != GENERAL and not asks.only_pungs:
        return _colored_lowering(tables, scratch, counts, asks.color, asks.second, missing)
    kinds = np.int64(0)
    for kind in range(KINDS):
        if counts[kind] + scratch.facts.held_copies[kind] < COPIES:
            change(tables.settings, scratch.facts, counts, kind, 1)
            kinds |= np.int64(family_missing(tables, scratch, counts, family, missing) < missing) << kind
            change(tables.settings, scratch.facts, counts, kind, -1)
    return kinds


@part
def family_kept(tables, scratch, counts, family, missing):
    """Kinds that a hand of 3n+2 tiles can discard without a family missing more than `missing`, as it does; kinds not held may be there."""
    asks = tables.settings.family[family]
    if asks.color != GENERAL and not asks.only_pungs:
        return _colored_kept(tables, scratch, counts, asks.color, asks.second, missing)
    kinds = np.int64(0)
    held = kinds_above(counts, 0)
    while held:
        kind = lowest_bit(held)
        held &= held - 1
        change(tables.settings, scratch.facts, counts, kind, -1)
        kinds |= np.int64(family_missing(tables, scratch, counts, family, missing) == missing) << kind
        change(tables.settings, scratch.facts, counts, kind, 1)
    return kinds
