"""Distances by one dynamic programme over the 34 kinds, written from the rule text, docs/rules.md and the definition in docs/distance.md.

The programme walks the kinds from left to right and builds every complete hand that four copies of a kind allow. What it remembers of a
hand under way is what a rule may ask about: it knows no rules itself. For each *profile* (of which colors the hand is, whether it holds
a 1 or 9, what its pair is, whether it has a chow) it answers the fewest missing tiles; which profiles may be declared, the rules then say
in plain Python. It shares no code and no idea (rows of a suit, min-plus sums, families) with the engine or the plain twin.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from nmsim.outcomes import NEVER
from nmsim.rules import Rules
from nmsim.tiles import CHOW, COPIES, KINDS, KONG_CONCEALED, Meld

Int8 = npt.NDArray[np.int8]
FAR = 99  # more than any hand can miss
SETS, PAIRS, COLORS = 4, 7, 4
HONORS = 1 << 3
# Marks of a hand under way: it has a chow, holds a 1 or 9, is (partly) of a color.
A_CHOW, END, FIRST_COLOR = 1, 2, 4
MARKS = FIRST_COLOR << COLORS
NO_PAIR, PLAIN_PAIR, JIANG_PAIR = range(3)
njit: Any = numba.njit(cache=True)


@njit
def _is_end(kind):
    return kind < 27 and (kind % 9 == 0 or kind % 9 == 8)


@njit
def _is_jiang(kind):
    return kind < 27 and kind % 9 % 3 == 1


@njit
def _mark(kind, begins_chow):
    """The marks that a hand has once it uses the kind."""
    return (END if _is_end(kind) else 0) | (A_CHOW if begins_chow else 0) | FIRST_COLOR << kind // 9


@njit
def _clear(costs):
    for way in range(costs.shape[0]):
        for mark in range(MARKS):
            costs[way, mark] = FAR


@njit
def _lessen(costs, way, marks, step, missing, added, later, now):
    """Hands under way go on, each with so many more tiles missing and these marks added. `step`: 2 where there are no chows."""
    for mark in range(0, marks, step):
        later[now, mark | added] = min(later[now, mark | added], costs[way, mark] + missing)


@njit
def _any_under_way(costs, way, marks):
    """Whether there is a hand at all."""
    return costs[way, :marks].min() < FAR


@njit
def _way(before, earlier, done, pair):
    """Place of a hand under way: chows begun one kind before, and two kinds before; sets, those included; its pair."""
    return ((before * (SETS + 1) + earlier) * (SETS + 1) + done) * 3 + pair


@njit
def _use_kind(costs, later, kind, held, limit, sets):
    """All ways to use the kind: as it is in chows begun before, in new ones, a pung, the pair."""
    _clear(later)
    marks = FIRST_COLOR << kind // 9 + 1
    most_chows = sets if kind < 27 and kind % 9 < 7 else 0
    jiang = JIANG_PAIR if _is_jiang(kind) else PLAIN_PAIR
    for before in range(sets + 1):
        for earlier in range(sets + 1 - before):
            for done in range(before + earlier, sets + 1):
                for pair in range(3):
                    way = _way(before, earlier, done, pair)
                    if not _any_under_way(costs, way, marks):
                        continue
                    for pung in range(2):
                        for begun in range(min(most_chows, sets - done - pung) + 1):
                            for pairs in range(2 if pair == NO_PAIR else 1):
                                used = before + earlier + begun + 3 * pung + 2 * pairs
                                if used <= limit and done + pung + begun <= sets:
                                    now = _way(begun, before, done + pung + begun, jiang if pairs else pair)
                                    added = _mark(kind, begun > 0) if used else 0
                                    _lessen(costs, way, marks, 1, max(0, used - held), added, later, now)


@njit
def four_sets(counts, limits, sets, costs, later, out):
    """Fewest missing tiles for `sets` sets and a pair: `out` int8[pair is 2, 5 or 8; marks]."""
    _clear(costs)
    costs[0, 0] = 0
    for kind in range(KINDS):
        _use_kind(costs, later, kind, counts[kind], limits[kind], sets)
        costs, later = later, costs
    for mark in range(MARKS):
        for pair in range(2):
            out[pair, mark] = costs[_way(0, 0, sets, PLAIN_PAIR + pair), mark]


@njit
def _paired(done, some, every, quad):
    """Place of seven pairs under way: pairs; whether any is 2, 5, 8; whether all are; whether any kind is two pairs."""
    return ((done * 2 + some) * 2 + every) * 2 + quad


@njit
def seven_pairs(counts, costs, later, out):
    """Fewest missing tiles for seven pairs: `out` int8[as `_paired` of none has them; marks]."""
    _clear(costs)
    costs[_paired(0, 0, 1, 0), 0] = 0
    for kind in range(KINDS):
        _clear(later)
        marks, jiang = FIRST_COLOR << kind // 9 + 1, _is_jiang(kind)
        for done in range(PAIRS + 1):
            for some in range(2):
                for every in range(2):
                    for quad in range(2):
                        way = _paired(done, some, every, quad)
                        if not _any_under_way(costs, way, marks):
                            continue
                        _lessen(costs, way, marks, 2, 0, 0, later, way)
                        for pairs in range(1, min(2, PAIRS - done) + 1):
                            missing = max(0, 2 * pairs - counts[kind])
                            now = _paired(done + pairs, 1 if jiang else some, every if jiang else 0, 1 if pairs == 2 else quad)
                            _lessen(costs, way, marks, 2, missing, _mark(kind, False), later, now)
        costs, later = later, costs
    for way in range(8):
        for mark in range(MARKS):
            out[way, mark] = costs[_paired(PAIRS, 0, 0, 0) + way, mark]


@njit
def thirteen_orphans(counts):
    """Fewest missing tiles for one of each 1, 9 and honor, and one of them twice."""
    single, twice = 0, 1
    for kind in range(KINDS):
        if kind >= 27 or _is_end(kind):
            single += 1 if counts[kind] == 0 else 0
            twice = 0 if counts[kind] > 1 else twice
    return single + twice


@njit
def _profiles(counts, limits, melds, sets, pairs, orphans):
    costs = np.empty((_way(SETS, SETS, SETS, 2) + 1, MARKS), np.int8)
    later = np.empty((_way(SETS, SETS, SETS, 2) + 1, MARKS), np.int8)
    paired = np.empty((_paired(PAIRS, 1, 1, 1) + 1, MARKS), np.int8)
    later_paired = np.empty((_paired(PAIRS, 1, 1, 1) + 1, MARKS), np.int8)
    for hand in range(counts.shape[0]):
        four_sets(counts[hand], limits[hand], SETS - melds[hand], costs, later, sets[hand])
        if melds[hand] == 0:
            seven_pairs(counts[hand], paired, later_paired, pairs[hand])
            orphans[hand] = thirteen_orphans(counts[hand])


def profiles(counts: Int8, limits: Int8, melds: npt.NDArray[np.int64]) -> tuple[Int8, Int8, Int8]:
    """Fewest missing tiles of each profile, for many hands: int8[n, 2, marks], int8[n, 2, 2, 2, marks] and int8[n].

    `counts`, `limits` int8[n, 34]: concealed tiles, and how many a complete hand may hold; `melds` int64[n]: the closed shapes need 0.
    """
    hands = len(counts)
    sets, pairs, orphans = np.full((hands, 2, MARKS), FAR, np.int8), np.full((hands, 8, MARKS), FAR, np.int8), np.full(hands, FAR, np.int8)
    _profiles(counts, limits, melds, sets, pairs, orphans)
    return sets, pairs.reshape(hands, 2, 2, 2, MARKS), orphans


class Profile(NamedTuple):
    """What the rules may ask about a complete hand. `colors`, `end`: of the concealed tiles; `shape`: a pattern's name or four_sets."""

    shape: str
    colors: int
    end: bool
    jiang: bool
    chow: bool = True


