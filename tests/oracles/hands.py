"""Hands and rules to compare distances on: half of them as seats hold them in played hands, half random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from nmsim.engine.codes import (
    ACT_CHOW,
    ACT_DISCARD,
    ACT_KONG_ADDED,
    ACT_KONG_CONCEALED,
    ACT_KONG_OPEN,
    ACT_PUNG,
    EVENT_ACT,
    EVENT_DRAW,
    WIN,
)
from nmsim.plan import Plan, make_plan
from nmsim.playing import log_hand
from nmsim.rules import PATTERNS, WINNING_OPTIONS, Rules, make_rules, option_domain
from nmsim.tiles import CHOW, COPIES, FIRST_HONOR, KINDS, KONG_ADDED, KONG_CONCEALED, KONG_OPEN, PUNG, RANKS, Meld, count_kinds
from tests.oracles.distance import Question
from tests.oracles.engine import engine_distances
from tests.unit.random_hands import random_hand

SEATS = 4
NEAR = 1  # the largest legal distance that two draws can close
EXEMPTIONS = tuple(name for name in WINNING_OPTIONS if isinstance(option_domain(name)[0], frozenset))
CONDITIONS = tuple(name for name in WINNING_OPTIONS if name not in EXEMPTIONS)
POLICIES = (
    "legal",
    "shape",
    {"base": "legal", "name": "eager", "chow": "always", "pung": "always", "kong_open": "always"},
    {"base": "shape", "name": "blunt", "pung": "always", "kong_concealed": "always", "kong_added": "always"},
)
# A hand is played on when a sort of view is still wanted, up to so many hands for each view.
MOST_HANDS_OF_A_VIEW = 4
VIEWS_OF_A_HAND = 12


def random_rules(rng: random.Random) -> Rules:
    """Every option that a distance depends on drawn from its domain (exempt: any patterns), or in a third of cases as in `strict`."""
    drawn = {name: rng.choice(option_domain(name)) for name in CONDITIONS if rng.random() < 2 / 3}
    for name in EXEMPTIONS:
        if rng.random() < 2 / 3:
            share = rng.random()
            drawn[name] = [pattern for pattern in PATTERNS if rng.random() < share]
    return make_rules("strict", drawn)


# Hands from play


class Seat:
    """The tiles of one seat."""

    def __init__(self, kinds: list[int]) -> None:
        self.counts, self.melds = count_kinds(kinds), list[Meld]()

    def take(self, kinds: list[int]) -> None:
        """Take tiles out of the hand."""
        for kind in kinds:
            self.counts[kind] -= 1
            assert self.counts[kind] >= 0, f"the log takes a {kind} that the seat has not"

    def act(self, action: int, kind: int, claimed: int) -> None:
        """Change as an action of the log does; see docs/play.md."""
        if action == ACT_DISCARD:
            self.take([kind])
        elif action == ACT_KONG_ADDED:
            self.take([kind])
            self.melds[self.melds.index(Meld(PUNG, kind))] = Meld(KONG_ADDED, kind)
        else:
            form = {ACT_CHOW: CHOW, ACT_PUNG: PUNG, ACT_KONG_OPEN: KONG_OPEN, ACT_KONG_CONCEALED: KONG_CONCEALED}[action]
            used = Meld(form, kind).kinds()
            if action != ACT_KONG_CONCEALED:
                used.remove(claimed)
            self.take(used)
            self.melds.append(Meld(form, kind))


def views(plan: Plan, block: int) -> Iterator[tuple[list[int], tuple[Meld, ...]]]:
    """Concealed counts and melds of the seat that acts, after each draw, discard, chow and pung of a played hand."""
    log, _, wall = log_hand(plan, block, 0, 0)
    seats = [Seat(wall[13 * seat : 13 * seat + 13]) for seat in range(SEATS)]
    claimed = -1
    for event, number, action, kind in log:
        seat = seats[number]
        if event == EVENT_DRAW:
            seat.counts[action] += 1
        elif event == EVENT_ACT and action == WIN:
            return
        elif event == EVENT_ACT:
            seat.act(action, kind, claimed)
            claimed = kind if action == ACT_DISCARD else claimed
        if event == EVENT_DRAW or (event == EVENT_ACT and action in (ACT_DISCARD, ACT_CHOW, ACT_PUNG)):
            yield list(seat.counts), tuple(seat.melds)


def played_hands(rng: random.Random, rules: Rules, wanted: int, sizes: tuple[int, ...] = (1, 2)) -> list[Question]:
    """Views from play: a quarter each within two draws of legal or not, melded or not, as far as play brings them about.

    `sizes`: what the number of concealed tiles may leave when divided by 3.
    """
    plan = make_plan(rules, [rng.choice(POLICIES) for _ in range(SEATS)], rng.randrange(2**64))
    found: list[Question] = []
    spare: list[Question] = []
    sorts: Counter[tuple[bool, bool]] = Counter()
    for block in range(MOST_HANDS_OF_A_VIEW * wanted):
        if len(found) == wanted:
            break
        seen = [Question(rules, *view) for view in views(plan, block) if sum(view[0]) % 3 in sizes]
        for given in rng.sample(seen, min(VIEWS_OF_A_HAND, len(seen))):
            sort = engine_distances(given)[1] <= NEAR, bool(given.melds)
            if sorts[sort] < -(-wanted // 4) and len(found) < wanted:
                sorts[sort] += 1
                found.append(given)
            else:
                spare.append(given)
    return found + rng.sample(spare, wanted - len(found))


# Random hands


def dealt_hand(rng: random.Random, drawn: bool) -> tuple[list[int], list[Meld]]:
    """Melds at random, and concealed tiles dealt from what they leave of all 136."""
    left = [COPIES] * KINDS
    melds: list[Meld] = []
    number = rng.choice((0, 0, 1, 2, 3, 4))
    while len(melds) < number:
        meld = Meld(rng.choice((CHOW, rng.randint(PUNG, KONG_CONCEALED))), rng.randrange(KINDS))
        if meld.form == CHOW and (meld.kind >= FIRST_HONOR or meld.kind % RANKS > 6):
            continue
        if all(left[kind] >= meld.kinds().count(kind) for kind in meld.kinds()):
            melds.append(meld)
            for kind in meld.kinds():
                left[kind] -= 1
    deck = [kind for kind in range(KINDS) for _ in range(left[kind])]
    return rng.sample(deck, 13 + drawn - 3 * number), melds


def random_question(rng: random.Random, rules: Rules, sizes: tuple[int, ...] = (1, 2)) -> Question:
    """Half dealt from all tiles, half made of few kinds or colors, many of them near completion."""
    drawn = rng.choice(sizes) == 2
    kinds, melds = dealt_hand(rng, drawn) if rng.random() < 0.5 else random_hand(rng, drawn)
    return Question(rules, count_kinds(kinds), tuple(melds))


class Sample(NamedTuple):
    """A hand, and whether it is from play."""

    question: Question
    played: bool


def mixed_hands(seed: str, wanted: int, sizes: tuple[int, ...] = (1, 2), rule_sets: int = 2) -> list[Sample]:
    """Hands under so many random rule sets, half of them from play, in random order."""
    rng = random.Random(seed)
    hands: list[Sample] = []
    for at in range(rule_sets):
        rules = random_rules(rng)
        share = wanted * (at + 1) // rule_sets - len(hands)
        hands += [Sample(given, True) for given in played_hands(rng, rules, share // 2, sizes)]
        hands += [Sample(random_question(rng, rules, sizes), False) for _ in range(share - share // 2)]
    rng.shuffle(hands)
    return hands
