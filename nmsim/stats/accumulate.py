"""Statistics over any number of hands in bounded memory: whole-number sums over blocks, chunk by chunk.

All sums are exact, so the result is the same to the byte for any chunking. They are made with 32-bit floating point numbers, which the
processor adds and multiplies fastest, wherever no sum can reach 2^24: up to there these hold every whole number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nmsim.errors import InputError, unknown
from nmsim.outcomes import COLUMN_NAMES, SEATS
from nmsim.stats.intervals import EXPONENTS, HigherSums, PairSums, RatioSums
from nmsim.stats.measures import MEASURES, Counts, Hands, together
from nmsim.stats.registry import STATISTICS, Grouping, Statistic

PIECE = 8192  # hands worked on at once: few enough for the processor's cache, many enough for what each call costs
ROLES = ("dealer", "others")
_EXACT = 2**24  # float32 holds every whole number below it
_EXACT_DOUBLE = 2**53  # and float64 below this
_SAFE = 2**62
Objects = NDArray[np.object_]
Floats = NDArray[np.float64]


class Table(NamedTuple):
    """Counts, shape (k, n), one row a quantity and one column a block (or hand); whole numbers, in float32 or int64.

    `tops`, float64[k], are sizes that no count of the row exceeds. In float32 the sizes of a row add up to less than 2^24.
    """

    counts: Counts
    tops: Floats

    @property
    def single(self) -> Counts:
        """The counts in float32, right where they are below 2^24."""
        return self.counts.astype(np.float32, copy=False)

    def rows(self, which: Sequence[int]) -> Table:
        """Some of the rows."""
        return Table(self.counts[which], self.tops[which])


def _tops(counts: Counts) -> Floats:
    return np.asarray(np.abs(counts).max(axis=1, initial=0), dtype=np.float64)


def table_of(counts: Counts) -> Table:
    """Whole numbers, shape (k, n), as a table."""
    tops = _tops(counts)
    quick = (tops * counts.shape[1] < _EXACT).all()
    return Table(counts.astype(np.float32 if quick else np.int64, copy=False), tops)


class Cell(NamedTuple):
    """One number of the summary: a statistic in a group, with the columns of its numerator and denominator among the counts."""

    statistic: Statistic
    group: str
    y: int
    m: int


class Pairing(NamedTuple):
    """A difference estimated block by block: cell `a` less cell `b`; `arm` and `group` name it in the summary."""

    statistic: Statistic
    arm: str
    group: str
    a: Cell
    b: Cell


def group_names(grouping: Grouping, statistic: Statistic, policies: Sequence[str], players: int) -> list[str]:
    """Names of the groups of one kind, in order: `all`, `seat:0`, `policy:legal`, `role:dealer`, or the statistic's levels."""
    match grouping:
        case "all":
            return ["all"]
        case "seat":
            return [f"seat:{seat}" for seat in range(players)]
        case "policy":
            return [f"policy:{policy}" for policy in policies]
        case "role":
            return [f"role:{role}" for role in ROLES]
        case "level":
            return list(statistic.levels)


class Run(NamedTuple):
    """The cells of one statistic in one kind of group, and the columns of their numerators and denominators: one each, or one for all."""

    cells: slice
    y: slice
    m: slice


@cache
def _of_whole_hands(measure: str) -> bool:
    """Whether a measure counts hands as a whole, not their seats or levels."""
    no_hands = Hands(np.empty((0, len(COLUMN_NAMES)), dtype=np.int64))
    return MEASURES[measure].counted(no_hands).ndim == 1


