"""The kernel decorators: parts in one library, no allocation, and a cache that cannot serve old code."""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nmsim
from nmsim.engine.compiling import KernelCompiler
from nmsim.engine.kernel import kernel, njit, part, source_digest

PACKAGE = Path(nmsim.__file__).parent
ASK = "import numpy as n; from nmsim.engine.rng import philox; z = n.uint64(0); print(int(philox(z, z, z, z, z, z)[0]))"


@part
def doubled(values):
    """Sum of twice each entry."""
    total = 0
    for entry in range(values.shape[0]):
        total += 2 * values[entry]
    return total


@kernel
def doubled_plus_one(values):
    """A kernel with a part."""
    return doubled(values) + 1


@kernel
def through_a_kernel(values):
    """A kernel that calls a kernel."""
    return doubled_plus_one(values) + doubled(values)


@part
def twice(number):
    """A part that is called with numbers of several widths."""
    return number + number


@kernel
def of_all_widths(narrow, wide):
    """int8, int64, a truth value and a constant, each doubled."""
    return twice(narrow[0]) + twice(wide[0]) + twice(wide[0] > 2) + twice(100)


@kernel
def transposed(square, out):
    """Entries of arrays of two dimensions."""
    for row in range(square.shape[0]):
        for column in range(square.shape[1]):
            out[column, row] = square[row, column]


def entry(values, index):
    """One entry."""
    return values[index]


@kernel
def allocating(values):
    """What a kernel may not do."""
    return (values + 1).sum()


def test_kernels_and_parts_call_each_other() -> None:
    values = np.arange(4, dtype=np.int64)
    assert doubled_plus_one(values) == 13
    assert through_a_kernel(values) == 25
    assert doubled_plus_one(values) == 13


def test_a_part_is_compiled_once_for_all_widths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nmsim.engine.kernel._Cache.load_overload", lambda *asked: None)  # from the cache no part is compiled
    assert of_all_widths(np.array([120], np.int8), np.array([1 << 40], np.int64)) == 240 + (1 << 41) + 2 + 200
    assert len(twice.overloads) == 1


def test_entries_of_arrays_of_two_dimensions() -> None:
    square = np.arange(12, dtype=np.int16).reshape(3, 4)
    out = np.zeros((4, 3), np.int64)
    transposed(square, out)
    assert (out == square.T).all()
    steps = np.zeros((3, 8), np.int16)[:, ::2]  # not one block of memory
    steps[:] = square
    transposed(steps, out[:])
    assert (out == square.T).all()


def test_indices_are_checked_where_asked_for() -> None:
    checked: Any = njit(boundscheck=True, pipeline_class=KernelCompiler)(entry)
    values = np.arange(4, dtype=np.int64)
    assert checked(values, 3) == 3
    for outside in (4, -1):  # kernels never count from the end
        with pytest.raises(IndexError):
            checked(values, outside)


def test_a_kernel_that_allocates_is_refused() -> None:
    with pytest.raises(AssertionError, match="must not allocate"):
        allocating(np.arange(4, dtype=np.int64))


def test_arguments_are_released() -> None:
    values = np.arange(4, dtype=np.int64)
    doubled_plus_one(values)
    before = sys.getrefcount(values)
    for _ in range(50):
        doubled_plus_one(values)
    assert sys.getrefcount(values) == before


def ask(folder: Path) -> str:
    """What a fresh process that imports the package from `folder` answers, with a cache beside it."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run([sys.executable, "-c", ASK], env=environment, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_an_edited_kernel_gives_the_new_answer(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "nmsim", ignore=shutil.ignore_patterns("fonts", "__pycache__"))
    first = ask(tmp_path)
    assert first == str(0x6627E8D5)  # the published vector
    assert ask(tmp_path) == first  # from the cache
    source = tmp_path / "nmsim" / "engine" / "rng.py"
    source.write_text(source.read_text().replace("ROUNDS = 10", "ROUNDS = 9"))
    assert ask(tmp_path) != first


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the package."""
    shutil.copytree(PACKAGE, tmp_path / "nmsim", ignore=shutil.ignore_patterns("fonts", "__pycache__"))
    assert source_digest(tmp_path / "nmsim" / "engine") == source_digest()
    return tmp_path / "nmsim"


@pytest.mark.parametrize("name", ["engine/rng.py", "engine/turns.py", "outcomes.py", "tiles.py", "rules.py", "policies.py"])
def test_the_digest_sees_what_is_done_and_not_what_is_said(copied: Path, name: str) -> None:
    path = copied / name
    source = path.read_text(encoding="utf-8")
    path.write_text("# edited\n" + source.replace('"""', '"""Said otherwise: ', 1) + "\n\n# edited\n", encoding="utf-8")
    assert source_digest(copied / "engine") == source_digest()
    path.write_text(source + "\nEDITED = 1\n", encoding="utf-8")
    assert source_digest(copied / "engine") != source_digest()


def test_a_docstring_of_an_option_or_kernel_changes_no_digest(copied: Path) -> None:
    for path in sorted((copied / "engine").glob("*.py")):
        path.write_text(
            re.sub(r'^( +"""|""")(?=\w)', r"\1Edited: ", path.read_text(encoding="utf-8"), flags=re.MULTILINE), encoding="utf-8"
        )
    assert source_digest(copied / "engine") == source_digest()


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def test_an_interpreted_engine_is_refused_in_one_line() -> None:
    done = run_python("from nmsim.cli import main; main(['replay', '--seed', '1', '--wall', '1'])", NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stderr) == (2, "nmsim: NUMBA_DISABLE_JIT is set: the engine runs compiled only; unset it\n")


def test_without_room_for_compiled_kernels_the_engine_runs_all_the_same(tmp_path: Path) -> None:
    """A full disk, as far as the cache can tell: it is a file, and so is what stands for the temporary folder."""
    blocked = tmp_path / "file"
    blocked.touch()
    done = run_python(
        ASK.replace("import", f"import tempfile; tempfile.tempdir = {str(blocked)!r}; import", 1), NUMBA_CACHE_DIR=str(blocked)
    )
    assert done.stdout.strip() == str(0x6627E8D5), done.stderr
    assert done.stderr.count("the compiled engine cannot be kept in") == 1


def test_what_cannot_be_written_to_the_cache_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("numba.core.caching.FunctionCache.save_overload", full)
    monkeypatch.setattr("nmsim.engine.kernel._warned", False)
    first, second = kernel(lambda x: x + 1), kernel(lambda x: x + 2)
    with pytest.warns(UserWarning, match="No space left on device") as said:
        assert (first(1), second(1)) == (2, 3)
    assert len(said) == 1
