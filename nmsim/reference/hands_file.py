"""Files of judged hands: reading them, and comparing each row with the judge. docs/hands-file.md describes the format."""

from __future__ import annotations

import re
from pathlib import Path
from types import NoneType
from typing import Any, NamedTuple, get_args

from nmsim.errors import InputError, unknown, why
from nmsim.notation import read_melds, read_tile, read_tiles
from nmsim.reference.circumstances import check_circumstances
from nmsim.reference.judge import Verdict, Win, check_win
from nmsim.rules import FAN_ROWS_ZH, OPTION_NAMES, Rules, make_rules, option_field, unknown_option
from nmsim.tiles import SUIT_NAMES_ZH, SUIT_READING_ORDER, Meld, count_kinds
from nmsim.words import say

COLUMNS = ("id", "concealed", "melds", "winning_tile", "how_won", "options", "win", "expected", "source")
REASONS = (
    "no_yaojiu_no_258",
    "second_condition:both",
    "second_condition:yaojiu",
    "second_condition:jiang258",
    "not_complete",
    "thirteen_orphans_off",
    "seven_pairs_off",
    "bad_tile_count",
    "five_copies",
    "rob_kong_off",
    "rob_concealed_kong_off",
    "below_min_fan",
)
_MISSING = "missing_suit:"
_ROW = re.compile(r"(\D+?)(\d+)")
_REFUSED = re.compile(r"(?P<reasons>[^()]*?)\s*(?:\(scored (?P<price>[^()]*)\))?")


class StatedPrice(NamedTuple):
    """A price as a file states it: the total after the cap, and the fan of each row by its Chinese name."""

    total: int
    rows: dict[str, int]


class HandCase(NamedTuple):
    """One row of a hands file. `price` is None where the row does not ask for it."""

    line: int
    name: str
    concealed: list[int]
    melds: list[Meld]
    winning_tile: int
    win: Win
    rules: Rules
    legal: bool
    reasons: tuple[str, ...]
    price: StatedPrice | None
    expected: str


class DifferingRow(NamedTuple):
    """A row on which the file and the judge disagree."""

    line: int
    name: str
    expected: str
    got: str


def check_hands(path: str | Path) -> tuple[int, list[DifferingRow]]:
    """How many rows the file holds, and those that the judge sees differently.

    Raises InputError with one line for each malformed line of the file, all at once.
    """
    cases = read_hands(path)
    differing = []
    for case in cases:
        verdict = check_win(case.rules, case.concealed, case.melds, case.winning_tile, case.win)
        if not _agrees(case, verdict):
            differing.append(DifferingRow(case.line, case.name, f"{'y' if case.legal else 'n'} {case.expected}", describe(verdict)))
    return len(cases), differing


def describe(verdict: Verdict) -> str:
    """The verdict as the columns `win` and `expected` of a hands file would state it."""
    if verdict.legal:
        return f"y {verdict.price}"
    reasons = "n " + " + ".join(verdict.reasons)
    return f"{reasons} (scored {verdict.price})" if verdict.price else reasons


def read_hands(path: str | Path) -> list[HandCase]:
    """The rows of a hands file; raises InputError with one line for each malformed line, all at once."""
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError:
        raise InputError(say("hands_file.no_file", path=path)) from None
    except OSError as error:
        raise InputError(say("hands_file.unread", path=path, why=why(error))) from None
    except UnicodeDecodeError:
        raise InputError(say("hands_file.no_text", path=path)) from None
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]
    if not numbered or tuple(numbered[0][1].rstrip().split("\t")) != COLUMNS:
        raise InputError(say("hands_file.no_header", path=path, columns=" ".join(COLUMNS)))
    if not numbered[1:]:
        raise InputError(say("hands_file.no_rows", path=path))
    cases, problems = [], []
    for number, line in numbered[1:]:
        try:
            cases.append(_read_row(number, line))
        except InputError as error:
            problems.append(say("hands_file.line", path=path, number=number, problems="; ".join(error.problems)))
    if problems:
        raise InputError(*problems)
    return cases


