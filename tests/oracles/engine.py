"""The engine's answers on a question, for those who compare."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from nmsim.engine import hand_rows, shape
from nmsim.engine.tables import build_tables
from nmsim.outcomes import NEVER
from nmsim.tiles import KINDS
from tests.oracles.distance import Question


@cache
def _scratch() -> Any:
    """One scratch for all, so that every call meets what others left."""
    return hand_rows.make_scratch()


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


def _kinds(masks: Any) -> tuple[list[int], list[int]]:
    """The kinds in the two masks of a kernel."""
    shape_kinds, legal_kinds = ([kind for kind in range(KINDS) if int(mask) >> kind & 1] for mask in masks)
    return shape_kinds, legal_kinds


def engine_accepting(given: Question) -> tuple[list[int], list[int]]:
    """The kinds that lessen the (shape, legal) distance."""
    return _kinds(shape.accepting(*_arrays(given)))


def engine_winning(given: Question) -> tuple[list[int], list[int]]:
    """The kinds that complete the hand, in shape and legally."""
    return _kinds(shape.winning_masks(*_arrays(given)))


def engine_discards(given: Question) -> dict[int, tuple[int, int]]:
    """(shape, legal) distance without one of each kind held."""
    found = np.full((2, KINDS), NEVER + 1, np.int64)
    shape.discard_distances(*_arrays(given), found[0], found[1])
    return {kind: (int(found[0, kind]), int(found[1, kind])) for kind in range(KINDS) if found[0, kind] <= NEVER}


def engine_discard_accepting(given: Question, kind: int) -> tuple[list[int], list[int]]:
    """The kinds that lessen the (shape, legal) distance of the hand without one `kind`."""
    return _kinds(shape.discard_accepting(*_arrays(given), kind))
