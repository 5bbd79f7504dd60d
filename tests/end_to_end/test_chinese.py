"""Every command, its help and its faults in Chinese: no English sentence is left. The environment alone chooses the language."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
import pytest

import nmsim
from nmsim.cli import _COMMANDS
from nmsim.figures import picture
from nmsim.stats import statistic
from nmsim.words import speaking
from tests.chinese import english_sentences

ROOT = Path(__file__).parents[2]
EXPERIMENT = """
title = { en = "Words", zh = "文字" }
question = { en = "Is all of it Chinese?", zh = "全是中文吗？" }
walls = 30
seed = 7
charts = ["endings"]
[[arms]]
name = "open"
label = { en = "no condition", zh = "无条件" }
rules = { preset = "open" }
[[arms]]
name = "strict"
label = { en = "both", zh = "两个条件" }
"""
FAULTS = EXPERIMENT.replace('"open"', '"opne"').replace("walls = 30", "walls = 0\nwals = 3") + 'seats = ["legal", "leagl"]\n'
HELP = [(*command, "--help") for command in ((), *((name,) for name in _COMMANDS))]
PLAIN: list[tuple[str, ...]] = [
    ("rules",),
    ("rules", "example", "--set", "fan_cap=6"),
    ("policies",),
    ("statistics",),
    ("statistics", "points"),
    ("columns",),
    ("exact",),
    ("exact", "--rules", "open"),
    ("selftest", "-v"),
    ("check-hands", "tests/cases/hands.tsv"),
    ("run", "{folder}/words.toml", "--out", "{folder}/out", "--jobs", "1"),
    ("run", "{folder}/words.toml", "--out", "{folder}/out", "--jobs", "1"),
    ("run", "{folder}/words.toml", "--forecast"),
    ("replay", "{folder}/out", "--arm", "strict", "--wall", "3"),
    ("replay", "--seats", "legal,shape,legal,shape", "--seed", "5", "--wall", "7"),
    ("hand", "234456m66234p78s"),
    ("hand", "123m456m78s55s1z", "--melds", "pung 888p"),
    ("hand", "345m3366s3344p667m"),
    ("hand", "19m19p19s1234567z"),
    ("hand", "123m456p789s11234z", "--rollouts", "20"),
    ("hand", "123456789m11p23s", "--win", "1s", "--how", "discard"),
]
WRONG: list[tuple[str, ...]] = [
    (),
    ("rnu",),
    ("run",),
    ("run", "{folder}/nothing.toml"),
    ("run", "{folder}/faults.toml"),
    ("run", "{folder}/words.toml", "--hands", "0"),
    ("run", "{folder}/words.toml", "--hands", "many"),
    ("run", "{folder}/words.toml", "--hands", "5", "--walls", "5"),
    ("run", "{folder}/words.toml", "--jobs", "-3"),
    ("run", "{folder}/words.toml", "--backend", "threds"),
    ("run", "{folder}/words.toml", "--out", " "),
    ("run", "{folder}/words.toml", "--seed", "8", "--out", "{folder}/out"),
    ("run", "{folder}/words.toml", "--color"),
    ("run", "{folder}/words.toml", "--forecast", "--hands", "0"),
    ("new", "no plain name"),
    ("rules", "strickt"),
    ("rules", "--set", "suit_rule=some"),
    ("rules", "--set", "nonsense"),
    ("rules", "--lang", "fr"),
    ("statistics", "no_such_thing"),
    ("columns", "no_such_thing"),
    ("exact", "--rules", "opne"),
    ("check-hands", "{folder}/nothing.tsv"),
    ("check-hands", "{folder}/words.toml"),
    ("replay", "{folder}/nothing", "--wall", "1"),
    ("replay", "{folder}/out", "--arm", "stirct", "--wall", "3"),
    ("replay", "{folder}/out", "--arm", "strict", "--wall", "300000"),
    ("replay", "--seats", "legal,shape", "--wall", "1"),
    ("hand", "123"),
    ("hand", "12345m"),
    ("hand", "11111m234p567s99p"),
    ("hand", "123m456p789s1123q"),
    ("hand", "123m456p789s1123z", "--win", "99z"),
    ("hand", "123m456p789s1123z", "--melds", "pong 888p"),
    ("hand", "123m456p789s11234z", "--rollouts", "-1"),
    ("hand", "123456789m11p23s", "--win", "1s", "--how", "luck"),
]
ALL = [*HELP, *PLAIN, *WRONG]
# Runs every command in one process, whose environment was set before anything was imported.
SCRIPT = """if True:
    import json, sys
    from click.testing import CliRunner
    from nmsim.cli import main
    done = []
    for words in json.loads(sys.argv[1]):
        result = CliRunner().invoke(main, words, prog_name="nmsim")
        fault = "" if result.exception is None or isinstance(result.exception, SystemExit) else repr(result.exception)
        done.append((words, result.exit_code, result.stdout, result.stderr, fault))
    print(json.dumps(done))"""


class Said(NamedTuple):
    """What a command said."""

    words: list[str]
    code: int
    out: str
    err: str
    fault: str


def said_in(environment: dict[str, str], commands: list[list[str]]) -> list[Said]:
    """The commands one after another in a process of that environment, which has no other word about language."""
    plain = {name: value for name, value in os.environ.items() if name not in ("NMSIM_LANG", "LC_ALL", "LC_MESSAGES", "LANG")}
    asked = [sys.executable, "-c", SCRIPT, json.dumps(commands)]
    done = subprocess.run(
        asked, capture_output=True, text=True, encoding="utf-8", check=True, cwd=ROOT, env={**plain, "PYTHONUTF8": "1", **environment}
    )
    return [Said(*each) for each in json.loads(done.stdout)]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], Said]:
    """Every command's answer, where `NMSIM_LANG` asks for Chinese."""
    folder = tmp_path_factory.mktemp("chinese")
    (folder / "words.toml").write_text(EXPERIMENT, encoding="utf-8")
    (folder / "faults.toml").write_text(FAULTS, encoding="utf-8")
    commands = [[word.format(folder=folder) for word in words] for words in ALL]
    return dict(zip(ALL, said_in({"NMSIM_LANG": "zh"}, commands), strict=True))


