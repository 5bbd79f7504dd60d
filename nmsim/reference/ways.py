"""The ways in which a hand can meet the rules' conditions, each as a demand on the concealed tiles of every suit."""

from __future__ import annotations

from collections.abc import Iterator

from nmsim.reference.suit_targets import Demand
from nmsim.rules import Rules
from nmsim.tiles import CHOW, FIRST_HONOR, KONG_CONCEALED, SUITS, Meld, is_terminal, suit_of

Way = tuple[Demand, Demand, Demand, Demand]  # 万, 筒, 条, honors
HONORS = SUITS
_ANY: Way = (Demand(),) * 4
_USED, _EMPTY, _TERMINAL, _JIANG = Demand(used=True), Demand(empty=True), Demand(terminal=True), Demand(jiang=True)
_PUNGS, _ALL_JIANG = Demand(pungs=True), Demand(all_jiang=True)


def ways_to_be_legal(rules: Rules, melds: tuple[Meld, ...], reading: str) -> list[Way]:
    """Every way, given the melds, in which a hand of the reading may be declared; none if it never may."""
    ways = []
    for suits_met in _suit_ways(rules, melds, reading):
        for second_met in _second_ways(rules, melds, reading):
            way = _joined(suits_met, second_met)
            if way not in ways and not any(demand.used and demand.empty for demand in way):
                ways.append(way)
    return ways


def _joined(first: Way, second: Way) -> Way:
    m, p, s, z = (mine.joined(its) for mine, its in zip(first, second, strict=True))
    return m, p, s, z


def _only(suit: int, demand: Demand) -> Way:
    m, p, s, z = (demand if each == suit else Demand() for each in range(4))
    return m, p, s, z


def _suit_ways(rules: Rules, melds: tuple[Meld, ...], reading: str) -> Iterator[Way]:
    if rules.suit_rule == "off":
        yield _ANY
        return
    shown = {suit_of(kind) for kind in _counted(melds, rules.suit_scope)}
    m, p, s = (Demand() if suit in shown else _USED for suit in range(SUITS))
    yield m, p, s, Demand()
    for pattern in sorted(rules.suit_exempt):
        yield from _pattern_ways(pattern, melds, reading)


def _second_ways(rules: Rules, melds: tuple[Meld, ...], reading: str) -> Iterator[Way]:
    yaojiu = list(_yaojiu_ways(rules, melds, reading))
    jiang = list(_jiang_ways(rules, reading))
    match rules.second_condition:
        case "off":
            yield _ANY
        case "either":
            yield from yaojiu + jiang
        case "yaojiu":
            yield from yaojiu
        case "jiang258":
            yield from jiang
        case "both":
            yield from (_joined(one, other) for one in yaojiu for other in jiang)
    for pattern in sorted(rules.second_exempt):
        yield from _pattern_ways(pattern, melds, reading)


def _counted(melds: tuple[Meld, ...], scope: str) -> list[int]:
    """Kinds in the melds that a condition looks at."""
    return [kind for meld in melds if scope == "whole_hand" or meld.form == KONG_CONCEALED for kind in meld.kinds()]


def _yaojiu_ways(rules: Rules, melds: tuple[Meld, ...], reading: str) -> Iterator[Way]:
    shown = _counted(melds, rules.yaojiu_scope)
    counting = [kind for kind in shown if is_terminal(kind) or (rules.honors_satisfy_yaojiu and kind >= FIRST_HONOR)]
    if reading == "thirteen_orphans" or counting:
        yield _ANY
    else:
        yield from (_only(suit, _TERMINAL) for suit in range(SUITS))
        if rules.honors_satisfy_yaojiu:
            yield _only(HONORS, _USED)


def _jiang_ways(rules: Rules, reading: str) -> Iterator[Way]:
    if reading == "thirteen_orphans" or (reading == "seven_pairs" and rules.seven_pairs_jiang == "never"):
        return
    if reading == "seven_pairs" and rules.seven_pairs_jiang == "all_pairs":
        yield (_ALL_JIANG,) * 4
    else:
        yield from (_only(suit, _JIANG) for suit in range(SUITS))


def _pattern_ways(pattern: str, melds: tuple[Meld, ...], reading: str) -> Iterator[Way]:
    """The ways in which a hand shows a pattern."""
    if reading == "thirteen_orphans":
        if pattern == reading:
            yield _ANY
        return
    shown = {suit_of(kind) for meld in melds for kind in meld.kinds()}
    match pattern:
        case "seven_pairs":
            if reading == pattern:
                yield _ANY
        case "all_pungs":
            if reading == "four_sets" and all(meld.form != CHOW for meld in melds):
                yield (_PUNGS,) * 4
        case "all_honors":
            if shown <= {HONORS}:
                yield (_EMPTY, _EMPTY, _EMPTY, Demand())
        case "pure_suit":
            yield from (_flush(suit, _EMPTY) for suit in range(SUITS) if shown <= {suit})
        case "mixed_suit":
            for suit in range(SUITS):
                if shown <= {suit, HONORS}:
                    flush = _flush(suit, Demand() if HONORS in shown else _USED)
                    yield flush if suit in shown else _joined(flush, _only(suit, _USED))


def _flush(suit: int, honors: Demand) -> Way:
    """No suit but one, and the honors as given."""
    m, p, s = (Demand() if each == suit else _EMPTY for each in range(SUITS))
    return m, p, s, honors
