"""The judge: whether a hand may be declared, every reason why not, and what it is worth. Written from the rule text.

*Price* and *legality* are two questions. `score` prices any complete hand; `check_win` says whether it may be declared.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

from nmsim.errors import InputError, shown, unknown
from nmsim.reference import shapes
from nmsim.rules import FAN_ROWS, FAN_ROWS_ZH, Rules
from nmsim.tiles import (
    CHOW,
    COPIES,
    FIRST_HONOR,
    KINDS,
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_OPEN,
    RANKS,
    SUIT_NAMES_ZH,
    SUIT_READING_ORDER,
    SUITS,
    Meld,
    count_kinds,
    is_terminal,
    suit_of,
)
from nmsim.words import say
from nmsim.words.judge import WAYS_SAID, ways_to_type

HAND_SIZE = 14  # the winning tile included, a kong counted as three
READINGS = ("four_sets", "seven_pairs", "thirteen_orphans")


@dataclass(frozen=True, slots=True)
class Win:
    """How the winning tile came: facts of play, whatever the rules make of them.

    A win is a self-draw, a discard (all False) or a rob. `named` makes one from a word such as `kong_draw`. Raises InputError for a fact
    that is neither True nor False.
    """

    self_draw: bool = False
    kong_draw: bool = False  # the replacement after a kong
    last_tile: bool = False  # the last draw, or the discard after it
    rob_added: bool = False  # robbed from a kong being added to a pung
    rob_concealed: bool = False  # robbed from a concealed kong
    heavenly: bool = False  # the dealer's first fourteen, nothing done before
    heavenly_after_kong: bool = False  # the dealer, after only its own opening kongs
    dealer_first_discard: bool = False  # a non-dealer, on the first discard of the hand
    first_draw: bool = False  # a non-dealer's own first draw, before any claim or kong

    def __post_init__(self) -> None:
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        faults = [
            f"Win.{name}: " + say("errors.should_be", given=shown(value), wanted=say("errors.truth"))
            for name, value in given.items()
            if not isinstance(value, bool)
        ]
        if faults:
            raise InputError(*faults)

    @property
    def robbed(self) -> bool:
        """Whether the tile was robbed from a kong of either form."""
        return self.rob_added or self.rob_concealed

    @classmethod
    def named(cls, how_won: str, rules: Rules) -> Win:
        """The circumstances named `how_won`: one of `HOW_WON`, or what players call it (自摸, 点炮, ron); raises InputError for others.

        What players call 地胡 is what the rules say it is (`dihu`).
        """
        name = unicodedata.normalize("NFKC", how_won).casefold().translate(_SIMPLIFIED)
        names = _SAID | {_squeezed(each): each for each in HOW_WON}
        if _squeezed(name) not in names:
            raise InputError(unknown("way of winning", how_won, ways_to_type()))
        if rules.dihu == "first_draw" and _squeezed(name) in WAYS_SAID["dihu"]:
            return HOW_WON["first_draw"]
        return HOW_WON[names[_squeezed(name)]]


HOW_WON: dict[str, Win] = {
    "self_draw": Win(self_draw=True),
    "discard": Win(),
    "kong_draw": Win(self_draw=True, kong_draw=True),
    "last_draw": Win(self_draw=True, last_tile=True),
    "kong_draw_last": Win(self_draw=True, kong_draw=True, last_tile=True),
    "last_discard": Win(last_tile=True),
    "rob_kong": Win(rob_added=True),
    "rob_concealed_kong": Win(rob_concealed=True),
    "tianhu": Win(self_draw=True, heavenly=True),
    "tianhu_kong_draw": Win(self_draw=True, kong_draw=True, heavenly_after_kong=True),
    "dihu": Win(dealer_first_discard=True),
    "first_draw": Win(self_draw=True, first_draw=True),
}


# What players call the ways of winning, without spaces, hyphens and underscores.
_SAID: dict[str, str] = {word: name for name, words in WAYS_SAID.items() for word in words}
_SIMPLIFIED = str.maketrans("點槓撈搶", "点杠捞抢")


def _squeezed(name: str) -> str:
    return re.sub(r"[\s_-]", "", name)


@dataclass(frozen=True, slots=True)
class Price:
    """What a complete hand is worth, in fan.

    `total`: the sum after `fan_cap`; `uncapped`: before it. `rows`: (row, fan) of each row worth something, in the order of
    `FAN_ROWS`. `counts`: how often each row of `FAN_ROWS` applies, whatever it is worth (kongs: each, others once).
    """

    total: int
    uncapped: int
    rows: tuple[tuple[str, int], ...]
    counts: Mapping[str, int]

    def __str__(self) -> str:
        return f"{self.total}: " + " ".join(f"{FAN_ROWS_ZH[row]}{fan}" for row, fan in self.rows)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a hand may be declared, and if not, every reason, in the order and spelling of the hands file.

    `price` and `reading` are None where the hand is not complete under the options. `met_yaojiu`, `met_jiang258`: as the
    reading taken counts them under the options.
    """

    legal: bool
    reasons: tuple[str, ...]
    price: Price | None = None
    reading: str | None = None
    met_yaojiu: bool = False
    met_jiang258: bool = False
    lacks_suit: bool = False
    lacks_second: bool = False


