"""One hand looked at as a player would: may it win, what does it wait for or accept, what does each discard leave. Plain data, no words.

Distances and conditions are those of `nmsim.reference`; the ranking of discards is that of the policy `legal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from nmsim.outcomes import NEVER, NONE, WAIT_MIXED
from nmsim.policies import make_policy
from nmsim.position import Hand, melded_counts
from nmsim.reference.choices import View, score_discard
from nmsim.reference.circumstances import check_circumstances
from nmsim.reference.distance import Distances, distances
from nmsim.reference.judge import HOW_WON, Verdict, Win, check_win
from nmsim.reference.payments import share, shares_owed
from nmsim.reference.readiness import wait_of
from nmsim.reference.shapes import is_complete
from nmsim.rules import Rules
from nmsim.tiles import (
    COPIES,
    FIRST_HONOR,
    KINDS,
    KONG_CONCEALED,
    KONG_OPEN,
    RANKS,
    SUIT_READING_ORDER,
    Meld,
    is_terminal,
    suit_of,
)

# Equal in distance and live tiles, discards are told apart as the policy `legal` does it.
_TIES = make_policy({"base": "legal", "name": "ties", "weights": {"legal_distance": 0, "legal_accepting": 0}})
THREE_SUITS, SECOND_CONDITION = "three_suits", "second_condition"
_WINNER, _GIVER, _OTHER = 0, 1, 2  # seats of a win looked at alone


class Tiles(NamedTuple):
    """Kinds, ascending, and how many of their tiles nobody has shown."""

    kinds: tuple[int, ...]
    live: int


class Wait(NamedTuple):
    """A kind that completes the shape: live tiles, the part it completes (`nmsim.outcomes.WAITS`), the verdict if drawn, if discarded."""

    kind: int
    live: int
    form: int
    self_draw: Verdict
    discard: Verdict

    @property
    def may_win(self) -> bool:
        """Whether the rules let it be won, drawn or discarded."""
        return self.self_draw.legal or self.discard.legal


class Discard(NamedTuple):
    """A discard: the hand it leaves (the discarded tile is seen by all), looked at alike, and what it gives up, codes of `GIVEN_UP`."""

    kind: int
    after: Advice
    gives_up: tuple[str, ...]
    rank: tuple[int, ...]

    @property
    def shape(self) -> int:
        """Shape distance after it."""
        return self.after.shape

    @property
    def legal(self) -> int:
        """Legal distance after it."""
        return self.after.legal

    @property
    def tiles(self) -> Tiles:
        """Tiles that count in the ranking: those that may win if it leaves the hand ready, else those that shorten the distance."""
        return self.after.useful_tiles


GIVEN_UP = ("legal", "last_of_suit", "last_yaojiu", "only_258_pair", "only_pair")


class Payer(NamedTuple):
    """Who pays (`each`, `discarder`, `other`, `feeder`), whether as the dealer, and how many points."""

    who: str
    dealer: bool
    points: int


class Payment(NamedTuple):
    """A win's payments. `winner`: `dealer`, `non_dealer`, or `any` where it makes no difference; `total`: points won."""

    winner: str
    payers: tuple[Payer, ...]
    total: int


class _HandView(View):
    """A hand outside any game, seen as a policy sees its own."""

    def __init__(self, rules: Rules, counts: Sequence[int], melds: Sequence[Meld], seen: Sequence[int]) -> None:
        self.rules, self.counts, self.melds, self.drawn = rules, list(counts), list(melds), NONE
        self.seen = [shown + own for shown, own in zip(seen, melded_counts(melds), strict=True)]


