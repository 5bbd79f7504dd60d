"""Whoever asks in Chinese is answered in Chinese: of hands, files of hands and told hands, and of every fault of what was asked."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import nmsim
from benchmarks.hand_examples import EXAMPLES
from nmsim.cli import main
from nmsim.errors import InputError
from nmsim.notation import read_melds, read_tile
from nmsim.position import Hand, Position
from nmsim.reference import game, hands_file
from nmsim.reference.hands_file import COLUMNS, parse_options
from nmsim.reference.judge import Win
from nmsim.reference.random_numbers import stacked_wall
from nmsim.rules import make_rules
from nmsim.tiles import Meld, parse_tiles
from nmsim.words import speaking
from tests.chinese import english_sentences
from tests.end_to_end.test_hand import BAD_INPUT

ROOT = Path(__file__).parents[2]
GOOD = "123m456m78s234p55s"
MORE = (
    "345678万22345筒东南发",
    '123m456m78s55s1z --melds "pung 888p" --set min_fan=5',
    '234m567m55s78s5p --melds "chow 123p" --set suit_scope=concealed',
    "345m3366s3344p667m",
    "0m1234m78s234p55s9s",
    "123m456m789s2p --melds 555z --set min_fan=2",
    "19m19p19s1234567z --win 1z --set seven_pairs=false",
    "123m456m78s234p55s --win 9s --how rob_concealed_kong",
    "123m456m78s234p55s1z --rollouts 5 --seats legal,shape,legal,legal",
)
COUNTS = np.array([[4, *[0] * 33]] * 2)


def in_chinese(*words: str) -> str:
    result = CliRunner().invoke(main, [*words, "--lang", "zh"], prog_name="nmsim")
    assert result.exit_code in (0, 1, 2)
    return result.stdout if result.exit_code == 0 else result.output


@pytest.mark.parametrize("words", [*(words for _, words in EXAMPLES if "--rollouts" not in words), *MORE])
def test_a_hand_is_told_in_chinese(words: str) -> None:
    assert not english_sentences(in_chinese("hand", *shlex.split(words)))


@pytest.mark.parametrize("words", [words for words, _ in BAD_INPUT if words and "--lang" not in words])
def test_what_is_no_hand_is_refused_in_chinese(words: str) -> None:
    assert not english_sentences(in_chinese("hand", *shlex.split(words)))


@pytest.mark.parametrize(
    "words",
    [
        "--wall 3",
        "--wall 5 --rules open --json",
        "--wall 1000000000000",
        "--wall 1 --match 0 --hand 1",
        "",
        "--wall 1 --arm 3",
        "none --wall 1",
    ],
)
def test_hands_are_told_and_refused_in_chinese(words: str) -> None:
    assert not english_sentences(in_chinese("replay", *shlex.split(words)))


# What a row is made of, and what it is changed to.
CHANGES = [
    ("\tdefault", ""),
    ("9s", "0s"),
    ("9s", "9"),
    ("9s", "99s"),
    ("9s", "x"),
    (GOOD, "m123"),
    ("self_draw", "kong_draw"),
    ("default", "rob_kong"),
    ("default", "rob_kong=off;rob_kong=any"),
    ("\ty\t", "\tyes\t"),
    ("3: ", ""),
    ("平胡1", "平胡"),
    ("平胡1", "自摸1"),
    ("y\t3: 平胡1 自摸1 门清1", "n\t(scored 3)"),
    ("\t-\t", "\tchow 135m\t"),
    ("self_draw", "selfdrew"),
    ("default", "rob_kongs=off"),
    ("default", "rob_kong=of"),
    ("平胡1", "平糊1"),
    ("y\t3: 平胡1 自摸1 门清1", "n\tmissing"),
    ("\t-\t", "\tpunk 135m\t"),
]
RIGHT = f"A1\t{GOOD}\t-\t9s\tself_draw\tdefault\ty\t3: 平胡1 自摸1 门清1\t"


def judged(tmp_path: Path, *rows: str) -> str:
    file = tmp_path / "hands.tsv"
    file.write_text("\n".join(["\t".join(COLUMNS), *rows]), encoding="utf-8")
    told = in_chinese("check-hands", str(file))
    assert told
    return told.replace(str(file), "file")


def test_files_of_hands_are_judged_in_chinese(tmp_path: Path) -> None:
    bad = [RIGHT.replace(*change) for change in CHANGES]
    for rows in ([RIGHT], [RIGHT.replace("3: ", "4: ")], bad, [], ["a\tb"]):
        assert not english_sentences(judged(tmp_path, *rows))
    for path in (tmp_path / "none.tsv", tmp_path):
        with pytest.raises(InputError) as caught, speaking("zh"):
            hands_file.read_hands(path)
        assert "没有" in str(caught.value) or "不能读" in str(caught.value)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: nmsim.distance(np.array([[-1, *[0] * 33]])),
        lambda: nmsim.distance([-1, *[0] * 33]),
        lambda: nmsim.distance(np.zeros((2, 35), int)),
        lambda: nmsim.distance(COUNTS),
        lambda: nmsim.distance(COUNTS * 9),
        lambda: nmsim.distance(COUNTS * 0.5),
        lambda: nmsim.distance([[1] * 34, [1]]),  # type: ignore[list-item]
        lambda: nmsim.distance([34] * 13),
        lambda: nmsim.distance(COUNTS, [[], [], []]),
        lambda: nmsim.distance("", "1m" * 3 + ";222m;333m;444m;555m"),
        lambda: nmsim.distance("123m", [3]),  # type: ignore[list-item]
        lambda: nmsim.distance("123m", None),  # type: ignore[arg-type]
        lambda: nmsim.distance("123m", [Meld(0, 8)]),
        lambda: nmsim.distance(None),  # type: ignore[arg-type]
        lambda: nmsim.distance(Hand.read(GOOD), "pung 888p"),
        lambda: nmsim.check_win("strict", GOOD, (), 34),
        lambda: nmsim.check_win("strict", GOOD, (), 2.0),  # type: ignore[call-overload]
        lambda: nmsim.check_win("strict", GOOD, (), "9s", 5),  # type: ignore[call-overload]
        lambda: nmsim.check_win("strict", GOOD, (), "9s", Win(heavenly=True)),
        lambda: nmsim.check_win("strict", COUNTS, (), [3, 77]),
        lambda: nmsim.check_win("strict", COUNTS, (), [3]),
        lambda: nmsim.check_win("strict", COUNTS, (), "9s", ["discard"]),
        lambda: nmsim.score("strict", COUNTS, (), "9s"),
        lambda: nmsim.score("strict", GOOD, (), "1m"),
        lambda: nmsim.score("strict", "1m", (), "1m"),
        lambda: nmsim.score("strict", [0] * 4 + [5] * 9, (), "1m"),
        lambda: Position(Hand.read(f"{GOOD}9s").counts, dealer=7),
        lambda: Hand((0,) * 33, (), (77,)),
        lambda: parse_options("rob_kong"),
        lambda: parse_tiles("12"),
        lambda: read_tile("12m"),
        lambda: read_melds("chow 9m"),
        lambda: game.play(make_rules(), [], [0] * 136, 1, 1),
        lambda: stacked_wall(1, 1, {200: 1}),
        lambda: stacked_wall(1, 1, {0: 1, 1: 1, 2: 1, 3: 1, 4: 1}),
    ],
)
def test_every_fault_is_told_in_chinese(ask: Callable[[], Any]) -> None:
    with pytest.raises(InputError) as caught, speaking("zh"):
        ask()
    assert not english_sentences(str(caught.value)), str(caught.value)


@pytest.mark.parametrize("command", ["hand", "replay", "check-hands"])
def test_help_is_in_chinese_where_the_environment_is(command: str) -> None:
    import os
    import subprocess
    import sys

    words = [sys.executable, "-m", "nmsim", command, "--help"]
    told = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "NMSIM_LANG": "zh"}, check=True).stdout
    assert not english_sentences(told)
