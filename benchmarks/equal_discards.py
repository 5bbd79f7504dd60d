"""How often equal discards are called worse than the best: `nice python -m benchmarks.equal_discards [--seeds N] [--walls N] [--out FILE]`.

Each hand has six discards that are equal by symmetry, so every discard called "behind the best" is called so wrongly. Each hand is
played out with many seeds. Counted are the runs that call at least one discard behind: by the limits of `behind`, which hold for all pairs
at once, and by plain 95 % limits of each difference (1.96 standard errors). Writes equal_discards.md.
"""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path

from nmsim.rollouts import Rollouts, compare_discards
from nmsim.stats.intervals import clopper_pearson
from nmsim.tiles import parse_tiles

REPORT = Path(__file__).with_suffix(".md")
HANDS = {
    "six lone terminals beside honours": ("19m19p19s11122233z", "1m 9m 1p 9p 1s 9s"),
    "six lone honours": ("234m678p99s123456z", "1z 2z 3z 4z 5z 6z"),
}


def called(told: Rollouts) -> tuple[bool, bool]:
    """Whether a discard is called behind: by its limits, and by plain ones."""
    others = [rollout.behind for rollout in told.rollouts[1:]]
    return any(behind.hi < 0 for behind in others), any(behind.estimate + 1.96 * behind.se < 0 for behind in others)


def line(name: str, seeds: int, walls: int) -> str:
    """The record's line of one hand."""
    tiles, discards = HANDS[name]
    kinds = [parse_tiles(discard)[0] for discard in discards.split()]
    runs = [called(compare_discards(tiles, rollouts=walls, seed=seed, discards=kinds)) for seed in range(1, seeds + 1)]
    counts = [sum(each) for each in zip(*runs, strict=True)]
    told = [f"{count / seeds:.1%} ({lo:.1%} to {hi:.1%})" for count in counts for lo, hi in [clopper_pearson(count, seeds)]]
    return f"| {name} | `{tiles}` | {discards} | {walls} | {seeds} | {told[1]} | {told[0]} |"


def main() -> None:
    """Play, count and write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=300)
    parser.add_argument("--walls", type=int, default=300)
    parser.add_argument("--out", type=Path, default=REPORT)
    given = parser.parse_args()
    told = [
        "# Equal discards called worse",
        "",
        f"`nice python -m benchmarks.equal_discards --seeds {given.seeds} --walls {given.walls}`, {date.today().isoformat()}.",
        "",
        *__doc__.strip().split("\n\n", 1)[1].splitlines(),
        "",
        "| hand | tiles | discards | walls | runs | plain limits call one behind | limits for all pairs do |",
        "| --- | --- | --- | ---: | ---: | ---: | ---: |",
        *(line(name, given.seeds, given.walls) for name in HANDS),
    ]
    given.out.write_text("\n".join(told) + "\n", encoding="utf-8")
    print("\n".join(told))


if __name__ == "__main__":
    main()
