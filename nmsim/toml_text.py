"""TOML text read, and what is wrong with text that is not TOML: where, which character, and what to write instead."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from nmsim.errors import InputError
from nmsim.words import say

# What tomllib says of text that is not TOML, by how its message begins.
_NOT_TOML = {
    "Invalid value": "value",
    "Expected '='": "equals",
    "Cannot overwrite": "twice",
    "Cannot declare": "twice",
    "Expected newline": "rest",
    "Expected ']": "open",
    "Expected \"'": "open",
    "Unclosed": "open",
    "Unterminated": "open",
    "Illegal character": "open",
    "Invalid initial character": "key",
    "Invalid statement": "statement",
}
# Characters of Chinese keyboards, and what TOML has in their place; of the full-width forms of ASCII, ASCII itself.
_INSTEAD = {
    **dict.fromkeys("“”„‟「」『』", '"'),
    **dict.fromkeys("‘’‚‛", "'"),
    **dict.fromkeys("、，﹑", ","),
    **dict.fromkeys("【〔", "["),
    **dict.fromkeys("】〕", "]"),
    **dict.fromkeys("：﹕", "="),
    **dict.fromkeys("。．·", "."),
    **dict.fromkeys("—–−", "-"),
    **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) not in "，：；．"},
}
_SPACES = "\u3000\u00a0\u2002\u2003\u2009\u200b\ufeff"
_ENDS = "；;"
# Text in quotes and remarks, where any character may stand; a quote that is not closed ends with its line.
_SET_APART = re.compile(r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*("?)|\'[^\'\n]*(\'?)|#[^\n]*', re.DOTALL)
_CURLY = re.compile("[“”‘’]")
_PYTHON = re.compile(r"(True|TRUE|False|FALSE)\b")


def read_toml(text: str) -> dict[str, Any]:
    """The table in a TOML text. Raises InputError with one line for text that is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(_not_toml(str(error), text)) from None


def _not_toml(message: str, text: str) -> str:
    lines = text.splitlines() or [""]
    found = re.search(r"line (\d+), column (\d+)", message)
    line, column = (int(found[1]), int(found[2])) if found else (len(lines), len(lines[-1]) + 1)
    reason = next((name for start, name in _NOT_TOML.items() if message.startswith(start)), "other")
    why = say(f"experiment.toml {reason}")
    at = _foreign(text)
    if at is not None and text.count("\n", 0, at) < line:
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        why = _instead(text[at:])
    elif reason == "value" and (python := _PYTHON.match(lines[line - 1], column - 1)):
        why = say("experiment.toml truth", given=python[1], meant=python[1].lower())
    there = lines[min(line, len(lines)) - 1].strip()
    return say("experiment.not_toml", line=line, column=column, why=why, text=there)


def _foreign(text: str) -> int | None:
    """Where the first character stands that TOML knows in quotes and remarks only; a quote that such a one should close is not closed."""
    outside = 0
    for apart in [*_SET_APART.finditer(text), None]:
        end = apart.start() if apart else len(text)
        found = re.compile("[^\x00-\x7f]|;").search(text, outside, end)
        if found:
            return found.start()
        if apart is None:
            return None
        if apart[0][0] in "\"'" and (len(apart[0]) == 1 or apart[0][-1] != apart[0][0]):
            return _unpaired(text, text.rfind("\n", 0, apart.start()) + 1, apart.end())
        outside = apart.end()
    return None


def _unpaired(text: str, start: int, end: int) -> int | None:
    """Where a curly quote stands that was meant to close or open text, in a line whose quotes do not match."""
    line = text[start:end]
    if line.count("“") == line.count("”") and line.count("‘") == line.count("’"):
        return None
    found = _CURLY.search(line)
    return start + found.start() if found else None


def _instead(rest: str) -> str:
    """What to write instead of the character that `rest` begins with."""
    char = rest[0]
    if char in _SPACES:
        return say("experiment.toml space", code=f"U+{ord(char):04X}")
    if char in _ENDS:
        return say("experiment.toml end", given=char)
    if char in _INSTEAD:
        return say("experiment.toml instead", given=char, meant=_INSTEAD[char])
    word = re.match(r"[^\x00-\x7f]+", rest)
    return say("experiment.toml words", given=word[0] if word else char)
