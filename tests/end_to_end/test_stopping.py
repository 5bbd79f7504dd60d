"""A run that is stopped keeps what it played, says how to go on, and ends as if it had never been stopped."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.test_runs import EXPERIMENT, in_git

ROOT = Path(__file__).parents[2]


def start(folder: Path, pace: float, *words: str, start_new_session: bool = False) -> subprocess.Popen[str]:
    """The command line with the stand-in engine, each slice taking `pace` seconds."""
    command = [sys.executable, "-m", "tests.end_to_end.standin", str(pace), "run", "t.toml", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    to: Any = {"cwd": folder, "env": environment, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    hears = lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL)  # noqa: E731  # under `nohup` it would not
    return subprocess.Popen(command, text=True, start_new_session=start_new_session, preexec_fn=hears, **to)


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
    while not list(data.glob("blocks_*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.02)
    asked = time.monotonic()
    stopped.send_signal(sent)
    out, said = stopped.communicate(timeout=20)
    assert time.monotonic() - asked < 2
    assert stopped.returncode == code
    assert out == ""
    assert said == f"stopped; what is played is kept. To go on: nmsim run t.toml --out here --jobs {jobs}\n"
    assert not list(data.glob(".blocks_*"))
    again = finish(folder, "--out", "here", "--jobs", "2", "--block-size", "100")
    assert again["state"] == "continued"
    assert finish(folder, "--out", "whole")["content_hash"] == again["content_hash"]
    assert in_git(folder / "here") == in_git(folder / "whole")


def test_a_killed_run_goes_on(folder: Path) -> None:
    killed = start(folder, 0.1, "--out", "here", "--block-size", "256")
    data = folder / "here" / "data"
    while not list(data.glob("blocks_*.parquet")):
        time.sleep(0.02)
    killed.kill()
    killed.communicate()
    unfinished = data / f".{next(data.glob('blocks_*.parquet')).name}.1"
    unfinished.touch()
    again = finish(folder, "--out", "here")
    assert again["state"] == "continued"
    assert finish(folder, "--out", "whole")["content_hash"] == again["content_hash"]
    assert not list(data.glob(".blocks_*"))


@pytest.mark.parametrize(
    ("early", "sent", "code"),
    [(False, signal.SIGTERM, 143), (False, signal.SIGHUP, 129), (True, signal.SIGINT, 130), (True, signal.SIGTERM, 143)],
)
def test_a_signal_to_a_whole_group_of_processes_is_one_line_and_loses_nothing(folder: Path, sent: int, code: int, early: bool) -> None:
    """As batch systems and terminals send it: to the run and to its workers alike, also while these start."""
    started = start(folder, 0.1, "--out", "here", "--jobs", "2", "--backend", "processes", start_new_session=True)
    data = folder / "here" / "data"
    deadline = time.monotonic() + 60
    while not (workers_of(started.pid) if early else list(data.glob("blocks_*.parquet"))):
        assert time.monotonic() < deadline and started.poll() is None
        time.sleep(0.01)
    os.killpg(started.pid, sent)
    _, said = started.communicate(timeout=60)
    assert started.returncode == code
    assert said == "stopped; what is played is kept. To go on: nmsim run t.toml --out here --jobs 2 --backend processes\n"
    again = finish(folder, "--out", "here")
    assert again["state"] == ("played" if early and again["played"] == again["hands"] else "continued")
    assert finish(folder, "--out", "whole")["content_hash"] == again["content_hash"]


def workers_of(parent: int) -> list[int]:
    """The processes that a process has started and that are still there."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
    return found


def test_workers_end_when_the_run_is_killed(folder: Path) -> None:
    killed = start(folder, 0.1, "--out", "here", "--jobs", "2", "--backend", "processes")
    while not list((folder / "here" / "data").glob("blocks_*.parquet")) and killed.poll() is None:
        time.sleep(0.02)
    left = workers_of(killed.pid)
    killed.kill()
    killed.communicate()
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{each}").exists() for each in left):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_run_that_is_not_to_hear_a_hang_up_plays_on(folder: Path) -> None:
    command = f"trap '' HUP; exec {sys.executable} -m tests.end_to_end.standin 0.05 run t.toml --out here --no-charts"
    running = subprocess.Popen(["bash", "-c", command], cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE)
    while not list((folder / "here" / "data").glob("blocks_*.parquet")) and running.poll() is None:
        time.sleep(0.02)
    running.send_signal(signal.SIGHUP)
    running.communicate(timeout=60)
    assert running.returncode == 0


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV])
def test_a_killed_worker_is_one_line_and_loses_nothing(folder: Path, how: signal.Signals) -> None:
    running = start(folder, 0.1, "--out", "here", "--jobs", "2", "--backend", "processes", start_new_session=True)
    data = folder / "here" / "data"
    while not list(data.glob("blocks_*.parquet")) and running.poll() is None:
        time.sleep(0.02)
    worker = next(each for each in workers_of(running.pid) if b"--process-name" in Path(f"/proc/{each}/cmdline").read_bytes())
    os.kill(worker, how)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 2
    fault, more = said.splitlines()
    assert fault.startswith("nmsim: a worker process was killed")
    assert more.startswith("stopped; what is played is kept. To go on: nmsim run t.toml")
    assert finish(folder, "--out", "here")["state"] == "continued"


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
