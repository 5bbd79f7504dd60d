"""Frames that speak: names for codes, one row a seat, the statistics of any frame, and refusals of those that would mislead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import nmsim
from nmsim.errors import InputError
from nmsim.experiment import make_experiment
from nmsim.frames import Shape, column_faults, columns_to_read, run_info, with_codes, with_info
from nmsim.outcomes import COLUMN_NAMES, SEATS
from nmsim.record import asked, told
from nmsim.stats import pick, summary_text
from nmsim.words import speaking
from tests.unit.synthetic import synthetic_hands

ASKED = make_experiment(
    {
        "title": {"en": "Duel", "zh": "对决"},
        "question": {"en": "Who?", "zh": "谁？"},
        "seed": 1,
        "walls": 60,
        "arms": [
            {"name": "z_two", "label": {"en": "two each", "zh": "各2家"}, "seats": ["legal", "shape", "legal", "shape"]},
            {"name": "a_four", "label": {"en": "four", "zh": "4家"}, "seats": ["shape"] * 4},
        ],
    },
    "duel",
)


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Two arms on the same walls: legal and shape, then shape alone."""
    parts = [synthetic_hands(60, seed=1, rotations=6, policies=2), synthetic_hands(60, seed=2, arm=1, rotations=6)]
    rows = pd.concat(parts, ignore_index=True)[list(COLUMN_NAMES)].astype("int64")
    return with_info(rows, run_info(asked(ASKED, 60), told(ASKED)))


def test_names_stand_for_codes_in_the_language_spoken(frame: pd.DataFrame) -> None:
    with speaking("zh"):
        said = nmsim.with_labels(frame)
    assert list(said["arm"].cat.categories) == ["各2家", "4家"]
    assert set(said["ending"]) <= {"黄庄", "自摸", "点炮胡", "抢杠胡", "四杠流局"}
    assert (said["ending"] == "自摸").sum() == (frame["ending"] == 1).sum()
    assert said["winning_tile"].isna().sum() == (frame["winning_tile"] == -1).sum()
    east = said["winning_tile"] == "东"
    assert (frame.loc[east, "winning_tile"] == 27).all()
    assert str(said["wait_3"].dtype) == "category" and set(said["wait_3"].cat.categories) >= {"两面", "坎张", "对倒"}
    second = said[said["arm"] == "4家"]
    assert set(second["policy_0"]) == {"只看牌型"}  # number 0 there, number 1 in the first arm
    assert ((said["policy_2"] == "看条件") == ((frame["policy_2"] == 0) & (frame["arm"] == 0))).all()
    assert set(nmsim.with_labels(said, "en")["policy_0"]) <= {"legal", "shape"}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_names_become_the_same_numbers_again(frame: pd.DataFrame, lang: Any) -> None:
    pd.testing.assert_frame_equal(with_codes(nmsim.with_labels(frame, lang)), frame)


def test_numbers_are_the_default_and_whole(frame: pd.DataFrame) -> None:
    made = nmsim.simulate(walls=3).to_pandas()
    assert (made.dtypes == "int64").all()
    assert made.attrs["nmsim"]["arms"][0]["policies"] == ["legal"]
    assert (frame.dtypes == "int64").all()


def test_one_row_a_seat(frame: pd.DataFrame) -> None:
    seats = nmsim.seat_rows(frame)
    assert len(seats) == SEATS * len(frame)
    assert list(seats["seat"][:8]) == [0, 1, 2, 3] * 2
    assert not [name for name in seats if str(name).endswith(("_0", "_1", "_2", "_3"))]
    hand = frame.iloc[5]
    four = seats[20:24]
    for name in ("points", "policy", "wait", "ready_legal"):
        assert list(four[name]) == [hand[f"{name}_{seat}"] for seat in range(SEATS)]
    assert list(four["won"]) == [hand["winners"] >> seat & 1 for seat in range(SEATS)]
    assert (four[["wall", "fan"]] == hand[["wall", "fan"]]).all(axis=None)
    with speaking("en"):
        assert set(nmsim.with_labels(seats)["policy"]) == {"legal", "shape"}


