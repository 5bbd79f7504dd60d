"""Run one case again: `python -m tests.differential.replay SEED WORLD HAND [DEAR_SEATS]` checks its log, then plays it whole."""

from __future__ import annotations

import sys

from nmsim.rules import differences
from tests.differential.compare import log_fault, whole_hand_fault
from tests.differential.worlds import SEATS, Engine, make_world, seats_named


def main(seed: int, number: int, hand: int, dear_seats: int = SEATS) -> None:
    """Print the case and what differs."""
    world = make_world(seed, number, dear_seats)
    case = world.case(hand)
    played = Engine(world.plan).play(case)
    print(f"rules {differences(world.plan.rules)}")
    print(f"seats {seats_named(case.policies)}, deal {world.plan.deal}, players {world.plan.players}, start {world.start or 'random'}")
    print(f"log: {log_fault(case, played) or 'agrees'}")
    print(f"whole hand: {whole_hand_fault(case, played) or 'agrees'}")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
