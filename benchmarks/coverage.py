"""How often 95 % limits hold the truth: `nice python -m benchmarks.coverage [--replicates N] [--truth WALLS | --known FILE] [--jobs N]`.

Two fields are played: four `legal` under `strict`, the same without the rule of three suits, and four `shape`, all on the same walls;
and one `shape` among three `legal`. The truth of every number of the summary comes from 10^6 walls of one seed. 500 replicates of 2,000
walls of another seed, which share no wall, are summarized after their first 5, 40 and 200 walls and as a whole (differences also after the
first 1, 2 and 3), and each row's limits are held against the truth. Runs without a case of a row (no trial at all) do not count for it. A
cell (statistic, arm, group, walls) fails where its coverage is significantly below 0.94: one-sided binomial test, Holm at 1 % over all
cells. `--known` takes the truth from an older coverage.tsv. Writes coverage.md (by kind, and the lowest cells) and coverage.tsv
(every cell).
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import binom

from benchmarks.distance import processor
from nmsim.plan import Plan, make_plan
from nmsim.playing import play_blocks
from nmsim.record import software
from nmsim.rules import make_rules
from nmsim.stats.accumulate import Accumulator
from nmsim.stats.registry import STATISTICS
from nmsim.stats.summary import DIFFERENCE, rows

FEW, USUAL = (1, 2, 3), (5, 40, 200, 2000)
SIZES = (*FEW, *USUAL)
REPLICATES = 500
TRUTH_WALLS = 1_000_000
TRUTH_SEED, SEED = 20261130, 20261201
FLOOR, ALPHA = 0.94, 0.01
LIMITS_FROM, LIMITS_SHARE = 200, 0.9
WALLS_PER_TASK = 2_000
Key = tuple[str, str, str]  # statistic, arm, group


class Cell(NamedTuple):
    """One number of the summary at one size: in how many runs it was reported, had limits, and was covered by them."""

    kind: str
    key: Key
    walls: int
    reported: int
    limits: int
    covered: int

    @property
    def p(self) -> float:
        """How probable so little coverage is if FLOOR is the truth."""
        return float(binom.cdf(self.covered, self.limits, FLOOR)) if self.limits else 1.0

    @property
    def coverage(self) -> float:
        """Share of the runs with limits whose limits held the truth."""
        return self.covered / self.limits if self.limits else math.nan


@cache
def fields(seed: int) -> tuple[dict[str, Plan], ...]:
    """The plans of each field by the names of its arms; the arms of a field are compared with its first."""
    three_suits_off = make_rules("strict", {"suit_rule": "off"})
    same_walls = {"four_legal": ("strict", ("legal",) * 4), "no_suit_rule": (three_suits_off, ("legal",) * 4)}
    same_walls |= {"four_shape": ("strict", ("shape",) * 4)}
    alone = {"one_shape": ("strict", ("shape", "legal", "legal", "legal"))}
    return tuple({name: make_plan(rules, seats, seed) for name, (rules, seats) in field.items()} for field in (same_walls, alone))  # type: ignore[arg-type]


def accumulator(field: dict[str, Plan]) -> Accumulator:
    """An empty accumulator of the field's arms."""
    return Accumulator(list(field), [[policy.name for policy in plan.distinct_policies] for plan in field.values()])


def play(field: dict[str, Plan], first: int, last: int) -> dict[str, Any]:
    """The rows of each arm."""
    return {name: play_blocks(plan, first, last) for name, plan in field.items()}


def true_sums(first: int) -> list[list[tuple[int, int]]]:
    """For each field, numerator and denominator of each cell of its arms, in order, over WALLS_PER_TASK walls."""
    made = []
    for field in fields(TRUTH_SEED):
        counted = accumulator(field)
        for name, played in play(field, first, first + WALLS_PER_TASK).items():
            counted.add(name, played)
        counted.finish()
        made.append([(int(arm.totals.total[cell.y]), int(arm.totals.total[cell.m])) for arm in counted.arms for cell in arm.layout.cells])
    return made


def truths(sums: Iterable[list[list[tuple[int, int]]]]) -> dict[Key, float]:
    """The true value of each row of the summaries. Rows without a case in all walls are left out."""
    totals: list[Any] = []
    for each in sums:
        arrays = [np.array(field, dtype=object) for field in each]
        totals = [one + two for one, two in zip(totals, arrays, strict=True)] if totals else arrays
    made: dict[Key, float] = {}
    for field, total in zip(fields(TRUTH_SEED), totals, strict=True):
        counted = accumulator(field)
        cells = [(arm.name, cell) for arm in counted.arms for cell in arm.layout.cells]
        value = {
            (arm, cell.statistic.name, cell.group): y / m * cell.statistic.scale
            for (arm, cell), (y, m) in zip(cells, total, strict=True)
            if m
        }
        made |= {(name, arm, group): number for (arm, name, group), number in value.items()}
        for comparison in counted.comparisons:
            a, b = comparison.names
            paired = [(pairing, (a, pairing.a.group), (b, pairing.b.group)) for pairing in comparison.totals.pairings]
            made |= _differences(paired, value)
        for arm in counted.arms:
            duels = [(pairing, (arm.name, pairing.a.group), (arm.name, pairing.b.group)) for pairing in arm.duels.pairings]
            made |= _differences(duels, value)
    return made


