"""Speed of the distances, one thread, one process, one run: `python -m benchmarks.distance [--rounds R] [--out FILE]`.

Writes benchmarks/distance.md: nanoseconds a hand of the kernels, of `nmsim.distance` on an array and of the package `xiangting`; seconds
for the tables and for `nmsim exact`. The contenders take turns, so that a busy moment of the machine meets all of them, and each is
judged by its quickest pass.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import xiangting

import nmsim
from nmsim.engine.hand_rows import make_scratch
from nmsim.engine.kernel import kernel
from nmsim.engine.many import distances_of_many, make_lanes
from nmsim.engine.shape import accepting, discard_accepting, discard_distances, distances
from nmsim.engine.tables import build_tables
from nmsim.record import software
from nmsim.rules import make_rules
from nmsim.tiles import CHOW, COPIES, KINDS, PUNG

SEED = 20261130
REPORT = Path(__file__).with_suffix(".md")
HANDS = 20_000
ROUNDS = 40
PASSES = 5  # of a contender at each turn: those before it leave the caches cold
SECONDS_EACH = 1.5  # a slow contender sits out rounds, to take about so long in all
FRESH = 3  # fresh processes of each sort
CONCERNED = ("nmsim", "python", "numpy", "numba")
ABSENT = 1000
measure_many: Any = distances_of_many
Hands = tuple[npt.NDArray[np.int8], npt.NDArray[np.int8], npt.NDArray[np.int8]]


# ---------------------------------------------------------------- loops over hands


@kernel
def measure_each(tables, scratch, hands, forms, kinds, melds):
    """The distances of every hand: a checksum."""
    total = 0
    for hand in range(hands.shape[0]):
        shape, legal = distances(tables, scratch, hands[hand], forms[hand], kinds[hand], melds)
        total += shape + legal
    return total


@kernel
def measure_discards(tables, scratch, hands, forms, kinds, melds, shape, legal):
    """The distances after each discard of every hand."""
    for hand in range(hands.shape[0]):
        discard_distances(tables, scratch, hands[hand], forms[hand], kinds[hand], melds, shape, legal)
    return shape[0] + legal[0]


@kernel
def measure_accepting(tables, scratch, hands, forms, kinds, melds):
    """The accepting kinds of every hand: a checksum."""
    total = 0
    for hand in range(hands.shape[0]):
        shape, legal = accepting(tables, scratch, hands[hand], forms[hand], kinds[hand], melds)
        total += shape + legal
    return total


@kernel
def measure_turns(tables, scratch, hands, forms, kinds, melds, shape, legal):
    """A turn: the distances after all discards, then the accepting kinds after each of the best."""
    total = 0
    for hand in range(hands.shape[0]):
        counts = hands[hand]
        discard_distances(tables, scratch, counts, forms[hand], kinds[hand], melds, shape, legal)
        best = ABSENT
        for kind in range(KINDS):
            if counts[kind] > 0:
                best = min(best, legal[kind])
        for kind in range(KINDS):
            if counts[kind] > 0 and legal[kind] == best:
                total += discard_accepting(tables, scratch, counts, forms[hand], kinds[hand], melds, kind)[1]
    return total


# ---------------------------------------------------------------- hands


def random_melds(rng: np.random.Generator, number: int, left: npt.NDArray[np.int64]) -> list[tuple[int, int]]:
    """So many random chows and pungs (form, kind), taken from `left` int64[34]."""
    melds: list[tuple[int, int]] = []
    while len(melds) < number:
        form, kind = CHOW if rng.random() < 0.5 else PUNG, int(rng.integers(KINDS))
        if form == CHOW and (kind >= 27 or kind % 9 > 6):
            continue
        taken = np.bincount([kind, kind + 1, kind + 2] if form == CHOW else [kind] * 3, minlength=KINDS)
        if (left >= taken).all():
            left -= taken
            melds.append((form, kind))
    return melds


def random_hands(tiles: int, melds: int, number: int = HANDS) -> Hands:
    """Random hands, each with random melds of its own: counts int8[n, 34], forms and kinds int8[n, 4]. `tiles` counts 3 a meld."""
    rng = np.random.default_rng((SEED, tiles, melds))
    hands, forms, kinds = np.zeros((number, KINDS), np.int8), np.zeros((number, 4), np.int8), np.zeros((number, 4), np.int8)
    for hand in range(number):
        left = np.full(KINDS, COPIES, np.int64)
        for at, (form, kind) in enumerate(random_melds(rng, melds, left)):
            forms[hand, at], kinds[hand, at] = form, kind
        pool = np.repeat(np.arange(KINDS), left)
        hands[hand] = np.bincount(rng.choice(pool, tiles - 3 * melds, replace=False), minlength=KINDS)
    return hands, forms, kinds


# ---------------------------------------------------------------- contenders


class Contender(NamedTuple):
    """One line of the record: the part it belongs to, what is asked, of which hands, and one pass over HANDS of them."""

    part: str
    name: str
    tiles: int
    melds: int
    rules: str
    run: Callable[[], object]


MANY, ALONE = "many", "alone"


def batch(rules: str, tiles: int) -> Contender:
    """Both distances of many closed hands, 64 side by side."""
    hands = random_hands(tiles, 0)[0]
    tables, memo, lanes = build_tables(make_rules(rules)), make_scratch().memo, make_lanes()
    shape, legal = np.empty(HANDS, np.int8), np.empty(HANDS, np.int8)
    return Contender(MANY, "`distances_of_many`", tiles, 0, rules, lambda: measure_many(tables, memo, *lanes, hands, shape, legal))


def alone(part: str, name: str, loop: Any, rules: str, tiles: int, melds: int, outputs: int = 0) -> Contender:
    """A kernel asked hand by hand; a scratch serves all passes, as in play."""
    given, tables, scratch = random_hands(tiles, melds), build_tables(make_rules(rules)), make_scratch()
    out = [np.zeros(KINDS, np.int64) for _ in range(outputs)]
    return Contender(part, name, tiles, melds, rules, lambda: loop(tables, scratch, *given, melds, *out))


def kernels(rules: str, melds: int) -> list[Contender]:
    """The kernels that play asks."""
    return [
        alone(ALONE, "`distances`", measure_each, rules, 14, melds),
        alone(ALONE, "`distances`", measure_each, rules, 13, melds),
        alone(ALONE, "`discard_distances`: after each discard", measure_discards, rules, 14, melds, 2),
        alone(ALONE, "`accepting`: of 34 draws", measure_accepting, rules, 13, melds),
        alone(ALONE, "a turn: `discard_distances`, `discard_accepting` of the best", measure_turns, rules, 14, melds, 2),
    ]


def from_python() -> list[Contender]:
    """An array asked through the public door, and the package `xiangting`, which knows the shape alone."""
    hands = random_hands(14, 0)[0]
    lists = [[int(count) for count in hand] for hand in hands]
    four = xiangting.PlayerCount.FOUR
    return [
        Contender(MANY, "`nmsim.distance(array)`: shape and legal", 14, 0, "strict", lambda: nmsim.distance(hands)),
        Contender(
            MANY,
            "`xiangting.calculate_replacement_number`: shape, a call a hand",
            14,
            0,
            "shape",
            lambda: [xiangting.calculate_replacement_number(hand, four) for hand in lists],
        ),
    ]


def contenders() -> list[Contender]:
    """All lines, in the order in which they take turns."""
    many = [batch(rules, tiles) for rules in ("strict", "dongbei", "open") for tiles in (14, 13)]
    exempt = alone(MANY, "`distances`, hand by hand: patterns are exempt", measure_each, "example", 14, 0)
    return [*many, exempt, *from_python(), *(line for rules in ("strict", "example") for melds in (0, 1) for line in kernels(rules, melds))]


def quickest(lines: list[Contender], rounds: int) -> list[float]:
    """Nanoseconds a hand of each contender's quickest pass."""
    best, every = [], []
    for line in lines:
        line.run()  # compiles
        begun = time.perf_counter()
        line.run()
        best.append(time.perf_counter() - begun)
        every.append(max(1, round(best[-1] * PASSES * rounds / SECONDS_EACH)))
    for turn in range(rounds):
        for at, line in enumerate(lines):
            for _ in range(PASSES if turn % every[at] == 0 else 0):
                begun = time.perf_counter()
                line.run()
                best[at] = min(best[at], time.perf_counter() - begun)
    return [seconds / HANDS * 1e9 for seconds in best]


