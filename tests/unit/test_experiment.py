"""An experiment file becomes a whole experiment, or a list of every fault in it."""

from pathlib import Path
from typing import Any

import pytest

from nmsim.errors import InputError
from nmsim.experiment import make_experiment, read_experiment
from nmsim.words import speaking
from tests.chinese import english_sentences

TEXT = {"en": "words", "zh": "文字"}
LEAST: dict[str, Any] = {"title": TEXT, "question": TEXT, "seed": 1, "walls": 10}
EXPERIMENTS = sorted((Path(__file__).parents[2] / "experiments").glob("*.toml"))


def faults(**changes: Any) -> list[str]:
    """The faults that changes of the least experiment cause."""
    with pytest.raises(InputError) as error:
        make_experiment({**LEAST, **changes}, "test")
    return list(error.value.problems)


def arm(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "label": TEXT, **more}


def test_the_least_experiment_has_one_arm_of_four_legal_seats_under_strict() -> None:
    made = make_experiment(LEAST, "test")
    assert [policy.name for policy in made.arms[0].seats] == ["legal"] * 4
    assert made.arms[0].rules.suit_rule == "three_suits"
    assert made.arms[0].against is None


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_every_experiment_that_ships_can_be_read(path: Path) -> None:
    assert read_experiment(path).name == path.stem


def test_an_arm_takes_the_experiments_rules_and_changes_them() -> None:
    made = make_experiment(
        {
            **LEAST,
            "rules": {"fan_cap": 8, "fan": {"self_draw": 2}},
            "arms": [arm("a"), arm("b", rules={"suit_rule": "off", "fan": {"rob_kong": 1}}), arm("c", rules={"preset": "open"})],
        },
        "test",
    )
    one, two, three = (each.rules for each in made.arms)
    assert (one.fan_cap, one.fan.self_draw, one.suit_rule) == (8, 2, "three_suits")
    assert (two.fan_cap, two.fan.self_draw, two.fan.rob_kong, two.suit_rule) == (8, 2, 1, "off")
    assert (three.fan_cap, three.fan.self_draw, three.suit_rule) == (None, 1, "off")
    assert [each.against for each in made.arms] == [None, 0, 0]


def test_an_arm_may_name_the_arm_it_is_compared_with() -> None:
    made = make_experiment({**LEAST, "arms": [arm("a"), arm("b"), arm("c", against="b")]}, "test")
    assert made.arms[2].against == 1


def test_policies_of_the_file_are_named_by_its_seats() -> None:
    made = make_experiment(
        {**LEAST, "policies": {"waits": {"base": "legal", "win_on_discard": False}}, "seats": ["waits", "legal", "shape", "legal"]}, "test"
    )
    seat = made.arms[0].seats[0]
    assert (seat.name, seat.win_on_discard, seat.weights.legal_distance < 0) == ("waits", False, True)


def test_sizes_are_counted_in_whole_blocks() -> None:
    made = make_experiment({**LEAST, "design": "match"}, "test")
    assert made.blocks(16) == 1
    assert made.resized(hands=100).blocks(24) == 5
    assert made.resized(walls=33).blocks(16) == 3


def test_all_faults_are_named_at_once_each_with_its_path_and_the_nearest_name() -> None:
    found = faults(
        sed=3,
        rules={"fan_capp": 3, "min_fan": -1},
        seats=["legall", "legal", "legal", {"base": "legal", "weights": {"honour": 1}}],
        arms=[arm("a", sets=[]), arm("b", rules={"preset": "strikt"})],
        headline="win_rate",
        charts=["cost", "refusal"],
    )
    for part in (
        'experiment.sed: unknown name "sed", did you mean "seed"?',
        'experiment.arms.a.sets: unknown name "sets", did you mean "seats"?',
    ):
        assert part in found
    text = "\n".join(found)
    assert 'unknown chart "refusal", did you mean "refusals"?' in text
    assert 'unknown statistic "win_rate"' in text