def _differences(
    pairings: Iterable[tuple[Any, tuple[str, str], tuple[str, str]]], value: dict[tuple[str, str, str], float]
) -> dict[Key, float]:
    made = {}
    for pairing, (arm_a, group_a), (arm_b, group_b) in pairings:
        name = pairing.statistic.name
        one, two = value.get((arm_a, name, group_a)), value.get((arm_b, name, group_b))
        if one is not None and two is not None:
            made[name + DIFFERENCE, pairing.arm, pairing.group] = one - two
    return made


def replicate(number: int) -> list[tuple[int, Key, float, float, str]]:
    """Size, row, limits and how they were found, of one replicate."""
    made = []
    for field in fields(SEED):
        played = play(field, number * SIZES[-1], (number + 1) * SIZES[-1])
        for size in SIZES:
            counted = accumulator(field)
            for name, matrix in played.items():
                counted.add(name, matrix[: size * field[name].hands_per_block])
            counted.finish()
            made += [
                (size, (row.statistic, row.arm, row.group), row.lo, row.hi, row.method)
                for row in rows(counted)
                if size in USUAL or row.statistic.endswith(DIFFERENCE)
            ]
    return made


def judge(results: Iterable[list[tuple[int, Key, float, float, str]]], true: dict[Key, float]) -> tuple[list[Cell], list[Key]]:
    """Every cell, and the rows that have the same value in every block by rule, which never have limits."""
    reported, limits, covered, methods = Counter[Any](), Counter[Any](), Counter[Any](), defaultdict[Key, set[str]](set)
    for result in results:
        for size, key, lo, hi, method in result:
            if key not in true or method == "none":
                continue
            reported[key, size] += 1
            methods[key].add(method)
            if not math.isnan(lo):
                limits[key, size] += 1
                slack = 1e-12 * max(1.0, abs(true[key]))
                covered[key, size] += lo - slack <= true[key] <= hi + slack
    fixed = [key for key, found in methods.items() if found <= {"constant", "thin"}]
    cells = [
        Cell(_kind(key), key, size, count, limits[key, size], covered[key, size])
        for (key, size), count in reported.items()
        if key not in fixed
    ]
    return cells, fixed


def _kind(key: Key) -> str:
    """Share, mean or rate, and how it is grouped or what is compared."""
    name, arm, group = key
    kind = STATISTICS[name.removesuffix(DIFFERENCE)].kind
    if name.endswith(DIFFERENCE):
        return f"{kind}, difference of {'arms' if ' - ' in arm else 'policies' if group.startswith('policy') else 'dealer and others'}"
    grouping = group.split(":")[0]
    return f"{kind}, {grouping if grouping in ('all', 'seat', 'policy', 'role') else 'level'}"


def failures(cells: Sequence[Cell]) -> set[tuple[Key, int]]:
    """Cells whose coverage is significantly below FLOOR: Holm's step-down at ALPHA over all cells with limits."""
    tested = sorted((cell for cell in cells if cell.limits), key=lambda cell: cell.p)
    failed = set()
    for left, cell in zip(range(len(tested), 0, -1), tested, strict=True):
        if cell.p * left > ALPHA:
            break
        failed.add((cell.key, cell.walls))
    return failed


# ---------------------------------------------------------------- the record


