"""Ways of winning that cannot have happened: what each demands of the melds, of the winning tile, of what others show, and of the rules.

One list for every door: `nmsim hand`, `nmsim.check_win` and `nmsim.score` (arrays too), and `nmsim check-hands`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from nmsim.errors import InputError
from nmsim.reference.judge import HOW_WON, Win
from nmsim.reference.reasons import meld_in_words
from nmsim.rules import Rules
from nmsim.tiles import COPIES, KONG_CONCEALED, KONG_OPEN, Meld
from nmsim.words import say

# Facts of a win that need another, and facts that exclude each other.
_NEEDS = (
    ("kong_draw", "self_draw"),
    ("heavenly", "self_draw"),
    ("heavenly_after_kong", "kong_draw"),
    ("first_draw", "self_draw"),
)
_APART = (
    *((robbed, other) for robbed in ("rob_added", "rob_concealed") for other in ("self_draw", "dealer_first_discard", "last_tile")),
    ("rob_added", "rob_concealed"),
    ("dealer_first_discard", "self_draw"),
    ("dealer_first_discard", "last_tile"),
    *(("heavenly", other) for other in ("kong_draw", "first_draw", "last_tile")),
    ("first_draw", "kong_draw"),
)
_MOST_FIRST_DISCARDS = 3  # before the last seat's first draw


class Facts(NamedTuple):
    """What a win is held against: numbers of one hand, or int[n] of many.

    `copies`: of the winning tile, itself included, in hand and melds. `seen`: tiles that others show; `seen_copies`: of the winning tile.
    """

    melds: Any
    kongs: Any
    concealed_kongs: Any
    copies: Any
    seen: Any = 0
    seen_copies: Any = 0


def is_free(rules: Rules, win: Win) -> bool:
    """Whether the way of winning demands nothing of a hand under the rules."""
    kongs = win.kong_draw or win.robbed or rules.four_kong_abort
    first = win.heavenly or win.heavenly_after_kong or win.dealer_first_discard or win.first_draw
    return not (kongs or first or _contradiction(win) or (win.last_tile and not win.self_draw))


def broken_demands(rules: Rules, win: Win, facts: Facts) -> Iterator[tuple[str, Any]]:
    """Each demand on a win by its name in `nmsim.words.judge`, and whether it is broken: truth, or bool[n] where the facts are arrays."""
    first_turn = win.heavenly or win.dealer_first_discard or win.first_draw
    yield "no_live_discard", win.last_tile and not win.self_draw and not rules.discard_after_last_draw
    yield "four_kongs", rules.four_kong_abort & (facts.kongs == COPIES)
    yield "no_concealed_kongs", win.heavenly_after_kong & ((facts.concealed_kongs == 0) | (facts.concealed_kongs < facts.melds))
    yield "no_kong", win.kong_draw & (facts.kongs == 0)
    yield "melds_before", first_turn & (facts.melds > 0)
    yield "copies_of_robbed", win.robbed & (facts.copies > 1)
    yield "discards_before", (win.heavenly or win.heavenly_after_kong) & (facts.seen > 0)
    yield "discards_before", (win.dealer_first_discard and not rules.concealed_kong_visible) & (facts.seen > 0)
    yield "many_discards_before", win.first_draw & (facts.seen > _MOST_FIRST_DISCARDS)
    yield "robbed_seen", win.robbed & (facts.seen_copies > 0) & (facts.seen_copies < COPIES - 1)


def check_circumstances(
    rules: Rules, counts: Sequence[int], melds: Sequence[Meld], winning_tile: int, win: Win, seen: Sequence[int] = ()
) -> None:
    """Raise InputError, naming what it contradicts, if a win cannot have happened.

    `counts`: concealed tiles by kind, the winning one included; `seen`: counts by kind of what others show.
    """
    forms = [meld.form for meld in melds]
    facts = Facts(
        len(forms),
        sum(form >= KONG_OPEN for form in forms),
        forms.count(KONG_CONCEALED),
        counts[winning_tile] + sum(meld.kinds().count(winning_tile) for meld in melds),
        sum(seen),
        seen[winning_tile] if seen else 0,
    )
    told = say("hand.semicolon").join(map(meld_in_words, melds)) or say("judge.cannot.none")
    if pair := _contradiction(win):
        raise InputError(say("judge.cannot", how=named(win), why=say("judge.cannot.contradiction", first=pair[0], second=pair[1])))
    for demand, broken in broken_demands(rules, win, facts):
        if broken:
            why = say(f"judge.cannot.{demand}", melds=told, copies=facts.copies, seen=facts.seen, seen_copies=facts.seen_copies)
            raise InputError(say("judge.cannot", how=named(win), why=why))


def named(win: Win) -> str:
    """The name of a way of winning, or the facts that make it up."""
    facts = ", ".join(f"{each.name}=True" for each in fields(win) if getattr(win, each.name))
    return next((name for name, way in HOW_WON.items() if way == win), f"Win({facts})")


def contradicts_itself(win: Win) -> bool:
    """Whether two facts of a win contradict each other, whatever the hand."""
    return _contradiction(win) is not None


def _contradiction(win: Win) -> tuple[str, str] | None:
    """Two facts of a win that contradict each other: one without the other, or both together."""
    for fact, needed in _NEEDS:
        if getattr(win, fact) and not getattr(win, needed):
            return f"{fact} = True", f"{needed} = False"
    for fact, other in _APART:
        if getattr(win, fact) and getattr(win, other):
            return f"{fact} = True", f"{other} = True"
    return None
