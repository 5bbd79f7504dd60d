"""The steps of a hand: an own turn, a claimed turn, claims on a discard, robbing, replacement, the end. Each returns what comes next."""

from __future__ import annotations

import numpy as np

from nmsim.engine.codes import (
    ACT_CHOW,
    ACT_DISCARD,
    ACT_KONG_ADDED,
    ACT_KONG_CONCEALED,
    ACT_KONG_OPEN,
    ACT_PUNG,
    ALL_WIN,
    BY_DISCARD,
    BY_ROB,
    BY_SELF,
    CLAIM_TURN,
    DIHU_FIRST_DISCARD,
    DIHU_FIRST_DRAW,
    DISCARDED,
    EVENT_ACT,
    EVENT_ANSWER,
    EVENT_END,
    EVENT_OFFER,
    EVENT_REFUSED,
    LOCK_UNTIL_DRAW,
    NEXT_DRAW,
    OVER,
    OWN_TURN,
    PASS,
    REFUSED_BOTH,
    REFUSED_SECOND,
    REFUSED_SUIT,
    REPLACE,
    ROB_ANY,
    ROB_OFF,
    UNKNOWN,
    WIN,
)
from nmsim.engine.deal import live_tiles, next_seat, note_held, suits_in, take_tile, write_log
from nmsim.engine.kernel import copied_part, part
from nmsim.engine.lanes import lowest_bit
from nmsim.engine.payment import pay_kong, pay_win, shown_fan
from nmsim.engine.policy import (
    add_meld,
    allowed_after,
    choose_claim,
    choose_discard,
    choose_kong,
    claim_tiles,
    form_of,
    live_copies,
    note_unseen,
    pung_of,
)
from nmsim.engine.records import ROWS
from nmsim.engine.scoring import BEST, judge
from nmsim.engine.shape import closed_distances, distances, least_shape_distance, winning_masks, winning_masks_alone
from nmsim.engine.state import tables_of
from nmsim.engine.waits import kind_of_wait
from nmsim.outcomes import DISCARD, EXHAUSTIVE, FOUR_KONGS, NONE, ROB_KONG, SEATS, SELF_DRAW
from nmsim.tiles import ALL_KINDS, KONG_ADDED, KONG_CONCEALED, KONG_OPEN, NO_TILE, RANKS, SUITS


@part
def update_wait(setting, work, game, seat):
    """Know a seat's hand of 3n+1 tiles, of which it has one more since last time: what completes it, and for policies that look also how
    far it is.

    A tile brings a hand one nearer at most, so a seat whose policy does not look at distances is measured only when it might be ready.
    """
    if setting.policy[seat].looks:
        measure_wait(setting, work, game, seat)
        return
    game.seats[seat].far -= 1
    if game.seats[seat].far > 0:
        return
    far = least_shape_distance(tables_of(setting), game.counts[seat], game.seats[seat].melds)
    game.seats[seat].far = far
    game.seats[seat].shape_wait = 0
    game.seats[seat].legal_wait = 0
    if far == 0:
        note_readiness(setting, work, game, seat)


@part
def measure_wait(setting, work, game, seat):
    """As `update_wait`, whatever the policy looks at: enter the distances too."""
    counts, form, kind, melds = game.counts[seat], game.meld_form[seat], game.meld_kind[seat], game.seats[seat].melds
    if melds == 0:
        shape, legal = closed_distances(tables_of(setting), work.scratch, counts, form)
    else:
        shape, legal = distances(tables_of(setting), work.scratch, counts, form, kind, melds)
    note_distances(setting, work, game, seat, shape, legal, UNKNOWN)


@part
def note_distances(setting, work, game, seat, shape, legal, accepts):
    """Enter the distances of a seat's hand of 3n+1 tiles, the kinds it `accepts` if known, and if it is ready what completes it."""
    game.seats[seat].shape = shape
    game.seats[seat].legal = legal
    game.seats[seat].far = shape
    game.seats[seat].accepts = accepts
    game.seats[seat].shape_wait = 0
    game.seats[seat].legal_wait = 0
    if shape == 0:
        note_readiness(setting, work, game, seat)


