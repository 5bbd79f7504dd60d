"""`nmsim run`: an experiment file becomes rows, numbers and charts."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from nmsim.cli import json_option, lang_option, was_given
from nmsim.words import say

if TYPE_CHECKING:
    from nmsim.experiment import Experiment
    from nmsim.figures import Lang
    from nmsim.runner import Outcome


@click.command()
@click.argument("experiment", type=click.Path(path_type=Path))
@click.option("--hands", type=int, help="Hands to play in every arm, rounded up to whole blocks, instead of the file's number.")
@click.option("--walls", type=int, help="Walls to play in every arm, instead of the file's number.")
@click.option("--seed", type=int, help="Seed of all random numbers, instead of the file's.")
@click.option("--out", help="Folder of the results.  [default: results/NAME]")
@click.option("--jobs", type=int, default=0, help="Workers; 0 for one a core.  [default: 0]")
@click.option("--backend", default="threads", help="threads or processes.  [default: threads]")
@click.option("--block-size", type=int, help="Blocks (walls or matches) a file.")
@click.option("--fresh", is_flag=True, help="Replace what the folder holds.")
@click.option("--forecast", is_flag=True, help=say("forecast.help"))
@json_option
@lang_option
def run(experiment: Path, out: str | None, as_json: bool, lang: Lang, fresh: bool, **given: Any) -> None:
    """Play an experiment, or go on with it, and write its results.

    EXPERIMENT is a TOML file. The same command continues a run that was stopped; results are the same however it is carried out.
    """
    from nmsim.errors import InputError
    from nmsim.experiment import read_experiment
    from nmsim.runner import Settings
    from nmsim.runner import run as carry_out

    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # its own keeps several times what the rows need
    if out is not None and not out.strip():
        raise InputError("--out: is empty (needs the name of a folder)")
    asked = read_experiment(experiment).resized(hands=given["hands"], walls=given["walls"], seed=given["seed"])
    folder = Path("results") / asked.name if out is None else Path(out).expanduser()
    for remark in asked.remarks():
        click.echo(remark, err=True)
    sized = {name: given[name] for name in ("hands", "walls", "seed")}
    settings = Settings(given["jobs"], given["backend"], given["block_size"], fresh, lang, _command("nmsim", experiment, sized))
    if given["forecast"]:
        from nmsim.forecast import forecast

        prospects = forecast(asked, settings.workers)
        click.echo(prospects.to_json() if as_json else prospects.to_text(lang))
        return
    carried = {name: given[name] for name in ("jobs", "backend", "block_size") if was_given(name)}
    again = _command(os.environ.get("NMSIM_COMMAND", "nmsim"), experiment, {**sized, "out": out, **carried}, json=as_json, lang=lang)

    def last_words() -> None:
        click.echo(f"stopped; what is played is kept. To go on: {again}", err=True)

    outcome = _until_stopped(lambda: carry_out(asked, folder, settings, lambda line: click.echo(line, err=True), last_words), last_words)
    click.echo(_as_json(outcome) if as_json else _as_text(asked, outcome, lang))


def _until_stopped(carry_out: Any, last_words: Any) -> Outcome:
    """Carry out, and end with a signal's exit code and the last words when one asks for it."""
    from nmsim.stopping import Stopped

    def stop(signal_number: int, frame: FrameType | None) -> None:
        raise Stopped(signal_number)

    before = signal.signal(signal.SIGTERM, stop)
    try:
        outcome: Outcome = carry_out()
        return outcome
    except KeyboardInterrupt:
        last_words()
        sys.exit(130)
    except Stopped as stopped:
        last_words()
        sys.exit(stopped.exit_code)
    finally:
        signal.signal(signal.SIGTERM, before)


def _command(program: str, experiment: Path, options: dict[str, Any], *, json: bool = False, lang: str = "en") -> str:
    """The command line that asks this; a file under the working folder is named from there."""
    path = experiment.resolve()
    path = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else experiment
    words = [program, "run", str(path)]
    for name, value in options.items():
        if value is not None:
            words += [f"--{name.replace('_', '-')}", str(value)]
    return shlex.join([*words, *(["--json"] if json else []), *(["--lang", lang] if lang != "en" else [])])


def _as_json(outcome: Outcome) -> str:
    import json

    rows = json.loads(outcome.summary.to_json(orient="records", double_precision=15))
    return json.dumps(
        {
            "folder": str(outcome.folder),
            "state": outcome.state,
            "hands": outcome.hands,
            "played": outcome.played,
            "seconds": round(outcome.seconds, 3),
            "content_hash": outcome.content_hash,
            "reproduced": outcome.reproduced,
            "summary": rows,
        },
        ensure_ascii=False,
    )


def _as_text(experiment: Experiment, outcome: Outcome, lang: Lang) -> str:
    """The numbers that a person wants first, and where the others are."""
    from nmsim.stats import summary_table

    summary = outcome.summary
    names = summary["statistic"].str.removesuffix("_difference")
    alone = {f"{arm.name} policy:{arm.seats[0].name}" for arm in experiment.arms if len(set(arm.seats)) == 1}
    headline = (names == experiment.headline) & ~(summary["arm"] + " " + summary["group"]).isin(alone)
    together = summary["group"] == "all"
    shown = summary[headline | together]
    rate = f", {outcome.played / outcome.seconds:,.0f} a second" if outcome.played else ""
    found = {True: ", as recorded", False: ", not that of the record found here", None: ""}[outcome.reproduced]
    lines = [
        "\n".join(dict.fromkeys((experiment.title.get(lang), experiment.question.get(lang)))) + "\n",
        summary_table(shown, lang, experiment.headline).strip(),
        f"\n{outcome.folder}: {outcome.state}; {outcome.hands:,} hands, {outcome.played:,} of them now, in {outcome.seconds:.1f} s{rate}",
        f"content hash {outcome.content_hash[:16]}{found}; all numbers: {outcome.folder / 'summary.csv'}",
    ]
    return "\n".join(lines)
