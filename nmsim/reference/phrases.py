"""The sentences of a narrated hand, in English and in the Chinese of the mahjong table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from nmsim.errors import InputError, unknown
from nmsim.reference.judge import Price, Verdict
from nmsim.reference.log import (
    CHOW_ACT,
    DISCARD,
    KONG_ADDED_ACT,
    KONG_CONCEALED_ACT,
    KONG_OPEN_ACT,
    PASS,
    PUNG_ACT,
    WIN,
    Action,
)
from nmsim.rules import FAN_ROWS_ZH
from nmsim.tiles import (
    CHOW,
    FIRST_HONOR,
    HONOR_NAMES_EN,
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_OPEN,
    PUNG,
    SUIT_NAMES_EN,
    SUIT_NAMES_ZH,
    SUIT_READING_ORDER,
    Meld,
    format_tiles,
    format_tiles_zh,
    tile_name,
    tile_name_zh,
)

FIRST_DRAGON = FIRST_HONOR + 4  # 中


class Phrases(Protocol):
    """What a storyteller can say."""

    def opening(self, dealer: str, tiles_left: int) -> str:
        """Who deals."""

    def dealt(self, name: str, tiles: list[int]) -> str:
        """A dealt hand."""

    def drawn(self, name: str, kind: int, replacement: bool, left: int) -> str:
        """A draw, with the tiles left after it."""

    def refused(self, name: str, kind: int, verdict: Verdict) -> str:
        """A complete hand that may not be declared, and why."""

    def answered(self, name: str, offers: Sequence[Action], answer: Action) -> str:
        """A seat's answer to what it was offered."""

    def declined_win(self, name: str) -> str:
        """A self-drawn win not taken."""

    def declined_kong(self, name: str, kongs: Sequence[Action]) -> str:
        """Own kongs not declared."""

    def acted(self, name: str, action: Action, just_drawn: bool) -> str:
        """An action carried out, other than a win: `won` tells it."""

    def drawn_hand(self, four_kongs: bool, left: int) -> str:
        """The hand ends without a winner."""

    def won(self, name: str, kind: int, giver: str | None, robbed: bool) -> str:
        """Who won on what."""

    def bumped(self, winner: str, others: Sequence[str]) -> str:
        """Who called the win too and sits further on."""

    def hand(self, concealed: list[int], winning: int, melds: Sequence[Meld]) -> str:
        """A winner's hand."""

    def priced(self, price: Price, shown: int) -> str:
        """Fan rows and total."""

    def conditions(self, verdict: Verdict, missing: Sequence[int]) -> str:
        """How the two conditions were met; `missing`: suits of which the hand has no tile."""

    def payments(self, moves: Sequence[tuple[str, int]]) -> str:
        """Points won and lost."""

    def nothing_paid(self) -> str:
        """Nobody pays."""

    def next_deal(self, name: str, kept: bool) -> str:
        """Who deals next."""


def phrases(lang: str) -> Phrases:
    """The sentences of a language, `en` or `zh`; raises InputError for another."""
    if lang not in _LANGUAGES:
        raise InputError(unknown("language", lang, _LANGUAGES))
    return _LANGUAGES[lang]


def _missing_suits(verdict: Verdict) -> list[str]:
    """The missing suits as the reason names them, 万条筒."""
    reasons = [reason for reason in verdict.reasons if reason.startswith("missing_suit:")]
    return list(reasons[0].removeprefix("missing_suit:")) if reasons else []


def _named_suits(missing: Sequence[int], names: Sequence[str]) -> list[str]:
    """The missing suits by name, in the rule text's order."""
    return [names[suit] for suit in SUIT_READING_ORDER if suit in missing]


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _second_reason(verdict: Verdict) -> str | None:
    return next((reason for reason in verdict.reasons if reason == "no_yaojiu_no_258" or reason.startswith("second_condition")), None)


