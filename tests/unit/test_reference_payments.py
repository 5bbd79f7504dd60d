"""Payments: who pays how many shares, and what a share is."""

import pytest

from nmsim.outcomes import NONE
from nmsim.reference.payments import pay_kong, pay_win, share
from nmsim.rules import make_rules


def paid(winner: int, giver: int, total: int = 3, feeder: int = NONE, dealer: int = 0, repeats: int = 0, **options: object) -> list[int]:
    points = [0, 0, 0, 0]
    pay_win(make_rules(overrides=options), points, winner, total, giver, feeder, dealer, repeats)
    assert sum(points) == 0
    return points


def test_a_self_draw_is_paid_by_all_three() -> None:
    assert paid(1, NONE) == [-3, 9, -3, -3]


@pytest.mark.parametrize(
    ("way", "points"),
    [("discarder_one", [0, 3, -3, 0]), ("discarder_all", [0, 9, -9, 0]), ("everyone_discarder_double", [-3, 12, -6, -3])],
)
def test_a_discard_is_paid_as_the_option_says(way: str, points: list[int]) -> None:
    assert paid(1, 2, discard_payment=way) == points


def test_doubling_stops_at_thirty() -> None:
    assert share(make_rules(overrides={"payout": "double", "base_points": 5}), 3, False, 0) == 40
    assert share(make_rules(overrides={"payout": "double"}), 200, False, 0) == 2**30


def test_the_dealer_pays_and_is_paid_more() -> None:
    assert paid(1, NONE, dealer_multiplier=2) == [-6, 12, -3, -3]
    assert paid(0, NONE, dealer_multiplier=2, dealer_bonus_fan=1) == [24, -8, -8, -8]
    assert paid(1, NONE, repeats=2, repeat_bonus_fan=3) == [-9, 15, -3, -3]


def test_all_shares_of_one_payer_are_priced_as_that_payers() -> None:
    assert paid(1, 2, discard_payment="discarder_all", dealer_multiplier=2) == [0, 9, -9, 0]
    assert paid(1, 0, discard_payment="discarder_all", dealer_multiplier=2) == [-18, 18, 0, 0]
    assert paid(1, NONE, feeder=3) == [0, 9, 0, -9]


def test_kongs_are_paid_at_once_only_where_the_option_says_so() -> None:
    points = [0, 0, 0, 0]
    pay_kong(make_rules(), points, 1, 2, [0, 2, 3], 0)
    assert points == [0, 0, 0, 0]
    rules = make_rules(overrides={"kong_payment": "immediate", "dealer_multiplier": 2, "base_points": 5, "dealer_bonus_fan": 7})
    pay_kong(rules, points, 1, 2, [0, 2, 3], 0)
    assert points == [-20, 40, -10, -10]
