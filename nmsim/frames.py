"""Frames of outcomes that speak: names for codes, one row a seat, and the statistics of any frame.

A frame of `nmsim.load` or `Outcomes.to_pandas` carries, in `frame.attrs["nmsim"]`, what its numbers stand for: players, and of each arm
its name, label, policies, what it is compared with, and how many hands it had. pandas keeps this when rows or columns are chosen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field, field_validator, model_validator

from nmsim.checking import Checked, check, whole
from nmsim.errors import InputError, unknown
from nmsim.outcomes import COLUMN_NAMES, COLUMNS, ENDINGS, SEAT_COLUMNS, SEATS, WAITS
from nmsim.tiles import KINDS, tile_name, tile_name_zh
from nmsim.words import LANGS, Lang, language, listed, say
from nmsim.words.names import named

if TYPE_CHECKING:
    import pandas as pd

    from nmsim.plan import Plan

KEY = "nmsim"
_PER_SEAT = ("policy", *(column.name for column in SEAT_COLUMNS))
_SEAT_ROWS_ONLY = ("seat", "won")
_ADDRESS = ["arm", "match", "wall", "rotation", "hand"]
_SHOWN = 4
# Least and most of each column, by its name without its seat; points may be anything.
_RANGES: dict[str, tuple[int, int | None]] = {
    re.sub("_[0-3]$", "", column.name): (column.least, column.most) for column in COLUMNS if column.least is not None
}
Info = dict[str, Any]  # plain, as pandas copies and stores it


# What the numbers of a frame stand for
def plan_info(plan: Plan) -> Info:
    """What the numbers in the outcomes of one plan stand for."""
    arm = _arm_info(plan.arm, "base", {}, [policy.name for policy in plan.distinct_policies], None)
    return {"players": plan.players, "fair_deal": not any(plan.start), "arms": [arm]}


def run_info(asked: Mapping[str, Any], told: Mapping[str, Any] | None = None) -> Info:
    """What the numbers in the outcomes of a run stand for, by what its record says was asked and (if known) told."""
    labels, against = (told or {}).get("labels", {}), (told or {}).get("against", {})
    arms = []
    for number, (name, arm) in enumerate(asked["arms"].items()):
        policies = dict.fromkeys(policy["name"] for policy in arm["seats"][: asked["players"]])
        arms.append(_arm_info(number, name, labels.get(name, {}), list(policies), against.get(name, 0 if number else None)))
    info = {"players": asked["players"], "fair_deal": not any(asked["start"]), "arms": arms}
    return {**info, "headline": told["headline"]} if told else info


def _arm_info(number: int, name: str, label: Mapping[str, str], policies: list[str], against: int | None) -> Info:
    labels = {lang: label.get(lang, name) for lang in LANGS}
    return {"number": number, "name": name, "label": labels, "policies": policies, "against": against}


def with_info(frame: pd.DataFrame, info: Info) -> pd.DataFrame:
    """The frame (it is changed), carrying what its numbers stand for and how many hands each arm has."""
    hands = frame["arm"].value_counts().to_dict() if "arm" in frame else {}
    frame.attrs[KEY] = {**info, "arms": [{**arm, "hands": int(hands.get(arm["number"], 0))} for arm in info["arms"]]}
    return frame


def _info(frame: pd.DataFrame) -> Info:
    """What the frame carries; by the numbers in it if it carries nothing, or not of all its arms (they were numbered anew)."""
    named_arms = "arm" in frame and _is_named(frame["arm"])
    numbers = sorted({int(number) for number in frame["arm"].unique()}) if "arm" in frame and not named_arms else [0]
    info: Info = frame.attrs.get(KEY, {})
    if info and (named_arms or "arm" not in frame or set(numbers) <= {arm["number"] for arm in info["arms"]}):
        return info
    names = ["base"] if numbers == [0] else [f"arm {number}" for number in numbers]
    highest = {number: _highest_policy(frame, number) for number in numbers}
    policies = [[f"policy {policy}" for policy in range(highest[number] + 1)] for number in numbers]
    against = [None, *[numbers[0]] * (len(numbers) - 1)]
    arms = [_arm_info(*each[:2], {}, *each[2:]) for each in zip(numbers, names, policies, against, strict=True)]
    return {"players": SEATS, "fair_deal": False, "arms": arms}


def _highest_policy(frame: pd.DataFrame, arm: int) -> int:
    """The highest number of a policy among an arm's rows."""
    rows = frame[frame["arm"] == arm] if "arm" in frame else frame
    columns = [name for name in rows if str(name).startswith("policy")]
    return int(rows[columns].to_numpy().max(initial=0))


