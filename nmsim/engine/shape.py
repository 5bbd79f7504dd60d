"""Distances (向听) and accepting kinds of a hand: to a complete shape, and to one that the rules let be declared.

A hand's rows and rests (hand_rows) give what four sets and a pair miss. A lane in which a color's row and its rest miss exactly that is
*tight*: a tile lowers the sum if it lowers a tight lane, and may leave the hand if it leaves one as it is. Seven pairs, thirteen orphans
and exempt families are looked at beside that, where they are as near. Costs are missing tiles; a distance is that less one.
"""

from __future__ import annotations

import numpy as np

from nmsim.engine.closed_shapes import legal_pairs_missing, orphans_lowering, orphans_missing, pairs_missing
from nmsim.engine.families import family_floor, family_kept, family_lowering, family_missing
from nmsim.engine.hand_rows import (
    AFTER_RESTS,
    RESTS,
    SPOT_ROWS,
    change,
    color_key,
    melded_honors,
    note_tiles,
    prepare,
    rest_of,
    rests_after,
    spot_of,
    spot_with_less,
    spot_with_more,
    table_row,
)
from nmsim.engine.kernel import kernel, part
from nmsim.engine.lanes import kinds_above, kinds_of, lowest_bit
from nmsim.engine.row_lanes import (
    LEGAL_BITS,
    MASK_LANES,
    MASKS,
    SHAPE_BITS,
    kinds_at_all_tight,
    kinds_at_tight,
    least_in_shape,
    least_of_rows,
    meet,
)
from nmsim.engine.suit_rows import (
    ABSENT,
    COLORS,
    HONOR_COLOR,
    MAX_SETS,
    PAIRS,
)
from nmsim.outcomes import NEVER
from nmsim.tiles import ALL_KINDS, COPIES, KINDS, RANKS, SUITS

COLOR_KINDS = (1 << RANKS) - 1
SHAPE_KINDS = 16
# What is wanted of the two masks.
IN_SHAPE, LEGALLY, SHAPE_AND_LEGAL = 1, 2, 3


@part
def _standard_missing(scratch, spot, rest):
    """(shape, legal) missing tiles of four sets and a pair, one color's row being that of `spot`."""
    both = meet(scratch.rows, SPOT_ROWS + spot, scratch.rows, rest)
    return both >> SHAPE_BITS, both & LEGAL_BITS


# ---------------------------------------------------------------- seven pairs, thirteen orphans, exempt families


@part
def _pair_asks(settings, counts):
    """(half, none): how many pairs that lack one tile, and without a tile, the conditions ask for beside the pairs that are ready.

    A pair that a suit needs anyway may be the one that meets the second condition. Where that asks for two pairs, more may be told than
    need be: one pair may do for two asks.
    """
    ready = kinds_above(counts, 1)
    half = kinds_of(counts, 1) | (kinds_of(counts, COPIES - 1) if settings.quads else np.int64(0))
    ask_half = ask_none = 0
    asked = np.int64(0)  # kinds of the suits that ask for a pair that lacks one tile
    if settings.pairs_of_suits:
        for suit in range(SUITS):
            kinds = np.int64(COLOR_KINDS) << (RANKS * suit)
            if ready & kinds == 0:
                lacking = half & kinds != 0
                ask_half += lacking
                ask_none += not lacking
                asked |= kinds if lacking else np.int64(0)
    other = settings.other_pair_kinds
    for kinds in (settings.pair_kinds, other):
        if kinds and ready & kinds == 0:
            if half & kinds == 0:
                ask_none = ask_none + 1 if other else max(ask_none, 1)
            elif other or half & kinds & asked == 0:
                ask_half += 1
    return ask_half, ask_none


@part
def _asks_are_free(ask_half, ask_none, from_half, from_none):
    """Whether so many pairs can be what is asked for, of seven with `from_half` that lack one tile and `from_none` without a tile.

    Pairs that lack one tile are free to choose from while there are more of them than are wanted, and so are pairs without a tile.
    """
    return (from_none > 0 or ask_half <= from_half) and ask_none <= from_none


