"""`nmsim hand` as a player meets it: what is said of a hand, in both languages and as JSON, and of input that is no hand."""

from __future__ import annotations

import json
import os
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
from nmsim.policies import make_policy
from nmsim.position import Hand
from nmsim.reference.choices import score_discard
from nmsim.rules import make_rules
from nmsim.tiles import KINDS, count_kinds, parse_tile, parse_tiles

ROOT = Path(__file__).parents[2]
QUICK = [(title, words) for title, words in EXAMPLES if "--rollouts" not in words]


def ask(words: str, *more: str) -> str:
    result = CliRunner().invoke(main, ["hand", *shlex.split(words), *more], prog_name="nmsim", catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def facts(words: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(ask(words, "--json"))
    return told


@pytest.mark.parametrize(
    ("words", "said"),
    [
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
        ("123m456m78s234p551s --rollouts 0", "rollouts: 0 is not allowed (allowed: 1 to 1000000)"),
        ("123m456m78s234p551s --rollouts 99999999999999999999", "rollouts: 99999999999999999999 is not allowed"),
        ("123m456m78s234p551s --seats shape,legal,legal,legal --dealer next", "--seats, --dealer: only --rollouts plays hands out"),
        ("123m456m78s234p551s --rollouts 2 --seats legal", "seats: 1 policies are given (needs 4)"),
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
        ('123m456m789s55s --melds "明杠8p" --how tianhu_kong_draw', "needs melds that are all concealed kongs (given: kong_open 8888p)"),
        ("123m456m789s234p55s --how tianhu --seen 1z", "tianhu cannot have happened: it comes before any other discard (seen: 1 tiles)"),
        (
            "123m456m789s234p55s --how rob_kong",
            "the robbed tile is one of four that another holds; the hand has 2 of them",
        ),
        ("123m456m78s234p55s --lang fr", "'fr' is not one of"),
    ],
)
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
    told = [parse_tile(discard["tile"]) for discard in facts(text)["discards"]]
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
