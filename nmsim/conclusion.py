"""What a run comes to once its rows are all there: summary, charts and record, and all of them again where they are not as written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nmsim.errors import InputError, unknown
from nmsim.experiment import Experiment
from nmsim.parts import FORMAT, Part, columns_of, read_rows
from nmsim.record import recorded_files, software, told, write_record
from nmsim.run_folder import SUMMARY_NAME, checksum_of, is_as_recorded
from nmsim.store import content_hash, give_back_memory
from nmsim.words import LANGS, say

if TYPE_CHECKING:
    import pandas as pd

    from nmsim.plan import Plan
    from nmsim.stats import Accumulator

Check = Callable[[], None]


@dataclass(frozen=True)
class Conclusion:
    """The rows' hashes by column group, the summary, and the files that were made now."""

    content_hash: Mapping[str, str]
    summary: pd.DataFrame
    made: tuple[str, ...]


@dataclass(frozen=True)
class Asking:
    """What is to be concluded: the experiment, its plans, what it asks, and which charts are wanted (None: those of the experiment)."""

    experiment: Experiment
    plans: Sequence[Plan]
    asked: Mapping[str, Any]
    folder: Path
    command: str
    charts: tuple[str, ...] | None


def conclude(
    asking: Asking, parts: Sequence[Part], before: Mapping[str, Any] | None, check: Check, tell: Callable[[str], None]
) -> Conclusion:
    """Make what is missing of the summary, the charts in both languages and the record; `before` is the record found in the folder.

    `check` raises when the run is asked to stop; `tell` says what is being done. Raises DamagedPart for a part that cannot be read.
    """
    from nmsim.stats import read_summary

    hashes = content_hash(parts)
    same = before is not None and before["content_hash"] == hashes and before["told"] == told(asking.experiment)
    files: dict[str, str] = dict(before["files"]) if before is not None and same else {}
    made = []
    if not is_as_recorded(asking.folder, files, SUMMARY_NAME):
        tell(say("run.counting", hands=sum(part.hands for part in parts)))
        _count(asking, parts, check)
        made.append(SUMMARY_NAME)
        if not is_as_recorded(asking.folder, files, SUMMARY_NAME):
            files = {SUMMARY_NAME: checksum_of(asking.folder / SUMMARY_NAME)}  # charts of other numbers are no longer ours to show
    check()
    counted = read_summary(asking.folder / SUMMARY_NAME)
    wanted = _charts(asking, counted)
    missing = [(lang, name) for lang in LANGS for name in wanted if not is_as_recorded(asking.folder, files, chart_name(name, lang))]
    if missing:
        tell(say("run.drawing", charts=len(missing)))
        made += _draw(asking, counted, missing, files, check)
    recorded = {name: checksum for name, checksum in sorted(files.items()) if (asking.folder / name).is_file()}
    if not same or made or before is None or before["files"] != recorded or not _is_whole(before, asking):
        write_record(asking.folder, _record(asking, hashes, recorded))
    return Conclusion(hashes, counted, tuple(made))


def _is_whole(record: Mapping[str, Any], asking: Asking) -> bool:
    """Whether the rest of a record is as the run makes it, and is there where only the record can know it."""
    known = isinstance(record.get("command"), str) and all(isinstance(record.get(name), dict) for name in ("software", "selftest"))
    known = known and "nmsim" in record["software"]
    return known and all(record.get(name) == value for name, value in _amounts(asking).items())


def _count(asking: Asking, parts: Sequence[Part], check: Check) -> None:
    """Write the summary of all rows, in one pass over them in bounded memory."""
    from nmsim.outcomes import COLUMN_NAMES
    from nmsim.stats import summary, write_summary

    accumulator = make_accumulator(asking.experiment, asking.plans)
    for part in parts:
        for arm, table in read_rows(part, COLUMN_NAMES):
            accumulator.add(arm, columns_of(table))
            del table  # before the next is read
        check()
    give_back_memory()
    labels = {arm.name: {lang: arm.label.get(lang) for lang in LANGS} for arm in asking.experiment.arms}
    write_summary(summary(accumulator, headline=asking.experiment.headline, arm_labels=labels), asking.folder / SUMMARY_NAME)


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


