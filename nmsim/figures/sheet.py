"""A sheet: one chart's figure with room for its title and caption, and the marks that all charts share.

Marks show an estimate with its interval. Without an interval (too few blocks) the mark is hollow; when nothing was seen, a dashed line
runs to the upper bound.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from nmsim.errors import InputError
from nmsim.figures.caption import RunInfo, caption, wrap
from nmsim.figures.style import GREY, INK, LARGE, SMALL, WIDTH
from nmsim.stats.text import format_number
from nmsim.words import Lang, say
from nmsim.words.names import named

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LINE = 1.45 * SMALL / 72  # inches
_MARGIN = 0.12
_LEGEND = 0.2  # inches
_EMS = (WIDTH - 2 * _MARGIN) * 72 / SMALL  # across the caption
_CAP = 1.6
_NAME_EMS = 12.0


@dataclass(frozen=True)
class Sheet:
    """What one chart is drawn from: a tidy summary, the experiment it belongs to, and the language."""

    summary: pd.DataFrame
    info: RunInfo
    lang: Lang

    def say(self, key: str) -> str:
        """A word of the charts in the sheet's language."""
        return say(f"charts.{key}", self.lang)

    def name(self, kind: str, name: str) -> str:
        """The name of a policy, fan row, half of the second condition ... in the sheet's language."""
        return named(kind, name, self.lang)

    @property
    def arms(self) -> list[str]:
        """Names of the arms that were played, in order."""
        played = set(self.summary["arm"])
        return [arm.name for arm in self.info.arms if arm.name in played]

    def arm_label(self, name: str) -> str:
        """The arm's label; a difference `a - b` has both, in two lines."""
        labels = {arm.name: arm.label.get(self.lang) for arm in self.info.arms}
        return "\n− ".join(labels.get(part, part) for part in name.split(" - "))

    def rows(self, statistic: str, arm: str | None = None) -> list[Any]:
        """The summary's rows of a statistic, of one arm if given."""
        return [row for row in self._rows.get(statistic, ()) if arm is None or row.arm == arm]

    @cached_property
    def _rows(self) -> dict[str, list[Any]]:
        rows: dict[str, list[Any]] = {}
        for row in self.summary.itertuples(index=False):
            rows.setdefault(str(row.statistic), []).append(row)
        return rows

    def row(self, statistic: str, arm: str, group: str = "all") -> Any:
        """One row. Raises InputError if the summary lacks it."""
        for row in self.rows(statistic, arm):
            if row.group == group:
                return row
        raise InputError(say("charts.no_row", statistic=statistic, arm=arm, group=group))

    def policies(self, arm: str) -> list[str]:
        """The arm's policies, in order."""
        return [row.group.removeprefix("policy:") for row in self.rows("seat_win", arm) if row.group.startswith("policy:")]

    def figure(self, height: float, *, legend: int = 0) -> Figure:
        """A figure with `height` inches for its axes, room above for its title and `legend` lines of legend, and its caption set."""
        from matplotlib.figure import Figure

        text = wrap(caption(self.summary, self.info, self.lang), _EMS)
        under = (text.count("\n") + 1) * _LINE + _MARGIN
        total = under + height + LARGE / 72 + 2 * _MARGIN + legend * _LEGEND
        figure = Figure(figsize=(WIDTH, total))
        figure.text(_MARGIN / WIDTH, 0.6 * _MARGIN / total, text, fontsize=SMALL, color=GREY, va="bottom", ha="left", linespacing=1.3)
        figure.set_layout_engine("constrained", rect=(0.01, under / total, 0.98, height / total), h_pad=0.03, w_pad=0.06)
        return figure

    def title(self, figure: Figure, text: str) -> None:
        """Set the title, at the figure's upper left."""
        figure.text(_MARGIN / WIDTH, 1 - _MARGIN / figure.get_figheight(), text, fontsize=LARGE, va="top", ha="left")


def legend_under_title(figure: Figure, axes: Axes, columns: int | None = None) -> None:
    """One legend for all axes, under the title: in one line, or in `columns`."""
    handles, labels = axes.get_legend_handles_labels()
    corner = (_MARGIN / WIDTH, 1 - (LARGE / 72 + 1.5 * _MARGIN) / figure.get_figheight())
    figure.legend(
        handles,
        labels,
        loc="upper left",
        bbox_to_anchor=corner,
        ncols=columns or len(labels),
        handlelength=1.2,
        columnspacing=1.4,
        borderaxespad=0,
        borderpad=0,
    )