def test_faults_inside_rules_and_seats_are_named_with_their_arm() -> None:
    found = "\n".join(
        faults(
            arms=[arm("a", rules={"fan_capp": 3}), arm("b", seats=["legal", "shap", "legal", {"base": "legal", "weights": {"honour": 1}}])]
        )
    )
    assert 'experiment.arms.a.rules.fan_capp: unknown option "fan_capp", did you mean "fan_cap"?' in found
    assert 'experiment.arms.b.seats.1: unknown policy "shap", did you mean "shape"?' in found
    assert 'experiment.arms.b.seats.3.weights.honour: unknown name "honour", did you mean "honor"?' in found


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"walls": 0}, "experiment.walls: 0"),
        ({"hands": 5}, "walls and hands contradict each other: give one"),
        ({"seed": -1}, "experiment.seed: -1"),
        ({"seed": "1"}, 'experiment.seed: "1"'),
        ({"seats": ["legal"] * 3}, "3 named, four needed"),
        ({"design": "matches"}, 'did you mean "match"?'),
        ({"arms": [arm("a"), arm("a")]}, "given twice"),
        ({"arms": [arm("a"), arm("b", against="c")]}, 'unknown arm "c"'),
        ({"arms": [arm("a", against="a")]}, "cannot be compared with itself"),
        ({"arms": [arm("a b")]}, 'experiment.arms.0.name: "a b"'),
        (
            {"seats": ["legal", {"base": "legal", "salt": 1}, "legal", "legal"]},
            'seats.1: "legal" is the name of a preset',
        ),
        ({"rules": {"rob_kong": "any"}}, "contradicts"),
        ({"start": ["123x"]}, '(character 4 of "123x") cannot be read'),
        ({"title": 3}, "experiment.title: 3 should be text in quotes, or a table"),
        ({"seats": [1, "legal", "legal", "legal"]}, "experiment.seats.0: 1 should be a name or a table"),
        ({"seats": [{"base": "legal", "name": "a\nb"}, "legal", "legal", "legal"]}, "cannot be printed"),
        ({"seats": [{"weights": {}}, "legal", "legal", "legal"]}, "experiment.seats.0.name: is missing"),
        ({"rules": {"suit_exempt": "pure_suit"}}, 'experiment.rules.suit_exempt: "pure_suit" should be a list'),
        ({"rules": {"preset": "strct", "min_fna": 2}}, 'experiment.rules.min_fna: unknown option "min_fna"'),
        ({"rules": {"preset": "strct", "min_fna": 2}}, 'experiment.rules.preset: unknown preset "strct"'),
        ({"policies": {"mine": {"base": "legl"}}}, 'experiment.policies.mine: unknown policy "legl"'),
        ({"charts": ["cost"]}, '"cost" compares arms, and this experiment has one'),
    ],
)
def test_a_fault_is_one_line_that_says_where_and_what(changes: dict[str, Any], part: str) -> None:
    found = faults(**changes)
    assert len([line for line in found if part in line]) == 1
    assert all("\n" not in line for line in found)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"label": "x"}, ["label: belongs to an arm: write it under [[arms]]"]),
        ({"second_condition": "both"}, ["second_condition: is an option of the rules: write rules = { second_condition = ... }"]),
        ({"rules": {"self_draw": 2}}, ["rules.self_draw: is a row of the fan table: write rules = { fan = { self_draw = ... } }"]),
        ({"win_on_discard": False}, ["win_on_discard: belongs to a policy: write it under [policies.NAME], and NAME in `seats`"]),
        ({"arms": [arm("a", win_on_discard=False)]}, ["arms.a.win_on_discard: belongs to a policy"]),
        (
            {"arms": [arm("a", headline="win")]},
            ["arms.a.headline: belongs to the experiment: write it above the first line that begins with ["],
        ),
        ({"rules": {"fan": {"min_fan": 3}}}, ["rules.fan.min_fan: is an option of the rules"]),
        (
            {"policies": {"p": {"base": "legal", "honor": 1, "seats": ["p"], "walls": 3}}},
            ["policies.p.honor: is a feature of a discard", "policies.p.seats: belongs", "policies.p.walls: belongs"],
        ),
        ({"policies": {"p": {"base": "legal", "mistake": 1}}}, ['policies.p.mistake: unknown name "mistake", did you mean "mistakes"?']),
        ({"title": {"en": ""}}, ["title.en: is empty"]),
        ({"title": {"zh": 5}}, ["title.zh: 5 should be text in quotes"]),
        ({"title": {}}, ["title: is empty"]),
        ({"arms": [arm("a", label={"fr": "B"})]}, ['arms.a.label.fr: unknown name "fr" (allowed: en, zh)']),
        ({"arms": [arm("a b", seats=["legal"])]}, ['arms.0.name: "a b"', "arms.0.seats: 1 named"]),
        ({"start": ["1x", "12345678912345m", "9q"]}, ['"x"', '"q"', "start: seat 1 is given 14 tiles"]),
        ({"headline": ["points", {"a": True}]}, ['headline: ["points", { a = true }] should be text in quotes']),
    ],
)
def test_each_fault_is_told_once_with_its_place_and_where_it_belongs(changes: dict[str, Any], told: list[str]) -> None:
    found = faults(**changes)
    assert len(found) == len(told)
    assert all(any(line.startswith("experiment.") and part in line for line in found) for part in told), found


