"""Walls are uniform, seats are alike, and the first thirteen tiles lack a suit or a 1 and 9 as often as they should."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from nmsim.tiles import COPIES, KINDS, TILES
from tests.statistical.walls import SEEDS, deal_facts, shuffled_walls

WALLS = 100_000
CHI_SQUARE_WALLS = 20_000
FALSE_ALARMS = 1e-6  # of each chi-square test: with fixed seeds it fails once the shuffle changes for the worse, not by chance
EXACT = {"lacks_suit": 0.0440126846, "lacks_terminal": 0.0702314528}
Z = float(stats.norm.ppf(1 - 0.001 / 2))  # 99.9 % two-sided


@pytest.fixture(scope="module", params=SEEDS)
def facts(request: pytest.FixtureRequest) -> dict[str, npt.NDArray[np.bool_]]:
    """Of one rotation a wall: bool[walls, 4 seats] for each fact."""
    return deal_facts(request.param, WALLS)


@pytest.mark.parametrize("fact", EXACT)
def test_rate_within_its_interval(facts: dict[str, npt.NDArray[np.bool_]], fact: str) -> None:
    of_a_wall = facts[fact].mean(axis=1)  # the four seats of a wall are one cluster
    error = of_a_wall.std(ddof=1) / np.sqrt(WALLS)
    assert abs(of_a_wall.mean() - EXACT[fact]) < Z * error
    assert error < 0.0006


@pytest.mark.parametrize("fact", EXACT)
def test_seats_are_alike(facts: dict[str, npt.NDArray[np.bool_]], fact: str) -> None:
    hits = facts[fact].sum(axis=0)
    table = np.array([hits, WALLS - hits])
    assert stats.chi2_contingency(table).pvalue > FALSE_ALARMS


@pytest.mark.parametrize("seed", SEEDS)
def test_every_place_holds_every_kind_equally_often(seed: int) -> None:
    walls = shuffled_walls(seed, CHI_SQUARE_WALLS)
    counts = np.zeros((TILES, KINDS))
    for place in range(TILES):
        counts[place] = np.bincount(walls[:, place], minlength=KINDS)
    expected = CHI_SQUARE_WALLS / KINDS
    # A kind's four copies lie in different places: the statistic of all cells is chi-square with (places - 1)(kinds - 1) degrees of
    # freedom once it is scaled by the finite-population factor (places - 1) / places.
    statistic = ((counts - expected) ** 2 / expected).sum() * (TILES - 1) / TILES
    assert FALSE_ALARMS / 2 < stats.chi2.sf(statistic, (TILES - 1) * (KINDS - 1)) < 1 - FALSE_ALARMS / 2


@pytest.mark.parametrize("seed", SEEDS)
def test_every_wall_holds_four_of_each(seed: int) -> None:
    ordered = np.sort(shuffled_walls(seed, 2_000), axis=1)
    assert (ordered == np.repeat(np.arange(KINDS), COPIES)).all()


def test_neighbours_in_the_wall_are_independent() -> None:
    walls = shuffled_walls(SEEDS[0], CHI_SQUARE_WALLS)
    same = int((walls[:, :-1:2] == walls[:, 1::2]).sum())
    assert stats.binomtest(same, CHI_SQUARE_WALLS * TILES // 2, (COPIES - 1) / (TILES - 1)).pvalue > FALSE_ALARMS
