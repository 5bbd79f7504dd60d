"""Views sampled from played hands: what a seat would do, its distances and accepting kinds, in both programs."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import numpy as np

from nmsim.engine import hand_rows, shape
from nmsim.engine.tables import build_tables
from nmsim.reference.choices import PolicyChooser, View
from nmsim.reference.distance import distances
from nmsim.reference.flow import Game, Offers
from nmsim.reference.game import LogChooser
from nmsim.reference.log import Action, Verifier, show_action
from nmsim.rules import Rules
from nmsim.tiles import KINDS, Meld, format_tiles
from tests.differential.worlds import Case, Played


@cache
def _scratch() -> Any:
    """One scratch for all views, so that every call meets what others left."""
    return hand_rows.make_scratch()


class Witness:
    """Follows a log, and at sampled decisions asks the plain twin and compares distances; faults are kept as lines."""

    def __init__(self, case: Case, played: Played, rng: random.Random, share: float) -> None:
        plan = case.world.plan
        self._follower = LogChooser(Verifier(played.log))
        self._twin = PolicyChooser(case.policies, plan.seed, case.wall_id)
        self._case, self._rng, self._share = case, rng, share
        self.faults: list[str] = []
        self.seen: Counter[str] = Counter()
        self._verifier = self._follower._verifier

    def follow(self, played: Played) -> None:
        """Replay the hand."""
        plan = self._case.world.plan
        row = played.row
        options: dict[str, Any] = {"dealer": row["dealer"], "repeats": row["repeats"], "deal": plan.deal, "players": plan.players}
        Game(plan.rules, played.wall, self, self._verifier, **options).play()

    def own_turn(self, game: Game, seat: int, offers: Offers, discards: list[int]) -> Action:
        """As the log says."""
        sampled = self._rng.random() < self._share
        twin = self._twin.own_turn(game, seat, offers, discards) if sampled else None
        done = self._follower.own_turn(game, seat, offers, discards)
        if twin is not None:
            self._compare("own turn", game, seat, twin, done)
            self._compare_discards(game, seat)
        return done

    def answer(self, game: Game, seat: int, offers: Offers, kind: int) -> Action:
        """As the log says."""
        sampled = self._rng.random() < self._share
        twin = self._twin.answer(game, seat, offers, kind) if sampled else None
        done = self._follower.answer(game, seat, offers, kind)
        if twin is not None:
            self._compare("answer", game, seat, twin, done)
            self._compare_waiting(game, seat)
        return done

    def _compare(self, what: str, game: Game, seat: int, twin: Action, done: Action) -> None:
        self.seen["views"] += 1
        self.seen[what] += 1
        self.seen[f"did {show_action(done).split(' ')[0]}"] += 1
        if twin != done:
            self._blame(game, seat, f"the engine did {show_action(done)}, the plain twin {show_action(twin)}")

    def _compare_discards(self, game: Game, seat: int) -> None:
        """Distances after each discard, and the kinds that one of them accepts."""
        view = View(game, seat)
        made = _arrays(game.rules, view.counts, view.melds)
        held = [kind for kind in range(KINDS) if view.counts[kind]]
        found = np.zeros((2, KINDS), np.int64)
        shape.discard_distances(*made, found[0], found[1])
        measure = distances(game.rules)
        for kind in held:
            left = view.without(kind)
            plain = measure.shape(left, view.melds), measure.legal(left, view.melds)
            if plain != (found[0, kind], found[1, kind]):
                self._blame(game, seat, f"distances after {kind} are {found[:, kind].tolist()}, by the plain twin {plain}")
        kind = self._rng.choice(held)
        self._compare_masks(game, seat, view.without(kind), view.melds, shape.discard_accepting(*made, kind))

    def _compare_waiting(self, game: Game, seat: int) -> None:
        """Distances of the seat's 3n+1 tiles, and the kinds that it accepts."""
        view = View(game, seat)
        made = _arrays(game.rules, view.counts, view.melds)
        measure = distances(game.rules)
        plain = measure.shape(view.counts, view.melds), measure.legal(view.counts, view.melds)
        found = tuple(int(distance) for distance in shape.distances(*made))
        if plain != found:
            self._blame(game, seat, f"distances are {found}, by the plain twin {plain}")
        self._compare_masks(game, seat, view.counts, view.melds, shape.accepting(*made))

    def _compare_masks(self, game: Game, seat: int, counts: list[int], melds: list[Meld], masks: tuple[int, int]) -> None:
        measure = distances(game.rules)
        for mask, distance in zip(masks, (measure.shape, measure.legal), strict=True):
            plain = measure.accepting(counts, melds, distance)
            found = [kind for kind in range(KINDS) if int(mask) >> kind & 1]
            if found != plain:
                held = f"{format_tiles([kind for kind in range(KINDS) for _ in range(counts[kind])])} {'; '.join(map(str, melds))}"
                self._blame(game, seat, f"{held} accepts {format_tiles(found)}, by the plain twin {format_tiles(plain)}")

    def _blame(self, game: Game, seat: int, what: str) -> None:
        self.faults.append(f"{self._case.line}: seat {seat}, log row {self._verifier.position}: {what}")


def _arrays(rules: Rules, counts: list[int], melds: list[Meld]) -> tuple[Any, ...]:
    """A hand as the kernels take it."""
    form, kind = np.full(4, 9, np.int8), np.full(4, 99, np.int8)
    for place, meld in enumerate(melds):
        form[place], kind[place] = meld.form, meld.kind
    return build_tables(rules), _scratch(), np.array(counts, np.int8), form, kind, len(melds)
