"""Exempt families: flushes, pungs and the like that the rules let be declared without three suits, or without the second condition."""

from __future__ import annotations

import numpy as np

from nmsim.engine.hand_rows import (
    CHANGED,
    FAMILY,
    SPOT_ROWS,
    SUM,
    TURNED,
    add_melds,
    change,
    forbid_empty,
    load_row,
    melded_honors,
    spot_of,
    spot_with_more,
)
from nmsim.engine.kernel import part
from nmsim.engine.lanes import bits_set, kinds_above, word_at
from nmsim.engine.row_lanes import LEGAL_BITS, MASKS, add_rows, copy_row, meet, turn_row
from nmsim.engine.suit_rows import ABSENT, COLORS, HELD, HONOR_COLOR, PAIR, SHAPE
from nmsim.engine.tables import ALL_HONORS, GENERAL, MIXED, PURE
from nmsim.tiles import COPIES, FIRST_HONOR, KINDS, RANKS, SUITS

EVERY_BYTE = np.uint64(0x0101010101010101)  # times eight bytes: their sum, in the highest byte


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
def _splits(facts, suit, split):
    """(suit's lane, honors' lane) of one way to share sets and the pair between a suit and the honors; (-1, -1) where one would be empty."""
    pair, sets = split & 1, split >> 1
    suited, honored = PAIR * pair + sets, PAIR * (1 - pair) + facts.sets_left - sets
    if (suited == 0 and facts.meld_colors >> suit & 1 == 0) or (honored == 0 and facts.meld_colors >> HONOR_COLOR & 1 == 0):
        return -1, -1
    return suited, honored


@part
def _mixed_colors(facts, rows, suit, suit_row, honor_row, second):
    """Missing tiles of a hand of this suit and honors, some of each, whose rows are given."""
    free, asked = _free_lanes(second), _asked_lanes(facts, second)
    least = np.int64(ABSENT)
    for split in range(2 * facts.sets_left + 2):
        suited, honored = _splits(facts, suit, split)
        if suited >= 0:
            least = min(least, np.int64(rows[suit_row, free + suited]) + np.int64(rows[honor_row, asked + honored]))
            least = min(least, np.int64(rows[suit_row, asked + suited]) + np.int64(rows[honor_row, free + honored]))
    return least


@part
def _lowering_mixed(scratch, suit, suit_spot, honor_spot, second, missing):
    """(ranks of the suit, of the honors) that lower what `_mixed_colors` gives, `missing`, of the colors of these spots."""
    facts, rows, masks = scratch.facts, scratch.rows, scratch.masks
    free, asked = _free_lanes(second), _asked_lanes(facts, second)
    suit_ranks = honor_ranks = np.int64(0)
    for split in range(2 * facts.sets_left + 2):
        suited, honored = _splits(facts, suit, split)
        if suited >= 0:
            for way in range(2):
                here, there = suited + (free if way == 0 else asked), honored + (asked if way == 0 else free)
                if np.int64(rows[SPOT_ROWS + suit_spot, here]) + np.int64(rows[SPOT_ROWS + honor_spot, there]) == missing:
                    suit_ranks |= np.int64(masks[suit_spot * MASKS + here])
                    honor_ranks |= np.int64(masks[honor_spot * MASKS + there])
    return suit_ranks, honor_ranks


@part
def _melds_allow(facts, colors):
    """Whether all melds are of these colors (bits)."""
    return facts.meld_colors & ~colors == 0


@part
def _spot(tables, scratch, color):
    """The spot of a color of the hand."""
    return spot_of(tables, scratch, color, scratch.facts.keys[color])


@part
def _colored_missing(tables, scratch, color, second):
    """Missing tiles of a family of one suit (PURE), one suit and honors (MIXED), or honors alone (ALL_HONORS)."""
    facts, rows = scratch.facts, scratch.rows
    honors = 1 << HONOR_COLOR
    if color == ALL_HONORS:
        return (
            _single_color(facts, rows, SPOT_ROWS + _spot(tables, scratch, HONOR_COLOR), second) if _melds_allow(facts, honors) else ABSENT
        )
    least = np.int64(ABSENT)
    for suit in range(SUITS):
        if _melds_allow(facts, 1 << suit | (honors if color == MIXED else 0)):
            row = SPOT_ROWS + _spot(tables, scratch, suit)
            if color == PURE:
                least = min(least, _single_color(facts, rows, row, second))
            else:
                honor_row = SPOT_ROWS + _spot(tables, scratch, HONOR_COLOR)
                row = SPOT_ROWS + _spot(tables, scratch, suit)  # the honors' may have taken its place
                least = min(least, _mixed_colors(facts, rows, suit, row, honor_row, second))
    return least


