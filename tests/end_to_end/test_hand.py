"""`nmsim hand` as a player meets it: what is said of a hand, in both languages and as JSON, and of input that is no hand."""

from __future__ import annotations

import json
import os
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks.hand_examples import EXAMPLES, shown
from nmsim.advice import Advice
from nmsim.cli import main
from nmsim.cli.hand_text import told, width
from nmsim.notation import read_tile
from nmsim.policies import make_policy
from nmsim.position import Hand
from nmsim.reference.choices import score_discard
from nmsim.reference.judge import HOW_WON, check_win
from nmsim.rules import make_rules
from nmsim.tiles import KINDS, count_kinds, parse_tiles
from tests.unit.random_hands import fits, random_complete_hand, random_hand, random_rules

ROOT = Path(__file__).parents[2]
QUICK = [(title, words) for title, words in EXAMPLES if "--rollouts" not in words]


def ask(words: str, *more: str) -> str:
    result = CliRunner().invoke(main, ["hand", *shlex.split(words), *more], prog_name="nmsim", catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def facts(words: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(ask(words, "--json"))
    return told


BAD_INPUT: list[tuple[str, str]] = [
    ("", "Missing argument"),
    ("123x", '"x" (character 4 of "123x") cannot be read'),
    ("1111m2222p3333s11z --seen 1m", "seen: with hand and melds there are 5 of 1m"),
    ("11111m234p567s88s", "hand: holds 1m 5 times; there are four of each kind"),
    ('555m123p456s7z --melds "pung 555m"', "hand: holds 5m 6 times, 3 of them in melds"),
    ("123456789m123p456s", "hand: has 15 concealed tiles; beside 0 meld(s) there should be 13 or 14 with the drawn one"),
    ("123456789m123p", "hand: has 12 concealed tiles"),
    ("123456789m1234p --melds 888p", "beside 1 meld(s) there should be 10 or 11"),
    ("123m456m78s234p55s1z --win 9s", "--win: 9s is not among the 14 tiles given"),
    ("1111m23m456p789s2z --win 1m", "hand: holds 1m 5 times"),
    ("123m456m78s234p55s --win 99s", 'tile: "99s" should be one tile'),
    ("123m456m78s234p55s --win 9s --how selfdrew", 'unknown way of winning "selfdrew", did you mean "self_draw"?'),
    ("123m456m78s234p55s --how discard", "--how: discard is given, and no tile to win with"),
    ("123m456m78s234p55s --rules strikt", 'unknown preset "strikt", did you mean "strict"?'),
    ("123m456m78s234p55s --set fan_capp=3", 'unknown option "fan_capp", did you mean "fan_cap"?'),
    ("123m456m78s234p55s --melds punk", 'unknown meld "punk", did you mean "pung"?'),
    ("123m456m78s234p55s --dragons riichy", 'unknown order of dragons "riichy", did you mean "riichi"?'),
    ("123m456m78s234p55s --seed 3", "--seed: only --rollouts plays hands out"),
    ("123m456m78s234p55s --rollouts 10", "--rollouts: compares discards, and here is none to make"),
    ("123m456m78s234p551s --rollouts 0", "rollouts: 0 is out of range (at least 1)"),
    ("123m456m78s234p551s --rollouts 99999999999999999999", "rollouts: 99999999999999999999 is out of range"),
    ("123m456m78s234p551s --seats shape,legal,legal,legal --dealer next", "--seats, --dealer: only --rollouts plays hands out"),
    ("123m456m78s234p551s --rollouts 2 --seats legal", "seats: 1 "),
    ('1m --melds "111p;222p;333p;444p;555p"', "melds: 5 are given; a hand has at most 4"),
    ("123m456m78s5s --melds 888p;;", 'melds: "888p;;" has nothing on one side of a ";"'),
    ("123m456m78s5s --melds 杠8筒", 'meld: "杠8筒" does not say which kong it is'),
    ("x" * 5000, f'tiles: "x" (character 1 of "{"x" * 60}…") cannot be read'),
    ("123m456m789s55s --melds 888p --how tianhu", "tianhu cannot have happened: it comes before any meld (given: pung 888p)"),
    ("123m456m789s55s --melds 888p --how dihu", "dihu cannot have happened: it comes before any meld"),
    ("123m456m789s55s --melds 888p --how first_draw", "first_draw cannot have happened: it comes before any meld"),
    (
        "123m456m789s55s --melds 888p --how kong_draw",
        "it needs a kong among the melds (given: pung 888p)",
    ),
    (
        "123m456m789s88p55s --how kong_draw_last --win 9s",
        "it needs a kong among the melds (given: none)",
    ),
    ('123m456m789s55s --melds "明杠8p" --how tianhu_kong_draw', "needs melds that are all concealed kongs (given: open kong 8888p)"),
    ("123m456m789s234p55s --how tianhu --seen 1z", "tianhu cannot have happened: it comes before any other discard (seen: 1 tiles)"),
    (
        "123m456m789s234p55s --how rob_kong",
        "the robbed tile is one of four that another holds; the hand has 2 of them",
    ),
    ("123m456m78s234p55s --lang fr", "fr"),
]


@pytest.mark.parametrize(("words", "said"), BAD_INPUT)
def test_input_that_is_no_hand_is_one_line(words: str, said: str) -> None:
    result = CliRunner().invoke(main, ["hand", *shlex.split(words)], prog_name="nmsim")
    assert result.exit_code == 2, result.output
    assert said in result.stderr
    assert result.stderr.count("\n") == 1 and result.stdout == ""


@pytest.mark.parametrize(
    ("words", "legal", "fan"),
    [
        ("123m456m78s234p55s --win 9s", True, 3),
        ("123m456m789s234p55s --win 9s", True, 3),
        ('123m456m78s55s --melds "pung 888p" --win 9s --how discard', True, 1),
        ("1112345678999m --win 5m --how discard", False, 5),
        ("1112345678999m --win 5m --how discard --rules example", True, 5),
        ("W1W1W3W3T5T5T7T7B2B2B9B9F4F4", True, 5),
        ("19m19p19s12345677z --set thirteen_orphans=true", True, 13),
        ('23m456m55s234p --melds "chow 789s" --win 1m --how rob_kong --set rob_kong=off', False, 1),
    ],
)
def test_verdicts(words: str, legal: bool, fan: int) -> None:
    win = facts(words)["win"]
    assert (win["may_win"], win["fan"]) == (legal, fan)
    english, chinese = ask(words), ask(words, "--lang", "zh")
    assert ("may win" in english, "判定        能胡" in chinese) == (legal, legal)
    assert ("may NOT win" in english, "判定        不能胡" in chinese) == (not legal, not legal)


@pytest.mark.parametrize(
    "words", ["2343367m345678s --win 8m --how discard", "1112345678999m", "123m456m78s234p551s --win 1s --set min_fan=9"]
)
def test_reasons_in_chinese_quote_the_rule_text(words: str) -> None:
    rule_text = (ROOT / "docs" / "rule-text-zh.txt").read_text(encoding="utf-8")
    quotes = re.findall("“(.*?)”", ask(words, "--lang", "zh"))
    assert quotes and all(quote in rule_text for quote in quotes)


def test_a_wait_that_the_rules_forbid() -> None:
    told = facts("234456m66234p78s")
    assert (told["shape"], told["legal"], told["wait_form"]) == (0, 0, "two_sided")
    barred, alive = told["waits"]
    assert (barred["tile"], barred["may_win"], barred["self_draw"]["reasons"]) == ("6s", False, ["no_yaojiu_no_258"])
    assert (alive["tile"], alive["may_win"], alive["live"], alive["self_draw"]["fan"], alive["discard"]["fan"]) == ("9s", True, 4, 3, 2)
    assert "不能胡（假听）：没有幺九" in ask("234456m66234p78s", "--lang", "zh")


def test_never_held_back_and_fifth_copies() -> None:
    never = facts('123m5p --melds "111z;222z;333z"')
    assert (never["legal"], never["held_back_by"], never["missing_suits"]) == (None, ["three_suits"], ["s"])
    assert "无法胡" in ask('123m5p --melds "111z;222z;333z"', "--lang", "zh")
    late = facts("234567m345s678p1z")
    assert (late["shape"], late["legal"], late["held_back_by"]) == (0, 1, ["second_condition"])
    assert facts('46m123p789p55s --melds "kong_concealed 5555m"')["fifth_copies"] == ["5m"]


def test_live_tiles_count_own_copies_melds_and_seen_ones() -> None:
    assert facts('46m123p789p55s --melds "pung 555m"')["waits"][0]["live"] == 1
    assert facts('46m123p789p55s --melds "pung 555m" --seen 5m')["waits"][0]["live"] == 0
    assert facts("123m456m78s234p55s --seen 69s")["accepting"]["legal"] == {"tiles": ["6s", "9s"], "live": 6}


@pytest.mark.parametrize("text", ["23456m3345678p9s4z", "234678m345s6677p1s", "123567m11p1245s55z"])
def test_discards_stand_in_the_order_of_the_policy(text: str) -> None:
    kinds = parse_tiles(text)
    hand = Advice(make_rules(), Hand(tuple(count_kinds(kinds))))
    told = [read_tile(discard["tile"]) for discard in facts(text)["discards"]]
    assert sorted(told) == sorted(set(kinds))
    best = max(set(kinds), key=lambda kind: score_discard(hand.view, kind, make_policy("legal")))
    assert told[0] == best


def test_what_a_discard_gives_up() -> None:
    given = {each["tile"]: each["gives_up"] for each in facts("23456m3345678p9s4z")["discards"]}
    assert given["9s"] == ["last_of_suit", "last_yaojiu"] and given["3p"] == ["only_pair"] and given["4z"] == []
    assert facts("234678m345s6677p1s")["shape_choice"] == "1s"
    assert facts("234678m345s6677p1s --rules open")["shape_choice"] is None


def test_payments_follow_the_options() -> None:
    def paid(words: str) -> list[tuple[str, list[int], int]]:
        payments = facts(f"123m456m78s234p55s --win 9s {words}")["win"]["payments"]
        return [(each["winner"], [payer["points"] for payer in each["payers"]], each["total"]) for each in payments]

    assert paid("") == [("any", [3, 3, 3], 9)]
    assert paid("--how discard") == [("any", [2], 2)]
    assert paid("--how discard --set discard_payment=everyone_discarder_double") == [("any", [4, 2, 2], 8)]
    assert paid("--set dealer_multiplier=2") == [("dealer", [6, 6, 6], 18), ("non_dealer", [3, 6, 3], 12)]
    assert paid("--how tianhu --set dealer_multiplier=2") == [("dealer", [16, 16, 16], 48)]
    assert paid("--how dihu --set dealer_multiplier=2") == [("non_dealer", [10], 10)]


def test_dragons_of_riichi_tools() -> None:
    assert facts("123m456m789s234p5z")["concealed"].endswith("5z")
    assert facts("123m456m789s234p5z --dragons riichi")["concealed"].endswith("7z")


@pytest.mark.parametrize(
    ("seed", "english", "chinese"),
    [
        (3, "1z and 1m are not told apart: the difference seen is within its standard error", "两者可能一样好"),
        (1, "1z and 3p are not told apart; if the difference is what it looks like, about ", "如果真实差距就是现在看到的这么多，大约要"),
    ],
)
def test_a_number_of_walls_is_promised_only_if_the_difference_is_what_it_looks_like(seed: int, english: str, chinese: str) -> None:
    asked = f"123456m2399p678s1z --rollouts 40 --seed {seed}"
    assert english in ask(asked)
    assert chinese in ask(asked, "--lang", "zh")


def test_rollouts_stand_beside_the_ranking() -> None:
    told = facts("123456m2399p678s1z --rollouts 20 --seed 3")["rollouts"]
    assert told["walls"] == 20 and told["seed"] == 3
    points = [discard["points"][0] for discard in told["discards"]]
    assert points == sorted(points, reverse=True) and len(points) == 13
    assert told["seats"] == ["legal"] * 4 and told["dealer"] == "self"
    text = ask("123456m2399p678s1z --rollouts 20 --seed 3", "--lang", "zh")
    assert "试打        每种打法在同样的20副牌上打完，种子3，四家都用legal打法，本家坐庄；" in text


def test_rollouts_at_another_table() -> None:
    words = "123456m2399p678s1z --rollouts 20 --seats legal,shape,shape,shape --dealer previous"
    told = facts(words)["rollouts"]
    assert told["seats"] == ["legal", "shape", "shape", "shape"] and told["dealer"] == "previous"
    assert told["discards"] != facts("123456m2399p678s1z --rollouts 20")["rollouts"]["discards"]
    assert "seats legal, shape, shape, shape from the player on, the previous player deals" in ask(words)


@pytest.mark.parametrize(
    ("words", "english", "chinese"),
    [
        ("123m456m789s2p --melds 555z --set min_fan=2", "ready; on 2p it may win by self-draw only", "听牌；2筒只能自摸"),
        ("123m456m789s2p --melds 555z --set min_fan=3", "ready in shape, but no tile may win it: too few fan", "番数不够"),
        ("2233m4455s6677p1z --seen 111z", "ready, but every tile that it waits for is seen already", "死听：要的牌都已现"),
    ],
)
def test_ready_is_said_with_its_limits(words: str, english: str, chinese: str) -> None:
    assert f"Why         {english}\n" in ask(words)
    assert chinese in ask(words, "--lang", "zh").splitlines()[-1]


def test_output_that_cannot_hold_chinese_is_escaped() -> None:
    result = CliRunner(charset="latin-1").invoke(main, ["hand", "123m456m78s234p55s", "--lang", "zh"], catch_exceptions=False)
    assert result.exit_code == 0
    assert "\\u624b\\u724c" in result.stdout


def test_a_closed_output_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Advice(make_rules(), Hand.read("123m456m78s234p55s"))
    monkeypatch.setattr(sys, "stdout", None)
    assert "🀇" in told(hand, "strict", None)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("words", [words for _, words in QUICK], ids=[title for title, _ in QUICK])
def test_the_page_of_examples_is_what_the_command_prints(words: str, lang: str) -> None:
    text = shown(words, lang)
    assert text in (ROOT / "benchmarks" / "hand_examples.md").read_text(encoding="utf-8")
    assert "\x1b" not in text
    assert lang == "zh" or not re.search("[\u4e00-\u9fff]", text)


def test_columns_align_where_characters_are_wide() -> None:
    lines = ask("23456m3345678p9s4z", "--lang", "zh").splitlines()
    header = next(line for line in lines if "打出" in line)
    at = width(header[: header.index("合法进张")])
    for line in lines[lines.index(header) + 1 : lines.index(header) + 1 + KINDS]:
        if line.startswith("  "):
            cut = next(number for number in range(len(line)) if width(line[:number]) == at)
            assert line[cut - 1] == " " and line[cut] != " "


def test_colours_only_where_a_person_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["hand", "123m456m78s234p55s", "--win", "9s"]
    assert "\x1b[" in CliRunner().invoke(main, words, color=True).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in CliRunner().invoke(main, words, color=True).stdout


def test_an_output_without_glyphs_keeps_the_text() -> None:
    words = [sys.executable, "-m", "nmsim", "hand", "123m456m78s234p55s", "--win", "9s"]
    done = subprocess.run(words, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}, check=True)
    assert b"Hand        123456m234p5578s\n" in done.stdout
    assert b"Win on      9s, self-draw\n" in done.stdout


def lines(words: str, label: str) -> list[str]:
    """What stands beside a label in Chinese."""
    told = ask(words, "--lang", "zh").splitlines()
    return [line.removeprefix(label).strip() for line in told if line.startswith(f"{label} ")]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("345678万22345筒东南发", ["缺条："]),
        ("345678万22345筒东南", ["缺条："]),
        ("1112345678999m1z", ["缺条、筒："]),
        ('234567m2255s --melds "chow 123p" --set suit_scope=concealed', ["缺筒（副露不算）："]),
        ('234567m22s --melds "chow 123p; kong_concealed 5p" --set suit_scope=concealed', []),
        ('234567m2255s --melds "chow 123p"', []),
        ("345678万22345筒东南发 --rules open", []),
        ("345678万22345筒东南发 --rules example", ["（混一色、清一色不受此限）"]),
        ("1112345678999m --win 5m", []),  # the verdict says it
    ],
)
def test_a_missing_suit_is_said_first(words: str, said: list[str]) -> None:
    found = lines(words, "缺门")
    assert len(found) == len(said) and all(text in line for text, line in zip(said, found, strict=True))
    if said:
        told = ask(words, "--lang", "zh")
        assert told.index("缺门") < told.index("向听")


