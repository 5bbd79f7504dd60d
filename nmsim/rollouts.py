"""Discards compared by playing each of them out on the same resampled walls. docs/play.md says how a position is played."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import mul
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from pydantic import Field

from nmsim.checking import MOST_JOBS, Checked, check
from nmsim.errors import Faults, InputError
from nmsim.hand import Melds, OneHand
from nmsim.outcomes import COLUMN_NAMES, DISCARD, ROB_KONG, SEATS, SELF_DRAW
from nmsim.plan import SeatsGiven, make_plan
from nmsim.playing import Rows, play_positions
from nmsim.policies import Policy
from nmsim.position import Counts, DrawnHand, Position, read_hand
from nmsim.rules import Rules, RulesGiven
from nmsim.stats.intervals import (
    EXPONENTS,
    HigherSums,
    Interval,
    PairSums,
    RatioSums,
    difference_interval,
    mean_interval,
    share_interval,
    simultaneous_level,
)
from nmsim.tiles import KINDS, tile_name
from nmsim.words import say

if TYPE_CHECKING:
    import pandas as pd

    from nmsim.plan import Plan

PLAYER = 0
FOUR_KONGS_AT_TABLE = 4
WALLS_PER_TASK = 50
MOST_WALLS = 1_000_000  # their rows fit a small machine's memory
POWER = 0.8
_NAMES = ("ending", "winners", "discarder", f"seat_fan_{PLAYER}", f"points_{PLAYER}")
_LOOKED_AT = [COLUMN_NAMES.index(name) for name in _NAMES]
Whole = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Rollout:
    """What came of one discard over `n` walls, for the player: shares of all hands, mean fan of its wins, mean points of a hand.

    `behind`: its mean points less those of the best discard, wall by wall on the same walls (0 for the best itself, without limits).
    Its limits hold for all pairs of discards at once, since the best is chosen by the same walls.
    """

    discard: int
    n: int
    win: Interval
    self_draw: Interval
    deal_in: Interval
    draw: Interval
    fan: Interval
    points: Interval
    behind: Interval


@dataclass(frozen=True)
class Rollouts:
    """Every discard compared, the best by mean points first (of equals the lowest kind).

    `to_separate`: if the best two differ by just what was seen, how many walls would tell them apart in POWER of such comparisons. None for
    a single discard, and when the difference seen is within its standard error: then it may be 0, which no number of walls would show.
    """

    position: Position
    rules: Rules
    seats: tuple[Policy, ...]
    seed: int
    rollouts: tuple[Rollout, ...]
    to_separate: int | None

    @property
    def best(self) -> Rollout:
        """The discard with the highest mean points."""
        return self.rollouts[0]

    @property
    def told_apart(self) -> bool:
        """Whether the best discard is told apart from the second."""
        return len(self.rollouts) > 1 and self.rollouts[1].behind.hi < 0

    @property
    def n(self) -> int:
        """Walls that each discard was played on."""
        return self.best.n

    def to_pandas(self) -> pd.DataFrame:
        """One row a discard, best first: for each number its estimate, and its limits as `<name>_lo` and `<name>_hi`."""
        import pandas as pd

        return pd.DataFrame([_table_row(rollout) for rollout in self.rollouts])


def _table_row(rollout: Rollout) -> dict[str, str | int | float]:
    row: dict[str, str | int | float] = {"discard": tile_name(rollout.discard), "n": rollout.n}
    for name in ("win", "self_draw", "deal_in", "draw", "fan", "points", "behind"):
        interval: Interval = getattr(rollout, name)
        row |= {name: interval.estimate, f"{name}_lo": interval.lo, f"{name}_hi": interval.hi}
    return row


def compare_discards(
    counts: OneHand | Counts,
    melds: Melds = (),
    seen: str | Sequence[int] = (),
    rules: RulesGiven = "strict",
    seats: SeatsGiven = ("legal",) * SEATS,
    rollouts: int = 1000,
    seed: int = 1,
    jobs: int = 1,
    discards: Iterable[int] | None = None,
    dealer: int = 0,
) -> Rollouts:
    """Play each discard of a hand out `rollouts` times on the same walls, and compare them.

    `counts` are the player's concealed tiles (14 less 3 for each of its `melds`), `seen` the kinds in all rivers and in the others'
    melds: text, a list of kinds, or (`counts`) int[34], as in `nmsim.distance`. `discards`: the kinds to compare (default: all held),
    `dealer` who deals, counted from the player, who is seat 0. All else is drawn anew for each wall, at most `MOST_WALLS` of them. The
    result does not depend on `jobs`. Raises InputError.
    """
    faults = Faults()
    amount = {"rollouts": rollouts, "jobs": jobs, "dealer": dealer, "discards": discards if discards is None else _listed(discards)}
    asked = faults.of("", check, _Asked, amount)
    plan = faults.of("", make_plan, rules, seats, seed)
    hand = faults.of("", read_hand, counts, melds, seen, DrawnHand)
    faults.tell()
    assert asked and plan and hand
    position = Position(hand.counts, hand.melds, hand.seen, asked.dealer)
    chosen = tuple(asked.discards) if asked.discards is not None else tuple(kind for kind in range(KINDS) if position.counts[kind])
    problems = [*_choice_problems(position, chosen), *_rule_problems(position, plan.rules)]
    if problems:
        raise InputError(*problems)
    rows = _play(plan, position, chosen, asked.rollouts, asked.jobs)
    results = [_Result(kind, rows[:, at]) for at, kind in enumerate(chosen)]
    results.sort(key=lambda result: (-_total(result.points), result.discard))
    level = simultaneous_level(np.stack([result.points for result in results]), plan.seed)
    summaries = tuple(_summarize(result, results[0], level) for result in results)
    return Rollouts(position, plan.rules, plan.seats, plan.seed, summaries, _to_separate(summaries, level))


class _Asked(Checked):
    """How much is played out, and of what."""

    rollouts: int = Field(ge=1, le=MOST_WALLS)
    jobs: int = Field(ge=1, le=MOST_JOBS)
    dealer: int = Field(ge=0, le=SEATS - 1)
    discards: list[int] | None


def _listed(discards: object) -> object:
    return list(discards) if isinstance(discards, Iterable) and not isinstance(discards, str) else discards


def _choice_problems(position: Position, discards: Sequence[int]) -> Iterable[str]:
    held = " ".join(tile_name(kind) for kind in range(KINDS) if position.counts[kind])
    if not discards:
        yield say("rollouts.no_discard", held=held)
    for kind in sorted(set(discards)):
        if kind not in range(KINDS):
            yield say("rollouts.no_kind", kind=kind, most=KINDS - 1)
        elif not position.counts[kind]:
            yield say("rollouts.not_held", tile=tile_name(kind), held=held)
        elif list(discards).count(kind) > 1:
            yield say("rollouts.twice", tile=tile_name(kind))


def _rule_problems(position: Position, rules: Rules) -> Iterable[str]:
    live = position.wall_left - rules.wall_reserve
    needed = 0 if rules.discard_after_last_draw else 1
    if live < needed:
        most = len(position.seen) + live - needed
        yield say("rollouts.too_many_seen", given=len(position.seen), most=most, reserve=rules.wall_reserve)
    if rules.four_kong_abort and position.kongs == FOUR_KONGS_AT_TABLE:
        yield say("rollouts.four_kongs")


def _play(plan: Plan, position: Position, discards: Sequence[int], rollouts: int, jobs: int) -> Rows:
    """int64[rollouts, discards, columns]: `_LOOKED_AT`, in that order."""

    def played(first: int, last: int) -> Rows:
        return play_positions(plan, position, discards, first, last)[:, _LOOKED_AT]

    tasks = [(first, min(first + WALLS_PER_TASK, rollouts)) for first in range(0, rollouts, WALLS_PER_TASK)]
    if jobs == 1 or len(tasks) == 1:
        parts = [played(*task) for task in tasks]
    else:
        import joblib

        play_positions(plan, position, discards[:1], 0, 1)  # kernels and tables are made once, not by every worker
        work = (joblib.delayed(played)(*task) for task in tasks)
        parts = joblib.Parallel(n_jobs=jobs, backend="threading")(work)
    return np.concatenate(parts).reshape(rollouts, len(discards), -1)


class _Result:
    """The player's side of one discard's hands: int64[n] each, wall by wall."""

    def __init__(self, discard: int, rows: Rows) -> None:
        self.discard = discard
        ending, winners, fed, fan, points = rows.T
        self.win = winners >> PLAYER & 1
        self.self_draw = self.win * (ending == SELF_DRAW)
        self.deal_in = ((fed == PLAYER) & ((ending == DISCARD) | (ending == ROB_KONG))).astype(np.int64)
        self.draw = (winners == 0).astype(np.int64)
        self.fan, self.points = fan, points


def _summarize(result: _Result, best: _Result, level: float) -> Rollout:
    every = np.ones_like(result.win)

    def share(count: Whole) -> Interval:
        return share_interval(_ratio(count, every), _higher(count, every))

    def mean(y: Whole, m: Whole, least: float = -math.inf) -> Interval:
        return mean_interval(_ratio(y, m), _higher(y, m), least=least)

    return Rollout(
        result.discard,
        len(every),
        win=share(result.win),
        self_draw=share(result.self_draw),
        deal_in=share(result.deal_in),
        draw=share(result.draw),
        fan=mean(result.fan, result.win, least=0),
        points=mean(result.points, every),
        behind=difference_interval(_pair(result.points, best.points), level=level),
    )


def _to_separate(rollouts: Sequence[Rollout], level: float) -> int | None:
    """n ((z of the limits + z of POWER) se / difference)^2."""
    if len(rollouts) == 1:
        return None
    gap = rollouts[1].behind
    if not abs(gap.estimate) > gap.se:
        return None
    z = NormalDist().inv_cdf((1 + level) / 2) + NormalDist().inv_cdf(POWER)
    return max(1, math.ceil(rollouts[1].n * (z * gap.se / gap.estimate) ** 2))


def _total(*factors: Whole) -> int:
    """The sum over walls of the factors' product, exact."""
    top = len(factors[0]) * math.prod(int(np.abs(each).max(initial=0)) for each in factors)
    kind = np.int64 if top < 2**62 else object
    return int(reduce(mul, (each.astype(kind) for each in factors)).sum())


def _ratio(y: Whole, m: Whole) -> RatioSums:
    counted = int(np.count_nonzero(m)), int(np.count_nonzero(y))
    return RatioSums(*counted, _total(y), _total(m), _total(y, y), _total(y, m), _total(m, m))


def _higher(y: Whole, m: Whole) -> HigherSums:
    third = ((y, y, y), (y, y, m), (y, m, m), (m, m, m))
    fourth = ((y, y, y, y), (y, y, y, m), (y, y, m, m), (y, m, m, m), (m, m, m, m))
    return HigherSums(*(_total(*factors) for factors in (*third, *fourth)))


def _pair(a: Whole, b: Whole) -> PairSums:
    """Sums for the mean of a - b over walls."""
    every = np.ones_like(a)
    found = {(i, k): _total(every, *[a] * i, *[b] * k) for i in range(5) for k in range(5 - i)}
    return PairSums(_ratio(a, every), _ratio(b, every), len(a), {(i, j, k, n): found[i, k] for i, j, k, n in EXPONENTS})
