"""The recorded proof of the distances: `python -m benchmarks.distance_proof [--share S] [--jobs J]`.

Writes benchmarks/distance_proof.md: how many hands were compared with what, and the differences (there should be none).
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import NamedTuple

import joblib

from nmsim.record import software
from tests.differential.runs import Tally
from tests.oracles.compare import (
    DRAWS,
    MOST_ASKED,
    OPTIONS_EVERY,
    compare_accepting,
    compare_discards,
    compare_distances,
    compare_draws,
    compare_judged,
)

REPORT = Path(__file__).with_suffix(".md")


class Part(NamedTuple):
    """One comparison: its name, what it does, how many hands, and how many of them a task."""

    name: str
    what: str
    compare: Callable[[str, int], Tally]
    hands: int
    task: int


PARTS = (
    Part(
        "programme",
        "shape and legal distance against the dynamic programme over the 34 kinds (`tests/oracles/distance.py`)",
        compare_distances,
        200_000,
        800,
    ),
    Part(
        "accepting",
        "accepting kinds, shape and legal, of hands of 3n+1 tiles, against the programme after each of the 34 draws",
        compare_accepting,
        20_000,
        200,
    ),
    Part(
        "discards",
        "distances after each discard, and accepting and winning kinds after one of them, of hands of 3n+2 tiles, against the programme",
        compare_discards,
        5_000,
        100,
    ),
    Part(
        "judged",
        "engine, programme and plain twin against the judge's verdicts on every complete hand, nearest first",
        compare_judged,
        2_000,
        20,
    ),
    Part(
        "draws",
        f"the same three against the judge's verdicts on every hand that {DRAWS} draws and any discards make of 3n+1 tiles",
        partial(compare_draws, sizes=(1,)),
        400,
        10,
    ),
    Part("draws_after", "the same, of 3n+2 tiles", partial(compare_draws, sizes=(2,)), 100, 5),
)


class Done(NamedTuple):
    """What came of a part."""

    part: Part
    tally: Tally
    rule_sets: int
    seconds: float


def prove(part: Part, seed: str, share: float, jobs: int) -> Done:
    """Compare a part's hands; tasks go on until enough hands have been compared."""
    begun, tally, tasks = time.monotonic(), Tally(), 0
    wanted = max(part.task, round(part.hands * share))
    with joblib.Parallel(n_jobs=jobs) as parallel:
        while tally.counts["hands"] < wanted:
            more = max(1, (wanted - tally.counts["hands"]) // part.task)
            numbers = range(tasks, tasks + more)
            for done in parallel(joblib.delayed(part.compare)(f"{seed} {part.name} {number}", part.task) for number in numbers):
                tally.add(done)
            tasks += more
    return Done(part, tally, 2 * tasks, time.monotonic() - begun)


def in_order(name: str) -> tuple[str, int, str]:
    """Numbers in their order, words by themselves; 2 before 13."""
    word, _, value = name.partition(": ")
    number = value.split(" ")[0]
    return word, int(number) if number.lstrip("-").isdigit() else 1000, value


def table(tally: Tally, prefix: str, heading: str) -> list[str]:
    """The counts of one prefix."""
    names = sorted((name for name in tally.counts if name.startswith(prefix + ": ")), key=in_order)
    rows = [f"| {name.partition(': ')[2]} | {tally.counts[name]:,} |" for name in names]
    return ["", f"| {heading} | hands |", "| --- | ---: |", *rows]


def overview(done: list[Done]) -> list[str]:
    """One line a part."""
    lines = [
        "| | what | hands | rule sets | verdicts of the judge | differences | minutes |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for each in done:
        counts = each.tally.counts
        numbers = (f"{counts['hands']:,}", f"{each.rule_sets:,}", f"{counts['verdicts']:,}" if counts["verdicts"] else "")
        lines.append(
            f"| `{each.part.name}` | {each.part.what} | {' | '.join(numbers)} | **{len(each.tally.faults)}** | {each.seconds / 60:.1f} |"
        )
    return lines


def report(done: list[Done], command: str, seed: str) -> str:
    """The whole record, in Markdown."""
    tallies = {each.part.name: each.tally for each in done}
    main, accepting, judged = tallies["programme"], tallies["accepting"], tallies["judged"]
    versions = ", ".join(f"{name} {version}" for name, version in software().items())
    lines = [
        "# The distances are right: the recorded proof",
        "",
        f"`{command}`, {date.today().isoformat()}, seed `{seed}`;",
        f"{versions}; {platform.machine()}, {os.cpu_count()} cores.",
        "",
        "Half of the hands are views from played hands (of these, as far as play gives them, half within two draws of legal and half",
        "melded), half are random: dealt from all tiles, or of few kinds or colors and often near completion. In each rule set every",
        "option that a distance depends on is drawn from its domain, or in a third of cases left as in `strict`; an exemption may name",
        "any of the six patterns. `docs/distance.md` says what a distance is, `tests/oracles` holds what the engine is compared with.",
        "",
        *overview(done),
        "",
        f"`judged`: {judged.counts['left out']:,} more hands were left out, each with over {MOST_ASKED:,} complete hands to judge.",
        f"`accepting`: {accepting.counts['kinds in shape']:,} kinds in shape and {accepting.counts['kinds legally']:,} legally;",
        f"the two lists differ in {accepting.counts['hands whose two lists differ']:,} hands.",
    ]
    for each in done:
        lines += [f"- DIFFERENCE ({each.part.name}) {fault}" for fault in each.tally.faults[:20]]
    lines += ["", "## The hands of `programme`", *table(main, "origin", "where from")]
    lines += table(main, "shape", "shape distance")
    lines += table(main, "legal", "legal distance")
    lines += table(main, "dearer", "legal less shape distance")
    lines += table(main, "size", "size")
    lines += [
        "",
        "## Rules",
        "",
        f"Of one hand in {OPTIONS_EVERY}, {main.counts['asked again']:,} in all, the programme was asked again with one option",
    ]
    lines += ["as `strict` has it: how often that option alone decides a distance.", *table(main, "decides", "option that decides")]
    lines += table(main, "option", "value")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Run every part and write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="share of the hands that are compared")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--seed", default="20261130", help="where all hands and rules come from")
    parser.add_argument("--out", type=Path, default=REPORT, help="where the record goes")
    given = parser.parse_args()
    done = []
    for part in PARTS:
        done.append(prove(part, given.seed, given.share, given.jobs))
        print(f"{part.name}: {done[-1].tally.counts['hands']:,} hands, {len(done[-1].tally.faults)} differences", flush=True)
    command = "python -m benchmarks.distance_proof" + (f" --share {given.share}" if given.share != 1 else "")
    given.out.write_text(report(done, command, given.seed), encoding="utf-8")
    raise SystemExit(1 if any(each.tally.faults for each in done) else 0)


if __name__ == "__main__":
    main()
