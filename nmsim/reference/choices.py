"""The plain twins of the policies: what a seat sees, the features of its discards, and each of its answers. docs/play.md defines them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from nmsim.outcomes import NEVER
from nmsim.policies import Policy
from nmsim.reference.distance import Distances, distances
from nmsim.reference.flow import Game, Offers
from nmsim.reference.judge import Win, check_win
from nmsim.reference.log import (
    CHOW_ACT,
    DISCARD,
    KONG_ADDED_ACT,
    KONG_CONCEALED_ACT,
    KONG_OPEN_ACT,
    OWN_KONGS,
    PASS,
    PUNG_ACT,
    WIN,
    Action,
)
from nmsim.reference.payments import dealer_bonus
from nmsim.reference.random_numbers import Words, decision_words
from nmsim.reference.table import discards_after_chow
from nmsim.tiles import (
    CHOW,
    COPIES,
    FIRST_HONOR,
    KINDS,
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_OPEN,
    PUNG,
    RANKS,
    Meld,
    count_kinds,
    is_terminal,
    rank_of,
    suit_of,
)

MISTAKES_OF = 10_000
LOOKING_MODES = ("keeps", "shortens", "ready")
_MODE_OF = {
    KONG_OPEN_ACT: "kong_open",
    PUNG_ACT: "pung",
    CHOW_ACT: "chow",
    KONG_CONCEALED_ACT: "kong_concealed",
    KONG_ADDED_ACT: "kong_added",
}
_COIN_OF = {CHOW_ACT: 0, PUNG_ACT: 1, KONG_OPEN_ACT: 2, KONG_CONCEALED_ACT: 3, KONG_ADDED_ACT: 4}


class View:
    """What one seat knows when it decides: its own tiles, and copies of each kind that it has seen elsewhere."""

    def __init__(self, game: Game, number: int) -> None:
        seat = game.seats[number]
        self.rules = game.rules
        self.counts = list(seat.counts)
        self.melds = list(seat.melds)
        self.drawn = game.drawn
        self.seen = count_kinds(_seen_elsewhere(game, number))

    @cached_property
    def distances(self) -> Distances:
        """The distances under the rules in force."""
        return distances(self.rules)

    def visible(self, kind: int) -> int:
        """Copies of the kind in hand or seen elsewhere."""
        return self.counts[kind] + self.seen[kind]

    def without(self, kind: int) -> list[int]:
        """The concealed counts after a discard."""
        left = list(self.counts)
        left[kind] -= 1
        return left


def _seen_elsewhere(game: Game, number: int) -> list[int]:
    """Tiles that the seat sees outside its own concealed ones: rivers (claimed tiles are in melds), own melds, others' shown melds."""
    kinds = []
    for seat in game.seats:
        kinds += [kind for kind, claimed in zip(seat.river, seat.claimed, strict=True) if not claimed]
        for meld in seat.melds:
            if seat.number == number or meld.form != KONG_CONCEALED or game.rules.concealed_kong_visible:
                kinds += meld.kinds()
    return kinds


# Features of a discard


def features(view: View, kind: int) -> dict[str, int]:
    """Every feature of the discard of a kind, by name (see `nmsim.policies.FEATURES`)."""
    return {name: feature(view, kind) for name, feature in _FEATURES.items()}


def score_discard(view: View, kind: int, policy: Policy) -> int:
    """The weighted sum of the features; those of weight 0 are not worked out."""
    weights = policy.weights
    return sum(getattr(weights, name) * feature(view, kind) for name, feature in _FEATURES.items() if getattr(weights, name))


def _shape_distance(view: View, kind: int) -> int:
    return view.distances.shape(view.without(kind), view.melds)


def _legal_distance(view: View, kind: int) -> int:
    return view.distances.legal_or_far(view.without(kind), view.melds)


def _unseen(view: View, kinds: Sequence[int]) -> int:
    return sum(max(0, COPIES - view.visible(kind)) for kind in kinds)


def _shape_accepting(view: View, kind: int) -> int:
    return _unseen(view, view.distances.accepting(view.without(kind), view.melds, view.distances.shape))


def _legal_accepting(view: View, kind: int) -> int:
    left = view.without(kind)
    if view.distances.legal(left, view.melds) == NEVER:
        return _shape_accepting(view, kind)
    return _unseen(view, view.distances.accepting(left, view.melds, view.distances.legal))


