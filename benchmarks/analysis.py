"""The analysis of many rows, without playing as many: `python -m benchmarks.analysis [ROWS ...] [--out FILE]`.

Some thousand hands are played (strict, four `legal`) and laid out over and over on new walls, in the files that a run of ROWS hands would
have. Then `nmsim run` finds all hands there, in a fresh process, and has to read, hash, count and draw them. What each step takes is
measured too, and all of it against playing. Writes benchmarks/analysis.md.
"""

from __future__ import annotations

import argparse
import importlib
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.distance import load, processor
from benchmarks.whole_run import EXPERIMENT, SEED, measured_by
from nmsim.conclusion import make_accumulator
from nmsim.engine.kernel import source_digest
from nmsim.experiment import Experiment, read_experiment
from nmsim.outcomes import COLUMN_NAMES
from nmsim.parts import HANDS_PER_RANGE, PartMaker, checksum, columns_of, read_part, read_rows
from nmsim.record import asked, make_plans, software
from nmsim.stats import summary
from nmsim.store import store_part

REPORT = Path(__file__).with_suffix(".md")
SIZES = (100_000, 1_000_000, 10_000_000)
PLAYED = 48 * HANDS_PER_RANGE  # whole ranges, a file of the usual size
SHARE = 0.1  # of the time that playing takes: what the analysis may cost
Rows = np.ndarray


class Analysis(NamedTuple):
    """What `nmsim run` took to analyse so many rows: seconds by the clock and of CPU, those of CPU that charts took, MB at most."""

    rows: int
    files: int
    megabytes: float
    seconds: float
    cpu: float
    charts: float
    peak: float

    def line(self, play: float) -> str:
        """As a line of the record; `play` is the CPU time of playing a hand, in seconds."""
        of_rows = 1e9 * (self.cpu - self.charts) / self.rows
        share = 100 * self.cpu / (play * self.rows)
        return (
            f"| {self.rows:,} | {self.files:,} | {self.megabytes:,.0f} | {self.seconds:,.1f} | {self.cpu:,.1f} | {self.charts:,.1f} "
            f"| {of_rows:,.0f} | {share:,.1f} % | {self.peak:,.0f} |"
        )


def play(experiment: Experiment) -> tuple[list[Rows], float]:
    """The experiment's first PLAYED hands, in matrices as a worker has them, and the CPU time that a hand took, in seconds."""
    playing: Any = importlib.import_module("nmsim.playing")
    (plan,) = make_plans(experiment)
    playing.warm_up(plan)
    begun = time.process_time()
    matrices = [playing.play_blocks(plan, first, min(first + HANDS_PER_RANGE, PLAYED)) for first in range(0, PLAYED, HANDS_PER_RANGE)]
    return matrices, (time.process_time() - begun) / PLAYED


def part_of(matrices: Sequence[Rows], first: int, last: int) -> PartMaker:
    """The rows, from the first on, as those of blocks first to last - 1."""
    maker, wall = PartMaker(first, last - first, [1]), COLUMN_NAMES.index("wall")
    for start, matrix in zip(range(first, last, maker.range), matrices, strict=False):
        end = min(start + maker.range, last)
        rows = matrix[: end - start].copy()
        rows[:, wall] = np.arange(start, end)
        maker.add(0, rows)
        maker.end_range(end)
    return maker


def lay_out(matrices: Sequence[Rows], rows: int, experiment: Experiment, folder: Path) -> None:
    """Files with so many rows of the experiment: those of the matrices over and over, each time on the next walls."""
    folder.mkdir(parents=True)
    asks, engine = asked(experiment, rows), source_digest()
    for first in range(0, rows, PLAYED):
        last = min(first + PLAYED, rows)
        data = part_of(matrices, first, last).encoded(asks, engine)
        store_part(folder, first, last, data, checksum(data))