# The shape of a frame
class Shape(Checked):
    """What a frame is to be: some of its columns or all, with names for codes or without, one row a hand or a seat."""

    columns: list[str] | None = Field(None, min_length=1)
    labels: bool = False
    by: Literal["hand", "seat"] = "hand"

    @field_validator("columns", mode="before")
    @classmethod
    def _as_list(cls, given: Any) -> Any:
        if isinstance(given, str):
            return [given]
        return list(given) if isinstance(given, Iterable) and not isinstance(given, (bytes, Mapping)) else given


def column_faults(shape: Shape) -> list[str]:
    """One line for each column asked for that does not exist, with what it is called where it does."""
    return [fault for name in shape.columns or () if (fault := _column_fault(name, shape.by))]


def _column_fault(name: str, by: str) -> str | None:
    if by == "hand":
        if name in _SEAT_ROWS_ONLY:
            return say("frames.seat_rows_only", name=name)
        if name in _PER_SEAT:
            return say("frames.seat_column", name=name)
        return None if name in COLUMN_NAMES else unknown("column", name, COLUMN_NAMES)
    if name in COLUMN_NAMES and _base(name) != name:
        return say("frames.without_seat", name=name, column=_base(name))
    there = [*dict.fromkeys(map(_base, COLUMN_NAMES)), *_SEAT_ROWS_ONLY]
    return None if name in there else unknown("column", name, there)


def columns_to_read(shape: Shape) -> list[str] | None:
    """The columns of a row a hand from which those asked for are made; None for all."""
    by = shape.by
    if shape.columns is None:
        return None
    names: list[str] = []
    for name in shape.columns:
        if by == "seat" and name in _PER_SEAT:
            names += [f"{name}_{seat}" for seat in range(SEATS)]
        elif by == "seat" and name == "won":
            names.append("winners")
        elif by == "hand" or name != "seat":
            names.append(name)
    if not names or (shape.labels and any(name.startswith("policy_") for name in names)):
        names.append("arm")  # which number is which policy is the arm's affair; and without any column there are no rows
    return list(dict.fromkeys(names))


def shaped(frame: pd.DataFrame, shape: Shape) -> pd.DataFrame:
    """The frame of `columns_to_read` as it was asked for: with names, by seat, only these columns."""
    frame = seat_rows(frame) if shape.by == "seat" else frame
    frame = with_labels(frame) if shape.labels else frame
    if shape.columns is None:
        return frame
    return frame[list(dict.fromkeys([*(["seat"] if shape.by == "seat" else []), *shape.columns]))]


def with_labels(frame: pd.DataFrame, lang: Lang | None = None) -> pd.DataFrame:
    """The frame with names for codes, as pandas categoricals in the language (by default the one spoken).

    Columns arm, ending, wait, winning_tile and policy, by hand or by seat; no tile is missing (NaN). All other columns stay numbers, and
    `summarize` takes a frame either way. A frame that has names gets them in this language. Raises InputError for codes that stand for
    nothing.
    """
    _refuse_no_frame(frame)
    if lang is not None and lang not in LANGS:
        raise InputError(unknown("language", str(lang), LANGS))
    frame, info = with_codes(frame), _info(frame)
    _refuse_impossible(frame)
    _refuse_unnamed(frame, info["arms"], [arm["name"] for arm in info["arms"]], [arm["policies"] for arm in info["arms"]])
    lang = lang or language()
    made: dict[str, Any] = {}
    for name in frame:
        names = _names(str(name), info, lang)
        if names:
            made[str(name)] = _categorical(frame[name].to_numpy(), names)
        elif _base(str(name)) == "policy":
            made[str(name)] = _policy_names(frame, str(name), info, lang)
    if "arm" in frame:
        numbers = [arm["number"] for arm in info["arms"]]
        made["arm"] = _categorical(_positions(frame["arm"], numbers), _arm_names(info, lang))
    return frame.assign(**made)


