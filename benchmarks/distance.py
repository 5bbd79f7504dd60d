"""Speed of the distance kernels on random hands: nanoseconds a call, tables and compilation apart.

python benchmarks/distance.py [preset]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from nmsim.engine.hand_rows import make_scratch
from nmsim.engine.kernel import kernel
from nmsim.engine.shape import accepting, discard_accepting, discard_distances, distances, shape_distance
from nmsim.engine.tables import build_tables, suit_classes
from nmsim.rules import make_rules
from nmsim.tiles import CHOW, COPIES, KINDS, PUNG

HANDS = 20_000


@kernel
def time_distances(tables, scratch, hands, forms, kinds, melds):
    total = 0
    for hand in range(hands.shape[0]):
        shape, legal = distances(tables, scratch, hands[hand], forms[hand], kinds[hand], melds)
        total += shape + legal
    return total


@kernel
def time_shape_distance(tables, scratch, hands, forms, kinds, melds):
    total = 0
    for hand in range(hands.shape[0]):
        total += shape_distance(tables, scratch, hands[hand], forms[hand], kinds[hand], melds)
    return total


@kernel
def time_discard_distances(tables, scratch, hands, forms, kinds, melds, shape, legal):
    for hand in range(hands.shape[0]):
        discard_distances(tables, scratch, hands[hand], forms[hand], kinds[hand], melds, True, shape, legal)
    return shape[0] + legal[0]


@kernel
def time_accepting(tables, scratch, hands, forms, kinds, melds):
    total = 0
    for hand in range(hands.shape[0]):
        shape, legal = accepting(tables, scratch, hands[hand], forms[hand], kinds[hand], melds)
        total += shape + legal
    return total


@kernel
def time_best_discards(tables, scratch, hands, forms, kinds, melds, shape, legal):
    """A turn: the distances of all discards, then the accepting kinds of those with the least legal distance."""
    total = 0
    for hand in range(hands.shape[0]):
        counts = hands[hand]
        discard_distances(tables, scratch, counts, forms[hand], kinds[hand], melds, True, shape, legal)
        best = 1000
        for kind in range(34):
            if counts[kind] > 0:
                best = min(best, legal[kind])
        for kind in range(34):
            if counts[kind] > 0 and legal[kind] == best:
                total += discard_accepting(tables, scratch, counts, forms[hand], kinds[hand], melds, kind)[1]
    return total


def random_hands(number: int, tiles: int, melds: int, seed: int = 1) -> tuple[Any, Any, Any]:
    """Random hands with random melds: counts int8[n, 34], forms and kinds int8[n, 4]."""
    rng = np.random.default_rng(seed)
    hands = np.zeros((number, KINDS), np.int8)
    forms = np.zeros((number, 4), np.int8)
    kinds = np.zeros((number, 4), np.int8)
    for hand in range(number):
        left = np.full(KINDS, COPIES)
        for meld in range(melds):
            while True:
                form = CHOW if rng.random() < 0.5 else PUNG
                kind = int(rng.integers(KINDS))
                if form == CHOW and (kind >= 27 or kind % 9 > 6):
                    continue
                members = [kind, kind + 1, kind + 2] if form == CHOW else [kind] * 3
                if all(left[k] >= members.count(k) for k in members):
                    break
            np.subtract.at(left, members, 1)
            forms[hand, meld], kinds[hand, meld] = form, kind
        pool = np.repeat(np.arange(KINDS), left)
        hands[hand] = np.bincount(rng.choice(pool, tiles - 3 * melds, replace=False), minlength=KINDS)
    return hands, forms, kinds


def report(name: str, function: Callable[..., Any], tables: Any, tiles: int, melds: int) -> None:
    hands, forms, kinds = random_hands(HANDS, tiles, melds)
    scratch = make_scratch()
    outputs = (np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64)) if "discard" in name else ()
    begun = time.perf_counter()
    function(tables, scratch, hands[:1], forms, kinds, melds, *outputs)
    compiled = time.perf_counter() - begun
    best = float("inf")
    for _ in range(5):
        begun = time.perf_counter()
        function(tables, scratch, hands, forms, kinds, melds, *outputs)
        best = min(best, time.perf_counter() - begun)
    print(f"{name:24} {tiles} tiles {melds} melds {best / HANDS * 1e9:9.0f} ns   (first call {compiled:.2f} s)", flush=True)


def main() -> None:
    preset = sys.argv[1] if len(sys.argv) > 1 else "strict"
    begun = time.perf_counter()
    suit_classes()
    print(f"classes {time.perf_counter() - begun:.2f} s")
    begun = time.perf_counter()
    tables = build_tables(make_rules(preset))
    print(f"tables of {preset} {time.perf_counter() - begun:.2f} s")
    for melds in (0, 1, 2):
        report("distances", time_distances, tables, 14, melds)
        report("distances", time_distances, tables, 13, melds)
        report("shape_distance", time_shape_distance, tables, 14, melds)
        report("discard_distances", time_discard_distances, tables, 14, melds)
        report("accepting", time_accepting, tables, 13, melds)
        report("best discards' accepting", time_best_discards, tables, 14, melds)


if __name__ == "__main__":
    main()