SEVEN_PAIRS = "2233m4466p2277s55z --set seven_pairs_jiang="


@pytest.mark.parametrize(
    ("words", "label", "said"),
    [
        ("234m567m678p55z345s --rules dongbei", "条件", "三门齐；有幺九（本规则字牌也算）"),
        ("234m567m678p66s345s --rules dongbei", "条件", "三门齐；没有幺九（本规则字牌也算）"),
        ("234m567m678p66s345s --rules dongbei", "因为", "手中至少有一张幺九牌，字牌也算"),
        ("234m567m678p66s345s --set second_condition=jiang258", "条件", "三门齐；将不是二五八"),
        ("234m567m678p66s345s", "条件", "三门齐；没有幺九，将也不是二五八"),
        ('234m567m66p345s --melds "chow 123p" --set yaojiu_scope=concealed', "条件", "没有幺九（副露不算），将也不是二五八"),
        (SEVEN_PAIRS + "any_pair", "条件", "三门齐；有二五八的对子"),
        (SEVEN_PAIRS + "never", "因为", "没有幺九，而七对不算二五八将（seven_pairs_jiang = never）："),
        (SEVEN_PAIRS + "all_pairs", "因为", "没有幺九，七对也不全是二五八（seven_pairs_jiang = all_pairs）："),
        (SEVEN_PAIRS + "never --set second_condition=both", "因为", "须有二五八将，而七对不算"),
    ],
)
def test_the_second_condition_is_told_as_the_rules_have_it(words: str, label: str, said: str) -> None:
    assert any(said in line for line in lines(words, label))


