"""Narrated hands: every turn is told, refusals name the rule, and a false log is not told."""

import pytest

from nmsim.errors import InputError
from nmsim.policies import make_policy
from nmsim.reference.game import Disagreement, play, play_with
from nmsim.reference.log import ACT, DRAW, Row
from nmsim.reference.narrate import narrate
from nmsim.reference.random_numbers import shuffled_wall
from nmsim.rules import Rules, make_rules
from tests.scenes import AROUND_5M, NEAR_END, PAIR_OF_5M, ROB_DRAWS, ROBBED, ROBBERY, wall_of, wished_by_seat
from tests.unit.test_reference_game import Script

STRICT = make_rules()


def story(hands: dict[int, str], *wishes: str, draws: str, lang: str, tail: str = "", **options: object) -> str:
    rules, wall = make_rules(overrides=options), wall_of(hands, draws, tail)
    _, log = play_with(Script(wished_by_seat(wishes)), rules, wall)
    return narrate(log, rules, wall, lang=lang)


def test_a_refusal_names_the_missing_suit() -> None:
    hands, draws = {2: "123m456m789m78s55s"}, "9s4z6s3z"
    chinese = story(hands, draws=draws, lang="zh", wall_reserve=NEAR_END)
    assert "西家凑上9条，成型却不能胡：三门不齐，缺筒。" in chinese
    assert chinese.endswith("牌已摸完，无人胡牌，黄庄。\n各家不输不赢。\n下一局：南家坐庄。\n")
    english = story(hands, draws=draws, lang="en", wall_reserve=NEAR_END)
    assert "West's hand is complete with 9s, but may not win: it needs all three suits and has no dots." in english
    assert english.endswith("Nobody pays.\nSouth deals next.\n")


def test_a_refusal_names_the_second_condition() -> None:
    hands, draws = {2: "234m567m345s678p3p"}, "3p"
    assert "没有幺九，将也不是二五八" in story(hands, draws=draws, lang="zh")
    assert "将不是二五八" in story(hands, draws=draws, lang="zh", second_condition="jiang258")
    assert "no 1 or 9, and the pair is not 2, 5 or 8" in story(hands, draws=draws, lang="en")


def test_a_refusal_of_seven_pairs_speaks_of_pairs() -> None:
    hands, draws = {2: "3344m6677p33446s"}, "6s"
    assert "没有幺九，也没有二五八的对子" in story(hands, draws=draws, lang="zh")
    assert "no 1 or 9, and no pair of 2, 5 or 8" in story(hands, draws=draws, lang="en")


def test_a_bumped_winner_is_told() -> None:
    wishes, hands = ("0 DISCARD 5m", "1 WIN 5m", "2 WIN 5m"), {1: PAIR_OF_5M, 2: AROUND_5M}
    chinese = story(hands, *wishes, draws="5m", lang="zh")
    assert "东家点炮，南家胡5万！\n  西家也喊胡，南家在先，截胡。\n" in chinese
    assert "West called the win too; South sits nearer and takes it." in story(hands, *wishes, draws="5m", lang="en")
    assert "截胡" not in story(hands, *wishes, draws="5m", lang="zh", multi_win="all")


def test_each_chow_that_is_offered_is_named() -> None:
    hands = {1: "2356m147p258s123z"}
    chinese = story(hands, "0 DISCARD 4m", "1 CHOW 3m", draws="4m", lang="zh")
    assert "南家可吃234万或345万或456万，喊吃345万！\n南家吃345万。" in chinese
    assert "South could chow 234m or 345m or 456m, and passes." in story(hands, "0 DISCARD 4m", draws="4m", lang="en")


def test_a_win_free_of_the_first_condition_says_so() -> None:
    hands, free = {0: "1112345678999m"}, frozenset({"pure_suit"})
    chinese = story(hands, "0 WIN 5m", draws="5m", lang="zh", suit_exempt=free)
    assert "条件一：不要求（缺条、筒）　条件二：有幺九" in chinese
    english = story(hands, "0 WIN 5m", draws="5m", lang="en", suit_exempt=free)
    assert "First condition: not asked for (no bamboos and no dots). Second condition: a 1 or 9 and a pair of 2, 5 or 8" in english


