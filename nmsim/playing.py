"""Playing a plan: blocks of it, one hand with its log, positions; each a pure function of plan and address. The door to the engine."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from nmsim.checking import MOST_JOBS, Checked, check
from nmsim.errors import Faults, InputError
from nmsim.outcomes import COLUMN_NAMES, COLUMNS, SEATS
from nmsim.plan import LAST_WALL, Deal, Design, Plan, SeatsGiven, StartGiven, fixed_places, make_plan
from nmsim.position import Position
from nmsim.rules import RulesGiven
from nmsim.tiles import count_kinds
from nmsim.words import say

if TYPE_CHECKING:
    import pandas as pd


Rows = npt.NDArray[np.int64]
BLOCKS_PER_TASK = 250


@dataclass(frozen=True)
class _Bench:
    """A worker's own records for one plan: nothing in them outlives a hand. The game is read once a hand is played and logged."""

    setting: Any
    tables: Any  # kept alive for the setting
    work: Any
    game: Any
    weights: Rows
    policies: Rows


def _make_bench(plan: Plan, log: bool, position: Position | None) -> _Bench:
    from nmsim.engine.encode import fan_numbers, policy_records, policy_weights, rule_record
    from nmsim.engine.state import make_setting, make_table, make_work
    from nmsim.engine.tables import build_tables

    weights, policies = policy_weights(plan.distinct_policies), policy_records(plan.distinct_policies)
    tables = build_tables(plan.rules)
    setting = make_setting(tables)
    setting.rule = rule_record(plan.rules, private_deal=plan.deal == "private", players=plan.players)
    setting.fan[:] = fan_numbers(plan.rules)
    fixed = position.places() if position else fixed_places(plan)
    setting.given = len(fixed) > 0
    if setting.given:
        setting.fixed[:] = fixed
    table = make_table(log)
    table.key[:] = plan.seed & 0xFFFFFFFF, plan.seed >> 32
    return _Bench(setting, tables, make_work(), table, weights, policies)


_local = threading.local()
MOST_BENCHES = 16


def _bench(plan: Plan, log: bool = False, position: Position | None = None) -> _Bench:
    """This thread's bench for the plan (and position); the last few are kept, since workers play the arms of a run in turns."""
    benches: dict[Any, tuple[Any, _Bench]] = _local.__dict__.setdefault("benches", {})
    wanted = id(plan), log, id(position)
    if wanted not in benches:
        if len(benches) == MOST_BENCHES:
            del benches[next(iter(benches))]
        benches[wanted] = (plan, position), _make_bench(plan, log, position)  # what is kept cannot lose its id to another
    return benches[wanted][1]


def play_blocks(plan: Plan, first: int, last: int) -> Rows:
    """int64[(last - first) * hands_per_block, columns]: outcomes of blocks first..last-1 in (block, rotation, hand) order.

    A pure function of its arguments; releases the GIL while it plays, so threads may call it side by side.
    """
    from nmsim.engine.play import play_matches, play_walls
    from nmsim.engine.records import as_rows

    bench = _bench(plan)
    rows = np.empty(((last - first) * plan.hands_per_block, len(COLUMNS)), np.int64)
    shared = (bench.setting, bench.work, bench.game, plan.seatings, bench.weights, bench.policies, plan.arm, first, last)
    if plan.design == "match":
        play_matches(*shared, plan.hands_per_match, as_rows(rows))
    else:
        play_walls(*shared, as_rows(rows))
    return rows


def warm_up(plan: Plan) -> None:
    """Compile or load the kernels and build the tables, so that workers need not."""
    play_blocks(plan, 0, 1)


def log_hand(plan: Plan, block: int, rotation: int = 0, hand: int = 0) -> tuple[list[tuple[int, int, int, int]], Rows, list[int]]:
    """The action log (docs/play.md), outcome row and wall of one hand, addressed as its row is (`block`: wall, or match)."""
    from nmsim.engine.play import play_alone, play_match
    from nmsim.engine.records import as_rows

    bench = _bench(plan, log=True)
    shared = (bench.setting, bench.work, bench.game, plan.seatings, bench.weights, bench.policies, plan.arm, block, rotation)
    rows = np.empty((hand + 1, len(COLUMNS)), np.int64)
    if plan.design == "match":
        play_match(*shared, plan.hands_per_match, hand + 1, as_rows(rows))
    else:
        play_alone(*shared, as_rows(rows))
    return _logged(bench.game), rows[-1], [int(kind) for kind in bench.game.wall]


def _logged(table: Any) -> list[tuple[int, int, int, int]]:
    """The action log of the hand last played."""
    return [(int(event), int(seat), int(a), int(b)) for event, seat, a, b in table.log[: table.table.log_length]]


def play_positions(plan: Plan, position: Position, discards: Sequence[int], first: int, last: int) -> Rows:
    """int64[(last - first) * len(discards), columns]: each discard played out on resampled walls first..last-1, wall by wall.

    The seats play as given in `plan`, seat 0 being the player. A pure function of its arguments; releases the GIL while it plays.
    """
    return _play_positions(_bench(plan, position=position), plan, position, discards, first, last)


