"""Units of work: ranges of blocks of all arms, each played by one worker into one part. Cutting changes no result.

A worker takes plain data and gives back a finished part; it knows of no folder. What becomes of parts, the run decides.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from nmsim.errors import InputError
from nmsim.parts import PartMaker, checksum
from nmsim.record import plans_of
from nmsim.stopping import StopFile, StopRequest, WorkersLost, asking, follow
from nmsim.watch import gather, headline_sums
from nmsim.words import say

if TYPE_CHECKING:
    import numpy as np

    from nmsim.plan import Plan
    from nmsim.stats.intervals import RatioSums

HANDS_PER_UNIT = 50_000  # at most: a file of about 1.2 MB, some seconds of play
FEWEST_PER_UNIT = 2_048  # every file has its price
ROUNDS = 4  # units for each worker at least, so that all end at about the same time
HANDS_PER_MATRIX = 2_048  # rows that are put into columns at once
HANDS_PER_SLICE = 256  # some tenths of a second between looks at the stop request
BACKENDS = {"threads": "threading", "processes": "loky"}


class Unit(NamedTuple):
    """Blocks `first` to `last` - 1 of all arms: whole ranges, but for the end of the run."""

    first: int
    last: int


class Task(NamedTuple):
    """What all units of a run share, as text and names alone.

    `asked`: what the run asks, as JSON; `engine`: the digest of the engine that must play it; `headline`: the statistic watched, if any.
    """

    asked: str
    engine: str
    headline: str | None = None


class Played(NamedTuple):
    """A unit that was played, or its first ranges: blocks `first` to `last` - 1 as a finished part, and what checks it and is watched.

    `headline`: for each arm the sums of the headline statistic.
    """

    first: int
    last: int
    hands: int
    data: bytes
    checksum: str
    headline: Mapping[int, RatioSums]


def hands_per_unit(hands: int, workers: int) -> int:
    """How many of a run's hands make a unit: as many for every worker."""
    rounds = max(ROUNDS, -(-hands // (workers * HANDS_PER_UNIT)))
    return max(FEWEST_PER_UNIT, -(-hands // (workers * rounds)))


def cut_units(missing: Iterable[tuple[int, int]], size: int) -> Iterator[Unit]:
    """Units of at most `size` blocks that cover these ranges of blocks, one by one."""
    for start, end in missing:
        for first in range(start, end, size):
            yield Unit(first, min(first + size, end))


def play_unit(task: Task, unit: Unit, stop: Callable[[], bool]) -> Played | None:
    """Play a unit; after a stop request, only the ranges that are done are given back, or None.

    Raises InputError if another engine is to play it.
    """
    from nmsim.engine.kernel import source_digest

    if source_digest() != task.engine:
        raise InputError(say("run.other_engine_at_work"))
    plans = _plans(task.asked)
    asked = json.loads(task.asked)
    hands_per_block = [plan.hands_per_block for plan in plans]
    part = PartMaker(unit.first, unit.last - unit.first, hands_per_block, tuple(asked["groups"]))
    headline: dict[int, RatioSums] = {}
    for first in range(unit.first, unit.last, part.range):
        last = min(first + part.range, unit.last)
        watched: dict[int, RatioSums] = {}
        for arm, plan in enumerate(plans):
            for matrix in _matrices(plan, first, last, stop):
                part.add(arm, matrix)
                if task.headline:
                    gather(watched, {arm: headline_sums(task.headline, matrix, plan.players)})
        if stop():
            break
        part.end_range(last)
        gather(headline, watched)
    if not part.hands:
        return None
    data = part.encoded(asked, task.engine)
    return Played(part.first, part.last, part.hands, data, checksum(data), headline)


@lru_cache(maxsize=4)
def _plans(asked: str) -> tuple[Plan, ...]:
    """The plans of a run; the same objects for all its units, so that each is set up once."""
    return plans_of(json.loads(asked))


def _matrices(plan: Plan, first: int, last: int, stop: Callable[[], bool]) -> Iterator[np.ndarray]:
    """The rows of blocks first to last - 1 of one arm, in matrices of at most some thousand hands or one block; a stop ends them early."""
    import numpy as np

    from nmsim.playing import play_blocks

    step = max(1, HANDS_PER_SLICE // plan.hands_per_block)
    slices: list[np.ndarray] = []
    for start in range(first, last, step):
        if stop():
            return
        slices.append(play_blocks(plan, start, min(start + step, last)))
        if sum(map(len, slices)) >= HANDS_PER_MATRIX:
            yield np.concatenate(slices)
            slices = []
    if slices:
        yield np.concatenate(slices)


def play_units(task: Task, units: Iterator[Unit], jobs: int, backend: str, request: StopRequest) -> Iterator[Played]:
    """Play the units with `jobs` workers and give each part as it is finished; after a stop request no further unit is begun.

    Raises WorkersLost if a worker process is killed.
    """
    stop = StopFile(request.path)
    if jobs == 1:
        yield from filter(None, (play_unit(task, unit, stop) for unit in _until_stopped(units, request)))
        return
    from joblib import Parallel, delayed

    processes = backend == "processes"
    start: dict[str, Any] = {"initializer": follow, "initargs": (os.getpid(),)} if processes else {}
    workers = Parallel(jobs, return_as="generator_unordered", backend=BACKENDS[backend], pre_dispatch="2*n_jobs", batch_size=1, **start)
    calls = (delayed(play_unit)(task, unit, stop) for unit in _until_stopped(units, request))
    with _lost_workers_told(), _closed(_started(workers, calls, processes)) as results:
        yield from filter(None, results)


def _started(workers: Any, calls: Iterator[Any], processes: bool) -> Any:
    """Start the workers. Processes inherit that signals which ask to stop are blocked: one to the whole group is the parent's to answer."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        return workers(calls)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, asking())
    try:
        if processes:
            _start_trackers()
            signal.pthread_sigmask(signal.SIG_BLOCK, asking())  # the trackers' start lets some through again
        return workers(calls)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_trackers() -> None:
    """Start the processes that tidy up after workers, such that they do so without a word: a run that is stopped leaves them some work."""
    from multiprocessing import resource_tracker as trackers_of_python

    from joblib.externals.loky.backend import resource_tracker as trackers_of_joblib

    before = sys.warnoptions[:]
    sys.warnoptions.append("ignore")  # handed on to them
    try:
        trackers_of_python.ensure_running()
        trackers_of_joblib.ensure_running()
    finally:
        sys.warnoptions[:] = before


@contextmanager
def _closed(results: Any) -> Iterator[Any]:
    """Close the results at the end, without what joblib says of those that nobody takes any more."""
    try:
        yield results
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results.close()


@contextmanager
def _lost_workers_told() -> Iterator[None]:
    """One line for a worker process that was killed, as by a system short of memory."""
    from concurrent.futures.process import BrokenProcessPool

    try:
        yield
    except BrokenProcessPool:
        raise WorkersLost(say("run.worker_lost")) from None


def _until_stopped(units: Iterator[Unit], request: StopRequest) -> Iterator[Unit]:
    for unit in units:
        if request:
            return
        yield unit
