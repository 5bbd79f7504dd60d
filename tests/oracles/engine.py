"""The engine's answers on a question, for those who compare."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from nmsim.engine import shape
from nmsim.engine.tables import build_tables
from nmsim.tiles import KINDS
from tests.oracles.distance import Question


@cache
def _scratch() -> shape.ShapeScratch:
    """One scratch for all, so that every call meets what others left."""
    return shape.make_scratch()


def _arrays(given: Question) -> tuple[Any, ...]:
    """A hand as the kernels take it; what is past the melds is not to be read."""
    form, kind = np.full(4, 9, np.int8), np.full(4, 99, np.int8)
    for at, meld in enumerate(given.melds):
        form[at], kind[at] = meld.form, meld.kind
    return build_tables(given.rules), _scratch(), np.array(given.counts, np.int8), form, kind, len(given.melds)


def engine_distances(given: Question) -> tuple[int, int]:
    """(shape, legal) distance."""
    found: Any = shape.distances(*_arrays(given))
    return int(found[0]), int(found[1])


def engine_accepting(given: Question) -> tuple[list[int], list[int]]:
    """The kinds that lessen the (shape, legal) distance."""
    masks: Any = shape.accepting(*_arrays(given))
    shape_kinds, legal_kinds = ([kind for kind in range(KINDS) if int(mask) >> kind & 1] for mask in masks)
    return shape_kinds, legal_kinds
