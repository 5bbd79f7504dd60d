"""Price and legality of a hand that is complete in shape: readings, conditions, fan rows."""

from __future__ import annotations

from nmsim.engine.codes import (
    ALL_PAIRS,
    ANY_PAIR,
    BOTH,
    BY_ROB,
    BY_SELF,
    EITHER,
    JIANG258,
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
    SCOPE_CONCEALED,
    SECOND_OFF,
    SUITS_REQUIRED,
    YAOJIU,
)
from nmsim.engine.kernel import kernel, part
from nmsim.engine.records import ROWS
from nmsim.tiles import CHOW, FIRST_HONOR, KINDS, KONG_ADDED, KONG_CONCEALED, KONG_OPEN, RANKS, SUITS

BEST, TRIAL, VERDICTS = range(3)  # places of the verdict on a hand, and of one on a further reading
READING_NONE, READING_SETS, READING_PUNGS, READING_PAIRS, READING_ORPHANS = range(5)


@kernel
def judge(rule, fan, counts, meld_form, meld_kind, meld_count, how, verdicts):
    """Judge a hand complete in shape (counts int8[34] with the winning tile): the dearest legal reading, else the dearest.

    Writes to `verdicts[BEST]` (VERDICT[VERDICTS]; the other is scratch); of an incomplete hand only `reading`, READING_NONE, and `legal`.
    """
    verdicts[BEST].reading = READING_NONE
    verdicts[BEST].legal = 0
    tiles = tile_pattern(counts, meld_form, meld_kind, meld_count)
    if reads_as_sets(counts, meld_count):
        reading = READING_PUNGS if reads_as_pungs(counts, meld_form, meld_count) else READING_SETS
        price_reading(rule, fan, counts, meld_form, meld_kind, meld_count, how, tiles, reading, verdicts[BEST])
    if meld_count > 0:
        return
    if rule.seven_pairs and reads_as_pairs(rule, counts):
        price_reading(rule, fan, counts, meld_form, meld_kind, meld_count, how, tiles, READING_PAIRS, verdicts[TRIAL])
        keep_dearer(verdicts)
    if rule.thirteen_orphans and reads_as_orphans(counts):
        price_reading(rule, fan, counts, meld_form, meld_kind, meld_count, how, tiles, READING_ORPHANS, verdicts[TRIAL])
        keep_dearer(verdicts)


@part
def keep_dearer(verdicts):
    """Replace the best verdict by the trial's if that reading is legal and the best is not, or if it is dearer with the same legality."""
    best, trial = verdicts[BEST], verdicts[TRIAL]
    best_conditions = best.suits_ok and best.second_ok
    trial_conditions = trial.suits_ok and trial.second_ok
    better = best.reading == READING_NONE
    if trial_conditions != best_conditions:
        better = better or bool(trial_conditions)
    else:
        better = better or trial.price > best.price
    if better:
        verdicts[BEST] = verdicts[TRIAL]


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
        if counts[kind] & 1 or (counts[kind] == 4 and not rule.seven_pairs_quads):
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
    check_conditions(rule, counts, meld_form, meld_kind, meld_count, tiles, reading, verdict)
    count_rows(rule, counts, meld_form, meld_count, how, tiles, reading, verdict)
    price = 0
    for row in range(ROWS):
        at_once = rule.kong_payment == PAID_AT_ONCE and (row == ROW_KONG_OPEN or row == ROW_KONG_CONCEALED)
        if not at_once:
            price += verdict.rows[row] * fan[row]
    verdict.price = price
    verdict.total = price if rule.fan_cap == NO_CAP else min(price, rule.fan_cap)
    verdict.legal = verdict.suits_ok and verdict.second_ok and price >= rule.min_fan


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
    verdict.reading = reading
    verdict.yaojiu = has_yaojiu(rule, counts, meld_form, meld_kind, meld_count)
    verdict.jiang = has_jiang258(rule, counts, reading)
    verdict.suits_ok = suits_ok(rule, counts, meld_form, meld_kind, meld_count) or (rule.suit_exempt & patterns) != 0
    verdict.second_ok = second_ok(rule, verdict.yaojiu, verdict.jiang) or (rule.second_exempt & patterns) != 0
    return verdict.suits_ok != 0 and verdict.second_ok != 0


