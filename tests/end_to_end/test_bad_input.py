"""Input that cannot be used: one clear line a fault, exit code 2, nothing written."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from nmsim.cli import main
from tests.end_to_end.test_runs import EXPERIMENT


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("rnu", 'unknown command "rnu", did you mean "run"?'),
        ("run", "Missing argument"),
        ("run none.toml", "none.toml: cannot be read (No such file or directory)"),
        ("run t.toml --hans 3", "--hands"),
        ("run t.toml --hands 0", "hands: 0 is out of range"),
        ("run t.toml --hands x", "'x' is not a valid integer"),
        ("run t.toml --hands 10 --walls 10", "contradict"),
        ("run t.toml --seed -1", "seed: -1 is out of range"),
        ("run t.toml --jobs -1", "jobs: -1 is out of range"),
        ("run t.toml --jobs 99999", "jobs: 99999 is out of range"),
        ("run t.toml --backend proceses", 'did you mean "processes"?'),
        ("run t.toml --block-size 0", "block size: 0 is out of range"),
        ("run t.toml --out t.toml", "t.toml: cannot be written"),
        ("run t.toml --out /proc/none", "/proc/none: cannot be written"),
        ("run t.toml --lang fr", "'fr' is not one of 'en', 'zh'"),
        ("run bad.toml", "bad.toml: is not TOML"),
        ("rules strikt", 'unknown preset "strikt", did you mean "strict"?'),
        ("rules --set fan_capp=3", 'unknown option "fan_capp", did you mean "fan_cap"?'),
        ("rules --set fan_cap", "not of the form name=value"),
        ("rules --set fan_cap=0", "rules.fan_cap: 0"),
        ("rules --set rob_kong=any", "contradicts"),
        ("check-hands none.tsv", "none.tsv"),
        ("replay none --wall 1", "none"),
    ],
)
def test_one_clear_line_and_nothing_written(words: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.toml").write_text(EXPERIMENT, encoding="utf-8")
    Path("bad.toml").write_text("seed = = 1")
    result = CliRunner().invoke(main, words.split(), prog_name="nmsim")
    assert result.exit_code == 2, result.output
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.toml", "t.toml"]


def test_all_faults_of_a_file_are_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(EXPERIMENT.replace("walls", "wals").replace('"open"}', '"opn"}').replace('"shape"', '"shap"'), encoding="utf-8")
    result = CliRunner().invoke(main, ["run", str(path)], prog_name="nmsim")
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    for part in ('did you mean "walls"?', 'did you mean "open"?', 'did you mean "shape"?'):
        assert len([line for line in lines if part in line]) == 1
