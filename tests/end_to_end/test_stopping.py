"""A run that is stopped keeps what it played, says how to go on, and ends as if it had never been stopped."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.end_to_end.test_runs import EXPERIMENT, in_git

ROOT = Path(__file__).parents[2]


def start(folder: Path, pace: float, *words: str) -> subprocess.Popen[str]:
    """The command line with the stand-in engine, each slice taking `pace` seconds."""
    command = [sys.executable, "-m", "tests.end_to_end.standin", str(pace), "run", "t.toml", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(folder: Path, *words: str) -> dict[str, object]:
    done = start(folder, 0, "--json", *words)
    out, errors = done.communicate(timeout=60)
    assert done.returncode == 0, errors
    told: dict[str, object] = json.loads(out)
    return told


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "t.toml").write_text(EXPERIMENT.replace("walls = 700", "walls = 3000"), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("sent", "code", "jobs"), [(signal.SIGINT, 130, "2"), (signal.SIGTERM, 143, "1")])
def test_a_stopped_run_goes_on_to_the_same_bytes(folder: Path, sent: signal.Signals, code: int, jobs: str) -> None:
    stopped = start(folder, 0.15, "--out", "here", "--jobs", jobs)
    data = folder / "here" / "data"
    deadline = time.monotonic() + 30
    while not list(data.glob("arm*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.02)
    asked = time.monotonic()
    stopped.send_signal(sent)
    out, said = stopped.communicate(timeout=20)
    assert time.monotonic() - asked < 2
    assert stopped.returncode == code
    assert out == ""
    assert said == f"stopped; what is played is kept. To go on: nmsim run t.toml --out here --jobs {jobs}\n"
    assert not list(data.glob(".arm*"))
    again = finish(folder, "--out", "here", "--jobs", "2", "--block-size", "100")
    assert again["state"] == "continued"
    assert finish(folder, "--out", "whole")["content_hash"] == again["content_hash"]
    assert in_git(folder / "here") == in_git(folder / "whole")


def test_a_killed_run_goes_on(folder: Path) -> None:
    killed = start(folder, 0.1, "--out", "here", "--block-size", "256")
    data = folder / "here" / "data"
    while not list(data.glob("arm*.parquet")):
        time.sleep(0.02)
    killed.kill()
    killed.communicate()
    (data / ".arm000_rest.parquet.1").touch()
    again = finish(folder, "--out", "here")
    assert again["state"] == "continued"
    assert finish(folder, "--out", "whole")["content_hash"] == again["content_hash"]
    assert not list(data.glob(".arm*"))


def test_rows_that_workers_of_a_killed_run_still_write_are_not_counted_twice(folder: Path) -> None:
    whole = finish(folder, "--out", "whole", "--block-size", "100")
    running = start(folder, 0.2, "--json", "--out", "here")
    data = folder / "here" / "data"
    while not list(data.glob("arm*.parquet")):
        time.sleep(0.02)
    late = max((folder / "whole" / "data").glob("arm000*.parquet"))
    (data / late.name).write_bytes(late.read_bytes())
    out, said = running.communicate(timeout=60)
    assert running.returncode == 0, said
    assert "repeats blocks of another file; its hands are played again" in said
    assert json.loads(out)["content_hash"] == whole["content_hash"]
    assert in_git(folder / "here") == in_git(folder / "whole")


def test_workers_that_do_not_stop_are_left_behind(folder: Path) -> None:
    stuck = start(folder, 30, "--out", "here")
    while not (folder / "here" / "data" / ".lock").exists():
        time.sleep(0.02)
    time.sleep(1)
    asked = time.monotonic()
    stuck.send_signal(signal.SIGINT)
    _, said = stuck.communicate(timeout=20)
    assert time.monotonic() - asked < 2
    assert stuck.returncode == 130
    assert "To go on:" in said


def test_two_runs_do_not_write_into_one_folder(folder: Path) -> None:
    first = start(folder, 0.5, "--out", "here")
    while not (folder / "here" / "data" / ".lock").exists():
        time.sleep(0.02)
    time.sleep(0.5)
    second = start(folder, 0, "--out", "here")
    _, said = second.communicate(timeout=30)
    assert (second.returncode, said) == (2, "nmsim: here: another run is writing to it now\n")
    first.send_signal(signal.SIGTERM)
    first.communicate(timeout=20)
