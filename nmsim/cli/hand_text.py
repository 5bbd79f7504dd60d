"""The words of `nmsim hand`, in English and in the Chinese of the mahjong table, and its columns.

Reasons for a refusal quote docs/rule-text-zh.txt. Colours appear only where a person reads (click drops them elsewhere).
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Sequence

import click

from nmsim.advice import SECOND_CONDITION, THREE_SUITS, Discard, Hand, Payment, Tiles, Wait
from nmsim.cli.hand import DEALERS, to_discard
from nmsim.figures import Lang
from nmsim.outcomes import NEVER, WAITS
from nmsim.reference.judge import HOW_WON, Verdict
from nmsim.rollouts import Rollouts
from nmsim.rules import FAN_ROWS_ZH
from nmsim.stats.intervals import Interval
from nmsim.tiles import (
    KINDS,
    SUIT_NAMES_EN,
    SUIT_NAMES_ZH,
    Meld,
    format_tiles,
    format_tiles_zh,
    suit_of,
    tile_glyph,
    tile_name,
    tile_name_zh,
)

# key -> (English, Chinese)
_WORDS: dict[str, tuple[str, str]] = {
    "hand": ("Hand", "手牌"),
    "melds": ("Melds", "副露"),
    "seen": ("Seen", "已见"),
    "rules": ("Rules", "规则"),
    "win": ("Win on", "胡牌"),
    "verdict": ("Verdict", "判定"),
    "may": ("may be declared", "可以胡"),
    "may_not": ("may NOT be declared", "不能胡"),
    "because": ("because", "因为"),
    "fan": ("Fan", "番数"),
    "met": ("Conditions", "条件"),
    "pays": ("Points", "结算"),
    "distance": ("Distance", "向听"),
    "waits": ("Waits", "听牌"),
    "accepts": ("Accepts", "进张"),
    "discards": ("Discards", "打牌"),
    "instead": ("Playing on", "若不胡"),
    "why": ("Why", "说明"),
    "rollouts": ("Played out", "试打"),
    "shape": ("shape", "牌型"),
    "legal": ("legal", "合法"),
    "never": ("never", "无法胡"),
    "ready": ("ready", "听牌"),
    "complete": ("complete", "成牌"),
    "tile": ("tile", "牌"),
    "live": ("live", "余张"),
    "self_draw": ("self-draw", "自摸"),
    "discard": ("discard", "点炮"),
    "form": ("wait", "听法"),
    "dead": ("DEAD", "死听"),
    "throw": ("discard", "打出"),
    "gives_up": ("gives up", "放弃"),
    "accepting_legal": ("accepting, legal", "合法进张"),
    "accepting_shape": ("accepting, shape", "牌型进张"),
    "won": ("wins", "胡牌率"),
    "deal_in": ("deals in", "点炮率"),
    "mean_fan": ("fan of wins", "胡时番数"),
    "points": ("points a hand", "每局得分"),
    "behind": ("behind the best", "与最佳之差"),
}
_HOW: dict[str, tuple[str, str]] = {
    "self_draw": ("self-draw", "自摸"),
    "discard": ("another's discard", "点炮"),
    "kong_draw": ("the replacement after a kong", "杠后补牌"),
    "last_draw": ("the last tile of the wall", "摸到最后一张"),
    "kong_draw_last": ("the replacement, the last tile of the wall", "杠后补到最后一张"),
    "last_discard": ("the discard after the last draw", "末张摸后的点炮"),
    "rob_kong": ("robbing an added kong", "抢加杠"),
    "rob_concealed_kong": ("robbing a concealed kong", "抢暗杠"),
    "tianhu": ("the dealer's first fourteen", "庄家起手"),
    "tianhu_kong_draw": ("the dealer's replacement after an opening kong", "庄家起手开杠后补牌"),
    "dihu": ("the dealer's first discard", "庄家打出的第一张"),
    "first_draw": ("a non-dealer's first draw", "闲家第一次摸牌"),
}
_READINGS: dict[str, tuple[str, str]] = {
    "four_sets": ("four sets and a pair", "4副顺子/刻子 + 1对将牌"),
    "seven_pairs": ("seven pairs", "七对"),
    "thirteen_orphans": ("thirteen orphans", "十三幺"),
}
_FORMS: dict[str, tuple[str, str]] = {
    "two_sided": ("two-sided", "两面"),
    "closed": ("closed", "坎张"),
    "edge": ("edge", "边张"),
    "double_pung": ("two pairs", "对倒"),
    "single": ("single", "单钓"),
    "mixed": ("mixed", "多种"),
    "orphans": ("orphans", "十三幺"),
    "none": ("none", "无"),
}
_MELDS: tuple[tuple[str, str], ...] = (
    ("chow", "吃"),
    ("pung", "碰"),
    ("open kong", "明杠"),
    ("added kong", "加杠"),
    ("concealed kong", "暗杠"),
)
_GIVES_UP: dict[str, tuple[str, str]] = {
    "legal": ("any legal hand", "合法胡牌的可能"),
    "last_of_suit": ("the only tile of {suit}", "仅有的一张{suit}"),
    "last_yaojiu": ("the only 1 or 9", "仅有的一张幺九"),
    "only_258_pair": ("the only pair of 2, 5 or 8", "唯一的2、5、8对子"),
    "only_pair": ("the only pair", "唯一的对子"),
}
_DEALERS: dict[str, tuple[str, str]] = {
    "self": ("the player", "本家"),
    "next": ("the next player", "下家"),
    "opposite": ("the player opposite", "对家"),
    "previous": ("the previous player", "上家"),
}
_CONDITIONS: dict[str, tuple[str, str]] = {
    THREE_SUITS: ("the three suits", "三门齐"),
    SECOND_CONDITION: ("the second condition", "条件二"),
}
# What the rule text says, and the same in English.
_SUITS_RULE = (
    "a winning hand must hold at least one tile of each suit, characters, bamboos and dots",
    "“胡牌时手牌中万、条、筒三种花色的牌都必须至少有一张”",
)
_YAOJIU_RULE = ("at least one 1 or 9 of a suit", "“手中至少有一张幺九牌（1万/9万、1条/9条、1筒/9筒）”")
_JIANG_RULE = ("the pair must be 2, 5 or 8", "“将牌必须是2、5、8的对子”")
_SHAPE_RULE = ("four sets and a pair", "“4副顺子/刻子 + 1对将牌”")
_INDENT = "  "


def told(hand: Hand, rules: str, played: Rollouts | None, lang: Lang) -> str:
    """Everything that `nmsim hand` prints of a hand; `rules` as they were asked for."""
    return "\n".join(_Teller(hand, lang).lines(rules, played))


def width(text: str) -> int:
    """Columns that a terminal gives the text: two for a wide character, none for a variation selector."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 0 if char == "\ufe0e" else 1 for char in text)