@part
def note_readiness(setting, work, game, seat):
    """Enter the kinds that complete a seat's hand, and its first readiness."""
    counts, form, kind, melds = game.counts[seat], game.meld_form[seat], game.meld_kind[seat], game.seats[seat].melds
    if setting.policy[seat].looks:
        shape_wait, legal_wait = winning_masks(tables_of(setting), work.scratch, counts, form, kind, melds)
    else:
        shape_wait, legal_wait = winning_masks_alone(tables_of(setting), work.scratch, counts, form, kind, melds)
    game.seats[seat].shape_wait = shape_wait
    game.seats[seat].legal_wait = legal_wait
    if shape_wait and game.row.ready_shape[seat] == NONE:
        game.row.ready_shape[seat] = game.row.discards[seat]
    if legal_wait and game.row.ready_legal[seat] == NONE:
        game.row.ready_legal[seat] = game.row.discards[seat]
        game.row.wait[seat] = kind_of_wait(setting, work, game, seat, legal_wait)
        note_unseen(setting, work, game, seat)
        game.row.wait_live[seat] = live_copies(work, legal_wait)


# --- winning ---------------------------------------------------------------------------------------------------------------------


@part
def judge_tile(setting, work, game, seat, tile, source):
    """Judge the seat's hand with `tile` (already in hand on a self-draw), which completes it; the verdict is in work.verdicts[BEST]."""
    how = work.how
    how.source = source
    how.bloom = source == BY_SELF and game.table.from_tail
    how.last = is_last_tile(setting, game, seat, source)
    how.heavenly = source == BY_SELF and is_heavenly(setting, game, seat)
    how.earthly = is_earthly(setting, game, seat, source)
    added = 0 if source == BY_SELF else 1
    game.counts[seat, tile] += added
    judge(
        setting.rule, setting.fan, game.counts[seat], game.meld_form[seat], game.meld_kind[seat], game.seats[seat].melds, how,
        work.verdicts,
    )  # fmt: skip
    game.counts[seat, tile] -= added


@part
def is_last_tile(setting, game, seat, source):
    """Whether the tile in question is the last draw or the last discard."""
    if source == BY_SELF:
        return live_tiles(setting, game, seat) == 0
    return source == BY_DISCARD and is_last_discard(setting, game)


@part
def is_last_discard(setting, game):
    """Whether the seat after the one that discards has no live tile to draw."""
    return live_tiles(setting, game, next_seat(setting, game.table.seat)) == 0


@part
def is_heavenly(setting, game, seat):
    """天胡: the dealer's own turn before any discard, and before any kong unless the option allows it."""
    if seat != game.table.dealer or game.table.discards > 0:
        return False
    return game.table.kongs == 0 or setting.rule.tianhu_after_kong != 0


@part
def is_earthly(setting, game, seat, source):
    """地胡: a non-dealer on the hand's first discard, or on the own first draw before any claim or kong, as the option says."""
    if seat == game.table.dealer:
        return False
    if source == BY_DISCARD:
        return setting.rule.dihu != DIHU_FIRST_DRAW and game.table.discards == 1
    if source != BY_SELF or setting.rule.dihu == DIHU_FIRST_DISCARD or game.table.from_tail:
        return False
    return game.seats[seat].draws == 1 and game.table.claims == 0 and game.table.kongs == 0


@part
def note_completion(work, game, seat, tile, own):
    """Count a completed shape, and its refusal if a condition is not met."""
    game.row.completions[seat] += 1
    reason = 0 if work.verdicts[BEST].suits_ok else REFUSED_SUIT
    if not work.verdicts[BEST].second_ok:
        reason = REFUSED_SECOND if reason == 0 else REFUSED_BOTH
    if reason == 0:
        return
    if own:
        game.row.refused_own[reason - 1, seat] += 1
    else:
        game.row.refused_other[reason - 1, seat] += 1
    if game.row.refused_first[seat] == NONE:
        game.row.refused_first[seat] = game.row.discards[seat]
    write_log(game, EVENT_REFUSED, seat, reason, tile)


@part
def takes_win(setting, work, game, seat, source):
    """Whether the seat's policy takes the win just judged."""
    if source != BY_SELF and not setting.policy[seat].win_on_discard:
        return False
    return shown_fan(setting, game, seat, work.verdicts[BEST].total) >= setting.policy[seat].win_min_fan


