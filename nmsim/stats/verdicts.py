"""Which comparisons of a summary were planned, and what their number does to the others' verdicts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nmsim.stats.labels import DIFFERENCE

if TYPE_CHECKING:
    import pandas as pd

PLANNED, OTHER = "planned", "other"
COMPARED = ("comparison", "p_holm")
CHANCE = 0.05  # of calling at least one of a family's differences wrongly


def judged(frame: pd.DataFrame, headline: str) -> pd.DataFrame:
    """The summary with its columns `COMPARED`: of each difference, whether it was planned, and its p-value for all of its family.

    Planned are the headline's differences between arms and between policies. The other differences are a second family. Holm's step-down
    keeps the chance of any wrong call in a family at CHANCE, if a difference is called where `p_holm` is below it.
    """
    differs = frame["statistic"].str.endswith(DIFFERENCE)
    planned = (frame["statistic"] == headline + DIFFERENCE) & ~frame["group"].str.startswith("role:")
    comparison = differs.map({True: OTHER, False: ""}).mask(planned, PLANNED)
    adjusted = frame["p"].copy()
    for family in (PLANNED, OTHER):
        members = comparison == family
        adjusted[members] = holm(frame.loc[members, "p"].tolist())
    return frame.assign(comparison=comparison, p_holm=adjusted)


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values adjusted for their number: Holm 1979. NaN stays NaN and does not count."""
    order = sorted((k for k, p in enumerate(p_values) if not math.isnan(p)), key=lambda k: p_values[k])
    adjusted, reached = list(p_values), 0.0
    for left, k in zip(range(len(order), 0, -1), order, strict=True):
        reached = max(reached, min(1.0, left * p_values[k]))
        adjusted[k] = reached
    return adjusted
