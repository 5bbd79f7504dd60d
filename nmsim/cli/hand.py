"""`nmsim hand`: what a player would ask of one hand. Words are in `hand_text`, the answers in `nmsim.advice`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from nmsim.cli import json_option, lang_option, set_option, was_given
from nmsim.words import Lang, listed, say
from nmsim.words.judge import ways_to_type

if TYPE_CHECKING:
    from nmsim.advice import Advice, Discard, Tiles
    from nmsim.reference.judge import Verdict
    from nmsim.rollouts import Rollouts
    from nmsim.stats.intervals import Interval

NEVER_IN_JSON = None
DEALERS = ("self", "next", "opposite", "previous")  # seats in order of play, the player's first
_DEALERS_SAID = {say(f"hand.dealer.{dealer}", "zh"): dealer for dealer in DEALERS}
_OF_ROLLOUTS = ("seed", "seats", "dealer")


class _Dealer(click.Choice[str]):
    """A seat by its name, or as Chinese players call it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the seat."""
        return super().convert(_DEALERS_SAID.get(value, value), param, ctx)


@click.command(help=say("hand.help"))
@click.argument("tiles", nargs=-1, required=True)
@click.option("--melds", default="", metavar="MELDS", help=say("hand.help.melds"))
@click.option("--win", "winning", metavar="TILE", help=say("hand.help.win"))
@click.option("--how", default="self_draw", show_default=True, metavar="WAY", help=say("hand.help.how", ways=listed(ways_to_type())))
@click.option("--rules", "preset", default="strict", show_default=True, help=say("hand.help.rules"))
@set_option
@click.option("--seen", default="", metavar="TILES", help=say("hand.help.seen"))
@click.option("--dragons", default="text", show_default=True, help=say("hand.help.dragons"))
@click.option("--rollouts", type=int, help=say("hand.help.rollouts"))
@click.option("--seed", type=int, default=1, show_default=True, help=say("hand.help.seed"))
@click.option("--seats", default="legal,legal,legal,legal", show_default=True, help=say("hand.help.seats"))
@click.option("--dealer", type=_Dealer(DEALERS), default="self", show_default=True, help=say("hand.help.dealer"))
@json_option
@lang_option
def hand(lang: Lang, **given: Any) -> None:
    """Look at one hand; the words are `hand.help`."""
    click.echo(_answer(**given))


def _answer(
    tiles: tuple[str, ...], as_json: bool, rollouts: int | None, seed: int, seats: str, dealer: str, preset: str, **given: Any
) -> str:
    """What the command prints. Raises InputError."""
    from nmsim.cli.hand_text import told
    from nmsim.errors import InputError

    asked = _asked(" ".join(tiles), preset=preset, **given)
    if rollouts is None and (unused := [f"--{name}" for name in _OF_ROLLOUTS if was_given(name)]):
        raise InputError(say("hand.rollouts_only", options=listed(unused)))
    played = None if rollouts is None else _rolled_out(asked, rollouts, seed, seats, dealer)
    rules = " + ".join([preset, *given["settings"]])
    if not as_json:
        return told(asked, rules, played)
    import json

    return json.dumps(facts(asked, rules, played), ensure_ascii=False, indent=1)


def _asked(text: str, melds: str, winning: str | None, how: str, preset: str, settings: tuple[str, ...], seen: str, dragons: str) -> Advice:
    """The hand that the command line gives, and what is asked of it. Raises InputError."""
    from dataclasses import replace

    from nmsim.advice import Advice
    from nmsim.errors import InputError
    from nmsim.notation import read_one
    from nmsim.position import Hand
    from nmsim.reference.circumstances import named
    from nmsim.reference.hands_file import parse_options
    from nmsim.reference.judge import Win
    from nmsim.tiles import tile_name

    rules = parse_options(";".join([f"preset={preset}", *settings]))
    way = named(Win.named(how, rules))
    hand = Hand.read(text, melds, seen, dragons)
    asked = None if winning is None else read_one(winning, dragons)
    tile = asked.kinds[0] if asked else hand.last if was_given("how") else None
    if asked and tile is not None:
        hand = replace(hand, remarks=tuple(dict.fromkeys([*hand.remarks, *asked.remarks])))
        if hand.drawn and not hand.counts[tile]:
            raise InputError(say("hand.win_not_held", tile=tile_name(tile), tiles=sum(hand.counts)))
        hand = hand if hand.drawn else hand.with_tile(tile)
    elif tile is not None and not hand.drawn:
        raise InputError(say("hand.how_alone", how=how))
    return Advice(rules, hand, tile, way)


def _rolled_out(asked: Advice, rollouts: int, seed: int, seats: str, dealer: str) -> Rollouts:
    from nmsim.errors import InputError
    from nmsim.rollouts import compare_discards
    from nmsim.runner import told_if_slow

    if not to_discard(asked):
        raise InputError(say("hand.no_discard"))
    with told_if_slow(lambda line: click.echo(line, err=True)):
        return compare_discards(
            asked.hand,
            rules=asked.rules,
            seats=[seat.strip() for seat in seats.split(",")],
            rollouts=rollouts,
            seed=seed,
            jobs=os.cpu_count() or 1,
            dealer=DEALERS.index(dealer),
        )


def to_discard(asked: Advice) -> bool:
    """Whether a discard is to be made: not where the tile is another's, nor where a win that was asked for may be declared."""
    from nmsim.reference.judge import HOW_WON

    if not asked.drawn or (asked.winning_tile is not None and not HOW_WON[asked.how].self_draw):
        return False
    return asked.winning_tile is None or not (asked.verdict and asked.verdict.legal)


def facts(asked: Advice, rules: str, played: Rollouts | None) -> dict[str, Any]:
    """What `--json` prints; docs/hand.md names every key."""
    from nmsim.outcomes import WAITS
    from nmsim.rules import differences
    from nmsim.tiles import MELD_NAMES, format_tiles, tile_name

    suits = "mps"
    told: dict[str, Any] = {
        "concealed": format_tiles(asked.hand.concealed),
        "melds": [{"form": MELD_NAMES[meld.form], "tiles": format_tiles(meld.kinds())} for meld in asked.hand.melds],
        "seen": format_tiles(list(asked.hand.seen)),
        "rules": rules.split(" ")[0],
        "differs_from_strict": {name: _plain(value) for name, value in differences(asked.rules).items()},
        "min_fan": asked.rules.min_fan,
        "remarks": list(asked.hand.remarks),
        "shape": asked.shape,
        "legal": _distance(asked.legal),
        "held_back_by": list(asked.held_back_by),
        "routes": _routes(asked),
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
                "may_win": wait.may_win,
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


def _routes(asked: Advice) -> dict[str, Any]:
    return {name: {"shape": _distance(shape), "legal": _distance(legal)} for name, (shape, legal) in asked.routes.items()}


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
        "shape_accepting": _tiles(discard.after.shape_tiles),
        "legal_accepting": _tiles(discard.after.legal_tiles),
        "routes": _routes(discard.after),
        "waits": [
            {
                "tile": tile_name(wait.kind),
                "live": wait.live,
                "self_draw": wait.self_draw.legal,
                "discard": wait.discard.legal,
                "reasons": list(wait.self_draw.reasons or wait.discard.reasons),
            }
            for wait in discard.after.waits
        ],
        "none_may_win": discard.after.is_trap,
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