class Chinese:
    """The Chinese of the mahjong table."""

    _CLAIMS: ClassVar[dict[int, str]] = {
        WIN: "胡",
        KONG_OPEN_ACT: "杠",
        PUNG_ACT: "碰",
        CHOW_ACT: "吃",
        KONG_CONCEALED_ACT: "暗杠",
        KONG_ADDED_ACT: "加杠",
    }
    _MELDS: ClassVar[dict[int, str]] = {CHOW: "吃", PUNG: "碰", KONG_OPEN: "明杠", KONG_ADDED: "加杠", KONG_CONCEALED: "暗杠"}
    _SECOND: ClassVar[dict[str, str]] = {
        "no_yaojiu_no_258": "没有幺九，将也不是二五八",
        "second_condition:both": "幺九和二五八将未能兼备",
        "second_condition:yaojiu": "没有幺九",
        "second_condition:jiang258": "将不是二五八",
    }

    def opening(self, dealer: str, tiles_left: int) -> str:
        return f"{dealer}坐庄。各家起牌13张，牌墙还有{tiles_left}张，庄家先摸。"

    def dealt(self, name: str, tiles: list[int]) -> str:
        return f"{name}起手：{format_tiles_zh(tiles)}"

    def drawn(self, name: str, kind: int, replacement: bool, left: int) -> str:
        act = "从牌尾补进" if replacement else "摸进"
        return f"{name}{act}{tile_name_zh(kind)}" + ("，这是最后一张。" if not left else f"（余{left}张）。")

    def refused(self, name: str, kind: int, verdict: Verdict) -> str:
        why = []
        missing = _missing_suits(verdict)
        if missing:
            why.append(f"三门不齐，缺{'、'.join(missing)}")
        second = _second_reason(verdict)
        if second:
            pairs = verdict.reading == "seven_pairs"
            why.append(self._SECOND[second].replace("将也不是二五八", "也没有二五八的对子") if pairs else self._SECOND[second])
        return f"{name}凑上{tile_name_zh(kind)}，牌型已成，却不能胡：{'；'.join(why)}。"

    def answered(self, name: str, offers: Sequence[Action], answer: Action) -> str:
        chows = "或".join(self._tiles(Meld(CHOW, kind)) for action, kind in offers if action == CHOW_ACT)
        others = [self._CLAIMS[action] for action, _ in offers if action != CHOW_ACT]
        could = "、".join([*others, f"吃{chows}"] if chows else others)
        if answer[0] == PASS:
            return f"{name}可{could}，过。"
        named = self._CLAIMS[answer[0]] + (self._tiles(Meld(CHOW, answer[1])) if answer[0] == CHOW_ACT else "")
        return f"{name}喊{named}！" if len(offers) == 1 else f"{name}可{could}，喊{named}！"

    def declined_win(self, name: str) -> str:
        return f"{name}自摸可胡，却没有胡。"

    def declined_kong(self, name: str, kongs: Sequence[Action]) -> str:
        return f"{name}可{'、'.join(self._CLAIMS[action] + tile_name_zh(kind) for action, kind in kongs)}，没有杠。"

    def acted(self, name: str, action: Action, just_drawn: bool) -> str:
        what, kind = action
        tile = tile_name_zh(kind)
        match what:
            case _ if what == DISCARD:
                return f"{name}摸切{tile}。" if just_drawn else f"{name}打出{tile}。"
            case _ if what == CHOW_ACT:
                return f"{name}吃成{self._tiles(Meld(CHOW, kind))}。"
            case _ if what == KONG_OPEN_ACT:
                return f"{name}明杠{tile}。"
        return f"{name}{self._CLAIMS[what]}{tile}。"

    def drawn_hand(self, four_kongs: bool, left: int) -> str:
        return f"四杠已成，流局，牌墙还有{left}张。" if four_kongs else "牌已摸完，无人胡牌，黄庄。"

    def won(self, name: str, kind: int, giver: str | None, robbed: bool) -> str:
        tile = tile_name_zh(kind)
        if giver is None:
            return f"{name}自摸{tile}，胡了！"
        return f"{name}抢{giver}的杠，胡{tile}！" if robbed else f"{giver}点炮，{name}胡{tile}！"

    def bumped(self, winner: str, others: Sequence[str]) -> str:
        return f"{'、'.join(others)}也喊胡，{winner}在先，截胡。"

    def hand(self, concealed: list[int], winning: int, melds: Sequence[Meld]) -> str:
        shown = "".join(f"　{self._MELDS[meld.form]}{self._tiles(meld)}" for meld in melds)
        return f"手牌：{format_tiles_zh(concealed)}　胡{tile_name_zh(winning)}{shown}"

    def priced(self, price: Price, shown: int) -> str:
        rows = "　".join(f"{FAN_ROWS_ZH[row]} {fan}" for row, fan in price.rows)
        return f"番数：{rows}　共{price.uncapped}番{self._adjusted(price, shown)}"

    def _adjusted(self, price: Price, shown: int) -> str:
        text = f"，封顶{price.total}番" if price.total != price.uncapped else ""
        return text + (f"，连庄家加番计{shown}番" if shown != price.total else "")

    def conditions(self, verdict: Verdict, missing: Sequence[int]) -> str:
        lacking = "、".join(_named_suits(missing, SUIT_NAMES_ZH))
        pair = "有二五八的对子" if verdict.reading == "seven_pairs" else "将是二五八"
        met = [text for holds, text in ((verdict.met_yaojiu, "有幺九"), (verdict.met_jiang258, pair)) if holds]
        first = f"不要求（缺{lacking}）" if lacking else "三门齐"
        return f"条件一：{first}　条件二：" + ("、".join(met) if met else "不要求（幺九、将对皆无）")

    def payments(self, moves: Sequence[tuple[str, int]]) -> str:
        return "结算：" + "，".join(f"{name} {_signed(points)}" for name, points in moves)

    def nothing_paid(self) -> str:
        return "各家不输不赢。"

    def next_deal(self, name: str, kept: bool) -> str:
        return f"下一局：{name}{'连庄' if kept else '坐庄'}。"

    def _tiles(self, meld: Meld) -> str:
        return format_tiles_zh(meld.kinds()).replace(" ", "")


