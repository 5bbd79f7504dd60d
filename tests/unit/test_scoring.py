"""The engine's judge against the plain judge: on random hands, rules and ways of winning, and on the rows of the hands file."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from nmsim.engine.codes import BY_DISCARD, BY_ROB, BY_SELF
from nmsim.engine.encode import fan_numbers, rule_record
from nmsim.engine.kernel import make_record
from nmsim.engine.records import HOW, VERDICT
from nmsim.engine.scoring import (
    BEST,
    READING_NONE,
    READING_ORPHANS,
    READING_PAIRS,
    READING_PUNGS,
    READING_SETS,
    VERDICTS,
    judge,
)
from nmsim.reference.hands_file import HandCase, read_hands
from nmsim.reference.judge import HOW_WON, Verdict, Win, check_win, legal_readings, score
from nmsim.rules import FAN_ROWS, FAN_ROWS_ZH, Rules, differences
from nmsim.tiles import KINDS, RANKS, SUITS, Meld, count_kinds, format_tiles
from tests.unit.random_hands import fits, random_complete_hand, random_hand, random_rules

CASES = Path(__file__).parents[1] / "cases" / "hands.tsv"
SEEDS = 40
HANDS_OF_A_SEED = 150
READINGS = {
    READING_NONE: None,
    READING_SETS: "four_sets",
    READING_PUNGS: "four_sets",
    READING_PAIRS: "seven_pairs",
    READING_ORPHANS: "thirteen_orphans",
}
NO_PRICE = {"not_complete", "seven_pairs_off", "thirteen_orphans_off"}
NO_HAND = {"bad_tile_count", "five_copies"}
BARRED = {"rob_kong_off", "rob_concealed_kong_off"}  # asked before the judge is


class Case(NamedTuple):
    """A hand with how its last tile came. `concealed`: without the winning tile."""

    rules: Rules
    concealed: list[int]
    melds: list[Meld]
    tile: int
    win: Win

    @property
    def line(self) -> str:
        """What is needed to judge the same hand again."""
        melds = "; ".join(map(str, self.melds)) or "-"
        return f"{format_tiles(self.concealed)} + {format_tiles([self.tile])}, {melds}, {self.win}, {differences(self.rules)}"

    def plain(self) -> Verdict:
        return check_win(self.rules, self.concealed, self.melds, self.tile, self.win)


class Judged(NamedTuple):
    """The verdict of the engine, in the words of the plain judge."""

    declarable: bool
    suits_ok: bool
    second_ok: bool
    price: int
    total: int
    met_yaojiu: bool
    met_jiang258: bool
    reading: str | None
    pungs: bool
    counts: dict[str, int]


INCOMPLETE = Judged(False, False, False, 0, 0, False, False, None, False, dict.fromkeys(FAN_ROWS, 0))


def circumstances(rules: Rules, win: Win) -> Any:
    """`win` as the engine is told of it: 天胡 and 地胡 where the rules say so, 海底 never for a robbed tile."""
    how = make_record(HOW)
    how.source = BY_SELF if win.self_draw else BY_ROB if win.robbed else BY_DISCARD
    how.bloom = win.kong_draw
    how.last = win.last_tile and not win.robbed
    how.heavenly = win.heavenly or (win.heavenly_after_kong and rules.tianhu_after_kong)
    how.earthly = (win.dealer_first_discard and rules.dihu != "first_draw") or (win.first_draw and rules.dihu != "dealer_first_discard")
    return how


def engine_judge(case: Case) -> Judged:
    counts = np.array(count_kinds([*case.concealed, case.tile]), np.int8)
    form, kind = np.full(4, 9, np.int8), np.full(4, 99, np.int8)
    for at, meld in enumerate(case.melds):
        form[at], kind[at] = meld.form, meld.kind
    verdicts = np.full(VERDICT.itemsize // 8 * VERDICTS, 55).view(VERDICT)
    ask: Any = judge
    how = circumstances(case.rules, case.win)
    ask(rule_record(case.rules), fan_numbers(case.rules), counts, form, kind, len(case.melds), how, verdicts)
    said = verdicts[BEST]
    if said["reading"] == READING_NONE:
        return INCOMPLETE
    return Judged(
        declarable=bool(said["legal"]),
        suits_ok=bool(said["suits_ok"]),
        second_ok=bool(said["second_ok"]),
        price=int(said["price"]),
        total=int(said["total"]),
        met_yaojiu=bool(said["yaojiu"]),
        met_jiang258=bool(said["jiang"]),
        reading=READINGS[int(said["reading"])],
        pungs=bool(said["reading"] == READING_PUNGS),
        counts=dict(zip(FAN_ROWS, said["rows"].tolist(), strict=True)),
    )


def as_judged(verdict: Verdict) -> Judged:
    """The verdict of the plain judge; what bars a way of winning is not the engine judge's to say."""
    if verdict.price is None:
        return INCOMPLETE
    return Judged(
        declarable=not set(verdict.reasons) - BARRED,
        suits_ok=not verdict.lacks_suit,
        second_ok=not verdict.lacks_second,
        price=verdict.price.uncapped,
        total=verdict.price.total,
        met_yaojiu=verdict.met_yaojiu,
        met_jiang258=verdict.met_jiang258,
        reading=verdict.reading,
        pungs=verdict.price.counts["all_pungs"] == 1,
        counts=dict(verdict.price.counts),
    )


