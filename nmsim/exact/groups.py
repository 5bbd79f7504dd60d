"""All hands of a deck at once: holdings that lack the same are counted together, color by color.

Counts are int64 on the way: no sum of them exceeds the number of all hands, C(136, 14) < 2^62.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nmsim.engine.suit_rows import ABSENT, HONORS
from nmsim.engine.tables import MAX_TILES
from nmsim.exact.families import (
    ColorRows,
    Family,
    Int8,
    Int64,
    Rows,
    Setting,
    added,
    color_rows,
    dimensions,
)
from nmsim.tiles import COPIES, RANKS

# Copies of each rank by color: three suits and the honors.
Deck = tuple[tuple[int, ...], ...]
HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)
WORD = 8  # entries of a row hashed at once
MOST_KEYS = 2**62  # different keys that int64 has room for
CHUNK = 100_000  # groups freed of idle entries at once
BLOCK = 2_000_000  # pairs of holdings added at once
MET = 250_000  # hands met at once: few enough for the processor's cache
EXACT_FLOATS = 2**53  # whole numbers below are exact as floats; a half is held in no more than C(72, 14) < 2^49 ways
WHOLE_DECK: Deck = ((COPIES,) * RANKS,) * 3 + ((COPIES,) * HONORS,)


class Groups(NamedTuple):
    """Holdings of one or more colors: `tiles` int64[n] held, `rows` int8[entries, n] of all families, `ways` int64[n]."""

    tiles: Int64
    rows: Rows
    ways: Int64


@lru_cache(maxsize=2)
def holdings(copies: tuple[int, ...]) -> Int8:
    """All counts int8[n, ranks] of at most 14 tiles where a rank has so many copies."""
    counts = np.zeros((1, 0), np.int8)
    for most in copies:
        counts = np.concatenate([np.insert(counts, counts.shape[1], held, axis=1) for held in range(most + 1)])
        counts = counts[counts.sum(axis=1) <= MAX_TILES]
    return counts


def ways_of(counts: Int8, copies: tuple[int, ...]) -> Int64:
    """How many sets of tiles have these counts: int64[n]."""
    ways = np.ones(len(counts), np.int64)
    for rank, most in enumerate(copies):
        ways *= np.array([comb(most, held) for held in range(COPIES + 1)], np.int64)[counts[:, rank]]
    return ways


def merged(groups: Groups) -> Groups:
    """One group for each different number of tiles and row."""
    number, rows = numbered(np.concatenate([groups.tiles[None].astype(np.int8), groups.rows]))
    return Groups(rows[0].astype(np.int64), rows[1:], _summed(groups.ways, number, rows.shape[1]))


def numbered(rows: Rows) -> ColorRows:
    """The different ones of the columns of rows int8[entries, n], and the number of each column among them."""
    width = -(-len(rows) // WORD) * WORD
    columns = np.zeros((rows.shape[1], width), np.int8)
    columns[:, : len(rows)] = rows.T
    words = columns.view(np.uint64)
    mixed = np.zeros(len(words), np.uint64)
    for at in range(words.shape[1]):
        word = words[:, at] * HASH_FACTOR
        word = (word ^ (word >> np.uint64(32))) * HASH_FACTOR
        mixed = (mixed ^ (mixed >> np.uint64(29))) * HASH_FACTOR + (word ^ (word >> np.uint64(29)))
    first, number = _alike(mixed)
    different = words[first]
    if not (words == different[number]).all():
        raise AssertionError("two different rows share a hash")
    return ColorRows(number, np.ascontiguousarray(different.view(np.int8)[:, : len(rows)].T))


def _alike(keys: npt.NDArray[Any]) -> tuple[Int64, Int64]:
    """A place of each different key, and the number of the key at each place: keys are numbered in their order."""
    values, number = np.unique(keys, return_inverse=True)
    number = number.reshape(-1).astype(np.int64, copy=False)
    place = np.empty(len(values), np.int64)
    place[number] = np.arange(len(number))
    return place, number


def _alike_in_all(numbers: Iterable[tuple[Int64, int]]) -> tuple[Int64, Int64]:
    """As `_alike`, of several keys each; of each its numbers, and how many there may be."""
    keys, span = np.zeros(1, np.int64), 1
    for number, size in numbers:
        if span * size > MOST_KEYS:
            place, keys = _alike(keys)
            span = len(place)
        keys = keys * size + number
        span *= size
    return _alike(keys)


def _summed(ways: Int64, number: Int64, size: int) -> Int64:
    """The sum of the ways of each number."""
    total = np.zeros(size, np.int64)
    np.add.at(total, number, ways)
    return total


# For each outcome its entries, and of each the entry of the rest of a hand that makes it whole.
Entries = list[tuple[Int64, Int64]]


class Question(NamedTuple):
    """Outcomes to be told apart: of each, a hand's missing tiles are those to the nearest of its families.

    `sizes`: tiles of the hands that are asked about; `most`: more missing tiles than these count as ABSENT.
    """

    outcomes: tuple[tuple[Family, ...], ...]
    setting: Setting
    sizes: tuple[int, ...] = (13, 14)
    most: int = ABSENT

    @property
    def families(self) -> tuple[Family, ...]:
        """All families, in the order of their rows."""
        return tuple(family for outcome in self.outcomes for family in outcome)

    @property
    def columns(self) -> list[slice]:
        """Where each family's row lies in a group's."""
        ends = np.cumsum([0] + [prod(dimensions(family)) for family in self.families]).tolist()
        return [slice(start, end) for start, end in itertools.pairwise(ends)]

    @property
    def entries(self) -> Entries:
        """For each outcome its entries, and of each the entry of the rest of a hand that makes it whole."""
        found = []
        columns = iter(self.columns)
        for outcome in self.outcomes:
            own = [np.arange(at.start, at.stop) for at in itertools.islice(columns, len(outcome))]
            found.append((np.concatenate(own), np.concatenate([each[::-1] for each in own])))
        return found


@lru_cache(maxsize=32)
def _rows_of_holdings(family: Family, copies: tuple[int, ...], setting: Setting) -> ColorRows:
    return color_rows(family, holdings(copies), setting)


def color_groups(question: Question, copies: tuple[int, ...]) -> Groups:
    """The holdings of a color by their rows."""
    counts = holdings(copies)
    of_family = {family: _rows_of_holdings(family, copies, question.setting) for family in question.families}
    parts = [of_family[family] for family in question.families]
    tiles = counts.sum(axis=1).astype(np.int64)
    first, alike = _alike_in_all([(tiles, MAX_TILES + 1), *((part.number, part.rows.shape[1]) for part in of_family.values())])
    ways = _summed(ways_of(counts, copies), alike, len(first))
    rows = np.concatenate([part.rows[:, part.number[first]] for part in parts])
    rows[rows > question.most] = ABSENT
    return merged(Groups(tiles[first], rows, ways))


# ---------------------------------------------------------------- what cannot matter


class Bounds(NamedTuple):
    """Of some colors: by number of tiles the least and greatest entry of any holding, int8[entries, 15], and whether there is one."""

    least: Rows
    greatest: Rows
    there: npt.NDArray[np.bool_]


def _bounds(groups: Groups) -> Bounds:
    least = np.full((len(groups.rows), MAX_TILES + 1), ABSENT, np.int8)
    greatest = np.full_like(least, ABSENT)
    for tiles in np.unique(groups.tiles):
        rows = groups.rows[:, groups.tiles == tiles]
        least[:, tiles], greatest[:, tiles] = rows.min(axis=1), rows.max(axis=1)
    return Bounds(least, greatest, np.isin(np.arange(MAX_TILES + 1), groups.tiles))


def _bounds_together(question: Question, one: Bounds, other: Bounds) -> Bounds:
    """Bounds of what two sets of colors may hold together."""
    sizes = np.arange(MAX_TILES + 1)
    a, b = np.nonzero(one.there[:, None] & other.there[None, :] & (sizes[:, None] + sizes[None, :] <= MAX_TILES))
    least = _added(question, one.least[:, a], other.least[:, b])
    greatest = _added(question, one.greatest[:, a], other.greatest[:, b])
    return _bounds(Groups(np.tile(a + b, 2), np.concatenate([least, greatest], axis=1), np.zeros(2 * len(a), np.int64)))


def _without_idle(question: Question, groups: Groups, rest: Bounds) -> Groups:
    """The groups without entries that no `rest` can make the nearest.

    An entry that may tie with the nearest stays: each color can so be freed of idle ones without regard to what the others keep.
    """
    order = np.argsort(groups.tiles, kind="stable")
    rows = groups.rows[:, order]
    ends = np.cumsum(np.bincount(groups.tiles, minlength=MAX_TILES + 1)).tolist()
    for tiles, (start, end) in enumerate(itertools.pairwise([0, *ends])):
        left = [size - tiles for size in question.sizes if size >= tiles and rest.there[size - tiles]]
        if not left:
            rows[:, start:end] = ABSENT
            continue
        least, greatest = rest.least[:, left].min(axis=1)[:, None], rest.greatest[:, left].max(axis=1)[:, None]
        for entries, turned in question.entries:
            mine = rows[entries[0] : entries[-1] + 1, start:end]
            mine[mine + least[turned] > (mine + greatest[turned]).min(axis=0)] = ABSENT
    return merged(Groups(groups.tiles[order], rows, groups.ways[order]))


# ---------------------------------------------------------------- colors together


def _added(question: Question, one: Rows, other: Rows) -> Rows:
    """Rows of holdings together."""
    parts = [
        added(dimensions(family), one[columns], other[columns]) for family, columns in zip(question.families, question.columns, strict=True)
    ]
    return np.concatenate(parts)


class _Sums(NamedTuple):
    """Rows of one family of two colors together: that of holdings i and j is `rows[:, number[one[i], other[j]]]`."""

    one: Int64
    other: Int64
    number: npt.NDArray[np.int32]
    rows: Rows


def _sums(family: Family, tiles: tuple[Int64, Int64], one: Rows, other: Rows) -> _Sums:
    """A family has few different rows by color: each pair of these that can be held is added once."""
    parts = numbered(one), numbered(other)
    fewest = [np.full(part.rows.shape[1], MAX_TILES, np.int64) for part in parts]
    for least, part, held in zip(fewest, parts, tiles, strict=True):
        np.minimum.at(least, part.number, held)
    a, b = np.nonzero(fewest[0][:, None] + fewest[1][None, :] <= MAX_TILES)
    number = np.zeros((len(fewest[0]), len(fewest[1])), np.int32)
    found = numbered(added(dimensions(family), parts[0].rows[:, a], parts[1].rows[:, b]))
    number[a, b] = found.number
    return _Sums(parts[0].number, parts[1].number, number, found.rows)


def together(question: Question, one: Groups, other: Groups, rest: Bounds) -> Groups:
    """The groups of two colors held together, when the other two are within `rest`.

    Held alike are first those that have the same sum in each family, told by its number: far fewer are left to be laid out as rows.
    """
    sums = [
        _sums(family, (one.tiles, other.tiles), one.rows[columns], other.rows[columns])
        for family, columns in zip(question.families, question.columns, strict=True)
    ]
    spans = [MAX_TILES + 1, *(each.rows.shape[1] for each in sums)]
    a, b = np.nonzero(one.tiles[:, None] + other.tiles[None, :] <= MAX_TILES)
    if one is other:
        a, b = a[a <= b], b[a <= b]
    found = []
    for start in range(0, len(a), BLOCK):
        i, j = a[start : start + BLOCK], b[start : start + BLOCK]
        ways = one.ways[i] * other.ways[j]
        if one is other:
            ways *= np.where(i < j, 2, 1)
        numbers = [one.tiles[i] + other.tiles[j], *(each.number[each.one[i], each.other[j]] for each in sums)]
        found.append(_held_alike(numbers, ways, spans))
    numbers, ways = (
        [np.concatenate(column) for column in zip(*(block[0] for block in found), strict=True)],
        np.concatenate([block[1] for block in found]),
    )
    if len(found) > 1:
        numbers, ways = _held_alike(numbers, ways, spans)
    kept = []
    for start in range(0, len(ways), CHUNK):
        chunk = slice(start, start + CHUNK)
        rows = np.concatenate([each.rows[:, number[chunk]] for each, number in zip(sums, numbers[1:], strict=True)])
        kept.append(_without_idle(question, Groups(numbers[0][chunk], rows, ways[chunk]), rest))
    tiles, rows, ways = (np.concatenate(column, axis=-1) for column in zip(*kept, strict=True))
    return merged(Groups(tiles, rows, ways))


def _held_alike(numbers: list[Int64], ways: Int64, spans: list[int]) -> tuple[list[Int64], Int64]:
    """Each different list of numbers once, and the sum of its ways."""
    first, alike = _alike_in_all(zip(numbers, spans, strict=True))
    return [each[first] for each in numbers], _summed(ways, alike, len(first))


def halves(question: Question, deck: Deck = WHOLE_DECK) -> tuple[Groups, Groups]:
    """The groups of two suits, and of the third with the honors."""
    colors = {copies: color_groups(question, copies) for copies in dict.fromkeys(deck)}
    bounds = {copies: _bounds(groups) for copies, groups in colors.items()}
    kept = []
    for at, copies in enumerate(deck):
        first, second, third = (bounds[other] for other in deck[:at] + deck[at + 1 :])
        kept.append(_without_idle(question, colors[copies], _bounds_together(question, _bounds_together(question, first, second), third)))
    if deck[0] == deck[1]:
        kept[1] = kept[0]
    within = [_bounds_together(question, *map(_bounds, pair)) for pair in (kept[2:], kept[:2])]
    return together(question, kept[0], kept[1], within[0]), together(question, kept[2], kept[3], within[1])


def _meet(entries: Entries, one: Rows, other: Rows) -> list[Int8]:
    """For each outcome the fewest missing tiles int8[n, m] of every hand of a first and a second half."""
    found = []
    for mine, turned in entries:
        least = np.full((one.shape[1], other.shape[1]), ABSENT, np.int8)
        for a, b in zip(mine, turned, strict=True):
            there = one[a] < ABSENT
            if 2 * np.count_nonzero(there) < len(there):
                i = np.flatnonzero(there)
                least[i] = np.minimum(least[i], one[a, i, None] + other[b])
            else:
                np.minimum(least, one[a][:, None] + other[b], out=least)
        found.append(least)
    return found


def tally(question: Question, parts: tuple[Groups, Groups], tiles: int) -> dict[tuple[int, ...], int]:
    """How many hands of so many tiles lack so many to each outcome; ABSENT where nothing can complete the hand."""
    found: Counter[tuple[int, ...]] = Counter()
    alone = question._replace(sizes=(tiles,))
    for held in range(tiles + 1):
        left, right = _of_size(parts[0], held), _of_size(parts[1], tiles - held)
        if not len(right.ways):
            continue
        left, right = _without_idle(alone, left, _bounds(right)), _without_idle(alone, right, _bounds(left))
        there = [groups.rows.min(axis=1, initial=ABSENT) < ABSENT for groups in (left, right)]
        entries = [tuple(each[there[0][mine] & there[1][turned]] for each in (mine, turned)) for mine, turned in question.entries]
        step = max(1, MET // max(1, len(right.ways)))
        for start in range(0, len(left.ways), step):
            rows = slice(start, start + step)
            _count(found, _meet(entries, left.rows[:, rows], right.rows), left.ways[rows], right.ways)
    return dict(sorted(found.items()))


def _of_size(groups: Groups, tiles: int) -> Groups:
    held = groups.tiles == tiles
    return Groups(groups.tiles[held], groups.rows[:, held], groups.ways[held])


def _count(found: Counter[tuple[int, ...]], missing: list[Int8], ways: Int64, other_ways: Int64) -> None:
    """Add up the hands of halves held in so many ways, by their missing tiles."""
    if other_ways.sum() >= EXACT_FLOATS:
        raise AssertionError("too many ways of a half for exact sums of floats")
    lacking: dict[tuple[int, ...], npt.NDArray[np.bool_]] = {(): np.ones(missing[0].shape, np.bool_)}
    for each in missing:
        same = [(value, each == value) for value in range(each.min(), each.max() + 1)]
        present = [(value, mask) for value, mask in same if mask.any()]
        split = {(*outcome, value): mask & hands for outcome, hands in lacking.items() for value, mask in present}
        lacking = {outcome: hands for outcome, hands in split.items() if hands.any()}
    weights = other_ways.astype(np.float64)
    for outcome, hands in lacking.items():
        found[outcome] += int(ways @ (hands.astype(np.float64) @ weights).astype(np.int64))
