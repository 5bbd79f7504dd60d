"""`nmsim new`: an experiment file to begin with."""

from __future__ import annotations

import os
import shlex
from importlib.resources import files
from pathlib import Path

import click

from nmsim.cli import Place, lang_option
from nmsim.words import Lang, say


@click.command(help=say("cli.new_help"))
@click.argument("name", type=Place())
@lang_option
def new(name: Path, lang: Lang) -> None:
    from nmsim.errors import InputError
    from nmsim.experiment import EXPERIMENTS
    from nmsim.places import PLAIN_NAME
    from nmsim.whole_file import write_whole

    plain = name.name.removesuffix(".toml")
    folder = EXPERIMENTS if name.parent == Path() and EXPERIMENTS.is_dir() else name.parent
    path = folder / f"{plain}.toml"
    if not PLAIN_NAME.fullmatch(plain):
        raise InputError(say("cli.new_name", name=plain))
    if not folder.is_dir():
        raise InputError(say("cli.new_no_folder", path=folder))
    if path.exists():
        raise InputError(say("cli.new_exists", path=path))
    write_whole(path, (files("nmsim.cli") / f"experiment.{lang}.toml").read_text(encoding="utf-8"))
    command = shlex.join([os.environ.get("NMSIM_COMMAND", "nmsim"), "run", str(path)])
    click.echo(say("cli.new_written", path=path, command=command))
