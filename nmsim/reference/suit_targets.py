"""How many tiles one suit lacks to become so many sets (and a pair), by plain enumeration of all that it could become.

A *target* is what one suit of a complete hand could hold: up to four sets and perhaps a pair. There are few enough to list, so
the fewest missing tiles are found by looking at every target.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np

from nmsim.reference.shapes import JIANG_RANKS
from nmsim.tiles import COPIES, KINDS, RANKS

FAR = 100  # more tiles than any hand can lack
MAX_SETS = 4
HONOR_RANKS = KINDS - 3 * RANKS
NO_PAIR, OTHER_PAIR, JIANG_PAIR = range(3)
Table = tuple[int, ...]  # fewest missing tiles by 2 x sets + pair


class Demand(NamedTuple):
    """What a suit's tiles must show: anything, nothing, a 1 or 9, a pair of 2, 5 or 8, no chow; of seven pairs, only 2, 5 and 8."""

    used: bool = False
    empty: bool = False
    terminal: bool = False
    jiang: bool = False
    pungs: bool = False
    all_jiang: bool = False

    def joined(self, other: Demand) -> Demand:
        """Both demands at once."""
        return Demand(*(mine or its for mine, its in zip(self, other, strict=True)))


class _Form(NamedTuple):
    """What targets are told apart by."""

    sets: int
    pair: int
    terminal: bool
    pungs: bool


class _Targets(NamedTuple):
    """All targets, those of one form next to each other. `tiles`: [rank, target]; `starts`: the first target of each form."""

    tiles: Any
    starts: Any
    forms: list[_Form]
    ends: list[int]  # how many targets have at most 0, 1 ... 4 sets


@cache
def _targets(ranks: int) -> _Targets:
    """The targets of a suit (9 ranks) or of the honors (7 ranks, no chows)."""
    numbered = ranks == RANKS
    pungs = [tuple(3 if rank == at else 0 for rank in range(ranks)) for at in range(ranks)]
    chows = [tuple(int(low <= rank < low + 3) for rank in range(ranks)) for low in range(ranks - 2)] if numbered else []
    pairs: list[int | None] = [None, *range(ranks)]
    found: dict[tuple[int, ...], _Form] = {}
    for sets in range(MAX_SETS + 1):
        for chosen in combinations_with_replacement([*pungs, *chows], sets):
            for pair in pairs:
                tiles = [sum(each[rank] for each in chosen) for rank in range(ranks)]
                if pair is not None:
                    tiles[pair] += 2
                if max(tiles) <= COPIES:
                    found[tuple(tiles)] = _form_of(tiles, sets, pair, numbered)
    listed = sorted(found, key=lambda tiles: (found[tiles], tiles))
    forms = sorted(set(found.values()))
    of_form = [found[tiles] for tiles in listed]
    return _Targets(
        np.array(listed, dtype=np.int8).T.copy(),
        np.array([of_form.index(form) for form in forms]),
        forms,
        [sum(form.sets <= sets for form in of_form) for sets in range(MAX_SETS + 1)],
    )


def _form_of(tiles: list[int], sets: int, pair: int | None, numbered: bool) -> _Form:
    if pair is None:
        kind_of_pair = NO_PAIR
    else:
        kind_of_pair = JIANG_PAIR if numbered and pair in JIANG_RANKS else OTHER_PAIR
    terminal = numbered and (tiles[0] > 0 or tiles[-1] > 0)
    # As many twos as pairs: 223344 is two chows, and no pung.
    pungs = all(count in (0, 2, 3) for count in tiles) and tiles.count(2) == (pair is not None)
    return _Form(sets, kind_of_pair, terminal, pungs)


@lru_cache(maxsize=200_000)
def _missing(held: tuple[int, ...], caps: tuple[int, ...], max_sets: int) -> tuple[tuple[_Form, int], ...]:
    """Fewest missing tiles of each form that no cap forbids. `caps`: copies of each rank that the concealed tiles may hold."""
    targets = _targets(len(held))
    end = targets.ends[max_sets]
    tiles = targets.tiles[:, :end]
    missing = np.zeros(end, dtype=np.int8)
    for rank, count in enumerate(held):
        missing += np.maximum(tiles[rank] - np.int8(count), 0)
        if caps[rank] < COPIES:
            missing[tiles[rank] > caps[rank]] = FAR
    forms = [form for form in targets.forms if form.sets <= max_sets]
    fewest = np.minimum.reduceat(missing, targets.starts[: len(forms)]).tolist()
    return tuple((form, tiles) for form, tiles in zip(forms, fewest, strict=True) if tiles < FAR)


@lru_cache(maxsize=500_000)
def missing_tiles(held: tuple[int, ...], caps: tuple[int, ...], max_sets: int, demand: Demand) -> Table:
    """Fewest missing tiles for each number of sets without and with the pair, where the suit meets the demand; FAR if it cannot."""
    table = [FAR] * (2 * MAX_SETS + 2)
    for form, tiles in _missing(held, caps, max_sets):
        if _meets(form, demand):
            place = 2 * form.sets + (form.pair != NO_PAIR)
            table[place] = min(table[place], tiles)
    return tuple(table)


def _meets(form: _Form, demand: Demand) -> bool:
    holds = form.sets > 0 or form.pair != NO_PAIR
    if (demand.used and not holds) or (demand.empty and holds):
        return False
    if (demand.terminal and not form.terminal) or (demand.pungs and not form.pungs):
        return False
    return not demand.jiang or form.pair == JIANG_PAIR


@lru_cache(maxsize=500_000)
def together(first: Table, second: Table) -> Table:
    """The table of two groups of suits taken together."""
    table = [FAR] * len(first)
    for one, mine in enumerate(first):
        for other, its in enumerate(second):
            if one & other & 1 or one // 2 + other // 2 > MAX_SETS:
                continue  # two pairs, or too many sets
            place = 2 * (one // 2 + other // 2) + (one | other) % 2
            if mine + its < table[place]:
                table[place] = mine + its
    return tuple(table)