class Layout:
    """Which counts one arm needs and which cells they make; `policies` are its distinct policies, numbered as in the columns."""

    def __init__(self, policies: Sequence[str], players: int = SEATS) -> None:
        self.policies = list(policies)
        self.players = players
        self.size = 0
        self.cells: list[Cell] = []
        self.runs: list[Run] = []
        self._columns: dict[str, dict[Grouping, slice]] = {}
        for statistic in STATISTICS.values():
            for grouping in statistic.by:
                names, first = group_names(grouping, statistic, policies, players), len(self.cells)
                y, m = (self._place(measure, grouping, len(names)) for measure in (statistic.numerator, statistic.denominator))
                self.cells += [Cell(statistic, name, _nth(y, number), _nth(m, number)) for number, name in enumerate(names)]
                self.runs.append(Run(slice(first, len(self.cells)), y, m))
        self._index = {(cell.statistic.name, cell.group): cell for cell in self.cells}

    def _place(self, measure: str, grouping: Grouping, groups: int) -> slice:
        """The columns of a measure in the groups of one kind; a count of whole hands belongs to every group, all seats to a lone policy."""
        if _of_whole_hands(measure) or (grouping == "policy" and groups == 1):
            grouping, groups = "all", 1
        places = self._columns.setdefault(measure, {})
        if grouping not in places:
            places[grouping] = slice(self.size, self.size + groups)
            self.size += groups
        return places[grouping]

    def find(self, statistic: str, group: str) -> Cell | None:
        """The cell of a statistic in a group, if the statistic is reported for it."""
        return self._index.get((statistic, group))

    def count(self, hands: Hands, before: Counts) -> Table:
        """Every count of every hand, shape (columns, 1 + n). In front stand the counts `before`, int64[columns], as if of one hand more.

        Raises ValueError for a policy that the arm lacks.
        """
        if not (hands.seats("policy") < len(self.policies)).all():
            raise ValueError(f"a seat follows policy {hands.seats('policy').max()}, of {len(self.policies)} from 0")
        counted = {measure: MEASURES[measure].counted(hands) for measure in self._columns}
        tops = np.empty(self.size)
        for measure, places in self._columns.items():
            top = _top(counted[measure])
            for grouping, columns in places.items():
                tops[columns] = top if grouping in ("seat", "level") else top * len(np.atleast_2d(counted[measure]))
        quick = (np.abs(before) + tops * len(hands) < _EXACT).all()
        counts = np.empty((self.size, 1 + len(hands)), dtype=np.float32 if quick else np.int64)
        counts[:, 0] = before
        for measure, places in self._columns.items():
            for grouping, columns in places.items():
                _fill(counts[columns, 1:], counted[measure], grouping, hands)
        return Table(counts, np.maximum(np.abs(before), tops))


def _nth(columns: slice, number: int) -> int:
    """The column of group `number`; the groups may share one."""
    return int(columns.start) + min(number, int(columns.stop - columns.start) - 1)


def _top(counts: Counts) -> int:
    """The largest size among counts."""
    return 1 if counts.dtype == np.bool_ else max(int(counts.max(initial=0)), -int(counts.min(initial=0)))


def _fill(columns: Counts, counts: Counts, grouping: Grouping, hands: Hands) -> None:
    """Fill the columns of one kind of group, shape (groups, n), from counts of shape (n,), (seats, n) or (levels, n)."""
    match grouping:
        case "all":
            columns[0] = counts if counts.ndim == 1 else together(counts)
        case "policy":
            for number, column in enumerate(columns):
                column[:] = together(counts * hands.seated(number))
        case "role":
            columns[0] = together(counts * hands.dealing)
            columns[1] = together(counts * ~hands.dealing)
        case _:
            columns[:] = counts


def _zeros(length: int) -> Objects:
    return np.full(length, 0, dtype=object)


def _objects(values: NDArray[Any]) -> Objects:
    made = np.empty(len(values), dtype=object)
    made[:] = values.tolist()
    return made


def _whole(sums: NDArray[Any]) -> Objects:
    """Whole numbers that came in any type."""
    return _objects(sums.astype(np.int64) if sums.dtype == np.float32 else sums)


def exact_products(a: Counts, b: Counts) -> Objects:
    """Row by row the sum of a x b, shapes (k, blocks) to (k,), as Python integers that never overflow."""
    if a.shape[1] == 0:
        return _zeros(len(a))
    if (_largest(a) * _largest(b) * a.shape[1] < _SAFE).all():
        return _objects(np.einsum("kb,kb->k", a, b))
    exact: Objects = (a.astype(object) * b.astype(object)).sum(axis=1)
    return exact


def _largest(table: Counts) -> Objects:
    return np.maximum(_objects(table.max(axis=1)), -_objects(table.min(axis=1)))


