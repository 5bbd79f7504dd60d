"""Intervals against peer packages, closed forms and plain sums over blocks."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy import stats as scipy_stats
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.rates import confint_poisson

from nmsim.stats.intervals import (
    EVENTS_OF_A_TRIAL,
    EXPONENTS,
    LEAST_P,
    MIN_BLOCKS,
    HigherSums,
    Interval,
    Kind,
    PairSums,
    RatioSums,
    Swings,
    clopper_pearson,
    confidence_sequence,
    difference_interval,
    difference_p,
    limits,
    mean_interval,
    pair_swings,
    pair_variance,
    poisson_limits,
    rate_interval,
    ratio_swings,
    ratio_variance,
    share_interval,
    simultaneous_level,
)


def sums(y: np.ndarray, m: np.ndarray) -> RatioSums:
    """Sums over blocks, the plain way."""
    y, m = y.astype(object), m.astype(object)
    return RatioSums(int((m > 0).sum()), int((y != 0).sum()), sum(y), sum(m), sum(y * y), sum(y * m), sum(m * m))


def higher(y: np.ndarray, m: np.ndarray) -> HigherSums:
    y, m = y.astype(object), m.astype(object)
    powers = ((3, 0), (2, 1), (1, 2), (0, 3), (4, 0), (3, 1), (2, 2), (1, 3), (0, 4))
    return HigherSums(*(sum(y**a * m**b) for a, b in powers))


def found_by(estimator: Callable[[RatioSums, HigherSums], Interval], y: np.ndarray, m: np.ndarray) -> Interval:
    return estimator(sums(y, m), higher(y, m))


def pair_sums(ya: np.ndarray, ma: np.ndarray, yb: np.ndarray, mb: np.ndarray) -> PairSums:
    sides = [side.astype(object) for side in (ya, ma, yb, mb)]
    moments = {powers: int(math.prod(side**power for side, power in zip(sides, powers, strict=True)).sum()) for powers in EXPONENTS}
    return PairSums(sums(ya, ma), sums(yb, mb), int(((ma > 0) | (mb > 0)).sum()), moments)


@pytest.mark.parametrize(("events", "n"), [(0, 10), (3, 40), (250, 1000), (999, 1000), (7, 7)])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
def test_clopper_pearson_is_that_of_statsmodels(events: int, n: int, level: float) -> None:
    assert clopper_pearson(events, n, level) == pytest.approx(proportion_confint(events, n, 1 - level, "beta"), abs=1e-12)


@pytest.mark.parametrize("events", [0, 1, 7, 300])
def test_poisson_limits_are_those_of_statsmodels(events: int) -> None:
    assert poisson_limits(events) == pytest.approx(confint_poisson(events, 1, method="exact-c"), abs=1e-9)


def test_many_blocks_give_the_usual_limits() -> None:
    """Wilson's of a share and Student's of a mean, up to what both leave out."""
    y = np.array([1] * 3000 + [0] * 7000)
    found = found_by(share_interval, y, np.ones(10_000, int))
    assert found.method == "blocks"
    assert (found.lo, found.hi) == pytest.approx(proportion_confint(3000, 10_000, 0.05, "wilson"), abs=2e-4)
    y = np.random.default_rng(7).integers(0, 50, 6000)
    found = found_by(mean_interval, y, np.ones(6000, int))
    expected = scipy_stats.t.interval(0.95, 5999, y.mean(), y.std(ddof=1) / math.sqrt(6000))
    assert (found.lo, found.hi) == pytest.approx(expected, abs=0.005 * (expected[1] - expected[0]))


def test_swings_count_the_deviating_blocks() -> None:
    """Three blocks in a thousand are up by 2 and one is down by 2: four deviate, whatever the commonest score is."""
    y = np.full(1000, 5)
    y[:3], y[3] = 7, 3
    for found in (
        ratio_swings(sums(y, np.ones(1000, int)), higher(y, np.ones(1000, int))),
        pair_swings(pair_sums(y, y**0, 3 * y**0, y**0)),
    ):
        assert found == pytest.approx((3, 1), rel=0.02)
    even = np.array([0, 2] * 500)
    assert ratio_swings(sums(even, even**0), higher(even, even**0)) == pytest.approx((500, 500))


def test_swings_are_those_of_the_scores_where_blocks_differ_in_size() -> None:
    random = np.random.default_rng(4)
    m = random.integers(0, 9, 300)
    y = random.binomial(m, 0.2)
    score = y - y.sum() / m.sum() * m
    size = math.sqrt((score**4).sum() / (score**2).sum())
    found = ratio_swings(sums(y, m), higher(y, m))
    assert found.ups + found.downs == pytest.approx((score**2).sum() ** 2 / (score**4).sum())
    assert found.ups - found.downs == pytest.approx((score**3).sum() / size**3)


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
    found = found_by(share_interval, np.zeros(50, int), np.full(50, 4))
    assert (found.estimate, found.lo, found.method) == (0.0, 0.0, "bound")
    assert found.hi == pytest.approx(1 - 0.025 ** (1 / 50), rel=1e-9)
    assert math.isnan(found.se)
    rate = found_by(rate_interval, np.zeros(50, int), np.ones(50, int))
    assert (rate.lo, rate.hi, rate.method) == (0.0, pytest.approx(EVENTS_OF_A_TRIAL * found.hi), "bound")


def test_only_events_leave_a_lower_bound() -> None:
    found = found_by(share_interval, np.full(50, 4), np.full(50, 4))
    assert (found.estimate, found.hi, found.method) == (1.0, 1.0, "bound")
    assert found.lo == pytest.approx(0.025 ** (1 / 50), rel=1e-9)


@pytest.mark.parametrize("events", [1, 5])
def test_rare_blocks_that_are_all_or_nothing_have_clopper_and_pearsons_limits(events: int) -> None:
    y = np.array([1] * events + [0] * (1000 - events))
    found = found_by(share_interval, y, np.ones(1000, int))
    lo, hi = proportion_confint(events, 1000, 0.05, "beta")
    assert (found.lo, found.hi) == pytest.approx((lo, hi), rel=0.02)


def test_few_blocks_refuse_limits_but_not_the_estimate() -> None:
    y = np.array([3, 0, 0, 5][: MIN_BLOCKS - 1])
    for estimator in (mean_interval, rate_interval):
        found = found_by(estimator, y, np.ones(len(y), int))
        assert (found.estimate, found.method) == (2.0, "thin")
        assert math.isnan(found.lo)
        assert math.isnan(found.hi)
    assert difference_interval(pair_sums(y, y**0, 0 * y, y**0)).method == "thin"


def test_one_block_bounds_a_share_and_nothing_else() -> None:
    one = np.array([4])
    assert found_by(rate_interval, one, np.array([1])).method == "thin"
    share = found_by(share_interval, np.array([1]), one)
    assert share.lo < 0.01
    assert share.hi > 0.95
    assert math.isnan(share.se)


def test_no_trials_say_nothing() -> None:
    for estimator in (share_interval, mean_interval, rate_interval):
        found = found_by(estimator, np.zeros(3, int), np.zeros(3, int))
        assert found.method == "none"
        assert math.isnan(found.estimate)


def test_blocks_that_agree_are_not_taken_for_certainty() -> None:
    found = found_by(share_interval, np.ones(100, int), np.full(100, 4))
    unseen = 1 - 0.025 ** (1 / 100)
    assert (found.lo, found.hi) == pytest.approx((0.25 - 0.25 * unseen, 0.25 + 0.75 * unseen), rel=1e-9)
    assert (found.method, math.isnan(found.se)) == ("bound", True)
    mean = found_by(mean_interval, np.full(100, 7), np.ones(100, int))
    assert (mean.estimate, mean.method) == (7.0, "constant")
    assert math.isnan(mean.lo)
    assert math.isnan(mean.se)


def test_more_uncertain_sizes_make_wider_limits() -> None:
    """Ten events in eight blocks say less than ten events in ten."""
    spread = np.array([1, 1, 1, 1, 1, 1, 1, 3] + [0] * 192)
    alike = np.array([1] * 10 + [0] * 190)
    one, ten = (found_by(rate_interval, y, np.ones(200, int)) for y in (spread, alike))
    assert one.estimate == ten.estimate
    assert one.hi > ten.hi
    assert ten.hi > proportion_confint(10, 200, 0.05, "beta")[1]
    assert 0 <= one.lo < one.estimate


def test_paired_differences_of_many_blocks_are_the_paired_t_test() -> None:
    random = np.random.default_rng(8)
    a = random.integers(0, 40, 8000)
    b = a + random.integers(-2, 5, 8000)
    ones = np.ones(8000, int)
    found = difference_interval(pair_sums(a, ones, b, ones))
    test = scipy_stats.ttest_rel(a, b)
    assert found.estimate == pytest.approx((a - b).mean())
    assert found.estimate / found.se == pytest.approx(test.statistic, rel=1e-9)
    low, high = test.confidence_interval(0.95)
    assert (found.lo, found.hi) == pytest.approx((low, high), abs=0.005 * (high - low))


def test_pair_variance_is_the_sum_of_squared_error_differences() -> None:
    random = np.random.default_rng(9)
    ma, mb = random.integers(1, 6, 100), random.integers(1, 6, 100)
    ya, yb = random.binomial(ma, 0.4), random.binomial(mb, 0.3)
    ea, eb = ((y - y.sum() / m.sum() * m) / m.sum() for y, m in ((ya, ma), (yb, mb)))
    assert pair_variance(pair_sums(ya, ma, yb, mb)) == pytest.approx(100 / 99 * ((ea - eb) ** 2).sum(), rel=1e-9)


def test_a_difference_that_no_block_shows_is_bounded_not_zero() -> None:
    ones = np.ones(100, int)
    y = np.array([1, 0] * 50)
    found = difference_interval(pair_sums(y, ones, y, ones), "share")
    assert (found.estimate, found.method) == (0.0, "bound")
    assert -found.lo == found.hi == pytest.approx(1 - 0.025 ** (1 / 100), rel=1e-9)
    unbounded = difference_interval(pair_sums(y, ones, y, ones))
    assert unbounded.method == "constant"
    assert math.isnan(unbounded.hi)


def test_a_side_never_seen_is_not_ruled_out() -> None:
    """Nine blocks went up and none down: yet some may, as many as Poisson's limit says."""
    found = limits(0.009, 0.003, Swings(9.0, 0.0))
    fewest, most = poisson_limits(9)
    unseen = poisson_limits(0)[1]
    size = 0.001 * scipy_stats.t.ppf(0.975, 18) / scipy_stats.norm.ppf(0.975)
    assert found == pytest.approx((0.009 - size * math.hypot(9 - fewest, unseen), 0.009 + size * (most - 9)), rel=1e-9)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_p_value_is_where_the_limits_touch_zero(sign: int) -> None:
    random = np.random.default_rng(15)
    a, b = random.poisson(0.15, 300), random.poisson(0.08, 300)
    pair = pair_sums(a, a**0, b, b**0) if sign > 0 else pair_sums(b, b**0, a, a**0)
    p = difference_p(pair)
    assert 1e-5 < p < 0.2
    assert abs(difference_interval(pair, level=1 - p)[1 if sign > 0 else 2]) < 1e-6