@dataclass(frozen=True)
class Advice:
    """What is to be said of a hand under rules: `hand` (the winning tile among its counts, if one is asked for) and how that tile came.

    Raises InputError if the tile cannot have come so.
    """

    rules: Rules
    hand: Hand
    winning_tile: int | None = None
    how: str = "self_draw"

    def __post_init__(self) -> None:
        if self.winning_tile is not None:
            way, hand = HOW_WON[self.how], self.hand
            check_circumstances(self.rules, hand.counts, hand.melds, self.winning_tile, way, hand.seen_counts)

    @property
    def drawn(self) -> bool:
        """Whether a discard is due: 3n+2 tiles."""
        return self.hand.drawn

    @cached_property
    def view(self) -> View:
        """The hand as a policy sees it."""
        return _HandView(self.rules, self.hand.counts, self.hand.melds, self.hand.seen_counts)

    @cached_property
    def _measure(self) -> Distances:
        return distances(self.rules)

    @cached_property
    def shape(self) -> int:
        """Shape distance."""
        return self._measure.shape(self.hand.counts, self.hand.melds)

    @cached_property
    def legal(self) -> int:
        """Legal distance; `NEVER` if no draws can."""
        return self._measure.legal(self.hand.counts, self.hand.melds)

    @cached_property
    def verdict(self) -> Verdict | None:
        """The verdict on a hand of 3n+2 tiles; None for others."""
        if not self.drawn:
            return None
        tile = self.winning_tile if self.winning_tile is not None else max(kind for kind in range(KINDS) if self.hand.counts[kind])
        return self._judged(_less(self.hand.counts, tile), tile, HOW_WON[self.how])

    @property
    def asked_to_win(self) -> bool:
        """Whether the verdict is of interest: it was asked for, or the shape is complete."""
        return self.verdict is not None and (self.winning_tile is not None or self.verdict.reasons != ("not_complete",))

    def _judged(self, counts: Sequence[int], tile: int, win: Win) -> Verdict:
        return check_win(self.rules, [kind for kind in range(KINDS) for _ in range(counts[kind])], self.hand.melds, tile, win)

    def live(self, kind: int) -> int:
        """Tiles of a kind that are neither in the hand nor shown."""
        return max(0, COPIES - self.view.visible(kind))

    def _tiles(self, kinds: Sequence[int]) -> Tiles:
        return Tiles(tuple(kinds), sum(self.live(kind) for kind in kinds))

    @cached_property
    def shape_tiles(self) -> Tiles:
        """What shortens the shape distance of a hand of 3n+1."""
        return self._tiles(self._measure.accepting(self.hand.counts, self.hand.melds, self._measure.shape))

    @cached_property
    def legal_tiles(self) -> Tiles:
        """What shortens the legal distance of a hand of 3n+1; nothing where it is never."""
        return self._tiles(self._measure.accepting(self.hand.counts, self.hand.melds, self._measure.legal))

    @property
    def useful_tiles(self) -> Tiles:
        """What a hand of 3n+1 hopes for: tiles that may win if it is ready, else what shortens its legal distance, or its shape's."""
        if self.legal == 0:
            return self._tiles([wait.kind for wait in self.waits if wait.may_win])
        return self.legal_tiles if self.legal != NEVER else self.shape_tiles

    @property
    def is_trap(self) -> bool:
        """Whether a hand of 3n+1 is ready in shape and no tile may win it (假听)."""
        return bool(self.waits) and not any(wait.may_win for wait in self.waits)

    @property
    def too_few_fan(self) -> bool:
        """Whether the hand is ready for the two conditions, or a discard leaves it so, and `min_fan` lets no tile win it."""
        ready = [discard.after for discard in self.discards if discard.legal == 0] if self.drawn else [self] if self.waits else []
        return self.legal == 0 and all(after.is_trap for after in ready)

    @cached_property
    def routes(self) -> dict[str, tuple[int, int]]:
        """Shape and legal distance by each reading open to the hand, such as `seven_pairs`."""
        return self._measure.routes(self.hand.counts, self.hand.melds)

    @property
    def nearest_routes(self) -> tuple[str, ...]:
        """The readings by which the hand is as near as it is: legally, or in shape where the legal distance is never."""
        never = self.legal == NEVER
        return tuple(name for name, (shape, legal) in self.routes.items() if (shape == self.shape if never else legal == self.legal))

    @cached_property
    def waits(self) -> tuple[Wait, ...]:
        """Every kind that completes the shape of a ready hand of 3n+1; none if it is not ready in shape."""
        if self.drawn or self.shape != 0:
            return ()
        return tuple(
            Wait(
                kind,
                self.live(kind),
                self._wait_form([kind]),
                self._judged(self.hand.counts, kind, HOW_WON["self_draw"]),
                self._judged(self.hand.counts, kind, HOW_WON["discard"]),
            )
            for kind in self.shape_tiles.kinds
        )

    def _wait_form(self, kinds: Sequence[int]) -> int:
        free = self.rules.model_copy(update={"suit_rule": "off", "second_condition": "off"})
        return wait_of(free, self.hand.counts, self.hand.melds, kinds)

    @cached_property
    def wait_form(self) -> int:
        """The form of the whole wait: of its winnable kinds, or of all if none is winnable; mixed where they differ."""
        winnable = [wait for wait in self.waits if wait.may_win] or self.waits
        forms = {wait.form for wait in winnable}
        return forms.pop() if len(forms) == 1 else WAIT_MIXED

    @cached_property
    def fifth_copies(self) -> tuple[int, ...]:
        """Kinds that would complete the shape of a hand of 3n+1 and of which it holds all four itself."""
        if self.drawn:
            return ()
        own = [mine + melded for mine, melded in zip(self.hand.counts, self.hand.melded, strict=True)]
        full = [kind for kind in range(KINDS) if own[kind] == COPIES]
        return tuple(kind for kind in full if self._completes(kind))

    def _completes(self, kind: int) -> bool:
        counts = list(self.hand.counts)
        counts[kind] += 1
        return is_complete(self.rules, counts)

    @cached_property
    def held_back_by(self) -> tuple[str, ...]:
        """Which conditions make the legal distance longer than the shape's: those without which it would be shorter, or both together."""
        if self.legal <= self.shape:
            return ()
        without = {THREE_SUITS: {"suit_rule": "off"}, SECOND_CONDITION: {"second_condition": "off"}}
        found = [
            name
            for name, change in without.items()
            if distances(self.rules.model_copy(update=change)).legal(self.hand.counts, self.hand.melds) < self.legal
        ]
        return tuple(found or without)

    @cached_property
    def missing_suits(self) -> tuple[int, ...]:
        """Suits of which the hand has no tile where the rules look for them, in the order 万条筒."""
        counts = self._in_scope(self.rules.suit_scope)
        return tuple(suit for suit in SUIT_READING_ORDER if not sum(counts[suit * RANKS : suit * RANKS + RANKS]))

    @property
    def holds_yaojiu(self) -> bool:
        """Whether the hand has a 1 or 9 (or an honor that counts as one) where the rules look for it."""
        return any(count and self._is_yaojiu(kind) for kind, count in enumerate(self._in_scope(self.rules.yaojiu_scope)))

    def _in_scope(self, scope: str) -> list[int]:
        """Copies by kind that a condition looks at; a concealed kong is concealed."""
        shown = melded_counts([meld for meld in self.hand.melds if scope == "whole_hand" or meld.form == KONG_CONCEALED])
        return [own + melded for own, melded in zip(self.hand.counts, shown, strict=True)]

    def _is_yaojiu(self, kind: int) -> bool:
        return is_terminal(kind) or (self.rules.honors_satisfy_yaojiu and kind >= FIRST_HONOR)

    @cached_property
    def discards(self) -> tuple[Discard, ...]:
        """Every discard of a hand of 3n+2 tiles, the best first."""
        if not self.drawn:
            return ()
        return tuple(sorted((self._discard(kind) for kind in range(KINDS) if self.hand.counts[kind]), key=lambda each: each.rank))

    def _discard(self, kind: int) -> Discard:
        left = _less(self.hand.counts, kind)
        after = Advice(self.rules, Hand(tuple(left), self.hand.melds, (*self.hand.seen, kind)))
        far = self._measure.legal_or_far(left, self.hand.melds)
        rank = (far, -after.useful_tiles.live, after.shape, -score_discard(self.view, kind, _TIES), kind)
        return Discard(kind, after, self._given_up(kind, after), rank)

    def _given_up(self, kind: int, after: Advice) -> tuple[str, ...]:
        """What a discard gives up of what the rules ask for, where they look for it; nothing that the nearest hand is exempt from."""
        rules, suit = self.rules, suit_of(kind)
        pairs = [other for other in range(KINDS) if after.hand.counts[other] >= 2]
        broke_pair = self.hand.counts[kind] >= 2 and after.hand.counts[kind] < 2
        second = "off" if after.is_exempt("second_exempt") else rules.second_condition
        suits = rules.suit_rule != "off" and suit in after.missing_suits and not after.is_exempt("suit_exempt")
        yaojiu = second in ("either", "yaojiu", "both") and self._is_yaojiu(kind) and not after.holds_yaojiu
        asks_258 = second in ("jiang258", "both") or (second == "either" and not self._melded_yaojiu)
        holds = {
            "legal": after.legal == NEVER and self.legal != NEVER,
            "last_of_suit": suits,
            "last_yaojiu": yaojiu,
            "only_258_pair": asks_258 and broke_pair and _is_258(kind) and not any(map(_is_258, pairs)),
            "only_pair": broke_pair and not pairs,
        }
        return tuple(name for name in GIVEN_UP if holds[name])

    def is_exempt(self, option: str) -> bool:
        """Whether the nearest hand that may win is one that `suit_exempt` or `second_exempt` frees of the condition."""
        if not getattr(self.rules, option):
            return False
        without = distances(self.rules.model_copy(update={option: frozenset()}))
        return without.legal(self.hand.counts, self.hand.melds) > self.legal

    @property
    def _melded_yaojiu(self) -> bool:
        """Whether the melds, which stay, meet 幺九."""
        shown = [meld for meld in self.hand.melds if self.rules.yaojiu_scope == "whole_hand" or meld.form == KONG_CONCEALED]
        return any(self._is_yaojiu(kind) for meld in shown for kind in meld.kinds())

    @cached_property
    def shape_choice(self) -> Discard | None:
        """The discard of a player who looks at the shape alone, where it is a worse one by the legal distance or its live tiles."""
        if not self.discards:
            return None
        choice = min(self.discards, key=lambda each: (each.shape, -each.after.shape_tiles.live, each.rank))
        return choice if choice.rank[:2] > self.discards[0].rank[:2] else None

    @cached_property
    def payments(self) -> tuple[Payment, ...]:
        """What a complete hand is paid, by whom: once for all, or for each place of the dealer where that changes it."""
        if self.verdict is None or self.verdict.price is None:
            return ()
        win, total = HOW_WON[self.how], self.verdict.price.total
        feeder = NONE
        if self.rules.kong_feeder_liable and win.kong_draw and any(meld.form == KONG_OPEN for meld in self.hand.melds):
            feeder = _GIVER
        payments = [_payment(self.rules, total, win, dealer, feeder) for dealer in _dealers(self.rules, win, feeder)]
        if feeder != NONE:  # the replacement may also have followed another kong
            payments += [_payment(self.rules, total, win, dealer, NONE) for dealer in _dealers(self.rules, win, NONE)]
        return tuple(payments)


