"""The one door to numba: the decorator of every kernel, and a compile cache that cannot serve old code.

numba's own cache looks only at the file of the cached function, so an edit in a callee elsewhere would go unnoticed. Here the cache
folder is named by a digest of all kernel sources, numba's version and the flags.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., Any])
FLAGS: dict[str, Any] = {"nogil": True, "boundscheck": False, "error_model": "numpy"}


def source_digest(folder: Path = Path(__file__).parent) -> str:
    """Digest of the kernel sources, the columns and constants they use, numba's version and the flags."""
    digest = hashlib.sha256(f"{numba.__version__} {sorted(FLAGS.items())}".encode())
    package = folder.parent
    for path in [*sorted(folder.rglob("*.py")), package / "outcomes.py", package / "tiles.py", package / "rules.py", package / "policies.py"]:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> str:
    """A writable folder: the user's cache, or a temporary one that lasts as long as the machine keeps it."""
    name = f"nmsim-kernels-{source_digest()}"
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = os.path.join(home, name)
    try:
        os.makedirs(folder, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    private = os.path.join(tempfile.gettempdir(), f"{name}-{os.getuid() if hasattr(os, 'getuid') else 'user'}")
    os.makedirs(private, mode=0o700, exist_ok=True)
    return private


CACHE_FOLDER = os.environ.get("NUMBA_CACHE_DIR") or _cache_folder()


def kernel(function: Function) -> Function:
    """Compile lazily with numba: no GIL, no bounds checks, cached under `CACHE_FOLDER`."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = CACHE_FOLDER
    try:
        compiled: Function = numba.njit(cache=True, **FLAGS)(function)
        return compiled
    finally:
        numba.config.CACHE_DIR = before