@pytest.mark.parametrize("difference", [-1.0, 0.5, 1.0])
@pytest.mark.parametrize("blocks", [1, 4, 6, 200])
def test_blocks_that_all_differ_alike_bound_what_is_possible(blocks: int, difference: float) -> None:
    """A block not seen may differ by -1 or 1; five that agree do not tell a difference of shares from 0."""
    size, high = np.full(blocks, 2), np.full(blocks, int(2 * abs(difference)))
    pair = pair_sums(high, size, 0 * high, size) if difference > 0 else pair_sums(0 * high, size, high, size)
    found, p = difference_interval(pair, "share"), difference_p(pair, "share")
    q = 1 - 0.025 ** (1 / blocks)
    assert (found.estimate, found.method) == (difference, "bound")
    assert (found.lo, found.hi) == pytest.approx((difference - q * (1 + difference), difference + q * (1 - difference)))
    assert p == pytest.approx(min(1, max(LEAST_P, 2 * (1 + abs(difference)) ** -blocks)))
    assert (p < 0.05) == (not found.lo <= 0 <= found.hi)
    assert blocks >= 5 or p > 0.05


@pytest.mark.parametrize("up", [0.1, 0.3, 0.5])
@pytest.mark.parametrize("blocks", [1, 2, 3, 4])
def test_limits_of_a_few_blocks_hold_no_difference(blocks: int, up: float) -> None:
    """Every sample of blocks that are up as often as down, by its probability."""
    covered = 0.0
    for scores in product((1, 0, -1), repeat=blocks):
        score = np.array(scores)
        found = difference_interval(pair_sums(np.maximum(score, 0), score**0, np.maximum(-score, 0), score**0), "share")
        covered += math.prod((up if each else 1 - 2 * up) for each in scores) * (found.lo <= 0 <= found.hi)
    assert covered >= 0.95