def sums(table: Table) -> Objects:
    """The sum of each row."""
    counts = table.counts
    return _whole(np.vecdot(counts, np.ones_like(counts[0])) if counts.dtype == np.float32 else counts.sum(axis=1))


def products(a: Table, b: Table) -> Objects:
    """Row by row the sum of a x b, exact."""
    return _mended(np.vecdot(a.single, b.single), a, b, slice(None), slice(None))


def _mended(dots: Counts, a: Table, b: Table, a_rows: Any, b_rows: Any) -> Objects:
    """The float32 sums of a's rows times b's, made exact where they may be too large to be so."""
    large = np.flatnonzero(a.tops[a_rows] * b.tops[b_rows] * a.counts.shape[1] >= _EXACT)
    dots[large] = 0
    made = _whole(dots)
    if len(large):
        left, right = (np.arange(len(table.tops))[rows][large] for table, rows in ((a, a_rows), (b, b_rows)))
        made[large] = exact_products(a.counts[left].astype(np.int64), b.counts[right].astype(np.int64))
    return made


def nonzeros(table: Table, total: Objects, square: Objects) -> Objects:
    """How many counts of each row are not 0. Where the counts and their squares have the same sum, all are 0 or 1."""
    made = total.copy()
    others = np.flatnonzero(total != square)
    marks = np.packbits(table.counts[others] != 0, axis=1)  # eight at a time
    made[others] = _objects(np.bitwise_count(marks).sum(axis=1, dtype=np.int64))
    return made


def _exact_type(top: float, blocks: int) -> Any:
    """The quickest type that holds every sum over so many blocks of terms up to `top`."""
    return np.float32 if top * blocks < _EXACT else np.float64 if top * blocks < _EXACT_DOUBLE else object


def _as_type(counts: Counts, kind: Any) -> Counts:
    return (counts.astype(np.int64) if kind is object else counts).astype(kind, copy=False)


def _dots(a: Counts, b: Counts) -> Counts:
    """Row by row the sum of a x b; either may be one row for all."""
    return np.asarray((a * b).sum(axis=-1) if a.dtype == object else np.vecdot(a, b))


def _exact_whole(sums: Counts) -> Objects:
    return _objects(sums if sums.dtype == object else sums.astype(np.int64))


def third_and_fourth(table: Table, total: Objects, square: Objects) -> tuple[Objects, Objects]:
    """The sums of the third and fourth powers of each row. Where the counts and their squares have the same sum, all are 0 or 1."""
    third, fourth = total.copy(), total.copy()
    others = np.flatnonzero(total != square)
    types = [_exact_type(top**4, table.counts.shape[1]) for top in table.tops[others]]
    for kind in dict.fromkeys(types):
        rows = others[[each is kind for each in types]]
        counts = _as_type(table.counts[rows], kind)
        squares = counts * counts
        third[rows], fourth[rows] = _exact_whole(_dots(squares, counts)), _exact_whole(_dots(squares, squares))
    return third, fourth


