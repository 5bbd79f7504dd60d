"""How pages of help are laid out: Chinese has no spaces to break lines at, and its characters are two columns wide."""

from __future__ import annotations

import re
from typing import Any
from unicodedata import east_asian_width

import click
from click import formatting

from nmsim.words import language, say

# What stays on one line: a default, a word of Latin letters, or a character, with the punctuation that may not begin or end a line.
_UNIT = re.compile(r"[（【《“]*(?:\[[^\]]{1,40}\]|[!-~]+|\S)[，。；：、？！）】》”]*|[ \t]+")
_wrap_words = formatting.wrap_text


def columns(text: str) -> int:
    """How many columns a text takes at a terminal."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def wrapped(text: str, width: int = 78, initial_indent: str = "", subsequent_indent: str = "", preserve_paragraphs: bool = False) -> str:
    """The text in lines of at most so many columns, as click's `wrap_text`, which knows of words alone."""
    if language() != "zh":
        return _wrap_words(text, width, initial_indent, subsequent_indent, preserve_paragraphs)
    paragraphs = text.split("\n\n") if preserve_paragraphs else [text]
    return "\n\n".join(_lines(" ".join(each.split("\n")), width, initial_indent, subsequent_indent) for each in paragraphs)


def _lines(text: str, width: int, first: str, others: str) -> str:
    lines, line = [], first
    for unit in _UNIT.findall(text):
        if columns(line + unit.rstrip()) > width and line.strip():
            lines.append(line.rstrip())
            line = others + unit.lstrip()
        else:
            line += unit
    return "\n".join([*lines, line.rstrip()])


class Formatter(click.HelpFormatter):
    """Click's pages of help, with headings as the language writes them."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the line of usage."""
        super().write_usage(prog, args, say("click.usage") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """Write a heading."""
        self.write(f"{'':>{self.current_indent}}{say('click.heading', heading=heading)}\n")


def lay_out_help() -> None:
    """Let click wrap and align its pages by columns."""
    replaced: dict[str, Any] = {"wrap_text": wrapped, "term_len": columns}
    for name, mine in replaced.items():
        setattr(formatting, name, mine)
    click.Context.formatter_class = Formatter
