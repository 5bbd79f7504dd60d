"""Every public function refuses what it cannot use, in the words of an experiment file, and takes what such a file takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nmsim
from nmsim.errors import InputError
from nmsim.experiment import make_experiment
from nmsim.outcomes import COLUMN_INDEX
from nmsim.playing import Outcomes
from nmsim.policies import Policy, make_policy
from nmsim.reference.judge import Win
from nmsim.words import speaking
from tests.chinese import english_sentences

play: Any = nmsim.simulate
HAND = "123m456m78s234p551s"
WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: play(deal="Private"), 'deal: "Private" is not allowed, did you mean "private"? (allowed: shared, private)'),
    (lambda: play(design="matches"), 'design: "matches" is not allowed, did you mean "match"? (allowed: independent, match)'),
    (lambda: play(design=3), "design: 3 is not allowed (allowed: independent, match)"),
    (lambda: play(players=2), "players: 2 is not allowed (allowed: 1, 4)"),
    (lambda: play(players=True), "players: true should be a whole number"),
    (lambda: play(start=((-1,),)), "start.0.0: -1 is out of range (at least 0)"),
    (lambda: play(start=((99,),)), "start.0.0: 99 is out of range (at most 33)"),
    (lambda: play(start=(("1m",),)), 'start.0.0: "1m" should be a whole number'),
    (lambda: play(start=3), "start: 3 should be a list"),
    (lambda: play(start=["11111m"]), "start: 1m is given 5 times (there are 4)"),
    (lambda: play(seed="1"), 'seed: "1" should be a whole number'),
    (lambda: play(seed=True), "seed: true should be a whole number"),
    (lambda: play(seed=1.5), "seed: 1.5 should be a whole number"),
    (lambda: play(seed=None), "seed: None should be a whole number"),
    (lambda: play(seed=2**64), f"seed: {2**64} is out of range (at most {2**64 - 1})"),
    (lambda: play(walls=2.0), "walls: 2.0 should be a whole number"),
    (lambda: play(walls=0), "walls: 0 is out of range (at least 1)"),
    (lambda: play(walls=np.float64(3)), "walls: 3.0 should be a whole number"),
    (lambda: play(first_wall=2**63), f"first_wall: {2**63} is out of range (at most {2**63 - 2})"),
    (lambda: play(first_wall=2**63 - 2, walls=2), f"(the last wall is at most {2**63 - 2})"),
    (lambda: play(first_wall=2**60, design="match"), f"(the last wall is at most {2**59 - 2})"),
    (lambda: play(players="4"), 'players: "4" should be a whole number'),
    (lambda: play(rules={"fan": {"tianhu": 3}}), 'rules.fan.tianhu: unknown row "tianhu", did you mean "heavenly_win"?'),
    (lambda: play(rules={"fan.天胡": 3}), 'rules.fan.天胡: unknown row "天胡", did you mean "heavenly_win"?'),
    (lambda: play(rules={"fan": {"x": 1}}), 'rules.fan.x: unknown row "x" (allowed: basic_win, self_draw, concealed_hand'),
    (lambda: nmsim.make_rules("strict", {"preset": "open"}), 'rules.preset: "open": the preset is the first argument of `make_rules`'),
    (lambda: Win(self_draw="no"), 'Win.self_draw: "no" should be true or false'),  # type: ignore[arg-type]
    (lambda: Win(True, None), "Win.kong_draw: None should be true or false"),  # type: ignore[arg-type]
    (lambda: play(jobs="2"), 'jobs: "2" should be a whole number'),
    (lambda: play(hands_per_match="16"), 'hands_per_match: "16" should be a whole number'),
    (lambda: play(arm=-1), "arm: -1 is out of range (at least 0)"),
    (lambda: play(walls=10**12), "of memory, more than there is"),
    (lambda: play(seats="legal"), 'seats: "legal" should be a list of four policies'),
    (lambda: play(seats=["legal"] * 3), "seats: 3 named, four needed"),
    (lambda: play(seats=["legal", 3, "legal", "legal"]), "seats.1: 3 should be a name or a table"),
    (lambda: play(rules=["strict"]), 'rules: ["strict"] should be a preset'),
    (lambda: play(rules={"preset": "strct"}), 'rules.preset: unknown preset "strct", did you mean "strict"?'),
    (lambda: play(rules={"min_fna": 1}), 'rules.min_fna: unknown option "min_fna", did you mean "min_fan"?'),
    (lambda: play(players=1), 'players: 1 needs deal = "private"'),
    (lambda: play(deal="private", rules={"wall_reserve": 14}), 'rules.wall_reserve: 14 contradicts deal = "private"'),
    (lambda: nmsim.exact_odds({"second_condition": "bth"}), 'rules.second_condition: "bth" is not allowed, did you mean "both"?'),
    (lambda: nmsim.make_rules("strict", {1: 2}), 'rules.1: unknown option "1" (`nmsim rules` lists them)'),  # type: ignore[dict-item]
    (lambda: nmsim.make_rules("strict", [1]), "rules: [1] should be a table"),  # type: ignore[arg-type]
    (lambda: nmsim.make_rules("strict", {"suit_exempt": [["a"]]}), 'rules.suit_exempt.0: ["a"] is not allowed'),
    (lambda: nmsim.make_rules("strict", {"fan": 3, "fan.self_draw": 2}), "rules.fan: 3 should be a table"),
    (lambda: nmsim.make_rules("strict", {"fan": 3}), "rules.fan: 3 should be a table"),
    (lambda: nmsim.make_rules("strict", {"min_fan": 1.0}), "rules.min_fan: 1.0 should be a whole number"),
    (lambda: nmsim.make_policy(3), "3 should be a name or a table"),  # type: ignore[arg-type]
    (lambda: nmsim.make_policy({"base": ["x"]}), '["x"] should be text in quotes'),
    (lambda: nmsim.make_policy({"base": "legal", "weights": 3}), "policy.legal.weights: 3 should be a table"),
    (lambda: nmsim.check_win({"preset": "strct"}, HAND, (), "9s"), 'rules.preset: unknown preset "strct"'),
    (lambda: nmsim.score({"min_fan": "x"}, HAND, (), "9s"), 'rules.min_fan: "x" should be a whole number'),
    (lambda: nmsim.distance(HAND, rules={"fna": {}}), 'rules.fna: unknown option "fna", did you mean "fan"?'),
    (lambda: nmsim.accepting(HAND, rules={"preset": 3}), "rules: 3 should be a preset"),
    (lambda: nmsim.compare_discards(HAND, rollouts="3"), 'rollouts: "3" should be a whole number'),  # type: ignore[arg-type]
    (lambda: nmsim.compare_discards(HAND, discards=3), "discards: 3 should be a list"),  # type: ignore[arg-type]
    (lambda: nmsim.compare_discards(HAND, discards=["1m"]), 'discards.0: "1m" should be a whole number'),  # type: ignore[list-item]
    (lambda: nmsim.compare_discards(HAND, seats=3), "seats: 3 should be a list of four policies"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("how", [{"first_wall": 2**63 - 2}, {"first_wall": 2**59 - 2, "design": "match"}])
def test_the_last_wall_that_is_allowed_plays(how: dict[str, Any]) -> None:
    assert (play(walls=1, **how).rows[:, COLUMN_INDEX["wall"]] >= 0).all()


@pytest.mark.parametrize(("call", "said"), WRONG, ids=[said for _, said in WRONG])
def test_a_wrong_value_is_one_clear_line(call: Callable[[], object], said: str) -> None:
    with pytest.raises(InputError) as error:
        call()
    assert len(error.value.problems) == 1
    assert said in error.value.problems[0]
    with speaking("zh"), pytest.raises(InputError) as error:
        call()
    assert not english_sentences(str(error.value))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: nmsim.Rules(min_fan="x"), 'min_fan: "x" should be a whole number'),
        (lambda: nmsim.Rules(fan={"self_draw": -1}), "fan.self_draw: "),
        (lambda: nmsim.Policy(name="x", chow="sometimes"), 'chow: "sometimes" is not allowed'),
    ],
)
def test_a_constructor_refuses_in_the_same_words(make: Callable[[], object], said: str) -> None:
    with pytest.raises(InputError) as error:
        make()
    assert error.value.problems[0].startswith(said)


@pytest.mark.parametrize("path", [3, None, b"results", ["results"]])
def test_what_is_no_path_is_said_to_be_none(path: Any) -> None:
    with pytest.raises(InputError, match="is no path: give the name of a file or folder"):
        nmsim.load(path)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(InputError) as error:
        play(seats=["lega", 3], deal="x", seed="q", rules={"preset": "strct", "min_fan": "x"}, walls=0, jobs=None)
    places = [problem.split(":")[0] for problem in error.value.problems]
    assert places == ["walls", "jobs", "deal", "seed", "rules.preset", "rules.min_fan", "seats", "seats.0", "seats.1"]


@pytest.mark.parametrize("name", ["design", "deal", "players", "hands_per_match", "seed", "start"])
def test_python_and_files_refuse_in_the_same_words(name: str) -> None:
    for value in ("x", True, 1.5, None, [], [[3.5]], -7, 2**70):
        said = []
        for door in (lambda given: play(walls=1, **given), lambda given: make_experiment({"walls": 1, **given}, "t")):
            try:
                door({name: value})
                said.append([])
            except InputError as error:
                said.append([problem.removeprefix("experiment.") for problem in error.problems])
        assert said[0] == said[1], (name, value)


def test_what_a_file_takes_python_takes() -> None:
    patient = {"base": "legal", "name": "patient", "win_on_discard": False}
    told: Outcomes = play(
        rules={"preset": "strict", "second_condition": "both", "fan": {"self_draw": 2}},
        seats=["legal", patient, "shape", "legal"],
        walls=np.int64(2),
        seed=np.uint64(5),
        start=["123m", [4, 5], np.array([6])],
        jobs=np.int8(1),
    )
    made = make_experiment(
        {
            "walls": 2,
            "rules": {"preset": "strict", "second_condition": "both", "fan": {"self_draw": 2}},
            "seats": ["legal", "patient", "shape", "legal"],
            "policies": {"patient": {"base": "legal", "win_on_discard": False}},
            "start": ["一二三万", [4, 5], "7m"],
        },
        "t",
    )
    assert (told.plan.rules, told.plan.seats, told.plan.start) == (made.arms[0].rules, made.arms[0].seats, made.start)
    assert told.plan.start == ((0, 1, 2), (4, 5), (6,))
    objects = play(told.plan.rules, told.plan.seats, 2, 5, start=told.plan.start)
    assert (objects.rows == told.rows).all()


# A policy has a preset's name only if it is that preset.


@pytest.mark.parametrize(
    "make",
    [
        lambda: make_policy({"base": "shape", "name": "legal"}),
        lambda: make_policy({"name": "legal"}),
        lambda: make_policy({"base": "legal", "salt": 1}),
        lambda: make_policy(Policy(name="legal")),
        lambda: play(seats=[Policy(name="legal"), "shape", "shape", "shape"]),
        lambda: play(seats=["legal", {"base": "shape", "name": "legal"}, "legal", "legal"]),
        lambda: make_experiment({"walls": 1, "policies": {"legal": {"base": "shape"}}}, "t"),
        lambda: make_experiment({"walls": 1, "seats": [{"base": "shape", "name": "legal"}, "shape", "shape", "shape"]}, "t"),
    ],
)
def test_a_presets_name_is_its_own(make: Callable[[], object]) -> None:
    with pytest.raises(InputError, match='"legal" is the name of a preset, and this policy differs from it in '):
        make()


def test_the_preset_itself_may_be_spelt_out() -> None:
    assert make_policy({"base": "legal", "name": "legal", "mistakes": 0}) == make_policy("legal")
    assert make_experiment({"walls": 1, "policies": {"legal": {"base": "legal"}}, "seats": ["legal"] * 4}, "t")


def test_two_policies_of_one_name_are_refused_at_a_table_and_between_arms() -> None:
    one, two = ({"base": "legal", "name": "x", "salt": salt} for salt in (1, 2))
    with pytest.raises(InputError, match='seats: different policies are both named "x"'):
        play(seats=[one, two, "legal", "legal"])
    arms = [{"name": name, "seats": [each, "legal", "legal", "legal"]} for name, each in (("a", one), ("b", two))]
    with pytest.raises(InputError, match='experiment: different policies are both named "x"'):
        make_experiment({"walls": 1, "arms": arms}, "t")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, 0),
        ({"payout": "double"}, 1),
        ({"payout": "double", "fan_cap": 30}, 0),
        ({"payout": "double", "fan_cap": 30, "dealer_bonus_fan": 1}, 1),
    ],
)
def test_where_doubling_ends_is_said_where_a_result_could_meet_it(options: dict[str, Any], told: int) -> None:
    made = make_experiment({"walls": 1, "seed": 1, "rules": options}, "t")
    assert len([line for line in made.remarks() if "30" in line]) == told
