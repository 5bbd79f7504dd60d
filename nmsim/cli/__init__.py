"""The command line. Nothing heavy is imported here, so that help is instant; each command's module comes when it is called.

Exit codes: 0 done, 1 a check found differences, 2 input that cannot be used, 128 + n ended by signal n.
"""

from __future__ import annotations

import gettext
import io
import os
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, TypeVar

import click

from nmsim.cli.layout import lay_out_help
from nmsim.errors import InputError, nearest, unknown, why
from nmsim.words import LANGS, Lang, environment_language, language, listed, say, speaking, words_of

Command = TypeVar("Command", bound=Callable[..., Any])
# name -> the module that holds it; `nmsim.words.cli` says what it does
_COMMANDS = {
    "run": "nmsim.cli.run",
    "new": "nmsim.cli.new",
    "rules": "nmsim.cli.show",
    "policies": "nmsim.cli.show",
    "columns": "nmsim.cli.show",
    "statistics": "nmsim.cli.show",
    "exact": "nmsim.cli.exact",
    "selftest": "nmsim.cli.exact",
    "hand": "nmsim.cli.hand",
    "replay": "nmsim.cli.hands",
    "check-hands": "nmsim.cli.hands",
}


def _speak_for_click() -> None:
    """Let click's own words go through `nmsim.words.click`: it asks `gettext` for each, under these names."""

    def translated(message: str) -> str:
        words = words_of("click").get(message)
        return words[LANGS.index(language())] if words else gettext.gettext(message)

    def translated_number(one: str, several: str, count: int) -> str:
        return translated(one if count == 1 else several)

    for name in ("core", "decorators", "exceptions", "formatting", "parser", "types"):
        module = import_module(f"click.{name}")
        for own, mine in (("_", translated), ("ngettext", translated_number)):
            if hasattr(module, own):
                setattr(module, own, mine)
    setattr(click.types.IntParamType, "name", property(lambda kind: translated("integer")))  # noqa: B010 - click declares it as text


_speak_for_click()
lay_out_help()


def _asked_language(words: Sequence[str]) -> Lang:
    """The language of the command line or of the environment, before either is parsed. Raises InputError for one that is not spoken."""
    options = list(words)[: list(words).index("--")] if "--" in words else list(words)
    asked = [
        after if word == "--lang" else word.partition("=")[2]
        for word, after in zip(options, [*options[1:], ""], strict=False)
        if word == "--lang" or word.startswith("--lang=")
    ]
    if asked:
        return _spoken("--lang", asked[-1])
    given = os.environ.get("NMSIM_LANG", "")
    return _spoken("NMSIM_LANG", given) if given else environment_language()


def _spoken(where: str, given: str) -> Lang:
    """The language meant by `zh`, `zh_CN.UTF-8`, `EN` ..."""
    plain = given.lower().replace("-", "_").partition(".")[0].partition("_")[0]
    if plain not in LANGS:
        raise InputError(f"{where}: {unknown('language', given, LANGS)}")
    return plain