class RatioTotals:
    """Sums over blocks for every cell of an arm, exact. Cells of the same numerator and denominator share theirs."""

    _PRODUCTS = ("ym", "yym", "ymm", "yyym", "yymm", "ymmm")

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.total, self.nonzero, self.square, self.third, self.fourth = (_zeros(layout.size) for _ in range(5))
        ratios = dict.fromkeys((cell.y, cell.m) for cell in layout.cells)
        self._place = {ratio: place for place, ratio in enumerate(ratios)}
        self._y, self._m = (list(columns) for columns in zip(*ratios, strict=True))
        self._runs = list({(run.y.start, run.y.stop, run.m.start, run.m.stop): run for run in layout.runs}.values())
        self.product = {name: _zeros(len(ratios)) for name in self._PRODUCTS}

    def add(self, blocks: Table) -> None:
        """Add whole blocks, shape (columns, blocks)."""
        total, square = sums(blocks), products(blocks, blocks)
        third, fourth = third_and_fourth(blocks, total, square)
        self.total = self.total + total
        self.square = self.square + square
        self.third = self.third + third
        self.fourth = self.fourth + fourth
        self.nonzero = self.nonzero + nonzeros(blocks, total, square)
        for name, added in self._products(blocks, total, square, third).items():
            self.product[name] = self.product[name] + added

    def _products(self, blocks: Table, total: Objects, square: Objects, third: Objects) -> dict[str, Objects]:
        """Numerator times denominator of every ratio, and their products of three and four.

        A denominator that is the same in all blocks is but a factor, and counts that are all 0 or 1 are equal to their powers.
        """
        n, y = blocks.counts.shape[1], self._y
        size = total[self._m] // n
        steady = square * n == total**2
        made = {"ym": size * total[y], "yym": size * square[y], "ymm": size**2 * total[y]}
        made |= {"yyym": size * third[y], "yymm": size**2 * square[y], "ymmm": size**3 * total[y]}
        truths = total == square
        for run in self._runs:
            if steady[run.m].all():
                continue
            if truths[run.y].all() and truths[run.m].all():
                found = [_exact_whole(_dots(blocks.single[run.y], blocks.single[run.m]))] * len(made)
            else:
                truth = bool(truths[run.y].all())
                top = max(blocks.tops[run.y].max(), blocks.tops[run.m].max())
                found = _mixed(blocks.counts[run.y], blocks.counts[run.m], _exact_type(top**4, n), truth)
            for name, added in zip(self._PRODUCTS, found, strict=True):
                made[name][[self._place[cell.y, cell.m] for cell in self.layout.cells[run.cells]]] = added
        return made

    def ratio(self, cell: int) -> RatioSums:
        """The sums of cell number `cell`."""
        _, _, y, m = self.layout.cells[cell]
        product = self.product["ym"][self._place[y, m]]
        return RatioSums(self.nonzero[m], self.nonzero[y], self.total[y], self.total[m], self.square[y], product, self.square[m])

    def higher(self, cell: int) -> HigherSums:
        """The sums of products of three and four of cell number `cell`."""
        _, _, y, m = self.layout.cells[cell]
        yym, ymm, yyym, yymm, ymmm = (self.product[name][self._place[y, m]] for name in self._PRODUCTS[1:])
        return HigherSums(self.third[y], yym, ymm, self.third[m], self.fourth[y], yyym, yymm, ymmm, self.fourth[m])


def _mixed(y: Counts, m: Counts, kind: Any, truth: bool) -> list[Objects]:
    """Row by row the sums of ym, yym, ymm, yyym, yymm, ymmm, worked out in the type `kind`; m may be one row for all.

    `truth`: y is all 0 or 1, equal to its powers.
    """
    y, m = _as_type(y, kind), _as_type(m, kind)
    product = y * m
    ym, ymm, ymmm = (_exact_whole(each) for each in (_dots(y, m), _dots(product, m), _dots(product, m * m)))
    yym, yyym, yymm = (ym, ym, ymm) if truth else (_exact_whole(_dots(product, each)) for each in (y, y * y, product))
    return [ym, yym, ymm, yyym, yymm, ymmm]


@cache
def _up_to(degree: int, sides: int) -> list[tuple[int, ...]]:
    """The exponents of every product of at most so many factors, the sides."""
    return [exponents for exponents in product(range(degree + 1), repeat=sides) if sum(exponents) <= degree]


@cache
def _halves(sides: int) -> tuple[list[int], list[int]]:
    """For each product of up to four factors, which two products of up to two it is the product of."""
    halves = _up_to(2, sides)
    pairs = {
        tuple(one + two for one, two in zip(halves[i], halves[j], strict=True)): (i, j) for i in range(len(halves)) for j in range(i + 1)
    }
    first, second = zip(*(pairs[exponents] for exponents in _up_to(4, sides)), strict=True)
    return list(first), list(second)


def power_sums(sides: Sequence[Counts]) -> Objects:
    """Sums over blocks of every product of up to four factors, shape (`_up_to(4, sides)`, k), of sides of shape (k, blocks)."""
    terms = np.empty((sides[0].shape[0], len(_up_to(2, len(sides))), sides[0].shape[1]), dtype=sides[0].dtype)
    for place, exponents in enumerate(_up_to(2, len(sides))):
        factors = [side for side, exponent in zip(sides, exponents, strict=True) for _ in range(exponent)]
        terms[:, place] = np.multiply(*factors) if len(factors) == 2 else factors[0] if factors else 1
    first, second = _halves(len(sides))
    found = (terms @ terms.swapaxes(1, 2))[:, first, second].T
    return found if found.dtype == object else found.astype(np.int64).astype(object)