def random_case(rng: random.Random, rules: Rules) -> Case:
    """A hand of 14 tiles, complete in shape four times of five, won in some way."""
    concealed, melds = random_complete_hand(rng) if rng.random() < 0.8 else random_hand(rng, True)
    tile = concealed.pop(rng.randrange(len(concealed)))
    return Case(rules, concealed, melds, tile, rng.choice(list(HOW_WON.values())))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_engine_judges_as_the_plain_judge(seed: int) -> None:
    rng = random.Random(seed)
    rules = [random_rules(rng) for _ in range(5)]
    for _ in range(HANDS_OF_A_SEED):
        case = random_case(rng, rng.choice(rules))
        judged, verdict = engine_judge(case), case.plain()
        assert judged == as_judged(verdict), case.line
        readings = legal_readings(case.rules, case.concealed, case.melds, case.tile)
        assert (judged.suits_ok and judged.second_ok) == bool(readings), case.line
        if verdict.price is not None:
            assert judged.total == score(case.rules, case.concealed, case.melds, case.tile, case.win).total, case.line


def two_readings(rng: random.Random) -> Case:
    """A hand of two chows, twice each, and a pair, which is seven pairs too; either reading may be the dearer one."""
    rules = random_rules(rng)
    fan = rules.fan.model_copy(update={"seven_pairs": rng.randint(0, 2), "concealed_hand": rng.randint(0, 2), "dragon_seven_pairs": 0})
    rules = rules.model_copy(update={"fan": fan, "seven_pairs": True, "seven_pairs_quads": True})
    while True:
        starts = [RANKS * rng.randrange(SUITS) + rng.randrange(RANKS - 2) for _ in range(2)]
        kinds = [kind for start in starts for kind in range(start, start + 3)] + [rng.randrange(KINDS)]
        if fits(kinds * 2, []):
            return Case(rules, kinds + kinds[1:], [], kinds[0], HOW_WON[rng.choice(("self_draw", "discard"))])


def test_the_dearest_legal_reading_is_taken_and_the_first_of_equals() -> None:
    rng = random.Random(77)
    taken = set()
    for _ in range(3000):
        case = two_readings(rng)
        judged, verdict = engine_judge(case), case.plain()
        assert judged == as_judged(verdict), case.line
        legal = legal_readings(case.rules, case.concealed, case.melds, case.tile)
        without_pairs = case._replace(rules=case.rules.model_copy(update={"seven_pairs": False}))
        taken.add((judged.reading, len(legal), judged.price - engine_judge(without_pairs).price))
    assert {("four_sets", 2, 0), ("four_sets", 0, 0), ("seven_pairs", 2, 1), ("seven_pairs", 0, 1)} <= taken
    # A legal reading is taken before a dearer one that is not.
    assert {("four_sets", 1, 0), ("seven_pairs", 1, -1)} <= taken


def test_the_random_cases_reach_every_row_and_every_refusal() -> None:
    """What the comparison above is worth."""
    rows: set[str] = set()
    faults: set[tuple[str | None, bool, bool]] = set()
    capped = refused_as_cheap = False
    for seed in range(SEEDS):
        rng = random.Random(seed)
        rules = [random_rules(rng) for _ in range(5)]
        for _ in range(HANDS_OF_A_SEED):
            judged = engine_judge(random_case(rng, rng.choice(rules)))
            rows |= {row for row, count in judged.counts.items() if count}
            faults.add((judged.reading, judged.suits_ok, judged.second_ok))
            capped |= judged.total < judged.price
            refused_as_cheap |= judged.suits_ok and judged.second_ok and not judged.declarable
    assert rows == set(FAN_ROWS)
    assert {(name, suits, second) for name in ("four_sets", "seven_pairs") for suits in (True, False) for second in (True, False)} <= faults
    assert {("thirteen_orphans", True, True), ("thirteen_orphans", True, False), (None, False, False)} <= faults
    assert capped and refused_as_cheap


def playable_cases() -> list[HandCase]:
    """The rows of the hands file that hold a hand which can be at the table."""
    return [case for case in read_hands(CASES) if not NO_HAND & set(case.reasons)]


def test_nearly_every_row_of_the_hands_file_is_playable() -> None:
    assert len(playable_cases()) >= 0.9 * len(read_hands(CASES)) >= 80


@pytest.mark.parametrize("row", playable_cases(), ids=lambda row: row.name)
def test_the_engine_judges_the_hands_file_as_stated(row: HandCase) -> None:
    case = Case(row.rules, row.concealed, row.melds, row.winning_tile, row.win)
    judged, reasons = engine_judge(case), set(row.reasons) - BARRED
    assert (judged.reading is None) == bool(reasons & NO_PRICE)
    assert judged.declarable == (not reasons)
    if judged.reading is None:
        return
    assert judged.suits_ok == (not any(reason.startswith("missing_suit") for reason in reasons))
    assert judged.second_ok == (not any(reason.startswith(("second_condition", "no_yaojiu")) for reason in reasons))
    assert (judged.price < row.rules.min_fan) == ("below_min_fan" in reasons)
    if row.price is not None:
        at_once = ("kong_open", "kong_concealed") if row.rules.kong_payment == "immediate" else ()
        worth = {name: count * getattr(row.rules.fan, name) for name, count in judged.counts.items() if name not in at_once}
        assert judged.total == row.price.total
        assert {FAN_ROWS_ZH[name]: fan for name, fan in worth.items() if fan} == row.price.rows
