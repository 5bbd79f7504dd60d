"""An experiment: a question, rules, four seats and arms, read from a TOML file and validated whole.

Every fault of the file is named at once, each with its path and the nearest right name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from nmsim.errors import InputError, unknown
from nmsim.policies import POLICY_NAMES, Policy, make_policy
from nmsim.rules import PRESETS, Rules, describe_faults, make_rules
from nmsim.tiles import parse_tiles

Design = Literal["independent", "match"]
Deal = Literal["shared", "private"]
Made = TypeVar("Made")
HIGHEST_SEED = 2**64 - 1
MOST = 10**12


class Text(BaseModel):
    """The same words in English and Chinese."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    en: str = Field(min_length=1)
    zh: str = Field(min_length=1)

    def get(self, lang: str) -> str:
        """The words in `lang`, `zh` or `en`."""
        return self.zh if lang == "zh" else self.en


@dataclass(frozen=True)
class Arm:
    """One variant that is played on the experiment's walls; `against` is the arm its paired differences are taken from."""

    name: str
    label: Text
    rules: Rules
    seats: tuple[Policy, Policy, Policy, Policy]
    against: int | None


@dataclass(frozen=True)
class Experiment:
    """A whole experiment, ready to run. Exactly one of `walls` and `hands` is set; both count per arm."""

    name: str
    title: Text
    question: Text
    design: Design
    deal: Deal
    players: Literal[1, 4]
    hands_per_match: int
    walls: int | None
    hands: int | None
    seed: int
    start: tuple[tuple[int, ...], ...]  # kinds that seats are dealt on every wall; empty for a fair deal
    arms: tuple[Arm, ...]
    headline: str
    charts: tuple[str, ...]

    def blocks(self, hands_per_block: int) -> int:
        """How many blocks (walls, or matches) every arm plays, if its largest number of hands a block is met."""
        if self.hands is not None:
            return -(-self.hands // hands_per_block)
        walls = self.walls or 0
        return walls if self.design == "independent" else -(-walls // self.hands_per_match)

    def resized(self, *, hands: int | None = None, walls: int | None = None, seed: int | None = None) -> Experiment:
        """The experiment with another size or seed, as the command line asks. Raises InputError."""
        problems = [
            f"{name}: {value} is out of range (1 to {MOST})"
            for name, value in (("hands", hands), ("walls", walls))
            if value is not None and not 1 <= value <= MOST
        ]
        if seed is not None and not 0 <= seed <= HIGHEST_SEED:
            problems.append(f"seed: {seed} is out of range (0 to {HIGHEST_SEED})")
        if hands is not None and walls is not None:
            problems.append("hands and walls contradict each other: give one")
        if problems:
            raise InputError(*problems)
        changed = self if hands is None and walls is None else replace(self, hands=hands, walls=walls)
        return changed if seed is None else replace(changed, seed=seed)


def _plain_name(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_]{1,40}", name):
        raise ValueError(f'"{name}" is not a plain name (1 to 40 of A to Z, a to z, 0 to 9 and _); `label` takes any words')
    return name


class _ArmTable(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    name: Annotated[str, AfterValidator(_plain_name)]
    label: Text
    rules: dict[str, Any] = {}
    seats: list[str | dict[str, Any]] | None = None
    against: str | None = None


class _File(BaseModel):
    """The TOML file as written, before rules, policies and arms are made of it."""

    model_config = ConfigDict(extra="forbid", strict=True)
    title: Text
    question: Text
    rules: dict[str, Any] = {}
    seats: list[str | dict[str, Any]] = ["legal"] * 4
    policies: dict[str, dict[str, Any]] = {}
    design: Design = "independent"
    deal: Deal = "shared"
    players: Literal[1, 4] = 4
    hands_per_match: int = Field(16, ge=1, le=1000)
    walls: int | None = Field(None, ge=1, le=MOST)
    hands: int | None = Field(None, ge=1, le=MOST)
    seed: int = Field(ge=0, le=HIGHEST_SEED)
    start: list[str] = []
    arms: list[_ArmTable] = []
    headline: str = "refused_suit_any_of_complete"
    charts: list[str] = []

    @model_validator(mode="after")
    def _one_size(self) -> _File:
        if (self.walls is None) == (self.hands is None):
            raise ValueError("give exactly one of walls and hands")
        return self


_NAMES = tuple(dict.fromkeys([*_File.model_fields, *_ArmTable.model_fields, *Text.model_fields]))


def read_experiment(path: Path) -> Experiment:
    """The experiment in a TOML file. Raises InputError with every fault, each with its path."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))  # some editors begin a file with a byte order mark
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text (byte 0x{error.object[error.start]:02x} at {error.start})") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: is not TOML: {error}") from None
    return make_experiment(table, path.stem)


def make_experiment(table: Mapping[str, Any], name: str) -> Experiment:
    """The experiment that a table of settings describes. Raises InputError with every fault, each with its path."""
    problems: list[str] = []
    try:
        file = _File.model_validate(dict(table))
    except ValidationError as error:
        problems += describe_faults(error, "experiment", _NAMES)
        file = _readable_part(table)
    arms = _arms(file, problems)
    start = _try(problems, "experiment.start: ", lambda: tuple(tuple(parse_tiles(tiles)) for tiles in file.start))
    problems += _unknown_names(file)
    if problems:
        raise InputError(*problems)
    return Experiment(
        name=name,
        title=file.title,
        question=file.question,
        design=file.design,
        deal=file.deal,
        players=file.players,
        hands_per_match=file.hands_per_match,
        walls=file.walls,
        hands=file.hands,
        seed=file.seed,
        start=start or (),
        arms=tuple(arms),
        headline=file.headline,
        charts=tuple(file.charts),
    )


def _readable_part(table: Mapping[str, Any]) -> _File:
    """What of a faulty file can still be looked into, so that its other faults are named in the same breath."""
    words = Text(en="?", zh="?")
    good: dict[str, Any] = {"title": words, "question": words, "seed": 0, "hands": 1}
    for key in ("rules", "seats", "policies", "start", "arms", "headline", "charts"):
        if key in table:
            try:
                _File.model_validate({**good, key: table[key]})
            except ValidationError:
                continue
            good[key] = table[key]
    return _File.model_validate(good)


def _unknown_names(file: _File) -> list[str]:
    """Statistics and charts that do not exist, or not for this experiment."""
    from nmsim.figures import CHARTS
    from nmsim.stats.registry import STATISTICS

    overall = [name for name, statistic in STATISTICS.items() if "all" in statistic.by]
    problems = [] if file.headline in overall else [f"experiment.headline: {unknown('overall statistic', file.headline, overall)}"]
    for chart in file.charts:
        if chart not in CHARTS:
            problems.append(f"experiment.charts: {unknown('chart', chart, CHARTS)}")
        elif CHARTS[chart].needs.endswith("_difference") and len(file.arms) < 2:
            problems.append(f'experiment.charts: "{chart}" compares arms, and this experiment has one')
    return problems


def _arms(file: _File, problems: list[str]) -> list[Arm]:
    policies = _named_policies(file, problems)
    if not file.arms:
        rules = _try(problems, "experiment.", partial(_rules, file.rules, {}))
        seats = _try(problems, "experiment.", partial(_seats, file.seats, policies, file.players))
        return [Arm("base", file.title, rules, seats, None)] if rules and seats else []
    names = [arm.name for arm in file.arms]
    problems += [f'experiment.arms: the name "{name}" is given twice' for name in sorted({name for name in names if names.count(name) > 1})]
    arms = []
    for index, arm in enumerate(file.arms):
        where = f"experiment.arms.{arm.name}."
        rules = _try(problems, where, partial(_rules, file.rules, arm.rules))
        seats = _try(problems, where, partial(_seats, arm.seats or file.seats, policies, file.players))
        against = _try(problems, where, partial(_against, arm, index, names))
        if rules and seats:
            arms.append(Arm(arm.name, arm.label, rules, seats, against))
    return arms


def _try(problems: list[str], where: str, make: Callable[[], Made]) -> Made | None:
    """What `make` makes; its faults are collected, each once, with the place they are at."""
    try:
        return make()
    except InputError as error:
        problems += [line for line in (where + problem for problem in error.problems) if line not in problems]
        return None


def _against(arm: _ArmTable, index: int, names: list[str]) -> int | None:
    if arm.against is None:
        return 0 if index else None
    if arm.against not in names:
        raise InputError(f"against: {unknown('arm', arm.against, names)}")
    if arm.against == arm.name:
        raise InputError(f'against: "{arm.name}" cannot be compared with itself')
    return names.index(arm.against)


def _rules(common: Mapping[str, Any], own: Mapping[str, Any]) -> Rules:
    """The arm's rules: its own preset with its overrides, or the experiment's with the arm's overrides on top."""
    merged = dict(own) if "preset" in own else {**common, **own, "fan": {**_table(common, "fan"), **_table(own, "fan")}}
    preset = merged.pop("preset", "strict")
    if isinstance(preset, str) and preset in PRESETS:
        return make_rules(preset, merged)
    problems = [f"rules.preset: {unknown('preset', str(preset), PRESETS)}"]
    _try(problems, "", partial(make_rules, "strict", merged))
    raise InputError(*problems)


def _table(rules: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = rules.get(key, {})
    if not isinstance(value, Mapping):
        raise InputError(f"rules.{key}: {value} should be a table of fan rows")
    return value


def _named_policies(file: _File, problems: list[str]) -> dict[str, Policy]:
    made = {}
    for name, table in file.policies.items():
        policy = _try(problems, f"experiment.policies.{name}: ", partial(make_policy, {"name": name, **table}))
        made[name] = policy or make_policy("legal")
    return made


def _seats(given: list[str | dict[str, Any]], named: Mapping[str, Policy], players: int) -> tuple[Policy, Policy, Policy, Policy]:
    """Four policies; a game of one player may name the one seat that plays. Raises InputError."""
    seats = list(given) * 4 if players == 1 and len(given) == 1 else list(given)
    if len(seats) != 4:
        raise InputError(f"seats: {len(given)} named, four needed")
    problems: list[str] = []
    made = [_try(problems, f"seats.{seat}: ", partial(_policy, policy, named)) for seat, policy in enumerate(seats)]
    east, south, west, north = made
    if problems or not (east and south and west and north):
        raise InputError(*problems)
    for name in sorted({one.name for one in made if one for other in made if other and one.name == other.name and one != other}):
        problems.append(f'seats: different policies are both named "{name}": give one of them a `name` of its own')
    if problems:
        raise InputError(*problems)
    return east, south, west, north


def _policy(given: str | dict[str, Any], named: Mapping[str, Policy]) -> Policy:
    if isinstance(given, str) and given in named:
        return named[given]
    if isinstance(given, str) and given not in POLICY_NAMES:
        raise InputError(unknown("policy", given, [*named, *POLICY_NAMES]))
    return make_policy(given)
