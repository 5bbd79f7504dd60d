"""A hand as rows of missing tiles: one for each suit and the honors (four *colors*), and for each color the *rest*, what the others bring.

A hand is `counts` int8[34] (concealed), `meld_form`, `meld_kind` int8[4] and `meld_count`. The rest of a color is the sum of the other
three rows, turned round so that lane e pairs with lane e of the color's own row: their least sum is what the whole hand misses. Melds
count as sets that the honors bring, and a second condition that they meet as met there, so that every sum is one of four sets and a pair.

The scratch keeps the rows of the last hand. Calls that follow on the same hand and tables profit; no result depends on what it holds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nmsim.engine.closed_shapes import half_pairs, ready_pairs
from nmsim.engine.codes import JIANG258, SECOND_OFF
from nmsim.engine.kernel import make_record, part
from nmsim.engine.lanes import bits_set, kinds_above, kinds_of, word_at
from nmsim.engine.row_lanes import MASK_LANES, MASKS, add_rest, add_rows, copy_row, note_equal, note_lower
from nmsim.engine.suit_rows import (
    ABSENT,
    BASE,
    COLORS,
    HELD,
    HONOR_COLOR,
    HONORS,
    MAX_SETS,
    MEMO,
    MEMO_MIX,
    MEMO_ROWS,
    PAIR,
    ROW,
    SETS,
    remembered_row,
)
from nmsim.engine.tables import HONOR_KEYS, LOOSE, MOST_FAMILIES, PUNG_KEYS
from nmsim.tiles import CHOW, COPIES, FIRST_HONOR, KINDS, KONG_CONCEALED, PUNG, RANKS, SUITS

ALL_COVERED = 7
# What is known of the hand.
FACTS = np.dtype(
    [
        ("situation", "i8"),  # rules and melds in one number
        ("sets_left", "i8"),
        ("met", "i8"),  # whether melds meet the second condition
        ("covered", "i8"),  # suits that melds bring, as bits
        ("meld_colors", "i8"),
        ("chowed", "i8"),
        ("pairs_done", "i8"),  # which sums of two colors are made, as bits
        ("rests_done", "i8"),
        ("ready", "i8"),  # of seven pairs: ready, and lacking one tile
        ("half", "i8"),
        ("keys", "i8", (COLORS,)),
        ("tiles", "i8", (COLORS,)),  # concealed, of each color; where there are exempt families
        ("used", "i8", (COLORS,)),  # key of the copies that melds use up
        ("limit", "i8", (COLORS,)),  # the bit of `exact` that tells whether they matter
        ("held_copies", "i8", (KINDS,)),  # in melds
        ("step", "i8", (KINDS,)),  # what a tile weighs in its color's key
        # Of a hand that is about to discard (`shape.discard_distances`): what four sets and a pair miss; whether seven pairs or orphans are
        # as near; what each exempt family misses, and the kinds that can leave without its missing more; for each color the ranks that can
        # leave so, those that leave every tight lane as it is, and (a bit of bases_done) those that lower what is missing.
        ("standard_shape", "i8"),
        ("standard_legal", "i8"),
        ("reach", "i8"),
        ("family_missing", "i8", (MOST_FAMILIES,)),
        ("family_kept", "i8", (MOST_FAMILIES,)),
        ("kept", "i8", (COLORS,)),
        ("bases_done", "i8"),
        ("bases", "i8", (COLORS,)),
        ("all_keep", "i8", (COLORS,)),
    ]
)
# Row numbers in `rows`. OWN: as the hand takes part in sums; RESTS: what goes with the row of the tables; PAIR_SUMS: of two colors.
OWN, RESTS, AFTER_RESTS, FAMILY, PAIR_SUMS = 0, 4, 8, 12, 16
CHANGED, SUM, TURNED, REMEMBERED = 22, 23, 24, 32
SPOT_ROWS = REMEMBERED + MEMO_ROWS
SPOT_BITS = 14
SPOTS = 1 << SPOT_BITS
SPOT_SHIFT = 64 - SPOT_BITS
HAS_MORE, HAS_LESS = 1, 2
# Of the six pairs of colors, 01 02 03 12 13 23, those with each color, as bits.
PAIRS_WITH = (0b000111, 0b011001, 0b101010, 0b110100)
DIGITS, DIGIT_PAIRS, LOW_WORD = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0000FFFF0000FFFF), np.uint64(0xFFFFFFFF)
EIGHTH = BASE**8
EVERY_BYTE, TOP_BYTE = np.uint64(0x0101010101010101), np.uint64(56)  # eight bytes times the former: their sum, in the top byte
KEY_BITS = 21


# What the distance kernels write to; one a thread, about 2 MB.
SCRATCH = np.dtype(
    [
        ("rows", "i1", (SPOT_ROWS + SPOTS, ROW)),  # the hand's rows, those remembered under melds, then those of the spots
        ("facts", FACTS),
        ("spots", "i8", (2 * SPOTS,)),  # which holdings of which color each spot describes, then which masks it has
        # For each lane of a spot's row the ranks of which one more tile lowers the entry, then those of which one less leaves it.
        ("masks", "i2", (SPOTS * MASKS,)),
        ("memo", "i8", (MEMO,)),  # space, and keys of remembered rows
    ],
    align=True,
)


def make_scratch() -> Any:
    """A fresh scratch (SCRATCH)."""
    scratch = make_record(SCRATCH)
    fill_scratch(scratch)
    return scratch


def fill_scratch(scratch: Any) -> None:
    """Make a scratch of zeros one that remembers nothing."""
    scratch.facts.situation = -1
    scratch.facts.step[:] = [BASE ** (kind % RANKS) for kind in range(KINDS)]
    scratch.rows[:] = ABSENT
    scratch.spots[:] = -1
    scratch.memo[:] = -1


# ---------------------------------------------------------------- keys


@part
def eight_digits(word):
    """Base-5 number of eight bytes, the lowest byte the lowest digit."""
    two = (word & DIGITS) + np.uint64(5) * ((word >> np.uint64(8)) & DIGITS)
    four = (two & DIGIT_PAIRS) + np.uint64(25) * ((two >> np.uint64(16)) & DIGIT_PAIRS)
    return np.int64((four & LOW_WORD) + np.uint64(625) * (four >> np.uint64(32)))


@part
def color_key(counts, color):
    """Base-5 key of a color's tiles of counts int8[34]."""
    if color == HONOR_COLOR:
        return eight_digits(word_at(counts, FIRST_HONOR - 1) >> np.uint64(8))
    return eight_digits(word_at(counts, RANKS * color)) + EIGHTH * np.int64(counts[RANKS * color + RANKS - 1])