class Shown(NamedTuple):
    """What melds add to a hand, in the eyes of the rules. The last two: of concealed kongs alone, which count as concealed."""

    any_meld: bool
    any_chow: bool
    colors: int
    end: bool
    hidden_colors: int
    hidden_end: bool


def _colors(melds: Sequence[Meld]) -> int:
    mask = 0
    for meld in melds:
        mask |= 1 << meld.kind // 9
    return mask


def _has_end(melds: Sequence[Meld]) -> bool:
    return any(_is_end.py_func(kind) for meld in melds for kind in meld.kinds())


def shown(melds: Sequence[Meld]) -> Shown:
    """What the melds add."""
    hidden = [meld for meld in melds if meld.form == KONG_CONCEALED]
    chows = [meld for meld in melds if meld.form == CHOW]
    return Shown(bool(melds), bool(chows), _colors(melds), _has_end(melds), _colors(hidden), _has_end(hidden))


def _patterns(profile: Profile, melds: Shown) -> set[str]:
    """特殊牌型 that the hand shows."""
    found = {profile.shape}
    if profile.shape == "four_sets" and not profile.chow and not melds.any_chow:
        found.add("all_pungs")
    colors = profile.colors | melds.colors
    suits, honors = (colors & ~HONORS).bit_count(), bool(colors & HONORS)
    if suits == 0:
        found.add("all_honors")
    if suits == 1:
        found.add("mixed_suit" if honors else "pure_suit")
    return found


