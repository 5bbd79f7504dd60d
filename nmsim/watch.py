"""Watching a run: the headline statistic's sums of each unit, which add up in any order, and a line about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from nmsim.stats.intervals import RatioSums
    from nmsim.stats.registry import Statistic
    from nmsim.words import Lang


def headline_sums(name: str, matrix: np.ndarray, players: int) -> RatioSums:
    """Sums over blocks of a statistic's numerator and denominator, of all seats or (`of_first_policy`) some.

    The matrix holds whole blocks in order.
    """
    import numpy as np

    from nmsim.stats.intervals import RatioSums
    from nmsim.stats.measures import MEASURES, Hands
    from nmsim.stats.registry import statistic

    hands = Hands(matrix, players=players)
    starts = np.concatenate([[0], np.flatnonzero(np.diff(hands.blocks())) + 1])
    what = statistic(name)
    seats = hands.seated(0).T if of_first_policy(what) else True

    def of_blocks(measure: str) -> np.ndarray:
        count = MEASURES[measure].count(hands)
        by_hand = count if count.ndim == 1 else (count * seats).sum(axis=1)
        return np.asarray(np.add.reduceat(by_hand.astype(np.int64), starts))

    y, m = of_blocks(what.numerator), of_blocks(what.denominator)
    return RatioSums(*(int(total) for total in (np.count_nonzero(m), np.count_nonzero(y), y.sum(), m.sum(), y @ y, y @ m, m @ m)))


def of_first_policy(what: Statistic) -> bool:
    """Whether a statistic is watched for the seats of an arm's first policy: over all seats it is none, or as points tells nothing."""
    return "policy" in what.by and (what.duel or "all" not in what.by)


def gather(sums: dict[int, RatioSums], more: Mapping[int, RatioSums]) -> None:
    """Add, arm by arm, sums over other blocks."""
    for arm, each in more.items():
        sums[arm] = add_sums(sums[arm], each) if arm in sums else each


def add_sums(one: RatioSums, other: RatioSums) -> RatioSums:
    """Sums over the blocks of both, which share none."""
    from nmsim.stats.intervals import RatioSums

    return RatioSums(*(a + b for a, b in zip(one, other, strict=True)))


def headline_text(name: str, sums: RatioSums, planned_blocks: int, lang: Lang, first_policy: str = "") -> str:
    """The headline so far, the number first, with limits that stay true however often one looks; before there is enough to tell, without.

    `first_policy`: the policy whose seats it is about, named where it is not about all seats.
    """
    import math

    from nmsim.stats.intervals import confidence_sequence
    from nmsim.stats.registry import statistic
    from nmsim.words import say
    from nmsim.words.names import named

    what = statistic(name)
    if "level" in what.by:
        return what.label(lang)  # a share of each level, and no one number
    interval = confidence_sequence(sums, planned_blocks)
    percent = what.unit == "share"
    scale, unit = (100, "%") if percent else (what.scale, f" {say(f'units.{what.unit}', lang)}")
    half = (interval.hi - interval.lo) / 2
    limits = "" if math.isnan(half) or math.isinf(half) else f" ± {half * scale:.2g}"
    about = say("tables.of_policy", lang, policy=named("policy", first_policy, lang)) if first_policy and of_first_policy(what) else ""
    return f"{interval.estimate * scale:.4g}{limits}{unit}{say('tables.colon', lang)}{what.label(lang)}{about}"
