"""Scenes at the table (docs/rules.md): stacked walls, scripted players, and what the reference game makes of them."""

import pytest

from nmsim.errors import InputError
from nmsim.outcomes import DISCARD, EXHAUSTIVE, FOUR_KONGS, ROB_KONG, SELF_DRAW
from nmsim.reference.choices import View
from nmsim.reference.flow import Game, Offers
from nmsim.reference.game import Disagreement, IllegalAction, check, play_with
from nmsim.reference.log import ACT, ACTION_NAMES, OFFER, PASS, WIN, Action, Row, show_action, show_row
from nmsim.reference.log import DISCARD as DISCARD_ACT
from nmsim.reference.match import next_dealer
from nmsim.reference.random_numbers import stacked_wall
from nmsim.reference.record import describe_hand
from nmsim.reference.table import Seat, claims_on, shape_waits
from nmsim.rules import Rules, make_rules
from nmsim.tiles import CHOW, NO_TILE, TILES, count_kinds, parse_tile, parse_tiles

NEAR_END = 80  # with this reserve three tiles are live after the dealer's opening draw


class Script:
    """Each seat does the first thing on its list as soon as it may; otherwise it passes, and discards what it drew."""

    def __init__(self, *wishes: str) -> None:
        self.wishes: dict[int, list[Action]] = {seat: [] for seat in range(4)}
        for wish in wishes:
            seat, action, tile = wish.split()
            self.wishes[int(seat)].append((ACTION_NAMES.index(action), parse_tile(tile)))

    def _wish(self, seat: int, allowed: Offers) -> Action | None:
        if self.wishes[seat] and self.wishes[seat][0] in allowed:
            return self.wishes[seat].pop(0)
        return None

    def own_turn(self, game: Game, seat: int, offers: Offers, discards: list[int]) -> Action:
        wish = self._wish(seat, [*offers, *((DISCARD_ACT, kind) for kind in discards)])
        if wish:
            return wish
        if not discards:
            return PASS, game.drawn
        return DISCARD_ACT, game.drawn if game.drawn in discards else discards[-1]

    def answer(self, game: Game, seat: int, offers: Offers, kind: int) -> Action:
        return self._wish(seat, offers) or (PASS, kind)


def wall_of(hands: dict[int, str], draws: str = "", tail: str = "") -> list[int]:
    """A wall with the given hands, draws from the dealer's fourteenth on, and replacements in the order they are taken."""
    given: dict[int, int] = {}
    for seat, tiles in hands.items():
        kinds = parse_tiles(tiles)
        assert len(kinds) == 13
        given |= {13 * seat + place: kind for place, kind in enumerate(kinds)}
    given |= {52 + place: kind for place, kind in enumerate(parse_tiles(draws))}
    given |= {TILES - 1 - place: kind for place, kind in enumerate(parse_tiles(tail))}
    return stacked_wall(1, 1, given)


def scene(
    hands: dict[int, str], *wishes: str, draws: str = "", tail: str = "", **options: object
) -> tuple[Game, list[Row], dict[str, int]]:
    """Play the scene; the log is checked as well, so both ways through the game agree."""
    rules, wall = make_rules(overrides=options), wall_of(hands, draws, tail)
    script = Script(*wishes)
    game, log = play_with(script, rules, wall)
    assert not any(script.wishes.values()), f"never possible: {script.wishes}"
    columns = describe_hand(game)
    assert check(log, rules, wall) == columns
    assert sum(game.points) == 0
    return game, log, columns


def offered_after(log: list[Row], act: str) -> list[str]:
    """What was offered between an ACT, as `0 DISCARD 5m`, and the next one."""
    seat, action = act.split(" ", 1)
    place = next(place for place, row in enumerate(log) if row[0] == ACT and row[1] == int(seat) and show_action(row[2:]) == action)
    found = []
    for row in log[place + 1 :]:
        if row[0] == ACT:
            break
        if row[0] == OFFER:
            found.append(f"{row[1]} {show_action(row[2:])}")
    return found


