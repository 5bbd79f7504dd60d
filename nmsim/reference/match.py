"""Who deals next."""

from __future__ import annotations

from nmsim.outcomes import SEATS
from nmsim.rules import Rules


def next_dealer(rules: Rules, dealer: int, repeats: int, winner: int, winners: int) -> tuple[int, int]:
    """The next hand's dealer and repeats. `winner`, `winners` as in `nmsim.outcomes`; repeats grow whenever the deal is kept."""
    if winners >> dealer & 1:
        following = dealer
    elif winners:
        following = winner if rules.next_dealer_on_win == "winner" else (dealer + 1) % SEATS
    else:
        following = dealer if rules.next_dealer_on_draw == "stay" else (dealer + 1) % SEATS
    return following, repeats + 1 if following == dealer else 0
