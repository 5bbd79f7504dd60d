"""Outcomes on disk: parts are told by their records, a result is complete or refused, and hashed by what it holds."""

import json
import pickle
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from nmsim.errors import InputError
from nmsim.outcomes import COLUMN_INDEX, COLUMN_NAMES, COLUMNS, GROUPS
from nmsim.parts import FORMAT, RECORD_KEY, DamagedPart, PartMaker, checksum, columns_of, part_name, read_part, read_rows
from nmsim.store import content_hash, find_parts, load, missing_blocks, store_part

SEAT = {"name": "legal"}
BLOCKS = 2_000
RANGE = 512  # blocks, with two arms of a hand a block each


def asked(blocks: int = BLOCKS, arms: int = 2) -> dict[str, Any]:
    named = {f"arm{number}": {"seats": [SEAT] * 4, "rules": {}} for number in range(arms)}
    return {"blocks": blocks, "players": 4, "start": [], "arms": named}


def matrix(first: int, last: int, arm: int = 0) -> np.ndarray:
    """Rows with something in every column."""
    rows = np.arange(first, last)[:, None] * 3 + np.arange(len(COLUMNS))
    rows = rows % 100
    rows[:, COLUMN_INDEX["arm"]] = arm
    rows[:, COLUMN_INDEX["wall"]] = np.arange(first, last)
    return rows


def part(first: int, last: int, asks: dict[str, Any], engine: str = "x") -> bytes:
    """The bytes of a part, as a worker makes them."""
    arms = len(asks["arms"])
    maker = PartMaker(first, last - first, [1] * arms)
    for start in range(first, last, maker.range):
        end = min(start + maker.range, last)
        for arm in range(arms):
            maker.add(arm, matrix(start, end, arm))
        maker.end_range(end)
    return maker.encoded(asks, engine)


def write(folder: Path, *cuts: int, asks: dict[str, Any] | None = None, engine: str = "x") -> Path:
    """A run's folder with parts between these blocks."""
    asks = asks or asked(cuts[-1])
    (folder / "data").mkdir(parents=True, exist_ok=True)
    for first, last in pairwise(cuts):
        data = part(first, last, asks, engine)
        store_part(folder / "data", first, last, data, checksum(data))
    return folder


def paths(folder: Path) -> list[Path]:
    return sorted((folder / "data").glob("*.parquet"))


def hash_of(folder: Path) -> dict[str, str]:
    return content_hash(find_parts(folder)[0])


def test_what_is_written_is_read_back_arm_by_arm_and_widened(tmp_path: Path) -> None:
    frame = load(write(tmp_path / "run", 0, RANGE, 3 * RANGE, BLOCKS))
    assert np.array_equal(frame.to_numpy(), np.concatenate([matrix(0, BLOCKS, arm) for arm in range(2)]))
    assert set(map(str, frame.dtypes)) == {"int64"}
    assert load(tmp_path / "run" / "data").equals(frame)
    assert len(load(paths(tmp_path / "run")[0])) == 2 * RANGE


def test_the_file_holds_the_declared_types(tmp_path: Path) -> None:
    first, _ = find_parts(write(tmp_path / "run", 0, 3))
    table = dict(read_rows(first[0], COLUMN_NAMES))[1]
    assert [str(field.type) for field in table.schema] == [column.dtype for column in COLUMNS]


def test_a_value_too_large_for_its_column_is_an_error() -> None:
    rows = matrix(0, 2)
    rows[0, COLUMN_INDEX["dealer"]] = 300
    maker = PartMaker(0, 2, [1])
    with pytest.raises(ValueError, match="column dealer: 300 does not fit into int8"):
        maker.add(0, rows)
    with pytest.raises(ValueError, match="columns"):
        maker.add(0, np.zeros((1, 2), np.int64))


def test_the_file_says_what_its_columns_mean(tmp_path: Path) -> None:
    (path,) = paths(write(tmp_path / "run", 0, 3))
    meanings = json.loads(pq.read_metadata(path).metadata[b"columns"])
    assert meanings["fan"] == {"unit": "fan", "meaning": next(column.meaning("en") for column in COLUMNS if column.name == "fan")}
    assert all(column.name in meanings or column.name[:-2] in meanings for column in COLUMNS)


