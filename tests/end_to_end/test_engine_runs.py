"""Runs with the real engine: however they are carried out, the same rows; and one of them told turn by turn."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nmsim import store
from nmsim.cli import main
from nmsim.engine.kernel import source_digest

EXPERIMENT = """
seed = 11
walls = 24
title = {en = "A test", zh = "测试"}
question = {en = "Is it the same?", zh = "一样吗？"}
charts = ["endings"]
[[arms]]
name = "mixed"
label = {en = "one shape seat", zh = "一家只看牌型"}
seats = ["shape", "legal", "legal", "legal"]
[[arms]]
name = "open"
label = {en = "open", zh = "无条件"}
rules = {preset = "open"}
"""


def call(*words: object) -> Result:
    result = CliRunner().invoke(main, [str(word) for word in words], prog_name="nmsim", catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of the test's experiment."""
    place = tmp_path_factory.mktemp("engine")
    (place / "t.toml").write_text(EXPERIMENT, encoding="utf-8")
    call("run", place / "t.toml", "--out", place / "usual", "--jobs", 1)
    return place / "usual"


@pytest.mark.parametrize(
    "how", [("--jobs", 2, "--block-size", 5), ("--jobs", 2, "--backend", "processes", "--block-size", 7)], ids=["threads", "processes"]
)
def test_workers_of_any_kind_play_the_same_hands(run_folder: Path, how: tuple[object, ...], tmp_path: Path) -> None:
    told = json.loads(call("run", run_folder.parent / "t.toml", "--out", tmp_path, "--json", *how).stdout)
    assert told["content_hash"] == json.loads((run_folder / "run.json").read_text(encoding="utf-8"))["content_hash"]
    assert (tmp_path / "summary.csv").read_bytes() == (run_folder / "summary.csv").read_bytes()


def test_the_record_says_which_self_test_the_engine_passed(run_folder: Path) -> None:
    told = json.loads((run_folder / "run.json").read_text(encoding="utf-8"))["selftest"]
    assert told["engine"] == source_digest()
    assert "deal: lacks a suit" in told["passed"] and told["false_alarms"] == 1e-6


def test_simulate_plays_the_rows_that_a_run_keeps(run_folder: Path) -> None:
    import nmsim

    kept = nmsim.load(run_folder)
    played = nmsim.simulate(rules="strict", seats=["shape", "legal", "legal", "legal"], walls=24, seed=11).to_pandas()
    assert kept[kept["arm"] == 0].equals(played)  # the widened numbers too: fan * 100 cannot overflow


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_any_row_can_be_told_and_tells_the_same_ending(run_folder: Path, lang: str) -> None:
    frame = store.load(run_folder)
    row = frame[(frame["arm"] == 0) & (frame["winner"] >= 0)].iloc[0]
    address = ("--arm", "mixed", "--wall", row["wall"], "--rotation", row["rotation"])
    assert json.loads(call("replay", run_folder, *address, "--json").stdout) == row.to_dict()
    story = call("replay", run_folder, *address, "--lang", lang).stdout
    place = [f"arm 0, wall {row['wall']}, rotation {row['rotation']}, hand 0, seed 11"]
    place.append(f"第0组、第{row['wall']}副牌、第{row['rotation']}种座次、第0局、种子11")
    assert story.splitlines()[0] == place[lang == "zh"]
    assert story.count("\n") > row["turns"]
    assert ("（只看牌型）" if lang == "zh" else "(shape)") in story


def test_a_hand_of_a_match_is_addressed_by_its_wall_or_by_its_number() -> None:
    from nmsim.errors import InputError
    from nmsim.plan import make_plan
    from nmsim.replay import Address, locate

    plan = make_plan("strict", ["legal"] * 4, 1, design="match", hands_per_match=8)
    assert locate(plan, Address(wall=19, match=None, hand=None, rotation=0)) == (2, 3)
    assert locate(plan, Address(wall=None, match=2, hand=3, rotation=0)) == (2, 3)
    assert locate(plan, Address(wall=19, match=2, hand=3, rotation=0), walls=24) == (2, 3)
    wrong = [Address(None, 2, 8, 0), Address(None, None, None, 0), Address(1, None, None, 1), Address(-1, None, None, 0)]
    wrong += [Address(24, None, None, 0), Address(None, 3, 0, 0), Address(19, 2, 4, 0), Address(19, 2, None, 0)]
    for address in wrong:
        with pytest.raises(InputError):
            locate(plan, address, walls=24)


def test_hands_that_a_run_does_not_have_are_refused(run_folder: Path) -> None:
    for address, said in ((("--wall", "24"), "wall: 24 is out of range (0 to 23)"), (("--wall", "3", "--match", "1"), "played alone")):
        result = CliRunner().invoke(main, ["replay", str(run_folder), *address], prog_name="nmsim")
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
        assert said in result.stderr
