"""A part of a result: rows of a range of blocks of all arms, as one parquet file that says what it is. docs/results.md gives the format.

A part is made where hands are played, as finished bytes, and travels as such. Its record, in the file's metadata, names the run, the
blocks, and a digest of the rows of every fixed range of blocks, so that the digests of a whole run are the same however it is cut.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from nmsim.errors import InputError, why
from nmsim.outcomes import GROUPS, HAND_COLUMNS, SEAT_COLUMNS, Column
from nmsim.words import listed, say

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

FORMAT = 2
HANDS_PER_RANGE = 1_024  # at most, unless one block has more
RECORD_KEY = b"nmsim"
MEANINGS_KEY = b"columns"
_RUNNING_NUMBERS = ("wall", "match")
_AT_ONCE = 40  # columns: each takes some ten times its room while it is read
_LIMITS = {"int8": 2**7, "int16": 2**15, "int32": 2**31, "int64": 2**63}
_LITTLE_ENDIAN = {"int8": "<i1", "int16": "<i2", "int32": "<i4", "int64": "<i8"}
_NAME = re.compile(r"blocks_\d{13}_\d{13}_([0-9a-f]{12})\.parquet")
_UNFINISHED = re.compile(r"\." + _NAME.pattern + r"\.\d+")
_OLD_NAME = re.compile(r"arm\d{3}_\d{12}_\d{12}\.parquet")  # of the first format
_RECORDED = {"asked": dict, "engine": str, "first": int, "last": int, "range": int, "hands": list, "digests": dict}


class Record(NamedTuple):
    """What a part says of itself.

    `asked`: all that decides the rows of its run, as JSON; `engine`: digest of the engine that played them; blocks `first` to `last` - 1;
    `range`: blocks that a digest is of; `hands`: rows of each arm; `digests`: column group -> one a range.
    """

    asked: Mapping[str, Any]
    engine: str
    first: int
    last: int
    range: int
    hands: Sequence[int]
    digests: Mapping[str, Sequence[str]]


class Part(NamedTuple):
    """A file and what it says of itself."""

    path: Path
    record: Record

    @property
    def first(self) -> int:
        """The first block."""
        return self.record.first

    @property
    def last(self) -> int:
        """The block after the last."""
        return self.record.last

    @property
    def hands(self) -> int:
        """The rows of all arms."""
        return sum(self.record.hands)


class DamagedPart(Exception):
    """A file that nmsim wrote and that is no longer whole; the message says which and why, `path` which."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(path, why)  # what it is made of again where it was sent from another process
        self.path, self.why = path, why

    def __str__(self) -> str:
        return f"{self.path}: {self.why}"


