"""Charts: every one in both languages without a missing glyph, nothing cut off, the same bytes twice, captions that say what was run."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from nmsim.errors import InputError
from nmsim.figures import CHARTS, MissingGlyph, caption, chart_path, draw, picture
from nmsim.figures.caption import wrap
from nmsim.figures.sheet import Sheet, named_rows
from nmsim.figures.style import FONT_FILES, TEXT_FONT, TILE_FONT, WIDTH, advance, png, register_fonts, style
from nmsim.policies import make_policy
from nmsim.rules import make_rules
from nmsim.runner import is_usual
from nmsim.stats import STATISTICS, Accumulator, summary
from nmsim.tiles import KINDS, tile_glyph
from nmsim.words import Lang, words_of
from tests.unit.synthetic import synthetic_hands
from tests.unit.worlds import Arm, Info, Text, conditions_world, duel_world

World = tuple[pd.DataFrame, Info]


@pytest.fixture(scope="module")
def conditions() -> World:
    return conditions_world(200)


@pytest.fixture(scope="module")
def duel() -> World:
    return duel_world(60)


def pixels(data: bytes) -> np.ndarray:
    from matplotlib.image import imread

    return np.asarray(imread(io.BytesIO(data), format="png"))[..., :3]


def drawn_on_the_page(world: World, chart: str, lang: Lang, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """The chart as `picture` draws it, once it is seen that all its text and lines are on the page."""
    figures = []
    monkeypatch.setattr("nmsim.figures.png", lambda figure: figures.append(figure) or png(figure))
    data = picture(chart, *world, lang).data
    with style():
        box = figures[0].get_tightbbox()
    assert box.x0 >= 0 and box.y0 >= 0, box
    assert box.x1 <= figures[0].get_figwidth() and box.y1 <= figures[0].get_figheight(), box
    return data


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("chart", CHARTS)
def test_every_chart_is_drawn_whole_in_both_languages(conditions: World, chart: str, lang: Lang, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing glyph raises; ink at the very edge would mean that something is cut off."""
    image = pixels(drawn_on_the_page(conditions, chart, lang, monkeypatch))
    assert image.shape[1] == pytest.approx(200 * WIDTH, abs=2)
    edge = np.concatenate([image[:3].reshape(-1, 3), image[-3:].reshape(-1, 3), image[:, :3].reshape(-1, 3), image[:, -3:].reshape(-1, 3)])
    assert edge.min() > 0.99
    assert image.min() < 0.4


@pytest.mark.parametrize(
    ("chart", "lang"), [("refusals", "en"), ("strategies", "en"), *((name, "zh") for name in CHARTS if name != "cost")]
)
def test_charts_of_two_policies_at_one_table(duel: World, chart: str, lang: Lang, monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn_on_the_page(duel, chart, lang, monkeypatch).startswith(b"\x89PNG")


def test_the_same_chart_is_the_same_file(conditions: World) -> None:
    first, second = (picture("refusals", *conditions, "zh").data for _ in range(2))
    assert first == second
    assert b"Software\0nmsim" in first and b"tIME" not in first and b"atplotlib" not in first


def test_a_users_own_settings_neither_change_a_chart_nor_are_changed(conditions: World) -> None:
    import matplotlib

    plain = picture("endings", *conditions).data
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "black"}):
        assert picture("endings", *conditions).data == plain
        assert matplotlib.rcParams["font.size"] == 30


def test_draw_names_its_files_by_language_and_obeys_the_experiment(tmp_path: Path, conditions: World) -> None:
    summary, info = conditions
    asked = Info(info.arms, charts=("win_rate",))
    with pytest.raises(InputError, match='unknown chart "win_rate"'):
        draw(summary, asked, tmp_path)
    asked = Info(info.arms, charts=("endings", "deals"))
    assert draw(summary, asked, tmp_path, "zh") == [tmp_path / "endings.zh.png", tmp_path / "deals.zh.png"]
    assert draw(summary, asked, tmp_path, charts=["cost"]) == [chart_path(tmp_path, "cost")]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cost.png", "deals.zh.png", "endings.zh.png"]


