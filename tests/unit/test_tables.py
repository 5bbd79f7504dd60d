"""The rows that the distance kernels look up are those that the exact counts are made of, for every holding of a color."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from nmsim.engine import tables as module
from nmsim.engine.suit_rows import HONORS, LEGAL, PAIR, ROW, SETS
from nmsim.engine.tables import HONOR_KEYS, SUIT_KEYS, build_tables, keys_of
from nmsim.exact.families import BOTH, EITHER, FOUR_SETS, JIANG, NOTHING, TERMINAL, Family, color_rows, setting_of
from nmsim.exact.groups import holdings
from nmsim.rules import Rules, make_rules
from nmsim.tiles import COPIES, RANKS

ASKS = {"off": NOTHING, "either": EITHER, "yaojiu": TERMINAL, "jiang258": JIANG, "both": BOTH}


def own_rows(rules: Rules, ranks: int, ask: str) -> npt.NDArray[np.int8]:
    """Fewest missing tiles int8[n, met, pair, sets] of all holdings; where nothing is to be met, `met` changes nothing."""
    number, rows = color_rows(Family(FOUR_SETS, ask=ask), holdings((COPIES,) * ranks), setting_of(rules))
    shaped = rows[:, number].T.reshape(len(number), -1, 2, SETS)
    return np.broadcast_to(shaped, (len(number), 2, 2, SETS))


@pytest.mark.parametrize("ranks", [RANKS, HONORS])
@pytest.mark.parametrize("honors_count", [False, True])
@pytest.mark.parametrize("option", ASKS)
def test_the_tables_hold_the_rows_of_every_holding(option: str, honors_count: bool, ranks: int) -> None:
    rules = make_rules("strict", {"second_condition": option, "honors_satisfy_yaojiu": honors_count})
    tables = build_tables(rules)
    keys = keys_of(holdings((COPIES,) * ranks)) + (SUIT_KEYS if ranks == RANKS else HONOR_KEYS)
    rows = tables.rows[tables.index[keys]]
    legal = rows[:, :LEGAL].reshape(-1, 2, 2, PAIR)[..., :SETS]
    shape = rows[:, LEGAL:ROW].reshape(-1, 2, 2, PAIR)[:, 0, :, :SETS]
    assert (legal == own_rows(rules, ranks, ASKS[option])).all()
    assert (shape == own_rows(rules, ranks, NOTHING)[:, 0]).all()


@pytest.mark.parametrize("spoilt", ["empty", "cut", "changed", "folder"])
def test_arrays_kept_that_are_not_whole_are_made_anew(spoilt: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CACHE_FOLDER", str(tmp_path))
    path, given = tmp_path / "some.arrays", (np.arange(12).reshape(3, 4), np.ones(5, np.int8))
    module._kept("some", lambda: given)
    whole = path.read_bytes()
    if spoilt == "folder":
        path.unlink()
        path.mkdir()
    else:
        path.write_bytes({"empty": b"", "cut": whole[:-50], "changed": whole.replace(b"(3, 4)", b"(4, 3)")}[spoilt])
    made = []

    def make() -> tuple[npt.NDArray[Any], ...]:
        made.append(1)
        return given

    for _ in range(2):
        for array, expected in zip(module._kept("some", make), given, strict=True):
            np.testing.assert_array_equal(array, expected)
            assert array.dtype == expected.dtype
    assert len(made) == (2 if spoilt == "folder" else 1)
