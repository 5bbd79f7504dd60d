"""The flow of one hand: draws, offers, claims, kongs, robbing, endings. Choices come from a chooser, rows go to a sink."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from nmsim.errors import InputError
from nmsim.outcomes import DISCARD as ENDED_BY_DISCARD
from nmsim.outcomes import EXHAUSTIVE, FOUR_KONGS, NONE, ROB_KONG, SEATS, SELF_DRAW
from nmsim.reference import table
from nmsim.reference.judge import Verdict, Win, check_win
from nmsim.reference.log import (
    ACT,
    ANSWER,
    CHOW_ACT,
    DISCARD,
    DRAW,
    END,
    HEAD,
    KONG_ADDED_ACT,
    KONG_OPEN_ACT,
    OFFER,
    OWN_KONGS,
    PASS,
    PUNG_ACT,
    REFUSED,
    REFUSED_SECOND,
    REFUSED_SUIT,
    TAIL,
    WIN,
    Action,
    IllegalAction,
    Sink,
    show_action,
)
from nmsim.reference.payments import KONG_SHARES_ADDED, KONG_SHARES_CONCEALED, pay_kong, pay_win
from nmsim.rules import Rules
from nmsim.tiles import CHOW, KONG_OPEN, NO_TILE, PUNG
from nmsim.words import say

Offers = list[Action]
ABORTING_KONGS = 4
_CLAIM_FORMS = {CHOW_ACT: CHOW, PUNG_ACT: PUNG, KONG_OPEN_ACT: KONG_OPEN}


class Chooser(Protocol):
    """Whoever decides for the seats."""

    def own_turn(self, game: Game, seat: int, offers: Offers, discards: list[int]) -> Action:
        """One of the offers, or DISCARD of one of the kinds; without kinds, PASS declines the offers."""

    def answer(self, game: Game, seat: int, offers: Offers, kind: int) -> Action:
        """One of the offers on another's tile, or PASS with its kind."""


@dataclass(frozen=True, slots=True)
class Winner:
    """One winner of the hand and how the win was judged."""

    seat: int
    win: Win
    verdict: Verdict


class Answered(NamedTuple):
    """What the other seats made of a tile: who wins it, how many could legally, and who claims it otherwise."""

    winners: list[Winner]
    legal: int
    claim: tuple[int, Action] | None