def rows_of(columns: dict[str, int]) -> set[str]:
    return {name.removeprefix("fan_") for name, value in columns.items() if name.startswith("fan_") and value}


# Hands that wait for 5m: with a pair of it, and with a chow around it.
PAIR_OF_5M = "55m11p123s456p789s"
AROUND_5M = "46m234p234s999s11z"
NO_CLAIM = "1479m1479p12z147s"


def test_t1_a_win_goes_before_the_pung_of_a_nearer_seat() -> None:
    game, log, columns = scene({1: PAIR_OF_5M, 2: AROUND_5M}, "0 DISCARD 5m", "1 PUNG 5m", "2 WIN 5m", draws="5m")
    assert {"1 WIN 5m", "1 PUNG 5m", "2 WIN 5m"} <= set(offered_after(log, "0 DISCARD 5m"))
    assert (game.ending, columns["winner"], columns["discarder"], columns["legal_winners"]) == (DISCARD, 2, 0, 2)
    assert game.seats[1].melds == []


def test_t1_the_nearest_of_two_winners_wins() -> None:
    _, _, columns = scene({1: PAIR_OF_5M, 2: AROUND_5M}, "1 WIN 5m", "2 WIN 5m", draws="5m")
    assert (columns["winner"], columns["winners"]) == (1, 0b0010)


def test_t2_a_pung_goes_before_a_chow_and_skips_seats() -> None:
    game, log, _ = scene({1: "46m1479p12z14s789s", 3: "55m1479p34z147s99s"}, "1 CHOW 4m", "3 PUNG 5m", draws="5m")
    assert game.seats[3].melds and not game.seats[1].melds
    after = log[next(place for place, row in enumerate(log) if show_row(row) == "ACT seat 3 PUNG 5m") :]
    assert next(row for row in after if row[0] == 0)[1] == 0  # the seat after the claimant draws next


def test_t4_a_chow_is_offered_to_the_next_seat_only() -> None:
    _, log, _ = scene({1: "46m1479p12z14s789s", 2: "46m1479p12z147s99s"}, draws="5m")
    offers = offered_after(log, "0 DISCARD 5m")
    assert "1 CHOW 4m" in offers and not [offer for offer in offers if offer.startswith("2 CHOW")]


def test_up_to_three_chows_are_separate_choices() -> None:
    game, log, _ = scene({1: "3467m1479p12z147s"}, "1 CHOW 5m", draws="5m")
    assert [offer for offer in offered_after(log, "0 DISCARD 5m") if "CHOW" in offer] == ["1 CHOW 3m", "1 CHOW 4m", "1 CHOW 5m"]
    assert game.seats[1].melds[0] == (CHOW, parse_tile("5m"))


def test_t5_no_second_kong_without_a_tile_and_the_win_on_it_scores_both_rows() -> None:
    hands = {2: "11112222m3m99p12s"}
    _, log, columns = scene(hands, "2 KONG_CONCEALED 1m", "2 WIN 3s", draws="4z4z4m", tail="3s", wall_reserve=NEAR_END)
    assert "2 KONG_CONCEALED 2m" in offered_after(log, "1 DISCARD 4z")
    assert offered_after(log, "2 KONG_CONCEALED 1m") == ["2 WIN 3s"]
    assert rows_of(columns) == {"basic_win", "self_draw", "concealed_hand", "kong_concealed", "kong_bloom", "last_tile_draw"}


def test_t6_on_the_last_discard_only_wins_are_offered() -> None:
    hands = {0: "555m1479p123z147s", 1: AROUND_5M}
    _, log, columns = scene(hands, draws="4z4z3z5m", wall_reserve=NEAR_END)
    assert offered_after(log, "3 DISCARD 5m") == ["1 WIN 5m"]
    assert (columns["ending"], columns["tiles_left"]) == (EXHAUSTIVE, 0)


def test_claims_on_the_last_discard_where_the_option_allows_them() -> None:
    hands = {0: "556m1479p123z147s"}
    _, log, columns = scene(hands, "0 PUNG 5m", draws="4z4z3z5m", wall_reserve=NEAR_END, claims_on_last_discard=True)
    assert "0 PUNG 5m" in offered_after(log, "3 DISCARD 5m")
    assert not [row for row in log if row[0] == OFFER and row[2] == 2]  # no kong without a tile
    assert (columns["ending"], columns["pungs_0"], columns["turns"]) == (EXHAUSTIVE, 1, 5)


