"""Runs as runs: what they write, that they go on, that they refuse. The engine is a stand-in, so that this is quick."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from nmsim import store
from nmsim.cli import main
from nmsim.errors import InputError
from nmsim.outcomes import COLUMN_INDEX
from tests.end_to_end import standin

EXPERIMENT = """
seed = 7
walls = 700
title = {en = "A test", zh = "测试"}
question = {en = "Does it run?", zh = "能跑吗？"}
charts = ["endings"]
[[arms]]
name = "open"
label = {en = "open", zh = "无条件"}
rules = {preset = "open"}
[[arms]]
name = "mixed"
label = {en = "one shape seat", zh = "一家只看牌型"}
seats = ["shape", "legal", "legal", "legal"]
"""
HANDS = 700 * (1 + 4)
RANGE = 204  # blocks of five hands
Nmsim = Callable[..., Result]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def nmsim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Nmsim:
    """Calls the command line in an empty folder that holds t.toml."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("nmsim.playing.play_blocks", standin.play_blocks)
    monkeypatch.setattr("nmsim.selftest.recorded_verdict", dict)
    monkeypatch.setattr("nmsim.playing.warm_up", lambda plan: None)
    monkeypatch.setattr("nmsim.engine.kernel.source_digest", lambda: "stand-in")
    (tmp_path / "t.toml").write_text(EXPERIMENT, encoding="utf-8")
    return lambda *words: CliRunner().invoke(main, [str(word) for word in words], prog_name="nmsim", catch_exceptions=False)


def run(nmsim: Nmsim, *more: object) -> dict[str, object]:
    result = nmsim("run", "t.toml", "--json", *more)
    assert result.exit_code == 0, result.stderr
    told: dict[str, object] = json.loads(result.stdout)
    return told


