"""The charts, one function each: from a tidy summary to a figure. They compute nothing; every number and interval is a summary's row."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from nmsim.figures.sheet import Sheet, bars, factor, legend_under_title, marks, named_rows, note_if_empty, values, whiskers, zero_line
from nmsim.figures.style import GREY, NORMAL, PALETTE, SMALL, TILE_FONT
from nmsim.stats.labels import group_label
from nmsim.stats.text import format_number, format_row
from nmsim.tiles import FIRST_HONOR, KINDS, RANKS, SUIT_READING_ORDER, tile_glyph, tile_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ROW = 0.26  # inches for a named row
_GAP = 0.17  # between the marks of one row
_ENDINGS = ("self_draw", "discard_win", "rob", "abort", "draw")
_HALVES = ("yaojiu_only", "jiang258_only", "both", "neither")


class Case(NamedTuple):
    """A row of a chart: an arm, and one of its policies where the arm has several."""

    arm: str
    group: str
    label: str


def cases(sheet: Sheet) -> list[Case]:
    """Arms, or each policy of an arm where several sit at its table."""
    found = []
    for arm in sheet.arms:
        policies = sheet.policies(arm)
        if len(policies) < 2:
            found.append(Case(arm, "all", sheet.arm_label(arm)))
            continue
        for policy in policies:
            name = sheet.name("policy", policy)
            found.append(Case(arm, f"policy:{policy}", name if len(sheet.arms) == 1 else f"{sheet.arm_label(arm)}:\n{name}"))
    return found


def refusals(sheet: Sheet) -> Figure:
    """The headline's three statistics by reason, own draws and others' tiles apart."""
    chosen = [case for case in cases(sheet) if _ever_refused(sheet, case)] or cases(sheet)
    reasons = ("suit", "second", "both")
    figure = sheet.figure(3 * (0.62 + _ROW * max(2, len(chosen)) * 1.25), legend=1)
    grid = figure.subplots(3, 3, sharey=True, squeeze=False)
    for line, (what, words) in enumerate(_headline_parts(chosen)):
        for column, reason in enumerate(reasons):
            axes = grid[line][column]
            for offset, source, color in ((-_GAP, "own", PALETTE[0]), (_GAP, "other", PALETTE[4])):
                rows = [_refusal_row(sheet, case, reason, source, what) for case in chosen]
                places = [place + offset for place in range(len(rows))]
                bars(axes, places, rows, color, 2 * _GAP, across=True, label=sheet.say(source))
                values(axes, places, rows)
                note_if_empty(sheet, axes, rows)
            named_rows(axes, [case.label for case in chosen])
            axes.locator_params(axis="x", nbins=4)
            if line == 0:
                axes.set_title(sheet.say(reason))
            if column == 1:
                axes.set_xlabel(sheet.say(words))
    legend_under_title(figure, grid[0][0])
    return figure


def _headline_parts(chosen: Sequence[Case]) -> tuple[tuple[str, str], ...]:
    by_seat = any(case.group != "all" for case in chosen)
    events = ("per_100_seats", "events_100_seats") if by_seat else ("per_100", "events_100")
    return ("of_complete", "of_complete"), events, ("lost_share", "lost_share")


def _refusal_row(sheet: Sheet, case: Case, reason: str, source: str, what: str) -> Any:
    group = case.group
    if what == "per_100_seats" and group == "all":
        group = f"policy:{sheet.policies(case.arm)[0]}"
    return sheet.row(f"refused_{reason}_{source}_{what}", case.arm, group)


def _ever_refused(sheet: Sheet, case: Case) -> bool:
    return any(sheet.row(f"refused_{reason}_any_share", case.arm, case.group).estimate > 0 for reason in ("suit", "second", "both"))


def cost(sheet: Sheet) -> Figure:
    """What each condition costs: differences between arms on the same walls in hands won, hands drawn and discards a hand."""
    parts = (("win", "win_rate"), ("draw", "draw_rate"), ("turns", "turns"))
    names = list(dict.fromkeys(row.arm for row in sheet.rows("win_difference")))
    figure = sheet.figure(0.62 + _ROW * max(2, len(names)) * 1.3)
    grid = figure.subplots(1, len(parts), sharey=True, squeeze=False)[0]
    for axes, (statistic, words) in zip(grid, parts, strict=True):
        rows = [sheet.row(f"{statistic}_difference", name) for name in names]
        marks(axes, range(len(rows)), rows, PALETTE[0])
        zero_line(axes)
        named_rows(axes, [sheet.arm_label(name) for name in names])
        axes.set_title(sheet.say(words))
        axes.set_xlabel(sheet.say("difference_points" if factor(rows[0]) == 100 else "difference"))
        axes.margins(x=0.12)
        axes.locator_params(axis="x", nbins=4)
    return figure


def fan_distribution(sheet: Sheet) -> Figure:
    """Share of wins at each total, with the mean."""
    arms = sheet.arms[:4]
    figure = sheet.figure(2.5)
    axes = figure.subplots()
    size = 0.8 / len(arms)
    highest = 1
    for number, arm in enumerate(arms):
        every = {int(row.group.rstrip("+")): row for row in sheet.rows("fan_share", arm)}
        most = max((fan for fan, row in every.items() if row.estimate > 0), default=0)
        fan = [each for each, row in every.items() if each <= most and (row.estimate > 0 or each > 0)]
        rows = [every[each] for each in fan]
        highest = max(highest, most)
        mean = f"{sheet.say('mean')} {format_number(sheet.row('fan', arm))}"
        label = mean if len(arms) == 1 else f"{sheet.arm_label(arm)}: {mean}"
        bars(axes, [total + (number - (len(arms) - 1) / 2) * size for total in fan], rows, PALETTE[number], size, label=label)
    note_if_empty(sheet, axes, [sheet.row("fan", arm) for arm in arms])
    axes.set_xticks(range(1, highest + 1), [str(fan) for fan in range(1, highest + 1)])
    axes.set_xlabel(sheet.say("fan"))
    axes.set_ylabel(sheet.say("share_of_wins"))
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", color="#eeeeee", linewidth=0.6)
    axes.legend(loc="upper right")
    return figure


def fan_rows(sheet: Sheet) -> Figure:
    """How often winners score each fan row, on a logarithmic axis; rows never seen show their upper bound."""
    arms = sheet.arms[:4]
    order = sorted(sheet.rows("fan_row", arms[0]), key=lambda row: -row.estimate)
    names = [row.group for row in order]
    figure = sheet.figure(0.55 + 0.82 * _ROW * len(names))
    axes = figure.subplots()
    for number, arm in enumerate(arms):
        by_name = {row.group: row for row in sheet.rows("fan_row", arm)}
        shift = (number - (len(arms) - 1) / 2) * 0.7 / len(arms)
        seen = [(place + shift, by_name[name]) for place, name in enumerate(names) if by_name[name].estimate > 0]
        label = sheet.arm_label(arm) if len(arms) > 1 else None
        marks(axes, [place for place, _ in seen], [row for _, row in seen], PALETTE[number], label=label)
        unseen = [(place + shift, by_name[name]) for place, name in enumerate(names) if not by_name[name].estimate > 0]
        axes.plot(
            [100 * row.hi for _, row in unseen],
            [place for place, _ in unseen],
            "<",
            color=PALETTE[number],
            markersize=4,
            markerfacecolor="white",
        )
    note_if_empty(sheet, axes, [row for arm in arms for row in sheet.rows("fan_row", arm)])
    if any(row.estimate == 0 for arm in arms for row in sheet.rows("fan_row", arm)):
        axes.plot([], [], "<", color=GREY, markersize=4, markerfacecolor="white", label=sheet.say("never_seen"))
    axes.set_xscale("log")
    axes.set_xlim(right=130)
    axes.xaxis.set_major_formatter(lambda value, _: format(value, "g"))
    named_rows(axes, [sheet.name("fan_row", name) for name in names])
    axes.set_xlabel(sheet.say("share_of_wins_log"))
    if axes.get_legend_handles_labels()[1]:
        axes.legend(loc="lower right")
    return figure


def endings(sheet: Sheet) -> Figure:
    """How hands end, arm by arm; the whisker is the interval of the share of hands won."""
    arms = sheet.arms
    shown = [name for name in _ENDINGS if any(sheet.row(name, arm).estimate > 0 for arm in arms)]
    figure = sheet.figure(0.6 + _ROW * 1.5 * max(2, len(arms)), legend=1)
    axes = figure.subplots()
    colors = dict(zip(_ENDINGS, (PALETTE[0], PALETTE[4], PALETTE[3], PALETTE[2], "#cccccc"), strict=True))
    for place, arm in enumerate(arms):
        left = 0.0
        for name in shown:
            row = sheet.row(name, arm)
            axes.barh(
                place,
                100 * row.estimate,
                left=left,
                height=0.62,
                color=colors[name],
                linewidth=0,
                label=sheet.say(name) if place == 0 else None,
            )
            if row.estimate > 0.18:
                text = format_row(row, sheet.lang)
                axes.text(
                    left + 50 * row.estimate,
                    place,
                    text,
                    ha="center",
                    va="center",
                    fontsize=SMALL,
                    color="white" if name == "self_draw" else "black",
                )
            left += 100 * row.estimate
        won = sheet.row("win", arm)
        whiskers(axes, [(place, 100 * won.lo, 100 * won.hi)], True)
    named_rows(axes, [sheet.arm_label(arm) for arm in arms])
    axes.set_xlim(0, 100)
    axes.set_xlabel(sheet.say("share_of_hands"))
    legend_under_title(figure, axes)
    return figure


def start_distances(sheet: Sheet) -> Figure:
    """Distances of the first 13 tiles: to a complete shape, and under each arm's rules to a hand that may be declared."""
    series = _start_series(sheet)
    figure = sheet.figure(2.4, legend=len(series))
    axes = figure.subplots()
    levels = [row.group for row in sheet.rows("start_shape", sheet.arms[0])]
    used = [level for level in levels if any(sheet.row(name, arm, level).estimate > 0 for name, arm, _ in series)]
    size = 0.84 / len(series)
    for number, (name, arm, label) in enumerate(series):
        rows = [sheet.row(name, arm, level) for level in used]
        places = [place + (number - (len(series) - 1) / 2) * size for place in range(len(used))]
        mean = format_number(sheet.row(f"{name}_mean", arm))
        bars(axes, places, rows, (PALETTE[5], PALETTE[0], *PALETTE[1:4])[number], size, label=f"{label}: {sheet.say('mean')} {mean}")
    axes.set_xticks(range(len(used)), [sheet.name("distance", level) for level in used])
    axes.set_xlabel(sheet.say("draws_away"))
    axes.set_ylabel(sheet.say("share_of_deals"))
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", color="#eeeeee", linewidth=0.6)
    legend_under_title(figure, axes, columns=1)
    return figure


