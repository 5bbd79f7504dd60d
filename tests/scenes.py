"""Scenes at the table (docs/rules.md), each told once: stacked tiles, what the seats wish, and what must come of it, whoever plays.

Every program that plays hands plays these. A seat does the first of its wishes as soon as it may; otherwise it passes, and discards what
it drew. `Script` in the reference's tests takes the wishes as they are; policies that follow them are made here.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from nmsim.notation import read_tile
from nmsim.outcomes import DISCARD, EXHAUSTIVE, FOUR_KONGS, NONE, ROB_KONG, SEATS, SELF_DRAW
from nmsim.policies import Policy, make_policy
from nmsim.reference.log import ACT, ACTION_NAMES, ANSWER, DRAW, OFFER, WIN, Action, Row, show_action, show_row
from nmsim.reference.log import DISCARD as DISCARD_ACT
from nmsim.reference.random_numbers import stacked_wall
from nmsim.tiles import CHOW, COPIES, KINDS, TILES, Meld, parse_tiles

SEED, WALL = 1, 1
NEAR_END = 80  # with this reserve three tiles are live after the dealer's opening draw
NO_WIN = 1000  # fan that no win has
FORMS = {"CHOW": "chow", "PUNG": "pung", "KONG_OPEN": "kong_open", "KONG_ADDED": "kong_added", "KONG_CONCEALED": "kong_concealed"}


@dataclass(frozen=True)
class Told:
    """What a program made of a scene: action log, outcome row by column, and at the end concealed counts, melds and the tiles undrawn."""

    log: list[Row]
    row: dict[str, int]
    counts: list[list[int]]
    melds: list[list[Meld]]
    left: list[int]

    def offered_after(self, act: str, to: int | None = None) -> list[str]:
        """What was offered between an ACT, as `0 DISCARD 5m`, and the next one; to one seat if given."""
        place = next(place for place, row in enumerate(self.log) if row[0] == ACT and _said(row) == act)
        found = []
        for row in self.log[place + 1 :]:
            if row[0] == ACT:
                break
            if row[0] == OFFER and to in (None, row[1]):
                found.append(_said(row))
        return found

    def after(self, act: str, event: int) -> Row:
        """The first row of an event after an ACT."""
        place = next(place for place, row in enumerate(self.log) if row[0] == ACT and _said(row) == act)
        return next(row for row in self.log[place + 1 :] if row[0] == event)

    @property
    def points(self) -> list[int]:
        """Points by seat."""
        return [self.row[f"points_{seat}"] for seat in range(SEATS)]

    @property
    def rows(self) -> set[str]:
        """Fan rows of the winner."""
        return {name.removeprefix("fan_") for name, value in self.row.items() if name.startswith("fan_") and value}


def _said(row: Row) -> str:
    return f"{row[1]} {show_action(row[2:])}"


@dataclass(frozen=True)
class Scene:
    """Hands by seat, draws from the dealer's fourteenth on, replacements in the order they are taken, rules, and the check.

    `habits` are what policies that follow the wishes need besides; `by_policies`: the scene is about what policies choose.
    """

    name: str
    hands: dict[int, str]
    wishes: tuple[str, ...]
    check: Callable[[Told], None]
    draws: str = ""
    tail: str = ""
    habits: dict[int, dict[str, Any]] = field(default_factory=dict)
    by_policies: bool = False
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def places(self) -> dict[int, int]:
        """Given kinds by their place in the wall."""
        return places_of(self.hands, self.draws, self.tail)

    def wished(self, seat: int) -> list[Action]:
        """The wishes of a seat."""
        return wished_by_seat(self.wishes)[seat]

    def policies(self) -> list[Policy]:
        """A policy for each seat that does what it wishes, wins only if it wishes to, and otherwise discards what it drew."""
        return [self._policy(seat) for seat in range(SEATS)]

    def _policy(self, seat: int) -> Policy:
        actions = {ACTION_NAMES[action] for action, _ in self.wished(seat)}
        wishes = {FORMS[action]: "always" for action in actions if action in FORMS}
        table = {"base": "drawn_tile", "weights": {"drawn": 100, "honor": 1}, "win_min_fan": 0 if "WIN" in actions else NO_WIN, **wishes}
        table |= self.habits.get(seat, {})
        return make_policy({"name": f"scene {zlib.crc32(repr(sorted(table.items())).encode()):x}", **table})

    def unmet(self, log: list[Row]) -> list[str]:
        """Wishes that a log does not fulfil, in their order."""
        found = []
        for seat in range(SEATS):
            done = iter([row[2:] for row in log if row[0] in (ANSWER, ACT) and row[1] == seat])
            found += [f"{seat} {show_action(wish)}" for wish in self.wished(seat) if wish not in done]
        return found


def wished_by_seat(wishes: Iterable[str]) -> dict[int, list[Action]]:
    """Wishes such as `2 PUNG 5m`, for each seat in their order."""
    found: dict[int, list[Action]] = {seat: [] for seat in range(SEATS)}
    for number, action, tile in (wish.split() for wish in wishes):
        found[int(number)].append((ACTION_NAMES.index(action), read_tile(tile)))
    return found


def places_of(hands: dict[int, str], draws: str = "", tail: str = "") -> dict[int, int]:
    """Kinds by their place in a shared wall."""
    given: dict[int, int] = {}
    for seat, tiles in hands.items():
        kinds = parse_tiles(tiles)
        assert len(kinds) == 13
        given |= {13 * seat + place: kind for place, kind in enumerate(kinds)}
    given |= {52 + place: kind for place, kind in enumerate(parse_tiles(draws))}
    given |= {TILES - 1 - place: kind for place, kind in enumerate(parse_tiles(tail))}
    return given


def wall_of(hands: dict[int, str], draws: str = "", tail: str = "") -> list[int]:
    """A wall with the given hands, draws and replacements."""
    return stacked_wall(SEED, WALL, places_of(hands, draws, tail))


SCENES: dict[str, Scene] = {}


def scene(hands: dict[int, str], *wishes: str, **told: Any) -> Callable[[Callable[[Told], None]], Callable[[Told], None]]:
    """Make a check a scene of its name; what is no field of `Scene` is an option of the rules. A check may have several."""

    def add(check: Callable[[Told], None]) -> Callable[[Told], None]:
        own = {name: told[name] for name in ("draws", "tail", "habits", "by_policies") if name in told}
        options = {name: value for name, value in told.items() if name not in own}
        name = check.__name__ + "".join(f" {option}={value}" for option, value in options.items())
        assert name not in SCENES
        SCENES[name] = Scene(name, hands, wishes, check, options=options, **own)
        return check

    return add


# What holds at the end of every hand


def check_always(told: Told) -> None:
    """T3, T13, E5: one seat at most may pung or kong a discard; four of each kind; points sum to zero."""
    assert sum(told.points) == 0
    for kind in range(KINDS):
        melded = sum(meld.kinds().count(kind) for melds in told.melds for meld in melds)
        held = sum(counts[kind] for counts in told.counts)
        assert min(min(counts) for counts in told.counts) >= 0
        assert melded + held + told.left.count(kind) + _river(told).count(kind) == COPIES
    claims: set[int] = set()
    for row in told.log:
        if row[0] == ACT:
            claims = set()
        elif row[0] in (OFFER, ANSWER) and ACTION_NAMES[row[2]] in ("PUNG", "KONG_OPEN"):
            claims.add(row[1])
            assert len(claims) == 1


def _river(told: Told) -> list[int]:
    """Kinds discarded that nobody claimed or won."""
    river: list[int] = []
    for event, seat, what, kind in told.log:
        if event == ACT and what == DISCARD_ACT:
            river.append(kind)
            giver = seat
        elif event == ACT and ACTION_NAMES[what] in ("CHOW", "PUNG", "KONG_OPEN"):
            river.pop()
    if told.row["ending"] == DISCARD:
        assert (river.pop(), giver) == (told.row["winning_tile"], told.row["discarder"])
    return river


# Hands that wait for 5m: with a pair of it, and with a chow around it.
PAIR_OF_5M = "55m11p123s456p789s"
AROUND_5M = "46m234p234s999s11z"
NO_CLAIM = "1479m1479p12z147s"


@scene({1: PAIR_OF_5M, 2: AROUND_5M}, "0 DISCARD 5m", "1 PUNG 5m", "2 WIN 5m", draws="5m")
def t1_a_win_goes_before_the_pung_of_a_nearer_seat(told: Told) -> None:
    assert {"1 WIN 5m", "1 PUNG 5m", "2 WIN 5m"} <= set(told.offered_after("0 DISCARD 5m"))
    assert (told.row["ending"], told.row["winner"], told.row["discarder"], told.row["legal_winners"]) == (DISCARD, 2, 0, 2)
    assert told.melds[1] == []


@scene({1: PAIR_OF_5M, 2: AROUND_5M}, "1 WIN 5m", "2 WIN 5m", draws="5m")
def t1_the_nearest_of_two_winners_wins(told: Told) -> None:
    assert (told.row["winner"], told.row["winners"]) == (1, 0b0010)


@scene({1: "46m1479p12z14s789s", 3: "55m1479p34z147s99s"}, "1 CHOW 4m", "3 PUNG 5m", draws="5m")
def t2_a_pung_goes_before_a_chow_and_skips_seats(told: Told) -> None:
    assert told.melds[3] and not told.melds[1]
    assert told.after("3 PUNG 5m", DRAW)[1] == 0  # the seat after the claimant draws next


@scene({1: "46m1479p12z14s789s", 2: "46m1479p12z147s99s"}, draws="5m", habits={2: {"chow": "always"}})
def t4_a_chow_is_offered_to_the_next_seat_only(told: Told) -> None:
    offers = told.offered_after("0 DISCARD 5m")
    assert "1 CHOW 4m" in offers and not [offer for offer in offers if offer.startswith("2 CHOW")]


@scene({1: "3467m1479p12z147s"}, "1 CHOW 5m", draws="5m", habits={1: {"chow": "always", "salt": 3}})
def up_to_three_chows_are_separate_choices(told: Told) -> None:
    chows = [offer for offer in told.offered_after("0 DISCARD 5m") if "CHOW" in offer]
    assert chows == ["1 CHOW 3m", "1 CHOW 4m", "1 CHOW 5m"]
    assert told.melds[1][0] == (CHOW, read_tile("5m"))


@scene({2: "11112222m3m99p12s"}, "2 KONG_CONCEALED 1m", "2 WIN 3s", draws="4z4z4m", tail="3s", wall_reserve=NEAR_END)
def t5_no_second_kong_without_a_tile_and_the_win_on_it_scores_both_rows(told: Told) -> None:
    assert "2 KONG_CONCEALED 2m" in told.offered_after("1 DISCARD 4z")
    assert told.offered_after("2 KONG_CONCEALED 1m") == ["2 WIN 3s"]
    assert told.rows == {"basic_win", "self_draw", "concealed_hand", "kong_concealed", "kong_bloom", "last_tile_draw"}


@scene({0: "555m1479p123z147s", 1: AROUND_5M}, draws="4z4z3z5m", habits={0: {"pung": "always"}}, wall_reserve=NEAR_END)
def t6_on_the_last_discard_only_wins_are_offered(told: Told) -> None:
    assert told.offered_after("3 DISCARD 5m") == ["1 WIN 5m"]
    assert (told.row["ending"], told.row["tiles_left"]) == (EXHAUSTIVE, 0)


@scene({0: "556m1479p123z147s"}, "0 PUNG 5m", draws="4z4z3z5m", wall_reserve=NEAR_END, claims_on_last_discard=True)
def claims_on_the_last_discard_where_the_option_allows_them(told: Told) -> None:
    assert "0 PUNG 5m" in told.offered_after("3 DISCARD 5m")
    assert not [row for row in told.log if row[0] == OFFER and ACTION_NAMES[row[2]] == "KONG_OPEN"]  # no kong without a tile
    assert (told.row["ending"], told.row["pungs_0"], told.row["turns"]) == (EXHAUSTIVE, 1, 5)


@scene({3: NO_CLAIM}, draws="4z4z3z3z", wall_reserve=NEAR_END, discard_after_last_draw=False)
def the_last_draw_may_end_the_hand(told: Told) -> None:
    assert (told.row["ending"], told.row["turns"], told.row["discards_3"]) == (EXHAUSTIVE, 3, 0)


@scene({3: AROUND_5M}, draws="4z4z3z5m", wall_reserve=NEAR_END, discard_after_last_draw=False)
def the_last_draw_may_be_declined(told: Told) -> None:
    assert show_row(told.log[-2]) == "OFFER seat 3 WIN 5m"  # declining it is no ACT
    assert told.row["ending"] == EXHAUSTIVE


@scene({3: AROUND_5M}, "3 WIN 5m", draws="4z4z3z5m", wall_reserve=NEAR_END, discard_after_last_draw=False)
@scene({3: AROUND_5M}, "3 WIN 5m", draws="4z4z3z5m", wall_reserve=NEAR_END)
def a_self_draw_of_the_last_tile(told: Told) -> None:
    assert (told.row["ending"], told.row["last_tile"]) == (SELF_DRAW, 1)
    assert told.rows == {"basic_win", "self_draw", "concealed_hand", "last_tile_draw"}


ROBBERY = {1: "99s1479p12z14s147m", 2: "123m456m78s23p55p4z"}
ROBBED = ("0 DISCARD 9s", "1 PUNG 9s", "2 DISCARD 4z", "1 KONG_ADDED 9s")
# The dealer's 9s is punged; seat 1 discards, seat 2 comes to wait for 6s and 9s, two more seats draw, and seat 1 draws the fourth.
ROB_DRAWS = "9s4p4z3z9s"
ONE_LEFT = 78  # with this reserve a replacement is all that is left then
READY_FOR_IT = {2: {"weights": {"honor": 2}}}


@scene(ROBBERY, *ROBBED, "2 WIN 9s", draws=ROB_DRAWS, habits=READY_FOR_IT)
def t7_a_robbed_kong(told: Told) -> None:
    assert (told.row["ending"], told.row["robbed"], told.row["discarder"]) == (ROB_KONG, 1, 1)
    assert [show_row(row) for row in told.log[-2:]] == ["ACT seat 2 WIN 9s", f"END {ROB_KONG}"]
    assert not [row for row in told.log if row[0] == DRAW and row[3] == 1]  # no replacement
    assert (told.row["pungs_1"], told.row["kongs_added_1"]) == (1, 0)
    assert told.counts[1][read_tile("9s")] == 0 and told.counts[2][read_tile("9s")] == 1
    assert told.rows == {"basic_win", "concealed_hand", "rob_kong"}
    assert (told.row["fan"], told.points) == (2, [0, -2, 2, 0])


@scene(ROBBERY, *ROBBED, "2 WIN 9s", draws=ROB_DRAWS, habits=READY_FOR_IT, discard_payment="discarder_all")
def t7_the_robbed_seat_pays_as_a_discarder_does(told: Told) -> None:
    assert told.points == [0, -6, 6, 0]


# Seat 2 holds 78s, next to the declarer: a discarded 9s it could chow.
@scene(ROBBERY, *ROBBED, draws=ROB_DRAWS, tail="4z", habits={2: {"chow": "always", **READY_FOR_IT[2]}}, wall_reserve=ONE_LEFT)
def t8_a_kong_tile_can_only_be_won(told: Told) -> None:
    assert [told.offered_after("1 KONG_ADDED 9s", to=seat) for seat in (2, 3, 0)] == [["2 WIN 9s"], [], []]
    assert (told.row["kongs_added_1"], told.row["pungs_1"]) == (1, 0)  # a passed rob lets the kong stand
    assert told.row["completions_2"] == 1


@scene(ROBBERY, *ROBBED, draws=ROB_DRAWS, tail="4z", habits=READY_FOR_IT, wall_reserve=ONE_LEFT, rob_kong="off")
def robbing_may_be_off(told: Told) -> None:
    assert told.offered_after("1 KONG_ADDED 9s", to=2) == []
    assert told.row["completions_2"] == 0  # a kong that cannot be robbed completes nothing


QUADS = {0: "1111m9999p5555s6m"}
THREE_KONGS = ("0 KONG_CONCEALED 1m", "0 KONG_CONCEALED 9p", "0 KONG_CONCEALED 5s")


@scene(QUADS, *THREE_KONGS, "0 WIN 8s", draws="7m", tail="8m88s")
def t9_three_kongs_in_one_turn_then_a_win(told: Told) -> None:
    assert [row[3] for row in told.log if row[0] == DRAW] == [0, 1, 1, 1]
    assert told.row["fan_kong_bloom"] == 1 and told.row["fan_kong_concealed"] == 3 and told.row["fan_heavenly_win"] == 0
    assert told.row["fan"] == 1 + 1 + 1 + 3 * 2 + 2
    assert told.points == [33, -11, -11, -11]


@scene(QUADS, *THREE_KONGS, "0 WIN 8s", draws="7m", tail="8m88s", tianhu_after_kong=True)
def t9_with_the_blessing_of_heaven(told: Told) -> None:
    assert (told.row["fan_heavenly_win"], told.row["fan"]) == (1, 16)


# Seat 1 draws the fourth 9s, keeps it for a turn and only then adds it.
LATER = ("0 DISCARD 9s", "1 PUNG 9s", "1 DISCARD 1z", "1 DISCARD 2z")
LATER_DRAWS = "9s4z4z3z9s7z7z7z3z"
KEEPS_IT = {1: {"kong_added": "random", "pung": "always", "weights": {"honor": 100, "drawn": 1}, "salt": 8}}


@scene({1: ROBBERY[1]}, *LATER, "1 KONG_ADDED 9s", draws=LATER_DRAWS, habits=KEEPS_IT)
def t10_the_fourth_tile_of_a_pung_may_be_added_in_any_later_turn(told: Told) -> None:
    assert [row[1:] for row in told.log if row[0] == OFFER].count((1, ACTION_NAMES.index("KONG_ADDED"), read_tile("9s"))) == 2
    assert told.row["kongs_added_1"] == 1


@scene({1: ROBBERY[1]}, *LATER, draws=LATER_DRAWS, habits=KEEPS_IT, added_kong_any_turn=False)
def t10_but_only_in_the_turn_of_its_draw_where_the_option_says_so(told: Told) -> None:
    assert [row[1:] for row in told.log if row[0] == OFFER].count((1, ACTION_NAMES.index("KONG_ADDED"), read_tile("9s"))) == 1
    assert told.row["kongs_added_1"] == 0


@scene({1: PAIR_OF_5M, 2: AROUND_5M}, "1 WIN 5m", "2 WIN 5m", draws="5m", multi_win="all")
def t11_two_winners_are_both_paid_by_the_discarder(told: Told) -> None:
    assert (told.row["winner"], told.row["winners"], told.row["legal_winners"]) == (1, 0b0110, 2)
    # 平胡 门清 地胡 for both
    assert (told.row["seat_fan_1"], told.row["seat_fan_2"]) == (5, 5)
    assert told.points == [-10, 5, 5, 0]
    assert told.counts[1][read_tile("5m")] == 3 and told.counts[2][read_tile("5m")] == 0  # stored once


# Three pungs leave seat 1 with 3456m: a chow of 456 would leave 3m and 6m, both of them swaps.
DEADLOCK = {1: "3456m11p11s99s567z"}
DEADLOCK_WISHES = ("1 PUNG 1p", "1 PUNG 1s", "1 PUNG 9s")
DEADLOCK_DRAWS = "1p1s9s4z4z6m"


@scene(DEADLOCK, *DEADLOCK_WISHES, "1 CHOW 4m", draws=DEADLOCK_DRAWS, swap_discard=True)
def t12_a_chow_with_swaps_only_left_is_offered_where_they_are_allowed(told: Told) -> None:
    assert told.offered_after("0 DISCARD 6m", to=1) == ["1 WIN 6m", "1 CHOW 4m"]
    assert told.after("1 CHOW 4m", ACT)[1:3] == (1, DISCARD_ACT)


@scene(DEADLOCK, *DEADLOCK_WISHES, draws=DEADLOCK_DRAWS, habits={1: {"pung": "always", "chow": "always"}}, swap_discard=False)
def t12_a_chow_that_would_leave_no_discard_is_not_offered(told: Told) -> None:
    assert told.offered_after("0 DISCARD 6m", to=1) == ["1 WIN 6m"]


# Seat 1 would discard the other end first, then its single honor.
SWAPPER = {1: {"chow": "always", "weights": {"honor": -10, "centrality": 1, "copies": -1}}}


@scene({1: "3456m112233445z"}, "1 CHOW 4m", "1 DISCARD 6m", draws="6m", habits=SWAPPER)
def the_swap_may_be_discarded(told: Told) -> None:
    assert told.melds[1] == [(CHOW, read_tile("4m"))]


@scene({1: "3456m112233445z"}, "1 CHOW 4m", "1 DISCARD 5z", draws="6m", habits=SWAPPER, swap_discard=False)
def the_swap_may_be_barred(told: Told) -> None:
    assert show_row(told.after("1 CHOW 4m", ACT)) == "ACT seat 1 DISCARD 5z"


# Four pungs leave seat 1 a hand of one.
@scene(
    {1: "115m11p11s99s4567z"},
    *("1 PUNG 1p", "1 PUNG 1s", "1 PUNG 9s", "1 PUNG 1m", "1 WIN 5m"),
    draws="1p1s9s1m4m6m5m",
)
def t15_a_hand_of_one_wins_only_on_its_pair(told: Told) -> None:
    assert told.offered_after("2 DISCARD 4m", to=1) == told.offered_after("3 DISCARD 6m", to=1) == []
    assert told.offered_after("0 DISCARD 5m", to=1) == ["1 WIN 5m"]
    assert (told.row["completions_1"], told.row["pungs_1"], told.row["ready_shape_1"]) == (1, 4, 4)


@scene({1: "555m11p11s99s4567z"}, "1 PUNG 5m", "1 PUNG 1p", "1 PUNG 1s", "1 PUNG 9s", draws="5m1p1s9s")
def t17_a_wait_for_tiles_that_are_all_ones_own_is_no_readiness(told: Told) -> None:
    assert told.counts[1][read_tile("5m")] == 1 and len(told.melds[1]) == SEATS
    assert (told.row["ready_shape_1"], told.row["ready_legal_1"]) == (NONE, NONE)


# Seat 1 comes to wait for 1m and 4m just after the dealer has declared all four 1m.
BECOMES_READY: dict[int, dict[str, Any]] = {1: {"weights": {"honor": 2}}}


@scene(
    {0: "1111m1479p12z147s", 1: "23m456p789p55s99s4z"}, "0 KONG_CONCEALED 1m", "1 DISCARD 4z", draws="4z9s", tail="4z", habits=BECOMES_READY
)
def t16_a_concealed_kong_hides_its_tile(told: Told) -> None:
    assert (told.row["ready_legal_1"], told.row["wait_live_1"]) == (1, 8)


@scene(
    {0: "1111m1479p12z147s", 1: "23m456p789p55s99s4z"},
    *("0 KONG_CONCEALED 1m", "1 DISCARD 4z"),
    draws="4z9s",
    tail="4z",
    habits=BECOMES_READY,
    concealed_kong_visible=True,
)
def t16_unless_the_option_shows_it(told: Told) -> None:
    assert (told.row["ready_legal_1"], told.row["wait_live_1"]) == (1, 4)


# Five pairs and 4m 6m: one draw from being ready for seven pairs, two from it once 456m is melded.
FIVE_PAIRS = {1: "46m1122p5588p99s3z"}
KEEPER: dict[int, dict[str, Any]] = {1: {"sight": "shape", "chow": "keeps"}}


@scene(FIVE_PAIRS, draws="5m", habits=KEEPER, by_policies=True)
def t18_a_meld_ends_seven_pairs(told: Told) -> None:
    assert told.row["start_shape_1"] == 1
    assert show_row(told.after("0 DISCARD 5m", ANSWER)) == "ANSWER seat 1 PASS 5m"


@scene(FIVE_PAIRS, draws="5m", habits=KEEPER, by_policies=True, seven_pairs=False)
def t18_without_seven_pairs_the_chow_brings_the_hand_nearer(told: Told) -> None:
    assert told.row["start_shape_1"] > 1
    assert show_row(told.after("0 DISCARD 5m", ANSWER)) == "ANSWER seat 1 CHOW 4m"


@scene({1: "46m19p19s1234567z"}, draws="5m", habits=KEEPER, by_policies=True, thirteen_orphans=True)
def t18_a_meld_ends_thirteen_orphans(told: Told) -> None:
    assert told.row["start_shape_1"] == 2
    assert show_row(told.after("0 DISCARD 5m", ANSWER)) == "ANSWER seat 1 PASS 5m"


# Five pairs with a triplet; four pairs, a quad and a single.
OF_A_KIND = {0: "114477m22p55p888p", 2: "114477s22m6666m8m"}


@scene(OF_A_KIND, draws="4z")
def t19_a_quad_is_two_pairs(told: Told) -> None:
    assert (told.row["start_shape_0"], told.row["start_shape_2"]) == (0, 0)


@scene(OF_A_KIND, draws="4z", seven_pairs_quads=False)
def t19_a_quad_is_one_pair_and_kinds_are_counted(told: Told) -> None:
    assert (told.row["start_shape_0"], told.row["start_shape_2"]) == (1, 2)


@scene({0: AROUND_5M}, "0 WIN 5m", draws="5m")
def a_heavenly_win(told: Told) -> None:
    assert "heavenly_win" in told.rows


@scene({3: AROUND_5M}, "3 WIN 5m", draws="5m")
@scene({1: AROUND_5M}, "1 WIN 5m", draws="4z5m", dihu="first_draw")
def an_earthly_win(told: Told) -> None:
    assert "earthly_win" in told.rows


@scene({1: AROUND_5M, 3: "44z1479p12z14s147m"}, "0 DISCARD 4z", "3 PUNG 4z", "1 WIN 5m", draws="4z3z5m", dihu="first_draw")
def a_pung_before_it_takes_the_blessing_of_the_first_draw_away(told: Told) -> None:
    assert told.row["winner"] == 1 and "earthly_win" not in told.rows


# 5m from seats 0, 1 and 2; then seat 3 draws, and 5m from seat 0 again.
@scene({3: AROUND_5M}, draws="5m5m5m7z5m", wall_reserve=NEAR_END - 1)
def a_passed_win_is_offered_again(told: Told) -> None:
    assert _wins_offered(told, 3) == 4
    assert told.row["completions_3"] == 4


@scene({3: AROUND_5M}, draws="5m5m5m7z5m", wall_reserve=NEAR_END - 1, pass_win_lock="until_draw")
def a_passed_win_locks_until_the_next_own_draw(told: Told) -> None:
    assert _wins_offered(told, 3) == 2
    assert told.row["completions_3"] == 4


def _wins_offered(told: Told, seat: int) -> int:
    return len([row for row in told.log if row[:3] == (OFFER, seat, WIN)])


@scene(
    QUADS,
    *("0 KONG_CONCEALED 1m", "0 KONG_CONCEALED 9p", "0 KONG_CONCEALED 6m", "0 KONG_CONCEALED 5s"),
    draws="6m",
    tail="66m3m",
    four_kong_abort=True,
    kong_payment="immediate",
)
def four_kongs_may_end_the_hand(told: Told) -> None:
    assert (told.row["ending"], told.row["winner"], told.row["legal_winners"]) == (FOUR_KONGS, NONE, 0)
    assert told.points == [24, -8, -8, -8]
    assert told.log[-2][0] == ACT


FED_KONG = {1: "999s46m234p234s11z"}


@scene(FED_KONG, "0 DISCARD 9s", "1 KONG_OPEN 9s", "1 WIN 5m", draws="9s", tail="5m")
def a_bloom_is_paid_by_all(told: Told) -> None:
    # 平胡 自摸 明杠 开花2
    assert (told.row["fan"], told.points) == (5, [-5, 15, -5, -5])


@scene(FED_KONG, "0 DISCARD 9s", "1 KONG_OPEN 9s", "1 WIN 5m", draws="9s", tail="5m", kong_feeder_liable=True)
def the_feeder_of_an_open_kong_may_pay_for_the_bloom(told: Told) -> None:
    assert (told.row["fan"], told.points) == (5, [-15, 15, 0, 0])


CLAIM_AND_KONG = {1: "55m1111p123s456s9s"}


@scene(CLAIM_AND_KONG, "0 DISCARD 5m", "1 PUNG 5m", draws="5m")
def a_turn_after_a_claim_offers_no_win_and_no_kong(told: Told) -> None:
    assert told.offered_after("1 PUNG 5m") == []


@scene(CLAIM_AND_KONG, "0 DISCARD 5m", "1 PUNG 5m", "1 KONG_CONCEALED 1p", draws="5m", kong_after_claim=True)
def a_turn_after_a_claim_offers_kongs_by_option(told: Told) -> None:
    assert told.offered_after("1 PUNG 5m") == ["1 KONG_CONCEALED 1p"]
    assert told.row["kongs_concealed_1"] == 1


@scene({2: "123m456m789m78s55s"}, draws="9s4z6s3z", wall_reserve=NEAR_END)
def refusals_are_written_down_and_counted(told: Told) -> None:
    assert show_row(told.log[2]) == "REFUSED seat 2 9s for suit"
    assert (told.row["refused_other_suit_2"], told.row["refused_own_suit_2"], told.row["refused_first_2"]) == (1, 1, 0)
    assert told.row["completions_2"] == 2 and told.row["legal_winners"] == 0
