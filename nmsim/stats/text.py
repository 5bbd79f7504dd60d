"""Estimates as text: digits that follow their error, and tables for a terminal in English or Chinese."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nmsim.stats.labels import DIFFERENCE, group_label, label
from nmsim.stats.measures import MEASURES, SOURCES
from nmsim.stats.registry import HEADLINE, STATISTICS
from nmsim.stats.verdicts import CHANCE, PLANNED
from nmsim.words import Lang, language, say

if TYPE_CHECKING:
    import pandas as pd

_UNKNOWN = "-"
_HEADLINE_LINES = ("of_complete", "share", "of_hands", "per_100", "lost_share")
_MOST_CHANGED = 8
_TABLE_NAMES = (
    "win",
    "self_draw",
    "discard_win",
    "rob",
    "draw",
    "turns",
    "seat_win",
    "deal_in",
    "points",
    "winning_turn",
    "ready_legal",
    "fan",
)


def format_estimate(estimate: float, se: float) -> str:
    """The estimate with its error in units of its last digits, two of them: 0.2703, 0.0044 -> '0.2703(44)'.

    Without a usable error four significant digits; '-' for NaN.
    """
    if math.isnan(estimate):
        return _UNKNOWN
    if not se > 0 or math.isinf(se):
        return format(estimate, ".4g")
    digits = 1 - math.floor(math.log10(se))
    if round(se * 10**digits) >= 100:  # 0.00996 rounds up to 0.010
        digits -= 1
    if digits <= 0:
        return f"{round(estimate)}({round(se)})"
    return f"{estimate:.{digits}f}({round(se * 10**digits)})"


def format_share(estimate: float, se: float) -> str:
    """A share as a percentage with its error: 0.2703, 0.0044 -> '27.03(44) %'."""
    return _UNKNOWN if math.isnan(estimate) else f"{format_estimate(100 * estimate, 100 * se)} %"


def unit_of(row: Any, lang: Lang | None) -> tuple[int, str]:
    """Factor and unit that a row is printed with: per cent for shares, percentage points for their differences, points for the score."""
    if row.unit == "share":
        return 100, say("tables.percentage_points" if row.statistic.endswith("_difference") else "tables.percent", lang)
    return 1, say("tables.points", lang) if row.unit == "points" else ""


def format_limits(row: Any, lang: Lang | None = None, short: bool = False) -> str:
    """The limits of a summary row, or why there are none; `short`: without the unit, which stands beside them."""
    factor, unit = unit_of(row, lang)
    unit = "" if short else unit
    if math.isnan(row.lo):
        return say(f"tables.{row.method}", lang) if row.method in ("thin", "none", "constant") else _UNKNOWN
    if row.estimate == 0 and row.lo == 0:
        return say("tables.below", lang, most=f"{factor * row.hi:.3g}{unit}")
    return say("tables.limits", lang, low=f"{factor * row.lo:.4g}", high=f"{factor * row.hi:.4g}{unit}")


def format_row(row: Any, lang: Lang | None = None) -> str:
    """The estimate of a summary row with its error and unit."""
    return _UNKNOWN if math.isnan(row.estimate) else format_number(row) + unit_of(row, lang)[1]


def format_number(row: Any) -> str:
    """The estimate of a summary row with its error, shares in per cent, without the unit."""
    factor, _ = unit_of(row, None)
    return format_estimate(factor * row.estimate, factor * row.se)


def _bracketed(row: Any, lang: Lang | None) -> str:
    """The estimate with its error; where it has none, its limits, or the estimate and why there are none."""
    if row.method == "bound":
        return format_limits(row, lang)
    told = format_row(row, lang)
    return say("tables.without_limits", lang, estimate=told, why=format_limits(row, lang)) if row.method in ("thin", "constant") else told


def _cells(row: Any, lang: Lang | None, difference: bool) -> list[str]:
    known = f"{100 * row.exact:.6g}{say('tables.percent', lang)}" if row.unit == "share" else f"{row.exact:.7g}"
    exact = _UNKNOWN if math.isnan(row.exact) else known
    group = group_label(row.statistic, row.group, lang)
    last = verdict(row, lang) if difference else exact
    return [f"  {label(row.statistic, lang)}", group, format_row(row, lang), format_limits(row, lang, short=difference), f"{row.n:,}", last]


def verdict(row: Any, lang: Lang | None = None) -> str:
    """What a paired difference says: whether it is told from 0 in its family of comparisons, and whether it was planned."""
    if math.isnan(row.p_holm):
        return _UNKNOWN
    found = say(f"tables.verdict.{'apart' if row.p_holm < CHANCE else 'chance' if row.p < CHANCE else 'open'}", lang)
    return say("tables.verdict.planned", lang, verdict=found) if row.comparison == PLANNED else found


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def aligned(lines: Sequence[Sequence[str]], left: int = 2) -> list[str]:
    """Lines in columns; the first `left` of them to the left, the others to the right."""
    widths = [max(_width(line[column]) for line in lines) for column in range(len(lines[0]))]
    text = []
    for line in lines:
        padded = zip(line, (width - _width(cell) for cell, width in zip(line, widths, strict=True)), strict=True)
        cells = [cell + " " * room if column < left else " " * room + cell for column, (cell, room) in enumerate(padded)]
        text.append("  ".join(cells).rstrip())
    return text


def _table(frame: pd.DataFrame, names: Sequence[str], lang: Lang | None, differences: bool = False) -> str:
    blocks: list[str] = []
    chosen = frame[frame["statistic"].isin(names)]
    headers = [
        "",
        *(say(f"tables.{column}", lang) for column in ("group", "estimate", "interval", "n", "verdict" if differences else "exact")),
    ]
    for arm in chosen["arm"].unique():
        rows = chosen[chosen["arm"] == arm]
        heading = _heading(arm, rows.iloc[0], lang)
        ordered = sorted(rows.itertuples(index=False), key=lambda row: names.index(row.statistic))
        lines = [_cells(row, lang, differences) for row in ordered]
        if lines:
            blocks += [heading, *aligned([headers, *lines]), ""]
    return "\n".join(blocks)


def _heading(arm: str, row: Any, lang: Lang | None) -> str:
    """An arm's label, and the name by which commands and files know it where that differs."""
    called = row.get(f"arm_{lang or language()}", arm)
    return called if called == arm else say("tables.arm", lang, label=called, arm=arm)


