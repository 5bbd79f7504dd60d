"""Charts of tidy summaries, in English or Chinese. They compute nothing: every number drawn is a row of the summary."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from nmsim.errors import InputError, unknown
from nmsim.figures.caption import RunInfo, caption
from nmsim.figures.charts import CHARTS, Chart
from nmsim.figures.sheet import Sheet
from nmsim.figures.style import MissingGlyph, png, style
from nmsim.whole_file import write_whole
from nmsim.words import Lang, say

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CHARTS", "Chart", "Lang", "MissingGlyph", "Picture", "RunInfo", "caption", "chart_path", "draw", "picture", "possible_charts"]


@dataclass(frozen=True)
class Picture:
    """A finished chart as PNG; a notebook shows it as it is."""

    data: bytes = field(repr=False)

    def _repr_png_(self) -> bytes:
        return self.data

    def save(self, path: Path) -> Path:
        """Write it, whole or not at all."""
        return write_whole(path, self.data)


def picture(chart: str, summary: pd.DataFrame, info: RunInfo, lang: Lang = "en") -> Picture:
    """One chart of a summary; `info` (an experiment) gives labels and the caption.

    Raises InputError for an unknown chart or a summary without the rows it needs, MissingGlyph if the fonts lack a character.
    """
    if chart not in CHARTS:
        raise InputError(unknown("chart", chart, CHARTS))
    chosen, sheet = CHARTS[chart], Sheet(summary, info, lang)
    if not sheet.rows(chosen.needs):
        raise InputError(say("charts.needs", chart=chart, statistic=chosen.needs))
    with style():
        figure = chosen.draw(sheet)
        sheet.title(figure, sheet.say(f"title.{chart}"))
        return Picture(png(figure))


def chart_path(folder: Path, chart: str, lang: Lang = "en") -> Path:
    """Where a chart is kept: `refusals.png`, `refusals.zh.png`."""
    return folder / f"{chart}{'' if lang == 'en' else '.' + lang}.png"


def possible_charts(summary: pd.DataFrame) -> list[str]:
    """The charts whose rows the summary has."""
    return [name for name, chart in CHARTS.items() if (summary["statistic"] == chart.needs).any()]


def draw(summary: pd.DataFrame, info: RunInfo, folder: Path, lang: Lang = "en", charts: Sequence[str] | None = None) -> list[Path]:
    """Draw the charts that the experiment asks for (all that its summary allows if it names none) and return their files.

    Raises as `picture`.
    """
    names = charts or info.charts or possible_charts(summary)
    paths = []
    for name in names:
        with _swept():
            paths.append(picture(name, summary, info, lang).save(chart_path(folder, name, lang)))
    return paths


@contextmanager
def _swept() -> Iterator[None]:
    """Clear away what comes to be inside, some MB a figure, which refers to itself in circles; without a look at all that was before."""
    gc.freeze()
    try:
        yield
    finally:
        gc.collect()
        gc.unfreeze()
