"""Commands that print what exists: rules, policies, columns, statistics. All text comes from where these are declared."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nmsim.cli import json_option, lang_option, set_option
from nmsim.errors import InputError, unknown
from nmsim.words import LANGS, Lang, listed, say

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from nmsim.policies import Policy
    from nmsim.rules import Rules
    from nmsim.stats.registry import Statistic

Found = TypeVar("Found")


@click.command(help=say("cli.rules_help"))
@click.argument("preset", default="strict")
@set_option
@json_option
@lang_option
def rules(preset: str, settings: tuple[str, ...], as_json: bool, lang: Lang) -> None:
    from nmsim.reference.hands_file import parse_options
    from nmsim.rules import OPTION_NAMES, differences, remarks

    made = parse_options(";".join([f"preset={preset}", *settings]))
    different = differences(made)
    if as_json:
        click.echo(
            json.dumps({"preset": preset, "options": [_option_facts(made, name) for name in OPTION_NAMES]}, ensure_ascii=False, indent=1)
        )
        return
    click.echo(say("cli.named", name=preset, told=say(f"rules.preset {preset}")) + (f" + {', '.join(settings)}" if settings else ""))
    for name in OPTION_NAMES:
        click.echo(_option_line(_option_facts(made, name), name in different))
    click.echo("\n" + differs_from_strict(made))
    for remark in remarks(made):
        click.echo(remark)


def differs_from_strict(rules: Rules) -> str:
    """One line: the options that differ from `strict`."""
    from nmsim.rules import differences

    told = listed(f"{name} = {_written(value)}" for name, value in differences(rules).items())
    return say("cli.named", name=say("cli.differs"), told=told or say("cli.nothing"))


def _option_facts(rules: Rules, name: str) -> dict[str, Any]:
    from nmsim.rules import Rules, flat_options, meaning, option_field

    field = option_field(name)
    extra: Any = field.json_schema_extra
    return {
        "option": name,
        "value": _plain(flat_options(rules)[name]),
        "default": _plain(flat_options(Rules())[name]),
        "allowed": _allowed(field),
        "source": extra["source"],
        "meaning": meaning(name),
    }


def _allowed(field: FieldInfo) -> str:
    """The values an option may take, in words."""
    from types import NoneType
    from typing import Literal, get_args, get_origin

    from nmsim.rules import PATTERNS

    if field.annotation is bool:
        return listed(("true", "false"))
    if get_origin(field.annotation) is Literal:
        return listed(get_args(field.annotation))
    if field.annotation not in (int, int | None):
        return say("cli.any_of", names=listed(PATTERNS))
    limits = {name: getattr(limit, name) for limit in field.metadata for name in ("ge", "le") if hasattr(limit, name)}
    span = say("cli.span", least=limits["ge"], most=limits["le"])
    return span + (", none" if NoneType in get_args(field.annotation) else "")


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value


def _written(value: Any) -> str:
    """A value as `--set` and hands files write it."""
    if isinstance(value, (list, frozenset)):
        return "+".join(sorted(value)) or "none"
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def _option_line(facts: dict[str, Any], different: bool) -> str:
    mark = "*" if different else " "
    default = say("cli.default", value=_written(facts["default"])) if different else ""
    source = say("cli.source_text") if facts["source"] == "text" else facts["source"]
    told = {"mark": mark, "name": facts["option"], "value": _written(facts["value"]), "source": source, "meaning": facts["meaning"]}
    return say("cli.option", **told, allowed=facts["allowed"], default=default)


@click.command(help=say("cli.policies_help"))
@click.argument("name", required=False)
@json_option
@lang_option
def policies(name: str | None, as_json: bool, lang: Lang) -> None:
    from nmsim.policies import CLAIM_MODES, FEATURES, POLICY_NAMES, Policy, make_policy

    made = [make_policy(each) for each in ([name] if name else POLICY_NAMES)]
    meanings = {
        "fields": {field: say(f"policies.field {field}") for field in Policy.model_fields},
        "features": {feature: say(f"policies.feature {feature}") for feature in FEATURES},
        "modes": {mode: say(f"policies.mode {mode}") for mode in CLAIM_MODES},
    }
    if as_json:
        click.echo(json.dumps({"policies": [policy.model_dump() for policy in made], "meanings": meanings}, ensure_ascii=False, indent=1))
        return
    for policy in made:
        click.echo(say("cli.named", name=policy.name, told=say(f"policies.preset {policy.name}")))
        click.echo(f"  {_policy_line(policy)}\n")
    for kind, told in meanings.items():
        click.echo(say(f"cli.{kind}"))
        for each, meaning in told.items():
            click.echo("  " + say("cli.named", name=each, told=meaning))
        click.echo()


def _policy_line(policy: Policy) -> str:
    """All of a policy that is not nothing, on two lines."""
    values = policy.model_dump(exclude={"name", "weights"})
    weights = {name: weight for name, weight in policy.weights.model_dump().items() if weight}
    fields = " ".join(f"{name}={_written(value)}" for name, value in values.items())
    told = " ".join(f"{name}={weight}" for name, weight in weights.items())
    return f"{fields}\n  " + say("cli.named", name=say("cli.weights"), told=told or say("cli.no_weights"))


@click.command(help=say("cli.columns_help"))
@click.argument("words", nargs=-1)
@json_option
@lang_option
def columns(words: tuple[str, ...], as_json: bool, lang: Lang) -> None:
    from nmsim.outcomes import COLUMNS, HAND_COLUMNS, SEAT_COLUMNS

    named = (
        [(column.name, column) for column in COLUMNS]
        if as_json
        else [(column.name, column) for column in HAND_COLUMNS] + [(f"{column.name}_0 .. _3", column) for column in SEAT_COLUMNS]
    )
    rows = _found(named, words, "column", lambda row: (row[0], row[1].meaning("en"), row[1].meaning("zh")))
    if as_json:
        facts = [{**column._asdict(), "meaning": column.meaning("en"), "zh": column.meaning("zh")} for _, column in rows]
        click.echo(json.dumps(facts, ensure_ascii=False, indent=1))
        return
    width = max(len(name) for name, _ in rows)
    for name, column in rows:
        click.echo(f"{name:<{width}}  {column.dtype:<5}  " + say("cli.named", name=say(f"units.{column.unit}"), told=column.meaning()))
    click.echo("\n" + say("cli.columns_by_seat"))


@click.command(help=say("cli.statistics_help"))
@click.argument("words", nargs=-1)
@json_option
@lang_option
def statistics(words: tuple[str, ...], as_json: bool, lang: Lang) -> None:
    from nmsim.stats.registry import STATISTICS

    def told(one: Statistic) -> tuple[str, ...]:
        return (one.name, *(text for spoken in LANGS for text in (one.label(spoken), one.meaning(spoken))))

    rows = _found(list(STATISTICS.values()), words, "statistic", told)
    if as_json:
        facts = [
            {
                "name": one.name,
                "en": one.label("en"),
                "zh": one.label("zh"),
                "formula": one.formula,
                "unit": one.unit,
                "meaning": one.meaning("en"),
                "meaning_zh": one.meaning("zh"),
            }
            for one in rows
        ]
        click.echo(json.dumps(facts, ensure_ascii=False, indent=1))
        return
    for one in rows:
        label = f"{one.label()} [{say(f'units.{one.unit}')}]"
        click.echo(say("cli.named", name=one.name, told=label) + f"\n  {one.meaning()}\n  {one.formula}")


def _found(rows: Sequence[Found], words: Sequence[str], what: str, told: Callable[[Found], tuple[str, ...]]) -> list[Found]:
    """The rows that hold every word in their name, labels or meaning, in either language, those with it in the name first.

    All of them where no word is given. Raises InputError where none does.
    """
    wanted = [word.casefold() for word in words]
    found = [row for row in rows if all(word in "\n".join(told(row)).casefold() for word in wanted)]
    if not found:
        raise InputError(unknown(what, " ".join(words), [told(row)[0] for row in rows]))
    return sorted(found, key=lambda row: not all(word in told(row)[0].casefold() for word in wanted))