@part
def held_key(facts, counts, color):
    """As `color_key`, a melded honor, of no more use, left out.

    Leaving it out is exact: with j honors melded the hand needs at most 5 - j more sets and pairs of honors, and of the 7 - j other honors
    one that the target does not use costs no more than one of which no tile is held.
    """
    key = color_key(counts, color)
    if color == HONOR_COLOR and facts.meld_colors >> HONOR_COLOR & 1:
        for kind in range(FIRST_HONOR, KINDS):
            if facts.held_copies[kind]:
                key -= facts.step[kind] * np.int64(counts[kind])
    return key


# ---------------------------------------------------------------- melds


@part
def _read_meld(settings, facts, form, kind, limit):
    """Enter one meld in `facts`."""
    color = kind // RANKS
    rank = kind % RANKS
    concealed = form == KONG_CONCEALED
    facts.meld_colors |= 1 << color
    if color < SUITS and (concealed or not settings.suit_concealed):
        facts.covered |= 1 << color
    terminal = settings.honors_terminal
    if color < SUITS:
        terminal = rank == 0 or rank == RANKS - 1 or (form == CHOW and rank == RANKS - 3)
    if terminal and (concealed or not settings.yaojiu_concealed):
        facts.met = 1
    copies = 1 if form == CHOW else 3 if form == PUNG else COPIES
    for tile in range(kind, kind + 3 if form == CHOW else kind + 1):
        facts.held_copies[tile] += copies
        facts.used[color] += copies * facts.step[tile] if limit else 0
    if form == CHOW:
        facts.chowed = 1


@part
def _limit(facts, color):
    """The bit of `exact` that tells whether a suit's melds matter; 0 if none does."""
    limit = 1 << LOOSE
    for rank in range(RANKS):
        held = facts.held_copies[color * RANKS + rank]
        if held == 3 and limit == 1 << LOOSE:
            limit = 1 << rank
        elif held > 1:
            return 0
    return limit


