"""Statistics over any number of hands in bounded memory: whole-number sums over blocks, chunk by chunk.

All sums are exact, so the result is the same to the byte for any chunking.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nmsim.errors import InputError, unknown
from nmsim.outcomes import SEATS
from nmsim.stats.intervals import PairSums, RatioSums
from nmsim.stats.measures import MEASURES, Counts, Hands
from nmsim.stats.registry import STATISTICS, Grouping, Statistic

PIECE = 4096  # hands worked on at once: small enough for the processor's cache
ROLES = ("dealer", "others")
_SAFE = 2**62
Objects = NDArray[np.object_]


class Part(NamedTuple):
    """A count's share that belongs to one group: the measure, the kind of group and its number there."""

    measure: str
    grouping: Grouping
    number: int


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


class Layout:
    """Which counts one arm needs and which cells they make; `policies` are its distinct policies, numbered as in the columns."""

    def __init__(self, policies: Sequence[str], players: int = SEATS) -> None:
        self.policies = list(policies)
        self.players = players
        self.columns: dict[Part, int] = {}
        self.cells: list[Cell] = []
        for statistic in STATISTICS.values():
            for grouping in statistic.by:
                for number, name in enumerate(group_names(grouping, statistic, policies, players)):
                    y, m = (self._column(Part(measure, grouping, number)) for measure in (statistic.numerator, statistic.denominator))
                    self.cells.append(Cell(statistic, name, y, m))
        self._index = {(cell.statistic.name, cell.group): cell for cell in self.cells}

    def _column(self, part: Part) -> int:
        return self.columns.setdefault(part, len(self.columns))

    def find(self, statistic: str, group: str) -> Cell | None:
        """The cell of a statistic in a group, if the statistic is reported for it."""
        return self._index.get((statistic, group))

    def count(self, hands: Hands) -> Counts:
        """Every count of every hand, shape (columns, n)."""
        counted: dict[str, Counts] = {}
        table = np.empty((len(self.columns), len(hands)), dtype=np.int64)
        for part, column in self.columns.items():
            if part.measure not in counted:
                counted[part.measure] = MEASURES[part.measure].counted(hands)
            table[column] = _part_of(counted[part.measure], part, hands)
        return table


def _part_of(counts: Counts, part: Part, hands: Hands) -> Counts:
    """The counts of one group, shape (n,); a count of whole hands belongs to every group alike."""
    if counts.ndim == 1:
        return counts
    match part.grouping:
        case "all":
            return np.asarray(counts.sum(axis=0))
        case "policy":
            return np.asarray(np.where(hands.seats("policy") == part.number, counts, 0).sum(axis=0))
        case "role":
            dealer = hands["dealer"] == np.arange(hands.players)[:, None]
            return np.asarray(np.where(dealer == (part.number == 0), counts, 0).sum(axis=0))
        case _:
            return np.asarray(counts[part.number])


def _zeros(length: int) -> Objects:
    return np.full(length, 0, dtype=object)


def _objects(values: NDArray[Any]) -> Objects:
    made = np.empty(len(values), dtype=object)
    made[:] = values.tolist()
    return made


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


class RatioTotals:
    """Sums over blocks for every cell of an arm, exact."""

    def __init__(self, layout: Layout) -> None:
        columns, cells = len(layout.columns), len(layout.cells)
        self.layout = layout
        self.y_columns = [cell.y for cell in layout.cells]
        self.m_columns = [cell.m for cell in layout.cells]
        self.total, self.nonzero, self.square = (_zeros(columns) for _ in range(3))
        self.product = _zeros(cells)

    def add(self, blocks: Counts) -> None:
        """Add whole blocks, shape (columns, blocks)."""
        self.total = self.total + _objects(blocks.sum(axis=1))
        self.nonzero = self.nonzero + _objects(np.count_nonzero(blocks, axis=1))
        self.square = self.square + exact_products(blocks, blocks)
        self.product = self.product + exact_products(blocks[self.y_columns], blocks[self.m_columns])

    def ratio(self, cell: int) -> RatioSums:
        """The sums of cell number `cell`."""
        y, m = self.y_columns[cell], self.m_columns[cell]
        return RatioSums(self.nonzero[m], self.nonzero[y], self.total[y], self.total[m], self.square[y], self.product[cell], self.square[m])