def test_a_win_that_is_passed_is_told() -> None:
    hands, wishes = {1: PAIR_OF_5M, 2: AROUND_5M}, ("0 DISCARD 5m", "1 PUNG 5m")
    assert "西家可胡，过。" in story(hands, *wishes, draws="5m", lang="zh")


def test_a_robbed_kong_is_told_with_hand_rows_and_payments() -> None:
    wishes = (*ROBBED, "2 WIN 9s")
    chinese = story(ROBBERY, *wishes, draws=ROB_DRAWS, lang="zh")
    assert chinese.endswith(
        "南家加杠9条。\n  西家喊胡！\n\n西家抢南家的杠，胡9条！\n"
        "  手牌：123456万 78条 23455筒　胡9条\n"
        "  番数：平胡 1　门清 1　共2番\n  条件一：三门齐　条件二：有幺九、将是二五八\n"
        "结算：东家 0，南家 -2，西家 +2，北家 0\n下一局：西家坐庄。\n"
    )
    english = story(ROBBERY, *wishes, draws=ROB_DRAWS, lang="en")
    assert "West robs South's kong of 9s and wins." in english
    assert "Fan: basic win 1, concealed hand 1; 2 in all" in english
    assert "Points: East 0, South -2, West +2, North 0" in english


def test_kongs_replacements_and_a_self_draw_are_told() -> None:
    wishes = ("0 KONG_CONCEALED 1m", "0 KONG_CONCEALED 9p", "0 KONG_CONCEALED 5s", "0 WIN 8s")
    text = story({0: "1111m9999p5555s2m"}, *wishes, draws="3m", tail="4m88s", lang="zh", fan_cap=8)
    assert "东家暗杠1万。\n东家从牌尾补进4万（余82张）。" in text
    assert "东家自摸8条，胡了！\n  手牌：234万 8条　胡8条　暗杠1111万　暗杠9999筒　暗杠5555条\n" in text
    assert "杠上开花 2　共11番，封顶8番" in text
    assert text.endswith("结算：东家 +24，南家 -8，西家 -8，北家 -8\n下一局：东家连庄。\n")


def test_a_win_not_taken_and_kongs_not_declared_are_told() -> None:
    text = story({0: "46m234p234s999s11z"}, draws="5m", lang="zh")
    assert "东家自摸可胡，却没有胡。\n东家摸来就打5万。" in text
    assert "东家可暗杠1万，没有杠。" in story({0: "1111m1479p12z147s"}, draws="4z", lang="zh")
    english = story({0: "1111m1479p12z147s"}, draws="4z", lang="en")
    assert "East could declare a concealed kong of 1m, and does not." in english


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("preset", "policy", "options"), [("strict", "random", {}), ("open", "shape", {"multi_win": "all"})])
def test_every_draw_and_action_of_a_whole_hand_has_its_line(lang: str, preset: str, policy: str, options: dict[str, object]) -> None:
    rules: Rules = make_rules(preset, options)
    wall = shuffled_wall(4, 2)
    log: list[Row] = play(rules, [make_policy(policy)] * 4, wall, 4, 2, dealer=1).log
    names = ["甲", "乙", "丙", "丁"]
    lines = narrate(log, rules, wall, dealer=1, names=names, lang=lang).splitlines()
    dealt = lines.index("")
    told = [line for line in lines[dealt:] if line and line[0] in "甲乙丙丁"]
    assert len(told) >= sum(row[0] in (DRAW, ACT) for row in log)
    assert [name for name in names if any(line.startswith(name) for line in lines[1:dealt])] == names


def test_false_logs_and_unknown_languages_are_errors() -> None:
    wall = wall_of({}, "4z")
    _, log = play_with(Script(), STRICT, wall)
    with pytest.raises(Disagreement):
        narrate(log[:-1], STRICT, wall)
    with pytest.raises(InputError, match='unknown language "fr"'):
        narrate(log, STRICT, wall, lang="fr")
