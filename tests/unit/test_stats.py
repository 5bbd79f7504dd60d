"""Statistics over hands: right numbers, the same to the byte for any chunking, refusals in words."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.proportion import proportion_confint

from nmsim.errors import InputError
from nmsim.frames import summarize
from nmsim.outcomes import COLUMN_NAMES, SEATS
from nmsim.stats import (
    HEADLINE,
    STATISTICS,
    Accumulator,
    format_estimate,
    format_share,
    headline_estimate,
    headline_table,
    pick,
    read_summary,
    statistic,
    summary,
    summary_table,
    summary_text,
    write_summary,
)
from nmsim.stats import accumulate as accumulate_module
from nmsim.stats.labels import LABELS
from nmsim.stats.measures import MEASURES, Hands
from nmsim.stats.text import reference_table
from tests.chinese import english_sentences
from tests.unit.synthetic import synthetic_hands
from tests.unit.worlds import conditions_world, duel_world


def one(frame: pd.DataFrame, name: str, group: str = "all", arm: str = "base") -> Any:
    """The single row of a statistic."""
    (row,) = pick(frame, name, arm, group).itertuples(index=False)
    return row


@pytest.fixture(scope="module")
def hands() -> pd.DataFrame:
    return synthetic_hands(500, seed=3, rotations=4, policies=2)


@pytest.fixture(scope="module")
def counted(hands: pd.DataFrame) -> pd.DataFrame:
    return summarize(hands, policies=[["legal", "shape"]], fair_deal=True)


def test_rates_are_those_counted_by_hand(hands: pd.DataFrame, counted: pd.DataFrame) -> None:
    assert one(counted, "win").estimate == pytest.approx((hands["winner"] >= 0).mean())
    assert one(counted, "draw").estimate == pytest.approx((hands["ending"] == 0).mean())
    assert one(counted, "turns").estimate == pytest.approx(hands["turns"].mean())
    wins_at_2 = (hands["winner"] == 2).mean()
    assert one(counted, "seat_win", "seat:2").estimate == pytest.approx(wins_at_2)
    assert one(counted, "deal_in", "seat:1").estimate == pytest.approx((hands["discarder"] == 1).mean())
    assert one(counted, "points", "seat:3").estimate == pytest.approx(hands["points_3"].astype(float).mean())
    assert one(counted, "seat_win", "role:dealer").estimate == pytest.approx((hands["winner"] == hands["dealer"]).mean())


def test_policies_are_told_apart_by_their_seats(hands: pd.DataFrame, counted: pd.DataFrame) -> None:
    followed = np.stack([hands[f"policy_{seat}"] for seat in range(SEATS)], axis=1) == 1
    won = np.stack([hands["winner"] == seat for seat in range(SEATS)], axis=1)
    row = one(counted, "seat_win", "policy:shape")
    assert row.n == followed.sum()
    assert row.estimate == pytest.approx(won[followed].mean())


def test_the_headline_counts_seats_events_and_losers_apart(hands: pd.DataFrame, counted: pd.DataFrame) -> None:
    own = np.stack([hands[f"refused_own_suit_{seat}"] for seat in range(SEATS)], axis=1).astype(int)
    other = np.stack([hands[f"refused_other_suit_{seat}"] for seat in range(SEATS)], axis=1).astype(int)
    complete = np.stack([hands[f"completions_{seat}"] for seat in range(SEATS)], axis=1) > 0
    won = np.stack([hands["winner"] == seat for seat in range(SEATS)], axis=1)
    assert one(counted, "refused_suit_own_share").estimate == pytest.approx((own > 0).mean())
    assert one(counted, "refused_suit_any_share").estimate == pytest.approx((own + other > 0).mean())
    assert one(counted, "refused_suit_other_per_100").estimate == pytest.approx(100 * other.sum() / len(hands))
    refused = own + other > 0
    assert one(counted, "refused_suit_any_of_complete").estimate == pytest.approx(refused.sum() / complete.sum())
    assert one(counted, "refused_suit_any_of_complete").n == complete.sum()
    assert one(counted, "refused_suit_any_of_hands").estimate == pytest.approx(refused.any(axis=1).mean())
    assert one(counted, "refused_suit_own_of_hands").estimate == pytest.approx((own > 0).any(axis=1).mean())
    lost = refused & ~won
    assert one(counted, "refused_suit_any_lost_share").estimate == pytest.approx(lost.sum() / complete.sum())
    assert one(counted, "complete_never_won").estimate == pytest.approx((complete & ~won).sum() / complete.sum())


def test_deals_stand_beside_their_exact_values(hands: pd.DataFrame, counted: pd.DataFrame) -> None:
    assert one(counted, "lacking_suit").exact == pytest.approx(0.0440126846, abs=5e-11)
    assert one(counted, "no_terminal").exact == pytest.approx(0.0702314528, abs=5e-11)
    given = summarize(hands, policies=[["legal", "shape"]], fair_deal=False)
    assert math.isnan(one(given, "lacking_suit").exact)


def test_intervals_count_walls_not_hands() -> None:
    """Four rotations that repeat the same hand are one observation, so the interval is that of one rotation."""
    single = synthetic_hands(400, seed=4)
    repeated = pd.DataFrame(np.repeat(single.to_numpy(), 4, axis=0), columns=single.columns)
    repeated["rotation"] = np.tile(range(4), len(single))
    once, four = (one(summarize(frame), "win") for frame in (single, repeated))
    assert (four.estimate, four.lo, four.hi) == pytest.approx((once.estimate, once.lo, once.hi), rel=1e-9)
    assert (four.n, four.blocks) == (1600, 400)
    assert four.hi - four.lo > 1.9 * np.subtract(*reversed(proportion_confint(four.estimate * 1600, 1600, 0.05, "wilson")))


def test_matches_are_blocks() -> None:
    frame = synthetic_hands(480, seed=5, hands_per_match=8)
    assert one(summarize(frame), "win").blocks == 60


def test_the_rows_of_a_summary_do_not_depend_on_what_occurred() -> None:
    """A level that is told only if it was seen would be told with limits that leave out the truth."""
    few, many = (summarize(synthetic_hands(hands, seed=22)) for hands in (5, 300))
    assert few[["statistic", "arm", "group"]].equals(many[["statistic", "arm", "group"]])
    assert (few["estimate"] > 0).sum() < (many["estimate"] > 0).sum()


def test_shares_of_a_distribution_sum_to_one(counted: pd.DataFrame) -> None:
    for name in (
        "fan_share",
        "second_half",
        "winning_tile",
        "discard_tile",
        "suits_dealt",
        "start_shape",
        "start_legal",
        "wait",
        "legal_winners",
    ):
        assert pick(counted, name, "base", None)["estimate"].sum() == pytest.approx(1), name


def test_every_interval_holds_its_estimate_and_shares_stay_in_range(counted: pd.DataFrame) -> None:
    known = counted[counted["lo"].notna()]
    assert (known["lo"] <= known["estimate"] + 1e-12).all()
    assert (known["estimate"] <= known["hi"] + 1e-12).all()
    shares = known[(known["unit"] == "share") & ~known["statistic"].str.endswith("_difference")]
    assert shares["lo"].min() >= 0
    assert shares["hi"].max() <= 1


@pytest.mark.parametrize("pieces", [1, 7, 64, 333])
def test_any_chunking_gives_the_same_bytes(hands: pd.DataFrame, counted: pd.DataFrame, pieces: int) -> None:
    accumulator = Accumulator(["base"], [["legal", "shape"]])
    for chunk in np.array_split(np.arange(len(hands)), pieces):
        accumulator.add("base", hands.iloc[chunk])
    assert summary_text(summary(accumulator)) == summary_text(counted)


def test_frames_matrices_and_column_maps_give_the_same_bytes(hands: pd.DataFrame, counted: pd.DataFrame) -> None:
    matrix = hands[list(COLUMN_NAMES)].to_numpy(dtype=np.int64)
    columns = {name: hands[name].to_numpy() for name in COLUMN_NAMES}
    for form in (matrix, columns):
        accumulator = Accumulator(["base"], [["legal", "shape"]])
        accumulator.add(0, form)
        assert summary_text(summary(accumulator)) == summary_text(counted)


def test_arms_may_take_turns_in_any_way(monkeypatch: pytest.MonkeyPatch) -> None:
    frames = [synthetic_hands(300, seed=6), synthetic_hands(300, seed=7, win_rate=0.5)]
    texts = []
    for steps in ([(0, 0, 300), (1, 0, 300)], [(1, 0, 100), (0, 0, 7), (0, 7, 250), (1, 100, 300), (0, 250, 300)]):
        accumulator = Accumulator(["a", "b"], [["legal"], ["legal"]])
        for arm, start, stop in steps:
            accumulator.add(arm, frames[arm].iloc[start:stop])
        texts.append(summary_text(summary(accumulator)))
    monkeypatch.setattr(accumulate_module, "PIECE", 11)
    accumulator = Accumulator(["a", "b"], [["legal"], ["legal"]])
    for arm in (0, 1):
        accumulator.add(arm, frames[arm])
    texts.append(summary_text(summary(accumulator)))
    assert len(set(texts)) == 1


def test_a_summary_in_the_middle_changes_nothing(hands: pd.DataFrame, counted: pd.DataFrame) -> None:
    accumulator = Accumulator(["base"], [["legal", "shape"]])
    accumulator.add(0, hands.iloc[:901])
    assert one(summary(accumulator), "win").n == 901
    accumulator.add(0, hands.iloc[901:])
    assert summary_text(summary(accumulator)) == summary_text(counted)


def test_arms_are_compared_wall_by_wall() -> None:
    base = synthetic_hands(400, seed=8)
    other = base.copy()
    changed = other.index[other["winner"] >= 0][:50]
    other.loc[changed, ["ending", "winner", "winners"]] = [0, -1, 0]
    accumulator = Accumulator(["base", "other"], [["legal"], ["legal"]])
    accumulator.add(0, base)
    accumulator.add(1, other)
    row = one(summary(accumulator), "win_difference", arm="other - base")
    scores = (other["winner"] >= 0).astype(int) - (base["winner"] >= 0).astype(int)
    assert row.estimate == pytest.approx(scores.mean())
    assert row.se == pytest.approx(scores.std(ddof=1) / math.sqrt(400), rel=1e-9)
    apart = one(summary(accumulator), "win", arm="base").se
    assert row.se < 0.6 * math.sqrt(2) * apart


def test_policies_meet_block_by_block(hands: pd.DataFrame, counted: pd.DataFrame) -> None:
    points = np.stack([hands[f"points_{seat}"].astype(float) for seat in range(SEATS)], axis=1)
    first = np.stack([hands[f"policy_{seat}"] for seat in range(SEATS)], axis=1) == 0
    score = (np.where(first, points, 0).sum(axis=1) - np.where(first, 0, points).sum(axis=1)).reshape(500, 4).sum(axis=1) / 8
    row = one(counted, "points_difference", "policy:legal - shape")
    assert row.estimate == pytest.approx(score.mean())
    assert row.se == pytest.approx(score.std(ddof=1) / math.sqrt(500), rel=1e-9)


def test_one_player_is_counted_alone() -> None:
    frame = synthetic_hands(100, seed=9)
    counted = summarize(frame, players=1)
    assert one(counted, "seat_win").n == 100
    assert one(counted, "seat_win").estimate == pytest.approx((frame["winner"] == 0).mean())


def test_points_too_large_for_64_bits_stay_exact() -> None:
    frame = synthetic_hands(64, seed=10).astype({f"points_{seat}": np.int64 for seat in range(SEATS)})
    frame["points_0"] = np.where(np.arange(64) % 2, 2**40, 2**40 + 2)
    row = one(summarize(frame), "points", "seat:0")
    assert row.estimate == 2**40 + 1
    assert row.se == pytest.approx(1 / math.sqrt(63), rel=1e-9)


@pytest.mark.parametrize("size", [1, 2**6, 2**12, 2**24, 2**31, 2**45])
def test_sums_are_exact_whatever_their_size(size: int) -> None:
    """Beside numbers of all smaller sizes, each in the type that happens to hold it."""
    random = np.random.default_rng(size)
    tops = np.array([1, min(size, 9), min(size, 300), size])[:, None]
    counts = random.integers(-tops, tops, (2, 4, 500), endpoint=True) * (random.random((2, 4, 500)) < 0.7)
    a, b = (accumulate_module.table_of(each) for each in counts)
    left, right = counts.astype(object)
    assert list(accumulate_module.sums(a)) == list(left.sum(axis=1))
    assert list(accumulate_module.products(a, b)) == list((left * right).sum(axis=1))
    square = accumulate_module.products(a, a)
    assert list(square) == list((left * left).sum(axis=1))
    assert list(accumulate_module.nonzeros(a, accumulate_module.sums(a), square)) == list(np.count_nonzero(counts[0], axis=1))


@pytest.mark.parametrize("cases", [[3, 3, 3], [3, 0, 4]])
def test_sums_of_powers_are_exact_whatever_their_size(cases: list[int]) -> None:
    """Points of blocks times hands, to the fourth power, pass 2^24, 2^53, 2^62 and more, and are still known to the last digit."""
    for size in (1, 2**24, 2**59):
        duel = accumulate_module.PairTotals(accumulate_module._duels("base", accumulate_module.Layout(["legal"]))[:1])
        side = {"ya": [size, 5, 0], "ma": cases, "yb": [1, 5 * size, 0], "mb": [9, 9, 9]}
        duel.add({name: accumulate_module.table_of(np.array([values])) for name, values in side.items()})
        found = duel.pair(0)
        for powers, moment in found.moments.items():
            assert moment == sum(math.prod(map(pow, block, powers)) for block in zip(*side.values(), strict=True))


def test_sums_of_a_ratio_are_those_of_its_blocks() -> None:
    """Products of up to four of every cell, blocks cut by chunks, against whole numbers block by block."""
    frame = synthetic_hands(400, seed=21).assign(match=lambda each: each["wall"] // 4)
    accumulator = Accumulator(["base"], [["policy 0"]])
    for first in (0, 150, 151):
        accumulator.add(0, frame[first : {0: 150, 150: 151, 151: 400}[first]])
    accumulator.finish()
    (arm,) = accumulator.arms
    counts = arm.layout.count(Hands(frame), np.zeros(arm.layout.size, int)).counts[:, 1:].astype(int)
    blocks = counts.reshape(arm.layout.size, 100, 4).sum(axis=2).astype(object)
    for number, cell in enumerate(arm.layout.cells):
        y, m = blocks[cell.y], blocks[cell.m]
        powers = ((3, 0), (2, 1), (1, 2), (0, 3), (4, 0), (3, 1), (2, 2), (1, 3), (0, 4))
        assert arm.totals.higher(number) == tuple(sum(y**a * m**b) for a, b in powers), cell
        found = arm.totals.ratio(number)
        assert (found.blocks, found.nonzero) == (sum(m > 0), sum(y != 0))
        assert (found.y, found.m, found.yy, found.ym, found.mm) == (sum(y), sum(m), sum(y * y), sum(y * m), sum(m * m))


def test_thin_data_are_refused_in_words() -> None:
    counted = summarize(synthetic_hands(4, seed=11))
    row = one(counted, "turns")
    assert row.method == "thin"
    assert math.isnan(row.lo)
    assert "too few blocks" in summary_table(counted)
    assert "样本太少" in summary_table(counted, "zh")


def test_faults_are_named() -> None:
    frame = synthetic_hands(50, seed=12)
    accumulator = Accumulator(["a", "b"], [["legal"], ["legal"]])
    accumulator.add("a", frame)
    with pytest.raises(ValueError, match="wall order"):
        accumulator.add("a", frame)
    with pytest.raises(ValueError, match="same walls"):
        accumulator.add("b", frame[frame["wall"] != 7])
    with pytest.raises(InputError, match='unknown arm "c"'):
        accumulator.add("c", frame)
    with pytest.raises(InputError, match='unknown column "winner"'):
        Accumulator(["a"], [["legal"]]).add("a", frame.drop(columns="winner"))
    with pytest.raises(InputError, match='did you mean "draw"'):
        statistic("drow")
    with pytest.raises(InputError, match="unknown statistic"):
        pick(summarize(frame), "nothing_like_it")
    with pytest.raises(ValueError, match="shape"):
        Hands(np.zeros((3, 2), dtype=np.int64))


def test_a_summary_survives_its_file(tmp_path: Any, counted: pd.DataFrame) -> None:
    path = tmp_path / "summary.csv"
    write_summary(counted, path)
    again = read_summary(path)
    assert summary_text(again) == summary_text(counted) == path.read_text(encoding="utf-8")
    assert list(again.columns) == list(counted.columns)
    assert not list(tmp_path.glob(".*"))


def test_a_summary_without_label_columns_is_still_read(tmp_path: Path, counted: pd.DataFrame) -> None:
    old = tmp_path / "summary.csv"
    counted.drop(columns=list(LABELS)).to_csv(old, index=False)
    again = read_summary(old)
    assert again[list(LABELS)].equals(counted[list(LABELS)])
    old.write_text(old.read_text(encoding="utf-8").replace("refused_suit_own_share", "a_statistic_of_old"), encoding="utf-8")
    assert set(read_summary(old).query("statistic == 'a_statistic_of_old'")["label_zh"]) == {"a_statistic_of_old"}


def test_rows_carry_the_labels_of_their_arms_and_tables_show_them() -> None:
    accumulator = Accumulator(["a", "b"], [["legal"], ["legal"]])
    frame = synthetic_hands(60, seed=4)
    accumulator.add("a", frame)
    accumulator.add("b", frame)
    counted = summary(accumulator, arm_labels={"a": {"en": "without", "zh": "不要"}, "b": {"en": "with", "zh": "要"}})
    assert dict(counted.groupby("arm")["arm_en"].first()) == {"a": "without", "b": "with", "b - a": "with − without"}
    assert dict(counted.groupby("arm")["arm_zh"].first()) == {"a": "不要", "b": "要", "b - a": "要 − 不要"}
    assert "with − without (b - a)" in summary_table(counted) and "要 − 不要（b - a）" in summary_table(counted, "zh")
    assert set(summarize(frame)["arm_zh"]) == {"base"}


def test_rows_carry_their_words(counted: pd.DataFrame) -> None:
    words = {(row.statistic, row.group): row for row in counted.itertuples()}
    assert words["wait", "edge"].group_zh == "边张"
    assert words["winning_tile", "1m"].group_en == "1m" and words["winning_tile", "1m"].group_zh == "1万"
    assert words["fan_row", "all_pungs"].group_zh == "碰碰胡"
    assert words["start_legal", "never"].group_zh == "无法胡" and words["start_legal", "3"].group_zh == "3"
    assert words["second_half", "both"].group_zh == "两者都有"
    assert words["seat_win", "seat:2"].group_zh == "座位2"
    assert words["points_difference", "policy:legal - shape"].group_zh == "看条件 − 只看牌型"
    assert words["points_difference", "role:dealer - others"].group_en == "dealer − others"
    assert words["points_difference", "role:dealer - others"].label_zh == words["points", "seat:0"].label_zh == "每局得分"
    assert not [zh for column in ("label_zh", "group_zh") for zh in counted[column] if english_sentences(zh)]


@pytest.mark.parametrize(
    ("estimate", "se", "text"),
    [
        (0.2703, 0.0044, "0.2703(44)"),
        (0.27031, 0.00996, "0.270(10)"),
        (12.34, 1.2, "12.3(12)"),
        (1234.6, 56.0, "1235(56)"),
        (-0.5, 0.01, "-0.500(10)"),
        (5, math.nan, "5"),
        (math.nan, 1, "-"),
        (0.125, 0.0, "0.125"),
    ],
)
def test_digits_follow_the_error(estimate: float, se: float, text: str) -> None:
    assert format_estimate(estimate, se) == text


def test_shares_print_as_per_cent() -> None:
    assert format_share(0.2703, 0.0044) == "27.03(44) %"


def test_tables_speak_both_languages_and_start_with_the_headline() -> None:
    counted, _ = conditions_world(200)
    english, chinese = summary_table(counted), summary_table(counted, "zh")
    assert english.startswith("open: complete hands that may not win for a missing suit alone")
    assert "differences on the same walls" in english
    assert chinese.startswith("open：成型却只因缺门不能胡")
    assert " percentage points" in english and "个百分点" in chinese
    assert english.splitlines()[-1].startswith("In brackets: the standard error") and chinese.splitlines()[-1].startswith(
        "括号内是末位数字的标准误"
    )
    assert not english_sentences(chinese)
    assert "per cent" not in headline_table(counted)
    lines = headline_table(counted).splitlines()
    assert len(lines[1]) == len(lines[2])  # columns stand under each other


@pytest.mark.parametrize("walls", [1, 3, 40])
def test_limits_keep_inside_what_is_possible_and_beside_the_estimate(walls: int) -> None:
    counted, _ = duel_world(walls)
    for row in counted[counted["lo"].notna()].itertuples():
        what = STATISTICS[row.statistic.removesuffix("_difference")]
        least, most = (0, 1) if what.kind == "share" else (what.least * what.scale, what.most * what.scale)
        if row.statistic.endswith("_difference"):
            least, most = (-1, 1) if what.kind == "share" else (-math.inf, math.inf)
        assert least <= row.lo <= row.estimate <= row.hi <= most, row
    differs = counted[counted["statistic"].str.endswith("_difference")]
    excluded = (differs["lo"] > 0) | (differs["hi"] < 0)
    assert (differs.loc[differs["lo"].notna(), "p"].notna()).all()
    assert ((differs["p"] < 0.05) == excluded).all()


@pytest.mark.parametrize("walls", [1, 40])
def test_no_estimate_of_the_headline_stands_without_error_and_limits(walls: int) -> None:
    never = {f"refused_own_suit_{seat}": 0 for seat in range(4)}
    counted = summarize(synthetic_hands(walls, seed=3).assign(**never, refused_other_suit_0=2))
    lines = headline_table(counted, "en").splitlines()[2:]
    cells = [cell for line in lines for cell in re.split(r"\s{2,}", line)[-3:]]
    assert len(cells) == 15
    assert all(re.search(r"\(|below| to ", cell) for cell in cells), cells
    assert any("too few blocks" in cell for cell in cells) == (walls == 1)


def test_unseen_events_print_as_a_bound() -> None:
    counted = summarize(synthetic_hands(100, seed=13, win_rate=0.0).assign(ending=0, winner=-1, winners=0))
    assert one(counted, "win").method == "bound"
    assert "below" in summary_table(counted)


def test_the_live_headline_waits_and_then_holds_the_estimate(hands: pd.DataFrame) -> None:
    accumulator = Accumulator(["base"], [["legal"]])
    accumulator.add(0, synthetic_hands(300, seed=14))
    assert math.isnan(headline_estimate(accumulator).interval.lo)
    later = Accumulator(["base"], [["legal"]])
    later.add(0, synthetic_hands(2000, seed=14))
    assert headline_estimate(later).statistic is STATISTICS[HEADLINE]
    found = headline_estimate(later, "refused_suit_any_share")
    assert found.blocks == 1999  # the last wall may still go on
    assert 0 <= found.interval.lo < found.interval.estimate < found.interval.hi <= 1
    fixed = one(summary(later), "refused_suit_any_share")
    assert found.interval.hi - found.interval.lo > fixed.hi - fixed.lo
    with pytest.raises(InputError, match="no overall value"):
        headline_estimate(later, "fan_share")


def test_every_statistic_says_what_it_is() -> None:
    for each in STATISTICS.values():
        assert each.label("en") != each.label("zh") and each.meaning("en") != each.meaning("zh"), each.name
        assert each.formula.count("sum(") == 2
        assert ("level" in each.by) == bool(each.levels), each.name
    used = {measure for each in STATISTICS.values() for measure in (each.numerator, each.denominator)}
    assert used == set(MEASURES)


def test_the_page_on_statistics_lists_what_there_is() -> None:
    page = (Path(__file__).parents[2] / "docs" / "statistics.md").read_text(encoding="utf-8")
    assert page.endswith(reference_table()), "write docs/statistics.md's tables anew: nmsim.stats.text.reference_table()"


def test_duels_are_in_the_summary_of_two_policies() -> None:
    counted, _ = duel_world(60)
    assert set(pick(counted, "seat_win_difference", "base", None)["group"]) == {"policy:legal - shape", "role:dealer - others"}
