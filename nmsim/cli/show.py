"""Commands that print what exists: rules, policies, columns, statistics. All text comes from where these are declared."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from nmsim.cli import json_option, lang_option
from nmsim.words import Lang, say

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from nmsim.policies import Policy
    from nmsim.rules import Rules


@click.command()
@click.argument("preset", default="strict")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Change an option; may be repeated. Sets are joined by +.")
@json_option
@lang_option
def rules(preset: str, settings: tuple[str, ...], as_json: bool, lang: str) -> None:
    """Print a rule set: each option, its meaning, default and source, and what differs from `strict`.

    PRESET is strict (the default), example, open or dongbei.
    """
    from nmsim.reference.hands_file import parse_options
    from nmsim.rules import OPTION_NAMES, PRESET_MEANINGS, differences

    made = parse_options(";".join([f"preset={preset}", *settings]))
    different = differences(made)
    if as_json:
        click.echo(
            json.dumps({"preset": preset, "options": [_option_facts(made, name) for name in OPTION_NAMES]}, ensure_ascii=False, indent=1)
        )
        return
    english, chinese = PRESET_MEANINGS[preset]
    title = f"{preset}: {chinese if lang == 'zh' else english}"
    click.echo(title + (f" + {', '.join(settings)}" if settings else ""))
    for name in OPTION_NAMES:
        click.echo(_option_line(_option_facts(made, name), lang, name in different))
    heading = {"en": "differs from strict", "zh": "与 strict 不同"}[lang]
    told = ", ".join(f"{name} = {_written(value)}" for name, value in different.items())
    click.echo(f"\n{heading}: {told or ('nothing' if lang == 'en' else '无')}")


def _option_facts(rules: Rules, name: str) -> dict[str, Any]:
    from nmsim.rules import Rules, flat_options, option_field

    field = option_field(name)
    extra: Any = field.json_schema_extra
    return {
        "option": name,
        "value": _plain(flat_options(rules)[name]),
        "default": _plain(flat_options(Rules())[name]),
        "allowed": _allowed(field),
        "source": extra["source"],
        "meaning": field.description,
        "zh": extra["zh"],
    }


def _allowed(field: FieldInfo) -> str:
    """The values an option may take, in words."""
    from types import NoneType
    from typing import Literal, get_args, get_origin

    from nmsim.rules import PATTERNS

    if field.annotation is bool:
        return "true, false"
    if get_origin(field.annotation) is Literal:
        return ", ".join(get_args(field.annotation))
    if field.annotation not in (int, int | None):
        return "any of " + ", ".join(PATTERNS)
    limits = {name: getattr(limit, name) for limit in field.metadata for name in ("ge", "le") if hasattr(limit, name)}
    return f"{limits['ge']} to {limits['le']}" + (", none" if NoneType in get_args(field.annotation) else "")


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value


def _written(value: Any) -> str:
    """A value as `--set` and hands files write it."""
    if isinstance(value, (list, frozenset)):
        return "+".join(sorted(value)) or "none"
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def _option_line(facts: dict[str, Any], lang: str, different: bool) -> str:
    mark = "*" if different else " "
    meaning = facts["zh"] + "：" + facts["meaning"] if lang == "zh" else facts["meaning"]
    default = f"; default {_written(facts['default'])}" if different else ""
    return f"{mark} {facts['option']} = {_written(facts['value'])}  [{facts['source']}] {meaning} ({facts['allowed']}{default})"


@click.command()
@json_option
@lang_option
def policies(as_json: bool, lang: str) -> None:
    """Print the policies and what every number in them means."""
    from nmsim.policies import CLAIM_MODE_MEANINGS, FEATURES, POLICY_MEANINGS, POLICY_NAMES, make_policy

    made = [make_policy(name) for name in POLICY_NAMES]
    if as_json:
        meanings = {"fields": _field_meanings(), "features": FEATURES, "modes": CLAIM_MODE_MEANINGS}
        click.echo(json.dumps({"policies": [policy.model_dump() for policy in made], "meanings": meanings}, ensure_ascii=False, indent=1))
        return
    for policy in made:
        english, chinese = POLICY_MEANINGS[policy.name]
        click.echo(f"{policy.name}: {chinese if lang == 'zh' else english}")
        click.echo(f"  {_policy_line(policy)}\n")
    _print_meanings("fields", _field_meanings())
    _print_meanings("features of a discard (its score is the sum of weight x feature)", FEATURES)
    _print_meanings("modes of chow, pung and kongs", CLAIM_MODE_MEANINGS)


def _print_meanings(heading: str, meanings: dict[str, str]) -> None:
    click.echo(heading)
    for name, meaning in meanings.items():
        click.echo(f"  {name}: {meaning}")
    click.echo()


def _field_meanings() -> dict[str, str]:
    from nmsim.policies import Policy

    return {name: field.description or "" for name, field in Policy.model_fields.items()}


def _policy_line(policy: Policy) -> str:
    """All of a policy that is not nothing, on one line."""
    values = policy.model_dump(exclude={"name", "weights"})
    weights = {name: weight for name, weight in policy.weights.model_dump().items() if weight}
    fields = " ".join(f"{name}={_written(value)}" for name, value in values.items())
    return f"{fields}\n  weights: " + (
        " ".join(f"{name}={weight}" for name, weight in weights.items()) or "none (every discard is as good)"
    )


@click.command()
@json_option
def columns(as_json: bool) -> None:
    """Print the columns of an outcome row: name, type, unit and meaning."""
    from nmsim.outcomes import COLUMNS, HAND_COLUMNS, SEAT_COLUMNS

    if as_json:
        facts = [{**column._asdict(), "meaning": column.meaning("en"), "zh": column.meaning("zh")} for column in COLUMNS]
        click.echo(json.dumps(facts, ensure_ascii=False, indent=1))
        return
    rows = [(column.name, column) for column in HAND_COLUMNS] + [(f"{column.name}_0 .. _3", column) for column in SEAT_COLUMNS]
    width = max(len(name) for name, _ in rows)
    for name, column in rows:
        click.echo(f"{name:<{width}}  {column.dtype:<5}  {say(f'units.{column.unit}')}: {column.meaning()}")


@click.command()
@json_option
@lang_option
def statistics(as_json: bool, lang: Lang) -> None:
    """Print the statistics that summaries hold: name, formula, unit and meaning."""
    from nmsim.stats.registry import STATISTICS

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
            for one in STATISTICS.values()
        ]
        click.echo(json.dumps(facts, ensure_ascii=False, indent=1))
        return
    for one in STATISTICS.values():
        click.echo(f"{one.name}: {one.label(lang)} [{say(f'units.{one.unit}', lang)}]\n  {one.meaning(lang)}\n  {one.formula}")
