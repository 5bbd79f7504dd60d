"""What the distance kernels look up: the cheapest way from any counts of a suit to any number of sets and a pair, per rule set.

A suit's nine counts (honors: seven) make a base-5 key. For every key the *generic row* holds the fewest missing tiles of a target of m
sets without or with a pair, and the same where the target holds a 1 or 9, or its pair is a 2, 5 or 8, or both. Equal rows share a class.
A rule set turns each generic row into a *rule row*: what its second condition asks (`met` or not), and the bare shape.
"""

from __future__ import annotations

import hashlib
import io
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nmsim.engine.codes import BOTH, EITHER, YAOJIU
from nmsim.engine.kernel import CACHE_FOLDER, make_record
from nmsim.engine.suit_rows import (
    ABSENT,
    ASK_HALF,
    ASK_NONE,
    BASE,
    GENERIC,
    GENERIC_BOTH,
    GENERIC_JIANG,
    GENERIC_PAIR,
    GENERIC_PAIR_TERMINAL,
    GENERIC_SETS,
    GENERIC_SETS_TERMINAL,
    HALF_READY,
    HELD,
    HONORS,
    LEGAL,
    MAX_SETS,
    MEETING,
    MET_HALF,
    MET_READY,
    READY,
    ROW,
    SHAPE,
    rule_rows,
)
from nmsim.rules import WINNING_OPTIONS, Rules, option_domain
from nmsim.tiles import ALL_KINDS, COPIES, FIRST_HONOR, RANKS, SUITS

Int8 = npt.NDArray[np.int8]
Uint16 = npt.NDArray[np.uint16]
Int64 = npt.NDArray[np.int64]

WIDE = 32  # a generic row, padded to whole words
MAX_TILES = 14
JIANG_RANKS = (1, 4, 7)
TERMINAL_RANKS = (0, 8)

# Colors of a family of targets: any, one suit alone, one suit and honors, honors alone.
GENERAL, PURE, MIXED, ALL_HONORS = range(4)
COLOR_PATTERNS = {PURE: "pure_suit", MIXED: "mixed_suit", ALL_HONORS: "all_honors"}


class Classes(NamedTuple):
    """`index` uint16[5^ranks]: key -> class; of each class `rows` int8[classes, GENERIC] the generic row, `pairs` int8[classes, 7].

    `pairs`: kinds of which 1, 2 or more, 3, 4 are held; then as bits 1 (a 1 or 9) and 2 (a 2, 5 or 8) those of 2 or more, of 1, of 3.
    """

    index: Uint16  # type: ignore[assignment]  # tuples have a method of this name, unused here
    rows: Int8
    pairs: Int8


# A family of complete hands: of which colors, whether of pungs only, whether it needs three suits, whether the second condition.
FAMILY = np.dtype([(name, "i8") for name in ("color", "only_pungs", "three_suits", "second")])
MOST_FAMILIES = 16
# What the distances ask of a rule set.
SETTINGS = np.dtype(
    [
        *(
            (name, "i8")
            for name in (
                "signature",  # tells rule sets apart whose distances may differ
                "mode",  # of the second condition: SECOND_OFF and so on
                "conditions",  # whether any condition is asked for
                "needs_suits",
                "suit_concealed",
                "yaojiu_concealed",
                "honors_terminal",
                "seven_pairs",
                "quads",
                "pairs_jiang",
                "orphans",
                "orphans_legal",
                "families",  # how many exempt families of standard hands
                "pair_families",  # and, after them, of seven pairs
                "pairs_plain",  # whether all that is asked of seven pairs is three suits, and one pair of some kinds
                "pairs_of_suits",  # whether seven pairs need one of every suit
                "pairs_testable",  # whether that and a pair of some kinds, or of two sorts, is enough for them to be legal
                "pair_kinds",  # the kinds of which one pair is asked for, as a mask; 0 if none is
                "other_pair_kinds",  # the kinds of which a second one is asked for
            )
        ),
        ("family", FAMILY, (MOST_FAMILIES,)),
    ]
)
# Where the keys of each table begin in `index`.
SUIT_KEYS = 0
HONOR_KEYS = BASE**RANKS
PUNG_KEYS = HONOR_KEYS + BASE**HONORS
# Bit of `exact`: melds that use up at most one copy of a kind. Lower bits: a pung of that rank, and at most one copy of the others.
LOOSE = RANKS


