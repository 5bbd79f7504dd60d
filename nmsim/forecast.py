"""What a run of an experiment can tell, said before it is played: a small pilot of other walls gives the spread from block to block."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from nmsim.stats.accumulate import Accumulator, Pairing
from nmsim.stats.intervals import LEVEL, MIN_BLOCKS, HigherSums, Interval, PairSums, RatioSums
from nmsim.stats.labels import DIFFERENCE, group_label, label
from nmsim.stats.registry import Statistic
from nmsim.stats.summary import difference_of, interval_of
from nmsim.stats.text import aligned, unit_of
from nmsim.words import Lang, say

if TYPE_CHECKING:
    from nmsim.experiment import Experiment

PILOT_BLOCKS = 2_000
PILOT_HANDS = 20_000  # of an arm, at most; but no fewer than FEWEST_BLOCKS blocks
FEWEST_BLOCKS = 30
POWER = 0.8
_OTHER_SEED = 0x9E3779B97F4A7C15
SMALL_RUNS = 15  # drawn from the pilot, where it is the larger
_Z_POWER = NormalDist().inv_cdf(POWER)


@dataclass(frozen=True)
class Prospect:
    """One number that the run will give: its standard error, half the width of its interval, and the effect that it can tell.

    The `effect` is the true difference that is told from 0 in POWER of such runs, among all that are planned; None for what is no
    difference, and where too few blocks deviate to say. `method` says how the run will find the limits, or why it has none.
    """

    statistic: str
    arm: str
    group: str
    unit: str
    se: float | None
    half_width: float | None
    effect: float | None
    method: str


@dataclass(frozen=True)
class Forecast:
    """What a run can tell about its headline: its size, the pilot it is foretold from, the prospects, and the time it will take.

    `unseen` counts the headline's levels without a case in the pilot. `not_compared`: there are several arms, but nothing is planned.
    """

    headline: str
    design: str
    blocks: int
    hands: int
    pilot_blocks: int
    pilot_seed: int
    seconds: float
    workers: int
    hands_per_second: float
    prospects: tuple[Prospect, ...]
    unseen: int
    not_compared: bool

    def to_json(self) -> str:
        """All of it as a JSON object."""
        return json.dumps(asdict(self) | {"power": POWER, "level": LEVEL}, ensure_ascii=False)

    def to_text(self, lang: Lang | None = None) -> str:
        """All of it for a terminal, in the language (by default the one spoken)."""
        what = say("forecast.walls" if self.design == "independent" else "forecast.matches", lang)
        lines = [[say("forecast.row", lang), say("tables.group", lang), say("forecast.half", lang), say("forecast.effect", lang)]]
        lines += [_line(prospect, lang) for prospect in self.prospects]
        if not any(prospect.statistic.endswith(DIFFERENCE) for prospect in self.prospects):
            lines = [line[:-1] for line in lines]  # no effect to tell
        remarks = [say("forecast.unseen", lang, count=self.unseen)] if self.unseen else []
        remarks += [say("tables.not_compared", lang, label=label(self.headline, lang))] if self.not_compared else []
        return "\n".join(
            [
                say("forecast.title", lang, blocks=self.blocks, what=what, label=label(self.headline, lang)),
                say("forecast.pilot", lang, blocks=self.pilot_blocks, what=what, seed=self.pilot_seed),
                "",
                *(aligned(lines) if self.prospects else [say("forecast.alike", lang)]),
                *remarks,
                "",
                *([say("forecast.note", lang)] if self.prospects else []),
                say(
                    "forecast.time",
                    lang,
                    hands=self.hands,
                    time=_duration(self.seconds, lang),
                    workers=self.workers,
                    speed=self.hands_per_second,
                ),
            ]
        )


def forecast(experiment: Experiment, workers: int = 1) -> Forecast:
    """What a run of the experiment, as large as it says, can tell about its headline, and how long so many workers play it.

    Plays a pilot of PILOT_BLOCKS blocks with another seed, in this process, and writes nothing. A larger run is expected to have the
    pilot's sums so many times, and limits from these; of a smaller one, SMALL_RUNS are drawn from the pilot's blocks.
    """
    import numpy as np
    from joblib import cpu_count

    from nmsim.conclusion import make_accumulator
    from nmsim.plan import LARGEST_SEED
    from nmsim.playing import play_blocks, warm_up
    from nmsim.record import make_plans

    plans = make_plans(experiment)
    blocks = experiment.blocks(min(plan.hands_per_block for plan in plans))
    seed = (experiment.seed ^ _OTHER_SEED) % (LARGEST_SEED + 1)
    other = make_plans(experiment.resized(seed=seed))
    pilot = max(FEWEST_BLOCKS, min(PILOT_BLOCKS, PILOT_HANDS // max(plan.hands_per_block for plan in plans)))
    rows, taken = [], 0.0
    for plan in other:
        warm_up(plan)
        begun = time.perf_counter()
        rows.append(play_blocks(plan, 0, pilot))
        taken += time.perf_counter() - begun
    hands = blocks * sum(plan.hands_per_block for plan in plans)
    speed = pilot * sum(plan.hands_per_block for plan in plans) / taken

    def counted(chosen: Any) -> Accumulator:
        accumulator = make_accumulator(experiment, other)
        for arm, played in enumerate(rows):
            accumulator.add(arm, played.reshape(pilot, -1, played.shape[1])[chosen].reshape(-1, played.shape[1]))
        accumulator.finish()
        return accumulator

    whole, larger, draw = counted(slice(None)), Fraction(max(blocks, pilot), pilot), np.random.default_rng(seed)
    alone = {(arm.name, f"policy:{arm.seats[0].name}") for arm in experiment.arms if len(set(arm.seats)) == 1}  # the same as all seats
    cells, unseen = _cells(whole, experiment.headline, alone)
    runs = [whole] if blocks >= pilot else [counted(np.sort(draw.permutation(pilot)[:blocks])) for _ in range(SMALL_RUNS)]
    prospects = tuple(_middle(seen) for seen in zip(*(_prospects(run, cells, experiment.headline, larger) for run in runs), strict=True))
    compared = any(each.statistic.endswith(DIFFERENCE) for each in prospects)
    at_once = min(workers, cpu_count())
    return Forecast(
        experiment.headline,
        experiment.design,
        blocks,
        hands,
        pilot,
        seed,
        hands / speed / at_once,
        at_once,
        speed,
        prospects,
        unseen,
        len(experiment.arms) > 1 and not compared,
    )


def _cells(accumulator: Accumulator, headline: str, alone: set[tuple[str, str]]) -> tuple[list[tuple[int, int]], int]:
    """The headline's values, by number of arm and cell; and how many levels have no case."""
    found, unseen = [], 0
    for number, arm in enumerate(accumulator.arms):
        for k, cell in enumerate(arm.layout.cells):
            if cell.statistic.name != headline or cell.group.startswith(("seat:", "role:")) or (arm.name, cell.group) in alone:
                continue
            if cell.group in cell.statistic.levels and arm.totals.ratio(k).y == 0:
                unseen += 1
            else:
                found.append((number, k))
    return found, unseen