def _id(words: tuple[str, ...]) -> str:
    return " ".join(words).replace("{folder}/", "") or "nothing"


@pytest.mark.parametrize("words", list(dict.fromkeys(ALL)), ids=_id)
def test_every_command_speaks_chinese(answers: dict[tuple[str, ...], Said], words: tuple[str, ...]) -> None:
    said = answers[words]
    assert not said.fault
    assert said.code == (2 if words in WRONG else 0), said.err
    text = said.out + said.err
    assert any("\u4e00" <= char <= "\u9fff" for char in text)
    assert english_sentences(text) == []
    assert not re.findall("[\u4e00-\u9fff][\"']?[,:;?!.](?![0-9a-z])|[,;?!] ?[\u4e00-\u9fff]|[\u4e00-\u9fff] ?\\(|\\)[\u4e00-\u9fff]", text)


def test_help_in_chinese_keeps_words_whole_and_within_the_width(answers: dict[tuple[str, ...], Said]) -> None:
    from nmsim.cli.layout import columns

    page = answers["hand", "--help"].out
    assert "、last_discard、" in page and "、first_draw、" in page
    assert max(map(columns, page.splitlines())) <= 80
    assert not [line for line in page.splitlines() if line.strip()[:1] in tuple("，。；：、）")]
    starts = {columns(line[: line.index(words)]) for line in page.splitlines() for words in ("预设规则。", "每种打法在") if words in line}
    assert len(starts) == 1


@pytest.mark.parametrize("words", [words for words in PLAIN if words[0] == "replay"], ids=_id)
def test_the_place_and_the_seats_of_a_hand_are_told_in_chinese(answers: dict[tuple[str, ...], Said], words: tuple[str, ...]) -> None:
    place, seats, *_ = answers[words].out.splitlines()
    assert not re.search("[A-Za-z]", place + seats)
    assert "副牌、" in place and "看条件" in seats


def test_the_source_of_a_rule_is_told_in_chinese(answers: dict[tuple[str, ...], Said]) -> None:
    assert "[原文]" in answers["rules",].out and "[text]" not in answers["rules",].out


def test_the_version_is_told_in_the_language_asked_for() -> None:
    chinese, english = said_in({}, [["--version", "--lang", "zh"], ["--version"]])
    assert "版本" in chinese.out and "version" in english.out


@pytest.mark.parametrize(
    ("environment", "chinese"),
    [
        ({"LANG": "zh_CN.UTF-8"}, True),
        ({"LC_ALL": "zh_CN.UTF-8", "LANG": "en_US.UTF-8"}, True),
        ({"LANG": "en_US.UTF-8"}, False),
        ({"NMSIM_LANG": "en", "LANG": "zh_CN.UTF-8"}, False),
        ({}, False),
    ],
)
def test_the_environment_chooses(environment: dict[str, str], chinese: bool) -> None:
    for said in said_in(environment, [["columns"], ["rules", "strickt"]]):
        assert bool(english_sentences(said.out + said.err)) != chinese


PYTHON: dict[str, Callable[[], Any]] = {
    "rules": lambda: nmsim.make_rules("strickt"),
    "option": lambda: nmsim.make_rules("strict", {"suit_rul": "off", "fan_cap": 0}),
    "policy": lambda: nmsim.make_policy("leagl"),
    "weights": lambda: nmsim.make_policy({"base": "legal", "weights": {"nothing": 1}, "mistakes": -1}),
    "simulate": lambda: nmsim.simulate(seats=["legal"] * 3, walls=0, seed=-1),
    "deal": lambda: nmsim.simulate(deal="Private", walls=1),  # type: ignore[arg-type]
    "start": lambda: nmsim.simulate(start=((99,),), walls=1),
    "load": lambda: nmsim.load("no/such/folder"),
    "by": lambda: nmsim.simulate(walls=1).to_pandas(by="player"),  # type: ignore[arg-type]
    "summarize": lambda: nmsim.summarize(nmsim.simulate(walls=1).to_pandas()[["arm", "wall"]]),
    "distance": lambda: nmsim.distance("123"),
    "accepting": lambda: nmsim.accepting("12345678m"),
    "check_win": lambda: nmsim.check_win("strict", "234m567m55s78s", "chow 123p", "9s", "tianhu"),
    "score": lambda: nmsim.score("strict", "234m567m55s78s", "chow 123p", "9q"),
    "compare_discards": lambda: nmsim.compare_discards("123m456p789s1123z"),
    "exact_odds": lambda: nmsim.exact_odds("opne"),
    "statistic": lambda: statistic("drow"),
    "chart": lambda: picture("refusal", pd.DataFrame(), None),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("call", [pytest.param(call, id=name) for name, call in PYTHON.items()])
def test_every_function_refuses_in_chinese(call: Callable[[], Any]) -> None:
    with speaking("zh"), pytest.raises(nmsim.InputError) as refused:
        call()
    assert any("\u4e00" <= char <= "\u9fff" for char in str(refused.value))
    assert english_sentences(str(refused.value)) == []


def test_an_option_overrules_the_environment() -> None:
    (said,) = said_in({"NMSIM_LANG": "zh"}, [["statistics", "--lang", "en"]])
    assert english_sentences(said.out)
