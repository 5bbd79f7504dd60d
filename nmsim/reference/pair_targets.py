"""How many tiles one suit lacks to hold so many of seven pairs."""

from __future__ import annotations

from functools import lru_cache

from nmsim.reference.shapes import JIANG_RANKS
from nmsim.reference.suit_targets import FAR, Demand, Table
from nmsim.tiles import RANKS

SEVEN = 7


@lru_cache(maxsize=300_000)
def missing_for_pairs(held: tuple[int, ...], quads: bool, demand: Demand) -> Table:
    """Fewest missing tiles for 0 to 7 pairs in the suit, where it meets the demand; FAR if it cannot.

    `demand.jiang`: one pair at least is 2, 5 or 8; `demand.all_jiang`: every pair is.
    """
    numbered = len(held) == RANKS
    best = {(0, False, False): 0}  # by pairs so far, whether a terminal and whether a 2, 5, 8 is among them
    for rank, count in enumerate(held):
        is_jiang = numbered and rank in JIANG_RANKS
        is_terminal = numbered and rank in (0, RANKS - 1)
        if demand.all_jiang and not is_jiang:
            continue
        for (pairs, terminal, jiang), missing in list(best.items()):
            for more in (1, 2) if quads else (1,):
                state = (pairs + more, terminal or is_terminal, jiang or is_jiang)
                if state[0] <= SEVEN:
                    best[state] = min(best.get(state, FAR), missing + max(0, 2 * more - count))
    table = [FAR] * (SEVEN + 1)
    for (pairs, terminal, jiang), missing in best.items():
        fits = (terminal or not demand.terminal) and (jiang or not demand.jiang)
        if fits and not (demand.used and not pairs) and not (demand.empty and pairs):
            table[pairs] = min(table[pairs], missing)
    return tuple(table)


@lru_cache(maxsize=300_000)
def pairs_together(first: Table, second: Table) -> Table:
    """The table of two groups of suits taken together."""
    return tuple(min(first[mine] + second[pairs - mine] for mine in range(pairs + 1)) for pairs in range(SEVEN + 1))
