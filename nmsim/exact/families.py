"""Families of complete hands, and what each color of a hand lacks of its part in them.

A complete hand is of a *shape* (four sets and a pair, seven pairs, thirteen orphans), and may be asked for three suits and for the second
condition. Hands that are asked the same are a family. Of each color a family has a *row*: the fewest missing tiles for each part that the
color may have in the whole, an array over the family's *dimensions* (such as: condition met here or not, pair or not, 0 to 4 sets). Parts
add up, and the whole is the last entry: so the rows of two colors together are their min-plus sum, and so is, kind by kind, the row of one
color of a hand of pairs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nmsim.engine.suit_rows import (
    ABSENT,
    BASE,
    GENERIC_BOTH,
    GENERIC_JIANG,
    GENERIC_PAIR,
    GENERIC_PAIR_TERMINAL,
    GENERIC_SETS,
    GENERIC_SETS_TERMINAL,
    HONORS,
    SETS,
)
from nmsim.engine.tables import JIANG_RANKS, TERMINAL_RANKS, Classes, honor_classes, keys_of, pung_classes, suit_classes
from nmsim.rules import Rules
from nmsim.tiles import COPIES

Int8 = npt.NDArray[np.int8]
Int64 = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int8]

PAIRS = 7

FOUR_SETS, ONLY_PUNGS, SEVEN_PAIRS, ORPHANS = "four_sets", "all_pungs", "seven_pairs", "thirteen_orphans"
ANY_COLORS, ONE_SUIT, SUIT_AND_HONORS, ONLY_HONORS = "any", "pure_suit", "mixed_suit", "all_honors"
COLOR_FORMS = (ANY_COLORS, ONE_SUIT, SUIT_AND_HONORS, ONLY_HONORS)
# What the second condition asks of a hand: nothing, a 1 or 9, a pair of 2, 5 or 8, one of these, both, or that all pairs are 2, 5 or 8.
NOTHING, TERMINAL, JIANG, EITHER, BOTH, ALL_JIANG = "nothing", "terminal", "jiang", "either", "both", "all_jiang"
_OF_OPTION = {"off": NOTHING, "either": EITHER, "yaojiu": TERMINAL, "jiang258": JIANG, "both": BOTH}


class Family(NamedTuple):
    """Complete hands of one shape, in these colors, that need three suits or not, and answer what is asked."""

    shape: str
    colors: str = ANY_COLORS
    three_suits: bool = False
    ask: str = NOTHING


def shape_families(rules: Rules) -> tuple[Family, ...]:
    """What is complete in shape under the rules."""
    return tuple(Family(shape) for shape in _shapes(rules))


def _shapes(rules: Rules) -> list[str]:
    return [FOUR_SETS] + [SEVEN_PAIRS] * rules.seven_pairs + [ORPHANS] * rules.thirteen_orphans


def legal_families(rules: Rules) -> tuple[Family, ...]:
    """What the rules let be declared: each shape under both conditions, and wherever a pattern is exempt from one, without it.

    `min_fan` and the scopes do not matter to a hand of fourteen concealed tiles won by drawing.
    """
    kept: list[Family] = []
    for shape, patterns in [(shape, [shape]) for shape in _shapes(rules)] + [(ONLY_PUNGS, [ONLY_PUNGS])]:
        for colors in COLOR_FORMS if shape != ORPHANS else COLOR_FORMS[:1]:
            shown = {*patterns, colors}
            suits = rules.suit_rule != "off" and not rules.suit_exempt & shown and shape != ORPHANS
            second = rules.second_condition != "off" and not rules.second_exempt & shown
            for ask in _asks(rules, shape) if second else [NOTHING]:
                family = Family(shape, colors, suits, ask)
                if not (suits and colors != ANY_COLORS) and not any(_covers(wider, family) for wider in kept):
                    kept.append(family)
    return tuple(kept)


def _asks(rules: Rules, shape: str) -> list[str]:
    """What the second condition asks of a shape; one of several will do."""
    option = rules.second_condition
    terminal = option in ("either", "yaojiu")
    if shape == ORPHANS:
        return [NOTHING] * terminal
    if shape != SEVEN_PAIRS or rules.seven_pairs_jiang == "any_pair":
        return [_OF_OPTION[option]]
    return [TERMINAL] * terminal + [ALL_JIANG] * (rules.seven_pairs_jiang == "all_pairs" and option in ("either", "jiang258"))


def _covers(wider: Family, family: Family) -> bool:
    return (
        wider.shape in (family.shape, FOUR_SETS if family.shape == ONLY_PUNGS else None)
        and wider.colors in (family.colors, ANY_COLORS)
        and wider.three_suits <= family.three_suits
        and wider.ask in (family.ask, NOTHING)
    )


class Setting(NamedTuple):
    """The options that decide what a tile or a kind counts for."""

    quads: bool
    honors_terminal: bool


def setting_of(rules: Rules) -> Setting:
    """The setting of a rule set."""
    return Setting(rules.seven_pairs_quads, rules.honors_satisfy_yaojiu)


# ---------------------------------------------------------------- min-plus sums


def dimensions(family: Family) -> tuple[int, ...]:
    """Sizes of the family's row: a choice of the suit, what is met, a pair and sets, or pairs, or a doubled orphan."""
    if family.colors in (ONE_SUIT, ONLY_HONORS):
        return (2,) if family.colors == ONE_SUIT else (1,)
    return (2,) * (family.colors == SUIT_AND_HONORS) + _plain_dimensions(family)


