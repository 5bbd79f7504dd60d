"""A plan: everything needed to play one arm, made from names or objects and checked whole.

How hands are played is declared once, in `HowPlayed`: experiment files and Python take the same values and refuse the same, in the same
words.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal

import numpy as np
import numpy.typing as npt
from pydantic import BeforeValidator, Field

from nmsim.checking import Checked, check, whole
from nmsim.errors import Faults, InputError, shown, unknown
from nmsim.notation import read_tiles
from nmsim.outcomes import SEATS
from nmsim.policies import POLICY_NAMES, Policy, PolicyGiven, make_policy, name_faults
from nmsim.rules import Rules, RulesGiven, make_rules
from nmsim.tiles import COPIES, KINDS, TILES, count_kinds, format_tiles, tile_name
from nmsim.words import say

Design = Literal["independent", "match"]
Deal = Literal["shared", "private"]
SeatsGiven = Sequence[PolicyGiven]
StartGiven = Sequence[str | Sequence[int]]  # the tiles that seats are dealt: text in any notation, or kinds
Seats = tuple[Policy, Policy, Policy, Policy]
LARGEST_SEED = 2**64 - 1
LAST_WALL = 2**63 - 2  # a row can hold it, and the number after it where blocks end


def _kinds_of_text(given: Any) -> Any:
    """Tiles written as text become kinds; lists become tuples. With text that is not tiles, the faults of the other hands are told."""
    if not isinstance(given, (list, tuple)):
        return given
    faults = Faults()
    hands: list[Any] = [faults.of("", read_tiles, tiles) if isinstance(tiles, str) else tiles for tiles in given]
    if faults.lines:
        faults.add(*_start_problems([hand if _are_kinds(hand) else [] for hand in hands]))
    faults.tell()
    return tuple(tuple(hand) if isinstance(hand, list) else hand for hand in hands)


def _are_kinds(hand: Any) -> bool:
    return isinstance(hand, (list, tuple)) and all(type(kind) is int and kind in range(KINDS) for kind in hand)


Kind = Annotated[int, Field(ge=0, le=KINDS - 1)]
Start = Annotated[tuple[tuple[Kind, ...], ...], BeforeValidator(_kinds_of_text)]


class HowPlayed(Checked):
    """How walls become hands: what an experiment file says of it, and the arguments of `nmsim.simulate`."""

    design: Design = "independent"
    deal: Deal = "shared"
    players: Annotated[Literal[1, 4], BeforeValidator(whole)] = 4
    hands_per_match: int = Field(16, ge=1, le=1000)
    seed: int = Field(1, ge=0, le=LARGEST_SEED)
    start: Start = ()


class _OneArm(HowPlayed):
    arm: int = Field(0, ge=0, le=2**15 - 1)


@dataclass(frozen=True)
class Plan:
    """Everything needed to play one arm: rules, four policies by seat, seed, and how walls become hands.

    `start` gives tiles that seats are dealt (kinds by seat, at most 13, 14 for seat 0); the rest of each wall is shuffled.
    Raises InputError when the parts contradict each other.
    """

    rules: Rules
    seats: Seats
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
    yield from contradictions(plan.rules, plan.design, plan.deal, plan.players, plan.start)


def contradictions(
    rules: Rules | None, design: str, deal: str, players: int, start: Sequence[Sequence[int]], reserve: str = "rules.wall_reserve"
) -> Iterable[str]:
    """One line for each pair of settings that cannot stand together. `reserve`: what the rules' option is called."""
    if players == 1 and deal != "private":
        yield say("plan.alone_shared")
    if players == 1 and design == "match":
        yield say("plan.alone_match")
    if rules and deal == "private" and rules.wall_reserve:
        yield say("plan.private_reserve", option=reserve, reserve=rules.wall_reserve)
    if any(start) and design == "match":
        yield say("plan.start_match")
    yield from (f"start: {problem}" for problem in _start_problems(start))


def _start_problems(start: Sequence[Sequence[int]]) -> Iterable[str]:
    if len(start) > SEATS:
        yield say("plan.start_seats", hands=len(start))
        return
    for seat, kinds in enumerate(start):
        most = 14 if seat == 0 else 13
        if len(kinds) > most:
            yield say("plan.start_tiles", seat=seat, count=len(kinds), tiles=format_tiles(list(kinds)), most=most)
    counts = count_kinds([kind for kinds in start for kind in kinds])
    for kind in range(KINDS):
        if counts[kind] > COPIES:
            yield say("plan.start_copies", tile=tile_name(kind), count=counts[kind])


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
    rules: RulesGiven = "strict",
    seats: SeatsGiven = ("legal",) * SEATS,
    seed: int = 1,
    *,
    design: Design = "independent",
    hands_per_match: int = 16,
    deal: Deal = "shared",
    players: Literal[1, 4] = 4,
    arm: int = 0,
    start: StartGiven = (),
) -> Plan:
    """A plan from names, tables or objects. Raises InputError with every fault at once."""
    faults = Faults()
    how = faults.of(
        "",
        check,
        _OneArm,
        dict(design=design, hands_per_match=hands_per_match, deal=deal, players=players, seed=seed, start=start, arm=arm),
    )
    made_rules = faults.of("", make_rules, rules)
    made_seats = faults.of("", make_seats, seats, players)
    if how:
        faults.add(*contradictions(made_rules, how.design, how.deal, how.players, how.start))
    faults.tell()
    assert how and made_rules and made_seats
    return Plan(made_rules, made_seats, how.seed, how.design, how.hands_per_match, how.deal, how.players, how.arm, how.start)


def make_seats(given: Any, players: Any = SEATS, named: Mapping[str, Policy | None] | None = None) -> Seats:
    """Four policies from names, tables or objects; a game of one player may name the one seat that plays.

    `named`: policies of an experiment that may be called by name; None for one that is faulty itself. Raises InputError.
    """
    if not isinstance(given, (list, tuple)):
        raise InputError("seats: " + say("errors.should_be", given=shown(given), wanted=say("plan.four_policies")))
    seats = list(given) * SEATS if players == 1 and len(given) == 1 else list(given)
    faults = Faults()
    if len(seats) != SEATS:
        faults.add(say("plan.seats_needed", count=len(given)))
    made = [faults.of("", _seat, policy, named or {}, f"seats.{seat}") for seat, policy in enumerate(seats)]
    faults.add(*(f"seats: {line}" for line in name_faults(policy for policy in made if policy)))
    faults.tell()
    east, south, west, north = (policy or make_policy("legal") for policy in made)  # a faulty one is told of where it is declared
    return east, south, west, north


def _seat(given: Any, named: Mapping[str, Policy | None], where: str) -> Policy | None:
    if isinstance(given, str) and given in named:
        return named[given]
    if isinstance(given, str) and given not in POLICY_NAMES:
        raise InputError(f"{where}: {unknown('policy', given, [*named, *POLICY_NAMES])}")
    return make_policy(given, where)
