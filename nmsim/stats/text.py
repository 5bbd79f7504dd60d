"""Estimates as text: digits that follow their error, and tables for a terminal in English or Chinese."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from nmsim.stats.measures import MEASURES
from nmsim.stats.registry import HEADLINE, STATISTICS

if TYPE_CHECKING:
    import pandas as pd

Lang = Literal["zh", "en"]
_UNKNOWN = "-"
_HEADERS = {"en": ("", "group", "estimate", "95 % interval", "n", "exact"), "zh": ("", "分组", "估计", "95% 区间", "样本数", "精确值")}
_DIFFERENCES = {"en": "paired differences on the same walls", "zh": "同一批牌墙上的配对差"}
_HEADLINE_LINES = {
    "share": {"en": "(a) seat-hands stopped at least once", "zh": "(a) 至少被拦一次的家次"},
    "per_100": {"en": "(b) refusals a hundred hands", "zh": "(b) 每百局被拦次数"},
    "lost_share": {"en": "(c) of seat-hands ever complete: stopped and never won", "zh": "(c) 成型家次中被拦且终未胡"},
}
_HEADLINE_TITLE = {
    "en": "complete in shape, refused only for a missing suit",
    "zh": "牌型已成，只因缺门（三门齐）不能胡",
}
_SOURCES = {"en": {"own": "own draw", "other": "others' tiles", "any": "either"}, "zh": {"own": "自摸", "other": "他家牌", "any": "合计"}}
_BESIDE_NAMES = ("complete_share", "complete_never_won", "lacking_suit", "no_terminal")
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
_DIFFERENCE_NAMES = ("win", "draw", "turns", "seat_win", "points", "refused_suit_any_share")


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


_WORDS = {
    "en": {"thin": "too few blocks", "none": "no case", "constant": "all blocks equal", "below": "below", "to": "to", "points": "pp"},
    "zh": {"thin": "样本太少", "none": "无样本", "constant": "各块相同", "below": "低于", "to": "至", "points": "个百分点"},
}


def _unit(row: Any, lang: Lang) -> tuple[int, str]:
    """Factor and sign that a row is printed with: shares as per cent, their differences as percentage points."""
    if row.unit != "share":
        return 1, ""
    return 100, f" {_WORDS[lang]['points']}" if row.statistic.endswith("_difference") else " %"


def format_limits(row: Any, lang: Lang = "en") -> str:
    """The limits of a summary row, or why there are none."""
    words, (factor, unit) = _WORDS[lang], _unit(row, lang)
    if math.isnan(row.lo):
        return words.get(row.method, _UNKNOWN)
    if row.estimate == 0 and row.lo == 0:
        return f"{words['below']} {factor * row.hi:.3g}{unit}"
    return f"{factor * row.lo:.4g} {words['to']} {factor * row.hi:.4g}{unit}"


def format_row(row: Any, lang: Lang = "en") -> str:
    """The estimate of a summary row with its error and unit sign."""
    factor, unit = _unit(row, lang)
    return _UNKNOWN if math.isnan(row.estimate) else format_estimate(factor * row.estimate, factor * row.se) + unit


def label(name: str, lang: Lang) -> str:
    """The statistic's label; differences carry the label of what differs."""
    what = STATISTICS[name.removesuffix("_difference")]
    return what.zh if lang == "zh" else what.en


def _cells(row: Any, lang: Lang) -> list[str]:
    exact = _UNKNOWN if math.isnan(row.exact) else f"{100 * row.exact:.6g} %" if row.unit == "share" else f"{row.exact:.7g}"
    return [f"  {label(row.statistic, lang)}", row.group, format_row(row, lang), format_limits(row, lang), f"{row.n:,}", exact]


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _aligned(lines: Sequence[Sequence[str]], left: int = 2) -> list[str]:
    """Lines in columns; the first `left` of them to the left, the others to the right."""
    widths = [max(_width(line[column]) for line in lines) for column in range(len(lines[0]))]
    text = []
    for line in lines:
        padded = zip(line, (width - _width(cell) for cell, width in zip(line, widths, strict=True)), strict=True)
        cells = [cell + " " * room if column < left else " " * room + cell for column, (cell, room) in enumerate(padded)]
        text.append("  ".join(cells).rstrip())
    return text


def _table(frame: pd.DataFrame, names: Sequence[str], lang: Lang) -> str:
    blocks: list[str] = []
    chosen = frame[frame["statistic"].isin(names)]
    for arm in chosen["arm"].unique():
        rows = chosen[chosen["arm"] == arm]
        ordered = sorted(rows.itertuples(index=False), key=lambda row: names.index(row.statistic))
        lines = [_cells(row, lang) for row in ordered]
        if lines:
            blocks += [arm, *_aligned([_HEADERS[lang], *lines]), ""]
    return "\n".join(blocks)


def headline_table(frame: pd.DataFrame, lang: Lang = "en") -> str:
    """The headline arm by arm: three statistics, never mixed, own draws and others' tiles apart."""
    parts = []
    for arm in frame.loc[frame["statistic"] == HEADLINE, "arm"].unique():
        rows = {row.statistic: row for row in frame[(frame["arm"] == arm) & (frame["group"] == "all")].itertuples(index=False)}
        lines = [["", *_SOURCES[lang].values()]]
        for what, words in _HEADLINE_LINES.items():
            lines.append([f"  {words[lang]}", *(format_row(rows[f"refused_suit_{source}_{what}"], lang) for source in _SOURCES[lang])])
        parts += [f"{arm}: {_HEADLINE_TITLE[lang]}", *_aligned(lines, left=1), ""]
    return "\n".join(parts)


def summary_table(frame: pd.DataFrame, lang: Lang = "en", headline: str = HEADLINE) -> str:
    """The terminal's table: the headline first, then endings, seats and policies, then paired differences."""
    differences = [f"{name}_difference" for name in dict.fromkeys((headline, *_DIFFERENCE_NAMES))]
    names = tuple(dict.fromkeys((*_BESIDE_NAMES, *_TABLE_NAMES, headline)))
    paired = _table(frame, differences, lang)
    parts = [headline_table(frame, lang), _table(frame, names, lang)]
    return "\n".join([*parts, _DIFFERENCES[lang], "", paired] if paired else parts)


def reference_table() -> str:
    """Every statistic and every measure as Markdown tables: the second half of docs/statistics.md."""
    lines = ["| statistic | 中文 | meaning | formula | unit | interval | groups |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for each in STATISTICS.values():
        compared = [*(["arms"] if each.paired else []), *(["policies, dealer"] if each.duel else [])]
        groups = ", ".join(each.by) + (f"; differences: {', '.join(compared)}" if compared else "")
        lines.append(f"| `{each.name}` | {each.zh} | {each.meaning} | `{each.formula}` | {each.unit} | {each.kind} | {groups} |")
    lines += ["", "## Every measure", "", "| measure | what it counts |", "| --- | --- |"]
    lines += [f"| `{each.name}` | {each.meaning} |" for each in MEASURES.values()]
    return "\n".join(lines) + "\n"