class _Hand(NamedTuple):
    """A hand as the rows and conditions look at it. `counts`: concealed tiles with the winning one; `whole`: with the melds."""

    counts: list[int]
    whole: list[int]
    melds: Sequence[Meld]


class _Reading(NamedTuple):
    """One way to read a complete hand: its name, patterns, faults, what it meets, and its price."""

    name: str
    missing: tuple[int, ...]
    second: str | None
    met_yaojiu: bool
    met_jiang258: bool
    price: Price


def check_win(rules: Rules, concealed: Sequence[int], melds: Sequence[Meld], winning_tile: int, win: Win) -> Verdict:
    """Say whether the hand may be declared, with every reason why not, its price and the reading taken.

    `concealed`: kinds without the winning tile, in any order. The dearest legal reading is taken, and when none is legal the
    dearest. Raises InputError only for kinds that do not exist. Source: docs/rules.md, A to D and "Scoring".
    """
    hand = _hand(concealed, melds, winning_tile)
    fault = _unusable(hand, len(concealed))
    if fault:
        return Verdict(False, (fault,))
    readings = _readings(rules, hand, win)
    if not readings:
        fault = _incomplete(rules, hand)
        return Verdict(False, (fault,) if fault == "not_complete" else (fault, *_robbing_faults(rules, win)))
    best = max(readings, key=lambda reading: (not reading.missing and not reading.second, reading.price.uncapped))
    reasons = []
    if best.missing:
        reasons.append("missing_suit:" + "".join(SUIT_NAMES_ZH[suit] for suit in best.missing))
    if best.second:
        reasons.append(best.second)
    reasons += _robbing_faults(rules, win)
    if best.price.uncapped < rules.min_fan:
        reasons.append("below_min_fan")
    return Verdict(
        legal=not reasons,
        reasons=tuple(reasons),
        price=best.price,
        reading=best.name,
        met_yaojiu=best.met_yaojiu,
        met_jiang258=best.met_jiang258,
        lacks_suit=bool(best.missing),
        lacks_second=best.second is not None,
    )


def score(rules: Rules, concealed: Sequence[int], melds: Sequence[Meld], winning_tile: int, win: Win) -> Price:
    """Price any complete hand, declared or not, in fan: the total, its rows in order, and how often each row applies.

    The reading is that of `check_win`. Raises InputError when the tiles are too many or too few, a kind is held five times,
    or the hand is not complete under the options.
    """
    verdict = check_win(rules, concealed, melds, winning_tile, win)
    if verdict.price is None:
        raise InputError(say("judge.unpriced", reason=say(f"judge.short.{verdict.reasons[0]}")))
    return verdict.price


def legal_readings(rules: Rules, concealed: Sequence[int], melds: Sequence[Meld], winning_tile: int) -> list[str]:
    """Names of the readings in which both conditions are met; the way of winning and `min_fan` are not looked at."""
    readings = _readings(rules, _hand(concealed, melds, winning_tile), Win())
    return [reading.name for reading in readings if not reading.missing and not reading.second]


