"""Ours beside other packages, on this machine, in one run: `python -m benchmarks.peers [--rounds R] [--seconds S] [--out FILE]`.

Writes benchmarks/peers.md: rates and ratios. The others are installed from the package index into an environment of their own, made for
the run, and asked there by benchmarks/peers_inside.py; what cannot be installed or run here is left out, and the record says why. All
contenders take turns, one slice of CPU time each a round, so that a busy moment of the machine meets all of them; a ratio is taken
round by round, and its median told.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import nmsim
from benchmarks.distance import load, measure_many, processor
from benchmarks.peers_inside import Done, Measure, counts_of_hands, passes
from nmsim import playing
from nmsim.engine.hand_rows import make_scratch
from nmsim.engine.many import make_lanes
from nmsim.engine.tables import build_tables
from nmsim.outcomes import COLUMN_INDEX
from nmsim.plan import make_plan
from nmsim.record import software
from nmsim.rules import Rules, make_rules

SEED = 20261130
REPORT = Path(__file__).with_suffix(".md")
ROUNDS, SECONDS = 8, 1.0
INSTALLED = (("riichienv",), ("xiangting",), ("jansou[native]", "jansou"), ("cmajiang",), ("mahjong",))  # the first that installs
CHUNKS = {"random": 1_000, "shape": 100}  # hands between looks at the clock
HANDS, FEW = 10_000, 200
CONCERNED = ("nmsim", "python", "numpy", "numba")
THREE_SHAPES = make_rules("open", {"seven_pairs": True, "seven_pairs_quads": False, "thirteen_orphans": True})  # what the others measure


class Pair(NamedTuple):
    """A comparison: ours, theirs, and how many times faster ours is meant to be at least."""

    ours: str
    theirs: str
    target: float | None


KERNEL, ARRAY, STRICT, SINGLE = (
    "`distances_of_many`, their question",
    "`nmsim.distance(array)`, their question",
    "`nmsim.distance(array)`, strict: shape and legal",
    "`nmsim.distance(hand)`, their question, a call a hand",
)
PEERS_OF_DISTANCE = ("xiangting, distances", "cmajiang, distances", "mahjong, distances")
PLAY = (
    Pair("`random`", "riichienv, random", 150),
    Pair("`shape`", "riichienv + xiangting, greedy", 15),
    Pair("`shape`", "jansou, SmartEfficiencyAgent", 100),
    Pair("`shape`", "jansou, EfficiencyAgent", 100),
)
DISTANCES = tuple(Pair(ours, theirs, None) for ours in (KERNEL, ARRAY, STRICT, SINGLE) for theirs in PEERS_OF_DISTANCE)
SAME_QUESTION = (KERNEL, ARRAY, *PEERS_OF_DISTANCE)  # of the same hands, so that their checksums are one
UNEQUAL = """
What is not equal in play:

- Rules. The others play riichi (red fives, dora, riichi bets, furiten, a yaku needed to win; hands end with 14 tiles unseen); `strict` has
  three suits, a second condition and fan of its own. Hands are not equally long, and not equally often won: the table tells the shares.
- Claims. `shape` claims chows, pungs and kongs; the greedy glue and `EfficiencyAgent` claim nothing, `SmartEfficiencyAgent` some tiles.
  `riichienv, random` takes any legal action, each as likely; our `random` discards any kind as likely, claims by a coin, and always wins.
- Choice. The greedy glue looks at the distance alone and is asked once a turn for all discards; `shape` counts accepting tiles and
  weighs ties as well, and so does more; `jansou` counts accepting tiles.
- Python glue. `riichienv` is written in Rust and asked from a Python loop at each decision; choosing and sorting in Python is part of
  its time, since a person who uses it pays it. `jansou` is Python with its compiled distances. Ours is asked once for many hands.
- Logging. `riichienv` plays with its log off; `jansou` keeps its events, which cannot be switched off; ours fills an outcome row a hand.
- Walls. Every contender is dealt other walls in each slice, at random.