def test_the_last_draw_may_end_the_hand() -> None:
    _, log, columns = scene({3: NO_CLAIM}, draws="4z4z3z3z", wall_reserve=NEAR_END, discard_after_last_draw=False)
    assert (columns["ending"], columns["turns"], columns["discards_3"]) == (EXHAUSTIVE, 3, 0)
    hands = {3: AROUND_5M}
    _, log, columns = scene(hands, draws="4z4z3z5m", wall_reserve=NEAR_END, discard_after_last_draw=False)
    assert show_row(log[-2]) == "OFFER seat 3 WIN 5m"  # declining it is no ACT
    _, _, columns = scene(hands, "3 WIN 5m", draws="4z4z3z5m", wall_reserve=NEAR_END, discard_after_last_draw=False)
    assert rows_of(columns) == {"basic_win", "self_draw", "concealed_hand", "last_tile_draw"}


ROBBERY = {1: "99s1479p12z14s147m", 2: "123m456m78s234p55p"}
ROBBED = ("0 DISCARD 9s", "1 PUNG 9s", "1 KONG_ADDED 9s")
# The dealer's 9s is punged; seat 1 discards, then three seats draw, and seat 1 draws the fourth.
ROB_DRAWS = "9s4z4z3z9s"


def test_t7_a_robbed_kong() -> None:
    game, log, columns = scene(ROBBERY, *ROBBED, "2 DISCARD 4z", "2 WIN 9s", draws=ROB_DRAWS)
    assert columns["ending"] == ROB_KONG and columns["robbed"] == 1
    assert [show_row(row) for row in log[-2:]] == ["ACT seat 2 WIN 9s", "END 3"]
    assert not [row for row in log if row[0] == 0 and row[3] == 1]  # no replacement
    assert (columns["pungs_1"], columns["kongs_added_1"]) == (1, 0)
    assert game.seats[1].counts[parse_tile("9s")] == 0 and game.seats[2].counts[parse_tile("9s")] == 1
    assert rows_of(columns) == {"basic_win", "concealed_hand", "rob_kong"}
    assert (columns["fan"], game.points) == (2, [0, -2, 2, 0])


def test_t8_a_kong_tile_can_only_be_won() -> None:
    # Seat 2 holds 78s, next to the declarer: a discarded 9s it could chow.
    _, log, columns = scene(ROBBERY, *ROBBED, draws=ROB_DRAWS)
    assert [offer for offer in offered_after(log, "1 KONG_ADDED 9s") if not offer.startswith("1")] == ["2 WIN 9s"]
    assert (columns["kongs_added_1"], columns["pungs_1"]) == (1, 0)  # a passed rob lets the kong stand


def test_robbing_may_be_off() -> None:
    _, log, columns = scene(ROBBERY, *ROBBED, draws=ROB_DRAWS, rob_kong="off")
    assert not [offer for offer in offered_after(log, "1 KONG_ADDED 9s") if offer.startswith("2")]
    # A kong that cannot be robbed completes nothing.
    assert columns["completions_2"] == scene(ROBBERY, *ROBBED, draws=ROB_DRAWS)[2]["completions_2"] - 1


def test_t9_three_kongs_in_one_turn_then_a_win() -> None:
    wishes = ("0 KONG_CONCEALED 1m", "0 KONG_CONCEALED 9p", "0 KONG_CONCEALED 5s", "0 WIN 8s")
    game, log, columns = scene({0: "1111m9999p5555s2m"}, *wishes, draws="3m", tail="4m88s")
    assert [row[3] for row in log if row[0] == 0] == [0, 1, 1, 1]
    assert columns["fan_kong_bloom"] == 1 and columns["fan_kong_concealed"] == 3 and columns["fan_heavenly_win"] == 0
    assert columns["fan"] == 1 + 1 + 1 + 3 * 2 + 2
    assert game.points == [33, -11, -11, -11]
    rules = {"tianhu_after_kong": True}
    assert scene({0: "1111m9999p5555s2m"}, *wishes, draws="3m", tail="4m88s", **rules)[2]["fan"] == 16