@part
def suits_ok(rule, counts, meld_form, meld_kind, meld_count):
    """Whether the three-suit rule is off or met within its scope."""
    if rule.suit_rule != SUITS_REQUIRED:
        return True
    concealed_only = rule.suit_scope == SCOPE_CONCEALED
    for suit in range(SUITS):
        if not holds_suit(counts, suit) and not melds_hold_suit(meld_kind, meld_form, meld_count, suit, concealed_only):
            return False
    return True


@part
def counts_as_yaojiu(rule, kind):
    """Whether the kind is 幺九 under the option for honors."""
    return is_terminal_kind(kind) or (kind >= FIRST_HONOR and rule.honors_satisfy_yaojiu != 0)


@part
def has_yaojiu(rule, counts, meld_form, meld_kind, meld_count):
    """Whether the hand holds 幺九 within the scope of the rule."""
    for kind in range(KINDS):
        if counts[kind] and counts_as_yaojiu(rule, kind):
            return True
    for meld in range(meld_count):
        if rule.yaojiu_scope == SCOPE_CONCEALED and meld_form[meld] != KONG_CONCEALED:
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
    if rule.seven_pairs_jiang == ANY_PAIR:
        return some
    return every and rule.seven_pairs_jiang == ALL_PAIRS


@part
def second_ok(rule, yaojiu, jiang):
    """Whether condition two is off or met."""
    condition = rule.second_condition
    if condition == EITHER:
        return yaojiu or jiang
    if condition == YAOJIU:
        return bool(yaojiu)
    if condition == JIANG258:
        return bool(jiang)
    return (yaojiu and jiang) if condition == BOTH else condition == SECOND_OFF


@part
def count_rows(rule, counts, meld_form, meld_count, how, tiles, reading, verdict):
    """Write how often each fan row applies to verdict.rows."""
    rows = verdict.rows
    by_self = how.source == BY_SELF
    alone = how.heavenly and not rule.tianhu_stacks  # 天胡 without 自摸 and 门清
    rows[ROW_BASIC] = 1
    rows[ROW_SELF_DRAW] = by_self and not alone and (not how.bloom or rule.kong_bloom_with_self_draw)
    rows[ROW_CONCEALED] = not alone and is_concealed(rule, meld_form, meld_count, how, reading)
    rows[ROW_PUNGS] = reading == READING_PUNGS
    rows[ROW_PURE] = tiles == PATTERN_PURE
    rows[ROW_MIXED] = tiles == PATTERN_MIXED
    rows[ROW_HONORS] = tiles == PATTERN_HONORS
    rows[ROW_PAIRS] = reading == READING_PAIRS
    rows[ROW_ORPHANS] = reading == READING_ORPHANS
    rows[ROW_DRAGON] = reading == READING_PAIRS and holds_four(counts)
    rows[ROW_KONG_OPEN] = 0
    rows[ROW_KONG_CONCEALED] = 0
    for meld in range(meld_count):
        rows[ROW_KONG_OPEN] += meld_form[meld] == KONG_OPEN or meld_form[meld] == KONG_ADDED
        rows[ROW_KONG_CONCEALED] += meld_form[meld] == KONG_CONCEALED
    rows[ROW_BLOOM] = by_self and how.bloom
    rows[ROW_LAST] = scores_last_tile(rule, how)
    rows[ROW_ROB] = how.source == BY_ROB
    rows[ROW_HEAVENLY] = how.heavenly
    rows[ROW_EARTHLY] = how.earthly


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
        if meld_form[meld] != KONG_CONCEALED or not rule.menqing_allows_concealed_kong:
            return False
    if how.source != BY_SELF and not rule.menqing_on_discard:
        return False
    closed_by_nature = reading == READING_PAIRS or reading == READING_ORPHANS
    return not closed_by_nature or rule.menqing_with_seven_pairs != 0


@part
def scores_last_tile(rule, how):
    """Whether 海底捞月 applies under its options."""
    if not how.last:
        return False
    if how.source != BY_SELF:
        return rule.last_tile_on_discard != 0
    return not how.bloom or rule.last_tile_with_kong_bloom != 0
