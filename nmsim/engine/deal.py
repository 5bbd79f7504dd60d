"""The wall, the deal, and taking tiles."""

from __future__ import annotations

import numpy as np

from nmsim.engine.codes import EVENT_DRAW
from nmsim.engine.kernel import part
from nmsim.engine.lanes import bits_set, kinds_above, kinds_of
from nmsim.engine.rng import shuffle
from nmsim.outcomes import SEATS
from nmsim.tiles import COPIES, KINDS, PUNG, RANKS, SUITS, TILES

DEALT = 13
STACK = TILES // SEATS


@part
def write_log(game, event, seat, a, b):
    """Append a row to the action log, where there is one."""
    at = game.table.log_length
    if at < game.log_rows:
        game.log[at, 0] = event
        game.log[at, 1] = seat
        game.log[at, 2] = a
        game.log[at, 3] = b
        game.table.log_length = at + 1


@part
def build_wall(setting, game):
    """Fill game.wall: given tiles (setting.fixed >= 0) in their places, the others shuffled by the wall's own stream."""
    wall = game.wall
    for place in range(TILES):
        wall[place] = place // COPIES
    if not setting.given:
        shuffle(wall, TILES, game.key, game.address, game.wall_words)
        return
    fixed = setting.fixed
    free = remove_given(wall, fixed)
    shuffle(wall, free, game.key, game.address, game.wall_words)
    for place in range(TILES - 1, -1, -1):
        if fixed[place] >= 0:
            wall[place] = fixed[place]
        else:
            free -= 1
            wall[place] = wall[free]


@part
def remove_given(wall, fixed):
    """Move the tiles that are not given, sorted, to the front of the wall; their number."""
    free = 0
    for kind in range(KINDS):
        left = COPIES
        for place in range(TILES):
            left -= fixed[place] == kind
        for _ in range(left):
            wall[free] = kind
            free += 1
    return free


@part
def deal(setting, game):
    """Deal 13 tiles to each seat and place the heads and tails of the wall or stacks."""
    private = setting.rule.private_deal != 0
    for seat in range(SEATS):
        first = STACK * seat if private else DEALT * seat
        playing = seat < setting.rule.players
        for place in range(first, first + DEALT):
            if playing:
                game.counts[seat, game.wall[place]] += 1
        game.seats[seat].head = first + DEALT if private else DEALT * SEATS
        game.seats[seat].tail = first + STACK - 1 if private else TILES - 1
        if playing:
            note_held(game, seat)
            note_deal(game, seat)


@part
def note_held(game, seat):
    """Enter the kinds that the seat holds, those of which it holds four, and those of its pungs; draws and discards keep them."""
    game.seats[seat].held = kinds_above(game.counts[seat], 0)
    game.seats[seat].fours = kinds_of(game.counts[seat], COPIES)
    punged = np.int64(0)
    for meld in range(game.seats[seat].melds):
        if game.meld_form[seat, meld] == PUNG:
            punged |= np.int64(1) << game.meld_kind[seat, meld]
    game.seats[seat].punged = punged


@part
def suits_in(kinds):
    """How many suits the kinds of a mask are of."""
    suits = 0
    for suit in range(SUITS):
        suits += (kinds >> (suit * RANKS)) & ((1 << RANKS) - 1) != 0
    return suits


@part
def note_deal(game, seat):
    """Record suits, terminals and pairs among the first 13 tiles."""
    counts = game.counts[seat]
    terminals = 0
    for suit in range(SUITS):
        terminals += counts[suit * RANKS] + counts[suit * RANKS + RANKS - 1]
    game.row.suits_dealt[seat] = suits_in(game.seats[seat].held)
    game.row.terminals_dealt[seat] = terminals
    game.row.pairs_dealt[seat] = bits_set(kinds_above(counts, 1))


@part
def stack_of(setting, seat):
    """Whose head and tail the seat draws from: its own, or the shared ones kept with seat 0."""
    return seat if setting.rule.private_deal else 0


@part
def live_tiles(setting, game, seat):
    """Tiles the seat may still draw."""
    stack = stack_of(setting, seat)
    return game.seats[stack].tail - game.seats[stack].head + 1 - setting.rule.wall_reserve


@part
def next_seat(setting, seat):
    """下家; alone at the table, the seat itself."""
    return (seat + 1) % SEATS if setting.rule.players == SEATS else seat


@part
def take_tile(setting, game, seat, from_tail):
    """Take a live tile into the seat's hand, from the tail for a replacement; it becomes the seat's turn."""
    stack = stack_of(setting, seat)
    if from_tail:
        place = game.seats[stack].tail
        game.seats[stack].tail = place - 1
    else:
        place = game.seats[stack].head
        game.seats[stack].head = place + 1
        game.seats[seat].draws += 1
    kind = game.wall[place]
    held = game.counts[seat, kind] + 1
    game.counts[seat, kind] = held
    game.seats[seat].held |= np.int64(1) << kind
    game.seats[seat].fours |= np.int64(held == COPIES) << kind
    game.seats[seat].locked = 0
    game.table.seat = seat
    game.table.tile = kind
    game.table.from_tail = from_tail
    write_log(game, EVENT_DRAW, seat, kind, from_tail)
