"""Exempt families: flushes, pungs and the like that the rules let be declared without three suits, or without the second condition."""

from __future__ import annotations

import numpy as np

from nmsim.engine.hand_rows import CHANGED, FAMILY, SUM, TURNED, add_melds, forbid_empty, load_row
from nmsim.engine.kernel import part
from nmsim.engine.row_lanes import LEGAL_BITS, add_rows, copy_row, meet, turn_row
from nmsim.engine.suit_rows import ABSENT, COLORS, HELD, HONOR_COLOR, PAIR, SHAPE
from nmsim.engine.tables import ALL_HONORS, GENERAL, MIXED
from nmsim.tiles import SUITS


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
def _turn_honors(facts, rows):
    """Row TURNED: what the family's honors and the melds bring."""
    copy_row(rows, FAMILY + HONOR_COLOR, rows, CHANGED)
    add_melds(facts, rows, CHANGED)
    turn_row(rows, CHANGED, TURNED)


@part
def _general_family(facts, rows, suits):
    """Missing tiles of the family's rows taken together; every suit must be covered if `suits`."""
    for color in range(SUITS):
        if suits and (facts.covered >> color) & 1 == 0:
            forbid_empty(rows, FAMILY + color)
    add_rows(rows, FAMILY, FAMILY + 1, CHANGED)
    add_rows(rows, CHANGED, FAMILY + 2, SUM)
    _turn_honors(facts, rows)
    return meet(rows, SUM, rows, TURNED) & LEGAL_BITS


@part
def _single_color(facts, rows, color):
    """Missing tiles of a hand of this color alone."""
    if facts.meld_colors & ~(1 << color):
        return ABSENT
    lane = PAIR + facts.sets_left
    return np.int64(rows[FAMILY + color, lane if facts.met else HELD + lane])


@part
def _mixed_colors(facts, rows, suit):
    """Missing tiles of a hand of this suit and honors, some of each."""
    melds = facts.meld_colors
    if melds & ~(1 << suit | 1 << HONOR_COLOR):
        return ABSENT
    _turn_honors(facts, rows)
    if (melds >> HONOR_COLOR) & 1 == 0:
        # No honor: the suit has all the sets and the pair.
        lane = PAIR + facts.sets_left
        rows[TURNED, lane] = ABSENT
        rows[TURNED, HELD + lane] = ABSENT
    if (melds >> suit) & 1 == 0:
        forbid_empty(rows, TURNED)
    return meet(rows, FAMILY + suit, rows, TURNED) & LEGAL_BITS


@part
def family_missing(tables, scratch, family):
    """Missing tiles of one exempt family, of number `family`, of the hand that `facts` tell."""
    color = tables.settings.family[family].color
    pungs = tables.settings.family[family].only_pungs
    if pungs and scratch.facts.chowed:
        return ABSENT
    for each in range(COLORS):
        _load_family_row(tables, scratch, each, pungs, tables.settings.family[family].second)
    if color == GENERAL:
        return _general_family(scratch.facts, scratch.rows, tables.settings.family[family].three_suits)
    if color == ALL_HONORS:
        return _single_color(scratch.facts, scratch.rows, HONOR_COLOR)
    best = ABSENT
    for suit in range(SUITS):
        missing = _mixed_colors(scratch.facts, scratch.rows, suit) if color == MIXED else _single_color(scratch.facts, scratch.rows, suit)
        best = missing if missing < best else best
    return best