def table(cells: Sequence[Cell], failed: set[tuple[Key, int]]) -> list[str]:
    """By kind and size: cells, mean and least coverage, least share of runs with limits, cells that failed."""
    lines = [
        "| statistic | walls | cells | coverage | least | limits | least | significantly below 0.94 |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for kind in sorted({cell.kind for cell in cells}):
        for size in SIZES:
            these = [cell for cell in cells if (cell.kind, cell.walls) == (kind, size)]
            if not these:
                continue
            with_limits = [cell for cell in these if cell.limits]
            shares = [cell.limits / cell.reported for cell in these]
            coverage = [cell.coverage for cell in with_limits]
            told = f"{np.mean(coverage):.3f} | {min(coverage):.3f}" if coverage else "- | -"
            count = sum((cell.key, cell.walls) in failed for cell in these)
            lines.append(f"| {kind} | {size:,} | {len(these):,} | {told} | {np.mean(shares):.3f} | {min(shares):.3f} | {count} |")
    return lines


def worst(cells: Sequence[Cell], failed: set[tuple[Key, int]], most: int = 8) -> list[str]:
    """The cells of each size with the least probable coverage."""
    lines = [
        "| walls | statistic | arm | group | coverage | runs with limits | verdict |",
        "| ---: | --- | --- | --- | ---: | ---: | --- |",
    ]
    for size in SIZES:
        for cell in sorted((cell for cell in cells if cell.walls == size), key=lambda cell: cell.p)[:most]:
            name, arm, group = cell.key
            lines.append(f"| {size:,} | `{name}` | {arm} | {group} | {cell.coverage:.3f} | {cell.limits} | {_verdict(cell, failed)} |")
    return lines


def _verdict(cell: Cell, failed: set[tuple[Key, int]]) -> str:
    if not cell.limits:
        return "no limits"
    return "too low" if (cell.key, cell.walls) in failed else "holds"


def every(cells: Sequence[Cell], true: dict[Key, float], failed: set[tuple[Key, int]]) -> str:
    """Every cell, as tab-separated values."""
    lines = ["statistic\tarm\tgroup\twalls\ttruth\treported\tlimits\tcoverage\tverdict"]
    for cell in sorted(cells, key=lambda cell: (cell.key[1], cell.key, cell.walls)):
        numbers = f"{cell.walls}\t{true[cell.key]:.6g}\t{cell.reported}\t{cell.limits}\t{cell.coverage:.4f}"
        lines.append("\t".join([*cell.key, numbers, _verdict(cell, failed)]))
    return "\n".join(lines) + "\n"


def known(path: Path) -> dict[Key, float]:
    """The true values that a record's coverage.tsv holds, to six digits."""
    lines = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:])
    return {(name, arm, group): float(truth) for name, arm, group, _, truth, *_ in lines}


def main() -> None:
    """Play, judge and write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replicates", type=int, default=REPLICATES)
    parser.add_argument("--truth", type=int, default=TRUTH_WALLS, help="walls that the truth comes from")
    parser.add_argument("--known", type=Path, help="a coverage.tsv that the truth is taken from, in place of walls")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, default=Path(__file__).parent, help="folder of the record")
    given = parser.parse_args()
    begun = time.perf_counter()
    with ProcessPoolExecutor(given.jobs) as workers:
        true = known(given.known) if given.known else truths(workers.map(true_sums, range(0, given.truth, WALLS_PER_TASK)))
        cells, fixed = judge(workers.map(replicate, range(given.replicates)), true)
    seconds = time.perf_counter() - begun
    failed = failures(cells)
    scarce = [cell for cell in cells if cell.walls >= LIMITS_FROM and cell.limits < LIMITS_SHARE * cell.reported]
    asked = [
        f" --{name} {value}"
        for name, value, usual in (("replicates", given.replicates, REPLICATES), ("truth", given.truth, TRUTH_WALLS))
        if value != usual
    ]
    asked += [f" --known {given.known}"] if given.known else []
    known_from = f"the record before ({given.known})" if given.known else ""
    processes = "1 process" if given.jobs == 1 else f"{given.jobs} processes"
    versions = ", ".join(f"{name} {version}" for name, version in software().items())
    told = [
        "# How often 95 % limits hold the truth",
        "",
        f"`nice python -m benchmarks.coverage{''.join(asked)}`, {date.today().isoformat()}, {processor()}, {processes},",
        f"{seconds / 60:.0f} minutes; {versions}.",
        "",
        *(line.rstrip() for line in __doc__.strip().split("\n\n", 1)[1].splitlines()),
        "",
        f"**{len(cells):,} cells, {given.replicates} replicates, truth from {known_from or f'{given.truth:,} walls'} "
        f"(seeds {SEED} and {TRUTH_SEED}): "
        f"{len(failed)} cells significantly below {FLOOR}; {len(scarce)} cells of {LIMITS_FROM} walls or more with limits in less than "
        f"{LIMITS_SHARE:.0%} of the runs.**",
        "",
        f"Left out: {'rows' if given.known else f'{len(fixed)} rows'} with the same value in every block by rule (points where all seats "
        "play alike), without limits.",
        "",
        "## By kind",
        "",
        *table(cells, failed),
        "",
        "## The lowest cells",
        "",
        *worst(cells, failed),
        "",
        "Every cell: `coverage.tsv`.",
    ]
    (given.out / "coverage.md").write_text("\n".join(told) + "\n", encoding="utf-8")
    (given.out / "coverage.tsv").write_text(every(cells, true, failed), encoding="utf-8")
    print("\n".join(told))


if __name__ == "__main__":
    main()
