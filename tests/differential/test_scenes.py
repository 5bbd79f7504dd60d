"""The engine at the scenes of the table (tests/scenes.py): its log, row and table are what the scene says, and the reference agrees."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from nmsim.outcomes import NONE
from nmsim.plan import make_plan
from nmsim.reference.log import OFFER, PUNG_ACT
from nmsim.rules import make_rules
from nmsim.tiles import TILES, Meld
from tests.differential.compare import log_fault, whole_hand_fault
from tests.differential.worlds import SEATS, Case, Engine, Played, World, as_seated
from tests.scenes import AROUND_5M, NEAR_END, NO_CLAIM, NO_WIN, SCENES, SEED, WALL, Scene, Told, check_always, places_of


@dataclass(frozen=True)
class SceneCase(Case):
    """A scene as a case of the differential tests."""

    @property
    def line(self) -> str:
        """The scene's name."""
        return self.world.start


def case_of(scene: Scene) -> SceneCase:
    """The scene with its tiles, its rules, and policies that follow its wishes."""
    plan = make_plan(make_rules(overrides=scene.options), scene.policies(), SEED)
    rotation = [tuple(seating) for seating in plan.seatings.tolist()].index(as_seated(plan))
    return SceneCase(World(SEED, 0, plan, scene.name, ""), 0, WALL, rotation, 0, _filled(scene.places))


def _filled(places: dict[int, int]) -> tuple[int, ...]:
    return tuple(places.get(place, -1) for place in range(TILES))


def told_by_engine(engine: Engine, played: Played) -> Told:
    """What the engine made of the hand that it played last, on a shared wall."""
    table = engine.table
    melds = [
        [Meld(int(table.meld_form[seat, place]), int(table.meld_kind[seat, place])) for place in range(table.seats[seat].melds)]
        for seat in range(SEATS)
    ]
    left = played.wall[table.seats[0].head : table.seats[0].tail + 1]
    return Told(played.log, played.row, table.counts.tolist(), melds, left)


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_scene(scene: Scene) -> None:
    case = case_of(scene)
    engine = Engine(case.world.plan)
    played = engine.play(case)
    told = told_by_engine(engine, played)
    assert not scene.unmet(told.log)
    check_always(told)
    scene.check(told)
    assert log_fault(case, played) is None
    assert whole_hand_fault(case, played) is None


def test_t3_t13_whatever_happens() -> None:
    claims = dict.fromkeys(("chow", "pung", "kong_open", "kong_added", "kong_concealed"), "always")
    plan = make_plan("open", [{"base": "random", "name": "eager", **claims}] * SEATS, SEED)
    engine = Engine(plan)
    pungs = 0
    for wall in range(200):
        played = engine.play(Case(World(SEED, 0, plan, "", ""), 0, wall, 0, 0, _filled({})))
        check_always(told_by_engine(engine, played))
        pungs += sum(row[0] == OFFER and row[2] == PUNG_ACT for row in played.log)
    assert pungs > 500


# T14. In a match every hand has the same stacked wall, and only the dealer changes.

THREE_READY = {0: AROUND_5M, 1: "46m567p567p999p22z", 2: "46m567s567s111s33z", 3: NO_CLAIM}
PASSIVE = {"base": "drawn_tile", "name": "waiting", "win_min_fan": NO_WIN}
HANDS = 5


def deals(draws: str, seat: str | dict[str, object] = "drawn_tile", **options: object) -> dict[int, list[tuple[int, int, int]]]:
    """Dealer, repeats and winner of each hand of a match, by its first dealer."""
    plan = make_plan(make_rules(overrides={"suit_rule": "off", **options}), [seat] * SEATS, SEED, design="match", hands_per_match=HANDS)
    engine = Engine(plan)
    found: dict[int, list[tuple[int, int, int]]] = {}
    for match in range(16):
        world = World(SEED, 0, plan, "", "")
        rows = [engine.play(Case(world, 0, match, 0, hand, _filled(places_of(THREE_READY, draws)))).row for hand in range(HANDS)]
        found[rows[0]["dealer"]] = [(row["dealer"], row["repeats"], row["winner"]) for row in rows]
    assert set(found) == set(range(SEATS))
    return found


def test_t14_a_dealer_who_wins_stays() -> None:
    found = deals("5m")  # the dealer draws it, and seats 0 to 2 wait for it
    for dealer in range(3):
        assert found[dealer] == [(dealer, repeats, dealer) for repeats in range(HANDS)]
    assert found[3] == [(3, 0, 0), *((0, repeats, 0) for repeats in range(HANDS - 1))]


def test_t14_a_winner_deals() -> None:
    found = deals("4z5m")  # the seat after the dealer draws it; seat 3 discards it to seat 0
    assert found[0] == [(0, 0, 1), (1, 0, 2), (2, 0, 0), (0, 0, 1), (1, 0, 2)]
    assert found[3] == [(3, 0, 0), (0, 0, 1), (1, 0, 2), (2, 0, 0), (0, 0, 1)]
    assert deals("4z5m", next_dealer_on_win="next_seat")[2] == [(2, 0, 0), (3, 0, 0), (0, 0, 1), (1, 0, 2), (2, 0, 0)]


def test_t14_of_several_winners_the_dealer_stays() -> None:
    assert deals("4z5m", multi_win="all")[2] == [(2, repeats, 0) for repeats in range(HANDS)]


def test_t14_after_a_drawn_hand_the_next_seat_deals() -> None:
    found = deals("4z4z4z3z", PASSIVE, wall_reserve=NEAR_END)
    assert found[2] == [(2, 0, NONE), (3, 0, NONE), (0, 0, NONE), (1, 0, NONE), (2, 0, NONE)]
    found = deals("4z4z4z3z", PASSIVE, wall_reserve=NEAR_END, next_dealer_on_draw="stay")
    assert found[2] == [(2, repeats, NONE) for repeats in range(HANDS)]