def _hand(concealed: Sequence[int], melds: Sequence[Meld], winning_tile: int) -> _Hand:
    melded = [kind for meld in melds for kind in meld.kinds()]
    strange = [kind for kind in (*concealed, winning_tile, *melded) if not 0 <= kind < KINDS]
    if strange:
        raise InputError(say("judge.no_kind", kind=strange[0], most=KINDS - 1))
    counts = count_kinds([*concealed, winning_tile])
    return _Hand(counts, [own + meld for own, meld in zip(counts, count_kinds(melded), strict=True)], melds)


def _unusable(hand: _Hand, concealed: int) -> str | None:
    if concealed + 1 + 3 * len(hand.melds) != HAND_SIZE:
        return "bad_tile_count"
    if max(hand.whole) > COPIES:
        return "five_copies"
    return None


def _incomplete(rules: Rules, hand: _Hand) -> str:
    """Why a hand without a reading has none; a switched-off shape is named when it alone would complete it."""
    if not rules.thirteen_orphans and shapes.is_thirteen_orphans(hand.counts):
        return "thirteen_orphans_off"
    if not rules.seven_pairs and shapes.is_seven_pairs(hand.counts, rules.seven_pairs_quads):
        return "seven_pairs_off"
    return "not_complete"


def _robbing_faults(rules: Rules, win: Win) -> list[str]:
    if win.rob_added and rules.rob_kong == "off":
        return ["rob_kong_off"]
    if win.rob_concealed and rules.rob_kong != "any":
        return ["rob_concealed_kong_off"]
    return []


def _readings(rules: Rules, hand: _Hand, win: Win) -> list[_Reading]:
    """Every way to read the hand, in the order that settles equal prices."""
    found = []
    if shapes.is_four_sets(hand.counts):
        found.append("four_sets")
    if rules.seven_pairs and shapes.is_seven_pairs(hand.counts, rules.seven_pairs_quads):
        found.append("seven_pairs")
    if rules.thirteen_orphans and shapes.is_thirteen_orphans(hand.counts):
        found.append("thirteen_orphans")
    return [_read(rules, hand, name, win) for name in found]


def _read(rules: Rules, hand: _Hand, name: str, win: Win) -> _Reading:
    patterns = _patterns(hand, name)
    yaojiu = _meets_yaojiu(rules, hand)
    jiang = _meets_jiang258(rules, hand, name)
    missing: tuple[int, ...] = ()
    if rules.suit_rule == "three_suits" and not patterns & rules.suit_exempt:
        missing = _missing_suits(rules, hand)
    second = None if patterns & rules.second_exempt else _second_fault(rules, yaojiu, jiang)
    return _Reading(name, missing, second, yaojiu, jiang, _price(rules, hand, name, patterns, win))


def _patterns(hand: _Hand, reading: str) -> frozenset[str]:
    """Names of the patterns that the reading shows; those of `suit_exempt` and `second_exempt`."""
    suits = {suit_of(kind) for kind in range(KINDS) if hand.whole[kind]}
    honors = SUITS in suits
    found = {reading} - {"four_sets"}
    if reading == "four_sets" and shapes.is_all_pungs(hand.counts) and all(meld.form != CHOW for meld in hand.melds):
        found.add("all_pungs")
    if suits == {SUITS}:
        found.add("all_honors")
    elif len(suits - {SUITS}) == 1:
        found.add("mixed_suit" if honors else "pure_suit")
    return frozenset(found)


def _in_scope(hand: _Hand, scope: str) -> list[int]:
    """Kinds that a condition looks at; a concealed kong is concealed."""
    counts = list(hand.counts)
    for meld in hand.melds:
        if scope == "whole_hand" or meld.form == KONG_CONCEALED:
            for kind in meld.kinds():
                counts[kind] += 1
    return [kind for kind in range(KINDS) if counts[kind]]


