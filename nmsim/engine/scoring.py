"""Price and legality of a hand that is complete in shape: readings, conditions, fan rows."""

from __future__ import annotations

from nmsim.engine.codes import (
    ALL_PAIRS,
    ANY_PAIR,
    BOTH,
    BY_ROB,
    BY_SELF,
    EITHER,
    FAN_CAP,
    HONORS_SATISFY_YAOJIU,
    JIANG258,
    KONG_BLOOM_WITH_SELF_DRAW,
    KONG_PAYMENT,
    LAST_TILE_ON_DISCARD,
    LAST_TILE_WITH_KONG_BLOOM,
    MENQING_ALLOWS_CONCEALED_KONG,
    MENQING_ON_DISCARD,
    MENQING_WITH_SEVEN_PAIRS,
    MIN_FAN,
    NO_CAP,
    PAID_AT_ONCE,
    PATTERN_HONORS,
    PATTERN_MIXED,
    PATTERN_ORPHANS,
    PATTERN_PAIRS,
    PATTERN_PUNGS,
    PATTERN_PURE,
    ROW_BASIC,
    ROW_BLOOM,
    ROW_CONCEALED,
    ROW_DRAGON,
    ROW_EARTHLY,
    ROW_HEAVENLY,
    ROW_HONORS,
    ROW_KONG_CONCEALED,
    ROW_KONG_OPEN,
    ROW_LAST,
    ROW_MIXED,
    ROW_ORPHANS,
    ROW_PAIRS,
    ROW_PUNGS,
    ROW_PURE,
    ROW_ROB,
    ROW_SELF_DRAW,
    ROWS,
    SCOPE_CONCEALED,
    SECOND_CONDITION,
    SECOND_EXEMPT,
    SECOND_OFF,
    SEVEN_PAIRS,
    SEVEN_PAIRS_JIANG,
    SEVEN_PAIRS_QUADS,
    SUIT_EXEMPT,
    SUIT_RULE,
    SUIT_SCOPE,
    SUITS_REQUIRED,
    THIRTEEN_ORPHANS,
    TIANHU_STACKS,
    YAOJIU,
    YAOJIU_SCOPE,
)
from nmsim.engine.kernel import kernel, part
from nmsim.tiles import CHOW, FIRST_HONOR, KINDS, KONG_ADDED, KONG_CONCEALED, KONG_OPEN, RANKS, SUITS

# How the winning tile came, int64[HOW_SIZE].
HOW_SOURCE, HOW_BLOOM, HOW_LAST, HOW_HEAVENLY, HOW_EARTHLY = range(5)
HOW_SIZE = 5
# What is said of the hand, int64[VERDICT_SIZE]; the counts of the fan rows follow from V_ROWS on.
V_LEGAL, V_SUITS_OK, V_SECOND_OK, V_PRICE, V_TOTAL, V_YAOJIU, V_JIANG, V_READING = range(8)
V_ROWS = 8
VERDICT_SIZE = V_ROWS + ROWS
READING_NONE, READING_SETS, READING_PUNGS, READING_PAIRS, READING_ORPHANS = range(5)


@kernel
def judge(rule, fan, counts, meld_form, meld_kind, meld_count, how, verdict, trial):
    """Judge a hand complete in shape (counts int8[34] with the winning tile): the dearest legal reading, else the dearest.

    Writes int64[VERDICT_SIZE] to `verdict` (`trial`, of the same size, is scratch); V_READING stays READING_NONE for an incomplete hand.
    """
    verdict[:] = 0
    tiles = tile_pattern(counts, meld_form, meld_kind, meld_count)
    if reads_as_sets(counts, meld_count):
        reading = READING_PUNGS if reads_as_pungs(counts, meld_form, meld_count) else READING_SETS
        price_reading(rule, fan, counts, meld_form, meld_kind, meld_count, how, tiles, reading, verdict)
    if meld_count > 0:
        return
    if rule[SEVEN_PAIRS] and reads_as_pairs(rule, counts):
        price_reading(rule, fan, counts, meld_form, meld_kind, meld_count, how, tiles, READING_PAIRS, trial)
        keep_dearer(verdict, trial)
    if rule[THIRTEEN_ORPHANS] and reads_as_orphans(counts):
        price_reading(rule, fan, counts, meld_form, meld_kind, meld_count, how, tiles, READING_ORPHANS, trial)
        keep_dearer(verdict, trial)