@part
def _colored_lowering(tables, scratch, color, second, missing):
    """Kinds that lower the missing tiles of such a family."""
    facts = scratch.facts
    kinds = np.int64(0)
    for suit in range(SUITS if color != ALL_HONORS else 0):
        if _melds_allow(facts, 1 << suit | (1 << HONOR_COLOR if color == MIXED else 0)):
            spot = spot_with_more(tables, scratch, suit, facts.keys[suit])
            if color == PURE:
                if _single_color(facts, scratch.rows, SPOT_ROWS + spot, second) == missing:
                    kinds |= _ranks_at(scratch, spot, second) << (RANKS * suit)
            else:
                honor_spot = spot_with_more(tables, scratch, HONOR_COLOR, facts.keys[HONOR_COLOR])
                spot = spot_with_more(tables, scratch, suit, facts.keys[suit])
                suit_ranks, honor_ranks = _lowering_mixed(scratch, suit, spot, honor_spot, second, missing)
                kinds |= suit_ranks << (RANKS * suit) | honor_ranks << FIRST_HONOR
    if color == ALL_HONORS and _melds_allow(facts, 1 << HONOR_COLOR):
        spot = spot_with_more(tables, scratch, HONOR_COLOR, facts.keys[HONOR_COLOR])
        kinds = _ranks_at(scratch, spot, second) << FIRST_HONOR
    return kinds & ~(melded_honors(facts) << FIRST_HONOR)


@part
def _ranks_at(scratch, spot, second):
    """Ranks that lower the lane of all sets and the pair."""
    return np.int64(scratch.masks[spot * MASKS + _asked_lanes(scratch.facts, second) + PAIR + scratch.facts.sets_left])


# ---------------------------------------------------------------- any family


@part
def _pungs_missing(facts, rows, color):
    """Missing tiles of a family of pungs of some colors; the rows from FAMILY on are those of the family."""
    if color == ALL_HONORS:
        return _single_color(facts, rows, FAMILY + HONOR_COLOR, True) if _melds_allow(facts, 1 << HONOR_COLOR) else ABSENT
    least = np.int64(ABSENT)
    for suit in range(SUITS):
        if _melds_allow(facts, 1 << suit | (1 << HONOR_COLOR if color == MIXED else 0)):
            if color == PURE:
                least = min(least, _single_color(facts, rows, FAMILY + suit, True))
            else:
                least = min(least, _mixed_colors(facts, rows, suit, FAMILY + suit, FAMILY + HONOR_COLOR, True))
    return least


@part
def _tiles_of_suit(counts, suit):
    """Concealed tiles of a suit."""
    first = suit * RANKS
    return np.int64((word_at(counts, first) * EVERY_BYTE) >> np.uint64(56)) + np.int64(counts[first + RANKS - 1])


@part
def _honors_held(counts):
    """Concealed honors."""
    return np.int64(((word_at(counts, FIRST_HONOR - 1) >> np.uint64(8)) * EVERY_BYTE) >> np.uint64(56))


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
def family_floor(settings, counts, sets, family):
    """A lower bound of a family's missing tiles where `sets` sets are left to make: all but the tiles of its colors, or of its pungs."""
    color = settings.family[family].color
    useful = 3 * sets + 2
    if color != GENERAL:
        suited = max(_tiles_of_suit(counts, 0), _tiles_of_suit(counts, 1), _tiles_of_suit(counts, 2)) if color != ALL_HONORS else 0
        useful = min(useful, suited + (_honors_held(counts) if color != PURE else 0))
    if settings.family[family].only_pungs:
        useful = min(useful, _useful_in_pungs(counts, sets))
    return 3 * sets + 2 - useful


@part
def family_missing(tables, scratch, family):
    """Missing tiles of the exempt family of number `family`, of the hand that `facts` tell."""
    asks = tables.settings.family[family]
    if asks.only_pungs and scratch.facts.chowed:
        return ABSENT
    if asks.color != GENERAL and not asks.only_pungs:
        return _colored_missing(tables, scratch, asks.color, asks.second)
    for each in range(COLORS):
        _load_family_row(tables, scratch, each, asks.only_pungs, asks.second)
    if asks.color == GENERAL:
        return _general_family(scratch.facts, scratch.rows, asks.three_suits)
    return _pungs_missing(scratch.facts, scratch.rows, asks.color)


@part
def family_lowering(tables, scratch, counts, family, missing):
    """Kinds that lower a family's missing tiles, which are `missing`, of a hand of 3n+1 tiles."""
    asks = tables.settings.family[family]
    if asks.color != GENERAL and not asks.only_pungs:
        return _colored_lowering(tables, scratch, asks.color, asks.second, missing)
    kinds = np.int64(0)
    for kind in range(KINDS):
        if counts[kind] + scratch.facts.held_copies[kind] < COPIES:
            change(tables.settings, scratch.facts, counts, kind, 1)
            kinds |= np.int64(family_missing(tables, scratch, family) < missing) << kind
            change(tables.settings, scratch.facts, counts, kind, -1)
    return kinds
