"""Many worlds in a row: the faults found, and how often each thing occurred, so that agreement is seen to test something."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from nmsim.outcomes import ENDINGS
from nmsim.rules import FAN_ROWS
from tests.differential.compare import log_fault, whole_hand_fault
from tests.differential.views import Witness
from tests.differential.worlds import SEATS, Case, Engine, Played, make_world, without_option

REFUSALS = tuple(f"refused_{whose}_{reason}" for whose in ("own", "other") for reason in ("suit", "second", "both"))
KONGS = ("kongs_open", "kongs_added", "kongs_concealed")
CLAIMS = ("chows", "pungs")


@dataclass
class Tally:
    """Faults as lines, and counts by name."""

    faults: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Take in another tally."""
        self.faults += other.faults
        self.counts.update(other.counts)


def check_logs(seed: int, numbers: Iterable[int], hands: int, options_too: bool = False) -> Tally:
    """Check the log of `hands` hands of each world; `options_too`: count the hands that the world's forced option changes."""
    tally = Tally()
    for number in numbers:
        world = make_world(seed, number)
        cases = [world.case(hand) for hand in range(hands)]
        engine = Engine(world.plan)
        played = [engine.play(case) for case in cases]
        for case, done in zip(cases, played, strict=True):
            _note(tally, log_fault(case, done))
            tally.counts.update(occurrences(case, done))
        if options_too:
            tally.counts[f"option {world.forced}"] += _changed(world.forced, cases, played)
    return tally


def _changed(option: str, cases: list[Case], played: list[Played]) -> int:
    """Hands whose row is another one with the option at its default."""
    plan = without_option(cases[0].world.plan, option)
    if plan is None:
        return 0
    engine = Engine(plan)
    return sum(engine.play(case).row != done.row for case, done in zip(cases, played, strict=True))


def check_whole_hands(seed: int, numbers: Iterable[int], hands: int, dear_seats: int = SEATS) -> Tally:
    """Play `hands` hands of each world in both programs, each choosing for itself."""
    tally = Tally()
    for number in numbers:
        world = make_world(seed, number, dear_seats)
        engine = Engine(world.plan)
        for case in map(world.case, range(hands)):
            done = engine.play(case)
            _note(tally, whole_hand_fault(case, done))
            tally.counts["whole hands"] += 1
            tally.counts[f"whole hands ended: {ENDINGS[done.row['ending']]}"] += 1
            tally.counts.update(f"whole hands, seats: {policy.name.split()[0]}" for policy in case.policies[: world.plan.players])
    return tally


def check_views(seed: int, numbers: Iterable[int], hands: int, share: float) -> Tally:
    """Compare choices, distances and accepting kinds at a share of the decisions of `hands` hands of each world."""
    tally = Tally()
    for number in numbers:
        world = make_world(seed, number)
        engine = Engine(world.plan)
        for case in map(world.case, range(hands)):
            done = engine.play(case)
            witness = Witness(case, done, random.Random(case.line), share)
            witness.follow(done)
            tally.faults += witness.faults
            tally.counts.update({f"view: {name}": times for name, times in witness.seen.items()})
    return tally


def _note(tally: Tally, fault: str | None) -> None:
    if fault:
        tally.faults.append(fault)


def occurrences(case: Case, played: Played) -> Counter[str]:
    """What happened in a hand, by name."""
    row, plan = played.row, case.world.plan
    seen: Counter[str] = Counter({"hands": 1})
    seen[f"start: {case.world.start or 'random wall'}"] += 1
    seen[f"table: {plan.deal}, {plan.players} seats, {plan.design}"] += 1
    seen[f"ending: {ENDINGS[row['ending']]}"] += 1
    for name in (*KONGS, *CLAIMS, *REFUSALS):
        seen[f"{'refusal' if name in REFUSALS else 'meld'}: {name}"] += sum(row[f"{name}_{seat}"] for seat in range(SEATS))
    for name in FAN_ROWS:
        seen[f"fan row: {name}"] += row[f"fan_{name}"] > 0
    seen["win: robbed, of an added kong"] += bool(row["robbed"] and _robbed_act(played) == 6)
    seen["win: robbed, of a concealed kong"] += bool(row["robbed"] and _robbed_act(played) == 5)
    winners = row["winners"].bit_count()
    seen["win: two winners"] += winners == 2
    seen["win: three winners"] += winners == 3
    seen["win: another seat could have won too"] += row["legal_winners"] > max(winners, 1)
    drawn = row["ending"] == ENDINGS.index("self_draw")
    seen["last tile: won by drawing it"] += bool(row["last_tile"] and drawn and not row["kong_draw"])
    seen["last tile: won as a replacement"] += bool(row["last_tile"] and drawn and row["kong_draw"])
    seen["last tile: won as the last discard"] += bool(row["last_tile"] and not drawn)
    seen["win: on a replacement"] += row["kong_draw"]
    seen["win: four or more fan"] += row["fan"] >= 4
    seen["dealer had repeats"] += row["repeats"] > 0
    return +seen


def _robbed_act(played: Played) -> int:
    """The kong that was announced and robbed: the last ACT that is no win."""
    return next(a for event, _, a, _ in reversed(played.log) if event == 4 and a != 1)