# All that the distance kernels need to know of a rule set: one record for every rule set, of which only what is used takes memory.
MOST_ROWS = 1 << 16
TABLES = np.dtype(
    [
        ("rows", "i1", (MOST_ROWS, ROW)),
        ("settings", SETTINGS),
        ("index", "u2", (PUNG_KEYS + BASE**RANKS,)),  # key to row number: of suits, honors, and (where the rules ask) suits without chows
        ("exact", "u2", (BASE**RANKS,)),  # the melds under which a suit's row holds all the same
    ],
    align=True,
)


def _kept(name: str, make: Callable[[], tuple[npt.NDArray[Any], ...]]) -> list[npt.NDArray[Any]]:
    """Arrays that take a second to make: read from the kernels' cache folder, or made and left there for the next process."""
    path = Path(CACHE_FOLDER) / f"{name}.arrays"
    with suppress(OSError):  # none yet
        digest, data = _split(path.read_bytes())
        if digest == hashlib.sha256(data).digest():  # else it is not whole, and made anew
            with np.load(io.BytesIO(data)) as kept:
                return [kept[part] for part in kept.files]
    arrays = list(make())
    packed = io.BytesIO()
    np.savez(packed, *arrays)
    with suppress(OSError):  # a full or read-only folder costs only time
        partial = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        partial.write_bytes(hashlib.sha256(packed.getvalue()).digest() + packed.getvalue())
        partial.replace(path)
    return arrays


def _split(kept: bytes) -> tuple[bytes, bytes]:
    """The digest in front, and what it is of."""
    size = hashlib.sha256().digest_size
    return kept[:size], kept[size:]


def _sets(ranks: int, chows: bool) -> list[Int8]:
    """For m = 0 to 4 the distinct counts int8[n, ranks] that m sets can make."""
    kinds = [[3 if rank == at else 0 for rank in range(ranks)] for at in range(ranks)]
    if chows:
        kinds += [[1 if at <= rank < at + 3 else 0 for rank in range(ranks)] for at in range(ranks - 2)]
    one = np.array(kinds, np.int8)
    levels = [np.zeros((1, ranks), np.int8)]
    for _ in range(MAX_SETS):
        levels.append(_distinct((levels[-1][:, None, :] + one[None, :, :]).reshape(-1, ranks)))
    return levels


def _distinct(counts: Int8) -> Int8:
    counts = counts[(counts <= COPIES).all(axis=1)]
    _, first = np.unique(keys_of(counts), return_index=True)
    distinct: Int8 = counts[first]
    return distinct


def keys_of(counts: npt.NDArray[Any]) -> Int64:
    """Base-5 keys int64[n] of counts [n, ranks]; rank r weighs 5^r."""
    keys: Int64 = counts.astype(np.int64) @ BASE ** np.arange(counts.shape[1], dtype=np.int64)
    return keys


def _weights(copies: tuple[int, ...]) -> Int64:
    """What a tile of each rank weighs in a key, where a rank has so many copies: int64[ranks]."""
    weights: Int64 = np.cumprod((1, *(most + 1 for most in copies[:-1])), dtype=np.int64)
    return weights


def _mark_targets(costs: Int8, copies: tuple[int, ...], chows: bool, terminals: tuple[int, ...], jiang: tuple[int, ...]) -> None:
    """Cost 0 for each target within these copies of each rank, in each column of the generic row that it belongs to."""
    weights = _weights(copies)
    for m, sets in enumerate(_sets(len(copies), chows)):
        for rank in (None, *range(len(copies))):
            counts = sets.copy()
            if rank is not None:
                counts[:, rank] += 2
            counts = counts[(counts <= np.array(copies)).all(axis=1)]
            keys = counts @ weights
            ended = keys[counts[:, terminals].any(axis=1)] if terminals else keys[:0]
            costs[keys, (GENERIC_SETS if rank is None else GENERIC_PAIR) + m] = 0
            costs[ended, (GENERIC_SETS_TERMINAL if rank is None else GENERIC_PAIR_TERMINAL) + m] = 0
            if rank in jiang:
                costs[keys, GENERIC_JIANG + m] = 0
                costs[ended, GENERIC_BOTH + m] = 0


def _spread(costs: Int8, copies: tuple[int, ...]) -> None:
    """From 0 at the targets to the fewest missing tiles everywhere.

    The cost of target T from counts c is the sum over ranks of max(0, T - c), so the minimum over all T is taken one rank at a time: a
    tile less costs one more, a tile more costs nothing.
    """
    for most, weight in zip(copies, _weights(copies), strict=True):
        lines = costs.reshape(-1, most + 1, int(weight) * WIDE)
        for count in range(most - 1, -1, -1):
            np.minimum(lines[:, count], lines[:, count + 1] + np.int8(1), out=lines[:, count])
        for count in range(1, most + 1):
            np.minimum(lines[:, count], lines[:, count - 1], out=lines[:, count])


