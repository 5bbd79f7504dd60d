"""What a run of an experiment can tell, said before it is played: a small pilot of other walls gives the spread from block to block."""

from __future__ import annotations

import json
import math
import time
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from nmsim.stats.intervals import LEVEL
from nmsim.stats.labels import DIFFERENCE, group_label, label
from nmsim.stats.text import aligned, unit_of
from nmsim.words import Lang, say

if TYPE_CHECKING:
    from nmsim.experiment import Experiment

PILOT_BLOCKS = 2_000
PILOT_HANDS = 20_000  # of an arm, at most; but no fewer than FEWEST_BLOCKS blocks
FEWEST_BLOCKS = 30
POWER = 0.8
_OTHER_SEED = 0x9E3779B97F4A7C15
_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)
_Z_POWER = _Z + NormalDist().inv_cdf(POWER)


@dataclass(frozen=True)
class Prospect:
    """One number that the run will give: its standard error, half the width of its interval, and the effect that it can tell.

    The `effect` is the true difference that is told from 0 in POWER of such runs, None for what is no difference. All are None where no
    block of the pilot deviates.
    """

    statistic: str
    arm: str
    group: str
    unit: str
    se: float | None
    half_width: float | None
    effect: float | None


@dataclass(frozen=True)
class Forecast:
    """What a run can tell about its headline: its size, the pilot it is foretold from, the prospects, and the time it will take."""

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

    def to_json(self) -> str:
        """All of it as a JSON object."""
        return json.dumps(asdict(self) | {"power": POWER, "level": LEVEL}, ensure_ascii=False)

    def to_text(self, lang: Lang | None = None) -> str:
        """All of it for a terminal, in the language (by default the one spoken)."""
        what = say("forecast.walls" if self.design == "independent" else "forecast.matches", lang)
        lines = [[say("forecast.row", lang), say("tables.group", lang), say("forecast.half", lang), say("forecast.effect", lang)]]
        lines += [_line(prospect, lang) for prospect in self.prospects]
        return "\n".join(
            [
                say("forecast.title", lang, blocks=self.blocks, what=what, label=label(self.headline, lang)),
                say("forecast.pilot", lang, blocks=self.pilot_blocks, what=what, seed=self.pilot_seed),
                "",
                *aligned(lines),
                "",
                say("forecast.note", lang),
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

    Plays a pilot of PILOT_BLOCKS blocks with another seed, in this process, and writes nothing.
    """
    from nmsim.conclusion import make_accumulator
    from nmsim.plan import LARGEST_SEED
    from nmsim.playing import play_blocks, warm_up
    from nmsim.record import make_plans
    from nmsim.stats import summary

    plans = make_plans(experiment)
    blocks = experiment.blocks(min(plan.hands_per_block for plan in plans))
    seed = (experiment.seed ^ _OTHER_SEED) % (LARGEST_SEED + 1)
    other = make_plans(experiment.resized(seed=seed))
    pilot = max(FEWEST_BLOCKS, min(PILOT_BLOCKS, PILOT_HANDS // max(plan.hands_per_block for plan in plans)))
    accumulator, taken = make_accumulator(experiment, other), 0.0
    for arm, plan in enumerate(other):
        warm_up(plan)
        begun = time.perf_counter()
        accumulator.add(arm, play_blocks(plan, 0, pilot))
        taken += time.perf_counter() - begun
    hands = blocks * sum(plan.hands_per_block for plan in plans)
    speed = pilot * sum(plan.hands_per_block for plan in plans) / taken
    rows = summary(accumulator, headline=experiment.headline).itertuples(index=False)
    alone = {(arm.name, f"policy:{arm.seats[0].name}") for arm in experiment.arms if len(set(arm.seats)) == 1}  # the same as all seats
    told = [row for row in rows if _is_told(row, experiment.headline) and (row.arm, row.group) not in alone]
    prospects = tuple(_prospect(row, pilot / blocks) for row in told)
    seconds = hands / speed / workers
    return Forecast(experiment.headline, experiment.design, blocks, hands, pilot, seed, seconds, workers, speed, prospects)


def _is_told(row: Any, headline: str) -> bool:
    """Whether a row of the pilot's summary is one of the headline's: its values, and its planned differences."""
    return bool(row.comparison == "planned" or (row.statistic == headline and not row.group.startswith(("seat:", "role:"))))


def _prospect(row: Any, share_played: float) -> Prospect:
    name = (row.statistic, row.arm, row.group, row.unit)
    if not row.se > 0:
        return Prospect(*name, None, None, None)
    error = row.se * math.sqrt(share_played)
    return Prospect(*name, error, _Z * error, _Z_POWER * error if row.statistic.endswith(DIFFERENCE) else None)


def _line(prospect: Prospect, lang: Lang | None) -> list[str]:
    factor, unit = (100, say("tables.percentage_points", lang)) if prospect.unit == "share" else unit_of(prospect, lang)
    name = [f"  {prospect.arm}", group_label(prospect.statistic, prospect.group, lang)]
    if prospect.half_width is None:
        return [*name, say("forecast.unknown", lang), ""]
    half = say("forecast.plus_minus", lang, half=format(factor * prospect.half_width, ".2g"), unit=unit)
    return [*name, half, "" if prospect.effect is None else format(factor * prospect.effect, ".2g") + unit]


def _duration(seconds: float, lang: Lang | None) -> str:
    name, size = ("seconds", 1) if seconds < 120 else ("minutes", 60) if seconds < 7200 else ("hours", 3600)
    return say(f"forecast.{name}", lang, number=max(1.0, seconds / size))
