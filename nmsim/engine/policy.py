"""How a policy answers: features of discards, and the modes of claims, kongs and wins (docs/play.md)."""

from __future__ import annotations

import numpy as np

from nmsim.engine.codes import (
    ACT_CHOW,
    ACT_KONG_ADDED,
    ACT_KONG_CONCEALED,
    ACT_KONG_OPEN,
    ACT_PUNG,
    CONCEALED_KONG_VISIBLE,
    F_CENTRALITY,
    F_COPIES,
    F_DRAWN,
    F_HONOR,
    F_LAST_OF_SUIT,
    F_LAST_TERMINAL,
    F_LEGAL,
    F_LEGAL_ACCEPTING,
    F_NEIGHBOURS,
    F_SEEN,
    F_SHAPE,
    F_SHAPE_ACCEPTING,
    F_SUIT_TILES,
    F_TERMINAL,
    MODE_ALWAYS,
    MODE_KEEPS,
    MODE_NEVER,
    MODE_RANDOM,
    MODE_READY,
    MODE_SHORTENS,
    NEVER_PENALTY,
    P_CHOW,
    P_KEEP_LEGAL,
    P_KONG_ADDED,
    P_KONG_CONCEALED,
    P_KONG_OPEN,
    P_MISTAKES,
    P_PUNG,
    P_SALT,
    P_SIGHT,
    S_DECISIONS,
    S_LEGAL,
    S_MELDS,
    S_SHAPE,
    SIGHT_SHAPE,
    SWAP_DISCARD,
)
from nmsim.engine.kernel import part
from nmsim.engine.rng import PURPOSE_DECISION, scaled, word_of
from nmsim.engine.scoring import is_terminal_kind
from nmsim.engine.shape import discard_accepting, discard_distances, distances
from nmsim.outcomes import NEVER
from nmsim.tiles import CHOW, FIRST_HONOR, KINDS, KONG_ADDED, KONG_CONCEALED, KONG_OPEN, NO_TILE, PUNG, RANKS, SUITS

W_TIE, W_MISTAKE, W_WHICH_MISTAKE, W_COINS = range(4)
COIN_CHOW, COIN_PUNG, COIN_KONG_OPEN, COIN_KONG_CONCEALED, COIN_KONG_ADDED = range(5)
MISTAKES_OF = np.uint64(10_000)
ALL_KINDS = (1 << KINDS) - 1
ALL_TILES = 136  # no discard can have more accepting tiles than this


@part
def decision_word(setting, game, seat, number):
    """Random word `number` of the seat's present decision (its counter was already raised)."""
    block = game.seat[seat, S_DECISIONS] - 1
    purpose = PURPOSE_DECISION + np.uint64(256 * seat + 65536 * setting.policy[seat, P_SALT])
    return word_of(number, block, purpose, game.key, game.address)


@part
def is_mistake(setting, game, seat):
    """Whether the seat errs in its present decision."""
    rate = setting.policy[seat, P_MISTAKES]
    return rate > 0 and np.int64(decision_word(setting, game, seat, W_MISTAKE) % MISTAKES_OF) < rate


@part
def pick_equal(setting, game, seat, equals):
    """Which of `equals` equally good choices the seat takes."""
    return 0 if equals == 1 else scaled(decision_word(setting, game, seat, W_TIE), equals)


@part
def seen_copies(setting, game, seat, kind):
    """Copies in rivers and in all melds the seat can see, its own concealed kongs included."""
    seen = game.visible[kind]
    if not setting.rule[CONCEALED_KONG_VISIBLE]:
        for meld in range(game.seat[seat, S_MELDS]):
            if game.meld_form[seat, meld] == KONG_CONCEALED and game.meld_kind[seat, meld] == kind:
                seen += 4
    return seen


@part
def live_copies(setting, game, seat, mask):
    """Tiles of the kinds in the mask that the seat does not see."""
    live = 0
    for kind in range(KINDS):
        if mask >> kind & 1:
            live += max(0, 4 - seen_copies(setting, game, seat, kind) - game.counts[seat, kind])
    return live


