"""Which claims suit `legal`: each variant against three seats of the shipped `legal`, on the same walls in all four seatings.

    python benchmarks/claims.py [WALLS] [SEED]

Prints points a hand of the variant less its opponents' mean, with a 95 % interval clustered by wall, and the share of hands it wins.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from nmsim import playing
from nmsim.outcomes import COLUMN_INDEX, SEATS
from nmsim.policies import make_policy

VARIANTS: dict[str, dict[str, Any]] = {
    "as shipped, other ties": {"salt": 1},
    "no claims": {"chow": "never", "pung": "never", "kong_open": "never", "kong_added": "never", "kong_concealed": "never"},
    "no chows": {"chow": "never"},
    "chows only to readiness": {"chow": "ready"},
    "chows always": {"chow": "always"},
    "no pungs": {"pung": "never"},
    "pungs only to readiness": {"pung": "ready"},
    "pungs that keep the distance": {"pung": "keeps"},
    "pungs always": {"pung": "always"},
    "chows and pungs only to readiness": {"chow": "ready", "pung": "ready"},
    "no open kongs": {"kong_open": "never"},
    "open kongs always": {"kong_open": "always"},
    "no added kongs": {"kong_added": "never"},
    "added kongs always": {"kong_added": "always"},
    "no concealed kongs": {"kong_concealed": "never"},
    "concealed kongs always": {"kong_concealed": "always"},
    "claims may end the way to a legal hand": {"keep_legal": False},
}


def measure(name: str, changes: dict[str, Any], walls: int, seed: int) -> str:
    """One line: the variant's advantage in points a hand, its interval, its win rate."""
    variant = make_policy({"base": "legal", "name": name[:40], **changes})
    outcomes = playing.simulate("strict", [variant, "legal", "legal", "legal"], walls=walls, seed=seed, jobs=2)
    rows = outcomes.rows
    points = rows[:, COLUMN_INDEX["points_0"] : COLUMN_INDEX["points_0"] + SEATS]
    mine = rows[:, COLUMN_INDEX["policy_0"] : COLUMN_INDEX["policy_0"] + SEATS] == 0
    own = points[mine]
    blocks = (own * SEATS / (SEATS - 1)).reshape(walls, -1).mean(axis=1)  # points sum to zero: the others have -own/3
    won = (rows[:, COLUMN_INDEX["winner"]][:, None] == np.arange(SEATS))[mine].mean()
    half = 1.96 * blocks.std(ddof=1) / np.sqrt(walls)
    return f"{name:42s} {blocks.mean():+.4f} ± {half:.4f}   wins {100 * won:.2f} %"


def main(walls: int = 4000, seed: int = 7) -> None:
    """Measure every variant."""
    print(f"{walls} walls, 4 seatings each, seed {seed}, strict; points a hand against three `legal`")
    for name, changes in VARIANTS.items():
        print(measure(name, changes, walls, seed), flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
