"""Intervals from sums over blocks: of a share, a mean, a rate, a paired difference, and a confidence sequence.

A *block* is what was sampled independently: one wall with all its seatings, or one match. Every function takes exact whole-number
sums over blocks and returns an `Interval`; docs/statistics.md gives the formulas, their edge cases and sources.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEVEL = 0.95
MIN_BLOCKS = 5  # fewer blocks say too little about their own spread
EVENTS_OF_A_TRIAL = 5.0  # what a trial of a block with an event is taken to hold at most, on average, while no event was seen
LEAST_P = 1e-12  # p-values are not told further
DRAWS = 20_000  # of normal vectors, for limits that hold together
FIRST_LOOK_BLOCKS = 500
FIRST_LOOK_NONZERO = 50
METHODS = ("blocks", "bound", "sequence", "constant", "thin", "none")
Kind = Literal["share", "mean", "rate"]  # a share of trials; a mean; events, several to a trial
Exponents = tuple[int, int, int, int]
EXPONENTS: tuple[Exponents, ...] = tuple(e for e in product(range(5), repeat=4) if sum(e) <= 4)  # type: ignore[misc]


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


class HigherSums(NamedTuple):
    """Sums over blocks of the products of three and of four: exact whole numbers."""

    yyy: int
    yym: int
    ymm: int
    mmm: int
    yyyy: int
    yyym: int
    yymm: int
    ymmm: int
    mmmm: int


class PairSums(NamedTuple):
    """Sums over blocks for a difference A - B: two ratios, and `moments`, the sums of Ya^i Ma^j Yb^k Mb^l by (i, j, k, l) in EXPONENTS.

    `blocks` counts blocks with a case on either side.
    """

    a: RatioSums
    b: RatioSums
    blocks: int
    moments: Mapping[Exponents, int]


class Interval(NamedTuple):
    """An estimate with its limits, standard error and how they were found; NaN where the data cannot say."""

    estimate: float
    lo: float
    hi: float
    se: float
    method: str


class Swings(NamedTuple):
    """The deviating blocks: as if `ups` blocks were above the others and `downs` below them, all equally far."""

    ups: float
    downs: float


NOWHERE = Interval(math.nan, math.nan, math.nan, math.nan, "none")


def ratio_variance(sums: RatioSums) -> float:
    """Variance of r = sum Y / sum M: B/(B-1) * sum (Y - r M)^2 / (sum M)^2, worked out in whole numbers.

    NaN with fewer than two blocks. Cochran, Sampling Techniques, 3rd ed., section 6.3.
    """
    if sums.blocks < 2:
        return math.nan
    return float(_squared_errors(sums) * Fraction(sums.blocks, sums.blocks - 1))


def pair_variance(sums: PairSums) -> float:
    """Variance of ra - rb over the same blocks: B/(B-1) * sum (ea - eb)^2 with e = (Y - r M) / sum M; NaN below two blocks."""
    if sums.blocks < 2:
        return math.nan
    return float(Fraction(_score_sum(sums, 2), (sums.a.m * sums.b.m) ** 4) * Fraction(sums.blocks, sums.blocks - 1))


def _score_sum(sums: PairSums, power: int) -> int:
    """The sum over blocks of a power of the score (ea - eb) (sum Ma)^2 (sum Mb)^2, a whole number."""
    ya, ma, yb, mb = sums.a.y, sums.a.m, sums.b.y, sums.b.m
    weights = (ma * mb**2, -ya * mb**2, -mb * ma**2, yb * ma**2)
    total = 0
    for exponents in EXPONENTS:
        if sum(exponents) == power:
            ways = math.factorial(power) // math.prod(map(math.factorial, exponents))
            total += ways * sums.moments[exponents] * math.prod(w**e for w, e in zip(weights, exponents, strict=True))
    return total


def _squared_errors(sums: RatioSums) -> Fraction:
    return Fraction(sums.yy * sums.m**2 - 2 * sums.y * sums.m * sums.ym + sums.y**2 * sums.mm, sums.m**4)


def ratio_swings(sums: RatioSums, higher: HigherSums) -> Swings:
    """The deviating blocks of a ratio, by the scores Y - r M."""
    y, m = sums.y, sums.m
    squares = sums.yy * m**2 - 2 * sums.ym * m * y + sums.mm * y**2
    cubes = higher.yyy * m**3 - 3 * higher.yym * m**2 * y + 3 * higher.ymm * m * y**2 - higher.mmm * y**3
    fourths = (
        higher.yyyy * m**4 - 4 * higher.yyym * m**3 * y + 6 * higher.yymm * m**2 * y**2 - 4 * higher.ymmm * m * y**3 + higher.mmmm * y**4
    )
    return _swings(squares, cubes, fourths)


def pair_swings(sums: PairSums) -> Swings:
    """The deviating blocks of a difference, by the scores of its variance."""
    return _swings(*(_score_sum(sums, power) for power in (2, 3, 4)))


def _swings(squares: int, cubes: int, fourths: int) -> Swings:
    """Ups and downs of one size u that have these sums of squares, cubes and fourth powers of scores about their mean.

    u^2 (ups + downs), u^3 (ups - downs) and u^4 (ups + downs) determine them.
    """
    if squares == 0:
        return Swings(0.0, 0.0)
    number = squares**2 / fourths
    lean = min(1.0, math.sqrt(cubes**2 / squares**3 * number)) * number * (1 if cubes > 0 else -1)
    return Swings((number + lean) / 2, (number - lean) / 2)


def clopper_pearson(events: float, n: float, level: float = LEVEL) -> tuple[float, float]:
    """Clopper and Pearson's limits for `events` in n trials; neither need be whole (Korn and Graubard 1998)."""
    from scipy.special import betaincinv

    tail, events, n = (1 - level) / 2, float(events), float(n)
    lo = 0.0 if events <= 0 else float(betaincinv(events, n - events + 1, tail))
    hi = 1.0 if events >= n else float(betaincinv(events + 1, n - events, 1 - tail))
    return lo, hi


