"""An experiment: a question, rules, four seats and arms, read from a TOML file and validated whole.

Every fault of the file is named at once, each with its path and the nearest right name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from nmsim.checking import Checked, check
from nmsim.errors import Faults, InputError, closest, nearest, shown, unknown, why
from nmsim.outcomes import SEATS
from nmsim.places import PLAIN_NAME, arm_places, without_misplaced
from nmsim.plan import LARGEST_SEED, Deal, Design, HowPlayed, Seats, contradictions, make_seats
from nmsim.policies import Policy, make_policy, name_faults
from nmsim.rules import Rules, make_rules, remarks
from nmsim.toml_text import read_toml
from nmsim.words import LANGS, say

MOST = 10**12
EXPERIMENTS, RESULTS = Path("experiments"), Path("results")


class Text(Checked):
    """Words in English and Chinese; of one language alone, they stand for the other too."""

    en: str = Field("", min_length=1)
    zh: str = Field("", min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _for_both(cls, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        said = [given[lang] for lang in LANGS if isinstance(given.get(lang), str) and given[lang]]
        return {**dict.fromkeys(LANGS, said[0]), **given} if said else given

    @model_validator(mode="after")
    def _said(self) -> Text:
        if not self.en:
            raise ValueError(say("errors.empty"))
        return self

    def get(self, lang: str) -> str:
        """The words in `lang`, `zh` or `en`."""
        return self.zh if lang == "zh" else self.en


def both_languages(words: str) -> Text:
    """The same words for both languages."""
    return Text(en=words)


def _text_or_table(given: Any) -> Any:
    """Plain text stands for both languages."""
    if isinstance(given, str):
        return dict.fromkeys(LANGS, given)
    if isinstance(given, (Mapping, Text)):
        return given
    raise ValueError(say("errors.should_be", given=shown(given), wanted=say("errors.text_or_table")))


Words = Annotated[Text, BeforeValidator(_text_or_table)]


@dataclass(frozen=True)
class Arm:
    """One variant that is played on the experiment's walls; `against` is the arm its paired differences are taken from."""

    name: str
    label: Text
    rules: Rules
    seats: Seats
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
    seed_given: bool = True  # false where the file gives none
    notes: tuple[str, ...] = ()  # what its file says to no effect, one line each

    def blocks(self, hands_per_block: int) -> int:
        """How many blocks (walls, or matches) every arm plays, if its largest number of hands a block is met."""
        if self.hands is not None:
            return -(-self.hands // hands_per_block)
        walls = self.walls or 0
        return walls if self.design == "independent" else -(-walls // self.hands_per_match)

    def resized(self, *, hands: int | None = None, walls: int | None = None, seed: int | None = None) -> Experiment:
        """The experiment with another size or seed, as the command line asks. Raises InputError."""
        if problems := size_faults(hands, walls, seed):
            raise InputError(*problems)
        changed = self if hands is walls is None else replace(self, hands=hands, walls=walls)
        return changed if seed is None else replace(changed, seed=seed, seed_given=True)

    def remarks(self) -> list[str]:
        """What a person should know before the run, one line each: a seed that was not chosen, and surprises of the rules."""
        seed = [] if self.seed_given else [say("experiment.seed_default", seed=self.seed)]
        alike = [say("experiment.arms_alike", name=arm.name, other=other) for arm, other in self._arms_alike()]
        return [*seed, *self.notes, *alike, *dict.fromkeys(line for arm in self.arms for line in remarks(arm.rules))]

    def _arms_alike(self) -> Iterator[tuple[Arm, str]]:
        """Arms that play as one before them does, with the name of that one."""
        first: dict[tuple[Rules, Seats], str] = {}
        for arm in self.arms:
            played = (arm.rules, arm.seats)
            if played in first:
                yield arm, first[played]
            first.setdefault(played, arm.name)


def size_faults(hands: int | None, walls: int | None, seed: int | None, sign: str = "") -> list[str]:
    """The faults of sizes and a seed that are asked for; `sign` stands before their names."""
    sizes = (("hands", hands, 1, MOST), ("walls", walls, 1, MOST), ("seed", seed, 0, LARGEST_SEED))
    problems = [
        f"{sign}{name}: {say('errors.out_of_range', given=given, least=least, most=most)}"
        for name, given, least, most in sizes
        if given is not None and not least <= given <= most
    ]
    return problems + ([] if hands is None or walls is None else [say("experiment.two_sizes")])


def _plain_name(name: str) -> str:
    if not PLAIN_NAME.fullmatch(name):
        raise ValueError(say("experiment.plain_name", name=name))
    return name


class _ArmTable(Checked):
    name: Annotated[str, AfterValidator(_plain_name)]
    label: Words | None = None
    rules: Any = Field(default_factory=dict)
    seats: Any = None
    against: str | None = None


class _File(HowPlayed):
    """The TOML file's own values; `rules`, `seats`, `policies` and `arms` are looked into by those who make something of them."""

    title: Words | None = None
    question: Words | None = None
    rules: Any = Field(default_factory=dict)
    seats: Any = ("legal",) * SEATS
    policies: Any = Field(default_factory=dict)
    walls: int | None = Field(None, ge=1, le=MOST)
    hands: int | None = Field(None, ge=1, le=MOST)
    arms: Any = Field(default_factory=list)
    headline: str = "refused_suit_any_of_complete"
    charts: list[str] = Field(default_factory=list)


_FIELDS, _ARM_FIELDS = tuple(_File.model_fields), tuple(_ArmTable.model_fields)
Table = TypeVar("Table", _File, _ArmTable)


def read_experiment(path: Path) -> Experiment:
    """The experiment in a TOML file. Raises InputError with every fault, each with its path."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors begin a file with a byte order mark
    except OSError as error:
        raise InputError(f"{path}: {say('experiment.unreadable', why=why(error))}{_another(path)}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: {say('experiment.not_utf8', byte=error.object[error.start], at=error.start)}") from None
    faults = Faults()
    table = faults.of(f"{path}: ", read_toml, text)
    faults.tell()
    return make_experiment(table or {}, path.stem)


def _another(path: Path) -> str:
    """A hint at an experiment whose name is near that of a file that is not there."""
    there = [*path.parent.glob("*.toml"), *EXPERIMENTS.glob("*.toml")]
    name = closest(path.stem, [each.stem for each in there])
    return "" if name is None else nearest(name, [name]).replace(name, str(next(each for each in there if each.stem == name)))


def find_results(name: str) -> Path:
    """The folder of an experiment's results, from the root of the project or a folder beside `results`; `NMSIM_RESULTS` may say where.

    Raises InputError that says what is missing and which command makes it.
    """
    given = os.environ.get("NMSIM_RESULTS")
    places = [Path(given)] if given else [RESULTS, Path("..") / RESULTS]
    for place in places:
        if (place / name / "run.json").is_file():
            return place / name
    missing = Path(given) / name if given else RESULTS / name
    raise InputError(f"{missing}: {say('experiment.no_results', here=Path.cwd(), file=EXPERIMENTS / f'{name}.toml')}")


def make_experiment(table: Mapping[str, Any], name: str) -> Experiment:
    """The experiment that a table of settings describes. Raises InputError with every fault, each with its path."""
    faults = Faults()
    table, elsewhere = without_misplaced(table, faults, _FIELDS, _ARM_FIELDS)
    file = _readable(_File, table, "experiment", {}, faults)
    title = file.title or both_languages(name)
    policies = _named_policies(file.policies, faults)
    arms = _arms(file, title, policies, faults)
    faults.add(*_size_faults(list(table), elsewhere), *_unknown_names(file))
    for arm in arms:
        where = "rules" if file.arms == [] else f"arms.{arm.name}.rules"
        reserve = f"{where}.wall_reserve"
        faults.add(*(f"experiment.{line}" for line in contradictions(arm.rules, file.design, file.deal, file.players, file.start, reserve)))
    faults.add(*(f"experiment: {line}" for line in name_faults(policy for arm in arms for policy in arm.seats)))
    faults.tell()
    return Experiment(
        name=name,
        title=title,
        question=file.question or title,
        design=file.design,
        deal=file.deal,
        players=file.players,
        hands_per_match=file.hands_per_match,
        walls=file.walls,
        hands=file.hands,
        seed=file.seed,
        start=file.start,
        arms=tuple(arms),
        headline=file.headline,
        charts=tuple(file.charts),
        seed_given="seed" in table,
        notes=tuple(_notes(file, table, policies, arms)),
    )


def _notes(file: _File, table: Mapping[str, Any], policies: Mapping[str, Policy | None], arms: list[Arm]) -> Iterator[str]:
    """What a file says to no effect, one line each."""
    if "hands_per_match" in table and file.design != "match":
        yield say("experiment.no_match")
    playing = {policy for arm in arms for policy in arm.seats[: file.players]}
    yield from (say("experiment.plays_nowhere", name=name) for name, policy in policies.items() if policy not in playing)


def _readable(model: type[Table], table: Any, where: str, least: Mapping[str, Any], faults: Faults) -> Table:
    """The table's values; of a faulty one `least` and those that are right, so that what depends on them is looked at in the same round."""
    made = faults.of("", lambda: check(model, table, where))
    if made:
        return made
    right = Faults()
    pairs = table.items() if isinstance(table, Mapping) else ()
    return check(model, {**least, **{key: value for key, value in pairs if right.of("", check, model, {**least, key: value})}})


def _size_faults(names: list[str], elsewhere: list[str]) -> list[str]:
    """A size that is misspelt, or stands in another place, is told as such, and not as one that is missing."""
    given = [meant for name in names if (meant := closest(name, _FIELDS)) in ("walls", "hands")]
    if not given and not {"walls", "hands"} & set(elsewhere):
        return ["experiment: " + say("experiment.no_size")]
    return ["experiment: " + say("experiment.two_sizes")] if len(given) > 1 else []


def _unknown_names(file: _File) -> list[str]:
    """Statistics and charts that do not exist, or not for this experiment."""
    from nmsim.figures import CHARTS
    from nmsim.stats.registry import STATISTICS

    problems = []
    if file.headline not in STATISTICS:
        problems.append(f"experiment.headline: {unknown('statistic', file.headline, STATISTICS)}")
    for chart in file.charts:
        if chart not in CHARTS:
            problems.append(f"experiment.charts: {unknown('chart', chart, CHARTS)}")
        elif CHARTS[chart].needs.endswith("_difference") and isinstance(file.arms, list) and len(file.arms) < 2:
            problems.append(f"experiment.charts: {say('experiment.chart_needs_arms', chart=chart)}")
    return problems


def _arms(file: _File, title: Text, policies: Mapping[str, Policy | None], faults: Faults) -> list[Arm]:
    """The arms that can be made; the faults of all are taken in."""
    names, tables = _arm_tables(file.arms, faults)
    rules = faults.of("experiment.", make_rules, _as_table(file.rules))
    seats = faults.of("experiment.", make_seats, file.seats, file.players, policies)
    if file.arms == []:
        return [Arm("base", title, rules, seats, None)] if rules and seats else []
    common = file.rules if rules else {}  # faults of what all arms share are told once
    faults.add(*(f"experiment.arms: {say('experiment.arm_twice', name=name)}" for name in dict.fromkeys(names) if names.count(name) > 1))
    arms = []
    for index, arm in enumerate(tables):
        where = f"experiment.arms.{arm.name}."
        its_rules = faults.of(where, make_rules, _merged(common, arm.rules)) if arm.rules != {} else rules
        its_seats = faults.of(where, make_seats, arm.seats, file.players, policies) if arm.seats is not None else seats
        against = faults.of(where, _against, arm, index, names)
        if its_rules and its_seats:
            arms.append(Arm(arm.name, arm.label or both_languages(arm.name), its_rules, its_seats, against))
    return arms


def _arm_tables(given: Any, faults: Faults) -> tuple[list[str], list[_ArmTable]]:
    """What the arms are called in the file, and the values of each; one without a name that can be used goes by its number."""
    if not isinstance(given, list):
        faults.add("experiment.arms: " + say("experiment.arms_list"))
        return [], []
    tables = [
        _readable(_ArmTable, arm, f"experiment.arms.{place}", {"name": place}, faults)
        for arm, place in zip(given, arm_places(given), strict=True)
    ]
    names = [arm.get("name") for arm in given if isinstance(arm, Mapping)]
    return [name for name in names if isinstance(name, str)], tables


def _against(arm: _ArmTable, index: int, names: list[str]) -> int | None:
    if arm.against is None:
        return 0 if index else None
    if arm.against not in names:
        raise InputError(f"against: {unknown('arm', arm.against, names)}")
    if arm.against == arm.name:
        raise InputError("against: " + say("experiment.against_itself", name=arm.name))
    return names.index(arm.against)


def _as_table(rules: Any) -> Any:
    return {"preset": rules} if isinstance(rules, str) else rules


def _merged(common: Any, own: Any) -> Any:
    """The arm's rules: its own preset with its overrides, or the experiment's with the arm's overrides on top."""
    common, own = _as_table(common), _as_table(own)
    if not isinstance(own, Mapping) or "preset" in own:
        return own
    fans = [rules["fan"] for rules in (common, own) if "fan" in rules]
    if all(isinstance(fan, Mapping) for fan in fans):
        return {**common, **own, "fan": {row: value for fan in fans for row, value in fan.items()}}
    return {**common, **own}


def _named_policies(given: Any, faults: Faults) -> dict[str, Policy | None]:
    """The file's own policies by name, None for a faulty one."""
    if not isinstance(given, Mapping):
        faults.add("experiment.policies: " + say("errors.should_be", given=shown(given), wanted=say("errors.table")))
        return {}
    return {name: faults.of("", _own_policy, name, table, f"experiment.policies.{name}") for name, table in given.items()}


def _own_policy(name: str, table: Any, where: str) -> Policy:
    if not isinstance(table, Mapping):
        raise InputError(f"{where}: {say('errors.should_be', given=shown(table), wanted=say('errors.table'))}")
    return make_policy({"name": name, **table}, where)