def _centrality(view: View, kind: int) -> int:
    return 0 if kind >= FIRST_HONOR else min(rank_of(kind), RANKS + 1 - rank_of(kind))


def _neighbours(view: View, kind: int) -> int:
    if kind >= FIRST_HONOR:
        return 0
    steps = {-2: 1, -1: 2, 1: 2, 2: 1}
    near = {kind + step: weight for step, weight in steps.items() if kind + step >= 0 and suit_of(kind + step) == suit_of(kind)}
    return sum(weight * view.counts[other] for other, weight in near.items())


def _own_tiles(view: View) -> list[int]:
    """Own tiles, concealed and melded."""
    return [kind for kind in range(KINDS) for _ in range(view.counts[kind])] + [kind for meld in view.melds for kind in meld.kinds()]


def _suit_tiles(view: View, kind: int) -> int:
    return 0 if kind >= FIRST_HONOR else sum(suit_of(own) == suit_of(kind) for own in _own_tiles(view))


def _last_terminal(view: View, kind: int) -> int:
    return int(is_terminal(kind) and sum(map(is_terminal, _own_tiles(view))) == 1)


_FEATURES = {
    "shape_distance": _shape_distance,
    "legal_distance": _legal_distance,
    "shape_accepting": _shape_accepting,
    "legal_accepting": _legal_accepting,
    "drawn": lambda view, kind: int(kind == view.drawn),
    "honor": lambda view, kind: int(kind >= FIRST_HONOR),
    "terminal": lambda view, kind: int(is_terminal(kind)),
    "centrality": _centrality,
    "copies": lambda view, kind: view.counts[kind],
    "neighbours": _neighbours,
    "suit_tiles": _suit_tiles,
    "seen": lambda view, kind: view.seen[kind],
    "last_of_suit": lambda view, kind: int(_suit_tiles(view, kind) == 1),
    "last_terminal": _last_terminal,
}


# Answers


class PolicyChooser:
    """Decides for the seats as their policies say, with random numbers that depend on seed, wall, seat, decision and salt only."""

    def __init__(self, policies: Sequence[Policy], seed: int, wall_id: int) -> None:
        self.policies, self.seed, self.wall_id = policies, seed, wall_id

    def own_turn(self, game: Game, seat: int, offers: Offers, discards: list[int]) -> Action:
        """Win, else the best kong that the modes allow, else a discard."""
        policy, words = self.policies[seat], self._words(game, seat)
        for action, kind in offers:
            if action == WIN and shown_total(game, seat, kind, game.own_win(seat), held=True) >= policy.win_min_fan:
                return action, kind
        if not discards:
            return PASS, game.drawn
        view = View(game, seat)
        if not _is_mistake(policy, words):
            kong = choose_own_kong(view, policy, words, [offer for offer in offers if offer[0] in OWN_KONGS], discards)
            if kong:
                return kong
        return DISCARD, choose_discard(view, policy, words, discards)

    def answer(self, game: Game, seat: int, offers: Offers, kind: int) -> Action:
        """Win, else the best claim that the modes allow, else a pass."""
        policy, words = self.policies[seat], self._words(game, seat)
        wins = offers[0][0] == WIN and policy.win_on_discard
        if wins and shown_total(game, seat, kind, game.offered_win, held=False) >= policy.win_min_fan:
            return offers[0]
        if _is_mistake(policy, words):
            return PASS, kind
        claims = [offer for offer in offers if offer[0] != WIN]
        return (choose_claim(View(game, seat), policy, words, claims, kind) if claims else None) or (PASS, kind)

    def _words(self, game: Game, seat: int) -> Words:
        return decision_words(self.seed, self.wall_id, seat, game.seats[seat].decisions, self.policies[seat].salt)


def shown_total(game: Game, number: int, kind: int, win: Win, held: bool) -> int:
    """What a win offered would show as its fan: the total after the cap, with the dealer's bonus if the seat deals."""
    seat = game.seats[number]
    concealed = seat.concealed()
    if held:
        concealed.remove(kind)
    price = check_win(game.rules, concealed, seat.melds, kind, win).price
    assert price is not None  # a win that is offered is complete
    return price.total + (dealer_bonus(game.rules, game.repeats) if number == game.dealer else 0)


def _is_mistake(policy: Policy, words: Words) -> bool:
    return words[1] % MISTAKES_OF < policy.mistakes