# ---------------------------------------------------------------- fresh processes

TABLES = """
import json, time
import numpy as np
from nmsim.engine.suit_rows import GENERIC, ROW, rule_rows
rule_rows(np.zeros((1, GENERIC), np.int8), 0, np.zeros((1, ROW), np.int8))  # compiled apart
from nmsim.engine.tables import build_tables
from nmsim.rules import make_rules
rules = make_rules()
begun = time.perf_counter()
build_tables(rules)
print(json.dumps(time.perf_counter() - begun))
"""
ARRAY = "import numpy as np, nmsim; from nmsim.tiles import count_kinds, parse_tiles; "
FIRST_ANSWER = ARRAY + "nmsim.distance(np.array([count_kinds(parse_tiles('234456m66234p78s'))]))"


def in_fresh_process(arguments: list[str], folder: str | None = None) -> tuple[float, str]:
    """Seconds and output of a Python process; kernels and tables are kept in `folder`, or where they always are."""
    environment = os.environ | ({"NUMBA_CACHE_DIR": folder} if folder else {})
    begun = time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], env=environment, check=True, capture_output=True, text=True)
    return time.perf_counter() - begun, done.stdout


def fresh_lines() -> list[tuple[str, float]]:
    """What a process pays before its first hand, and `nmsim exact` as a whole: the quickest of FRESH, in seconds."""
    built, loaded = [], []
    for _ in range(FRESH):
        with tempfile.TemporaryDirectory() as folder:
            built.append(json.loads(in_fresh_process(["-c", TABLES], folder)[1]))
            loaded.append(json.loads(in_fresh_process(["-c", TABLES], folder)[1]))
    with tempfile.TemporaryDirectory() as folder:
        first = in_fresh_process(["-c", FIRST_ANSWER], folder)[0]
    again = min(in_fresh_process(["-c", FIRST_ANSWER])[0] for _ in range(FRESH))
    exact = min(in_fresh_process(["-m", "nmsim", "exact", "--rules", "strict"])[0] for _ in range(FRESH))
    return [
        ("tables of `strict`, made for the first time after an installation", min(built)),
        ("the same, in every later process (read from the cache folder)", min(loaded)),
        ("`nmsim exact --rules strict`, the whole process", exact),
        ("the first array that `nmsim.distance` is asked, after an installation: imports, compilation, tables, answer", first),
        ("the same, in every later process", again),
    ]


