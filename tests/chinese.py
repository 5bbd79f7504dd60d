"""English sentences in text that should be Chinese: what the tests of words look for in every command, table and error."""

from __future__ import annotations

import re
from functools import cache

_RUN = re.compile(r"(?<![\w./=<>:-])[A-Za-z][a-z']*(?:,? [a-z][a-z']*)+(?![\w/=(]|[.:-]\w)")
_QUOTED = re.compile(r"`[^`]*`|\"[^\"\n]*\"|'[^'\n]*'|\{[^{}]*\}")


def english_sentences(text: str) -> list[str]:
    """Every run of two or more English words, in order: [] for text in Chinese.

    What is quoted is what somebody typed. Names that are the same in both languages (commands, options and their values, policies,
    columns, statistics, fan rows) are no English, and neither is what is joined by `_`, `=`, `/`, `.` or `-`.
    """
    runs = (match.group() for match in _RUN.finditer(_QUOTED.sub(" ", text)))
    return [run for run in runs if not set(re.findall(r"[a-z']+", run.lower())) <= names()]


@cache
def names() -> frozenset[str]:
    """Words that stay as they are in both languages, as people type them."""
    from nmsim.cli import _COMMANDS
    from nmsim.figures import CHARTS
    from nmsim.outcomes import COLUMN_NAMES
    from nmsim.policies import POLICY_NAMES
    from nmsim.reference.hands_file import COLUMNS
    from nmsim.rules import FAN_ROWS, OPTION_NAMES, PRESETS
    from nmsim.stats.registry import STATISTICS

    typed = {*_COMMANDS, *CHARTS, *COLUMN_NAMES, *COLUMNS, *POLICY_NAMES, *FAN_ROWS, *OPTION_NAMES, *PRESETS, *STATISTICS}
    return frozenset({*typed, "nmsim", "nm", "seed", "true", "false", "none", "sum", "x"})