def generic_costs(copies: tuple[int, ...], chows: bool, terminals: tuple[int, ...], jiang: tuple[int, ...]) -> Int8:
    """Generic rows int8[keys, WIDE] of all counts, where a rank has so many copies for counts and targets alike."""
    costs = np.full((int(np.prod(np.array(copies) + 1)), WIDE), ABSENT, np.int8)
    _mark_targets(costs, copies, chows, terminals, jiang)
    _spread(costs, copies)
    return np.minimum(costs, np.int8(ABSENT), out=costs)


def _sums_of_keys(per_rank: npt.NDArray[np.int64]) -> Int64:
    """For every key the sum over its ranks of per_rank[rank, count]: int64[5^ranks]."""
    sums = np.zeros(1, np.int64)
    for of_count in per_rank:
        sums = (of_count[:, None] + sums[None, :]).reshape(-1)
    return sums


# A key's holdings in one word, its fields wide enough to add up: tiles; kinds of which 1, 2 or more, 3, 4 are held; of these the 1 and 9 of
# which 2 or more, 1, 3 are held, and the 2, 5 and 8.
_FIELD = 6
_TILES, _PAIRS, _TERMINAL, _JIANG = 0, 1, 5, 8
_OF_COUNT = np.array([[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 1, 0], [0, 1, 0, 1]], np.int64)
_ASKED = (1, 0, 2)


def _holdings(ranks: int, terminals: tuple[int, ...], jiang: tuple[int, ...]) -> Int64:
    """The holdings word of every key."""
    per_rank = np.zeros((ranks, BASE), np.int64)
    for rank in range(ranks):
        fields = [(_TILES, np.arange(BASE)), *((_PAIRS + at, _OF_COUNT[:, at]) for at in range(4))]
        for start, sort in ((_TERMINAL, terminals), (_JIANG, jiang)):
            fields += [(start + at, _OF_COUNT[:, column]) for at, column in enumerate(_ASKED) if rank in sort]
        per_rank[rank] = sum(of_count << _FIELD * field for field, of_count in fields)
    return _sums_of_keys(per_rank)


def _field(holdings: Int64, field: int) -> Int64:
    return (holdings >> _FIELD * field) & ((1 << _FIELD) - 1)


def make_classes(ranks: int, chows: bool, terminals: tuple[int, ...], jiang: tuple[int, ...]) -> Classes:
    """Classes of all counts of at most 14 tiles; keys of more tiles, which no hand holds, are class 0."""
    costs = generic_costs((COPIES,) * ranks, chows, terminals, jiang)
    holdings = _holdings(ranks, terminals, jiang)
    keys = np.flatnonzero(_field(holdings, _TILES) <= MAX_TILES)
    rows, held = costs[keys], holdings[keys]
    pairs = np.zeros((len(keys), 7), np.int8)
    for at in range(4):
        pairs[:, at] = _field(held, _PAIRS + at)
    for at in range(3):
        pairs[:, 4 + at] = (_field(held, _TERMINAL + at) > 0) + 2 * (_field(held, _JIANG + at) > 0)
    weights = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x27D4EB2F165667C5, 0x9FB21C651E98DF25], np.uint64)
    words = np.concatenate([rows.view(np.uint64), np.pad(pairs, ((0, 0), (0, 1))).view(np.uint64)], axis=1)
    mixed = (words ^ (words >> np.uint64(29))) * weights
    _, first, inverse = np.unique((mixed ^ (mixed >> np.uint64(32))).sum(axis=1), return_index=True, return_inverse=True)
    if not (words[first[inverse]] == words).all() or len(first) > np.iinfo(np.uint16).max:
        raise AssertionError("two different rows share a hash")
    index = np.zeros(BASE**ranks, np.uint16)
    index[keys] = inverse.astype(np.uint16)
    return Classes(index, np.ascontiguousarray(rows[first, :GENERIC]), pairs[first])


def make_exact_under_melds() -> Uint16:
    """For each key of a suit the melds under which its row stays exact: uint16[5^9], bit r for a pung of rank r, LOOSE for chows alone.

    A row as if melds used up nothing is never too high. Where targets within fewer copies than the melds leave, one of the pung's rank
    and three of every other, come out as cheap for up to three sets, it is not too low either.
    """
    exact = np.zeros(BASE**RANKS, np.uint16)
    columns = [m + kind for kind in range(0, GENERIC, MAX_SETS + 1) for m in range(MAX_SETS)]
    for bit in range(RANKS + 1):
        copies = tuple(1 if rank == bit else COPIES - 1 for rank in range(RANKS))
        costs = generic_costs(copies, True, TERMINAL_RANKS, JIANG_RANKS)
        keys = np.zeros(1, np.int64)
        for rank, most in enumerate(copies):
            keys = (np.arange(most + 1)[:, None] * BASE**rank + keys[None, :]).reshape(-1)
        same = (costs[:, columns] == suit_classes().rows[suit_classes().index[keys]][:, columns]).all(axis=1)
        exact[keys[same]] |= np.uint16(1 << bit)
    return exact


