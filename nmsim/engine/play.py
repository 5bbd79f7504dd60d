"""A whole hand, and blocks of hands: the loop over turns, the deal passing on, the rows filled."""

from __future__ import annotations

import numpy as np

from nmsim.engine.codes import CLAIM_TURN, DISCARDED, DRAW_STAY, NEXT_DEALER_WINNER, NEXT_DRAW, OVER, OWN_TURN, REPLACE
from nmsim.engine.deal import build_wall, deal, note_held, take_tile
from nmsim.engine.kernel import kernel, part
from nmsim.engine.policy import add_meld
from nmsim.engine.rng import MASK32, PURPOSE_DEALER, SHIFT32, word_of
from nmsim.engine.turns import claim_turn, claims_on_discard, draw_next, forced_turn, measure_wait, own_turn, replace
from nmsim.outcomes import NONE, SEATS
from nmsim.tiles import CHOW, KINDS, KONG_CONCEALED, KONG_OPEN

ALONE = -1  # the match number of a hand played alone


@part
def clear(work, game):
    """Empty the table and the row."""
    game.counts[:] = 0
    game.visible[:] = 0
    game.table = work.blank_table
    game.table.feeder = NONE
    game.row = work.blank_row
    game.row.winner = NONE
    game.row.discarder = NONE
    game.row.winning_tile = NONE
    for seat in range(SEATS):
        game.seats[seat] = work.blank_seat
        game.row.ready_shape[seat] = NONE
        game.row.ready_legal[seat] = NONE
        game.row.refused_first[seat] = NONE


@part
def set_address(address, number):
    """Split a wall or match number into the two words of a counter."""
    address[0] = np.uint64(number) & MASK32
    address[1] = np.uint64(number) >> SHIFT32


@part
def set_table(setting, work, game, dealer, repeats):
    """Empty the table, seat the dealer and deal the wall in game.wall."""
    clear(work, game)
    game.table.dealer = dealer
    game.table.repeats = repeats
    game.row.dealer = dealer
    game.row.repeats = repeats
    deal(setting, game)


@part
def measure_start(setting, work, game):
    """Measure every seat's first 13 tiles."""
    for seat in range(setting.rule.players):
        measure_wait(setting, work, game, seat)
        game.row.start_shape[seat] = game.seats[seat].shape
        game.row.start_legal[seat] = game.seats[seat].legal


@part
def play_on(setting, work, game, step):
    """Take step after step until the hand is over; most turns go through the first three."""
    while step != OVER:
        if step == OWN_TURN:
            step = own_turn(setting, work, game)
        if step == DISCARDED:
            step = claims_on_discard(setting, work, game)
        if step == NEXT_DRAW:
            step = draw_next(setting, game)
        elif step == CLAIM_TURN:
            step = claim_turn(setting, work, game)
        elif step == REPLACE:
            step = replace(setting, game)


@part
def play_hand(setting, work, game, dealer, repeats):
    """Play the wall in game.wall to its end; game.row then holds all columns that describe the hand."""
    set_table(setting, work, game, dealer, repeats)
    measure_start(setting, work, game)
    take_tile(setting, game, dealer, 0)
    play_on(setting, work, game, OWN_TURN)


@part
def next_dealer(rule, row, dealer):
    """Who deals after the hand in `row`: a dealer who won (alone or among others) stays."""
    if row.winner == NONE:
        return dealer if rule.next_dealer_on_draw == DRAW_STAY else (dealer + 1) % SEATS
    if row.winners >> dealer & 1:
        return dealer
    return row.winner if rule.next_dealer_on_win == NEXT_DEALER_WINNER else (dealer + 1) % SEATS


@part
def seat_policies(setting, seatings, rotation, weights, policies):
    """Seat the distinct policies (weights WEIGHTS[p], policies POLICY[p]) as seatings[rotation] says."""
    for seat in range(SEATS):
        which = seatings[rotation, seat]
        setting.weights[seat] = weights[which]
        setting.policy[seat] = policies[which]


@part
def finish_row(game, seatings, rotation, arm, wall, match, hand, rows, at):
    """Add the hand's address to its row and copy it to `rows[at]`."""
    game.row.arm = arm
    game.row.wall = wall
    game.row.rotation = rotation
    game.row.match = match
    game.row.hand = hand
    for seat in range(SEATS):
        game.row.policy[seat] = seatings[rotation, seat]
    rows[at] = game.row


@part
def play_wall(setting, work, game, wall, dealer, repeats):
    """Build a wall by its number and play it."""
    set_address(game.address, wall)
    build_wall(setting, game)
    play_hand(setting, work, game, dealer, repeats)