@part
def suit_tiles(game, seat, suit):
    """Own tiles of a suit, melds included."""
    held = 0
    for kind in range(suit * RANKS, suit * RANKS + RANKS):
        held += game.counts[seat, kind]
    for meld in range(game.seat[seat, S_MELDS]):
        if game.meld_kind[seat, meld] // RANKS == suit:
            held += 4 if game.meld_form[seat, meld] >= KONG_OPEN else 3
    return held


@part
def terminal_tiles(game, seat):
    """Own 1s and 9s, melds included."""
    held = 0
    for suit in range(SUITS):
        held += game.counts[seat, suit * RANKS] + game.counts[seat, suit * RANKS + RANKS - 1]
    for meld in range(game.seat[seat, S_MELDS]):
        lowest = game.meld_kind[seat, meld]
        if game.meld_form[seat, meld] == CHOW:
            held += is_terminal_kind(lowest) + is_terminal_kind(lowest + 2)
        elif is_terminal_kind(lowest):
            held += 4 if game.meld_form[seat, meld] >= KONG_OPEN else 3
    return held


@part
def neighbours(game, seat, kind):
    """Own concealed tiles one rank away, twice, and two ranks away, once."""
    if kind >= FIRST_HONOR:
        return 0
    first = kind - kind % RANKS
    total = 0
    for step in range(-2, 3):
        other = kind + step
        if step != 0 and first <= other < first + RANKS:
            total += game.counts[seat, other] * (2 if abs(step) == 1 else 1)
    return total


