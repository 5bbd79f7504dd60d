"""Distances (向听数): fewest draws to a complete shape, or to a hand that may be declared, less one.

A hand of 3n+1 tiles that waits is at 0, a complete hand of 3n+2 tiles at -1. The own copies, in hand and in melds, use up a kind;
what others show does not. `min_fan` is ignored and a self-drawn tile assumed (docs/rules.md, "Stated exactly").

A legal hand is sought in each of the *ways* in which the rules can be met (say: all three suits, and a 1 or 9 among the dots);
each way is a demand on each suit. The fewest missing tiles over all ways are the distance, plus one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from nmsim.outcomes import NEVER
from nmsim.reference.pair_targets import SEVEN, missing_for_pairs, pairs_together
from nmsim.reference.shapes import ORPHAN_KINDS
from nmsim.reference.suit_targets import FAR, MAX_SETS, Demand, missing_tiles, together
from nmsim.reference.ways import Way, ways_to_be_legal
from nmsim.rules import Rules
from nmsim.tiles import COPIES, KINDS, RANKS, Meld

Counts = Sequence[int]
_NO_DEMAND: Way = (Demand(),) * 4


def shape_distance(rules: Rules, counts: Counts, melds: Sequence[Meld] = ()) -> int:
    """Draws to a complete shape under the rules' shapes, less one. `counts`: concealed tiles by kind, 3n+1 or 3n+2 of them."""
    return distances(rules).shape(counts, melds)


def legal_distance(rules: Rules, counts: Counts, melds: Sequence[Meld] = ()) -> int:
    """Draws to a hand that may be declared, less one; `NEVER` when no draws can make one."""
    return distances(rules).legal(counts, melds)


def shape_accepting(rules: Rules, counts: Counts, melds: Sequence[Meld] = ()) -> list[int]:
    """Kinds, ascending, whose draw shortens the shape distance."""
    return distances(rules).accepting(counts, melds, distances(rules).shape)


def legal_accepting(rules: Rules, counts: Counts, melds: Sequence[Meld] = ()) -> list[int]:
    """Kinds, ascending, whose draw shortens the legal distance; none where it is never."""
    return distances(rules).accepting(counts, melds, distances(rules).legal)


@lru_cache(maxsize=64)
def distances(rules: Rules) -> Distances:
    """The distances under one set of rules."""
    return Distances(rules)


class Distances:
    """Distances under one set of rules, which keeps the ways that were worked out for each set of melds."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._ways: dict[tuple[Meld, ...], dict[str, list[Way]]] = {}

    def shape(self, counts: Counts, melds: Sequence[Meld]) -> int:
        """As `shape_distance`."""
        ways = {reading: [_NO_DEMAND] for reading in self._readings(melds)}
        return self._fewest(counts, melds, ways) - 1

    def legal(self, counts: Counts, melds: Sequence[Meld]) -> int:
        """As `legal_distance`."""
        key = tuple(melds)
        if key not in self._ways:
            self._ways[key] = {reading: ways_to_be_legal(self.rules, key, reading) for reading in self._readings(melds)}
        fewest = self._fewest(counts, melds, self._ways[key])
        return fewest - 1 if fewest < FAR else NEVER

    def routes(self, counts: Counts, melds: Sequence[Meld]) -> dict[str, tuple[int, int]]:
        """The shape and legal distances by each reading that is open to the hand: four sets and a pair, seven pairs, thirteen orphans."""
        found = {}
        for reading in self._readings(melds):
            missing = [
                self._fewest(counts, melds, {reading: ways}) for ways in ([_NO_DEMAND], ways_to_be_legal(self.rules, tuple(melds), reading))
            ]
            shape, legal = (fewest - 1 if fewest < FAR else NEVER for fewest in missing)
            found[reading] = shape, legal
        return found

    def legal_or_far(self, counts: Counts, melds: Sequence[Meld]) -> int:
        """The legal distance, where never counts 16 + the shape distance."""
        distance = self.legal(counts, melds)
        return distance if distance != NEVER else 16 + self.shape(counts, melds)

    def accepting(self, counts: Counts, melds: Sequence[Meld], distance: Callable[[Counts, Sequence[Meld]], int]) -> list[int]:
        """Kinds, ascending, of which the player can hold one more and which shorten the distance."""
        before = distance(counts, melds)
        caps = _caps(melds)
        found = []
        more = list(counts)
        for kind in range(KINDS):
            if more[kind] < caps[kind]:
                more[kind] += 1
                if distance(more, melds) < before:
                    found.append(kind)
                more[kind] -= 1
        return found

    def _readings(self, melds: Sequence[Meld]) -> list[str]:
        closed = not melds
        readings = ["four_sets"]
        if closed and self.rules.seven_pairs:
            readings.append("seven_pairs")
        if closed and self.rules.thirteen_orphans:
            readings.append("thirteen_orphans")
        return readings

    def _fewest(self, counts: Counts, melds: Sequence[Meld], ways: dict[str, list[Way]]) -> int:
        """The fewest missing tiles over all readings and ways."""
        suits = [tuple(counts[first : first + RANKS]) for first in range(0, KINDS, RANKS)]
        fewest = FAR
        for way in ways.get("four_sets", ()):
            fewest = min(fewest, _missing_for_sets(suits, _suit_caps(tuple(melds)), MAX_SETS - len(melds), way))
        for way in ways.get("seven_pairs", ()):
            fewest = min(fewest, _missing_for_seven_pairs(suits, self.rules.seven_pairs_quads, way))
        if ways.get("thirteen_orphans"):
            fewest = min(fewest, _missing_for_orphans(counts))
        return fewest


def _caps(melds: Sequence[Meld]) -> list[int]:
    """Copies of each kind that the concealed tiles can hold, given the own melds."""
    caps = [COPIES] * KINDS
    for meld in melds:
        for kind in meld.kinds():
            caps[kind] -= 1
    return caps


@lru_cache(maxsize=100_000)
def _suit_caps(melds: tuple[Meld, ...]) -> list[tuple[int, ...]]:
    caps = _caps(melds)
    return [tuple(caps[first : first + RANKS]) for first in range(0, KINDS, RANKS)]


def _missing_for_sets(suits: list[tuple[int, ...]], caps: list[tuple[int, ...]], sets: int, way: Way) -> int:
    m, p, s, z = (missing_tiles(suits[suit], caps[suit], sets, way[suit]) for suit in range(4))
    return together(together(m, p), together(s, z))[2 * sets + 1]


def _missing_for_seven_pairs(suits: list[tuple[int, ...]], quads: bool, way: Way) -> int:
    m, p, s, z = (missing_for_pairs(suits[suit], quads, way[suit]) for suit in range(4))
    return pairs_together(pairs_together(m, p), pairs_together(s, z))[SEVEN]


def _missing_for_orphans(counts: Counts) -> int:
    held = [counts[kind] for kind in ORPHAN_KINDS]
    return len(ORPHAN_KINDS) + 1 - sum(count > 0 for count in held) - any(count > 1 for count in held)
