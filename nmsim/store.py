"""Outcomes on disk: parquet files of whole blocks, how they are read back, and the hash of what they hold.

A file holds the blocks first to last - 1 of one arm. It appears under its name only when it is whole, and carries the record of its run.
How blocks are cut into files never changes what is read back, nor its hash.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from nmsim.errors import InputError, unknown
from nmsim.frames import columns_to_read, run_info, shaped, with_info
from nmsim.outcomes import COLUMN_NAMES, COLUMNS, HAND_COLUMNS, SEAT_COLUMNS

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import pyarrow as pa

RECORD_KEY = b"nmsim"
MEANINGS_KEY = b"columns"
_RUNNING_NUMBERS = ("wall", "match")
_AT_ONCE = 40  # columns: each takes some ten times its room while it is read
_LIMITS = {"int8": 2**7, "int16": 2**15, "int32": 2**31, "int64": 2**63}
_LITTLE_ENDIAN = {"int8": "<i1", "int16": "<i2", "int32": "<i4", "int64": "<i8"}


class Part(NamedTuple):
    """One file: blocks `first` to `last` - 1 of an arm, its rows, and the record of the run that wrote it."""

    path: Path
    arm: int
    first: int
    last: int
    hands: int
    record: Mapping[str, Any]


class DamagedPart(Exception):
    """A file that is not whole, or not of this toolkit; the message says which and why, `path` which."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path = path


def part_name(arm: int, first: int, last: int) -> str:
    """The file name of blocks first to last - 1 of an arm; names sort in the order of the rows."""
    return f"arm{arm:03d}_{first:012d}_{last:012d}.parquet"


@cache
def schema() -> pa.Schema:
    """The types that the columns declare."""
    import pyarrow as pa

    return pa.schema([pa.field(column.name, getattr(pa, column.dtype)(), nullable=False) for column in COLUMNS])


@cache
def meanings() -> str:
    """Unit and meaning of every column, as JSON; seat columns once, without their seat."""
    return json.dumps(
        {column.name: {"unit": column.unit, "meaning": column.meaning("en")} for column in HAND_COLUMNS + SEAT_COLUMNS}, ensure_ascii=False
    )


def to_table(matrix: np.ndarray) -> pa.Table:
    """The outcome matrix (hands, columns) in the declared types. Raises ValueError if a value does not fit."""
    columns = Columns(len(matrix))
    columns.add(matrix)
    return columns.table()


class Columns:
    """Room for the outcomes of at most so many hands, in the declared types, a tenth of what the engine's matrices take."""

    def __init__(self, hands: int) -> None:
        import numpy as np

        self.hands = 0
        dtypes = dict.fromkeys(column.dtype for column in COLUMNS)
        self._places = {dtype: [place for place, column in enumerate(COLUMNS) if column.dtype == dtype] for dtype in dtypes}
        self._values = {dtype: np.empty((len(places), hands), dtype) for dtype, places in self._places.items()}

    def add(self, matrix: np.ndarray) -> None:
        """Take in the next rows, int64[n, columns]. Raises ValueError if a value does not fit."""
        if matrix.ndim != 2 or matrix.shape[1] != len(COLUMNS):
            raise ValueError(f"an outcome matrix has {len(COLUMNS)} columns, this one has shape {matrix.shape}")
        _refuse_what_does_not_fit(matrix)
        reached = self.hands + len(matrix)
        for dtype, places in self._places.items():
            self._values[dtype][:, self.hands : reached] = matrix.astype(dtype, copy=False).T[places]
        self.hands = reached

    def table(self) -> pa.Table:
        """The rows so far."""
        import pyarrow as pa

        values = {place: row for dtype, places in self._places.items() for place, row in zip(places, self._values[dtype], strict=True)}
        return pa.Table.from_arrays([pa.array(values[place][: self.hands]) for place in range(len(COLUMNS))], schema=schema())


def _refuse_what_does_not_fit(matrix: np.ndarray) -> None:
    lows, highs = matrix.min(axis=0, initial=0).tolist(), matrix.max(axis=0, initial=0).tolist()
    for column, low, high in zip(COLUMNS, lows, highs, strict=True):
        limit = _LIMITS[column.dtype]
        if low < -limit or high >= limit:
            raise ValueError(f"column {column.name}: {low if low < -limit else high} does not fit into {column.dtype}")


def write_part(folder: Path, arm: int, first: int, last: int, table: pa.Table, record: Mapping[str, Any]) -> Path:
    """Write the outcomes of blocks first to last - 1 of an arm, under a temporary name until they are whole."""
    import pyarrow.parquet as pq

    stamped = {**record, "arm": arm, "first": first, "last": last}
    metadata = {RECORD_KEY: json.dumps(stamped, ensure_ascii=False), MEANINGS_KEY: meanings()}
    path = folder / part_name(arm, first, last)
    temporary = folder / f".{path.name}.{os.getpid()}"
    try:
        with pq.ParquetWriter(
            temporary,
            schema(),
            compression="zstd",
            use_dictionary=[name for name in COLUMN_NAMES if name not in _RUNNING_NUMBERS],
            column_encoding={name: "DELTA_BINARY_PACKED" for name in _RUNNING_NUMBERS},
            write_statistics=list(_RUNNING_NUMBERS),
            store_schema=False,
            write_page_checksum=True,
        ) as writer:
            writer.write_table(table)
            writer.add_key_value_metadata(metadata)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return path


def part_paths(folder: Path) -> list[Path]:
    """The parquet files of a run's folder (or of its `data` folder), in the order of their rows."""
    data = folder / "data" if (folder / "data").is_dir() else folder
    return sorted(data.glob("arm*.parquet"))


