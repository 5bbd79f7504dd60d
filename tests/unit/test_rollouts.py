"""Positions played out: the reference plays the same hands, the ordinary game is met where it starts alike, and numbers are plain means."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from nmsim.errors import InputError
from nmsim.notation import read_melds
from nmsim.outcomes import COLUMN_NAMES, DISCARD, NONE, SEATS, SELF_DRAW
from nmsim.plan import Plan, make_plan
from nmsim.playing import log_hand, log_position, play_blocks, play_positions
from nmsim.position import Position
from nmsim.reference.choices import PolicyChooser
from nmsim.reference.flow import Game, Offers
from nmsim.reference.log import ACT, DRAW, HEAD, TAIL, Action, Recorder, Row
from nmsim.reference.log import DISCARD as DISCARDS
from nmsim.reference.random_numbers import stacked_wall
from nmsim.reference.readiness import ReadyWatch
from nmsim.reference.record import describe_hand
from nmsim.reference.table import shape_waits
from nmsim.rollouts import Rollouts, compare_discards
from nmsim.rules import Rules, make_rules
from nmsim.stats.intervals import simultaneous_level
from nmsim.tiles import COPIES, KINDS, KONG_OPEN, TILES, Meld, count_kinds, parse_tiles
from tests.unit.random_hands import random_hand, random_rules

ADDRESS = ("arm", "rotation", "match", "hand", *(f"policy_{seat}" for seat in range(SEATS)))
START = tuple(f"start_{sight}_{seat}" for sight in ("shape", "legal") for seat in range(SEATS))
# The reference measures the start of whole hands only.
TOLD = tuple(name for name in COLUMN_NAMES if name not in ADDRESS + START)
CHEAP = ("random", "drawn_tile")  # the plain twins of the others take long


def position_of(tiles: str, melds: str = "", seen: str = "", dealer: int = 0) -> Position:
    return Position(tuple(count_kinds(parse_tiles(tiles))), tuple(read_melds(melds)), tuple(parse_tiles(seen)), dealer)


def compare(tiles: str, melds: str = "", seen: str = "", **options: Any) -> Rollouts:
    return compare_discards(count_kinds(parse_tiles(tiles)), read_melds(melds), parse_tiles(seen), **options)


def named(row: np.ndarray) -> dict[str, int]:
    return dict(zip(COLUMN_NAMES, row.tolist(), strict=True))


# The reference, told to start from a position


class ForcedFirst:
    """Decides as the policies do, but for the first turn: declines all, discards the given kind; only then is the dealer who deals."""

    def __init__(self, kind: int, dealer: int, policies: PolicyChooser) -> None:
        self.kind, self.dealer, self.policies, self.answer = kind, dealer, policies, policies.answer
        self.forced = False

    def own_turn(self, game: Game, seat: int, offers: Offers, discards: list[int]) -> Action:
        if self.forced:
            return self.policies.own_turn(game, seat, offers, discards)
        self.forced, game.dealer = True, self.dealer
        return DISCARDS, self.kind


def lay_out(game: Game, position: Position) -> None:
    """Turn the deal of the first 13 tiles into the position; seen tiles lie in one river, where all see them."""
    for meld in position.melds:
        for kind in meld.kinds()[:3]:
            game.seats[0].change(kind, -1)
        game.seats[0].melds.append(meld)
        game.seats[0].feeders.append(NONE)
        game.kongs += len(meld.kinds()) == COPIES
    game.seats[1].river += position.seen
    game.seats[1].claimed += [False] * len(position.seen)
    game.stacks[0].head += len(position.gone)
    if not position.opening:
        game.turns, game.disturbed = 1, True


def reference_hand(plan: Plan, position: Position, kind: int, wall: int, measured: bool) -> tuple[list[Row], dict[str, int], list[int]]:
    """Log, columns (those that need distances only if `measured`, which takes long) and wall of one discard played out by the reference."""
    tiles = stacked_wall(plan.seed, wall, {place: int(known) for place, known in enumerate(position.places()) if known >= 0})
    chooser = ForcedFirst(kind, position.dealer, PolicyChooser(plan.seats, plan.seed, wall))
    recorder, watch = Recorder(), ReadyWatch()
    game = Game(plan.rules, tiles, chooser, recorder, on_ready_moment=watch if measured else None)
    lay_out(game, position)
    game.play()
    return recorder.rows, {"wall": wall, **describe_hand(game), **(watch.columns if measured else {})}, tiles


def assert_the_reference_agrees(plan: Plan, position: Position, kind: int, wall: int, measured: bool = True) -> dict[str, int]:
    log, row, tiles = log_position(plan, position, kind, wall)
    expected_log, expected, expected_tiles = reference_hand(plan, position, kind, wall, measured)
    assert tiles == expected_tiles
    assert log == [tuple(entry) for entry in expected_log]
    columns = named(row)
    told = [name for name in TOLD if measured or not name.startswith(("ready_", "wait"))] + ["wall"]
    assert {name: columns[name] for name in told} == {name: expected[name] for name in told}
    return columns


def random_position(rng: random.Random, rules: Rules) -> Position:
    """Any position that can be under the rules: near completion or not, up to four melds, a wall of any length."""
    most = -1
    while most < 0:
        concealed, melds = random_hand(rng, drawn=True)
        held = count_kinds([*concealed, *(kind for meld in melds for kind in meld.kinds())])
        rest = [kind for kind in range(KINDS) for _ in range(COPIES - held[kind])]
        most = len(rest) - 3 * 13 - rules.wall_reserve - 1  # a discard and a draw
        if sum(meld.form >= KONG_OPEN for meld in melds) == SEATS:
            most = -1  # they may have ended the hand
    seen = tuple(rng.sample(rest, rng.choice((0, rng.randint(0, most), most, max(0, most - rng.randint(0, 8))))))
    return Position(tuple(count_kinds(concealed)), tuple(melds), seen, rng.choice((0, 0, 1, 2, 3)))


def random_case(number: int, dear: bool) -> tuple[Plan, Position, int]:
    """Rules with any options, seats (one of which looks at distances, if `dear`), a position and a discard."""
    rng = random.Random(number)
    rules, seats = random_rules(rng), [rng.choice(CHEAP) for _ in range(SEATS)]
    if dear:
        seats[rng.randrange(SEATS)] = rng.choice(("novice", "shape", "legal"))
    position = random_position(rng, rules)
    return make_plan(rules, seats, number), position, rng.choice(ready_discards(position, rules) or position.concealed)


def ready_discards(position: Position, rules: Rules) -> list[int]:
    """Kinds whose discard leaves the player ready in shape."""

    def left(kind: int) -> list[int]:
        return [count - (other == kind) for other, count in enumerate(position.counts)]

    return [kind for kind in sorted(set(position.concealed)) if shape_waits(left(kind), rules, bool(position.melds))]


@pytest.mark.parametrize("number", range(24))
def test_the_reference_plays_the_same_hands(number: int) -> None:
    assert_the_reference_agrees(*random_case(number, dear=number % 12 == 0), wall=number, measured=number % 8 == 0)


@pytest.mark.parametrize("rules", ["strict", "example", "open"])
@pytest.mark.parametrize("melds", ["kong_concealed 2222s;pung 777p", "kong_open 2222s;chow 567p", "kong_added 2222s;kong_open 7777p"])
def test_the_reference_pays_the_same_wins(melds: str, rules: str) -> None:
    position = position_of("234m67m88p1z", melds, "111z333s4444s9m9m2p1p", dealer=1)
    plan = make_plan(make_rules(rules, {"dealer_multiplier": 2, "payout": "double"}), ("drawn_tile",) * 4, 4)
    hands = [assert_the_reference_agrees(plan, position, 27, wall) for wall in range(6)]
    assert any(hand["winner"] == 0 and hand["points_1"] < 0 for hand in hands)


# The ordinary game


@pytest.mark.parametrize("seats", [("legal",) * 4, ("shape", "legal", "novice", "random")], ids=["alike", "mixed"])
@pytest.mark.parametrize("tiles", ["147m258p369s12345z", "1223m456p3345s177z", "123m456m2277p3389s", "258m258p258s12345z"])
def test_a_discard_that_the_policy_would_choose_is_the_ordinary_hand(tiles: str, seats: Sequence[str]) -> None:
    position, walls = position_of(tiles), 12
    plan = make_plan("strict", seats, 7, start=(tuple(position.concealed),))
    given = [plan.distinct_policies.index(policy) for policy in plan.seats]
    rotation = plan.seatings.tolist().index(given)
    ordinary = play_blocks(plan, 0, walls).reshape(walls, plan.rotations, -1)[:, rotation]
    kinds = sorted(set(position.concealed))
    rows = play_positions(make_plan("strict", seats, 7), position, kinds, 0, walls).reshape(walls, len(kinds), -1)
    compared = [at for at, name in enumerate(COLUMN_NAMES) if name != "rotation"]
    for wall in range(walls):
        log, _, _ = log_hand(plan, wall, rotation)
        chosen = next(kind for event, _, action, kind in log if event == ACT and action == DISCARDS)
        assert (rows[wall, kinds.index(chosen), compared] == ordinary[wall, compared]).all()


def test_every_discard_meets_the_same_walls() -> None:
    plan, position = make_plan("strict", ("legal",) * 4, 3), position_of("1223m456p3345s", "pung 777z", "19m19p1z")
    walls = [log_position(plan, position, kind, 5)[2] for kind in set(position.concealed)]
    assert all(wall == walls[0] for wall in walls)
    assert log_position(plan, position, position.concealed[0], 6)[2] != walls[0]


# First turns


@dataclass(frozen=True)
class Stacked(Position):
    """A position in which more of the wall is known than the player knows: `places` of the wall to kinds."""

    known: tuple[tuple[int, int], ...] = field(default=())

    def places(self) -> Any:
        places = super().places()
        for place, kind in self.known:
            assert places[place] in (-1, kind)
            places[place] = kind
        return places


NEXT_HAND = tuple(enumerate(parse_tiles("123m456p78s99s111m"), 13))  # waits for 6s and 9s
PLAYERS_HAND = "2468m1378p6s22334z"


@pytest.mark.parametrize("dihu", ["dealer_first_discard", "first_draw", "both"])
@pytest.mark.parametrize(
    "later", [{}, {"seen": (33,)}, {"dealer": 3}, {"melds": (Meld(4, 32),)}], ids=["opening", "seen", "dealer", "kong"]
)
def test_first_turns_end_with_the_first_tile_seen(dihu: str, later: dict[str, Any]) -> None:
    concealed = parse_tiles(PLAYERS_HAND)
    if "melds" in later:
        concealed = concealed[:-3]
    plan = make_plan(make_rules("open", {"dihu": dihu, "fan.earthly_win": 7}), ("legal",) * 4, 1)
    plain = Stacked(tuple(count_kinds(concealed)), **later)
    drawn = 53 + len(plain.gone)
    position = Stacked(tuple(count_kinds(concealed)), **later, known=(*NEXT_HAND, (drawn, 23)))
    fed = assert_the_reference_agrees(plan, position, 23, 1)
    assert (fed["ending"], fed["winner"], fed["discarder"]) == (DISCARD, 1, 0)
    assert fed["fan_earthly_win"] == (not later and dihu != "first_draw")
    drew = assert_the_reference_agrees(plan, position, 1, 1)
    assert (drew["ending"], drew["winner"]) == (SELF_DRAW, 1)
    assert drew["fan_earthly_win"] == (not later and dihu != "dealer_first_discard")


@pytest.mark.parametrize(
    ("form", "visible", "live"), [("concealed", False, 6), ("concealed", True, 2), ("open", False, 2), ("added", False, 2)]
)
def test_a_concealed_kong_is_seen_as_the_rules_say(form: str, visible: bool, live: int) -> None:
    melds = tuple(read_melds(f"kong_{form} 6666s"))
    position = Stacked(tuple(count_kinds(parse_tiles("2468m1378p334z"))), melds, known=NEXT_HAND)
    plan = make_plan(make_rules("open", {"concealed_kong_visible": visible}), ("drawn_tile",) * 4, 1)
    assert assert_the_reference_agrees(plan, position, 1, 2)["wait_live_1"] == live


def test_a_complete_hand_that_is_broken_is_no_heavenly_win() -> None:
    plan, position = make_plan("open", ("legal",) * 4, 1), position_of("123m456m789p11199s")
    rows = play_positions(plan, position, [18], 0, 200)
    won = rows[:, COLUMN_NAMES.index("winner")] == 0
    assert won.any()
    assert not rows[:, COLUMN_NAMES.index("fan_heavenly_win")].any()
    assert (rows[:, COLUMN_NAMES.index("completions_0")] >= 1).all()


# Laws and numbers


def test_discards_that_are_alike_by_symmetry_have_the_same_law() -> None:
    told = compare("2346m2346p345678s", rollouts=600, seed=5, discards=[5, 14])
    one, other = told.rollouts
    assert one.discard != other.discard
    assert one.behind.estimate == 0
    assert other.behind.estimate < 0 < other.behind.hi
    for name in ("win", "self_draw", "deal_in", "points", "fan"):
        a, b = getattr(one, name), getattr(other, name)
        assert abs(a.estimate - b.estimate) < 3.5 * math.hypot(a.se, b.se), name


def test_a_clearly_worse_discard_is_told_apart() -> None:
    told = compare("123m456m2277p3389s", rollouts=300, discards=[2, 26], seed=3)
    assert told.best.discard == 26
    assert told.rollouts[1].behind.hi < 0
    assert told.to_separate is not None
    assert told.to_separate < told.n


def test_points_sum_to_zero_and_no_tile_is_lost() -> None:
    position = position_of("1223m456p3345s", "kong_concealed 7777z", "19m19p1z")
    plan = make_plan("example", ("legal", "shape", "novice", "random"), 3)
    rows = play_positions(plan, position, sorted(set(position.concealed)), 0, 60)
    assert not sum(rows[:, COLUMN_NAMES.index(f"points_{seat}")] for seat in range(SEATS)).any()
    for at in range(10):
        log, row, wall = log_position(plan, position, position.concealed[at], at)
        assert count_kinds(wall) == [COPIES] * KINDS
        heads, tails = ([kind for event, _, kind, end in log if event == DRAW and end == side] for side in (HEAD, TAIL))
        assert heads == wall[58 : 58 + len(heads)]  # 52 dealt, 5 seen, the fourth tile of the kong
        assert tails == wall[::-1][: len(tails)]
        assert len(heads) + len(tails) + named(row)["tiles_left"] == TILES - 58


def test_numbers_are_those_of_the_rows() -> None:
    tiles, kinds, walls = "1223m456p3345s177z", [0, 27], 250
    told = compare(tiles, rollouts=walls, seed=11, discards=kinds)
    rows = play_positions(make_plan("strict", ("legal",) * 4, 11), position_of(tiles), kinds, 0, walls).reshape(walls, 2, -1)
    frames = {kind: {name: rows[:, at, place] for place, name in enumerate(COLUMN_NAMES)} for at, kind in enumerate(kinds)}
    for rollout in told.rollouts:
        columns = frames[rollout.discard]
        won = columns["winners"] & 1 == 1
        assert rollout.n == walls
        assert rollout.win.estimate == pytest.approx(won.mean())
        assert rollout.self_draw.estimate == pytest.approx((won & (columns["ending"] == SELF_DRAW)).mean())
        assert rollout.deal_in.estimate == pytest.approx((columns["discarder"] == 0).mean())
        assert rollout.draw.estimate == pytest.approx((columns["winner"] == NONE).mean())
        assert rollout.fan.estimate == pytest.approx(columns["fan"][won].mean())
        assert rollout.points.estimate == pytest.approx(columns["points_0"].mean())
        assert rollout.win.lo < rollout.win.estimate < rollout.win.hi
    best, second = (frames[rollout.discard]["points_0"] for rollout in told.rollouts)
    gaps = second - best
    behind = told.rollouts[1].behind
    assert behind.estimate == pytest.approx(gaps.mean())
    assert behind.se == pytest.approx(gaps.std(ddof=1) / math.sqrt(walls))
    level = simultaneous_level(np.stack([frames[rollout.discard]["points_0"] for rollout in told.rollouts]), 11)
    z = NormalDist().inv_cdf((1 + level) / 2) + NormalDist().inv_cdf(0.8)
    assert told.to_separate == math.ceil((z * gaps.std(ddof=1) / gaps.mean()) ** 2)
    assert told.told_apart


def test_the_default_is_every_kind_held_best_first() -> None:
    told = compare("123m456m2277p3389s", rollouts=30)
    assert sorted(rollout.discard for rollout in told.rollouts) == sorted(set(parse_tiles("123m456m2277p3389s")))
    points = [rollout.points.estimate for rollout in told.rollouts]
    assert points == sorted(points, reverse=True)
    table = told.to_pandas()
    assert len(table) == len(points)
    assert table["points"].tolist() == points


def test_jobs_do_not_change_the_result() -> None:
    one, two = (compare("1223m456p3345s", "pung 777z", "19m19p1z", rollouts=110, jobs=jobs, dealer=2, discards=[0, 1]) for jobs in (1, 2))
    assert repr(one) == repr(two)


def test_text_will_do() -> None:
    told = compare_discards("1223m456p3345s", "pung 777z", "19m 东", rollouts=3, discards=[0, 1])
    assert repr(told) == repr(compare("1223m456p3345s", "pung 777z", "19m1z", rollouts=3, discards=[0, 1]))


def test_one_wall_has_no_limits() -> None:
    told = compare("123456m1235s67p1z9p", rollouts=1)  # a warning would be an error
    assert all(math.isnan(each.points.lo) and math.isnan(each.behind.hi) for each in told.rollouts)


def all_but(tiles: str, left: int) -> list[int]:
    """Every tile that is not held, less the `left` lowest."""
    held = count_kinds(parse_tiles(tiles))
    rest = [kind for kind in range(KINDS) for _ in range(COPIES - held[kind])]
    return rest[left:]


def test_equal_results_are_not_separable_in_sight() -> None:
    assert compare("123m456m2277p3389s", rollouts=40, discards=[0]).to_separate is None
    tiles = "123m456m2277p33s12z"
    seen = all_but(tiles, 39)
    assert {27, 28} <= {kind for kind in seen if seen.count(kind) == 3}
    last = compare_discards(count_kinds(parse_tiles(tiles)), seen=seen, rollouts=40, discards=[27, 28])
    assert [rollout.points.estimate for rollout in last.rollouts] == [0, 0]
    assert last.to_separate is None


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"tiles": "123m"}, "hand: has 3 concealed tiles; beside 0 meld(s) there should be 14 with the drawn one"),
        ({"tiles": "123m456m2277p3389s", "melds": "pung 777z"}, "beside 1 meld(s) there should be 11"),
        ({"seen": "222p22p"}, "seen: with hand and melds there are 7 of 2p"),
        ({"discards": [33]}, "discards: 7z is not held (held: 1m 2m 3m 4m 5m 6m 2p 7p 3s 8s 9s)"),
        ({"discards": [34]}, "discards: 34 is no kind"),
        ({"discards": [0, 0]}, "discards: 1m is given more than once"),
        ({"discards": []}, "discards: none is given"),
        ({"rollouts": 0}, "rollouts: 0 is out of range (at least 1)"),
        ({"rollouts": 10**20}, "rollouts: 100000000000000000000 is out of range (at most 1000000)"),
        ({"rollouts": 1.5}, "rollouts: 1.5 should be a whole number"),
        ({"jobs": True}, "jobs: true should be a whole number"),
        ({"seed": "a"}, 'seed: "a" should be a whole number'),
        ({"rules": None}, "rules: None should be a preset"),
        ({"dealer": 4}, "dealer: 4 is out of range (at most 3)"),
        ({"rules": "strickt"}, 'unknown preset "strickt", did you mean "strict"?'),
        ({"seats": ("legal",) * 3}, "seats: 3 named, four needed"),
    ],
)
def test_faults_are_told(given: dict[str, Any], line: str) -> None:
    with pytest.raises(InputError) as error:
        compare(**({"tiles": "123m456m2277p3389s"} | given))
    assert any(line in problem for problem in error.value.problems)


@pytest.mark.parametrize(
    ("counts", "melds", "seen", "line"),
    [
        ([0] * 33, (), (), "hand: has shape (33,)"),
        ([5] + [0] * 33, (), (), "hand: holds 1m 5 times; there are four of each kind"),
        ([1] * 14 + [0] * 20, (), (34,), "seen: 34 is no kind"),
        ([3] + [0] * 33, (), (), "hand: has 3 concealed tiles; beside 0 meld(s) there should be 14"),
        ([2] + [0] * 33, (Meld(1, 9),) * 5, (), "melds: 5 are given; a hand has at most 4"),
        ([1] * 11 + [0] * 23, (Meld(0, 16),), (), "melds: (0, 16) does not exist"),
    ],
)
def test_shapes_that_cannot_be_are_told(counts: list[int], melds: tuple[Meld, ...], seen: tuple[int, ...], line: str) -> None:
    with pytest.raises(InputError) as error:
        Position(tuple(counts), melds, seen)
    assert any(line in problem for problem in error.value.problems)


@pytest.mark.parametrize(("left", "reserve", "last"), [(38, 0, True), (39, 0, False), (39, 1, True), (39, 14, True)])
def test_too_many_seen_tiles_are_told(left: int, reserve: int, last: bool) -> None:
    rules = make_rules("strict", {"wall_reserve": reserve, "discard_after_last_draw": last})
    with pytest.raises(InputError, match="seen: "):
        compare_discards(count_kinds(parse_tiles("123m456m2277p3389s")), seen=all_but("123m456m2277p3389s", left), rules=rules, rollouts=2)


@pytest.mark.parametrize(("left", "last"), [(39, True), (40, False)])
def test_the_last_discard_can_be_played_out(left: int, last: bool) -> None:
    rules = make_rules("strict", {"discard_after_last_draw": last})
    seen = all_but("123m456m2277p3389s", left)
    told = compare_discards(count_kinds(parse_tiles("123m456m2277p3389s")), seen=seen, rules=rules, rollouts=20)
    assert all(rollout.self_draw.estimate == 0 for rollout in told.rollouts)


def test_four_kongs_have_ended_the_hand() -> None:
    melds = ";".join(f"kong_open {rank * 4}m" for rank in "1234")
    with pytest.raises(InputError, match="four_kong_abort"):
        compare("1p2p", melds, rules=make_rules("strict", {"four_kong_abort": True}))
