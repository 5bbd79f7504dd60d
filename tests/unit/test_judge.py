"""The judge on hands worked out by hand from the rule text and docs/rules.md."""

from pathlib import Path

import pytest

from nmsim.errors import InputError
from nmsim.notation import read_melds, read_tile
from nmsim.reference.hands_file import check_hands
from nmsim.reference.judge import HOW_WON, Price, Verdict, Win, check_win, score
from nmsim.rules import FAN_ROWS, make_rules
from nmsim.tiles import parse_tiles

CASES = Path(__file__).parents[1] / "cases"


def judge(concealed: str, winning: str, how: str = "self_draw", melds: str = "-", preset: str = "strict", **options: object) -> Verdict:
    rules = make_rules(preset, {name.replace("fan_row_", "fan."): value for name, value in options.items()})
    return check_win(rules, parse_tiles(concealed), read_melds(melds), read_tile(winning), Win.named(how, rules))


def rows(verdict: Verdict) -> dict[str, int]:
    assert verdict.price is not None
    return dict(verdict.price.rows)


@pytest.mark.parametrize("file", sorted(CASES.glob("*.tsv")), ids=lambda path: path.name)
def test_every_row_of_the_case_files_agrees(file: Path) -> None:
    checked, differing = check_hands(file)
    assert checked >= 12
    assert differing == []


def test_the_worked_example_of_the_rule_text_is_ten_fan() -> None:
    rules, concealed = make_rules("example"), parse_tiles("111m333m555m9m")
    price = score(rules, concealed, read_melds("kong_concealed 7777m"), read_tile("9m"), Win.named("self_draw", rules))
    assert str(price) == "10: 平胡1 自摸1 门清1 碰碰胡2 清一色3 暗杠2"


def test_the_price_counts_every_row_whatever_it_is_worth() -> None:
    verdict = judge("1111335577899m", "8m", suit_rule="off")
    assert verdict.price is not None
    assert list(verdict.price.counts) == list(FAN_ROWS)
    assert verdict.price.counts["dragon_seven_pairs"] == 1
    assert "dragon_seven_pairs" not in rows(verdict)


def test_two_open_kongs_make_one_row() -> None:
    verdict = judge("5m", "5m", "discard", "kong_open 1111s; kong_added 2222p; pung 333p; pung 777m")
    assert rows(verdict) == {"basic_win": 1, "all_pungs": 2, "kong_open": 2}


def test_kongs_paid_at_once_do_not_score_for_the_winner_but_are_counted() -> None:
    verdict = judge("123m456m78s55p", "9s", melds="kong_concealed 9999p", kong_payment="immediate")
    assert "kong_concealed" not in rows(verdict)
    assert verdict.price is not None and verdict.price.counts["kong_concealed"] == 1


def test_the_cap_limits_the_total_and_leaves_the_rows() -> None:
    verdict = judge("123m456m78s234p55p", "9s", "tianhu", fan_cap=6)
    assert verdict.price == Price(
        6, 8, (("basic_win", 1), ("self_draw", 1), ("concealed_hand", 1), ("heavenly_win", 5)), verdict.price.counts
    )  # type: ignore[union-attr]


def test_min_fan_looks_at_the_sum_before_the_cap() -> None:
    assert judge("123m456m78s234p55p", "9s", "tianhu", fan_cap=3, min_fan=8).legal
    assert judge("123m456m78s234p55p", "9s", "tianhu", min_fan=9).reasons == ("below_min_fan",)


def test_all_reasons_are_given_in_order() -> None:
    verdict = judge("234m567m345m678p3m", "3m", "rob_kong", rob_kong="off", min_fan=5)
    assert verdict.reasons == ("missing_suit:条", "no_yaojiu_no_258", "rob_kong_off", "below_min_fan")
    assert str(verdict.price) == "2: 平胡1 门清1"


def test_a_switched_off_shape_is_named_and_has_no_price() -> None:
    assert judge("1133m5577s2299p4z", "4z", seven_pairs=False).reasons == ("seven_pairs_off",)
    assert judge("19m19s19p1234567z", "1m").reasons == ("thirteen_orphans_off",)
    assert judge("19m19s19p1234567z", "1m").price is None
    assert judge("1111m33m5577s99p4z", "4z", seven_pairs=False, seven_pairs_quads=False).reasons == ("not_complete",)


def test_a_dearer_illegal_reading_gives_way_to_a_legal_one() -> None:
    # Two identical chow pairs read as seven pairs are worth more; with all seven pairs needing a 2, 5, 8 only the four sets have a jiang.
    hand = {"concealed": "223344m667788s5p", "winning": "5p", "second_condition": "jiang258"}
    assert judge(**hand).reading == "seven_pairs"
    verdict = judge(**hand, seven_pairs_jiang="all_pairs")
    assert verdict.legal and verdict.reading == "four_sets" and verdict.met_jiang258


def test_the_dearest_reading_is_found_before_the_cap() -> None:
    verdict = judge("112233m445566s7p", "7p", "discard", fan_cap=2)
    assert verdict.reading == "seven_pairs" and verdict.price is not None and verdict.price.total == 2


def test_scopes_leave_melds_out_but_keep_concealed_kongs() -> None:
    hand = "123m78s55p"
    assert judge(hand, "9s", melds="pung 222p; pung 333p", suit_scope="concealed").legal
    assert judge("123m78s11z", "9s", melds="pung 222p; pung 333p", suit_scope="concealed").reasons == ("missing_suit:筒",)
    assert judge("123m78s11z", "9s", melds="kong_concealed 2222p; pung 333p", suit_scope="concealed").legal
    assert judge("234m67s33p", "8s", melds="pung 111p; pung 444p", yaojiu_scope="concealed").reasons == ("no_yaojiu_no_258",)
    assert judge("234m67s33p", "8s", melds="pung 111p; pung 444p").legal


