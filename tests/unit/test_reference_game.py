"""The reference game at the scenes of the table (tests/scenes.py), and what it makes of players and logs that break the rules."""

import pytest

from nmsim.errors import InputError
from nmsim.notation import read_tile
from nmsim.outcomes import EXHAUSTIVE
from nmsim.reference.choices import PolicyChooser, View
from nmsim.reference.flow import Game, Offers
from nmsim.reference.game import Disagreement, IllegalAction, check, play_with
from nmsim.reference.log import CHOW_ACT, KONG_CONCEALED_ACT, PASS, PUNG_ACT, WIN, Action, Recorder
from nmsim.reference.log import DISCARD as DISCARD_ACT
from nmsim.reference.match import next_dealer
from nmsim.reference.random_numbers import stacked_wall
from nmsim.reference.readiness import ReadyWatch
from nmsim.reference.record import describe_hand
from nmsim.rules import Rules, make_rules
from nmsim.tiles import NO_TILE
from tests.scenes import AROUND_5M, NO_CLAIM, PAIR_OF_5M, SCENES, SEED, WALL, Scene, Told, check_always, wall_of, wished_by_seat


class Script:
    """Each seat does the first thing on its list as soon as it may; otherwise it passes, and discards what it drew."""

    def __init__(self, wishes: dict[int, list[Action]] | None = None) -> None:
        self.wishes = wishes or {}

    def _wish(self, seat: int, allowed: Offers) -> Action | None:
        if self.wishes.get(seat) and self.wishes[seat][0] in allowed:
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


def told_by_reference(scene: Scene) -> Told:
    """Play the scene; the log is checked as well, so both ways through the game agree."""
    rules, wall = make_rules(overrides=scene.options), stacked_wall(SEED, WALL, scene.places)
    script = Script(wished_by_seat(scene.wishes))
    recorder, watch = Recorder(), ReadyWatch()
    chooser = PolicyChooser(scene.policies(), SEED, WALL) if scene.by_policies else script
    game = Game(rules, wall, chooser, recorder, on_ready_moment=watch).play()
    columns = describe_hand(game)
    assert check(recorder.rows, rules, wall) == columns
    stack = game.stacks[0]
    left = list(stack.tiles[stack.head : stack.tail])
    return Told(recorder.rows, columns | watch.columns, [seat.counts for seat in game.seats], [seat.melds for seat in game.seats], left)


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_scene(scene: Scene) -> None:
    told = told_by_reference(scene)
    assert not scene.unmet(told.log)
    check_always(told)
    scene.check(told)


def test_swap_discard_bars_the_claimed_tile_and_the_other_end() -> None:
    class Watcher(Script):
        def own_turn(self, game: Game, seat: int, offers: Offers, discards: list[int]) -> Action:
            if game.drawn == NO_TILE:
                self.after_claim = discards
            return super().own_turn(game, seat, offers, discards)

    wall = wall_of({1: "3456m1479p12z147s", 2: NO_CLAIM, 3: NO_CLAIM}, "6m")
    for swap in (True, False):
        watcher = Watcher({1: [(CHOW_ACT, read_tile("4m"))]})
        play_with(watcher, make_rules(overrides={"swap_discard": swap}), wall)
        barred = {read_tile(tile) for tile in ("3m", "6m")} - set(watcher.after_claim)
        assert barred == (set() if swap else {read_tile("3m"), read_tile("6m")})
        assert read_tile("1p") in watcher.after_claim


def test_t16_a_concealed_kong_hides_its_tile_unless_the_option_shows_it() -> None:
    for shown in (False, True):
        rules = make_rules(overrides={"concealed_kong_visible": shown})
        game, _ = play_with(Script({0: [(KONG_CONCEALED_ACT, read_tile("1m"))]}), rules, wall_of({0: "1111m1479p12z147s"}, "4z"))
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
    _, log = play_with(Script({1: [(PUNG_ACT, read_tile("5m"))], 2: [(WIN, read_tile("5m"))]}), rules, wall)
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
    _, log = play_with(Script({2: [(WIN, read_tile("9s"))]}), make_rules("open"), wall)
    with pytest.raises(Disagreement, match="log row 2: expected REFUSED seat 2 9s for suit, the log says OFFER seat 2 WIN 9s"):
        check(log, make_rules(), wall)