@part
def record_win(setting, work, game, winner, tile, source, payer):
    """Judge the winner's hand once more, pay it, and record it as the hand's win if it is the first."""
    judge_tile(setting, work, game, winner, tile, source)
    verdict = work.verdicts[BEST]
    feeder = game.table.feeder if source == BY_SELF and setting.rule.kong_feeder_liable else NONE
    pay_win(setting, game, winner, source, payer, feeder, verdict.total)
    fan = shown_fan(setting, game, winner, verdict.total)
    game.row.seat_fan[winner] = fan
    game.row.winners |= 1 << winner
    if game.row.winner != NONE:
        return
    game.row.winner = winner
    game.row.discarder = payer
    game.row.winning_tile = tile
    game.row.kong_draw = work.how.bloom
    game.row.robbed = source == BY_ROB
    game.row.last_tile = work.how.last
    game.row.met_yaojiu = verdict.yaojiu
    game.row.met_jiang258 = verdict.jiang
    game.row.fan = fan
    for row in range(ROWS):
        game.row.fan_rows[row] = verdict.rows[row]


@part
def end_hand(setting, game, ending):
    """Record how the hand ended."""
    game.row.ending = ending
    game.row.legal_winners = game.table.legal_winners if game.row.winner != NONE else 0
    game.row.turns = game.table.discards
    game.row.tiles_left = live_tiles(setting, game, 0)
    for seat in range(1, setting.rule.players if setting.rule.private_deal else 1):
        game.row.tiles_left += live_tiles(setting, game, seat)
    for seat in range(setting.rule.players):
        note_end(game, seat)
    write_log(game, EVENT_END, NONE, ending, NONE)
    return OVER


@part
def note_end(game, seat):
    """Record a seat's melds by form and the suits it holds at the end."""
    melds = game.seats[seat].melds
    for meld in range(melds):
        game.row.melds[game.meld_form[seat, meld], seat] += 1
    kinds = game.seats[seat].held
    for meld in range(melds):
        kinds |= np.int64(1) << game.meld_kind[seat, meld]
    if game.row.winners >> seat & 1:
        kinds |= np.int64(1) << game.row.winning_tile
    game.row.suits_end[seat] = suits_in(kinds)


@part
def win_by_self(setting, work, game, seat, tile):
    """The seat declares its own draw."""
    write_log(game, EVENT_ACT, seat, WIN, tile)
    game.table.legal_winners = 1
    record_win(setting, work, game, seat, tile, BY_SELF, NONE)
    return end_hand(setting, game, SELF_DRAW)


@part
def win_from_other(setting, work, game, payer, tile, source):
    """The nearest seat that answered WIN takes the tile, or all that did; `payer` gave it."""
    first = NONE
    for step in range(1, SEATS):
        seat = (payer + step) % SEATS
        if game.seats[seat].answer == WIN and (first == NONE or setting.rule.multi_win == ALL_WIN):
            write_log(game, EVENT_ACT, seat, WIN, tile)
            record_win(setting, work, game, seat, tile, source, payer)
            if first == NONE:
                first = seat
    if source == BY_ROB:
        game.counts[payer, tile] -= 1
        note_held(game, payer)
    game.counts[first, tile] += 1
    return end_hand(setting, game, ROB_KONG if source == BY_ROB else DISCARD)


# --- offers on another's tile --------------------------------------------------------------------------------------------------------


@copied_part
def note_completions(setting, work, game, giver, tile, source):
    """For each other seat in order: does the tile complete its shape, and may it win? Mask of seats offered the win."""
    offered = 0
    game.table.legal_winners = 0
    for step in range(1, SEATS):
        seat = (giver + step) % SEATS
        if game.seats[seat].shape_wait >> tile & 1:
            judge_tile(setting, work, game, seat, tile, source)
            note_completion(work, game, seat, tile, False)
            if work.verdicts[BEST].legal and not game.seats[seat].locked:
                offered |= 1 << seat
                game.table.legal_winners += 1
    return offered


@part
def offer(game, seat, action, kind):
    """Log one offered action."""
    write_log(game, EVENT_OFFER, seat, action, kind)


@part
def chows_of(game, seat, tile):
    """Mask of the lowest ranks, 0 to 2 below the tile, of the chows that the seat's hand makes with it."""
    if tile >= SUITS * RANKS:
        return np.int64(0)
    suit = game.seats[seat].held >> (tile - tile % RANKS) & ((1 << RANKS) - 1)
    near = (suit << 2) >> (tile % RANKS)  # the ranks from two below to two above
    return near & (near >> 1) & 1 | (near >> 1 & near >> 3 & 1) << 1 | (near >> 3 & near >> 4 & 1) << 2


