"""Speed, memory and size on disk against what is demanded: `python -m benchmarks.speed [--quick] [--huge] [--keep FOLDER]`.

Writes benchmarks/speed.md: one table of what was measured, what must be reached and what is aimed at. Everything is measured in fresh
processes (benchmarks/speed_inside.py); memory, bytes and shares come from the runs of benchmarks/growth.py. Rates and shares are of CPU
time; starts are by the clock, which is what a person waits. Other work disturbs both, since cores share caches and execution units: `legal`
fell from 7,600 to 4,700 hands a second of CPU when the load of two cores rose above 4. A record worth quoting is made on a quiet machine.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import NamedTuple

from benchmarks.distance import load, processor
from benchmarks.growth import grown
from benchmarks.whole_run import SEED, run, told_by
from nmsim.record import software

REPORT = Path(__file__).with_suffix(".md")
HANDS = {"legal": 1_000, "shape": 1_000, "random": 10_000, "drawn_tile": 10_000}  # of a repetition, some tenths of a second
ROUNDS, QUICK_ROUNDS = 30, 10
RATES = {"legal": (8_000, 20_000), "shape": (8_000, 20_000), "random": (150_000, 500_000), "drawn_tile": (None, None)}
MEMORY = (10_000, 100_000, 1_000_000)
HUGE = 10_000_000
FLAT = 1.1  # memory of the largest run over that of the smallest
HELP_TIMES = 10
STARTS = 5


class Line(NamedTuple):
    """One line of the record; `must` and `goal` are None where nothing is demanded, `digits` are those after the point."""

    name: str
    measured: float
    must: float | None
    goal: float | None
    unit: str
    digits: int = 0
    more_is_better: bool = False
    remark: str = ""

    def number(self, value: float | None) -> str:
        """A value as it is printed."""
        return "" if value is None else f"{value:,.{self.digits}f}"

    def reaches(self, bound: float) -> bool:
        """Whether what was measured is as good as `bound`."""
        return self.measured >= bound if self.more_is_better else self.measured <= bound

    @property
    def verdict(self) -> str:
        """Which bound is reached."""
        if self.goal is not None and self.reaches(self.goal):
            return "goal"
        if self.must is None:
            return ""
        return "must" if self.reaches(self.must) else "**short of must**"


# ---------------------------------------------------------------- what is measured


def rates(rounds: int) -> list[Line]:
    """Hands a second of a core."""
    told = told_by("benchmarks.speed_inside", "play", policies=HANDS, rounds=rounds, seed=SEED)
    return [
        Line(
            f"`{name}`, hands a second of CPU, one core",
            max(told[name]),
            *RATES[name],
            "hands/s",
            more_is_better=True,
            remark=f"best of {rounds} times {HANDS[name]:,} hands; median {statistics.median(told[name]):,.0f}",
        )
        for name in HANDS
    ]


def two_jobs(hands: int, times: int, folder: Path) -> Line:
    """CPU time of two workers over that of one for the same run; they take turns."""
    told = [(run(hands, 1, folder), run(hands, 2, folder)) for _ in range(times)]
    one, two = (min(each["cpu"] for each in column) for column in zip(*told, strict=True))
    ratios = ", ".join(f"{pair[1]['cpu'] / pair[0]['cpu']:.3f}" for pair in told)
    played = [min(each["played"] for each in column) for column in zip(*told, strict=True)]
    remark = f"whole processes, {hands:,} hands, least of {times}: {two:.1f} s and {one:.1f} s; pair by pair {ratios}; "
    remark += f"playing alone {played[1] / played[0]:.3f}"
    return Line("two jobs: CPU time over that of one job", two / one, 1.08, 1.02, "", 3, remark=remark)


def whole_runs(sizes: list[int], keep: Path) -> list[Line]:
    """Memory, bytes and the share of the rest of whole runs of these sizes, two jobs; those that `keep` has are not measured again."""
    told = grown(sizes, 2, keep)
    lines = [
        Line(f"peak memory, {hands:,} hands", each["peak"], 700, 400, "MB", remark=f"two jobs; load average {each['load']:.1f} before it")
        for hands, each in told.items()
    ]
    smallest, largest = sizes[0], sizes[-1]
    growth = told[largest]["peak"] / told[smallest]["peak"]
    lines.append(Line(f"peak memory, {largest:,} over {smallest:,} hands", growth, FLAT, None, "", 2, remark="flat: hardly above 1"))
    lines.append(Line("parquet, bytes a hand", told[largest]["bytes"], 60, 25, "bytes", 1, remark=f"{largest:,} hands"))
    for hands, each in list(told.items())[1:]:
        share = 100 * (each["after"] - each["played"]) / each["after"]
        rest = each["after"] - each["played"] - each["written"] - each["drawn"]
        remark = (
            f"of {each['after']:.1f} s of CPU after a warm start: files {each['written']:.1f}, charts {each['drawn']:.1f}, rest {rest:.1f}"
        )
        # Charts and reading the libraries cost every run the same, however short: the bounds are for what grows.
        must, goal = (10, 5) if hands == largest else (None, None)
        lines.append(Line(f"logging and statistics, {hands:,} hands", share, must, goal, "%", 1, remark=remark))
    return lines


def starts(fresh: int, folder: Path) -> list[Line]:
    """How long a run takes until hands are played, after an installation and later."""
    first = []
    for _ in range(fresh):
        with tempfile.TemporaryDirectory(dir=folder) as caches:
            names = ("NUMBA_CACHE_DIR", "MPLCONFIGDIR", "XDG_CACHE_HOME")
            first.append(run(1_000, 1, folder, dict.fromkeys(names, caches)))
    later = [run(1_000, 1, folder) for _ in range(STARTS)]
    soonest, again = min(first, key=lambda told: told["until"]), min(later, key=lambda told: told["until"])
    return [
        Line(
            "first run after an installation, until hands are played",
            soonest["until"],
            40,
            15,
            "s",
            1,
            remark=f"empty cache folders, the self test included, least of {fresh}; {soonest['until_cpu']:.1f} s of CPU",
        ),
        Line(
            "later runs, until hands are played",
            again["until"],
            2,
            1,
            "s",
            2,
            remark=f"least of {STARTS}; {again['until_cpu']:.2f} s of CPU",
        ),
    ]


def help_time() -> Line:
    """The quickest `nmsim --help`."""
    seconds = []
    for _ in range(HELP_TIMES):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-m", "nmsim", "--help"], check=True, capture_output=True)
        seconds.append(time.perf_counter() - begun)
    remark = f"the whole process, least of {HELP_TIMES}; median {statistics.median(seconds):.2f}"
    return Line("`nmsim --help`", min(seconds), 0.3, 0.1, "s", 2, remark=remark)


# ---------------------------------------------------------------- the record


def report(lines: list[Line], command: str, loads: tuple[str, str]) -> str:
    """The record, in Markdown."""
    versions = ", ".join(f"{name} {version}" for name, version in software().items())
    told = [
        "# Speed, memory, size",
        "",
        f"`{command}`, {date.today().isoformat()}, {processor()}, {os.cpu_count()} cores;",
        f"{versions}.",
        f"Load average over 1 and 5 minutes {loads[0]} before and {loads[1]} after; this run adds 1 to 2. Other work slows all of it:",
        "what is measured by the clock (starts, help) as it waits, CPU times since cores share caches and execution units.",
        "",
        "Strict rules, four equal seats; where no policy is named, `legal`. Everything in fresh processes.",
        "",
        "| | measured | must | goal | | reached | how |",
        "| --- | ---: | ---: | ---: | --- | --- | --- |",
    ]
    for line in lines:
        cells = (line.name, *(line.number(value) for value in (line.measured, line.must, line.goal)), line.unit, line.verdict, line.remark)
        told.append(f"| {' | '.join(cells)} |")
    return "\n".join(told) + "\n"


def main() -> None:
    """Measure and write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, and no run of a million hands")
    parser.add_argument("--huge", action="store_true", help=f"a run of {HUGE:,} hands too")
    parser.add_argument("--keep", type=Path, help="where `benchmarks.growth` keeps what it measured, to be taken from there")
    parser.add_argument("--out", type=Path, default=REPORT, help="where the record goes")
    given = parser.parse_args()
    before = load()
    command = "python -m benchmarks.speed" + " --quick" * given.quick + " --huge" * given.huge + " --keep FOLDER" * bool(given.keep)
    sizes = [*(MEMORY[:-1] if given.quick else MEMORY), *([HUGE] if given.huge else [])]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        run(1_000, 1, folder)  # compiles, and passes the self test
        lines = rates(QUICK_ROUNDS if given.quick else ROUNDS)
        lines.append(two_jobs(20_000 if given.quick else 100_000, 2 if given.quick else 3, folder))
        lines += whole_runs(sizes, given.keep or folder)
        lines += starts(1 if given.quick else 2, folder)
    lines.append(help_time())
    told = report(lines, command, (before, load()))
    given.out.write_text(told, encoding="utf-8")
    print(told)


if __name__ == "__main__":
    main()