def read_part(path: Path) -> Part:
    """What a file says it holds. Raises DamagedPart if it is cut short, foreign, or disagrees with its name."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        footer = pq.read_metadata(path)
    except (OSError, pa.ArrowInvalid) as error:
        raise DamagedPart(path, f"is not a whole parquet file ({str(error).splitlines()[0]})") from None
    metadata = footer.metadata or {}
    if RECORD_KEY not in metadata:
        raise DamagedPart(path, "was not written by nmsim")
    record = json.loads(metadata[RECORD_KEY])
    arm, first, last = record.pop("arm"), record.pop("first"), record.pop("last")
    if path.name != part_name(arm, first, last):
        raise DamagedPart(path, f"holds {part_name(arm, first, last)}")
    return Part(path, arm, first, last, footer.num_rows, record)


def read_tables(paths: Iterable[Path], columns: Sequence[str] | None = None) -> Iterator[pa.Table]:
    """The files' rows in order, one table a file, so that memory stays bounded. Raises DamagedPart, InputError."""
    names = list(COLUMN_NAMES) if columns is None else list(columns)
    problems = [unknown_column(name) for name in names if name not in COLUMN_NAMES]
    if problems:
        raise InputError(*problems)
    for path in paths:
        yield _read_table(path, names)


def _read_table(path: Path, names: Sequence[str]) -> pa.Table:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            groups = [names[first : first + _AT_ONCE] for first in range(0, len(names), _AT_ONCE)]
            table, *others = [file.read(columns=group, use_threads=False) for group in groups or [names]]
        for other in others:
            for field, values in zip(other.schema, other.columns, strict=True):
                table = table.append_column(field, values)
        return table.select(names)
    except (OSError, pa.ArrowInvalid, KeyError) as error:  # a name that is not there is a KeyError
        raise DamagedPart(path, f"cannot be read ({str(error).splitlines()[0]})") from None


def give_back_memory() -> None:
    """Give back to the system what rows took and nobody uses: their allocators would keep tens of MB for more of them."""
    import ctypes

    import pyarrow as pa

    pa.default_memory_pool().release_unused()
    with suppress(OSError, AttributeError, TypeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)


def columns_of(table: pa.Table) -> dict[str, np.ndarray]:
    """The columns of a table by name, without a copy where a column is of one piece."""
    return {name: values.to_numpy() for name, values in zip(table.column_names, table.columns, strict=True)}


def unknown_column(name: str) -> str:
    """One line for a column that does not exist; a seat column without its seat is told so."""
    if f"{name}_0" in COLUMN_NAMES:
        return f'unknown column "{name}": it is kept for each seat, as {name}_0 to {name}_3'
    line = unknown("column", name, COLUMN_NAMES)
    return line.split(" (allowed")[0] + " (`nmsim columns` lists them all)"


def load(
    path: str | Path, columns: Sequence[str] | None = None, *, labels: bool = False, by: Literal["hand", "seat"] = "hand"
) -> pd.DataFrame:
    """The outcomes of a run as a frame, one row a hand, in the order they were addressed; `columns` picks some.

    All numbers are widened to int64, so that sums and products of narrow columns cannot overflow. `path` is a run's folder, its `data`
    folder, or one parquet file. With `labels` names stand for codes (see `nmsim.with_labels`); `by="seat"` gives one row a seat (see
    `nmsim.seat_rows`), and its columns are then named without their seat. Raises InputError for unknown columns, and where no rows are.
    """
    import pyarrow as pa

    place = Path(path)
    paths = [place] if place.is_file() else part_paths(place)
    if not paths:
        raise InputError(f"{place}: holds no outcomes (parquet files); `nmsim run` on its experiment plays them")
    try:
        record = read_part(paths[0]).record
        names = columns_to_read(columns, labels=labels, by=by)
        frame: pd.DataFrame = pa.concat_tables(list(read_tables(paths, names))).to_pandas()
    except DamagedPart as error:
        raise InputError(str(error)) from None
    return shaped(with_info(frame.astype("int64"), run_info(record["asked"], _told(place))), columns, labels=labels, by=by)


def _told(place: Path) -> Mapping[str, Any] | None:
    """Labels and comparisons, from the record beside the rows, if there is one."""
    for folder in (place, *place.resolve().parents[:2]):
        with suppress(OSError, ValueError, KeyError, TypeError):
            told: Mapping[str, Any] = json.loads((folder / "run.json").read_text(encoding="utf-8"))["told"]
            return told
    return None


class ContentHash:
    """A running hash over column names, types and values, arm by arm in the order of the rows.

    How an arm's rows come in tables does not change it, nor do arms that take turns.
    """

    def __init__(self) -> None:
        self._arms: dict[int, list[Any]] = {}

    def add(self, arm: int, columns: Mapping[str, np.ndarray]) -> None:
        """Take in an arm's next rows, all columns in their declared types. Values are hashed as little-endian numbers."""
        if arm not in self._arms:
            self._arms[arm] = [hashlib.sha256(f"{column.name} {column.dtype}\n".encode()) for column in COLUMNS]
        for digest, column in zip(self._arms[arm], COLUMNS, strict=True):
            digest.update(columns[column.name].astype(_LITTLE_ENDIAN[column.dtype], order="C", copy=False))

    def hexdigest(self) -> str:
        """The hash of all rows so far."""
        return hashlib.sha256(
            "".join(digest.hexdigest() for _, digests in sorted(self._arms.items()) for digest in digests).encode()
        ).hexdigest()
