"""`nmsim hand`: what a player would ask of one hand. Words are in `hand_text`, the answers in `nmsim.advice`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from nmsim.cli import json_option, lang_option, was_given

if TYPE_CHECKING:
    from nmsim.advice import Discard, Hand, Tiles
    from nmsim.reference.judge import Verdict
    from nmsim.rollouts import Rollouts
    from nmsim.stats.intervals import Interval
    from nmsim.words import Lang

NEVER_IN_JSON = None
DEALERS = ("self", "next", "opposite", "previous")  # seats in order of play, the player's first
_OF_ROLLOUTS = ("seed", "seats", "dealer")


@click.command()
@click.argument("tiles", nargs=-1, required=True)
@click.option("--melds", default="", metavar="MELDS", help='Own melds, joined by ";": "pung 888p; chow 123m".')
@click.option("--win", "winning", metavar="TILE", help="Ask whether the hand may win with this tile: one of 14, or beside 13.")
@click.option("--how", default="self_draw", show_default=True, help="How the winning tile came: discard, kong_draw, rob_kong, ...")
@click.option("--rules", "preset", default="strict", show_default=True, help="The preset.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option that differs; may be repeated.")
@click.option("--seen", default="", metavar="TILES", help="Tiles that others show: rivers and their melds.")
@click.option("--dragons", default="text", show_default=True, help="What 5z 6z 7z are: text (中发白) or riichi (白发中).")
@click.option("--rollouts", type=int, help="Play every discard out on so many walls.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of --rollouts.")
@click.option("--seats", default="legal,legal,legal,legal", show_default=True, help="Policies of --rollouts: yours, then in order of play.")
@click.option("--dealer", type=click.Choice(DEALERS), default="self", show_default=True, help="Who deals in --rollouts.")
@json_option
@lang_option
def hand(tiles: tuple[str, ...], as_json: bool, lang: Lang, rollouts: int | None, seed: int, seats: str, dealer: str, **given: Any) -> None:
    """Look at one hand: may it win, what it waits for or accepts, which discard is best.

    TILES are the concealed tiles, 13 or 14 (three fewer for each meld): 123m456p789s11z, 123万 456条 东东, W1T2B3 or Unicode tiles.
    """
    from nmsim.cli.hand_text import told
    from nmsim.errors import InputError
    from nmsim.words import listed, say

    asked = _asked(" ".join(tiles), **given)
    if rollouts is None and (unused := [f"--{name}" for name in _OF_ROLLOUTS if was_given(name)]):
        raise InputError(say("hand.rollouts_only", options=listed(unused)))
    played = None if rollouts is None else _rolled_out(asked, rollouts, seed, seats, dealer)
    rules = " + ".join([given["preset"], *given["settings"]])
    if as_json:
        import json

        click.echo(json.dumps(facts(asked, rules, played), ensure_ascii=False, indent=1))
    else:
        click.echo(told(asked, rules, played, lang))


def _asked(text: str, melds: str, winning: str | None, how: str, preset: str, settings: tuple[str, ...], seen: str, dragons: str) -> Hand:
    """The hand that the command line gives. Raises InputError."""
    from nmsim.advice import Hand
    from nmsim.errors import InputError
    from nmsim.hand import check_hand
    from nmsim.notation import read_melds, read_tile, read_tiles
    from nmsim.reference.hands_file import parse_options
    from nmsim.reference.judge import Win
    from nmsim.tiles import count_kinds, tile_name
    from nmsim.words import say

    Win.named(how)
    rules = parse_options(";".join([f"preset={preset}", *settings]))
    kinds, own = read_tiles(text, dragons), read_melds(melds, dragons)
    check_hand(count_kinds(kinds), own)
    tile = None if winning is None else read_tile(winning, dragons)
    waiting = len(kinds) % 3 == 1
    if tile is not None and not waiting and tile not in kinds:
        raise InputError(say("hand.win_not_held", tile=tile_name(tile), tiles=len(kinds)))
    if tile is not None and waiting:
        kinds.append(tile)
        check_hand(count_kinds(kinds), own)
    if tile is None and was_given("how"):
        if waiting:
            raise InputError(say("hand.how_alone", how=how))
        tile = kinds[-1]
    return Hand(rules, tuple(count_kinds(kinds)), tuple(own), tuple(count_kinds(read_tiles(seen, dragons))), tile, how)


def _rolled_out(asked: Hand, rollouts: int, seed: int, seats: str, dealer: str) -> Rollouts:
    from nmsim.errors import InputError
    from nmsim.rollouts import compare_discards
    from nmsim.runner import told_if_slow
    from nmsim.tiles import KINDS
    from nmsim.words import say

    if not to_discard(asked):
        raise InputError(say("hand.no_discard"))
    seen = [kind for kind in range(KINDS) for _ in range(asked.seen[kind])]
    with told_if_slow(lambda line: click.echo(line, err=True)):
        return compare_discards(
            asked.counts,
            asked.melds,
            seen,
            asked.rules,
            seats=[seat.strip() for seat in seats.split(",")],
            rollouts=rollouts,
            seed=seed,
            jobs=os.cpu_count() or 1,
            dealer=DEALERS.index(dealer),
        )


def to_discard(asked: Hand) -> bool:
    """Whether a discard is to be made: not where the tile is another's, nor where a win that was asked for may be declared."""
    from nmsim.reference.judge import HOW_WON

    if not asked.drawn or (asked.winning_tile is not None and not HOW_WON[asked.how].self_draw):
        return False
    return asked.winning_tile is None or not (asked.verdict and asked.verdict.legal)


