"""Loops over an array of hands: distances, accepting kinds, and the judge's verdict of each.

Hands are `counts` int8[n, 34] of concealed tiles, `form`, `kind` int8[n, 4] and `melds` int64[n].
"""

from __future__ import annotations

from nmsim.engine.codes import BOTH, EITHER, JIANG258, SCOPE_CONCEALED
from nmsim.engine.kernel import kernel, part
from nmsim.engine.reasons import Reason
from nmsim.engine.scoring import BEST, READING_NONE, holds_suit, judge, melds_hold_suit, reads_as_orphans, reads_as_pairs
from nmsim.engine.shape import accepting, distances
from nmsim.tiles import CHOW, COPIES, KINDS, PUNG, SUITS

HAND_SIZE = 14
MISSING = int(Reason.MISSING_CHARACTERS)  # the other suits' bits follow
NO_YAOJIU_NO_258 = int(Reason.NO_YAOJIU_NO_258)
ONLY_YAOJIU = int(Reason.SECOND_CONDITION_YAOJIU)
ONLY_JIANG = int(Reason.SECOND_CONDITION_JIANG258)
BOTH_ASKED = int(Reason.SECOND_CONDITION_BOTH)
BAD_TILE_COUNT, FIVE_COPIES, NOT_COMPLETE = int(Reason.BAD_TILE_COUNT), int(Reason.FIVE_COPIES), int(Reason.NOT_COMPLETE)
ORPHANS_OFF, PAIRS_OFF = int(Reason.THIRTEEN_ORPHANS_OFF), int(Reason.SEVEN_PAIRS_OFF)
BELOW_MIN_FAN = int(Reason.BELOW_MIN_FAN)


@kernel
def measure_hands(tables, scratch, counts, form, kind, melds, shape_out, legal_out, shape_accepting, legal_accepting):
    """Distances of every hand to int8[n] `shape_out`, `legal_out`, and the kinds that shorten them to bool[n, 34] `..._accepting`.

    Hands are of 3n+1 or 3n+2 tiles, or of 3n+1 only where accepting kinds are wanted; they are not where these arrays have no rows.
    """
    for hand in range(len(counts)):
        shape, legal = distances(tables, scratch, counts[hand], form[hand], kind[hand], melds[hand])
        shape_out[hand] = shape
        legal_out[hand] = legal
        if len(shape_accepting) > 0:
            shape, legal = accepting(tables, scratch, counts[hand], form[hand], kind[hand], melds[hand])
            for tile in range(KINDS):
                shape_accepting[hand, tile] = shape >> tile & 1 != 0
                legal_accepting[hand, tile] = legal >> tile & 1 != 0


@kernel
def judge_hands(rule, fan, counts, form, kind, melds, way, how, barred, verdicts, reasons_out, fan_out):
    """Judge every hand, the winning tile in its counts: reasons against it (bits) and its fan, to int64[n] `reasons_out` and `fan_out`.

    `how` HOW[ways] and `barred` int64[ways]: the ways of winning and the reason bits against each; `way` int64[n]: whose is
    whose. `verdicts` VERDICT[VERDICTS] is scratch. The fan of a hand that is not complete is 0.
    """
    for hand in range(len(counts)):
        fan_out[hand] = 0
        fault = unusable(counts[hand], form[hand], kind[hand], melds[hand])
        if fault == 0:
            judge(rule, fan, counts[hand], form[hand], kind[hand], melds[hand], how[way[hand]], verdicts)
            if verdicts[BEST].reading == READING_NONE:
                fault = incomplete(rule, counts[hand], melds[hand], barred[way[hand]])
            else:
                fan_out[hand] = verdicts[BEST].total
                fault = barred[way[hand]] | refusals(rule, counts[hand], form[hand], kind[hand], melds[hand], verdicts[BEST])
        reasons_out[hand] = fault


@part
def unusable(counts, form, kind, melds):
    """The reason bit of a hand with a wrong number of tiles or a fifth copy; 0 for others."""
    tiles = 3 * melds
    for tile in range(KINDS):
        tiles += counts[tile]
    if tiles != HAND_SIZE:
        return BAD_TILE_COUNT
    for tile in range(KINDS):
        copies = counts[tile]
        for meld in range(melds):
            if form[meld] == CHOW:
                copies += kind[meld] <= tile <= kind[meld] + 2
            elif kind[meld] == tile:
                copies += 3 if form[meld] == PUNG else COPIES
        if copies > COPIES:
            return FIVE_COPIES
    return 0


@part
def incomplete(rule, counts, melds, barred):
    """Reason bits of a hand without a reading; a shape that is switched off is named when it alone would complete it."""
    if melds == 0:
        if not rule.thirteen_orphans and reads_as_orphans(counts):
            return ORPHANS_OFF | barred
        if not rule.seven_pairs and reads_as_pairs(rule, counts):
            return PAIRS_OFF | barred
    return NOT_COMPLETE


@part
def refusals(rule, counts, form, kind, melds, verdict):
    """Reason bits of a complete hand: conditions not met, too few fan."""
    bits = 0
    if not verdict.suits_ok:
        for suit in range(SUITS):
            shown = melds_hold_suit(kind, form, melds, suit, rule.suit_scope == SCOPE_CONCEALED)
            if not holds_suit(counts, suit) and not shown:
                bits |= MISSING << suit
    if not verdict.second_ok:
        condition = rule.second_condition
        if condition == EITHER:
            bits |= NO_YAOJIU_NO_258
        elif condition == BOTH:
            bits |= BOTH_ASKED
        else:
            bits |= ONLY_JIANG if condition == JIANG258 else ONLY_YAOJIU
    if verdict.price < rule.min_fan:
        bits |= BELOW_MIN_FAN
    return bits
