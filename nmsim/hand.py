"""Questions about one hand, or an array of hands: how far it is, what it accepts, whether it may be declared, what it is worth.

One hand is answered by the plain game (`nmsim.reference`), with reasons in words; an array of counts by the engine, a compiled loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from nmsim.engine.reasons import Reason
from nmsim.errors import InputError
from nmsim.position import MOST_MELDS as MAX_MELDS
from nmsim.position import (
    Counts,
    Hand,
    WaitingHand,
    copies_problems,
    read_hand,
    read_kind,
    read_own_melds,
    read_parts,
    seen_problems,
    size_problems,
    whole_numbers,
)
from nmsim.reference import distance as plain
from nmsim.reference import judge
from nmsim.reference.circumstances import Facts, broken_demands, check_circumstances, contradicts_itself, is_free
from nmsim.reference.judge import HAND_SIZE, Price, Verdict, Win
from nmsim.rules import Rules, RulesGiven, make_rules
from nmsim.tiles import CHOW, COPIES, KINDS, KONG_CONCEALED, KONG_OPEN, PUNG, Meld, count_kinds, tile_name
from nmsim.words import listed, say

OneHand: TypeAlias = str | Sequence[int] | Hand
Melds: TypeAlias = str | Sequence[Meld]
MeldsOfHands: TypeAlias = Melds | Sequence[Melds]
HowWon: TypeAlias = str | Win


class Distances(NamedTuple):
    """Draws to a complete hand, less one: in shape, and legally (`nmsim.outcomes.NEVER` if no draws can). int, or int8[n]."""

    shape: Any
    legal: Any


class Accepting(NamedTuple):
    """Kinds whose draw shortens the shape and the legal distance: bool[34], or bool[n, 34]."""

    shape: npt.NDArray[np.bool_]
    legal: npt.NDArray[np.bool_]


class Verdicts(NamedTuple):
    """Verdicts of an array of hands: `legal` bool[n]; `reasons` int64[n], bits of `Reason`; `fan` int64[n], 0 if not complete."""

    legal: npt.NDArray[np.bool_]
    reasons: npt.NDArray[np.int64]
    fan: npt.NDArray[np.int64]


def distance(hand: OneHand | Counts, melds: MeldsOfHands = (), rules: RulesGiven = "strict") -> Distances:
    """How far a hand is from complete, in shape and legally: draws less one, so 0 is ready and -1 complete.

    `hand`: the concealed tiles, 3n+1 or 3n+2 of them, as text in any notation (`nmsim.notation`), a list of kinds, counts int[34], or a
    `Hand` (with its melds); or many hands, int[n, 34]. `melds`: text or a list of `Meld`; for many hands one for all, or a list with one
    for each. `rules`: a preset or `Rules`. One hand gives ints, many int8[n]. `legal` is `NEVER` (99) where no draws can make the hand
    one that may win; `min_fan` is not looked at.
    Raises InputError for five copies of a kind, a wrong number of tiles, text or arrays that are no hand. Source: docs/distance.md.
    """
    rules = _rules(rules)
    if _is_many(hand):
        return _measure_many(rules, *_many(hand, melds, (1, 2)), need_accepting=False)[0]
    one, measure = read_hand(hand, melds), plain.distances(rules)
    return Distances(measure.shape(one.counts, one.melds), measure.legal(one.counts, one.melds))


def accepting(hand: OneHand | Counts, melds: MeldsOfHands = (), rules: RulesGiven = "strict") -> Accepting:
    """Which kinds a hand of 3n+1 tiles accepts: those whose draw shortens the distance, of which it does not hold all four itself.

    Arguments as in `distance`. One hand gives bool[34] masks, many bool[n, 34]. `legal` is all False where the legal distance is `NEVER`;
    `min_fan` is not looked at, `check_win` tells which tiles may win.
    Raises InputError as `distance` does, and for hands of 3n+2 tiles, which discard first. Source: docs/distance.md.
    """
    rules = _rules(rules)
    if _is_many(hand):
        return _measure_many(rules, *_many(hand, melds, (1,)), need_accepting=True)[1]
    one, measure = read_hand(hand, melds, kind=WaitingHand), plain.distances(rules)
    return Accepting(*(_mask(measure.accepting(one.counts, one.melds, what)) for what in (measure.shape, measure.legal)))


@overload
def check_win(rules: RulesGiven, concealed: OneHand, melds: Melds, winning_tile: str | int, win: HowWon = "self_draw") -> Verdict: ...
@overload
def check_win(
    rules: RulesGiven,
    concealed: Counts,
    melds: MeldsOfHands,
    winning_tile: str | int | Sequence[int] | Counts,
    win: HowWon | Sequence[HowWon] = "self_draw",
) -> Verdict | Verdicts: ...
def check_win(
    rules: RulesGiven, concealed: OneHand | Counts, melds: MeldsOfHands, winning_tile: Any, win: Any = "self_draw"
) -> Verdict | Verdicts:
    """Whether a hand may be declared, with every reason why not, its price and the reading taken.

    `concealed`: the concealed tiles *without* the winning one, in the forms of `distance`; `melds` as there. `winning_tile`: a kind or its
    text; for many hands one for all, or int[n]. `win`: a name of `HOW_WON`, or `Win`; for many hands one for all, or a list of n.
    One hand gives a `Verdict` (as `nmsim.reference.judge.check_win`), many hands `Verdicts`: arrays of n. A wrong number of tiles
    or a fifth copy is a reason, not an error. Raises InputError for what is no hand, tile or way of winning, and for a way that cannot
    have happened, such as 天胡 beside a meld (`nmsim.reference.circumstances`); what a `Hand` has seen counts for both.
    Source: docs/rules.md, A to D.
    """
    rules = _rules(rules)
    if not _is_many(concealed):
        return judge.check_win(rules, *_won(rules, concealed, melds, winning_tile, win))
    counts, coded = _many(concealed, melds, ())
    from nmsim.engine.batch import judge_hands
    from nmsim.engine.encode import fan_numbers, rule_record
    from nmsim.engine.records import HOW, VERDICT
    from nmsim.engine.scoring import VERDICTS

    tiles = _winning_kinds(winning_tile, len(counts))
    counts[np.arange(len(counts)), tiles] += 1
    way, how, barred = _ways(rules, win, counts, coded, tiles)
    reasons, fan = np.empty(len(counts), np.int64), np.empty(len(counts), np.int64)
    judge_hands(
        rule_record(rules), fan_numbers(rules), counts, *coded, way, how.view(HOW)[:, 0], barred, np.zeros(VERDICTS, VERDICT), reasons, fan
    )
    return Verdicts(reasons == 0, reasons, fan)


@overload
def score(rules: RulesGiven, concealed: OneHand, melds: Melds, winning_tile: str | int, win: HowWon = "self_draw") -> Price: ...
@overload
def score(
    rules: RulesGiven,
    concealed: Counts,
    melds: MeldsOfHands,
    winning_tile: str | int | Sequence[int] | Counts,
    win: HowWon | Sequence[HowWon] = "self_draw",
) -> Price | npt.NDArray[np.int64]: ...
def score(
    rules: RulesGiven, concealed: OneHand | Counts, melds: MeldsOfHands, winning_tile: Any, win: Any = "self_draw"
) -> Price | npt.NDArray[np.int64]:
    """What a complete hand is worth in fan, whether or not it may be declared.

    Arguments as in `check_win`. One hand gives a `Price` with its rows, many hands int64[n]: the total after the cap.
    Raises InputError as `check_win` does, and for a hand (the first of many is named) that is not complete under the options, has a wrong
    number of tiles or a fifth copy. Source: docs/rules.md, "Scoring".
    """
    rules = _rules(rules)
    if not _is_many(concealed):
        return judge.score(rules, *_won(rules, concealed, melds, winning_tile, win))
    verdicts = check_win(rules, whole_numbers(concealed), melds, winning_tile, win)
    assert isinstance(verdicts, Verdicts)
    unpriced = verdicts.reasons & int(_UNPRICED) != 0
    if unpriced.any():
        first = int(unpriced.argmax())
        words = [say(f"judge.short.{reason}") for reason in (Reason(int(verdicts.reasons[first])) & _UNPRICED).spelled]
        raise InputError(say("hand.no_price", number=first, reasons=listed(words), such=int(unpriced.sum()), hands=len(unpriced)))
    return verdicts.fan


_UNPRICED = Reason.BAD_TILE_COUNT | Reason.FIVE_COPIES | Reason.NOT_COMPLETE | Reason.THIRTEEN_ORPHANS_OFF | Reason.SEVEN_PAIRS_OFF


# The winning tile, the way, the rules


def _won(rules: Rules, concealed: Any, melds: Any, winning_tile: Any, win: Any) -> tuple[list[int], list[Meld], int, Win]:
    """What the judge is asked of one hand. Raises InputError for a way of winning, or seen tiles, that cannot be."""
    counts, own, _ = read_parts(concealed, melds)
    if (least := min(counts)) < 0:
        raise InputError(say("hand.count", field=say("hand.field"), tile=tile_name(counts.index(least)), count=least))
    kinds, tile, way = [kind for kind in range(KINDS) for _ in range(counts[kind])], read_kind(winning_tile), _win(rules, win)
    counts[tile] += 1
    seen = concealed.seen_counts if isinstance(concealed, Hand) else []
    if seen and (problems := list(seen_problems(counts, own, seen))):
        raise InputError(*problems)
    check_circumstances(rules, counts, own, tile, way, seen)
    return kinds, own, tile, way


def _win(rules: Rules, win: Any) -> Win:
    if not isinstance(win, (str, Win)):
        raise InputError(say("hand.way.type", given=repr(win)))
    return win if isinstance(win, Win) else Win.named(win, rules)


def _rules(rules: RulesGiven) -> Rules:
    return make_rules(rules)


def _mask(kinds: Sequence[int]) -> npt.NDArray[np.bool_]:
    mask = np.zeros(KINDS, np.bool_)
    mask[list(kinds)] = True
    return mask


# Many hands


class _CodedMelds(NamedTuple):
    """Melds as kernels read them: int8[n, 4], int8[n, 4], int64[n]."""

    form: npt.NDArray[np.int8]
    kind: npt.NDArray[np.int8]
    number: npt.NDArray[np.int64]


@lru_cache(maxsize=8)
def _tables(rules: Rules) -> Any:
    from nmsim.engine.tables import build_tables

    return build_tables(rules)


def _measure_many(rules: Rules, counts: npt.NDArray[np.int8], melds: _CodedMelds, *, need_accepting: bool) -> tuple[Distances, Accepting]:
    """Distances of every hand, and accepting kinds (no rows unless needed)."""
    from nmsim.engine.batch import measure_hands
    from nmsim.engine.hand_rows import make_scratch
    from nmsim.engine.many import distances_of_many, make_lanes

    hands, tables, scratch = len(counts), _tables(rules), make_scratch()
    shape, legal = np.empty(hands, np.int8), np.empty(hands, np.int8)
    masks = [np.empty((hands if need_accepting else 0, KINDS), np.bool_) for _ in range(2)]
    if need_accepting or melds.number.any() or tables.settings.families:
        measure_hands(tables, scratch, counts, *melds, shape, legal, *masks)
    else:
        distances_of_many(tables, scratch.memo, *make_lanes(), counts, shape, legal)
    return Distances(shape, legal), Accepting(*masks)


def _is_many(hand: Any) -> bool:
    """Whether it is an array of hands: two dimensions, or a list of lists."""
    if isinstance(hand, Hand):
        return False
    if isinstance(hand, Sequence):
        return len(hand) > 0 and not isinstance(hand[0], str) and isinstance(hand[0], (Sequence, np.ndarray))
    return np.ndim(whole_numbers(hand)) == 2


def _many(hands: Any, melds: MeldsOfHands, over: Sequence[int]) -> tuple[npt.NDArray[np.int8], _CodedMelds]:
    """A copy of the counts, int8[n, 34], and the melds. Checked as one hand is, unless `over` is empty."""
    counts = whole_numbers(hands)
    if counts.ndim != 2 or counts.shape[1] != KINDS:
        raise InputError(say("hand.array", shape=counts.shape))
    _name_first(counts < 0, counts, "hand.count")
    _name_first(counts > HAND_SIZE, counts, "hand.count.most", most=HAND_SIZE)
    lists = _melds_of_hands(melds, len(counts))
    coded = _coded(lists, len(counts))
    if over:
        _check_many(counts, lists, over)
    return np.array(counts, np.int8, order="C"), coded


def _name_first(wrong: npt.NDArray[np.bool_], counts: npt.NDArray[Any], fault: str, **values: int) -> None:
    if wrong.any():
        hand, kind = np.argwhere(wrong)[0]
        field = say("hand.field.one_of_many", number=hand)
        raise InputError(say(fault, None, field=field, tile=tile_name(int(kind)), count=counts[hand, kind], **values))


def _melds_of_hands(melds: Any, hands: int) -> list[list[Meld]]:
    """One list of melds for all hands, or one for each."""
    if isinstance(melds, str) or not isinstance(melds, Sequence) or not len(melds) or isinstance(melds[0], Meld):
        return [read_own_melds(melds)[0]]
    if len(melds) != hands:
        raise InputError(say("hand.melds.lists", lists=len(melds), hands=hands))
    return [read_own_melds(own)[0] for own in melds]


def _coded(lists: list[list[Meld]], hands: int) -> _CodedMelds:
    form, kind = np.zeros((len(lists), MAX_MELDS), np.int8), np.zeros((len(lists), MAX_MELDS), np.int8)
    for row, own in enumerate(lists):
        for at, meld in enumerate(own):
            form[row, at], kind[row, at] = meld
    count = np.array([len(own) for own in lists], np.int64)
    if len(lists) == hands:
        return _CodedMelds(form, kind, count)
    return _CodedMelds(form.repeat(hands, axis=0), kind.repeat(hands, axis=0), count.repeat(hands))


def _check_many(counts: npt.NDArray[Any], lists: list[list[Meld]], over: Sequence[int]) -> None:
    """As of one hand, of every hand; the first that cannot be is named."""
    melded = np.array([count_kinds([kind for meld in own for kind in meld.kinds()]) for own in lists])
    beyond = counts.sum(axis=1) - np.array([3 * (MAX_MELDS - len(own)) for own in lists])
    wrong = (counts + melded > COPIES).any(axis=1) | ~np.isin(beyond, list(over))
    if wrong.any():
        first = int(wrong.argmax())
        own, field = lists[first if len(lists) > 1 else 0], say("hand.field.one_of_many", number=first)
        faults = copies_problems(field, counts[first].tolist(), melded[first if len(lists) > 1 else 0].tolist())
        raise InputError(*faults, *size_problems(field, int(counts[first].sum()), len(own), over))


def _winning_kinds(tiles: Any, hands: int) -> npt.NDArray[np.int64]:
    if isinstance(tiles, str) or (not isinstance(tiles, Sequence) and np.ndim(tiles) == 0):
        return np.full(hands, read_kind(tiles), np.int64)
    try:
        kinds = np.asarray(tiles)
    except ValueError:  # rows of several lengths
        raise InputError(say("hand.tile.type", given=repr(tiles), most=KINDS - 1)) from None
    if kinds.shape != (hands,) or not np.issubdtype(kinds.dtype, np.integer):
        raise InputError(say("hand.tile.array", type=kinds.dtype, shape=kinds.shape, hands=hands))
    strange = (kinds < 0) | (kinds >= KINDS)
    if strange.any():
        raise InputError(say("hand.tile.kind_of", number=strange.argmax(), kind=kinds[strange][0], most=KINDS - 1))
    return kinds.astype(np.int64)


def _ways(
    rules: Rules, win: Any, counts: npt.NDArray[np.int8], melds: _CodedMelds, tiles: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Which way each hand is won, what the judge is told of each way, and the reason bits that bar it.

    Raises InputError, naming the first hand, for a way that cannot have happened.
    """
    hands = len(counts)
    given = (
        [_win(rules, each) for each in win] if isinstance(win, Sequence) and not isinstance(win, (str, Win)) else [_win(rules, win)] * hands
    )
    if len(given) != hands:
        raise InputError(say("hand.way.number", ways=len(given), hands=hands))
    distinct = list(dict.fromkeys(given)) or [Win()]
    numbers = {each: at for at, each in enumerate(distinct)}
    how = np.array([_circumstances(rules, each) for each in distinct], np.int64)
    barred = np.array([_bar(rules, each) for each in distinct], np.int64)
    way = np.array([numbers[each] for each in given], np.int64)
    for number, each in enumerate(distinct):
        if hands and not is_free(rules, each):
            _check_circumstances(rules, each, np.flatnonzero(way == number), counts, melds, tiles)
    return way, how, barred


