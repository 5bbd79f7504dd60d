"""Whole hands in plain Python: playing one with the policies' plain twins, and checking an action log row for row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nmsim.errors import InputError
from nmsim.outcomes import COLUMN_NAMES, SEATS
from nmsim.policies import Policy
from nmsim.reference.choices import PolicyChooser
from nmsim.reference.flow import Chooser, Game, Offers
from nmsim.reference.log import ACT, ANSWER, PASS, Action, Disagreement, IllegalAction, Recorder, Row, Verifier
from nmsim.reference.readiness import ReadyWatch
from nmsim.reference.record import describe_hand
from nmsim.rules import Rules
from nmsim.words import say

__all__ = ["Disagreement", "IllegalAction", "PlayedHand", "check", "play", "play_with"]


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand that was played: its action log, and its columns by name (see `nmsim.outcomes`)."""

    log: list[Row]
    columns: dict[str, int]


def play_with(
    chooser: Chooser,
    rules: Rules,
    wall: Sequence[int],
    *,
    dealer: int = 0,
    repeats: int = 0,
    deal: str = "shared",
    players: int = SEATS,
) -> tuple[Game, list[Row]]:
    """Play a hand with any chooser; the ended game and its action log.

    Raises IllegalAction, naming seat and action, when the chooser takes what it may not; InputError for an unusable wall or table.
    """
    recorder = Recorder()
    game = Game(rules, wall, chooser, recorder, dealer=dealer, repeats=repeats, deal=deal, players=players)
    return game.play(), recorder.rows


def play(
    rules: Rules,
    policies: Sequence[Policy],
    wall: Sequence[int],
    seed: int,
    wall_id: int,
    dealer: int = 0,
    repeats: int = 0,
    deal: str = "shared",
    players: int = SEATS,
) -> PlayedHand:
    """Play a hand with one policy a seat, each choosing by its plain twin.

    The columns are all those that describe the hand: every one but `arm`, `rotation`, `match`, `hand` and `policy_*`. Raises
    InputError for an unusable wall or table.
    """
    if len(policies) != SEATS:
        raise InputError(say("game.policies", given=len(policies), seats=SEATS))
    recorder, watch = Recorder(), ReadyWatch()
    chooser = PolicyChooser(policies, seed, wall_id)
    game = Game(rules, wall, chooser, recorder, dealer=dealer, repeats=repeats, deal=deal, players=players, on_ready_moment=watch).play()
    columns = {"wall": wall_id, **describe_hand(game), **watch.columns}
    return PlayedHand(recorder.rows, {name: columns[name] for name in COLUMN_NAMES if name in columns})


class LogChooser:
    """Decides as a log says the seats decided."""

    def __init__(self, verifier: Verifier) -> None:
        self._verifier = verifier

    def own_turn(self, game: Game, seat: int, offers: Offers, discards: list[int]) -> Action:
        """The ACT that follows; where the seat need not discard, anything else means that it declines."""
        choice = self._verifier.next_choice(ACT, seat)
        if choice is not None:
            return choice
        if not discards:
            return PASS, game.drawn
        raise self._verifier.disagreement(f"an ACT of seat {seat}")

    def answer(self, game: Game, seat: int, offers: Offers, kind: int) -> Action:
        """The ANSWER that follows."""
        choice = self._verifier.next_choice(ANSWER, seat)
        if choice is None:
            raise self._verifier.disagreement(f"an ANSWER of seat {seat}")
        return choice


def check(
    log: Iterable[Iterable[int]],
    rules: Rules,
    wall: Sequence[int],
    dealer: int = 0,
    repeats: int = 0,
    deal: str = "shared",
    players: int = SEATS,
) -> dict[str, int]:
    """Replay an action log by the rules and return every column of the hand that needs no distance.

    Every draw, refusal, offer, answer, action and the ending must be what the rules ask for, complete and in order. Raises
    Disagreement with one line: the row, what was expected, what the log says. InputError for an unusable wall or table.
    """
    verifier = Verifier(log)
    game = Game(rules, wall, LogChooser(verifier), verifier, dealer=dealer, repeats=repeats, deal=deal, players=players)
    try:
        game.play()
    except IllegalAction as error:
        raise verifier.disagreement(f"a legal action ({error})") from None
    verifier.finish()
    return describe_hand(game)
