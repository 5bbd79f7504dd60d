"""The folder of a run: who may write into it, which of its files can be kept, and what must not be mixed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nmsim.errors import InputError
from nmsim.record import RECORD_NAME, differences
from nmsim.store import DamagedPart, Part, part_paths, read_part

if TYPE_CHECKING:
    import pandas as pd

SUMMARY_NAME = "summary.csv"
Say = Callable[[str], None]


def refuse_another_run(folder: Path, question: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    """Raise InputError, in one line that names what differs, if what was found asks something else."""
    if difference := differences(question, found):
        raise InputError(f"{folder} holds another run ({difference}): --fresh replaces it, --out keeps both")


def make_folder(folder: Path) -> None:
    """Make the run's folder and see that it can be written. Raises InputError."""
    try:
        (folder / "data").mkdir(parents=True, exist_ok=True)
        probe = folder / "data" / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror or error})") from None


@contextmanager
def held_alone(folder: Path) -> Iterator[None]:
    """Hold the folder, so that two runs do not write into it at once. Raises InputError if another run holds it."""
    import fcntl

    with (folder / "data" / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(f"{folder}: another run is writing to it now") from None
        yield


def empty(folder: Path, charts: Sequence[Path]) -> None:
    """Remove what a run left: rows, record, summary and the given charts, and nothing else."""
    for path in [*part_paths(folder), *_leftovers(folder), folder / RECORD_NAME, folder / SUMMARY_NAME, *charts]:
        path.unlink(missing_ok=True)


def _leftovers(folder: Path) -> list[Path]:
    """Files that a run was writing when it was ended."""
    return list((folder / "data").glob(".arm*"))


def usable_parts(folder: Path, record: Mapping[str, Any], hands_per_block: Sequence[int], say: Say) -> list[Part]:
    """The files whose rows can be kept. Damaged ones are named and removed, to be played again.

    Raises InputError if rows are there that another question or another engine made.
    """
    for leftover in _leftovers(folder):
        leftover.unlink(missing_ok=True)  # a worker that outlived its run may just have renamed it
    parts: list[Part] = []
    for path in part_paths(folder):
        try:
            part = read_part(path)
            refuse_another_run(folder, record["asked"], part.record["asked"])
            if part.record["engine"] != record["engine"]:
                raise InputError(f"{folder} holds hands played by another version of the engine: --fresh plays them again")
            _check_place(part, parts, hands_per_block)
        except DamagedPart as damage:
            remove_damaged(damage, say)
        else:
            parts.append(part)
    return parts


def remove_damaged(damage: DamagedPart, say: Say) -> None:
    """Name a damaged file and remove it, so that its hands are played again."""
    say(f"{damage}; its hands are played again")
    damage.path.unlink(missing_ok=True)


def _check_place(part: Part, before: Sequence[Part], hands_per_block: Sequence[int]) -> None:
    """Raise DamagedPart unless the part has all hands of its blocks, and blocks that the parts before it lack."""
    if part.hands != (part.last - part.first) * hands_per_block[part.arm]:
        raise DamagedPart(part.path, f"has {part.hands} hands, not those of its blocks")
    if any(other.arm == part.arm and other.last > part.first for other in before):
        raise DamagedPart(part.path, "repeats blocks of another file")


def read_summary(folder: Path) -> pd.DataFrame:
    """The tidy summary of a run's folder. Raises InputError where there is none."""
    from nmsim.stats import read_summary as read

    try:
        return read(folder / SUMMARY_NAME)
    except FileNotFoundError:
        raise InputError(f"{folder}: holds no {SUMMARY_NAME}; `nmsim run` on its experiment makes it") from None