def test_limits_of_a_rate_difference_are_not_cut_off() -> None:
    y = np.random.default_rng(17).poisson(9, 60)
    found = difference_interval(pair_sums(y, y**0, 0 * y, y**0), "rate")
    assert found.lo < found.estimate < found.hi
    assert found.estimate > EVENTS_OF_A_TRIAL
    one = difference_interval(pair_sums(np.array([2]), np.array([1]), np.array([0]), np.array([1])), "rate")
    assert (one.method, math.isnan(one.lo)) == ("thin", True)


@pytest.mark.parametrize("kind", ["share", "mean"])
def test_sides_that_never_have_cases_in_one_block_are_compared(kind: Kind) -> None:
    random = np.random.default_rng(18)
    ma, mb = np.array([1, 0] * 60), np.array([0, 1] * 60)
    ma[:10] = mb[:10] = 0  # without a case on either side
    ya, yb = ma * (random.random(120) < 0.8), mb * (random.random(120) < 0.3)
    pair = pair_sums(ya, ma, yb, mb)
    found = difference_interval(pair, kind)
    score = (ya - ya.sum() / ma.sum() * ma) / ma.sum() - (yb - yb.sum() / mb.sum() * mb) / mb.sum()
    assert (pair.blocks, found.method) == (110, "blocks")
    assert found.lo < found.estimate < found.hi
    assert sum(pair_swings(pair)) == pytest.approx((score**2).sum() ** 2 / (score**4).sum())
    assert difference_p(pair, kind) < 0.001