What is not equal in distances: none of the others takes more than one hand a call, ours takes an array; hands are ready in each one's
own form (lists, objects, an array) before the clock starts. The others know the shape alone; the line "strict" answers more.
""".strip()


# ---------------------------------------------------------------- ours


def hands_of(policy: str) -> Measure:
    """Hands of four equal seats, strict, as outcome rows."""
    plan, chunk = make_plan("strict", (policy,) * 4, SEED), CHUNKS[policy]
    reached = 1

    def measure(seconds: float) -> Done:
        nonlocal reached
        playing.play_blocks(plan, 0, 1)  # the worker's arrays are those of the plan played last
        hands = won = 0
        begun = time.process_time()
        while time.process_time() - begun < seconds:
            rows = playing.play_blocks(plan, reached, reached + chunk)
            reached += chunk
            hands += len(rows)
            won += int((rows[:, COLUMN_INDEX["winner"]] >= 0).sum())
        return Done(hands, time.process_time() - begun, won)

    return measure


def kernel_distances(rules: Rules) -> Measure:
    """The kernel that measures many closed hands."""
    hands = np.array(counts_of_hands(HANDS), np.int8)
    tables, memo, lanes = build_tables(rules), make_scratch().memo, make_lanes()
    shape, legal = np.empty(HANDS, np.int8), np.empty(HANDS, np.int8)

    def ask(hands: Any) -> Any:
        measure_many(tables, memo, *lanes, hands, shape, legal)
        return shape

    return passes(hands, ask)


def make_ours() -> dict[str, Measure]:
    """Our contenders, compiled."""
    hands = counts_of_hands(HANDS)
    array = np.array(hands, np.int8)
    made = {
        "`random`": hands_of("random"),
        "`shape`": hands_of("shape"),
        KERNEL: kernel_distances(THREE_SHAPES),
        ARRAY: passes(array, lambda hands: nmsim.distance(hands, rules=THREE_SHAPES).shape),
        STRICT: passes(array, lambda hands: nmsim.distance(hands).shape),
        SINGLE: passes(list(array[:FEW]), lambda hands: [nmsim.distance(hand, rules=THREE_SHAPES).shape for hand in hands]),
    }
    for measure in made.values():
        measure(0.05)
    return made


# ---------------------------------------------------------------- theirs


def install(folder: Path) -> tuple[Path, dict[str, str]]:
    """An environment with the other packages: its Python, and for what could not be installed one line why."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    absent = {}
    for choices in INSTALLED:
        for choice in choices:
            words = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", choice]
            done = subprocess.run(words, capture_output=True, text=True)
            if done.returncode == 0:
                break
            errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
            absent[choice] = (errors or done.stderr.splitlines() or ["pip failed without a word"])[-1].replace("|", "/")
    return python, absent


class Theirs:
    """The other packages in their own process, which is idle unless it is asked."""

    def __init__(self, python: Path) -> None:
        script = Path(__file__).with_name("peers_inside.py")
        self._process = subprocess.Popen([python, "-I", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **question: Any) -> dict[str, Any]:
        """One question, one answer. Raises RuntimeError if the process is gone."""
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("benchmarks.peers_inside has no pipes")
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"benchmarks.peers_inside ended at {question}")
        told: dict[str, Any] = json.loads(answer)
        return told

    def close(self) -> None:
        """End the process and wait for it."""
        self._process.communicate()


# ---------------------------------------------------------------- the run


Slices = dict[str, list[Done]]


def take_turns(ours: dict[str, Measure], theirs: Theirs, ready: list[str], rounds: int, seconds: float) -> Slices:
    """A slice of each contender in every round. Raises SystemExit if the same question got different answers."""
    names = [*dict.fromkeys(name for pair in (*PLAY, *DISTANCES) for name in (pair.ours, pair.theirs) if name in ours or name in ready)]
    slices: Slices = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            done = ours[name](seconds) if name in ours else Done(**theirs.ask(do=name, seconds=seconds))
            slices[name].append(done)
    sums = {name: slices[name][0].total for name in SAME_QUESTION if name in slices}
    if len(set(sums.values())) > 1:
        sys.exit(f"distances of the same hands differ: {sums}")
    return slices


def rates(slices: list[Done]) -> list[float]:
    """Units a second of each slice."""
    return [done.units / done.seconds for done in slices]


def rate_line(name: str, slices: list[Done]) -> str:
    """A contender's rates; the share of its hands that changed the scores."""
    every = rates(slices)
    known = [done for done in slices if done.decided is not None]
    units = sum(done.units for done in known)
    share = f"{100 * sum(done.decided or 0 for done in known) / units:.0f} %" if units else ""
    return f"| {name} | {statistics.median(every):,.0f} | {min(every):,.0f} – {max(every):,.0f} | {share} |"


