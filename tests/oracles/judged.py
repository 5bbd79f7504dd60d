"""Distances from verdicts: of every complete hand near a hand, and of every hand that two draws can make. Only the judge knows rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from nmsim.outcomes import NEVER
from nmsim.reference.judge import HOW_WON, check_win
from nmsim.tiles import FIRST_HONOR, KINDS, RANKS
from tests.oracles.distance import Question, limits

Int8 = npt.NDArray[np.int8]
Counts = tuple[int, ...]
MOST_MISSING = 14
MOST_TARGETS = 300_000
njit: Any = numba.njit(cache=True)


class TooMany(Exception):
    """More complete hands would have to be judged than the caller allows."""


def verdict(given: Question, counts: Iterable[int]) -> tuple[bool, bool]:
    """Whether the judge calls these concealed tiles complete, and legal, beside the melds of the question; won by self-draw."""
    kinds = [kind for kind, count in enumerate(counts) for _ in range(count)]
    said = check_win(given.rules, kinds[1:], given.melds, kinds[0], HOW_WON["self_draw"])
    return said.price is not None, said.legal


# Every complete hand


@njit
def _add(groups, first, left, target, held, limit, missing, most, found, number):
    """Add `left` groups, none before `first`; targets that miss at most `most` tiles go to `found` from `number` on."""
    if left == 0:
        if number < found.shape[0]:
            for kind in range(KINDS):
                found[number, kind] = target[kind]
            found[number, KINDS] = missing
        return number + 1
    for group in range(first, groups.shape[0]):
        fits, now = True, missing
        for place in range(groups.shape[1]):
            kind = groups[group, place]
            now += 1 if target[kind] >= held[kind] else 0
            target[kind] += 1
            fits = fits and target[kind] <= limit[kind]
        if fits and now <= most:
            number = _add(groups, group, left - 1, target, held, limit, now, most, found, number)
        for place in range(groups.shape[1]):
            target[groups[group, place]] -= 1
    return number


def _groups() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """All sets, int64[55, 3], and all pairs, int64[34, 2]."""
    chows = [(kind, kind + 1, kind + 2) for kind in range(FIRST_HONOR) if kind % RANKS <= 6]
    return np.array([*chows, *((kind,) * 3 for kind in range(KINDS))]), np.array([(kind,) * 2 for kind in range(KINDS)])


SET_GROUPS, PAIR_GROUPS = _groups()
ORPHANS = [kind for kind in range(KINDS) if kind >= FIRST_HONOR or kind % RANKS in (0, RANKS - 1)]


def _orphans(held: Int8) -> Int8:
    """All thirteen thirteen-orphans: int8[13, 35], the last column the missing tiles."""
    found = np.zeros((len(ORPHANS), KINDS + 1), np.int8)
    found[:, ORPHANS] = 1
    for row, kind in enumerate(ORPHANS):
        found[row, kind] += 1
    found[:, KINDS] = np.maximum(found[:, :KINDS] - held, 0).sum(1)
    return found


def targets(given: Question, most: int) -> Int8:
    """Every complete hand (four sets and a pair, seven pairs, fours as two, orphans) that misses at most `most` tiles.

    int8[n, 35], each once: counts, and the missing tiles. Raises TooMany past `MOST_TARGETS` ways to build them.
    """
    held, limit = np.array(given.counts, np.int8), np.array(limits(given.melds), np.int8)
    found = np.empty((MOST_TARGETS, KINDS + 1), np.int8)
    number, target = 0, np.zeros(KINDS, np.int8)
    for pair in range(KINDS):
        target[pair] = 2
        if limit[pair] >= 2:
            missing = max(0, 2 - int(held[pair]))
            number = _add(SET_GROUPS, 0, 4 - len(given.melds), target, held, limit, missing, most, found, number)
        target[pair] = 0
    closed = np.zeros((0, KINDS + 1), np.int8)
    if not given.melds:
        number = _add(PAIR_GROUPS, 0, 7, target, held, limit, 0, most, found, number)
        closed = _orphans(held)
    if number > MOST_TARGETS:
        raise TooMany
    every = np.concatenate([found[:number], closed[closed[:, KINDS] <= most]])
    return np.unique(every, axis=0)


def judged_distances(given: Question, most_asked: int) -> tuple[int, int, int]:
    """(shape, legal) distance, and how many verdicts it took: the nearest complete hand that the judge calls complete, and legal.

    Complete hands are asked in the order of their missing tiles, all that miss fewer before any that misses more; legal is NEVER when
    every complete hand there is was refused. Raises TooMany when more than `most_asked` would have to be judged.
    """
    asked, shape = 0, None
    for most in range(MOST_MISSING + 1):
        near = targets(given, most)
        for target in near[near[:, KINDS] == most]:
            asked += 1
            if asked > most_asked:
                raise TooMany
            complete, legal = verdict(given, target[:KINDS].tolist())
            if complete and shape is None:
                shape = most - 1
            if legal:
                assert shape is not None
                return shape, most - 1, asked
    assert shape is not None, f"no complete hand for {given}"
    return shape, NEVER, asked


# Every hand that so many draws can make


def _discarded(counts: Counts) -> Iterable[Counts]:
    for kind in range(KINDS):
        if counts[kind]:
            yield (*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])


def _drawn(counts: Counts, most: list[int]) -> Iterable[Counts]:
    for kind in range(KINDS):
        if counts[kind] < most[kind]:
            yield (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])


def distances_by_draws(given: Question, draws: int) -> tuple[int | None, int | None, int]:
    """(shape, legal) distance, None for more than `draws` draws, and how many verdicts it took: every order of draws and discards."""
    most = limits(given.melds)
    full: set[Counts] = {tuple(given.counts)} if sum(given.counts) % 3 == 2 else set()
    waiting: set[Counts] = set() if full else {tuple(given.counts)}
    asked: set[Counts] = set()
    found: list[int | None] = [None, None]
    for done in range(draws + 1):
        for counts in full - asked:
            for at, yes in enumerate(verdict(given, counts)):
                if yes and found[at] is None:
                    found[at] = done - 1
        asked |= full
        if found[1] is not None:
            break
        waiting |= {left for counts in full for left in _discarded(counts)}
        full = {more for counts in waiting for more in _drawn(counts, most)} if done < draws else set()
        waiting = set()
    return found[0], found[1], len(asked)