@kernel
def play_walls(setting, work, game, seatings, weights, policies, arm, first, last, rows):
    """Play walls first..last-1 in every seating, dealer seat 0; fill rows ROW[(last-first) * seatings]."""
    at = 0
    for wall in range(first, last):
        for rotation in range(seatings.shape[0]):
            if at == 0 or seatings.shape[0] > 1:
                seat_policies(setting, seatings, rotation, weights, policies)
            play_wall(setting, work, game, wall, 0, 0)
            finish_row(game, seatings, rotation, arm, wall, ALONE, 0, rows, at)
            at += 1


@kernel
def play_alone(setting, work, game, seatings, weights, policies, arm, wall, rotation, rows):
    """Play one wall in one seating; fill its row, rows[0]."""
    seat_policies(setting, seatings, rotation, weights, policies)
    play_wall(setting, work, game, wall, 0, 0)
    finish_row(game, seatings, rotation, arm, wall, ALONE, 0, rows, 0)


@part
def lay_out(setting, game, melds, seen):
    """Lay seat 0's melds down from its 13 dealt tiles, and make them and the seen tiles visible to all."""
    for meld in range(melds.shape[0]):
        form, kind = melds[meld, 0], melds[meld, 1]
        add_meld(game, 0, form, kind)
        shown = form != KONG_CONCEALED or setting.rule.concealed_kong_visible != 0
        if form == CHOW:
            for other in range(kind, kind + 3):
                game.counts[0, other] -= 1
                game.visible[other] += 1
        else:
            game.counts[0, kind] -= 3
            game.visible[kind] += (4 if form >= KONG_OPEN else 3) * shown
        game.table.kongs += form >= KONG_OPEN
    note_held(game, 0)
    for kind in range(KINDS):
        game.visible[kind] += seen[kind]


@part
def play_position(setting, work, game, melds, seen, gone, begun, dealer, kind):
    """Play the wall in game.wall from a position: seat 0 takes its last tile after `gone` others, discards `kind`, and the hand goes on."""
    set_table(setting, work, game, dealer, 0)
    lay_out(setting, game, melds, seen)
    if begun:  # first turns are over: no 天胡, no 地胡
        game.table.discards = 1
        game.table.claims = 1
    measure_start(setting, work, game)
    game.seats[0].head += gone
    take_tile(setting, game, 0, 0)
    play_on(setting, work, game, forced_turn(setting, work, game, kind))


@kernel
def play_positions(
    setting, work, game, seatings, weights, policies, melds, seen, gone, begun, dealer, discards, first, last, rows
):  # fmt: skip
    """Play each of `discards` (int64[d]) from a position on walls first..last-1; fill rows ROW[(last-first) * d], wall by wall.

    melds int64[m, 2] are seat 0's forms and kinds, seen int64[34] the copies seen; setting.fixed holds all known tiles in their places.
    """
    seat_policies(setting, seatings, 0, weights, policies)
    at = 0
    for wall in range(first, last):
        set_address(game.address, wall)
        build_wall(setting, game)
        for choice in range(discards.shape[0]):
            play_position(setting, work, game, melds, seen, gone, begun, dealer, discards[choice])
            finish_row(game, seatings, 0, 0, wall, ALONE, 0, rows, at)
            at += 1


@kernel
def play_matches(setting, work, game, seatings, weights, policies, arm, first, last, hands, rows):
    """Play matches first..last-1 of `hands` hands in every seating; fill rows in (match, rotation, hand) order."""
    at = 0
    for match in range(first, last):
        for rotation in range(seatings.shape[0]):
            play_match(setting, work, game, seatings, weights, policies, arm, match, rotation, hands, hands, rows[at : at + hands])
            at += hands


@kernel
def play_match(setting, work, game, seatings, weights, policies, arm, match, rotation, hands, until, rows):
    """Play the first `until` of a match's hands in one seating, the dealer passing on; fill rows[:until]."""
    seat_policies(setting, seatings, rotation, weights, policies)
    set_address(game.address, match)
    dealer = np.int64(word_of(0, 0, PURPOSE_DEALER, game.key, game.address) % np.uint64(SEATS))
    repeats = 0
    for hand in range(until):
        wall = match * hands + hand
        play_wall(setting, work, game, wall, dealer, repeats)
        finish_row(game, seatings, rotation, arm, wall, match, hand, rows, hand)
        following = next_dealer(setting.rule, game.row, dealer)
        repeats = repeats + 1 if following == dealer else 0
        dealer = following
