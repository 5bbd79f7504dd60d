"""The kernel decorators: parts in one library, no allocation, and a cache that cannot serve old code."""

from __future__ import annotations

import os
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


def test_a_part_is_compiled_once_for_all_widths() -> None:
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


def test_the_digest_sees_every_source(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "nmsim", ignore=shutil.ignore_patterns("fonts", "__pycache__"))
    before = source_digest(tmp_path / "nmsim" / "engine")
    assert before == source_digest()
    outcomes = tmp_path / "nmsim" / "outcomes.py"
    outcomes.write_text(outcomes.read_text() + "# edited\n")
    assert source_digest(tmp_path / "nmsim" / "engine") != before
