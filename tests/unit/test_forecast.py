"""What is said before a run: foretold errors against those of the run, and nothing written."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path

import joblib
import pytest
from click.testing import CliRunner

from nmsim.cli import main
from nmsim.conclusion import make_accumulator
from nmsim.experiment import read_experiment
from nmsim.forecast import PILOT_BLOCKS, forecast
from nmsim.playing import play_blocks
from nmsim.record import make_plans
from nmsim.stats import pick, summary

EXPERIMENT = """
title = { en = "Two fields", zh = "两种局面" }
question = { en = "Who wins?", zh = "谁赢？" }
walls = 1200
seed = 3
headline = "seat_win"
charts = []

[[arms]]
name = "alike"
label = { en = "alike", zh = "四家相同" }

[[arms]]
name = "mixed"
label = { en = "mixed", zh = "混合" }
seats = ["shape", "legal", "legal", "legal"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "two.toml"
    path.write_text(EXPERIMENT, encoding="utf-8")
    return path


def test_foretold_errors_are_about_those_of_the_run(file: Path) -> None:
    experiment = read_experiment(file)
    told = forecast(experiment, workers=2)
    plans = make_plans(experiment)
    counted = make_accumulator(experiment, plans)
    for arm, plan in enumerate(plans):
        counted.add(arm, play_blocks(plan, 0, 1200))
    run = summary(counted, headline="seat_win")
    assert (told.blocks, told.hands, told.pilot_blocks) == (1200, 1200 * 5, PILOT_BLOCKS)
    assert told.pilot_seed != experiment.seed
    rows = {(each.statistic, each.arm, each.group) for each in told.prospects}
    planned = run[run["comparison"] == "planned"]
    assert {(row.statistic, row.arm, row.group) for row in planned.itertuples()} <= rows
    assert ("seat_win", "alike", "policy:legal") not in rows  # all seats play it
    duel = next(each for each in told.prospects if each.group == "policy:shape - legal")
    (seen,) = pick(run, "seat_win_difference", "mixed", "policy:shape - legal").itertuples()
    assert duel.se == pytest.approx(seen.se, rel=0.12)
    assert duel.half_width == pytest.approx((seen.hi - seen.lo) / 2, rel=0.12)
    assert duel.effect == pytest.approx((2.241 + 0.842) * duel.se, rel=0.02)  # two are planned: z(1 - 0.025 / 2) + z(0.8)


def test_four_times_the_walls_halve_the_errors(file: Path) -> None:
    one, four = (forecast(read_experiment(file).resized(walls=walls)) for walls in (3000, 12000))
    for few, many in zip(one.prospects, four.prospects, strict=True):
        assert (few.se is None) == (many.se is None)
        assert few.se is None or few.se == pytest.approx(2 * (many.se or 0), rel=1e-3)


@pytest.mark.parametrize("walls", [1, 8, 40, 400])
def test_a_small_run_is_foretold_the_limits_it_gets(file: Path, walls: int) -> None:
    """Among the widths of 9 such runs, or near them."""
    experiment = read_experiment(file).resized(walls=walls)
    plans, widths = make_plans(experiment), defaultdict(list)
    for run in range(9):
        counted = make_accumulator(experiment, plans)
        for arm, plan in enumerate(plans):
            counted.add(arm, play_blocks(plan, run * walls, (run + 1) * walls))
        for row in summary(counted, headline="seat_win").itertuples():
            widths[row.statistic, row.arm, row.group].append((row.hi - row.lo) / 2)
    for each in forecast(experiment).prospects:
        seen = widths[each.statistic, each.arm, each.group]
        assert each.half_width is not None
        assert 0.8 * min(seen) <= each.half_width <= 1.2 * max(seen)


@pytest.mark.parametrize(
    ("headline", "walls", "said"),
    [
        ("points", 2, "too few blocks for limits"),
        ("rob", 200, "Not compared between arms"),
        ("fan_share", 200, "more groups without a case"),
    ],
)
def test_what_cannot_be_told_is_said(file: Path, headline: str, walls: int, said: str) -> None:
    file.write_text(EXPERIMENT.replace("seat_win", headline), encoding="utf-8")
    assert said in forecast(read_experiment(file).resized(walls=walls)).to_text("en")


def test_players_alike_are_said_to_be_so_and_time_counts_cores(file: Path) -> None:
    file.write_text(EXPERIMENT.split('[[arms]]\nname = "mixed"')[0].replace("seat_win", "points"), encoding="utf-8")
    told = forecast(read_experiment(file).resized(walls=1), workers=10_000)
    assert told.prospects == ()
    assert "All seats of an arm play alike" in told.to_text("en")
    assert "1 hand, about" in told.to_text("en")
    assert told.workers == joblib.cpu_count()
    assert told.seconds == pytest.approx(told.hands / told.hands_per_second / told.workers)


def test_the_command_says_it_in_both_languages_and_writes_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    english, chinese, as_json = (
        CliRunner().invoke(main, ["run", str(file), "--forecast", "--walls", "500", *more]) for more in ([], ["--lang", "zh"], ["--json"])
    )
    assert (english.exit_code, chinese.exit_code, as_json.exit_code) == (0, 0, 0)
    assert "Forecast of 500 walls in every arm: " in english.output
    assert "told from 0 in 80 % of runs" in english.output
    assert "预告：每组500副牌" in chinese.output
    told = json.loads(as_json.output)
    assert (told["blocks"], told["power"], told["headline"]) == (500, 0.8, "seat_win")
    assert os.listdir(file.parent) == ["two.toml"]
    assert CliRunner().invoke(main, ["run", str(file), "--forecast", "--jobs", "-1"]).exit_code == 2