def choose_discard(view: View, policy: Policy, words: Words, discards: Sequence[int]) -> int:
    """The kind discarded: a random one by mistake, otherwise one of the highest score."""
    if _is_mistake(policy, words):
        return discards[words[2] * len(discards) >> 32]
    scores = [score_discard(view, kind, policy) for kind in discards]
    best = [kind for kind, score in zip(discards, scores, strict=True) if score == max(scores)]
    return best[words[0] * len(best) >> 32]


def _distance_seen(view: View, policy: Policy, counts: Sequence[int], melds: Sequence[Meld]) -> int:
    return view.distances.shape(counts, melds) if policy.sight == "shape" else view.distances.legal_or_far(counts, melds)


def _allows(policy: Policy, words: Words, action: int, before: int, after: int) -> bool:
    """Whether the mode for the action's form lets it be done."""
    match getattr(policy, _MODE_OF[action]):
        case "always":
            return True
        case "random":
            return bool(words[3] >> _COIN_OF[action] & 1)
        case "keeps":
            return after <= before
        case "shortens":
            return after < before
        case "ready":
            return after < before and after == 0
        case _:
            return False


def choose_own_kong(view: View, policy: Policy, words: Words, kongs: Offers, discards: Sequence[int]) -> Action | None:
    """The kong declared in the own turn, the first of those that leave the hand nearest; None to discard instead."""
    best: tuple[int, Action] | None = None
    for action, kind in kongs:
        counts, melds = _after_own_kong(view, action, kind)
        before = min(_distance_seen(view, policy, view.without(other), view.melds) for other in discards)
        after = _distance_seen(view, policy, counts, melds)
        if not _allows(policy, words, action, before, after):
            continue
        if policy.keep_legal and view.distances.legal(counts, melds) == NEVER:
            continue
        if best is None or after < best[0]:
            best = after, (action, kind)
    return best[1] if best else None


def _after_own_kong(view: View, action: int, kind: int) -> tuple[list[int], list[Meld]]:
    counts = list(view.counts)
    counts[kind] -= COPIES if action == KONG_CONCEALED_ACT else 1
    if action == KONG_CONCEALED_ACT:
        return counts, [*view.melds, Meld(KONG_CONCEALED, kind)]
    return counts, [Meld(KONG_ADDED, kind) if meld == Meld(PUNG, kind) else meld for meld in view.melds]


def choose_claim(view: View, policy: Policy, words: Words, claims: Offers, claimed: int) -> Action | None:
    """The claim made on another's discard, one of those that leave the hand nearest; None to pass."""
    looks = policy.keep_legal or any(getattr(policy, _MODE_OF[action]) in LOOKING_MODES for action, _ in claims)
    before = _distance_seen(view, policy, view.counts, view.melds) if looks else 0
    allowed = []
    for action, kind in claims:
        hands, melds = _after_claim(view, action, kind, claimed)
        after = min(_distance_seen(view, policy, hand, melds) for hand in hands) if looks else 0
        if not _allows(policy, words, action, before, after):
            continue
        if policy.keep_legal and all(view.distances.legal(hand, melds) == NEVER for hand in hands):
            continue
        allowed.append((after, (action, kind)))
    least = min((after for after, _ in allowed), default=0)
    equal = [option for after, option in allowed if after == least]
    return equal[words[0] * len(equal) >> 32] if equal else None


def _after_claim(view: View, action: int, kind: int, claimed: int) -> tuple[list[list[int]], list[Meld]]:
    """Every 3n+1 hand that the claim may lead to: one for each allowed discard, or the hand with the kong melded."""
    form = {KONG_OPEN_ACT: KONG_OPEN, PUNG_ACT: PUNG, CHOW_ACT: CHOW}[action]
    meld = Meld(form, kind)
    counts = list(view.counts)
    counts[claimed] += 1
    for part in meld.kinds():
        counts[part] -= 1
    melds = [*view.melds, meld]
    if action == KONG_OPEN_ACT:
        return [counts], melds
    if action == CHOW_ACT:
        discards = discards_after_chow(view.rules, view.counts, kind, claimed)
    else:
        discards = [other for other in range(KINDS) if counts[other]]
    hands = []
    for other in discards:
        left = list(counts)
        left[other] -= 1
        hands.append(left)
    return hands, melds
