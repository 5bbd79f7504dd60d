"""A run: an experiment's hands, played or continued; then counted, drawn and recorded (`conclusion`).

A run's folder holds `run.json`, `summary.csv` and charts, which belong in git, and `data/`, which does not. The same command continues
a stopped run; what a run asks is compared with what the folder holds before anything is changed. docs/results.md tells of the folder.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nmsim.checking import MOST_JOBS
from nmsim.conclusion import Asking, Conclusion, conclude, foreign_files, own_files, refuse_unknown_charts
from nmsim.errors import InputError, shown, unknown
from nmsim.experiment import Experiment
from nmsim.parts import DamagedPart, Part, blocks_per_range, checksum, part_of, unreadable
from nmsim.record import asked, make_plans, read_record, told
from nmsim.run_folder import (
    Say,
    empty,
    held_alone,
    holds_parts,
    make_folder,
    refuse_another_run,
    set_aside,
    set_record_aside,
    usable_parts,
)
from nmsim.stopping import StopRequest, WorkersLost, stop_on_signals
from nmsim.store import find_parts, give_back_memory, missing_blocks, store_part
from nmsim.units import BACKENDS, Played, Task, cut_units, hands_per_unit, play_units
from nmsim.words import LANGS, Lang, say

if TYPE_CHECKING:
    import pandas as pd

    from nmsim.plan import Plan

SLOW = 4.0  # seconds after which a person is told what takes so long
_PUNCTUATION = "，。；：、（）《》“”‘’·…＋－−×–—→"


@dataclass(frozen=True)
class Settings:
    """How a run is carried out; nothing here changes a result. Raises InputError for settings that cannot be."""

    jobs: int = 0  # 0: all cores
    backend: str = "threads"
    block_size: int | None = None  # blocks a file, rounded up to whole ranges; by default as many as make some ten thousand hands
    fresh: bool = False
    lang: Lang = "en"
    command: str = ""  # what runs this again, for the record
    charts: tuple[str, ...] | None = None  # the charts to draw instead of the experiment's; none of them if empty

    def __post_init__(self) -> None:
        problems = []
        if not 0 <= self.jobs <= MOST_JOBS:
            problems.append(say("run.jobs_range", jobs=self.jobs, most=MOST_JOBS))
        if self.backend not in BACKENDS:
            problems.append(f"--backend: {unknown('backend', self.backend, BACKENDS)}")
        if self.block_size is not None and self.block_size < 1:
            problems.append(say("run.block_size_range", size=self.block_size))
        problems += _cores_faults()
        if problems:
            raise InputError(*problems)

    @property
    def workers(self) -> int:
        """How many workers to start."""
        if self.jobs:
            return self.jobs
        from joblib import cpu_count

        return int(cpu_count())


def _cores_faults() -> list[str]:
    """What is wrong with the number of cores that the environment sets for joblib, which would stumble over it."""
    given = os.environ.get("LOKY_MAX_CPU_COUNT", "0")
    try:
        int(given)
    except ValueError:
        return [say("run.cpu_count", given=shown(given))]
    return []


@dataclass(frozen=True)
class Outcome:
    """What a run came to.

    `state`: played, continued, made again (files, from the rows), or finished before. `made`: the files that were made now.
    `reproduced`: whether its rows are those of the record it found; None if it found none.
    """

    folder: Path
    state: str
    hands: int
    played: int
    seconds: float
    content_hash: Mapping[str, str]
    reproduced: bool | None
    summary: pd.DataFrame
    made: tuple[str, ...]


@dataclass(frozen=True)
class _Run:
    """One run under way: what is asked, its plans, and where it goes."""

    experiment: Experiment
    plans: tuple[Plan, ...]
    blocks: int
    folder: Path
    settings: Settings
    before: dict[str, Any] | None

    @property
    def asking(self) -> Asking:
        asks = asked(self.experiment, self.blocks)
        return Asking(self.experiment, self.plans, asks, self.folder, self.settings.command, self.settings.charts)

    @property
    def hands_per_block(self) -> list[int]:
        return [plan.hands_per_block for plan in self.plans]

    @property
    def hands(self) -> int:
        return self.blocks * sum(self.hands_per_block)


def run(experiment: Experiment, folder: Path, settings: Settings, say_line: Say, last_words: Callable[[], None]) -> Outcome:
    """Run an experiment into a folder, or finish what is there; `say_line` takes remarks, `last_words` is called if it must end at once.

    Raises InputError if the folder cannot be written or holds another run or files of others, Stopped when asked to stop and WorkersLost
    when worker processes are killed (what is played is kept).
    """
    started = time.monotonic()
    try:
        this, spoilt = _agreed(experiment, folder, settings)
    except OSError as error:
        raise InputError(unreadable(error.filename or folder, error)) from None
    try:
        make_folder(folder)
    except InputError:
        if found := _finished(this, started):
            return found
        raise
    with held_alone(folder), tempfile.TemporaryDirectory(prefix="nmsim-") as place:
        if settings.fresh:
            empty(folder, own_files(folder))
        elif spoilt:
            set_record_aside(folder, spoilt, say_line)
        request = StopRequest(Path(place) / "stop")
        with stop_on_signals(request, last_words), _folder_named(folder):
            return _finish(this, request, say_line, started)


def _agreed(experiment: Experiment, folder: Path, settings: Settings) -> tuple[_Run, InputError | None]:
    """The run, after all that can be refused before anything is written; and what is wrong with the record, as `_record_found`."""
    plans = make_plans(experiment)
    blocks = experiment.blocks(min(plan.hands_per_block for plan in plans))
    refuse_unknown_charts(settings.charts)
    before, spoilt = (None, None) if settings.fresh else _record_found(folder)
    this = _Run(experiment, plans, blocks, folder, settings, before)
    if before is not None:
        refuse_another_run(folder, this.asking.asked, before["asked"])
    if before is None or before["told"] != told(experiment):
        _refuse_undrawable(experiment)
    if foreign := foreign_files(folder):
        raise InputError(*(say("run.foreign_file", path=path) for path in foreign))
    return this, spoilt


@contextmanager
def _folder_named(folder: Path) -> Iterator[None]:
    """What the system refuses without naming a file, as on a full disk, it refuses in the run's folder."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(folder)
        raise


