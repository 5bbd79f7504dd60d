"""Who pays whom. Every transfer moves points between two seats, so a hand always sums to zero."""

from __future__ import annotations

from nmsim.engine.codes import BY_SELF, DISCARDER_ALL, DISCARDER_ONE, DOUBLE, PAID_AT_ONCE
from nmsim.engine.kernel import part
from nmsim.outcomes import SEATS

LARGEST_EXPONENT = 30  # keeps points whole numbers that fit in 64 bits
SHARES_OF_CONCEALED_KONG = 2


@part
def bonus_fan(setting, game):
    """Fan added to a share that the dealer pays or is paid."""
    return setting.rule.dealer_bonus_fan + setting.rule.repeat_bonus_fan * game.table.repeats


@part
def shown_fan(setting, game, winner, total):
    """The winner's total as shown: after the cap, with the dealer's bonus."""
    return total + bonus_fan(setting, game) if winner == game.table.dealer else total


@part
def transfer(setting, game, payer, payee, shares, points):
    """Move shares of `points` each, multiplied where the dealer is a party."""
    dealer = game.table.dealer
    if payer == dealer or payee == dealer:
        points *= setting.rule.dealer_multiplier
    game.row.points[payer] -= shares * points
    game.row.points[payee] += shares * points


@part
def pay_shares(setting, game, payer, payee, shares, total):
    """Pay shares of a win worth `total` fan after the cap."""
    fan = total
    if payer == game.table.dealer or payee == game.table.dealer:
        fan += bonus_fan(setting, game)
    worth = 1 << min(fan, LARGEST_EXPONENT) if setting.rule.payout == DOUBLE else fan
    transfer(setting, game, payer, payee, shares, setting.rule.base_points * worth)


@part
def pay_win(setting, game, winner, source, payer, feeder, total):
    """Pay a win: on a self-draw all, or a liable feeder (>= 0) for all; on another's tile as `discard_payment` says."""
    if source == BY_SELF and feeder >= 0:
        pay_shares(setting, game, feeder, winner, SEATS - 1, total)
        return
    for seat in range(SEATS):
        if seat == winner:
            continue
        if source == BY_SELF:
            pay_shares(setting, game, seat, winner, 1, total)
        elif setting.rule.discard_payment == DISCARDER_ONE:
            if seat == payer:
                pay_shares(setting, game, seat, winner, 1, total)
        elif setting.rule.discard_payment == DISCARDER_ALL:
            if seat == payer:
                pay_shares(setting, game, seat, winner, SEATS - 1, total)
        else:
            pay_shares(setting, game, seat, winner, 2 if seat == payer else 1, total)


@part
def pay_kong(setting, game, seat, feeder, concealed):
    """Settle a kong at once where the rules say so: an open one by its feeder (>= 0), others by everybody."""
    if setting.rule.kong_payment != PAID_AT_ONCE:
        return
    if feeder >= 0:
        transfer(setting, game, feeder, seat, 1, setting.rule.base_points)
        return
    for payer in range(SEATS):
        if payer != seat:
            transfer(setting, game, payer, seat, SHARES_OF_CONCEALED_KONG if concealed else 1, setting.rule.base_points)
