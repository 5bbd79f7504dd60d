"""How a policy answers: features of discards, and the modes of claims, kongs and wins (docs/play.md)."""

from __future__ import annotations

import numpy as np

from nmsim.engine.codes import (
    ACT_CHOW,
    ACT_KONG_ADDED,
    ACT_KONG_CONCEALED,
    ACT_KONG_OPEN,
    ACT_PUNG,
    MODE_ALWAYS,
    MODE_KEEPS,
    MODE_NEVER,
    MODE_RANDOM,
    MODE_READY,
    MODE_SHORTENS,
    NEVER_PENALTY,
    SIGHT_SHAPE,
    UNKNOWN,
)
from nmsim.engine.kernel import copied_part, part
from nmsim.engine.lanes import bits_set, kinds_above, lowest_bit, nth_bit
from nmsim.engine.rng import BATCH, PURPOSE_DECISION, WORDS, fill_batch, scaled
from nmsim.engine.scoring import is_terminal_kind
from nmsim.engine.shape import IN_SHAPE, LEGALLY, accepting_after, discard_distances, distances
from nmsim.engine.state import tables_of
from nmsim.engine.suit_rows import ABSENT
from nmsim.outcomes import NEVER
from nmsim.tiles import ALL_KINDS, CHOW, COPIES, FIRST_HONOR, KINDS, KONG_ADDED, KONG_CONCEALED, KONG_OPEN, PUNG, RANKS, SUITS

W_TIE, W_MISTAKE, W_WHICH_MISTAKE, W_COINS = range(4)
COIN_CHOW, COIN_PUNG, COIN_KONG_OPEN, COIN_KONG_CONCEALED, COIN_KONG_ADDED = range(5)
MISTAKES_OF = np.uint64(10_000)


@part
def fill_words(setting, game, seat, batch):
    """Make the random words of a batch of the seat's decisions."""
    game.seats[seat].batch = batch + 1
    purpose = PURPOSE_DECISION + np.uint64(256 * seat + 65536 * setting.policy[seat].salt)
    fill_batch(game.words[seat], 0, batch * BATCH, purpose, game.key, game.address)


@copied_part
def decision_word(setting, game, seat, number):
    """Random word `number` of the seat's present decision (its counter was already raised)."""
    block = game.seats[seat].decisions - 1
    batch = block // BATCH
    if game.seats[seat].batch != batch + 1:
        fill_words(setting, game, seat, batch)
    return np.uint64(game.words[seat, WORDS * (block % BATCH) + number])


@copied_part
def is_mistake(setting, game, seat):
    """Whether the seat errs in its present decision."""
    rate = setting.policy[seat].mistakes
    return rate > 0 and np.int64(decision_word(setting, game, seat, W_MISTAKE) % MISTAKES_OF) < rate


@copied_part
def pick_equal(setting, game, seat, equals):
    """Which of `equals` equally good choices the seat takes."""
    return 0 if equals == 1 else scaled(decision_word(setting, game, seat, W_TIE), equals)


@part
def note_unseen(setting, work, game, seat):
    """Fill work.unseen, of each kind the copies that the seat does not see, and work.unseen_above."""
    counts = game.counts[seat]
    for kind in range(KINDS):
        work.unseen[kind] = COPIES - game.visible[kind] - counts[kind]
    if not setting.rule.concealed_kong_visible:
        for meld in range(game.seats[seat].melds):
            if game.meld_form[seat, meld] == KONG_CONCEALED:
                work.unseen[game.meld_kind[seat, meld]] = 0
    for copies in range(COPIES):
        work.unseen_above[copies] = kinds_above(work.unseen, copies)


@part
def live_copies(work, mask):
    """Tiles of the kinds in the mask that are not seen, by work.unseen."""
    live = np.int64(0)
    for copies in range(COPIES):
        live += bits_set(mask & work.unseen_above[copies])
    return live


@part
def suit_tiles(game, seat, suit):
    """Own tiles of a suit, melds included."""
    held = np.int64(0)
    for kind in range(suit * RANKS, suit * RANKS + RANKS):
        held += game.counts[seat, kind]
    for meld in range(game.seats[seat].melds):
        if game.meld_kind[seat, meld] // RANKS == suit:
            held += 4 if game.meld_form[seat, meld] >= KONG_OPEN else 3
    return held