def _dealers(rules: Rules, win: Win, feeder: int) -> list[int]:
    """Seats of the dealer that lead to different payments; -1 where it makes none."""
    if rules.dealer_multiplier == 1 and rules.dealer_bonus_fan == 0:
        return [NONE]
    if win.heavenly or win.heavenly_after_kong:
        return [_WINNER]
    if win.dealer_first_discard:
        return [_GIVER]
    alike = win.self_draw and feeder == NONE
    others = [_OTHER] if alike else [_GIVER, _OTHER]
    return others if win.first_draw else [_WINNER, *others]


def _payment(rules: Rules, total: int, win: Win, dealer: int, feeder: int) -> Payment:
    owed = shares_owed(rules, _WINNER, NONE if win.self_draw else _GIVER, feeder)
    payers = []
    for seat, shares in owed.items():
        points = shares * share(rules, total, dealer in (seat, _WINNER), 0)
        who = "each" if len(owed) == 3 and win.self_draw else "other"
        if seat == feeder:
            who = "feeder"
        elif not win.self_draw and seat == _GIVER:
            who = "discarder"
        payers.append(Payer(who, seat == dealer, points))
    winner = {NONE: "any", _WINNER: "dealer"}.get(dealer, "non_dealer")
    return Payment(winner, tuple(payers), sum(payer.points for payer in payers))


def _less(counts: Sequence[int], kind: int) -> list[int]:
    left = list(counts)
    left[kind] -= 1
    return left


def _is_258(kind: int) -> bool:
    return kind < FIRST_HONOR and kind % 3 == 1