class PairTotals:
    """Sums over blocks for a list of differences, exact: of every product of up to four of the counts ya, ma, yb, mb."""

    _SIDES = ("ya", "ma", "yb", "mb")

    def __init__(self, pairings: Sequence[Pairing]) -> None:
        self.pairings = list(pairings)
        self.blocks = _zeros(len(pairings))  # with a case on either side
        self.moments = np.full((len(EXPONENTS), len(pairings)), 0, dtype=object)
        self.nonzero = {side: _zeros(len(pairings)) for side in self._SIDES}

    def columns(self, side: str) -> list[int]:
        """Columns of the counts of side `ya`, `ma`, `yb` or `mb`, one a difference."""
        return [getattr(pairing.a if side[1] == "a" else pairing.b, side[0]) for pairing in self.pairings]

    def add(self, sides: dict[str, Table]) -> None:
        """Add whole blocks: for each side its counts, shape (differences, blocks), column for column the same walls."""
        counts = [sides[side].counts for side in self._SIDES]
        for side, each in zip(self._SIDES, counts, strict=True):
            self.nonzero[side] = self.nonzero[side] + _objects(np.count_nonzero(each, axis=1))
        self.blocks = self.blocks + _objects(np.count_nonzero((counts[1] != 0) | (counts[3] != 0), axis=1))
        tops = np.maximum(1, np.max([sides[side].tops for side in self._SIDES], axis=0))
        types = [_exact_type(top**4, counts[0].shape[1]) for top in tops]
        steady = np.all([(each == each[:, :1]).all(axis=1) for each in counts[1::2]], axis=0)
        for kind, even in product(dict.fromkeys(types), (False, True)):
            rows = np.flatnonzero([each is kind for each in types] & (steady == even))
            if len(rows):
                make = _steady_sums if even else power_sums
                self.moments[:, rows] += make([_as_type(each[rows], kind) for each in counts])

    def pair(self, number: int) -> PairSums:
        """The sums of difference number `number`."""
        moments = dict(zip(EXPONENTS, self.moments[:, number], strict=True))
        return PairSums(self._ratio("a", moments, number), self._ratio("b", moments, number), self.blocks[number], moments)

    def _ratio(self, side: str, moments: dict[Any, int], k: int) -> RatioSums:
        ratio = [moments[(y, m, 0, 0) if side == "a" else (0, 0, y, m)] for y, m in ((1, 0), (0, 1), (2, 0), (1, 1), (0, 2))]
        return RatioSums(self.nonzero[f"m{side}"][k], self.nonzero[f"y{side}"][k], *ratio)


def _steady_sums(sides: Sequence[Counts]) -> Objects:
    """As `power_sums` of ya, ma, yb, mb, where neither ma nor mb changes from block to block: they are but factors."""
    ya, ma, yb, mb = sides
    one, two = (_exact_whole(each[:, 0]) for each in (ma, mb))
    found, places = power_sums([ya, yb]), {exponents: place for place, exponents in enumerate(_up_to(4, 2))}
    made: Objects = np.stack([found[places[i, k]] * one**j * two**n for i, j, k, n in EXPONENTS])
    return made


