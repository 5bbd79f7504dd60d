"""Random worlds: rules, policies, deal and players, random or stacked walls. All of it follows from a seed and the world's number."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from nmsim import playing
from nmsim.errors import InputError
from nmsim.outcomes import COLUMN_NAMES
from nmsim.plan import Plan, make_plan
from nmsim.policies import CLAIM_MODES, FEATURES, POLICY_NAMES, Policy, make_policy
from nmsim.reference.random_numbers import stacked_wall
from nmsim.rules import OPTION_NAMES, Rules, flat_options, make_rules, option_domain
from tests.differential.starts import SEATS, STARTS, Stacked

DEFAULTS = flat_options(Rules())
FORMS = ("chow", "pung", "kong_open", "kong_added", "kong_concealed")
CHEAP_MODES = ("never", "always", "random")
MATCH_OPTIONS = ("repeat_bonus_fan", "next_dealer_on_win", "next_dealer_on_draw")
LATE_OPTIONS = (
    "last_tile_on_discard",
    "last_tile_with_kong_bloom",
    "discard_after_last_draw",
    "claims_on_last_discard",
    "fan.last_tile_draw",
)
# Stacked walls that bring about what an option is about, and options without which it does not act.
STARTS_FOR = {
    **dict.fromkeys(LATE_OPTIONS, ("near_everything",)),
    **dict.fromkeys(("swap_discard", "kong_after_claim", "concealed_kong_visible"), ("", "near_everything")),
    "menqing_with_seven_pairs": ("near_everything",),
    "menqing_allows_concealed_kong": ("kong_and_bloom", "near_everything"),
    "kong_payment": ("many_kongs", "near_everything"),
    "min_fan": ("near_everything",),
    "last_tile_with_kong_bloom": ("bloom_on_the_last_tile",),
    "tianhu_after_kong": ("kong_and_bloom",),
    "kong_feeder_liable": ("fed_kong",),
    "four_kong_abort": ("many_kongs", "near_everything"),
    "rob_kong": ("robbed_adding", "robbed_hidden"),
    "fan.rob_kong": ("robbed_adding", "robbed_hidden"),
    "multi_win": ("one_tile_for_all",),
    "pass_win_lock": ("one_tile_for_all", "near_everything"),
    "tianhu_stacks": ("complete_at_once",),
    "dihu": ("complete_at_once",),
    "fan.heavenly_win": ("complete_at_once",),
    "fan.earthly_win": ("complete_at_once",),
    "fan.kong_bloom": ("kong_and_bloom", "fed_kong"),
    "kong_bloom_with_self_draw": ("kong_and_bloom", "fed_kong"),
}
FAVOURITES = {
    "fan.all_pungs": "pungs",
    "fan.pure_suit": "pure",
    "fan.mixed_suit": "mixed",
    "fan.seven_pairs": "pairs",
    "fan.thirteen_orphans": "orphans",
    "fan.all_honors": "honors",
    "fan.dragon_seven_pairs": "dragon",
    "thirteen_orphans": "orphans",
    "seven_pairs_quads": "dragon",
    "seven_pairs_jiang": "pairs",
    "menqing_with_seven_pairs": "pairs",
    "yaojiu_scope": "no_ends",
}
# Policies under which an option acts: changes to every seat's.
HABITS_FOR: dict[str, dict[str, Any]] = {
    "swap_discard": {"chow": "always"},
    "claims_on_last_discard": {"chow": "always", "pung": "always"},
    "kong_after_claim": dict.fromkeys(FORMS, "always"),
    "added_kong_any_turn": {"pung": "always", "kong_added": "always"},
    "pass_win_lock": {"win_on_discard": False, "pung": "random", "chow": "random"},
    "concealed_kong_visible": {"kong_concealed": "always", "base": "legal"},
    "fan.kong_open": {"kong_open": "always", "kong_added": "always", "pung": "always"},
}
NEEDS = {
    "last_tile_with_kong_bloom": {"fan.last_tile_draw": 3},
    "rob_kong": {"concealed_kong_visible": True},
    "last_tile_on_discard": {"discard_after_last_draw": True},
    "discard_after_last_draw": {"last_tile_on_discard": False},
    "fan.thirteen_orphans": {"thirteen_orphans": True},
    "fan.dragon_seven_pairs": {"seven_pairs": True, "seven_pairs_quads": True},
    "fan.seven_pairs": {"seven_pairs": True},
    "seven_pairs_jiang": {"seven_pairs": True},
    "seven_pairs_quads": {"seven_pairs": True},
    "menqing_with_seven_pairs": {"seven_pairs": True},
    "honors_satisfy_yaojiu": {"second_condition": "yaojiu"},
    "yaojiu_scope": {"second_condition": "yaojiu"},
    "suit_exempt": {"suit_rule": "three_suits"},
    "suit_scope": {"suit_rule": "three_suits"},
    "second_exempt": {"second_condition": "both"},
}
LENIENT = {"suit_rule": "off", "second_condition": "off", "min_fan": 1, "fan_cap": None}
TIMID = {"min_fan": 1, "fan_cap": None}


@dataclass(frozen=True)
class World:
    """A plan, how its walls are stacked ("" for random ones), and the option that is certainly off its default."""

    seed: int
    number: int
    plan: Plan
    start: str
    forced: str

    def case(self, hand: int) -> Case:
        """One hand of the world."""
        rng = random.Random(f"{self.seed} {self.number} {hand}")
        plan = self.plan
        block = rng.randrange(2**40)
        rotation = (
            [tuple(seating) for seating in plan.seatings.tolist()].index(as_seated(plan)) if self.start else rng.randrange(plan.rotations)
        )
        stacked = Stacked(plan.deal == "private", plan.rules.wall_reserve, FAVOURITES.get(self.forced, ""))
        if self.start:
            STARTS[self.start](rng, stacked)
        in_match = rng.randrange(plan.hands_per_match) if plan.design == "match" else 0
        return Case(self, hand, block, rotation, in_match, tuple(stacked.places))


def as_seated(plan: Plan) -> tuple[int, ...]:
    """The seating in which each seat has the policy that the plan gives it."""
    return (0,) * SEATS if plan.players == 1 else tuple(plan.distinct_policies.index(policy) for policy in plan.seats)


@dataclass(frozen=True)
class Case:
    """One hand of a world: where its random numbers come from, and the tiles given in its wall."""

    world: World
    number: int
    block: int
    rotation: int
    hand: int
    places: tuple[int, ...]

    @property
    def line(self) -> str:
        """The command that runs the case again."""
        return f"python -m tests.differential.replay {self.world.seed} {self.world.number} {self.number}"

    @property
    def wall_id(self) -> int:
        """The number of the wall."""
        return self.block * self.world.plan.hands_per_match + self.hand if self.world.plan.design == "match" else self.block

    @property
    def policies(self) -> list[Policy]:
        """The policy of each seat."""
        plan = self.world.plan
        return [plan.distinct_policies[number] for number in plan.seatings[self.rotation]]

    @property
    def wall(self) -> list[int]:
        """The wall, as the reference shuffles it."""
        return stacked_wall(self.world.plan.seed, self.wall_id, {place: kind for place, kind in enumerate(self.places) if kind >= 0})


@dataclass(frozen=True)
class Played:
    """What the engine made of a case."""

    log: list[tuple[int, int, int, int]]
    row: dict[str, int]
    wall: list[int]


class Engine:
    """The engine at one plan, its walls stacked anew for every hand."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._bench = playing._make_bench(plan, log=True, position=None)

    @property
    def table(self) -> Any:
        """The table as the hand played last left them."""
        return self._bench.game

    def play(self, case: Case) -> Played:
        """Play the case, under this engine's plan."""
        self._bench.setting.given = 1
        self._bench.setting.fixed[:] = case.places
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(playing, "_bench", lambda *asked, **more: self._bench)
            log, row, wall = playing.log_hand(self.plan, case.block, case.rotation, case.hand)
        return Played(log, dict(zip(COLUMN_NAMES, (int(value) for value in row), strict=True)), wall)