@part
def terminal_tiles(game, seat):
    """Own 1s and 9s, melds included."""
    held = np.int64(0)
    for suit in range(SUITS):
        held += game.counts[seat, suit * RANKS] + game.counts[seat, suit * RANKS + RANKS - 1]
    for meld in range(game.seats[seat].melds):
        lowest = game.meld_kind[seat, meld]
        if game.meld_form[seat, meld] == CHOW:
            held += is_terminal_kind(lowest) + is_terminal_kind(lowest + 2)
        elif is_terminal_kind(lowest):
            held += 4 if game.meld_form[seat, meld] >= KONG_OPEN else 3
    return held


@part
def neighbours(counts, kind):
    """Concealed tiles of counts int8[34] one rank from a suit's kind, twice, and two ranks, once."""
    rank = kind % RANKS
    total = np.int64(0)
    if rank > 0:
        total += 2 * counts[kind - 1]
    if rank > 1:
        total += counts[kind - 2]
    if rank < RANKS - 1:
        total += 2 * counts[kind + 1]
    if rank < RANKS - 2:
        total += counts[kind + 2]
    return total


@part
def plain_score(work, game, seat, weight, counts, kind, drawn):
    """Weighted sum of the features that need no distance; with F_SEEN by work.unseen."""
    score = weight.copies * counts[kind]
    if kind == drawn:
        score += weight.drawn
    if weight.seen:
        score += weight.seen * (COPIES - counts[kind] - work.unseen[kind])
    if kind >= FIRST_HONOR:
        return score + weight.honor
    rank = kind % RANKS
    score += weight.centrality * (min(rank, RANKS - 1 - rank) + 1)
    if weight.neighbours:
        score += weight.neighbours * neighbours(counts, kind)
    if weight.suit_tiles or weight.last_of_suit:
        held = suit_tiles(game, seat, kind // RANKS)
        score += weight.suit_tiles * held + weight.last_of_suit * (held == 1)
    if rank == 0 or rank == RANKS - 1:
        score += weight.terminal
        if weight.last_terminal:
            score += weight.last_terminal * (terminal_tiles(game, seat) == 1)
    return score


@part
def seen_legal(shape, legal):
    """Legal distance as policies see it: never counts 16 + the shape distance."""
    return NEVER_PENALTY + shape if legal == NEVER else legal


@copied_part
def choose_discard(setting, work, game, seat, allowed, drawn):
    """The kind the seat discards of those in the mask `allowed`; `drawn` is the kind just drawn, or NO_TILE."""
    candidates = game.seats[seat].held & allowed
    if is_mistake(setting, game, seat):
        return nth_bit(candidates, scaled(decision_word(setting, game, seat, W_WHICH_MISTAKE), bits_set(candidates)))
    equal = best_discards(setting, work, game, seat, candidates, drawn) if setting.policy[seat].scores else candidates
    return nth_bit(equal, pick_equal(setting, game, seat, bits_set(equal)))


@part
def best_discards(setting, work, game, seat, candidates, drawn):
    """Of the kinds in the mask those of the highest score."""
    candidates = score_discards(setting, work, game, seat, candidates, drawn)
    best = np.int64(0)
    equal = np.int64(0)
    left = candidates
    while left:
        kind = lowest_bit(left)
        left &= left - 1
        score = work.score[kind]
        if equal == 0 or score > best:
            best = score
            equal = np.int64(0)
        equal |= np.int64(score == best) << kind
    return equal


@part
def score_discards(setting, work, game, seat, candidates, drawn):
    """Fill work.score for those of the kinds in the mask that may have the highest; returns these.

    Features are weighed in turn, the dearest to find last: of kinds that what is left cannot bring to the front no more is asked.
    """
    weight, policy, counts = setting.weights[seat], setting.policy[seat], game.counts[seat]
    measures = weight.shape_distance or weight.legal_distance or weight.shape_accepting or weight.legal_accepting
    accepts = weight.shape_accepting or weight.legal_accepting
    if measures:
        measure_discards(setting, work, game, seat)
        game.table.measured = 1
        score_distances(work, weight, candidates)
        candidates = in_front(work, candidates, policy.plain_spread + policy.accepting_spread)
    if accepts or weight.seen:
        note_unseen(setting, work, game, seat)
    left = candidates
    while left:
        kind = lowest_bit(left)
        left &= left - 1
        score = plain_score(work, game, seat, weight, counts, kind, drawn)
        work.score[kind] = score + work.score[kind] if measures else score
        work.accepts[kind] = UNKNOWN
    if accepts:
        candidates = in_front(work, candidates, policy.accepting_spread)
        left = candidates
        while left:
            kind = lowest_bit(left)
            left &= left - 1
            work.score[kind] += accepting_score(setting, work, game, seat, kind)
    return candidates


@part
def score_distances(work, weight, candidates):
    """Fill work.score for the kinds in the mask by the distances after them."""
    while candidates:
        kind = lowest_bit(candidates)
        candidates &= candidates - 1
        score = weight.shape_distance * work.shape_of[kind]
        if weight.legal_distance:
            score += weight.legal_distance * seen_legal(work.shape_of[kind], work.legal_of[kind])
        work.score[kind] = score


@part
def in_front(work, candidates, spread):
    """Of the kinds in the mask those whose work.score is the highest, or can become it where others lose and they gain `spread` in all."""
    best = np.int64(0)
    none_yet = True
    left = candidates
    while left:
        score = work.score[lowest_bit(left)]
        left &= left - 1
        if none_yet or score > best:
            best = score
            none_yet = False
    front = np.int64(0)
    while candidates:
        kind = lowest_bit(candidates)
        candidates &= candidates - 1
        front |= np.int64(work.score[kind] + spread >= best) << kind
    return front


@part
def accepting_score(setting, work, game, seat, kind):
    """Weighted live accepting tiles after discarding the kind, right after `measure_discards`; work.accepts keeps the kinds."""
    weight = setting.weights[seat]
    never = work.legal_of[kind] == NEVER
    want = IN_SHAPE if weight.shape_accepting or never else 0
    want |= LEGALLY if weight.legal_accepting and not never else 0
    missing = ABSENT if never else work.legal_of[kind] + 1
    shape, legal = accepting_after(tables_of(setting), work.scratch, game.counts[seat], kind, want, work.shape_of[kind] + 1, missing)
    if sees_shape(setting, seat) or never:
        work.accepts[kind] = shape if want & IN_SHAPE else UNKNOWN
    else:
        work.accepts[kind] = legal if want & LEGALLY else UNKNOWN
    score = np.int64(0)
    if weight.shape_accepting:
        score += weight.shape_accepting * live_copies(work, shape)
    if weight.legal_accepting:
        score += weight.legal_accepting * live_copies(work, shape if never else legal)
    return score


@part
def measure_discards(setting, work, game, seat):
    """Fill work.shape_of and work.legal_of for every kind the seat could discard."""
    discard_distances(
        tables_of(setting),
        work.scratch,
        game.counts[seat],
        game.meld_form[seat],
        game.meld_kind[seat],
        game.seats[seat].melds,
        work.shape_of,
        work.legal_of,
    )


@part
def sees_shape(setting, seat):
    """Whether the seat's modes look at the shape distance."""
    return setting.policy[seat].sight == SIGHT_SHAPE


@part
def distance_now(setting, game, seat):
    """The distance the seat sees of its hand between turns."""
    shape = game.seats[seat].shape
    return shape if sees_shape(setting, seat) else seen_legal(shape, game.seats[seat].legal)


@part
def least_distance(setting, work, game, seat, allowed):
    """Least distance seen over the allowed discards, and whether any of them leaves the hand a way to be legal."""
    measure_discards(setting, work, game, seat)
    least = np.int64(NEVER)
    possible = False
    left = kinds_above(game.counts[seat], 0) & allowed
    while left:
        kind = lowest_bit(left)
        left &= left - 1
        shape, legal = work.shape_of[kind], work.legal_of[kind]
        possible = possible or legal != NEVER
        least = min(least, shape if sees_shape(setting, seat) else seen_legal(shape, legal))
    return least, possible


@part
def distance_of_hand(setting, work, game, seat):
    """Distance seen of a hand of 3n+1 tiles, and whether it can be legal."""
    shape, legal = distances(
        tables_of(setting), work.scratch, game.counts[seat], game.meld_form[seat], game.meld_kind[seat], game.seats[seat].melds
    )
    return (shape if sees_shape(setting, seat) else seen_legal(shape, legal)), legal != NEVER


@part
def brings_nearer(setting, work, game, seat, tile, before):
    """Whether the tile, simply drawn, would bring the hand nearer: if not, no claim of it can."""
    if game.seats[seat].accepts != UNKNOWN:
        return (game.seats[seat].accepts >> tile) & 1 == 1
    game.counts[seat, tile] += 1
    distance, _ = distance_of_hand(setting, work, game, seat)
    game.counts[seat, tile] -= 1
    return distance < before


@part
def looks_at_distance(mode):
    """Whether a mode compares distances."""
    return mode == MODE_KEEPS or mode == MODE_SHORTENS or mode == MODE_READY


@part
def mode_allows(setting, game, seat, mode, coin, before, after):
    """Whether a mode allows an action that brings the distance from `before` to `after`."""
    if mode == MODE_RANDOM:
        return (decision_word(setting, game, seat, W_COINS) >> np.uint64(coin)) & np.uint64(1) == np.uint64(1)
    if mode == MODE_KEEPS:
        return after <= before
    if mode == MODE_SHORTENS:
        return after < before
    if mode == MODE_READY:
        return after < before and after == 0
    return mode == MODE_ALWAYS


@part
def add_meld(game, seat, form, kind):
    """Lay down a meld; the tiles are taken from the hand elsewhere."""
    at = game.seats[seat].melds
    game.meld_form[seat, at] = form
    game.meld_kind[seat, at] = kind
    game.seats[seat].melds = at + 1


@part
def claim_tiles(game, seat, action, kind, tile, sign):
    """Take the seat's own tiles of a claim out of its hand (sign -1), or put them back (+1)."""
    if action == ACT_CHOW:
        for other in range(kind, kind + 3):
            if other != tile:
                game.counts[seat, other] += sign
    else:
        game.counts[seat, kind] += sign * (3 if action == ACT_KONG_OPEN else 2)


@part
def form_of(action):
    """The meld that an action makes."""
    if action == ACT_CHOW:
        return CHOW
    if action == ACT_PUNG:
        return PUNG
    if action == ACT_KONG_OPEN:
        return KONG_OPEN
    return KONG_CONCEALED if action == ACT_KONG_CONCEALED else KONG_ADDED


@part
def allowed_after(setting, action, kind, tile):
    """Mask of kinds that may be discarded after claiming `tile`: all, or less the swap after a chow."""
    if action != ACT_CHOW or setting.rule.swap_discard:
        return ALL_KINDS
    banned = 1 << tile
    if tile == kind and kind % RANKS < RANKS - 3:
        banned |= 1 << (kind + 3)
    if tile == kind + 2 and kind % RANKS > 0:
        banned |= 1 << (kind - 1)
    return ALL_KINDS & ~banned


@part
def mode_of_claim(setting, seat, action):
    """The seat's mode for a claim."""
    if action == ACT_CHOW:
        return setting.policy[seat].chow
    return setting.policy[seat].pung if action == ACT_PUNG else setting.policy[seat].kong_open


@part
def coin_of_claim(action):
    """The coin of a claim in mode random."""
    if action == ACT_CHOW:
        return COIN_CHOW
    return COIN_PUNG if action == ACT_PUNG else COIN_KONG_OPEN


@part
def measure_claim(setting, work, game, seat, action, kind, tile):
    """Distance seen after a claim, and whether the hand could still be legal; the hand is left as it was."""
    claim_tiles(game, seat, action, kind, tile, -1)
    add_meld(game, seat, form_of(action), kind)
    if action == ACT_KONG_OPEN:
        after, possible = distance_of_hand(setting, work, game, seat)
    else:
        after, possible = least_distance(setting, work, game, seat, allowed_after(setting, action, kind, tile))
    game.seats[seat].melds -= 1
    claim_tiles(game, seat, action, kind, tile, 1)
    return after, possible


@part
def choose_claim(setting, work, game, seat, tile, options):
    """Index of the claim the seat makes among work.option_action/option_kind[:options], or -1 to pass."""
    if is_mistake(setting, game, seat):
        return -1
    keep_legal = setting.policy[seat].keep_legal != 0
    measure = keep_legal
    willing = False
    for option in range(options):
        mode = mode_of_claim(setting, seat, work.option_action[option])
        measure = measure or looks_at_distance(mode)
        willing = willing or mode != MODE_NEVER
    if not willing:
        return -1
    before = distance_now(setting, game, seat)
    helps = not measure or brings_nearer(setting, work, game, seat, tile, before)
    least = np.int64(NEVER) + 1
    equals = 0
    for option in range(options):
        action = work.option_action[option]
        mode = mode_of_claim(setting, seat, action)
        work.option_after[option] = NEVER + 1  # not allowed
        if mode == MODE_NEVER:
            continue
        after, possible = np.int64(0), True
        if (mode == MODE_SHORTENS or mode == MODE_READY) and not helps:
            continue
        if measure:
            after, possible = measure_claim(setting, work, game, seat, action, work.option_kind[option], tile)
        if (keep_legal and not possible) or not mode_allows(setting, game, seat, mode, coin_of_claim(action), before, after):
            continue
        work.option_after[option] = after
        if after < least:
            least = after
            equals = 0
        equals += after == least
    if equals == 0:
        return -1
    left = pick_equal(setting, game, seat, equals)
    for option in range(options):
        if work.option_after[option] == least:
            if left == 0:
                return option
            left -= 1
    return -1


@part
def measure_kong(setting, work, game, seat, action, kind):
    """Distance seen after a concealed or added kong, before the replacement, and whether the hand could still be legal."""
    if action == ACT_KONG_ADDED:
        game.counts[seat, kind] -= 1
        meld = pung_of(game, seat, kind)
        game.meld_form[seat, meld] = KONG_ADDED
        after, possible = distance_of_hand(setting, work, game, seat)
        game.meld_form[seat, meld] = PUNG
        game.counts[seat, kind] += 1
        return after, possible
    game.counts[seat, kind] -= 4
    add_meld(game, seat, KONG_CONCEALED, kind)
    after, possible = distance_of_hand(setting, work, game, seat)
    game.seats[seat].melds -= 1
    game.counts[seat, kind] += 4
    return after, possible


@part
def pung_of(game, seat, kind):
    """Which meld of the seat is the pung of a kind; -1 if none."""
    for meld in range(game.seats[seat].melds):
        if game.meld_form[seat, meld] == PUNG and game.meld_kind[seat, meld] == kind:
            return meld
    return -1


@part
def choose_kong(setting, work, game, seat, options, allowed):
    """Index of the kong the seat declares among work.option_action/option_kind[:options], or -1 for none."""
    if options == 0 or is_mistake(setting, game, seat):
        return -1
    keep_legal = setting.policy[seat].keep_legal != 0
    before = np.int64(-1)
    best = -1
    least = np.int64(NEVER) + 1
    for option in range(options):
        action = work.option_action[option]
        concealed = action == ACT_KONG_CONCEALED
        mode = setting.policy[seat].kong_concealed if concealed else setting.policy[seat].kong_added
        if mode == MODE_NEVER:
            continue
        if looks_at_distance(mode) and before < 0:
            before, _ = least_distance(setting, work, game, seat, allowed)
        after, possible = np.int64(0), True
        if keep_legal or looks_at_distance(mode) or options > 1:
            after, possible = measure_kong(setting, work, game, seat, action, work.option_kind[option])
        coin = COIN_KONG_CONCEALED if concealed else COIN_KONG_ADDED
        if (keep_legal and not possible) or not mode_allows(setting, game, seat, mode, coin, before, after):
            continue
        if after < least:
            least = after
            best = option
    return best
