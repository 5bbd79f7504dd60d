"""The first experiment of one's own: little is needed, each likely slip is answered in one round, `nmsim new` writes a file."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner, Result

from nmsim.cli import main
from nmsim.experiment import make_experiment, read_experiment
from nmsim.words import speaking
from tests.chinese import english_sentences

FIRST = """
seats = ["mine", "legal", "legal", "legal"]
walls = 100
[policies.mine]
base = "legal"
win_on_discard = false
"""
# What is written instead, and all that is said: the twelve likeliest slips.
SLIPS: dict[str, tuple[str, list[str]]] = {
    "no size": (
        FIRST.replace("walls = 100", ""),
        ["experiment: give one of walls and hands: how much every arm plays, such as walls = 1000"],
    ),
    "both sizes": ("hands = 5\n" + FIRST, ["experiment: walls and hands contradict each other: give one"]),
    "a size in quotes": (FIRST.replace("100", '"100"'), ['experiment.walls: "100" should be a whole number']),
    "text without quotes": (
        FIRST.replace('"mine"', "mine"),
        ['t.toml: is not TOML: line 2, column 10: the value cannot be read (text needs quotes): seats = [mine, "legal", "legal", "legal"]'],
    ),
    "a misspelt key": (FIRST.replace("walls", "wals"), ['experiment.wals: unknown name "wals", did you mean "walls"?']),
    "a misspelt policy": (
        FIRST.replace('"mine", "legal"', '"mine", "leagl"'),
        ['experiment.seats.1: unknown policy "leagl", did you mean "legal"? (allowed: mine, random, drawn_tile, shape, legal, novice)'],
    ),
    "three seats": (FIRST.replace('"mine", ', ""), ["experiment.seats: 3 named, four needed"]),
    "a misspelt rule": (
        'rules = { preset = "strict", fan_capp = 3, second_condition = "bth" }\n' + FIRST,
        [
            'experiment.rules.fan_capp: unknown option "fan_capp", did you mean "fan_cap"? (`nmsim rules` lists them)',
            'experiment.rules.second_condition: "bth" is not allowed, did you mean "both"? (allowed: either, yaojiu, jiang258, both, off)',
        ],
    ),
    "a preset's name for one's own policy": (
        FIRST.replace('"mine"', '"legal"').replace("policies.mine", "policies.legal"),
        [
            'experiment.policies.legal: "legal" is the name of a preset, and this policy differs from it in win_on_discard: '
            "give it a `name` of its own"
        ],
    ),
    "single brackets": (FIRST + '[arms]\nname = "a"\n', ["experiment.arms: each arm begins with [[arms]], in double brackets"]),
    "an arm's name with blanks": (
        FIRST + '[[arms]]\nname = "my arm"\n',
        ['experiment.arms.0.name: "my arm" is not a plain name (1 to 40 of A to Z, a to z, 0 to 9 and _); `label` takes any words'],
    ),
    "a statistic and a chart that are not": (
        'headline = "point"\ncharts = ["refusal"]\n' + FIRST,
        [
            'experiment.headline: unknown statistic "point", did you mean "points"? (`nmsim statistics` lists them)',
            'experiment.charts: unknown chart "refusal", did you mean "refusals"?',
        ],
    ),
}


def nmsim(*words: str) -> Result:
    return CliRunner().invoke(main, words, prog_name="nmsim")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_answered_in_one_round(slip: str) -> None:
    text, said = SLIPS[slip]
    Path("t.toml").write_text(text, encoding="utf-8")
    result = nmsim("run", "t.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    lines = result.stderr.splitlines()
    assert len(lines) == len(said)
    assert all(line.startswith(f"nmsim: {part}") for line, part in zip(lines, said, strict=True)), lines
    chinese = nmsim("run", "t.toml", "--lang", "zh").stderr
    assert chinese.count("\n") == len(said)
    assert not english_sentences(chinese)
    assert [path.name for path in Path().iterdir()] == ["t.toml"]


def test_all_slips_of_a_file_are_told_in_one_round() -> None:
    Path("t.toml").write_text(
        'sede = 3\nwalls = 0\nhands = 5\ndesign = "matches"\ndeal = "private"\nheadline = "point"\ncharts = ["refusal", 3]\n'
        'start = ["12"]\nrules = { wall_reserve = 14, fan = { self_drawn = 1 } }\nseats = ["leagl", 3, "legal"]\n'
        '[policies.mine]\nbase = "legl"\nmistake = 3\n[[arms]]\nname = "a b"\n[[arms]]\nname = "b"\nagainst = "c"\nseats = ["mine"]\n'
        'rules = { min_fna = 2 }\n[[arms]]\nname = "b"\nlable = "B"\n',
        encoding="utf-8",
    )
    said = nmsim("run", "t.toml").stderr
    for place in (
        *("sede", "walls", "design", "charts.1", "start", "policies.mine", "rules.fan.self_drawn", "seats", "seats.0", "seats.1"),
        *("arms.0.name", "arms.b.lable", "arms.b.rules.min_fna", "arms.b.seats", "headline"),
    ):
        assert f"nmsim: experiment.{place}: " in said, said
    assert "mistake" in said
    assert "walls and hands contradict each other" in said


def test_a_size_is_all_that_a_file_needs() -> None:
    made = make_experiment({"walls": 3}, "mine")
    assert [text.get("en") for text in (made.title, made.question, made.arms[0].label)] == ["mine"] * 3
    assert not made.seed_given
    assert made.remarks() == ["seed: none is given; 1 is taken"]
    assert make_experiment({"walls": 3}, "mine").resized(seed=4).remarks() == []


def test_one_language_stands_for_the_other_and_plain_text_for_both() -> None:
    arms = [{"name": "a", "label": "甲"}, {"name": "b"}]
    made = make_experiment({"walls": 3, "title": {"en": "T"}, "question": {"zh": "问"}, "arms": arms}, "mine")
    texts = [made.title, made.question, *(arm.label for arm in made.arms)]
    assert [(text.en, text.zh) for text in texts] == [("T", "T"), ("问", "问"), ("甲", "甲"), ("b", "b")]


def test_any_statistic_may_be_the_headline() -> None:
    from nmsim.stats.registry import STATISTICS

    for name in STATISTICS:
        assert make_experiment({"walls": 3, "headline": name}, "mine").headline == name


# nmsim new


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_new_writes_a_commented_file_that_can_be_read(lang: str) -> None:
    Path("experiments").mkdir()
    result = nmsim("new", "mine", "--lang", lang)
    assert result.exit_code == 0
    path = Path("experiments") / "mine.toml"
    assert f"run {path}" in result.stdout
    assert read_experiment(path).arms[0].seats[0].name == "patient"
    text = path.read_text(encoding="utf-8")
    with_arms = text.replace("# [[arms]]", "[[arms]]")
    for line in ('# name = "', '# label = "', '# rules = { preset = "open" }', "#\n"):
        with_arms = with_arms.replace(line, line.removeprefix("# ").removeprefix("#"))
    assert len(make_experiment(tomllib.loads(with_arms), "mine").arms) == 2
    path.write_text(with_arms, encoding="utf-8")
    assert nmsim("run", str(path), "--hands", "40", "--no-charts", "--lang", lang).exit_code == 0
    rows = pd.read_csv(Path("results") / "mine" / "summary.csv")
    headline = rows[rows["statistic"] == f"{read_experiment(path).headline}_difference"]
    assert {"open - strict", "strict"} <= set(headline["arm"])  # what the file promises: arms are compared, and policies
    comments = " ".join(line for line in text.splitlines() if line.startswith("# ") and "=" not in line)
    assert bool(english_sentences(comments)) == (lang == "en")


def test_new_writes_here_where_there_is_no_folder_of_experiments_and_never_over_a_file() -> None:
    assert nmsim("new", "mine.toml").exit_code == 0
    Path("mine.toml").write_text("walls = 1")
    for name in ("mine", "mine.toml", "./mine"):
        result = nmsim("new", name)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "mine.toml: is there already, and is left as it is" in result.stderr
    assert Path("mine.toml").read_text() == "walls = 1"
    assert "is not a plain name" in nmsim("new", "my idea").stderr
    assert "there is no such folder" in nmsim("new", "nowhere/mine").stderr


def test_templates_are_data_of_the_package() -> None:
    assert {f"experiment.{lang}.toml" for lang in ("en", "zh")} <= {each.name for each in files("nmsim.cli").iterdir()}
    pyproject = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert pyproject["tool"]["setuptools"]["package-data"]["nmsim.cli"] == ["*.toml"]


# Searches


@pytest.mark.parametrize(
    ("words", "there", "gone"),
    [
        (("statistics", "points"), "points: ", "suits_held: "),
        (("statistics", "放炮"), "deal_in: ", "points: "),
        (("columns", "fan"), "seat_fan_0", "suits_dealt"),
        (("columns", "winning", "tile"), "winning_tile", "discarder"),
        (("policies", "shape"), "shape: ", "novice: "),
    ],
)
def test_lists_are_searched_in_both_languages(words: tuple[str, ...], there: str, gone: str) -> None:
    text = nmsim(*words).stdout
    assert there in text
    assert gone not in text


def test_a_search_that_finds_nothing_says_so() -> None:
    result = nmsim("statistics", "pionts")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == 'nmsim: unknown statistic "pionts", did you mean "points"? (`nmsim statistics` lists them)\n'


# The language is known before anything is read


@pytest.mark.parametrize("words", [("rules", "--lang", "fr"), ("--lang=fr", "rules"), ("statistics", "--lang=")])
def test_a_language_that_is_not_spoken_is_one_line(words: tuple[str, ...]) -> None:
    result = nmsim(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("nmsim: --lang: unknown language ") and result.stderr.count("\n") == 1


def test_the_environments_language_is_checked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NMSIM_LANG", "fr")
    assert nmsim("rules").stderr == 'nmsim: NMSIM_LANG: unknown language "fr" (allowed: en, zh)\n'
    monkeypatch.setenv("NMSIM_LANG", "zh_CN.UTF-8")
    assert "默认" in nmsim("rules", "open").stdout


def test_the_language_may_stand_before_the_command() -> None:
    assert nmsim("--lang", "zh", "rules", "strikt").stderr.startswith("nmsim: rules.preset：没有")
    assert "显示版本" in nmsim("--lang=zh", "--help").stdout
    assert "Show the version" in nmsim("--help", "--lang", "en").stdout


def test_a_command_leaves_the_language_as_it_was() -> None:
    with speaking("en"):
        nmsim("rules", "--lang", "zh")
        assert "differs from strict" in nmsim("rules", "--lang", "en").stdout


# `~` is the home folder wherever a path is given


def test_paths_may_begin_with_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    assert nmsim("new", "~/mine").exit_code == 0
    assert (home / "mine.toml").is_file()
    assert "home/nothing.tsv" in nmsim("check-hands", "~/nothing.tsv").stderr
    assert "home/nothing" in nmsim("replay", "~/nothing", "--wall", "1").stderr
    assert not (tmp_path / "~").exists()
