"""The one error that a user's input can cause, faults collected so that all are told at once, and the wording all of it shares."""

from __future__ import annotations

import difflib
import errno
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from nmsim.words import listed, say, words_of

Made = TypeVar("Made")
MOST_LISTED = 20  # names; of more, only the nearest and the command that prints them are told
# The command that prints all names of a kind.
_LISTED_BY = {
    "option": "nmsim rules",
    "column": "nmsim columns",
    "statistic": "nmsim statistics",
}


class InputError(ValueError):
    """Input that cannot be used; `problems` holds one clear line for each fault found.

    The command line prints the lines and exits with code 2.
    """

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__("\n".join(problems))


class Faults:
    """Faults of several parts of an input, collected so that all are told at once."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, *lines: str) -> None:
        """Take in faults, each once."""
        self.lines += [line for line in dict.fromkeys(lines) if line not in self.lines]

    def of(self, where: str, make: Callable[..., Made], *arguments: Any, **options: Any) -> Made | None:
        """What `make` makes of the arguments, or None; its faults are taken in, each with `where` in front."""
        try:
            return make(*arguments, **options)
        except InputError as error:
            self.add(*(where + problem for problem in error.problems))
            return None

    def tell(self) -> None:
        """Raise InputError if there are any."""
        if self.lines:
            raise InputError(*self.lines)


def closest(given: str, allowed: Iterable[str], said: Mapping[str, str] = MappingProxyType({})) -> str | None:
    """The name that is meant, if one is near; `said`: what else the names are called."""
    names = {name.casefold(): name for name in allowed} | dict(said)
    close = difflib.get_close_matches(str(given).casefold(), list(names), n=1, cutoff=0.6)
    return names[close[0]] if close else None


def nearest(given: str, allowed: Iterable[str], said: Mapping[str, str] = MappingProxyType({})) -> str:
    """A hint such as `, did you mean "strict"?`, or nothing when no other name is near. `said`: what else the names are called."""
    name = closest(given, allowed, said)
    return "" if name in (None, given) else say("errors.nearest", name=name)


def unknown(what: str, given: str, allowed: Iterable[str], said: Mapping[str, str] = MappingProxyType({})) -> str:
    """One line for a name that does not exist: what it is, what was given, the nearest, and what is allowed (or what prints that).

    `what` is a key of `nmsim.words.errors` without its `a `: preset, policy, column ...
    """
    names = list(allowed)
    kind, hint = say(f"errors.a {what}"), nearest(given, names, said)
    if len(names) > MOST_LISTED and what in _LISTED_BY:
        return say("errors.unknown_of_many", what=kind, given=given, hint=hint, command=_LISTED_BY[what])
    return say("errors.unknown", what=kind, given=given, hint=hint, allowed=listed(names))


def why(error: OSError) -> str:
    """Why the system refused, in the language spoken where the reason is a usual one."""
    name = errno.errorcode.get(error.errno or 0, "")
    return say(f"errors.system {name}") if f"system {name}" in words_of("errors") else error.strerror or str(error)


def shown(value: Any) -> str:
    """A value as files write it: text in quotes, true and false, lists and tables."""
    match value:
        case str():
            return f'"{value}"'
        case bool():
            return str(value).lower()
        case list() | tuple():
            return f"[{', '.join(map(shown, value))}]"
        case set() | frozenset():
            return f"[{', '.join(sorted(map(shown, value)))}]"
        case Mapping():
            return f"{{ {', '.join(f'{name} = {shown(each)}' for name, each in value.items())} }}" if value else "{}"
        case _:
            return str(value)
