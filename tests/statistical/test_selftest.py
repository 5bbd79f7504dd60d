"""The self test passes, and finds what is put wrong: in the shuffle, the distances, the books, the logs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from nmsim import selftest
from nmsim.cli import main
from nmsim.errors import InputError
from nmsim.outcomes import COLUMN_INDEX
from nmsim.selftest import BOOKS, FALSE_ALARMS, GAMES, LOGS, QUICK, SEED, Examination, Size, examine, in_one_line, recorded_verdict

SMALL = Size(walls=6_000, measured=6_000, played=100, logs=2, games=len(GAMES))


@pytest.fixture(scope="module")
def examined() -> Examination:
    return examine(SEED, SMALL)


def test_the_toolkit_passes(examined: Examination) -> None:
    assert not examined.failed
    assert {check.name.partition(":")[0] for check in examined.checks} == {"walls", "deal", "distance", "played"}
    assert (
        sum(check.name.startswith(BOOKS) for check in examined.checks) == sum(check.name.startswith(LOGS) for check in examined.checks) == 5
    )


def test_one_line_says_what_was_proved(examined: Examination) -> None:
    line, chinese = in_one_line(examined), in_one_line(examined, "zh")
    for words in (line, chinese):
        assert "\n" not in words and "6,000" in words and f"{FALSE_ALARMS:g}" in words and str(SEED) in words
    assert line.startswith("self test passed: ") and chinese.startswith("自检通过：")


def failed_with(monkeypatch: pytest.MonkeyPatch, name: str, changed: Any, size: Size = QUICK) -> tuple[str, ...]:
    monkeypatch.setattr(selftest, name, changed)
    return examine(SEED, size).failed


def test_a_shuffle_that_favours_a_kind_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    shuffled = selftest._shuffled

    def favoured(seed: int, number: int) -> selftest.Walls:
        walls = shuffled(seed, number)
        for wall in walls[::10]:
            place = int(np.flatnonzero(wall == 0)[0])
            wall[0], wall[place] = wall[place], wall[0]
        return walls

    assert failed_with(monkeypatch, "_shuffled", favoured) == ("walls: every place holds every kind equally often",)


def test_a_tile_too_many_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    shuffled = selftest._shuffled

    def spoilt(seed: int, number: int) -> selftest.Walls:
        walls = shuffled(seed, number)
        walls[5, 0] = (walls[5, 0] + 1) % 34
        return walls

    assert failed_with(monkeypatch, "_shuffled", spoilt) == ("walls: four of each kind",)


@pytest.mark.parametrize("slip", ["one in twelve too far", "a distance that cannot be"])
def test_wrong_distances_are_found(monkeypatch: pytest.MonkeyPatch, slip: str) -> None:
    measured = selftest._measured

    def wrong(*arguments: Any) -> tuple[Counter[int], Counter[int]]:
        shape, legal = measured(*arguments)
        moved = legal.total() // 12 if slip.startswith("one") else 1
        legal[3] -= moved
        legal[4 if slip.startswith("one") else 12] += moved
        return shape, legal

    failed = failed_with(monkeypatch, "_measured", wrong, Size(walls=6_000, measured=6_000, played=1, logs=0, games=0))
    assert len(failed) == 4 and all(name.startswith("distance: legal") for name in failed)


def test_a_slip_in_the_books_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    play = selftest.play_blocks

    def wrong(*arguments: Any) -> Any:
        rows = play(*arguments)
        rows[-1, COLUMN_INDEX["points_1"]] += 1
        return rows

    failed = failed_with(monkeypatch, "play_blocks", wrong)
    assert len(failed) == QUICK.games and all(name.startswith(BOOKS) for name in failed)


def test_a_log_that_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    log_hand = selftest.log_hand

    def wrong(*arguments: Any) -> Any:
        log, row, wall = log_hand(*arguments)
        return log[:20] + log[21:], row, wall

    failed = failed_with(monkeypatch, "log_hand", wrong, SMALL._replace(measured=0, walls=2_000))
    assert len(failed) == len(GAMES) and all(name.startswith(LOGS) for name in failed)


# The verdict that runs record


def test_the_verdict_is_kept_for_this_engine_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("nmsim.engine.kernel.CACHE_FOLDER", str(tmp_path))
    verdict = recorded_verdict()
    assert len(verdict["passed"]) == 6 + QUICK.games
    monkeypatch.setattr(selftest, "examine", lambda *_: pytest.fail("it is known already"))
    assert json.dumps(recorded_verdict()) == json.dumps(verdict)
    monkeypatch.setattr("nmsim.engine.kernel.source_digest", lambda: "another engine")
    with pytest.raises(pytest.fail.Exception, match="known already"):
        recorded_verdict()


@pytest.mark.parametrize("left", ["", "[]", '{"passed": []}'])
def test_a_verdict_that_cannot_be_read_is_made_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, left: str) -> None:
    monkeypatch.setattr("nmsim.engine.kernel.CACHE_FOLDER", str(tmp_path))
    (tmp_path / "selftest.json").write_text(left)
    assert recorded_verdict()["passed"]
    assert json.loads((tmp_path / "selftest.json").read_text())["passed"]


def failing(*_: object) -> Examination:
    return Examination(5, QUICK, (selftest.Check("deal: lacks a suit", False, 10, "0.5, exactly 0.044", 1e-9),))


def test_software_that_fails_makes_no_record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("nmsim.engine.kernel.CACHE_FOLDER", str(tmp_path))
    monkeypatch.setattr(selftest, "examine", failing)
    with pytest.raises(InputError, match="self test FAILED: deal: lacks a suit"):
        recorded_verdict()
    assert not list(tmp_path.iterdir())


# The command


def test_the_command_exits_with_1_and_names_what_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "examine", failing)
    for words, told in (
        ([], "self test FAILED: deal: lacks a suit"),
        (["-v"], "FAILED deal: lacks a suit: 10 cases"),
        (["--lang", "zh"], "自检未通过"),
    ):
        done = CliRunner().invoke(main, ["selftest", *words], prog_name="nmsim", catch_exceptions=False)
        assert done.exit_code == 1
        assert told in done.stdout
    told_json = json.loads(CliRunner().invoke(main, ["selftest", "--json"], prog_name="nmsim", catch_exceptions=False).stdout)
    assert told_json["passed"] is False and told_json["checks"][0]["p_value"] == 1e-9


def test_a_seed_out_of_range_is_refused() -> None:
    done = CliRunner().invoke(main, ["selftest", "--seed", "-1"], prog_name="nmsim", catch_exceptions=False)
    assert done.exit_code == 2
    assert "seed: -1 is out of range" in done.stderr
