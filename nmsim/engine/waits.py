"""The kind of a wait (两面, 坎, 边, 对倒, 单钓, mixed): what part of the hand each winning tile completes."""

from __future__ import annotations

from nmsim.engine.kernel import part
from nmsim.engine.scoring import (
    READING_ORPHANS,
    READING_PAIRS,
    READING_PUNGS,
    READING_SETS,
    TRIAL,
    check_conditions,
    reads_as_orphans,
    reads_as_pairs,
    reads_as_pungs,
    reads_as_sets,
    suit_is_sets,
    tile_pattern,
)
from nmsim.outcomes import WAIT_CLOSED, WAIT_DOUBLE_PUNG, WAIT_EDGE, WAIT_MIXED, WAIT_NONE, WAIT_ORPHANS, WAIT_SINGLE, WAIT_TWO_SIDED
from nmsim.tiles import FIRST_HONOR, KINDS, RANKS

LOWEST_OF_EDGE = 6  # 7 completes 789
HIGHEST_OF_EDGE = 2  # 3 completes 123


@part
def kind_of_wait(setting, work, game, seat, winning):
    """The one way in which all winning kinds (a mask) complete the hand, or WAIT_MIXED."""
    ways = 0
    for kind in range(KINDS):
        if winning >> kind & 1:
            game.counts[seat, kind] += 1
            ways |= ways_to_complete(setting, work, game, seat, kind)
            game.counts[seat, kind] -= 1
    if ways == 0:
        return WAIT_NONE
    if ways & (ways - 1):
        return WAIT_MIXED
    wait = 0
    while ways >> wait != 1:
        wait += 1
    return wait


@part
def ways_to_complete(setting, work, game, seat, kind):
    """Bits (1 << WAIT_...) of the parts that the tile `kind` may be in the legal readings of the seat's complete hand."""
    ways = 0
    counts, melds = game.counts[seat], game.seats[seat].melds
    if (
        melds == 0
        and setting.rule.thirteen_orphans
        and reads_as_orphans(counts)
        and reads_legally(setting, work, game, seat, READING_ORPHANS)
    ):
        ways |= 1 << WAIT_ORPHANS
    if (
        melds == 0
        and setting.rule.seven_pairs
        and reads_as_pairs(setting.rule, counts)
        and reads_legally(setting, work, game, seat, READING_PAIRS)
    ):
        ways |= 1 << WAIT_SINGLE
    if reads_as_sets(counts, melds):
        pungs = reads_as_pungs(counts, game.meld_form[seat], melds)
        if reads_legally(setting, work, game, seat, READING_PUNGS if pungs else READING_SETS):
            ways |= parts_of_sets(counts, melds, kind)
    return ways


@part
def reads_legally(setting, work, game, seat, reading):
    """Whether a reading of the seat's complete hand meets both conditions."""
    counts, form, kind, melds = game.counts[seat], game.meld_form[seat], game.meld_kind[seat], game.seats[seat].melds
    tiles = tile_pattern(counts, form, kind, melds)
    return check_conditions(setting.rule, counts, form, kind, melds, tiles, reading, work.verdicts[TRIAL])


@part
def parts_of_sets(counts, melds, kind):
    """Bits of the parts that the tile `kind` may be where counts int8[34] read as sets and a pair."""
    ways = 0
    if without_is_complete(counts, melds, kind, 2):
        ways |= 1 << WAIT_SINGLE
    if without_is_complete(counts, melds, kind, 3):
        ways |= 1 << WAIT_DOUBLE_PUNG
    if kind >= FIRST_HONOR:
        return ways
    rank = kind % RANKS
    if rank <= 6 and without_chow_is_complete(counts, melds, kind):
        ways |= 1 << (WAIT_EDGE if rank == LOWEST_OF_EDGE else WAIT_TWO_SIDED)
    if 1 <= rank <= 7 and without_chow_is_complete(counts, melds, kind - 1):
        ways |= 1 << WAIT_CLOSED
    if rank >= 2 and without_chow_is_complete(counts, melds, kind - 2):
        ways |= 1 << (WAIT_EDGE if rank == HIGHEST_OF_EDGE else WAIT_TWO_SIDED)
    return ways


@part
def without_is_complete(counts, melds, kind, copies):
    """Whether the hand less a pair (2 copies) or a pung (3) of the kind is the rest of a complete hand."""
    if counts[kind] < copies:
        return False
    counts[kind] -= copies
    complete = is_sets_only(counts) if copies == 2 else reads_as_sets(counts, melds + 1)
    counts[kind] += copies
    return complete


@part
def without_chow_is_complete(counts, melds, lowest):
    """Whether the hand less the chow is the rest of a complete hand."""
    if not (counts[lowest] and counts[lowest + 1] and counts[lowest + 2]):
        return False
    for kind in range(lowest, lowest + 3):
        counts[kind] -= 1
    complete = reads_as_sets(counts, melds + 1)
    for kind in range(lowest, lowest + 3):
        counts[kind] += 1
    return complete


@part
def is_sets_only(counts):
    """Whether the concealed tiles are sets and nothing else."""
    for suit in range(4):
        if not suit_is_sets(counts, suit, -1):
            return False
    return True
