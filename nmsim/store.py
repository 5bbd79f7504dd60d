"""The rows of a run as its folder holds them: which files are its parts, whether they are all there, their content hash, reading them.

What a file is, its record says, not its name. Parts are believed only together: of one run, each block once, none missing.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel

from nmsim.checking import check, spelt_out
from nmsim.errors import InputError
from nmsim.frames import Shape, column_faults, columns_to_read, run_info, shaped, with_info
from nmsim.parts import DamagedPart, Part, columns_in, has_record, is_part_name, part_name, read_part, read_rows, unreadable
from nmsim.words import say

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


def data_folder(folder: Path) -> Path:
    """Where the parts of a run's folder are; the folder itself where it is a `data` folder."""
    return folder / "data" if (folder / "data").is_dir() else folder


def find_parts(folder: Path, asked: Mapping[str, Any] | None = None) -> tuple[list[Part], list[DamagedPart]]:
    """The parts in a run's folder in the order of their blocks, and what is damaged. Files that nmsim did not write are passed over.

    `asked`: what the folder's run asks, where that is known. Raises InputError, naming the files, if parts are of two runs or hold a block
    twice, and for what cannot be read.
    """
    parts, damaged = [], []
    for path in _parquet_files(data_folder(folder)):
        try:
            part = read_part(path)
        except DamagedPart as damage:
            damaged.append(damage)
        else:
            parts += [part] if part else []
    parts.sort(key=lambda part: (part.first, part.last))
    _refuse_mixed(parts, asked)
    return parts, damaged


def _parquet_files(folder: Path) -> list[Path]:
    """The parquet files of a folder, hidden ones aside. Raises InputError for a folder that cannot be read."""
    try:
        paths = sorted(folder.iterdir()) if folder.is_dir() else []
    except OSError as error:
        raise InputError(unreadable(folder, error)) from None
    return [path for path in paths if path.suffix == ".parquet" and not path.name.startswith(".") and not path.is_dir()]


def _refuse_mixed(parts: Sequence[Part], asked: Mapping[str, Any] | None) -> None:
    runs = [_run_of(part) for part in parts]
    own = [run for run in runs if run[0] == asked] or runs
    usual = max(own, key=own.count, default=None)
    strangers = [part for part, run in zip(parts, runs, strict=True) if run != usual]
    if strangers:
        first = next(part for part, run in zip(parts, runs, strict=True) if run == usual)
        raise InputError(*(say("results.two_runs", path=part.path, other=first.path.name) for part in strangers))
    for one, other in pairwise(parts):
        if other.first < one.last:
            copy, kept = sorted((other, one), key=lambda part: is_part_name(part.path.name))
            last = min(one.last, other.last) - 1
            raise InputError(say("results.repeated", path=copy.path, other=kept.path.name, first=other.first, last=last))


def _run_of(part: Part) -> tuple[Any, ...]:
    """What all parts of a run have in common."""
    return part.record.asked, part.record.engine, part.record.range, list(part.record.digests)


def missing_blocks(parts: Sequence[Part], blocks: int) -> Iterator[tuple[int, int]]:
    """Ranges (first, last + 1) of blocks 0 to `blocks` - 1 that the parts, in order, leave open."""
    reached = 0
    for part in parts:
        if part.first > reached:
            yield reached, part.first
        reached = part.last
    if reached < blocks:
        yield reached, blocks


def content_hash(parts: Sequence[Part]) -> dict[str, str]:
    """By column group, the hash of the rows of parts that are all there: of the digests of all ranges in order.

    It does not depend on how blocks were cut into parts, nor on which other groups were recorded.
    """
    hashes = {}
    for group in parts[0].record.digests:
        whole = hashlib.sha256()
        for part in parts:
            whole.update("".join(part.record.digests[group]).encode())
        hashes[group] = whole.hexdigest()
    return hashes


def store_part(folder: Path, first: int, last: int, data: bytes, check: str) -> Path:
    """Write the finished bytes of blocks first to last - 1; the file appears under its name when it is whole and on the disk."""
    path = folder / part_name(first, last, check)
    temporary = folder / f".{path.name}.{os.getpid()}"
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return path


def give_back_memory() -> None:
    """Give back to the system what rows took and nobody uses: their allocators would keep tens of MB for more of them."""
    import ctypes

    import pyarrow as pa

    pa.default_memory_pool().release_unused()
    with suppress(OSError, AttributeError, TypeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)


class _Asked(Shape):
    partial: bool


