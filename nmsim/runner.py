"""A run: an experiment's hands, played or continued, then counted, drawn and recorded.

A run's folder holds `run.json`, `summary.csv` and charts, which belong in git, and `data/`, which does not. The same command continues
a stopped run; what a run asks is compared with what the folder holds before anything is changed.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nmsim.errors import InputError, unknown
from nmsim.experiment import Experiment
from nmsim.record import asked, read_record, software, told, write_record
from nmsim.run_folder import SUMMARY_NAME, empty, held_alone, make_folder, read_summary, refuse_another_run, remove_damaged, usable_parts
from nmsim.stopping import StopRequest, stop_on_signals
from nmsim.store import ContentHash, DamagedPart, Part, columns_of, give_back_memory, read_tables
from nmsim.units import BACKENDS, Task, hands_per_unit, missing_units, play_units

if TYPE_CHECKING:
    import pandas as pd

    from nmsim.figures import Lang
    from nmsim.plan import Plan
    from nmsim.stats import Accumulator

MOST_JOBS = 1024
SLOW = 4.0  # seconds after which a person is told what takes so long
ATTEMPTS = 3
LANGS: tuple[Lang, ...] = ("en", "zh")
_PUNCTUATION = "，。；：、（）《》“”‘’·…＋－−×–—→"


@dataclass(frozen=True)
class Settings:
    """How a run is carried out; nothing here changes a result. Raises InputError for settings that cannot be."""

    jobs: int = 0  # 0: all cores
    backend: str = "threads"
    block_size: int | None = None  # blocks a file; by default as many as make some ten thousand hands
    fresh: bool = False
    lang: Lang = "en"
    command: str = ""  # what runs this again, for the record

    def __post_init__(self) -> None:
        problems = []
        if not 0 <= self.jobs <= MOST_JOBS:
            problems.append(f"jobs: {self.jobs} is out of range (1 to {MOST_JOBS}, or 0 for all cores)")
        if self.backend not in BACKENDS:
            problems.append(unknown("backend", self.backend, BACKENDS))
        if self.block_size is not None and self.block_size < 1:
            problems.append(f"block size: {self.block_size} is out of range (1 or more)")
        if problems:
            raise InputError(*problems)

    @property
    def workers(self) -> int:
        """How many workers to start."""
        if self.jobs:
            return self.jobs
        from joblib import cpu_count

        return int(cpu_count())


@dataclass(frozen=True)
class Outcome:
    """What a run came to.

    `state`: played, continued, or finished before. `reproduced`: whether its rows are those of the record it found; None if it found none.
    """

    folder: Path
    state: str
    hands: int
    played: int
    seconds: float
    content_hash: str
    reproduced: bool | None
    summary: pd.DataFrame


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
    def asked(self) -> dict[str, Any]:
        return asked(self.experiment, self.blocks)

    @property
    def hands_per_block(self) -> list[int]:
        return [plan.hands_per_block for plan in self.plans]

    @property
    def hands(self) -> int:
        return self.blocks * sum(self.hands_per_block)


def run(experiment: Experiment, folder: Path, settings: Settings, say: Callable[[str], None], last_words: Callable[[], None]) -> Outcome:
    """Run an experiment into a folder, or finish what is there; `say` takes remarks, `last_words` is called if it must end at once.

    Raises InputError if the folder cannot be written or holds another run, Stopped when asked to stop (what is played is kept).
    """
    started = time.monotonic()
    plans = make_plans(experiment)
    blocks = experiment.blocks(min(plan.hands_per_block for plan in plans))
    before = None if settings.fresh else read_record(folder)
    this = _Run(experiment, plans, blocks, folder, settings, before)
    if before is not None:
        refuse_another_run(folder, this.asked, before["asked"])
    if before is None or before["told"] != told(experiment):
        _refuse_undrawable(experiment)
    make_folder(folder)
    with held_alone(folder):
        if settings.fresh:
            empty(folder, chart_paths(folder))
        request = StopRequest(folder / "data" / ".stop")
        with stop_on_signals(request, last_words):
            return _finish(this, request, say, started)


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
            problems.append(f"{where}: cannot be drawn in a chart ({str(error).removeprefix('chart: ').strip().splitlines()[-1]})")
    return problems


@contextmanager
def told_if_slow(say: Callable[[str], None]) -> Iterator[None]:
    """Say what is going on if the engine, inside, is not ready soon: it is compiled when first used, which takes a while."""
    timer = threading.Timer(SLOW, say, ["getting the engine ready; the first time it is compiled, which takes some twenty seconds"])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def make_plans(experiment: Experiment) -> tuple[Plan, ...]:
    """The plan of each arm."""
    from nmsim.plan import Plan

    return tuple(
        Plan(
            rules=arm.rules,
            seats=arm.seats,
            seed=experiment.seed,
            design=experiment.design,
            hands_per_match=experiment.hands_per_match,
            deal=experiment.deal,
            players=experiment.players,
            arm=index,
            start=experiment.start,
        )
        for index, arm in enumerate(experiment.arms)
    )


def _finish(this: _Run, request: StopRequest, say: Callable[[str], None], started: float) -> Outcome:
    """Play what is missing; then hash, count, draw and record, unless all that was done before."""
    from nmsim.engine.kernel import source_digest
    from nmsim.selftest import recorded_verdict

    row_record = {"asked": this.asked, "engine": source_digest()}
    parts = usable_parts(this.folder, row_record, this.hands_per_block, say)
    missing = this.hands - sum(part.hands for part in parts)
    if missing:
        with told_if_slow(say):
            recorded_verdict()
        parts = _play_all(this, parts, row_record, request, say)
    elif this.before is not None and this.before["told"] == told(this.experiment) and (this.folder / SUMMARY_NAME).exists():
        return _outcome(this, "finished before", 0, started, this.before["content_hash"], None)
    request.check()
    try:
        digest = _conclude(this, parts, request)
    except DamagedPart as damage:
        remove_damaged(damage, say)
        return _finish(this, request, say, started)
    reproduced = None if this.before is None else this.before["content_hash"] == digest
    if not reproduced or (this.before or {}).get("told") != told(this.experiment):
        write_record(this.folder, _record(this, digest))
    return _outcome(this, "played" if missing == this.hands else "continued", missing, started, digest, reproduced)


def _outcome(this: _Run, state: str, played: int, started: float, digest: str, reproduced: bool | None) -> Outcome:
    return Outcome(this.folder, state, this.hands, played, time.monotonic() - started, digest, reproduced, read_summary(this.folder))


def _play_all(this: _Run, parts: list[Part], row_record: dict[str, Any], request: StopRequest, say: Callable[[str], None]) -> list[Part]:
    """Play what is missing, and look again at what is there: workers that outlived a run that was killed may have written too.

    Returns parts that hold every hand once. Raises Stopped, or InputError if files keep changing under the run.
    """
    for _ in range(ATTEMPTS):
        _play(this, parts, row_record, request, say)
        request.check()
        parts = usable_parts(this.folder, row_record, this.hands_per_block, say)
        if sum(part.hands for part in parts) == this.hands:
            return parts
    raise InputError(f"{this.folder}: something else changes the files in it; run again when it is done")


def _play(this: _Run, parts: list[Part], row_record: dict[str, Any], request: StopRequest, say: Callable[[str], None]) -> None:
    from nmsim.playing import warm_up
    from nmsim.progress import Progress

    with told_if_slow(say):
        for plan in this.plans:
            warm_up(plan)
            request.check()
    most = hands_per_unit(this.hands, this.settings.workers)
    sizes = [this.settings.block_size or max(1, most // hands) for hands in this.hands_per_block]
    progress = Progress(this.experiment, this.hands, sum(part.hands for part in parts), this.blocks, this.settings.lang)
    watched = this.experiment.headline if progress.shown else None
    task = Task(this.plans, this.folder / "data", row_record, watched, request.path, os.getpid())
    try:
        for played in play_units(task, missing_units(parts, this.blocks, sizes), this.settings.workers, this.settings.backend, request):
            progress.add(played)
    finally:
        progress.close()
    give_back_memory()


def _conclude(this: _Run, parts: list[Part], request: StopRequest) -> str:
    """Write the summary and the charts (in both languages) of rows that are all there, in one pass over them; their content hash.

    Raises DamagedPart for a file that cannot be read, before anything is written.
    """
    from nmsim.figures import draw
    from nmsim.stats import summary, write_summary

    accumulator, digest = make_accumulator(this.experiment, this.plans), ContentHash()
    parts = sorted(parts, key=lambda part: (part.first, part.arm))
    for part, table in zip(parts, read_tables([part.path for part in parts]), strict=True):
        columns = columns_of(table)
        digest.add(part.arm, columns)
        accumulator.add(part.arm, columns)
        del table, columns  # before the next are read
        request.check()
    give_back_memory()
    counted = summary(accumulator, headline=this.experiment.headline)
    write_summary(counted, this.folder / SUMMARY_NAME)
    request.check()
    for lang in LANGS:
        draw(counted, this.experiment, this.folder, lang)
        request.check()
    return digest.hexdigest()


def chart_paths(folder: Path) -> list[Path]:
    """Every file that a chart of a run could be."""
    from nmsim.figures import CHARTS, chart_path

    return [chart_path(folder, chart, lang) for chart in CHARTS for lang in LANGS]


def make_accumulator(experiment: Experiment, plans: Sequence[Plan]) -> Accumulator:
    """What counts the experiment's statistics: its arms, their policies, and the comparisons it names."""
    from nmsim.stats import Accumulator

    return Accumulator(
        [arm.name for arm in experiment.arms],
        [[policy.name for policy in plan.distinct_policies] for plan in plans],
        comparisons=[(index, arm.against) for index, arm in enumerate(experiment.arms) if arm.against is not None],
        players=experiment.players,
        fair_deal=not experiment.start,
    )


def _record(this: _Run, digest: str) -> dict[str, Any]:
    """The run record. Nothing in it depends on when, where or with how many workers the run was made."""
    from nmsim.selftest import recorded_verdict

    experiment = this.experiment
    named_plans = list(zip([arm.name for arm in experiment.arms], this.plans, strict=True))
    return {
        "command": this.settings.command,
        "content_hash": digest,
        "walls": [0, this.blocks * (experiment.hands_per_match if experiment.design == "match" else 1)],
        "hands": {name: this.blocks * plan.hands_per_block for name, plan in named_plans},
        "policies": {name: [policy.name for policy in plan.distinct_policies] for name, plan in named_plans},
        "software": software(),
        "selftest": recorded_verdict(),
        "told": told(experiment),
        "asked": this.asked,
    }