def blocks_per_range(hands_per_block: Sequence[int]) -> int:
    """How many blocks a range has, by the hands that each arm plays on a block: some thousand hands, whatever the run's size."""
    return max(1, HANDS_PER_RANGE // sum(hands_per_block))


# ---------------------------------------------------------------- making a part


@cache
def columns_of_groups(groups: tuple[str, ...]) -> tuple[Column, ...]:
    """The columns of these groups, in order."""
    return tuple(column for group in groups for column in GROUPS[group])


@cache
def schema(groups: tuple[str, ...]) -> pa.Schema:
    """The types that the columns declare."""
    import pyarrow as pa

    return pa.schema([pa.field(column.name, getattr(pa, column.dtype)(), nullable=False) for column in columns_of_groups(groups)])


@cache
def meanings() -> str:
    """Unit and meaning of every column, as JSON; seat columns once, without their seat."""
    return json.dumps(
        {column.name: {"unit": column.unit, "meaning": column.meaning("en")} for column in HAND_COLUMNS + SEAT_COLUMNS}, ensure_ascii=False
    )


class Columns:
    """Room for at most so many hands of one arm, in the declared types, a tenth of what the engine's matrices take."""

    def __init__(self, hands: int, groups: tuple[str, ...] = ("rows",)) -> None:
        import numpy as np

        self.hands = 0
        self._groups, self._columns = groups, columns_of_groups(groups)
        places: dict[tuple[str, str], list[int]] = {}
        for place, column in enumerate(self._columns):
            places.setdefault((column.group, column.dtype), []).append(place)
        self._places = places
        self._values = {key: np.empty((len(found), hands), key[1]) for key, found in places.items()}

    def add(self, matrix: np.ndarray) -> None:
        """Take in the next rows, int64[n, columns]. Raises ValueError if a value does not fit."""
        if matrix.ndim != 2 or matrix.shape[1] != len(self._columns):
            raise ValueError(f"an outcome matrix has {len(self._columns)} columns, this one has shape {matrix.shape}")
        self._refuse_what_does_not_fit(matrix)
        reached = self.hands + len(matrix)
        for key, places in self._places.items():
            self._values[key][:, self.hands : reached] = matrix.astype(key[1], copy=False).T[places]
        self.hands = reached

    def _refuse_what_does_not_fit(self, matrix: np.ndarray) -> None:
        lows, highs = matrix.min(axis=0, initial=0).tolist(), matrix.max(axis=0, initial=0).tolist()
        for column, low, high in zip(self._columns, lows, highs, strict=True):
            limit = _LIMITS[column.dtype]
            if low < -limit or high >= limit:
                raise ValueError(f"column {column.name}: {low if low < -limit else high} does not fit into {column.dtype}")

    def cut(self, hands: int) -> None:
        """Forget the rows after the first `hands`."""
        self.hands = hands

    def digest_into(self, digest: Any, group: str, first: int) -> None:
        """Feed a group's values of the rows from `first` on to a hash: type by type, each column by column, as little-endian numbers."""
        import numpy as np

        for (of_group, dtype), values in self._values.items():
            if of_group == group:
                digest.update(np.ascontiguousarray(values[:, first : self.hands], dtype=_LITTLE_ENDIAN[dtype]))

    def table(self) -> pa.Table:
        """The rows so far."""
        import pyarrow as pa

        values = {place: row for key, places in self._places.items() for place, row in zip(places, self._values[key], strict=True)}
        return pa.Table.from_arrays(
            [pa.array(values[place][: self.hands]) for place in range(len(self._columns))], schema=schema(self._groups)
        )


class PartMaker:
    """A part as it grows: range by range, in each arm by arm."""

    def __init__(self, first: int, blocks: int, hands_per_block: Sequence[int], groups: tuple[str, ...] = ("rows",)) -> None:
        self.first, self.last = first, first
        self.range = blocks_per_range(hands_per_block)
        self._groups = groups
        self._arms = [Columns(blocks * hands, groups) for hands in hands_per_block]
        self._digests: dict[str, list[str]] = {group: [] for group in groups}
        self._whole = [0] * len(self._arms)  # hands of whole ranges

    @property
    def hands(self) -> int:
        """Hands of whole ranges so far, of all arms."""
        return sum(self._whole)

    def add(self, arm: int, matrix: np.ndarray) -> None:
        """Take in an arm's next rows of the range under way. Raises ValueError if a value does not fit."""
        self._arms[arm].add(matrix)

    def end_range(self, last: int) -> None:
        """The rows of all arms up to block `last` - 1 are there: close the range."""
        for group, digests in self._digests.items():
            digest = hashlib.sha256()
            for arm, first in zip(self._arms, self._whole, strict=True):
                arm.digest_into(digest, group, first)
            digests.append(digest.hexdigest())
        self._whole = [arm.hands for arm in self._arms]
        self.last = last

    def encoded(self, asked: Mapping[str, Any], engine: str) -> bytes:
        """The whole ranges as a parquet file, one row group an arm."""
        import pyarrow.parquet as pq

        for arm, hands in zip(self._arms, self._whole, strict=True):
            arm.cut(hands)
        record = Record(asked, engine, self.first, self.last, self.range, self._whole, self._digests)
        metadata = {RECORD_KEY: json.dumps({"format": FORMAT, **record._asdict()}, ensure_ascii=False), MEANINGS_KEY: meanings()}
        file = io.BytesIO()
        with pq.ParquetWriter(
            file,
            schema(self._groups),
            compression="zstd",
            use_dictionary=[name for name in schema(self._groups).names if name not in _RUNNING_NUMBERS],
            column_encoding={name: "DELTA_BINARY_PACKED" for name in _RUNNING_NUMBERS},
            write_statistics=list(_RUNNING_NUMBERS),
            store_schema=False,
            write_page_checksum=True,
        ) as writer:
            for arm in self._arms:
                writer.write_table(arm.table(), row_group_size=max(1, arm.hands))
            writer.add_key_value_metadata(metadata)
        return file.getvalue()


def unreadable(path: object, error: OSError) -> str:
    """One line for what the system does not let us read."""
    return f"{path}: {say('results.unreadable', why=why(error))}"


def checksum(data: bytes) -> str:
    """What a part's bytes are told by."""
    return hashlib.sha256(data).hexdigest()


def part_name(first: int, last: int, check: str) -> str:
    """The file name of blocks first to last - 1, with the checksum of its bytes; names sort in the order of the blocks."""
    return f"blocks_{first:013d}_{last:013d}_{check[:12]}.parquet"


def is_part_name(name: str) -> bool:
    """Whether a file is named as nmsim names parts."""
    return _NAME.fullmatch(name) is not None


def is_unfinished_name(name: str) -> bool:
    """Whether a file is named as parts are while they are written (`store.store_part`)."""
    return _UNFINISHED.fullmatch(name) is not None


def is_own(path: Path, name: str) -> bool:
    """Whether a file, named as parts are or were, is one: whole with a record, or no longer readable."""
    if not (is_part_name(name) or _OLD_NAME.fullmatch(name)):
        return False
    return has_record(path) is not False


def has_record(path: Path) -> bool | None:
    """Whether a file has the record of a part; None for one that cannot be read as parquet."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return RECORD_KEY in (pq.read_metadata(path).metadata or {})
    except (OSError, pa.ArrowInvalid):
        return None


# ---------------------------------------------------------------- reading a part


def read_part(path: Path) -> Part | None:
    """What a file says it holds; None for a file that nmsim did not write.

    Raises DamagedPart for a part that is not what was written, or cannot be read; InputError for one of another format, and for a file
    under another name that cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        if is_part_name(path.name):
            raise DamagedPart(path, say("results.unreadable", why=why(error))) from None
        raise InputError(say("results.unreadable_file", path=path, why=why(error))) from None
    return part_of(path, data)


def part_of(path: Path, data: bytes) -> Part | None:
    """What a file says it holds, by its bytes; as `read_part`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        footer = pq.read_metadata(io.BytesIO(data))
    except (OSError, pa.ArrowInvalid) as error:
        if not is_part_name(path.name):
            return None
        raise DamagedPart(path, say("results.not_parquet", why=str(error).splitlines()[0])) from None
    metadata = footer.metadata or {}
    if RECORD_KEY not in metadata:
        return None
    record = _read_record(path, metadata[RECORD_KEY])
    rows = [footer.row_group(group).num_rows for group in range(footer.num_row_groups)]
    if len(rows) != len(record.hands):
        raise DamagedPart(path, say("results.other_groups", groups=len(rows), arms=len(record.hands)))
    if rows != list(record.hands):
        raise DamagedPart(path, say("results.other_rows", rows=sum(rows), recorded=sum(record.hands)))
    named = _NAME.fullmatch(path.name)
    if not (named and checksum(data).startswith(named[1])):
        _check_digests(path, record)
    return Part(path, record)


def _read_record(path: Path, text: bytes) -> Record:
    """The record in a file's metadata. Raises DamagedPart if it cannot be one, InputError for another format."""
    try:
        record = json.loads(text)
        version = record.get("format", 1)
        if type(version) is int and version != FORMAT:
            raise InputError(say("results.other_format", path=path, format=version, ours=FORMAT))
        fields = {name: record[name] for name in _RECORDED}
        whole = version == FORMAT and all(type(fields[name]) is kind for name, kind in _RECORDED.items())
        found = Record(**fields)
        blocks, ranges = found.last - found.first, -(-(found.last - found.first) // found.range)
        whole = whole and 0 <= found.first < found.last and found.first % found.range == 0
        whole = whole and all(type(hands) is int and hands % blocks == 0 for hands in found.hands)
        whole = whole and "rows" in found.digests and all(len(digests) == ranges for digests in found.digests.values())
        whole = whole and all(type(digest) is str for digests in found.digests.values() for digest in digests)
        whole = whole and type(found.asked.get("blocks")) is int and type(found.asked.get("arms")) is dict
        whole = whole and len(found.asked["arms"]) == len(found.hands)
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        if isinstance(error, InputError):
            raise
        whole = False
    if not whole:
        raise DamagedPart(path, say("results.broken_record"))
    return found


def _check_digests(path: Path, record: Record) -> None:
    """Raise DamagedPart unless the rows of a file, whose name does not vouch for it, are those that its record tells of."""
    groups = tuple(record.digests)
    if any(group not in GROUPS for group in groups):
        raise InputError(say("results.unknown_group", path=path, groups=", ".join(groups)))
    there = set(_names_in(path))
    columns = {group: [column for column in GROUPS[group] if column.name in there] for group in groups}
    per_block = [hands // (record.last - record.first) for hands in record.hands]
    digests = {group: [hashlib.sha256() for _ in given] for group, given in record.digests.items()}
    for arm, hands in enumerate(per_block):
        values = columns_of(_read_row_group(path, arm, [column.name for each in columns.values() for column in each]))
        for number in range(len(digests["rows"])):
            first, last = number * record.range * hands, (number + 1) * record.range * hands
            for group in groups:
                _digest_columns(digests[group][number], columns[group], values, slice(first, last))
    if any([digest.hexdigest() for digest in found] != list(record.digests[group]) for group, found in digests.items()):
        raise DamagedPart(path, say("results.other_values"))


def _digest_columns(digest: Any, columns: Sequence[Column], values: Mapping[str, np.ndarray], rows: slice) -> None:
    """Feed columns to a hash in the order of `Columns.digest_into`."""
    for dtype in dict.fromkeys(column.dtype for column in columns):
        for column in columns:
            if column.dtype == dtype:
                digest.update(values[column.name][rows].astype(_LITTLE_ENDIAN[dtype], order="C", copy=False))


def read_rows(part: Part, columns: Sequence[str]) -> Iterator[tuple[int, pa.Table]]:
    """A part's rows, arm by arm, so that memory stays bounded. Raises DamagedPart.

    A column that the file lacks is filled with its default. Raises InputError where it has none.
    """
    for arm in range(len(part.record.hands)):
        yield arm, _read_row_group(part.path, arm, columns)


def _read_row_group(path: Path, arm: int, names: Sequence[str]) -> pa.Table:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            known = set(file.schema_arrow.names)
            there = [name for name in names if name in known]
            groups = [there[first : first + _AT_ONCE] for first in range(0, len(there), _AT_ONCE)]
            table, *others = [file.read_row_group(arm, columns=group, use_threads=False) for group in groups or [there]]
            rows = file.metadata.row_group(arm).num_rows
        for other in others:
            for field, values in zip(other.schema, other.columns, strict=True):
                table = table.append_column(field, values)
    except (OSError, pa.ArrowInvalid, KeyError) as error:
        raise DamagedPart(path, say("results.unreadable", why=str(error).splitlines()[0])) from None
    if spoilt := [field.name for field, values in zip(table.schema, table.columns, strict=True) if not _are_whole(field.type, values)]:
        raise DamagedPart(path, say("results.no_numbers", columns=listed(spoilt)))
    for name, default in _defaults(path, [name for name in names if name not in known]).items():
        table = table.append_column(name, pa.array([default] * rows, pa.int64()))
    return table.select(list(names))


def _are_whole(kind: pa.DataType, values: pa.ChunkedArray) -> bool:
    """Whether a column holds whole numbers, and one in every row."""
    import pyarrow as pa

    return bool(pa.types.is_integer(kind)) and values.null_count == 0


def _defaults(path: Path, missing: Sequence[str]) -> dict[str, int]:
    """The default of each column that a file lacks. Raises InputError, naming those that have none."""
    declared = {column.name: column.default for columns in GROUPS.values() for column in columns}
    if without := [name for name in missing if declared[name] is None]:
        raise InputError(say("results.missing_columns", path=path, columns=", ".join(without)))
    return {name: declared[name] for name in missing}  # type: ignore[misc]


def columns_in(part: Part) -> list[str]:
    """The names of the columns that a part's file has or that have a default, in the declared order."""
    there = set(_names_in(part.path))
    return [column.name for columns in GROUPS.values() for column in columns if column.name in there or column.default is not None]


def _names_in(path: Path) -> list[str]:
    import pyarrow.parquet as pq

    return list(pq.read_schema(path).names)


def columns_of(table: pa.Table) -> dict[str, np.ndarray]:
    """The columns of a table by name, without a copy where a column is of one piece."""
    return {name: values.to_numpy() for name, values in zip(table.column_names, table.columns, strict=True)}