# Random rules and policies


def random_rules(rng: random.Random, forced: str, fixed: dict[str, Any]) -> Rules:
    """Every option drawn from its domain or left, the forced one certainly off its default; `fixed` as given."""
    share = rng.choice((0.1, 0.4, 1.0))
    for _ in range(1000):
        drawn = {name: rng.choice(option_domain(name)) for name in OPTION_NAMES if rng.random() < share}
        drawn |= fixed
        drawn |= NEEDS.get(forced, {}) | {forced: rng.choice([value for value in option_domain(forced) if value != DEFAULTS[forced]])}
        try:
            return make_rules("strict", drawn)
        except InputError:
            continue
    raise AssertionError(f"no rules with {forced} off its default and {fixed}")


def varied(table: dict[str, Any]) -> Policy:
    """The policy of a table, named after what is in it: presets keep their names for themselves."""
    return make_policy({"name": f"{table.get('base')} {zlib.crc32(repr(sorted(table.items())).encode()):x}", **table})


def random_policy(rng: random.Random, cheap: bool) -> Policy:
    """Any preset with modes, sight, thresholds and weights changed; `cheap` ones look at no distance."""
    base = rng.choice(("random", "drawn_tile") if cheap else POLICY_NAMES)
    table: dict[str, Any] = {"base": base, "salt": rng.randrange(3)}
    share = rng.choice((0.2, 0.7))
    table |= {form: rng.choice(CHEAP_MODES if cheap else CLAIM_MODES) for form in FORMS if rng.random() < share}
    if rng.random() < 0.15:
        table["win_on_discard"] = False
    if rng.random() < 0.2:
        table["win_min_fan"] = rng.choice((2, 3, 5))
    if rng.random() < 0.3:
        table["mistakes"] = rng.choice((1, 500, 5_000, 10_000))
    if not cheap:
        table |= _dear_changes(rng)
    return varied(table)


