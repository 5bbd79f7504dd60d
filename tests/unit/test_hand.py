"""An array of hands is answered as its hands one by one, and these as the plain game answers; input that is no hand is named."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

import nmsim
from nmsim import hand
from nmsim.advice import Advice
from nmsim.engine.reasons import Reason
from nmsim.errors import InputError
from nmsim.notation import read_melds, read_tile, read_tiles
from nmsim.outcomes import NEVER
from nmsim.position import Hand
from nmsim.reference import judge
from nmsim.reference.circumstances import check_circumstances
from nmsim.reference.distance import distances
from nmsim.reference.hands_file import REASONS
from nmsim.reference.judge import HAND_SIZE, HOW_WON, Win
from nmsim.rules import PRESETS, Rules, differences, make_rules
from nmsim.tiles import KINDS, Meld, count_kinds, format_tiles, parse_tiles
from tests.unit.random_hands import random_complete_hand, random_hand, random_rules

SEEDS = 8
WON_HANDS = 60
DEAR = 12  # hands whose plain distance is asked, which may take a tenth of a second


class Hands(NamedTuple):
    """Hands in both forms."""

    kinds: list[list[int]]
    counts: npt.NDArray[Any]
    melds: list[list[Meld]]

    def line(self, at: int, rules: Rules) -> str:
        return f"{format_tiles(self.kinds[at])}, {'; '.join(map(str, self.melds[at])) or '-'}, {differences(rules)}"


def random_hands(rng: random.Random, number: int, drawn: bool | None) -> Hands:
    drawn_up = [random_hand(rng, rng.random() < 0.5 if drawn is None else drawn) for _ in range(number)]
    kinds = [kinds for kinds, _ in drawn_up]
    return Hands(kinds, np.array([count_kinds(each) for each in kinds]), [melds for _, melds in drawn_up])


@pytest.mark.parametrize("seed", range(SEEDS))
def test_distances_of_many_are_those_of_each_and_of_the_plain_game(seed: int) -> None:
    rng = random.Random(seed)
    rules, hands = random_rules(rng), random_hands(rng, DEAR, None)
    many = hand.distance(hands.counts, hands.melds, rules)
    assert many.shape.dtype == many.legal.dtype == np.int8 and many.shape.shape == (DEAR,)
    for at in range(DEAR):
        measure = distances(rules)
        expected = (
            measure.shape(count_kinds(hands.kinds[at]), hands.melds[at]),
            measure.legal(count_kinds(hands.kinds[at]), hands.melds[at]),
        )
        assert (many.shape[at], many.legal[at]) == expected, hands.line(at, rules)
        assert hand.distance(hands.kinds[at], hands.melds[at], rules) == expected


@pytest.mark.parametrize("seed", range(SEEDS))
def test_accepting_kinds_of_many_are_those_of_each_and_of_the_plain_game(seed: int) -> None:
    rng = random.Random(100 + seed)
    rules, hands = make_rules(rng.choice(list(PRESETS))), random_hands(rng, 6, False)
    many = hand.accepting(hands.counts, hands.melds, rules)
    assert many.shape.dtype == np.bool_ and many.legal.shape == (6, KINDS)
    for at in range(6):
        measure, counts = distances(rules), count_kinds(hands.kinds[at])
        one = hand.accepting(counts, hands.melds[at], rules)
        for mask, row, what in ((many.shape, one.shape, measure.shape), (many.legal, one.legal, measure.legal)):
            assert np.flatnonzero(mask[at]).tolist() == measure.accepting(counts, hands.melds[at], what), hands.line(at, rules)
            assert (mask[at] == row).all()


def possible_ways(rules: Rules, kinds: list[int], melds: list[Meld], tile: int) -> list[str]:
    """The ways in which the hand can have been won."""
    found = []
    for name, win in HOW_WON.items():
        with suppress(InputError):
            check_circumstances(rules, count_kinds([*kinds, tile]), melds, tile, win)
            found.append(name)
    return found


def won_hands(rng: random.Random, rules: Rules, number: int) -> tuple[Hands, list[int], list[str]]:
    """Hands complete in shape mostly, less their winning tiles; the tiles; ways of winning. Some have a wrong number or a fifth copy."""
    kinds, melds, tiles, ways = [], [], [], []
    while len(kinds) < number:
        concealed, own = random_complete_hand(rng) if rng.random() < 0.75 else random_hand(rng, True)
        tile = concealed.pop(rng.randrange(len(concealed)))
        if rng.random() < 0.1:
            concealed.append(rng.choice(concealed or [tile]))
        if rng.random() < 0.1 and concealed:
            concealed[0] = tile
        if possible := possible_ways(rules, concealed, own, tile):
            kinds.append(concealed)
            melds.append(own)
            tiles.append(tile)
            ways.append(rng.choice(possible))
    return Hands(kinds, np.array([count_kinds(each) for each in kinds], np.uint8), melds), tiles, ways


@pytest.mark.parametrize("seed", range(4 * SEEDS))
def test_verdicts_of_many_are_those_of_each_and_of_the_plain_judge(seed: int) -> None:
    rng = random.Random(200 + seed)
    rules = random_rules(rng)
    hands, tiles, ways = won_hands(rng, rules, WON_HANDS)
    many = hand.check_win(rules, hands.counts, hands.melds, tiles, ways)
    assert isinstance(many, hand.Verdicts)
    for at in range(WON_HANDS):
        expected = judge.check_win(rules, hands.kinds[at], hands.melds[at], tiles[at], HOW_WON[ways[at]])
        told = Reason(int(many.reasons[at])).spelled
        assert (bool(many.legal[at]), told) == (expected.legal, expected.reasons), hands.line(at, rules)
        assert many.fan[at] == (expected.price.total if expected.price else 0), hands.line(at, rules)
        assert hand.check_win(rules, hands.kinds[at], hands.melds[at], tiles[at], ways[at]) == expected


def test_the_random_verdicts_reach_every_reason() -> None:
    reached = Reason(0)
    for seed in range(4 * SEEDS):
        rng = random.Random(200 + seed)
        rules = random_rules(rng)
        hands, tiles, ways = won_hands(rng, rules, WON_HANDS)
        for bits in np.unique(hand.check_win(rules, hands.counts, hands.melds, tiles, ways).reasons):  # type: ignore[union-attr]
            reached |= Reason(int(bits))
    assert reached == ~Reason(0)


def test_reasons_are_spelled_as_in_the_hands_file() -> None:
    assert Reason(~0).spelled[0] == "missing_suit:万条筒"
    assert set(Reason(~0).spelled[1:]) == set(REASONS)


def test_one_list_of_melds_one_tile_and_one_way_do_for_all_hands() -> None:
    text = ["123m456m78s55s", "123m456m79s55s"]
    counts = np.array([count_kinds(parse_tiles(each)) for each in text])
    verdicts = nmsim.check_win("strict", counts, "pung 888p", "9s", "discard")
    assert [verdicts.legal.tolist(), verdicts.fan.tolist()] == [[True, False], [1, 0]]  # type: ignore[union-attr]
    assert nmsim.distance(counts, read_melds("pung 888p")).legal.tolist() == [0, 0]
    assert nmsim.score("strict", counts[:1], "pung 888p", 26, "self_draw").tolist() == [2]  # type: ignore[union-attr]
    assert nmsim.distance(counts.tolist(), "pung 888p").shape.tolist() == [0, 0]
    assert len(nmsim.distance(np.zeros((0, KINDS), int)).shape) == 0


def test_an_array_that_was_given_stays_as_it_was() -> None:
    counts = np.array([count_kinds(parse_tiles("123m456m78s234p55s"))], np.int8)
    before = counts.copy()
    nmsim.check_win("strict", counts, (), "9s")
    nmsim.accepting(counts)
    assert (counts == before).all()


def test_every_form_of_one_hand() -> None:
    text = "234567m345s678p1z"
    kinds = parse_tiles(text)
    assert nmsim.distance(text) == nmsim.distance(kinds) == nmsim.distance(np.array(count_kinds(kinds))) == (0, 1)
    assert nmsim.distance("234567万 345条 678筒 东") == (0, 1)
    assert nmsim.distance(count_kinds(kinds), rules="open") == nmsim.distance(text, rules=make_rules("open")) == (0, 0)
    assert nmsim.check_win("strict", text, "", "1z", "discard").reasons == ("no_yaojiu_no_258",)
    assert nmsim.distance("123m456m789m1z", "chow 123m") == (0, 4)
    assert nmsim.distance("1z", "pung 111m; pung 222m; pung 333m; pung 444m").legal == NEVER


@pytest.mark.parametrize("many", [False, True], ids=["one", "many"])
@pytest.mark.parametrize(
    ("text", "melds", "said"),
    [
        ("11111m234p567s88s", "", "holds 1m 5 times; there are four of each kind"),
        ("555m123p456s7z", "pung 555m", "holds 5m 6 times, 3 of them in melds"),
        ("123456789m123p456s", "", "has 15 concealed tiles; beside 0 meld(s) there should be 13 or 14 with the drawn one"),
        ("123456789m123p", "", "has 12 concealed tiles"),
        ("123456789m1234p", "pung 888p", "beside 1 meld(s) there should be 10 or 11 with the drawn one"),
        ("123456789m1p", "888p;999p", "has 10 concealed tiles; beside 2 meld(s) there should be 7 or 8"),
    ],
)
def test_hands_that_nobody_can_hold(many: bool, text: str, melds: str, said: str) -> None:
    counts = np.array([count_kinds(parse_tiles(text))])
    with pytest.raises(InputError) as caught:
        nmsim.distance(counts if many else text, melds)
    assert str(caught.value).startswith("hand[0]: " if many else "hand: ")
    assert said in str(caught.value) and len(caught.value.problems) == 1


GOOD = count_kinds(parse_tiles("123m456m78s234p55s"))


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: nmsim.distance(np.array([GOOD, [-1, *GOOD[1:]]])), "hand[1]: holds 1m -1 times; counts are 0 or more"),
        (lambda: nmsim.distance([-1, *GOOD[1:]]), "hand: holds 1m -1 times"),
        (lambda: nmsim.distance(np.zeros((2, 35), int)), "hand: has shape (2, 35); counts have shape (34,), or (n, 34)"),
        (lambda: nmsim.distance(np.zeros(35, int)), "hand: has shape (35,)"),
        (lambda: nmsim.distance(np.zeros((1, 2, 34), int)), "hand: has shape (1, 2, 34)"),
        (lambda: nmsim.distance(np.array([GOOD], float)), "hand: holds float64 values"),
        (lambda: nmsim.distance([GOOD, GOOD[1:]]), "hand: its rows differ in length"),  # type: ignore[list-item]
        (lambda: nmsim.distance([34] * 13), "hand: kind 34 does not exist (0 to 33)"),
        (lambda: nmsim.distance(np.array([GOOD, GOOD]), [[], [], []]), "melds: 3 lists for 2 hands"),
        (lambda: nmsim.distance("", "1m" * 3 + ";222m;333m;444m;555m"), "melds: 5 are given"),
        (lambda: nmsim.distance("123m", [3]), "melds: 3 is no Meld"),  # type: ignore[list-item]
        (lambda: nmsim.accepting("123m456m78s234p55s9s"), "has 14 concealed tiles; beside 0 meld(s) there should be 13"),
        (lambda: nmsim.distance("123m", rules="strikt"), 'unknown preset "strikt", did you mean "strict"?'),
        (lambda: nmsim.check_win("strict", GOOD, (), 34), "winning tile: kind 34 does not exist"),
        (lambda: nmsim.check_win("strict", GOOD, (), 2.0), "winning tile: 2.0 is neither"),  # type: ignore[call-overload]
        (lambda: nmsim.check_win("strict", np.array([GOOD] * 2), (), [3, 77]), "winning tile[1]: kind 77 does not exist"),
        (lambda: nmsim.check_win("strict", np.array([GOOD] * 2), (), [3]), "winning tile: int64 values of shape (1,) for 2 hands"),
        (lambda: nmsim.check_win("strict", GOOD, (), "9s", "selfdrew"), 'unknown way of winning "selfdrew", did you mean "self_draw"?'),
        (lambda: nmsim.check_win("strict", np.array([GOOD] * 2), (), "9s", ["discard"]), "win: 1 ways of winning for 2 hands"),
        (
            lambda: nmsim.score("strict", np.array([GOOD] * 2), (), [26, 0]),
            "hand[1]: has no price: the hand is not complete (1 such",
        ),
        (lambda: nmsim.score("strict", [[0] * 34, [0] * 33], (), "1m"), "hand: its rows differ in length"),  # type: ignore[list-item]
        (lambda: nmsim.check_win("strict", np.array([GOOD]), (), None), "winning tile: None is neither a kind"),  # type: ignore[call-overload]
        (lambda: nmsim.check_win("strict", np.array([GOOD]), (), [[1], [1, 2]]), "winning tile: [[1], [1, 2]] is neither"),  # type: ignore[list-item]
        (lambda: nmsim.score("strict", GOOD, (), "1m"), "score: the hand is not complete"),
        (lambda: nmsim.distance(None), "hand: a NoneType is given; allowed are text"),  # type: ignore[arg-type]
        (lambda: nmsim.distance({0, 1}), "hand: a set is given"),  # type: ignore[arg-type]
        (lambda: nmsim.distance("1m", None), "melds: None is neither text nor a list of Meld"),  # type: ignore[arg-type]
        (lambda: nmsim.distance(np.array([GOOD] * 2), ["", 5]), "melds: 5 is neither"),  # type: ignore[list-item]
        (lambda: nmsim.distance("123m456p789s1z", [Meld(1, 34)]), "melds: (1, 34) does not exist (a form 0 to 4 and its lowest kind)"),
        (lambda: nmsim.distance("123m456p789s1z", [Meld(0, 8)]), "melds: (0, 8) does not exist"),
        (lambda: nmsim.distance(np.array([GOOD]), [Meld(1, -1)]), "melds: (1, -1) does not exist"),
        (lambda: nmsim.distance(GOOD, rules=None), "rules: None should be a preset"),  # type: ignore[arg-type]
        (lambda: nmsim.exact_odds(3), "rules: 3 should be a preset"),  # type: ignore[arg-type]
        (lambda: nmsim.check_win("strict", np.array([GOOD]), (), 26, 5), "win: 5 is neither a way of winning"),  # type: ignore[call-overload]
    ],
)
def test_input_that_cannot_be_used_is_one_clear_line(ask: Any, said: str) -> None:
    with pytest.raises(InputError) as caught:
        ask()
    assert said in str(caught.value)
    assert len(caught.value.problems) == 1


def test_the_hand_size_is_one_number() -> None:
    from nmsim.engine import batch

    assert batch.HAND_SIZE == HAND_SIZE


# A hand, its melds, the winning tile, a way of winning that it cannot have been won in, what it contradicts, options.
IMPOSSIBLE: list[tuple[str, str, str, str, str, dict[str, Any]]] = [
    ("234m567m55s78s", "chow 123p", "9s", "tianhu", "it comes before any meld (given: chow 123p)", {}),
    ("234m567m55s78s", "pung 111p", "9s", "tianhu", "it comes before any meld", {}),
    ("234m567m55s78s", "kong_open 1p", "9s", "tianhu", "it comes before any meld", {}),
    ("234m567m55s78s", "kong_concealed 1p", "9s", "tianhu", "it comes before any meld", {}),
    ("234m567m55s78s", "kong_concealed 1p", "9s", "dihu", "it comes before any meld", {}),
    ("234m567m55s78s", "kong_concealed 1p", "9s", "first_draw", "it comes before any meld", {"dihu": "both"}),
    ("234m567m55s78s", "chow 123p", "9s", "地胡", "it comes before any meld", {"dihu": "first_draw"}),
    ("123m456m78s234p55s", "", "9s", "kong_draw", "it needs a kong among the melds (given: none)", {}),
    ("234m567m55s78s", "pung 111p", "9s", "杠上开花", "it needs a kong among the melds (given: pung 111p)", {}),
    ("234m567m55s78s", "pung 111p", "9s", "kong_draw_last", "it needs a kong among the melds", {}),
    ("123m456m78s234p55s", "", "9s", "tianhu_kong_draw", "it needs melds that are all concealed kongs (given: none)", {}),
    ("567m55s78s", "kong_concealed 2p; kong_open 1p", "9s", "tianhu_kong_draw", "all concealed kongs", {"tianhu_after_kong": True}),
    ("567m55s78s", "kong_concealed 2p; chow 456p", "9s", "tianhu_kong_draw", "all concealed kongs", {}),
    ("234m567m55s789s", "chow 123p", "9s", "rob_kong", "the hand has 2 of them, the winning one included", {}),
    ("55m234p555s78s", "chow 789s", "9s", "抢杠", "the hand has 2 of them", {"rob_kong": "off"}),
    ("234m567m55s789s", "chow 123p", "9s", "rob_concealed_kong", "the hand has 2 of them", {}),
    ("123m456m78s234p55s", "", "9s", "last_discard", "there is no discard after the last draw", {"discard_after_last_draw": False}),
    ("5s", "kong_open 1p; kong_added 2p; kong_concealed 3m; kong_open 4z", "5s", "discard", "four kongs", {"four_kong_abort": True}),
]


@pytest.mark.parametrize("ask", [nmsim.check_win, nmsim.score])
@pytest.mark.parametrize(("text", "melds", "tile", "way", "said", "options"), IMPOSSIBLE)
def test_ways_of_winning_that_cannot_have_happened(
    text: str, melds: str, tile: str, way: str, said: str, options: dict[str, Any], ask: Any
) -> None:
    rules = make_rules(overrides=options)
    counts = np.array([count_kinds(read_tiles(text))] * 3)
    for hands, front in ((text, ""), (Hand.read(text, melds), ""), (counts, "hand[1]: ")):
        ways = ["self_draw", way, way] if front and not options.get("four_kong_abort") else way
        front = front if isinstance(ways, list) else front.replace("1", "0")
        with pytest.raises(InputError) as caught:
            ask(rules, hands, () if isinstance(hands, Hand) else melds, tile, ways)
        assert str(caught.value).startswith(front + judge_name(way, rules) + " cannot have happened: ")
        assert said in str(caught.value) and len(caught.value.problems) == 1


def judge_name(way: str, rules: Rules) -> str:
    return next(name for name, win in HOW_WON.items() if win == Win.named(way, rules))


@pytest.mark.parametrize(
    ("win", "said"),
    [
        (Win(kong_draw=True), "kong_draw = True and self_draw = False contradict each other"),
        (Win(self_draw=True, rob_added=True), "rob_added = True and self_draw = True"),
        (Win(rob_added=True, rob_concealed=True), "rob_added = True and rob_concealed = True"),
        (Win(self_draw=True, heavenly=True, last_tile=True), "heavenly = True and last_tile = True"),
        (Win(self_draw=True, dealer_first_discard=True), "dealer_first_discard = True and self_draw = True"),
        (Win(heavenly=True), "heavenly = True and self_draw = False"),
        (Win(self_draw=True, heavenly_after_kong=True), "heavenly_after_kong = True and kong_draw = False"),
    ],
)
@pytest.mark.parametrize("many", [False, True])
def test_facts_of_a_win_that_contradict_each_other(win: Win, said: str, many: bool) -> None:
    with pytest.raises(InputError, match=said):
        nmsim.check_win("strict", np.array([GOOD]) if many else GOOD, (), "9s", win)


@pytest.mark.parametrize(
    ("seen", "way", "options", "said"),
    [
        ("9s", "tianhu", {}, "tianhu cannot have happened: it comes before any other discard (seen: 1 tiles)"),
        ("9s", "dihu", {}, "dihu cannot have happened: it comes before any other discard"),
        ("1234s", "first_draw", {}, "first_draw cannot have happened: at most three discards come before it (seen: 4 tiles)"),
        ("9p", "rob_kong", {}, "rob_kong cannot have happened: the robbed tile is one of four"),
        ("9999p", "self_draw", {}, "seen: with hand and melds there are 5 of 9p"),
    ],
)
def test_what_a_hand_has_seen_counts_at_every_door(seen: str, way: str, options: dict[str, Any], said: str) -> None:
    rules, hand = make_rules(overrides=options), Hand.read("123m456m78p123s11z", "", seen)
    for ask in (nmsim.check_win, nmsim.score, lambda *asked: Advice(rules, hand.with_tile("9p"), read_tile("9p"), way)):
        with pytest.raises(InputError) as caught:
            ask(rules, hand, (), "9p", way)
        assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("text", "melds", "way"),
    [
        ("234m567m55s78s", "kong_added 1p", "kong_draw"),
        ("234m567m55s78s", "kong_open 1p", "kong_draw_last"),
        ("567m55s78s", "kong_concealed 1p; kong_concealed 2p", "tianhu_kong_draw"),
        ("123m456m78s234p55s", "", "tianhu"),
        ("123m456m78s234p55s", "", "dihu"),
        ("123m456m78s234p55s", "", "first_draw"),
        ("123m456m78s234p55s", "", "抢杠胡"),
        ("234m567m55s78s", "chow 123p", "海底捞月"),
        ("234m567m55s78s", "chow 123p", "last_discard"),
    ],
)
def test_ways_of_winning_that_can_have_happened(text: str, melds: str, way: str) -> None:
    assert nmsim.check_win("strict", text, melds, "9s", way).legal
    counts = np.array([count_kinds(read_tiles(text))] * 2)
    assert nmsim.check_win("strict", counts, melds, "9s", way).legal.all()  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_impossible_ways_are_told_of_many_as_of_each(seed: int) -> None:
    rng = random.Random(300 + seed)
    rules = random_rules(rng)
    hands, tiles, _ = won_hands(rng, rules, WON_HANDS)
    for name, win in HOW_WON.items():
        possible = [name in possible_ways(rules, *won) for won in zip(hands.kinds, hands.melds, tiles, strict=True)]
        if all(possible):
            hand.check_win(rules, hands.counts, hands.melds, tiles, win)
            continue
        with pytest.raises(InputError) as caught:
            hand.check_win(rules, hands.counts, hands.melds, tiles, win)
        assert str(caught.value).startswith(f"hand[{possible.index(False)}]: {name} cannot have happened: ")


def test_a_hand_is_made_once_and_taken_by_every_question() -> None:
    red = Hand.read("123m456m78s234p50s", seen="0p")
    assert [remark[:2] for remark in red.remarks] == ["0s", "0p"] and red == Hand.read("123m456m78s234p55s", seen="5p")
    ready = Hand.read("123m456m78s55s", "pung 888p", "9s 东风")
    text = ("123m456m78s55s", "pung 888p")
    assert nmsim.distance(ready) == nmsim.distance(*text)
    assert (nmsim.accepting(ready).legal == nmsim.accepting(*text).legal).all()
    assert nmsim.check_win("strict", ready, (), "9s") == nmsim.check_win("strict", *text, "9s")
    assert nmsim.score("strict", ready, (), "9s") == nmsim.score("strict", *text, "9s")
    assert ready.seen == (26, 27) and not ready.drawn and ready.with_tile(26).drawn
    with pytest.raises(InputError, match="a Hand holds its own"):
        nmsim.distance(ready, "pung 888p")
    drawn = ready.with_tile(0)
    by_hand = nmsim.compare_discards(drawn, rollouts=3)
    by_text = nmsim.compare_discards("1123m456m78s55s", "pung 888p", "9s 东风", rollouts=3)
    assert by_hand.to_pandas().equals(by_text.to_pandas())


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: Hand.read("123m"), "has 3 concealed tiles; beside 0 meld(s) there should be 13 or 14"),
        (lambda: Hand.read("123m456m78s234p55s", seen="5555s"), "seen: with hand and melds there are 6 of 5s"),
        (lambda: Hand((0,) * 33), "has shape (33,)"),
        (lambda: Hand((-1,) * 34), "holds 1m -1 times"),
        (lambda: Hand(None), "hand: a NoneType is given"),  # type: ignore[arg-type]
        (lambda: Hand("123m"), "hand: holds <U4 values"),  # type: ignore[arg-type]
        (lambda: Hand((1.0,) * 34), "hand: holds float64 values"),  # type: ignore[arg-type]
        (lambda: Hand((1,) * 13 + (0,) * 21, None), "melds: None is neither"),  # type: ignore[arg-type]
        (lambda: Hand((1,) * 13 + (0,) * 21, (), (1.5,)), "seen: (1.5,) is neither"),  # type: ignore[arg-type]
        (lambda: Hand((1,) * 13 + (0,) * 21, (), (34,)), "seen: 34 is no kind"),
        (lambda: Hand.read(None), "tiles: None is no text"),  # type: ignore[arg-type]
        (lambda: Hand.read("123m456m78s55s", None), "tiles: None is no text"),  # type: ignore[arg-type]
        (lambda: Hand.read("123m456m78s55s", "pung 888p", dragons=3), 'unknown order of dragons "3"'),  # type: ignore[arg-type]
        (lambda: Hand.read("123m456m78s55s", "pung 888p").with_tile(99), "kind 99 does not exist"),
        (lambda: nmsim.check_win("strict", Hand.read("123m456m78s234p55s"), "pung 888p", "9s"), "a Hand holds its own"),
        (lambda: nmsim.compare_discards("123m456m78s234p55s9s", seen=None), "seen: None is neither"),  # type: ignore[arg-type]
        (lambda: Hand((0,) * 34, (Meld(0, 8),)), "melds: (0, 8) does not exist"),
    ],
)
def test_a_hand_that_nobody_holds_is_not_made(made: Any, said: str) -> None:
    with pytest.raises(InputError) as caught:
        made()
    assert said in str(caught.value)
