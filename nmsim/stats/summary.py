"""From sums to a tidy frame: one row a statistic, arm and group, with its interval; written to the same bytes every time."""

from __future__ import annotations

import copy
import csv
import io
import math
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from nmsim.stats.accumulate import Accumulator, Cell
from nmsim.stats.intervals import (
    LEVEL,
    HigherSums,
    Interval,
    PairSums,
    RatioSums,
    confidence_sequence,
    difference_interval,
    difference_p,
    mean_interval,
    rate_interval,
    share_interval,
)
from nmsim.stats.labels import DIFFERENCE, LABELS, ArmLabels, labelled
from nmsim.stats.registry import HEADLINE, Statistic, statistic
from nmsim.stats.verdicts import COMPARED, judged
from nmsim.whole_file import write_whole
from nmsim.words import say

if TYPE_CHECKING:
    import pandas as pd

FIELDS = ("statistic", "arm", "group", "n", "blocks", "estimate", "lo", "hi", "se", "exact", "unit", "method", "p")
_FLOATS = ("estimate", "lo", "hi", "se", "exact", "p", "p_holm")
_OF_OLD: dict[str, Any] = {"p": math.nan, "comparison": "", "p_holm": math.nan}  # columns that older summaries lack


class Row(NamedTuple):
    """One estimate. `n` is the denominator: trials of a share, cases of a mean; `method` says how the limits were found.

    `p` is the two-sided p-value of a paired difference, NaN elsewhere.
    """

    statistic: str
    arm: str
    group: str
    n: int
    blocks: int
    estimate: float
    lo: float
    hi: float
    se: float
    exact: float
    unit: str
    method: str
    p: float = math.nan


def summary(accumulator: Accumulator, level: float = LEVEL, headline: str = HEADLINE, arm_labels: ArmLabels | None = None) -> pd.DataFrame:
    """Every estimate so far in a fixed order: arm by arm the statistics as registered, then differences inside arms and between arms.

    `headline` is the statistic whose comparisons were planned; `arm_labels` what each arm is called in each language.
    """
    import pandas as pd

    closed = copy.deepcopy(accumulator)
    closed.finish()
    return labelled(judged(pd.DataFrame(list(rows(closed, level)), columns=list(FIELDS)), headline), arm_labels)


def rows(accumulator: Accumulator, level: float = LEVEL) -> Iterable[Row]:
    """The summary's rows of a finished accumulator; the same ones whatever occurred: a row told only if it was seen would tell too much."""
    for arm in accumulator.arms:
        yield from (
            _row(cell, arm.name, arm.totals.ratio(number), arm.totals.higher(number), accumulator.fair_deal, level)
            for number, cell in enumerate(arm.layout.cells)
        )
    for arm in accumulator.arms:
        yield from (
            _difference(each.statistic, each.arm, each.group, arm.duels.pair(k), level) for k, each in enumerate(arm.duels.pairings)
        )
    for comparison in accumulator.comparisons:
        totals = comparison.totals
        yield from (_difference(each.statistic, each.arm, each.group, totals.pair(k), level) for k, each in enumerate(totals.pairings))


def _row(cell: Cell, arm: str, sums: RatioSums, higher: HigherSums, fair_deal: bool, level: float) -> Row:
    what = cell.statistic
    interval = interval_of(what, sums, higher, level)
    exact = what.exact.get(cell.group, math.nan) if fair_deal else math.nan
    return Row(what.name, arm, cell.group, int(sums.m), int(sums.blocks), *interval[:4], exact, what.unit, interval.method)


def _difference(what: Statistic, arm: str, group: str, sums: PairSums, level: float) -> Row:
    interval, p = difference_of(what, sums, level), difference_p(sums, what.kind)
    n = int(min(sums.a.m, sums.b.m))
    return Row(what.name + DIFFERENCE, arm, group, n, sums.blocks, *interval[:4], math.nan, what.unit, interval.method, p)


