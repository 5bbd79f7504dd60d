"""Rules, seats, walls and a seed in; outcomes out. The door from the rest of the package to the engine."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from nmsim.errors import InputError
from nmsim.outcomes import COLUMN_NAMES, COLUMNS, SEATS
from nmsim.policies import Policy, make_policy
from nmsim.position import Position
from nmsim.rules import Rules, make_rules
from nmsim.tiles import COPIES, KINDS, TILES, count_kinds, format_tiles, tile_name

if TYPE_CHECKING:
    import pandas as pd


Rows = npt.NDArray[np.int64]
SeatsGiven = Sequence[str | Policy | Mapping[str, Any]]
LARGEST_SEED = 2**64 - 1
BLOCKS_PER_TASK = 250


@dataclass(frozen=True)
class Plan:
    """Everything needed to play one arm: rules, four policies by seat, seed, and how walls become hands.

    `start` gives tiles that seats are dealt (kinds by seat, at most 13, 14 for seat 0); the rest of each wall is shuffled.
    Raises InputError when the parts contradict each other.
    """

    rules: Rules
    seats: tuple[Policy, Policy, Policy, Policy]
    seed: int
    design: Literal["independent", "match"] = "independent"
    hands_per_match: int = 16
    deal: Literal["shared", "private"] = "shared"
    players: Literal[1, 4] = 4
    arm: int = 0
    start: tuple[tuple[int, ...], ...] = field(default=())

    def __post_init__(self) -> None:
        problems = list(_plan_problems(self))
        if problems:
            raise InputError(*problems)

    @cached_property
    def distinct_policies(self) -> tuple[Policy, ...]:
        """The different policies among the seats, in order of first appearance; outcome rows name them by position."""
        return tuple(dict.fromkeys(self.seats[: self.players]))

    @cached_property
    def seatings(self) -> npt.NDArray[np.int64]:
        """int64[rotations, 4]: the distinct ways to seat the policies, by their position in `distinct_policies`."""
        if self.players == 1:
            return np.zeros((1, SEATS), np.int64)
        numbers = [self.distinct_policies.index(policy) for policy in self.seats]
        return np.array(sorted(set(itertools.permutations(numbers))), np.int64)

    @property
    def rotations(self) -> int:
        """Games on each wall: 1 for four alike, 4 for one against three, 6, 12 or 24."""
        return len(self.seatings)

    @property
    def hands_per_block(self) -> int:
        """Hands played on one block: one wall in all seatings, or one match in all seatings."""
        return self.rotations * (self.hands_per_match if self.design == "match" else 1)


def _plan_problems(plan: Plan) -> Iterable[str]:
    if plan.players == 1 and plan.deal != "private":
        yield 'players: 1 needs deal = "private": a lone player draws from its own stack'
    if plan.players == 1 and plan.design == "match":
        yield 'players: 1 needs design = "independent"'
    if plan.deal == "private" and plan.rules.wall_reserve:
        yield f'rules.wall_reserve: {plan.rules.wall_reserve} contradicts deal = "private", which needs 0'
    if plan.players not in (1, SEATS):
        yield f"players: {plan.players} is not allowed (allowed: 1 or 4)"
    if not 0 <= plan.seed <= LARGEST_SEED:
        yield f"seed: {plan.seed} is not allowed (allowed: 0 to {LARGEST_SEED})"
    if not 1 <= plan.hands_per_match <= 1000:
        yield f"hands_per_match: {plan.hands_per_match} is not allowed (allowed: 1 to 1000)"
    if plan.start and plan.design == "match":
        yield 'start: given tiles need design = "independent"'
    yield from _start_problems(plan.start)


def _start_problems(start: tuple[tuple[int, ...], ...]) -> Iterable[str]:
    if len(start) > SEATS:
        yield f"start: {len(start)} hands are given for 4 seats"
        return
    for seat, kinds in enumerate(start):
        most = 14 if seat == 0 else 13
        if len(kinds) > most:
            yield f"start: seat {seat} is given {len(kinds)} tiles, {format_tiles(list(kinds))} (at most {most})"
    counts = count_kinds([kind for kinds in start for kind in kinds])
    for kind in range(KINDS):
        if counts[kind] > COPIES:
            yield f"start: {tile_name(kind)} is given {counts[kind]} times (there are 4)"


def fixed_places(plan: Plan) -> npt.NDArray[np.int8]:
    """int8[136] with the given tiles at their places in the wall and -1 elsewhere, or int8[0] when none is given."""
    if not any(plan.start):
        return np.zeros(0, np.int8)
    fixed = np.full(TILES, -1, np.int8)
    for seat, kinds in enumerate(plan.start):
        first = seat * (34 if plan.deal == "private" else 13)
        fixed[first : first + len(kinds[:13])] = kinds[:13]
    if plan.start and len(plan.start[0]) == 14:
        fixed[13 if plan.deal == "private" else 52] = plan.start[0][13]
    return fixed


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
    from nmsim.engine.encode import fan_numbers, policy_numbers, policy_weights, rule_numbers
    from nmsim.engine.state import make_setting, make_table, make_work
    from nmsim.engine.tables import build_tables

    weights = np.array([policy_weights(policy) for policy in plan.distinct_policies])
    policies = np.array([policy_numbers(policy) for policy in plan.distinct_policies])
    tables = build_tables(plan.rules)
    setting = make_setting(tables)
    setting.rule[:] = rule_numbers(plan.rules, private_deal=plan.deal == "private", players=plan.players)
    setting.fan[:] = fan_numbers(plan.rules)
    fixed = position.places() if position else fixed_places(plan)
    setting.given = len(fixed) > 0
    if setting.given:
        setting.fixed[:] = fixed
    table = make_table(log)
    table.key[:] = plan.seed & 0xFFFFFFFF, plan.seed >> 32
    return _Bench(setting, tables, make_work(), table, weights, policies)


_local = threading.local()


def _bench(plan: Plan, log: bool = False, position: Position | None = None) -> _Bench:
    """This thread's bench for the plan (and position); the last one is kept, since workers play many tasks of one plan."""
    wanted = plan, log, position
    if getattr(_local, "made_for", None) != wanted:
        _local.bench = _make_bench(*wanted)
        _local.made_for = wanted
    bench: _Bench = _local.bench
    return bench


