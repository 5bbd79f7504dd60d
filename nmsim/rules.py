"""The rules of one game: an immutable, validated set of options with its fan table and presets.

Every option's default is the reading of the rule text taken in docs/rules.md, which names the source of each by the id kept here
(`A1` ... `F19`). A hand's *price* and its *legality* are two questions: the fan table prices any complete hand, the conditions
say whether it may be declared.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic.fields import FieldInfo

from typing import Annotated  # isort: skip

from nmsim.errors import InputError, nearest, unknown

Pattern = Literal["pure_suit", "mixed_suit", "all_pungs", "seven_pairs", "thirteen_orphans", "all_honors"]
PATTERNS: tuple[str, ...] = get_args(Pattern)


def _as_set(value: Any) -> Any:
    """TOML and the command line have lists; the option is a set."""
    return frozenset(value) if isinstance(value, (list, tuple, set)) else value


PatternSet = Annotated[frozenset[Pattern], BeforeValidator(_as_set)]


def _option(default: Any, source: str, zh: str, meaning: str, *, samples: tuple[Any, ...] = (), **limits: Any) -> Any:
    """A rule option: its default, where it comes from, its meaning in two languages, and values worth testing."""
    return Field(default, description=meaning, json_schema_extra={"source": source, "zh": zh, "samples": list(samples)}, **limits)


def _row(default: int, source: str, zh: str, meaning: str) -> Any:
    return _option(default, source, zh, meaning, samples=(default, default + 2), ge=0, le=100)


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class FanTable(_Frozen):
    """Fan of each row: the 13 of the rule text, and rows that it leaves open. Unit: fan, once a hand (kongs: each)."""

    basic_win: int = _row(1, "C8", "平胡", "every win")
    self_draw: int = _row(1, "text", "自摸", "won on one's own draw")
    concealed_hand: int = _row(1, "D1", "门清", "no chow, pung or open kong")
    all_pungs: int = _row(2, "text", "碰碰胡", "four pungs or kongs and a pair")
    pure_suit: int = _row(3, "text", "清一色", "one suit, no honors")
    mixed_suit: int = _row(1, "A8", "混一色", "one suit and honors")
    seven_pairs: int = _row(2, "text", "七对", "seven pairs")
    thirteen_orphans: int = _row(10, "C5", "十三幺", "thirteen orphans, where the shape is on")
    all_honors: int = _row(0, "A7", "字一色", "honors only; not priced by the rule text")
    dragon_seven_pairs: int = _row(0, "C1", "龙七对", "seven pairs that hold four of a kind, once a hand; not in the rule text")
    kong_open: int = _row(1, "D5 D7", "明杠", "each open or added kong")
    kong_concealed: int = _row(2, "D5", "暗杠", "each concealed kong")
    kong_bloom: int = _row(2, "D8 D9", "杠上开花", "won on the replacement after a kong, once")
    last_tile_draw: int = _row(1, "D10", "海底捞月", "won on the last tile")
    rob_kong: int = _row(0, "D16", "抢杠胡", "won by robbing a kong; not priced by the rule text")
    heavenly_win: int = _row(5, "D12", "天胡", "the dealer's first fourteen tiles")
    earthly_win: int = _row(3, "D14", "地胡", "a non-dealer at the very start, see `dihu`")


FAN_ROWS: tuple[str, ...] = tuple(FanTable.model_fields)
FAN_ROWS_ZH: dict[str, str] = {name: field.json_schema_extra["zh"] for name, field in FanTable.model_fields.items()}  # type: ignore[index,misc]
_SETS = ((), ("pure_suit", "mixed_suit"), ("all_pungs",), ("seven_pairs", "thirteen_orphans"), ("all_honors", "pure_suit"))


_MOST_DOUBLED = 10_000


class Rules(_Frozen):
    """All options of the game. Frozen; raises pydantic's ValidationError, or InputError through `make_rules`."""

    # A. Three suits
    suit_rule: Literal["three_suits", "off"] = _option("three_suits", "A1", "三门齐", "whether a winning hand needs all three suits")
    suit_exempt: PatternSet = _option(frozenset(), "A1 A5 A6", "免三门齐的牌型", "patterns free of the three-suit rule", samples=_SETS)
    suit_scope: Literal["whole_hand", "concealed"] = _option(
        "whole_hand", "A2", "三门齐看哪些牌", "whether melds count for the three suits (a concealed kong always does)"
    )
    # B. Second condition
    second_condition: Literal["either", "yaojiu", "jiang258", "both", "off"] = _option(
        "either", "B1", "条件二", "needs a 1 or 9 (yaojiu), a pair of 2, 5 or 8 (jiang258), either, both, or neither"
    )
    second_exempt: PatternSet = _option(frozenset(), "A5 A6 C6", "免条件二的牌型", "patterns free of the second condition", samples=_SETS)
    honors_satisfy_yaojiu: bool = _option(False, "B2", "字牌可当幺九", "whether an honor counts as a 1 or 9")
    yaojiu_scope: Literal["whole_hand", "concealed"] = _option(
        "whole_hand", "B3", "幺九看哪些牌", "whether melds count for the 1 or 9 (a concealed kong always does)"
    )
    # C. Shapes
    seven_pairs: bool = _option(True, "C1", "可胡七对", "whether seven pairs is a winning shape")
    seven_pairs_quads: bool = _option(True, "C1", "四张算两对", "whether four of a kind may be two of the seven pairs")
    seven_pairs_jiang: Literal["any_pair", "all_pairs", "never"] = _option(
        "any_pair", "C2", "七对的将", "which pairs must be 2, 5 or 8 for seven pairs to hold a jiang258"
    )
    menqing_with_seven_pairs: bool = _option(
        True, "C3", "七对计门清", "whether seven pairs and thirteen orphans also score the concealed hand"
    )
    thirteen_orphans: bool = _option(False, "C5", "可胡十三幺", "whether thirteen orphans is a winning shape")
    # D. Fan
    menqing_allows_concealed_kong: bool = _option(True, "D1", "暗杠不破门清", "whether a concealed kong keeps the concealed hand")
    menqing_on_discard: bool = _option(True, "D2", "点炮计门清", "whether a win by discard or rob may score the concealed hand")
    payout: Literal["linear", "double"] = _option("linear", "D3", "番到分", "points = base x fan, or base x 2^fan")
    base_points: int = _option(
        1, "D3", "底分", "points of one share at one fan (linear) or at none (double)", samples=(1, 5), ge=1, le=1_000_000
    )
    fan_cap: int | None = _option(None, "D4", "封顶", "largest total that is shown and paid", samples=(None, 3, 6), ge=1, le=1000)
    min_fan: int = _option(1, "D4", "起胡", "smallest total, before the cap, that may be declared", samples=(1, 2, 4), ge=0, le=1000)
    kong_payment: Literal["winner_fan", "immediate"] = _option(
        "winner_fan", "D6", "杠钱", "kongs score for the winner only, or are paid at once by all"
    )
    kong_bloom_with_self_draw: bool = _option(True, "D8", "开花计自摸", "whether 杠上开花 also scores 自摸")
    last_tile_on_discard: bool = _option(False, "D10", "末张点炮计海底", "whether a win on the last discard scores 海底捞月")
    last_tile_with_kong_bloom: bool = _option(True, "D11", "开花计海底", "whether a replacement that is the last tile scores both rows")
    tianhu_stacks: bool = _option(True, "D12", "天胡叠加", "whether 天胡 also scores 自摸 and 门清")
    tianhu_after_kong: bool = _option(False, "D13", "杠后天胡", "whether the dealer's win after opening kongs is still 天胡")
    dihu: Literal["dealer_first_discard", "first_draw", "both"] = _option(
        "dealer_first_discard", "D14", "地胡", "a non-dealer wins on the dealer's first discard, on their own first draw, or either"
    )
    dealer_multiplier: int = _option(
        1, "D18", "庄家倍数", "factor on each share that the dealer pays or is paid", samples=(1, 2), ge=1, le=100
    )
    dealer_bonus_fan: int = _option(
        0, "D18", "庄家加番", "fan added, after the cap, to each share that the dealer pays or is paid", samples=(0, 1), ge=0, le=100
    )
    repeat_bonus_fan: int = _option(0, "D19", "连庄加番", "as dealer_bonus_fan, times the dealer's repeats", samples=(0, 1), ge=0, le=20)
    # E. Payment
    discard_payment: Literal["discarder_one", "discarder_all", "everyone_discarder_double"] = _option(
        "discarder_one", "E2", "点炮付分", "who pays a win by discard or rob"
    )
    kong_feeder_liable: bool = _option(
        False, "E3", "点杠包杠", "whether who fed an open kong pays all three shares of the 杠上开花 right after it"
    )
    # F. Flow of play
    multi_win: Literal["head_bump", "all"] = _option(
        "head_bump", "F3", "截胡或一炮多响", "the nearest claimant alone wins a tile, or all do"
    )
    rob_kong: Literal["added", "off", "any"] = _option("added", "F4", "抢杠", "which kongs may be robbed for a win")
    pass_win_lock: Literal["none", "until_draw"] = _option(
        "none", "F5", "过胡", "whether passing a win bars winning on others' tiles until the next own draw"
    )
    swap_discard: bool = _option(True, "F7", "吃后可换", "whether the tile just chowed, or its other end, may be discarded")
    kong_after_claim: bool = _option(False, "F8", "吃碰后可杠", "whether a kong may be declared in the turn of a chow or pung")
    added_kong_any_turn: bool = _option(True, "F9", "任意巡加杠", "whether a pung may be made a kong in a later turn than that of the draw")
    wall_reserve: int = _option(0, "F11", "留牌", "tiles at the end of the wall that are never drawn", samples=(0, 14, 60, 76), ge=0, le=80)
    discard_after_last_draw: bool = _option(True, "F12", "末张摸后打牌", "whether who drew the last tile still discards")
    claims_on_last_discard: bool = _option(False, "F13", "末张可吃碰", "whether the last discard may be chowed or punged")
    four_kong_abort: bool = _option(False, "F14", "四杠流局", "whether the fourth kong at the table ends the hand")
    concealed_kong_visible: bool = _option(False, "F15", "暗杠可见", "whether others see the tile of a concealed kong")
    next_dealer_on_win: Literal["winner", "next_seat"] = _option("winner", "F17", "闲家胡后坐庄", "who deals after a non-dealer's win")
    next_dealer_on_draw: Literal["next_seat", "stay"] = _option("next_seat", "F17", "黄庄后坐庄", "who deals after a drawn hand")
    fan: FanTable = FanTable()

    @model_validator(mode="after")
    def _no_contradiction(self) -> Rules:
        if self.rob_kong == "any" and not self.concealed_kong_visible:
            raise ValueError('rob_kong = "any" contradicts concealed_kong_visible = false: nobody can rob a tile that is not shown')
        if not self.discard_after_last_draw and self.last_tile_on_discard:
            raise ValueError("last_tile_on_discard = true contradicts discard_after_last_draw = false: there is no last discard")
        if self.payout == "double" and self.base_points * self.dealer_multiplier > _MOST_DOUBLED:
            given = f"base_points = {self.base_points} and dealer_multiplier = {self.dealer_multiplier}"
            raise ValueError(
                f'payout = "double" contradicts {given}: their product is at most {_MOST_DOUBLED}, so that points can be summed'
            )
        return self


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
PRESET_MEANINGS: dict[str, tuple[str, str]] = {
    "strict": ("the rule text's conditions, without exception", "按规则原文，三门齐与条件二无一例外"),
    "example": ("flushes need no three suits, as the worked example supposes", "清一色、混一色免三门齐（规则原文的计分示例）"),
    "open": ("neither condition", "不设两个条件"),
    "dongbei": ("a neighbouring rule, for comparison", "邻近的东北玩法，用于比较"),
}
OPTIONS: tuple[str, ...] = tuple(name for name in Rules.model_fields if name != "fan")
OPTION_NAMES: tuple[str, ...] = OPTIONS + tuple(f"fan.{row}" for row in FAN_ROWS)