@part
def plain_score(setting, game, seat, kind, drawn):
    """Weighted sum of the features that need no distance."""
    weight = setting.weights[seat]
    score = weight[F_COPIES] * game.counts[seat, kind]
    if kind == drawn:
        score += weight[F_DRAWN]
    if weight[F_SEEN]:
        score += weight[F_SEEN] * seen_copies(setting, game, seat, kind)
    if kind >= FIRST_HONOR:
        return score + weight[F_HONOR]
    score += weight[F_CENTRALITY] * (min(kind % RANKS, RANKS - 1 - kind % RANKS) + 1)
    if weight[F_NEIGHBOURS]:
        score += weight[F_NEIGHBOURS] * neighbours(game, seat, kind)
    if weight[F_SUIT_TILES] or weight[F_LAST_OF_SUIT]:
        held = suit_tiles(game, seat, kind // RANKS)
        score += weight[F_SUIT_TILES] * held + weight[F_LAST_OF_SUIT] * (held == 1)
    if is_terminal_kind(kind):
        score += weight[F_TERMINAL]
        if weight[F_LAST_TERMINAL]:
            score += weight[F_LAST_TERMINAL] * (terminal_tiles(game, seat) == 1)
    return score


@part
def seen_legal(shape, legal):
    """Legal distance as policies see it: never counts 16 + the shape distance."""
    return NEVER_PENALTY + shape if legal == NEVER else legal


@part
def choose_discard(setting, work, game, seat, allowed, drawn):
    """The kind the seat discards of those in the mask `allowed`; `drawn` is the kind just drawn, or NO_TILE."""
    candidates = 0
    for kind in range(KINDS):
        candidates += game.counts[seat, kind] > 0 and allowed >> kind & 1
    if is_mistake(setting, game, seat):
        return nth_candidate(game, seat, allowed, scaled(decision_word(setting, game, seat, W_WHICH_MISTAKE), candidates))
    score_discards(setting, work, game, seat, allowed, drawn)
    equals = 0
    best = np.int64(0)
    for kind in range(KINDS):
        if game.counts[seat, kind] and allowed >> kind & 1:
            if equals == 0 or work.score[kind] > best:
                best = work.score[kind]
                equals = 0
            equals += work.score[kind] == best
    left = pick_equal(setting, game, seat, equals)
    for kind in range(KINDS):
        if game.counts[seat, kind] and allowed >> kind & 1 and work.score[kind] == best:
            if left == 0:
                return kind
            left -= 1
    return NO_TILE


@part
def nth_candidate(game, seat, allowed, number):
    """The allowed kind held that has `number` allowed kinds below it."""
    for kind in range(KINDS):
        if game.counts[seat, kind] and allowed >> kind & 1:
            if number == 0:
                return kind
            number -= 1
    return NO_TILE


@part
def score_discards(setting, work, game, seat, allowed, drawn):
    """Fill work.score for every allowed kind held; accepting tiles are counted only where they can decide."""
    weight = setting.weights[seat]
    measures = weight[F_SHAPE] or weight[F_LEGAL] or weight[F_SHAPE_ACCEPTING] or weight[F_LEGAL_ACCEPTING]
    if measures:
        measure_discards(setting, work, game, seat)
    best_floor = np.int64(0)
    none_yet = True
    low, high = accepting_bounds(weight)
    for kind in range(KINDS):
        if game.counts[seat, kind] and allowed >> kind & 1:
            score = plain_score(setting, game, seat, kind, drawn)
            if measures:
                score += weight[F_SHAPE] * work.shape_of[kind]
                if weight[F_LEGAL]:
                    score += weight[F_LEGAL] * seen_legal(work.shape_of[kind], work.legal_of[kind])
            work.score[kind] = score
            if none_yet or score + low > best_floor:
                best_floor = score + low
                none_yet = False
    if not weight[F_SHAPE_ACCEPTING] and not weight[F_LEGAL_ACCEPTING]:
        return
    for kind in range(KINDS):
        if game.counts[seat, kind] and allowed >> kind & 1 and work.score[kind] + high >= best_floor:
            work.score[kind] += accepting_score(setting, work, game, seat, kind)
        else:
            work.score[kind] += low


@part
def accepting_bounds(weight):
    """Least and most that the accepting features can add to a score."""
    shape = weight[F_SHAPE_ACCEPTING] * ALL_TILES
    legal = weight[F_LEGAL_ACCEPTING] * ALL_TILES
    return min(shape, 0) + min(legal, 0), max(shape, 0) + max(legal, 0)


@part
def accepting_score(setting, work, game, seat, kind):
    """Weighted live accepting tiles after discarding the kind."""
    weight = setting.weights[seat]
    shape, legal = discard_accepting(
        setting.tables, work.shape, game.counts[seat], game.meld_form[seat], game.meld_kind[seat], game.seat[seat, S_MELDS], kind
    )
    score = np.int64(0)
    if weight[F_SHAPE_ACCEPTING]:
        score += weight[F_SHAPE_ACCEPTING] * live_copies(setting, game, seat, shape)
    if weight[F_LEGAL_ACCEPTING]:
        mask = shape if work.legal_of[kind] == NEVER else legal
        score += weight[F_LEGAL_ACCEPTING] * live_copies(setting, game, seat, mask)
    return score


@part
def measure_discards(setting, work, game, seat):
    """Fill work.shape_of and work.legal_of for every kind the seat could discard."""
    discard_distances(
        setting.tables,
        work.shape,
        game.counts[seat],
        game.meld_form[seat],
        game.meld_kind[seat],
        game.seat[seat, S_MELDS],
        work.shape_of,
        work.legal_of,
    )


@part
def sees_shape(setting, seat):
    """Whether the seat's modes look at the shape distance."""
    return setting.policy[seat, P_SIGHT] == SIGHT_SHAPE


@part
def distance_now(setting, game, seat):
    """The distance the seat sees of its hand between turns."""
    shape = game.seat[seat, S_SHAPE]
    return shape if sees_shape(setting, seat) else seen_legal(shape, game.seat[seat, S_LEGAL])


@part
def least_distance(setting, work, game, seat, allowed):
    """Least distance seen over the allowed discards, and whether any of them leaves the hand a way to be legal."""
    measure_discards(setting, work, game, seat)
    least = np.int64(NEVER)
    possible = False
    for kind in range(KINDS):
        if game.counts[seat, kind] and allowed >> kind & 1:
            shape = work.shape_of[kind]
            legal = work.legal_of[kind]
            possible = possible or legal != NEVER
            least = min(least, shape if sees_shape(setting, seat) else seen_legal(shape, legal))
    return least, possible


@part
def distance_of_hand(setting, work, game, seat):
    """Distance seen of a hand of 3n+1 tiles, and whether it can be legal."""
    shape, legal = distances(
        setting.tables, work.shape, game.counts[seat], game.meld_form[seat], game.meld_kind[seat], game.seat[seat, S_MELDS]
    )
    return (shape if sees_shape(setting, seat) else seen_legal(shape, legal)), legal != NEVER


@part
def distance_with_tile(setting, work, game, seat, tile):
    """Distance seen if the tile were simply drawn: no claim of it can bring the hand nearer."""
    game.counts[seat, tile] += 1
    distance, _ = distance_of_hand(setting, work, game, seat)
    game.counts[seat, tile] -= 1
    return distance


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
    at = game.seat[seat, S_MELDS]
    game.meld_form[seat, at] = form
    game.meld_kind[seat, at] = kind
    game.seat[seat, S_MELDS] = at + 1


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
    if action != ACT_CHOW or setting.rule[SWAP_DISCARD]:
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
        return setting.policy[seat, P_CHOW]
    return setting.policy[seat, P_PUNG] if action == ACT_PUNG else setting.policy[seat, P_KONG_OPEN]


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
    game.seat[seat, S_MELDS] -= 1
    claim_tiles(game, seat, action, kind, tile, 1)
    return after, possible


@part
def choose_claim(setting, work, game, seat, tile, options):
    """Index of the claim the seat makes among work.option_action/option_kind[:options], or -1 to pass."""
    if is_mistake(setting, game, seat):
        return -1
    keep_legal = setting.policy[seat, P_KEEP_LEGAL] != 0
    measure = keep_legal
    willing = False
    for option in range(options):
        mode = mode_of_claim(setting, seat, work.option_action[option])
        measure = measure or looks_at_distance(mode)
        willing = willing or mode != MODE_NEVER
    if not willing:
        return -1
    before = distance_now(setting, game, seat)
    bound = distance_with_tile(setting, work, game, seat, tile) if measure else before
    least = np.int64(NEVER) + 1
    equals = 0
    for option in range(options):
        action = work.option_action[option]
        mode = mode_of_claim(setting, seat, action)
        work.option_after[option] = NEVER + 1  # not allowed
        if mode == MODE_NEVER:
            continue
        after, possible = np.int64(0), True
        if (mode == MODE_SHORTENS or mode == MODE_READY) and bound >= before:
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
    game.seat[seat, S_MELDS] -= 1
    game.counts[seat, kind] += 4
    return after, possible


@part
def pung_of(game, seat, kind):
    """Which meld of the seat is the pung of a kind; -1 if none."""
    for meld in range(game.seat[seat, S_MELDS]):
        if game.meld_form[seat, meld] == PUNG and game.meld_kind[seat, meld] == kind:
            return meld
    return -1


@part
def choose_kong(setting, work, game, seat, options, allowed):
    """Index of the kong the seat declares among work.option_action/option_kind[:options], or -1 for none."""
    if options == 0 or is_mistake(setting, game, seat):
        return -1
    keep_legal = setting.policy[seat, P_KEEP_LEGAL] != 0
    before = np.int64(-1)
    best = -1
    least = np.int64(NEVER) + 1
    for option in range(options):
        action = work.option_action[option]
        concealed = action == ACT_KONG_CONCEALED
        mode = setting.policy[seat, P_KONG_CONCEALED] if concealed else setting.policy[seat, P_KONG_ADDED]
        if mode == MODE_NEVER:
            continue
        if looks_at_distance(mode) and before < 0:
            before, _ = least_distance(setting, work, game, seat, allowed)
        after, possible = measure_kong(setting, work, game, seat, action, work.option_kind[option])
        coin = COIN_KONG_CONCEALED if concealed else COIN_KONG_ADDED
        if (keep_legal and not possible) or not mode_allows(setting, game, seat, mode, coin, before, after):
            continue
        if after < least:
            least = after
            best = option
    return best