@part
def list_claims(setting, work, game, seat, chows, tile):
    """Fill work.option_* with the open kong, pung and `chows` (bits as of `chows_of`) that the seat may claim; their number."""
    options = 0
    last = is_last_discard(setting, game)
    if last and not setting.rule.claims_on_last_discard:
        return 0
    counts = game.counts[seat]
    if counts[tile] == 3 and not last and live_tiles(setting, game, seat) > 0:
        options = add_option(work, options, ACT_KONG_OPEN, tile)
    if counts[tile] >= 2:
        options = add_option(work, options, ACT_PUNG, tile)
    for step in range(3):
        if chows >> step & 1 and leaves_discard(setting, game, seat, tile - 2 + step, tile):
            options = add_option(work, options, ACT_CHOW, tile - 2 + step)
    return options


@part
def add_option(work, options, action, kind):
    """Append one option; the new number of options."""
    work.option_action[options] = action
    work.option_kind[options] = kind
    return options + 1


@part
def leaves_discard(setting, game, seat, lowest, tile):
    """Whether the seat has an allowed discard after the chow."""
    if setting.rule.swap_discard:
        return True
    allowed = allowed_after(setting, ACT_CHOW, lowest, tile)
    used = np.int64(0)
    for kind in range(lowest, lowest + 3):
        if kind != tile and game.counts[seat, kind] == 1:
            used |= np.int64(1) << kind
    return game.seats[seat].held & ~used & allowed != 0


@part
def log_offers(setting, work, game, giver, tile, source, offered):
    """Log what each other seat is offered on a tile, wins (mask `offered`) first; only a log needs them all before the first answer."""
    for step in range(1, SEATS):
        seat = (giver + step) % SEATS
        if offered >> seat & 1:
            offer(game, seat, WIN, tile)
        if source == BY_DISCARD:
            chows = chows_of(game, seat, tile) if seat == next_seat(setting, giver) else 0
            for option in range(list_claims(setting, work, game, seat, chows, tile)):
                offer(game, seat, work.option_action[option], work.option_kind[option])


@copied_part
def answer_tile(setting, work, game, giver, tile, source, offered):
    """Ask each seat that has an offer; answers stay in the seats. True if anybody answers other than pass."""
    if game.log_rows > 0:
        log_offers(setting, work, game, giver, tile, source, offered)
    claimed = False
    for step in range(1, SEATS):
        seat = (giver + step) % SEATS
        game.seats[seat].answer = PASS
        options = 0
        if source == BY_DISCARD:
            chows = chows_of(game, seat, tile) if step == 1 else 0
            if chows or game.counts[seat, tile] >= 2:  # most are offered nothing
                options = list_claims(setting, work, game, seat, chows, tile)
        if options > 0 or offered >> seat & 1:
            answer_seat(setting, work, game, seat, tile, source, offered >> seat & 1, options)
            claimed = claimed or game.seats[seat].answer != PASS
    return claimed


@part
def answer_seat(setting, work, game, seat, tile, source, may_win, options):
    """One seat's answer to what it is offered: one decision."""
    game.seats[seat].decisions += 1
    action, kind = PASS, tile
    if may_win:
        judge_tile(setting, work, game, seat, tile, source)
        if takes_win(setting, work, game, seat, source):
            action = WIN
        elif setting.rule.pass_win_lock == LOCK_UNTIL_DRAW:
            game.seats[seat].locked = 1
    if action == PASS and options > 0:
        choice = choose_claim(setting, work, game, seat, tile, options)
        if choice >= 0:
            action, kind = work.option_action[choice], work.option_kind[choice]
    game.seats[seat].answer = action
    game.seats[seat].answer_kind = kind
    write_log(game, EVENT_ANSWER, seat, action, kind)


@part
def highest_claim(game, giver):
    """The seat whose claim is carried out: a pung or kong before a chow."""
    best = NONE
    for step in range(1, SEATS):
        seat = (giver + step) % SEATS
        action = game.seats[seat].answer
        if action == ACT_PUNG or action == ACT_KONG_OPEN:
            return seat
        if action == ACT_CHOW:
            best = seat
    return best


