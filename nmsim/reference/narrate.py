"""A hand told turn by turn, in English or Chinese, from its action log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nmsim.errors import InputError, unknown
from nmsim.outcomes import EXHAUSTIVE, FOUR_KONGS, NONE, SEATS, SELF_DRAW
from nmsim.reference import phrases
from nmsim.reference.flow import Game, Offers, Winner
from nmsim.reference.game import LogChooser
from nmsim.reference.judge import Verdict, check_win
from nmsim.reference.log import ACT, ANSWER, DISCARD, DRAW, OFFER, OWN_KONGS, REFUSED, TAIL, WIN, Action, Row, Verifier
from nmsim.reference.match import next_dealer
from nmsim.reference.record import shown_fan
from nmsim.rules import Rules
from nmsim.tiles import SUITS, suit_of
from nmsim.words import LANGS, say, speaking


def narrate(
    log: Iterable[Iterable[int]],
    rules: Rules,
    wall: Sequence[int],
    dealer: int = 0,
    repeats: int = 0,
    deal: str = "shared",
    players: int = SEATS,
    names: Sequence[str] | None = None,
    lang: str = "en",
) -> str:
    """The hand of an action log as a readable story, ending with a newline. `names`: one for each seat; `lang`: `en` or `zh`.

    The log is checked on the way: raises Disagreement as `check` does, and InputError for an unknown language or unusable input.
    """
    if lang not in LANGS:
        raise InputError(unknown("language", lang, LANGS))
    verifier = Verifier(log)
    with speaking("zh" if lang == "zh" else "en"):
        story = Storyteller(verifier, list(names or seat_names()), dealer)
        game = Game(rules, wall, LogChooser(verifier), story, dealer=dealer, repeats=repeats, deal=deal, players=players)
        story.open(game)
        game.play()
        verifier.finish()
        story.close()
    return "\n".join(story.lines) + "\n"


def seat_names() -> list[str]:
    """What the seats are called, in the language spoken."""
    return [say(f"replay.seat.{seat}") for seat in range(SEATS)]


class Storyteller:
    """Takes each row of the game as it is checked, and tells it with what lies on the table at that moment."""

    def __init__(self, verifier: Verifier, names: list[str], dealer: int) -> None:
        self._verifier = verifier
        self._names, self._dealer = names, dealer
        self._game: Game | None = None
        self._offers: dict[int, Offers] = {}  # what was offered on the tile in question
        self._callers: list[int] = []  # who called a win on another's tile; the hand then ends
        self.lines: list[str] = []

    @property
    def game(self) -> Game:
        """The game being told."""
        assert self._game is not None  # opened before the first row
        return self._game

    def open(self, game: Game) -> None:
        """Tell the deal."""
        self._game = game
        self._say(phrases.opening(self._names[self._dealer], game.tiles_left()))
        for seat in game.seats[: game.players]:
            self._say(phrases.dealt(self._name(seat.number), seat.concealed()))
        self._say("")

    def write(self, row: Row) -> None:
        """Check the row and tell it."""
        self._verifier.write(row)
        event, seat, a, b = row
        if event == DRAW:
            self._offers = {}
            self._say(phrases.drawn(self._name(seat), a, b == TAIL, self.game.live(seat)))
        elif event == REFUSED:
            self._say("  " + phrases.refused(self._name(seat), b, self._why_refused(seat, b), self.game.rules))
        elif event == OFFER:
            self._offers.setdefault(seat, []).append((a, b))
        elif event == ANSWER:
            self._say("  " + phrases.answered(self._name(seat), self._offers[seat], (a, b)))
            if a == WIN:
                self._callers.append(seat)
        elif event == ACT and a != WIN:  # a win is told when the hand is laid open
            self._tell_act(seat, (a, b))

    def _tell_act(self, number: int, action: Action) -> None:
        what, kind = action
        offered = self._offers.get(number, [])
        own = what == DISCARD or what in OWN_KONGS
        if own and any(offer[0] == WIN for offer in offered):
            self._say("  " + phrases.declined_win(self._name(number)))
        if own and what == DISCARD and any(offer[0] in OWN_KONGS for offer in offered):
            self._say("  " + phrases.declined_kong(self._name(number), [offer for offer in offered if offer[0] in OWN_KONGS]))
        if own:
            self._offers = {}
        self._say(phrases.acted(self._name(number), action, kind == self.game.drawn))

    def _why_refused(self, number: int, kind: int) -> Verdict:
        """The verdict on a completion that was just refused."""
        seat = self.game.seats[number]
        concealed = seat.concealed()
        own = self._is_own_tile(number)
        if own:
            concealed.remove(kind)
        win = self.game.own_win(number) if own else self.game.offered_win
        return check_win(self.game.rules, concealed, seat.melds, kind, win)

    def _is_own_tile(self, number: int) -> bool:
        """Whether the tile in question lies in the seat's own hand: it then holds 3n+2 tiles."""
        return sum(self.game.seats[number].counts) % 3 == 2

    def close(self) -> None:
        """Tell the ending, the winners' hands and the payments."""
        game = self.game
        self._say("")
        if game.ending in (EXHAUSTIVE, FOUR_KONGS):
            self._say(phrases.drawn_hand(game.ending == FOUR_KONGS, game.tiles_left()))
        for winner in game.winners:
            self._tell_winner(winner)
        moves = [(self._name(seat), points) for seat, points in enumerate(game.points[:SEATS])]
        self._say(phrases.payments(moves) if any(game.points) else phrases.nothing_paid())
        if game.players == SEATS:
            self._tell_next_deal()

    def _tell_next_deal(self) -> None:
        game, winners = self.game, [winner.seat for winner in self.game.winners]
        bits = sum(1 << seat for seat in winners)
        following, _ = next_dealer(game.rules, self._dealer, game.repeats, winners[0] if winners else NONE, bits)
        self._say(phrases.next_deal(self._name(following), following == self._dealer))

    def _tell_winner(self, winner: Winner) -> None:
        game = self.game
        giver = None if game.ending == SELF_DRAW or game.giver == NONE else self._name(game.giver)
        self._say(phrases.won(self._name(winner.seat), game.winning_tile, giver, winner.win.robbed))
        bumped = [self._name(seat) for seat in self._callers if seat not in {each.seat for each in game.winners}]
        if bumped:
            self._say("  " + phrases.bumped(self._name(winner.seat), bumped))
        self._say("  " + phrases.hand(self._without_winning_tile(winner), game.winning_tile, game.seats[winner.seat].melds))
        price = winner.verdict.price
        assert price is not None  # a legal win has a price
        self._say("  " + phrases.priced(price, shown_fan(game, winner)))
        self._say("  " + phrases.conditions(winner.verdict, self._missing_suits(winner), game.rules))

    def _missing_suits(self, winner: Winner) -> list[int]:
        """The suits of which the winner has no tile, melds included."""
        held = [*self._without_winning_tile(winner), self.game.winning_tile]
        held += [kind for meld in self.game.seats[winner.seat].melds for kind in meld.kinds()]
        return [suit for suit in range(SUITS) if suit not in map(suit_of, held)]

    def _without_winning_tile(self, winner: Winner) -> list[int]:
        seat = self.game.seats[winner.seat]
        concealed = seat.concealed()
        if sum(seat.counts) % 3 == 2:
            concealed.remove(self.game.winning_tile)
        return concealed

    def _name(self, seat: int) -> str:
        return self._names[seat]

    def _say(self, line: str) -> None:
        self.lines.append(line)
