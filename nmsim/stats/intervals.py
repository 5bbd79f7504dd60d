"""Intervals from sums over blocks: Wilson, Clopper-Pearson, ratio estimator, paired difference, confidence sequence.

A *block* is what was sampled independently: one wall with all its seatings, or one match. Every function takes exact whole-number
sums over blocks and returns an `Interval`; docs/statistics.md gives the formulas, their edge cases and sources.
"""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.95
MIN_BLOCKS = 30  # fewer blocks say too little about their own spread
RARE_EVENTS = 20  # fewer events (or non-events) and Wilson's normal approximation is not used
FIRST_LOOK_BLOCKS = 500
FIRST_LOOK_NONZERO = 50
METHODS = ("wilson", "clopper_pearson", "bound", "ratio", "sequence", "constant", "thin", "none")


class RatioSums(NamedTuple):
    """Sums over blocks of a numerator Y and a denominator M: exact whole numbers.

    `blocks` counts blocks with M > 0, `nonzero` those with Y != 0.
    """

    blocks: int
    nonzero: int
    y: int
    m: int
    yy: int
    ym: int
    mm: int


class PairSums(NamedTuple):
    """Sums over blocks for a difference A - B: two ratios, their cross products, and in how many blocks either side did better.

    A block's *excess* is Ya*Mb - Yb*Ma; `ups` and `downs` count blocks where it is above and below 0, `up` and `down` sum its size there.
    """

    a: RatioSums
    b: RatioSums
    blocks: int
    ups: int
    downs: int
    up: int
    down: int
    ya_yb: int
    ya_mb: int
    ma_yb: int
    ma_mb: int


class Interval(NamedTuple):
    """An estimate with its limits, standard error and how they were found; NaN where the data cannot say."""

    estimate: float
    lo: float
    hi: float
    se: float
    method: str


def ratio_variance(sums: RatioSums) -> float:
    """Variance of r = sum Y / sum M: B/(B-1) * sum (Y - r M)^2 / (sum M)^2, worked out in whole numbers.

    NaN with fewer than two blocks. Cochran, Sampling Techniques, 3rd ed., section 6.3.
    """
    if sums.blocks < 2:
        return math.nan
    squares = Fraction(sums.yy * sums.m**2 - 2 * sums.y * sums.m * sums.ym + sums.y**2 * sums.mm, sums.m**4)
    return float(squares * Fraction(sums.blocks, sums.blocks - 1))


def pair_variance(sums: PairSums) -> float:
    """Variance of ra - rb over the same blocks: B/(B-1) * sum (ea - eb)^2 with e = (Y - r M) / sum M; NaN below two blocks."""
    if sums.blocks < 2:
        return math.nan
    ya, ma, yb, mb = sums.a.y, sums.a.m, sums.b.y, sums.b.m
    cross = Fraction(sums.ya_yb * ma * mb - sums.ya_mb * ma * yb - sums.ma_yb * ya * mb + sums.ma_mb * ya * yb, (ma * mb) ** 2)
    squares = _squared_errors(sums.a) + _squared_errors(sums.b) - 2 * cross
    return float(squares * Fraction(sums.blocks, sums.blocks - 1))


def _squared_errors(sums: RatioSums) -> Fraction:
    return Fraction(sums.yy * sums.m**2 - 2 * sums.y * sums.m * sums.ym + sums.y**2 * sums.mm, sums.m**4)


