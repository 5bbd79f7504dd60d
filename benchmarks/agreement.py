"""Engine and reference held against each other on many hands: `python -m benchmarks.agreement [--share S] [--jobs J]`.

Writes benchmarks/agreement.md: the differences (there should be none) and how often each thing occurred (nothing should be 0).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import joblib

from nmsim.outcomes import ENDINGS
from nmsim.rules import FAN_ROWS, OPTION_NAMES
from tests.differential.runs import CLAIMS, KONGS, REFUSALS, Tally, check_logs, check_views, check_whole_hands

DATE = "2026-11-30"
LOG_SEED, WHOLE_SEED, VIEW_SEED = 20261130, 271828, 314159
LOG_WORLDS, LOG_HANDS = 1200, 84
WHOLE_WORLDS, WHOLE_HANDS = 500, 2
VIEW_WORLDS, VIEW_HANDS, VIEW_SHARE = 600, 7, 0.13
CHUNK = 5
REPORT = Path(__file__).with_suffix(".md")
EXPECTED = (
    *(f"ending: {name}" for name in ENDINGS),
    *(f"meld: {name}" for name in (*CLAIMS, *KONGS)),
    *(f"refusal: {name}" for name in REFUSALS),
    "win: robbed, of an added kong",
    "win: robbed, of a concealed kong",
    "win: on a replacement",
    "win: two winners",
    "win: three winners",
    "win: another seat could have won too",
    "win: four or more fan",
    "last tile: won by drawing it",
    "last tile: won as a replacement",
    "last tile: won as the last discard",
    "dealer had repeats",
    *(f"fan row: {name}" for name in FAN_ROWS),
    *(f"option {name}" for name in OPTION_NAMES),
)


def chunks(worlds: int) -> Iterator[range]:
    """World numbers, a few at a time."""
    return (range(first, min(first + CHUNK, worlds)) for first in range(0, worlds, CHUNK))


def logs(numbers: range) -> Tally:
    """The logs of some worlds."""
    return check_logs(LOG_SEED, numbers, LOG_HANDS, options_too=True)


def whole_hands(numbers: range) -> Tally:
    """The whole hands of some worlds."""
    return check_whole_hands(WHOLE_SEED, numbers, WHOLE_HANDS)


def views(numbers: range) -> Tally:
    """The views of some worlds."""
    return check_views(VIEW_SEED, numbers, VIEW_HANDS, VIEW_SHARE)


def gather(tally: Tally, work: Callable[[range], Tally], worlds: int, jobs: int, after: Callable[[], None]) -> None:
    """Add up the work on all worlds; `after` is called now and then."""
    written = time.monotonic()
    for part in joblib.Parallel(n_jobs=jobs, return_as="generator")(joblib.delayed(work)(numbers) for numbers in chunks(worlds)):
        tally.add(part)
        if time.monotonic() - written > 30:
            after()
            written = time.monotonic()
    after()


def section(title: str, names: list[str], tally: Tally) -> list[str]:
    """A table of counts."""
    rows = [f"| {name.split(': ', 1)[-1].removeprefix('option ')} | {tally.counts[name]:,} |" for name in names]
    return ["", f"## {title}", "", "| what | times |", "|---|---:|", *rows]


def report(tally: Tally, share: float, command: str) -> str:
    """The whole report, in Markdown."""
    counts = tally.counts
    missing = [name for name in EXPECTED if not counts[name]]
    lines = [
        "# Engine and reference agree: the recorded run",
        "",
        f"{DATE}, `{command}`; seeds {LOG_SEED} (logs), {WHOLE_SEED} (whole hands), {VIEW_SEED} (views).",
        "What is compared, and how worlds are made: docs/agreement.md.",
        "",
        f"- Logs checked by the reference: **{counts['hands']:,}** hands of {int(LOG_WORLDS * share):,} worlds.",
        f"- Whole hands in which the reference chose for itself: **{counts['whole hands']:,}**, log and every column.",
        f"- Views: **{counts['view: views']:,}** decisions, distances and accepting kinds.",
        f"- Differences: **{len(tally.faults)}**.",
        f"- Things that never occurred: {', '.join(missing) or 'none'}.",
        *(f"- DIFFERENCE {fault}" for fault in tally.faults[:20]),
    ]

    def named(prefix: str) -> list[str]:
        return [name for name in EXPECTED if name.startswith(prefix)]

    lines += section("Endings", named("ending"), tally)
    lines += section("Melds and kongs", named("meld"), tally)
    lines += section("Wins", [*named("win"), *named("last tile"), *named("dealer")], tally)
    lines += section("Refusals", named("refusal"), tally)
    lines += section("Hands with each fan row", named("fan row"), tally)
    lines += section("Hands that an option's value changed", named("option"), tally)
    for title, prefix in (("Walls", "start: "), ("Tables", "table: "), ("Whole hands", "whole hands"), ("Views", "view: ")):
        lines += section(title, sorted(name for name in counts if name.startswith(prefix)), tally)
    return "\n".join(lines) + "\n"


def main() -> None:
    """Run all three comparisons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="share of the worlds that are played")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--out", type=Path, default=REPORT, help="where the report goes")
    given = parser.parse_args()
    tally = Tally()
    command = "python -m benchmarks.agreement" + (f" --share {given.share}" if given.share != 1 else "")

    def write() -> None:
        given.out.write_text(report(tally, given.share, command), encoding="utf-8")
        print({name: tally.counts[name] for name in ("hands", "whole hands", "view: views")}, "differences:", len(tally.faults), flush=True)

    for work, worlds in ((logs, LOG_WORLDS), (views, VIEW_WORLDS), (whole_hands, WHOLE_WORLDS)):
        gather(tally, work, int(worlds * given.share), given.jobs, write)


if __name__ == "__main__":
    main()