@part
def _read_melds(settings, facts, meld_form, meld_kind, meld_count, limit):
    """Set `facts` from the melds; returns whether they or the rules are others than before. Without `limit` no copies count as used."""
    if meld_count == 0 and facts.situation == settings.signature << 13:
        return False
    before = facts.used[0], facts.used[1], facts.used[2], facts.used[3]
    if facts.meld_colors != 0:
        facts.held_copies[:] = 0
        facts.used[:] = 0
    facts.sets_left = MAX_SETS - meld_count
    facts.met = 0
    facts.covered = 0 if settings.needs_suits else ALL_COVERED
    facts.meld_colors = 0
    facts.chowed = 0
    for meld in range(meld_count):
        _read_meld(settings, facts, np.int64(meld_form[meld]), np.int64(meld_kind[meld]), limit)
    if settings.mode == SECOND_OFF or settings.mode == JIANG258:
        facts.met = 0
    packed = facts.met << 8 | (facts.covered if meld_count else 0) << 5 | facts.meld_colors << 1 | facts.chowed
    free = 1 if meld_count and not limit else 0
    situation = settings.signature << 13 | free << 12 | meld_count << 9 | packed
    changed = situation != facts.situation
    facts.situation = situation
    after = facts.used[0], facts.used[1], facts.used[2], facts.used[3]
    if changed or before != after:
        for suit in range(SUITS):
            facts.limit[suit] = _limit(facts, suit)
        return True
    return False


@part
def melded_honors(facts):
    """Mask of the honors that are melded, as ranks: of no more use, they are left out of the row (`held_key`)."""
    melded = 0
    if facts.meld_colors >> HONOR_COLOR & 1:
        for kind in range(FIRST_HONOR, KINDS):
            if facts.held_copies[kind]:
                melded |= 1 << (kind - FIRST_HONOR)
    return melded


# ---------------------------------------------------------------- rows of a color


@part
def limited_row(tables, scratch, color, key, chows):
    """Number in the scratch's rows of the exact row of a suit that melds limit."""
    return remembered_row(scratch.memo, scratch.rows, REMEMBERED, key, scratch.facts.used[color], tables.settings.mode, chows)


@part
def table_holds(tables, facts, color, key):
    """Whether the tables have the exact row of the color's tiles: no meld limits them, or in a way that changes nothing.

    Honors need no limits: melded ones are left out of the key.
    """
    return color == HONOR_COLOR or facts.used[color] == 0 or tables.exact[key] & facts.limit[color] != 0


@part
def table_row(tables, color, key):
    """Number in the tables of a color's row."""
    return np.int64(tables.index[(HONOR_KEYS if color == HONOR_COLOR else 0) + key])


@part
def _note_more(tables, scratch, color, key, spot, bit):
    """Enter in a spot's masks what one more tile of a rank lowers: `key` holds it."""
    start = spot * MASKS
    if table_holds(tables, scratch.facts, color, key):
        note_lower(tables.rows, table_row(tables, color, key), scratch.rows, SPOT_ROWS + spot, scratch.masks, start, bit)
    else:
        number = limited_row(tables, scratch, color, key, 1)
        note_lower(scratch.rows, number, scratch.rows, SPOT_ROWS + spot, scratch.masks, start, bit)


@part
def _note_less(tables, scratch, color, key, spot, bit):
    """Enter in a spot's masks what one tile of a rank less leaves as it is: `key` lacks it."""
    start = spot * MASKS + MASK_LANES
    if table_holds(tables, scratch.facts, color, key):
        note_equal(tables.rows, table_row(tables, color, key), scratch.rows, SPOT_ROWS + spot, scratch.masks, start, bit)
    else:
        number = limited_row(tables, scratch, color, key, 1)
        note_equal(scratch.rows, number, scratch.rows, SPOT_ROWS + spot, scratch.masks, start, bit)


@part
def _used(facts, color):
    """Key of the copies of a suit that melds use up; honors that melds use are left out of their key."""
    return facts.used[color] if color < SUITS else 0


