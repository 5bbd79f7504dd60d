"""How given values are checked: models that take no unknown name and no value of another kind, and their faults, one clear line each.

Files, the command line and Python are checked by the same declarations, so they refuse the same values in the same words.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from nmsim.errors import InputError, nearest, shown
from nmsim.words import listed, say

Model = TypeVar("Model", bound=BaseModel)
MOST_JOBS = 1024  # threads or processes of a run, a simulation or rollouts
# What a value of the wrong kind should have been, by pydantic's name for the fault.
_WANTED = {
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float", "int_parsing_size"), "whole"),
    "bool_type": "truth",
    "string_type": "text",
    **dict.fromkeys(("list_type", "frozen_set_type", "tuple_type"), "list"),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type", "mapping_type"), "table"),
}


def _construct(cls: Any, *args: Any, **given: Any) -> Any:
    """A model by its constructor, which tells faults in the project's words. Raises InputError."""
    try:
        return type(BaseModel).__call__(cls, *args, **given)
    except ValidationError as error:
        raise InputError(*faults(error, "", names_in(cls))) from None


_Telling: Any = type("_Telling", (type(BaseModel),), {"__call__": _construct})  # pydantic does not name its metaclass in public


class Checked(BaseModel, metaclass=_Telling):  # type: ignore[metaclass]
    """A frozen table of named values: no unknown names, no values of another kind. Numbers and arrays of numpy are taken as numbers."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _without_numpy(cls, given: Any) -> Any:
        return {name: plain(value) for name, value in given.items()} if isinstance(given, Mapping) else given


def plain(value: Any) -> Any:
    """The value with numbers and arrays of numpy as numbers and lists of Python's."""
    if type(value).__module__ == "numpy":
        return value.tolist()
    return [plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def whole(given: Any) -> Any:
    """A choice among numbers takes whole ones only, not `true` or `1.0`, which are equal to one. Raises ValueError."""
    if not isinstance(given, int) or isinstance(given, bool):
        raise ValueError(say("errors.should_be", given=shown(given), wanted=say("errors.whole")))
    return given


def check(model: type[Model], given: Any, where: str = "", also: Iterable[str] = ()) -> Model:
    """The model of the given values. Raises InputError with every fault, each with its place; `also`: names taken beside its own."""
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise InputError(*faults(error, where, [*names_in(model), *also])) from None


def names_in(model: type[BaseModel]) -> Iterator[str]:
    """The names that a model takes, those of a table inside it as `table.name`."""
    for name, field in model.model_fields.items():
        yield name
        for inner in _models(field.annotation):
            yield from (f"{name}.{each}" for each in names_in(inner))


def _models(kind: Any) -> list[type[BaseModel]]:
    """The model that a value of this kind is, itself or as one of several."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    return [model for part in get_args(kind) for model in _models(part)]


def faults(error: ValidationError, where: str, names: Iterable[str]) -> list[str]:
    """One line a fault: its place, what was given, what is allowed, and the nearest right name."""
    known = list(names)
    lines: list[str] = []
    for fault in error.errors():
        place = [str(part) for part in fault["loc"] if part != "frozenset"]
        for line in _told(fault, place, known):
            lines.append(f"{'.'.join([*([where] if where else []), *place])}: {line}".removeprefix(": "))
    return list(dict.fromkeys(lines))


def _told(fault: Any, place: list[str], names: list[str]) -> list[str]:
    given, context = shown(fault.get("input")), fault.get("ctx", {})
    match fault["type"]:
        case "extra_forbidden":
            table = "".join(f"{part}." for part in place[:-1])
            there = [name.removeprefix(table) for name in names if name.startswith(table) and "." not in name.removeprefix(table)]
            hint = nearest(place[-1], there) or (say("errors.allowed", allowed=listed(there)) if there else "")
            return [say("errors.unknown_name", given=place[-1], hint=hint)]
        case "literal_error":
            allowed = [word.strip(" '") for word in str(context["expected"]).replace(" or ", ",").split(",")]
            return [say("errors.not_allowed", given=given, hint=nearest(str(fault["input"]), allowed), allowed=listed(allowed))]
        case "value_error":
            cause = context["error"]
            return list(cause.problems) if isinstance(cause, InputError) else [str(cause)]
        case "missing":
            return [say("errors.missing")]
        case "greater_than_equal":
            return [say("errors.at_least", given=given, limit=context["ge"])]
        case "less_than_equal":
            return [say("errors.at_most", given=given, limit=context["le"])]
        case "string_too_short" | "too_short":
            return [say("errors.empty")]
        case "string_too_long":
            return [say("errors.too_long", given=given, limit=context["max_length"])]
        case kind if kind in _WANTED:
            return [say("errors.should_be", given=given, wanted=say(f"errors.{_WANTED[kind]}"))]
        case _:
            return [say("errors.unusable", given=given)]


def spelt_out(path: str | os.PathLike[str]) -> Path:
    """The path with `~` as the home folder it stands for, which no shell spells out in `--out=~/results`. Raises InputError."""
    if not isinstance(path, (str, os.PathLike)):
        raise InputError(say("errors.no_path", given=shown(path)))
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise InputError(say("cli.no_home", path=path)) from None
