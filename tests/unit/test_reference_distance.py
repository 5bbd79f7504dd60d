"""Plain distances: known hands, averages over random hands, and agreement with a search that only asks the judge."""

import random
from collections.abc import Callable, Sequence

import pytest

from nmsim.errors import InputError
from nmsim.notation import read_melds
from nmsim.outcomes import NEVER
from nmsim.reference import shapes
from nmsim.reference.distance import legal_accepting, legal_distance, shape_accepting, shape_distance
from nmsim.reference.judge import HOW_WON, check_win
from nmsim.reference.table import shape_waits
from nmsim.rules import WINNING_OPTIONS, Rules, differences, make_rules, option_domain
from nmsim.tiles import COPIES, KINDS, Meld, count_kinds, format_tiles, parse_tiles

STRICT = make_rules()


def shape(tiles: str, melds: str = "-", rules: Rules = STRICT) -> int:
    return shape_distance(rules, count_kinds(parse_tiles(tiles)), read_melds(melds))


def legal(tiles: str, melds: str = "-", rules: Rules = STRICT) -> int:
    return legal_distance(rules, count_kinds(parse_tiles(tiles)), read_melds(melds))


def test_a_complete_hand_is_at_minus_one_and_a_waiting_one_at_nought() -> None:
    assert shape("123m456m78s234p55p") == legal("123m456m78s234p55p") == 0
    assert shape("123m456m789s234p55p") == legal("123m456m789s234p55p") == -1


def test_a_hand_may_be_ready_in_shape_and_have_no_legal_tile() -> None:
    assert shape("234m567m345m678p3m") == 0
    # The pair must become bamboos and 2, 5, 8, 1 or 9: two draws.
    assert legal("234m567m345m678p3m") == 1
    assert legal("234m567m345m678p3m", rules=make_rules("open")) == 0


def test_own_copies_use_up_a_kind() -> None:
    # T17: all copies of the wait are in one's own melds.
    assert shape("5m", "pung 555m; pung 111s; pung 222p; pung 333s") == 1
    assert shape("1m", "pung 555m; pung 111s; pung 222p; pung 333s") == 0
    assert shape("1111m", "pung 222s; pung 333s; pung 444p") == 1


def test_melds_close_the_way_to_seven_pairs_and_orphans() -> None:
    # T18: with an open pung six pairs are no longer one tile from seven.
    rules = make_rules("open", {"thirteen_orphans": True})
    assert shape("1133m5577s2299p4z", rules=rules) == 0
    assert shape("1133m5577s22p", "pung 444z", rules) >= 1
    assert shape("19m19s19p1234567z", rules=rules) == 0
    assert shape("9m19s19p12345z", "pung 777z", rules) >= 3


def test_seven_pairs_count_triplets_and_quads_as_the_option_says() -> None:
    # T19
    single = make_rules("open", {"seven_pairs_quads": False})
    assert shape("1111m33m5577s99p4z", rules=make_rules("open")) == 0
    assert shape("1111m33m5577s99p4z", rules=single) == 2
    assert shape("1133m5577s22999p", rules=make_rules("open")) == 0
    assert shape("1133m5577s22999p", rules=single) == 1


def test_never_is_a_hand_that_no_draws_can_make_legal() -> None:
    assert legal("1m", "pung 222m; pung 333m; pung 444m; pung 555m") == NEVER
    assert legal("1s", "pung 222m; pung 333m; pung 444m; pung 555p") == 0
    assert legal("3s", "pung 222m; pung 333m; pung 444m; pung 666p") == 1
    assert legal("3s", "pung 222m; pung 333m; pung 444m; pung 666p", make_rules(overrides={"second_exempt": ["all_pungs"]})) == 0


def test_flushes_are_near_only_where_they_are_exempt() -> None:
    assert legal("1112345678999m") >= 3
    assert legal("1112345678999m", rules=make_rules("example")) == 0
    assert legal("123456789m2211z", rules=make_rules("example")) == 0
    assert legal("123456789m2211z", rules=make_rules(overrides={"suit_exempt": ["pure_suit"]})) > 0


def test_accepting_tiles_of_both_distances() -> None:
    counts = count_kinds(parse_tiles("123m456m34s234p66p"))
    assert shape_accepting(STRICT, counts) == parse_tiles("25s")
    assert legal_accepting(STRICT, counts) == parse_tiles("25s")
    counts = count_kinds(parse_tiles("234m456m78s234p66p"))
    assert shape_accepting(STRICT, counts) == parse_tiles("69s")
    assert legal_accepting(STRICT, counts) == parse_tiles("9s")
    assert legal_accepting(STRICT, count_kinds(parse_tiles("1m")), read_melds("pung 222m; pung 333m; pung 444m; pung 555m")) == []