@part
def spot_of(tables, scratch, color, key):
    """The spot of these tiles of the color under the hand's melds, which holds their row."""
    honors = 1 if color == HONOR_COLOR else 0
    full = ((tables.settings.signature << 1 | honors) << KEY_BITS | _used(scratch.facts, color)) << KEY_BITS | key
    spot = np.int64((np.uint64(full) * np.uint64(MEMO_MIX)) >> np.uint64(SPOT_SHIFT))
    if scratch.spots[spot] != full:
        scratch.spots[spot] = full
        scratch.spots[SPOTS + spot] = 0
        if table_holds(tables, scratch.facts, color, key):
            copy_row(tables.rows, table_row(tables, color, key), scratch.rows, SPOT_ROWS + spot)
        else:
            copy_row(scratch.rows, limited_row(tables, scratch, color, key, 1), scratch.rows, SPOT_ROWS + spot)
    return spot


@part
def spot_with_more(tables, scratch, color, key):
    """As `spot_of`, with the masks of what each tile more lowers."""
    spot = spot_of(tables, scratch, color, key)
    if scratch.spots[SPOTS + spot] & HAS_MORE == 0:
        scratch.spots[SPOTS + spot] |= HAS_MORE
        for at in range(spot * MASKS, spot * MASKS + MASK_LANES):
            scratch.masks[at] = 0
        held, used, step = key, _used(scratch.facts, color), 1
        for rank in range(RANKS if color < SUITS else HONORS):
            if held % BASE + used % BASE < COPIES:
                _note_more(tables, scratch, color, key + step, spot, 1 << rank)
            held //= BASE
            used //= BASE
            step *= BASE
    return spot


@part
def spot_with_less(tables, scratch, color, key):
    """As `spot_of`, with the masks of what each tile less leaves as it is."""
    spot = spot_of(tables, scratch, color, key)
    if scratch.spots[SPOTS + spot] & HAS_LESS == 0:
        scratch.spots[SPOTS + spot] |= HAS_LESS
        for at in range(spot * MASKS + MASK_LANES, spot * MASKS + MASKS):
            scratch.masks[at] = 0
        held, step = key, 1
        for rank in range(RANKS if color < SUITS else HONORS):
            if held % BASE > 0:
                _note_less(tables, scratch, color, key - step, spot, 1 << rank)
            held //= BASE
            step *= BASE
    return spot


# ---------------------------------------------------------------- the hand


@part
def forbid_empty(rows, at):
    """Let the row offer no target without a tile of its color."""
    rows[at, 0] = ABSENT
    rows[at, HELD] = ABSENT


@part
def add_melds(facts, rows, at):
    """Let the honors' row bring the melds as sets, and the second condition if they meet it."""
    melds = MAX_SETS - facts.sets_left
    if melds:
        for start in range(0, 3 * HELD, PAIR):
            for sets in range(SETS - 1, -1, -1):
                rows[at, start + sets] = rows[at, start + sets - melds] if sets >= melds else ABSENT
    if facts.met:
        for lane in range(HELD):
            rows[at, HELD + lane] = rows[at, lane]


@part
def own_row(tables, scratch, color, key, at):
    """Row `at` as this color of the hand takes part in sums: as the three-suit rule leaves it, the honors with the melds."""
    spot = spot_of(tables, scratch, color, key)
    copy_row(scratch.rows, SPOT_ROWS + spot, scratch.rows, at)
    if color == HONOR_COLOR:
        add_melds(scratch.facts, scratch.rows, at)
    elif (scratch.facts.covered >> color) & 1 == 0:
        forbid_empty(scratch.rows, at)


@part
def fit_rest(facts, rows, color, at):
    """Turn rest `at` into one that goes with the color's row as the tables have it: melds and three suits are its matter."""
    if color < HONOR_COLOR:
        if (facts.covered >> color) & 1 == 0:
            forbid_empty(rows, at)
        return
    if facts.met:
        for lane in range(HELD):
            rows[at, lane] = min(rows[at, lane], rows[at, HELD + lane])
            rows[at, HELD + lane] = ABSENT
    melds = MAX_SETS - facts.sets_left
    if melds:
        for start in range(0, 3 * HELD, PAIR):
            for sets in range(SETS):
                rows[at, start + sets] = rows[at, start + sets + melds] if sets + melds < SETS else ABSENT


@part
def sum_of_two(facts, rows, low, high):
    """Number of the row of the sum of two of the hand's colors, low < high; made when first asked for."""
    slot = low + high - (1 if low == 0 else 0)
    if (facts.pairs_done >> slot) & 1 == 0:
        add_rows(rows, OWN + low, OWN + high, PAIR_SUMS + slot)
        facts.pairs_done |= 1 << slot
    return PAIR_SUMS + slot