def test_t10_the_fourth_tile_of_a_pung_may_be_added_in_any_later_turn() -> None:
    hands = {1: ROBBERY[1]}
    _, _, columns = scene(hands, "0 DISCARD 9s", "1 PUNG 9s", "1 DISCARD 1z", "1 DISCARD 2z", "1 KONG_ADDED 9s", draws="9s4z4z3z9s7z7z7z3z")
    assert columns["kongs_added_1"] == 1
    with pytest.raises(AssertionError, match="never possible"):
        scene(
            hands,
            "0 DISCARD 9s",
            "1 PUNG 9s",
            "1 DISCARD 1z",
            "1 DISCARD 2z",
            "1 KONG_ADDED 9s",
            draws="9s4z4z3z9s7z7z7z3z",
            added_kong_any_turn=False,
        )


def test_t11_two_winners_are_both_paid_by_the_discarder() -> None:
    game, _, columns = scene({1: PAIR_OF_5M, 2: AROUND_5M}, "1 WIN 5m", "2 WIN 5m", draws="5m", multi_win="all")
    assert (columns["winner"], columns["winners"], columns["legal_winners"]) == (1, 0b0110, 2)
    # 平胡 门清 地胡 for both
    assert (columns["seat_fan_1"], columns["seat_fan_2"]) == (5, 5)
    assert game.points == [-10, 5, 5, 0]
    assert game.seats[1].counts[parse_tile("5m")] == 3 and game.seats[2].counts[parse_tile("5m")] == 0  # stored once


@pytest.mark.parametrize("swap", [True, False])
def test_t12_a_chow_that_would_leave_no_discard_is_not_offered(swap: bool) -> None:
    seat = Seat(1, [])
    seat.counts = count_kinds(parse_tiles("3456m"))
    offers = claims_on(make_rules(overrides={"swap_discard": swap}), seat, parse_tile("6m"), is_next=True, kong=True)
    assert [show_action(offer) for offer in offers] == (["CHOW 4m"] if swap else [])


def test_swap_discard_bars_the_claimed_tile_and_the_other_end() -> None:
    class Watcher(Script):
        def own_turn(self, game: Game, seat: int, offers: Offers, discards: list[int]) -> Action:
            if game.drawn == NO_TILE:
                self.after_claim = discards
            return super().own_turn(game, seat, offers, discards)

    wall = wall_of({1: "3456m1479p12z147s", 2: NO_CLAIM, 3: NO_CLAIM}, "6m")
    for swap in (True, False):
        watcher = Watcher("1 CHOW 4m")
        play_with(watcher, make_rules(overrides={"swap_discard": swap}), wall)
        barred = {parse_tile(tile) for tile in ("3m", "6m")} - set(watcher.after_claim)
        assert barred == (set() if swap else {parse_tile("3m"), parse_tile("6m")})
        assert parse_tile("1p") in watcher.after_claim


def test_t15_a_hand_of_one_wins_only_on_its_pair() -> None:
    assert shape_waits(count_kinds(parse_tiles("5m")), make_rules(), melded=True) == {parse_tile("5m")}


def test_t16_a_concealed_kong_hides_its_tile_unless_the_option_shows_it() -> None:
    for shown in (False, True):
        game, _, _ = scene({0: "1111m1479p12z147s"}, "0 KONG_CONCEALED 1m", draws="4z", concealed_kong_visible=shown)
        assert View(game, 1).seen[0] == (4 if shown else 0)
        assert View(game, 0).seen[0] == 4


