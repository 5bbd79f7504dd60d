"""Commands about single hands: judging a file of them, and telling one turn by turn."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nmsim.cli import json_option, lang_option, was_given

if TYPE_CHECKING:
    from nmsim.figures import Lang

# Options of `replay` that give the game where there is no run: as they are typed, and as click keeps them.
_BY_HAND = {"rules": "rules", "set": "settings", "seats": "seats", "seed": "seed"}


@click.command("check-hands")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def check_hands(file: Path, as_json: bool) -> None:
    """Judge a file of hands and print the rows that differ.

    Exits with 1 if any row differs, 2 if the file cannot be used.
    """
    from nmsim.reference.hands_file import check_hands as judged
    from nmsim.words import say

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


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option("--arm", default="0", show_default=True, help="The arm's number or name.")
@click.option("--wall", type=int, help="The hand's wall.")
@click.option("--rotation", type=int, default=0, show_default=True, help="The seating.")
@click.option("--match", type=int, help="The hand's match, where the dealer passes on.")
@click.option("--hand", type=int, help="Which hand of the match.")
@click.option("--rules", default="strict", show_default=True, help="Without FOLDER: the preset.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Without FOLDER: an option that differs; may be repeated.")
@click.option("--seats", default="legal,legal,legal,legal", show_default=True, help="Without FOLDER: four policies.")
@click.option("--seed", type=int, default=1, show_default=True, help="Without FOLDER: the seed.")
@json_option
@lang_option
def replay(folder: Path | None, arm: str, rotation: int, as_json: bool, lang: Lang, **given: Any) -> None:
    """Tell one hand turn by turn, addressed by what its row holds.

    FOLDER is the folder of a run; without one, the game is given by --rules, --seats and --seed.
    """
    from nmsim.errors import InputError
    from nmsim.experiment import MOST
    from nmsim.replay import Address, plan_by_hand, plan_of_run, tell
    from nmsim.runner import told_if_slow
    from nmsim.words import listed, say

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
        story = tell(plan, address, lang, walls=walls, as_json=as_json)
    click.echo(story)