def _missing_suits(rules: Rules, hand: _Hand) -> tuple[int, ...]:
    present = {suit_of(kind) for kind in _in_scope(hand, rules.suit_scope)}
    return tuple(suit for suit in SUIT_READING_ORDER if suit not in present)


def _meets_yaojiu(rules: Rules, hand: _Hand) -> bool:
    kinds = _in_scope(hand, rules.yaojiu_scope)
    return any(is_terminal(kind) or (rules.honors_satisfy_yaojiu and kind >= FIRST_HONOR) for kind in kinds)


def _meets_jiang258(rules: Rules, hand: _Hand, reading: str) -> bool:
    if reading == "four_sets":
        return shapes.has_jiang258_pair(hand.counts)
    if reading == "thirteen_orphans":
        return False
    fits = [kind < FIRST_HONOR and kind % RANKS in shapes.JIANG_RANKS for kind in range(KINDS) if hand.counts[kind]]
    return {"any_pair": any(fits), "all_pairs": all(fits), "never": False}[rules.seven_pairs_jiang]


def _second_fault(rules: Rules, yaojiu: bool, jiang: bool) -> str | None:
    match rules.second_condition:
        case "either":
            return None if yaojiu or jiang else "no_yaojiu_no_258"
        case "both":
            met = yaojiu and jiang
        case "yaojiu":
            met = yaojiu
        case "jiang258":
            met = jiang
        case "off":
            met = True
    return None if met else f"second_condition:{rules.second_condition}"


def _price(rules: Rules, hand: _Hand, reading: str, patterns: frozenset[str], win: Win) -> Price:
    counts = {row: int(count) for row, count in _row_counts(rules, hand, reading, patterns, win).items()}
    worth = {row: getattr(rules.fan, row) * count for row, count in counts.items()}
    if rules.kong_payment == "immediate":
        worth["kong_open"] = worth["kong_concealed"] = 0
    uncapped = sum(worth.values())
    total = uncapped if rules.fan_cap is None else min(uncapped, rules.fan_cap)
    return Price(total, uncapped, tuple((row, fan) for row, fan in worth.items() if fan), counts)


def _row_counts(rules: Rules, hand: _Hand, reading: str, patterns: frozenset[str], win: Win) -> dict[str, int]:
    """How often each row applies, in the order of `FAN_ROWS`."""
    heavenly = win.heavenly or (win.heavenly_after_kong and rules.tianhu_after_kong)
    earthly = (win.dealer_first_discard and rules.dihu != "first_draw") or (win.first_draw and rules.dihu != "dealer_first_discard")
    alone = heavenly and not rules.tianhu_stacks
    forms = [meld.form for meld in hand.melds]
    applies = {
        "basic_win": 1,
        "self_draw": win.self_draw and not alone and (rules.kong_bloom_with_self_draw or not win.kong_draw),
        "concealed_hand": not alone and _is_menqing(rules, forms, reading, win),
        "kong_open": forms.count(KONG_OPEN) + forms.count(KONG_ADDED),
        "kong_concealed": forms.count(KONG_CONCEALED),
        "dragon_seven_pairs": reading == "seven_pairs" and COPIES in hand.counts,
        "kong_bloom": win.kong_draw,
        "last_tile_draw": _is_last_tile(rules, win),
        "rob_kong": win.robbed,
        "heavenly_win": heavenly,
        "earthly_win": earthly,
    }
    return {row: applies.get(row, row in patterns) for row in FAN_ROWS}


def _is_menqing(rules: Rules, forms: Sequence[int], reading: str, win: Win) -> bool:
    """门清: nothing claimed, as the options about kongs, discards and shapes closed by nature have it."""
    if any(form != KONG_CONCEALED for form in forms) or (forms and not rules.menqing_allows_concealed_kong):
        return False
    if not win.self_draw and not rules.menqing_on_discard:
        return False
    return reading == "four_sets" or rules.menqing_with_seven_pairs


def _is_last_tile(rules: Rules, win: Win) -> bool:
    if not win.last_tile or win.robbed:
        return False
    if not win.self_draw:
        return rules.last_tile_on_discard
    return rules.last_tile_with_kong_bloom or not win.kong_draw
