"""The command line. Nothing heavy is imported here, so that help is instant; each command's module comes when it is called.

Exit codes: 0 done, 1 a check found differences, 2 input that cannot be used, 128 + n ended by signal n.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from nmsim.errors import InputError, nearest

# name -> (module, what it does)
_COMMANDS = {
    "run": ("nmsim.cli.run", "Play an experiment, or go on with it, and write its results."),
    "rules": ("nmsim.cli.show", "Print a rule set: each option, its meaning, default and source."),
    "policies": ("nmsim.cli.show", "Print the policies and what every number in them means."),
    "columns": ("nmsim.cli.show", "Print the columns of an outcome row."),
    "statistics": ("nmsim.cli.show", "Print the statistics that summaries hold."),
    "exact": ("nmsim.cli.exact", "Print the exact odds of the deal under any rules."),
    "selftest": ("nmsim.cli.exact", "Deal, play and compare with exact values; one line says what was proved."),
    "hand": ("nmsim.cli.hand", "Look at one hand: may it win, its waits, its best discard."),
    "replay": ("nmsim.cli.hands", "Tell one hand turn by turn."),
    "check-hands": ("nmsim.cli.hands", "Judge a file of hands and print the rows that differ."),
}


class Program(click.Group):
    """The group of all commands: loaded when called, one line for each fault of the input, never a traceback for it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(_COMMANDS[cmd_name][0])
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in _COMMANDS:
            raise click.UsageError(f'unknown command "{args[0]}"{nearest(args[0], _COMMANDS)} (commands: {", ".join(_COMMANDS)})')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, meaning) for name, (_, meaning) in _COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command. Who reads its output may leave early, as `head` does: that is no fault."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _drop_output()
            return 0

    def main(self, *args: Any, **options: Any) -> Any:
        """Run, and exit with the code that says how it went."""
        _escape_what_output_cannot_hold()
        try:
            code = super().main(*args, **{**options, "standalone_mode": False})
            if sys.stdout is not None:  # None where the caller closed it
                sys.stdout.flush()
        except InputError as error:
            sys.exit(_complain(*error.problems))
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            sys.exit(2)
        except click.ClickException as error:
            sys.exit(_complain(" ".join(error.format_message().split())))
        except click.Abort:
            sys.exit(130)
        except BrokenPipeError:
            _drop_output()
            code = 0
        except OSError as error:
            code = _complain(f"{error.filename}: {error.strerror}" if error.filename and error.strerror else " ".join(str(error).split()))
            _drop_output()
        sys.exit(code if isinstance(code, int) else 0)


def _escape_what_output_cannot_hold() -> None:
    """Characters outside the output's encoding are written as \\uXXXX, which JSON reads back, instead of ending the command."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    """Let what is still to be written go nowhere, so that Python does not fail over it at exit."""
    with suppress(OSError, AttributeError):  # it may be no file at all
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(*lines: str) -> int:
    for line in lines:
        click.echo("nmsim: " + line.replace("\n", "\\n"), err=True)
    return 2


def was_given(name: str) -> bool:
    """Whether an option of the command under way stood on the command line."""
    return click.get_current_context().get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


lang_option = click.option(
    "--lang", type=click.Choice(["en", "zh"]), default="en", envvar="NMSIM_LANG", show_default=True, help="Language of labels."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="nmsim", prog_name="nmsim")
def main() -> None:
    """Monte Carlo statistics and strategy research for 内蒙麻将 (Inner Mongolian mahjong)."""
