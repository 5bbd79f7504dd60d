"""The outcome row of a hand, as far as it needs no distances: the columns of `nmsim.outcomes` read off a game that has ended."""

from __future__ import annotations

from nmsim.outcomes import DISCARD, NONE, ROB_KONG
from nmsim.reference.flow import Game, Winner
from nmsim.reference.payments import dealer_bonus
from nmsim.reference.table import Seat
from nmsim.rules import FAN_ROWS
from nmsim.tiles import CHOW, FIRST_HONOR, KONG_ADDED, KONG_CONCEALED, KONG_OPEN, PUNG, count_kinds, is_terminal, suit_of

_MELD_COLUMNS = {"chows": CHOW, "pungs": PUNG, "kongs_open": KONG_OPEN, "kongs_added": KONG_ADDED, "kongs_concealed": KONG_CONCEALED}


def describe_hand(game: Game) -> dict[str, int]:
    """Every column that describes the hand and needs no distance, by name. Units as declared in `nmsim.outcomes`."""
    columns = {"dealer": game.dealer, "repeats": game.repeats, "ending": game.ending}
    columns |= _winner_columns(game)
    columns |= {"turns": game.turns, "tiles_left": game.tiles_left()}
    for seat in game.seats:
        columns |= {f"{name}_{seat.number}": value for name, value in _seat_columns(game, seat).items()}
    return columns


def _winner_columns(game: Game) -> dict[str, int]:
    first = game.winners[0] if game.winners else None
    counts = first.verdict.price.counts if first and first.verdict.price else dict.fromkeys(FAN_ROWS, 0)
    return {
        "winner": first.seat if first else NONE,
        "winners": sum(1 << winner.seat for winner in game.winners),
        "discarder": game.giver if game.ending in (DISCARD, ROB_KONG) else NONE,
        "winning_tile": game.winning_tile,
        "kong_draw": int(first is not None and first.win.kong_draw),
        "robbed": int(first is not None and first.win.robbed),
        "last_tile": int(first is not None and first.win.last_tile),
        "legal_winners": game.legal_winners,
        "met_yaojiu": int(first is not None and first.verdict.met_yaojiu),
        "met_jiang258": int(first is not None and first.verdict.met_jiang258),
        "fan": shown_fan(game, first) if first else 0,
        **{f"fan_{row}": counts[row] for row in FAN_ROWS},
    }


def shown_fan(game: Game, winner: Winner) -> int:
    """The winner's total after the cap, with the dealer's and repeats' bonus if the winner deals."""
    assert winner.verdict.price is not None  # a legal win has a price
    bonus = dealer_bonus(game.rules, game.repeats) if winner.seat == game.dealer else 0
    return winner.verdict.price.total + bonus


def _seat_columns(game: Game, seat: Seat) -> dict[str, int]:
    forms = [meld.form for meld in seat.melds]
    won = [winner for winner in game.winners if winner.seat == seat.number]
    ends_with = set(seat.concealed()) | {kind for meld in seat.melds for kind in meld.kinds()}
    if won:
        ends_with.add(game.winning_tile)
    return {
        "points": game.points[seat.number],
        "seat_fan": shown_fan(game, won[0]) if won else 0,
        "suits_dealt": _suits(set(seat.dealt)),
        "terminals_dealt": sum(is_terminal(kind) for kind in seat.dealt),
        "pairs_dealt": sum(count >= 2 for count in count_kinds(list(seat.dealt))),
        "discards": seat.discards,
        **{name: forms.count(form) for name, form in _MELD_COLUMNS.items()},
        "suits_end": _suits(ends_with),
        "completions": seat.completions,
        **{f"refused_own_{name}": seat.refused_own[index] for index, name in enumerate(("suit", "second", "both"))},
        **{f"refused_other_{name}": seat.refused_other[index] for index, name in enumerate(("suit", "second", "both"))},
        "refused_first": seat.refused_first,
    }


def _suits(kinds: set[int]) -> int:
    return len({suit_of(kind) for kind in kinds if kind < FIRST_HONOR})
