"""Notebooks: each source runs on a small sample of its own experiment, and its committed notebook is that source with outputs."""

from __future__ import annotations

import ast
import contextlib
import io
from pathlib import Path

import pytest

from nmsim.errors import InputError
from nmsim.experiment import find_results, read_experiment
from nmsim.figures import draw
from nmsim.parts import FORMAT
from nmsim.playing import simulate
from nmsim.record import asked, told, write_record
from nmsim.run_folder import checksum_of
from nmsim.stats import Accumulator, summary, write_summary

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "notebooks").glob("[0-9]*.py"))
WALLS = 12


def play_small(name: str, folder: Path) -> None:
    """The experiment on a few walls, kept as a run keeps it: record and summary."""
    experiment = read_experiment(ROOT / "experiments" / f"{name}.toml").resized(walls=WALLS)
    played = [simulate(arm.rules, list(arm.seats), walls=WALLS, seed=experiment.seed) for arm in experiment.arms]
    policies = [[policy.name for policy in outcomes.plan.distinct_policies] for outcomes in played]
    comparisons = [(number, arm.against) for number, arm in enumerate(experiment.arms) if arm.against is not None]
    accumulator = Accumulator([arm.name for arm in experiment.arms], policies, comparisons=comparisons)
    for number, outcomes in enumerate(played):
        accumulator.add(number, outcomes.to_pandas())
    folder.mkdir()
    counted = summary(accumulator)
    write_summary(counted, folder / "summary.csv")
    files = {"summary.csv": checksum_of(folder / "summary.csv")}
    record = {"format": FORMAT, "asked": asked(experiment, WALLS), "told": told(experiment), "files": files}
    write_record(
        folder,
        {**record, "software": {"nmsim": "0"}, "content_hash": {"rows": "0" * 64}, "command": "nmsim run", "hands": {}, "policies": {}},
    )
    assert draw(counted, experiment, folder)


def test_there_is_a_notebook_for_every_experiment() -> None:
    assert [path.stem for path in SOURCES] == sorted(path.stem for path in (ROOT / "experiments").glob("*.toml"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_a_notebook_answers_its_question_from_a_small_sample(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_small(source.stem, tmp_path / source.stem)
    monkeypatch.setenv("NMSIM_RESULTS", str(tmp_path))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(source.read_text(encoding="utf-8"), source.name, "exec"), {"__name__": "__main__"})
    text = printed.getvalue()
    assert text.startswith(f"experiment {source.stem}: seed ")
    assert text.rstrip().endswith(".")


@pytest.mark.parametrize("where", ["", "notebooks"])
def test_results_are_found_from_the_root_and_from_the_notebooks(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "results" / "mine").mkdir(parents=True)
    (tmp_path / "notebooks").mkdir()
    monkeypatch.delenv("NMSIM_RESULTS", raising=False)
    monkeypatch.chdir(tmp_path / where)
    with pytest.raises(InputError, match=r"mine: holds no results .* `nmsim run experiments/mine.toml` makes them"):
        find_results("mine")
    (tmp_path / "results" / "mine" / "run.json").write_text("{}")
    assert find_results("mine").resolve() == tmp_path / "results" / "mine"


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_a_notebook_is_its_source_with_outputs(source: Path) -> None:
    jupytext = pytest.importorskip("jupytext")
    mine, committed = (jupytext.read(source), jupytext.read(source.with_suffix(".ipynb")))
    assert [(cell.cell_type, cell.source) for cell in mine.cells] == [(cell.cell_type, cell.source) for cell in committed.cells]
    outputs = [output for cell in committed.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert not any(output.output_type == "error" or output.get("name") == "stderr" for output in outputs)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_a_notebook_asks_in_its_title_and_holds_no_long_function(source: Path) -> None:
    text = source.read_text(encoding="utf-8")
    title = next(line for line in text.splitlines() if line.startswith("# # "))
    assert title.endswith("?")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 10
    assert "simulate" not in text