def make_rules(preset: str = "strict", overrides: Mapping[str, Any] | None = None) -> Rules:
    """The preset with single options changed; `fan` rows as a nested table or as `fan.<row>`.

    Raises InputError naming every unknown or unusable option at once.
    """
    if not isinstance(preset, str):
        raise InputError(f"rules: {preset!r} is neither a preset nor Rules (presets: {', '.join(PRESETS)})")
    problems = [] if preset in PRESETS else [unknown("preset", preset, PRESETS)]
    given = PRESETS.get(preset, {})
    merged = {**given, "fan": dict(given.get("fan", {}))}
    for name, value in (overrides or {}).items():
        if name == "fan" and isinstance(value, Mapping):
            merged["fan"].update(value)
        elif name.startswith("fan."):
            merged["fan"][name.removeprefix("fan.")] = value
        elif name in OPTIONS:
            merged[name] = value
        else:
            problems.append(f'rules.{name}: unknown option "{name}"{nearest(name, OPTION_NAMES)}')
    try:
        rules = Rules.model_validate(merged)
    except ValidationError as error:
        raise InputError(*problems, *describe_faults(error, "rules", OPTION_NAMES)) from None
    if problems:
        raise InputError(*problems)
    return rules


# What a fault of the wrong kind of value wanted, by pydantic's name for the fault.
_WANTED = {
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float", "int_parsing_size"), "a whole number"),
    "bool_type": "true or false",
    "string_type": "text in quotes",
    **dict.fromkeys(("list_type", "frozen_set_type"), "a list"),
    **dict.fromkeys(("dict_type", "model_type"), "a table"),
    "name_or_table": "a name or a table",
}


