"""The one door to numba: the decorator of every kernel, and a compile cache that cannot serve old code.

numba's own cache looks only at the file of the cached function, so an edit in a callee elsewhere would go unnoticed. Here the cache
folder is named by a digest of all kernel sources, numba's version and the flags.
"""

from __future__ import annotations

import ast
import errno
import hashlib
import os
import re
import tempfile
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.caching import FunctionCache
from numba.extending import typeof_impl

from nmsim.engine.compiling import KernelCompiler, Part, PartCompiler, copied_parts
from nmsim.errors import InputError
from nmsim.words import say


def _refuse_interpreted() -> None:
    """Raise InputError where numba is told not to compile."""
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        raise InputError(say("run.no_jit"))


CACHE_LINE = 64  # bytes
njit: Any = numba.njit  # numba's own stubs do not list all options
FLAGS: dict[str, Any] = {"nogil": True, "boundscheck": False, "error_model": "numpy"}


def engine_sources(folder: Path) -> list[Path]:
    """The files that decide what is played: all of the engine, and the declarations it is made from."""
    declared = [folder.parent / f"{name}.py" for name in ("outcomes", "tiles", "rules", "policies")]
    return [*sorted(folder.rglob("*.py")), *declared]


def source_digest(folder: Path = Path(__file__).parent) -> str:
    """Digest of what the engine does: of its sources without comments, docstrings and layout, of numba's version and the flags.

    Rows that two engines of one digest play are the same.
    """
    if folder == Path(__file__).parent:
        return _own_digest()
    return _digest_of_trees(folder)


@cache
def _own_digest() -> str:
    """This engine's `source_digest`, kept beside its kernels, as sources take some time to parse."""
    kept = Path(CACHE_FOLDER) / "sources.digest"
    with suppress(OSError):
        text = kept.read_text(encoding="ascii", errors="replace")
        if re.fullmatch("[0-9a-f]{16}", text):
            return text
    digest = _digest_of_trees(Path(__file__).parent)
    with suppress(OSError):
        partial = kept.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        partial.write_text(digest, encoding="ascii")
        partial.replace(kept)
    return digest


def _start_of_digest() -> Any:
    return hashlib.sha256(f"{numba.__version__} {sorted(FLAGS.items())}".encode())


def _digest_of_trees(folder: Path) -> str:
    digest = _start_of_digest()
    for path in engine_sources(folder):
        digest.update(f"{path.name} {_told(ast.parse(path.read_bytes()))}\n".encode())
    return str(digest.hexdigest()[:16])


def _told(node: Any) -> str:
    """A syntax tree as text, without docstrings; fields that are empty are left out, as Python's versions differ in them."""
    if isinstance(node, list):
        return "[" + " ".join(map(_told, node)) + "]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = dict(ast.iter_fields(node))
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False) is not None:
        fields["body"] = fields["body"][1:]
    told = [f"{name}={_told(value)}" for name, value in fields.items() if value is not None and value != []]
    return f"({type(node).__name__} {' '.join(told)})"


def _cache_folder() -> str | None:
    """A writable folder: the user's cache, or a temporary one that lasts as long as the machine keeps it; None if there is neither.

    It is named by a digest of all sources as they stand, since compiled kernels know lines and names.
    """
    digest = _start_of_digest()
    for path in engine_sources(Path(__file__).parent):
        digest.update(path.name.encode() + path.read_bytes())
    name = f"nmsim-kernels-{digest.hexdigest()[:16]}"
    home = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    private = f"{name}-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    for folder in (os.path.join(home, name), os.path.join(tempfile.gettempdir(), private)):
        with suppress(OSError):
            os.makedirs(folder, mode=0o700, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
    return None


_refuse_interpreted()
CACHE_FOLDER = _cache_folder() or os.path.join(os.devnull, "nmsim")  # where nothing can be, nothing is found
_warned = False


def is_compiled() -> bool:
    """Whether a compiled engine is kept here, so that it is only loaded."""
    return any(Path(CACHE_FOLDER).glob("**/*.nbi"))


def _warn_uncached(error: Exception) -> None:
    """Say once that compiled kernels cannot be kept."""
    global _warned
    if not _warned:
        _warned = True
        why = getattr(error, "strerror", None) or str(error)
        warnings.warn(say("run.uncached", folder=CACHE_FOLDER, why=why), UserWarning, stacklevel=2)


class _Cache(FunctionCache):
    """numba's cache; what cannot be read, such as a file cut short, is compiled anew, and what cannot be written is not kept."""

    def load_overload(self, *arguments: Any) -> Any:
        try:
            return super().load_overload(*arguments)
        except Exception:
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, *arguments: Any) -> None:
        try:
            super().save_overload(*arguments)
        except OSError as error:
            _warn_uncached(error)


def _cached(function: Callable[..., Any], **options: Any) -> Any:
    """The function, compiled when first called and cached under `CACHE_FOLDER`, or nowhere if that cannot be written."""
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = CACHE_FOLDER
    made = njit(**options, **FLAGS)(function)
    try:
        kept = _Cache(function)
        if not kept.cache_path.startswith(CACHE_FOLDER):  # numba's own choice, beside the sources, could serve old code
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        made._cache = kept
    except (OSError, RuntimeError) as error:
        _warn_uncached(error)
    finally:
        config.CACHE_DIR = before
    return made


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
