"""Plans of random rules and policies, on whose hands the books must balance."""

from __future__ import annotations

import random

from nmsim.outcomes import SEATS
from nmsim.plan import Plan, make_plan
from nmsim.rules import OPTION_NAMES
from tests.differential.worlds import random_policy, random_rules


def some_plan(number: int) -> Plan:
    """A plan of random rules and policies: three quarters of them without distances, a quarter with private stacks, a third matches."""
    rng = random.Random(f"books {number}")
    private = number % 4 == 3
    forced = rng.choice([name for name in OPTION_NAMES if name != "wall_reserve"])
    seats = [random_policy(rng, cheap=number % 4 != 1) for _ in range(SEATS)]
    return make_plan(
        random_rules(rng, forced, {"wall_reserve": 0} if private else {}),
        seats,
        number,
        deal="private" if private else "shared",
        design="match" if number % 3 == 0 else "independent",
        hands_per_match=5,
    )