def in_git(folder: Path) -> dict[str, bytes]:
    """What a run leaves outside `data`."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def parts(folder: str = "results/t") -> list[Path]:
    """The parts of a run."""
    return sorted((Path(folder) / "data").glob("blocks_*.parquet"))


def test_a_run_leaves_a_record_a_summary_charts_and_rows(nmsim: Nmsim) -> None:
    told = run(nmsim)
    folder = Path("results/t")
    assert (told["state"], told["hands"], told["played"]) == ("played", HANDS, HANDS)
    assert sorted(in_git(folder)) == ["endings.png", "endings.zh.png", "run.json", "summary.csv"]
    record = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert record["content_hash"] == told["content_hash"]
    assert record["command"] == "nmsim run t.toml"
    assert record["hands"] == {"open": 700, "mixed": 2800}
    assert record["walls"] == [0, 700]
    assert record["policies"]["mixed"] == ["shape", "legal"]
    assert record["asked"]["arms"]["open"]["rules"]["suit_rule"] == "off"
    assert len(store.load(folder, columns=["arm", "wall"])) == HANDS


def test_the_experiment_can_be_read_back_from_its_record(nmsim: Nmsim) -> None:
    from nmsim.experiment import read_experiment
    from nmsim.record import asked, read_record, recorded_experiment, told

    run(nmsim)
    record = read_record(Path("results/t"))
    assert record is not None
    again, first = recorded_experiment(record), read_experiment(Path("t.toml"))
    assert (asked(again, 700), told(again)) == (asked(first, 700), told(first))


@pytest.mark.parametrize("how", [("--jobs", 1), ("--jobs", 2), ("--jobs", 2, "--block-size", 13), ("--jobs", 1, "--block-size", 400)])
def test_how_a_run_is_carried_out_changes_no_byte(nmsim: Nmsim, how: tuple[object, ...]) -> None:
    usual, other = run(nmsim, "--out", "usual"), run(nmsim, "--out", "other", *how)
    assert usual["content_hash"] == other["content_hash"]
    assert in_git(Path("usual")) == in_git(Path("other"))


def test_matches_too_are_the_same_however_they_are_cut(nmsim: Nmsim) -> None:
    path = Path("t.toml")
    path.write_text('design = "match"\n' + path.read_text(encoding="utf-8"), encoding="utf-8")
    usual, other = run(nmsim, "--out", "usual"), run(nmsim, "--out", "other", "--block-size", 3)
    assert usual["hands"] == 44 * 16 * 5
    assert usual["content_hash"] == other["content_hash"]


def test_a_finished_run_is_told_from_disk(nmsim: Nmsim) -> None:
    first = run(nmsim)
    before = in_git(Path("results/t"))
    again = run(nmsim)
    assert (again["state"], again["played"]) == ("finished before", 0)
    assert again["summary"] == first["summary"]
    assert in_git(Path("results/t")) == before


def test_missing_rows_are_played_again_and_come_out_the_same(nmsim: Nmsim) -> None:
    first = run(nmsim, "--block-size", 100)
    for path in parts()[1::2]:
        path.unlink()
    again = run(nmsim, "--block-size", 37)
    assert again["state"] == "continued"
    assert (again["content_hash"], again["reproduced"]) == (first["content_hash"], True)


def test_a_record_without_rows_is_computed_again_and_leaves_git_clean(nmsim: Nmsim) -> None:
    run(nmsim)
    before = in_git(Path("results/t"))
    shutil.rmtree("results/t/data")
    again = run(nmsim)
    assert (again["state"], again["reproduced"]) == ("played", True)
    assert in_git(Path("results/t")) == before


def test_a_damaged_file_is_named_and_its_hands_played_again(nmsim: Nmsim) -> None:
    first = run(nmsim)
    path = parts()[0]
    path.write_bytes(path.read_bytes()[:-8])
    result = nmsim("run", "t.toml", "--json")
    assert f"{path}: is not a whole parquet file" in result.stderr
    assert json.loads(result.stdout)["content_hash"] == first["content_hash"]


def test_a_file_with_a_flipped_byte_is_named_and_its_hands_played_again(nmsim: Nmsim) -> None:
    first = run(nmsim, "--block-size", RANGE)
    path = parts()[1]
    column = pq.read_metadata(path).row_group(0).column(COLUMN_INDEX["wall"])
    data = bytearray(path.read_bytes())
    data[column.data_page_offset + column.total_compressed_size - 1] ^= 0xFF
    path.write_bytes(data)
    result = nmsim("run", "t.toml", "--json")
    assert f"{path}: cannot be read" in result.stderr and result.stderr.count("played again") == 1
    told = json.loads(result.stdout)
    assert (told["content_hash"], told["reproduced"], told["played"]) == (first["content_hash"], True, 5 * RANGE)
    assert path.with_name(path.name + ".damaged").read_bytes() == data


def test_what_nmsim_did_not_write_stays(nmsim: Nmsim) -> None:
    run(nmsim)
    mine = [Path("results/t/data") / name for name in ("arms_per_wall.parquet", "arm_of_mine.parquet", parts()[0].name[:-12] + "x.parquet")]
    for path in mine:
        pq.write_table(pa.table({"wall": [1]}), path)
    (Path("results/t/data") / ".arms").write_text("mine")
    before = [path.read_bytes() for path in mine]
    assert run(nmsim)["state"] == "finished before"
    Path("results/t/summary.csv").unlink()
    assert run(nmsim)["state"] == "made again"
    parts()[0].unlink()
    assert run(nmsim)["state"] == "continued"
    assert run(nmsim, "--fresh")["state"] == "played"
    assert [path.read_bytes() for path in mine] == before
    assert Path("results/t/data/.arms").exists()


@pytest.mark.parametrize("name", ["summary.csv", "endings.png", "refusals.zh.png"])
@pytest.mark.parametrize("how", [(), ("--fresh",)])
def test_a_file_of_another_under_a_name_of_ours_is_not_overwritten(nmsim: Nmsim, name: str, how: tuple[str, ...]) -> None:
    Path("results/t").mkdir(parents=True)
    Path("results/t", name).write_text("mine, and dear to me")
    result = nmsim("run", "t.toml", *how)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert f"results/t/{name}: is there already and was not written by nmsim" in result.stderr
    assert Path("results/t", name).read_text() == "mine, and dear to me"
    assert not parts()


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:900])


def changed(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"0.5", b"0.6") + b"\n")


@pytest.mark.parametrize("name", ["summary.csv", "endings.png", "endings.zh.png"])
@pytest.mark.parametrize("harm", [emptied, cut_short, changed, Path.unlink])
def test_what_is_missing_or_damaged_is_made_again_from_the_rows(nmsim: Nmsim, name: str, harm: Callable[[Path], object]) -> None:
    run(nmsim)
    before = in_git(Path("results/t"))
    harm(Path("results/t", name))
    again = run(nmsim)
    assert (again["state"], again["played"], again["made"]) == ("made again", 0, [name])
    assert in_git(Path("results/t")) == before
    assert run(nmsim)["state"] == "finished before"


RECORDS = [
    ({"asked": {"blocks": "many"}}, "asked.blocks"),
    ({"asked": {"blocks": 0}}, "asked.blocks"),
    ({"asked": {"arms": {}}}, "asked.arms"),
    ({"asked": {"design": "Match"}}, "asked.design"),
    ({"asked": {"seed": None}}, "asked.seed"),
    ({"asked": {"start": ["99x"]}}, "99x"),
    ({"told": {"charts": "endings"}}, "told.charts"),
    ({"told": {"against": {"open": "x", "mixed": 0}}}, "told.against"),
    ({"told": {"labels": {}}}, "arms differ"),
    ({"content_hash": "0000"}, "content_hash"),
    ({"files": ["summary.csv"]}, "files"),
    ({"format": 3}, "format"),
]


@pytest.mark.parametrize(("change", "named"), RECORDS, ids=lambda value: str(value))
def test_a_broken_record_is_told_in_clear_lines_and_made_again(nmsim: Nmsim, change: dict[str, object], named: str) -> None:
    run(nmsim)
    before = in_git(Path("results/t"))
    path = Path("results/t/run.json")
    record = json.loads(path.read_text(encoding="utf-8"))
    for key, value in change.items():
        record[key] = {**record[key], **value} if isinstance(value, dict) else value
    path.write_text(json.dumps(record), encoding="utf-8")
    result = nmsim("replay", "results/t", "--arm", "open", "--wall", "1")
    assert (result.exit_code, named in result.stderr, "run.json" in result.stderr) == (2, True, True), result.stderr
    result = nmsim("run", "t.toml", "--json")
    assert (named in result.stderr, "it is now run.json.damaged" in result.stderr) == (True, True), result.stderr
    assert (json.loads(result.stdout)["played"], Path("results/t/run.json.damaged").exists()) == (0, True)
    assert {name: data for name, data in in_git(Path("results/t")).items() if name != "run.json.damaged"} == before


@pytest.mark.parametrize("spoil", ["", "[" * 100_000, "null", "[]"], ids=["empty", "deep", "null", "list"])
def test_a_record_that_is_none_is_made_again_from_the_rows_and_never_a_traceback(nmsim: Nmsim, spoil: str) -> None:
    run(nmsim)
    Path("results/t/run.json").write_text(spoil, encoding="utf-8")
    assert len(store.load("results/t", "wall")) == HANDS
    assert run(nmsim)["played"] == 0


@pytest.mark.parametrize(
    ("key", "value"),
    [("hands", {"open": 1}), ("walls", -1), ("policies", [[]]), ("command", 3), ("software", "x"), ("software", {}), ("selftest", [])],
)
def test_what_a_record_says_beside_is_made_again_too(nmsim: Nmsim, key: str, value: object) -> None:
    run(nmsim)
    path = Path("results/t/run.json")
    before = path.read_text(encoding="utf-8")
    path.write_text(json.dumps(json.loads(before) | {key: value}), encoding="utf-8")
    run(nmsim)
    assert path.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("told", [-1, {"against": -1}, {"labels": {"open": 2.5}}, {"labels": {"open": {"en": {}}}}])
def test_words_of_a_record_that_cannot_be_are_not_read_with_the_rows(nmsim: Nmsim, told: object) -> None:
    run(nmsim)
    path = Path("results/t/run.json")
    record = json.loads(path.read_text(encoding="utf-8"))
    record["told"] = {**record["told"], **told} if isinstance(told, dict) else told
    path.write_text(json.dumps(record), encoding="utf-8")
    assert len(store.load("results/t", labels=True)) == HANDS


def test_fresh_removes_nothing_before_it_is_sure(nmsim: Nmsim) -> None:
    run(nmsim)
    run(nmsim, "--seed", "2", "--out", "other")
    part, stranger = (next(Path(folder, "data").glob("*.parquet")) for folder in ("results/t", "other"))
    shutil.copy(stranger, "results/t/data/old seed.parquet")
    before = in_git(Path("results/t"))
    result = nmsim("run", "t.toml", "--fresh")
    assert (result.exit_code, "old seed.parquet: is a part of a run under another name" in result.stderr) == (2, True), result.stderr
    assert (in_git(Path("results/t")), part.exists()) == (before, True)
    Path("results/t/data/old seed.parquet").unlink()
    shutil.copy(stranger, "results/t/data")
    result = nmsim("run", "t.toml")
    assert (result.exit_code, f"{stranger.name}: is of another run" in result.stderr) == (2, True), result.stderr
    assert run(nmsim, "--fresh")["state"] == "played"


def test_only_unfinished_parts_are_cleared_away(nmsim: Nmsim) -> None:
    run(nmsim)
    mine = Path("results/t/data/.blocks_mynotes")
    mine.write_text("hi", encoding="utf-8")
    left = next(Path("results/t/data").glob("*.parquet"))
    left = left.with_name(f".{left.name}.12345")
    left.write_bytes(b"x")
    run(nmsim)
    assert (mine.exists(), left.exists()) == (True, False)


def test_a_folder_where_a_file_should_be_is_told_before_play(nmsim: Nmsim) -> None:
    Path("results/t/summary.csv").mkdir(parents=True)
    result = nmsim("run", "t.toml")
    assert (result.exit_code, "summary.csv: is there already" in result.stderr, Path("results/t/data").exists()) == (2, True, False)


def test_a_link_that_leads_nowhere_is_no_folder(nmsim: Nmsim) -> None:
    Path("away").symlink_to("nowhere")
    result = nmsim("run", "t.toml", "--out", "away")
    assert (result.exit_code, "away: is a link that leads nowhere" in result.stderr) == (2, True)


def test_a_finished_run_is_told_from_a_folder_that_can_only_be_read(nmsim: Nmsim, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*where: object) -> None:
        raise InputError("cannot be written")

    run(nmsim)
    monkeypatch.setattr("nmsim.runner.make_folder", refuse)
    assert run(nmsim)["state"] == "finished before"
    Path("results/t/summary.csv").unlink()
    monkeypatch.setattr(sys.modules["nmsim.stats.summary"], "write_whole", lambda *given: Path("/proc/none").touch())
    before = in_git(Path("results/t"))
    for _ in parts():
        for more in ((), ("--fresh",)):
            result = nmsim("run", "t.toml", *more)
            assert (result.exit_code, result.stderr) == (2, "nmsim: cannot be written\n")
        parts()[0].unlink()
    assert in_git(Path("results/t")) == before


def test_fresh_sets_aside_what_is_not_a_record(nmsim: Nmsim) -> None:
    Path("results/t").mkdir(parents=True)
    Path("results/t/run.json").write_text("<<<<<<< HEAD", encoding="utf-8")
    assert run(nmsim, "--fresh")["state"] == "played"
    assert Path("results/t/run.json.damaged").read_text(encoding="utf-8") == "<<<<<<< HEAD"


def test_charts_can_be_left_out_and_drawn_later(nmsim: Nmsim) -> None:
    run(nmsim, "--no-charts")
    assert sorted(in_git(Path("results/t"))) == ["run.json", "summary.csv"]
    assert run(nmsim, "--no-charts")["state"] == "finished before"
    assert run(nmsim, "--charts", "cost")["made"] == ["cost.png", "cost.zh.png"]
    assert run(nmsim)["made"] == ["endings.png", "endings.zh.png"]
    assert run(nmsim)["state"] == "finished before"
    whole = run(nmsim, "--out", "whole")
    assert whole["state"] == "played"
    assert all(in_git(Path("results/t"))[name] == data for name, data in in_git(Path("whole")).items() if name != "run.json")
    result = nmsim("run", "t.toml", "--charts", "cots", "--charts", "cost,endins")
    assert (result.exit_code, result.stderr.count("did you mean")) == (2, 2)
    assert nmsim("run", "t.toml", "--charts", "cost", "--no-charts").exit_code == 2


def test_nothing_is_said_about_stages_where_nobody_watches(nmsim: Nmsim) -> None:
    result = nmsim("run", "t.toml")
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_notebooks_backend_for_charts_does_no_harm(nmsim: Nmsim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    command = [sys.executable, "-m", "tests.end_to_end.standin", "0", "run", "t.toml"]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert Path("results/t/endings.png").exists()


@pytest.mark.parametrize(("change", "named"), [(("--seed", 8), "seed 7, not 8"), (("--hands", 100), "blocks 700, not 100")])
def test_another_run_is_not_overwritten_unless_asked(nmsim: Nmsim, change: tuple[object, ...], named: str) -> None:
    run(nmsim)
    before = in_git(Path("results/t"))
    result = nmsim("run", "t.toml", *change)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert named in result.stderr
    assert "--fresh" in result.stderr
    assert in_git(Path("results/t")) == before
    assert run(nmsim, *change, "--fresh")["state"] == "played"


def test_rows_of_another_engine_are_never_mixed_in(nmsim: Nmsim, monkeypatch: pytest.MonkeyPatch) -> None:
    run(nmsim)
    parts()[0].unlink()
    monkeypatch.setattr("nmsim.engine.kernel.source_digest", lambda: "another")
    result = nmsim("run", "t.toml")
    assert (result.exit_code, "another version of the engine" in result.stderr) == (2, True)
    assert run(nmsim, "--fresh")["state"] == "played"


def test_changed_words_are_recorded_without_playing_again(nmsim: Nmsim) -> None:
    first = run(nmsim)
    path = Path("t.toml")
    path.write_text(path.read_text(encoding="utf-8").replace("A test", "Another title"), encoding="utf-8")
    again = run(nmsim)
    assert (again["played"], again["content_hash"]) == (0, first["content_hash"])
    assert "Another title" in Path("results/t/run.json").read_text(encoding="utf-8")


def test_fresh_removes_only_what_runs_leave(nmsim: Nmsim) -> None:
    run(nmsim)
    Path("results/t/notes.txt").write_text("mine")
    Path("results/t/mine.png").write_bytes(b"mine")
    run(nmsim, "--fresh")
    assert Path("results/t/notes.txt").read_text() == "mine"
    assert Path("results/t/mine.png").read_bytes() == b"mine"


def test_a_run_of_one_hand_is_counted_and_drawn(nmsim: Nmsim) -> None:
    path = Path("t.toml")
    path.write_text(
        path.read_text(encoding="utf-8").replace('"endings"', '"refusals", "cost", "winning_tiles", "strategies"'), encoding="utf-8"
    )
    assert run(nmsim, "--hands", 1)["hands"] == 5


def test_the_numbers_are_printed_in_either_language(nmsim: Nmsim) -> None:
    english, chinese = nmsim("run", "t.toml"), nmsim("run", "t.toml", "--lang", "zh")
    assert "Does it run?" in english.stdout
    assert "能跑吗？" in chinese.stdout
    assert "同一批牌上的差" in chinese.stdout