def test_a_jiang_is_required_of_the_pair_and_not_of_any_set() -> None:
    assert judge("222m555s678s345p3p", "3p").reasons == ("no_yaojiu_no_258",)


def test_thirteen_orphans_hold_no_jiang() -> None:
    verdict = judge("19m19s19p1234567z", "1m", thirteen_orphans=True, second_condition="jiang258")
    assert verdict.reasons == ("second_condition:jiang258",)
    assert judge("19m19s19p1234567z", "1m", thirteen_orphans=True, second_condition="jiang258", second_exempt=["thirteen_orphans"]).legal


def test_menqing_options() -> None:
    kong = {"concealed": "123m456m78s55p", "winning": "9s", "melds": "kong_concealed 9999p"}
    assert "concealed_hand" in rows(judge(**kong))
    assert "concealed_hand" not in rows(judge(**kong, menqing_allows_concealed_kong=False))
    pairs = judge("1133m5577s2299p4z", "4z", menqing_with_seven_pairs=False)
    assert rows(pairs) == {"basic_win": 1, "self_draw": 1, "seven_pairs": 2}


def test_tianhu_may_stand_alone_and_after_kongs() -> None:
    alone = judge("123m456m78s234p55p", "9s", "tianhu", tianhu_stacks=False)
    assert rows(alone) == {"basic_win": 1, "heavenly_win": 5}
    kong = judge("123m456m78s55p", "9s", "tianhu_kong_draw", "kong_concealed 9999p")
    assert "heavenly_win" not in rows(kong)


@pytest.mark.parametrize(
    ("how", "dihu", "earthly"),
    [
        ("dihu", "dealer_first_discard", True),
        ("dihu", "first_draw", False),
        ("dihu", "both", True),
        ("first_draw", "dealer_first_discard", False),
        ("first_draw", "first_draw", True),
        ("first_draw", "both", True),
    ],
)
def test_which_start_is_dihu(how: str, dihu: str, earthly: bool) -> None:
    assert ("earthly_win" in rows(judge("123m456m78s234p55p", "9s", how, dihu=dihu))) is earthly


def test_robbing_a_concealed_kong_needs_its_option() -> None:
    hand = ("123m456m78s234p55p", "9s", "rob_concealed_kong")
    assert judge(*hand).reasons == ("rob_concealed_kong_off",)
    assert judge(*hand, rob_kong="any", concealed_kong_visible=True).legal


def test_unusable_hands_are_reasons_for_the_judge_and_errors_for_the_price() -> None:
    five = (make_rules(), parse_tiles("11111m"), read_melds("pung 222s; pung 333s; pung 444p"), read_tile("1m"), HOW_WON["discard"])
    assert check_win(*five).reasons == ("bad_tile_count",)
    held = (make_rules(), parse_tiles("1111m"), read_melds("pung 222s; pung 333s; pung 444p"), read_tile("1m"), HOW_WON["discard"])
    assert check_win(*held).reasons == ("five_copies",)
    with pytest.raises(InputError, match="five or more of a kind"):
        score(*held)
    with pytest.raises(InputError, match="should hold 14 tiles"):
        score(*five)
    with pytest.raises(InputError, match="not complete"):
        score(make_rules(), parse_tiles("147m147s147p1234z"), [], read_tile("5z"), HOW_WON["discard"])


def test_unknown_words_and_kinds_are_input_errors() -> None:
    with pytest.raises(InputError, match='did you mean "self_draw"'):
        Win.named("selfdrew", make_rules())
    with pytest.raises(InputError, match="kind 34 does not exist"):
        check_win(make_rules(), [34] * 13, [], 0, HOW_WON["discard"])


def test_tianhu_after_kongs_keeps_every_row_unless_it_stands_alone() -> None:
    kong = {"concealed": "123m456m78s55p", "winning": "9s", "how": "tianhu_kong_draw", "melds": "kong_concealed 9999p"}
    assert set(rows(judge(**kong, tianhu_after_kong=True))) == {
        "basic_win", "self_draw", "concealed_hand", "kong_concealed", "kong_bloom", "heavenly_win",
    }  # fmt: skip
    alone = judge(**kong, tianhu_after_kong=True, tianhu_stacks=False)
    assert set(rows(alone)) == {"basic_win", "kong_concealed", "kong_bloom", "heavenly_win"}


def test_a_robbing_fault_is_named_beside_a_switched_off_shape_but_not_beside_an_incomplete_hand() -> None:
    assert judge("1133m5577s2299p4z", "4z", "rob_kong", seven_pairs=False, rob_kong="off").reasons == ("seven_pairs_off", "rob_kong_off")
    assert judge("1133m5577s2299p4z", "5z", "rob_kong", rob_kong="off").reasons == ("not_complete",)


def test_exemptions_are_tested_for_the_reading_taken() -> None:
    pairs = {"concealed": "112233m445566m7p", "winning": "7p"}
    exempt = judge(**pairs, suit_exempt=["seven_pairs"])
    assert exempt.legal and exempt.reading == "seven_pairs"
    # Without seven pairs the same tiles are four chows, which the exemption does not cover.
    assert judge(**pairs, suit_exempt=["seven_pairs"], seven_pairs=False).reasons == ("missing_suit:条",)


def test_honors_may_satisfy_yaojiu_but_never_a_suit() -> None:
    assert judge("234m567m345m678p1z", "1z", honors_satisfy_yaojiu=True).reasons == ("missing_suit:条",)
    assert judge("111z222z333z444z5z", "5z", preset="open").price is not None
    assert judge("111z222z333z444z5z", "5z", suit_exempt=["all_honors"], second_exempt=["all_honors"]).legal