def factor(row: Any) -> int:
    """Shares are drawn in per cent."""
    return 100 if row.unit == "share" else 1


def marks(axes: Axes, places: Sequence[float], rows: Sequence[Any], color: str, *, across: bool = True, label: str | None = None) -> None:
    """A dot with its interval for each row; `across` when values run along x."""
    for place, row in zip(places, rows, strict=True):
        _mark(axes, place, row, color, across, label if row is rows[0] else None)


def _mark(axes: Axes, place: float, row: Any, color: str, across: bool, label: str | None) -> None:
    if math.isnan(row.estimate):
        return
    scale = factor(row)
    known = not math.isnan(row.lo)
    low, high = (scale * row.lo, scale * row.hi) if known else (scale * row.estimate,) * 2
    line = ([low, high], [place, place]) if across else ([place, place], [low, high])
    axes.plot(*line, color=color, linewidth=1.2, linestyle="-" if row.method != "bound" else ":", solid_capstyle="butt")
    dot = (scale * row.estimate, place) if across else (place, scale * row.estimate)
    axes.plot(*dot, "o", color=color, markersize=3.6, markerfacecolor=color if known else "white", markeredgewidth=0.9, label=label)


def values(axes: Axes, places: Sequence[float], rows: Sequence[Any]) -> None:
    """The estimate beside each lying bar, right of its interval; room is made for it."""
    ends = [factor(row) * max(row.estimate, row.hi if not math.isnan(row.hi) else 0) for row in rows]
    for place, row, end in zip(places, rows, ends, strict=True):
        text = format_number(row)
        axes.annotate(text, (end, place), (3, 0), textcoords="offset points", va="center", ha="left", fontsize=SMALL - 1, color=INK)
    axes.set_xlim(0, max(axes.get_xlim()[1], 1.55 * max(ends, default=0)) or 1)


def bars(
    axes: Axes, places: Sequence[float], rows: Sequence[Any], color: str, size: float, *, across: bool = False, label: str | None = None
) -> None:
    """A bar from zero with its interval for each row; `across` for bars that lie."""
    heights = [factor(row) * row.estimate for row in rows]
    if across:
        axes.barh(places, heights, height=size, color=color, alpha=0.75, label=label, linewidth=0)
    else:
        axes.bar(places, heights, width=size, color=color, alpha=0.75, label=label, linewidth=0)
    known = [(place, factor(row) * row.lo, factor(row) * row.hi) for place, row in zip(places, rows, strict=True) if not math.isnan(row.lo)]
    if known:
        whiskers(axes, known, across)


def whiskers(axes: Axes, intervals: Sequence[tuple[float, float, float]], across: bool) -> None:
    """Intervals with caps, each given by its place and its limits."""
    places = [place for place, _, _ in intervals]
    middle, half = [(low + high) / 2 for _, low, high in intervals], [(high - low) / 2 for _, low, high in intervals]
    x, y = (middle, places) if across else (places, middle)
    axes.errorbar(
        x,
        y,
        xerr=half if across else None,
        yerr=None if across else half,
        fmt="none",
        ecolor=INK,
        elinewidth=0.8,
        capsize=_CAP,
        capthick=0.8,
    )


def note_if_empty(sheet: Sheet, axes: Axes, rows: Sequence[Any]) -> None:
    """Say so where none of the rows has an estimate: an empty panel would look like a fault."""
    if all(math.isnan(row.estimate) for row in rows):
        axes.text(0.5, 0.5, sheet.say("no_cases"), transform=axes.transAxes, ha="center", va="center", fontsize=SMALL, color=GREY)


def zero_line(axes: Axes) -> None:
    """A thin line at no difference."""
    axes.axvline(0, color=GREY, linewidth=0.7, zorder=0)


def named_rows(axes: Axes, names: Sequence[str]) -> None:
    """Names down the y axis, the first on top, without ticks; long ones in several lines, so that they leave room for the data."""
    axes.set_yticks(range(len(names)), [wrap(name, _NAME_EMS) for name in names])
    axes.set_ylim(max(1, len(names)) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", color="#eeeeee", linewidth=0.6)