def analyse(matrices: Sequence[Rows], rows: int, file: Path, folder: Path) -> Analysis:
    """Lay out so many rows, let `nmsim run` analyse them in a fresh process, and remove them."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        out = Path(place) / "out"
        lay_out(matrices, rows, read_experiment(file).resized(hands=rows, walls=None, seed=SEED), out / "data")
        paths = list((out / "data").iterdir())
        size = sum(path.stat().st_size for path in paths) / 1e6
        words = ["run", str(file), "--hands", str(rows), "--seed", str(SEED), "--out", str(out)]
        told, outside = measured_by("benchmarks.speed_inside", "analyse", begun=time.time(), words=words)
        return Analysis(rows, len(paths), size, outside["seconds"], outside["cpu"], told["drawn"], max(told["peak"], outside["memory"]))


# ---------------------------------------------------------------- step by step


def steps(matrices: Sequence[Rows], experiment: Experiment, folder: Path) -> dict[str, float]:
    """CPU nanoseconds a row of each step between a played hand and its share in the summary, the quicker of two times."""
    folder.mkdir()
    asks, engine = asked(experiment, PLAYED), source_digest()
    made = part_of(matrices, 0, PLAYED)
    data = made.encoded(asks, engine)
    path = store_part(folder, 0, PLAYED, data, checksum(data))
    read: list[dict[str, Rows]] = []

    def read_back() -> None:
        part = read_part(path)
        assert part is not None
        read[:] = [columns_of(table) for _, table in read_rows(part, COLUMN_NAMES)]

    def counted() -> None:
        make_accumulator(experiment, make_plans(experiment)).add(0, read[0])

    named: dict[str, Callable[[], Any]] = {
        "into columns and digests": lambda: part_of(matrices, 0, PLAYED),
        "encoding": lambda: made.encoded(asks, engine),
        "checking and writing": lambda: store_part(folder, 0, PLAYED, data, checksum(data)),
        "checking and reading back": read_back,
        "counting": counted,
    }
    return {name: 1e9 * _quicker(step) / PLAYED for name, step in named.items()}


def _quicker(step: Callable[[], Any]) -> float:
    """CPU seconds of the quicker of two calls."""
    times = []
    for _ in range(2):
        begun = time.process_time()
        step()
        times.append(time.process_time() - begun)
    return min(times)


def summary_seconds(experiment: Experiment, matrix: Rows) -> float:
    """CPU seconds that the estimates and intervals of all that was counted take, however many rows there were."""
    accumulator = make_accumulator(experiment, make_plans(experiment))
    accumulator.add(0, matrix)
    return _quicker(lambda: summary(accumulator))


# ---------------------------------------------------------------- the record


def report(done: Sequence[Analysis], cost: dict[str, float], fixed: float, play: float, command: str, loads: tuple[str, str]) -> str:
    """The record, in Markdown."""
    versions = ", ".join(f"{name} {version}" for name, version in software().items())
    most = done[-1]
    share = most.cpu / (play * most.rows)
    verdict = "reached" if share < SHARE else "**not reached**"
    told = [
        "# The analysis of many rows",
        "",
        f"`{command}`, {date.today().isoformat()}, {processor()}, {os.cpu_count()} cores;",
        f"{versions}.",
        f"Load average over 1 and 5 minutes {loads[0]} before and {loads[1]} after.",
        "",
        f"{PLAYED:,} hands (strict, four `legal`; {1e6 * play:,.0f} µs of CPU each), laid out over and over on new walls. `nmsim run`,",
        "in a fresh process, finds all rows in files: it reads, hashes, counts and draws them. `ns a row`: CPU time without charts.",
        "`of playing`: CPU time of all of it, start and charts included, against playing as many hands.",
        f"Demanded: less than {100 * SHARE:.0f} % of playing, in memory that does not grow.",
        f"At {most.rows:,} rows: {100 * share:.1f} %, {verdict}; {most.peak / done[0].peak:.2f} times the memory of {done[0].rows:,}.",
        "",
        "| rows | files | MB | seconds | CPU s | charts | ns a row | of playing | peak MB |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        *(each.line(play) for each in done),
        "",
        "What a row costs, step by step, alone in one process:",
        "",
        "| step | CPU ns a row |",
        "| --- | ---: |",
        *(f"| {name} | {value:,.0f} |" for name, value in cost.items()),
        "",
        f"All estimates and intervals, once a run: {fixed:.2f} s.",
    ]
    return "\n".join(told) + "\n"


def main() -> None:
    """Measure and write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", type=int, default=SIZES, help=f"how many rows; by default {', '.join(f'{n:,}' for n in SIZES)}")
    parser.add_argument("--out", type=Path, default=REPORT, help="where the record goes")
    given = parser.parse_args()
    before = load()
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "speed.toml"
        file.write_text(EXPERIMENT, encoding="utf-8")
        experiment = read_experiment(file).resized(hands=None, walls=None, seed=SEED)
        matrices, cost_of_playing = play(experiment)
        cost, fixed = steps(matrices, experiment, Path(place) / "steps"), summary_seconds(experiment, np.concatenate(matrices))
        done = [analyse(matrices, rows, file, Path(place)) for rows in sorted(given.rows)]
    command = " ".join(["python -m benchmarks.analysis", *(map(str, given.rows) if given.rows is not SIZES else ())])
    told = report(done, cost, fixed, cost_of_playing, command, (before, load()))
    given.out.write_text(told, encoding="utf-8")
    print(told)


if __name__ == "__main__":
    main()
