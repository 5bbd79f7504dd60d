"""What `benchmarks.speed` and `whole_run` start in fresh processes: `python -m benchmarks.speed_inside play|run|analyse JSON`; prints JSON.

Only the standard library is imported before the clock is read: the time until hands are played is one of the things measured.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WARM = 200  # hands before each timed repetition: a plan's arrays are made anew when the plan changes


def play(policies: dict[str, int], rounds: int, seed: int) -> dict[str, list[float]]:
    """Hands a second of CPU of four equal seats, strict, outcomes as rows: one figure a round for each policy.

    `policies`: hands of a repetition. The policies take turns; each repetition plays the same walls, so that all do the same work.
    """
    playing = importlib.import_module("nmsim.playing")
    make_plan = importlib.import_module("nmsim.plan").make_plan
    plans = {name: make_plan("strict", (name,) * 4, seed) for name in policies}
    rates: dict[str, list[float]] = {name: [] for name in policies}
    for _ in range(rounds):
        for name, hands in policies.items():
            playing.play_blocks(plans[name], hands, hands + WARM)
            begun = time.process_time()
            rows = playing.play_blocks(plans[name], 0, hands)
            rates[name].append(len(rows) / (time.process_time() - begun))
    return rates


class Watch:
    """CPU seconds that functions took, added up by name over all threads."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {}

    def over(self, module: Any, name: str) -> None:
        """Put a function of a module under watch from now on."""
        function, spent = getattr(module, name), self.seconds.setdefault(name, [])

        def watched(*arguments: Any) -> Any:
            begun = time.thread_time()
            try:
                return function(*arguments)
            finally:
                spent.append(time.thread_time() - begun)

        setattr(module, name, watched)

    def total(self, name: str) -> float:
        """Seconds of a function so far."""
        return sum(self.seconds[name])


def run(begun: float, words: list[str]) -> dict[str, float]:
    """Carry out an `nmsim` command that plays, and tell its times and its memory.

    `begun`: the clock (`time.time`) when this process was started. `until`: seconds from there until the workers are given hands,
    `until_cpu` the CPU time of it, `ended` seconds until the last hand is written. `after`: CPU seconds from `until` to the end; of these
    `played` were spent in `play_blocks`, `written` on files and `drawn` on charts. `peak`: MB that it held at most. Raises SystemExit if
    the command fails.
    """
    runner: Any = importlib.import_module("nmsim.runner")
    told: dict[str, float] = {}
    watch = Watch()
    play_units = runner.play_units

    def noted_units(*arguments: Any) -> Iterator[Any]:
        told["until"], told["until_cpu"] = time.time() - begun, time.process_time()
        units: Any = importlib.import_module("nmsim.units")
        watch.over(runner, "store_part")
        for name in ("add", "end_range", "encoded"):
            watch.over(units.PartMaker, name)
        watch.over(importlib.import_module("nmsim.playing"), "play_blocks")
        watch.over(importlib.import_module("nmsim.figures"), "draw")
        yield from play_units(*arguments)
        told["ended"] = time.time() - begun

    runner.play_units = noted_units
    carry_out(words)
    return {
        **told,
        "after": time.process_time() - told["until_cpu"],
        "played": watch.total("play_blocks"),
        "written": sum(map(watch.total, ("add", "table", "write_part"))),
        "drawn": watch.total("draw"),
        "peak": peak(),
    }


def analyse(begun: float, words: list[str]) -> dict[str, float]:
    """Carry out an `nmsim run` that finds all hands in its files, and has to count and draw them.

    `until`: seconds from `begun` until it looks at the files; `drawn`: CPU seconds spent on charts; `peak`: MB that the process held at
    most. Raises RuntimeError if a hand is played, SystemExit if the command fails.
    """
    runner: Any = importlib.import_module("nmsim.runner")
    told: dict[str, float] = {}
    watch = Watch()
    usable_parts = runner.usable_parts

    def noted_parts(*arguments: Any) -> Any:
        told["until"] = time.time() - begun
        watch.over(importlib.import_module("nmsim.figures"), "draw")
        return usable_parts(*arguments)

    def refused(*arguments: Any) -> Iterator[Any]:
        raise RuntimeError("hands are played that should have been in the files")

    runner.usable_parts, runner.play_units = noted_parts, refused
    carry_out(words)
    return {**told, "drawn": watch.total("draw"), "peak": peak()}


def carry_out(words: list[str]) -> None:
    """An `nmsim` command, without its words. Raises SystemExit if it fails."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            importlib.import_module("nmsim.cli").main(words)
    except SystemExit as ended:
        if ended.code:
            raise


def peak() -> float:
    """MB (10^6 bytes) that this process held at most.

    Not `ru_maxrss` where Linux tells better: that starts from the memory of the process which started this one.
    """
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024 / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6


if __name__ == "__main__":
    asked: Any = {"play": play, "run": run, "analyse": analyse}[sys.argv[1]]
    print(json.dumps(asked(**json.loads(sys.argv[2]))))