def _record_found(folder: Path) -> tuple[dict[str, Any] | None, InputError | None]:
    """The record in the folder, if any; or what is wrong with one that cannot be used, beside parts that it can be made from again."""
    try:
        return read_record(folder), None
    except InputError as fault:
        if not holds_parts(folder):
            raise InputError(*(say("run.record_alone", fault=problem) for problem in fault.problems)) from None
        return None, fault


def _refuse_undrawable(experiment: Experiment) -> None:
    """Raise InputError for words that charts would stumble over, before any hand is played."""
    words = {f"experiment.arms.{arm.name}.label.{lang}": arm.label.get(lang) for arm in experiment.arms for lang in LANGS}
    words |= {f"policy {policy.name!r}": policy.name for arm in experiment.arms for policy in arm.seats}
    unusual = {where: text for where, text in words.items() if not all(map(is_usual, text))}
    if problems := _undrawable(unusual) if unusual else []:
        raise InputError(*problems)


def is_usual(char: str) -> bool:
    """Whether a character is of those that the charts' font is known to have (nmsim/figures/fonts/README.md), without loading it."""
    return char in _PUNCTUATION or " " <= char <= "~" or b"\xb0\xa1" <= char.encode("gb2312", "ignore") <= b"\xd7\xf9"


def _undrawable(words: dict[str, str]) -> list[str]:
    """Try to draw words that stand at these places of an experiment; one line for each that cannot be."""
    from matplotlib.figure import Figure

    from nmsim.figures.style import TEXT_FONT, png, style

    problems = []
    for where, text in words.items():
        try:
            with style():
                figure = Figure(figsize=(1, 1))
                figure.text(0, 0, text, fontfamily=TEXT_FONT)
                png(figure)
        except ValueError as error:  # a character that the fonts lack, or a formula between two $ that cannot be read
            why = str(error).removeprefix("chart: ").strip().splitlines()[-1]
            problems.append(say("run.undrawable", where=where, why=why))
    return problems