@lru_cache(maxsize=1)
def exact_under_melds() -> Uint16:
    """What `make_exact_under_melds` gives."""
    return _kept("exact-under-melds", lambda: (make_exact_under_melds(),))[0]


@lru_cache(maxsize=1)
def suit_classes() -> Classes:
    """Classes of a suit."""
    return Classes(*_kept("suit", lambda: make_classes(RANKS, True, TERMINAL_RANKS, JIANG_RANKS)))


@lru_cache(maxsize=1)
def pung_classes() -> Classes:
    """Classes of a suit whose targets hold no chow."""
    return Classes(*_kept("suit-of-pungs", lambda: make_classes(RANKS, False, TERMINAL_RANKS, JIANG_RANKS)))


@lru_cache(maxsize=1)
def honor_classes() -> Classes:
    """Classes of the honors: no chow, no 1 or 9, no 2, 5 or 8."""
    return Classes(*_kept("honors", lambda: make_classes(HONORS, False, (), ())))


def _rule_rows(classes: Classes, mode: int, honors_terminal: bool = False) -> Int8:
    """The row of each class; `honors_terminal`: an honor meets the condition by being used at all."""
    rows = np.full((len(classes.rows), ROW), ABSENT, np.int8)
    rule_rows(classes.rows, mode, rows)
    if honors_terminal and mode in (EITHER, YAOJIU, BOTH):
        rows[:, HELD + 1 : LEGAL] = rows[:, 1:HELD]
    return rows


def _needs(rules: Rules, patterns: list[str]) -> tuple[int, int]:
    """Whether a hand of these patterns needs three suits, and the second condition."""
    suits = rules.suit_rule != "off" and not rules.suit_exempt.intersection(patterns)
    second = rules.second_condition != "off" and not rules.second_exempt.intersection(patterns)
    return int(suits), int(second)


def _families(rules: Rules, base: list[str], forms: tuple[int, ...]) -> Int64:
    """The general family, then each narrower one that lifts a requirement which no wider one lifts: int64[n, 4]."""
    kept: list[tuple[int, int, int, int]] = []
    for form in forms:
        for color in (GENERAL, PURE, MIXED, ALL_HONORS):
            patterns = base + ([COLOR_PATTERNS[color]] if color else []) + (["all_pungs"] if form else [])
            suits, second = _needs(rules, patterns)
            if color != GENERAL and suits:
                continue
            wider = [f for f in kept if f[0] in (GENERAL, color) and f[1] <= form and f[2] <= suits and f[3] <= second]
            if not wider:
                kept.append((color, form, suits, second))
    return np.array(kept, np.int64).reshape(-1, 4)


def _pairs_are_plain(rules: Rules, pair_families: Int64) -> bool:
    """Whether all that is asked of seven pairs is three suits, and one pair of some kinds."""
    if len(pair_families) > 1:
        return False
    if rules.second_condition == "either":
        return not pair_families[0, 3] or rules.seven_pairs_jiang != "all_pairs"
    if rules.second_condition == "jiang258":
        return not pair_families[0, 3] or rules.seven_pairs_jiang == "any_pair"
    return not pair_families[0, 3] or rules.second_condition != "both"


def _asked_pairs(rules: Rules, asked: str) -> tuple[int, int]:
    """The kinds, as masks, of which seven pairs need one pair for the second condition as it is `asked`, and of which a second one."""
    terminals = sum(1 << RANKS * suit + rank for suit in range(SUITS) for rank in TERMINAL_RANKS)
    honors = ALL_KINDS >> FIRST_HONOR << FIRST_HONOR if rules.honors_satisfy_yaojiu else 0
    jiang = sum(1 << RANKS * suit + rank for suit in range(SUITS) for rank in JIANG_RANKS)
    either = terminals | honors | (jiang if rules.seven_pairs_jiang == "any_pair" else 0)
    kinds = {"off": 0, "either": either, "yaojiu": terminals | honors, "jiang258": jiang, "both": terminals | honors}
    return kinds[asked], jiang if asked == "both" else 0


