"""What each option costs in play: `python -m benchmarks.options [--hands N] [--rounds R]` writes benchmarks/options.md.

Four equal seats play under every value of every option that differs from `strict`, the presets, private stacks, matches, one player and
mixed seats. Each case is timed in turns with `strict`, on the same core, in CPU time of the thread; a case's figure is the ratio of the
least times. Hands differ in length between rules, so times are by discard.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from nmsim.engine.kernel import source_digest
from nmsim.errors import InputError
from nmsim.outcomes import COLUMN_INDEX
from nmsim.plan import Plan, make_plan
from nmsim.playing import play_blocks, warm_up
from nmsim.rules import OPTION_NAMES, PATTERNS, PRESETS, Rules, flat_options, make_rules, option_domain

REPORT = Path(__file__).with_suffix(".md")
SEED = 7
POLICIES = ("legal", "shape")
# What an option's value needs beside it.
NEEDED: dict[str, dict[str, Any]] = {
    "rob_kong": {"concealed_kong_visible": True},
    "last_tile_on_discard": {"discard_after_last_draw": True},
}
DESIGNS: dict[str, dict[str, Any]] = {
    "private stacks": {"deal": "private"},
    "matches of 16 hands": {"design": "match", "hands_per_match": 16},
    "one player": {"deal": "private", "players": 1},
}


class Case(NamedTuple):
    """One way to play, and what it took beside `strict`."""

    name: str
    plan: Plan


def values_of(option: str) -> list[Any]:
    """The values of an option other than that of `strict`; of sets of patterns each pattern alone, and all together."""
    domain = option_domain(option)
    if isinstance(domain[0], frozenset):
        domain = (*domain, *(frozenset([pattern]) for pattern in PATTERNS), frozenset(PATTERNS))
    return [value for value in dict.fromkeys(domain) if value != flat_options(Rules())[option]]


def cases(policy: str) -> Iterator[Case]:
    """Everything that is timed for a policy."""
    seats = (policy,) * 4
    for preset in PRESETS:
        yield Case(f"preset {preset}", make_plan(preset, seats, SEED))
    for name, options in DESIGNS.items():
        yield Case(name, make_plan("strict", seats, SEED, **options))
    yield Case("with `random`, `novice` and `drawn_tile`", make_plan("strict", (policy, "random", "novice", "drawn_tile"), SEED))
    for option in OPTION_NAMES:
        for value in values_of(option):
            written = "+".join(sorted(value)) if isinstance(value, frozenset) else value
            try:
                rules = make_rules("strict", NEEDED.get(option, {}) | {option: value})
            except InputError:
                continue
            yield Case(f"{option} = {written}", make_plan(rules, seats, SEED))


def seconds_a_discard(plan: Plan, first: int, hands: int) -> float:
    """CPU seconds of this thread for each discard of so many hands, or matches that hold as many."""
    blocks = max(1, hands // plan.hands_per_block)
    started = time.thread_time()
    rows = play_blocks(plan, first * blocks, (first + 1) * blocks)
    return (time.thread_time() - started) / int(rows[:, COLUMN_INDEX["turns"]].sum())


def measured(case: Case, base: Plan, hands: int, rounds: int) -> tuple[float, float]:
    """(microseconds a discard, as a multiple of `strict`): the least of some rounds of each, in turns."""
    warm_up(case.plan)
    mine = theirs = float("inf")
    for number in range(rounds):
        mine = min(mine, seconds_a_discard(case.plan, number, hands))
        theirs = min(theirs, seconds_a_discard(base, number, hands))
    return 1e6 * mine, mine / theirs


def table(policy: str, hands: int, rounds: int) -> list[str]:
    """The cases of a policy, the dearest first."""
    base = make_plan("strict", (policy,) * 4, SEED)
    warm_up(base)
    found = [(case.name, *measured(case, base, hands, rounds)) for case in cases(policy)]
    lines = [f"## Four `{policy}`", "", "| case | µs a discard | beside `strict` |", "| --- | ---: | ---: |"]
    return lines + [f"| {name} | {cost:.2f} | {ratio:.2f} |" for name, cost, ratio in sorted(found, key=lambda each: -each[2])]


def main() -> None:
    """Time every case and write the record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--hands", type=int, default=300, help="hands of a case in a round")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    head = [
        "# What each option costs in play",
        "",
        f"`python -m benchmarks.options --hands {given.hands} --rounds {given.rounds}`, {time.strftime('%Y-%m-%d')}, one thread, python "
        f"{platform.python_version()}, engine {source_digest()}.",
        "CPU time by discard, the least of the rounds, in turns with `strict`. A single ratio is good to some 5 %.",
        "",
    ]
    parts = [line for policy in POLICIES for line in [*table(policy, given.hands, given.rounds), ""]]
    REPORT.write_text("\n".join([*head, *parts]), encoding="utf-8")
    print(f"{REPORT} is written")


if __name__ == "__main__":
    main()