def _glyphs(kinds: Iterable[int]) -> str:
    """The tiles as Unicode draws them, after a space; nothing where the output cannot hold them."""
    drawn = "".join(map(tile_glyph, kinds))
    try:
        drawn.encode(getattr(sys.stdout, "encoding", None) or "utf-8")  # None where the caller closed it
    except UnicodeEncodeError:
        return ""
    return f" {drawn}"


def _padded(text: str, columns: int, right: bool) -> str:
    space = " " * (columns - width(text))
    return space + text if right else text + space


def _table(rows: Sequence[Sequence[str]], right: Iterable[int] = (), bold: Iterable[int] = ()) -> list[str]:
    """Rows in aligned columns; `right`: columns that end flush, `bold`: rows that stand out."""
    columns = [max(width(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for number, row in enumerate(rows):
        line = _INDENT + "  ".join(_padded(cell, columns[at], at in right) for at, cell in enumerate(row)).rstrip()
        lines.append(_styled(line, dim=True) if number == 0 else _styled(line, bold=True) if number in bold else line)
    return lines


def _styled(text: str, fg: str | None = None, bold: bool | None = None, dim: bool | None = None) -> str:
    return text if os.environ.get("NO_COLOR") else click.style(text, fg=fg, bold=bold, dim=dim)


class _Teller:
    """Tells of one hand in one language."""

    def __init__(self, hand: Hand, lang: Lang) -> None:
        self.hand, self.zh = hand, lang == "zh"

    def say(self, english: str, chinese: str) -> str:
        """The text in the language spoken."""
        return chinese if self.zh else english

    def word(self, key: str) -> str:
        """A word of `_WORDS`."""
        return self.say(*_WORDS[key])

    def tiles(self, kinds: Sequence[int]) -> str:
        """Tiles as text, without glyphs."""
        return (format_tiles_zh(list(kinds)) if self.zh else format_tiles(list(kinds))) or "-"

    def tile(self, kind: int) -> str:
        """One tile as text."""
        return tile_name_zh(kind) if self.zh else tile_name(kind)

    def suit(self, suit: int) -> str:
        """A suit's name."""
        return (SUIT_NAMES_ZH if self.zh else SUIT_NAMES_EN)[suit]

    def comma(self, parts: Iterable[str]) -> str:
        """The parts as a list."""
        return ("、" if self.zh else ", ").join(parts)

    def entry(self, key: str, text: str) -> str:
        """A labelled line."""
        label = self.word(key)
        return label + " " * (12 - width(label)) + text

    def lines(self, rules: str, played: Rollouts | None) -> list[str]:
        """All of it."""
        hand = self.hand
        lines = [*self._shown(rules)]
        if hand.asked_to_win and hand.verdict is not None:
            lines += self._judged(hand.verdict)
        lines.append(self.entry("distance", self._distances()))
        if not hand.drawn:
            lines += self._waits() if hand.waits else self._accepts()
        if to_discard(hand):
            lines += self._discards()
        if played is not None:
            lines += self._played_out(played)
        lines.append(self.entry("why", self._why() + (self._against(played) if played is not None else "")))
        return lines

    # The hand

    def _shown(self, rules: str) -> Iterable[str]:
        kinds = [kind for kind in range(KINDS) for _ in range(self.hand.counts[kind])]
        if self.hand.winning_tile is not None:
            kinds.remove(self.hand.winning_tile)
        yield self.entry("hand", f"{self.tiles(kinds)}  {_glyphs(sorted(kinds, key=self._order))}".rstrip())
        if self.hand.melds:
            yield self.entry("melds", self.say("; ", "；").join(self._meld(meld) for meld in self.hand.melds))
        if any(self.hand.seen):
            yield self.entry("seen", self.tiles([kind for kind in range(KINDS) for _ in range(self.hand.seen[kind])]))
        yield self.entry("rules", rules)

    def _meld(self, meld: Meld) -> str:
        space = "" if self.zh else " "
        return f"{self.say(*_MELDS[meld.form])}{space}{self.tiles(meld.kinds())}{_glyphs(meld.kinds())}"

    def _distance(self, distance: int) -> str:
        return self.word("never") if distance == NEVER else str(distance)

    def _distances(self) -> str:
        told = []
        for key, distance in (("shape", self.hand.shape), ("legal", self.hand.legal)):
            name = {0: "ready", -1: "complete"}.get(distance)
            state = self.say(f" ({self.word(name)})", f"（{self.word(name)}）") if name else ""
            told.append(f"{self.word(key)} {self._distance(distance)}{state}")
        return self.comma(told)

    # The verdict

    def _judged(self, verdict: Verdict) -> Iterable[str]:
        tile = self.hand.winning_tile
        how = self.say(*_HOW[self.hand.how])
        if tile is None:
            yield self.entry("win", self.say("self-draw, as nothing else is said", "按自摸算"))
        else:
            yield self.entry("win", f"{self.tile(tile)}{_glyphs([tile])}{self.say(', ', '，')}{how}")
        yield self.entry("verdict", _styled(self.word("may"), fg="green", bold=True) if verdict.legal else self._refusal())
        for reason in verdict.reasons:
            yield self.entry("because", self._reason(reason, verdict))
        if verdict.price is not None:
            yield self.entry("fan", self._fan(verdict))
            yield self.entry("met", self._met(verdict))
            for payment in self.hand.payments:
                yield self.entry("pays", self._payment(payment, verdict.legal))
            if self.hand.rules.kong_payment == "immediate" and any(meld.form >= 2 for meld in self.hand.melds):
                yield self.entry("pays", self.say("kongs were paid when they were made", "杠钱在开杠时已付"))

    def _refusal(self) -> str:
        return _styled(self.word("may_not"), fg="red", bold=True)

    def _reason(self, reason: str, verdict: Verdict) -> str:
        """A refusal in the rule's own words."""
        rules = self.hand.rules
        if reason.startswith("missing_suit:"):
            suits = [SUIT_NAMES_ZH.index(name) for name in reason.removeprefix("missing_suit:")]
            return self._missing(suits)
        pairs = verdict.reading == "seven_pairs"
        match reason:
            case "no_yaojiu_no_258":
                either = self.say(f"it needs {_YAOJIU_RULE[0]}, or", f"{_YAOJIU_RULE[1]}与{_JIANG_RULE[1]}至少满足一条")
                pair = self.say("a pair of 2, 5 or 8 among its seven" if pairs else _JIANG_RULE[0], "")
                lacks = self.say(
                    "no 1 or 9, and " + ("no pair of 2, 5 or 8" if pairs else "the pair is not 2, 5 or 8"),
                    "没有幺九，" + ("也没有2、5、8的对子" if pairs else "将也不是2、5、8"),
                )
                return self.say(f"{lacks}: {either} {pair} (second condition)", f"{lacks}：{either}（条件二）")
            case "second_condition:yaojiu":
                return self.say(
                    f"no 1 or 9: these rules ask for {_YAOJIU_RULE[0]} (second condition)", f"没有幺九：{_YAOJIU_RULE[1]}（条件二）"
                )
            case "second_condition:jiang258":
                return self.say(
                    f"the pair is not 2, 5 or 8: {_JIANG_RULE[0]} (second condition)", f"将不是2、5、8：{_JIANG_RULE[1]}（条件二）"
                )
            case "second_condition:both":
                return self.say(
                    f"these rules ask for both: {_YAOJIU_RULE[0]}, and {_JIANG_RULE[0]} (second condition)",
                    f"未能兼备：{_YAOJIU_RULE[1]}并且{_JIANG_RULE[1]}（条件二，本规则两条都要）",
                )
            case "not_complete":
                return self.say(f"the shape is not complete: {self._shapes()}", f"牌型未成：须{self._shapes()}")
            case "thirteen_orphans_off" | "seven_pairs_off":
                option = reason.removesuffix("_off")
                return self.say(
                    f"complete only as {_READINGS[option][0]}, which these rules do not have ({option} = false)",
                    f"只成{_READINGS[option][1]}，本规则不可胡（{option} = false）",
                )
            case "rob_kong_off" | "rob_concealed_kong_off":
                kong = self.say("an added", "加杠") if reason == "rob_kong_off" else self.say("a concealed", "暗杠")
                return self.say(
                    f"{kong} kong cannot be robbed (rob_kong = {rules.rob_kong})", f"{kong}不可抢（rob_kong = {rules.rob_kong}）"
                )
            case _:
                fan = verdict.price.uncapped if verdict.price else 0
                return self.say(
                    f"{fan} fan, and at least {rules.min_fan} are needed (min_fan)", f"只有{fan}番，不到起胡的{rules.min_fan}番（min_fan）"
                )

    def _missing(self, suits: Sequence[int]) -> str:
        """Which suits are missing, with the rule."""
        concealed = self.hand.rules.suit_scope == "concealed"
        aside = self.say(" (open melds do not count)", "（副露不算）") if concealed else ""
        rule = self.say(f": {_SUITS_RULE[0]} (first condition)", f"：{_SUITS_RULE[1]}（条件一：三门齐）")
        return self._lacking(suits) + aside + rule

    def _shapes(self) -> str:
        shapes = [_SHAPE_RULE]
        if not self.hand.melds:
            shapes += [_READINGS[name] for name in ("seven_pairs", "thirteen_orphans") if getattr(self.hand.rules, name)]
        return self.say(" or ", "或").join(self.say(*shape) for shape in shapes)

    def _fan(self, verdict: Verdict) -> str:
        price = verdict.price
        assert price is not None
        rows = self.say(", ", "　").join(
            f"{FAN_ROWS_ZH[row]}{fan}" if self.zh else f"{row.replace('_', ' ')} {fan}" for row, fan in price.rows
        )
        total = self.say(f"{price.uncapped} in all", f"共{price.uncapped}番")
        if price.total != price.uncapped:
            total += self.say(f", capped at {price.total}", f"，封顶{price.total}番")
        read = self.say(f"read as {_READINGS[verdict.reading or ''][0]}", f"读作{_READINGS[verdict.reading or ''][1]}")
        return self.say(f"{rows}: {total} ({read})", f"{rows}　{total}（{read}）")

    def _met(self, verdict: Verdict) -> str:
        missing = self.hand.missing_suits
        free = self.say(" (not asked for)", "（不要求）")
        suits = self.say("all three suits", "三门齐")
        if missing:
            suits = self._lacking(missing) + ("" if verdict.lacks_suit else free)
        pair = self.say("a pair of 2, 5 or 8", "有2、5、8的对子" if verdict.reading == "seven_pairs" else "将是2、5、8")
        second = [text for holds, text in ((verdict.met_yaojiu, self.say("a 1 or 9", "有幺九")), (verdict.met_jiang258, pair)) if holds]
        neither = self.say("neither a 1 or 9 nor a pair of 2, 5 or 8", "幺九、2、5、8的将皆无") + ("" if verdict.lacks_second else free)
        return self.say("; ", "；").join([suits, self.say(" and ", "，").join(second) or neither])

    def _lacking(self, suits: Sequence[int]) -> str:
        return self.say(f"no {' and no '.join(map(self.suit, suits))}", f"缺{self.comma(map(self.suit, suits))}")

    def _payment(self, payment: Payment, legal: bool) -> str:
        groups: dict[tuple[str, bool, int], int] = {}
        for payer in payment.payers:
            groups[payer] = groups.get(payer, 0) + 1
        paid = [self._paid(who, dealer, points, seats) for (who, dealer, points), seats in groups.items()]
        winner = {
            "any": "",
            "dealer": self.say("the dealer wins: ", "庄家胡："),
            "non_dealer": self.say("a non-dealer wins: ", "闲家胡："),
        }[payment.winner]
        would = "" if legal else self.say("(were it allowed) ", "（假如能胡）")
        fed = [any(payer.who == "feeder" for payer in each.payers) for each in (payment, *self.hand.payments)]
        if any(fed):
            fed_text, other = self.say("fed kong: ", "点杠："), self.say("any other kong: ", "其他杠：")
            would += fed_text if fed[0] else other
        return self.say(
            f"{would}{winner}{', '.join(paid)}; {payment.total} in all", f"{would}{winner}{'，'.join(paid)}，共收{payment.total}分"
        )

    def _paid(self, who: str, dealer: bool, points: int, seats: int) -> str:
        robbed = HOW_WON[self.hand.how].robbed
        name = {
            "feeder": self.say("who fed the kong", "点杠者"),
            "discarder": self.say("who made the kong", "开杠者") if robbed else self.say("the discarder", "点炮者"),
        }.get(who, self.say("another player", "另一家"))
        if seats > 1:
            many = {2: ("each of the two others", "另两家各"), 3: ("each of the three others", "三家各")}[seats]
            return self.say(f"{many[0]} pays {points}", f"{many[1]}付{points}分")
        if dealer:
            name = self.say("the dealer", "庄家") if who in ("each", "other") else self.say(f"{name}, the dealer,", f"{name}（庄家）")
        return self.say(f"{name} pays {points}", f"{name}付{points}分")

    # Waiting

    def _waits(self) -> Iterable[str]:
        waits = sorted(self.hand.waits, key=lambda wait: self._order(wait.kind))
        winnable = [wait for wait in waits if not wait.dead]
        live = sum(wait.live for wait in winnable)
        form = self.say(*_FORMS[WAITS[self.hand.wait_form]])
        kinds, tiles = f"kind{'s' * (len(waits) != 1)}", f"tile{'s' * (live != 1)}"
        english = f"{len(winnable)} of {len(waits)} {kinds} may win, {live} {tiles} live; {form}"
        yield self.entry("waits", self.say(english, f"{len(waits)}种牌成型，{len(winnable)}种可胡，余{live}张；{form}"))
        header = [self.word(key) for key in ("tile", "live", "self_draw", "discard", "form")]
        rows = [[*header, ""], *(self._wait(wait) for wait in waits)]
        yield from _table(rows, right=(1, 2, 3), bold=[at for at, wait in enumerate(waits, 1) if not wait.dead and wait.live])
        refused = {reason: verdict for wait in waits for verdict in (wait.discard, wait.self_draw) for reason in verdict.reasons}
        for reason in refused:
            yield self.entry("because", self._reason(reason, refused[reason]))
        if 0 < self.hand.legal < NEVER:
            yield self.entry("accepts", self._towards("legal", self.hand.legal_tiles))

    def _towards(self, key: str, tiles: Tiles) -> str:
        return f"{self.word(key)}{self.say(': ', '：')}{self._accepted(tiles)}"

    def _order(self, kind: int) -> tuple[int, int]:
        """万条筒 where Chinese is read."""
        return (0, 2, 1, 3)[suit_of(kind)] if self.zh else 0, kind

    def _wait(self, wait: Wait) -> list[str]:
        fan = [self._fan_if(verdict) for verdict in (wait.self_draw, wait.discard)]
        why = ""
        if wait.dead:
            why = self.word("dead") + self.say(": ", "：") + self._in_short(wait.self_draw)
        elif not wait.discard.legal:
            why = self.say("by discard: ", "点炮：") + self._in_short(wait.discard)
        elif not wait.live:
            why = self.say("all four are seen", "四张都已现")
        return [self.tile(wait.kind), str(wait.live), *fan, self.say(*_FORMS[WAITS[wait.form]]), why]

    def _in_short(self, verdict: Verdict) -> str:
        """The reasons without the rule."""
        return self.say("; ", "；").join(re.split("[:：]", self._reason(reason, verdict))[0] for reason in verdict.reasons)

    def _fan_if(self, verdict: Verdict) -> str:
        return self.say(f"{verdict.price.total} fan", f"{verdict.price.total}番") if verdict.legal and verdict.price else "-"

    def _accepts(self) -> Iterable[str]:
        if self.hand.shape_tiles == self.hand.legal_tiles:
            yield self.entry("accepts", self._accepted(self.hand.legal_tiles))
            return
        for key, tiles in (("legal", self.hand.legal_tiles), ("shape", self.hand.shape_tiles)):
            yield self.entry("accepts", self._towards(key, tiles))

    def _accepted(self, tiles: Tiles) -> str:
        if not tiles.kinds:
            return self.say("nothing", "无")
        kinds = self.say(f"{len(tiles.kinds)} kind{'s' * (len(tiles.kinds) > 1)}, {tiles.live} live", f"{len(tiles.kinds)}种{tiles.live}张")
        return f"{self.tiles(tiles.kinds)}{self.say(' (', '（')}{kinds}{self.say(')', '）')}"

    # Discards

    def _discards(self) -> Iterable[str]:
        verdict = self.hand.verdict
        yield self.entry("instead" if verdict is not None and verdict.legal else "discards", self._legend())
        shape, legal, live = self.word("shape"), self.word("legal"), self.word("live")
        header = ["", self.word("throw"), legal, live, shape, live]
        rows = [[*header, self.word("accepting_legal"), self.word("accepting_shape"), self.word("gives_up")]]
        rows += [self._discard(at, discard) for at, discard in enumerate(self.hand.discards, 1)]
        yield from _table(rows, right=(0, 2, 3, 4, 5), bold=(1,))

    def _legend(self) -> str:
        return self.say(
            "by legal distance, then live accepting tiles; = is the same tiles", "先比合法向听，再比有效余张；= 表示与合法进张相同"
        )

    def _discard(self, number: int, discard: Discard) -> list[str]:
        same = discard.shape_tiles == discard.legal_tiles and discard.shape == discard.legal
        return [
            str(number),
            self.tile(discard.kind),
            self._distance(discard.legal),
            str(discard.legal_tiles.live) if discard.legal != NEVER else "-",
            str(discard.shape),
            str(discard.shape_tiles.live),
            self.tiles(discard.legal_tiles.kinds),
            "=" if same else self.tiles(discard.shape_tiles.kinds),
            self._given_up(discard),
        ]

    def _given_up(self, discard: Discard) -> str:
        suit = self.suit(suit_of(discard.kind)) if suit_of(discard.kind) < 3 else ""
        return self.comma(self.say(*_GIVES_UP[name]).format(suit=suit) for name in discard.gives_up)

    # Rollouts

    def _played_out(self, played: Rollouts) -> Iterable[str]:
        yield self.entry(
            "rollouts",
            self.say(
                f"each discard on the same {played.n} walls, seed {played.seed}, {self._at_table(played)}; 95 % intervals",
                f"每种打法在同样的{played.n}副牌墙上打完，种子{played.seed}，{self._at_table(played)}；95%区间",
            ),
        )
        rows = [["", *(self.word(key) for key in ("throw", "won", "deal_in", "mean_fan", "points", "behind"))]]
        for at, each in enumerate(played.rollouts, 1):
            rate = [_number(interval, 100, 1, "%") for interval in (each.win, each.deal_in)]
            rest = [_number(each.fan, 1, 2), _number(each.points, 1, 2), "-" if at == 1 else _number(each.behind, 1, 2)]
            rows.append([str(at), self.tile(each.discard), *rate, *rest])
        yield from _table(rows, right=range(7), bold=(1,))
        if played.to_separate is not None and played.to_separate > played.n:
            best, second = (self.tile(each.discard) for each in played.rollouts[:2])
            yield _INDENT + self.say(
                f"{best} and {second} are not told apart yet: about {played.to_separate:,} walls would do it",
                f"{best}与{second}还分不出高下，约需{played.to_separate:,}副牌墙",
            )

    def _at_table(self, played: Rollouts) -> str:
        """Who plays how, and who deals."""
        names = [seat.name for seat in played.seats]
        if len(set(names)) == 1:
            seats = self.say(f"all seats {names[0]}", f"四家都用{names[0]}打法")
        else:
            seats = self.say(f"seats {', '.join(names)} from the player on", f"打法自本家起依次为{'、'.join(names)}")
        dealer = self.say(*_DEALERS[DEALERS[played.position.dealer]])
        return self.say(f"{seats}, {dealer} deals", f"{seats}，{dealer}坐庄")

    def _against(self, played: Rollouts) -> str:
        """What the rollouts say against the ranking, if anything."""
        first, best = self.hand.discards[0].kind, played.best.discard
        if best == first:
            return ""
        gap = next(each.behind for each in played.rollouts if each.discard == first)
        clear = gap.hi < 0
        chance = self.say("" if clear else ", within chance", "得分更高" if clear else "得分略高，未出误差")
        return self.say(
            f"; played out, discarding {self.tile(best)} did better than {self.tile(first)}{chance}",
            f"；试打中打{self.tile(best)}比打{self.tile(first)}{chance}",
        )

    # Why

    def _why(self) -> str:
        hand = self.hand
        if hand.verdict is not None and hand.asked_to_win and hand.verdict.legal:
            return self.say("complete, and the rules let it win", "牌型已成，条件俱备，可以胡")
        if to_discard(hand):
            return self._why_this_discard()
        if hand.drawn:
            return self.say("the hand may not win on this tile", "这张牌不能胡")
        return self._state()

    def _state(self) -> str:
        """One line on a hand that waits for a tile."""
        hand = self.hand
        if hand.legal == NEVER:
            return self._why_never()
        if hand.waits and all(wait.dead for wait in hand.waits):
            return self.say(
                f"ready in shape, but no tile may win it: {self._held_back()}", f"牌型听了，却没有一张能胡：{self._held_back()}"
            )
        if hand.legal == 0:
            dead = [wait.kind for wait in hand.waits if wait.dead]
            if dead:
                told = self.tiles(dead)
                return self.say(
                    f"ready; {told} would complete it, but it may not win on {'them' if len(dead) > 1 else 'that'}",
                    f"听牌；{told}虽能成型，但不能胡",
                )
            if not any(wait.live for wait in hand.waits):
                return self.say("ready, but every tile that it waits for is seen already", "听牌，但要的牌都已现")
            drawn_only = [wait.kind for wait in hand.waits if not wait.discard.legal]
            if drawn_only:
                told = self.tiles(drawn_only)
                return self.say(f"ready; on {told} it may win by self-draw only", f"听牌；{told}只能自摸")
            return self.say("ready, and every tile that completes it may win", "听牌，成型的牌都能胡")
        fifth = hand.fifth_copies
        if fifth:
            told = self.tiles(fifth)
            return self.say(f"it would need a fifth {told}: all four are its own", f"要第五张{told}才成：四张都在自己手里")
        draws = self.say(f"{hand.legal} draw{'s' * (hand.legal > 1)} from ready", f"还差{hand.legal}张上听")
        return draws + (self.say("; ", "；") + self._held_back() if hand.held_back_by else "")

    def _held_back(self) -> str:
        """Which conditions lengthen the way to a legal hand."""
        names = self.hand.held_back_by
        conditions = self.say(" and ", "和").join(self.say(*_CONDITIONS[name]) for name in names)
        missing = self.hand.missing_suits
        lacks = ""
        if THREE_SUITS in names and missing:
            lacks = self.say(f" ({self._lacking(missing)})", f"（{self._lacking(missing)}）")
        if not names:
            return self.say("too few fan", "番数不够")
        verb = "makes" if len(names) == 1 and names[0] == SECOND_CONDITION else "make"
        return self.say(f"{conditions}{lacks} {verb} it longer", f"因为{conditions}{lacks}")

    def _why_never(self) -> str:
        names = self.hand.held_back_by or (THREE_SUITS, SECOND_CONDITION)
        conditions = self.say(" and ", "和").join(self.say(*_CONDITIONS[name]) for name in names)
        missing = self.hand.missing_suits
        lacks = ""
        if THREE_SUITS in names and missing:
            lacks = self.say(": ", "：") + self._lacking(missing)
        return self.say(
            f"whatever is drawn, this hand can never win; {conditions} cannot be met any more{lacks}",
            f"无论摸什么都不能胡，{conditions}再也凑不成了{lacks}",
        )

    def _why_this_discard(self) -> str:
        first, *others = self.hand.discards
        if first.legal == NEVER:
            return self._why_never()
        throw = self.say(f"discard {self.tile(first.kind)}: ", f"打{self.tile(first.kind)}：") + self._better(first, others)
        blind = self.hand.shape_choice
        if blind is not None:
            throw += self.say("; by shape alone ", "；只看牌型会打") + self._blind(blind, first)
        return throw

    def _better(self, first: Discard, others: Sequence[Discard]) -> str:
        distance = self.say("ready", "听牌") if first.legal == 0 else self.say(f"legal distance {first.legal}", f"合法向听{first.legal}")
        live = self.say(f"{first.legal_tiles.live} live tiles", f"有效{first.legal_tiles.live}张")
        if not others:
            return self.say(f"{distance}, {live}", f"{distance}，{live}")
        second = others[0]
        if second.legal != first.legal:
            return self.say(f"only this leaves {distance} ({live})", f"只有这样{distance}（{live}）")
        if second.live != first.live:
            return self.say(
                f"{distance} with {live}, against {second.live} after {self.tile(second.kind)}",
                f"{distance}，{live}；打{self.tile(second.kind)}只有{second.live}张",
            )
        equals = [each.kind for each in others if each.legal == first.legal and each.live == first.live]
        told = self.tiles(equals)
        return self.say(
            f"{distance} with {live}, as after {told}; this tile is of the least other use",
            f"{distance}，{live}，与打{told}相同，而这张最没有别的用处",
        )

    def _blind(self, blind: Discard, first: Discard) -> str:
        tile = self.tile(blind.kind)
        if blind.legal == NEVER:
            return self.say(f"one would discard {tile}, and could never win", f"{tile}，以后就无法胡了")
        if blind.legal != first.legal:
            return self.say(
                f"one would discard {tile}, {blind.legal - first.legal} further from a legal win",
                f"{tile}，离能胡多{blind.legal - first.legal}步",
            )
        return self.say(
            f"one would discard {tile}, with {blind.live} tiles that lead to a legal win", f"{tile}，合法进张只有{blind.live}张"
        )


def _number(interval: Interval, factor: float, digits: int, unit: str = "") -> str:
    if interval.estimate != interval.estimate:
        return "-"
    numbers = [interval.estimate * factor, interval.lo * factor, interval.hi * factor]
    estimate, low, high = (f"{number:.{digits}f}" for number in numbers)
    limits = "" if interval.lo != interval.lo else f" [{low}, {high}]"
    return f"{estimate}{unit}{limits}"