def test_t14_who_deals_next() -> None:
    rules = make_rules()
    assert next_dealer(rules, 2, 1, winner=2, winners=0b0100) == (2, 2)
    assert next_dealer(rules, 2, 1, winner=0, winners=0b0001) == (0, 0)
    assert next_dealer(rules, 3, 1, winner=-1, winners=0) == (0, 0)
    assert next_dealer(rules, 2, 0, winner=3, winners=0b1100) == (2, 1)  # of several winners the dealer keeps the deal
    other = make_rules(overrides={"next_dealer_on_win": "next_seat", "next_dealer_on_draw": "stay"})
    assert next_dealer(other, 2, 1, winner=1, winners=0b0010) == (3, 0)
    assert next_dealer(other, 2, 1, winner=-1, winners=0) == (2, 2)


def test_heavenly_and_earthly_starts() -> None:
    assert "heavenly_win" in rows_of(scene({0: AROUND_5M}, "0 WIN 5m", draws="5m")[2])
    assert "earthly_win" in rows_of(scene({3: AROUND_5M}, "3 WIN 5m", draws="5m")[2])
    first_draw = {"draws": "4z5m", "dihu": "first_draw"}
    assert "earthly_win" in rows_of(scene({1: AROUND_5M}, "1 WIN 5m", **first_draw)[2])
    # A pung before it takes the first draw's blessing away.
    hands = {1: AROUND_5M, 3: "44z1479p12z14s147m"}
    _, _, columns = scene(hands, "0 DISCARD 4z", "3 PUNG 4z", "1 WIN 5m", draws="4z3z5m", dihu="first_draw")
    assert columns["winner"] == 1 and "earthly_win" not in rows_of(columns)


def test_passing_a_win_locks_until_the_next_own_draw() -> None:
    # 5m from seats 0, 1 and 2; then seat 3 draws, and 5m from seat 0 again.
    hands, draws = {3: AROUND_5M}, "5m5m5m7z5m"
    for lock, offered in (("none", 4), ("until_draw", 2)):
        _, log, columns = scene(hands, draws=draws, wall_reserve=NEAR_END - 1, pass_win_lock=lock)
        assert len([row for row in log if row[:3] == (OFFER, 3, WIN)]) == offered
        assert columns["completions_3"] == 4


def test_four_kongs_may_end_the_hand() -> None:
    hands = {0: "1111m9999p5555s2m"}
    wishes = ("0 KONG_CONCEALED 1m", "0 KONG_CONCEALED 9p", "0 KONG_CONCEALED 5s", "0 KONG_CONCEALED 2m")
    game, log, columns = scene(hands, *wishes, draws="2m", tail="2m2m3m", four_kong_abort=True, kong_payment="immediate")
    assert (columns["ending"], columns["winner"], columns["legal_winners"]) == (FOUR_KONGS, -1, 0)
    assert game.points == [24, -8, -8, -8]
    assert log[-2][0] == ACT


def test_the_feeder_of_an_open_kong_pays_for_the_bloom() -> None:
    hands = {1: "999s46m234p234s11z"}
    game, _, columns = scene(hands, "0 DISCARD 9s", "1 KONG_OPEN 9s", "1 WIN 5m", draws="9s", tail="5m", kong_feeder_liable=True)
    # 平胡 自摸 明杠 开花2
    assert columns["fan"] == 5 and game.points == [-15, 15, 0, 0]
    game, _, _ = scene(hands, "0 DISCARD 9s", "1 KONG_OPEN 9s", "1 WIN 5m", draws="9s", tail="5m")
    assert game.points == [-5, 15, -5, -5]


def test_a_turn_after_a_claim_offers_no_win_and_kongs_only_by_option() -> None:
    hands = {1: "55m1111p123s456s9s"}
    _, log, _ = scene(hands, "0 DISCARD 5m", "1 PUNG 5m", draws="5m")
    assert offered_after(log, "1 PUNG 5m") == []
    _, log, columns = scene(hands, "0 DISCARD 5m", "1 PUNG 5m", "1 KONG_CONCEALED 1p", draws="5m", kong_after_claim=True)
    assert offered_after(log, "1 PUNG 5m") == ["1 KONG_CONCEALED 1p"]
    assert columns["kongs_concealed_1"] == 1


