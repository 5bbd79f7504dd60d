"""The folder of a run: who may write into it, which of its files are a run's own, and what must not be mixed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nmsim.errors import InputError, why
from nmsim.parts import DamagedPart, Part, checksum, has_record, is_own, is_part_name, is_unfinished_name
from nmsim.record import RECORD_NAME, differences, read_record
from nmsim.store import find_parts
from nmsim.words import say

if TYPE_CHECKING:
    import pandas as pd

SUMMARY_NAME = "summary.csv"
ASIDE = ".damaged"
Say = Callable[[str], None]


def refuse_another_run(folder: Path, question: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    """Raise InputError, in one line that names what differs, if what was found asks something else."""
    if difference := differences(question, found):
        raise InputError(say("run.another_run", folder=folder, difference=difference))


def make_folder(folder: Path) -> None:
    """Make the run's folder and see that it can be written. Raises InputError."""
    if folder.is_symlink() and not folder.exists():
        raise InputError(say("run.leads_nowhere", folder=folder))
    try:
        (folder / "data").mkdir(parents=True, exist_ok=True)
        for place in (folder, folder / "data"):
            probe = place / f".probe-{os.getpid()}"
            probe.touch()
            probe.unlink()
    except OSError as error:
        raise InputError(say("run.unwritable", folder=folder, why=why(error))) from None


@contextmanager
def held_alone(folder: Path) -> Iterator[None]:
    """Hold the folder, so that two runs do not write into it at once. Raises InputError if another run holds it."""
    from filelock import FileLock, Timeout

    lock = FileLock(folder / "data" / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise InputError(say("run.held", folder=folder)) from None
    except OSError as error:
        raise InputError(say("run.unwritable", folder=lock.lock_file, why=why(error))) from None
    try:
        yield
    finally:
        lock.release()


def empty(folder: Path, files: Sequence[str]) -> None:
    """Remove what a run left: its parts and its files, and nothing else. What cannot be told to be its record is only set aside.

    Raises InputError, before anything is removed, for parts under names that a person gave them: they would be taken for the new run's.
    """
    strays = [path for path in sorted((folder / "data").glob("*.parquet")) if not is_part_name(path.name) and has_record(path)]
    if strays:
        raise InputError(*(say("results.stray", path=path) for path in strays))
    record = folder / RECORD_NAME
    if files:
        record.unlink(missing_ok=True)
    elif record.exists():
        record.replace(record.with_name(record.name + ASIDE))
    for path in [*_own_data(folder), *(folder / name for name in files)]:
        path.unlink(missing_ok=True)


def set_record_aside(folder: Path, fault: InputError, say_line: Say) -> None:
    """Give a record that cannot be used another name, where the rows are there to make it again from; say so."""
    record = folder / RECORD_NAME
    aside = record.with_name(record.name + ASIDE)
    record.replace(aside)
    for problem in fault.problems:
        say_line(say("run.record_set_aside", fault=problem, aside=aside.name))


def holds_parts(folder: Path) -> bool:
    """Whether files of `data` are named as parts are."""
    return any(is_part_name(path.name) for path in (folder / "data").glob("*.parquet"))


def _own_data(folder: Path) -> list[Path]:
    """Every file of `data` that runs wrote: parts, damaged ones, and those that were never finished."""
    return [path for path in sorted((folder / "data").iterdir()) if is_own(path, path.name.removesuffix(ASIDE))] + leftovers(folder)


def leftovers(folder: Path) -> list[Path]:
    """Parts that a run was writing when it was ended."""
    return [path for path in (folder / "data").glob(".blocks_*") if is_unfinished_name(path.name)]


def usable_parts(folder: Path, asked: Mapping[str, Any], engine: str, say_line: Say) -> list[Part]:
    """The parts whose rows can be kept. Damaged ones are named and set aside, to be played again.

    Raises InputError if rows are there that another question or another engine made, or that are there twice.
    """
    for leftover in leftovers(folder):
        leftover.unlink(missing_ok=True)
    parts, damaged = find_parts(folder, asked)
    for part in parts[:1]:  # they are all of one run
        refuse_another_run(folder, asked, part.record.asked)
        if part.record.engine != engine:
            raise InputError(say("run.other_engine", folder=folder))
    for damage in damaged:
        set_aside(damage, say_line)
    return parts


def set_aside(damage: DamagedPart, say_line: Say) -> None:
    """Name a damaged part and give it another name, so that its hands are played again."""
    aside = damage.path.with_name(damage.path.name + ASIDE)
    damage.path.replace(aside)
    say_line(say("run.set_aside", damage=damage, aside=aside.name))


def checksum_of(path: Path) -> str:
    """What a file's bytes are told by."""
    return checksum(path.read_bytes())


def is_as_recorded(folder: Path, files: Mapping[str, str], name: str) -> bool:
    """Whether a file is what the record says was written."""
    path = folder / name
    return name in files and path.is_file() and checksum_of(path) == files[name]


def read_summary(folder: Path) -> pd.DataFrame:
    """The tidy summary of a run's folder. Raises InputError where there is none, or another than its run wrote."""
    from nmsim.stats import read_summary as read

    path, record = folder / SUMMARY_NAME, read_record(folder)
    if not path.is_file():
        raise InputError(say("run.no_summary", folder=folder, name=SUMMARY_NAME))
    if record is not None and not is_as_recorded(folder, record["files"], SUMMARY_NAME):
        raise InputError(say("run.other_summary", path=path))
    return read(path)
