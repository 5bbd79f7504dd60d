"""The rows of a summary in words: what a statistic and a group are called, in the language asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from nmsim.rules import FAN_ROWS
from nmsim.stats.measures import DISTANCE_LEVELS, HALVES, TILE_LEVELS, WAIT_LEVELS
from nmsim.stats.registry import STATISTICS
from nmsim.tiles import tile_name_zh
from nmsim.words import LANGS, Lang, language, say
from nmsim.words.names import named

if TYPE_CHECKING:
    import pandas as pd

DIFFERENCE = "_difference"
LABELS = tuple(f"{what}_{lang}" for what in ("label", "arm", "group") for lang in LANGS)
ArmLabels = Mapping[str, Mapping[Lang, str]]  # by the arm's name
_KINDS_OF_LEVELS = {FAN_ROWS: "fan_row", WAIT_LEVELS: "wait", HALVES: "half", DISTANCE_LEVELS: "distance"}


def label(statistic: str, lang: Lang | None = None) -> str:
    """What the statistic of a row is called; of a difference, what differs. A name that is no longer known stays as it is."""
    what = STATISTICS.get(statistic.removesuffix(DIFFERENCE))
    return what.label(lang) if what else statistic


def group_label(statistic: str, group: str, lang: Lang | None = None) -> str:
    """What the group of a row is called: `policy:legal - shape` is legal − shape, and of the statistic `wait`, `edge` is 边张."""
    kind, _, names = group.rpartition(":")
    if kind == "seat":
        return say("names.seat", lang, number=names)
    if kind:
        return " − ".join(named(kind, name, lang) for name in names.split(" - "))
    if group == "all":
        return say("names.all", lang)
    levels = STATISTICS[statistic].levels if statistic in STATISTICS else ()
    if levels == TILE_LEVELS and (lang or language()) == "zh":
        return tile_name_zh(TILE_LEVELS.index(group))
    return named(_KINDS_OF_LEVELS.get(levels, ""), group, lang)


def arm_label(arm: str, labels: ArmLabels, lang: Lang | None = None) -> str:
    """What the arm of a row is called: `b - a` is the difference of two. An arm without a label keeps its name."""
    return " − ".join(labels.get(name, {}).get(lang or language(), name) for name in arm.split(" - "))


def labelled(frame: pd.DataFrame, arms: ArmLabels | None = None) -> pd.DataFrame:
    """The summary with its label columns, `LABELS`: of statistic, arm and group, in each language."""
    rows = list(zip(frame["statistic"], frame["group"], strict=True))
    words = {f"label_{lang}": [label(statistic, lang) for statistic, _ in rows] for lang in LANGS}
    words |= {f"arm_{lang}": [arm_label(arm, arms or {}, lang) for arm in frame["arm"]] for lang in LANGS}
    return frame.assign(**words, **{f"group_{lang}": [group_label(*row, lang) for row in rows] for lang in LANGS})
