"""Hands files: agreement, difference, and clear words about malformed lines."""

from pathlib import Path

import pytest

from nmsim.errors import InputError
from nmsim.reference.hands_file import COLUMNS, check_hands, parse_options, read_hands

GOOD = "A1\t123m456m78s234p55s\t-\t9s\tself_draw\tdefault\ty\t3: 门清1 平胡1 自摸1\tany order"
REFUSED = "A2\t123m456m789m78s55s\t-\t9s\tdiscard\tdefault\tn\tmissing_suit:筒 (scored 2: 平胡1 门清1)\t"


def hands(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "hands.tsv"
    path.write_text("\n".join(["\t".join(COLUMNS), "# a comment", *lines]) + "\n", encoding="utf-8")
    return path


def test_right_rows_agree_whatever_the_order_of_rows(tmp_path: Path) -> None:
    assert check_hands(hands(tmp_path, GOOD, REFUSED)) == (2, [])


def test_a_refused_row_without_a_price_does_not_ask_for_it(tmp_path: Path) -> None:
    assert check_hands(hands(tmp_path, REFUSED.replace(" (scored 2: 平胡1 门清1)", ""))) == (1, [])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("3: 门清1", "4: 门清1"),
        ("门清1 ", ""),
        ("自摸1", "海底捞月1"),
        ("y\t3: 门清1 平胡1 自摸1", "n\tno_yaojiu_no_258"),
    ],
)
def test_a_wrong_expectation_is_reported_with_both_sides(tmp_path: Path, old: str, new: str) -> None:
    checked, differing = check_hands(hands(tmp_path, GOOD.replace(old, new), REFUSED))
    assert checked == 2
    assert [row.name for row in differing] == ["A1"]
    assert differing[0].line == 3
    assert differing[0].got == "y 3: 平胡1 自摸1 门清1"
    assert differing[0].expected != differing[0].got


def test_wrong_reasons_and_wrong_refused_prices_differ(tmp_path: Path) -> None:
    wrong = [
        REFUSED.replace("筒", "条"),
        REFUSED.replace("missing_suit:筒", "missing_suit:筒 + no_yaojiu_no_258"),
        REFUSED.replace("scored 2", "scored 3"),
        REFUSED.replace("n\tmissing_suit:筒 (scored 2: 平胡1 门清1)", "y\t2: 平胡1 门清1"),
        REFUSED.replace("9s", "1z").replace("missing_suit:筒", "not_complete"),
    ]
    checked, differing = check_hands(hands(tmp_path, *wrong))
    assert checked == len(wrong) == len(differing)


def test_every_malformed_line_is_named_at_once(tmp_path: Path) -> None:
    bad = {
        GOOD.replace("\tdefault", ""): "8 tab-separated fields instead",
        GOOD.replace("9s", "0z"): "does not exist (1z to 7z)",
        GOOD.replace("self_draw", "selfdrew"): 'did you mean "self_draw"',
        GOOD.replace("self_draw", "kong_draw"): "kong_draw cannot have happened: it needs a kong among the melds",
        GOOD.replace("default", "rob_kongs=off"): 'did you mean "rob_kong"',
        GOOD.replace("default", "rob_kong=of"): "rules.rob_kong",
        GOOD.replace("default", "rob_kong"): "not of the form name=value",
        GOOD.replace("default", "preset=strct"): 'did you mean "strict"',
        GOOD.replace("\ty\t", "\tyes\t"): 'win: "yes" is not allowed',
        GOOD.replace("3: ", ""): "should be a total, a colon and rows",
        GOOD.replace("平胡1", "平糊1"): 'unknown row "平糊"',
        GOOD.replace("平胡1", "平胡"): '"平胡" should be a row and its fan',
        GOOD.replace("平胡1", "自摸1"): "stands twice",
        REFUSED.replace("missing_suit:筒", "missing_suit:条万"): 'unknown reason "missing_suit:条万"',
        REFUSED.replace("\t-\t", "\tchow 135m\t"): "is no chow",
    }
    with pytest.raises(InputError) as caught:
        check_hands(hands(tmp_path, *bad))
    problems = [problem for problem in caught.value.problems if "line 3:" not in problem]
    # A field too few may only be the free-text source, so the first line is faulty in another way.
    assert len(problems) == len(bad) - 1
    for problem, words in zip(problems, list(bad.values())[1:], strict=True):
        assert words in problem


def test_a_missing_file_and_a_foreign_header_are_input_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.tsv: does not exist"):
        read_hands(tmp_path / "none.tsv")
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        read_hands(tmp_path)
    (tmp_path / "binary.tsv").write_bytes(b"\xff\x00")
    with pytest.raises(InputError, match="is no UTF-8 text"):
        read_hands(tmp_path / "binary.tsv")
    (tmp_path / "other.tsv").write_text("a\tb\n")
    with pytest.raises(InputError, match="should name the columns"):
        read_hands(tmp_path / "other.tsv")


@pytest.mark.parametrize("melds", ["kong_concealed 9m", "暗杠 9万"])
def test_tiles_and_melds_are_read_in_every_notation(melds: str, tmp_path: Path) -> None:
    row = f"A1\t234567万55条 7s8s\t{melds}\t9条\t自摸\tsuit_exempt=pure_suit,mixed_suit;suit_rule=off\ty\t5: 平胡1 自摸1 门清1 暗杠2\t"
    assert check_hands(hands(tmp_path, row)) == (1, [])


def test_a_file_of_no_rows_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no rows"):
        check_hands(hands(tmp_path, ""))


def test_options_of_every_type() -> None:
    rules = parse_options("preset=example;fan_cap=8;menqing_on_discard=false;second_exempt=all_pungs+seven_pairs;fan.rob_kong=2;dihu=both")
    assert rules.suit_exempt == {"pure_suit", "mixed_suit"}
    assert (rules.fan_cap, rules.menqing_on_discard, rules.fan.rob_kong, rules.dihu) == (8, False, 2, "both")
    assert rules.second_exempt == {"all_pungs", "seven_pairs"}
