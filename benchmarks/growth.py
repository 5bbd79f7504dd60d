"""Time and memory of a run as it grows: `python -m benchmarks.growth [--most N] [--jobs J] [--keep FOLDER] [--out FILE]`.

Writes benchmarks/growth.md and the chart growth.png beside it. Each size is a whole `nmsim run` in a fresh process (strict rules, four
`legal`, the engine compiled before), and then its analysis alone, from the files, in another one. What is measured is kept in FOLDER, size
by size, so that an interrupted run goes on, as long as the code, the machine and the number of jobs are the same. The rows of one size are
on disk at a time, and removed before the next.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import nmsim
from benchmarks.distance import processor
from benchmarks.whole_run import Told, run
from nmsim.record import software
from nmsim.whole_file import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

REPORT = Path(__file__).with_suffix(".md")
SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000, 10_000_000)
JOBS = 2
WARM = 1_000  # hands of a run that is not measured
KEPT = "growth.json"
BYTES_A_HAND = 100  # more than twice what a hand takes on disk
SPARE = 1_000_000_000  # bytes that stay free on the disk
Runs = dict[int, Told]


# ---------------------------------------------------------------- measuring, and what is kept of it


def circumstances(jobs: int) -> dict[str, Any]:
    """All that two measurements must share to stand in one table."""
    digest = hashlib.sha256()
    folder = Path(nmsim.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        digest.update(str(path.relative_to(folder)).encode() + path.read_bytes())
    return {"code": digest.hexdigest()[:16], "software": software(), "processor": processor(), "cores": os.cpu_count(), "jobs": jobs}


def grown(sizes: Sequence[int], jobs: int, keep: Path) -> Runs:
    """Runs of these sizes and their analysis, as `whole_run.run` tells of them.

    `load`: the load average of a minute before each, `when`: the time at its end, as `time.time` tells it.
    Those that `keep` has from the same circumstances are taken from there, the others are measured and kept.
    """
    keep.mkdir(parents=True, exist_ok=True)
    now = circumstances(jobs)
    kept = _read(keep / KEPT, now)
    if not all(str(hands) in kept for hands in sizes):
        with _place_for_rows(keep) as place:
            run(WARM, 1, Path(place))  # compiles, and passes the self test
            for hands in sizes:
                if str(hands) not in kept:
                    _refuse_full_disk(Path(place), hands)
                    before = os.getloadavg()[0]
                    kept[str(hands)] = run(hands, jobs, Path(place), analysed=True) | {"load": before, "when": time.time()}
                    write_whole(keep / KEPT, json.dumps({"circumstances": now, "runs": kept}, indent=1) + "\n")
                    print(f"{hands:,} hands: {kept[str(hands)]['seconds']:.1f} s", file=sys.stderr)
    return {hands: kept[str(hands)] for hands in sizes}


def _read(path: Path, now: Mapping[str, Any]) -> dict[str, Told]:
    """The runs kept in a file, by their size; none if they were measured in other circumstances."""
    if not path.exists():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))
    if found["circumstances"] != now:
        print(f"{path}: measured in other circumstances, hence measured again", file=sys.stderr)
        return {}
    runs: dict[str, Told] = found["runs"]
    return runs


def _place_for_rows(keep: Path) -> tempfile.TemporaryDirectory[str]:
    """A temporary folder under `keep`, without those that a killed run left there."""
    for left in keep.glob("rows-*"):
        shutil.rmtree(left)
    return tempfile.TemporaryDirectory(dir=keep, prefix="rows-")


def _refuse_full_disk(folder: Path, hands: int) -> None:
    """Raise SystemExit if the disk has no room for so many hands."""
    need, free = BYTES_A_HAND * hands + SPARE, shutil.disk_usage(folder).free
    if free < need:
        raise SystemExit(f"{folder}: {hands:,} hands may need {need / 1e9:.1f} GB of disk, {free / 1e9:.1f} GB are free")


# ---------------------------------------------------------------- the record


def table(head: Sequence[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """A Markdown table of numbers."""
    return [f"| {' | '.join(head)} |", "| " + " | ".join("---:" for _ in head) + " |", *(f"| {' | '.join(row)} |" for row in rows), ""]


def whole(runs: Runs) -> list[str]:
    """Time, memory and size of each run."""
    head = "hands, seconds, to the first hand, playing, after it, CPU s, in the engine, files, charts, the rest, "
    head += "hands/s, peak MB, bytes a hand, load, measured"
    rows = []
    for hands, told in runs.items():
        rest = told["cpu"] - told["played"] - told["written"] - told["drawn"]
        clock = (told["seconds"], told["until"], told["ended"] - told["until"], told["seconds"] - told["ended"])
        spent = (told["cpu"], told["played"], told["written"], told["drawn"], rest)
        rate = f"{hands / told['seconds']:,.0f}"
        ending = (rate, f"{told['peak']:,.0f}", f"{told['bytes']:.1f}", f"{told['load']:.1f}", date.fromtimestamp(told["when"]).isoformat())
        rows.append([f"{hands:,}", *(f"{value:,.1f}" for value in (*clock, *spent)), *ending])
    return table(head.split(", "), rows)


def analysis(runs: Runs) -> list[str]:
    """Time and memory of the analysis alone."""
    rows = []
    for hands, told in runs.items():
        of_rows = told["again_cpu"] - told["again_drawn"]
        times = (told["again_seconds"], told["again_until"], told["again_cpu"], told["again_drawn"], of_rows)
        rows.append([f"{hands:,}", *(f"{value:,.1f}" for value in times), f"{told['again_peak']:,.0f}"])
    return table(["hands", "seconds", "to the first file", "CPU s", "charts", "the rest", "peak MB"], rows)


def growth(runs: Runs) -> list[str]:
    """What each hand more costs, from each size to the next."""
    rows = []
    for (fewer, less), (more, told) in pairwise(runs.items()):

        def cost(name: str, less: Told = less, told: Told = told, hands: int = more - fewer) -> str:
            return f"{(told[name] - less[name]) / hands * 1e6:,.1f}"

        ratio = told["played"] / less["played"]
        memory = (told["peak"] - less["peak"], told["again_peak"] - less["again_peak"])
        costs = (cost("seconds"), cost("cpu"), cost("played"), cost("again_seconds"), cost("again_cpu"))
        power = f"{math.log(ratio) / math.log(more / fewer):.3f}"
        rows.append([f"{fewer:,}", f"{more:,}", *costs, power, *(f"{value:+,.1f}" for value in memory)])
    head = "from, to hands, run µs, CPU µs, in the engine, analysis µs, CPU µs, power of N, run MB, analysis MB"
    return table(head.split(", "), rows)


def report(runs: Runs, command: str, jobs: int) -> str:
    """The record, in Markdown."""
    versions = ", ".join(f"{name} {version}" for name, version in software().items())
    told = [
        "# Time and memory as a run grows",
        "",
        f"`{command}`, {date.today().isoformat()}, {processor()}, {os.cpu_count()} cores, {jobs} jobs;",
        f"{versions}.",
        "",
        "Strict rules, four `legal`, each size once. `load`: the load average of a minute before each run; other work makes the",
        "clock go on while a run waits, CPU times suffer less. Memory is the most that the process held, with those it started.",
        *(
            [f"A short record: no run of more than {max(runs):,} hands of the {SIZES[-1]:,} that belong here."]
            if max(runs) < SIZES[-1]
            else []
        ),
        "",
        "![Seconds and memory against hands](growth.png)",
        "",
        "## Whole runs",
        "",
        "By the clock from the start of the process to its end: to the first hand, while hands are played and written, and after the",
        "last one (hash, statistics, charts). Of the CPU time of all threads: playing, writing files, drawing charts, and the rest.",
        "",
        *whole(runs),
        "## Analysis alone",
        "",
        "The same command when the summary is gone and all rows are in files: they are read, hashed, counted and drawn, in a fresh",
        "process.",
        "",
        *analysis(runs),
    ]
    if len(runs) > 1:
        told += [
            "## What a hand more costs",
            "",
            "Between two sizes, all that does not grow cancels out. `power of N`: the power of the number of hands by which the time in",
            "the engine grows, 1 where it grows as they do.",
            "",
            *growth(runs),
        ]
    return "\n".join(told).rstrip() + "\n"


# ---------------------------------------------------------------- the chart


def draw(runs: Runs, path: Path) -> None:
    """Two panels over the number of hands: seconds, both axes in logarithms, beside a line of slope 1; memory."""
    from matplotlib.figure import Figure

    from nmsim.figures.style import GREY, PALETTE, WIDTH, png, style

    hands, largest = list(runs), max(runs)
    run, cpu, engine, again = ("o-", PALETTE[0]), ("s-", PALETTE[1]), ("D-", PALETTE[3]), ("^-", PALETTE[2])
    with style():
        figure = Figure(figsize=(WIDTH, WIDTH * 0.6), layout="constrained")
        times, memory = figure.subplots(1, 2)
        for axes, label, name, (mark, colour) in (
            (times, "run / 整次运行", "seconds", run),
            (times, "run, CPU / 整次运行, CPU", "cpu", cpu),
            (times, "engine, CPU / 引擎, CPU", "played", engine),
            (times, "analysis / 仅分析", "again_seconds", again),
            (memory, "run / 整次运行", "peak", run),
            (memory, "analysis / 仅分析", "again_peak", again),
        ):
            axes.plot(hands, [told[name] for told in runs.values()], mark, color=colour, label=label, markersize=3.5, linewidth=1)
        straight = [runs[largest]["played"] * size / largest for size in hands]
        times.plot(hands, straight, "--", color=GREY, label="slope 1 / 斜率 1", linewidth=0.8, zorder=0)
        drawn = [told[name] for told in runs.values() for name in ("seconds", "cpu", "played", "again_seconds")]
        _by_powers(times, "y", [*drawn, *straight], lambda seconds: f"{seconds:,}")
        times.set_ylabel("seconds / 秒")
        memory.set_ylim(0, 1.15 * max(told["peak"] for told in runs.values()))
        memory.set_ylabel("peak memory / 内存峰值 (MB)")
        for axes in (times, memory):
            _by_powers(axes, "x", hands, lambda size: f"{size // 1000:,}k" if size < 1_000_000 else f"{size // 1_000_000:,}M")
            axes.set_xlabel("hands / 局数")
            axes.grid(axis="y", linewidth=0.4)
            axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2))
        path.write_bytes(png(figure))


def _by_powers(axes: Axes, which: Literal["x", "y"], values: Sequence[float], spelled: Callable[[int], str]) -> None:
    """Have a logarithmic axis hold these values between whole powers of ten, and spell those."""
    from matplotlib.ticker import NullLocator

    powers = range(max(0, math.floor(math.log10(min(values)))), math.ceil(math.log10(max(values))) + 1)
    ends = min(*values, 10 ** powers[0]) / 1.2, 10 ** powers[-1] * 1.2
    axes.set(**{f"{which}scale": "log", f"{which}lim": ends})
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_ticks([10**power for power in powers], [spelled(10**power) for power in powers])
    axis.set_minor_locator(NullLocator())


def main() -> None:
    """Measure, and write the record and its chart."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=SIZES[-1], help=f"no run of more hands than that; the sizes are {SIZES}")
    parser.add_argument("--jobs", type=int, default=JOBS, help="workers of each run")
    parser.add_argument("--keep", type=Path, help="where the numbers of finished sizes are kept, and rows while they are needed")
    parser.add_argument("--out", type=Path, default=REPORT, help="where the record goes; its chart is put beside it")
    given = parser.parse_args()
    sizes = [hands for hands in SIZES if hands <= given.most]
    if not sizes:
        parser.error(f"--most {given.most}: the least size is {SIZES[0]}")
    with tempfile.TemporaryDirectory() as place:
        runs = grown(sizes, given.jobs, given.keep or Path(place))
    command = (
        "python -m benchmarks.growth" + f" --most {given.most}" * (given.most < SIZES[-1]) + f" --jobs {given.jobs}" * (given.jobs != JOBS)
    )
    given.out.write_text(report(runs, command, given.jobs), encoding="utf-8")
    draw(runs, given.out.with_suffix(".png"))
    print(f"{given.out} is written")


if __name__ == "__main__":
    main()
