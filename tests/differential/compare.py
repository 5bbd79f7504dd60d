"""One case in both programs; what differs, as lines that name the case."""

from __future__ import annotations

from nmsim.outcomes import COLUMN_NAMES
from nmsim.reference.game import check, play
from nmsim.rules import Rules
from tests.differential.worlds import Case, Played

UNSAID = ("arm", "rotation", "match", "hand", *(f"policy_{seat}" for seat in range(4)))
TOLD = tuple(name for name in COLUMN_NAMES if name not in UNSAID)


def log_fault(case: Case, played: Played, rules: Rules | None = None) -> str | None:
    """What the reference has against the engine's log, wall or columns; None if nothing. `rules`: if not the world's."""
    plan, row = case.world.plan, played.row
    if played.wall != case.wall:
        return f"{case.line}: the walls differ"
    try:
        told = check(played.log, rules or plan.rules, played.wall, row["dealer"], row["repeats"], plan.deal, plan.players)
    except ValueError as error:
        return f"{case.line}: {error}"
    return _row_fault(case, row, told)


def whole_hand_fault(case: Case, played: Played) -> str | None:
    """What differs when the reference plays the case with the policies' plain twins: the first log row, or columns."""
    plan, row = case.world.plan, played.row
    hand = play(plan.rules, case.policies, case.wall, plan.seed, case.wall_id, row["dealer"], row["repeats"], plan.deal, plan.players)
    told = [tuple(entry) for entry in hand.log]
    for place, (mine, other) in enumerate(zip(played.log, told, strict=False)):
        if mine != other:
            return f"{case.line} whole: log row {place} is {mine} in the engine, {other} in the reference"
    if len(played.log) != len(told):
        return f"{case.line} whole: the log has {len(played.log)} rows in the engine, {len(told)} in the reference"
    assert tuple(hand.columns) == TOLD, "the reference must tell every column of the hand"
    return _row_fault(case, row, hand.columns)


def _row_fault(case: Case, row: dict[str, int], told: dict[str, int]) -> str | None:
    differing = [f"{name} {row[name]} in the engine, {value} in the reference" for name, value in told.items() if row[name] != value]
    return f"{case.line}: {'; '.join(differing[:4])}" if differing else None