def _start_series(sheet: Sheet) -> list[tuple[str, str, str]]:
    """Statistic, arm and label of each set of bars: the shape distance, then every legal distance that differs from those before."""
    series = [("start_shape", sheet.arms[0], sheet.say("shape_distance"))]
    known = [[row.estimate for row in sheet.rows("start_shape", sheet.arms[0])]]
    for arm in sheet.arms:
        estimates = [row.estimate for row in sheet.rows("start_legal", arm)]
        if estimates not in known and len(series) < 5:
            known.append(estimates)
            label = sheet.say("legal_distance")
            series.append(("start_legal", arm, label if len(sheet.arms) == 1 else f"{label} ({sheet.arm_label(arm)})"))
    return series


def strategies(sheet: Sheet) -> Figure:
    """Policies side by side: win rate, deal-in rate, points a hand; and below, what they differ by on the same walls."""
    chosen = cases(sheet)
    # Four alike always come to zero points together; there the winning turn tells more.
    third = "points" if any(case.group != "all" for case in chosen) else "winning_turn"
    differences = [(row.arm, row.group) for row in sheet.rows("points_difference") if row.group.startswith("policy:")]
    across = differences or [(row.arm, row.group) for row in sheet.rows("seat_win_difference") if " - " in row.arm]
    heights = [max(2, len(chosen)), *([len(across)] if across else [])]
    figure = sheet.figure(0.55 + 0.6 * len(across[:1]) + _ROW * 1.15 * sum(heights))
    grid = figure.subplots(len(heights), 3, squeeze=False, height_ratios=heights, sharey="row")
    for column, statistic in enumerate(("seat_win", "deal_in", third)):
        top = grid[0][column]
        rows = [_strategy_row(sheet, statistic, case) for case in chosen]
        marks(top, range(len(rows)), rows, PALETTE[0])
        note_if_empty(sheet, top, rows)
        named_rows(top, [case.label for case in chosen])
        top.set_title(sheet.say(statistic))
        if across:
            bottom = grid[1][column]
            below = [row for arm, group in across for row in sheet.rows(f"{statistic}_difference", arm) if row.group == group]
            marks(bottom, range(len(below)), below, PALETTE[1])
            zero_line(bottom)
            named_rows(bottom, [_difference_label(sheet, arm, group) for arm, group in across])
    for axes in grid.flat:
        axes.margins(x=0.15)
        axes.locator_params(axis="x", nbins=4)
    if across:
        grid[1][1].set_xlabel(sheet.say("paired"))
    return figure


