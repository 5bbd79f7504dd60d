"""A plan: everything needed to play one arm, made from names or objects and checked whole."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from nmsim.errors import InputError
from nmsim.outcomes import SEATS
from nmsim.policies import Policy, make_policy
from nmsim.rules import Rules, make_rules
from nmsim.tiles import COPIES, KINDS, TILES, count_kinds, format_tiles, tile_name

Design = Literal["independent", "match"]
Deal = Literal["shared", "private"]
SeatsGiven = Sequence[str | Policy | Mapping[str, Any]]
LARGEST_SEED = 2**64 - 1


@dataclass(frozen=True)
class Plan:
    """Everything needed to play one arm: rules, four policies by seat, seed, and how walls become hands.

    `start` gives tiles that seats are dealt (kinds by seat, at most 13, 14 for seat 0); the rest of each wall is shuffled.
    Raises InputError when the parts contradict each other.
    """

    rules: Rules
    seats: tuple[Policy, Policy, Policy, Policy]
    seed: int
    design: Design = "independent"
    hands_per_match: int = 16
    deal: Deal = "shared"
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


def make_plan(
    rules: str | Rules = "strict",
    seats: SeatsGiven = ("legal",) * SEATS,
    seed: int = 1,
    *,
    design: Design = "independent",
    hands_per_match: int = 16,
    deal: Deal = "shared",
    players: Literal[1, 4] = 4,
    arm: int = 0,
    start: Sequence[Sequence[int]] = (),
) -> Plan:
    """A plan from names or objects; raises InputError."""
    if len(seats) != SEATS:
        raise InputError(f"seats: {len(seats)} policies are given (needs 4)")
    east, south, west, north = (seat if isinstance(seat, Policy) else make_policy(seat) for seat in seats)
    return Plan(
        rules if isinstance(rules, Rules) else make_rules(rules),
        (east, south, west, north),
        seed,
        design,
        hands_per_match,
        deal,
        players,
        arm,
        tuple(tuple(kinds) for kinds in start),
    )
