"""Outcomes on disk: what is written is read back, and hashed by what it holds."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from nmsim.errors import InputError
from nmsim.outcomes import COLUMN_INDEX, COLUMNS
from nmsim.store import ContentHash, DamagedPart, columns_of, load, part_paths, read_part, read_tables, to_table, write_part

RECORD = {"asked": {"seed": 1, "players": 4, "start": [], "arms": {}}, "engine": "x"}


def matrix(first: int, last: int, arm: int = 0) -> np.ndarray:
    """Rows with something in every column."""
    rows = np.arange(first, last)[:, None] * 3 + np.arange(len(COLUMNS))
    rows = rows % 100
    rows[:, COLUMN_INDEX["arm"]] = arm
    rows[:, COLUMN_INDEX["wall"]] = np.arange(first, last)
    return rows


def hash_of(folder: Path) -> str:
    digest = ContentHash()
    paths = part_paths(folder)
    for path, table in zip(paths, read_tables(paths), strict=True):
        digest.add(read_part(path).arm, columns_of(table))
    return digest.hexdigest()


def write(folder: Path, *cuts: int, arms: int = 1) -> Path:
    folder.mkdir()
    for arm in range(arms):
        for first, last in pairwise(cuts):
            write_part(folder, arm, first, last, to_table(matrix(first, last, arm)), RECORD)
    return folder


def test_what_is_written_is_read_back_in_order_and_widened(tmp_path: Path) -> None:
    frame = load(write(tmp_path / "run", 0, 5, 12, 30))
    assert np.array_equal(frame.to_numpy(), matrix(0, 30))
    assert set(map(str, frame.dtypes)) == {"int64"}


def test_the_file_holds_the_declared_types(tmp_path: Path) -> None:
    table = next(read_tables(part_paths(write(tmp_path / "run", 0, 3))))
    assert [str(field.type) for field in table.schema] == [column.dtype for column in COLUMNS]


def test_a_value_too_large_for_its_column_is_an_error() -> None:
    rows = matrix(0, 2)
    rows[0, COLUMN_INDEX["dealer"]] = 300
    with pytest.raises(ValueError, match="column dealer: 300 does not fit into int8"):
        to_table(rows)
    with pytest.raises(ValueError, match="columns"):
        to_table(np.zeros((1, 2), np.int64))


def test_the_file_says_what_its_columns_mean(tmp_path: Path) -> None:
    (path,) = part_paths(write(tmp_path / "run", 0, 3))
    meanings = json.loads(pq.read_metadata(path).metadata[b"columns"])
    assert meanings["fan"] == {"unit": "fan", "meaning": next(column for column in COLUMNS if column.name == "fan").meaning("en")}
    assert all(column.name in meanings or column.name[:-2] in meanings for column in COLUMNS)


def test_the_hash_depends_on_rows_and_not_on_files(tmp_path: Path) -> None:
    one, other = write(tmp_path / "one", 0, 30, arms=2), write(tmp_path / "other", 0, 1, 17, 30, arms=2)
    assert hash_of(one) == hash_of(other)
    assert hash_of(one) != hash_of(write(tmp_path / "fewer", 0, 29, arms=2))
    assert hash_of(one) != hash_of(write(tmp_path / "fewer_arms", 0, 30))


def test_columns_are_chosen_by_name_and_unknown_ones_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", 0, 3)
    assert list(load(folder, columns=["fan", "wall"]).columns) == ["fan", "wall"]
    with pytest.raises(InputError) as error:
        load(folder, columns=["wal", "points"])
    assert error.value.problems[0].startswith('unknown column "wal", did you mean "wall"?')
    assert "points_0 to points_3" in error.value.problems[1]


def test_a_folder_without_rows_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no outcomes"):
        load(tmp_path)


def test_files_cut_short_foreign_or_renamed_are_found(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", 0, 20)
    (path,) = part_paths(folder)
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    with pytest.raises(DamagedPart, match="not a whole parquet file"):
        read_part(path)
    renamed = path.with_name("arm001_000000000000_000000000020.parquet")
    renamed.write_bytes(whole)
    with pytest.raises(DamagedPart, match="holds arm000"):
        read_part(renamed)
    pq.write_table(pa.table({"a": [1]}), path)
    with pytest.raises(DamagedPart, match="not written by nmsim"):
        read_part(path)


def test_a_flipped_bit_never_changes_a_value_unnoticed(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", 0, 20)
    (path,) = part_paths(folder)
    whole = path.read_bytes()
    right = next(read_tables([path]))
    noticed = 0
    for place in range(4, len(whole) // 2, 997):
        data = bytearray(whole)
        data[place] ^= 1
        path.write_bytes(data)
        try:
            assert next(read_tables([path])).equals(right)
        except DamagedPart:
            noticed += 1
    assert noticed > 5


def test_nothing_stands_under_its_name_before_it_is_whole(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="schema"):
        write_part(tmp_path, 0, 0, 1, pa.table({"a": [1]}), RECORD)
    assert list(tmp_path.iterdir()) == []
