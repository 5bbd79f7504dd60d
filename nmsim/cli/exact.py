"""Commands about exact values: the odds of the deal under a rule set, and the self test that compares with them."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from nmsim.cli import json_option, lang_option

if TYPE_CHECKING:
    from nmsim.exact.odds import ExactOdds
    from nmsim.figures import Lang

Line = tuple[str, int, int]  # label, hands, of how many
_TITLES = {
    "en": (
        "Exact odds of the deal, {}: every hand of 14 (13) tiles is counted; min_fan is not looked at.",
        "differs from strict",
        "nothing",
    ),
    "zh": ("起手牌的精确概率，{}：14 张（13 张）的每一种起手都计入；不看起胡番数。", "与 strict 不同", "无"),
}


@click.command()
@click.option("--rules", "preset", default="strict", show_default=True, help="The preset.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Change an option; may be repeated. Sets are joined by +.")
@json_option
@lang_option
def exact(preset: str, settings: tuple[str, ...], as_json: bool, lang: str) -> None:
    """Print the exact odds of the deal: complete hands, conditions, missing suits, both distances.

    Every hand is counted, so no number has an error. A few seconds.
    """
    from nmsim.exact.odds import exact_odds
    from nmsim.reference.hands_file import parse_options

    odds = exact_odds(parse_options(";".join([f"preset={preset}", *settings])))
    if as_json:
        click.echo(json.dumps({"preset": preset, **odds.to_json()}, ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(told(odds, preset, lang)))


def told(odds: ExactOdds, preset: str, lang: str) -> list[str]:
    """The odds as tables, a line each."""
    from nmsim.rules import differences

    title, heading, nothing = _TITLES[lang]
    changed = ", ".join(f"{name} = {_written(value)}" for name, value in differences(odds.rules).items())
    lines = [title.format(preset), f"{heading}: {changed or nothing}"]
    for caption, rows in _tables(odds, lang == "zh"):
        lines += ["", caption, *_table(rows)]
    return [*lines, "", *_distances(odds, lang == "zh")]


def _written(value: object) -> str:
    return "{" + ", ".join(sorted(value)) + "}" if isinstance(value, frozenset) else str(value).lower()


def _tables(odds: ExactOdds, zh: bool) -> list[tuple[str, list[Line]]]:
    complete, conditions, deals = odds.complete, odds.conditions, odds.deals
    shapes = [
        ("四面子一将" if zh else "four sets and a pair", complete.four_sets),
        ("七对" if zh else "seven pairs", complete.seven_pairs),
        ("十三幺" if zh else "thirteen orphans", complete.thirteen_orphans),
        ("任一牌型" if zh else "any of these", complete.any_shape),
        ("天胡：成牌且合法" if zh else "天胡: complete and legal", odds.heavenly),
    ]
    classes = [
        ("合法" if zh else "legal", conditions.legal),
        ("只缺三门齐" if zh else "fails three suits only", conditions.fail_three_suits_only),
        ("只缺条件二" if zh else "fails the second condition only", conditions.fail_second_only),
        ("两者都缺" if zh else "fails both", conditions.fail_both),
        ("各有拆法满足，无一同时满足" if zh else "meets each in some reading, both in none", conditions.only_apart),
        ("不满足三门齐，合计" if zh else "fails three suits, in all", conditions.fail_three_suits),
        ("不满足条件二，合计" if zh else "fails the second condition, in all", conditions.fail_second),
        ("不合法，合计" if zh else "illegal, in all", conditions.illegal),
    ]
    kept = ("四面子一将", "four sets and a pair")
    shown = [row for row in shapes if row[1] or row[0] in kept or row is shapes[-1]]
    tables = [
        ("14 张成牌" if zh else "Complete hands of 14 tiles", [(label, hands, deals[14]) for label, hands in shown]),
        ("成牌之中" if zh else "Of the complete hands", [(label, hands, complete.any_shape) for label, hands in classes]),
    ]
    for tiles, lacking in odds.lacking.items():
        rows = [
            ("缺一门或以上" if zh else "no tile of some suit", lacking.suit),
            ("没有幺九" if zh else "no 1 or 9" + (" nor honor" if odds.rules.honors_satisfy_yaojiu else ""), lacking.yaojiu),
            ("没有 2、5、8 的对子" if zh else "no pair of 2, 5 or 8", lacking.jiang258),
        ]
        tables.append((f"{tiles} 张起手" if zh else f"Deals of {tiles} tiles", [(label, hands, deals[tiles]) for label, hands in rows]))
    return tables


def _table(rows: Sequence[Line]) -> list[str]:
    width = max(_width(label) for label, _, _ in rows)
    digits = max(len(f"{hands:,}") for _, hands, _ in rows)
    return [f"  {label}{' ' * (width - _width(label))}  {hands:>{digits},}  {_share(hands, of)}" for label, hands, of in rows]


def _width(text: str) -> int:
    """Columns that the text takes: two for each Chinese character."""
    return sum(2 if ord(char) > 0x2E80 else 1 for char in text)


def _share(hands: int, of: int) -> str:
    if not hands:
        return f"{0:>11}%"
    percent = f"{100 * hands / of:>11.6f}%"
    return percent + (f"  1/{round(of / hands):,}" if hands * 100 < of else "")


def _distances(odds: ExactOdds, zh: bool) -> list[str]:
    """Both distances of 13 and of 14 tiles."""
    lines = []
    for tiles in odds.deals:
        shape, legal = odds.shape[tiles], odds.legal[tiles]
        lines.append(
            f"{tiles} 张的向听数（−1 为成牌，0 为听牌）：牌型、合法"
            if zh
            else f"Distance of {tiles} tiles (-1 complete, 0 ready): shape, legal"
        )
        rows: list[tuple[str, int, int]] = [
            (f"{distance}", shape.hands.get(distance, 0), legal.hands.get(distance, 0)) for distance in sorted({*shape.hands, *legal.hands})
        ]
        if shape.never or legal.never:
            rows.append(("永不" if zh else "never", shape.never, legal.never))
        digits = max(len(f"{hands:,}") for _, *each in rows for hands in each)
        for label, *each in rows:
            cells = "  ".join(f"{hands:>{digits},} {100 * hands / shape.total:>10.6f}%" for hands in each)
            lines.append(f"  {' ' * (5 - _width(label))}{label}  {cells}")
        means = "  ".join(f"{float(found.mean):>{digits + 12}.9f}" for found in (shape, legal))
        lines += [f"  {' 平均' if zh else ' mean'}  {means}", ""]
    return lines[:-1]


@click.command()
@click.option("--seed", type=int, help="Walls to deal and games to play; another seed examines others.")
@click.option("-v", "--verbose", is_flag=True, help="Print every check.")
@json_option
@lang_option
def selftest(seed: int | None, verbose: bool, as_json: bool, lang: Lang) -> None:
    """Deal, play and compare with exact values; say in one line what that proved.

    Exits with 1 if a check fails, and names it. Some 20 seconds.
    """
    from nmsim.selftest import SEED, examine, in_one_line

    examined = examine(SEED if seed is None else seed)
    if as_json:
        click.echo(json.dumps(examined.to_json(), ensure_ascii=False, indent=1))
    else:
        for check in examined.checks if verbose else ():
            chance = "" if check.p_value is None else f"; p = {check.p_value:.3g}"
            click.echo(f"{'ok    ' if check.passed else 'FAILED'} {check.name}: {check.cases:,} cases, {check.found}{chance}")
        click.echo(in_one_line(examined, lang))
    if examined.failed:
        sys.exit(1)