@part
def keep_dearer(best, trial):
    """Replace `best` by `trial` if that reading is legal and `best` is not, or if it is dearer with the same legality."""
    best_conditions = best[V_SUITS_OK] and best[V_SECOND_OK]
    trial_conditions = trial[V_SUITS_OK] and trial[V_SECOND_OK]
    better = best[V_READING] == READING_NONE
    if trial_conditions != best_conditions:
        better = better or bool(trial_conditions)
    else:
        better = better or trial[V_PRICE] > best[V_PRICE]
    if better:
        for entry in range(VERDICT_SIZE):
            best[entry] = trial[entry]


@part
def tile_pattern(counts, meld_form, meld_kind, meld_count):
    """Pattern bit that the tiles alone fix: pure suit, mixed suit, all honors, or 0."""
    suits = 0
    for suit in range(4):
        if holds_suit(counts, suit) or melds_hold_suit(meld_kind, meld_form, meld_count, suit, False):
            suits |= 1 << suit
    honors = suits >> SUITS
    suits &= 7
    if suits == 0:
        return PATTERN_HONORS
    if suits & (suits - 1):
        return 0
    return PATTERN_MIXED if honors else PATTERN_PURE


@part
def holds_suit(counts, suit):
    """Whether the concealed tiles hold a tile of the suit (3: an honor)."""
    for kind in range(suit * RANKS, min(suit * RANKS + RANKS, KINDS)):
        if counts[kind]:
            return True
    return False


@part
def melds_hold_suit(meld_kind, meld_form, meld_count, suit, concealed_only):
    """Whether a meld (of concealed kongs only, if asked) is of the suit."""
    for meld in range(meld_count):
        if meld_kind[meld] // RANKS == suit and (not concealed_only or meld_form[meld] == KONG_CONCEALED):
            return True
    return False


@part
def reads_as_sets(counts, meld_count):
    """Whether the concealed tiles are 4 - melds sets and one pair."""
    pairs = 0
    total = 0
    for suit in range(4):
        size = suit_size(counts, suit)
        total += size
        if size % 3 == 1:
            return False
        if size % 3 == 2:
            pairs += 1
            if not suit_has_pair_and_sets(counts, suit):
                return False
        elif not suit_is_sets(counts, suit, -1):
            return False
    return pairs == 1 and total == 14 - 3 * meld_count


@part
def suit_size(counts, suit):
    """Concealed tiles of the suit (3: honors)."""
    size = 0
    for kind in range(suit * RANKS, min(suit * RANKS + RANKS, KINDS)):
        size += counts[kind]
    return size


@part
def suit_has_pair_and_sets(counts, suit):
    """Whether some pair leaves only sets."""
    for kind in range(suit * RANKS, min(suit * RANKS + RANKS, KINDS)):
        if counts[kind] >= 2 and suit_is_sets(counts, suit, kind):
            return True
    return False


@part
def suit_is_sets(counts, suit, pair):
    """Whether the suit, less a pair of kind `pair` (or -1), is sets only.

    From the lowest rank up, the tiles that neither chows from below nor pungs can use must start chows; three like chows are three pungs.
    """
    first = suit * RANKS
    chows_1 = 0  # started one rank below
    chows_2 = 0  # started two ranks below
    for kind in range(first, min(first + RANKS, KINDS)):
        left = counts[kind] - chows_1 - chows_2 - (2 if kind == pair else 0)
        if left < 0:
            return False
        starts = left % 3
        if starts and (kind >= FIRST_HONOR or kind - first > 6):
            return False
        chows_2 = chows_1
        chows_1 = starts
    return chows_1 == 0 and chows_2 == 0


@part
def reads_as_pungs(counts, meld_form, meld_count):
    """Whether a hand of sets can be read as pungs and a pair only."""
    for meld in range(meld_count):
        if meld_form[meld] == CHOW:
            return False
    pairs = 0
    for kind in range(KINDS):
        if counts[kind] == 1 or counts[kind] == 4:
            return False
        pairs += counts[kind] == 2
    return pairs == 1


@part
def reads_as_pairs(rule, counts):
    """Whether 14 concealed tiles are seven pairs under the option for fours."""
    pairs = 0
    for kind in range(KINDS):
        if counts[kind] & 1 or (counts[kind] == 4 and not rule[SEVEN_PAIRS_QUADS]):
            return False
        pairs += counts[kind] >> 1
    return pairs == 7


