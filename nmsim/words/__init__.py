"""All words that people read, in English and in Chinese: `say("run.kept")` finds the words `kept` of the area `run`.

An area is a module of this folder that holds one table, `WORDS`: name -> (English, Chinese). Both halves have the same `{places}`.
The language is the one last asked for by `speak`, else that of the environment: `NMSIM_LANG`, or a Chinese locale.
`glossary` holds the terms that all areas keep to.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any, Literal

Lang = Literal["en", "zh"]
LANGS: tuple[Lang, ...] = ("en", "zh")
_spoken: Lang | None = None


def language() -> Lang:
    """The language spoken now."""
    return _spoken or environment_language()


def environment_language() -> Lang:
    """The language that the environment asks for: `NMSIM_LANG`, else Chinese for a Chinese locale, else English."""
    given = os.environ.get("NMSIM_LANG", "")
    if given:
        return "zh" if given.lower().startswith("zh") else "en"
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return "zh" if locale.lower().startswith("zh") else "en"


def speak(lang: Lang | None) -> None:
    """From now on, speak this language; None for the environment's."""
    global _spoken
    _spoken = lang


@contextmanager
def speaking(lang: Lang) -> Iterator[None]:
    """Speak this language inside."""
    before = _spoken
    speak(lang)
    try:
        yield
    finally:
        speak(before)


_ONE = {f"1 {many}": f"1 {one}" for many, one in (("walls", "wall"), ("hands", "hand"), ("matches", "match"), ("workers", "worker"))}
_ONE |= {"1 blocks": "1 block", "1 more groups": "1 more group"}
_OF_ONE = re.compile(rf"(?<![\d.,])(?:{'|'.join(_ONE)})\b")


def say(key: str, /, lang: Lang | None = None, **values: Any) -> str:
    """The words of `area.name` in the language (by default the one spoken), with the values at their places."""
    area, _, name = key.partition(".")
    chinese = (lang or language()) == "zh"
    text = words_of(area)[name][1 if chinese else 0]
    if not values:
        return text
    return text.format(**values) if chinese else _OF_ONE.sub(lambda found: _ONE[found[0]], text.format(**values))


@cache
def words_of(area: str) -> dict[str, tuple[str, str]]:
    """The table of an area: name -> (English, Chinese)."""
    words: dict[str, tuple[str, str]] = import_module(f"nmsim.words.{area}").WORDS
    return words


def listed(parts: Any, lang: Lang | None = None) -> str:
    """The parts as a list: `a, b` or `a、b`."""
    return ("、" if (lang or language()) == "zh" else ", ").join(map(str, parts))