class Game:
    """One hand. `play` runs it to its end; the fields then say how it went."""

    def __init__(
        self,
        rules: Rules,
        wall: Sequence[int],
        chooser: Chooser,
        sink: Sink,
        *,
        dealer: int = 0,
        repeats: int = 0,
        deal: str = "shared",
        players: int = SEATS,
        on_ready_moment: Callable[[Game, int], None] | None = None,
    ) -> None:
        if not 0 <= dealer < players:
            raise InputError(say("game.no_such_dealer", dealer=dealer, most=players - 1))
        self.rules, self.chooser, self.sink = rules, chooser, sink
        self.dealer, self.repeats, self.players = dealer, repeats, players
        self.private = deal == "private" or players == 1
        self.seats, self.stacks = table.deal_stacks(wall, rules, deal, players)
        self._others = [[(seat + step) % players for step in range(1, players)] for seat in range(players)]
        self.points = [0] * SEATS
        self.turns = 0
        self.kongs = 0
        self.disturbed = False  # a claim or kong was made by anybody
        self.drawn = NO_TILE  # the tile just drawn, of the seat in turn
        self.replacement = False
        self.feeder = NONE  # who fed the open kong that the replacement belongs to
        self.banned: set[int] = set()  # kinds that a chow forbids to discard
        self.ending = NONE
        self.winners: list[Winner] = []
        self.giver = NONE
        self.winning_tile = NO_TILE
        self.legal_winners = 0
        self.offered_win = Win()  # how another's tile that is offered came
        self._completed = False  # the tile just drawn made the shape complete
        self._own_verdict: Verdict | None = None
        self._on_ready_moment = on_ready_moment

    def play(self) -> Game:
        """Play the hand to its end."""
        for seat in range(self.players):
            self._ready_moment(seat)
        seat = self.dealer
        self._draw(seat, HEAD)
        while self.ending == NONE:
            seat = self._turn(seat)
        self.sink.write((END, NONE, self.ending, NONE))
        return self

    # What is true of the table

    def live(self, seat: int) -> int:
        """Tiles that the seat could still draw."""
        return self.stacks[seat].live

    def next_seat(self, seat: int) -> int:
        """Who draws after the seat."""
        return (seat + 1) % self.players

    def others(self, seat: int) -> list[int]:
        """The other seats that play, in order from the next."""
        return self._others[seat]

    def tiles_left(self) -> int:
        """Live tiles left, in all stacks where they are private."""
        return sum(stack.live for stack in self.stacks) if self.private else self.stacks[0].live

    # One turn

    def _turn(self, number: int) -> int:
        """The seat acts on its 3n+2 tiles; the result is the seat to act next, its tile drawn."""
        action, kind = self._choose_own(number)
        if self.ending != NONE:
            return number
        self.sink.write((ACT, number, action, kind))
        if action == WIN:
            assert self._own_verdict is not None  # a win is offered after a verdict only
            self._end_won(SELF_DRAW, [Winner(number, self.own_win(number), self._own_verdict)], NONE, kind, 1)
            return number
        if action in OWN_KONGS:
            return self._declare_kong(number, action, kind)
        return self._discard(number, kind)

    def _choose_own(self, number: int) -> Action:
        seat, rules = self.seats[number], self.rules
        offers: Offers = []
        if self.drawn != NO_TILE and self._may_win_own(number):
            offers.append((WIN, self.drawn))
        stops = self.drawn != NO_TILE and not rules.discard_after_last_draw and not self.live(number)
        if self.live(number) and (self.drawn != NO_TILE or rules.kong_after_claim):
            offers += table.own_kongs(rules, seat, self.drawn)
        for action, kind in offers:
            self.sink.write((OFFER, number, action, kind))
        if stops and not offers:
            self._end(EXHAUSTIVE)
            return PASS, NO_TILE
        discards = [] if stops else [kind for kind, count in enumerate(seat.counts) if count and kind not in self.banned]
        choice = self.chooser.own_turn(self, number, offers, discards)
        seat.decisions += 1
        if stops and choice[0] == PASS:
            self._end(EXHAUSTIVE)
        elif choice not in offers and (choice[0] != DISCARD or choice[1] not in discards):
            raise IllegalAction(f"seat {number} may not {show_action(choice)}")
        return choice

    def _may_win_own(self, number: int) -> bool:
        """Whether the drawn tile wins; a completion that may not be declared is written down."""
        if not self._completed:
            return False
        verdict = self._judge(number, self.drawn, self.own_win(number), held=True)
        self._note_completion(number, verdict, self.drawn, own=True)
        self._own_verdict = verdict
        return verdict.legal

    def own_win(self, number: int) -> Win:
        """How the tile just drawn came."""
        opening = number == self.dealer and self.turns == 0
        return Win(
            self_draw=True,
            kong_draw=self.replacement,
            last_tile=not self.live(number),
            heavenly=opening and not self.kongs,
            heavenly_after_kong=opening and self.kongs > 0,
            first_draw=number != self.dealer and not self.replacement and not self.disturbed and self.seats[number].draws == 1,
        )

    def _draw(self, number: int, end: int) -> None:
        """The seat takes a tile of either end of its stack."""
        seat = self.seats[number]
        waits = seat.waits(self.rules)
        kind = self.stacks[number].take(end == TAIL)
        self.sink.write((DRAW, number, kind, end))
        self._completed = kind in waits
        seat.change(kind, 1)
        seat.locked = False
        seat.draws += end == HEAD
        self.drawn, self.replacement = kind, end == TAIL
        self.banned = set()

    # Kongs of one's own

    def _declare_kong(self, number: int, action: int, kind: int) -> int:
        added = action == KONG_ADDED_ACT
        if self.rules.rob_kong == "any" or (added and self.rules.rob_kong == "added"):
            robbery = self._collect(number, kind, Win(rob_added=added, rob_concealed=not added), claims=False)
            if robbery.winners:
                self.seats[number].change(kind, -1)
                self._end_won(ROB_KONG, robbery.winners, number, kind, robbery.legal)
                return number
        table.meld_own_kong(self.seats[number], action, kind)
        shares = KONG_SHARES_ADDED if added else KONG_SHARES_CONCEALED
        pay_kong(self.rules, self.points, number, shares, self._payers(number), self.dealer)
        self.feeder = NONE
        return self._after_kong(number)

    def _payers(self, owner: int) -> list[int]:
        return [seat for seat in range(SEATS) if seat != owner]

    def _after_kong(self, number: int) -> int:
        """A kong stands: perhaps the hand is aborted, or a replacement is drawn."""
        self.kongs += 1
        self.disturbed = True
        self._ready_moment(number)
        if self.rules.four_kong_abort and self.kongs == ABORTING_KONGS:
            self._end(FOUR_KONGS)
        else:
            self._draw(number, TAIL)
        return number

    # Discards and claims

    def _discard(self, number: int, kind: int) -> int:
        seat = self.seats[number]
        seat.change(kind, -1)
        seat.river.append(kind)
        seat.claimed.append(False)
        seat.discards += 1
        self.turns += 1
        self.drawn, self.replacement, self.feeder = NO_TILE, False, NONE
        self._ready_moment(number)
        last = not self.live(self.next_seat(number))
        win = Win(last_tile=last, dealer_first_discard=self.turns == 1)
        answered = self._collect(number, kind, win, claims=True, last=last)
        if answered.winners:
            seat.claimed[-1] = True
            self._end_won(ENDED_BY_DISCARD, answered.winners, number, kind, answered.legal)
            return number
        if answered.claim:
            return self._carry_out_claim(number, kind, *answered.claim)
        if last:
            self._end(EXHAUSTIVE)
            return number
        following = self.next_seat(number)
        self._draw(following, HEAD)
        return following

    def _carry_out_claim(self, giver: int, claimed: int, claimant: int, action: Action) -> int:
        what, kind = action
        self.sink.write((ACT, claimant, what, kind))
        seat = self.seats[claimant]
        self.seats[giver].claimed[-1] = True
        table.meld_claim(seat, _CLAIM_FORMS[what], kind, claimed, giver)
        self.disturbed = True
        if what == KONG_OPEN_ACT:
            pay_kong(self.rules, self.points, claimant, 1, [giver], self.dealer)
            self.feeder = giver
            return self._after_kong(claimant)
        self.banned = table.swap_banned(kind, claimed) if what == CHOW_ACT and not self.rules.swap_discard else set()
        return claimant

    def _collect(self, giver: int, kind: int, win: Win, claims: bool, last: bool = False) -> Answered:
        """Offer a tile to the other seats and take their answers; winners are written down."""
        self.offered_win = win
        verdicts = self._verdicts_on(giver, kind, win)
        offers: dict[int, Offers] = {}
        following = self.next_seat(giver)
        open_to_claims = claims and (not last or self.rules.claims_on_last_discard)
        for number in self.others(giver):
            found: Offers = [(WIN, kind)] if number in verdicts else []
            seat = self.seats[number]
            if open_to_claims and (number == following or seat.counts[kind] >= 2):
                kong = not last and self.live(number) > 0
                found += table.claims_on(self.rules, seat, kind, number == following, kong)
            if found:
                offers[number] = found
                for what, of in found:
                    self.sink.write((OFFER, number, what, of))
        answers = {number: self._answer(number, found, kind) for number, found in offers.items()}
        winners = [number for number, answer in answers.items() if answer[0] == WIN]
        if self.rules.multi_win == "head_bump":
            winners = winners[:1]
        for number in winners:
            self.sink.write((ACT, number, WIN, kind))
        return Answered([Winner(number, win, verdicts[number]) for number in winners], len(verdicts), _best_claim(answers))

    def _verdicts_on(self, giver: int, kind: int, win: Win) -> dict[int, Verdict]:
        """Seats that may win another's tile, with their verdicts; completions that may not are written down."""
        legal = {}
        for number in self.others(giver):
            seat = self.seats[number]
            if kind not in seat.waits(self.rules):
                continue
            verdict = self._judge(number, kind, win, held=False)
            self._note_completion(number, verdict, kind, own=False)
            if verdict.legal and not seat.locked:
                legal[number] = verdict
        return legal

    def _answer(self, number: int, offers: Offers, kind: int) -> Action:
        seat = self.seats[number]
        answer = self.chooser.answer(self, number, offers, kind)
        seat.decisions += 1
        if answer not in offers and answer != (PASS, kind):
            raise IllegalAction(f"seat {number} may not {show_action(answer)}")
        self.sink.write((ANSWER, number, *answer))
        if offers[0][0] == WIN and answer[0] != WIN and self.rules.pass_win_lock == "until_draw":
            seat.locked = True
        return answer

    # Judging and ending

    def _judge(self, number: int, kind: int, win: Win, held: bool) -> Verdict:
        seat = self.seats[number]
        concealed = seat.concealed()
        if held:
            concealed.remove(kind)
        return check_win(self.rules, concealed, seat.melds, kind, win)

    def _note_completion(self, number: int, verdict: Verdict, kind: int, own: bool) -> None:
        seat = self.seats[number]
        seat.completions += 1
        reason = REFUSED_SUIT * verdict.lacks_suit + REFUSED_SECOND * verdict.lacks_second
        if not reason:
            return
        (seat.refused_own if own else seat.refused_other)[reason - 1] += 1
        if seat.refused_first == NONE:
            seat.refused_first = seat.discards
        self.sink.write((REFUSED, number, reason, kind))

    def _end(self, ending: int) -> None:
        self.ending = ending

    def _end_won(self, ending: int, winners: list[Winner], giver: int, kind: int, legal: int) -> None:
        self.ending = ending
        self.giver, self.winning_tile, self.legal_winners = giver, kind, legal
        self.winners = winners
        if ending != SELF_DRAW:
            self.seats[winners[0].seat].change(kind, 1)  # with several winners the tile is stored once
        liable = self.feeder if self.rules.kong_feeder_liable and self.replacement and ending == SELF_DRAW else NONE
        for winner in winners:
            assert winner.verdict.price is not None  # a legal win has a price
            total = winner.verdict.price.total
            pay_win(self.rules, self.points, winner.seat, total, giver, liable, self.dealer, self.repeats)

    def _ready_moment(self, number: int) -> None:
        """The seat holds 3n+1 tiles of its own: a moment at which it may be found ready."""
        if self._on_ready_moment:
            self._on_ready_moment(self, number)


def _best_claim(answers: dict[int, Action]) -> tuple[int, Action] | None:
    """The pung or kong answered, else the chow: four copies of a tile leave no room for two pungs or kongs."""
    for wanted in ((PUNG_ACT, KONG_OPEN_ACT), (CHOW_ACT,)):
        for number, answer in answers.items():
            if answer[0] in wanted:
                return number, answer
    return None