def _strategy_row(sheet: Sheet, statistic: str, case: Case) -> Any:
    if statistic == "points" and case.group == "all":
        return sheet.row(statistic, case.arm, f"policy:{sheet.policies(case.arm)[0]}")
    return sheet.row(statistic, case.arm, case.group)


def _difference_label(sheet: Sheet, arm: str, group: str) -> str:
    if group == "all":
        return sheet.arm_label(arm)
    policies = group_label("points", group, sheet.lang)
    return policies if len(sheet.arms) == 1 else f"{sheet.arm_label(arm)}:\n{policies}"


def second_condition(sheet: Sheet) -> Figure:
    """Which half of the second condition winners met."""
    arms = sheet.arms
    figure = sheet.figure(0.6 + _ROW * 1.5 * max(2, len(arms)), legend=1)
    axes = figure.subplots()
    for place, arm in enumerate(arms):
        left = 0.0
        for number, half in enumerate(_HALVES):
            row = sheet.row("second_half", arm, half)
            label = sheet.name("half", half) if place == 0 else None
            axes.barh(
                place,
                100 * row.estimate,
                left=left,
                height=0.62,
                color=(*PALETTE[4:6], PALETTE[2], "#cccccc")[number],
                linewidth=0,
                label=label,
            )
            left += 100 * row.estimate
            if row.estimate > 0.13:
                axes.text(left - 50 * row.estimate, place, format_row(row, sheet.lang), ha="center", va="center", fontsize=SMALL)
            if 0 < row.estimate < 1 and left < 99.9 and row.lo == row.lo:
                half_width = 50 * (row.hi - row.lo)
                whiskers(axes, [(place, left - half_width, left + half_width)], True)
    named_rows(axes, [sheet.arm_label(arm) for arm in arms])
    note_if_empty(sheet, axes, [row for arm in arms for row in sheet.rows("second_half", arm)])
    axes.set_xlim(0, 100)
    axes.set_xlabel(sheet.say("share_of_wins"))
    legend_under_title(figure, axes)
    return figure