@part
def is_terminal_kind(kind):
    """Whether the kind is a 1 or 9 of a suit."""
    return kind < FIRST_HONOR and (kind % RANKS == 0 or kind % RANKS == RANKS - 1)


@part
def is_orphan(kind):
    """Whether the kind is a 1, a 9 or an honor."""
    return kind >= FIRST_HONOR or is_terminal_kind(kind)


@part
def reads_as_orphans(counts):
    """Whether 14 concealed tiles are thirteen orphans."""
    total = 0
    for kind in range(KINDS):
        if is_orphan(kind):
            if counts[kind] == 0:
                return False
            total += counts[kind]
    return total == 14


@part
def price_reading(rule, fan, counts, meld_form, meld_kind, meld_count, how, tiles, reading, verdict):
    """Fill the verdict for one reading: conditions, rows, price, total, legality."""
    verdict[:] = 0
    check_conditions(rule, counts, meld_form, meld_kind, meld_count, tiles, reading, verdict)
    count_rows(rule, counts, meld_form, meld_count, how, tiles, reading, verdict)
    price = 0
    for row in range(ROWS):
        at_once = rule[KONG_PAYMENT] == PAID_AT_ONCE and (row == ROW_KONG_OPEN or row == ROW_KONG_CONCEALED)
        if not at_once:
            price += verdict[V_ROWS + row] * fan[row]
    verdict[V_PRICE] = price
    verdict[V_TOTAL] = price if rule[FAN_CAP] == NO_CAP else min(price, rule[FAN_CAP])
    verdict[V_LEGAL] = verdict[V_SUITS_OK] and verdict[V_SECOND_OK] and price >= rule[MIN_FAN]


@part
def check_conditions(rule, counts, meld_form, meld_kind, meld_count, tiles, reading, verdict):
    """Write to the verdict which conditions a reading meets, or is exempt from; True if both."""
    patterns = tiles
    if reading == READING_PUNGS:
        patterns |= PATTERN_PUNGS
    elif reading == READING_PAIRS:
        patterns |= PATTERN_PAIRS
    elif reading == READING_ORPHANS:
        patterns |= PATTERN_ORPHANS
    verdict[V_READING] = reading
    verdict[V_YAOJIU] = has_yaojiu(rule, counts, meld_form, meld_kind, meld_count)
    verdict[V_JIANG] = has_jiang258(rule, counts, reading)
    verdict[V_SUITS_OK] = suits_ok(rule, counts, meld_form, meld_kind, meld_count) or (rule[SUIT_EXEMPT] & patterns) != 0
    verdict[V_SECOND_OK] = second_ok(rule, verdict[V_YAOJIU], verdict[V_JIANG]) or (rule[SECOND_EXEMPT] & patterns) != 0
    return verdict[V_SUITS_OK] != 0 and verdict[V_SECOND_OK] != 0


@part
def suits_ok(rule, counts, meld_form, meld_kind, meld_count):
    """Whether the three-suit rule is off or met within its scope."""
    if rule[SUIT_RULE] != SUITS_REQUIRED:
        return True
    concealed_only = rule[SUIT_SCOPE] == SCOPE_CONCEALED
    for suit in range(SUITS):
        if not holds_suit(counts, suit) and not melds_hold_suit(meld_kind, meld_form, meld_count, suit, concealed_only):
            return False
    return True


@part
def counts_as_yaojiu(rule, kind):
    """Whether the kind is 幺九 under the option for honors."""
    return is_terminal_kind(kind) or (kind >= FIRST_HONOR and rule[HONORS_SATISFY_YAOJIU] != 0)


@part
def has_yaojiu(rule, counts, meld_form, meld_kind, meld_count):
    """Whether the hand holds 幺九 within the scope of the rule."""
    for kind in range(KINDS):
        if counts[kind] and counts_as_yaojiu(rule, kind):
            return True
    for meld in range(meld_count):
        if rule[YAOJIU_SCOPE] == SCOPE_CONCEALED and meld_form[meld] != KONG_CONCEALED:
            continue
        lowest = meld_kind[meld]
        highest = lowest + 2 if meld_form[meld] == CHOW else lowest
        if counts_as_yaojiu(rule, lowest) or counts_as_yaojiu(rule, highest):
            return True
    return False


@part
def is_258(kind):
    """Whether the kind is a 2, 5 or 8 of a suit."""
    return kind < FIRST_HONOR and kind % 3 == 1