def with_codes(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with numbers in place of the names of `with_labels`; the same frame if it has none.

    Raises InputError for names that stand for nothing.
    """
    named_columns = [str(name) for name in frame if _is_named(frame[name])]
    if not named_columns:
        return frame
    if KEY not in frame.attrs and any(_base(name) in ("arm", "policy") for name in named_columns):
        raise InputError(say("frames.lost"))
    info = _info(frame)
    codes: dict[str, np.ndarray] = {}
    if "arm" in named_columns:
        numbers = [arm["number"] for arm in info["arms"]]
        codes["arm"] = _looked_up(frame["arm"], {name: numbers[k] for lang in LANGS for k, name in enumerate(_arm_names(info, lang))})
    arms = codes.get("arm", frame["arm"].to_numpy() if "arm" in frame else None)
    for name in named_columns:
        if _base(name) == "policy":
            codes[name] = _policy_numbers(frame[name], arms, info)
        elif name != "arm":
            codes[name] = _looked_up(frame[name], {each: k for lang in LANGS for k, each in enumerate(_names(name, info, lang))})
    for name, found in codes.items():
        strange = frame[name][(found == -1) & frame[name].notna().to_numpy()]
        if len(strange):
            raise InputError(say("frames.unknown_name", column=name, name=strange.iloc[0]))
    return frame.assign(**codes)


def _is_named(column: pd.Series[Any]) -> bool:
    """Whether a column holds names, not numbers."""
    return column.dtype.kind not in "iufb"


def seat_rows(frame: pd.DataFrame) -> pd.DataFrame:
    """One row a seat, hand by hand: the columns of the hand, `seat`, and the seat's own columns without their seat.

    `won` (0 or 1) says whether the seat won, where `winners` is there. With one player only seat 0 has a row. Raises InputError where a
    column is there of some seats only.
    """
    import pandas as pd

    _refuse_no_frame(frame)
    if "seat" in frame:
        return frame
    players = _info(frame)["players"]
    own = [name for name in _PER_SEAT if any(f"{name}_{seat}" in frame for seat in range(players))]
    if lacking := [column for name in own for seat in range(players) if (column := f"{name}_{seat}") not in frame]:
        raise InputError(say("frames.some_seats", names=listed(lacking)))
    common = [name for name in frame if _base(str(name)) not in own or str(name) == _base(str(name))]
    parts = []
    for seat in range(players):
        part = frame[common].assign(seat=seat)
        if "winners" in frame:
            part["won"] = (frame["winners"].to_numpy() >> seat) & 1
        parts.append(part.assign(**{name: frame[f"{name}_{seat}"] for name in own}))
    made = pd.concat(parts, ignore_index=True)
    made = made.iloc[np.arange(len(made)).reshape(players, len(frame)).T.ravel()].reset_index(drop=True)
    made.attrs = dict(frame.attrs)
    return made


def _base(name: str) -> str:
    """The column's name without its seat."""
    stem, _, seat = name.rpartition("_")
    return stem if seat in ("0", "1", "2", "3") and stem in _PER_SEAT else name


def _names(column: str, info: Info, lang: Lang) -> list[str]:
    """What the codes 0, 1, 2 ... of a column stand for; nothing for a column of numbers."""
    match _base(column):
        case "ending":
            return [named("ending", ending, lang) for ending in ENDINGS]
        case "wait":
            return [named("wait", wait, lang) for wait in WAITS]
        case "winning_tile":
            return [tile_name_zh(kind) if lang == "zh" else tile_name(kind) for kind in range(KINDS)]
    return []


def _arm_names(info: Info, lang: Lang) -> list[str]:
    """The labels of the arms, or their names where two have one label."""
    labels = [arm["label"][lang] for arm in info["arms"]]
    return labels if len(set(labels)) == len(labels) else [arm["name"] for arm in info["arms"]]


def _policy_names(frame: pd.DataFrame, column: str, info: Info, lang: Lang) -> Any:
    """The names of a column of policies, each arm numbering its own."""
    every = list(dict.fromkeys(policy for arm in info["arms"] for policy in arm["policies"]))
    places = np.full(len(frame), -1)
    for arm in info["arms"]:
        rows = (frame["arm"] == arm["number"]).to_numpy() if "arm" in frame else places == -1
        known = np.array([every.index(policy) for policy in arm["policies"]])
        places[rows] = known[frame[column].to_numpy()[rows]]
    words = [named("policy", policy, lang) for policy in every]
    return _categorical(places, words if len(set(words)) == len(every) else every)


def _policy_numbers(column: pd.Series[Any], arms: Any, info: Info) -> np.ndarray:
    numbers = np.full(len(column), -1)
    for arm in info["arms"]:
        rows = np.ones(len(column), dtype=bool) if arms is None else np.asarray(arms) == arm["number"]
        known = {named("policy", policy, lang): k for lang in LANGS for k, policy in enumerate(arm["policies"])}
        known |= {policy: k for k, policy in enumerate(arm["policies"])}
        numbers[rows] = _looked_up(column[rows], known)
    return numbers


def _categorical(codes: np.ndarray, names: Sequence[str]) -> Any:
    """Codes as a pandas categorical of these names; -1 is missing."""
    import pandas as pd

    categorical: Any = pd.Categorical
    return categorical.from_codes(codes, names)


def _positions(column: pd.Series[Any], numbers: Sequence[int]) -> np.ndarray:
    """Where each value stands among the numbers, -1 where nowhere."""
    return _looked_up(column, {number: k for k, number in enumerate(numbers)})


def _looked_up(column: pd.Series[Any], known: Mapping[Any, int]) -> np.ndarray:
    """The number of each value, -1 for others."""
    return column.astype(object).map(known).fillna(-1).to_numpy(dtype=np.int64)


# The statistics of a frame
def summarize(
    frame: pd.DataFrame,
    *,
    arms: Sequence[str] | None = None,
    policies: Sequence[Sequence[str]] | None = None,
    comparisons: Sequence[tuple[int, int]] | None = None,
    players: int | None = None,
    fair_deal: bool | None = None,
    headline: str | None = None,
    level: float = 0.95,
) -> pd.DataFrame:
    """The tidy summary (docs/statistics.md) of a frame with one row a hand, from `nmsim.load` or `to_pandas()`, in any order of rows.

    What the frame carries is the default: `arms` are names of its arms in the order of their numbers, `policies` of each arm its policies
    as the `policy_` columns number them, `comparisons` pairs (arm, against) of positions among the arms, `headline` the statistic whose
    comparisons were planned. A frame of some of the rows is
    summarized as what it is: every statistic is of the hands that were kept, with intervals over the blocks that were kept, and without
    exact values beside them, which are of all hands. Raises InputError for a frame that lacks columns, holds a hand twice, has one row a
    seat, or compares arms that kept other walls.
    """
    from nmsim.stats.accumulate import Accumulator
    from nmsim.stats.registry import HEADLINE, statistic
    from nmsim.stats.summary import summary

    info, rows = _usable(frame)
    given = {
        "arms": arms,
        "policies": policies,
        "comparisons": comparisons,
        "players": players,
        "fair_deal": fair_deal,
        "headline": headline,
    }
    options = check(_Options, given)
    known = info["arms"]
    names = [arm["name"] for arm in known] if options.arms is None else options.arms
    if len(names) != len(known):
        raise InputError(say("frames.arms", given=len(names), found=listed(arm["number"] for arm in known)))
    named_policies = [arm["policies"] for arm in known] if options.policies is None else options.policies
    _refuse_unnamed(rows, known, names, named_policies)
    numbers = [arm["number"] for arm in known]
    against = [(k, numbers.index(arm["against"])) for k, arm in enumerate(known) if arm["against"] in numbers]
    asked: list[Any] = against if options.comparisons is None else [tuple(pair) for pair in options.comparisons]
    _refuse_settings(asked, len(names), level)
    _refuse_other_walls(rows, names, numbers, asked)
    whole = all(arm.get("hands") == (rows["arm"] == arm["number"]).sum() for arm in known)
    accumulator = Accumulator(
        names,
        named_policies,
        comparisons=asked,
        players=players or info["players"],
        fair_deal=whole and info["fair_deal"] if fair_deal is None else fair_deal,
    )
    for name, number in zip(names, numbers, strict=True):
        accumulator.add(name, rows[rows["arm"] == number])
    labels = {name: arm["label"] for name, arm in zip(names, known, strict=True)} if arms is None else {}
    return summary(accumulator, level, statistic(headline or info.get("headline", HEADLINE)).name, labels)


Name = Annotated[str, Field(min_length=1)]


class _Options(Checked):
    """What `summarize` is told beside the frame; None for what the frame carries."""

    arms: list[Name] | None
    policies: list[list[Name]] | None
    comparisons: list[list[int]] | None
    players: Annotated[Literal[1, 4], BeforeValidator(whole)] | None
    fair_deal: bool | None
    headline: str | None

    @model_validator(mode="after")
    def _names_once(self) -> _Options:
        lists = {"arms": self.arms or [], **{f"policies.{arm}": names for arm, names in enumerate(self.policies or [])}}
        twice = [
            say("frames.twice", field=field, name=name) for field, names in lists.items() for name, n in Counter(names).items() if n > 1
        ]
        if twice:
            raise InputError(*twice)
        return self


def _refuse_no_frame(frame: Any) -> None:
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        raise InputError(say("frames.no_frame", kind=type(frame).__name__))


def _refuse_impossible(rows: pd.DataFrame) -> None:
    """Raise InputError for numbers that no hand can have: codes that stand for nothing, counts below 0, parts of a whole."""
    problems = []
    for name in rows if len(rows) else ():
        least, most = _RANGES.get(_base(str(name)), (None, None))
        if least is None:
            continue
        column = rows[name]
        strange = (column < least) if most is None else ~column.between(least, most)
        if column.dtype.kind == "f":
            strange |= column % 1 != 0
        if strange.any():
            problems.append(say("frames.impossible", column=name, given=column[strange].iloc[0], rows=int(strange.sum())))
    if problems:
        raise InputError(*problems)


def _usable(frame: Any) -> tuple[Info, pd.DataFrame]:
    """What the frame carries, of the arms that have rows, and its rows in order, in numbers. Raises InputError if it cannot be used."""
    _refuse_no_frame(frame)
    if "seat" in frame:
        raise InputError(say("frames.by_seat"))
    missing = [name for name in COLUMN_NAMES if name not in frame]
    if missing:
        more = say("frames.more", n=len(missing) - _SHOWN) if len(missing) > _SHOWN else ""
        raise InputError(say("frames.missing", names=listed(missing[:_SHOWN]) + more))
    if not len(frame):
        raise InputError(say("frames.empty"))
    twice = int(frame.duplicated(_ADDRESS).sum())
    if twice:
        raise InputError(say("frames.repeated", n=twice))
    rows = with_codes(frame).sort_values(_ADDRESS, kind="stable")
    _refuse_impossible(rows)
    info = _info(rows)
    there = set(rows["arm"].unique())
    return {**info, "arms": [arm for arm in info["arms"] if arm["number"] in there]}, rows


def _refuse_unnamed(rows: pd.DataFrame, known: Sequence[Info], names: Sequence[str], policies: Sequence[Sequence[str]]) -> None:
    """Raise InputError for policies that a seat follows and that have no name."""
    if len(policies) != len(known):
        raise InputError(say("frames.arms", given=len(policies), found=listed(arm["number"] for arm in known)))
    highest = [_highest_policy(rows, arm["number"]) for arm in known]
    problems = [
        say("frames.policies", arm=name, number=number, named=len(given))
        for name, number, given in zip(names, highest, policies, strict=True)
        if number >= len(given)
    ]
    if problems:
        raise InputError(*problems)


def _refuse_settings(comparisons: Sequence[Any], arms: int, level: float) -> None:
    """Raise InputError for pairs of arms that are not there, and a level that cannot be."""
    places = [(a, b) for a in range(arms) for b in range(arms) if a != b]
    problems = [say("frames.comparisons", pair=pair, n=arms) for pair in comparisons if pair not in places]
    if not (isinstance(level, (int, float)) and 0 < level < 1):
        problems.append(say("frames.level", given=level))
    if problems:
        raise InputError(*problems)


def _refuse_other_walls(rows: pd.DataFrame, names: Sequence[str], numbers: Sequence[int], comparisons: Sequence[tuple[int, int]]) -> None:
    """Raise InputError for arms that are to be compared and were kept on different walls (or matches)."""
    blocks = np.where(rows["match"] >= 0, rows["match"], rows["wall"])
    kept = [np.unique(blocks[(rows["arm"] == number).to_numpy()]) for number in numbers]
    problems = [say("frames.other_walls", a=names[a], b=names[b]) for a, b in comparisons if not np.array_equal(kept[a], kept[b])]
    if problems:
        raise InputError(*problems)
