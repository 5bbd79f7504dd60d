"""Exact counts: against every hand of small decks, measured and judged one by one, and against known values of the whole deck."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from math import comb, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from nmsim import exact_odds, make_rules
from nmsim.cli import main
from nmsim.engine.hand_rows import make_scratch
from nmsim.engine.shape import distances
from nmsim.engine.tables import build_tables
from nmsim.errors import InputError
from nmsim.exact.families import Family, legal_families, shape_families
from nmsim.exact.groups import holdings, ways_of
from nmsim.exact.odds import SIZES, complete_hands, distances_to
from nmsim.outcomes import NEVER
from nmsim.reference.judge import legal_readings
from nmsim.rules import PRESETS, Rules
from nmsim.tiles import COPIES, KINDS, RANKS, TILES, count_kinds, parse_tiles
from tests.unit.random_hands import random_rules
from tests.unit.small_decks import as_deck, hands_of, pairs_deck, small_deck

ROOT = Path(__file__).parents[2]

RULES = {
    "strict": make_rules("strict"),
    "example": make_rules("example"),
    "open": make_rules("open", {"thirteen_orphans": True}),
    "dongbei": make_rules("dongbei"),
    "honors_in_either": make_rules("strict", {"honors_satisfy_yaojiu": True, "thirteen_orphans": True}),
    "only_258": make_rules("strict", {"second_condition": "jiang258", "seven_pairs_jiang": "all_pairs"}),
    "only_yaojiu": make_rules("strict", {"second_condition": "yaojiu", "seven_pairs_jiang": "never"}),
    "both": make_rules("strict", {"second_condition": "both"}),
    "honors_in_both": make_rules("strict", {"second_condition": "both", "honors_satisfy_yaojiu": True}),
    "no_quads": make_rules("strict", {"seven_pairs_quads": False}),
    "all_pairs_258": make_rules("strict", {"seven_pairs_jiang": "all_pairs", "suit_rule": "off"}),
    "pungs_and_honors": make_rules("strict", {"suit_exempt": ["all_pungs", "all_honors"], "second_exempt": ["all_honors"]}),
    "mixed_alone": make_rules("strict", {"suit_exempt": ["mixed_suit"], "second_exempt": ["mixed_suit"]}),
    "flushes_and_pairs": make_rules("strict", {"suit_exempt": ["pure_suit", "seven_pairs"], "second_exempt": ["mixed_suit"]}),
    "orphans_free": make_rules(
        "strict", {"thirteen_orphans": True, "second_condition": "jiang258", "second_exempt": ["thirteen_orphans", "pure_suit"]}
    ),
}
RANDOM_RULES = 8
DECKS = 2


def measured(rules: Rules, copies: list[int], tiles: int) -> tuple[Counter[int], Counter[int]]:
    """All hands of a deck by shape and by legal distance, each measured by the engine."""
    measure: Any = distances
    tables, scratch, no_melds = build_tables(rules), make_scratch(), np.zeros(4, np.int8)
    shape, legal = Counter[int](), Counter[int]()
    for hand in hands_of(copies, tiles):
        ways = prod(comb(most, int(held)) for most, held in zip(copies, hand, strict=True))
        near, allowed = measure(tables, scratch, hand, no_melds, no_melds, 0)
        shape[int(near)] += ways
        legal[int(allowed)] += ways
    return shape, legal


def as_counter(families: tuple[Family, ...], rules: Rules, copies: list[int]) -> dict[int, Counter[int]]:
    found = distances_to(families, rules, as_deck(copies))
    return {tiles: +Counter({**found[tiles].hands, NEVER: found[tiles].never}) for tiles in SIZES}


def some_rules() -> dict[str, Rules]:
    return RULES | {f"random {number}": random_rules(random.Random(number)) for number in range(RANDOM_RULES)}


@pytest.mark.parametrize("name", some_rules())
def test_every_hand_of_small_decks_is_at_the_distance_that_the_engine_finds(name: str) -> None:
    rules, rng = some_rules()[name], random.Random(f"small decks {name}")
    for _ in range(DECKS):
        copies = small_deck(rng)
        shape, legal = (as_counter(families(rules), rules, copies) for families in (shape_families, legal_families))
        for tiles in SIZES:
            assert (shape[tiles], legal[tiles]) == measured(rules, copies, tiles), copies
            assert shape[tiles].total() == comb(sum(copies), tiles)


def judged(rules: Rules, copies: list[int]) -> tuple[Counter[str], Counter[tuple[bool, bool, bool]]]:
    """The complete hands of a deck by reading, and by which conditions some reading meets, as the judge has it."""
    free = rules.model_copy(update={"suit_rule": "off", "second_condition": "off"})
    each = (rules.model_copy(update={"second_condition": "off"}), rules.model_copy(update={"suit_rule": "off"}), rules)
    readings, classes = Counter[str](), Counter[tuple[bool, bool, bool]]()
    for hand in hands_of(copies, 14):
        ways = prod(comb(most, int(held)) for most, held in zip(copies, hand, strict=True))
        kinds = [kind for kind, held in enumerate(hand) for _ in range(held)]
        for reading in (found := legal_readings(free, kinds[1:], [], kinds[0])):
            readings[reading] += ways
        if found:
            suits, second, legal = (bool(legal_readings(rule, kinds[1:], [], kinds[0])) for rule in each)
            classes[suits, second, legal] += ways
    return readings, classes


@pytest.mark.parametrize("name", some_rules())
def test_complete_hands_of_small_decks_fail_what_the_judge_says(name: str) -> None:
    rules, rng = some_rules()[name], random.Random(f"complete hands {name}")
    copies = pairs_deck(rng)
    complete, conditions = complete_hands(rules, as_deck(copies))
    readings, classes = judged(rules, copies)
    assert (complete.four_sets, complete.seven_pairs, complete.thirteen_orphans) == tuple(
        readings[name] for name in ("four_sets", "seven_pairs", "thirteen_orphans")
    )
    assert complete.any_shape == classes.total() > 0
    assert conditions.legal == classes[True, True, True]
    assert conditions.fail_three_suits == sum(hands for (suits, _, _), hands in classes.items() if not suits)
    assert conditions.fail_second == sum(hands for (_, second, _), hands in classes.items() if not second)
    assert conditions.fail_both == classes[False, False, False]
    assert conditions.only_apart == classes[True, True, False]


def test_readings_may_meet_the_conditions_only_apart() -> None:
    """Seven pairs need no third suit but have no 258; the four sets have a pair of 5 but lack a suit."""
    rules = make_rules("strict", {"suit_exempt": ["seven_pairs"], "second_condition": "jiang258", "seven_pairs_jiang": "never"})
    copies = count_kinds(parse_tiles("223344m22334455p"))
    assert complete_hands(rules, as_deck(copies))[1] == (0, 0, 0, 0, 1)


# The whole deck

STANDARD = {"seven_pairs": False}
LEGAL_DISTANCES = {
    13: {
        0: 22_529_878_708_704,
        1: 1_841_930_852_511_544,
        2: 29_997_971_994_836_004,
        3: 136_295_798_057_961_636,
        4: 195_200_375_145_336_772,
        5: 99_232_672_484_444_680,
        6: 19_751_725_333_450_148,
        7: 1_405_389_364_473_008,
        8: 26_142_919_799_936,
        9: 20_133_965_568,
    },
    14: {
        -1: 7_765_705_404_672,
        0: 1_826_807_029_686_708,
        1: 64_662_430_975_724_166,
        2: 587_256_890_306_836_566,
        3: 1_627_828_282_031_259_312,
        4: 1_449_811_097_193_872_994,
        5: 459_123_635_182_909_398,
        6: 57_272_084_344_784_976,
        7: 2_490_902_312_629_944,
        8: 25_134_084_827_328,
        9: 279_936,
    },
}
# Rules -> the mean distances of 13 and 14 tiles that are known to nine digits.
MEANS = {
    "four sets, conditions": (make_rules("strict", STANDARD), (3.878351001, 3.430056349)),
    "four sets": (make_rules("open", STANDARD), (3.785806336, 3.315576238)),
    "any shape": (make_rules("open", {"seven_pairs_quads": False, "thirteen_orphans": True}), (3.579679470, 3.155937814)),
}


def test_a_suit_has_as_many_holdings_as_known() -> None:
    copies = (COPIES,) * RANKS
    assert len(holdings(copies)) == 405_350
    assert sum(ways_of(holdings(copies), copies).tolist()) == sum(comb(sum(copies), tiles) for tiles in range(15))


def test_every_deal_is_at_its_exact_legal_distance() -> None:
    odds = exact_odds(MEANS["four sets, conditions"][0])
    assert {tiles: dict(odds.legal[tiles].hands) for tiles in SIZES} == LEGAL_DISTANCES


@pytest.mark.parametrize("name", MEANS)
def test_the_mean_distances_are_exact(name: str) -> None:
    rules, known = MEANS[name]
    odds = exact_odds(rules)
    assert tuple(round(float(odds.legal[tiles].mean), 9) for tiles in SIZES) == known


def test_complete_hands_are_counted() -> None:
    strict, three = exact_odds("strict"), exact_odds(MEANS["any shape"][0])
    assert strict.complete[:2] == (11_353_128_141_498, 1_569_298_171_584)
    assert three.complete[1:3] == (1_505_948_184_576, 1_308_622_848)
    assert strict.heavenly == 8_907_027_620_472
    assert strict.one_in is not None and round(strict.one_in) == 477_186
    four_sets = exact_odds(MEANS["four sets, conditions"][0])
    assert four_sets.conditions.legal == 7_765_705_404_672
    assert four_sets.complete.any_shape - four_sets.conditions.fail_three_suits == 8_706_674_034_816


@pytest.mark.parametrize("name", ["strict", "dongbei"])
def test_the_counts_of_a_rule_set_hang_together(name: str) -> None:
    odds = exact_odds(RULES[name])
    for tiles in SIZES:
        assert odds.deals[tiles] == comb(TILES, tiles)
        for found in (odds.shape[tiles], odds.legal[tiles]):
            assert found.total == odds.deals[tiles] and not found.never
    assert odds.shape[14].hands[-1] == odds.complete.any_shape == odds.conditions.legal + odds.conditions.illegal
    assert odds.legal[14].hands[-1] == odds.heavenly
    assert odds.shape[14].mean < odds.legal[14].mean
    assert sum(odds.conditions.share(hands) for hands in odds.conditions) == 1


def lacking(tiles: int, yaojiu: set[int]) -> tuple[int, int, int]:
    """Deals without a suit, a kind of `yaojiu`, a 258 pair: kind by kind, over what is held so far."""
    found: Counter[tuple[int, int, bool, bool]] = Counter({(0, 0, False, False): 1})
    for kind in range(KINDS):
        more: Counter[tuple[int, int, bool, bool]] = Counter()
        for (held, suits, ended, jiang), ways in found.items():
            for count in range(min(COPIES, tiles - held) + 1):
                mark = 1 << kind // RANKS if count and kind < 27 else 0
                pair = count >= 2 and kind < 27 and kind % RANKS in (1, 4, 7)
                more[held + count, suits | mark, ended or (count > 0 and kind in yaojiu), jiang or pair] += ways * comb(COPIES, count)
        found = more
    whole = {key: ways for key, ways in found.items() if key[0] == tiles}
    return (
        sum(ways for (_, suits, _, _), ways in whole.items() if suits != 7),
        sum(ways for (_, _, ended, _), ways in whole.items() if not ended),
        sum(ways for (_, _, _, jiang), ways in whole.items() if not jiang),
    )


@pytest.mark.parametrize(("name", "honors"), [("strict", False), ("dongbei", True)])
def test_deals_that_lack_something_are_counted(name: str, honors: bool) -> None:
    yaojiu = {0, 8, 9, 17, 18, 26} | (set(range(27, KINDS)) if honors else set())
    for tiles in SIZES:
        assert exact_odds(name).lacking[tiles][1:] == lacking(tiles, yaojiu)
    assert round(float(exact_odds("strict").share(exact_odds("strict").lacking[13].suit, 13)), 10) == 0.0440126846


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ((1, 12), r"tiles: 12 is not allowed \(allowed: 13, 14\)"),
        ((1, 14.0), "tiles: 14.0 should be a whole"),
        (("x",), 'hands: "x" should'),
    ],
)
def test_a_share_is_of_hands_that_are_dealt(asked: tuple[Any, ...], said: str) -> None:
    with pytest.raises(InputError, match=said):
        exact_odds("strict").share(*asked)


def test_the_answer_is_of_whole_numbers_and_fractions() -> None:
    odds = exact_odds("strict")
    assert isinstance(odds.share(odds.heavenly), Fraction)
    found = odds.to_json()
    assert found["heavenly"]["hands"] == odds.heavenly
    assert sum(found["distance"]["legal"]["14"]["hands"].values()) == odds.deals[14]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_page_tells_these_numbers(preset: str) -> None:
    odds, page = exact_odds(preset), (ROOT / "docs" / "exact.md").read_text(encoding="utf-8")
    told = [odds.heavenly, *odds.conditions[1:4], *(hands for tiles in SIZES for hands in odds.legal[tiles].hands.values())]
    assert all(f" {hands:,} " in page for hands in told)
    assert all(f"{float(odds.legal[tiles].mean):.9f}" in page for tiles in SIZES)


# The command


def call(*words: str) -> str:
    done = CliRunner().invoke(main, ["exact", *words], prog_name="nmsim", catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def test_the_command_prints_every_count_in_both_languages() -> None:
    odds = exact_odds("strict")
    for text in (call(), call("--lang", "zh")):
        for hands in (odds.heavenly, *odds.conditions, odds.complete.any_shape, *odds.lacking[13][1:], *odds.legal[14].hands.values()):
            assert f" {hands:,} " in text
        assert f"{float(odds.legal[13].mean):.9f}" in text
    assert any("\u4e00" <= char <= "\u9fff" for char in call("--lang", "zh").splitlines()[-1])


def test_the_command_takes_options_and_prints_json() -> None:
    options = [word for name, value in STANDARD.items() for word in ("--set", f"{name}={str(value).lower()}")]
    told = json.loads(call("--rules", "strict", *options, "--json"))
    assert told["rules"] == STANDARD
    assert told["distance"]["legal"]["13"]["hands"] == {str(distance): hands for distance, hands in LEGAL_DISTANCES[13].items()}
    assert told["complete"]["seven_pairs"] == 0


def test_json_lists_exempt_patterns() -> None:
    told = json.loads(call("--rules", "example", "--json"))["rules"]
    assert told["suit_exempt"] == ["mixed_suit", "pure_suit"]


def test_the_command_refuses_a_preset_that_does_not_exist() -> None:
    done = CliRunner().invoke(main, ["exact", "--rules", "strikt"], prog_name="nmsim", catch_exceptions=False)
    assert done.exit_code == 2
    assert 'unknown preset "strikt", did you mean "strict"?' in done.stderr