def test_a_lone_player_has_the_only_row() -> None:
    alone = nmsim.simulate(seats=["legal"] * 4, walls=5, players=1, deal="private").to_pandas(by="seat")
    assert len(alone) == 5 and set(alone["seat"]) == {0}


def test_columns_are_named_as_the_frame_has_them() -> None:
    assert columns_to_read(Shape(columns=["policy", "won", "seat", "fan"], labels=True, by="seat")) == [
        *(f"policy_{seat}" for seat in range(SEATS)),
        "winners",
        "fan",
        "arm",
    ]
    assert columns_to_read(Shape(columns=["fan", "policy_1"])) == ["fan", "policy_1"]
    assert columns_to_read(Shape(columns=["seat"], by="seat")) == ["arm"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"by": "player"}, 'by: "player" is not allowed'),
        ({"labels": "yes"}, 'labels: "yes" should be true or false'),
        ({"partial": "x"}, 'partial: "x" should be true or false'),
        ({"columns": 1}, "columns: 1 should be a list"),
        ({"columns": b"fan"}, "columns: b'fan' should be a list"),
        ({"columns": []}, "columns: is empty"),
        ({"columns": ["fan", 1]}, r"columns\.1: 1 should be text"),
        ({"columns": "fna"}, 'unknown column "fna", did you mean "fan"'),
    ],
)
def test_what_a_frame_is_to_be_is_checked(given: Any, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said):
        nmsim.load(tmp_path, **given)
    if not {"columns", "partial"} & set(given):
        with pytest.raises(InputError, match=said):
            nmsim.simulate(walls=1).to_pandas(**given)


def test_a_summary_needs_no_order_and_no_numbers(frame: pd.DataFrame) -> None:
    counted = summary_text(nmsim.summarize(frame))
    assert summary_text(nmsim.summarize(nmsim.with_labels(frame, "zh"))) == counted
    assert summary_text(nmsim.summarize(frame.sample(frac=1, random_state=1))) == counted
    assert "a_four - z_two" in counted and "policy:legal - shape" in counted


def test_some_of_the_rows_are_summarized_as_what_they_are(frame: pd.DataFrame) -> None:
    whole, some = nmsim.summarize(frame), nmsim.summarize(frame[frame["wall"] < 50])
    (one,) = pick(some, "win", "z_two").itertuples()
    assert (one.n, one.blocks) == (300, 50)
    assert one.estimate == pytest.approx((frame.query("arm == 0 and wall < 50")["winner"] >= 0).mean())
    assert one.hi - one.lo > pick(whole, "win", "z_two").eval("hi - lo").iloc[0]
    assert pick(whole, "lacking_suit", "z_two")["exact"].notna().all()
    assert pick(some, "lacking_suit", "z_two")["exact"].isna().all()  # known for all hands dealt only
    won = nmsim.summarize(frame[frame["winner"] >= 0], comparisons=[])
    assert set(pick(won, "win")["estimate"]) == {1.0}
    assert "a_four - z_two" not in set(won["arm"])
    assert set(nmsim.summarize(frame[frame["arm"] == 1])["arm"]) == {"a_four"}