def test_the_hash_depends_on_rows_and_not_on_files(tmp_path: Path) -> None:
    one, other = write(tmp_path / "one", 0, BLOCKS), write(tmp_path / "other", 0, RANGE, 2 * RANGE, BLOCKS)
    assert hash_of(one) == hash_of(other)
    assert hash_of(one) != hash_of(write(tmp_path / "fewer", 0, BLOCKS - 1))
    assert hash_of(one) != hash_of(write(tmp_path / "one_arm", 0, BLOCKS, asks=asked(arms=1)))


def test_the_hash_of_a_group_is_that_of_its_columns_range_by_range() -> None:
    """The digest of a range is of the values in the declared order of types, as docs/results.md says."""
    import hashlib

    rows = matrix(0, 10)
    by_hand = hashlib.sha256()
    for dtype in dict.fromkeys(column.dtype for column in GROUPS["rows"]):
        for place, column in enumerate(COLUMNS):
            if column.dtype == dtype:
                by_hand.update(rows[:, place].astype(np.dtype(dtype).newbyteorder("<")).tobytes())
    maker = PartMaker(0, 10, [1])
    maker.add(0, rows)
    maker.end_range(10)
    record = json.loads(pq.read_metadata(pa.BufferReader(maker.encoded(asked(10, 1), "x"))).metadata[RECORD_KEY])
    assert record["digests"] == {"rows": [by_hand.hexdigest()]}


def test_a_range_that_was_not_ended_is_not_in_the_part() -> None:
    maker = PartMaker(0, 1_000, [1, 1])
    for arm in range(2):
        maker.add(arm, matrix(0, maker.range, arm))
    maker.end_range(maker.range)
    maker.add(0, matrix(maker.range, maker.range + 5))
    assert maker.hands == 2 * maker.range
    assert pq.read_metadata(pa.BufferReader(maker.encoded(asked(), "x"))).num_rows == 2 * maker.range


def test_columns_are_chosen_by_name_and_unknown_ones_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", 0, 3)
    assert list(load(folder, columns=["fan", "wall"]).columns) == ["fan", "wall"]
    assert list(load(folder, columns="fan").columns) == ["fan"]
    with pytest.raises(InputError) as error:
        load(folder, columns=["wal", "points"])
    assert error.value.problems[0].startswith('unknown column "wal", did you mean "wall"?')
    assert "points_0 to points_3" in error.value.problems[1]


def test_a_folder_without_rows_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no outcomes"):
        load(tmp_path)


# ---------------------------------------------------------------- what is believed


def test_a_copy_under_another_name_is_refused_and_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", 0, RANGE, BLOCKS)
    path = paths(folder)[0]
    copy = path.with_name(f"{path.stem} (1).parquet")
    shutil.copy(path, copy)
    with pytest.raises(InputError) as error:
        load(folder)
    assert str(error.value) == f"{copy}: repeats blocks 0 to {RANGE - 1} of {path.name}; move it out of the folder"


