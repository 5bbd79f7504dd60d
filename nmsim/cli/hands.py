"""Commands about single hands: judging a file of them, and telling one turn by turn."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from nmsim.cli import json_option


@click.command("check-hands")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def check_hands(file: Path, as_json: bool) -> None:
    """Judge a file of hands and print the rows that differ.

    Exits with 1 if any row differs, 2 if the file cannot be used.
    """
    from nmsim.reference.hands_file import check_hands as judged

    count, differing = judged(file)
    if as_json:
        import json

        click.echo(json.dumps({"rows": count, "differing": [row._asdict() for row in differing]}, ensure_ascii=False))
    else:
        for row in differing:
            click.echo(f"{file}:{row.line}: {row.name}: expected {row.expected}; got {row.got}")
        click.echo(f"{count} rows, {len(differing)} differ")
    if differing:
        sys.exit(1)
