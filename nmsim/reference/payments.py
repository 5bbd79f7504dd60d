"""Who pays what: shares of a win, and of a kong paid at once. Unit: points."""

from __future__ import annotations

from nmsim.outcomes import NONE, SEATS
from nmsim.rules import Rules

LARGEST_EXPONENT = 30
KONG_SHARES_ADDED, KONG_SHARES_CONCEALED = 1, 2


def share(rules: Rules, total: int, with_dealer: bool, repeats: int) -> int:
    """Points of one share of a win of `total` fan; `with_dealer`: whether the dealer pays or is paid."""
    fan = total + (dealer_bonus(rules, repeats) if with_dealer else 0)
    points = rules.base_points * (fan if rules.payout == "linear" else 2 ** min(fan, LARGEST_EXPONENT))
    return points * (rules.dealer_multiplier if with_dealer else 1)


def dealer_bonus(rules: Rules, repeats: int) -> int:
    """Fan added, after the cap, to shares that the dealer pays or is paid."""
    return rules.dealer_bonus_fan + rules.repeat_bonus_fan * repeats


def shares_owed(rules: Rules, winner: int, giver: int, feeder: int) -> dict[int, int]:
    """How many shares each other seat owes. `giver`: whose tile was won, or NONE; `feeder`: who is liable for a self-draw, or NONE."""
    others = [seat for seat in range(SEATS) if seat != winner]
    if giver == NONE:
        return dict.fromkeys(others, 1) if feeder == NONE else {feeder: 3}
    match rules.discard_payment:
        case "discarder_one":
            return {giver: 1}
        case "discarder_all":
            return {giver: 3}
        case "everyone_discarder_double":
            return {seat: 2 if seat == giver else 1 for seat in others}


def pay_win(rules: Rules, points: list[int], winner: int, total: int, giver: int, feeder: int, dealer: int, repeats: int) -> None:
    """Move the points of one win."""
    for payer, shares in shares_owed(rules, winner, giver, feeder).items():
        amount = shares * share(rules, total, dealer in (payer, winner), repeats)
        points[payer] -= amount
        points[winner] += amount


def pay_kong(rules: Rules, points: list[int], owner: int, shares: int, payers: list[int], dealer: int) -> None:
    """Move the points of a kong, where kongs are paid at once."""
    if rules.kong_payment != "immediate":
        return
    for payer in payers:
        amount = shares * rules.base_points * (rules.dealer_multiplier if dealer in (payer, owner) else 1)
        points[payer] -= amount
        points[owner] += amount
