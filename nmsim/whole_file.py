"""Writing a file whole or not at all."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, data: bytes | str) -> Path:
    """Write a file under a temporary name, which becomes its own when all is written; text is UTF-8. An OSError names the file."""
    temporary = path.with_name(f".{path.name}.part")
    try:
        temporary.write_bytes(data.encode() if isinstance(data, str) else data)
        return temporary.replace(path)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None
        raise