@part
def any_wins(game, giver):
    """Whether a seat other than the giver answered WIN."""
    for step in range(1, SEATS):
        if game.seats[(giver + step) % SEATS].answer == WIN:
            return True
    return False


@part
def claims_on_discard(setting, work, game):
    """The others answer the discard T_TILE of T_SEAT; the highest answer is carried out."""
    giver, tile = game.table.seat, game.table.tile
    if setting.rule.players < SEATS:
        return NEXT_DRAW
    offered = note_completions(setting, work, game, giver, tile, BY_DISCARD)
    if not answer_tile(setting, work, game, giver, tile, BY_DISCARD, offered):
        return NEXT_DRAW
    if any_wins(game, giver):
        return win_from_other(setting, work, game, giver, tile, BY_DISCARD)
    return carry_out_claim(setting, work, game, highest_claim(game, giver), giver, tile)


@part
def carry_out_claim(setting, work, game, seat, giver, tile):
    """Meld the claimed tile; a kong is replaced, after a chow or pung the seat discards."""
    action, kind = game.seats[seat].answer, game.seats[seat].answer_kind
    write_log(game, EVENT_ACT, seat, action, kind)
    claim_tiles(game, seat, action, kind, tile, -1)
    add_meld(game, seat, form_of(action), kind)
    note_held(game, seat)
    show_claimed(game, action, kind, tile)
    game.table.claims += 1
    game.table.seat = seat
    if action == ACT_KONG_OPEN:
        return complete_kong(setting, work, game, seat, giver, KONG_OPEN)
    game.table.banned = ALL_KINDS & ~allowed_after(setting, action, kind, tile)
    return CLAIM_TURN


@part
def show_claimed(game, action, kind, tile):
    """The claimant's own tiles become visible; the discard already is."""
    if action == ACT_CHOW:
        for other in range(kind, kind + 3):
            if other != tile:
                game.visible[other] += 1
    else:
        game.visible[kind] += 3 if action == ACT_KONG_OPEN else 2


# --- own turns -----------------------------------------------------------------------------------------------------------------------


@part
def begin_turn(setting, work, game):
    """Offer what a turn after a draw allows: whether the seat may win, and the number of kongs in work.option_*; it is one decision."""
    seat, tile = game.table.seat, game.table.tile
    may_win = False
    if game.seats[seat].shape_wait >> tile & 1:
        judge_tile(setting, work, game, seat, tile, BY_SELF)
        note_completion(work, game, seat, tile, True)
        may_win = work.verdicts[BEST].legal != 0
    if may_win:
        offer(game, seat, WIN, tile)
    game.seats[seat].decisions += 1
    options = 0 if live_tiles(setting, game, seat) == 0 else list_kongs(setting, work, game, seat, tile)
    for option in range(options):
        offer(game, seat, work.option_action[option], work.option_kind[option])
    return may_win, options


@part
def own_turn(setting, work, game):
    """A turn after a draw or replacement: win, kong or discard."""
    may_win, options = begin_turn(setting, work, game)
    seat, tile = game.table.seat, game.table.tile
    if may_win and takes_win(setting, work, game, seat, BY_SELF):
        return win_by_self(setting, work, game, seat, tile)
    if live_tiles(setting, game, seat) == 0 and not setting.rule.discard_after_last_draw:
        return end_hand(setting, game, EXHAUSTIVE)
    return kong_or_discard(setting, work, game, seat, options, ALL_KINDS, tile)


@part
def forced_turn(setting, work, game, kind):
    """A turn after a draw in which the seat declines all that it is offered and discards the given kind."""
    drawn = game.table.tile
    begin_turn(setting, work, game)
    return discard(setting, work, game, game.table.seat, kind, drawn)


@part
def claim_turn(setting, work, game):
    """A turn after a chow or pung: no win; kongs only where the rules let them; then a discard."""
    seat = game.table.seat
    game.seats[seat].decisions += 1
    options = 0
    if setting.rule.kong_after_claim and live_tiles(setting, game, seat) > 0:
        options = list_kongs(setting, work, game, seat, NO_TILE)
    for option in range(options):
        offer(game, seat, work.option_action[option], work.option_kind[option])
    return kong_or_discard(setting, work, game, seat, options, ALL_KINDS & ~game.table.banned, NO_TILE)