def _draw(asking: Asking, counted: pd.DataFrame, missing: Sequence[tuple[Any, str]], files: dict[str, str], check: Check) -> list[str]:
    """Draw the charts that are missing, and enter them among the files."""
    from nmsim.figures import draw

    made = []
    for lang, name in missing:
        for path in draw(counted, asking.experiment, asking.folder, lang, [name]):
            files[path.name] = checksum_of(path)
            made.append(path.name)
        check()
    return made


def _charts(asking: Asking, counted: pd.DataFrame) -> list[str]:
    """The names of the charts that are wanted: of this call, of the experiment, or all that the summary allows."""
    from nmsim.figures import possible_charts

    if asking.charts is not None:
        return list(asking.charts)
    return list(asking.experiment.charts) or possible_charts(counted)


def chart_name(chart: str, lang: Any) -> str:
    """The file name of a chart."""
    from nmsim.figures import chart_path

    return chart_path(Path(), chart, lang).name


def refuse_unknown_charts(charts: Sequence[str] | None) -> None:
    """Raise InputError for charts that do not exist."""
    from nmsim.figures import CHARTS

    if problems := [unknown("chart", name, CHARTS) for name in charts or () if name not in CHARTS]:
        raise InputError(*problems)


def written_names() -> list[str]:
    """The name of every file that a run may write beside its data and its record."""
    from nmsim.figures import CHARTS

    return [SUMMARY_NAME, *(chart_name(chart, lang) for chart in CHARTS for lang in LANGS)]


def own_files(folder: Path) -> list[str]:
    """The names of files that the run in the folder wrote beside its data, as far as its record tells."""
    return recorded_files(folder, written_names())


def foreign_files(folder: Path) -> list[Path]:
    """Files under names that a run writes to, which no run wrote: folders, and what neither the record names nor looks so."""
    own, places = own_files(folder), [folder / name for name in written_names()]
    return [path for path in places if path.is_dir() or (path.name not in own and path.exists() and not _looks_own(path))]


def _looks_own(path: Path) -> bool:
    """Whether a file begins as those that nmsim writes; an empty one is nobody's loss."""
    from nmsim.figures.style import PNG_MARK
    from nmsim.stats.summary import FIELDS

    if not path.is_file():
        return False
    with path.open("rb") as file:
        start = file.read(400)
    mark = PNG_MARK if path.suffix == ".png" else ",".join(FIELDS[:3]).encode()
    return not start or mark in start


def _record(asking: Asking, hashes: Mapping[str, str], files: Mapping[str, str]) -> dict[str, Any]:
    """The run record. Nothing in it depends on when, where or with how many workers the run was made."""
    from nmsim.selftest import recorded_verdict

    return {
        "format": FORMAT,
        "command": asking.command,
        "content_hash": dict(hashes),
        "files": dict(files),
        **_amounts(asking),
        "software": software(),
        "selftest": recorded_verdict(),
        "told": told(asking.experiment),
        "asked": dict(asking.asked),
    }


def _amounts(asking: Asking) -> dict[str, Any]:
    """What follows from what is asked: the walls, and of each arm its hands and policies."""
    experiment, blocks = asking.experiment, asking.asked["blocks"]
    named_plans = list(zip([arm.name for arm in experiment.arms], asking.plans, strict=True))
    return {
        "walls": [0, blocks * (experiment.hands_per_match if experiment.design == "match" else 1)],
        "hands": {name: blocks * plan.hands_per_block for name, plan in named_plans},
        "policies": {name: [policy.name for policy in plan.distinct_policies] for name, plan in named_plans},
    }
