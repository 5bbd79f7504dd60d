"""Commands about single hands: judging a file of them, and telling one turn by turn."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from nmsim.cli import Place, json_option, lang_option, was_given
from nmsim.words import Lang, listed, say

# Options of `replay` that give the game where there is no run: as they are typed, and as click keeps them.
_BY_HAND = {"rules": "rules", "set": "settings", "seats": "seats", "seed": "seed"}


@click.command("check-hands", help=say("hands_file.help"))
@click.argument("file", type=Place())
@json_option
@lang_option
def check_hands(file: Path, as_json: bool, lang: Lang) -> None:
    """Judge a file of hands; the words are `hands_file.help`."""
    from nmsim.reference.hands_file import check_hands as judged

    count, differing = judged(file)
    if as_json:
        import json

        click.echo(json.dumps({"rows": count, "differing": [row._asdict() for row in differing]}, ensure_ascii=False))
    else:
        for row in differing:
            click.echo(say("hands_file.differs", file=file, **row._asdict()))
        click.echo(say("hands_file.summary", rows=count, differing=len(differing)))
    if differing:
        sys.exit(1)


@click.command(help=say("replay.help"))
@click.argument("folder", type=Place(), required=False)
@click.option("--arm", default="0", show_default=True, help=say("replay.help.arm"))
@click.option("--wall", type=int, help=say("replay.help.wall"))
@click.option("--rotation", type=int, default=0, show_default=True, help=say("replay.help.rotation"))
@click.option("--match", type=int, help=say("replay.help.match"))
@click.option("--hand", type=int, help=say("replay.help.hand"))
@click.option("--rules", default="strict", show_default=True, help=say("replay.help.rules"))
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help=say("replay.help.set"))
@click.option("--seats", default="legal,legal,legal,legal", show_default=True, help=say("replay.help.seats"))
@click.option("--seed", type=int, default=1, show_default=True, help=say("replay.help.seed"))
@json_option
@lang_option
def replay(lang: Lang, **given: Any) -> None:
    """Tell one hand turn by turn; the words are `replay.help`."""
    click.echo(_story(lang=lang, **given))


def _story(folder: Path | None, arm: str, rotation: int, as_json: bool, lang: Lang, **given: Any) -> str:
    """The hand that the command line addresses, told. Raises InputError."""
    from nmsim.errors import InputError
    from nmsim.experiment import MOST
    from nmsim.replay import Address, plan_by_hand, plan_of_run, tell
    from nmsim.runner import told_if_slow

    if folder is None and was_given("arm"):
        raise InputError(say("replay.arm_alone"))
    if folder is not None and (unused := [f"--{word}" for word, name in _BY_HAND.items() if was_given(name)]):
        raise InputError(say("replay.said_already", options=listed(unused), folder=folder))
    address = Address(given["wall"], given["match"], given["hand"], rotation)
    if folder is None:
        plan, walls = plan_by_hand(given["rules"], given["settings"], given["seats"].split(","), given["seed"]), MOST
    else:
        plan, walls = plan_of_run(folder, arm)
    with told_if_slow(lambda line: click.echo(line, err=True)):
        return tell(plan, address, lang, walls=walls, as_json=as_json)