def _read_row(number: int, line: str) -> HandCase:
    fields = [field.strip() for field in line.split("\t")]
    if len(fields) == len(COLUMNS) - 1:
        fields.append("")  # the source is free text, and editors trim empty ends
    if len(fields) != len(COLUMNS):
        raise InputError(say("hands_file.fields", given=len(fields), needed=len(COLUMNS)))
    name, concealed, melds, winning_tile, how_won, options, win, expected, _ = fields
    if win not in ("y", "n"):
        raise InputError(say("hands_file.win", given=win))
    reasons: tuple[str, ...] = ()
    price: StatedPrice | None
    if win == "y":
        price = _parse_price(expected)
    else:
        reasons, price = _parse_refusal(expected)
    kinds, own, tile = read_tiles(concealed), read_melds(melds), read_tile(winning_tile)
    rules = parse_options(options)
    way = Win.named(how_won, rules)
    check_circumstances(rules, count_kinds([*kinds, tile]), own, tile, way)
    return HandCase(number, name, kinds, own, tile, way, rules, win == "y", reasons, price, expected)


def parse_options(text: str) -> Rules:
    """The rules of an `options` field such as `preset=example;fan.rob_kong=2`.

    Raises InputError with one line for each part that cannot be used, all at once; a name that stands twice is one.
    """
    if text == "default":
        return make_rules()
    given: dict[str, str] = {}
    problems = []
    for part in text.split(";"):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            problems.append(say("hands_file.no_equals", part=part.strip()))
        elif name not in ("preset", *OPTION_NAMES):
            problems.append(say("hands_file.options", fault=unknown_option(name)))
        elif name in given:
            problems.append(say("hands_file.option_twice", name=name, first=given[name], second=value))
        else:
            given[name] = value
    preset = given.pop("preset", "strict")
    try:
        rules = make_rules(preset, {name: _option_value(name, value) for name, value in given.items()})
    except InputError as error:
        raise InputError(*problems, *error.problems) from None
    if problems:
        raise InputError(*problems)
    return rules


def _option_value(name: str, text: str) -> Any:
    """The value that a word stands for, by the option's type; an unfit word is passed on for the rules to refuse."""
    annotation = option_field(name).annotation
    if annotation is bool:
        return {"true": True, "false": False}.get(text, text)
    if name in ("suit_exempt", "second_exempt"):
        words = [word.strip(" '\"") for word in re.split("[+,，、]", text.strip("[]"))]
        return words if words not in ([""], ["none"]) else []
    if NoneType in get_args(annotation) and text == "none":
        return None
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def _parse_price(text: str) -> StatedPrice:
    total, colon, rest = text.partition(":")
    if not colon or not total.strip().isdecimal():
        raise InputError(say("hands_file.total", text=text))
    rows: dict[str, int] = {}
    for word in rest.split():
        match = _ROW.fullmatch(word)
        if not match:
            raise InputError(say("hands_file.row_fan", word=word))
        row, fan = match.groups()
        if row not in FAN_ROWS_ZH.values():
            raise InputError(say("hands_file.expected", fault=unknown("row", row, FAN_ROWS_ZH.values())))
        if row in rows:
            raise InputError(say("hands_file.twice", row=row))
        rows[row] = int(fan)
    return StatedPrice(int(total), rows)


def _parse_refusal(text: str) -> tuple[tuple[str, ...], StatedPrice | None]:
    match = _REFUSED.fullmatch(text)
    if not match or not match["reasons"]:
        raise InputError(say("hands_file.reasons", text=text))
    reasons = tuple(reason.strip() for reason in match["reasons"].split("+"))
    for reason in reasons:
        if reason not in REASONS and not _is_missing_suit(reason):
            raise InputError(say("hands_file.expected", fault=unknown("reason", reason, (_MISSING + "万条筒", *REASONS))))
    return reasons, _parse_price(match["price"]) if match["price"] is not None else None


def _is_missing_suit(reason: str) -> bool:
    suits = reason.removeprefix(_MISSING)
    in_order = "".join(SUIT_NAMES_ZH[suit] for suit in SUIT_READING_ORDER if SUIT_NAMES_ZH[suit] in suits)
    return reason.startswith(_MISSING) and suits != "" and suits == in_order


def _agrees(case: HandCase, verdict: Verdict) -> bool:
    if case.legal != verdict.legal or case.reasons != verdict.reasons:
        return False
    if case.price is None:
        return True
    price = verdict.price
    return price is not None and case.price == StatedPrice(price.total, {FAN_ROWS_ZH[row]: fan for row, fan in price.rows})