class PairTotals:
    """Sums over blocks for a list of differences, exact: the four counts ya, ma, yb, mb and their ten products."""

    _SIDES = ("ya", "ma", "yb", "mb")

    def __init__(self, pairings: Sequence[Pairing]) -> None:
        self.pairings = list(pairings)
        self.blocks = 0
        self.ups, self.downs, self.up, self.down = (_zeros(len(pairings)) for _ in range(4))
        self.total = {side: _zeros(len(pairings)) for side in self._SIDES}
        self.nonzero = {side: _zeros(len(pairings)) for side in self._SIDES}
        self.product = {one + two: _zeros(len(pairings)) for k, one in enumerate(self._SIDES) for two in self._SIDES[k:]}

    def columns(self, side: str) -> list[int]:
        """Columns of the counts of side `ya`, `ma`, `yb` or `mb`, one a difference."""
        return [getattr(pairing.a if side[1] == "a" else pairing.b, side[0]) for pairing in self.pairings]

    def add(self, counts: dict[str, Counts]) -> None:
        """Add whole blocks: for each side its counts, shape (differences, blocks), column for column the same walls."""
        self.blocks += counts["ya"].shape[1]
        excess = counts["ya"] * counts["mb"] - counts["yb"] * counts["ma"]
        self.ups = self.ups + _objects(np.count_nonzero(excess > 0, axis=1))
        self.downs = self.downs + _objects(np.count_nonzero(excess < 0, axis=1))
        self.up = self.up + _objects(np.maximum(excess, 0).sum(axis=1))
        self.down = self.down + _objects(np.maximum(-excess, 0).sum(axis=1))
        for side in self._SIDES:
            self.total[side] = self.total[side] + _objects(counts[side].sum(axis=1))
            self.nonzero[side] = self.nonzero[side] + _objects(np.count_nonzero(counts[side], axis=1))
        for key in self.product:
            self.product[key] = self.product[key] + exact_products(counts[key[:2]], counts[key[2:]])

    def pair(self, number: int) -> PairSums:
        """The sums of difference number `number`."""
        cross = (self.product[key][number] for key in ("yayb", "yamb", "mayb", "mamb"))
        either_way = (self.ups[number], self.downs[number], self.up[number], self.down[number])
        return PairSums(self._ratio("a", number), self._ratio("b", number), self.blocks, *either_way, *cross)

    def _ratio(self, side: str, k: int) -> RatioSums:
        y, m, product = f"y{side}", f"m{side}", self.product
        return RatioSums(
            self.nonzero[m][k],
            self.nonzero[y][k],
            self.total[y][k],
            self.total[m][k],
            product[y + y][k],
            product[y + m][k],
            product[m + m][k],
        )


class _Arm:
    """One arm so far: sums over finished blocks, and the block still open at the end of the last chunk."""

    def __init__(self, name: str, layout: Layout) -> None:
        self.name = name
        self.layout = layout
        self.totals = RatioTotals(layout)
        self.duels = PairTotals(_duels(name, layout))
        self.open_block: int | None = None
        self.open_counts: Counts = np.zeros((len(layout.columns), 1), dtype=np.int64)

    def add(self, hands: Hands) -> tuple[Counts, Counts]:
        """Add a chunk in wall order; returns the numbers of the blocks it finished and their counts."""
        ids, counts = _by_block(hands.blocks(), self.layout.count(hands))
        if self.open_block is not None:
            if ids[0] < self.open_block:
                raise ValueError(f"arm {self.name}: hands must come in wall order, {ids[0]} follows {self.open_block}")
            if ids[0] == self.open_block:
                counts[:, 0] += self.open_counts[:, 0]
            else:
                ids, counts = np.concatenate([[self.open_block], ids]), np.concatenate([self.open_counts, counts], axis=1)
        self.open_block, self.open_counts = int(ids[-1]), counts[:, -1:].copy()
        self._close(counts[:, :-1])
        return ids[:-1], counts[:, :-1]

    def finish(self) -> tuple[Counts, Counts]:
        """Close the open block; returns it as `add` does."""
        if self.open_block is None:
            return np.empty(0, dtype=np.int64), self.open_counts[:, :0]
        ids, counts = np.array([self.open_block], dtype=np.int64), self.open_counts
        self._close(counts)
        self.open_block = None
        return ids, counts

    def _close(self, counts: Counts) -> None:
        self.totals.add(counts)
        self.duels.add({side: counts[self.duels.columns(side)] for side in ("ya", "ma", "yb", "mb")})


def _by_block(ids: Counts, counts: Counts) -> tuple[Counts, Counts]:
    """Counts summed over the hands of each block. Raises ValueError unless blocks come in ascending order."""
    steps = np.diff(ids)
    if (steps < 0).any():
        raise ValueError("hands must come in wall order (in matches: match order)")
    starts = np.concatenate([[0], np.flatnonzero(steps) + 1])
    return ids[starts], counts if len(starts) == len(ids) else np.add.reduceat(counts, starts, axis=1)


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

    def offer(self, side: int, ids: Counts, counts: Counts) -> None:
        """Blocks that side 0 (`a`) or 1 (`b`) has finished, in wall order. Raises ValueError if the arms have other walls."""
        if len(ids):
            letter = "ab"[side]
            columns = [*self.totals.columns(f"y{letter}"), *self.totals.columns(f"m{letter}")]
            self._waiting[side].append((ids, _narrow(counts[columns])))
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
        a, b = a[:, :size].astype(np.int64), b[:, :size].astype(np.int64)
        self.totals.add({"ya": a[:half], "ma": a[half:], "yb": b[:half], "mb": b[half:]})


def _narrow(counts: Counts) -> NDArray[Any]:
    """The counts in the narrowest type that holds them, since whole arms may have to wait."""
    top = int(np.abs(counts).max(initial=0))
    return counts.astype(np.int16 if top < 2**15 else np.int64)


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
        for start in range(0, rows, PIECE):
            finished = self.arms[number].add(Hands(hands, slice(start, min(start + PIECE, rows)), self.players))
            self._offer(number, *finished)

    def finish(self) -> None:
        """Close the last block of every arm; a summary does not need it (it works on a copy)."""
        if not self._finished:
            for number, arm in enumerate(self.arms):
                self._offer(number, *arm.finish())
        self._finished = True

    def _offer(self, number: int, ids: Counts, counts: Counts) -> None:
        for (a, b), comparison in zip(self._pairs, self.comparisons, strict=True):
            for side, arm in enumerate((a, b)):
                if arm == number:
                    comparison.offer(side, ids, counts)