@part
def _legal_pairs(tables, scratch, counts, below):
    """Missing tiles of the nearest legal seven pairs of a closed hand if fewer than `below`, else any number not below it.

    Under plain rules (`pairs_plain`) pairs that cannot be chosen legally miss one tile more, as a pair without a tile in place of one that
    lacks a tile; or more than that.
    """
    settings, facts = tables.settings, scratch.facts
    pairs = pairs_missing(facts.ready, facts.half)
    if pairs >= below:
        return below
    if settings.pairs_testable:
        from_half = min(facts.half, PAIRS - facts.ready)
        from_none = PAIRS - facts.ready - from_half
        ask_half, ask_none = _pair_asks(settings, counts)
        if _asks_are_free(ask_half, ask_none, from_half, from_none):
            return pairs
        if settings.pairs_plain:
            if pairs + 1 >= below:
                return below
            if ask_half < from_half and ask_none <= from_none + 1:
                return pairs + 1
    return legal_pairs_missing(settings, scratch.memo, counts)


@part
def _closed_missing(tables, scratch, counts, shape, legal):
    """(shape, legal): the lesser of these missing tiles and those of seven pairs and thirteen orphans."""
    settings, facts = tables.settings, scratch.facts
    if facts.sets_left == MAX_SETS:
        if settings.seven_pairs:
            if settings.conditions:
                legal = min(legal, _legal_pairs(tables, scratch, counts, legal))
            shape = min(shape, pairs_missing(facts.ready, facts.half))
        if settings.orphans:
            orphans = orphans_missing(counts)
            shape = min(shape, orphans)
            legal = min(legal, orphans) if settings.orphans_legal else legal
    return shape, legal


@part
def _other_missing(tables, scratch, counts, shape, legal):
    """As `_closed_missing`, exempt families too."""
    settings = tables.settings
    shape, legal = _closed_missing(tables, scratch, counts, shape, legal)
    if not settings.conditions:
        return shape, shape
    for family in range(settings.families):
        if legal > shape:
            legal = min(legal, family_missing(tables, scratch, counts, family, legal - 1))
    return shape, legal


@part
def _closed_reach(tables, scratch, counts, shape, legal, want):
    """Whether seven pairs or thirteen orphans need no more than these missing tiles: in shape (1), legally (2), as `want`ed.

    A tile more or less changes what each needs by one at most: no other shape can be the nearest after a draw, or stay so after a discard.
    """
    settings, facts = tables.settings, scratch.facts
    reach = 0
    if facts.sets_left == MAX_SETS:
        if settings.seven_pairs:
            pairs = pairs_missing(facts.ready, facts.half)
            reach |= 1 if pairs <= shape else 0
            if want & 2 and settings.conditions and _legal_pairs(tables, scratch, counts, legal + 1) <= legal:
                reach |= 2
        if settings.orphans:
            orphans = orphans_missing(counts)
            reach |= 1 if orphans <= shape else 0
            reach |= 2 if settings.orphans_legal and orphans <= legal else 0
    return reach & want


# ---------------------------------------------------------------- the hand, its discards and draws


@part
def _missing(tables, scratch, counts):
    """(shape, legal) missing tiles of four sets and a pair of the prepared hand, then of any shape."""
    color = HONOR_COLOR
    spot = spot_of(tables, scratch, color, scratch.facts.keys[color])
    shape, legal = _standard_missing(scratch, spot, rest_of(scratch.facts, scratch.rows, color))
    any_shape, any_legal = _other_missing(tables, scratch, counts, shape, legal)
    return shape, legal, any_shape, any_legal


@part
def _as_distance(missing):
    return missing - 1 if missing < ABSENT else NEVER


@part
def _note_hand(tables, scratch, counts):
    """Note in `facts` what a hand about to discard misses, which `_missing_after` and `accepting_after` start from."""
    settings, facts = tables.settings, scratch.facts
    color = HONOR_COLOR
    spot = spot_of(tables, scratch, color, facts.keys[color])
    facts.standard_shape, facts.standard_legal = _standard_missing(scratch, spot, rest_of(facts, scratch.rows, color))
    facts.bases_done = 0
    shape, legal = _closed_missing(tables, scratch, counts, facts.standard_shape, facts.standard_legal)
    for family in range(settings.families if settings.conditions else 0):
        facts.family_missing[family] = family_missing(tables, scratch, counts, family, legal + 1)
        legal = min(legal, facts.family_missing[family])
    for family in range(settings.families if settings.conditions else 0):
        missing = facts.family_missing[family]
        facts.family_kept[family] = family_kept(tables, scratch, counts, family, missing) if missing <= min(legal + 1, ABSENT - 1) else 0
    facts.reach = _closed_reach(tables, scratch, counts, shape, legal if settings.conditions else shape, SHAPE_AND_LEGAL)