# ---------------------------------------------------------------- the record


def processor() -> str:
    """Name of the processor, as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def load() -> str:
    """Load averages of 1 and 5 minutes."""
    return " and ".join(f"{value:.1f}" for value in os.getloadavg()[:2])


def report(lines: list[Contender], nanoseconds: list[float], fresh: list[tuple[str, float]], rounds: int, loads: tuple[str, str]) -> str:
    """The record, in Markdown."""
    versions = ", ".join(f"{name} {version}" for name, version in software().items() if name in CONCERNED)
    times = dict(zip(lines, nanoseconds, strict=True))
    told = [
        "# Speed of the distances",
        "",
        f"`python -m benchmarks.distance`, {date.today().isoformat()}, one thread of {processor()}, {os.cpu_count()} cores;",
        f"{versions}, xiangting {metadata.version('xiangting')}. Load average over 1 and 5",
        f"minutes {loads[0]} before and {loads[1]} after; this run adds 1.",
        "",
        f"Nanoseconds a hand, the quickest of up to {rounds * PASSES} passes over {HANDS:,} random hands. All contenders take turns in one",
        f"process, {PASSES} passes a turn.",
        "",
        "## Many hands at once",
        "",
        "Shape and legal distance of closed hands.",
        "",
        "| | rules | tiles | ns a hand |",
        "| --- | --- | ---: | ---: |",
    ]
    told += [f"| {line.name} | {line.rules} | {line.tiles} | {times[line]:,.1f} |" for line in lines if line.part == MANY]
    told += [
        "",
        "## One hand after another, as play asks",
        "",
        "| kernel | tiles | melds | strict | example |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    played = {(line.name, line.tiles, line.melds, line.rules): time for line, time in times.items() if line.part == ALONE}
    told += [
        f"| {name} | {tiles} | {melds} | {strict:,.0f} | {played[name, tiles, melds, 'example']:,.0f} |"
        for (name, tiles, melds, rules), strict in played.items()
        if rules == "strict"
    ]
    told += [
        "",
        "`example` exempts 清一色 and 混一色: where the legal distance is the longer one, these families are looked at too.",
        "Each hand with a meld has another one, whose rows are remembered as far as there is room; at the table a meld stays.",
        "",
        f"## Fresh processes, the quickest of {FRESH}",
        "",
        "| | seconds |",
        "| --- | ---: |",
        *(f"| {name} | {seconds:.2f} |" for name, seconds in fresh),
    ]
    return "\n".join(told) + "\n"


def main() -> None:
    """Measure and write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"turns of each contender at most, of {PASSES} passes")
    parser.add_argument("--out", type=Path, default=REPORT, help="where the record goes")
    given = parser.parse_args()
    before, lines = load(), contenders()
    nanoseconds = quickest(lines, given.rounds)
    fresh = fresh_lines()
    told = report(lines, nanoseconds, fresh, given.rounds, (before, load()))
    given.out.write_text(told, encoding="utf-8")
    print(told)


if __name__ == "__main__":
    main()