class _Arm:
    """One arm so far: sums over finished blocks, and the block still open at the end of the last chunk."""

    def __init__(self, name: str, layout: Layout) -> None:
        self.name = name
        self.layout = layout
        self.totals = RatioTotals(layout)
        self.duels = PairTotals(_duels(name, layout))
        self.open_block: int | None = None
        self.open_counts: Counts = np.zeros(layout.size, dtype=np.int64)

    def add(self, hands: Hands) -> tuple[Counts, Table]:
        """Add a chunk in wall order; returns the numbers of the blocks it finished and their counts."""
        blocks = hands.blocks()
        if self.open_block is None:
            self.open_block = int(blocks[0])
        if blocks[0] < self.open_block:
            raise ValueError(f"arm {self.name}: hands must come in wall order, {blocks[0]} follows {self.open_block}")
        ids, table = _by_block(np.append(self.open_block, blocks), self.layout.count(hands, self.open_counts))
        self.open_block, self.open_counts = int(ids[-1]), table.counts[:, -1].astype(np.int64)
        closed = Table(table.counts[:, :-1], table.tops)
        self._close(closed)
        return ids[:-1], closed

    def finish(self) -> tuple[Counts, Table]:
        """Close the open block; returns it as `add` does."""
        if self.open_block is None:
            return np.empty(0, dtype=np.int64), table_of(self.open_counts[:, :0])
        ids, closed = np.array([self.open_block], dtype=np.int64), table_of(self.open_counts[:, None])
        self._close(closed)
        self.open_block = None
        return ids, closed

    def _close(self, closed: Table) -> None:
        if closed.counts.shape[1]:
            self.totals.add(closed)
            self.duels.add({side: closed.rows(self.duels.columns(side)) for side in ("ya", "ma", "yb", "mb")})


def _by_block(ids: Counts, table: Table) -> tuple[Counts, Table]:
    """Counts summed over the hands of each block. Raises ValueError unless blocks come in ascending order."""
    steps = np.diff(ids)
    if (steps < 0).any():
        raise ValueError("hands must come in wall order (in matches: match order)")
    starts = np.concatenate([[0], np.flatnonzero(steps) + 1])
    if len(starts) == len(ids):
        return ids, table
    summed = _summed(table.counts, starts)
    return ids[starts], Table(summed, _tops(summed))


def _summed(counts: Counts, starts: Counts) -> Counts:
    """Sums over the columns from each start to the next; quickest where all blocks but the first are of one size."""
    first, *others = (int(size) for size in np.diff(starts, append=counts.shape[1]))
    if len(set(others)) != 1:
        return np.add.reduceat(counts, starts, axis=1)
    regular = counts[:, first:].reshape(len(counts), len(others), others[0])
    return np.concatenate([counts[:, :first].sum(axis=1, keepdims=True), np.einsum("kbh->kb", regular)], axis=1)


def _duels(arm: str, layout: Layout) -> list[Pairing]:
    """Differences inside one arm: each pair of policies, and the dealer less the others."""
    kinds = (*(("policy", one, two) for one, two in combinations(layout.policies, 2)), ("role", *ROLES))
    made = []
    for statistic in STATISTICS.values():
        for kind, one, two in kinds if statistic.duel else ():
            a, b = (layout.find(statistic.name, f"{kind}:{name}") for name in (one, two))
            if a is not None and b is not None:
                made.append(Pairing(statistic, arm, f"{kind}:{one} - {two}", a, b))
    return made


class _Comparison:
    """Arm `a` less arm `b` on the same walls: blocks of either wait here until the other has played them too."""

    def __init__(self, a: _Arm, b: _Arm) -> None:
        name = f"{a.name} - {b.name}"
        cells = ((each, a.layout.find(each.name, "all"), b.layout.find(each.name, "all")) for each in STATISTICS.values() if each.paired)
        self.totals = PairTotals([Pairing(each, name, "all", one, two) for each, one, two in cells if one is not None and two is not None])
        self.names = (a.name, b.name)
        self._waiting: tuple[list[tuple[Counts, Counts]], list[tuple[Counts, Counts]]] = ([], [])

    def offer(self, side: int, ids: Counts, blocks: Table) -> None:
        """Blocks that side 0 (`a`) or 1 (`b`) has finished, in wall order. Raises ValueError if the arms have other walls."""
        if len(ids):
            letter = "ab"[side]
            columns = [*self.totals.columns(f"y{letter}"), *self.totals.columns(f"m{letter}")]
            self._waiting[side].append((ids, _narrow(blocks.rows(columns))))
        while self._waiting[0] and self._waiting[1]:
            self._match()

    def _match(self) -> None:
        (ids_a, a), (ids_b, b) = self._waiting[0].pop(0), self._waiting[1].pop(0)
        size = min(len(ids_a), len(ids_b))
        if not np.array_equal(ids_a[:size], ids_b[:size]):
            raise ValueError(f"arms {self.names[0]} and {self.names[1]} were not played on the same walls")
        for side, ids, counts in ((0, ids_a, a), (1, ids_b, b)):
            if len(ids) > size:
                self._waiting[side].insert(0, (ids[size:], counts[:, size:]))
        half = len(self.totals.pairings)
        a, b = a[:, :size], b[:, :size]
        self.totals.add({"ya": table_of(a[:half]), "ma": table_of(a[half:]), "yb": table_of(b[:half]), "mb": table_of(b[half:])})