def facts(asked: Hand, rules: str, played: Rollouts | None) -> dict[str, Any]:
    """What `--json` prints; docs/hand.md names every key."""
    from nmsim.outcomes import WAITS
    from nmsim.rules import differences
    from nmsim.tiles import KINDS, MELD_NAMES, format_tiles, tile_name

    suits = "mps"
    told: dict[str, Any] = {
        "concealed": format_tiles([kind for kind in range(KINDS) for _ in range(asked.counts[kind])]),
        "melds": [{"form": MELD_NAMES[meld.form], "tiles": format_tiles(meld.kinds())} for meld in asked.melds],
        "seen": format_tiles([kind for kind in range(KINDS) for _ in range(asked.seen[kind])]),
        "rules": rules.split(" ")[0],
        "differs_from_strict": {name: _plain(value) for name, value in differences(asked.rules).items()},
        "shape": asked.shape,
        "legal": _distance(asked.legal),
        "held_back_by": list(asked.held_back_by),
        "missing_suits": [suits[suit] for suit in asked.missing_suits],
    }
    if asked.asked_to_win and asked.verdict is not None:
        told["win"] = {
            "tile": None if asked.winning_tile is None else tile_name(asked.winning_tile),
            "how": asked.how,
            **_verdict(asked.verdict),
            "payments": [{**payment._asdict(), "payers": [payer._asdict() for payer in payment.payers]} for payment in asked.payments],
        }
    if not asked.drawn:
        told["accepting"] = {"shape": _tiles(asked.shape_tiles), "legal": _tiles(asked.legal_tiles)}
        told["waits"] = [
            {
                "tile": tile_name(wait.kind),
                "live": wait.live,
                "form": WAITS[wait.form],
                "dead": wait.dead,
                "self_draw": _verdict(wait.self_draw),
                "discard": _verdict(wait.discard),
            }
            for wait in asked.waits
        ]
        told["wait_form"] = WAITS[asked.wait_form] if asked.waits else "none"
        told["fifth_copies"] = [tile_name(kind) for kind in asked.fifth_copies]
    if to_discard(asked):
        told["discards"] = [_discard(discard) for discard in asked.discards]
        told["shape_choice"] = None if asked.shape_choice is None else tile_name(asked.shape_choice.kind)
    if played is not None:
        told["rollouts"] = _rollouts(played)
    return told


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value


def _distance(distance: int) -> int | None:
    from nmsim.outcomes import NEVER

    return NEVER_IN_JSON if distance == NEVER else distance


def _tiles(tiles: Tiles) -> dict[str, Any]:
    from nmsim.tiles import tile_name

    return {"tiles": [tile_name(kind) for kind in tiles.kinds], "live": tiles.live}


def _verdict(verdict: Verdict) -> dict[str, Any]:
    price = verdict.price
    return {
        "may_win": verdict.legal,
        "reasons": list(verdict.reasons),
        "reading": verdict.reading,
        "fan": None if price is None else price.total,
        "fan_before_cap": None if price is None else price.uncapped,
        "rows": {} if price is None else dict(price.rows),
        "yaojiu": verdict.met_yaojiu,
        "jiang258": verdict.met_jiang258,
    }


def _discard(discard: Discard) -> dict[str, Any]:
    from nmsim.tiles import tile_name

    return {
        "tile": tile_name(discard.kind),
        "shape": discard.shape,
        "legal": _distance(discard.legal),
        "shape_accepting": _tiles(discard.shape_tiles),
        "legal_accepting": _tiles(discard.legal_tiles),
        "gives_up": list(discard.gives_up),
    }


def _rollouts(played: Rollouts) -> dict[str, Any]:
    from nmsim.tiles import tile_name

    names = ("win", "self_draw", "deal_in", "draw", "fan", "points", "behind")
    return {
        "walls": played.n,
        "seed": played.seed,
        "seats": [seat.name for seat in played.seats],
        "dealer": DEALERS[played.position.dealer],
        "to_separate": played.to_separate,
        "discards": [
            {"tile": tile_name(each.discard), **{name: _interval(getattr(each, name)) for name in names}} for each in played.rollouts
        ],
    }


def _interval(interval: Interval) -> list[float | None]:
    """Estimate and limits; JSON has no NaN."""
    return [None if number is None or number != number else number for number in (interval.estimate, interval.lo, interval.hi)]