def test_a_side_with_few_cases_leaves_the_difference_open() -> None:
    """One case of a: whatever b says, a may be anything."""
    ma, mb = np.array([1] + [0] * 39), np.ones(40, int)
    yb = np.array([0, 1, 0, 0] * 10)
    found = difference_interval(pair_sums(ma, ma, yb, mb), "share")
    assert (found.method, found.hi - found.lo > 0.95, found.hi <= 1) == ("blocks", True, True)
    assert difference_interval(pair_sums(ma, ma, yb, mb)).method == "thin"


def test_a_share_holds_where_blocks_with_events_are_the_large_ones() -> None:
    """1,000 samples; limits that take all blocks for equally large cover 0.89 of them, whatever their number."""
    random = np.random.default_rng(19)
    truth = (0.1 * 4 * 0.9 + 0.9 * 0.02) / (0.1 * 4 + 0.9)
    covered = 0
    for _ in range(1000):
        large = random.random(500) < 0.1
        m = np.where(large, 4, 1)
        found = found_by(share_interval, m * (random.random(500) < np.where(large, 0.9, 0.02)), m)
        covered += found.lo <= truth <= found.hi
    assert covered >= scipy_stats.binom.ppf(0.0001, 1000, 0.94)


def test_p_values_of_many_blocks_are_those_of_the_paired_t_test() -> None:
    random = np.random.default_rng(16)
    a = random.integers(0, 40, 8000)
    b = a + random.integers(-9, 10, 8000)
    assert difference_p(pair_sums(a, a**0, b, b**0)) == pytest.approx(scipy_stats.ttest_rel(a, b).pvalue, rel=0.05)


