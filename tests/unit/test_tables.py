"""The distance tables, weighted by how many hands each row stands for, give the exact counts of all deals to the last digit."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from nmsim.engine.closed_shapes import half_pairs, pairs_missing, ready_pairs
from nmsim.engine.shape import distances, make_scratch
from nmsim.engine.suit_rows import ABSENT, LEGAL, PAIR, SETS
from nmsim.engine.tables import HONOR_KEYS, HONORS, MAX_TILES, SUIT_KEYS, build_tables, keys_of
from nmsim.rules import Rules, make_rules
from nmsim.tiles import COPIES, FIRST_HONOR, KINDS, RANKS, TILES, is_terminal

Int8 = npt.NDArray[np.int8]
Int64 = npt.NDArray[np.int64]

DEALS = {tiles: comb(TILES, tiles) for tiles in (13, 14)}
STRICT = make_rules("strict", {"seven_pairs": False})
# Conditions of a whole hand -> hands of four sets and a pair that meet them.
FOUR_SETS = {"open": 11_353_128_141_498, "three_suits": 8_706_674_034_816, "strict": 7_765_705_404_672}
RULES = {
    "open": make_rules("open", {"seven_pairs": False}),
    "three_suits": make_rules("strict", {"seven_pairs": False, "second_condition": "off"}),
    "strict": STRICT,
}
LEGAL_DISTANCES = {
    13: {
        0: 22_529_878_708_704,
        1: 1_841_930_852_511_544,
        2: 29_997_971_994_836_004,
        3: 136_295_798_057_961_636,
        4: 195_200_375_145_336_772,
        5: 99_232_672_484_444_680,
        6: 19_751_725_333_450_148,
        7: 1_405_389_364_473_008,
        8: 26_142_919_799_936,
        9: 20_133_965_568,
    },
    14: {
        -1: 7_765_705_404_672,
        0: 1_826_807_029_686_708,
        1: 64_662_430_975_724_166,
        2: 587_256_890_306_836_566,
        3: 1_627_828_282_031_259_312,
        4: 1_449_811_097_193_872_994,
        5: 459_123_635_182_909_398,
        6: 57_272_084_344_784_976,
        7: 2_490_902_312_629_944,
        8: 25_134_084_827_328,
        9: 279_936,
    },
}
SEVEN_DIFFERENT_PAIRS = 1_505_948_184_576
SEVEN_PAIRS = 1_569_298_171_584
THIRTEEN_ORPHANS = 1_308_622_848
HEAVENLY_HANDS = 8_907_027_620_472


class Groups(NamedTuple):
    """Holdings of one or more colors, those that are alike counted together.

    `tiles` int64[n] held, `rows` int8[n, 2, 2, SETS] by (met, pair, sets), `ways` int64[n] to hold them.
    """

    tiles: Int64
    rows: Int8
    ways: Int64


@cache
def holdings(ranks: int) -> Int8:
    """All counts int8[n, ranks] of at most 14 tiles."""
    counts = np.zeros((1, 0), np.int8)
    for _ in range(ranks):
        longer = [np.insert(counts, counts.shape[1], count, axis=1) for count in range(COPIES + 1)]
        counts = np.concatenate(longer)
        counts = counts[counts.sum(axis=1) <= MAX_TILES]
    return counts


def ways_of(counts: Int8) -> Int64:
    """How many sets of tiles have these counts."""
    ways: Int64 = np.array([comb(COPIES, held) for held in range(COPIES + 1)], np.int64)[counts].prod(axis=1)
    return ways


def grouped(tiles: Int64, rows: Int8, ways: Int64) -> Groups:
    """One group for each different number of tiles and row."""
    flat = np.concatenate([tiles[:, None].astype(np.int8), rows.reshape(len(rows), -1)], axis=1)
    _, first, group = np.unique(flat.view(np.dtype((np.void, flat.shape[1]))), return_index=True, return_inverse=True)
    total = np.zeros(len(first), np.int64)
    np.add.at(total, group.reshape(-1), ways)
    return Groups(tiles[first], rows[first], total)


def color_groups(rules: Rules, honors: bool) -> Groups:
    """The holdings of a suit, or of the honors, by their rows; a suit must be used where the rules ask for all three."""
    tables = build_tables(rules)
    counts = holdings(HONORS if honors else RANKS)
    numbers = tables.index[(HONOR_KEYS if honors else SUIT_KEYS) + keys_of(counts)]
    rows = tables.rows[numbers, :LEGAL].reshape(-1, 2, 2, PAIR)[..., :SETS].copy()
    if not honors and rules.suit_rule != "off":
        rows[:, :, 0, 0] = ABSENT
    return grouped(counts.sum(axis=1).astype(np.int64), rows, ways_of(counts))


def added(one: Int8, other: Int8) -> Int8:
    """Rows of two holdings together: the sets, the pair and the condition met shared out in the cheapest way."""
    out = np.full(one.shape, ABSENT, np.int8)
    for met, pair, sets in itertools.product(range(2), range(2), range(SETS)):
        best = out[:, met, pair, sets]
        for a, b, c in itertools.product(range(met + 1), range(pair + 1), range(sets + 1)):
            np.minimum(best, one[:, a, b, c] + other[:, met - a, pair - b, sets - c], out=best)
    return out


def together(one: Groups, other: Groups) -> Groups:
    """The groups of two colors held together, of at most 14 tiles."""
    a, b = np.nonzero(one.tiles[:, None] + other.tiles[None, :] <= MAX_TILES)
    parts = [
        grouped(one.tiles[i] + other.tiles[j], added(one.rows[i], other.rows[j]), one.ways[i] * other.ways[j])
        for i, j in zip(np.array_split(a, 8), np.array_split(b, 8), strict=True)
    ]
    return grouped(*(np.concatenate(column) for column in zip(*parts, strict=True)))


@cache
def halves(rules: Rules) -> tuple[Groups, Groups]:
    """The groups of two suits, and of the third with the honors."""
    suit = color_groups(rules, honors=False)
    return together(suit, suit), together(suit, color_groups(rules, honors=True))


def distribution(rules: Rules, tiles: int) -> dict[int, int]:
    """How many of all deals of so many tiles are at each distance from four sets and a pair that the rules let be declared."""
    two, rest = halves(rules)
    turned = rest.rows[:, ::-1, ::-1, ::-1]
    found: Counter[int] = Counter()
    for group in range(len(two.tiles)):
        fitting = np.flatnonzero(rest.tiles == tiles - two.tiles[group])
        missing = (two.rows[group] + turned[fitting]).reshape(len(fitting), 4 * SETS).min(axis=1, initial=ABSENT)
        for each in np.unique(missing):
            found[int(each) - 1] += int(two.ways[group]) * sum(rest.ways[fitting[missing == each]].tolist())
    return dict(sorted(found.items()))


def mean(counts: dict[int, int]) -> float:
    return float(Fraction(sum(distance * hands for distance, hands in counts.items()), sum(counts.values())))


def test_a_suit_has_as_many_holdings_as_known() -> None:
    assert len(holdings(RANKS)) == 405_350
    assert sum(ways_of(holdings(RANKS)).tolist()) == sum(comb(RANKS * COPIES, tiles) for tiles in range(MAX_TILES + 1))


@pytest.mark.parametrize("tiles", [13, 14])
def test_every_deal_is_at_its_exact_legal_distance(tiles: int) -> None:
    found = distribution(STRICT, tiles)
    assert found == LEGAL_DISTANCES[tiles]
    assert sum(found.values()) == DEALS[tiles]
    assert round(mean(found), 9) == {13: 3.878351001, 14: 3.430056349}[tiles]


@pytest.mark.parametrize(("tiles", "average"), [(13, 3.785806336), (14, 3.315576238)])
def test_the_mean_distance_without_conditions_is_exact(tiles: int, average: float) -> None:
    found = distribution(RULES["open"], tiles)
    assert sum(found.values()) == DEALS[tiles]
    assert round(mean(found), 9) == average


@pytest.mark.parametrize("conditions", list(RULES))
def test_the_complete_hands_of_four_sets_and_a_pair_are_counted(conditions: str) -> None:
    assert distribution(RULES[conditions], 14)[-1] == FOUR_SETS[conditions]


# Seven pairs and thirteen orphans


def in_python(part: Any) -> Any:
    """A part of the kernels as plain Python; numba keeps it."""
    return part.py_func


def pair_counts(quads: bool) -> Counter[int]:
    """Hands of 14 tiles by the missing tiles of seven pairs, kind by kind."""
    pairs_of, halves_of, missing_of = in_python(ready_pairs), in_python(half_pairs), in_python(pairs_missing)
    found = Counter({(0, 0, 0): 1})  # tiles, pairs ready, pairs that lack one tile
    for _ in range(KINDS):
        more: Counter[tuple[int, int, int]] = Counter()
        for (tiles, ready, half), ways in found.items():
            for held in range(min(COPIES, 14 - tiles) + 1):
                state = tiles + held, ready + pairs_of(held, quads), half + halves_of(held, quads)
                more[state] += ways * comb(COPIES, held)
        found = more
    counts: Counter[int] = Counter()
    for (tiles, ready, half), ways in found.items():
        if tiles == 14:
            counts[missing_of(ready, half)] += ways
    return counts


@pytest.mark.parametrize(("quads", "complete"), [(False, SEVEN_DIFFERENT_PAIRS), (True, SEVEN_PAIRS)])
def test_the_hands_of_seven_pairs_are_counted(quads: bool, complete: int) -> None:
    found = pair_counts(quads)
    assert found[0] == complete
    assert sum(found.values()) == DEALS[14]


def orphans_distance(counts: Int8) -> int:
    """Distance of a hand where thirteen orphans are the nearest shape by far."""
    tables = build_tables(make_rules("open", {"thirteen_orphans": True}))
    measure: Any = distances
    return int(measure(tables, make_scratch(), counts, np.zeros(4, np.int8), np.zeros(4, np.int8), 0)[0])


def test_the_hands_of_thirteen_orphans_are_counted() -> None:
    orphans = [kind for kind in range(KINDS) if kind >= FIRST_HONOR or is_terminal(kind)]
    complete = 0
    for doubled in orphans:
        counts = np.zeros(KINDS, np.int8)
        counts[orphans] = 1
        assert orphans_distance(counts) == 0
        counts[doubled] = 2
        assert orphans_distance(counts) == -1
        complete += int(ways_of(counts[None, :])[0])
        for other in orphans:
            counts[other] -= 1
            counts[4] += 1
            assert orphans_distance(counts) == 0
            counts[4] -= 1
            counts[other] += 1
    assert complete == THIRTEEN_ORPHANS


class Pairs(NamedTuple):
    """What a color of a hand of pairs shows."""

    pairs: int
    sets: int  # complete sets, or -1 where its tiles are not sets (and a pair)
    pair: bool  # left over from the sets
    pair_meets: bool  # as four sets and a pair: a 1 or 9, or the pair is a 2, 5 or 8
    terminal: bool
    jiang: bool


def color_pairs(honors: bool) -> Counter[Pairs]:
    """All holdings of a color that are nothing but pairs, by what they show; four of a kind are two pairs."""
    counts = holdings(HONORS if honors else RANKS)
    counts = counts[(counts % 2 == 0).all(axis=1)]
    tables = build_tables(STRICT)
    rows = tables.rows[tables.index[(HONOR_KEYS if honors else SUIT_KEYS) + keys_of(counts)], :LEGAL].reshape(-1, 2, 2, PAIR)
    found: Counter[Pairs] = Counter()
    for held, row, ways in zip(counts, rows, ways_of(counts), strict=True):
        sets, rest = divmod(int(held.sum()), 3)
        complete = rest != 1 and sets < SETS and row[0, rest // 2, sets] == 0
        meets = bool(complete and row[1, rest // 2, sets] == 0)
        terminal = not honors and bool(held[[0, 8]].any())
        jiang = not honors and bool(held[[1, 4, 7]].any())
        found[Pairs(int(held.sum()) // 2, sets if complete else -1, complete and rest == 2, meets, terminal, jiang)] += int(ways)
    return found


def legal_only_as_pairs() -> int:
    """Hands of seven pairs that `strict` lets be declared as such, and that are not four sets and a pair that it lets be declared."""
    suit, honors = color_pairs(False), color_pairs(True)
    total = 0
    for one, other, third in itertools.product(suit, repeat=3):
        held = one.pairs + other.pairs + third.pairs
        suits = min(one.pairs, other.pairs, third.pairs) > 0
        if held > 7 or not suits or not any(color.terminal or color.jiang for color in (one, other, third)):
            continue
        for last in honors:
            if held + last.pairs == 7:
                colors = one, other, third, last
                four_sets = all(color.sets >= 0 for color in colors) and sum(color.pair for color in colors) == 1
                if not (four_sets and any(color.pair_meets for color in colors)):
                    total += suit[one] * suit[other] * suit[third] * honors[last]
    return total


def test_the_hands_that_the_dealer_may_declare_at_once_are_counted() -> None:
    assert FOUR_SETS["strict"] + legal_only_as_pairs() == HEAVENLY_HANDS