def poisson_limits(events: float, level: float = LEVEL) -> tuple[float, float]:
    """Garwood's limits of the mean of a Poisson number of which `events` were seen, whole or not."""
    from scipy.special import gammaincinv

    tail = (1 - level) / 2
    return float(gammaincinv(events, tail)) if events > 0 else 0.0, float(gammaincinv(events + 1, 1 - tail))


def limits(estimate: float, error: float, swings: Swings, level: float = LEVEL) -> tuple[float, float]:
    """Limits of an estimate with its standard error: how many blocks deviate either way is uncertain, and how far is too.

    The numbers of ups and downs have Garwood's limits, which Zou and Donner's rule (2008) puts together; their size is known as well as
    a variance with twice as many degrees of freedom as there are of them. Many blocks: Student's limits.
    """
    from scipy.special import stdtrit

    ups, downs = swings
    (fewest_up, most_up), (fewest_down, most_down) = (poisson_limits(number, level) for number in swings)
    student = float(stdtrit(2 * (ups + downs), (1 + level) / 2)) / NormalDist().inv_cdf((1 + level) / 2)
    size = student * error / math.sqrt(ups + downs)
    down, up = math.hypot(ups - fewest_up, most_down - downs), math.hypot(most_up - ups, downs - fewest_down)
    return estimate - size * down, estimate + size * up


def _unseen(sums: RatioSums, level: float) -> float:
    """The largest share of blocks that may deviate though none did; a block counts by its trials."""
    return clopper_pearson(0, sums.m**2 / sums.mm, level)[1]


def _coarse_share(sums: RatioSums, level: float) -> tuple[float, float]:
    """Limits of a share that do without the spread of blocks: how many may deviate though none did, or each block all or nothing."""
    share = sums.y / sums.m
    if not ratio_variance(sums) > 0:
        most = _unseen(sums, level)
        return share * (1 - most), share + (1 - share) * most
    n = sums.m**2 / sums.mm  # as many equal blocks (Kish)
    return clopper_pearson(share * n, n, level)


def share_interval(sums: RatioSums, higher: HigherSums, level: float = LEVEL) -> Interval:
    """A share, with limits from the blocks that deviate.

    They are none wider than if all trials stood in blocks of the largest size, each all or nothing: that is the most that Y - r M can vary,
    whichever blocks have the events. Fewer than MIN_BLOCKS blocks, or all alike: `_coarse_share`.
    """
    if sums.m == 0:
        return NOWHERE
    share, variance = sums.y / sums.m, ratio_variance(sums)
    error = math.nan if variance == 0 else math.sqrt(variance)
    if not variance > 0 or sums.blocks < MIN_BLOCKS:
        return Interval(share, *_coarse_share(sums, level), error, "blocks" if variance > 0 else "bound")
    n = sums.m * higher.mmm / higher.mmmm  # the largest size as blocks of a size have weight by its cube
    least, most = clopper_pearson(share * n, n, level)
    lo, hi = limits(share, error, ratio_swings(sums, higher), level)
    return Interval(share, max(lo, least), min(hi, most), error, "blocks")


