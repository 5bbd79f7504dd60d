"""When tiles are complete in shape: four sets and a pair, seven pairs, thirteen orphans. Counts are by kind, one number each of 34."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

from nmsim.rules import Rules
from nmsim.tiles import FIRST_HONOR, KINDS, RANKS, is_terminal

SuitState = Literal["nothing", "sets", "sets_and_pair"]
ORPHAN_KINDS: tuple[int, ...] = tuple(kind for kind in range(KINDS) if kind >= FIRST_HONOR or is_terminal(kind))
JIANG_RANKS = (1, 4, 7)  # 2, 5 and 8, counted from zero


@cache
def splits_into_sets(counts: tuple[int, ...], chows: bool) -> bool:
    """Whether the tiles of one suit (or the honors, without chows) are all used up by pungs and chows."""
    first = next((rank for rank, count in enumerate(counts) if count), None)
    if first is None:
        return True
    if counts[first] >= 3 and splits_into_sets(_less(counts, first, 3), chows):
        return True
    if not chows or first > RANKS - 3 or not counts[first + 1] or not counts[first + 2]:
        return False
    return splits_into_sets(_less(_less(_less(counts, first, 1), first + 1, 1), first + 2, 1), chows)


def _less(counts: tuple[int, ...], rank: int, tiles: int) -> tuple[int, ...]:
    return (*counts[:rank], counts[rank] - tiles, *counts[rank + 1 :])


@cache
def suit_state(counts: tuple[int, ...], chows: bool = True) -> SuitState:
    """Whether one suit's tiles are sets, sets and one pair, or neither."""
    tiles = sum(counts)
    if tiles % 3 == 0:
        return "sets" if splits_into_sets(counts, chows) else "nothing"
    if tiles % 3 == 2 and any(count >= 2 and splits_into_sets(_less(counts, rank, 2), chows) for rank, count in enumerate(counts)):
        return "sets_and_pair"
    return "nothing"


def is_four_sets(counts: Sequence[int]) -> bool:
    """Whether the concealed tiles, the winning one included, are sets and exactly one pair."""
    pairs = 0
    for first in range(0, KINDS, RANKS):
        state = suit_state(tuple(counts[first : first + RANKS]), first < FIRST_HONOR)
        if state == "nothing":
            return False
        pairs += state == "sets_and_pair"
    return pairs == 1


def is_all_pungs(counts: Sequence[int]) -> bool:
    """Whether the concealed tiles are pungs and one pair (melds are looked at elsewhere)."""
    return sum(count == 2 for count in counts) == 1 and all(count in (0, 2, 3) for count in counts)


def is_seven_pairs(counts: Sequence[int], quads: bool) -> bool:
    """Whether fourteen concealed tiles are seven pairs; `quads`: four of a kind are two of them."""
    return sum(counts) == 14 and all(count in ((0, 2, 4) if quads else (0, 2)) for count in counts)


def is_thirteen_orphans(counts: Sequence[int]) -> bool:
    """Whether fourteen concealed tiles are every 1, 9 and honor, one of them twice."""
    return sum(counts) == 14 and sum(counts[kind] for kind in ORPHAN_KINDS) == 14 and all(counts[kind] for kind in ORPHAN_KINDS)


def is_complete(rules: Rules, counts: Sequence[int]) -> bool:
    """Whether concealed tiles of 3n+2, the winning one included, are complete under the shapes that the rules have."""
    if is_four_sets(counts):
        return True
    if rules.seven_pairs and is_seven_pairs(counts, rules.seven_pairs_quads):
        return True
    return rules.thirteen_orphans and is_thirteen_orphans(counts)


def has_jiang258_pair(counts: Sequence[int]) -> bool:
    """Whether the pair of a four-sets hand is 2, 5 or 8; no split can change the answer (docs/rules.md, point 4)."""
    for first in range(0, FIRST_HONOR, RANKS):
        suit = tuple(counts[first : first + RANKS])
        if sum(suit) % 3 == 2:
            return any(suit[rank] >= 2 and splits_into_sets(_less(suit, rank, 2), True) for rank in JIANG_RANKS)
    return False