def test_without_wishes_draw_leaves_out_what_the_summary_cannot_show(tmp_path: Path, duel: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nmsim.figures.png", lambda figure: b"")  # which charts, not what they look like
    names = {path.stem for path in draw(*duel, tmp_path)}
    assert "strategies" in names and "cost" not in names
    with pytest.raises(InputError, match='chart "cost" needs "win_difference"'):
        picture("cost", *duel)


def test_a_character_without_glyph_is_named_not_drawn_as_a_box(conditions: World) -> None:
    summary, info = conditions
    strange = Arm("open", Text("hands \U0001f9ff", "手"), info.arms[0].rules, info.arms[0].seats)
    with pytest.raises(MissingGlyph, match="missing from font"):
        picture("endings", summary, Info((strange, *info.arms[1:])))


def test_a_dollar_in_a_label_is_drawn_as_it_stands(conditions: World) -> None:
    summary, info = conditions
    priced = Arm("open", Text("$x_{1$ costs $5", "手"), info.arms[0].rules, info.arms[0].seats)
    assert picture("endings", summary, Info((priced, *info.arms[1:]))).data


@pytest.mark.parametrize("win_rate", [0.0, 0.6])
@pytest.mark.parametrize("chart", [name for name in CHARTS if name != "cost"])
def test_no_panel_is_empty(win_rate: float, chart: str) -> None:
    """One arm of four alike, of whom nobody is refused and perhaps nobody wins."""
    hands = synthetic_hands(30, win_rate=win_rate)
    hands.loc[:, [name for name in hands if "refused_o" in name]] = 0
    if not win_rate:
        hands = hands.assign(winner=-1, winners=0, ending=0, winning_tile=-1, discarder=-1, fan=0, legal_winners=0)
    accumulator = Accumulator(["base"], [["legal"]])
    accumulator.add(0, hands)
    arm = Arm("base", Text("alike", "相同"), make_rules("strict"), (make_policy("legal"),) * 4)
    with style():
        figure = CHARTS[chart].draw(Sheet(summary(accumulator), Info((arm,)), "zh"))
    assert chart != "strategies" or len(figure.axes) == 3  # nothing is compared
    for axes in figure.axes:
        assert axes.patches or axes.texts or [line for line in axes.lines if len(line.get_xdata())]


def test_a_panel_without_rows_warns_of_nothing() -> None:
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    named_rows(axes, [])
    assert axes.get_ylim() == (0.5, -0.5)


def test_all_words_of_the_package_have_glyphs() -> None:
    register_fonts()
    from fontTools.ttLib import TTFont

    folder = Path(__file__).parents[2] / "nmsim" / "figures" / "fonts"
    text, tiles = (set(TTFont(folder / name).getBestCmap()) for name in FONT_FILES)
    said = [word for area in ("charts", "names", "statistics", "columns") for pair in words_of(area).values() for word in pair]
    assert {char for word in said for char in word if char != "\n"} <= {chr(code) for code in text}
    assert {char for kind in range(KINDS) for char in tile_glyph(kind).rstrip("\ufe0e")} <= {chr(code) for code in tiles}
    assert {char for char in map(chr, range(sys.maxunicode + 1)) if is_usual(char)} <= {chr(code) for code in text}
    assert sum((folder / name).stat().st_size for name in FONT_FILES) < 1_500_000


def test_fonts_are_found_under_their_own_names_and_bring_their_licence() -> None:
    from matplotlib import font_manager

    register_fonts()
    for family, name in zip((TEXT_FONT, TILE_FONT), FONT_FILES, strict=True):
        found = font_manager.findfont(family, fallback_to_default=False)
        assert Path(found).name == name
        assert "SIL OPEN FONT LICENSE" in (Path(found).parent / "OFL.txt").read_text(encoding="utf-8").upper()


def test_every_word_is_used() -> None:
    folder = Path(__file__).parents[2] / "nmsim" / "figures"
    source = "".join((folder / name).read_text(encoding="utf-8") for name in ("__init__.py", "charts.py", "sheet.py", "caption.py"))
    computed = {f"title.{chart}" for chart in CHARTS}
    computed |= {name for name in words_of("charts") if name.startswith(("size", "intervals"))}
    unused = {word for word in words_of("charts") if not any(f"{before}{word}" in source for before in ('"', "charts.", "'"))}
    assert unused <= computed


def test_every_chart_needs_a_statistic_that_there_is() -> None:
    assert all(chart.needs.removesuffix("_difference") in STATISTICS for chart in CHARTS.values())


def test_captions_say_rules_policies_walls_hands_and_seed(conditions: World, duel: World) -> None:
    english = caption(*duel, "en").replace("\u00a0", " ")
    assert english.startswith("Rules: strict with wall_reserve = 14. Policies: 2 × legal, 2 × shape. 60 walls, 360 hands in all, seed 1. ")
    assert "Error bars: 95 % intervals, each wall being one sample. Numbers in brackets are standard errors" in english
    chinese = caption(*conditions, "zh").replace("\u00a0", " ")
    for part in (
        "三门齐：strict（second_condition = off）",
        "不设条件：open",
        "4家看条件（legal）",
        "每组200副牌、200局，种子1",
        "以每副牌为一个样本",
        "标准误，不是区间",
    ):
        assert part in chinese
    matches = Info(duel[1].arms, design="match", deal="private", players=1)
    assert "Private stacks. One player. Error bars: 95 % intervals, each match being one sample" in caption(duel[0], matches, "en").replace(
        "\u00a0", " "
    )


def test_captions_name_the_nearest_preset() -> None:
    from nmsim.figures.caption import rules_text

    assert rules_text(make_rules("example"), "en") == "example"
    assert rules_text(make_rules("open", {"fan_cap": 6}), "en").replace("\u00a0", " ") == "open with fan_cap = 6"


def test_lines_break_by_width_and_never_before_a_full_stop() -> None:
    text = "规则：严格。" * 30 + " and some Latin words " * 10
    for width in (10.0, 23.0, 41.5):
        lines = wrap(text, width).split("\n")
        assert all(sum(map(advance, line)) <= width + 1.01 for line in lines)
        assert not any(line.startswith(("。", "：")) for line in lines)
    assert wrap(text, 23.0).replace("\n", "").replace(" ", "") == text.replace(" ", "")


def test_marks_without_limits_are_hollow_and_unseen_rows_show_a_bound() -> None:
    thin, info = duel_world(4)
    assert (thin["method"] == "thin").any()
    assert picture("strategies", thin, info).data.startswith(b"\x89PNG")
    assert picture("fan_rows", thin, info).data.startswith(b"\x89PNG")
