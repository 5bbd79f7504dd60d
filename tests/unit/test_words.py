"""Every text that people read is there in both languages, with the same places, in the glossary's terms."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import iter_modules
from string import Formatter

import pytest

import nmsim.words
from nmsim.words import glossary, listed, say, speaking, words_of
from tests.chinese import english_sentences

AREAS = sorted(module.name for module in iter_modules(nmsim.words.__path__) if module.name != "glossary")
ROOT = Path(__file__).parents[2]


def _places(text: str) -> list[str]:
    """The {places} of a text, each with what is done to its value, sorted."""
    return sorted({name for _, name, _, _ in Formatter().parse(text) if name is not None})


@pytest.mark.parametrize("area", AREAS)
def test_words_have_both_halves_with_the_same_places(area: str) -> None:
    halves = words_of(area)
    assert halves
    different = {name: both for name, both in halves.items() if not all(both) or _places(both[0]) != _places(both[1])}
    assert not different


@pytest.mark.parametrize("area", AREAS)
def test_no_chinese_text_holds_an_english_sentence(area: str) -> None:
    found = {name: sentences for name, (_, zh) in words_of(area).items() if (sentences := english_sentences(zh))}
    assert not found


@pytest.mark.parametrize("area", AREAS)
def test_chinese_is_spaced_as_print_is(area: str) -> None:
    """No space between Chinese and a digit or a value; tiles and rows as people type them are not text."""
    spaced, typed = (
        re.compile("[\u4e00-\u9fff] [0-9{]|[0-9}] [\u4e00-\u9fff]"),
        re.compile("[0-9][万条筒] |[吃碰] [0-9]+|牌型 {shape}|[平自]\\S+1 "),
    )
    found = {name: zh for name, (_, zh) in words_of(area).items() if spaced.search(typed.sub("", zh))}
    assert not found


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_words_keep_to_the_glossary(area: str, lang: str) -> None:
    found = {name: faults for name, both in words_of(area).items() if (faults := glossary.faults(both[lang == "zh"], lang))}
    assert not found


def test_the_glossary_keeps_to_itself() -> None:
    for term in glossary.TERMS:
        assert not glossary.faults(term.en, "en"), term
        assert not glossary.faults(term.zh, "zh"), term


def test_what_the_glossary_avoids_is_found() -> None:
    assert glossary.faults("占被拦的家次", "zh") == ["家次: not a Chinese word", "被拦: a player reads 截胡, another player's win"]
    assert glossary.faults("一家合法，三家牌型", "zh")
    assert glossary.faults("胡最后一张", "zh") and not glossary.faults("摸到最后一张牌", "zh")
    assert glossary.faults("2.3个点", "zh") and not glossary.faults("2.3个百分点、3点炮", "zh")
    assert glossary.faults("complete in shape, but not to be declared", "en")


def test_the_page_of_words_is_written_from_the_glossary() -> None:
    assert (ROOT / "docs" / "words.md").read_text(encoding="utf-8") == glossary.page()


PAGES = sorted(path for folder in (".", "docs", "experiments", "notebooks") for path in (ROOT / folder).glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pages_keep_to_the_glossary_and_say_what_stands_in_brackets(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines() if page.name != "words.md" else []
    chinese = [line for line in lines if len(re.findall("[\u4e00-\u9fff]", line)) > len(line) / 4]
    english = [line for line in lines if line not in chinese]
    for written, lang, said in ((chinese, "zh", "标准误"), (english, "en", "tandard error")):
        text = "\n".join(written)
        assert not glossary.faults(text, lang)
        assert said in text or not re.search(r"\d\.\d+\(\d+\)", text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("规则 strict：三门齐", []),
        ('未知的打法 "no such thing here"（可选：legal, shape, novice）', []),
        ("接着跑：nmsim run experiments/a.toml --seed 5", []),
        ("hands: 至少为1", []),
        ("Show this message and exit.", ["Show this message and exit"]),
        ("种子 out of range", ["out of range"]),
        ("胡牌率 share of hands, per arm", ["share of hands, per arm"]),
        ("sum(won_hands) / sum(hands)", []),
    ],
)
def test_english_sentences_are_found(text: str, found: list[str]) -> None:
    assert english_sentences(text) == found


def test_say_speaks_the_language_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nmsim.words, "words_of", lambda area: {"kept": ("{n} kept", "留下{n}个")})
    with speaking("zh"):
        assert say("run.kept", n=3) == "留下3个"
        assert say("run.kept", "en", n=3) == "3 kept"
        assert listed("ab") == "a、b"
    with speaking("en"):
        assert say("run.kept", n=3) == "3 kept"
        assert listed("ab") == "a, b"


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"NMSIM_LANG": "zh"}, "zh"),
        ({"NMSIM_LANG": "en", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"LC_MESSAGES": "zh_TW.UTF-8", "LANG": "en_US.UTF-8"}, "zh"),
    ],
)
def test_the_environment_chooses_the_language(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], lang: str) -> None:
    for name in ("NMSIM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert nmsim.words.environment_language() == lang
