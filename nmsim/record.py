"""The record of a run: what was asked, with which software, and what came out; enough to run it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from nmsim.checking import Checked, check
from nmsim.errors import InputError, why
from nmsim.experiment import Arm, Experiment, Text
from nmsim.outcomes import SEATS
from nmsim.parts import FORMAT
from nmsim.policies import Policy
from nmsim.rules import Rules
from nmsim.tiles import format_tiles, parse_tiles
from nmsim.whole_file import write_whole
from nmsim.words import listed, say

if TYPE_CHECKING:
    from nmsim.plan import Plan

RECORD_NAME = "run.json"
LIBRARIES = ("numpy", "numba", "pandas", "pyarrow", "joblib", "scipy", "matplotlib")
_LISTED = 3


def asked(experiment: Experiment, blocks: int, groups: Sequence[str] = ("rows",)) -> dict[str, Any]:
    """All that decides the rows of a run, as JSON; two runs that ask the same play the same hands."""
    return {
        "experiment": experiment.name,
        "design": experiment.design,
        "deal": experiment.deal,
        "players": experiment.players,
        "hands_per_match": experiment.hands_per_match,
        "seed": experiment.seed,
        "start": [format_tiles(list(kinds)) for kinds in experiment.start],
        "blocks": blocks,
        "groups": list(groups),
        "arms": {arm.name: {"rules": _rules(arm.rules), "seats": [policy.model_dump() for policy in arm.seats]} for arm in experiment.arms},
    }


def told(experiment: Experiment) -> dict[str, Any]:
    """The words and choices of an experiment that change no row: title, question, labels, comparisons, headline, charts."""
    return {
        "title": experiment.title.model_dump(),
        "question": experiment.question.model_dump(),
        "labels": {arm.name: arm.label.model_dump() for arm in experiment.arms},
        "against": {arm.name: arm.against for arm in experiment.arms},
        "headline": experiment.headline,
        "charts": list(experiment.charts),
    }


class _Arm(Checked):
    rules: Rules
    seats: list[Policy] = Field(min_length=SEATS, max_length=SEATS)


class Asked(Checked):
    """What `asked` makes."""

    experiment: str
    design: Literal["independent", "match"]
    deal: Literal["shared", "private"]
    players: Literal[1, 4]
    hands_per_match: int = Field(ge=1)
    seed: int = Field(ge=0)
    start: list[str]
    blocks: int = Field(ge=1)
    groups: list[str] = Field(min_length=1)
    arms: dict[str, _Arm] = Field(min_length=1)


class Told(Checked):
    """What `told` makes."""

    title: Text
    question: Text
    labels: dict[str, Text]
    against: dict[str, int | None]
    headline: str
    charts: list[str]


class Record(BaseModel):
    """What is looked up in a run's record; it holds more, for people."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)
    format: int = Field(ge=FORMAT, le=FORMAT)
    content_hash: dict[str, str]
    files: dict[str, str]
    asked: Asked
    told: Told

    @model_validator(mode="after")
    def _of_one_run(self) -> Record:
        if not self.asked.arms.keys() == self.told.labels.keys() == self.told.against.keys():
            raise ValueError(say("run.arms_differ"))
        return self


def recorded_experiment(record: Mapping[str, Any]) -> Experiment:
    """The experiment that a run's record tells of, without its file. Raises InputError if the record is not one of ours."""
    found = check(Record, record, RECORD_NAME)
    rows, words = found.asked, found.told
    return Experiment(
        name=rows.experiment,
        title=words.title,
        question=words.question,
        design=rows.design,
        deal=rows.deal,
        players=rows.players,
        hands_per_match=rows.hands_per_match,
        walls=rows.blocks * (rows.hands_per_match if rows.design == "match" else 1),
        hands=None,
        seed=rows.seed,
        start=_start(rows),
        arms=tuple(Arm(name, words.labels[name], arm.rules, _seats(arm), words.against[name]) for name, arm in rows.arms.items()),
        headline=words.headline,
        charts=tuple(words.charts),
    )


