"""Planned and other comparisons of a summary: which are which, and verdicts that allow for their number."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.multitest import multipletests

from nmsim.stats import Accumulator, summary, summary_table
from nmsim.stats.verdicts import holm
from tests.unit.synthetic import synthetic_hands


def test_holm_is_that_of_statsmodels_and_leaves_out_what_has_no_p_value() -> None:
    given = np.random.default_rng(3).random(40) ** 6
    expected = multipletests(given, method="holm")[1]
    found = holm([*given[:20], math.nan, *given[20:]])
    assert math.isnan(found.pop(20))
    assert found == pytest.approx(expected)
    assert holm([]) == []


def two_arms(seeds: tuple[int, int], walls: int = 200) -> Accumulator:
    accumulator = Accumulator(["base", "other"], [["legal", "shape"]] * 2)
    for arm, seed in enumerate(seeds):
        accumulator.add(arm, synthetic_hands(walls, seed=seed, rotations=6, policies=2))
    return accumulator


def test_the_headlines_differences_are_the_planned_ones() -> None:
    counted = summary(two_arms((1, 2)), headline="seat_win")
    planned = counted[counted["comparison"] == "planned"]
    assert set(planned["statistic"]) == {"seat_win_difference"}
    assert {(row.arm, row.group) for row in planned.itertuples()} == {
        ("other - base", "all"),
        ("base", "policy:legal - shape"),
        ("other", "policy:legal - shape"),
    }
    differs = counted["statistic"].str.endswith("_difference")
    assert (counted.loc[~differs, "comparison"] == "").all()
    assert counted.loc[~differs, ["p", "p_holm"]].isna().all(axis=None)
    others = counted[counted["comparison"] == "other"]
    assert len(others) + len(planned) == differs.sum()
    assert others["p_holm"].tolist() == pytest.approx(holm(others["p"].tolist()), nan_ok=True)
    assert planned["p_holm"].tolist() == pytest.approx(holm(planned["p"].tolist()))


def test_chance_alone_is_not_called_a_difference() -> None:
    """25 pairs of like arms: p below 0.05 is found somewhere in most of them, an adjusted one in at most 5 % (false alarm 1 in 1,000)."""
    plain = adjusted = 0
    for seed in range(0, 50, 2):
        counted = summary(two_arms((seed, seed + 1), walls=60), headline="points")
        others = counted[counted["comparison"] == "other"]
        plain += (others["p"] < 0.05).any()
        adjusted += (others["p_holm"] < 0.05).any()
    assert plain > 10
    assert adjusted <= 5


def test_the_table_at_the_terminal_says_which_was_planned_and_warns() -> None:
    counted = summary(two_arms((1, 2)), headline="seat_win")
    text = summary_table(counted, "en", "seat_win")
    assert text.count("planned: ") == 3
    assert "exclude 0 by chance" in text
    assert summary_table(counted, "zh", "seat_win").count("事先计划：") == 3


def test_a_headline_that_no_arms_share_is_said_to_be_so() -> None:
    counted = summary(two_arms((1, 2)), headline="rob")
    assert "Not compared between arms" in summary_table(counted, "en", "rob")
    assert "各组之间不比较" in summary_table(counted, "zh", "rob")
    assert "Not compared" not in summary_table(summary(two_arms((1, 2)), headline="win"), "en", "win")


def test_the_terminal_says_the_headline_first_and_then_what_changed() -> None:
    fields = {"n": 10, "blocks": 10, "exact": float("nan"), "unit": "", "method": "", "comparison": "", "p": 0.0, "p_holm": float("nan")}

    def row(statistic: str, arm: str, group: str, estimate: float, **more: Any) -> dict[str, Any]:
        return {**fields, "statistic": statistic, "arm": arm, "group": group, "estimate": estimate, "lo": 0.0, "hi": 1.0, "se": 0.1, **more}

    alone = [row("points", "a", group, 1.0) for group in ("seat:0", "policy:x", "role:dealer")] + [row("turns", "a", "all", 40.0)]
    text = summary_table(pd.DataFrame(alone), "en", "points")
    assert (text.count("points a hand"), "seat 0" in text, "discards a hand" in text) == (1, False, True)
    apart = [
        row("points_difference", "a", "policy:x - policy:y", 1.0, comparison="planned", p_holm=0.01),
        row("turns_difference", "b - a", "all", 2.0, comparison="other", p_holm=0.01),
        row("win_difference", "b - a", "all", 0.5, comparison="other", p_holm=0.9),
    ]
    text = summary_table(pd.DataFrame(alone + apart), "en", "points")
    places = [text.index(part) for part in ("points a hand", "planned: different", "what else changed", "discards a hand")]
    assert places == sorted(places)
    assert "hands won" not in text and text.count("discards a hand") == 1