def _plain_dimensions(family: Family) -> tuple[int, ...]:
    met = {NOTHING: (), ALL_JIANG: (), BOTH: (2, 2)}.get(family.ask, (2,))
    if family.shape == ORPHANS:
        return (2,)
    if family.shape == SEVEN_PAIRS:
        return (*met, PAIRS + 1)
    return (() if family.ask in (NOTHING, JIANG) else (2,)) + (2, SETS)


@lru_cache(maxsize=64)
def sums(sizes: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """Every (a, b, a + b) of entries of a row of these dimensions, as flat indices."""
    entries = list(itertools.product(*(range(size) for size in sizes)))
    place = {entry: at for at, entry in enumerate(entries)}
    found = []
    for one, other in itertools.product(entries, repeat=2):
        total = tuple(a + b for a, b in zip(one, other, strict=True))
        if total in place:
            found.append((place[one], place[other], place[total]))
    return tuple(found)


def added(sizes: tuple[int, ...], one: Rows, other: Rows) -> Rows:
    """Min-plus sums int8[entries, n] of rows int8[entries, n]."""
    out = np.full(one.shape, ABSENT, np.int8)
    there = one.min(axis=1, initial=ABSENT) < ABSENT, other.min(axis=1, initial=ABSENT) < ABSENT
    for a, b, total in sums(sizes):
        if there[0][a] and there[1][b]:
            np.minimum(out[total], one[a] + other[b], out=out[total])
    return out


# ---------------------------------------------------------------- rows of a color


class ColorRows(NamedTuple):
    """Rows int8[entries, n] of all holdings of a color: that of holding i is `rows[:, number[i]]`."""

    number: Int64
    rows: Rows


def color_rows(family: Family, counts: Int8, setting: Setting) -> ColorRows:
    """The family's rows of the holdings `counts` int8[n, ranks] of a suit (nine ranks) or the honors (seven)."""
    honors = counts.shape[1] == HONORS
    if family.shape in (FOUR_SETS, ONLY_PUNGS):
        number, rows = _set_rows(family, counts, honors, setting)
    else:
        number, rows = _kind_rows(family, counts, honors, setting)
    return ColorRows(number, _in_colors(family, rows, honors))


def _in_colors(family: Family, plain: Rows, honors: bool) -> Rows:
    """The rows as the family's colors and suits leave them; one more dimension where one suit is to be chosen."""
    nothing = np.full_like(plain, ABSENT)
    nothing[0] = 0
    if family.colors == ONLY_HONORS:
        return plain[-1:] if honors else nothing[:1]
    if family.colors == ONE_SUIT:
        return np.concatenate([nothing[:1], np.full_like(plain[-1:], ABSENT) if honors else plain[-1:]])
    rows = plain.copy()
    if family.colors == SUIT_AND_HONORS:
        rows[0] = ABSENT
        return np.concatenate([rows, np.full_like(rows, ABSENT)] if honors else [nothing, rows])
    if family.three_suits and not honors:
        rows[0] = ABSENT
    return rows


def _set_rows(family: Family, counts: Int8, honors: bool, setting: Setting) -> ColorRows:
    """Rows for sets and a pair: 0 to 4 sets without and with the pair, and that twice where something must be met."""
    classes = honor_classes() if honors else pung_classes() if family.shape == ONLY_PUNGS else suit_classes()
    column = _columns(classes, honors and setting.honors_terminal)
    sets, pair = column(GENERIC_SETS), column(GENERIC_PAIR)
    sets_ended, pair_ended, jiang = column(GENERIC_SETS_TERMINAL), column(GENERIC_PAIR_TERMINAL), column(GENERIC_JIANG)
    parts = {
        NOTHING: [sets, pair],
        JIANG: [sets, jiang],
        TERMINAL: [sets, pair, sets_ended, pair_ended],
        EITHER: [sets, pair, sets_ended, np.minimum(pair_ended, jiang)],
        BOTH: [sets, jiang, sets_ended, column(GENERIC_BOTH)],
    }[family.ask]
    number = classes.index[keys_of(counts)].astype(np.int64)
    return ColorRows(number, np.concatenate(parts))


def _columns(classes: Classes, terminal: bool) -> Any:
    """A look-up of columns of the generic rows, SETS wide; `terminal`: whatever tile is used counts as a 1 or 9."""

    def column(first: int) -> Rows:
        if terminal and first in (GENERIC_SETS_TERMINAL, GENERIC_PAIR_TERMINAL):
            found = column(GENERIC_SETS if first == GENERIC_SETS_TERMINAL else GENERIC_PAIR).copy()
            found[0] = ABSENT if first == GENERIC_SETS_TERMINAL else found[0]
            return found
        return classes.rows[:, first : first + SETS].T

    return column


class _Sort(NamedTuple):
    """What a kind is: an orphan, a 1 or 9 under the rules, a 2, 5 or 8."""

    orphan: bool
    terminal: bool
    jiang: bool


def _sort(rank: int, honors: bool, setting: Setting) -> _Sort:
    ended = not honors and rank in TERMINAL_RANKS
    return _Sort(honors or ended, ended or (honors and setting.honors_terminal), not honors and rank in JIANG_RANKS)


def _kind_rows(family: Family, counts: Int8, honors: bool, setting: Setting) -> ColorRows:
    """Rows of shapes in which every kind stands for itself: kinds of one sort are interchangeable, and added up."""
    sorts = [_sort(rank, honors, setting) for rank in range(counts.shape[1])]
    alike = [[rank for rank, sort in enumerate(sorts) if sort == each] for each in dict.fromkeys(sorts)]
    settled = np.concatenate([np.sort(counts[:, ranks], axis=1) for ranks in alike], axis=1)
    order = [sorts[rank] for ranks in alike for rank in ranks]
    keys, number = np.unique(keys_of(settled), return_inverse=True)
    sizes = _plain_dimensions(family)
    rows = np.full((prod(sizes), len(keys)), ABSENT, np.int8)
    rows[0] = 0
    for rank, sort in enumerate(order):
        of_count = np.concatenate([_one_kind(family, sizes, sort, held, setting) for held in range(COPIES + 1)], axis=1)
        rows = added(sizes, rows, of_count[:, keys // BASE**rank % BASE])
    return ColorRows(number.reshape(-1).astype(np.int64), rows)


def _one_kind(family: Family, sizes: tuple[int, ...], sort: _Sort, held: int, setting: Setting) -> Rows:
    """The row int8[entries, 1] of `held` copies of one kind."""
    row = np.full(sizes, ABSENT, np.int8)
    if family.shape == ORPHANS:
        row[:] = [max(0, 1 - held), max(0, 2 - held)] if sort.orphan else [0, ABSENT]
        return row.reshape(-1, 1)
    row[(0,) * len(sizes)] = 0
    for pairs in range(1, 3 if setting.quads else 2):
        if family.ask != ALL_JIANG or sort.jiang:
            for met in _met(family.ask, sort):
                row[(*met, pairs)] = max(0, 2 * pairs - held)
    return row.reshape(-1, 1)


def _met(ask: str, sort: _Sort) -> Iterator[tuple[int, ...]]:
    """What a pair of this sort may be taken to meet: always nothing, too."""
    meets = {
        TERMINAL: [sort.terminal],
        JIANG: [sort.jiang],
        EITHER: [sort.terminal or sort.jiang],
        BOTH: [sort.terminal, sort.jiang],
    }.get(ask, [])
    yield from itertools.product(*(range(met + 1) for met in meets))