def _dear_changes(rng: random.Random) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    if rng.random() < 0.3:
        changes["keep_legal"] = rng.random() < 0.5
    if rng.random() < 0.3:
        changes["sight"] = rng.choice(("shape", "legal"))
    if rng.random() < 0.3:
        changes["weights"] = {name: rng.randrange(-3, 4) for name in FEATURES if rng.random() < 0.6}
    return changes


def _role_policies(rng: random.Random, start: str) -> list[Policy]:
    """Policies under which a stacked wall comes to what it was stacked for."""
    calm = varied({"base": "drawn_tile", "salt": rng.randrange(3)})
    kongs = {form: "always" for form in FORMS if form.startswith("kong")}
    if start == "robbed_adding":
        ready = varied({"base": "shape", **dict.fromkeys(FORMS, "never")})
        return [varied({"base": "drawn_tile", "pung": "always", "kong_added": "always"}), ready, rng.choice((calm, ready)), calm]
    if start == "bloom_on_the_last_tile":
        return [varied({"base": "drawn_tile", "kong_concealed": "always"})] * SEATS
    if start in ("one_tile_for_all", "complete_at_once"):
        return [
            varied({"base": "drawn_tile", **(kongs if rng.random() < 0.5 else {})}) if rng.random() < 0.8 else random_policy(rng, True)
            for _ in range(SEATS)
        ]
    return [varied({"base": rng.choice(("random", "drawn_tile")), **kongs}) for _ in range(SEATS)]


def _with_habits(policy: Policy, habits: dict[str, Any], dear_seats: int) -> Policy:
    """The policy with some modes changed, or a preset with them where the habits name one."""
    if "base" in habits:
        return varied(habits | {"salt": policy.salt}) if dear_seats == SEATS else policy
    return varied({"base": policy.name.split()[0], **policy.model_dump(exclude={"name"}), **habits})


def make_world(seed: int, number: int, dear_seats: int = SEATS) -> World:
    """The world of a number: option `number % 60` is off its default; at most `dear_seats` seats look at distances.

    In every second round of options the seats keep random policies on stacked walls; in the others they mostly have those under which a
    wall comes to what it was stacked for.
    """
    rng = random.Random(f"{seed} {number}")
    forced = OPTION_NAMES[number % len(OPTION_NAMES)]
    start = rng.choice(("", "near_everything", *STARTS)) if rng.random() < 0.8 else ""
    if forced in STARTS_FOR and rng.random() < 0.8:
        start = rng.choice(STARTS_FOR[forced])
    elif forced.startswith("fan.") and rng.random() < 0.7:
        start = "near_everything"
    kind = rng.random()
    deal = "private" if kind < 0.15 and forced != "wall_reserve" else "shared"
    players = 1 if deal == "private" and rng.random() < 0.3 else SEATS
    if forced in MATCH_OPTIONS and start:
        start = "near_everything"
    match = players == SEATS and start in ("", "near_everything") and (forced in MATCH_OPTIONS or rng.random() < 0.2)
    fixed = _fixed_options(rng, forced, start)
    if deal == "private":
        fixed["wall_reserve"] = 0
    elif forced in LATE_OPTIONS and start != "":
        fixed["wall_reserve"] = rng.choice((60, 76))
    cheap = [rng.random() < 0.5 for _ in range(SEATS)]
    dear = [seat for seat in range(SEATS) if not cheap[seat]][:dear_seats]
    seats = [random_policy(rng, seat not in dear) for seat in range(SEATS)]
    if start and (start == "robbed_adding" or (number // len(OPTION_NAMES) % 2 == 0 and rng.random() < 0.7)):
        seats = _role_policies(rng, start)
    if forced in HABITS_FOR and rng.random() < 0.8:
        seats = [_with_habits(policy, HABITS_FOR[forced], dear_seats) for policy in seats]
    options = {"deal": deal, "players": players, "design": "match" if match else "independent", "hands_per_match": 4}
    plan = make_plan(random_rules(rng, forced, fixed), seats, rng.randrange(2**64), **options)
    return World(seed, number, plan, start, forced)


def _fixed_options(rng: random.Random, forced: str, start: str) -> dict[str, Any]:
    """Options that let the event come about more often than not."""
    fixed = dict(rng.choice((LENIENT, TIMID) if forced.startswith("fan.") else (LENIENT, TIMID, {})))
    if start == "robbed_hidden" and rng.random() < 0.7:
        fixed |= {"rob_kong": "any", "concealed_kong_visible": True}
    if start == "many_kongs" and rng.random() < 0.5:
        fixed["four_kong_abort"] = True
    for name in (forced, *NEEDS.get(forced, {})):
        fixed.pop(name, None)
    return fixed


def without_option(plan: Plan, option: str) -> Plan | None:
    """The plan with one option reset to its default; None where the rules do not allow it."""
    values = flat_options(plan.rules) | {option: DEFAULTS[option]}
    if option == "concealed_kong_visible" and values["rob_kong"] == "any":
        values["rob_kong"] = "added"
    try:
        return replace(plan, rules=make_rules("strict", values))
    except InputError:
        return None


def seats_named(policies: Sequence[Policy]) -> str:
    """The policies by preset name, for messages."""
    return ",".join(policy.name for policy in policies)