def mean_interval(sums: RatioSums, higher: HigherSums, level: float = LEVEL, least: float = -math.inf, most: float = math.inf) -> Interval:
    """A mean r = sum Y / sum M, with limits from the blocks that deviate, inside those of the mean of any block.

    All blocks equal: no limits (`constant`). Fewer than MIN_BLOCKS blocks: no limits (`thin`).
    """
    if sums.m == 0:
        return NOWHERE
    mean, variance, swings = sums.y / sums.m, ratio_variance(sums), ratio_swings(sums, higher)
    if variance == 0:
        return Interval(mean, math.nan, math.nan, math.nan, "constant")
    error = math.sqrt(variance)
    if sums.blocks < MIN_BLOCKS:
        return Interval(mean, math.nan, math.nan, error, "thin")
    lo, hi = limits(mean, error, swings, level)
    return Interval(mean, max(lo, least), min(hi, most), error, "blocks")


def rate_interval(sums: RatioSums, higher: HigherSums, level: float = LEVEL, most: float = math.inf) -> Interval:
    """As `mean_interval` for counts of events that may come several to a trial, `most` at most.

    No event: an upper bound, if a block with an event held `most` for every trial, or EVENTS_OF_A_TRIAL where there is no most.
    """
    if sums.m and sums.y == 0:
        return Interval(0.0, 0.0, min(most, EVENTS_OF_A_TRIAL) * _unseen(sums, level), math.nan, "bound")
    return mean_interval(sums, higher, level, 0.0, most)


def difference_interval(sums: PairSums, kind: Kind = "mean", level: float = LEVEL) -> Interval:
    """A paired difference ra - rb over the same blocks, with limits from the blocks whose difference deviates.

    Blocks that all agree leave a bound of a difference of shares, and of rates that do not differ.
    """
    if sums.a.m == 0 or sums.b.m == 0:
        return NOWHERE
    variance = pair_variance(sums)
    method, found = _difference_limits(sums, kind, variance)
    lo, hi = found(level) if found else (math.nan, math.nan)
    return Interval(_difference(sums), lo, hi, math.sqrt(variance) if variance != 0 else math.nan, method)


def difference_p(sums: PairSums, kind: Kind = "mean") -> float:
    """The two-sided p-value of no difference: 1 less the highest level at which the limits leave out 0; LEAST_P where it is smaller.

    1 where no block differs, NaN where there are no limits.
    """
    from scipy.optimize import brentq

    if sums.a.m == 0 or sums.b.m == 0:
        return math.nan
    difference = _difference(sums)
    method, found = _difference_limits(sums, kind, pair_variance(sums))
    if found is None or difference == 0:
        return 1.0 if difference == 0 and method != "thin" else math.nan

    def room(log_p: float) -> float:
        """How far 0 is outside the limits of level 1 - p."""
        lo, hi = found(-math.expm1(log_p))
        return lo if difference > 0 else -hi

    least, most = math.log(LEAST_P), math.log(0.999)
    if room(most) <= 0:
        return 1.0
    return LEAST_P if room(least) > 0 else math.exp(brentq(room, least, most, xtol=1e-6))


def _difference(sums: PairSums) -> float:
    return float(Fraction(sums.a.y, sums.a.m) - Fraction(sums.b.y, sums.b.m))