def _narrow(blocks: Table) -> NDArray[Any]:
    """The counts in the narrowest type that holds them, since whole arms may have to wait."""
    return blocks.counts.astype(np.int16 if blocks.tops.max(initial=0) < 2**15 else np.int64)


def _pieces(blocks: Counts) -> Iterator[slice]:
    """Cut hands, whose blocks are given, into pieces of at most PIECE, between blocks where that can be."""
    starts = np.append(np.flatnonzero(np.diff(blocks)) + 1, len(blocks))
    first = 0
    while first < len(blocks):
        last = int(starts[np.searchsorted(starts, first + PIECE, side="right") - 1])
        last = last if last > first else min(first + PIECE, len(blocks))
        yield slice(first, last)
        first = last


class Accumulator:
    """Sums of every statistic over chunks of hands, for one or more arms.

    `arms` are names; `policies` lists for each arm its distinct policies in the order of the `policy_` columns; `comparisons` are pairs
    (arm, against) of arm numbers whose differences are wanted, by default every arm against the first. `fair_deal = False` says that
    hands were not dealt at random, so that no exact values stand beside them.
    """

    def __init__(
        self,
        arms: Sequence[str],
        policies: Sequence[Sequence[str]],
        *,
        comparisons: Sequence[tuple[int, int]] | None = None,
        players: int = SEATS,
        fair_deal: bool = True,
    ) -> None:
        if len(arms) != len(policies) or not arms:
            raise ValueError(f"each arm needs its policies: {len(arms)} arms, {len(policies)} lists of policies")
        self.arms = [_Arm(name, Layout(names, players)) for name, names in zip(arms, policies, strict=True)]
        self.players = players
        self.fair_deal = fair_deal
        pairs = [(arm, 0) for arm in range(1, len(arms))] if comparisons is None else comparisons
        self._pairs = list(pairs)
        self.comparisons = [_Comparison(self.arms[a], self.arms[b]) for a, b in pairs]
        self._finished = False

    def number(self, arm: str | int) -> int:
        """The arm's number. Raises InputError for an unknown name."""
        names = [each.name for each in self.arms]
        if isinstance(arm, str) and arm not in names:
            raise InputError(unknown("arm", arm, names))
        return names.index(arm) if isinstance(arm, str) else int(arm)

    def add(self, arm: str | int, hands: Any) -> None:
        """Add hands of one arm: a frame, a mapping of columns, or the engine's matrix of `outcomes.COLUMNS`, in wall order.

        A wall's hands may be split between calls. Arms may be added in any order, but memory stays small only if they take turns.
        Raises ValueError if walls are out of order or arms to be compared have other walls, InputError for a missing column.
        """
        if self._finished:
            raise ValueError("the accumulator is finished: nothing can be added")
        number = self.number(arm)
        rows = len(hands) if hasattr(hands, "shape") else len(next(iter(hands.values())))
        for piece in _pieces(Hands(hands).blocks()) if rows else ():
            self._offer(number, *self.arms[number].add(Hands(hands, piece, self.players)))

    def finish(self) -> None:
        """Close the last block of every arm; a summary does not need it (it works on a copy)."""
        if not self._finished:
            for number, arm in enumerate(self.arms):
                self._offer(number, *arm.finish())
        self._finished = True

    def _offer(self, number: int, ids: Counts, blocks: Table) -> None:
        for (a, b), comparison in zip(self._pairs, self.comparisons, strict=True):
            for side, arm in enumerate((a, b)):
                if arm == number:
                    comparison.offer(side, ids, blocks)
