"""`nmsim run`: an experiment file becomes rows, numbers and charts."""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from nmsim.cli import Place, complain, json_option, lang_option, one_line, was_given
from nmsim.words import Lang, listed, say

if TYPE_CHECKING:
    from nmsim.experiment import Experiment
    from nmsim.runner import Outcome


@click.command(help=say("cli.run_help"))
@click.argument("experiment", type=Place())
@click.option("--hands", type=int, help=say("cli.run_hands"))
@click.option("--walls", type=int, help=say("cli.run_walls"))
@click.option("--seed", type=int, help=say("cli.run_seed"))
@click.option("--out", help=say("cli.run_out"))
@click.option("--jobs", type=int, default=0, help=say("cli.run_jobs"))
@click.option("--backend", default="threads", help=say("cli.run_backend"))
@click.option("--block-size", type=int, help=say("cli.run_block_size"))
@click.option("--charts", multiple=True, metavar="NAME", help=say("cli.run_charts"))
@click.option("--no-charts", is_flag=True, help=say("cli.run_no_charts"))
@click.option("--fresh", is_flag=True, help=say("cli.run_fresh"))
@click.option("--forecast", is_flag=True, help=say("forecast.help"))
@json_option
@lang_option
def run(experiment: Path, out: str | None, as_json: bool, lang: Lang, fresh: bool, **given: Any) -> None:
    from nmsim.errors import Faults
    from nmsim.experiment import read_experiment, size_faults
    from nmsim.runner import Settings
    from nmsim.runner import run as carry_out

    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # its own keeps several times what the rows need
    os.environ["MPLBACKEND"] = "agg"  # a notebook's own, which its commands inherit, is not to be had here
    sized = {name: given[name] for name in ("hands", "walls", "seed")}
    faults = Faults()
    read = faults.of("", read_experiment, experiment)
    faults.add(*size_faults(**sized, sign="--"))
    folder = faults.of("", _folder, experiment, out)
    charts = faults.of("", _charts, given["charts"], given["no_charts"])
    command = _command("nmsim", experiment, sized)
    settings = faults.of("", Settings, given["jobs"], given["backend"], given["block_size"], fresh, lang, command, charts)
    faults.tell()
    assert read and folder and settings
    asked = read.resized(**sized)
    for remark in asked.remarks():
        click.echo(remark, err=True)
    if given["forecast"]:
        from nmsim.forecast import forecast

        prospects = forecast(asked, settings.workers)
        click.echo(prospects.to_json() if as_json else prospects.to_text(lang))
        return
    carried = {name: given[name] for name in ("jobs", "backend", "block_size", "charts", "no_charts") if was_given(name)}
    again = _command(os.environ.get("NMSIM_COMMAND", "nmsim"), experiment, {**sized, "out": out, **carried}, json=as_json, lang=lang)

    def last_words() -> None:
        with suppress(OSError):  # the terminal may be gone
            click.echo(say("run.stopped", again=again), err=True)

    outcome = _until_stopped(lambda: carry_out(asked, folder, settings, lambda line: click.echo(line, err=True), last_words), last_words)
    click.echo(_as_json(outcome) if as_json else _as_text(asked, outcome, lang))


def _folder(experiment: Path, out: str | None) -> Path:
    """Where the results go."""
    from nmsim.checking import spelt_out
    from nmsim.errors import InputError

    if out is None:
        return Path("results") / experiment.stem
    if not out.strip():
        raise InputError(say("run.out_empty"))
    return spelt_out(out)


def _charts(charts: tuple[str, ...], no_charts: bool) -> tuple[str, ...] | None:
    """The charts that the command line asks for: names, also joined by commas; none; or those of the experiment (None)."""
    from nmsim.conclusion import refuse_unknown_charts
    from nmsim.errors import Faults

    faults = Faults()
    if charts and no_charts:
        faults.add(say("run.charts_contradict"))
    names = tuple(dict.fromkeys(name.strip() for words in charts for name in words.split(",") if name.strip()))
    faults.of("--charts: ", refuse_unknown_charts, names)
    faults.tell()
    return names if charts or no_charts else None


def _until_stopped(carry_out: Any, last_words: Any) -> Outcome:
    """Carry out; when that ends early, say how to go on, and end with the exit code that tells why."""
    from nmsim.stopping import Stopped, WorkersLost, answering

    def stop(signal_number: int, frame: FrameType | None) -> None:
        raise Stopped(signal_number)

    try:
        with answering(stop):
            outcome: Outcome = carry_out()
            return outcome
    except Stopped as stopped:
        last_words()
        sys.exit(stopped.exit_code)
    except (WorkersLost, OSError) as lost:
        code = complain(one_line(lost))
        last_words()
        sys.exit(code)


def _command(program: str, experiment: Path, options: dict[str, Any], *, json: bool = False, lang: str = "en") -> str:
    """The command line that asks this; a file under the working folder is named from there."""
    path = experiment.resolve()
    path = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else experiment
    words = [program, "run", str(path)]
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        if value is True:
            words.append(flag)
        elif value is not None:
            for each in value if isinstance(value, tuple) else (value,):
                words += [flag, str(each)]
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
            "content_hash": dict(outcome.content_hash),
            "reproduced": outcome.reproduced,
            "made": list(outcome.made),
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
    rate = say("run.rate", rate=outcome.played / outcome.seconds) if outcome.played else ""
    found = {True: say("run.as_recorded"), False: say("run.not_as_recorded"), None: ""}[outcome.reproduced]
    state = say(f"run.state_{outcome.state.replace(' ', '_')}")
    told: dict[str, Any] = {
        "folder": outcome.folder,
        "state": state,
        "hands": outcome.hands,
        "played": outcome.played,
        "seconds": outcome.seconds,
    }
    lines = [
        "\n".join(dict.fromkeys((experiment.title.get(lang), experiment.question.get(lang)))) + "\n",
        summary_table(shown, lang, experiment.headline).strip(),
        "\n" + say("run.came_to", **told) + rate,
        say("run.hash", hash=outcome.content_hash["rows"][:16], found=found, path=outcome.folder / "summary.csv"),
        *([say("run.made", names=listed(outcome.made))] if outcome.made and not outcome.played else []),
    ]
    return "\n".join(lines)