@part
def has_jiang258(rule, counts, reading):
    """Whether the pair is a 2, 5 or 8, as the reading and the option for seven pairs count it."""
    if reading == READING_ORPHANS:
        return False
    if reading == READING_PAIRS:
        return pairs_hold_jiang(rule, counts)
    for suit in range(SUITS):
        if suit_size(counts, suit) % 3 == 2:
            # Sets sum to 0 mod 3, so the tiles fix the pair's rank mod 3 however they are split.
            total = 0
            for rank in range(RANKS):
                total += counts[suit * RANKS + rank] * (rank + 1)
            return total % 3 == 1
    return False


@part
def pairs_hold_jiang(rule, counts):
    """Whether seven pairs hold a 将对: any of them, all of them, or never, as the option says."""
    some = False
    every = True
    for kind in range(KINDS):
        if counts[kind]:
            some = some or is_258(kind)
            every = every and is_258(kind)
    if rule[SEVEN_PAIRS_JIANG] == ANY_PAIR:
        return some
    return every and rule[SEVEN_PAIRS_JIANG] == ALL_PAIRS


@part
def second_ok(rule, yaojiu, jiang):
    """Whether condition two is off or met."""
    condition = rule[SECOND_CONDITION]
    if condition == EITHER:
        return yaojiu or jiang
    if condition == YAOJIU:
        return bool(yaojiu)
    if condition == JIANG258:
        return bool(jiang)
    return (yaojiu and jiang) if condition == BOTH else condition == SECOND_OFF


@part
def count_rows(rule, counts, meld_form, meld_count, how, tiles, reading, verdict):
    """Write how often each fan row applies to verdict[V_ROWS:]."""
    rows = verdict[V_ROWS:]
    by_self = how[HOW_SOURCE] == BY_SELF
    alone = how[HOW_HEAVENLY] and not rule[TIANHU_STACKS]  # 天胡 without 自摸 and 门清
    rows[ROW_BASIC] = 1
    rows[ROW_SELF_DRAW] = by_self and not alone and (not how[HOW_BLOOM] or rule[KONG_BLOOM_WITH_SELF_DRAW])
    rows[ROW_CONCEALED] = not alone and is_concealed(rule, meld_form, meld_count, how, reading)
    rows[ROW_PUNGS] = reading == READING_PUNGS
    rows[ROW_PURE] = tiles == PATTERN_PURE
    rows[ROW_MIXED] = tiles == PATTERN_MIXED
    rows[ROW_HONORS] = tiles == PATTERN_HONORS
    rows[ROW_PAIRS] = reading == READING_PAIRS
    rows[ROW_ORPHANS] = reading == READING_ORPHANS
    rows[ROW_DRAGON] = reading == READING_PAIRS and holds_four(counts)
    for meld in range(meld_count):
        rows[ROW_KONG_OPEN] += meld_form[meld] == KONG_OPEN or meld_form[meld] == KONG_ADDED
        rows[ROW_KONG_CONCEALED] += meld_form[meld] == KONG_CONCEALED
    rows[ROW_BLOOM] = by_self and how[HOW_BLOOM]
    rows[ROW_LAST] = scores_last_tile(rule, how)
    rows[ROW_ROB] = how[HOW_SOURCE] == BY_ROB
    rows[ROW_HEAVENLY] = how[HOW_HEAVENLY]
    rows[ROW_EARTHLY] = how[HOW_EARTHLY]


@part
def holds_four(counts):
    """Whether the concealed tiles hold four of a kind."""
    for kind in range(KINDS):
        if counts[kind] == 4:
            return True
    return False


@part
def is_concealed(rule, meld_form, meld_count, how, reading):
    """Whether 门清 applies under its options."""
    for meld in range(meld_count):
        if meld_form[meld] != KONG_CONCEALED or not rule[MENQING_ALLOWS_CONCEALED_KONG]:
            return False
    if how[HOW_SOURCE] != BY_SELF and not rule[MENQING_ON_DISCARD]:
        return False
    closed_by_nature = reading == READING_PAIRS or reading == READING_ORPHANS
    return not closed_by_nature or rule[MENQING_WITH_SEVEN_PAIRS] != 0


@part
def scores_last_tile(rule, how):
    """Whether 海底捞月 applies under its options."""
    if not how[HOW_LAST]:
        return False
    if how[HOW_SOURCE] != BY_SELF:
        return rule[LAST_TILE_ON_DISCARD] != 0
    return not how[HOW_BLOOM] or rule[LAST_TILE_WITH_KONG_BLOOM] != 0