def winning_tiles(sheet: Sheet) -> Figure:
    """Which tiles are won with and which deal in, of the first arm: the darker the oftener, the share below with its error."""
    arm = sheet.arms[0]
    figure = sheet.figure(6.0)
    grid = figure.subplots(2, 1)
    for axes, statistic in ((grid[0], "winning_tile"), (grid[1], "discard_tile")):
        rows = {row.group: row for row in sheet.rows(statistic, arm)}
        _tile_map(axes, [rows[tile_name(kind)] for kind in range(KINDS)])
        title = sheet.say(statistic)
        axes.set_title(title if len(sheet.arms) == 1 else f"{sheet.arm_label(arm)}: {title}", loc="left")
    return figure


def _tile_map(axes: Axes, rows: Sequence[Any]) -> None:
    """The 34 kinds, a suit a line, shaded from nothing to the largest share."""
    from matplotlib.patches import Rectangle

    shares = [0.0 if math.isnan(row.estimate) else row.estimate for row in rows]  # no case at all: nothing is shaded
    top = max(shares) or 1.0
    for kind, row in enumerate(rows):
        line = SUIT_READING_ORDER.index(kind // RANKS) if kind < FIRST_HONOR else 3
        x, y = kind % RANKS, 3 - line
        axes.add_patch(Rectangle((x, y), 0.94, 0.94, facecolor=PALETTE[0], alpha=0.65 * shares[kind] / top, linewidth=0))
        glyph = tile_glyph(kind).rstrip("\ufe0e")
        axes.text(x + 0.47, y + 0.56, glyph, fontfamily=TILE_FONT, fontsize=4.2 * NORMAL, ha="center", va="center", in_layout=False)
        axes.text(x + 0.47, y + 0.04, format_number(row), fontsize=SMALL - 0.5, ha="center", va="bottom", in_layout=False)
    axes.set_xlim(-0.05, RANKS)
    axes.set_ylim(-0.05, 4)
    axes.axis("off")
    axes.xaxis.set_visible(False)  # or its ticks are laid out all the same
    axes.yaxis.set_visible(False)


def deals(sheet: Sheet) -> Figure:
    """Dealt hands that lack a suit or have no 1 or 9, beside the exact values."""
    arms = sheet.arms
    figure = sheet.figure(0.6 + _ROW * 1.2 * max(2, len(arms)))
    grid = figure.subplots(1, 2, sharey=True, squeeze=False)[0]
    for axes, statistic, words in ((grid[0], "lacking_suit", "lacking"), (grid[1], "no_terminal", "no_terminal")):
        rows = [sheet.row(statistic, arm) for arm in arms]
        marks(axes, range(len(rows)), rows, PALETTE[0])
        exact = rows[0].exact
        if exact == exact:
            axes.axvline(100 * exact, color=PALETTE[1], linewidth=1, linestyle="--")
            axes.set_xlabel(f"{sheet.say('exact')} {100 * exact:.6f} %", color=PALETTE[1])
        named_rows(axes, [sheet.arm_label(arm) for arm in arms])
        axes.set_title(sheet.say(words))
        axes.margins(x=0.15)
        axes.locator_params(axis="x", nbins=5)
    return figure


class Chart(NamedTuple):
    """A chart by name: its function, and the statistic without which it cannot be drawn."""

    name: str
    draw: Callable[[Sheet], Figure]
    needs: str


CHARTS: dict[str, Chart] = {
    chart.name: chart
    for chart in (
        Chart("refusals", refusals, "refused_suit_any_of_complete"),
        Chart("cost", cost, "win_difference"),
        Chart("endings", endings, "win"),
        Chart("second_condition", second_condition, "second_half"),
        Chart("fan_distribution", fan_distribution, "fan_share"),
        Chart("fan_rows", fan_rows, "fan_row"),
        Chart("strategies", strategies, "seat_win"),
        Chart("start_distances", start_distances, "start_shape"),
        Chart("deals", deals, "lacking_suit"),
        Chart("winning_tiles", winning_tiles, "winning_tile"),
    )
}
