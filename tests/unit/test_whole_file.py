"""A file appears under its name when it is whole."""

import errno
from pathlib import Path

import pytest

from nmsim.whole_file import write_whole


def test_a_file_is_replaced_by_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    write_whole(path, b"old")
    assert write_whole(path, "新\n").read_bytes() == "新\n".encode()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("fault", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
def test_what_cannot_be_written_leaves_the_old_file_and_nothing_else(
    fault: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b"old")

    def half(to: Path, data: bytes) -> None:
        with to.open("wb") as file:
            file.write(data[:1])
        raise fault

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(type(fault)) as told:
        write_whole(path, "new")
    assert getattr(told.value, "filename", str(path)) == str(path)
    assert (list(tmp_path.iterdir()), path.read_text()) == ([path], "old")
