"""What README shows is what the commands print, and its Python runs after the commands before it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from nmsim.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^    \$ \./nm (.*)\n((?:    .*\n)+)", README, re.MULTILINE)
PYTHON = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_a_command_prints_what_is_shown(command: str, shown: str) -> None:
    result = CliRunner().invoke(main, shlex.split(command), prog_name="nmsim", env={"NMSIM_LANG": "en"})
    assert result.stdout == "".join(line[4:] + "\n" for line in shown.splitlines())


def test_the_python_runs_after_the_first_command(tmp_path: Path) -> None:
    run = ["run", str(ROOT / "experiments" / "01_three_suits.toml"), "--hands", "20", "--no-charts"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for command in (["-m", "nmsim", *run], ["-W", "error", "-c", "\n".join(PYTHON)]):
        done = subprocess.run([sys.executable, *command], cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
