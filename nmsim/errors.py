"""The one error that a user's input can cause, and the wording all of it shares."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class InputError(ValueError):
    """Input that cannot be used; `problems` holds one clear line for each fault found.

    The command line prints the lines and exits with code 2.
    """

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__("\n".join(problems))


def nearest(given: str, allowed: Iterable[str]) -> str:
    """A hint such as `, did you mean "strict"?`, or nothing when no name is near."""
    close = difflib.get_close_matches(given, list(allowed), n=1, cutoff=0.6)
    return f', did you mean "{close[0]}"?' if close else ""


def unknown(what: str, given: str, allowed: Iterable[str]) -> str:
    """One line for a name that does not exist: what it is, what was given, what is allowed."""
    names = list(allowed)
    return f'unknown {what} "{given}"{nearest(given, names)} (allowed: {", ".join(names)})'
