"""What stands under a chart: rules, seats, walls, hands and seed, so that the chart can be checked and made again."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from nmsim.figures.style import advance
from nmsim.rules import PRESETS, Rules, differences, make_rules
from nmsim.words import Lang, listed, say
from nmsim.words.names import named

if TYPE_CHECKING:
    import pandas as pd

_HARD = "\u00a0"  # a space that no line breaks at


class Words(Protocol):
    """Something said in two languages."""

    def get(self, lang: str) -> str: ...


class ArmInfo(Protocol):
    """What a chart needs to know of an arm."""

    @property
    def name(self) -> str: ...
    @property
    def label(self) -> Words: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def seats(self) -> Sequence[Any]: ...


class RunInfo(Protocol):
    """What a chart needs to know of an experiment; `nmsim.experiment.Experiment` is one."""

    @property
    def arms(self) -> Sequence[ArmInfo]: ...
    @property
    def charts(self) -> Sequence[str]: ...
    @property
    def seed(self) -> int: ...
    @property
    def design(self) -> str: ...
    @property
    def deal(self) -> str: ...
    @property
    def players(self) -> int: ...


def caption(summary: pd.DataFrame, info: RunInfo, lang: Lang) -> str:
    """Rules, seats, walls, hands and seed, what the bars of error are and what stands in brackets, in one paragraph."""
    stop = "。" if lang == "zh" else ". "
    matches = "_of_matches" if info.design == "match" else ""
    parts = [
        say("charts.rules", lang, rules=_by_arm(info, [rules_text(arm.rules, lang) for arm in info.arms], lang)),
        say("charts.policies", lang, seats=_by_arm(info, [seats_text(arm.seats[: info.players], lang) for arm in info.arms], lang)),
        _size(summary, info, lang),
        *([say("charts.private", lang)] if info.deal == "private" else []),
        *([say("charts.one_player", lang)] if info.players == 1 else []),
        say(f"charts.intervals{matches}", lang).replace(" %", f"{_HARD}%"),
        say("charts.brackets", lang),
    ]
    return stop.join(parts) + stop.strip()


def _by_arm(info: RunInfo, texts: Sequence[str], lang: Lang) -> str:
    """One text if all arms share it, else each with its arm's label."""
    if len(set(texts)) == 1:
        return texts[0]
    each = (say("charts.of_arm", lang, arm=arm.label.get(lang), text=text) for arm, text in zip(info.arms, texts, strict=True))
    return ("；" if lang == "zh" else "; ").join(each)


def rules_text(rules: Rules, lang: Lang) -> str:
    """The nearest preset's name, and the options that differ from it."""
    others = {preset: differences(rules, make_rules(preset)) for preset in PRESETS}
    preset = min(others, key=lambda name: len(others[name]))
    changed = ", ".join(f"{name}{_HARD}={_HARD}{_value(value)}" for name, value in others[preset].items())
    return say("charts.changed", lang, preset=preset, options=changed) if changed else preset


def _value(value: Any) -> str:
    if isinstance(value, (set, frozenset)):
        return "[" + ", ".join(sorted(value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def seats_text(seats: Sequence[Any], lang: Lang) -> str:
    """The policies at the table, as `4 × legal` or `2 × legal, 2 × shape`; in Chinese with words before the name."""
    names = [seat.name for seat in seats]
    return listed((say("charts.seats", lang, n=names.count(name), policy=_policy(name, lang)) for name in dict.fromkeys(names)), lang)


def _policy(name: str, lang: Lang) -> str:
    words = named("policy", name, lang)
    return words if words == name else f"{words}（{name}）"


def _size(summary: pd.DataFrame, info: RunInfo, lang: Lang) -> str:
    rows = summary[(summary["statistic"] == "draw") & (summary["group"] == "all")]
    blocks, hands = max(rows["blocks"], default=0), [int(n) for n in rows["n"]]
    played = "–".join(f"{n:,}" for n in sorted({min(hands, default=0), max(hands, default=0)}))
    kind = ("_of_matches" if info.design == "match" else "") + ("_by_arm" if len(info.arms) > 1 else "")
    return say(f"charts.size{kind}", lang, blocks=f"{blocks:,}", hands=played, seed=info.seed)


def wrap(text: str, width: float) -> str:
    """The text in lines of at most `width` ems; Chinese breaks anywhere but before closing punctuation, Latin at spaces."""
    return "\n".join(_wrapped(line, width) for line in text.split("\n"))


def _wrapped(text: str, width: float) -> str:
    lines, line, used = [], "", 0.0
    for word in _words(text):
        size = sum(advance(char) for char in word)
        if line and used + size > width and word[0] not in _CLOSING:
            lines.append(line.rstrip())
            line, used, word = "", 0.0, word.lstrip()
        line, used = line + word, used + size
    return "\n".join([*lines, line.rstrip()])


_CLOSING = "，。；：、）"


def _words(text: str) -> list[str]:
    """Pieces that stay whole: each wide character, and Latin words with the space after them."""
    words: list[str] = []
    for char in text:
        if not words or _wide(char) or words[-1].endswith(" ") or _wide(words[-1][-1]):
            words.append(char)
        else:
            words[-1] += char
    return words


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"