def test_a_size_that_stands_elsewhere_is_not_told_as_missing() -> None:
    with pytest.raises(InputError) as error:
        make_experiment({"policies": {"p": {"base": "legal", "name": "p", "walls": 3}}}, "test")
    assert [line.split(":")[0] for line in error.value.problems] == ["experiment.policies.p.walls"]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, []),
        ({"hands_per_match": 4}, ["hands_per_match: has no effect"]),
        ({"hands_per_match": 4, "design": "match"}, []),
        ({"policies": {"p": {"base": "legal", "mistakes": 1}}}, ["policies.p: no seat plays it"]),
        ({"policies": {"p": {"base": "legal", "mistakes": 1}}, "arms": [arm("a"), arm("b", seats=["p"] * 4)]}, []),
        ({"arms": [arm("a"), arm("b", rules="open"), arm("c", rules={"min_fan": 1})]}, ["arms.c: has the rules and seats of a"]),
    ],
)
def test_what_is_said_to_no_effect_is_told(changes: dict[str, Any], told: list[str]) -> None:
    found = make_experiment({**LEAST, **changes}, "test").remarks()
    assert len(found) == len(told)
    assert all(line.startswith(part) for line, part in zip(found, told, strict=True))


def test_a_byte_order_mark_is_no_fault_and_other_encodings_are_named(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    text = 'title = { en = "T", zh = "测" }\nquestion = { en = "Q", zh = "问" }\nwalls = 3\nseed = 1\n'
    path.write_text(text, encoding="utf-8-sig")
    assert read_experiment(path).walls == 3
    path.write_text(text, encoding="gbk")
    with pytest.raises(InputError, match="is not UTF-8 text"):
        read_experiment(path)


def test_a_file_that_is_not_toml_or_not_there_is_told_so(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("seed = = 1")
    for path, part in ((bad, "is not TOML"), (tmp_path / "none.toml", "cannot be read")):
        with pytest.raises(InputError, match=part):
            read_experiment(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("walls = 3\nseats = [“legal”]", 'line 2, column 10: instead of “ write ":'),
        ('title = "牌，“好”" # 注，\nseats = ["a"，"b"]', "line 2, column 13: instead of ， write ,:"),
        ('seats = ["a"、"b"]', "instead of 、 write ,:"),
        ('seats = ["a”, "b"]', 'instead of ” write ":'),
        ("rules = ｛}", "instead of ｛ write {:"),
        ("walls = ３0", "instead of ３ write 3:"),
        ("walls＝3", "instead of ＝ write =:"),
        ("【policies.p】", "instead of 【 write [:"),
        ("walls = 30；", "a line ends without ；"),
        ("\u3000walls = 3", "this space (U+3000)"),
        ("walls\u00a0= 3", "this space (U+00A0)"),
        ("牌墙 = 20", "牌墙 stands outside of quotes"),
        ("walls = True", "True is written true, in lower case"),
        ("rules = 'strict", "a quote or bracket is not closed"),
        ("[[arms]\nname = 'a'", "a quote or bracket is not closed"),
        ("walls = = 3\nseats = “legal”", "line 1, column 9: the value cannot be read"),
    ],
)
def test_the_character_that_is_not_toml_is_named_with_what_to_write(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_experiment(path)
    assert len(error.value.problems) == 1
    assert said in str(error.value)
    with speaking("zh"), pytest.raises(InputError) as error:
        read_experiment(path)
    assert not english_sentences(str(error.value))


@pytest.mark.parametrize("size", [{"hands": 0}, {"walls": -1}, {"seed": -1}, {"hands": 1, "walls": 1}])
def test_sizes_out_of_range_are_refused(size: dict[str, int]) -> None:
    with pytest.raises(InputError):
        make_experiment(LEAST, "test").resized(**size)