def may_be_declared(rules: Rules, profile: Profile, melds: Shown) -> bool:
    """三门齐 and 条件二, as the rules have them; whether the shape is on is another question."""
    patterns = _patterns(profile, melds)
    if rules.suit_rule == "three_suits" and not patterns & rules.suit_exempt:
        colors = profile.colors | (melds.colors if rules.suit_scope == "whole_hand" else melds.hidden_colors)
        if colors & ~HONORS != HONORS - 1:
            return False
    if patterns & rules.second_exempt or rules.second_condition == "off":
        return True
    whole = rules.yaojiu_scope == "whole_hand"
    yaojiu = profile.end or (melds.end if whole else melds.hidden_end)
    if rules.honors_satisfy_yaojiu and (profile.colors | (melds.colors if whole else melds.hidden_colors)) & HONORS:
        yaojiu = True
    answers = {
        "either": yaojiu or profile.jiang,
        "yaojiu": yaojiu,
        "jiang258": profile.jiang,
        "both": yaojiu and profile.jiang,
    }
    return answers[rules.second_condition]


class Allowed(NamedTuple):
    """For each profile, as `profiles` lays them out, whether a hand of it counts."""

    sets: npt.NDArray[np.bool_]
    pairs: npt.NDArray[np.bool_]
    orphans: bool


@lru_cache(maxsize=4096)
def in_shape(rules: Rules) -> Allowed:
    """The profiles that are complete under the rules."""
    pairs = np.full((2, 2, 2, MARKS), rules.seven_pairs)
    if not rules.seven_pairs_quads:
        pairs[:, :, 1] = False
    return Allowed(np.ones((2, MARKS), np.bool_), pairs, rules.thirteen_orphans)


@lru_cache(maxsize=4096)
def legally(rules: Rules, melds: Shown) -> Allowed:
    """The profiles that the rules let be declared beside these melds; the closed shapes are never asked for beside any."""
    shape = in_shape(rules)
    sets, pairs = shape.sets.copy(), shape.pairs.copy()
    for jiang, marks in np.ndindex(*sets.shape):
        profile = Profile("four_sets", marks // FIRST_COLOR, bool(marks & END), bool(jiang), bool(marks & A_CHOW))
        sets[jiang, marks] &= may_be_declared(rules, profile, melds)
    for some, every, quad, marks in () if melds.any_meld else np.ndindex(*pairs.shape):
        jiang = {"any_pair": bool(some), "all_pairs": bool(every), "never": False}[rules.seven_pairs_jiang]
        profile = Profile("seven_pairs", marks // FIRST_COLOR, bool(marks & END), jiang)
        pairs[some, every, quad, marks] &= may_be_declared(rules, profile, melds)
    orphans = Profile("thirteen_orphans", MARKS // FIRST_COLOR - 1, True, False)
    return Allowed(sets, pairs, shape.orphans and may_be_declared(rules, orphans, melds))


class Question(NamedTuple):
    """A hand: its rules, concealed tiles by kind, and melds."""

    rules: Rules
    counts: Sequence[int]
    melds: tuple[Meld, ...]


def limits(melds: Sequence[Meld]) -> list[int]:
    """How many of each kind the concealed tiles may hold: four, less the player's own melded ones."""
    left = [COPIES] * KINDS
    for meld in melds:
        for kind in meld.kinds():
            left[kind] -= 1
    return left


def _fewest(found: tuple[Int8, Int8, int], allowed: Allowed) -> int:
    sets = int(np.min(found[0], where=allowed.sets, initial=FAR))
    pairs = int(np.min(found[1], where=allowed.pairs, initial=FAR))
    return min(sets, pairs, found[2] if allowed.orphans else FAR)


def distances(questions: Sequence[Question]) -> list[tuple[int, int]]:
    """(shape, legal) distance of each hand of 3n+1 or 3n+2 concealed tiles; legal is NEVER where no draws can make it legal."""
    if not questions:
        return []
    counts = np.array([question.counts for question in questions], np.int8)
    most = np.array([limits(question.melds) for question in questions], np.int8)
    melds = np.array([len(question.melds) for question in questions], np.int64)
    sets, pairs, orphans = profiles(counts, most, melds)
    answers = []
    for at, question in enumerate(questions):
        found = sets[at], pairs[at], int(orphans[at])
        shape, legal = _fewest(found, in_shape(question.rules)), _fewest(found, legally(question.rules, shown(question.melds)))
        answers.append((shape - 1, NEVER if legal == FAR else legal - 1))
    return answers


def accepting(questions: Sequence[Question]) -> list[tuple[list[int], list[int]]]:
    """The kinds whose draw lessens the (shape, legal) distance of each hand of 3n+1 concealed tiles, by trying each of 34 draws."""
    draws = [
        (at, kind)
        for at, question in enumerate(questions)
        for kind, most in enumerate(limits(question.melds))
        if question.counts[kind] < most
    ]
    before = distances(questions)
    after = distances([_drawn(questions[at], kind) for at, kind in draws])
    answers: list[tuple[list[int], list[int]]] = [([], []) for _ in questions]
    for (at, kind), found in zip(draws, after, strict=True):
        for kinds, old, new in zip(answers[at], before[at], found, strict=True):
            if new < old:
                kinds.append(kind)
    return answers


def _drawn(question: Question, kind: int) -> Question:
    counts = list(question.counts)
    counts[kind] += 1
    return question._replace(counts=counts)
