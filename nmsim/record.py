"""The record of a run: what was asked, with which software, and what came out; enough to run it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from nmsim.errors import InputError
from nmsim.experiment import Arm, Experiment, Text
from nmsim.policies import Policy
from nmsim.rules import Rules
from nmsim.tiles import format_tiles, parse_tiles

RECORD_NAME = "run.json"
_KEYS = {"asked": dict, "told": dict, "content_hash": str}  # what a run looks up in a record before it goes on
LIBRARIES = ("numpy", "numba", "pandas", "pyarrow", "joblib", "scipy", "matplotlib")
_LISTED = 3


def asked(experiment: Experiment, blocks: int) -> dict[str, Any]:
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


def recorded_experiment(record: Mapping[str, Any]) -> Experiment:
    """The experiment that a run's record tells of, without its file. Raises InputError if the record is not one of ours."""
    try:
        rows, words = record["asked"], record["told"]
        return Experiment(
            name=rows["experiment"],
            title=Text(**words["title"]),
            question=Text(**words["question"]),
            design=rows["design"],
            deal=rows["deal"],
            players=rows["players"],
            hands_per_match=rows["hands_per_match"],
            walls=rows["blocks"] * (rows["hands_per_match"] if rows["design"] == "match" else 1),
            hands=None,
            seed=rows["seed"],
            start=tuple(tuple(parse_tiles(tiles)) for tiles in rows["start"]),
            arms=tuple(_arm(name, arm, words) for name, arm in rows["arms"].items()),
            headline=words["headline"],
            charts=tuple(words["charts"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"the run record cannot be read: {type(error).__name__} {str(error).splitlines()[0]}") from None


def _arm(name: str, arm: Mapping[str, Any], words: Mapping[str, Any]) -> Arm:
    east, south, west, north = (Policy.model_validate(policy) for policy in arm["seats"])
    return Arm(name, Text(**words["labels"][name]), Rules.model_validate(arm["rules"]), (east, south, west, north), words["against"][name])


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
    lines = [
        f"{name} {_shown(right.get(name))}, not {_shown(left.get(name))}" for name in {**right, **left} if left.get(name) != right.get(name)
    ]
    more = f" and {len(lines) - _LISTED} more" if len(lines) > _LISTED else ""
    return "; ".join(lines[:_LISTED]) + more


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
    return "unset" if value is None else json.dumps(value, ensure_ascii=False)


def read_record(folder: Path) -> dict[str, Any] | None:
    """The record in a run's folder, or None. Raises InputError for a file that is not one."""
    path = folder / RECORD_NAME
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read ({error}); --fresh starts over") from None
    if not isinstance(record, dict) or not all(isinstance(record.get(key), kind) for key, kind in _KEYS.items()):
        raise InputError(f"{path}: is not the record of a run; --fresh starts over")
    return record


def write_text(path: Path, text: str) -> None:
    """Write a small file whole: under a temporary name first, then renamed."""
    temporary = path.with_name(f".{path.name}.part")
    temporary.write_text(text, encoding="utf-8", newline="\n")
    temporary.replace(path)


def write_record(folder: Path, record: Mapping[str, Any]) -> None:
    """Write `run.json`, in a form that diffs well."""
    write_text(folder / RECORD_NAME, json.dumps(record, ensure_ascii=False, indent=1) + "\n")
