"""Units: a worker takes plain data and gives back a finished part; how blocks are cut is lazy and changes nothing."""

from __future__ import annotations

import json
import pickle
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from nmsim.engine.kernel import source_digest
from nmsim.errors import InputError
from nmsim.experiment import make_experiment
from nmsim.parts import RECORD_KEY, checksum
from nmsim.record import asked
from nmsim.units import FEWEST_PER_UNIT, HANDS_PER_UNIT, Task, Unit, cut_units, hands_per_unit, play_unit

ARMS = [
    {"name": "one", "label": {"en": "one", "zh": "一"}},
    {"name": "two", "label": {"en": "two", "zh": "二"}, "rules": {"preset": "open"}},
]
WORDS = {"title": {"en": "t", "zh": "t"}, "question": {"en": "q", "zh": "q"}}
ASKED = asked(make_experiment({**WORDS, "seed": 1, "walls": 1_000, "seats": ["drawn_tile"] * 4, "arms": ARMS}, "t"), 1_000)


def task(engine: str | None = None) -> Task:
    return Task(json.dumps(ASKED), source_digest() if engine is None else engine, "draw")


def test_a_worker_gives_back_a_finished_part_and_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    played = play_unit(task(), Unit(512, 1_000), lambda: False)
    assert played is not None
    assert (played.first, played.last, played.hands) == (512, 1_000, 2 * 488)
    assert checksum(played.data) == played.checksum
    record = json.loads(pq.read_metadata(pa.BufferReader(played.data)).metadata[RECORD_KEY])
    assert (record["asked"], record["first"], record["last"], record["hands"]) == (ASKED, 512, 1_000, [488, 488])
    assert [sums.m for _, sums in sorted(played.headline.items())] == [488, 488]
    assert list(tmp_path.iterdir()) == []


def test_what_goes_to_a_worker_and_comes_back_is_plain_data() -> None:
    """Text, numbers and bytes: whoever reads it needs nothing of the run's folder or process."""
    assert all(isinstance(value, str) for value in task())
    played = play_unit(task(), Unit(0, 10), lambda: False)
    assert played is not None
    assert pickle.loads(pickle.dumps(played)) == played
    assert all(isinstance(value, (int, bytes, str, dict)) for value in played)


def test_a_worker_with_another_engine_does_not_play() -> None:
    with pytest.raises(InputError, match="another version of the engine"):
        play_unit(task("0" * 16), Unit(0, 10), lambda: False)


def test_after_a_stop_whole_ranges_are_kept() -> None:
    looks = iter(range(10**6))
    played = play_unit(task(), Unit(0, 1_000), lambda: next(looks) > 6)
    assert played is not None
    assert (played.first, played.last, played.hands) == (0, 512, 2 * 512)
    assert played.headline[0].m == 512
    assert play_unit(task(), Unit(0, 1_000), lambda: True) is None


def test_units_of_a_run_of_any_size_are_made_one_by_one() -> None:
    units = cut_units(iter([(0, 5), (7, 10**15)]), 1_000)
    assert list(islice(units, 3)) == [Unit(0, 5), Unit(7, 1_007), Unit(1_007, 2_007)]


@pytest.mark.parametrize(("hands", "workers"), [(100, 2), (100_000, 2), (100_000, 64), (1_000_000, 2), (10_000_000, 3)])
def test_every_worker_has_as_many_units_as_the_others(hands: int, workers: int) -> None:
    size = hands_per_unit(hands, workers)
    assert FEWEST_PER_UNIT <= size <= HANDS_PER_UNIT
    if size > FEWEST_PER_UNIT:
        assert -(-hands // size) % workers == 0