def _add_pair_facts(rows: Int8, pairs: Int8, rules: Rules, family: Int64, honors: bool) -> None:
    """Enter what seven pairs need of each class in its rule row; `family` (suits, second) is what the rules ask of them."""
    suits, second = family
    quads = rules.seven_pairs_quads
    ready = pairs[:, 1] + quads * pairs[:, 3]
    half = pairs[:, 0] + quads * pairs[:, 2]
    rows[:, SHAPE + READY] = ready
    rows[:, SHAPE + HALF_READY] = half
    asked = suits and not honors
    rows[:, SHAPE + ASK_HALF] = (ready == 0) & (half > 0) & asked
    rows[:, SHAPE + ASK_NONE] = (ready == 0) & (half == 0) & asked
    yaojiu = rules.second_condition in ("either", "yaojiu")
    sorts = yaojiu + 2 * (rules.second_condition in ("either", "jiang258") and rules.seven_pairs_jiang == "any_pair")
    met_ready, met_half = pairs[:, 4] & sorts > 0, (pairs[:, 5] | quads * pairs[:, 6]) & sorts > 0
    if honors and yaojiu and rules.honors_satisfy_yaojiu:
        met_ready, met_half = ready > 0, half > 0
    rows[:, SHAPE + MEETING] = MET_READY if not second else MET_READY * met_ready + MET_HALF * met_half


def _signature(rules: Rules) -> int:
    """One int for all options that the distances depend on, so that a scratch knows whose rows it holds."""
    return _SIGNATURES.setdefault(tuple(getattr(rules, name) for name in WINNING_OPTIONS), len(_SIGNATURES) + 1)


_SIGNATURES: dict[tuple[Any, ...], int] = {}


@lru_cache(maxsize=16)
def build_tables(rules: Rules) -> Any:
    """The tables of a rule set (TABLES); the generic classes are shared by all of them."""
    mode = option_domain("second_condition").index(rules.second_condition)
    families = _families(rules, [], (0, 1))[1:]
    needs_suits, needs_second = _needs(rules, [])
    _, orphans_second = _needs(rules, ["thirteen_orphans"])
    pair_families = _families(rules, ["seven_pairs"], (0,))
    tables = make_record(TABLES)
    settings = tables.settings
    settings.signature = _signature(rules)
    settings.mode = mode
    settings.conditions = needs_suits or needs_second
    settings.needs_suits = needs_suits
    settings.suit_concealed = rules.suit_scope == "concealed"
    settings.yaojiu_concealed = rules.yaojiu_scope == "concealed"
    settings.honors_terminal = rules.honors_satisfy_yaojiu
    settings.seven_pairs = rules.seven_pairs
    settings.quads = rules.seven_pairs_quads
    settings.pairs_jiang = option_domain("seven_pairs_jiang").index(rules.seven_pairs_jiang)
    settings.orphans = rules.thirteen_orphans
    settings.orphans_legal = not orphans_second or mode in (EITHER, YAOJIU)
    settings.families = len(families)
    settings.pair_families = len(pair_families)
    settings.pairs_plain = _pairs_are_plain(rules, pair_families)
    settings.pairs_of_suits = pair_families[0, 2]
    asked = rules.second_condition if pair_families[0, 3] else "off"
    settings.pairs_testable = asked not in ("jiang258", "both") or rules.seven_pairs_jiang == "any_pair"
    settings.pair_kinds, settings.other_pair_kinds = _asked_pairs(rules, asked)
    parts = [suit_classes(), honor_classes()] + ([pung_classes()] if families[:, 1].any() else [])
    rows = [_rule_rows(part, mode, part is honor_classes() and rules.honors_satisfy_yaojiu) for part in parts]
    for part, part_rows in zip(parts, rows, strict=True):
        _add_pair_facts(part_rows, part.pairs, rules, pair_families[0, 2:], part is honor_classes())
    starts = np.cumsum([0] + [len(part.rows) for part in parts])
    classes = np.concatenate([part.index + np.uint16(start) for part, start in zip(parts, starts, strict=False)])
    different, number = _different(np.concatenate(rows))
    for place, family in enumerate(np.concatenate([families, pair_families])):
        settings.family[place] = tuple(family)
    for field, values in (
        ("index", number[classes]),
        ("rows", different),
        ("exact", exact_under_melds()),
    ):
        tables[field][: len(values)] = values
    return tables


def _different(rows: Int8) -> tuple[Int8, Uint16]:
    """The different rows, which a rule set has fewer of than there are classes, and for each row given the number of its like."""
    whole = rows.view(np.dtype((np.void, rows.shape[1]))).reshape(-1)
    _, first, number = np.unique(whole, return_index=True, return_inverse=True)
    return rows[first], number.astype(np.uint16)