def test_p_values_without_a_difference_or_without_limits() -> None:
    y = np.array([1, 0] * 50)
    assert difference_p(pair_sums(y, y**0, y, y**0)) == 1
    assert difference_p(pair_sums(100 * y + 70, y**0, y, y**0)) == LEAST_P
    assert math.isnan(difference_p(pair_sums(y + 5, y**0, y, y**0)))
    assert math.isnan(difference_p(pair_sums(y[:4], y[:4] ** 0, 0 * y[:4], y[:4] ** 0)))


def test_limits_of_rare_differences_cover_as_promised() -> None:
    """2,000 samples of 400 blocks, a true difference of 0.005: limits as wide as these miss less than 5 %; false alarm 1 in 10,000."""
    random = np.random.default_rng(12)
    ones, missed = np.ones(400, int), 0
    for _ in range(2000):
        score = random.choice([-1, 0, 1], 400, p=[0.005, 0.985, 0.01])
        found = difference_interval(pair_sums(np.maximum(score, 0), ones, np.maximum(-score, 0), ones), "share")
        missed += not found.lo <= 0.005 <= found.hi
    assert missed <= scipy_stats.binom.ppf(0.9999, 2000, 0.05)


# What a block of a statistic may look like: rare events of uncertain size, a share that hardly any block deviates from, jackpots.
def _rare_sizes(random: np.random.Generator, blocks: int) -> np.ndarray:
    return (random.random(blocks) < 0.05) * random.geometric(0.5, blocks)


def _hardly_ever(random: np.random.Generator, blocks: int) -> np.ndarray:
    return 1 + (random.random(blocks) < 0.02) - (random.random(blocks) < 0.01)


def _jackpots(random: np.random.Generator, blocks: int) -> np.ndarray:
    return np.where(random.random(blocks) < 0.2, 2 ** random.integers(0, 5, blocks), -1)


KINDS_OF_BLOCK = {
    "rate": (rate_interval, _rare_sizes, 0.1, 1),
    "share": (share_interval, _hardly_ever, 0.2525, 4),
    "mean": (mean_interval, _jackpots, 0.2 * 31 / 5 - 0.8, 1),
}


@pytest.mark.parametrize("blocks", [5, 40, 200])
@pytest.mark.parametrize("kind", KINDS_OF_BLOCK)
def test_limits_from_few_blocks_cover_as_promised(kind: str, blocks: int) -> None:
    """1,000 samples; limits that hold in 94 % would fail once in 10,000 runs, as do those that take the size of an event as known often."""
    estimator, draw, truth, trials = KINDS_OF_BLOCK[kind]
    random = np.random.default_rng(blocks)
    found = [found_by(estimator, draw(random, blocks), np.full(blocks, trials)) for _ in range(1000)]
    given = [each for each in found if not math.isnan(each.lo)]
    covered = sum(each.lo <= truth <= each.hi for each in given)
    assert covered >= scipy_stats.binom.ppf(0.0001, len(given), 0.94)
    assert blocks < 200 or len(given) == 1000


