"""The plain twins of the policies: features worked out by hand, answers by mode, and whole hands under random rules."""

import itertools
import random
from collections import Counter

import pytest

from nmsim.errors import InputError
from nmsim.notation import read_melds, read_tile
from nmsim.outcomes import COLUMN_NAMES, WAIT_CLOSED, WAIT_DOUBLE_PUNG, WAIT_EDGE, WAIT_MIXED, WAIT_SINGLE, WAIT_TWO_SIDED
from nmsim.policies import FEATURES, Policy, make_policy
from nmsim.reference.choices import View, choose_claim, choose_discard, choose_own_kong, features
from nmsim.reference.distance import legal_accepting
from nmsim.reference.flow import Game
from nmsim.reference.game import check, play, play_with
from nmsim.reference.log import (
    CHOW_ACT,
    KONG_ADDED_ACT,
    KONG_CONCEALED_ACT,
    KONG_OPEN_ACT,
    OFFER,
    PUNG_ACT,
    WIN,
    Recorder,
    show_action,
)
from nmsim.reference.random_numbers import MASK, Words, shuffled_wall
from nmsim.reference.readiness import wait_of
from nmsim.rules import OPTION_NAMES, Rules, make_rules, option_domain
from nmsim.tiles import COPIES, KINDS, count_kinds, parse_tiles
from tests.unit.test_reference_game import Script, wall_of

NO_WORDS: Words = (0, MASK, 0, 0)
STRICT = make_rules()


def view_of(tiles: str, melds: str = "-", drawn: str = "", rules: Rules = STRICT, **seen: int) -> View:
    """A seat's view of its own tiles, with copies of kinds seen elsewhere given as `m1=2`."""
    game = Game(rules, shuffled_wall(1, 1), Script(), Recorder())
    view = View(game, 0)
    view.counts, view.melds = count_kinds(parse_tiles(tiles)), read_melds(melds)
    view.seen = count_kinds([kind for meld in view.melds for kind in meld.kinds()])
    for name, copies in seen.items():
        view.seen[read_tile(name[1:] + name[0])] += copies
    view.drawn = read_tile(drawn) if drawn else -1
    return view


def test_features_of_a_discard() -> None:
    view = view_of("123m456m78s234p55p1z", drawn="1z", s9=1, s6=2, z1=1)
    found = features(view, read_tile("1z"))
    assert list(found) == list(FEATURES)
    assert found == {
        "shape_distance": 0, "legal_distance": 0, "shape_accepting": 2 + 3, "legal_accepting": 2 + 3, "drawn": 1, "honor": 1,
        "terminal": 0, "centrality": 0, "copies": 1, "neighbours": 0, "suit_tiles": 0, "seen": 1, "last_of_suit": 0, "last_terminal": 0,
    }  # fmt: skip
    found = features(view, read_tile("1m"))
    assert (found["terminal"], found["centrality"], found["last_terminal"], found["neighbours"]) == (1, 1, 1, 3)
    assert (found["suit_tiles"], found["last_of_suit"], found["drawn"]) == (6, 0, 0)
    assert features(view, read_tile("5m"))["centrality"] == 5
    # The ranks of another suit are no neighbours: 1p lies next to 9m only in the numbering.
    assert features(view_of("89m12p1234567z123s"), read_tile("1p"))["neighbours"] == 2


def test_melds_count_for_suits_and_terminals() -> None:
    view = view_of("19m23p4s", "pung 999s; chow 123p; pung 222z")
    assert features(view, read_tile("4s"))["suit_tiles"] == 4
    assert features(view, read_tile("4s"))["last_of_suit"] == 0
    assert features(view, read_tile("1m"))["last_terminal"] == 0
    assert features(view_of("1m2m33p4s", "pung 222s; pung 333s; pung 222z"), read_tile("1m"))["last_terminal"] == 1


def test_an_unreachable_legal_distance_is_sixteen_more_than_the_shape() -> None:
    view = view_of("19m", "pung 222m; pung 333m; pung 444m; pung 555m")
    found = features(view, read_tile("9m"))
    assert (found["shape_distance"], found["legal_distance"]) == (0, 16)
    assert found["legal_accepting"] == found["shape_accepting"] == 3


