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
from typing import Any

import numba
import numpy as np
from numba.core.caching import FunctionCache
from numba.extending import typeof_impl

from nmsim.engine.compiling import KernelCompiler, Part, PartCompiler, copied_parts

CACHE_LINE = 64  # bytes
njit: Any = numba.njit  # numba's own stubs do not list all options
FLAGS: dict[str, Any] = {"nogil": True, "boundscheck": False, "error_model": "numpy"}


def source_digest(folder: Path = Path(__file__).parent) -> str:
    """Digest of the kernel sources, the columns and constants they use, numba's version and the flags."""
    digest = hashlib.sha256(f"{numba.__version__} {sorted(FLAGS.items())}".encode())
    package = folder.parent
    for path in [
        *sorted(folder.rglob("*.py")),
        package / "outcomes.py",
        package / "tiles.py",
        package / "rules.py",
        package / "policies.py",
    ]:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> str:
    """A writable folder: the user's cache, or a temporary one that lasts as long as the machine keeps it."""
    name = f"nmsim-kernels-{source_digest()}"
    home = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
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


CACHE_FOLDER = _cache_folder()


class _Cache(FunctionCache):
    """numba's cache; what cannot be read, such as a file cut short, is thrown away and compiled anew."""

    def load_overload(self, *arguments: Any) -> Any:
        try:
            return super().load_overload(*arguments)
        except Exception:
            self.flush()
            return None


def _cached(function: Callable[..., Any], **options: Any) -> Any:
    """The function, compiled when first called and cached under `CACHE_FOLDER`."""
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = CACHE_FOLDER
    try:
        made = njit(cache=True, **options, **FLAGS)(function)
        made._cache = _Cache(function)
        return made
    finally:
        config.CACHE_DIR = before


def make_record(fields: np.dtype[Any]) -> Any:
    """A record of zeros that begins with a cache line: its arrays are attributes, and kernels write to them."""
    room = np.zeros(fields.itemsize + CACHE_LINE, np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    return room[start : start + fields.itemsize].view(fields).view(np.recarray)[0]


class Kernel:
    """A compiled function that Python may call; kernels that call it take it in as a part."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.__doc__ = function.__doc__
        self.__wrapped__ = function
        self.as_part = part(function)
        self.door = _cached(function, no_cfunc_wrapper=True, pipeline_class=KernelCompiler)

    def __call__(self, *arguments: Any) -> Any:
        return self.door(*arguments)


@typeof_impl.register(Kernel)
def _type_of_kernel(value: Kernel, context: Any) -> Any:
    return typeof_impl(value.as_part, context)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile lazily with numba into a function that Python may call: no GIL, no bounds checks, cached under `CACHE_FOLDER`."""
    return Kernel(function)


def part(function: Callable[..., Any]) -> Any:
    """A function that only kernels call: it is compiled into the kernel that first needs it, without a life of its own."""
    options = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, **FLAGS}
    return Part(function, targetoptions=options, pipeline_class=PartCompiler)


def copied_part(function: Callable[..., Any]) -> Any:
    """A part that is copied to every place where it is called: for what each turn goes through, called from more than one place."""
    copied_parts.add(function)
    return part(function)