def describe_faults(error: ValidationError, path: str, names: tuple[str, ...]) -> list[str]:
    """One line a fault: its path, what was given, what is allowed, and the nearest right name."""
    lines = []
    for fault in error.errors():
        if fault["type"] == "dict_type" and fault["loc"][-1] == "dict[str,any]":
            continue  # the other half of "a name or a table", which the fault before this one told
        choice = fault["type"] == "string_type" and fault["loc"][-1] == "str"
        where = ".".join([path, *(str(part) for part in (fault["loc"][:-1] if choice else fault["loc"]) if part != "frozenset")])
        given = _shown(fault.get("input"))
        context = fault.get("ctx", {})
        match "name_or_table" if choice else fault["type"]:
            case "extra_forbidden":
                name = str(fault["loc"][-1])
                hint = nearest(".".join(map(str, fault["loc"])), names) or nearest(name, names)
                lines.append(f'{where}: unknown name "{name}"{hint}')
            case "literal_error":
                allowed = str(context["expected"]).replace("'", '"')
                hint = nearest(str(fault.get("input")), [word.strip('" ') for word in allowed.replace(" or ", ",").split(",")])
                lines.append(f"{where}: {given} is not allowed{hint} (allowed: {allowed})")
            case "value_error":
                lines.append(f"{where}: {context['error']}")
            case "missing":
                lines.append(f"{where}: is missing")
            case "greater_than_equal":
                lines.append(f"{where}: {given} is out of range (at least {context['ge']})")
            case "less_than_equal":
                lines.append(f"{where}: {given} is out of range (at most {context['le']})")
            case "string_too_short":
                lines.append(f"{where}: is empty")
            case "string_too_long":
                lines.append(f"{where}: {given} is too long (at most {context['max_length']} characters)")
            case kind if kind in _WANTED:
                lines.append(f"{where}: {given} should be {_WANTED[kind]}")
            case _:
                lines.append(f"{where}: {given}: {fault['msg'][0].lower()}{fault['msg'][1:]}")
    return list(dict.fromkeys(lines))


def _shown(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)


def differences(rules: Rules, base: Rules | None = None) -> dict[str, Any]:
    """Options, `fan.` rows included, whose value differs from `base` (default: strict)."""
    mine, other = flat_options(rules), flat_options(base or Rules())
    return {name: value for name, value in mine.items() if value != other[name]}


def flat_options(rules: Rules) -> dict[str, Any]:
    """Every option and `fan.` row with its value, in declared order."""
    values: dict[str, Any] = {name: getattr(rules, name) for name in OPTIONS}
    return values | {f"fan.{row}": getattr(rules.fan, row) for row in FAN_ROWS}


def option_field(name: str) -> FieldInfo:
    """The declaration of an option or `fan.` row: default, meaning and source."""
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
