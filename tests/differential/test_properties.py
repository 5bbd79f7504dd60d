"""What must hold between rules, judge, distances and exact counts, whatever the rules: each option in turn is drawn off its default.

A new option is drawn like the others. One that decides what may win and is not declared to do so, or that one of the programs does not
know, fails here by its name.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from math import comb, prod
from typing import Any

import numpy as np
import pytest

import nmsim
from nmsim.errors import InputError
from nmsim.exact.odds import complete_hands
from nmsim.outcomes import NEVER
from nmsim.reference.distance import distances as plain_distances
from nmsim.reference.judge import HOW_WON, Verdict, check_win, legal_readings
from nmsim.rules import OPTION_NAMES, WINNING_OPTIONS, Rules, flat_options, make_rules, option_domain
from nmsim.tiles import KINDS, Meld, count_kinds
from tests.unit.random_hands import random_complete_hand, random_hand
from tests.unit.small_decks import as_deck, hands_of, pairs_deck

DEFAULTS = flat_options(Rules())
# Options without which another does not act.
NEEDED: dict[str, dict[str, Any]] = {
    "seven_pairs_jiang": {"seven_pairs": True, "second_condition": "jiang258", "second_exempt": []},
    "seven_pairs_quads": {"seven_pairs": True},
    "suit_exempt": {"suit_rule": "three_suits"},
    "suit_scope": {"suit_rule": "three_suits", "suit_exempt": []},
    "second_exempt": {"second_condition": "both"},
    "honors_satisfy_yaojiu": {"second_condition": "yaojiu", "second_exempt": []},
    "yaojiu_scope": {"second_condition": "yaojiu", "second_exempt": []},
    "rob_kong": {"concealed_kong_visible": True},
}
OPENED: dict[str, dict[str, Any]] = {
    "missing_suit": {"suit_rule": "off"},
    "no_yaojiu_no_258": {"second_condition": "off"},
    "second_condition": {"second_condition": "off"},
    "seven_pairs_off": {"seven_pairs": True},
    "thirteen_orphans_off": {"thirteen_orphans": True},
    "below_min_fan": {"min_fan": 0},
    "rob_kong_off": {"rob_kong": "any", "concealed_kong_visible": True},
    "rob_concealed_kong_off": {"rob_kong": "any", "concealed_kong_visible": True},
}
WORLDS, HANDS = 6, 48
FREE = make_rules("open", {"thirteen_orphans": True})  # every complete shape may win
DRAW = HOW_WON["self_draw"]


def rules_with(option: str, rng: random.Random) -> Rules:
    """Random rules with the option off its default, and what it needs in place."""
    share = rng.choice((0.1, 0.5))
    while True:
        drawn = {name: rng.choice(option_domain(name)) for name in OPTION_NAMES if rng.random() < share}
        drawn |= NEEDED.get(option, {})
        drawn[option] = rng.choice([value for value in option_domain(option) if value != DEFAULTS[option]])
        try:
            return make_rules("strict", drawn)
        except InputError:
            continue


def without(rules: Rules, option: str) -> Rules | None:
    """The rules with the option at its default, if they can be."""
    try:
        return make_rules("strict", flat_options(rules) | {option: DEFAULTS[option]})
    except InputError:
        return None


def hands(rng: random.Random) -> Iterator[tuple[list[int], list[Meld]]]:
    """Hands of 14 tiles, most complete in shape."""
    for _ in range(HANDS):
        yield random_complete_hand(rng) if rng.random() < 0.8 else random_hand(rng, True)


def worlds(option: str, about: str) -> Iterator[tuple[Rules, random.Random]]:
    """Some rules with the option off its default, each with its own random numbers."""
    for number in range(WORLDS):
        rng = random.Random(f"{about} {option} {number}")
        yield rules_with(option, rng), rng


def judged(rules: Rules, concealed: list[int], melds: list[Meld]) -> Verdict:
    return check_win(rules, concealed[1:], melds, concealed[0], DRAW)


def declarable(rules: Rules, concealed: list[int], melds: list[Meld]) -> bool:
    """Whether the tiles may win, the fan they are worth apart."""
    return not set(judged(rules, concealed, melds).reasons) - {"below_min_fan"}


@pytest.mark.parametrize("option", OPTION_NAMES)
def test_the_legal_distance_is_minus_one_where_the_judge_accepts(option: str) -> None:
    seen = Counter[bool]()
    for rules, rng in worlds(option, "distance"):
        drawn = list(hands(rng))
        expected = [declarable(rules, *hand) for hand in drawn]
        seen.update(expected)
        melds = [hand[1] for hand in drawn]
        found = nmsim.distance(np.array([count_kinds(hand[0]) for hand in drawn], np.int8), melds, rules)
        assert [distance == -1 for distance in found.legal.tolist()] == expected, nmsim.rules.differences(rules)
        for concealed, own in drawn[:5]:
            twin = plain_distances(rules).legal(count_kinds(concealed), own)
            assert (twin == -1) == declarable(rules, concealed, own)
            assert twin == NEVER or twin >= -1
    assert seen[True] > 10 and seen[False] > 10


@pytest.mark.parametrize("option", OPTION_NAMES)
def test_options_decide_what_may_win_as_they_declare(option: str) -> None:
    """One that does decides in some hand; one that does not decides in none (`min_fan` asks for a price, and is looked at apart)."""
    decided = 0
    for rules, rng in worlds(option, "decides"):
        if (other := without(rules, option)) is not None:
            decided += sum(declarable(rules, *hand) != declarable(other, *hand) for hand in hands(rng))
    assert (decided > 0) == (option in WINNING_OPTIONS)


def opened(rules: Rules, reasons: list[str]) -> Rules:
    """The rules with everything changed that these reasons name."""
    changes = [OPENED[reason.partition(":")[0]] for reason in reasons]
    return make_rules("strict", flat_options(rules) | {name: value for change in changes for name, value in change.items()})


@pytest.mark.parametrize("option", OPTION_NAMES)
def test_the_reasons_are_those_that_stand_in_the_way_and_no_others(option: str) -> None:
    """With all of them lifted a hand of one reading may win, with all but one it may not. A shape that is off hides what else it lacks."""
    told = 0
    for rules, rng in worlds(option, "reasons"):
        for concealed, melds in hands(rng):
            name = rng.choice(("self_draw", "discard", "rob_kong"))
            verdict = check_win(rules, concealed[1:], melds, concealed[0], HOW_WON[name])
            if verdict.legal or verdict.reading is None or len(legal_readings(FREE, concealed[1:], melds, concealed[0])) > 1:
                continue
            told += 1
            reasons = list(verdict.reasons)
            assert _may_win(opened(rules, reasons), concealed, melds, name), reasons
            for kept in reasons:
                lifted = [reason for reason in reasons if reason != kept]
                assert not _may_win(opened(rules, lifted), concealed, melds, name), (reasons, kept)
    assert told > 10


def _may_win(rules: Rules, concealed: list[int], melds: list[Meld], name: str) -> bool:
    return check_win(rules, concealed[1:], melds, concealed[0], HOW_WON[name]).legal


@pytest.mark.parametrize("option", WINNING_OPTIONS)
def test_every_complete_hand_of_a_small_deck_is_counted_as_the_judge_has_it(option: str) -> None:
    legal = 0
    for rules, rng in worlds(option, "odds"):
        copies = pairs_deck(rng)
        counted = complete_hands(rules, as_deck(copies))[1].legal
        judged_legal = 0
        for hand in hands_of(copies, 14):
            kinds = [kind for kind in range(KINDS) for _ in range(hand[kind])]
            if declarable(rules, kinds, []):
                judged_legal += prod(comb(most, int(held)) for most, held in zip(copies, hand, strict=True))
        assert counted == judged_legal, copies
        legal += judged_legal
    assert legal > 0