def ratio_line(pair: Pair, slices: Slices) -> str:
    """How many times faster ours is."""
    every = [ours / theirs for ours, theirs in zip(rates(slices[pair.ours]), rates(slices[pair.theirs]), strict=True)]
    middle = statistics.median(every)
    digits = 0 if middle >= 20 else 1 if middle >= 1 else 3
    target = "" if pair.target is None else f"{pair.target:.0f}"
    verdict = "" if pair.target is None else "yes" if middle >= pair.target else "**no**"
    told = f"{middle:,.{digits}f} | {min(every):,.{digits}f} – {max(every):,.{digits}f}"
    return f"| {pair.ours} | {pair.theirs} | {told} | {target} | {verdict} |"


def report(slices: Slices, offered: dict[str, Any], absent: dict[str, str], command: str, how: str, loads: tuple[str, str]) -> str:
    """The record, in Markdown."""
    own = ", ".join(f"{name} {version}" for name, version in software().items() if name in CONCERNED)
    others = ", ".join(f"{name} {version}" for name, version in offered["versions"].items())
    play, distances = ([pair for pair in pairs if pair.theirs in slices] for pairs in (PLAY, DISTANCES))

    def names(pairs: list[Pair]) -> list[str]:
        return list(dict.fromkeys(name for pair in pairs for name in (pair.ours, pair.theirs)))

    ratio_head = ["| ours | theirs | times faster, median | range | target | reached |", "| --- | --- | ---: | ---: | ---: | --- |"]
    told = [
        "# Beside other packages",
        "",
        f"`{command}`, {date.today().isoformat()}, {processor()}, {os.cpu_count()} cores.",
        f"Ours: {own}. Theirs: {others}, python {offered['python']}.",
        f"Load average over 1 and 5 minutes {loads[0]} before and {loads[1]} after; this run adds 1.",
        "",
        f"One thread each; {how}. Rates are of CPU time.",
        *([] if absent else ["Nothing had to be left out."]),
        *(f"- Left out: {name} ({why})." for name, why in absent.items()),
        "",
        "## Whole hands",
        "",
        *ratio_head,
        *(ratio_line(pair, slices) for pair in play),
        "",
        "| | hands/s, median | range | scores changed |",
        "| --- | ---: | ---: | ---: |",
        *(rate_line(name, slices[name]) for name in names(play)),
        "",
        "## Distances of 14 tiles",
        "",
        f"{HANDS:,} random hands, the same for all; the sum of their distances is the same from all that answer their question,",
        "the nearest of four sets and a pair, seven different pairs and thirteen orphans"
        f" ({slices[KERNEL][0].total:,}). `nmsim.distance(hand)` took the first {FEW} of them.",
        "",
        *ratio_head,
        *(ratio_line(pair, slices) for pair in distances),
        "",
        "| | hands/s, median | range | |",
        "| --- | ---: | ---: | --- |",
        *(rate_line(name, slices[name]) for name in names(distances)),
        "",
        UNEQUAL,
    ]
    return "\n".join(told) + "\n"


def main() -> None:
    """Install the others, measure all, write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="turns of each contender")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU seconds of a turn at least")
    parser.add_argument("--out", type=Path, default=REPORT, help="where the record goes")
    given = parser.parse_args()
    before, ours = load(), make_ours()
    with tempfile.TemporaryDirectory() as place:
        python, absent = install(Path(place) / "environment")
        theirs = Theirs(python)
        try:
            offered = theirs.ask(do="offer")
            slices = take_turns(ours, theirs, offered["ready"], given.rounds, given.seconds)
        finally:
            theirs.close()
    changed = [
        f" --{name} {getattr(given, name):g}" for name, usual in (("rounds", ROUNDS), ("seconds", SECONDS)) if getattr(given, name) != usual
    ]
    how = f"{given.rounds} rounds, in each a slice of at least {given.seconds:g} s of every contender in turn"
    command = "python -m benchmarks.peers" + "".join(changed)
    told = report(slices, offered, absent | offered["absent"], command, how, (before, load()))
    given.out.write_text(told, encoding="utf-8")
    print(told)


if __name__ == "__main__":
    main()
