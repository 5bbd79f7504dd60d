"""The rules of one game: an immutable, validated set of options with its fan table and presets.

Every option's default is the reading of the rule text taken in docs/rules.md, which names the source of each by the id kept here
(`A1` ... `F19`). A hand's *price* and its *legality* are two questions: the fan table prices any complete hand, the conditions
say whether it may be declared.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

from pydantic import Field, model_validator
from pydantic.fields import FieldInfo

from typing import Annotated  # isort: skip

from nmsim.checking import Checked, check
from nmsim.errors import Faults, InputError, shown, unknown
from nmsim.words import listed, say

Pattern = Literal["pure_suit", "mixed_suit", "all_pungs", "seven_pairs", "thirteen_orphans", "all_honors"]
PATTERNS: tuple[str, ...] = get_args(Pattern)


PatternSet = Annotated[frozenset[Pattern], Field(strict=False)]  # files have lists


def _option(default: Any, source: str, *, samples: tuple[Any, ...] = (), zh: str = "", wins: bool = False, **limits: Any) -> Any:
    """A rule option: its default, where it comes from, values worth testing, and whether it decides which complete hands may win.

    `nmsim.words.rules` says what it means.
    """
    return Field(default, json_schema_extra={"source": source, "zh": zh, "samples": list(samples), "wins": wins}, **limits)


def _row(default: int, source: str, zh: str) -> Any:
    return _option(default, source, samples=(default, default + 2), zh=zh, ge=0, le=100)


class FanTable(Checked):
    """Fan of each row: the 13 of the rule text, and rows that it leaves open. Unit: fan, once a hand (kongs: each)."""

    basic_win: int = _row(1, "C8", "平胡")
    self_draw: int = _row(1, "text", "自摸")
    concealed_hand: int = _row(1, "D1", "门清")
    all_pungs: int = _row(2, "text", "碰碰胡")
    pure_suit: int = _row(3, "text", "清一色")
    mixed_suit: int = _row(1, "A8", "混一色")
    seven_pairs: int = _row(2, "text", "七对")
    thirteen_orphans: int = _row(10, "C5", "十三幺")
    all_honors: int = _row(0, "A7", "字一色")
    dragon_seven_pairs: int = _row(0, "C1", "龙七对")
    kong_open: int = _row(1, "D5 D7", "明杠")
    kong_concealed: int = _row(2, "D5", "暗杠")
    kong_bloom: int = _row(2, "D8 D9", "杠上开花")
    last_tile_draw: int = _row(1, "D10", "海底捞月")
    rob_kong: int = _row(0, "D16", "抢杠胡")
    heavenly_win: int = _row(5, "D12", "天胡")
    earthly_win: int = _row(3, "D14", "地胡")


FAN_ROWS: tuple[str, ...] = tuple(FanTable.model_fields)
FAN_ROWS_ZH: dict[str, str] = {name: field.json_schema_extra["zh"] for name, field in FanTable.model_fields.items()}  # type: ignore[index,misc]
# What players call the rows, in characters and in pinyin.
_PINYIN = "pinghu zimo menqing pengpenghu qingyise hunyise qidui shisanyao ziyise longqidui minggang angang gangshangkaihua haidilaoyue"
_ROWS_SAID: dict[str, str] = {zh: row for row, zh in FAN_ROWS_ZH.items()} | dict(
    zip(f"{_PINYIN} qiangganghu tianhu dihu".split(), FAN_ROWS, strict=True)
)
_SETS = ((), ("pure_suit", "mixed_suit"), ("all_pungs",), ("seven_pairs", "thirteen_orphans"), ("all_honors", "pure_suit"))


_MOST_DOUBLED = 10_000
MOST_DOUBLINGS = 30  # the engine doubles no more often


class Rules(Checked):
    """All options of the game. Frozen; raises InputError with every fault."""

    # A. Three suits
    suit_rule: Literal["three_suits", "off"] = _option("three_suits", "A1", wins=True)
    suit_exempt: PatternSet = _option(frozenset(), "A1 A5 A6", samples=_SETS, wins=True)
    suit_scope: Literal["whole_hand", "concealed"] = _option("whole_hand", "A2", wins=True)
    # B. Second condition
    second_condition: Literal["either", "yaojiu", "jiang258", "both", "off"] = _option("either", "B1", wins=True)
    second_exempt: PatternSet = _option(frozenset(), "A5 A6 C6", samples=_SETS, wins=True)
    honors_satisfy_yaojiu: bool = _option(False, "B2", wins=True)
    yaojiu_scope: Literal["whole_hand", "concealed"] = _option("whole_hand", "B3", wins=True)
    # C. Shapes
    seven_pairs: bool = _option(True, "C1", wins=True)
    seven_pairs_quads: bool = _option(True, "C1", wins=True)
    seven_pairs_jiang: Literal["any_pair", "all_pairs", "never"] = _option("any_pair", "C2", wins=True)
    menqing_with_seven_pairs: bool = _option(True, "C3")
    thirteen_orphans: bool = _option(False, "C5", wins=True)
    # D. Fan
    menqing_allows_concealed_kong: bool = _option(True, "D1")
    menqing_on_discard: bool = _option(True, "D2")
    payout: Literal["linear", "double"] = _option("linear", "D3")
    base_points: int = _option(1, "D3", samples=(1, 5), ge=1, le=1_000_000)
    fan_cap: int | None = _option(None, "D4", samples=(None, 3, 6), ge=1, le=1000)
    min_fan: int = _option(1, "D4", samples=(1, 2, 4), ge=0, le=1000)
    kong_payment: Literal["winner_fan", "immediate"] = _option("winner_fan", "D6")
    kong_bloom_with_self_draw: bool = _option(True, "D8")
    last_tile_on_discard: bool = _option(False, "D10")
    last_tile_with_kong_bloom: bool = _option(True, "D11")
    tianhu_stacks: bool = _option(True, "D12")
    tianhu_after_kong: bool = _option(False, "D13")
    dihu: Literal["dealer_first_discard", "first_draw", "both"] = _option("dealer_first_discard", "D14")
    dealer_multiplier: int = _option(1, "D18", samples=(1, 2), ge=1, le=100)
    dealer_bonus_fan: int = _option(0, "D18", samples=(0, 1), ge=0, le=100)
    repeat_bonus_fan: int = _option(0, "D19", samples=(0, 1), ge=0, le=20)
    # E. Payment
    discard_payment: Literal["discarder_one", "discarder_all", "everyone_discarder_double"] = _option("discarder_one", "E2")
    kong_feeder_liable: bool = _option(False, "E3")
    # F. Flow of play
    multi_win: Literal["head_bump", "all"] = _option("head_bump", "F3")
    rob_kong: Literal["added", "off", "any"] = _option("added", "F4")
    pass_win_lock: Literal["none", "until_draw"] = _option("none", "F5")
    swap_discard: bool = _option(True, "F7")
    kong_after_claim: bool = _option(False, "F8")
    added_kong_any_turn: bool = _option(True, "F9")
    wall_reserve: int = _option(0, "F11", samples=(0, 14, 60, 76), ge=0, le=80)
    discard_after_last_draw: bool = _option(True, "F12")
    claims_on_last_discard: bool = _option(False, "F13")
    four_kong_abort: bool = _option(False, "F14")
    concealed_kong_visible: bool = _option(False, "F15")
    next_dealer_on_win: Literal["winner", "next_seat"] = _option("winner", "F17")
    next_dealer_on_draw: Literal["next_seat", "stay"] = _option("next_seat", "F17")
    fan: FanTable = FanTable()

    @model_validator(mode="after")
    def _no_contradiction(self) -> Rules:
        problems = []
        if self.rob_kong == "any" and not self.concealed_kong_visible:
            problems.append(say("rules.rob_hidden"))
        if not self.discard_after_last_draw and self.last_tile_on_discard:
            problems.append(say("rules.no_last_discard"))
        if self.payout == "double" and self.base_points * self.dealer_multiplier > _MOST_DOUBLED:
            problems.append(say("rules.double_too_large", base=self.base_points, factor=self.dealer_multiplier, most=_MOST_DOUBLED))
        if problems:
            raise InputError(*problems)
        return self


RulesGiven = str | Rules | Mapping[str, Any]  # a preset, a table of `preset` and the options that differ, or Rules
PRESETS: dict[str, dict[str, Any]] = {
    "strict": {},
    "example": {"suit_exempt": ["pure_suit", "mixed_suit"]},
    "open": {"suit_rule": "off", "second_condition": "off"},
    "dongbei": {
        "second_condition": "yaojiu",
        "honors_satisfy_yaojiu": True,
        "payout": "double",
        "discard_payment": "discarder_all",
        "fan": {"rob_kong": 1},
    },
}
OPTIONS: tuple[str, ...] = tuple(name for name in Rules.model_fields if name != "fan")
# Options that decide which hands may win, how the last tile came and `min_fan` apart: distances and exact odds depend on no others.
WINNING_OPTIONS: tuple[str, ...] = tuple(name for name in OPTIONS if Rules.model_fields[name].json_schema_extra["wins"])  # type: ignore[index]
OPTION_NAMES: tuple[str, ...] = OPTIONS + tuple(f"fan.{row}" for row in FAN_ROWS)


def make_rules(given: RulesGiven = "strict", overrides: Mapping[str, Any] | None = None) -> Rules:
    """The rules of a preset, of a table such as `{"preset": "open", "min_fan": 2}`, or of Rules, with single options changed.

    `overrides`: options by name; `fan` rows as a nested table or as `fan.<row>`. Raises InputError naming every unknown or unusable
    option at once.
    """
    if isinstance(given, Rules) and not overrides:
        return given
    problems: list[str] = []
    merged, own = _start(given, problems)
    if overrides is not None and not isinstance(overrides, Mapping):
        problems.append("rules: " + say("errors.should_be", given=shown(overrides), wanted=say("errors.table")))
        overrides = None
    for name, value in {**own, **(overrides or {})}.items():
        if name == "fan":
            if isinstance(value, (Mapping, FanTable)):
                merged["fan"].update(dict(value))
            else:
                problems.append(f"rules.fan: {say('errors.should_be', given=shown(value), wanted=say('errors.table'))}")
        elif isinstance(name, str) and name.startswith("fan."):
            merged["fan"][name.removeprefix("fan.")] = value
        elif name in Rules.model_fields:
            merged[name] = value
        elif name == "preset":
            problems.append(f"rules.preset: {say('rules.preset_apart', given=shown(value))}")
        else:
            problems.append(f"rules.{name}: {unknown_option(str(name))}")
    problems += [f"rules.fan.{row}: {unknown_option(f'fan.{row}')}" for row in merged["fan"] if row not in FAN_ROWS]
    merged["fan"] = {row: fan for row, fan in merged["fan"].items() if row in FAN_ROWS}
    faults = Faults()
    faults.add(*problems)
    rules = faults.of("", lambda: check(Rules, merged, "rules"))
    faults.tell()
    assert rules is not None
    return rules


def unknown_option(name: str) -> str:
    """One line for an option that does not exist; of fan rows, only rows are meant."""
    if name.startswith("fan."):
        return unknown("row", name.removeprefix("fan."), FAN_ROWS, _ROWS_SAID)
    return unknown("option", name, (*OPTION_NAMES, "fan", "preset"))


def _start(given: RulesGiven, problems: list[str]) -> tuple[dict[str, Any], Mapping[str, Any]]:
    """What `given` starts from, as a table of options that is free to change, and what it changes of that."""
    if isinstance(given, Rules):
        return {**given.model_dump(), "fan": given.fan.model_dump()}, {}
    own = dict(given) if isinstance(given, Mapping) else {}
    preset = own.pop("preset", "strict") if isinstance(given, Mapping) else given
    if not isinstance(preset, str):
        problems.append("rules: " + say("rules.no_rules", given=shown(preset), presets=listed(PRESETS)))
    elif preset not in PRESETS:
        problems.append("rules.preset: " + unknown("preset", preset, PRESETS))
    start = PRESETS.get(preset, {}) if isinstance(preset, str) else {}
    return {**start, "fan": dict(start.get("fan", {}))}, own


def remarks(rules: Rules) -> list[str]:
    """What a result under these rules could meet and nobody expects, one line each."""
    uncapped = rules.fan_cap is None or rules.fan_cap + rules.dealer_bonus_fan + rules.repeat_bonus_fan > MOST_DOUBLINGS
    return [say("rules.double_uncapped", most=MOST_DOUBLINGS)] if rules.payout == "double" and uncapped else []


def meaning(name: str) -> str:
    """What an option or `fan.` row means, in the language spoken."""
    return say(f"rules.{name}", most=MOST_DOUBLINGS)


def differences(rules: Rules, base: Rules | None = None) -> dict[str, Any]:
    """Options, `fan.` rows included, whose value differs from `base` (default: strict)."""
    mine, other = flat_options(rules), flat_options(base or Rules())
    return {name: value for name, value in mine.items() if value != other[name]}


def flat_options(rules: Rules) -> dict[str, Any]:
    """Every option and `fan.` row with its value, in declared order."""
    values: dict[str, Any] = {name: getattr(rules, name) for name in OPTIONS}
    return values | {f"fan.{row}": getattr(rules.fan, row) for row in FAN_ROWS}


def option_field(name: str) -> FieldInfo:
    """The declaration of an option or `fan.` row: default and source."""
    if name.startswith("fan."):
        return FanTable.model_fields[name.removeprefix("fan.")]
    return Rules.model_fields[name]


def option_domain(name: str) -> tuple[Any, ...]:
    """Values of an option that tests draw from: all of a closed domain, samples of an open one."""
    field = option_field(name)
    if field.annotation is bool:
        return (False, True)
    if get_origin(field.annotation) is Literal:
        return get_args(field.annotation)
    samples: Any = field.json_schema_extra["samples"]  # type: ignore[index]
    return tuple(frozenset(value) if isinstance(value, (list, tuple)) else value for value in samples)