def test_the_only_honor_is_given_up_where_it_counts() -> None:
    assert "the only 1, 9 or honor" in ask("234m567m678p66s34s5z --rules dongbei")


@pytest.mark.parametrize("joined", ["pure_suit+mixed_suit", "pure_suit,mixed_suit", "[pure_suit, mixed_suit]", "pure_suit、mixed_suit"])
def test_a_set_is_joined_by_a_plus_or_a_comma(joined: str) -> None:
    asked = facts(f'1112345678999m1z --set "suit_exempt={joined}"')
    assert asked["differs_from_strict"] == {"suit_exempt": ["mixed_suit", "pure_suit"]}


def test_the_dealer_may_be_named_in_chinese() -> None:
    assert facts("123456m1235s67p1z9p --rollouts 1 --dealer 下家")["rollouts"]["dealer"] == "next"
    told = CliRunner().invoke(main, ["hand", "123456m1235s67p1z9p", "--rollouts", "x", "--lang", "zh"])
    assert told.exit_code == 2 and "'x'不是整数" in told.output


def test_least_fan_is_honoured_by_waits_discards_and_distance() -> None:
    words = '123m456m78s55s1z --melds "pung 888p" --set min_fan=5'
    told = facts(words)
    best = told["discards"][0]
    assert told["min_fan"] == 5 and (best["tile"], best["legal"], best["none_may_win"]) == ("1z", 0, True)
    assert [(wait["tile"], wait["self_draw"], wait["discard"], wait["reasons"]) for wait in best["waits"]] == [
        ("6s", False, False, ["below_min_fan"]),
        ("9s", False, False, ["below_min_fan"]),
    ]
    english = ask(words)
    assert "legal 0 (ready, but no wait reaches 5 fan)" in english and "8 live" not in english
    assert lines(words, "起胡") == ["5番起胡（min_fan）；向听数和进张都不看番数"]
    assert lines(words, "假听") == ["打东后听69条，但都不能胡：只有2番，不到起胡的5番（min_fan）"]
    waiting = '123m456m78s55s --melds "pung 888p" --set min_fan=5'
    assert "no wait reaches 5 fan" in ask(waiting) and not any(wait["may_win"] for wait in facts(waiting)["waits"])
    drawn_only = facts('123m456m78s55s1z --melds "pung 888p" --set min_fan=2')["discards"][0]
    assert [(wait["self_draw"], wait["discard"]) for wait in drawn_only["waits"]] == [(True, False)] * 2 and not drawn_only["none_may_win"]
    assert "其中69条只能自摸" in lines('123m456m78s55s1z --melds "pung 888p" --set min_fan=2', "听牌")[0]
    assert lines('123m456m78s55s1z --melds "pung 888p" --seen "6666s 9999s"', "死听") == ["打东后听69条，四张都已现"]
    assert lines('123m456m78s55s1z --melds "pung 888p"', "起胡") == []