def wilson(share: float, n: float, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's score limits for a share seen in n independent trials (n need not be whole)."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def clopper_pearson(events: float, n: float, level: float = LEVEL) -> tuple[float, float]:
    """Clopper and Pearson's limits for `events` in n trials; neither need be whole (Korn and Graubard 1998)."""
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    lo = 0.0 if events <= 0 else float(betaincinv(events, n - events + 1, tail))
    hi = 1.0 if events >= n else float(betaincinv(events + 1, n - events, 1 - tail))
    return lo, hi


def share_interval(sums: RatioSums, level: float = LEVEL) -> Interval:
    """A share with limits that count blocks: Wilson with n over the design effect, Clopper-Pearson when events are rare.

    No event at all (or nothing but events): a bound from the number of blocks. Fewer than MIN_BLOCKS blocks: no limits.
    """
    if sums.m == 0:
        return Interval(math.nan, math.nan, math.nan, math.nan, "none")
    share = sums.y / sums.m
    if sums.y in (0, sums.m):
        return Interval(share, *clopper_pearson(share * sums.blocks, sums.blocks, level), math.nan, "bound")
    if sums.blocks < MIN_BLOCKS:
        return Interval(share, math.nan, math.nan, math.nan, "thin")
    variance = ratio_variance(sums)
    simple = share * (1 - share) / sums.m
    # Blocks that all agree leave the spread unknown, not zero: fall back to independent trials.
    effect = variance / simple if variance > 0 else 1.0
    error = math.sqrt(variance)
    if min(sums.y, sums.m - sums.y) < RARE_EVENTS:
        n = sums.m / max(effect, 1.0)
        return Interval(share, *clopper_pearson(share * n, n, level), error, "clopper_pearson")
    return Interval(share, *wilson(share, sums.m / effect, level), error, "wilson")


def mean_interval(sums: RatioSums, level: float = LEVEL) -> Interval:
    """A mean r = sum Y / sum M with Student limits from the ratio estimator.

    All blocks equal: no limits (`constant`). Fewer than MIN_BLOCKS blocks: no limits (`thin`).
    """
    if sums.m == 0:
        return Interval(math.nan, math.nan, math.nan, math.nan, "none")
    return _student(sums.y / sums.m, ratio_variance(sums), sums.blocks, level)


def rate_interval(sums: RatioSums, level: float = LEVEL) -> Interval:
    """As `mean_interval` for counts of events that may come several to a block, with care when they are rare.

    With events in fewer than RARE_EVENTS blocks the limits are Clopper and Pearson's for the share of blocks with an event, times the
    events such a block had on average (1 when there was none, which leaves an upper bound).
    """
    if sums.m == 0 or sums.nonzero >= RARE_EVENTS:
        return mean_interval(sums, level)
    size = sums.y / sums.nonzero if sums.nonzero else 1.0
    lo, hi = (limit * size * sums.blocks / sums.m for limit in clopper_pearson(sums.nonzero, sums.blocks, level))
    error = math.sqrt(ratio_variance(sums)) if sums.nonzero and sums.blocks > 1 else math.nan
    return Interval(sums.y / sums.m, lo, hi, error, "clopper_pearson" if sums.nonzero else "bound")


def difference_interval(sums: PairSums, bounded: bool, level: float = LEVEL) -> Interval:
    """A paired difference ra - rb over the same blocks, with Student limits.

    `bounded` says that it is one of shares of all hands, so that one block's scores differ by at most 1. Then, when few blocks differ at
    all, the limits come from how many blocks differ either way (see `_rare_difference`).
    """
    if sums.a.m == 0 or sums.b.m == 0:
        return Interval(math.nan, math.nan, math.nan, math.nan, "none")
    difference = float(Fraction(sums.a.y, sums.a.m) - Fraction(sums.b.y, sums.b.m))
    differing = sums.ups + sums.downs
    if bounded and differing < RARE_EVENTS and sums.blocks > 0:
        return _rare_difference(difference, sums, level)
    if 0 < differing < RARE_EVENTS:
        return Interval(difference, math.nan, math.nan, math.nan, "thin")
    return _student(difference, pair_variance(sums), sums.blocks, level)


def _rare_difference(difference: float, sums: PairSums, level: float) -> Interval:
    """Clopper-Pearson limits of the shares of blocks that go up and down, each times the mean size of such blocks' scores.

    A side without any block takes the other's size, both without: 1, the largest there is.
    """
    if sums.ups + sums.downs == 0:
        bound = clopper_pearson(0, sums.blocks, level)[1]
        return Interval(difference, -bound, bound, math.nan, "bound")
    unit = sums.ma_mb / sums.blocks
    up, down = (total / count / unit if count else 0.0 for total, count in ((sums.up, sums.ups), (sums.down, sums.downs)))
    up, down = up or down, down or up
    (up_lo, up_hi), (down_lo, down_hi) = (clopper_pearson(count, sums.blocks, level) for count in (sums.ups, sums.downs))
    return Interval(difference, up * up_lo - down * down_hi, up * up_hi - down * down_lo, math.nan, "clopper_pearson")


def _student(estimate: float, variance: float, blocks: int, level: float) -> Interval:
    if blocks < MIN_BLOCKS:
        return Interval(estimate, math.nan, math.nan, math.nan, "thin")
    if variance <= 0:
        return Interval(estimate, math.nan, math.nan, 0.0, "constant")
    from scipy.special import stdtrit

    error = math.sqrt(variance)
    half = float(stdtrit(blocks - 1, (1 + level) / 2)) * error
    return Interval(estimate, estimate - half, estimate + half, error, "ratio")


def confidence_sequence(sums: RatioSums, planned_blocks: int, level: float = LEVEL) -> Interval:
    """Limits that stay true however often they are looked at: for the live display and for stopping rules.

    Half width s * sqrt(2 (n q + 1) / (n^2 q) * ln(sqrt(n q + 1) / alpha)) over n blocks, with
    q = (-2 ln alpha + ln(1 - 2 ln alpha)) / planned_blocks. NaN limits before FIRST_LOOK_BLOCKS blocks of which FIRST_LOOK_NONZERO are not
    zero. Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2021 (asymptotic).
    """
    if sums.m == 0:
        return Interval(math.nan, math.nan, math.nan, math.nan, "none")
    mean, variance, n = sums.y / sums.m, ratio_variance(sums), sums.blocks
    if n < FIRST_LOOK_BLOCKS or sums.nonzero < FIRST_LOOK_NONZERO:
        return Interval(mean, math.nan, math.nan, math.nan, "thin")
    alpha = 1 - level
    q = (-2 * math.log(alpha) + math.log(1 - 2 * math.log(alpha))) / planned_blocks
    deviation = math.sqrt(variance * n)
    half = deviation * math.sqrt(2 * (n * q + 1) / (n * n * q) * math.log(math.sqrt(n * q + 1) / alpha))
    return Interval(mean, mean - half, mean + half, math.sqrt(variance), "sequence")