@contextmanager
def told_if_slow(say_line: Say) -> Iterator[None]:
    """Say what is going on if the engine, inside, is not ready soon: where no compiled one is kept, it is compiled, which takes a while."""
    from nmsim.engine.kernel import is_compiled

    timer = threading.Timer(SLOW, say_line, [say("run.getting_ready" if is_compiled() else "run.compiling")])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _finish(this: _Run, request: StopRequest, say_line: Say, started: float) -> Outcome:
    """Play what is missing, and conclude; where all that was done before, neither does anything."""
    from nmsim.engine.kernel import source_digest
    from nmsim.progress import tell_at_terminal
    from nmsim.selftest import recorded_verdict

    asking = this.asking
    parts = usable_parts(this.folder, asking.asked, source_digest(), say_line)
    missing = this.hands - sum(part.hands for part in parts)
    if missing:
        with told_if_slow(say_line):
            recorded_verdict()
        parts = _play(this, parts, request, say_line)
    request.check()
    try:
        done = conclude(asking, parts, this.before, request.check, tell_at_terminal)
    except DamagedPart as damage:
        set_aside(damage, say_line)
        return _finish(this, request, say_line, started)
    return _outcome(this, missing, done, started)


def _finished(this: _Run, started: float) -> Outcome | None:
    """What a finished run came to, where its folder can only be read; None if anything would have to be written."""
    from nmsim.engine.kernel import source_digest

    if this.before is None:
        return None
    parts, damaged = find_parts(this.folder, this.asking.asked)
    if damaged or sum(part.hands for part in parts) != this.hands or parts[0].record.engine != source_digest():
        return None
    try:
        return _outcome(this, 0, conclude(this.asking, parts, this.before, lambda: None, lambda line: None), started)
    except (OSError, DamagedPart):
        return None


def _outcome(this: _Run, missing: int, done: Conclusion, started: float) -> Outcome:
    """What a run came to that lacked so many hands."""
    state = "played" if missing == this.hands else "continued" if missing else "made again" if done.made else "finished before"
    told_before = None if this.before is None or state == "finished before" else this.before["content_hash"]
    return Outcome(
        folder=this.folder,
        state=state,
        hands=this.hands,
        played=missing,
        seconds=time.monotonic() - started,
        content_hash=done.content_hash,
        reproduced=None if told_before is None else told_before == done.content_hash,
        summary=done.summary,
        made=done.made,
    )


def _play(this: _Run, parts: Sequence[Part], request: StopRequest, say_line: Say) -> list[Part]:
    """Play what is missing and write it; all parts in order. Raises Stopped, WorkersLost."""
    from nmsim.engine.kernel import source_digest
    from nmsim.playing import warm_up
    from nmsim.progress import Progress

    with told_if_slow(say_line):
        for plan in this.plans:
            warm_up(plan)
            request.check()
    progress = Progress(this.experiment, this.hands, sum(part.hands for part in parts), this.blocks, this.settings.lang)
    task = Task(json.dumps(this.asking.asked, ensure_ascii=False), source_digest(), this.experiment.headline if progress.shown else None)
    units = cut_units(missing_blocks(parts, this.blocks), _blocks_per_unit(this))
    written = list(parts)
    try:
        for played in play_units(task, units, this.settings.workers, this.settings.backend, request):
            written.append(_keep(this.folder, played))
            progress.add(played)
    finally:
        progress.close()
    request.check()
    give_back_memory()
    return sorted(written, key=lambda part: part.first)


def _blocks_per_unit(this: _Run) -> int:
    """Blocks of a unit: a whole number of ranges, so that their digests add up to the run's."""
    per_range = blocks_per_range(this.hands_per_block)
    most = hands_per_unit(this.hands, this.settings.workers) // sum(this.hands_per_block)
    if this.settings.block_size:
        return -(-this.settings.block_size // per_range) * per_range
    return max(1, most // per_range) * per_range


def _keep(folder: Path, played: Played) -> Part:
    """Check what a worker sent and write it."""
    if checksum(played.data) != played.checksum:
        raise WorkersLost(say("run.damaged_on_the_way", first=played.first, last=played.last - 1))
    path = store_part(folder / "data", played.first, played.last, played.data, played.checksum)
    part = part_of(path, played.data)
    assert part is not None
    return part