def test_a_part_is_told_by_its_record_not_by_its_name(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", 0, RANGE, BLOCKS)
    frame = load(folder)
    path = paths(folder)[0]
    path.rename(path.with_name("renamed.parquet"))
    assert load(folder).equals(frame)


def test_files_of_others_are_passed_over(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", 0, BLOCKS)
    frame = load(folder)
    pq.write_table(pa.table({"a": [1]}), folder / "data" / "arms_per_wall.parquet")
    pq.write_table(pa.table({"a": [1]}), folder / "data" / part_name(0, BLOCKS, "0" * 12))
    (folder / "data" / "notes.parquet").write_text("no parquet at all")
    assert load(folder).equals(frame)
    with pytest.raises(InputError, match="was not written by nmsim"):
        load(folder / "data" / "arms_per_wall.parquet")


def test_an_unfinished_run_is_refused_unless_that_is_meant(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", 0, RANGE, 2 * RANGE, asks=asked(BLOCKS))
    assert list(missing_blocks(find_parts(folder)[0], BLOCKS)) == [(2 * RANGE, BLOCKS)]
    with pytest.raises(InputError, match=f"holds 1,024 of {BLOCKS:,} blocks .* partial=True"):
        load(folder)
    with pytest.warns(UserWarning, match=f"an unfinished run, 1,024 of {BLOCKS:,} blocks"):
        assert len(load(folder, partial=True)) == 2 * 2 * RANGE
    paths(folder)[0].unlink()
    with pytest.raises(InputError, match="holds 512 of"):
        load(folder)


@pytest.mark.parametrize("other", [{"asks": asked(BLOCKS) | {"seed": 8}}, {"asks": asked(BLOCKS), "engine": "another"}])
def test_parts_of_two_runs_are_not_read_together(tmp_path: Path, other: dict[str, Any]) -> None:
    folder = write(tmp_path / "run", 0, RANGE, asks=asked(BLOCKS))
    write(folder, RANGE, BLOCKS, **other)
    with pytest.raises(InputError, match="is of another run than"):
        load(folder)


def rewritten(path: Path, change: dict[str, Any], rows: pa.Table | None = None) -> None:
    """The file with its record changed, as a hostile hand would."""
    table = pq.read_table(path)
    record = json.loads(pq.read_metadata(path).metadata[RECORD_KEY]) | change
    count = pq.read_metadata(path).row_group(0).num_rows
    table = (table if rows is None else rows).replace_schema_metadata({RECORD_KEY: json.dumps(record)})
    pq.write_table(table, path, row_group_size=count)


BROKEN = [
    {"first": "0"},
    {"first": -1},
    {"first": 1},
    {"last": 0},
    {"range": 0},
    {"hands": [1, 2]},
    {"hands": ["a", "b"]},
    {"digests": {}},
    {"digests": {"rows": ["a", "b"]}},
    {"digests": {"rows": [1]}},
    {"asked": {"blocks": "many", "arms": {}}},
    {"asked": []},
    {"format": "2"},
    {"engine": None},
]


@pytest.mark.parametrize("change", BROKEN, ids=str)
def test_a_part_with_a_broken_record_is_named(tmp_path: Path, change: dict[str, Any]) -> None:
    folder = write(tmp_path / "run", 0, RANGE)
    (path,) = paths(folder)
    rewritten(path, change)
    with pytest.raises(DamagedPart):
        read_part(path)
    with pytest.raises(InputError, match=r"blocks_.*parquet: "):
        load(folder)


def test_rows_that_were_changed_and_written_again_are_found(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", 0, RANGE)
    (path,) = paths(folder)
    table = pq.read_table(path)
    place = table.column_names.index("fan")
    fan = table["fan"].to_numpy().copy()
    fan[0] += 1
    rewritten(path, {}, table.set_column(place, table.schema.field("fan"), pa.array(fan)))
    with pytest.raises(DamagedPart, match="holds other rows than were written"):
        read_part(path)


@pytest.mark.parametrize("version", [1, 3])
def test_another_format_is_told_by_its_number(tmp_path: Path, version: int) -> None:
    folder = write(tmp_path / "run", 0, RANGE)
    rewritten(paths(folder)[0], {"format": version})
    with pytest.raises(InputError, match=f"is of format {version} and this nmsim reads format {FORMAT}"):
        load(folder)


def test_files_cut_short_are_found(tmp_path: Path) -> None:
    (path,) = paths(write(tmp_path / "run", 0, 20))
    whole = path.read_bytes()
    for size in (len(whole) - 100, 900, 0):
        path.write_bytes(whole[:size])
        with pytest.raises(DamagedPart, match="not a whole parquet file"):
            read_part(path)


def test_a_damaged_part_keeps_its_words_on_the_way_from_a_worker() -> None:
    sent = pickle.loads(pickle.dumps(DamagedPart(Path("data/x.parquet"), "is cut")))
    assert str(sent) == "data/x.parquet: is cut" and sent.path == Path("data/x.parquet")


def test_a_flipped_bit_never_changes_a_value_unnoticed(tmp_path: Path) -> None:
    (path,) = paths(write(tmp_path / "run", 0, 20))
    whole = path.read_bytes()
    first = read_part(path)
    assert first is not None
    right = [table for _, table in read_rows(first, COLUMN_NAMES)]
    noticed = 0
    for place in range(4, len(whole) // 2, 997):
        data = bytearray(whole)
        data[place] ^= 1
        path.write_bytes(data)
        try:
            again = read_part(path)
            assert again is not None
            assert [table for _, table in read_rows(again, COLUMN_NAMES)] == right
        except DamagedPart:
            noticed += 1
    assert noticed > 5


# ---------------------------------------------------------------- columns that come later


def without(folder: Path, *names: str) -> Path:
    """A run's folder as an older version would have written it, which had no such columns."""
    kept = tuple(column for column in COLUMNS if column.name not in names)
    types = pa.schema([pa.field(column.name, getattr(pa, column.dtype)(), nullable=False) for column in kept])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nmsim.parts.columns_of_groups", lambda groups: kept)
        patch.setattr("nmsim.parts.schema", lambda groups: types)
        maker = PartMaker(0, RANGE, [1, 1])
        for arm in range(2):
            maker.add(arm, matrix(0, RANGE, arm)[:, [COLUMN_INDEX[column.name] for column in kept]])
        maker.end_range(RANGE)
        data = maker.encoded(asked(RANGE), "x")
    (folder / "data").mkdir(parents=True)
    store_part(folder / "data", 0, RANGE, data, checksum(data))
    return folder


def test_rows_from_before_a_column_came_stay_readable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = without(tmp_path / "run", "robbed", "turns")
    frame = load(folder)
    assert [name for name in COLUMN_NAMES if name not in frame] == ["robbed", "turns"]
    with pytest.raises(InputError, match="was written before there were the columns robbed, turns"):
        load(folder, columns=["fan", "robbed", "turns"])
    given = {
        group: tuple(column._replace(default=7) if column.name == "robbed" else column for column in columns)
        for group, columns in GROUPS.items()
    }
    monkeypatch.setattr("nmsim.parts.GROUPS", given)
    assert pd.unique(load(folder, columns="robbed")["robbed"]).tolist() == [7]
    assert "robbed" in load(folder)
    (path,) = paths(folder)
    path.rename(path.with_name("renamed.parquet"))  # now its digests are looked at
    assert "robbed" in load(folder)


def test_nothing_stands_under_its_name_before_it_is_whole(tmp_path: Path) -> None:
    data: Any = "text cannot be written"
    with pytest.raises(TypeError):
        store_part(tmp_path, 0, 1, data, "0" * 64)
    assert list(tmp_path.iterdir()) == []


def test_columns_are_handed_on_by_name(tmp_path: Path) -> None:
    first, _ = find_parts(write(tmp_path / "run", 0, 3))
    assert columns_of(dict(read_rows(first[0], ["wall"]))[0])["wall"].tolist() == [0, 1, 2]


def test_what_cannot_be_read_is_named_and_never_a_traceback(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", 0, BLOCKS)
    (folder / "data" / "z.parquet").mkdir()
    assert len(load(folder, "wall")) == 2 * BLOCKS
    (folder / "data" / "away.parquet").symlink_to("nowhere")
    for partial in (False, True):
        with pytest.raises(InputError, match=r"away.parquet: cannot be read .* move it out of the folder"):
            load(folder, partial=partial)
    (folder / "data" / "away.parquet").unlink()
    with pytest.raises(InputError, match=r"cannot be read \(File name too long\)"):
        load("k" * 300)
    for path in (folder / "data").glob("blocks*"):
        path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(InputError, match="is not a whole parquet file"):
        load(folder, partial=True)
    for path in (folder / "data").glob("blocks*"):
        path.rename(path.with_name("mine.parquet"))
    with pytest.raises(InputError, match=r"mine.parquet: is not a whole parquet file, and may be a part that was cut"):
        load(folder)


def test_the_stranger_is_named_among_parts_of_two_runs(tmp_path: Path) -> None:
    own = write(tmp_path / "run", 0, RANGE, 2 * RANGE, BLOCKS)
    other = write(tmp_path / "other", 0, RANGE, asks=asked(BLOCKS + 1))
    shutil.copy(paths(other)[0], own / "data" / "a copy.parquet")
    with pytest.raises(InputError) as refused:
        find_parts(own)
    assert [problem.split(": ")[0] for problem in refused.value.problems] == [str(own / "data" / "a copy.parquet")]
    with pytest.raises(InputError) as refused:
        find_parts(own, asked(BLOCKS + 1))
    assert len(refused.value.problems) == 3


def test_a_part_written_anew_by_others_is_told_so(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", 0, 4)
    path = next((folder / "data").glob("*.parquet"))
    pq.write_table(pq.read_table(path), path)
    with pytest.raises(InputError, match="holds 1 row groups, and its record tells of 2 arms"):
        load(folder)