def log_position(plan: Plan, position: Position, discard: int, wall: int) -> tuple[list[tuple[int, int, int, int]], Rows, list[int]]:
    """The action log, outcome row and wall of one discard played out on one resampled wall."""
    bench = _bench(plan, True, position)
    rows = _play_positions(bench, plan, position, [discard], wall, wall + 1)
    return _logged(bench.game), rows[0], [int(kind) for kind in bench.game.wall]


def _play_positions(bench: _Bench, plan: Plan, position: Position, discards: Sequence[int], first: int, last: int) -> Rows:
    from nmsim.engine.play import play_positions
    from nmsim.engine.records import as_rows

    seating = np.array([[plan.distinct_policies.index(policy) for policy in plan.seats]], np.int64)
    melds = np.array(position.melds, np.int64).reshape(-1, 2)
    seen = np.array(count_kinds(list(position.seen)), np.int64)
    rows = np.empty(((last - first) * len(discards), len(COLUMNS)), np.int64)
    play_positions(
        *(bench.setting, bench.work, bench.game, seating, bench.weights, bench.policies),
        *(melds, seen, len(position.gone), not position.opening, position.dealer, np.array(discards, np.int64), first, last, as_rows(rows)),
    )
    return rows


@dataclass(frozen=True)
class Outcomes:
    """Outcome rows of one plan: `rows` int64[hands, columns] in the order of outcomes.COLUMNS."""

    plan: Plan
    rows: Rows

    def __len__(self) -> int:
        return len(self.rows)

    def to_pandas(self, *, labels: bool = False, by: Literal["hand", "seat"] = "hand") -> pd.DataFrame:
        """The frame that `nmsim.load` reads back: all numbers are int64, so that sums and products cannot overflow.

        One row a hand, or a seat (see `nmsim.seat_rows`); with `labels` names stand for codes (see `nmsim.with_labels`).
        """
        import pandas as pd

        from nmsim.frames import Shape, plan_info, shaped, with_info

        shape = check(Shape, {"labels": labels, "by": by})
        frame = with_info(pd.DataFrame(self.rows, columns=list(COLUMN_NAMES), copy=True), plan_info(self.plan))
        return shaped(frame, shape)


def simulate(
    rules: RulesGiven = "strict",
    seats: SeatsGiven = ("legal",) * SEATS,
    walls: int = 1000,
    seed: int = 1,
    jobs: int = 1,
    first_wall: int = 0,
    *,
    design: Design = "independent",
    hands_per_match: int = 16,
    deal: Deal = "shared",
    players: Literal[1, 4] = 4,
    arm: int = 0,
    start: StartGiven = (),
) -> Outcomes:
    """Play `walls` blocks from `first_wall` on and return their outcomes.

    A block is a wall, or with `design="match"` a match of `hands_per_match` hands, played in every distinct seating of the policies.
    `rules` and `seats` are names, tables as experiment files have them, or objects; `start` the tiles that seats are dealt. `jobs` threads
    share the work; the rows are the same for any number of them. Raises InputError with every fault at once: values of the wrong kind,
    unknown names, numbers out of range, contradictions.
    """
    faults = Faults()
    asked = faults.of("", check, _Amount, {"walls": walls, "first_wall": first_wall, "jobs": jobs})
    how = {"design": design, "hands_per_match": hands_per_match, "deal": deal, "players": players, "arm": arm, "start": start}
    plan = faults.of("", make_plan, rules, seats, seed, **how)
    if asked and plan:
        faults.add(*_beyond_rows(plan, asked))
    faults.tell()
    assert asked and plan
    return Outcomes(plan, _play(plan, asked))


class _Amount(Checked):
    """How much `simulate` plays, and with how many threads."""

    walls: int = Field(ge=1, le=10**12)
    first_wall: int = Field(ge=0, le=LAST_WALL)
    jobs: int = Field(ge=1, le=MOST_JOBS)


def _beyond_rows(plan: Plan, asked: _Amount) -> Iterable[str]:
    hands = plan.hands_per_match if plan.design == "match" else 1
    if (asked.first_wall + asked.walls) * hands - 1 > LAST_WALL:
        yield say("plan.walls_reach", first=asked.first_wall, walls=asked.walls, last=(LAST_WALL + 1) // hands - 1)


def _play(plan: Plan, asked: _Amount) -> Rows:
    """The rows of all blocks asked for, each put in its place as it is played. Raises InputError where memory cannot hold them."""
    per_block, last = plan.hands_per_block, asked.first_wall + asked.walls
    shape = (asked.walls * per_block, len(COLUMNS))
    try:
        rows = np.empty(shape, np.int64)
    except (MemoryError, ValueError):  # numpy says ValueError where not even an address would reach
        raise InputError(say("plan.rows_too_large", hands=shape[0], gigabytes=shape[0] * shape[1] * 8 / 1e9)) from None

    def play(first: int) -> None:
        until = min(first + BLOCKS_PER_TASK, last)
        rows[(first - asked.first_wall) * per_block : (until - asked.first_wall) * per_block] = play_blocks(plan, first, until)

    starts = range(asked.first_wall, last, BLOCKS_PER_TASK)
    if asked.jobs == 1:
        for first in starts:
            play(first)
    else:
        import joblib

        warm_up(plan)
        joblib.Parallel(n_jobs=asked.jobs, backend="threading")(joblib.delayed(play)(first) for first in starts)
    return rows