def test_refusals_are_written_down_and_counted() -> None:
    hands = {2: "123m456m789m78s55s"}
    _, log, columns = scene(hands, draws="9s4z6s3z", wall_reserve=NEAR_END)
    assert show_row(log[2]) == "REFUSED seat 2 9s for suit"
    assert (columns["refused_other_suit_2"], columns["refused_own_suit_2"], columns["refused_first_2"]) == (1, 1, 0)
    assert columns["completions_2"] == 2 and columns["legal_winners"] == 0


def test_private_stacks_and_one_player() -> None:
    wall = stacked_wall(3, 4, {})
    game, log = play_with(Script(), make_rules(), wall, deal="private")
    assert check(log, make_rules(), wall, deal="private") == describe_hand(game)
    drawn = [row for row in log if row[0] == 0]
    assert [row[2] for row in drawn if row[1] == 2] == wall[2 * 34 + 13 :][: len([row for row in drawn if row[1] == 2])]
    game, log = play_with(Script(), make_rules(), wall, players=1)
    assert (game.ending, game.turns, game.tiles_left()) == (EXHAUSTIVE, 21, 0)
    assert check(log, make_rules(), wall, players=1)["discards_0"] == 21
    with pytest.raises(InputError, match="wall_reserve"):
        play_with(Script(), make_rules(overrides={"wall_reserve": 14}), wall, deal="private")
    with pytest.raises(InputError, match="four of each"):
        play_with(Script(), make_rules(), wall[:-1])
    with pytest.raises(InputError, match="does not play"):
        play_with(Script(), make_rules(), wall, dealer=1, players=1)


def test_an_illegal_action_is_an_error_that_names_seat_and_action() -> None:
    class Cheat(Script):
        def own_turn(self, game: Game, seat: int, offers: Offers, discards: list[int]) -> Action:
            return WIN, game.drawn

    with pytest.raises(IllegalAction, match="seat 0 may not WIN 4z"):
        play_with(Cheat(), make_rules(), wall_of({0: NO_CLAIM}, "4z"))

    class Grabber(Script):
        def answer(self, game: Game, seat: int, offers: Offers, kind: int) -> Action:
            return WIN, kind

    with pytest.raises(IllegalAction, match=r"seat \d may not WIN"):
        play_with(Grabber(), make_rules(), wall_of({1: "46m1479p12z14s789s"}, "5m"))


def test_every_change_of_a_log_is_found() -> None:
    rules, wall = Rules(), wall_of({1: PAIR_OF_5M, 2: AROUND_5M}, "5m")
    _, log = play_with(Script("1 PUNG 5m", "2 WIN 5m"), rules, wall)
    assert check(log, rules, wall)["winner"] == 2
    for place in range(len(log)):
        with pytest.raises(Disagreement, match=r"log row \d+: expected"):
            check(log[:place] + log[place + 1 :], rules, wall)
        with pytest.raises(Disagreement):
            check(log[:place], rules, wall)
        for column, change in ((0, 1), (1, 1), (2, 1), (3, 1)):
            row = list(log[place])
            row[column] += change
            if place == len(log) - 1 and column in (1, 3):
                continue  # END names no seat
            with pytest.raises(Disagreement):
                check([*log[:place], tuple(row), *log[place + 1 :]], rules, wall)
    with pytest.raises(Disagreement, match="expected the end of the log"):
        check([*log, log[-1]], rules, wall)


def test_a_log_of_other_rules_is_found() -> None:
    wall = wall_of({2: "123m456m789m78s55s"}, "9s4z6s3z")
    _, log = play_with(Script("2 WIN 9s"), make_rules("open"), wall)
    with pytest.raises(Disagreement, match="log row 2: expected REFUSED seat 2 9s for suit, the log says OFFER seat 2 WIN 9s"):
        check(log, make_rules(), wall)


def test_a_self_draw_of_the_last_tile() -> None:
    _, _, columns = scene({3: AROUND_5M}, "3 WIN 5m", draws="4z4z3z5m", wall_reserve=NEAR_END)
    assert (columns["ending"], columns["last_tile"], columns["fan_last_tile_draw"]) == (SELF_DRAW, 1, 1)