@copied_part
def kong_or_discard(setting, work, game, seat, options, allowed, drawn):
    """Declare one of the listed kongs, or discard an allowed kind."""
    choice = choose_kong(setting, work, game, seat, options, allowed) if options > 0 else -1
    if choice >= 0:
        return declare_kong(setting, work, game, seat, work.option_action[choice], work.option_kind[choice])
    return discard(setting, work, game, seat, choose_discard(setting, work, game, seat, allowed, drawn), drawn)


@part
def list_kongs(setting, work, game, seat, drawn):
    """Fill work.option_* with the concealed, then added kongs that the seat may declare; `drawn` is NO_TILE after a claim."""
    options = 0
    counts = game.counts[seat]
    fours = game.seats[seat].fours
    while fours:
        options = add_option(work, options, ACT_KONG_CONCEALED, lowest_bit(fours))
        fours &= fours - 1
    punged = game.seats[seat].punged
    while punged:
        kind = lowest_bit(punged)
        punged &= punged - 1
        if counts[kind] and (kind == drawn or setting.rule.added_kong_any_turn):
            options = add_option(work, options, ACT_KONG_ADDED, kind)
    return options


@copied_part
def discard(setting, work, game, seat, kind, drawn):
    """Put a tile into the river and measure what is left; that of the kind just `drawn` leaves the hand as it was."""
    write_log(game, EVENT_ACT, seat, ACT_DISCARD, kind)
    held = game.counts[seat, kind] - 1
    game.counts[seat, kind] = held
    game.seats[seat].held &= ~(np.int64(held == 0) << kind)
    game.seats[seat].fours &= ~(np.int64(1) << kind)
    game.visible[kind] += 1
    game.table.discards += 1
    game.row.discards[seat] += 1
    game.table.tile = kind
    game.table.banned = 0
    measured = game.table.measured  # by the choice of this very discard
    game.table.measured = 0
    if kind == drawn:
        return DISCARDED
    if measured:
        note_distances(setting, work, game, seat, work.shape_of[kind], work.legal_of[kind], work.accepts[kind])
    else:
        update_wait(setting, work, game, seat)
    return DISCARDED


@part
def declare_kong(setting, work, game, seat, action, kind):
    """Announce a concealed or added kong: others may rob it where the rules say so, else it stands."""
    write_log(game, EVENT_ACT, seat, action, kind)
    robbable = setting.rule.rob_kong == ROB_ANY or (setting.rule.rob_kong != ROB_OFF and action == ACT_KONG_ADDED)
    if robbable and setting.rule.players == SEATS:
        offered = note_completions(setting, work, game, seat, kind, BY_ROB)
        if answer_tile(setting, work, game, seat, kind, BY_ROB, offered):
            return win_from_other(setting, work, game, seat, kind, BY_ROB)
    if action == ACT_KONG_ADDED:
        game.counts[seat, kind] -= 1
        game.meld_form[seat, pung_of(game, seat, kind)] = KONG_ADDED
        note_held(game, seat)
        game.visible[kind] += 1
        return complete_kong(setting, work, game, seat, NONE, KONG_ADDED)
    game.counts[seat, kind] -= 4
    add_meld(game, seat, KONG_CONCEALED, kind)
    note_held(game, seat)
    if setting.rule.concealed_kong_visible:
        game.visible[kind] += 4
    return complete_kong(setting, work, game, seat, NONE, KONG_CONCEALED)


@part
def complete_kong(setting, work, game, seat, feeder, form):
    """The kong stands: settle it, end the hand at the fourth where the rules say so, or go on to the replacement."""
    game.table.kongs += 1
    game.table.feeder = feeder
    game.table.banned = 0
    pay_kong(setting, game, seat, feeder, form == KONG_CONCEALED)
    update_wait(setting, work, game, seat)
    if setting.rule.four_kong_abort and game.table.kongs == 4:
        return end_hand(setting, game, FOUR_KONGS)
    return REPLACE


@part
def replace(setting, game):
    """Take the replacement from the tail."""
    take_tile(setting, game, game.table.seat, 1)
    return OWN_TURN


@part
def draw_next(setting, game):
    """The next seat draws, or the hand is drawn when it cannot."""
    seat = next_seat(setting, game.table.seat)
    if live_tiles(setting, game, seat) <= 0:
        return end_hand(setting, game, EXHAUSTIVE)
    game.table.feeder = NONE
    take_tile(setting, game, seat, 0)
    return OWN_TURN
