"""Commands about exact values: the odds of the deal under a rule set, and the self test that compares with them."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from nmsim.cli import json_option, lang_option, set_option
from nmsim.words import Lang, say

if TYPE_CHECKING:
    from nmsim.exact.odds import ExactOdds

Line = tuple[str, int, int]  # label, hands, of how many


@click.command(help=say("cli.exact_help"))
@click.option("--rules", "preset", default="strict", show_default=True, help=say("cli.preset"))
@set_option
@json_option
@lang_option
def exact(preset: str, settings: tuple[str, ...], as_json: bool, lang: Lang) -> None:
    from nmsim.exact.odds import exact_odds
    from nmsim.reference.hands_file import parse_options

    odds = exact_odds(parse_options(";".join([f"preset={preset}", *settings])))
    if as_json:
        click.echo(json.dumps({"preset": preset, **odds.to_json()}, ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(told(odds, preset)))


def told(odds: ExactOdds, preset: str) -> list[str]:
    """The odds as tables, a line each, in the language spoken."""
    from nmsim.cli.show import differs_from_strict

    lines = [say("exact.title", preset=preset), differs_from_strict(odds.rules)]
    for caption, rows in _tables(odds):
        lines += ["", caption, *_table(rows)]
    return [*lines, "", *_distances(odds)]


def _tables(odds: ExactOdds) -> list[tuple[str, list[Line]]]:
    complete, conditions, deals = odds.complete, odds.conditions, odds.deals
    counted = {
        "four_sets": complete.four_sets,
        "seven_pairs": complete.seven_pairs,
        "thirteen_orphans": complete.thirteen_orphans,
        "any_shape": complete.any_shape,
        "heavenly": odds.heavenly,
    }
    always = ("four_sets", "heavenly")  # told even where there are none
    classes = {
        "legal": conditions.legal,
        "fail_three_suits_only": conditions.fail_three_suits_only,
        "fail_second_only": conditions.fail_second_only,
        "fail_both": conditions.fail_both,
        "only_apart": conditions.only_apart,
        "fail_three_suits": conditions.fail_three_suits,
        "fail_second": conditions.fail_second,
        "illegal": conditions.illegal,
    }
    tables = [
        (say("exact.complete"), _lines({name: hands for name, hands in counted.items() if hands or name in always}, deals[14])),
        (say("exact.of_complete"), _lines(classes, complete.any_shape)),
    ]
    yaojiu = "no_yaojiu_nor_honor" if odds.rules.honors_satisfy_yaojiu else "no_yaojiu"
    for tiles, lacking in odds.lacking.items():
        rows = {"no_suit": lacking.suit, yaojiu: lacking.yaojiu, "no_jiang258": lacking.jiang258}
        tables.append((say("exact.deals", tiles=tiles), _lines(rows, deals[tiles])))
    return tables


def _lines(counts: dict[str, int], of: int) -> list[Line]:
    return [(say(f"exact.{name}"), hands, of) for name, hands in counts.items()]


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


def _distances(odds: ExactOdds) -> list[str]:
    """Both distances of 13 and of 14 tiles."""
    lines = []
    label_width = max(_width(say(f"exact.{name}")) for name in ("never", "mean"))
    for tiles in odds.deals:
        shape, legal = odds.shape[tiles], odds.legal[tiles]
        lines.append(say("exact.distance", tiles=tiles))
        rows: list[tuple[str, int, int]] = [
            (f"{distance}", shape.hands.get(distance, 0), legal.hands.get(distance, 0)) for distance in sorted({*shape.hands, *legal.hands})
        ]
        if shape.never or legal.never:
            rows.append((say("exact.never"), shape.never, legal.never))
        digits = max(len(f"{hands:,}") for _, *each in rows for hands in each)
        for label, *each in rows:
            cells = "  ".join(f"{hands:>{digits},} {100 * hands / shape.total:>10.6f}%" for hands in each)
            lines.append(f"  {' ' * (label_width - _width(label))}{label}  {cells}")
        means = "  ".join(f"{float(found.mean):>{digits + 12}.9f}" for found in (shape, legal))
        label = say("exact.mean")
        lines += [f"  {' ' * (label_width - _width(label))}{label}  {means}", ""]
    return lines[:-1]


@click.command(help=say("cli.selftest_help"))
@click.option("--seed", type=int, help=say("cli.selftest_seed"))
@click.option("-v", "--verbose", is_flag=True, help=say("cli.verbose"))
@json_option
@lang_option
def selftest(seed: int | None, verbose: bool, as_json: bool, lang: Lang) -> None:
    from nmsim.selftest import SEED, examine, in_one_line

    examined = examine(SEED if seed is None else seed)
    if as_json:
        click.echo(json.dumps(examined.to_json(), ensure_ascii=False, indent=1))
    else:
        for check in examined.checks if verbose else ():
            chance = "" if check.p_value is None else f"; p = {check.p_value:.3g}"
            verdict = say("exact.passed" if check.passed else "exact.failed")
            name, found = check.told()
            click.echo(say("exact.check", verdict=verdict, name=name, cases=check.cases, found=found) + chance)
        click.echo(in_one_line(examined, lang))
    if examined.failed:
        sys.exit(1)