def _difference_limits(sums: PairSums, kind: Kind, variance: float) -> tuple[str, Callable[[float], tuple[float, float]] | None]:
    """How the limits of a difference are found, and what gives them for a level; None where there are none."""
    difference, sides = _difference(sums), (sums.a, sums.b)
    n = min(side.m**2 / side.mm for side in sides)

    def unlike(level: float, most: float) -> tuple[float, float]:
        """Where no block deviates: as many as may though none did, each as far as a difference can be."""
        share = clopper_pearson(0, n, level)[1]
        return difference - share * (most + difference), difference + share * (most - difference)

    def all_or_nothing(level: float) -> tuple[float, float]:
        """Blocks that differ by 1 or -1 and nothing between."""
        lo, hi = clopper_pearson(n * (1 + difference) / 2, n, level)
        return 2 * lo - 1, 2 * hi - 1

    if not variance > 0:
        if kind == "share":
            return "bound", lambda level: unlike(level, 1.0)
        if kind == "rate" and difference == 0:
            return "bound", lambda level: unlike(level, EVENTS_OF_A_TRIAL)
        return "constant" if variance == 0 else "thin", None
    if kind == "share" and sums.blocks < MIN_BLOCKS:
        return "blocks", all_or_nothing
    if kind != "share" and min(side.blocks for side in sides) < MIN_BLOCKS:
        return "thin", None
    error, swings = math.sqrt(variance), pair_swings(sums)

    def of_blocks(level: float) -> tuple[float, float]:
        lo, hi = limits(difference, error, swings, level)
        if kind != "share":
            return lo, hi
        down, up = difference - lo, hi - difference
        (a_down, a_up), (b_down, b_up) = (_unsettled(side, sums.blocks, level) for side in sides)
        return max(-1.0, difference - math.hypot(down, a_down, b_up)), min(1.0, difference + math.hypot(up, a_up, b_down))

    return "blocks", of_blocks


def _unsettled(sums: RatioSums, blocks: int, level: float) -> tuple[float, float]:
    """How far down and up a share may be that has too few blocks with a case, of all `blocks`, for their spread to tell: 0 for others."""
    if sums.blocks >= MIN_BLOCKS and (sums.blocks == blocks or ratio_variance(sums) > 0):
        return 0.0, 0.0
    share, (lo, hi) = sums.y / sums.m, _coarse_share(sums, level)
    return share - lo, hi - share


def simultaneous_level(scores: NDArray[np.int64], seed: int, level: float = LEVEL) -> float:
    """The level at which limits of single differences hold for all pairs of candidates at once, so also against the best of them.

    `scores`, shape (candidates, blocks), were made on the same blocks. The level is that of max |t| over all pairs, found by drawing DRAWS
    normal vectors of the scores' covariance from the seed: Tukey's limits for correlated means.
    """
    import numpy as np

    if scores.shape[1] < MIN_BLOCKS:
        return level
    one, two = np.triu_indices(len(scores), 1)
    covariance = np.atleast_2d(np.cov(scores))
    variances = covariance[one, one] + covariance[two, two] - 2 * covariance[one, two]
    if not (variances > 0).any():
        return level
    values, vectors = np.linalg.eigh(covariance)
    normal = np.random.Generator(np.random.Philox(seed)).standard_normal((DRAWS, len(scores)))
    drawn = normal @ (vectors * np.sqrt(values.clip(0))).T
    differ = variances > 0
    highest = (np.abs(drawn[:, one[differ]] - drawn[:, two[differ]]) / np.sqrt(variances[differ])).max(axis=1)
    return 2 * NormalDist().cdf(float(np.quantile(highest, level))) - 1


def confidence_sequence(sums: RatioSums, planned_blocks: int, level: float = LEVEL) -> Interval:
    """Limits that stay true however often they are looked at: for the live display and for stopping rules.

    Half width s * sqrt(2 (n q + 1) / (n^2 q) * ln(sqrt(n q + 1) / alpha)) over n blocks, with
    q = (-2 ln alpha + ln(1 - 2 ln alpha)) / planned_blocks. NaN limits before FIRST_LOOK_BLOCKS blocks of which FIRST_LOOK_NONZERO are not
    zero and as many may deviate from the others (their deviations, whole numbers, have squares that add up to no less).
    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2021 (asymptotic).
    """
    if sums.m == 0:
        return NOWHERE
    mean, variance, n = sums.y / sums.m, ratio_variance(sums), sums.blocks
    if n < FIRST_LOOK_BLOCKS or sums.nonzero < FIRST_LOOK_NONZERO or _squared_errors(sums) * sums.m**2 < FIRST_LOOK_NONZERO:
        return Interval(mean, math.nan, math.nan, math.nan, "thin")
    alpha = 1 - level
    q = (-2 * math.log(alpha) + math.log(1 - 2 * math.log(alpha))) / planned_blocks
    deviation = math.sqrt(variance * n)
    half = deviation * math.sqrt(2 * (n * q + 1) / (n * n * q) * math.log(math.sqrt(n * q + 1) / alpha))
    return Interval(mean, mean - half, mean + half, math.sqrt(variance), "sequence")