@pytest.mark.parametrize(
    ("words", "tile", "gives_up"),
    [
        ('234m567m55s78s5p --melds "chow 123p" --set suit_scope=concealed', "5p", ["last_of_suit"]),
        ('234m567m55s78s5p --melds "chow 123p"', "5p", []),
        ('234m567m55s78s5p --melds "kong_concealed 1p" --set suit_scope=concealed', "5p", []),
        ('1m567m55s77788s --melds "chow 123p" --set yaojiu_scope=concealed', "1m", ["last_yaojiu"]),
        ('1m567m55s77788s --melds "chow 123p"', "1m", []),
        ('1m567m55s77788s --melds "kong_concealed 9p" --set yaojiu_scope=concealed', "1m", []),
        ("1z567m55s777s345p66p", "1z", []),
        ("1z567m55s777s345p66p --set honors_satisfy_yaojiu=true", "1z", ["last_yaojiu"]),
        ("1m567m55s777s345p66p --set second_condition=jiang258", "1m", []),
        ("1m567m55s777s345p66p --set second_condition=off", "5s", []),
        ("1m567m55s777s345p66p", "5s", ["only_258_pair"]),
        ('4567m55s77746s --melds "chow 123p"', "5s", []),  # the melded 1 stays
        ('4567m55s77746s --melds "chow 123p" --set second_condition=both', "5s", ["only_258_pair"]),
        ("1112345678999m1p", "1p", ["last_of_suit"]),
        ("1112345678999m1p --rules example", "1p", []),
        ("1112345678999m1p --rules open", "1p", []),
        ("1112345678999m1p --set suit_rule=off", "1p", []),
    ],
)
def test_a_discard_gives_up_what_the_rules_look_for(words: str, tile: str, gives_up: list[str]) -> None:
    told = {each["tile"]: [name for name in each["gives_up"] if name != "legal"] for each in facts(words)["discards"]}
    assert told[tile] == gives_up


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("234m567m345s678p1s1z", "打1条后听东，但都不能胡：没有幺九，将也不是二五八"),
        ("123m456m78s234p55s1z", ""),
        ('234m567m55s78s5p --melds "chow 123p" --set suit_scope=concealed', "打5筒后听69条，但都不能胡：缺筒"),
        ("234567m3455667s1p", "打1筒后听36条，但都不能胡：缺筒；没有幺九，将也不是二五八"),
        ("234456m66234p78s1z", "打东后听69条，其中6条不能胡：没有幺九，将也不是二五八"),
    ],
)
def test_a_discard_that_leaves_a_false_wait_is_told(words: str, said: str) -> None:
    found = lines(words, "假听")
    assert said in found if said else found == []
    for discard in facts(words)["discards"]:
        waits = discard["waits"]
        assert bool(waits) == (discard["shape"] == 0)
        assert discard["none_may_win"] == (bool(waits) and not any(wait["self_draw"] or wait["discard"] for wait in waits))