def plans_of(asked: Mapping[str, Any]) -> tuple[Plan, ...]:
    """The plan of each arm of what a run asks, from plain data alone. Raises InputError."""
    from nmsim.plan import Plan

    rows = check(Asked, asked, "asked")
    return tuple(
        Plan(
            rules=arm.rules,
            seats=_seats(arm),
            seed=rows.seed,
            design=rows.design,
            hands_per_match=rows.hands_per_match,
            deal=rows.deal,
            players=rows.players,
            arm=number,
            start=_start(rows),
        )
        for number, arm in enumerate(rows.arms.values())
    )


def make_plans(experiment: Experiment) -> tuple[Plan, ...]:
    """The plan of each arm of an experiment."""
    return plans_of(asked(experiment, 1))


def _seats(arm: _Arm) -> tuple[Policy, Policy, Policy, Policy]:
    east, south, west, north = arm.seats
    return east, south, west, north


def _start(rows: Asked) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(parse_tiles(tiles)) for tiles in rows.start)


def _rules(rules: Rules) -> dict[str, Any]:
    """The rules as JSON; sets are sorted, so that the same rules always make the same text."""
    return {name: sorted(value) if isinstance(value, (set, frozenset)) else value for name, value in rules.model_dump().items()}


def software() -> dict[str, str]:
    """Versions of this toolkit, of Python and of the libraries that rows and numbers went through."""
    import platform

    return {"nmsim": metadata.version("nmsim"), "python": platform.python_version(), **{name: metadata.version(name) for name in LIBRARIES}}


def differences(mine: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """What differs between two askings, in one line; empty if nothing does. Only the first few are spelt out."""
    left, right = _flat(mine), _flat(other)
    names = [name for name in {**right, **left} if left.get(name) != right.get(name)]
    lines = [say("run.differs", name=name, found=_shown(right.get(name)), asked=_shown(left.get(name))) for name in names[:_LISTED]]
    more = say("run.more_differences", more=len(names) - _LISTED) if len(names) > _LISTED else ""
    return listed(lines) + more


def _flat(value: Any, path: str = "") -> dict[str, Any]:
    """Leaves by their dotted path."""
    if isinstance(value, Mapping):
        items = value.items()
    elif isinstance(value, Sequence) and not isinstance(value, str) and any(isinstance(item, Mapping) for item in value):
        items = enumerate(value)  # type: ignore[assignment]
    else:
        return {path: list(value) if isinstance(value, tuple) else value}
    return {name: leaf for key, inner in items for name, leaf in _flat(inner, f"{path}.{key}" if path else str(key)).items()}


def _shown(value: Any) -> str:
    return say("run.unset") if value is None else json.dumps(value, ensure_ascii=False)


def read_record(folder: Path) -> dict[str, Any] | None:
    """The record in a run's folder, or None. Raises InputError for a file that is not one, with each of its faults."""
    path = folder / RECORD_NAME
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise InputError(say("run.record_unreadable", path=path, why=why(error))) from None
    except (ValueError, RecursionError) as error:
        raise InputError(say("run.record_unreadable", path=path, why=str(error).splitlines()[0])) from None
    if isinstance(record, dict) and "format" not in record and isinstance(record.get("content_hash"), str):
        raise InputError(say("run.record_of_old_format", path=path))
    if not isinstance(record, dict) or "format" not in record:
        raise InputError(say("run.no_record", path=path))
    try:
        recorded_experiment(record)
    except InputError as error:
        faults = [fault.removeprefix(f"{RECORD_NAME}.") for fault in error.problems]
        raise InputError(*(say("run.record_fault", path=path, fault=fault) for fault in faults)) from None
    return record


def recorded_files(folder: Path, names: Sequence[str]) -> list[str]:
    """Which of these files a run's record, even one that cannot be used, says it wrote; one of the first format does not tell: all."""
    try:
        record = json.loads((folder / RECORD_NAME).read_text(encoding="utf-8"))
        files = record.get("files", names if "asked" in record else {})
        return [name for name in names if name in files]
    except (OSError, ValueError, AttributeError, TypeError, RecursionError):
        return []


def write_record(folder: Path, record: Mapping[str, Any]) -> None:
    """Write `run.json`, in a form that diffs well."""
    write_whole(folder / RECORD_NAME, json.dumps(record, ensure_ascii=False, indent=1) + "\n")