@part
def rest_of(facts, rows, color):
    """Number of the color's rest; made when first asked for."""
    if (facts.rests_done >> color) & 1 == 0:
        two = sum_of_two(facts, rows, 2 if color < 2 else 0, 3 if color < 2 else 1)
        add_rest(rows, OWN + (color ^ 1), two, RESTS + color)
        fit_rest(facts, rows, color, RESTS + color)
        facts.rests_done |= 1 << color
    return RESTS + color


@part
def rests_after(tables, scratch, changed, key):
    """The rests of the hand when the tiles of one color are those of `key`: of color c row AFTER_RESTS + c, but of `changed` its rest."""
    own_row(tables, scratch, changed, key, CHANGED)
    for color in range(COLORS):
        if color != changed:
            low = 0
            while low == color or low == changed:
                low += 1
            two = sum_of_two(scratch.facts, scratch.rows, low, 6 - color - changed - low)
            add_rest(scratch.rows, CHANGED, two, AFTER_RESTS + color)
            fit_rest(scratch.facts, scratch.rows, color, AFTER_RESTS + color)


@part
def count_pairs(settings, facts, counts):
    """Set what `facts` know of seven pairs."""
    facts.ready = bits_set(kinds_above(counts, 1))
    facts.half = bits_set(kinds_of(counts, 1))
    if settings.quads:
        facts.ready += bits_set(kinds_of(counts, COPIES))
        facts.half += bits_set(kinds_of(counts, COPIES - 1))


@part
def note_tiles(facts, counts):
    """Note how many concealed tiles the hand has of each color."""
    for suit in range(SUITS):
        facts.tiles[suit] = np.int64((word_at(counts, suit * RANKS) * EVERY_BYTE) >> TOP_BYTE) + np.int64(counts[suit * RANKS + RANKS - 1])
    facts.tiles[HONOR_COLOR] = np.int64(((word_at(counts, FIRST_HONOR - 1) >> np.uint64(8)) * EVERY_BYTE) >> TOP_BYTE)


@part
def prepare(tables, scratch, counts, meld_form, meld_kind, meld_count, limit):
    """Make the scratch hold this hand's facts and rows; what it holds of the same hand already stays.

    Without `limit` the rows are as if melds used up no copies: never too high, and quick to find.
    """
    facts = scratch.facts
    stale = _read_melds(tables.settings, facts, meld_form, meld_kind, meld_count, limit)
    if stale:
        facts.rests_done = 0
        facts.pairs_done = 0
    if tables.settings.families:
        note_tiles(facts, counts)
    fresh = False
    for color in range(COLORS):
        key = held_key(facts, counts, color)
        if stale or key != facts.keys[color]:
            facts.keys[color] = key
            own_row(tables, scratch, color, key, OWN + color)
            facts.pairs_done &= ~PAIRS_WITH[color]
            facts.rests_done &= 1 << color
            fresh = True
    if fresh and meld_count == 0:
        count_pairs(tables.settings, facts, counts)


@part
def change(settings, facts, counts, kind, by):
    """Add (1) or take away (-1) a tile: `counts`, its color's key and the pairs follow; the rows stay those of the prepared hand."""
    quads = settings.quads
    old = np.int64(counts[kind])
    new = old + by
    counts[kind] = new
    facts.ready += ready_pairs(new, quads) - ready_pairs(old, quads)
    facts.half += half_pairs(new, quads) - half_pairs(old, quads)
    facts.tiles[kind // RANKS] += by
    if kind < FIRST_HONOR or facts.held_copies[kind] == 0:
        facts.keys[kind // RANKS] += by * facts.step[kind]


@part
def load_row(tables, scratch, color, pungs, at):
    """Copy the row of the color's tiles to row `at` of the scratch; exact under the melds; of pungs alone if so."""
    key = scratch.facts.keys[color]
    if not pungs or color == HONOR_COLOR:
        if table_holds(tables, scratch.facts, color, key):
            copy_row(tables.rows, table_row(tables, color, key), scratch.rows, at)
            return
    elif scratch.facts.used[color] == 0:
        copy_row(tables.rows, np.int64(tables.index[PUNG_KEYS + key]), scratch.rows, at)
        return
    copy_row(scratch.rows, limited_row(tables, scratch, color, key, 0 if pungs else 1), scratch.rows, at)
