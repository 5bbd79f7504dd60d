"""The distance kernels against the plain distances on random hands and rules, against other packages, and on cases worked out by hand."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
import xiangting
from mahjong.shanten import Shanten

from nmsim.engine.hand_rows import make_scratch
from nmsim.engine.kernel import kernel
from nmsim.engine.shape import (
    accepting,
    closed_distances,
    discard_accepting,
    discard_distances,
    distances,
    least_shape_distance,
    winning_masks,
    winning_masks_alone,
)
from nmsim.engine.tables import build_tables
from nmsim.notation import read_melds
from nmsim.outcomes import NEVER
from nmsim.reference import distance as plain
from nmsim.rules import Rules, differences, make_rules
from nmsim.tiles import CHOW, COPIES, KINDS, KONG_CONCEALED, PUNG, RANKS, Meld, count_kinds, format_tiles, parse_tiles
from tests.unit.random_hands import exchanged, fits, random_hand, random_rules

UNTOUCHED = -77
SEEDS = 30
HANDS_OF_A_SEED = 90
DEAR_HANDS_OF_A_SEED = 4  # those of which the plain twin takes a tenth of a second


@cache
def used_scratch() -> Any:
    """One scratch for all tests of this file, so that each call meets what earlier hands and rules left."""
    return make_scratch()


class Hand(NamedTuple):
    """A hand in both forms, with its rules."""

    rules: Rules
    kinds: list[int]
    melds: list[Meld]

    @property
    def counts(self) -> list[int]:
        return count_kinds(self.kinds)

    @property
    def line(self) -> str:
        """What makes the same hand again."""
        melds = "; ".join(map(str, self.melds)) or "-"
        return f"hand({format_tiles(self.kinds)!r}, {melds!r}, make_rules(overrides={differences(self.rules)}))"


def hand(tiles: str, melds: str = "-", rules: Rules | None = None) -> Hand:
    return Hand(rules or make_rules(), parse_tiles(tiles), read_melds(melds))


class Arrays(NamedTuple):
    """A hand as the kernels take it."""

    tables: Any
    scratch: Any
    counts: npt.NDArray[np.int8]
    meld_form: npt.NDArray[np.int8]
    meld_kind: npt.NDArray[np.int8]
    meld_count: int


def arrays(given: Hand, scratch: Any) -> Arrays:
    form, kind = np.full(4, 9, np.int8), np.full(4, 99, np.int8)
    for at, meld in enumerate(given.melds):
        form[at], kind[at] = meld.form, meld.kind
    return Arrays(build_tables(given.rules), scratch, np.array(given.counts, np.int8), form, kind, len(given.melds))


def kinds_of(mask: int) -> list[int]:
    return [kind for kind in range(KINDS) if mask >> kind & 1]


def call(kernel: Any, *given: Any) -> Any:
    """What a kernel answers; kernels have no types."""
    return kernel(*given)


def engine_distances(given: Hand, scratch: Any) -> tuple[int, int]:
    made = arrays(given, scratch)
    shape, legal = call(distances, *made)
    assert made.counts.tolist() == given.counts, given.line
    return int(shape), int(legal)


def engine_kinds(kernel: Any, given: Hand, scratch: Any, *more: int) -> tuple[list[int], list[int]]:
    """The kinds in the two masks of a kernel."""
    made = arrays(given, scratch)
    shape, legal = call(kernel, *made, *more)
    assert made.counts.tolist() == given.counts, given.line
    return kinds_of(int(shape)), kinds_of(int(legal))


def engine_discard_distances(given: Hand, scratch: Any) -> tuple[list[int], list[int]]:
    made = arrays(given, scratch)
    shape, legal = np.full(KINDS, UNTOUCHED, np.int64), np.full(KINDS, UNTOUCHED, np.int64)
    call(discard_distances, *made, shape, legal)
    assert made.counts.tolist() == given.counts, given.line
    return shape.tolist(), legal.tolist()


def plain_distances(given: Hand) -> tuple[int, int]:
    measure = plain.distances(given.rules)
    return measure.shape(given.counts, given.melds), measure.legal(given.counts, given.melds)


def plain_accepting(given: Hand) -> tuple[list[int], list[int]]:
    measure = plain.distances(given.rules)
    return (
        measure.accepting(given.counts, given.melds, measure.shape),
        measure.accepting(given.counts, given.melds, measure.legal),
    )


def plain_winning(given: Hand) -> tuple[list[int], list[int]]:
    """The kinds that complete the hand, in shape and legally."""
    found: tuple[list[int], list[int]] = [], []
    held = count_kinds([*given.kinds, *(kind for meld in given.melds for kind in meld.kinds())])
    for kind in range(KINDS):
        if held[kind] < COPIES:
            for kinds, distance in zip(found, plain_distances(given._replace(kinds=[*given.kinds, kind])), strict=True):
                if distance == -1:
                    kinds.append(kind)
    return found


def without(given: Hand, kind: int) -> Hand:
    left = list(given.kinds)
    left.remove(kind)
    return given._replace(kinds=left)


def random_case(rng: random.Random, drawn: bool, rules: Rules) -> Hand:
    return Hand(rules, *random_hand(rng, drawn))


# Random hands and rules


@pytest.mark.parametrize("seed", range(SEEDS))
def test_distances_are_those_of_the_plain_twin(seed: int) -> None:
    rng = random.Random(seed)
    all_rules = [random_rules(rng), random_rules(rng)]
    for _ in range(HANDS_OF_A_SEED):
        given = random_case(rng, rng.random() < 0.5, rng.choice(all_rules))
        expected = plain_distances(given)
        assert engine_distances(given, used_scratch()) == expected, given.line
        assert engine_distances(given, make_scratch()) == expected, given.line


@pytest.mark.parametrize("seed", range(SEEDS))
def test_accepting_and_winning_kinds_are_those_of_the_plain_twin(seed: int) -> None:
    rng = random.Random(1000 + seed)
    rules = random_rules(rng)
    for _ in range(DEAR_HANDS_OF_A_SEED):
        given = random_case(rng, False, rules)
        shorten, complete = plain_accepting(given), plain_winning(given)
        for scratch in (used_scratch(), make_scratch()):
            assert engine_kinds(accepting, given, scratch) == shorten, given.line
            assert engine_kinds(winning_masks, given, scratch) == complete, given.line
        assert engine_kinds(winning_masks, given, make_scratch()) == complete, given.line


@pytest.mark.parametrize("seed", range(SEEDS))
def test_distances_after_each_discard_are_those_of_the_plain_twin(seed: int) -> None:
    rng = random.Random(2000 + seed)
    rules = random_rules(rng)
    for _ in range(2 * DEAR_HANDS_OF_A_SEED):
        given = random_case(rng, True, rules)
        shapes, legals = [UNTOUCHED] * KINDS, [UNTOUCHED] * KINDS
        for kind in set(given.kinds):
            shapes[kind], legals[kind] = plain_distances(without(given, kind))
        for scratch in (used_scratch(), make_scratch()):
            assert engine_discard_distances(given, scratch) == (shapes, legals), given.line


@pytest.mark.parametrize("seed", range(SEEDS))
def test_accepting_kinds_after_a_discard_are_those_of_the_plain_twin(seed: int) -> None:
    rng = random.Random(3000 + seed)
    rules = random_rules(rng)
    for _ in range(DEAR_HANDS_OF_A_SEED):
        given = random_case(rng, True, rules)
        kind = rng.choice(given.kinds)
        shorten = plain_accepting(without(given, kind))
        fresh = make_scratch()
        for scratch in (used_scratch(), fresh):
            assert engine_kinds(discard_accepting, given, scratch, kind) == shorten, f"{given.line} without {kind}"
        engine_discard_distances(given, fresh)
        assert engine_kinds(discard_accepting, given, fresh, kind) == shorten, f"{given.line} without {kind}"


@pytest.mark.parametrize("seed", range(SEEDS))
def test_kinds_accepted_after_a_discard_are_those_of_the_smaller_hand(seed: int) -> None:
    """Two kernels for one question, on many more hands than the plain twin could judge."""
    rng = random.Random(4000 + seed)
    rules = random_rules(rng)
    for _ in range(30):
        given = random_case(rng, True, rules)
        for kind in set(given.kinds):
            smaller = engine_kinds(accepting, without(given, kind), make_scratch() if rng.random() < 0.02 else used_scratch())
            assert engine_kinds(discard_accepting, given, used_scratch(), kind) == smaller, f"{given.line} without {kind}"


def moved_meld(rng: random.Random, melds: list[Meld]) -> list[Meld]:
    """The melds with one of them at the next or the previous rank, or with a pung made a kong or a kong a pung."""
    at = rng.randrange(len(melds))
    form, kind = melds[at]
    if form != CHOW and rng.random() < 0.4:
        return [*melds[:at], Meld(KONG_CONCEALED if form == PUNG else PUNG, kind), *melds[at + 1 :]]
    moved = Meld(form, kind + rng.choice((-1, 1)))
    last = RANKS - 3 if form == CHOW else RANKS - 1
    if moved.kind // RANKS != kind // RANKS or moved.kind % RANKS > last or moved.kind >= KINDS:
        return melds
    return [*melds[:at], moved, *melds[at + 1 :]]


def next_to(rng: random.Random, given: Hand, all_rules: list[Rules]) -> Hand:
    """The hand with one thing changed: its rules, a meld, or a tile or two."""
    change = rng.random()
    if change < 0.2:
        return given._replace(rules=rng.choice(all_rules))
    if change < 0.6 and given.melds:
        return given._replace(melds=moved_meld(rng, given.melds))
    return given._replace(kinds=exchanged(rng, given.kinds, given.melds, rng.randint(1, 2), list(range(KINDS))))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_hands_that_differ_in_one_thing_do_not_mix_in_the_scratch(seed: int) -> None:
    rng = random.Random(5000 + seed)
    all_rules = [random_rules(rng) for _ in range(3)]
    given, scratch = random_case(rng, False, rng.choice(all_rules)), make_scratch()
    for _ in range(HANDS_OF_A_SEED):
        changed = next_to(rng, given, all_rules)
        if fits(changed.kinds, changed.melds):
            given = changed
            assert engine_distances(given, scratch) == plain_distances(given), given.line
            winning = engine_kinds(winning_masks, given, scratch)
            assert winning == engine_kinds(winning_masks, given, used_scratch()), given.line


@kernel
def quick_answers(tables, scratch, counts, form, kind, melds, found):
    """What play asks of hands that may be far from ready, of those without melds, and of ready ones."""
    found[0] = least_shape_distance(tables, counts, melds)
    if melds == 0:
        found[1], found[2] = closed_distances(tables, scratch, counts, form)
    found[3], found[4] = winning_masks_alone(tables, scratch, counts, form, kind, melds)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_quick_answers_of_play_are_those_of_the_whole_measurement(seed: int) -> None:
    rng = random.Random(7000 + seed)
    rules = random_rules(rng)
    for _ in range(HANDS_OF_A_SEED):
        given = random_case(rng, False, rules)
        shape, legal = engine_distances(given, used_scratch())
        found = np.zeros(5, np.int64)
        call(quick_answers, *arrays(given, used_scratch()), found)
        assert found[0] <= shape, given.line
        if not given.melds:
            assert found[:3].tolist() == [shape, shape, legal], given.line
        assert (kinds_of(found[3]), kinds_of(found[4])) == engine_kinds(winning_masks, given, used_scratch()), given.line


def test_the_random_hands_reach_every_sort_of_answer() -> None:
    """What the comparisons above are worth: complete, ready and hopeless hands, with each number of melds, are among them."""
    seen: set[tuple[str, int]] = set()
    for seed in range(SEEDS):
        rng = random.Random(seed)
        rules = random_rules(rng)
        for _ in range(HANDS_OF_A_SEED):
            given = random_case(rng, rng.random() < 0.5, rules)
            shape, legal = engine_distances(given, used_scratch())
            seen |= {("shape", shape), ("melds", len(given.melds)), ("legal", legal), ("dearer", min(legal - shape, 4))}
    assert {("shape", distance) for distance in range(-1, 7)} <= seen
    assert {("legal", distance) for distance in (*range(-1, 7), NEVER)} <= seen
    assert {("melds", melds) for melds in range(5)} <= seen
    assert {("dearer", steps) for steps in range(5)} <= seen


# Other packages: the plain shape, without melds


def uniform_hands(number: int, seed: int) -> list[list[int]]:
    """Hands of 13 and 14 tiles, a third of them from two suits alone."""
    rng = random.Random(seed)
    hands = []
    for at in range(number):
        deck = [kind for kind in range(18 if at % 3 == 0 else KINDS) for _ in range(COPIES)]
        hands.append(count_kinds(rng.sample(deck, 13 + at % 2)))
    return hands


def test_the_four_sets_are_those_of_the_package_mahjong() -> None:
    rules, shanten = make_rules("open", {"seven_pairs": False}), Shanten()
    for counts in uniform_hands(1500, seed=1):
        given = Hand(rules, [kind for kind in range(KINDS) for _ in range(counts[kind])], [])
        assert engine_distances(given, used_scratch())[0] == shanten.calculate_shanten(counts, use_chiitoitsu=False, use_kokushi=False), (
            given
        )


def test_the_nearest_of_three_shapes_is_that_of_the_package_xiangting() -> None:
    # As there: seven different pairs, and thirteen orphans.
    rules = make_rules("open", {"seven_pairs_quads": False, "thirteen_orphans": True})
    for counts in uniform_hands(4000, seed=2):
        given = Hand(rules, [kind for kind in range(KINDS) for _ in range(counts[kind])], [])
        number, kinds = xiangting.calculate_necessary_tiles(counts, xiangting.PlayerCount.FOUR)
        assert engine_distances(given, used_scratch())[0] == number - 1, given.line
        if len(given.kinds) == 13:
            assert engine_kinds(accepting, given, used_scratch())[0] == kinds_of(kinds), given.line


# Cases worked out by hand

OPEN = make_rules("open")
ORPHANS = make_rules("open", {"thirteen_orphans": True})
DIFFERENT_PAIRS = make_rules("open", {"seven_pairs_quads": False})
PUNGS_FREE = make_rules(overrides={"second_exempt": ["all_pungs"]})
BAMBOO_MELDS = "pung 222m; pung 333m; pung 444m; pung 555m"


@pytest.mark.parametrize(
    ("given", "shape", "legal"),
    [
        # Complete and waiting.
        (hand("123m456m789s234p55p"), -1, -1),
        (hand("123m456m78s234p55p"), 0, 0),
        (hand("1133m5577s2299p44z"), -1, -1),
        (hand("19m19s19p12345677z", rules=ORPHANS), -1, -1),
        # Complete in shape, and refused: no bamboo; no 1, 9, 2, 5 or 8.
        (hand("123m456m789m234p55p"), -1, 1),
        (hand("234m567m345s678p33s"), -1, 0),
        (hand("234m567m345m678p3m"), 0, 1),
        # T15: four melds wait for the pair alone.
        (hand("6p", "pung 222s; pung 888p; pung 111z; pung 777m", OPEN), 0, 0),
        (hand("66p", "pung 222s; pung 888p; pung 111z; pung 777m", OPEN), -1, -1),
        (hand("6p4s", "pung 222s; pung 888p; pung 111z; pung 777m", OPEN), 0, 0),
        # T17: the fifth copy that the wait would need does not exist.
        (hand("5m", "pung 555m; pung 111s; pung 222p; pung 333s"), 1, 1),
        (hand("1m", "pung 555m; pung 111s; pung 222p; pung 333s"), 0, 0),
        (hand("1111m", "pung 222s; pung 333s; pung 444p"), 1, 1),
        (hand("46m", "chow 123m; kong_concealed 5555m; pung 111s; pung 222p", OPEN), 0, 0),
        (hand("4699m", "kong_concealed 5555m; pung 111s; pung 222p", OPEN), 1, 1),
        # T18: melds close the way to seven pairs and orphans.
        (hand("1133m5577s2299p4z", rules=ORPHANS), 0, 0),
        (hand("1133m5577s22p", "pung 444z", ORPHANS), 2, 2),
        (hand("19m19s19p1234567z", rules=ORPHANS), 0, 0),
        (hand("9m19s19p12345z", "pung 777z", ORPHANS), 6, 6),
        # T19: three and four of a kind in seven pairs.
        (hand("1111m33m5577s99p4z", rules=OPEN), 0, 0),
        (hand("1111m33m5577s99p4z", rules=DIFFERENT_PAIRS), 2, 2),
        (hand("1133m5577s22999p", rules=OPEN), 0, 0),
        (hand("1133m5577s22999p", rules=DIFFERENT_PAIRS), 1, 1),
        # Never: the melds and the one pair to come cannot show three suits.
        (hand("1m", BAMBOO_MELDS), 0, NEVER),
        (hand("1m", BAMBOO_MELDS, make_rules("example")), 0, 0),
        (hand("1m2s", "pung 222m; pung 333m; pung 444m; chow 123m"), 0, NEVER),
        (hand("1s", "pung 222m; pung 333m; pung 444m; pung 555p"), 0, 0),
        (hand("3s", "pung 222m; pung 333m; pung 444m; pung 666p"), 0, 1),
        (hand("3s", "pung 222m; pung 333m; pung 444m; pung 666p", PUNGS_FREE), 0, 0),
        (hand("1z", "pung 222z; pung 333z; pung 444z; pung 555z"), 0, NEVER),
    ],
    ids=lambda each: each.line if isinstance(each, Hand) else None,
)
def test_cases_worked_out_by_hand(given: Hand, shape: int, legal: int) -> None:
    assert engine_distances(given, used_scratch()) == (shape, legal)
    assert plain_distances(given) == (shape, legal)


@pytest.mark.parametrize(
    ("given", "shape", "legal"),
    [
        (hand("6p", "pung 222s; pung 888p; pung 111z; pung 777m", OPEN), "6p", "6p"),
        (hand("234m456m78s234p66p"), "69s", "9s"),
        (hand("234m567m345m678p3m"), "36m", ""),
        (hand("1m", BAMBOO_MELDS), "1m", ""),
        (hand("5m", "pung 555m; pung 111s; pung 222p; pung 333s"), "", ""),
        (hand("1111m", "pung 222s; pung 333s; pung 444p"), "", ""),
    ],
    ids=lambda each: each.line if isinstance(each, Hand) else None,
)
def test_winning_kinds_worked_out_by_hand(given: Hand, shape: str, legal: str) -> None:
    assert engine_kinds(winning_masks, given, used_scratch()) == (parse_tiles(shape), parse_tiles(legal))


def test_a_hopeless_hand_accepts_nothing_legally_and_still_shortens_in_shape() -> None:
    given = hand("1m4p7s1z", "pung 222m; pung 333m; pung 444m", make_rules(overrides={"suit_scope": "concealed"}))
    assert engine_distances(given, used_scratch())[1] == NEVER
    shape, legal = engine_kinds(accepting, given, used_scratch())
    assert legal == [] and set(given.kinds) <= set(shape)


def test_a_melded_honor_is_of_no_more_use() -> None:
    given = hand("2m444p555z", "pung 222m; pung 444z", make_rules("strict", {"honors_satisfy_yaojiu": True}))
    fourth = parse_tiles("4z")[0]
    accepted = engine_kinds(accepting, given, make_scratch())
    assert accepted == plain_accepting(given)
    assert not any(fourth in kinds for kinds in accepted)
