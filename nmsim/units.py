"""Units of work: blocks that are played by one worker and written as one file. Cutting changes no result."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from nmsim.stopping import StopRequest, leave_signals_to
from nmsim.store import Columns, Part, write_part
from nmsim.watch import add_sums, headline_sums

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
    """Blocks `first` to `last` - 1 of an arm."""

    arm: int
    first: int
    last: int


class Played(NamedTuple):
    """What a worker did of a unit: the hands it played and wrote, and the sums of the headline statistic over them."""

    arm: int
    hands: int
    headline: RatioSums | None


class Task(NamedTuple):
    """All that a worker needs besides the unit, sent to worker processes as it is. `headline`: the statistic that is watched, if any."""

    plans: tuple[Plan, ...]
    folder: Path
    record: Mapping[str, Any]
    headline: str | None
    stop_path: Path
    parent: int


def hands_per_unit(hands: int, workers: int) -> int:
    """How many of a run's hands make a unit: as many for every worker."""
    rounds = max(ROUNDS, -(-hands // (workers * HANDS_PER_UNIT)))
    return max(FEWEST_PER_UNIT, -(-hands // (workers * rounds)))


def missing_units(parts: Iterable[Part], blocks: int, sizes: list[int]) -> list[Unit]:
    """Units that cover what the parts leave open of blocks 0 to `blocks` - 1 of every arm, `sizes[arm]` blocks each at most.

    The arms take turns, so that differences between them are seen early.
    """
    units = []
    parts = list(parts)
    for arm, size in enumerate(sizes):
        reached = 0
        for start, end in [*sorted((part.first, part.last) for part in parts if part.arm == arm), (blocks, blocks)]:
            units += [Unit(arm, first, min(first + size, start)) for first in range(reached, start, size)]
            reached = max(reached, end)
    return sorted(units, key=lambda unit: (unit.first, unit.arm))


def play_unit(task: Task, unit: Unit) -> Played:
    """Play a unit and write its file; at a stop request, write the blocks that are done."""
    leave_signals_to(task.parent)
    plan = task.plans[unit.arm]
    columns = Columns((unit.last - unit.first) * plan.hands_per_block)
    headline: RatioSums | None = None
    for matrix in _played(task, unit):
        columns.add(matrix)
        if task.headline:
            sums = headline_sums(task.headline, matrix, plan.players)
            headline = sums if headline is None else add_sums(headline, sums)
    if not columns.hands or _is_orphan(task.parent):
        return Played(unit.arm, 0, None)
    write_part(task.folder, unit.arm, unit.first, unit.first + columns.hands // plan.hands_per_block, columns.table(), task.record)
    return Played(unit.arm, columns.hands, headline)


def _played(task: Task, unit: Unit) -> Iterator[np.ndarray]:
    """The unit's rows in matrices of some thousand hands; a stop request ends them early."""
    import numpy as np

    from nmsim.playing import play_blocks

    plan = task.plans[unit.arm]
    step = max(1, HANDS_PER_SLICE // plan.hands_per_block)
    slices: list[np.ndarray] = []
    for first in range(unit.first, unit.last, step):
        if task.stop_path.exists():
            break
        slices.append(play_blocks(plan, first, min(first + step, unit.last)))
        if sum(map(len, slices)) >= HANDS_PER_MATRIX:
            yield np.concatenate(slices)
            slices = []
    if slices:
        yield np.concatenate(slices)


def _is_orphan(parent: int) -> bool:
    """Whether this is a worker process whose run was killed: another run may own the folder by now, so nothing may be written."""
    return os.getpid() != parent and os.getppid() != parent


def play_units(task: Task, units: list[Unit], jobs: int, backend: str, request: StopRequest) -> Iterator[Played]:
    """Play the units with `jobs` workers and tell of each as it ends; after a stop request no further unit is begun."""
    if jobs == 1:
        yield from (play_unit(task, unit) for unit in _until_stopped(units, request))
        return
    from joblib import Parallel, delayed

    workers = Parallel(n_jobs=jobs, backend=BACKENDS[backend], return_as="generator_unordered", pre_dispatch="2*n_jobs", batch_size=1)
    with closing(workers(delayed(play_unit)(task, unit) for unit in _until_stopped(units, request))) as results:
        yield from results


def _until_stopped(units: list[Unit], request: StopRequest) -> Iterator[Unit]:
    for unit in units:
        if request:
            return
        yield unit