@part
def _standard_after(facts, kind):
    """(shape, legal) missing tiles of four sets and a pair without one of the kind, whose color's `kept` ranks are noted."""
    kept, rank = facts.kept[kind // RANKS], kind % RANKS
    return facts.standard_shape + 1 - (kept >> (SHAPE_KINDS + rank) & 1), min(facts.standard_legal + 1 - (kept >> rank & 1), ABSENT)


@part
def _family_after(facts, family, kind):
    """Missing tiles of an exempt family without one of the kind."""
    return facts.family_missing[family] + 1 - (facts.family_kept[family] >> kind & 1)


@part
def _missing_after(tables, scratch, counts, kind):
    """(shape, legal) missing tiles of any shape without one of the kind, of a hand that is noted."""
    settings, facts = tables.settings, scratch.facts
    shape, legal = _standard_after(facts, kind)
    if facts.reach:
        change(settings, facts, counts, kind, -1)
        shape, legally = _closed_missing(tables, scratch, counts, shape, legal if facts.reach & 2 else 0)
        change(settings, facts, counts, kind, 1)
        legal = legally if facts.reach & 2 else legal
    if not settings.conditions:
        return shape, shape
    for family in range(settings.families):
        legal = min(legal, _family_after(facts, family, kind))
    return shape, legal


@part
def _note_kept(tables, scratch, color):
    """Note the ranks of a color that four sets and a pair can do without: legally, and SHAPE_KINDS bits up in shape.

    And those that leave every tight lane as it is.
    """
    shape, legal = scratch.facts.standard_shape, scratch.facts.standard_legal
    spot = spot_with_less(tables, scratch, color, scratch.facts.keys[color])
    rest = rest_of(scratch.facts, scratch.rows, color)
    start = spot * MASKS + MASK_LANES
    kept = kinds_at_tight(scratch.rows, SPOT_ROWS + spot, rest, scratch.masks, start, legal, shape)
    all_keep = kinds_at_all_tight(scratch.rows, SPOT_ROWS + spot, rest, scratch.masks, start, legal, shape)
    if color == HONOR_COLOR:
        melded = melded_honors(scratch.facts)
        kept |= melded | melded << SHAPE_KINDS
        all_keep |= melded | melded << SHAPE_KINDS
    scratch.facts.kept[color] = kept
    scratch.facts.all_keep[color] = all_keep


@part
def _lowering_ranks(tables, scratch, color, rest, shape, legal):
    """Ranks of a color that lower the missing tiles of four sets and a pair: legally, and SHAPE_KINDS bits up in shape."""
    spot = spot_with_more(tables, scratch, color, scratch.facts.keys[color])
    lowering = kinds_at_tight(scratch.rows, SPOT_ROWS + spot, rest, scratch.masks, spot * MASKS, legal, shape)
    if color == HONOR_COLOR:
        melded = melded_honors(scratch.facts)
        lowering &= ~(melded | melded << SHAPE_KINDS)
    return lowering


@part
def _drawable(facts, counts, mask):
    """The kinds of the mask of which hand and melds do not hold all."""
    if facts.meld_colors:
        for kind in range(KINDS):
            if counts[kind] + facts.held_copies[kind] >= COPIES:
                mask &= ~(1 << kind)
    return mask


@part
def _lowering_pairs(settings, facts, counts):
    """(half, none): masks of the kinds that bring seven pairs nearer by completing a pair, and by beginning one."""
    quads = settings.quads
    if facts.ready >= PAIRS:
        return np.int64(0), np.int64(0)
    half = kinds_of(counts, 1) | (kinds_of(counts, COPIES - 1) if quads else np.int64(0))
    if facts.ready + facts.half >= PAIRS:
        return half, np.int64(0)
    return half, kinds_of(counts, 0) | (kinds_of(counts, 2) if quads else np.int64(0))


@part
def _pairs_lowering(tables, scratch, counts, reach, shape, legal, shape_mask, legal_mask):
    """The masks with the kinds that lower these missing tiles by seven pairs, the one other shape within reach.

    Pairs that are legal at their fewest missing tiles only come nearer by a kind that brings any pairs nearer.
    """
    settings, facts = tables.settings, scratch.facts
    pairs = pairs_missing(facts.ready, facts.half)
    half, none = _lowering_pairs(settings, facts, counts)
    if pairs <= shape:
        shape_mask |= half | none
    if reach & 2 == 0 or legal >= ABSENT:
        return shape_mask, legal_mask
    if settings.pairs_testable and pairs == legal:
        from_half = min(facts.half, PAIRS - facts.ready)
        from_none = PAIRS - facts.ready - from_half
        ask_half, ask_none = _pair_asks(settings, counts)
        if _asks_are_free(ask_half, ask_none, from_half - 1, from_none):
            legal_mask |= half
        if _asks_are_free(ask_half, ask_none, from_half + 1, from_none - 1):
            legal_mask |= none
    left = (half | none if pairs == legal else ALL_KINDS & ~kinds_of(counts, COPIES)) & ~legal_mask
    while left:
        kind = lowest_bit(left)
        left &= left - 1
        change(settings, facts, counts, kind, 1)
        legal_mask |= np.int64(_legal_pairs(tables, scratch, counts, legal) < legal) << kind
        change(settings, facts, counts, kind, -1)
    return shape_mask, legal_mask


@part
def _rare_shapes_reach(settings, facts, counts, missing):
    """Whether thirteen orphans or an exempt family might bring a hand without melds to no more than `missing` tiles."""
    if settings.orphans and orphans_missing(counts) <= missing:
        return True
    if settings.families:
        note_tiles(facts, counts)
        facts.sets_left, facts.situation = MAX_SETS, -1  # what the scratch held is forgotten
        for family in range(settings.families):
            if family_floor(settings, facts, counts, family) <= missing:
                return True
    return False


@part
def _closed_lowering(tables, scratch, counts, reach, shape, legal, shape_mask, legal_mask):
    """The masks with the kinds that lower these missing tiles by seven pairs or thirteen orphans, as they `reach` them."""
    settings = tables.settings
    if settings.seven_pairs:
        shape_mask, legal_mask = _pairs_lowering(tables, scratch, counts, reach, shape, legal, shape_mask, legal_mask)
    if settings.orphans:
        orphans, kinds = orphans_missing(counts), orphans_lowering(counts)
        shape_mask |= kinds if orphans <= shape else np.int64(0)
        legal_mask |= kinds if reach & 2 and settings.orphans_legal and orphans <= legal else np.int64(0)
    return shape_mask, legal_mask


@part
def _accepting_kinds(tables, scratch, counts, rests, standard_shape, standard_legal, shape, legal):
    """(shape, legal) masks of the kinds that lower the missing tiles `shape` and `legal` of the hand, whose rests begin at `rests`.

    Those of four sets and a pair may be more; then they accept nothing.
    """
    shape_mask = np.int64(0)
    legal_mask = np.int64(0)
    in_shape = standard_shape if standard_shape == shape else -1
    in_legal = standard_legal if standard_legal == legal and legal < ABSENT else -1
    if in_shape >= 0 or in_legal >= 0:
        for color in range(COLORS):
            ranks = _lowering_ranks(tables, scratch, color, rests + color, in_shape, in_legal)
            legal_mask |= (ranks & COLOR_KINDS) << (RANKS * color)
            shape_mask |= (ranks >> SHAPE_KINDS) << (RANKS * color)
        legal_mask = _drawable(scratch.facts, counts, legal_mask)
        shape_mask = _drawable(scratch.facts, counts, shape_mask)
    reach = _closed_reach(tables, scratch, counts, shape, legal, SHAPE_AND_LEGAL)
    if reach:
        shape_mask, legal_mask = _closed_lowering(tables, scratch, counts, reach, shape, legal, shape_mask, legal_mask)
    if not tables.settings.conditions:
        return shape_mask, shape_mask
    for family in range(tables.settings.families if legal < ABSENT else 0):
        if family_missing(tables, scratch, counts, family, legal) <= legal:
            legal_mask |= _drawable(scratch.facts, counts, family_lowering(tables, scratch, counts, family, legal))
    return shape_mask, legal_mask


@part
def _base_ranks(tables, scratch, color):
    """As `_lowering_ranks` of a hand about to discard; made when first asked for."""
    facts = scratch.facts
    if (facts.bases_done >> color) & 1 == 0:
        rest = rest_of(facts, scratch.rows, color)
        facts.bases[color] = _lowering_ranks(tables, scratch, color, rest, facts.standard_shape, facts.standard_legal)
        facts.bases_done |= 1 << color
    return facts.bases[color]


@part
def _all_keep(facts, kind, want):
    """Whether every tight lane of the kind's color stays as it is without one of the kind, in what is `want`ed."""
    ranks, rank = facts.all_keep[kind // RANKS], kind % RANKS
    return (want & IN_SHAPE == 0 or (ranks >> (SHAPE_KINDS + rank)) & 1 == 1) and (want & LEGALLY == 0 or (ranks >> rank) & 1 == 1)


@part
def _standard_lowering(tables, scratch, changed, kept, in_shape, in_legal):
    """(shape, legal) masks of the kinds that lower four sets and a pair of the hand of which a tile of color `changed` was discarded.

    `kept`: all tight lanes are as they were, so other colors accept what they did.
    """
    facts = scratch.facts
    shape_mask = np.int64(0)
    legal_mask = np.int64(0)
    if not kept:
        rests_after(tables, scratch, changed, facts.keys[changed])
    for color in range(COLORS):
        if color == changed:
            ranks = _lowering_ranks(tables, scratch, color, RESTS + color, in_shape, in_legal)
        elif kept:
            ranks = _base_ranks(tables, scratch, color)
        else:
            ranks = _lowering_ranks(tables, scratch, color, AFTER_RESTS + color, in_shape, in_legal)
        legal_mask |= (ranks & COLOR_KINDS) << (RANKS * color)
        shape_mask |= (ranks >> SHAPE_KINDS) << (RANKS * color)
    return shape_mask if in_shape >= 0 else np.int64(0), legal_mask if in_legal >= 0 else np.int64(0)


@part
def accepting_after(tables, scratch, counts, kind, want, shape, legal):
    """(shape, legal) masks of the kinds that the hand accepts without one `kind`, right after `discard_distances` of it.

    `shape`, `legal`: its missing tiles then. Only the mask that is `want`ed (IN_SHAPE, LEGALLY or SHAPE_AND_LEGAL) is sought; the other
    one may lack kinds.
    """
    facts, settings = scratch.facts, tables.settings
    if not settings.conditions:
        want = IN_SHAPE
    color = kind // RANKS
    rest_of(facts, scratch.rows, color)
    kept = _all_keep(facts, kind, want)
    standard_shape, standard_legal = _standard_after(facts, kind)
    in_shape = standard_shape if standard_shape == shape and want & IN_SHAPE else -1
    in_legal = standard_legal if standard_legal == legal and legal < ABSENT and want & LEGALLY else -1
    shape_mask = np.int64(0)
    legal_mask = np.int64(0)
    change(settings, facts, counts, kind, -1)
    if in_shape >= 0 or in_legal >= 0:
        shape_mask, legal_mask = _standard_lowering(tables, scratch, color, kept, in_shape, in_legal)
        shape_mask = _drawable(facts, counts, shape_mask)
        legal_mask = _drawable(facts, counts, legal_mask)
    if facts.reach or not kept:
        reach = _closed_reach(tables, scratch, counts, shape, legal, want)
        if reach:
            shape_mask, legal_mask = _closed_lowering(tables, scratch, counts, reach, shape, legal, shape_mask, legal_mask)
    if want & LEGALLY and legal < ABSENT:
        for family in range(settings.families):
            if _family_after(facts, family, kind) <= legal:
                legal_mask |= _drawable(facts, counts, family_lowering(tables, scratch, counts, family, legal))
    change(settings, facts, counts, kind, 1)
    return shape_mask, legal_mask if settings.conditions else shape_mask


@part
def _accepting_now(tables, scratch, counts):
    """(shape, legal) masks of the kinds that lower the missing tiles of the prepared hand, and these missing tiles."""
    standard_shape, standard_legal, shape, legal = _missing(tables, scratch, counts)
    for color in range(COLORS):
        rest_of(scratch.facts, scratch.rows, color)
    masks = _accepting_kinds(tables, scratch, counts, RESTS, standard_shape, standard_legal, shape, legal)
    return masks[0], masks[1], shape, legal


# ---------------------------------------------------------------- for the play kernels


@kernel
def distances(tables, scratch, counts, meld_form, meld_kind, meld_count):
    """(shape, legal) distance of a hand of 3n+1 or 3n+2 tiles; legal is NEVER if no draws can make it legal."""
    prepare(tables, scratch, counts, meld_form, meld_kind, meld_count, True)
    _, _, shape, legal = _missing(tables, scratch, counts)
    return shape - 1, _as_distance(legal)


@part
def closed_row(tables, counts, color):
    """Number in the tables of a color's row where no meld matters."""
    return table_row(tables, color, color_key(counts, color))


@part
def closed_distances(tables, scratch, counts, no_melds):
    """As `distances` of a hand without melds; most need no more than one look at the tables. `no_melds` int8[4] is not read."""
    settings = tables.settings
    if settings.conditions:
        made = least_of_rows(
            tables.rows, closed_row(tables, counts, 0), closed_row(tables, counts, 1), closed_row(tables, counts, 2),
            closed_row(tables, counts, HONOR_COLOR), settings.needs_suits,
        )  # fmt: skip
        legal, shape = made & 0xFF, (made >> 8) & 0xFF
        nearest = not settings.seven_pairs or pairs_missing((made >> 16) & 0xFF, made >> 24) >= legal
        if nearest and not _rare_shapes_reach(settings, scratch.facts, counts, legal - 1):
            return shape - 1, _as_distance(legal)
    return distances(tables, scratch, counts, no_melds, no_melds, 0)


@part
def least_shape_distance(tables, counts, melds):
    """A shape distance that a hand of 3n+1 tiles with so many melds surely has or exceeds: as if melds used up no copies."""
    made = least_in_shape(
        tables.rows, closed_row(tables, counts, 0), closed_row(tables, counts, 1), closed_row(tables, counts, 2),
        closed_row(tables, counts, HONOR_COLOR), melds,
    )  # fmt: skip
    missing = made & 0xFF
    if melds == 0:
        if tables.settings.seven_pairs:
            missing = min(missing, pairs_missing((made >> 8) & 0xFF, made >> 16))
        if tables.settings.orphans:
            missing = min(missing, orphans_missing(counts))
    return missing - 1


@kernel
def discard_distances(tables, scratch, counts, meld_form, meld_kind, meld_count, shape_out, legal_out):
    """For each kind held of a 3n+2 hand, the distances without one of it: `shape_out`, `legal_out` int64[34]; other entries stay.

    Counts end unchanged.
    """
    prepare(tables, scratch, counts, meld_form, meld_kind, meld_count, True)
    _note_hand(tables, scratch, counts)
    held = kinds_above(counts, 0)
    for color in range(COLORS):
        left = held & np.int64(COLOR_KINDS) << (RANKS * color)
        if left:
            _note_kept(tables, scratch, color)
        while left:
            kind = lowest_bit(left)
            left &= left - 1
            shape, legal = _missing_after(tables, scratch, counts, kind)
            shape_out[kind] = shape - 1
            legal_out[kind] = _as_distance(legal)


@kernel
def accepting(tables, scratch, counts, meld_form, meld_kind, meld_count):
    """(shape, legal) int64 masks of the kinds that shorten the distance of a 3n+1 hand.

    A kind of which hand and melds hold all four is in neither; the legal mask is 0 when the legal distance is NEVER. Counts end unchanged.
    """
    prepare(tables, scratch, counts, meld_form, meld_kind, meld_count, True)
    shape_mask, legal_mask, _, _ = _accepting_now(tables, scratch, counts)
    return shape_mask, legal_mask


@kernel
def discard_accepting(tables, scratch, counts, meld_form, meld_kind, meld_count, kind):
    """As `accepting`, of a 3n+2 hand without one `kind`. Counts end unchanged."""
    prepare(tables, scratch, counts, meld_form, meld_kind, meld_count, True)
    _note_hand(tables, scratch, counts)
    _note_kept(tables, scratch, kind // RANKS)
    shape, legal = _missing_after(tables, scratch, counts, kind)
    return accepting_after(tables, scratch, counts, kind, SHAPE_AND_LEGAL, shape, legal)


@kernel
def winning_masks(tables, scratch, counts, meld_form, meld_kind, meld_count):
    """(shape, legal) int64 masks of the kinds that complete a 3n+1 hand, in shape and legally; 0 when it is not ready."""
    prepare(tables, scratch, counts, meld_form, meld_kind, meld_count, True)
    return _winning_now(tables, scratch, counts)


@part
def winning_masks_alone(tables, scratch, counts, meld_form, meld_kind, meld_count):
    """As `winning_masks`, quicker where no distance of the hand is asked.

    Copies that melds use up limit it only in the one tile that completes it, and `_drawable` sees to that.
    """
    prepare(tables, scratch, counts, meld_form, meld_kind, meld_count, False)
    return _winning_now(tables, scratch, counts)


@part
def _winning_now(tables, scratch, counts):
    """(shape, legal) masks of the kinds that complete the prepared hand."""
    shape_mask, legal_mask, shape, legal = _accepting_now(tables, scratch, counts)
    return shape_mask if shape == 1 else np.int64(0), legal_mask if legal == 1 else np.int64(0)