class English:
    """Plain English with the tiles in mpsz notation."""

    _CLAIMS: ClassVar[dict[int, str]] = {
        WIN: "win",
        KONG_OPEN_ACT: "kong",
        PUNG_ACT: "pung",
        CHOW_ACT: "chow",
        KONG_CONCEALED_ACT: "concealed kong",
        KONG_ADDED_ACT: "added kong",
    }
    _MELDS: ClassVar[dict[int, str]] = {
        CHOW: "chow",
        PUNG: "pung",
        KONG_OPEN: "open kong",
        KONG_ADDED: "added kong",
        KONG_CONCEALED: "concealed kong",
    }
    _SECOND: ClassVar[dict[str, str]] = {
        "no_yaojiu_no_258": "no 1 or 9, and the pair is not 2, 5 or 8",
        "second_condition:both": "it needs both a 1 or 9 and a pair of 2, 5 or 8",
        "second_condition:yaojiu": "no 1 or 9",
        "second_condition:jiang258": "the pair is not 2, 5 or 8",
    }

    def opening(self, dealer: str, tiles_left: int) -> str:
        return (
            f"{dealer} deals: thirteen tiles a seat, {tiles_left} left in the wall, and {dealer} draws first.\n"
            "(m characters, p dots, s bamboos; 1z to 7z are east, south, west and north wind, red, green and white dragon.)"
        )

    def dealt(self, name: str, tiles: list[int]) -> str:
        return f"{name} is dealt {format_tiles(tiles)}"

    def drawn(self, name: str, kind: int, replacement: bool, left: int) -> str:
        act = "draws the replacement" if replacement else "draws"
        return f"{name} {act} {self._tile(kind)}" + (", the last tile." if not left else f" ({left} left).")

    def refused(self, name: str, kind: int, verdict: Verdict) -> str:
        why = []
        missing = [SUIT_NAMES_EN[SUIT_NAMES_ZH.index(suit)] for suit in _missing_suits(verdict)]
        if missing:
            why.append("it needs all three suits and has no " + " and no ".join(missing))
        second = _second_reason(verdict)
        if second:
            pairs = verdict.reading == "seven_pairs"
            why.append(self._SECOND[second].replace("the pair is not 2", "no pair of 2") if pairs else self._SECOND[second])
        return f"{name}'s hand is complete with {self._tile(kind)}, but may not win: {'; '.join(why)}."

    def answered(self, name: str, offers: Sequence[Action], answer: Action) -> str:
        chows = " or ".join(self._tiles(Meld(CHOW, kind)) for action, kind in offers if action == CHOW_ACT)
        others = [self._CLAIMS[action] for action, _ in offers if action != CHOW_ACT]
        could = " or ".join([*others, f"chow {chows}"] if chows else others)
        if answer[0] == PASS:
            return f"{name} could {could}, and passes."
        chow = f" {self._tiles(Meld(CHOW, answer[1]))}" if answer[0] == CHOW_ACT else ""
        called = f"{self._CLAIMS[answer[0]]}{chow}"
        return f"{name} calls {called}." if len(offers) == 1 else f"{name} could {could}, and calls {called}."

    def declined_win(self, name: str) -> str:
        return f"{name} could win by self-draw, and plays on."

    def declined_kong(self, name: str, kongs: Sequence[Action]) -> str:
        return f"{name} could declare {' or '.join(self._own_kong(*kong) for kong in kongs)}, and does not."

    def acted(self, name: str, action: Action, just_drawn: bool) -> str:
        what, kind = action
        tile = self._tile(kind)
        match what:
            case _ if what == DISCARD:
                return f"{name} discards {tile}{', just drawn' if just_drawn else ''}."
            case _ if what == CHOW_ACT:
                return f"{name} chows {self._tiles(Meld(CHOW, kind))}."
            case _ if what == PUNG_ACT:
                return f"{name} pungs {tile}."
            case _ if what == KONG_OPEN_ACT:
                return f"{name} makes an open kong of {tile}."
        return f"{name} declares {self._own_kong(what, kind)}."

    def drawn_hand(self, four_kongs: bool, left: int) -> str:
        return f"The fourth kong ends the hand, {left} tiles left." if four_kongs else "The wall is exhausted: a drawn hand."

    def won(self, name: str, kind: int, giver: str | None, robbed: bool) -> str:
        if giver is None:
            return f"{name} wins by self-draw on {self._tile(kind)}."
        return f"{name} robs {giver}'s kong of {self._tile(kind)} and wins." if robbed else f"{name} wins on {giver}'s {self._tile(kind)}."

    def bumped(self, winner: str, others: Sequence[str]) -> str:
        return f"{' and '.join(others)} called the win too; {winner} sits nearer and takes it."

    def hand(self, concealed: list[int], winning: int, melds: Sequence[Meld]) -> str:
        shown = "".join(f", {self._MELDS[meld.form]} {self._tiles(meld)}" for meld in melds)
        return f"Hand: {format_tiles(concealed)} and {tile_name(winning)}{shown}"

    def priced(self, price: Price, shown: int) -> str:
        rows = ", ".join(f"{row.replace('_', ' ')} {fan}" for row, fan in price.rows)
        text = f"Fan: {rows}; {price.uncapped} in all"
        if price.total != price.uncapped:
            text += f", capped at {price.total}"
        return text + (f", {shown} with the dealer's bonus" if shown != price.total else "")

    def conditions(self, verdict: Verdict, missing: Sequence[int]) -> str:
        lacking = " and no ".join(_named_suits(missing, SUIT_NAMES_EN))
        met = [text for holds, text in ((verdict.met_yaojiu, "a 1 or 9"), (verdict.met_jiang258, "a pair of 2, 5 or 8")) if holds]
        first = f"not asked for (no {lacking})" if lacking else "all three suits"
        second = " and ".join(met) if met else "not asked for (neither a 1 or 9 nor a pair of 2, 5 or 8)"
        return f"First condition: {first}. Second condition: {second}"

    def payments(self, moves: Sequence[tuple[str, int]]) -> str:
        return "Points: " + ", ".join(f"{name} {_signed(points)}" for name, points in moves)

    def nothing_paid(self) -> str:
        return "Nobody pays."

    def next_deal(self, name: str, kept: bool) -> str:
        return f"{name} keeps the deal." if kept else f"{name} deals next."

    def _own_kong(self, what: int, kind: int) -> str:
        return f"{'a' if what == KONG_CONCEALED_ACT else 'an'} {self._CLAIMS[what]} of {self._tile(kind)}"

    def _tile(self, kind: int) -> str:
        if kind < FIRST_HONOR:
            return tile_name(kind)
        return f"{HONOR_NAMES_EN[kind - FIRST_HONOR]} {'wind' if kind < FIRST_DRAGON else 'dragon'}"

    def _tiles(self, meld: Meld) -> str:
        return format_tiles(meld.kinds())


_LANGUAGES: dict[str, Phrases] = {"en": English(), "zh": Chinese()}
