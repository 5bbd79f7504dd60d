"""A whole `nmsim run` in a fresh process, measured from outside and from inside: the one place from which all records have such numbers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SEED = 20261130
LOOK = 0.2  # seconds between looks at the memory of a process and its children
EXPERIMENT = """
title = { en = "Speed", zh = "速度" }
question = { en = "How fast is a run?", zh = "一次运行有多快？" }
walls = 1000
seed = 20261130
headline = "fan"
charts = ["fan_distribution", "fan_rows", "winning_tiles"]

[[arms]]
name = "strict"
label = { en = "strict", zh = "严格" }
rules = { preset = "strict" }
"""
Told = dict[str, float]


def told_by(module: str, what: str, environment: dict[str, str] | None = None, **arguments: Any) -> Any:
    """What a function of a module `benchmarks.…_inside` says, in a fresh process. Raises RuntimeError with its words if it fails."""
    return measured_by(module, what, environment, **arguments)[0]


def measured_by(module: str, what: str, environment: dict[str, str] | None = None, **arguments: Any) -> tuple[Any, Told]:
    """As `told_by`, and of the process with its children: `seconds` by the clock, `cpu` seconds, and the most `memory` seen at once.

    Memory is in MB (10^6 bytes), and 0 where the system does not tell.
    """
    words = [sys.executable, "-m", module, what, json.dumps(arguments)]
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as complaints:
        begun = time.perf_counter()
        child = subprocess.Popen(words, env=os.environ | (environment or {}), stdout=out, stderr=complaints)
        try:
            with _memory_watched(child.pid) as seen:
                _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        finally:
            if child.returncode is None:
                child.kill()
                child.wait()
        seconds = time.perf_counter() - begun
        out.seek(0)
        complaints.seek(0)
        if child.returncode:
            raise RuntimeError(f"{' '.join(words)}: {complaints.read()}")
        return json.load(out), {"seconds": seconds, "cpu": usage.ru_utime + usage.ru_stime, "memory": max(seen)}


@contextmanager
def _memory_watched(root: int) -> Iterator[list[float]]:
    """What `tree_memory` says now and then while the block lasts."""
    seen, ended = [0.0], threading.Event()

    def look() -> None:
        while not ended.wait(LOOK):
            seen.append(tree_memory(root))

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield seen
    finally:
        ended.set()
        watcher.join()


def tree_memory(root: int) -> float:
    """MB that a process and its children and theirs hold now; pages that they share count for each. 0 where the system does not tell."""
    pages: dict[int, int] = {}
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text(encoding="utf-8", errors="replace").rsplit(")", 1)[1].split()
        except (OSError, IndexError):  # it ended while we looked
            continue
        process, parent = int(path.parent.name), int(words[1])
        pages[process] = int(words[21])
        children.setdefault(parent, []).append(process)
    tree = [root]
    for process in tree:
        tree += children.get(process, [])
    return sum(pages.get(process, 0) for process in tree) * os.sysconf("SC_PAGE_SIZE") / 1e6


def run(hands: int, jobs: int, folder: Path, environment: dict[str, str] | None = None, analysed: bool = False) -> Told:
    """A whole `nmsim run` of one arm, strict, four `legal`, into an empty folder under `folder`, which is removed afterwards.

    What benchmarks.speed_inside.run tells of it, but `seconds`, `cpu` and `peak` (memory) of the process with its children; and `bytes` of
    parquet a hand. If `analysed`, also `again_seconds`, `again_cpu`, `again_peak` and `again_drawn` of the analysis alone: the same command
    once more in another process, when the summary is gone and all hands are in the files.
    """
    with tempfile.TemporaryDirectory(dir=folder) as place:
        file, out = Path(place) / "speed.toml", Path(place) / "out"
        file.write_text(EXPERIMENT, encoding="utf-8")
        words = ["run", str(file), "--hands", str(hands), "--jobs", str(jobs), "--out", str(out), "--seed", str(SEED)]
        told = _measured("run", words, environment)
        told["bytes"] = sum(path.stat().st_size for path in (out / "data").glob("*.parquet")) / hands
        if analysed:
            (out / "summary.csv").unlink()
            again = _measured("analyse", words, environment)
            told |= {f"again_{name}": value for name, value in again.items()}
    return told


def _measured(what: str, words: list[str], environment: dict[str, str] | None) -> Told:
    told, outside = measured_by("benchmarks.speed_inside", what, environment, begun=time.time(), words=words)
    return {**told, "seconds": outside["seconds"], "cpu": outside["cpu"], "peak": max(told["peak"], outside["memory"])}