@pytest.mark.parametrize(("tiles", "shape_mean", "legal_mean"), [(13, 3.786, 3.878351001), (14, 3.316, 3.430)])
def test_averages_over_random_hands_are_the_exact_ones(tiles: int, shape_mean: float, legal_mean: float) -> None:
    rules, rng = make_rules(overrides={"seven_pairs": False}), random.Random(tiles)
    deck = [kind for kind in range(KINDS) for _ in range(COPIES)]
    hands = [count_kinds(rng.sample(deck, tiles)) for _ in range(2500)]
    # A distance has a standard deviation below 1, so 0.08 is four standard errors; the seed is fixed.
    assert abs(sum(shape_distance(rules, hand) for hand in hands) / len(hands) - shape_mean) < 0.08
    assert abs(sum(legal_distance(rules, hand) for hand in hands) / len(hands) - legal_mean) < 0.08


# The search that only asks the judge


def random_rules(rng: random.Random) -> Rules:
    while True:
        chosen = {name: rng.choice(option_domain(name)) for name in WINNING_OPTIONS if rng.random() < 0.4}
        try:
            return make_rules(rng.choice(("strict", "example", "open", "dongbei")), {**chosen, "min_fan": 0})
        except InputError:
            continue


def random_complete_hand(rng: random.Random) -> tuple[list[int], list[Meld]]:
    """Concealed tiles of a complete shape, with melds."""
    while True:
        suits = rng.choice(([0], [0, 3], [0, 1, 2], [0, 1, 2, 3], [3]))
        kinds = [kind for kind in range(KINDS) if kind // 9 in suits]
        style = rng.random()
        melds: list[Meld] = []
        if style < 0.2:
            concealed = [kind for kind in rng.sample(kinds, min(7, len(kinds))) for _ in range(2)]
        elif style < 0.25:
            concealed = [*shapes.ORPHAN_KINDS, rng.choice(shapes.ORPHAN_KINDS)]
        else:
            chow_starts = [kind for kind in kinds if kind < 27 and kind % 9 < 7]
            pungs_only = style < 0.45 or not chow_starts
            sets = [
                Meld(rng.randint(1, 4), rng.choice(kinds)) if pungs_only or rng.random() < 0.4 else Meld(0, rng.choice(chow_starts))
                for _ in range(4)
            ]
            melded = rng.choice((0, 0, 1, 2, 3, 4))
            melds = sets[:melded]
            concealed = [kind for group in sets[melded:] for kind in group.kinds()[:3]] + [rng.choice(kinds)] * 2
        whole = count_kinds([*concealed, *(kind for meld in melds for kind in meld.kinds())])
        if max(whole) <= COPIES and len(concealed) + 3 * len(melds) == 14:
            return concealed, melds


def reachable(counts: list[int], caps: list[int], exchanges: int, accepts: Callable[[Sequence[int]], bool]) -> bool:
    """Whether one draw, with so many exchanges of a tile before it, can make the hand accepted."""
    for kind in range(KINDS):
        if counts[kind] == caps[kind]:
            continue
        counts[kind] += 1
        found = accepts(counts)
        if not found and exchanges:
            for other in range(KINDS):
                if counts[other] and other != kind and not found:
                    counts[other] -= 1
                    found = reachable(counts, caps, exchanges - 1, accepts)
                    counts[other] += 1
        counts[kind] -= 1
        if found:
            return True
    return False


@pytest.mark.parametrize("seed", range(60))
def test_short_distances_agree_with_a_search_through_the_judge(seed: int) -> None:
    rng = random.Random(seed)
    rules, (concealed, melds) = random_rules(rng), random_complete_hand(rng)
    caps = [COPIES - count for count in count_kinds([kind for meld in melds for kind in meld.kinds()])]

    def complete(counts: Sequence[int]) -> bool:
        return shapes.is_complete(rules, counts)

    def declared(counts: Sequence[int]) -> bool:
        tiles = [kind for kind in range(KINDS) for _ in range(counts[kind])]
        return complete(counts) and check_win(rules, tiles[1:], melds, tiles[0], HOW_WON["self_draw"]).legal

    full = count_kinds(concealed)
    says = f"seed {seed}: {format_tiles(concealed)} {list(map(str, melds))} {differences(rules)}"
    assert (shape_distance(rules, full, melds) == -1) == complete(full), says
    assert (legal_distance(rules, full, melds) == -1) == declared(full), says
    concealed.remove(rng.choice(concealed))
    if rng.random() < 0.6:
        concealed.remove(rng.choice(concealed))
        concealed.append(rng.choice([kind for kind in range(KINDS) if count_kinds(concealed)[kind] < caps[kind]]))
    counts = count_kinds(concealed)
    for distance, accepts in ((shape_distance(rules, counts, melds), complete), (legal_distance(rules, counts, melds), declared)):
        assert distance >= 0, says
        assert (distance == 0) == reachable(counts, caps, 0, accepts), says
        if distance:
            assert (distance == 1) == reachable(counts, caps, 1, accepts), says
    waits = {kind for kind in shape_waits(counts, rules, bool(melds)) if counts[kind] < caps[kind]}
    assert waits == set(shape_accepting(rules, counts, melds) if shape_distance(rules, counts, melds) == 0 else ()), says
