"""The books balance: tiles accounted for and payments summing to zero, on every hand of many random games.

python -m benchmarks.books [HANDS]
"""

from __future__ import annotations

import sys
from collections import Counter

from nmsim import playing
from nmsim.books import broken_laws
from nmsim.words import say
from tests.statistical.books import some_plan

HANDS_OF_A_PLAN = 4_000


def main(hands: int = 1_000_000) -> None:
    """Play random plans until so many hands are played; print how many hands break each law."""
    played = plans = 0
    broken: Counter[str] = Counter()
    while played < hands:
        plan = some_plan(plans)
        rows = playing.play_blocks(plan, 0, max(1, HANDS_OF_A_PLAN // plan.hands_per_block))
        broken.update(broken_laws(plan, rows))
        played += len(rows)
        plans += 1
    told = {say(f"selftest.{law}", "en"): hands for law, hands in broken.items()}
    print(f"{played:,} hands of {plans} plans; hands that break a law: {told}")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
