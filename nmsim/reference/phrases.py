"""The sentences of a told hand, in the language spoken. The words are in `nmsim.words.replay`."""

from __future__ import annotations

from collections.abc import Sequence

from nmsim.reference.judge import Price, Verdict
from nmsim.reference.log import (
    CHOW_ACT,
    DISCARD,
    KONG_CONCEALED_ACT,
    KONG_OPEN_ACT,
    PASS,
    PUNG_ACT,
    WIN,
    Action,
)
from nmsim.reference.reasons import meld_in_words, missing_suits, reason_in_short, second_lacking, second_met, suits_missing_in
from nmsim.rules import FAN_ROWS_ZH, Rules
from nmsim.tiles import CHOW, FIRST_HONOR, HONOR_NAMES_EN, Meld, format_tiles, format_tiles_zh, tile_name, tile_name_zh
from nmsim.words import language, say

FIRST_DRAGON = FIRST_HONOR + 4  # 中
_CALLS = {WIN: "win", KONG_OPEN_ACT: "kong", PUNG_ACT: "pung"}


def opening(dealer: str, tiles_left: int) -> str:
    """Who deals."""
    return _words("opening", dealer=dealer, left=tiles_left)


def dealt(name: str, kinds: list[int]) -> str:
    """A dealt hand."""
    return _words("dealt", name=name, tiles=_tiles(kinds))


def drawn(name: str, kind: int, replacement: bool, left: int) -> str:
    """A draw, with the tiles left after it."""
    act = "replacement" if replacement else "draws"
    return _words(act, name=name, tile=_tile(kind), left=left) if left else _words(f"{act}.last", name=name, tile=_tile(kind))


def refused(name: str, kind: int, verdict: Verdict, rules: Rules) -> str:
    """A complete hand that may not win, and why: the conditions that it lacks."""
    why = [_words("refused.suits", lacks=missing_suits(suits_missing_in(verdict)))] if verdict.lacks_suit else []
    why += [reason_in_short(reason, verdict, rules) for reason in verdict.reasons if _is_second(reason)]
    return _words("refused", name=name, tile=_tile(kind), why=_words("refused.join").join(why))


def answered(name: str, offers: Sequence[Action], answer: Action) -> str:
    """A seat's answer to what it was offered."""
    chows = [_chow(kind) for action, kind in offers if action == CHOW_ACT]
    could = [_words(f"call.{_CALLS[action]}") for action, _ in offers if action != CHOW_ACT]
    if chows:
        could.append(_words("chow", chows=_words("or").join(chows)))
    told = _words("claims.join").join(could)
    what, kind = answer
    if what == PASS:
        return _words("passes", name=name, could=told)
    called = _words("chow", chows=_chow(kind)) if what == CHOW_ACT else _words(f"call.{_CALLS[what]}")
    return _words("calls", name=name, called=called) if len(offers) == 1 else _words("calls.of", name=name, could=told, called=called)


def declined_win(name: str) -> str:
    """A self-drawn win not taken."""
    return _words("declined_win", name=name)


def declined_kong(name: str, kongs: Sequence[Action]) -> str:
    """Own kongs not declared."""
    return _words("declined_kong", name=name, kongs=_words("claims.join").join(_own_kong(kong) for kong in kongs))


def acted(name: str, action: Action, just_drawn: bool) -> str:
    """An action carried out, other than a win: `won` tells it."""
    what, kind = action
    if what == CHOW_ACT:
        return _words("chows", name=name, tiles=_chow(kind))
    if what == DISCARD:
        return _words("discards.drawn" if just_drawn else "discards", name=name, tile=_tile(kind))
    if what in (PUNG_ACT, KONG_OPEN_ACT):
        return _words("pungs" if what == PUNG_ACT else "kongs.open", name=name, tile=_tile(kind))
    return _words("kongs.own", name=name, kong=_own_kong(action))


def drawn_hand(four_kongs: bool, left: int) -> str:
    """The hand ends without a winner."""
    return _words("four_kongs", left=left) if four_kongs else _words("exhausted")


def won(name: str, kind: int, giver: str | None, robbed: bool) -> str:
    """Who won on what."""
    if giver is None:
        return _words("won.self_draw", name=name, tile=_tile(kind))
    return _words("won.rob" if robbed else "won.discard", name=name, giver=giver, tile=_tile(kind))


def bumped(winner: str, others: Sequence[str]) -> str:
    """Who called the win too and sits further on."""
    return _words("bumped", winner=winner, others=_words("bumped.join").join(others))


def hand(concealed: list[int], winning: int, melds: Sequence[Meld]) -> str:
    """A winner's hand."""
    shown = "".join(_words("hand.meld", meld=meld_in_words(meld)) for meld in melds)
    return _words("hand", tiles=_tiles(concealed), winning=tile_name_zh(winning) if _chinese() else tile_name(winning), melds=shown)


def priced(price: Price, shown: int) -> str:
    """Fan rows and total; `shown`: with the dealer's bonus."""
    rows = [_words("fan.row", row=FAN_ROWS_ZH[row] if _chinese() else row.replace("_", " "), fan=fan) for row, fan in price.rows]
    adjusted = _words("fan.capped", cap=price.total) if price.total != price.uncapped else ""
    adjusted += _words("fan.bonus", shown=shown) if shown != price.total else ""
    return _words("fan", rows=_words("fan.join").join(rows), fan=price.uncapped, adjusted=adjusted)


def conditions(verdict: Verdict, missing: Sequence[int], rules: Rules) -> str:
    """How the two conditions were met; `missing`: suits of which the hand has no tile."""
    first = _words("conditions.free", lacks=missing_suits(missing)) if missing else _words("conditions.suits")
    met = second_met(verdict, rules)
    second = _words("conditions.join").join(met) or _words("conditions.free", lacks=second_lacking(verdict, rules))
    return _words("conditions", first=first, second=second)


def payments(moves: Sequence[tuple[str, int]]) -> str:
    """Points won and lost."""
    told = [_words("points.one", name=name, points=f"{points:+d}" if points else "0") for name, points in moves]
    return _words("points", moves=_words("points.join").join(told))


def nothing_paid() -> str:
    """Nobody pays."""
    return _words("points.none")


def next_deal(name: str, kept: bool) -> str:
    """Who deals next."""
    return _words("next.keeps" if kept else "next.deals", name=name)


def _words(key: str, /, **values: object) -> str:
    return say(f"replay.{key}", None, **values)


def _chinese() -> bool:
    return language() == "zh"


def _tile(kind: int) -> str:
    if _chinese():
        return tile_name_zh(kind)
    if kind < FIRST_HONOR:
        return tile_name(kind)
    return f"{HONOR_NAMES_EN[kind - FIRST_HONOR]} {'wind' if kind < FIRST_DRAGON else 'dragon'}"


def _tiles(kinds: list[int]) -> str:
    return format_tiles_zh(kinds) if _chinese() else format_tiles(kinds)


def _chow(lowest: int) -> str:
    return _tiles(Meld(CHOW, lowest).kinds())


def _own_kong(kong: Action) -> str:
    what, kind = kong
    return _words("kong.concealed" if what == KONG_CONCEALED_ACT else "kong.added", tile=_tile(kind))


def _is_second(reason: str) -> bool:
    """Whether a reason is of the second condition."""
    return reason == "no_yaojiu_no_258" or reason.startswith("second_condition")
