"""Intervals against peer packages, closed forms and plain sums over blocks."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats as scipy_stats
from statsmodels.stats.proportion import proportion_confint

from nmsim.stats.intervals import (
    MIN_BLOCKS,
    PairSums,
    RatioSums,
    clopper_pearson,
    confidence_sequence,
    difference_interval,
    mean_interval,
    pair_variance,
    rate_interval,
    ratio_variance,
    share_interval,
    wilson,
)


def sums(y: np.ndarray, m: np.ndarray) -> RatioSums:
    """Sums over blocks, the plain way."""
    y, m = y.astype(object), m.astype(object)
    return RatioSums(int((m > 0).sum()), int((y != 0).sum()), sum(y), sum(m), sum(y * y), sum(y * m), sum(m * m))


def pair_sums(ya: np.ndarray, ma: np.ndarray, yb: np.ndarray, mb: np.ndarray) -> PairSums:
    cross = (int((one * two).sum()) for one, two in ((ya, yb), (ya, mb), (ma, yb), (ma, mb)))
    excess = ya * mb - yb * ma
    up, down = excess[excess > 0], -excess[excess < 0]
    return PairSums(sums(ya, ma), sums(yb, mb), len(ya), len(up), len(down), int(up.sum()), int(down.sum()), *cross)


@pytest.mark.parametrize(("events", "n"), [(0, 10), (3, 40), (250, 1000), (999, 1000), (7, 7)])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
def test_wilson_and_clopper_pearson_are_those_of_statsmodels(events: int, n: int, level: float) -> None:
    assert wilson(events / n, n, level) == pytest.approx(proportion_confint(events, n, 1 - level, "wilson"), abs=1e-12)
    assert clopper_pearson(events, n, level) == pytest.approx(proportion_confint(events, n, 1 - level, "beta"), abs=1e-12)


def test_blocks_of_one_trial_give_the_plain_wilson_interval_up_to_the_small_sample_factor() -> None:
    y = np.array([1] * 300 + [0] * 700)
    found = share_interval(sums(y, np.ones(1000, int)))
    assert found.method == "wilson"
    assert (found.lo, found.hi) == pytest.approx(proportion_confint(300 * 999 / 1000, 999, 0.05, "wilson"), abs=1e-12)


def test_ratio_variance_is_the_sum_of_squared_residuals() -> None:
    random = np.random.default_rng(5)
    m = random.integers(1, 9, 200)
    y = random.binomial(m, 0.3)
    r, blocks = y.sum() / m.sum(), len(m)
    plain = blocks / (blocks - 1) * ((y - r * m) ** 2).sum() / m.sum() ** 2
    assert ratio_variance(sums(y, m)) == pytest.approx(plain, rel=1e-12)


def test_ratio_variance_agrees_with_a_bootstrap_over_blocks() -> None:
    random = np.random.default_rng(6)
    m = random.integers(1, 9, 400)
    y = random.binomial(m, random.beta(2, 5, 400))  # trials of a block resemble each other
    picks = random.integers(0, 400, (4000, 400))
    bootstrap = (y[picks].sum(axis=1) / m[picks].sum(axis=1)).std()
    found = math.sqrt(ratio_variance(sums(y, m)))
    assert found == pytest.approx(bootstrap, rel=0.06)
    assert found > 1.2 * math.sqrt(0.28 * 0.72 / m.sum())  # trials taken as independent would claim too much


def test_ratio_variance_survives_numbers_that_floats_would_cancel() -> None:
    y = np.array([10**9, 10**9 + 1] * 50)
    assert ratio_variance(sums(y, np.ones(100, int))) == pytest.approx(0.25 / 99, rel=1e-12)


def test_no_event_leaves_an_upper_bound_from_blocks_not_zero() -> None:
    found = share_interval(sums(np.zeros(50, int), np.full(50, 4)))
    assert (found.estimate, found.lo, found.method) == (0.0, 0.0, "bound")
    assert found.hi == pytest.approx(1 - 0.025 ** (1 / 50), rel=1e-9)
    assert math.isnan(found.se)


def test_only_events_leave_a_lower_bound() -> None:
    found = share_interval(sums(np.full(50, 4), np.full(50, 4)))
    assert (found.estimate, found.hi, found.method) == (1.0, 1.0, "bound")
    assert found.lo == pytest.approx(0.025 ** (1 / 50), rel=1e-9)


def test_rare_events_are_clopper_pearson_with_no_more_trials_than_there_were() -> None:
    y = np.array([1] * 5 + [0] * 995)
    found = share_interval(sums(y, np.ones(1000, int)))
    assert found.method == "clopper_pearson"
    lo, hi = proportion_confint(5, 1000, 0.05, "beta")
    assert found.lo == pytest.approx(lo, rel=0.01)
    assert found.hi == pytest.approx(hi, rel=0.01)


def test_few_blocks_refuse_limits_but_not_the_estimate() -> None:
    y = np.array([1, 0] * ((MIN_BLOCKS - 1) // 2))
    for estimator in (share_interval, mean_interval):
        found = estimator(sums(y, np.ones(len(y), int)))
        assert (found.estimate, found.method) == (0.5, "thin")
        assert math.isnan(found.lo)
        assert math.isnan(found.hi)


def test_no_trials_say_nothing() -> None:
    for estimator in (share_interval, mean_interval, rate_interval):
        found = estimator(sums(np.zeros(3, int), np.zeros(3, int)))
        assert found.method == "none"
        assert math.isnan(found.estimate)


def test_blocks_that_agree_are_not_taken_for_certainty() -> None:
    found = share_interval(sums(np.ones(100, int), np.full(100, 4)))
    assert (found.lo, found.hi) == pytest.approx(proportion_confint(100, 400, 0.05, "wilson"), abs=1e-12)
    mean = mean_interval(sums(np.full(100, 7), np.ones(100, int)))
    assert (mean.estimate, mean.se, mean.method) == (7.0, 0.0, "constant")
    assert math.isnan(mean.lo)


def test_mean_is_students_when_blocks_hold_one_case() -> None:
    y = np.random.default_rng(7).integers(0, 50, 60)
    found = mean_interval(sums(y, np.ones(60, int)))
    expected = scipy_stats.t.interval(0.95, 59, y.mean(), y.std(ddof=1) / math.sqrt(60))
    assert (found.lo, found.hi) == pytest.approx(expected, rel=1e-9)


def test_rate_of_rare_events_comes_from_blocks_with_an_event() -> None:
    y = np.array([2] * 4 + [0] * 996)
    found = rate_interval(sums(y, np.ones(1000, int)))
    lo, hi = proportion_confint(4, 1000, 0.05, "beta")
    assert found.method == "clopper_pearson"
    assert (found.estimate, found.lo, found.hi) == pytest.approx((0.008, 2 * lo, 2 * hi), rel=1e-9)
    none = rate_interval(sums(np.zeros(1000, int), np.ones(1000, int)))
    assert none.method == "bound"
    assert none.hi > 0


def test_paired_difference_is_the_paired_t_test_when_blocks_hold_one_case() -> None:
    random = np.random.default_rng(8)
    a = random.integers(0, 40, 80)
    b = a + random.integers(-2, 5, 80)
    ones = np.ones(80, int)
    found = difference_interval(pair_sums(a, ones, b, ones), bounded=False)
    test = scipy_stats.ttest_rel(a, b)
    assert found.estimate == pytest.approx((a - b).mean())
    assert found.estimate / found.se == pytest.approx(test.statistic, rel=1e-9)
    low, high = test.confidence_interval(0.95)
    assert (found.lo, found.hi) == pytest.approx((low, high), rel=1e-9)


def test_pair_variance_is_the_sum_of_squared_error_differences() -> None:
    random = np.random.default_rng(9)
    ma, mb = random.integers(1, 6, 100), random.integers(1, 6, 100)
    ya, yb = random.binomial(ma, 0.4), random.binomial(mb, 0.3)
    ea, eb = ((y - y.sum() / m.sum() * m) / m.sum() for y, m in ((ya, ma), (yb, mb)))
    assert pair_variance(pair_sums(ya, ma, yb, mb)) == pytest.approx(100 / 99 * ((ea - eb) ** 2).sum(), rel=1e-9)


def test_a_difference_that_no_block_shows_is_bounded_not_zero() -> None:
    ones = np.ones(100, int)
    y = np.array([1, 0] * 50)
    found = difference_interval(pair_sums(y, ones, y, ones), bounded=True)
    assert (found.estimate, found.method) == (0.0, "bound")
    assert -found.lo == found.hi == pytest.approx(1 - 0.025 ** (1 / 100), rel=1e-9)
    unbounded = difference_interval(pair_sums(y, ones, y, ones), bounded=False)
    assert unbounded.method == "constant"
    assert math.isnan(unbounded.hi)


def test_few_differing_blocks_get_limits_from_how_many_went_up_and_down() -> None:
    fours = np.full(1000, 4)
    a, b = np.zeros(1000, int), np.zeros(1000, int)
    a[:9], b[9:11] = 2, 1
    found = difference_interval(pair_sums(a, fours, b, fours), bounded=True)
    up, down = (proportion_confint(count, 1000, 0.05, "beta") for count in (9, 2))
    assert (found.lo, found.hi) == pytest.approx((up[0] / 2 - down[1] / 4, up[1] / 2 - down[0] / 4), rel=1e-9)
    assert found.lo <= found.estimate <= found.hi
    one_way = difference_interval(pair_sums(a, fours, 0 * b, fours), bounded=True)
    none = proportion_confint(0, 1000, 0.05, "beta")[1]
    assert (one_way.lo, one_way.hi) == pytest.approx(((up[0] - none) / 2, up[1] / 2), rel=1e-9)


def test_limits_of_rare_differences_cover_as_promised() -> None:
    """2,000 samples of 400 blocks, a true difference of 0.005: limits as wide as these miss less than 5 %; false alarm 1 in 10,000."""
    random = np.random.default_rng(12)
    ones, missed = np.ones(400, int), 0
    for _ in range(2000):
        score = random.choice([-1, 0, 1], 400, p=[0.005, 0.985, 0.01])
        found = difference_interval(pair_sums(np.maximum(score, 0), ones, np.maximum(-score, 0), ones), bounded=True)
        missed += not found.lo <= 0.005 <= found.hi
    assert missed <= scipy_stats.binom.ppf(0.9999, 2000, 0.05)


def test_wilson_with_the_design_effect_covers_as_promised() -> None:
    """2,000 samples of 150 blocks of four like trials; a true 95 % would fail this band once in 3,000 runs, a plain interval always."""
    random = np.random.default_rng(10)
    shares = random.beta(3, 7, (2000, 150))
    y = random.binomial(4, shares)
    covered = plain = 0
    for row in y:
        found = share_interval(sums(row, np.full(150, 4)))
        covered += found.lo <= 0.3 <= found.hi
        low, high = wilson(row.sum() / 600, 600)
        plain += low <= 0.3 <= high
    margin = 3.6 * math.sqrt(0.95 * 0.05 * 2000)
    assert abs(covered - 0.95 * 2000) < margin
    assert plain < 0.95 * 2000 - margin


def test_the_confidence_sequence_holds_at_every_look() -> None:
    """61 looks, 300 runs: the fixed interval fails at some look in many runs, the sequence in at most 5 % (false alarm 1 in 1,000)."""
    random = np.random.default_rng(11)
    ever_out = fixed_out = 0
    for _ in range(300):
        total = np.cumsum(random.random(6000) < 0.2)
        looks = np.arange(600, 6001, 90)
        found = [_look(int(total[n - 1]), int(n)) for n in looks]
        ever_out += any(not out.lo <= 0.2 <= out.hi for out, _ in found)
        fixed_out += any(not fixed.lo <= 0.2 <= fixed.hi for _, fixed in found)
    assert ever_out <= scipy_stats.binom.ppf(0.999, 300, 0.05)
    assert fixed_out > scipy_stats.binom.ppf(0.999, 300, 0.05)


def _look(events: int, n: int):  # type: ignore[no-untyped-def]
    these = RatioSums(n, events, events, n, events, events, n)
    return confidence_sequence(these, 6000), mean_interval(these)


def test_the_first_look_waits() -> None:
    early = RatioSums(499, 400, 400, 499, 400, 400, 499)
    sparse = RatioSums(5000, 49, 49, 5000, 49, 49, 5000)
    for each in (early, sparse):
        assert math.isnan(confidence_sequence(each, 10_000).lo)
    assert confidence_sequence(RatioSums(500, 50, 50, 500, 50, 50, 500), 10_000).lo < 0.1


def test_exact_deals_to_the_last_digit() -> None:
    from nmsim.stats.deals import lacking_a_suit, no_terminal, suits_held_exactly

    assert format(float(lacking_a_suit(13)), ".10f") == "0.0440126846"
    assert format(float(lacking_a_suit(14)), ".10f") == "0.0311547666"
    assert format(float(no_terminal(13)), ".10f") == "0.0702314528"
    assert sum(suits_held_exactly(suits) for suits in range(4)) == Fraction(1)
    with pytest.raises(ValueError, match="suits must be"):
        suits_held_exactly(4)