def test_limits_of_like_trials_cover_as_promised_and_no_more() -> None:
    """2,000 samples of 150 blocks of four like trials; a true 95 % would fail this band once in 3,000 runs, a plain interval always."""
    random = np.random.default_rng(10)
    shares = random.beta(3, 7, (2000, 150))
    y = random.binomial(4, shares)
    covered = plain = 0
    for row in y:
        found = found_by(share_interval, row, np.full(150, 4))
        covered += found.lo <= 0.3 <= found.hi
        low, high = proportion_confint(row.sum(), 600, 0.05, "wilson")
        plain += low <= 0.3 <= high
    margin = 3.6 * math.sqrt(0.95 * 0.05 * 2000)
    assert abs(covered - 0.955 * 2000) < margin
    assert plain < 0.95 * 2000 - margin


def test_the_best_of_equal_candidates_is_seldom_called_better() -> None:
    """400 runs of six equal ones: limits for all pairs fail in at most 5 % (false alarm 1 in 1,000), those for one pair far oftener."""
    random = np.random.default_rng(13)
    called = plain = 0
    ones = np.ones(300, int)
    for run in range(400):
        scores = random.integers(-2, 5, 300) + random.integers(0, 9, (6, 300))
        totals = scores.sum(axis=1)
        pair = pair_sums(scores[totals.argmin()], ones, scores[totals.argmax()], ones)
        called += difference_interval(pair, level=simultaneous_level(scores, run)).hi < 0
        plain += difference_interval(pair).hi < 0
    assert called <= scipy_stats.binom.ppf(0.999, 400, 0.05)
    assert plain > 0.15 * 400


def test_limits_that_hold_together_are_tukeys_where_candidates_are_independent() -> None:
    scores = np.random.default_rng(14).integers(0, 100, (5, 20_000))
    one = scipy_stats.studentized_range.ppf(0.95, 5, 20_000) / math.sqrt(2)
    assert scipy_stats.norm.ppf((1 + simultaneous_level(scores, 3)) / 2) == pytest.approx(one, abs=0.03)
    assert simultaneous_level(scores[:2], 3) == pytest.approx(0.95, abs=0.005)
    assert simultaneous_level(np.ones((3, 50), int), 3) == 0.95


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
    estimate, error = events / n, math.sqrt(ratio_variance(these))
    fixed = Interval(estimate, estimate - 1.96 * error, estimate + 1.96 * error, error, "fixed")
    return confidence_sequence(these, 6000), fixed


def test_the_first_look_waits() -> None:
    early = RatioSums(499, 400, 400, 499, 400, 400, 499)
    sparse = RatioSums(5000, 49, 49, 5000, 49, 49, 5000)
    for each in (early, sparse):
        assert math.isnan(confidence_sequence(each, 10_000).lo)
    assert confidence_sequence(RatioSums(500, 60, 60, 500, 60, 60, 500), 10_000).lo < 0.1


def test_the_first_look_waits_for_blocks_that_deviate() -> None:
    """All blocks of four trials have one event but 40, which have two: 10,040 events, and yet little is known."""
    for deviating, method in ((0, "thin"), (40, "thin"), (60, "sequence")):
        y = np.full(10_000, 1)
        y[:deviating] = 2
        assert confidence_sequence(sums(y, np.full(10_000, 4)), 10_000).method == method


def test_exact_deals_to_the_last_digit() -> None:
    from nmsim.stats.deals import lacking_a_suit, no_terminal, suits_held_exactly

    assert format(float(lacking_a_suit(13)), ".10f") == "0.0440126846"
    assert format(float(lacking_a_suit(14)), ".10f") == "0.0311547666"
    assert format(float(no_terminal(13)), ".10f") == "0.0702314528"
    assert sum(suits_held_exactly(suits) for suits in range(4)) == Fraction(1)
    with pytest.raises(ValueError, match="suits must be"):
        suits_held_exactly(4)
