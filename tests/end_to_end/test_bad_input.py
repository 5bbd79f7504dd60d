"""Input that cannot be used: one clear line a fault, exit code 2, nothing written."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import nmsim.__main__
from nmsim.cli import _remark, main
from tests.end_to_end.test_runs import EXPERIMENT

ROOT = Path(__file__).parents[2]


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
        ("run t.toml --backend proceses", '--backend: unknown backend "proceses", did you mean "processes"?'),
        ("run t.toml --charts endngs", '--charts: unknown chart "endngs", did you mean "endings"?'),
        ("run t.toml --block-size 0", "--block-size: 0 is out of range"),
        ("run t.toml --out t.toml", "t.toml: cannot be written"),
        ("run t.toml --out /proc/none", "/proc/none: cannot be written"),
        ("run t.toml --lang fr", '--lang: unknown language "fr" (allowed: en, zh)'),
        ("run bad.toml", "bad.toml: is not TOML"),
        ("run t.toml --out ''", "--out: is empty"),
        ("run t.toml --out ~nobody_of_this_name/x", "there is no such home folder"),
        ("rules --set preset=open", 'options: preset is given twice, as "strict" and as "open"'),
        ("rules --set fan_cap=3 --set fan_cap=4", 'options: fan_cap is given twice, as "3" and as "4"'),
        ("replay --wall 1 --rules open --set preset=strict", "preset is given twice"),
        ("check-hands none", "none: does not exist"),
        ("check-hands .", ".: cannot be read"),
        ("rules strikt", 'unknown preset "strikt", did you mean "strict"?'),
        ("rules --set fan_capp=3", 'unknown option "fan_capp", did you mean "fan_cap"?'),
        ("rules --set fan_cap", "not of the form name=value"),
        ("rules --set fan_cap=0", "rules.fan_cap: 0"),
        ("rules --set rob_kong=any", "contradicts"),
        ("check-hands none.tsv", "none.tsv"),
        ("replay none --wall 1", "none"),
        ("replay --wall 1000000000000", "wall: 1000000000000 is out of range (0 to 999999999999)"),
        ("replay --wall 99999999999999999999", "out of range"),
        ("replay --wall 1 --match 0 --hand 1", "played alone"),
        ("replay --wall 1 --arm 3", "no FOLDER is given"),
        ("replay none --wall 1 --rules open --seed 3", "--rules, --seed: "),
        ("rules --set seven_pairs=yes", 'rules.seven_pairs: "yes" should be true or false'),
        ("rules --set min_fan=1001", "rules.min_fan: 1001 is out of range (at most 1000)"),
        ("rules --set payout=double --set base_points=1000000", 'payout = "double" contradicts base_points = 1000000'),
    ],
)
def test_one_clear_line_and_nothing_written(words: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.toml").write_text(EXPERIMENT, encoding="utf-8")
    Path("bad.toml").write_text("seed = = 1")
    result = CliRunner().invoke(main, shlex.split(words), prog_name="nmsim")
    assert result.exit_code == 2, result.output
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.toml", "t.toml"]


def test_without_a_command_the_help_is_shown() -> None:
    result = CliRunner().invoke(main, [], prog_name="nmsim")
    assert result.exit_code == 2
    assert result.stderr.startswith("Usage: nmsim")
    assert "\n  replay " in result.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (EXPERIMENT.replace("无条件", "开\U0001f004"), "experiment.arms.open.label.zh: cannot be drawn"),
    ],
)
def test_words_that_no_chart_can_show_are_refused_before_play(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert text != EXPERIMENT
    Path("t.toml").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["run", "t.toml"], prog_name="nmsim")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert said in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["t.toml"]


@pytest.mark.parametrize("record", ["{}", '{"asked": 3}', '{"asked": {}, "told": {}}', "[]", "?"])
def test_what_is_not_a_record_is_told_so(record: str, tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(EXPERIMENT, encoding="utf-8")
    (tmp_path / "run.json").write_text(record)
    result = CliRunner().invoke(main, ["run", str(tmp_path / "t.toml"), "--out", str(tmp_path)], prog_name="nmsim")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "run.json: " in result.stderr
    assert result.stderr.endswith("; move it, choose another folder with --out, or play the run again with --fresh\n")


@pytest.mark.parametrize(
    ("output", "code", "said"),
    [
        ("> /dev/full", 2, "nmsim: the output cannot be written (No space left on device)\n"),
        (">&-", 0, ""),
        ("| head -n 1 > first; exit ${PIPESTATUS[0]}", 0, ""),
    ],
)
def test_output_that_goes_nowhere_leaves_no_traceback(output: str, code: int, said: str, tmp_path: Path) -> None:
    command = ["bash", "-c", f"{shlex.quote(sys.executable)} -m nmsim statistics {output}"]
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (code, said)


def test_a_folder_in_the_place_of_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(EXPERIMENT, encoding="utf-8")
    (tmp_path / "data" / ".lock").mkdir(parents=True)
    result = CliRunner().invoke(main, ["run", str(tmp_path / "t.toml"), "--out", str(tmp_path)], prog_name="nmsim")
    assert result.exit_code == 2
    assert result.stderr == f"nmsim: {tmp_path / 'data' / '.lock'}: cannot be written (Is a directory)\n"


@pytest.mark.parametrize("given", ["abc", "1.5"])
def test_a_number_of_cores_that_is_none_is_one_line(given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "t.toml").write_text(EXPERIMENT, encoding="utf-8")
    monkeypatch.setenv("LOKY_MAX_CPU_COUNT", given)
    result = CliRunner().invoke(main, ["run", str(tmp_path / "t.toml"), "--out", str(tmp_path / "here")], prog_name="nmsim")
    said = f'nmsim: LOKY_MAX_CPU_COUNT: "{given}" should be a whole number (of cores); or unset it\n'
    assert (result.exit_code, result.stderr) == (2, said)
    assert not (tmp_path / "here").exists()


def test_a_working_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(EXPERIMENT, encoding="utf-8")
    command = f"mkdir gone; cd gone; rmdir ../gone; {shlex.quote(sys.executable)} -m nmsim run ../t.toml --out x"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "nmsim: the working folder is no longer there\n")


@pytest.mark.parametrize("more", [(), ("--fresh",)])
def test_a_folder_that_cannot_be_looked_at_is_told_before_play(more: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(EXPERIMENT, encoding="utf-8")
    place = tmp_path / ("k" * 300)
    result = CliRunner().invoke(main, ["run", str(tmp_path / "t.toml"), "--out", str(place), *more], prog_name="nmsim")
    assert (result.exit_code, result.stderr.count("\n"), f"nmsim: {place}" in result.stderr) == (2, 1, True), result.stderr
    assert result.stderr.endswith(": cannot be read (File name too long)\n")


def test_what_a_library_warns_of_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """As numba does of NUMBA_NUM_THREADS=abc, with a traceback below."""
    _remark(RuntimeWarning("a value could not be parsed.\nTraceback:\n  ValueError"))
    assert capsys.readouterr().err == "nmsim: a value could not be parsed.\n"


@pytest.mark.parametrize("how", ["", "--jobs 2 --backend processes"])
@pytest.mark.parametrize(("lang", "said"), [("en", "nmsim: here: File too large"), ("zh", "nmsim: here：文件超出大小限制")])
def test_a_full_disk_is_one_line_with_the_folder(how: str, lang: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(EXPERIMENT, encoding="utf-8")
    run = f"{shlex.quote(sys.executable)} -m tests.end_to_end.standin 0 run t.toml --out here --block-size 1 {how} --lang {lang}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", f"ulimit -f 2; {run}"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 2
    fault, more = done.stderr.splitlines()
    assert fault == said
    assert "nmsim run t.toml --out here" in more
    assert [path.name for path in (tmp_path / "here").rglob("*") if path.is_file()] == [".lock"]


def test_a_run_goes_on_without_a_place_for_remarks(tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(EXPERIMENT, encoding="utf-8")
    run = f"{shlex.quote(sys.executable)} -m tests.end_to_end.standin 0 run t.toml --no-charts --out here 2>&-"
    done = subprocess.run(["bash", "-c", run], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert done.returncode == 0
    assert "here: played" in done.stdout


@pytest.mark.parametrize("interrupted", ["nmsim.cli.main", "nmsim.cli.Program.get_command"])
@pytest.mark.parametrize(("lang", "said"), [("en", "nmsim: interrupted\n"), ("zh", "nmsim: 已中断\n")])
def test_a_command_that_is_interrupted_says_so(
    interrupted: str, lang: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """While the command line is loaded, or a command."""

    def interrupt(*given: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["nmsim", "rules", "--lang", lang])
    monkeypatch.setattr(interrupted, interrupt)
    monkeypatch.setattr("signal.signal", lambda *given: None)
    with pytest.raises(SystemExit) as ended:
        nmsim.__main__.main()
    assert (ended.value.code, capsys.readouterr().err) == (130, said)


def test_all_faults_of_a_command_are_named_at_once() -> None:
    words = "rules strikt --set fan_capp=3 --set min_fan=-1 --set dihu --set dihu=first --set min_fan=2"
    result = CliRunner().invoke(main, words.split(), prog_name="nmsim")
    assert (result.exit_code, result.stdout) == (2, "")
    lines = result.stderr.splitlines()
    parts = (
        'unknown option "fan_capp", did you mean "fan_cap"?',
        '"dihu" is not of the form',
        "min_fan is given twice",
        'unknown preset "strikt"',
        "rules.min_fan: -1",
        'rules.dihu: "first" is not allowed',
    )
    assert len(lines) == len(parts)
    assert all(part in line for part, line in zip(parts, lines, strict=True)), lines


def test_all_faults_of_a_file_are_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(EXPERIMENT.replace("walls", "wals").replace('"open"}', '"opn"}').replace('"shape"', '"shap"'), encoding="utf-8")
    result = CliRunner().invoke(main, ["run", str(path)], prog_name="nmsim")
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    for part in ('did you mean "walls"?', 'did you mean "open"?', 'did you mean "shape"?'):
        assert len([line for line in lines if part in line]) == 1


def test_faults_of_the_file_and_of_the_options_are_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(EXPERIMENT.replace('"open"}', '"opn"}'), encoding="utf-8")
    words = f"run {path} --hands 0 --jobs -2 --backend thred --charts x --seed -1 --block-size 0"
    result = CliRunner().invoke(main, words.split(), prog_name="nmsim")
    assert result.exit_code == 2
    told = [line.removeprefix("nmsim: ").split(":")[0] for line in result.stderr.splitlines()]
    assert told == ["experiment.arms.open.rules.preset", "--hands", "--seed", "--charts", "--jobs", "--backend", "--block-size"]