def play_blocks(plan: Plan, first: int, last: int) -> Rows:
    """int64[(last - first) * hands_per_block, columns]: outcomes of blocks first..last-1 in (block, rotation, hand) order.

    A pure function of its arguments; releases the GIL while it plays, so threads may call it side by side.
    """
    from nmsim.engine.play import play_matches, play_walls

    bench = _bench(plan)
    rows = np.empty(((last - first) * plan.hands_per_block, len(COLUMNS)), np.int64)
    shared = (bench.setting, bench.work, bench.game, plan.seatings, bench.weights, bench.policies, plan.arm, first, last)
    if plan.design == "match":
        play_matches(*shared, plan.hands_per_match, rows)
    else:
        play_walls(*shared, rows)
    return rows


def warm_up(plan: Plan) -> None:
    """Compile or load the kernels and build the tables, so that workers need not."""
    play_blocks(plan, 0, 1)


def log_hand(plan: Plan, block: int, rotation: int = 0, hand: int = 0) -> tuple[list[tuple[int, int, int, int]], Rows, list[int]]:
    """The action log (docs/play.md), outcome row and wall of one hand, addressed as its row is (`block`: wall, or match)."""
    from nmsim.engine.play import play_alone, play_match

    bench = _bench(plan, log=True)
    shared = (bench.setting, bench.work, bench.game, plan.seatings, bench.weights, bench.policies, plan.arm, block, rotation)
    rows = np.empty((hand + 1, len(COLUMNS)), np.int64)
    if plan.design == "match":
        play_match(*shared, plan.hands_per_match, hand + 1, rows)
    else:
        play_alone(*shared, rows[0])
    return _logged(bench.game), rows[-1], [int(kind) for kind in bench.game.wall]


def _logged(table: Any) -> list[tuple[int, int, int, int]]:
    """The action log of the hand last played."""
    from nmsim.engine.codes import T_LOG

    return [(int(event), int(seat), int(a), int(b)) for event, seat, a, b in table.log[: table.table[T_LOG]]]


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

    seating = np.array([[plan.distinct_policies.index(policy) for policy in plan.seats]], np.int64)
    melds = np.array(position.melds, np.int64).reshape(-1, 2)
    seen = np.array(count_kinds(list(position.seen)), np.int64)
    rows = np.empty(((last - first) * len(discards), len(COLUMNS)), np.int64)
    play_positions(
        *(bench.setting, bench.work, bench.game, seating, bench.weights, bench.policies),
        *(melds, seen, len(position.gone), not position.opening, position.dealer, np.array(discards, np.int64), first, last, rows),
    )
    return rows


@dataclass(frozen=True)
class Outcomes:
    """Outcome rows of one plan: `rows` int64[hands, columns] in the order of outcomes.COLUMNS."""

    plan: Plan
    rows: Rows

    def __len__(self) -> int:
        return len(self.rows)

    def to_pandas(self) -> pd.DataFrame:
        """One row a hand, the frame that `nmsim.load` reads back: all numbers are int64, so that sums and products cannot overflow."""
        import pandas as pd

        return pd.DataFrame(self.rows, columns=list(COLUMN_NAMES), copy=True)


def simulate(
    rules: str | Rules = "strict",
    seats: SeatsGiven = ("legal",) * SEATS,
    walls: int = 1000,
    seed: int = 1,
    jobs: int = 1,
    first_wall: int = 0,
    **options: Any,
) -> Outcomes:
    """Play `walls` blocks from `first_wall` on and return their outcomes; `options` are the other fields of `Plan`.

    Raises InputError for unknown names, numbers out of range and contradictory options.
    """
    plan = make_plan(rules, seats, seed, **options)
    if walls < 1 or first_wall < 0 or jobs < 1:
        raise InputError(f"walls: {walls}, first_wall: {first_wall}, jobs: {jobs} (walls and jobs from 1, first_wall from 0)")
    starts = range(first_wall, first_wall + walls, BLOCKS_PER_TASK)
    tasks = [(start, min(start + BLOCKS_PER_TASK, first_wall + walls)) for start in starts]
    if jobs == 1:
        parts = [play_blocks(plan, *task) for task in tasks]
    else:
        import joblib

        warm_up(plan)
        parts = joblib.Parallel(n_jobs=jobs, backend="threading")(joblib.delayed(play_blocks)(plan, *task) for task in tasks)
    return Outcomes(plan, np.concatenate(parts))


def make_plan(rules: str | Rules, seats: SeatsGiven, seed: int, **options: Any) -> Plan:
    """A plan from names or objects; raises InputError."""
    if len(seats) != SEATS:
        raise InputError(f"seats: {len(seats)} policies are given (needs 4)")
    made = tuple(seat if isinstance(seat, Policy) else make_policy(seat) for seat in seats)
    unknown_options = set(options) - {"design", "hands_per_match", "deal", "players", "arm", "start"}
    if unknown_options:
        raise InputError(*(f'unknown option "{name}"' for name in sorted(unknown_options)))
    return Plan(rules if isinstance(rules, Rules) else make_rules(rules), made, seed, **options)  # type: ignore[arg-type]
