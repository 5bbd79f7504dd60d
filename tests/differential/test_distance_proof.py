"""The distances against ways to find them that share nothing with the engine; benchmarks/distance_proof.py has many more hands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from nmsim.notation import read_melds
from nmsim.outcomes import NEVER
from nmsim.plan import make_plan
from nmsim.rules import Rules, make_rules
from nmsim.tiles import count_kinds, parse_tiles
from tests.differential.runs import Tally
from tests.oracles import compare, distance
from tests.oracles.compare import DRAWS, compare_accepting, compare_discards, compare_distances, compare_draws, compare_judged
from tests.oracles.distance import Question
from tests.oracles.hands import views
from tests.oracles.judged import distances_by_draws, judged_distances

SEED = "suite"


def hand(tiles: str, melds: str = "-", rules: Rules | None = None) -> Question:
    return Question(rules or make_rules(), count_kinds(parse_tiles(tiles)), tuple(read_melds(melds)))


@pytest.mark.parametrize(
    ("compared", "hands"),
    [
        (compare_distances, 400),
        (compare_accepting, 40),
        (compare_discards, 20),
        (compare_judged, 30),
        (partial(compare_draws, sizes=(1,)), 6),
        (partial(compare_draws, sizes=(2,)), 1),
    ],
    ids=["programme", "accepting", "discards", "judged", "draws", "draws_after"],
)
def test_no_distance_differs(compared: Callable[[str, int], Tally], hands: int) -> None:
    tally = compared(SEED, hands)
    assert tally.faults == []
    assert 0 < tally.counts["hands"] <= hands


@pytest.mark.parametrize(
    ("given", "shape", "legal"),
    [
        # Complete, and refused: no bamboo; no 1, 9, 2, 5 or 8.
        (hand("123m456m789s234p55p"), -1, -1),
        (hand("123m456m789m234p55p"), -1, 1),
        (hand("234m567m345s678p33s"), -1, 0),
        # No fifth 5m; a bamboo pair of which no rank helps.
        (hand("5m", "pung 555m; pung 111s; pung 222p; pung 333s"), 1, 1),
        (hand("1s", "pung 222m; pung 333m; pung 444m; pung 555m"), 0, NEVER),
        (hand("1133m5577s2299p4z"), 0, 0),
        (hand("1111m33m5577s99p4z", rules=make_rules("open", {"seven_pairs_quads": False})), 2, 2),
        (hand("19m19s19p1234567z", rules=make_rules("open", {"thirteen_orphans": True})), 0, 0),
    ],
)
def test_the_oracles_know_hands_worked_out_by_hand(given: Question, shape: int, legal: int) -> None:
    assert distance.distances([given]) == [(shape, legal)]
    assert judged_distances(given, 20_000)[:2] == (shape, legal)
    near = [number if number < DRAWS else None for number in (shape, legal)]
    assert list(distances_by_draws(given, DRAWS)[:2]) == near


def test_a_wrong_distance_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the comparisons above are worth: each tells an answer that is one off."""
    right = compare.engine_distances
    monkeypatch.setattr(compare, "engine_distances", lambda given: (right(given)[0], right(given)[1] + 1))
    assert len(compare_distances(SEED, 20).faults) == 20
    judged = compare_judged(SEED, 6)
    assert len(judged.faults) == judged.counts["hands"] > 0
    assert compare_draws(SEED, 4, sizes=(1,)).faults


def test_the_hands_are_half_from_play_with_melds_and_near_ones_among_them() -> None:
    tally = compare_distances(SEED, 400)
    sorts = {name.removeprefix("origin: "): count for name, count in tally.counts.items() if name.startswith("origin: ")}
    assert len(sorts) == 8
    assert sum(count for name, count in sorts.items() if name.startswith("from play")) == 200
    assert sum(count for name, count in sorts.items() if name.startswith("from play, melded")) > 80


def test_views_of_a_played_hand_have_the_tiles_of_a_hand() -> None:
    plan = make_plan("open", ("legal", {"base": "legal", "name": "eager", "chow": "always", "pung": "always"}) * 2, 5)
    seen = [view for block in range(20) for view in views(plan, block)]
    assert {sum(counts) + 3 * len(melds) for counts, melds in seen} == {13, 14}
    assert max(len(melds) for _, melds in seen) >= 3
