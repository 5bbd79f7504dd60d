"""What stands under a chart: rules, seats, walls, hands and seed, so that the chart can be checked and made again."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

from nmsim.figures.style import advance
from nmsim.rules import PRESETS, Rules, differences, make_rules

if TYPE_CHECKING:
    import pandas as pd

Lang = Literal["zh", "en"]
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
    """Rules, seats, walls, hands and seed in one paragraph."""
    zh = lang == "zh"
    stop, colon = ("。", "：") if zh else (". ", ": ")
    parts = [
        ("规则" if zh else "Rules") + colon + _by_arm(info, [rules_text(arm.rules, lang) for arm in info.arms], lang),
        ("策略" if zh else "Policies") + colon + _by_arm(info, [seats_text(arm.seats[: info.players], lang) for arm in info.arms], lang),
        _size(summary, info, lang),
        *_unusual(info, lang),
        _intervals(info, lang),
    ]
    return stop.join(parts) + stop.strip()


def _intervals(info: RunInfo, lang: Lang) -> str:
    if lang == "zh":
        return "误差线为95%区间，按" + ("整场" if info.design == "match" else "牌墙") + "聚类"
    return f"Intervals: 95{_HARD}%, clustered by " + ("match" if info.design == "match" else "wall")


def _by_arm(info: RunInfo, texts: Sequence[str], lang: Lang) -> str:
    """One text if all arms share it, else each with its arm's label."""
    if len(set(texts)) == 1:
        return texts[0]
    separator, colon = ("；", "：") if lang == "zh" else ("; ", ": ")
    return separator.join(f"{arm.label.get(lang)}{colon}{text}" for arm, text in zip(info.arms, texts, strict=True))


def rules_text(rules: Rules, lang: Lang) -> str:
    """The nearest preset's name, and the options that differ from it."""
    others = {preset: differences(rules, make_rules(preset)) for preset in PRESETS}
    preset = min(others, key=lambda name: len(others[name]))
    changed = ", ".join(f"{name}{_HARD}={_HARD}{_value(value)}" for name, value in others[preset].items())
    if not changed:
        return preset
    return f"{preset}（{changed}）" if lang == "zh" else f"{preset} with {changed}"


def _value(value: Any) -> str:
    if isinstance(value, (set, frozenset)):
        return "[" + ", ".join(sorted(value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def seats_text(seats: Sequence[Any], lang: Lang) -> str:
    """The policies at the table, as `4 × legal` or `2 × legal, 2 × shape`."""
    names = [seat.name for seat in seats]
    return ("、" if lang == "zh" else ", ").join(f"{names.count(name)} × {name}" for name in dict.fromkeys(names))


def _size(summary: pd.DataFrame, info: RunInfo, lang: Lang) -> str:
    rows = summary[(summary["statistic"] == "draw") & (summary["group"] == "all")]
    blocks, hands = max(rows["blocks"], default=0), [int(n) for n in rows["n"]]
    played = "–".join(f"{n:,}" for n in sorted({min(hands, default=0), max(hands, default=0)}))
    if lang == "zh":
        unit = "场" if info.design == "match" else "副牌墙"
        return f"每组{blocks:,}{unit}、{played}局，种子{info.seed}"
    unit = "matches" if info.design == "match" else "walls"
    return f"{blocks:,} {unit}, {played} hands {'an arm' if len(info.arms) > 1 else 'in all'}, seed {info.seed}"


def _unusual(info: RunInfo, lang: Lang) -> list[str]:
    """What is not as usual: private stacks, one player."""
    said = []
    if info.deal == "private":
        said.append("各家独立牌墙" if lang == "zh" else "Private stacks")
    if info.players == 1:
        said.append("单人摸打" if lang == "zh" else "One player")
    return said


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