def test_frames_of_two_simulations_are_compared_by_names_that_are_given() -> None:
    both = pd.concat([synthetic_hands(40, seed=1), synthetic_hands(40, seed=2, arm=1)])
    counted = nmsim.summarize(both, arms=["old", "new"], policies=[["legal"], ["shape"]])
    assert "new - old" in set(counted["arm"]) and "policy:shape" in set(counted["group"])
    assert "arm 1 - arm 0" in set(nmsim.summarize(both)["arm"])


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda frame: frame.to_numpy(), "frame: ndarray is given"),
        (lambda frame: frame.iloc[:0], "frame: has no rows"),
        (nmsim.seat_rows, "frame: has one row a seat"),
        (lambda frame: frame.drop(columns=["points_0", "fan"]), "frame: lacks columns that statistics need: fan, points_0;"),
        (lambda frame: pd.concat([nmsim.with_labels(frame), nmsim.with_labels(frame).set_axis(frame.columns, axis=1)]), "more than once"),
        (lambda frame: pd.concat([nmsim.with_labels(frame), nmsim.with_labels(synthetic_hands(5))]), "no longer what they stand for"),
        (lambda frame: nmsim.with_labels(frame).assign(ending="soon"), 'column ending holds "soon"'),
        (lambda frame: frame.assign(ending=99), r"column ending holds 99, which no hand can have \(\d+ rows\)"),
        (lambda frame: frame.assign(winner=9), "column winner holds 9"),
        (lambda frame: frame.assign(fan=-5), "column fan holds -5"),
        (lambda frame: frame.assign(fan=0.5), "column fan holds 0.5"),
        (lambda frame: frame.assign(wall=-1 - frame["wall"]), "column wall holds -"),
        (lambda frame: frame.assign(wait_2=8), "column wait_2 holds 8"),
        (lambda frame: frame[["arm", "fan"]], "match, hand and 1"),
        (lambda frame: pd.concat([frame, frame.head(3)]), "frame: 3 hands stand in it more than once"),
        (lambda frame: frame[(frame["arm"] == 0) | (frame["wall"] > 3)], "arms a_four and z_two were not kept on the same walls"),
    ],
)
def test_frames_that_would_mislead_are_refused(frame: pd.DataFrame, spoil: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        nmsim.summarize(spoil(frame))


@pytest.mark.parametrize("given", [None, 1, "x", [], {}, nmsim.make_rules()])
@pytest.mark.parametrize("ask", [nmsim.seat_rows, nmsim.with_labels, nmsim.summarize])
def test_what_is_no_frame_is_said_to_be_none(ask: Any, given: Any) -> None:
    with pytest.raises(InputError, match=f"frame: {type(given).__name__} is given"):
        ask(given)


@pytest.mark.parametrize(
    ("change", "lang", "said"),
    [
        ({}, "cn", 'unknown language "cn"'),
        ({"ending": 99}, "en", "column ending holds 99"),
        ({"policy_0": 9}, "zh", "用到打法编号9，却只给了"),
        ({"winning_tile": 34}, "en", "column winning_tile holds 34"),
    ],
)
def test_codes_that_stand_for_nothing_get_no_names(frame: pd.DataFrame, change: Any, lang: Any, said: str) -> None:
    with speaking("zh" if lang == "zh" else "en"), pytest.raises(InputError, match=said):
        nmsim.with_labels(frame.assign(**change), lang)


def test_arms_that_were_numbered_anew_are_not_taken_for_others() -> None:
    """The frames carry the same, of arm 0 alone, so that pandas keeps it; arm 1 must not be lost."""
    one, two = (nmsim.simulate(rules, walls=40).to_pandas() for rules in ("strict", "open"))
    both = pd.concat([one, two.assign(arm=1)])
    assert both.attrs
    assert set(pick(nmsim.summarize(both), "win")["arm"]) == {"arm 0", "arm 1"}
    assert list(nmsim.with_labels(both)["arm"].cat.categories) == ["arm 0", "arm 1"]


def test_rows_of_seats_stay_as_they_are_and_none_are_none(frame: pd.DataFrame) -> None:
    seats = nmsim.seat_rows(frame)
    assert nmsim.seat_rows(seats) is seats
    assert len(nmsim.seat_rows(frame.iloc[:0])) == 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"comparisons": [(0, 2)]}, r"comparisons: \(0, 2\) is not allowed \(needs two different positions among 2 arms, from 0\)"),
        ({"comparisons": [(1, 1)]}, r"comparisons: \(1, 1\)"),
        ({"comparisons": [(0.0, 1)]}, r"comparisons\.0\.0: 0\.0 should be a whole number"),
        ({"comparisons": np.array([[0, True]], object)}, r"comparisons\.0\.1: true should be a whole number"),
        ({"comparisons": [(0,)]}, r"comparisons: \(0,\) is not allowed"),
        ({"players": 3}, "players: 3 is not allowed"),
        ({"players": 1.0}, "players: 1.0 should be a whole number"),
        ({"players": True}, "players: true should be a whole number"),
        ({"fair_deal": "x"}, 'fair_deal: "x" should be true or false'),
        ({"arms": [1]}, r"arms\.0: 1 should be text"),
        ({"arms": "ab"}, 'arms: "ab" should be a list'),
        ({"arms": [None, None]}, r"arms\.0: None should be text"),
        ({"arms": ["a", "a"]}, 'arms: the name "a" stands twice'),
        ({"policies": [1]}, r"policies\.0: 1 should be a list"),
        ({"policies": "a"}, 'policies: "a" should be a list'),
        ({"policies": ["a"]}, r'policies\.0: "a" should be a list'),
        ({"policies": [["a", "a"], ["b"]]}, r'policies\.0: the name "a" stands twice'),
        ({"level": 95}, "level: 95 is not allowed"),
    ],
)
def test_settings_that_cannot_be_are_refused(frame: pd.DataFrame, given: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        nmsim.summarize(frame, **given)


def test_names_that_do_not_fit_are_refused(frame: pd.DataFrame) -> None:
    with pytest.raises(InputError, match=r"arms: 1 names are given, the frame has arms 0, 1"):
        nmsim.summarize(frame, arms=["only"])
    with pytest.raises(InputError, match="policies: arm z_two has policy 1 and 1 names are given"):
        nmsim.summarize(frame, policies=[["legal"], ["shape"]])


def test_a_run_is_loaded_with_names_and_by_seat(tmp_path: Path) -> None:
    from nmsim.cli import main

    file = tmp_path / "two.toml"
    file.write_text(
        'title = { en = "t", zh = "题" }\nquestion = { en = "q", zh = "问" }\nwalls = 4\nseed = 1\n'
        'headline = "turns"\ncharts = ["endings"]\n'
        'seats = ["legal", "shape", "legal", "shape"]\n'
        '[[arms]]\nname = "z"\nlabel = { en = "last", zh = "末" }\n[[arms]]\nname = "a"\nlabel = { en = "first", zh = "先" }\n',
        encoding="utf-8",
    )
    with pytest.raises(SystemExit) as ended:
        main(["run", str(file), "--out", str(tmp_path / "out"), "--jobs", "1"])
    assert ended.value.code == 0
    said = nmsim.load(tmp_path / "out", columns=["arm", "policy_1"], labels=True)
    assert list(said["arm"].cat.categories) == ["last", "first"]  # in the order of the experiment
    assert set(said["policy_1"]) == {"legal", "shape"}
    seats = nmsim.load(tmp_path / "out", columns=["policy", "points"], by="seat")
    assert list(seats) == ["seat", "policy", "points"] and (seats.dtypes == np.int64).all()
    assert seats["points"].sum() == 0
    counted = nmsim.summarize(nmsim.load(tmp_path / "out"))
    assert summary_text(counted) == (tmp_path / "out" / "summary.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"columns": "points_0", "by": "seat"}, 'unknown column "points_0": with by="seat" it is points, in one row a seat'),
        ({"columns": "polcy", "by": "seat"}, 'unknown column "polcy", did you mean "policy"?'),
        ({"columns": "wn", "by": "seat"}, 'did you mean "won"?'),
        ({"columns": "won"}, 'unknown column "won": it is there with by="seat" only'),
        ({"columns": "points"}, 'it is kept for each seat, as points_0 to points_3, or as points with by="seat"'),
        ({"columns": "polcy_1"}, 'unknown column "polcy_1", did you mean "policy_1"?'),
    ],
)
def test_a_column_that_is_not_there_is_told_with_its_name_by_hand_or_seat(asked: dict[str, Any], said: str) -> None:
    (found,) = column_faults(Shape(**asked))
    assert said in found


def test_a_column_of_some_seats_only_cannot_be_laid_out_by_seat() -> None:
    frame = nmsim.simulate(walls=1).to_pandas()
    for some in (["wall", "points_0", "points_1"], ["wall", "points_2", "points_3"]):
        with pytest.raises(nmsim.InputError, match="frame: has a column of some seats and lacks it of others: points_"):
            nmsim.seat_rows(frame[some])
    assert "points_1" not in nmsim.seat_rows(nmsim.simulate(walls=1, players=1, deal="private").to_pandas()[["wall", "points_0"]])
