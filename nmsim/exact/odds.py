"""Exact odds of the deal under any rules: complete hands, conditions, missing suits and both distances, to the last of all hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from nmsim.checking import Checked, check, whole
from nmsim.engine.suit_rows import ABSENT, HONORS
from nmsim.engine.tables import JIANG_RANKS, TERMINAL_RANKS
from nmsim.exact.families import (
    FOUR_SETS,
    ORPHANS,
    SEVEN_PAIRS,
    Family,
    legal_families,
    setting_of,
    shape_families,
)
from nmsim.exact.groups import WHOLE_DECK, Deck, Question, halves, tally
from nmsim.rules import Rules, RulesGiven, differences, make_rules
from nmsim.tiles import COPIES, RANKS, SUITS, TILES

SIZES = (13, 14)


class Distances(NamedTuple):
    """All hands of so many `tiles` by distance (-1 complete, 0 ready); `never`: those that no draws can complete."""

    tiles: int
    hands: Mapping[int, int]
    never: int

    @property
    def total(self) -> int:
        """All hands."""
        return sum(self.hands.values()) + self.never

    @property
    def mean(self) -> Fraction:
        """Mean distance of the hands that have one."""
        return Fraction(sum(distance * hands for distance, hands in self.hands.items()), sum(self.hands.values()))

    def share(self, distance: int) -> Fraction:
        """Share of all hands that are at this distance."""
        return Fraction(self.hands.get(distance, 0), self.total)


class Complete(NamedTuple):
    """Fourteen tiles complete in a shape that the rules have; a hand may be complete in two."""

    four_sets: int
    seven_pairs: int
    thirteen_orphans: int
    any_shape: int


class Conditions(NamedTuple):
    """The complete hands, each in one of five classes.

    A hand fails a condition when none of its readings is free of it or meets it. In `only_apart` each condition is met by some reading,
    but both by none.
    """

    legal: int
    fail_three_suits_only: int
    fail_second_only: int
    fail_both: int
    only_apart: int

    @property
    def fail_three_suits(self) -> int:
        """Hands that fail the three-suit rule, whatever else."""
        return self.fail_three_suits_only + self.fail_both

    @property
    def fail_second(self) -> int:
        """Hands that fail the second condition, whatever else."""
        return self.fail_second_only + self.fail_both

    @property
    def illegal(self) -> int:
        """Complete hands that may not be declared."""
        return self.fail_three_suits_only + self.fail_second_only + self.fail_both + self.only_apart

    def share(self, hands: int) -> Fraction:
        """That many hands as a share of the complete ones."""
        return Fraction(hands, self.legal + self.illegal)


class Lacking(NamedTuple):
    """Deals of so many `tiles` without a tile of some suit, without a 1 or 9 (or honor, where it counts), without a pair of 2, 5 or 8."""

    tiles: int
    suit: int
    yaojiu: int
    jiang258: int


class _Share(Checked):
    hands: int = Field(ge=0)
    tiles: Annotated[Literal[13, 14], BeforeValidator(whole)]


@dataclass(frozen=True)
class ExactOdds:
    """Exact counts of deals under one rule set; every number is a Python int, every share a Fraction.

    `min_fan` is not looked at, as in the legal distance: fourteen tiles are dealt, and won by drawing.
    """

    rules: Rules
    deals: Mapping[int, int]
    complete: Complete
    conditions: Conditions
    lacking: Mapping[int, Lacking]
    shape: Mapping[int, Distances]
    legal: Mapping[int, Distances]

    @property
    def heavenly(self) -> int:
        """Hands of 14 tiles that the dealer may declare at once (天胡)."""
        return self.conditions.legal

    @property
    def one_in(self) -> Fraction | None:
        """One deal of 14 tiles in how many may be declared at once; None where none may."""
        return Fraction(self.deals[14], self.heavenly) if self.heavenly else None

    def share(self, hands: int, tiles: int = 14) -> Fraction:
        """That many hands as a share of all deals of so many tiles, 13 or 14. Raises InputError."""
        asked = check(_Share, {"hands": hands, "tiles": tiles})
        return Fraction(asked.hands, self.deals[asked.tiles])

    def to_json(self) -> dict[str, Any]:
        """The counts as JSON: integers whole (many exceed 2^53), means and shares as floats."""
        return {
            "rules": {name: sorted(value) if isinstance(value, frozenset) else value for name, value in differences(self.rules).items()},
            "deals": {str(tiles): hands for tiles, hands in self.deals.items()},
            "complete": self.complete._asdict(),
            "heavenly": {"hands": self.heavenly, "one_in": None if self.one_in is None else float(self.one_in)},
            "conditions": self.conditions._asdict(),
            "lacking": {
                str(tiles): {"suit": found.suit, "yaojiu": found.yaojiu, "jiang258": found.jiang258}
                for tiles, found in self.lacking.items()
            },
            "distance": {
                name: {str(tiles): _distances_json(found) for tiles, found in each.items()}
                for name, each in (("shape", self.shape), ("legal", self.legal))
            },
        }


def _distances_json(found: Distances) -> dict[str, Any]:
    return {"hands": {str(distance): hands for distance, hands in found.hands.items()}, "never": found.never, "mean": float(found.mean)}


def exact_odds(rules: RulesGiven = "strict") -> ExactOdds:
    """The exact odds under a preset, a table of options or Rules; a few seconds. Raises InputError for rules that do not exist."""
    return _exact_odds(make_rules(rules))


@lru_cache(maxsize=8)
def _exact_odds(rules: Rules) -> ExactOdds:
    shape = distances_to(shape_families(rules), rules)
    legal = shape if legal_families(rules) == shape_families(rules) else distances_to(legal_families(rules), rules)
    complete, conditions = complete_hands(rules)
    return ExactOdds(
        rules, {tiles: comb(TILES, tiles) for tiles in SIZES}, complete, conditions, {n: _lacking(rules, n) for n in SIZES}, shape, legal
    )


def distances_to(families: tuple[Family, ...], rules: Rules, deck: Deck = WHOLE_DECK) -> dict[int, Distances]:
    """All hands of 13 and of 14 tiles by their distance to the nearest of these families; `deck`: the tiles that there are to hold."""
    question = Question((families,), setting_of(rules), SIZES)
    parts = halves(question, deck)
    found = {}
    for tiles in SIZES:
        hands = {missing: count for (missing,), count in tally(question, parts, tiles).items()}
        never = hands.pop(ABSENT, 0)
        found[tiles] = Distances(tiles, {missing - 1: count for missing, count in hands.items()}, never)
    return found


# Whether some reading meets three suits, the second condition, and both at once: for each class of `Conditions`.
_CLASSES = ((True, True, True), (False, True, False), (True, False, False), (False, False, False), (True, True, False))


def complete_hands(rules: Rules, deck: Deck = WHOLE_DECK) -> tuple[Complete, Conditions]:
    """The complete hands of 14 tiles: by shape, and by which conditions some reading of them meets."""
    no_suits, no_second = (rules.model_copy(update={option: "off"}) for option in ("suit_rule", "second_condition"))
    shapes = {family.shape: (family,) for family in shape_families(rules)}
    outcomes = (*shapes.values(), legal_families(no_second), legal_families(no_suits), legal_families(rules))
    question = Question(outcomes, setting_of(rules), (14,), most=0)
    by_shape, by_conditions, complete = dict.fromkeys((FOUR_SETS, SEVEN_PAIRS, ORPHANS), 0), dict[tuple[bool, ...], int](), 0
    for missing, hands in tally(question, halves(question, deck), 14).items():
        met = tuple(each == 0 for each in missing)
        if any(met[: len(shapes)]):
            complete += hands
            by_conditions[met[len(shapes) :]] = by_conditions.get(met[len(shapes) :], 0) + hands
        for shape, reached in zip(shapes, met, strict=False):
            by_shape[shape] += hands * reached
    conditions = Conditions(*(by_conditions.get(met, 0) for met in _CLASSES))
    return Complete(by_shape[FOUR_SETS], by_shape[SEVEN_PAIRS], by_shape[ORPHANS], complete), conditions


def lacking_odds(rules: Rules | None = None, tiles: int = 13) -> dict[str, Fraction]:
    """Shares of the deals of so many tiles that lack a `suit`, a `yaojiu`, a `jiang258` pair; at once. Under `strict` by default."""
    found = _lacking(rules or make_rules(), tiles)
    return {name: Fraction(hands, comb(TILES, tiles)) for name, hands in zip(found._fields[1:], found[1:], strict=True)}


def _lacking(rules: Rules, tiles: int) -> Lacking:
    suit = RANKS * COPIES
    one, two, three = (comb(TILES - suits * suit, tiles) for suits in range(1, SUITS + 1))
    terminals = SUITS * len(TERMINAL_RANKS) + rules.honors_satisfy_yaojiu * HONORS
    jiang = SUITS * len(JIANG_RANKS)
    singles = (comb(jiang, held) * COPIES**held * comb(TILES - jiang * COPIES, tiles - held) for held in range(jiang + 1))
    return Lacking(tiles, SUITS * one - SUITS * two + three, comb(TILES - terminals * COPIES, tiles), sum(singles))