def headline_table(frame: pd.DataFrame, lang: Lang | None = None) -> str:
    """Complete hands that may not win, arm by arm: statistics that are never mixed, each with its denominator, by source of the tile."""
    parts = []
    for arm in frame.loc[frame["statistic"] == HEADLINE, "arm"].unique():
        together = frame[(frame["arm"] == arm) & (frame["group"] == "all")]
        rows = {row.statistic: row for row in together.itertuples(index=False)}
        lines = [["", *(say(f"tables.{source}", lang) for source in SOURCES)]]
        for what in _HEADLINE_LINES:
            cells = (_bracketed(rows[f"refused_suit_{source}_{what}"], lang) for source in SOURCES)
            lines.append([f"  {say(f'tables.{what}', lang)}", *cells])
        parts += [say("tables.headline", lang, arm=_heading(arm, together.iloc[0], lang)), *aligned(lines, left=1), ""]
    return "\n".join(parts)


def summary_table(frame: pd.DataFrame, lang: Lang | None = None, headline: str = HEADLINE) -> str:
    """The terminal's table: the headline and its differences first, then what else changed between arms, then what brackets mean.

    Where nothing is known to have changed, or there is one arm, endings, seats and scores stand in its place.
    """
    players = frame[~frame["group"].str.startswith(("seat:", "role:"))]  # a question is about players, and not about their places
    about = players if headline in set(players["statistic"]) else frame
    asked = headline_table(frame, lang) if headline.startswith("refused_suit") else _table(about, (headline,), lang)
    planned = _table(players, (headline + DIFFERENCE,), lang, differences=True)
    changed = _changed(frame, headline)
    told = _table(changed, list(dict.fromkeys(changed["statistic"])), lang, differences=True)
    parts = [asked, *([say("tables.differences", lang), "", planned] if planned else [])]
    if not (frame["comparison"] == PLANNED).any() and frame.loc[~frame["statistic"].str.endswith(DIFFERENCE), "arm"].nunique() > 1:
        parts += [say("tables.not_compared", lang, label=label(headline, lang)), ""]
    parts += [say("tables.changed", lang), "", told] if told else [_table(frame[frame["group"] == "all"], _TABLE_NAMES, lang)]
    parts += [say("tables.verdicts", lang)] if planned or told else []
    return "\n".join([*(part for part in parts if part), say("tables.brackets", lang)])


def _changed(frame: pd.DataFrame, headline: str) -> pd.DataFrame:
    """Differences between arms that are told from 0 among all that were looked at, the clearest first, some for each pair of arms."""
    between = frame["statistic"].str.endswith(DIFFERENCE) & (frame["group"] == "all") & (frame["statistic"] != headline + DIFFERENCE)
    apart = frame[between & (frame["p_holm"] < CHANCE)]
    clearness = (apart["estimate"] / apart["se"]).abs().fillna(math.inf)  # without an error: no block disagrees
    ordered = apart.iloc[clearness.argsort(kind="stable")[::-1]]
    return ordered.groupby("arm", sort=False).head(_MOST_CHANGED)


def reference_table() -> str:
    """Every statistic and every measure as Markdown tables: the second half of docs/statistics.md."""
    lines = ["| statistic | meaning | 中文 | formula | unit | interval | groups |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for each in STATISTICS.values():
        compared = [*(["arms"] if each.paired else []), *(["policies, dealer"] if each.duel else [])]
        groups = ", ".join(each.by) + (f"; differences: {', '.join(compared)}" if compared else "")
        lines.append(
            f"| `{each.name}` | {each.meaning('en')} | {each.label('zh')} | `{each.formula}` | {each.unit} | {each.kind} | {groups} |"
        )
    lines += ["", "## Every measure", "", "| measure | what it counts | 中文 |", "| --- | --- | --- |"]
    lines += [f"| `{each.name}` | {each.meaning('en')} | {each.meaning('zh')} |" for each in MEASURES.values()]
    return "\n".join(lines) + "\n"