def test_each_route_has_its_distance() -> None:
    told = facts("345m3366s3344p667m")
    assert told["routes"] == {"four_sets": {"shape": 2, "legal": 3}, "seven_pairs": {"shape": 1, "legal": 1}}
    after = {each["tile"]: each["routes"] for each in told["discards"]}
    assert after["3m"]["seven_pairs"] == {"shape": 1, "legal": 1} and after["3s"]["seven_pairs"]["legal"] == 2
    assert lines("345m3366s3344p667m", "路线") == ["面子手 3（牌型 2）、七对 1"]
    assert "七对 2" in ask("345m3366s3344p667m", "--lang", "zh")
    assert lines("19m19s19p1234567z --set thirteen_orphans=true", "路线")[0].endswith("十三幺 0")
    assert facts('345m3366s667m --melds "pung 888p"')["routes"].keys() == {"four_sets"}
    assert lines('345m3366s667m --melds "pung 888p"', "路线") == []
    assert facts("345m3366s3344p66m --set seven_pairs=false")["routes"].keys() == {"four_sets"}


@pytest.mark.parametrize("seed", range(6))
def test_the_nearest_route_is_the_distance(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    for _ in range(5):
        kinds, melds = random_hand(rng, rng.random() < 0.5)
        advice = Advice(rules, Hand(tuple(count_kinds(kinds)), tuple(melds)))
        assert advice.shape == min(shape for shape, _ in advice.routes.values())
        assert advice.legal == min(legal for _, legal in advice.routes.values())
        assert advice.nearest_routes


@pytest.mark.parametrize("seed", range(12))
def test_what_a_discard_waits_for_is_what_the_judge_allows(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    kinds, melds = random_complete_hand(rng)
    kinds[rng.randrange(len(kinds))] = kinds[0]
    if not fits(kinds, melds):
        kinds, melds = random_complete_hand(rng)
    for discard in Advice(rules, Hand(tuple(count_kinds(kinds)), tuple(melds))).discards:
        left = list(kinds)
        left.remove(discard.kind)
        assert bool(discard.after.waits) == (discard.shape == 0 and bool(discard.after.shape_tiles.kinds))
        for wait in discard.after.waits:
            verdict = check_win(rules, left, melds, wait.kind, HOW_WON["self_draw"])
            assert wait.self_draw.legal == verdict.legal
            assert discard.legal != 0 or (wait.kind in discard.tiles.kinds) == wait.may_win
            but_for_fan = set(verdict.reasons) <= {"below_min_fan"}
            assert but_for_fan == (discard.legal == 0 and wait.kind in discard.after.legal_tiles.kinds)


@pytest.mark.parametrize(
    ("said", "how"),
    [
        ("自摸", "self_draw"),
        ("點炮", "discard"),
        ("放炮", "discard"),
        ("Self-Draw", "self_draw"),
        ("self draw", "self_draw"),
        ("ron", "discard"),
        ("海底捞月", "last_draw"),
        ("海底撈月", "last_draw"),
        ("抢杠胡", "rob_kong"),
        ("天胡", "tianhu"),
        ("地胡", "dihu"),
        ("FIRST_DRAW", "first_draw"),
        ("ＲＯＮ", "discard"),
    ],
)
def test_ways_of_winning_as_players_call_them(said: str, how: str) -> None:
    assert facts(f'123m456m78s234p55s --win 9s --how "{said}"')["win"]["how"] == how


def test_dihu_is_what_the_rules_say() -> None:
    for dihu, how in (("dealer_first_discard", "dihu"), ("first_draw", "first_draw"), ("both", "dihu")):
        win = facts(f"123m456m78s234p55s --win 9s --how 地胡 --set dihu={dihu}")["win"]
        assert win["how"] == how and win["rows"]["earthly_win"] == 3


def test_the_ways_of_winning_are_listed() -> None:
    told = CliRunner().invoke(main, ["hand", "--help"], prog_name="nmsim").stdout
    faulty = CliRunner().invoke(main, ["hand", "123m456m78s234p55s", "--win", "9s", "--how", "x"], prog_name="nmsim").stderr
    for word in ("self_draw", "自摸", "discard", "点炮", "first_draw"):
        assert word in "".join(told.split()) and word in faulty


def test_a_red_five_is_said() -> None:
    told = facts("1230m46m78s234p55s --seen 0p")
    assert told["concealed"] == "123456m234p5578s" and [remark[:2] for remark in told["remarks"]] == ["0m", "0p"]
    assert lines("1230m46m78s234p55s", "注意") == ["0m是赤五，按5m算：这里不用赤五"]
    assert [remark[:2] for remark in facts("123m46m78s234p55s9s --win 0m")["remarks"]] == ["0m"]
    assert facts("123m456m78s234p55s")["remarks"] == []
