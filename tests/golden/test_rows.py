"""The engine plays what it always played."""

import pytest

from nmsim.outcomes import COLUMN_NAMES
from tests.golden import hashes, plans, read

PINNED = read()
PLANS = plans()


def test_every_plan_and_column_is_pinned() -> None:
    assert list(PINNED) == list(PLANS)
    assert all(list(row) == list(COLUMN_NAMES) for row in PINNED.values())


@pytest.mark.parametrize("name", PINNED)
def test_the_rows_are_what_they_were(name: str) -> None:
    played = dict(zip(COLUMN_NAMES, hashes(PLANS[name]), strict=True))
    changed = [column for column, digest in PINNED[name].items() if played[column] != digest]
    assert not changed, (
        f'plan {name}: these columns changed: {", ".join(changed)} (CHANGELOG.md, "Changes results", and python -m tests.golden)'
    )