def _prospects(accumulator: Accumulator, cells: list[tuple[int, int]], headline: str, larger: Any) -> list[Prospect]:
    """The values, then the differences that are planned (as `verdicts.judged` has them), in a run so many times larger."""
    made = []
    for number, k in cells:
        arm = accumulator.arms[number]
        sums, higher = (
            RatioSums(*(larger * each for each in arm.totals.ratio(k))),
            HigherSums(*(larger * each for each in arm.totals.higher(k))),
        )
        cell = arm.layout.cells[k]
        made.append(_prospect(cell.statistic, cell.statistic.name, arm.name, cell.group, interval_of(cell.statistic, sums, higher), None))
    pairs = [
        (pairing, totals.pair(k))
        for totals in (*(arm.duels for arm in accumulator.arms), *(comparison.totals for comparison in accumulator.comparisons))
        for k, pairing in enumerate(totals.pairings)
        if pairing.statistic.name == headline and not pairing.group.startswith("role:")
    ]
    return made + [_difference(*pair, larger, len(pairs)) for pair in pairs]


def _difference(pairing: Pairing, sums: PairSums, larger: Any, planned: int) -> Prospect:
    """A planned difference; its effect is told by Holm's rule even if it is the clearest of all that are planned."""
    a, b = (RatioSums(*(larger * each for each in side)) for side in (sums.a, sums.b))
    sums = PairSums(a, b, larger * sums.blocks, {powers: larger * each for powers, each in sums.moments.items()})
    what, effect = pairing.statistic, None
    found = difference_of(what, sums)
    if found.method == "blocks" and sums.blocks >= MIN_BLOCKS:
        effect = _half(difference_of(what, sums, 1 - (1 - LEVEL) / planned)) + _Z_POWER * found.se
    return _prospect(what, what.name + DIFFERENCE, pairing.arm, pairing.group, found, effect)


def _middle(seen: Sequence[Prospect]) -> Prospect:
    """The run of middling width; those without limits are the widest."""
    return sorted(seen, key=lambda each: math.inf if each.half_width is None else each.half_width)[len(seen) // 2]


def _half(interval: Interval) -> float:
    return (interval.hi - interval.lo) / 2


def _prospect(what: Statistic, name: str, arm: str, group: str, found: Interval, effect: float | None) -> Prospect:
    se, half = (None if math.isnan(each) else float(each) for each in (found.se, _half(found)))
    return Prospect(name, arm, group, what.unit, se, half, effect, found.method)


def _line(prospect: Prospect, lang: Lang | None) -> list[str]:
    factor, unit = (100, say("tables.percentage_points", lang)) if prospect.unit == "share" else unit_of(prospect, lang)
    name = [f"  {prospect.arm}", group_label(prospect.statistic, prospect.group, lang)]
    if prospect.half_width is None:
        return [*name, say(f"forecast.{prospect.method}", lang), ""]
    half = say("forecast.plus_minus", lang, half=format(factor * prospect.half_width, ".2g"), unit=unit)
    if not prospect.statistic.endswith(DIFFERENCE):
        return [*name, half, ""]
    return [*name, half, say("forecast.no_effect", lang) if prospect.effect is None else format(factor * prospect.effect, ".2g") + unit]


def _duration(seconds: float, lang: Lang | None) -> str:
    name, size = ("seconds", 1) if seconds < 120 else ("minutes", 60) if seconds < 7200 else ("hours", 3600)
    return say(f"forecast.{name}", lang, number=max(1.0, seconds / size))