def load(
    path: str | Path,
    columns: str | Sequence[str] | None = None,
    *,
    partial: bool = False,
    labels: bool = False,
    by: Literal["hand", "seat"] = "hand",
) -> pd.DataFrame:
    """The outcomes of a run as a frame, one row a hand, arm by arm in the order of walls; `columns` picks some (or one).

    All numbers are widened to int64, so that sums and products of narrow columns cannot overflow. `path` is a run's folder, its `data`
    folder, or one parquet file of it. A run must be complete; `partial=True` loads what an unfinished one has, and warns how much that is.
    Columns that the rows lack, as they are older, are left out unless they are asked for or have a default.
    With `labels` names stand for codes (see `nmsim.with_labels`); `by="seat"` gives one row a seat (see `nmsim.seat_rows`), and its columns
    are then named without their seat. Raises InputError for unknown or missing columns, and where rows are missing, damaged, doubled, or of
    two runs.
    """
    place = spelt_out(path)
    shape = check(_Asked, {"columns": columns, "labels": labels, "by": by, "partial": partial})
    if problems := column_faults(shape):
        raise InputError(*problems)
    asked = columns_to_read(shape)
    beside = _record_beside(place)
    try:
        parts = _parts_to_load(place, partial, beside)
    except OSError as error:
        raise InputError(unreadable(error.filename or place, error)) from None
    names = columns_in(parts[0]) if asked is None else asked
    rows: dict[int, list[pa.Table]] = {}
    try:
        for part in parts:
            for arm, table in read_rows(part, names):
                rows.setdefault(arm, []).append(table)
    except DamagedPart as error:
        raise InputError(str(error)) from None
    frame = _joined([table for arm in sorted(rows) for table in rows[arm]])
    asks = parts[0].record.asked
    told = beside.told.model_dump() if beside and beside.asked == asks else None  # labels and comparisons, if they are of these rows
    return shaped(with_info(frame, run_info(asks, told)), shape)


def _parts_to_load(place: Path, partial: bool, beside: _Beside | None) -> list[Part]:
    """The parts of a run's folder, or the one at a file's path. Raises InputError if they are not all there, or damaged."""
    if place.is_file():
        return [_one_part(place)]
    parts, damaged = find_parts(place, beside.asked if beside else None)
    if damaged and not (partial and parts):
        raise InputError(*map(str, damaged))
    if not parts:
        raise InputError(say("results.none", place=place), *_perhaps_parts(place))
    for damage in damaged:
        warnings.warn(str(damage), UserWarning, stacklevel=3)
    _tell_if_unfinished(place, parts, partial)
    return parts


def _record_beside(place: Path) -> _Beside | None:
    """The run's record beside the rows, if there is one that can be used."""
    with suppress(OSError, RuntimeError):  # a link to itself
        place = place.resolve()
    for folder in (place, *place.parents[:2]):
        with suppress(OSError, ValueError, RecursionError):
            return _Beside.model_validate_json((folder / "run.json").read_bytes())
    return None


class _Told(BaseModel):
    labels: dict[str, dict[str, str]]
    against: dict[str, int | None]
    headline: str


class _Beside(BaseModel):
    """What rows are read with, of a run's record."""

    asked: dict[str, Any]
    told: _Told


def _joined(tables: Sequence[pa.Table]) -> pd.DataFrame:
    """One frame of all rows, widened."""
    import pyarrow as pa

    frame: pd.DataFrame = pa.concat_tables(tables, promote_options="permissive").to_pandas()
    return frame.astype("int64")


def _one_part(path: Path) -> Part:
    try:
        part = read_part(path)
    except DamagedPart as error:
        raise InputError(str(error)) from None
    if part is None:
        raise InputError(say("results.not_ours", path=path))
    return part


def _perhaps_parts(place: Path) -> list[str]:
    """A line for each file under a name of a person's that cannot be read, where rows are missing: it may be a part that was cut."""
    paths = [path for path in _parquet_files(data_folder(place)) if not is_part_name(path.name)]
    return [say("results.perhaps_part", path=path) for path in paths if has_record(path) is None]


def _tell_if_unfinished(place: Path, parts: Sequence[Part], partial: bool) -> None:
    """Raise InputError if blocks are missing; where that is allowed, warn how many."""
    blocks = parts[0].record.asked["blocks"]
    there = sum(part.last - part.first for part in parts)
    if there == blocks:
        return
    if not partial:
        raise InputError(say("results.unfinished", place=place, there=there, blocks=blocks), *_perhaps_parts(place))
    warnings.warn(say("results.partial", place=place, there=there, blocks=blocks, percent=100 * there / blocks), UserWarning, stacklevel=4)