def _check_circumstances(
    rules: Rules, win: Win, hands: npt.NDArray[np.int64], counts: npt.NDArray[np.int8], melds: _CodedMelds, tiles: npt.NDArray[np.int64]
) -> None:
    """As `check_circumstances`, of every hand whose number is given, all won in one way."""
    form, number, tile = melds.form[hands], melds.number[hands], tiles[hands]
    lowest, real = melds.kind[hands], np.arange(MAX_MELDS) < number[:, None]
    kongs, concealed = real & (form >= KONG_OPEN), real & (form == KONG_CONCEALED)
    in_chow = (form == CHOW) & (lowest <= tile[:, None]) & (tile[:, None] <= lowest + 2)
    in_meld = np.where(form == CHOW, in_chow, (lowest == tile[:, None]) * np.where(form == PUNG, COPIES - 1, COPIES))
    copies = counts[hands, tile] + (real * in_meld).sum(axis=1)
    facts = Facts(number, kongs.sum(axis=1), concealed.sum(axis=1), copies)
    wrong = np.zeros(len(hands), np.bool_) | contradicts_itself(win)
    for _, broken in broken_demands(rules, win, facts):
        wrong |= broken
    if wrong.any():
        at = int(wrong.argmax())
        own = [Meld(int(form[at, each]), int(lowest[at, each])) for each in range(int(number[at]))]
        try:
            check_circumstances(rules, counts[hands[at]].tolist(), own, int(tile[at]), win)
        except InputError as error:
            field = say("hand.field.one_of_many", number=int(hands[at]))
            raise InputError(*(f"{field}: {problem}" for problem in error.problems)) from None


def _circumstances(rules: Rules, win: Win) -> list[int]:
    """The fields of HOW: 天胡 and 地胡 where the rules say so, 海底 never for a robbed tile."""
    from nmsim.engine.codes import BY_DISCARD, BY_ROB, BY_SELF

    source = BY_SELF if win.self_draw else BY_ROB if win.robbed else BY_DISCARD
    heavenly = win.heavenly or (win.heavenly_after_kong and rules.tianhu_after_kong)
    earthly = (win.dealer_first_discard and rules.dihu != "first_draw") or (win.first_draw and rules.dihu != "dealer_first_discard")
    return [source, win.kong_draw, win.last_tile and not win.robbed, heavenly, earthly]


def _bar(rules: Rules, win: Win) -> int:
    if win.rob_added and rules.rob_kong == "off":
        return int(Reason.ROB_KONG_OFF)
    return int(Reason.ROB_CONCEALED_KONG_OFF) if win.rob_concealed and rules.rob_kong != "any" else 0
