"""The kernel decorators: parts in one library, no allocation, and a cache that cannot serve old code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import nmsim
from nmsim.engine.kernel import kernel, part, source_digest

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


@kernel
def allocating(values):
    """What a kernel may not do."""
    return (values + 1).sum()


def test_kernels_and_parts_call_each_other() -> None:
    values = np.arange(4, dtype=np.int64)
    assert doubled_plus_one(values) == 13
    assert through_a_kernel(values) == 25
    assert doubled_plus_one(values) == 13


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