def interval_of(what: Statistic, sums: RatioSums, higher: HigherSums, level: float = LEVEL) -> Interval:
    """The statistic's estimate with its limits, in its unit."""
    if what.kind == "share":
        interval = share_interval(sums, higher, level)
    elif what.kind == "rate":
        interval = rate_interval(sums, higher, level, what.most)
    else:
        interval = mean_interval(sums, higher, level, what.least, what.most)
    return scaled(interval, what.scale)


def difference_of(what: Statistic, sums: PairSums, level: float = LEVEL) -> Interval:
    """A difference of the statistic with its limits, in its unit."""
    return scaled(difference_interval(sums, what.kind, level), what.scale)


def scaled(interval: Interval, scale: int) -> Interval:
    """The interval in another unit."""
    estimate, lo, hi, se, method = interval
    return Interval(estimate * scale, lo * scale, hi * scale, se * scale, method)


def summary_text(frame: pd.DataFrame) -> str:
    """The summary as CSV with ten significant digits and empty cells for what is unknown: the same text on every machine."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = (*FIELDS, *COMPARED, *LABELS)
    writer.writerow(names)
    for row in frame[list(names)].itertuples(index=False):
        writer.writerow([_cell(name, value) for name, value in zip(names, row, strict=True)])
    return out.getvalue()


def _cell(name: str, value: Any) -> str:
    if name in _FLOATS:
        return "" if math.isnan(value) else format(value, ".10g")
    return str(value)


def write_summary(frame: pd.DataFrame, path: Path) -> None:
    """Write the summary as CSV, whole or not at all."""
    write_whole(path, summary_text(frame))


def read_summary(path: Path) -> pd.DataFrame:
    """A summary written by `write_summary`, to its ten digits; an older one gets label columns and, empty, those of comparisons."""
    import pandas as pd

    text = {name: str for name in ("statistic", "arm", "group", "unit", "method", "comparison", *LABELS)}
    frame = pd.read_csv(
        path, dtype={**text, **dict.fromkeys(_FLOATS, float)}, keep_default_na=False, na_values={name: [""] for name in _FLOATS}
    )
    frame = frame.assign(**{name: default for name, default in _OF_OLD.items() if name not in frame})
    return frame if set(LABELS) <= set(frame.columns) else labelled(frame)


class Headline(NamedTuple):
    """The running headline: statistic, arm and limits that stay true however often they are looked at; NaN limits: too early to tell."""

    statistic: Statistic
    arm: str
    interval: Interval
    n: int
    blocks: int


def headline_estimate(
    accumulator: Accumulator, name: str = HEADLINE, arm: str | int = 0, *, planned_blocks: int = 10_000, level: float = LEVEL
) -> Headline:
    """The headline over finished blocks, with a confidence sequence tuned to `planned_blocks`; costs next to nothing.

    Raises InputError for an unknown statistic or arm, or a statistic that has no overall value.
    """
    what = statistic(name)
    one = accumulator.arms[accumulator.number(arm)]
    numbers = [number for number, cell in enumerate(one.layout.cells) if (cell.statistic.name, cell.group) == (name, "all")]
    if not numbers:
        from nmsim.errors import InputError

        raise InputError(say("tables.no_overall", name=name))
    sums = one.totals.ratio(numbers[0])
    interval = scaled(confidence_sequence(sums, planned_blocks, level), what.scale)
    if what.kind == "share":
        interval = interval._replace(lo=max(0.0, interval.lo), hi=min(1.0, interval.hi)) if not math.isnan(interval.lo) else interval
    return Headline(what, one.name, interval, int(sums.m), int(sums.blocks))


def pick(frame: pd.DataFrame, statistic_name: str, arm: str | None = None, group: str | None = "all") -> pd.DataFrame:
    """The summary's rows of one statistic, of one arm and group if given. Raises InputError for a statistic that is not there."""
    names = frame["statistic"]
    if statistic_name not in set(names):
        statistic(statistic_name.removesuffix(DIFFERENCE))
    chosen = frame[names == statistic_name]
    if arm is not None:
        chosen = chosen[chosen["arm"] == arm]
    return chosen if group is None else chosen[chosen["group"] == group]