class Program(click.Group):
    """The group of all commands: loaded when called, one line for each fault of the input, never a traceback for it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(_COMMANDS[cmd_name])
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in _COMMANDS:
            raise InputError(say("cli.unknown_command", given=args[0], hint=nearest(args[0], _COMMANDS), commands=listed(_COMMANDS)))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(say("click.Commands")):
            formatter.write_dl([(name, say(f"cli.{name}")) for name in _COMMANDS])

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(say("cli.about"))

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command. Its reader may leave early, as `head` does: that is no fault. To Ctrl-C click would say an empty line."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            return interrupted()
        except BrokenPipeError:
            _drop_output()
            return 0

    def main(self, *args: Any, **options: Any) -> Any:
        """Run in the language asked for, and exit with the code that says how it went."""
        if sys.stderr is None:  # the caller closed it: the next file to be opened would take its number, and what libraries write there
            sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - to the end
        _escape_what_output_cannot_hold()
        warnings.showwarning = _remark
        given = args[0] if args else options.get("args")
        try:
            lang = _asked_language(sys.argv[1:] if given is None else list(given))
        except InputError as error:
            sys.exit(complain(*error.problems))
        with speaking(lang):
            sys.exit(self._code(*args, **options))

    def _code(self, *args: Any, **options: Any) -> int:
        for option in self.params:  # made when this module was imported, before the language was known
            if isinstance(option, click.Option):
                option.help = say("cli.lang" if option.name == "lang" else "click.Show the version and exit.")
        try:
            code = super().main(*args, **{**options, "standalone_mode": False})
            if sys.stdout is not None:  # None where the caller closed it
                sys.stdout.flush()
        except InputError as error:
            return complain(*error.problems)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            return 2
        except click.ClickException as error:
            return complain(_of_click(error))
        except click.Abort:
            return 130
        except BrokenPipeError:
            _drop_output()
            return 0
        except OSError as error:
            code = complain(_of_system(error))
            _drop_output()
        return code if isinstance(code, int) else 0


def interrupted(words: Sequence[str] = ()) -> int:
    """Tell that Ctrl-C ended a command, in the language spoken or that the command line asks for; the code to exit with."""
    with suppress(InputError), speaking(_asked_language(words) if words else language()):
        click.echo(f"nmsim: {say('cli.interrupted')}", err=True)
    return 130


def _escape_what_output_cannot_hold() -> None:
    """Characters outside the output's encoding are written as \\uXXXX, which JSON reads back, instead of ending the command."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    """Let what is still to be written go nowhere, so that Python does not fail over it at exit."""
    with suppress(OSError, AttributeError):  # it may be no file at all
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _remark(message: Warning | str, *where: Any, **more: Any) -> None:
    """A warning as one line, without the place in the code that gave it, nor the traceback that some put below it."""
    click.echo(f"nmsim: {str(message).partition(chr(10))[0]}", err=True)


def one_line(error: Exception) -> str:
    """What went wrong, with the file if one is to blame."""
    if isinstance(error, OSError) and error.errno:
        return f"{error.filename}: {why(error)}" if error.filename else why(error)
    return " ".join(str(error).split())


def _of_system(error: OSError) -> str:
    """What the system refused: a file, or the folder we are in, or else the output."""
    if error.filename:
        return one_line(error)
    try:
        os.getcwd()
    except OSError:
        return say("cli.no_folder")
    return say("cli.no_output", why=why(error))


def _of_click(error: click.ClickException) -> str:
    """What click says, in one line; it puts a missing argument's name between two pieces of its own, which is no Chinese."""
    line = " ".join(error.format_message().split())
    return re.sub(r" ('.*')\.$", r"\1。", line) if language() == "zh" else line


def complain(*lines: str) -> int:
    """Tell each fault in a line; the code to exit with."""
    for line in lines:
        told = (
            re.sub(r"^([!-~]+): ", r"\1：", line) if language() == "zh" else line
        )  # the place of a fault, as words that name one write it
        click.echo("nmsim: " + told.replace("\n", "\\n"), err=True)
    return 2


def was_given(name: str) -> bool:
    """Whether an option of the command under way stood on the command line."""
    return click.get_current_context().get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


class Place(click.ParamType[Path]):
    """The path of a file or folder; `~` is the home folder, as in `--out=~/results`, which no shell spells out."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path with the home folder spelt out."""
        from nmsim.checking import spelt_out

        return spelt_out(value)


# Options of several commands. Their words are looked up when a command is loaded, and by then the language is known.
def lang_option(command: Command) -> Command:
    """`--lang`, which `Program.main` has read before all else."""
    return click.option("--lang", callback=lambda ctx, param, value: language(), metavar="en|zh", help=say("cli.lang"))(command)


def json_option(command: Command) -> Command:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help=say("cli.json"))(command)


def set_option(command: Command) -> Command:
    """`--set OPTION=VALUE`."""
    return click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help=say("cli.set"))(command)


def _tell_version(ctx: click.Context, option: click.Parameter, asked: bool) -> None:
    if asked:
        click.echo(say("cli.version", version=metadata.version("nmsim")))
        ctx.exit()


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_tell_version)
@lang_option
def main(lang: Lang) -> None:
    """The command `nmsim`; `Program.format_help_text` says what it is for."""