def test_equal_scores_are_settled_by_the_first_word_and_mistakes_by_the_third() -> None:
    view, kinds = view_of("123m456m78s234p55p1z"), parse_tiles("1m5p1z")
    blind = make_policy({"name": "blind"})
    picks = [choose_discard(view, blind, (word, 0, 0, 0), kinds) for word in (0, MASK // 3 + 1, MASK)]
    assert picks == kinds
    wrong = make_policy({"base": "legal", "name": "wrong", "mistakes": 10_000})
    assert choose_discard(view, wrong, (0, 5, MASK, 0), kinds) == read_tile("1z")
    assert choose_discard(view, make_policy("legal"), (0, 5, 0, 0), sorted(set(parse_tiles("123m456m78s234p55p1z")))) == read_tile("1z")


@pytest.mark.parametrize(
    ("mode", "tiles", "claimed", "claims"),
    [
        ("never", "55m1479p12z14s789s", "5m", False),
        ("always", "55m1479p12z14s789s", "5m", True),
        ("shortens", "55m99p123s456p78s1z", "5m", True),
        ("shortens", "555m9p123s456p78s1z", "5m", False),
        ("keeps", "555m9p123s456p78s1z", "5m", True),
        ("ready", "55m99p123s456p78s1z", "5m", True),
        ("ready", "55m99p123s46p78s12z", "5m", False),
    ],
)
def test_claim_modes(mode: str, tiles: str, claimed: str, claims: bool) -> None:
    policy = make_policy({"name": "one", "pung": mode})
    answer = choose_claim(view_of(tiles), policy, NO_WORDS, [(PUNG_ACT, read_tile(claimed))], read_tile(claimed))
    assert (answer is not None) is claims


@pytest.mark.parametrize(("action", "bit"), [(CHOW_ACT, 0), (PUNG_ACT, 1), (KONG_OPEN_ACT, 2)])
def test_random_claims_toss_the_coin_of_their_form(action: int, bit: int) -> None:
    tile, kind = read_tile("5m"), read_tile("5m")
    view = view_of("55567m147p147s12z")
    for coins, claims in ((1 << bit, True), (MASK ^ 1 << bit, False)):
        assert (choose_claim(view, make_policy("random"), (0, 0, 0, coins), [(action, kind)], tile) is not None) is claims


@pytest.mark.parametrize(("action", "bit"), [(KONG_CONCEALED_ACT, 3), (KONG_ADDED_ACT, 4)])
def test_random_kongs_toss_the_coin_of_their_form(action: int, bit: int) -> None:
    view = view_of("1111m5p147s34z", "pung 555p")
    kong = (action, read_tile("1m" if action == KONG_CONCEALED_ACT else "5p"))
    for coins, made in ((1 << bit, True), (MASK ^ 1 << bit, False)):
        assert (choose_own_kong(view, make_policy("random"), (0, 0, 0, coins), [kong], [read_tile("3z")]) == kong) is made


def test_keep_legal_makes_no_claim_after_which_no_hand_is_legal() -> None:
    hand = view_of("55m12s", "pung 222m; pung 333m; pung 444m")
    claim = [(PUNG_ACT, read_tile("5m"))]
    for keep, claims in ((False, True), (True, False)):
        policy = make_policy({"name": "one", "pung": "always", "keep_legal": keep})
        hand_all_m = view_of("55m1m2m", "pung 222z; pung 333m; pung 444m")
        assert choose_claim(hand, policy, NO_WORDS, claim, read_tile("5m")) == (claim[0] if claims else None)
        assert choose_claim(hand_all_m, policy, NO_WORDS, claim, read_tile("5m")) == (claim[0] if claims else None)


def test_of_several_claims_the_nearest_is_made_and_equals_are_settled_by_the_first_word() -> None:
    kind = read_tile("5m")
    offers = [(PUNG_ACT, kind), (CHOW_ACT, read_tile("3m")), (CHOW_ACT, kind)]
    blind = make_policy({"name": "blind", "pung": "always", "chow": "always"})
    view = view_of("345567m123s456p9p")
    assert [choose_claim(view, blind, (word, 0, 0, 0), offers, kind) for word in (0, MASK // 2, MASK)] == offers
    looking = make_policy({"name": "looking", "pung": "always", "chow": "shortens", "sight": "shape"})
    assert choose_claim(view_of("3455m123s456p7899p"), looking, NO_WORDS, offers[:2], kind) in offers[:2]


def test_winning_modes() -> None:
    hands, draws = {1: "46m234p234s999s11z"}, "5m"
    wall = wall_of(hands, draws)
    for changes, takes in (({}, True), ({"win_on_discard": False}, False), ({"win_min_fan": 5}, True), ({"win_min_fan": 6}, False)):
        policies = [make_policy("drawn_tile")] * 4
        policies[1] = make_policy({"base": "drawn_tile", "name": "picky", **changes})
        hand = play(STRICT, policies, wall, 1, 1)
        assert (OFFER, 1, WIN, read_tile("5m")) in hand.log
        assert (hand.columns["turns"] == 1 and hand.columns["winner"] == 1) is takes


@pytest.mark.parametrize(
    ("tiles", "melds", "wait"),
    [
        ("123m456m78s234p55p", "-", WAIT_TWO_SIDED),
        ("123m456m79s234p55p", "-", WAIT_CLOSED),
        ("123m456m12s234p55p", "-", WAIT_EDGE),
        ("123m456m89s234p55p", "-", WAIT_EDGE),
        ("123m456m88s234p55p", "-", WAIT_DOUBLE_PUNG),
        ("123m456m888s234p5p", "-", WAIT_SINGLE),
        ("1133m5577s2299p4z", "-", WAIT_SINGLE),
        ("123m4445m888s234p", "-", WAIT_MIXED),
        ("5m", "pung 222s; pung 888p; pung 111z; pung 777m", WAIT_SINGLE),
        # Of 6s and 9s only the 9 is a legal tile, still an end of 789 completed from below.
        ("234m456m78s234p66p", "-", WAIT_TWO_SIDED),
    ],
)
def test_kinds_of_wait(tiles: str, melds: str, wait: int) -> None:
    counts, melded = count_kinds(parse_tiles(tiles)), read_melds(melds)
    assert wait_of(STRICT, counts, melded, legal_accepting(STRICT, counts, melded)) == wait


# Whole hands


class Wild:
    """Takes any allowed action, wins seldom, and keeps pairs together so that claims and kongs happen."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def own_turn(self, game: Game, seat: int, offers: list[tuple[int, int]], discards: list[int]) -> tuple[int, int]:
        if offers and self.rng.random() < 0.7:
            return self.rng.choice(offers)
        if not discards:
            return 0, game.drawn
        counts = game.seats[seat].counts
        return 7, min(discards, key=lambda kind: (counts[kind] + sum(_near(counts, kind)), self.rng.random()))

    def answer(self, game: Game, seat: int, offers: list[tuple[int, int]], kind: int) -> tuple[int, int]:
        return self.rng.choice(offers) if self.rng.random() < 0.5 else (0, kind)


def _near(counts: list[int], kind: int) -> list[int]:
    return [counts[other] for other in (kind - 1, kind + 1) if 0 <= other < 27 and other // 9 == kind // 9]


def random_rules(rng: random.Random) -> Rules:
    while True:
        chosen = {name: rng.choice(option_domain(name)) for name in OPTION_NAMES if rng.random() < 0.3}
        try:
            return make_rules(rng.choice(("strict", "example", "open", "dongbei")), chosen)
        except InputError:
            continue


@pytest.mark.parametrize("seed", range(120))
def test_any_hand_under_any_rules_keeps_tiles_and_points_and_checks(seed: int) -> None:
    rng = random.Random(seed)
    rules, wall = random_rules(rng), shuffled_wall(seed, 1)
    deal = rng.choice(("shared", "private")) if not rules.wall_reserve else "shared"
    game, log = play_with(Wild(rng), rules, wall, dealer=seed % 4, repeats=seed % 3, deal=deal)
    columns = check(log, rules, wall, seed % 4, seed % 3, deal)
    # T13: every tile lies in exactly one place.
    stacks = game.stacks if deal == "private" else game.stacks[:1]
    placed = [kind for stack in stacks for kind in stack.tiles[stack.head : stack.tail]]
    for seat in game.seats:
        placed += seat.concealed() + [kind for meld in seat.melds for kind in meld.kinds()]
        placed += [kind for kind, claimed in zip(seat.river, seat.claimed, strict=True) if not claimed]
    assert Counter(placed) == dict.fromkeys(range(KINDS), COPIES)
    assert sum(columns[f"points_{seat}"] for seat in range(4)) == 0
    # T3: never two pungs or kongs offered on one tile.
    for before, row in itertools.pairwise(log):
        assert not (before[0] == row[0] == OFFER and before[2] == row[2] == PUNG_ACT), f"seed {seed}: {show_action(row[2:])}"


@pytest.mark.parametrize("names", [("random",) * 4, ("novice", "shape", "drawn_tile", "random")])
def test_policies_play_whole_hands_again_alike(names: tuple[str, ...]) -> None:
    policies: list[Policy] = [make_policy(name) for name in names]
    wall = shuffled_wall(5, 7)
    hand = play(STRICT, policies, wall, 5, 7, dealer=2)
    assert hand == play(STRICT, policies, wall, 5, 7, dealer=2)
    assert [name for name in COLUMN_NAMES if name not in hand.columns] == [
        "arm", "rotation", "match", "hand", "policy_0", "policy_1", "policy_2", "policy_3",
    ]  # fmt: skip
    checked = check(hand.log, STRICT, wall, dealer=2)
    assert checked == {name: hand.columns[name] for name in checked}


def test_whoever_wins_was_ready() -> None:
    for wall_id in range(3):
        hand = play(make_rules("open"), [make_policy("shape")] * 4, shuffled_wall(2, wall_id), 2, wall_id).columns
        assert hand["winner"] >= 0
        assert 0 <= hand[f"ready_legal_{hand['winner']}"] <= hand[f"discards_{hand['winner']}"]
        assert hand[f"ready_shape_{hand['winner']}"] == hand[f"ready_legal_{hand['winner']}"]
