"""What work a hand is, counted: `python -m benchmarks.work [--hands N] [--seconds S] [--out FILE]`.

Writes benchmarks/work.md: how often a hand calls each part of the engine, where its time goes, and which memory it touches beside the sizes
of the caches. Each half is measured in a fresh process with an empty compile cache (benchmarks/work_inside.py), and both must play the same
rows. The engine's parts are found by their names at that moment: a line that names a part which is no more shows a dash.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple

from benchmarks.distance import load, processor
from benchmarks.whole_run import SEED, told_by
from benchmarks.work_inside import SLICE
from nmsim.engine.kernel import source_digest
from nmsim.record import software

REPORT = Path(__file__).with_suffix(".md")
POLICIES = ["legal", "shape", "random"]
HANDS = 1_000
SECONDS = 8.0
CONCERNED = ("nmsim", "python", "numpy", "numba")
MOST_PARTS, MOST_INTRINSICS = 60, 30
LEAST_SHARE = 0.5  # % of the samples of some policy, for a line of its own
SMALL = 4096  # bytes; smaller fields share one line
LINE = 64
ABSENT = "–"
# What is counted: its name in the record, and the parts whose calls are added up. `a.b in c.d`: an intrinsic in one part; `a.b`: in all.
LINES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("tiles discarded", ("turns.discard",)),
    ("decisions", ("turns.own_turn", "turns.claim_turn", "turns.answer_seat")),
    ("– turns after a draw", ("turns.own_turn",)),
    ("– turns after a chow or pung", ("turns.claim_turn",)),
    ("– answers to another's tile", ("turns.answer_seat",)),
    ("hands measured whole: `distances`", ("shape.distances",)),
    ("hands without melds measured: `closed_distances`", ("shape.closed_distances",)),
    ("hands bounded, of seats that do not look at distances: `least_shape_distance`", ("shape.least_shape_distance",)),
    ("hands measured after every discard: `discard_distances`", ("shape.discard_distances",)),
    ("discards whose accepting kinds are counted: `accepting_after`", ("shape.accepting_after",)),
    ("ready hands whose winning kinds are sought: `_winning_now`", ("shape._winning_now",)),
    ("– of seats that do not look at distances: `winning_masks_alone`", ("shape.winning_masks_alone",)),
    ("hands turned into rows: `prepare`", ("hand_rows.prepare",)),
    ("– rows of a color renewed by it and for discards: `own_row`", ("hand_rows.own_row",)),
    ("rows of a color asked for: `spot_of`", ("hand_rows.spot_of",)),
    ("– not at hand, copied: `copy_row` in it", ("row_lanes.copy_row in hand_rows.spot_of",)),
    ("masks of a spot made, by rank: `_note_more`, `_note_less`", ("hand_rows._note_more", "hand_rows._note_less")),
    ("exact rows under melds asked for: `remembered_row`", ("suit_rows.remembered_row",)),
    ("– computed: `limited_row`", ("suit_rows.limited_row",)),
    ("rows copied, 64 bytes each: `copy_row`", ("row_lanes.copy_row",)),
    ("sums of two rows: `add_rows`, `add_rest`", ("row_lanes.add_rows", "row_lanes.add_rest")),
    ("least sums of two rows: `meet`", ("row_lanes.meet",)),
    ("looks for tight lanes: `kinds_at_tight`, `kinds_at_all_tight`", ("row_lanes.kinds_at_tight", "row_lanes.kinds_at_all_tight")),
    ("seven pairs looked at: `_legal_pairs`", ("shape._legal_pairs",)),
    ("– closely: `legal_pairs_missing`", ("closed_shapes.legal_pairs_missing",)),
    ("batches of random words: `_batch`", ("rng._batch",)),
    ("– of a seat's decisions: `fill_words`", ("policy.fill_words",)),
    ("walls' random words, some batches each: `fill_wall`", ("rng.fill_wall",)),
    ("hands judged: `judge`", ("scoring.judge",)),
)
DECISIONS = LINES[1][1]


class Work(NamedTuple):
    """What was counted and sampled of one policy."""

    hands: int
    calls: Mapping[str, int]  # of parts
    intrinsics: Mapping[str, int]  # `NAME in PART`
    arrays: Mapping[str, Mapping[str, float]]
    seconds: float  # of CPU, a hand
    samples: Mapping[str, int]

    def called(self, names: Iterable[str]) -> float | None:
        """Calls of these a hand, added up; None if the engine has not all of them."""
        total = 0
        for name in names:
            found = [number for of, number in self.intrinsics.items() if of == name or of.split(" in ")[0] == name]
            found += [self.calls[name]] if name in self.calls else []
            if not found:
                return None
            total += sum(found)
        return total / self.hands

    @property
    def sampled(self) -> int:
        """All samples."""
        return sum(self.samples.values())


# ---------------------------------------------------------------- the tables of the record


def table(head: Iterable[str], rows: Iterable[Iterable[str]], words: int = 1) -> list[str]:
    """A Markdown table whose first columns hold words."""
    head = list(head)
    return [
        f"| {' | '.join(head)} |",
        f"| {' | '.join('---' if at < words else '---:' for at in range(len(head)))} |",
        *(f"| {' | '.join(row)} |" for row in rows),
        "",
    ]


def number(value: float | None) -> str:
    """A count in print: as many digits as tell something."""
    if value is None:
        return ABSENT
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value else "0"


def main_counts(works: Mapping[str, Work]) -> list[str]:
    """What a hand and a decision take."""
    decisions = {policy: work.called(DECISIONS) for policy, work in works.items()}

    def row(name: str, values: Mapping[str, float | None]) -> list[str]:
        by_decision = []
        for policy, value in values.items():
            of_hand = decisions[policy]
            by_decision.append(value / of_hand if value is not None and of_hand else None)
        return [name, *map(number, values.values()), *map(number, by_decision)]

    rows = [row(name, {policy: work.called(parts) for policy, work in works.items()}) for name, parts in LINES]
    rows.append(row("CPU time, µs (not while counting)", {policy: work.seconds * 1e6 for policy, work in works.items()}))
    return table(["", *(f"`{policy}`, a hand" for policy in works), *(f"`{policy}`, a decision" for policy in works)], rows)


def all_counts(works: Mapping[str, Work], what: str, most: int) -> list[str]:
    """The calls a hand of the parts (or intrinsics) that are called most."""
    counts = {policy: getattr(work, what) for policy, work in works.items()}
    names = dict.fromkeys(name for of_policy in counts.values() for name in of_policy)
    busiest = sorted(names, key=lambda name: (-sum(of_policy.get(name, 0) for of_policy in counts.values()), name))[:most]
    rows = [[f"`{name}`", *(number(counts[policy].get(name, 0) / work.hands) for policy, work in works.items())] for name in busiest]
    return table([f"{most} of {len(names)}", *(f"`{policy}`, a hand" for policy in works)], rows)


def profile(works: Mapping[str, Work]) -> list[str]:
    """Share of the samples and µs a hand of each part that has a share worth a line."""
    shares = {policy: {name: 100 * hits / work.sampled for name, hits in work.samples.items()} for policy, work in works.items()}
    names = dict.fromkeys(name for of_policy in shares.values() for name in of_policy)
    lead = next(iter(shares.values()))
    kept = [name for name in names if any(of_policy.get(name, 0) >= LEAST_SHARE for of_policy in shares.values())]
    rows = []
    for name in sorted(kept, key=lambda name: -lead.get(name, 0)):
        share = {policy: of_policy.get(name, 0.0) for policy, of_policy in shares.items()}
        micro = [f"{value / 100 * works[policy].seconds * 1e6:.2f}" for policy, value in share.items()]
        rows.append([f"`{name}`" if "." in name else name, *(f"{value:.1f} %" for value in share.values()), *micro])
    rest = {policy: sum(value for name, value in of_policy.items() if name not in kept) for policy, of_policy in shares.items()}
    micro = [f"{value / 100 * works[policy].seconds * 1e6:.2f}" for policy, value in rest.items()]
    rows.append([f"{len(names) - len(kept)} others", *(f"{value:.1f} %" for value in rest.values()), *micro])
    return table(["", *(f"`{policy}`" for policy in works), *(f"`{policy}`, µs a hand" for policy in works)], rows)


def memory(works: Mapping[str, Work]) -> list[str]:
    """Of each field of a record its size and what is touched of it; small fields together."""
    kept: dict[str, dict[str, Counter[str]]] = {}
    for policy, work in works.items():
        for name, told in work.arrays.items():
            line = name if told["bytes"] > SMALL else "smaller fields together"
            for total in (line, "all"):
                kept.setdefault(total, {}).setdefault(policy, Counter()).update(told)
    rows = []
    for name in sorted(kept, key=lambda name: (name == "all", "." not in name)):
        size = max(told["bytes"] for told in kept[name].values())
        cells = [f"{told[what] * LINE / 1024:,.1f}" for what in ("all", "hand", "heavy") for told in kept[name].values()]
        accesses = [f"{told['accesses']:,.0f}" for told in kept[name].values()]
        begins = "/".join(f"{told['begins']:.0f}" for told in kept[name].values())
        named = [f"`{name}`", f"{size / 1024:,.1f}", begins] if "." in name else [name, f"{size / 1024:,.1f}", ""]
        rows.append([*named, *cells, *accesses])
    heads = [f"`{policy}`, {what}" for what in ("all hands", "a hand", "90 %", "accesses a hand") for policy in works]
    return table(["field (sizes in KiB)", "size", "begins", *heads], rows)


def caches() -> list[str]:
    """The caches of the processor, as `lscpu` tells them; nothing where it does not."""
    try:
        done = subprocess.run(["lscpu", "-C=NAME,ONE-SIZE,ALL-SIZE,WAYS"], capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"})
    except OSError:
        return []
    lines = [line.split() for line in done.stdout.splitlines()]
    return table(["cache", "one", "all", "ways"], lines[1:]) if done.returncode == 0 and len(lines) > 1 else []


def code_size(works: Mapping[str, Work], code: Mapping[str, int]) -> str:
    """How large the kernel's machine code is, and that of the parts most samples are in."""
    told = []
    for policy, work in works.items():
        inside = sorted(((hits, name) for name, hits in work.samples.items() if name in code), reverse=True)
        wanted, size = 0.9 * sum(hits for hits, _ in inside), 0
        for hits, name in inside:
            if wanted <= 0:
                break
            wanted -= hits
            size += code[name]
        told.append(f"`{policy}` {size / 1024:.1f}")
    return (
        f"Machine code of the kernel: {sum(code.values()) / 1024:.1f} KiB; of the parts that 90 % of the samples are in: {', '.join(told)}."
    )


def report(works: Mapping[str, Work], code: Mapping[str, int], why: str, command: str, loads: tuple[str, str]) -> str:
    """The record, in Markdown."""
    versions = ", ".join(f"{name} {version}" for name, version in software().items() if name in CONCERNED)
    hands = next(iter(works.values())).hands
    told = [
        "# What work a hand is",
        "",
        f"`{command}`, {date.today().isoformat()}, one thread of {processor()}, {os.cpu_count()} cores;",
        f"{versions}; engine {source_digest()}.",
        f"Load average over 1 and 5 minutes {loads[0]} before and {loads[1]} after; this run adds 1. Counts do not depend on it.",
        "",
        f"Strict rules, four equal seats, walls {hands:,} to {2 * hands - 1:,} after as many others. Calls are counted by code put into",
        "every part before the parts are optimized: a call counts whether or not the optimizer later puts the part into its caller. The",
        "rows played are those of the engine left as it is.",
        "",
        "## Calls",
        "",
        *main_counts(works),
        "## Parts by calls",
        "",
        *all_counts(works, "calls", MOST_PARTS),
        "Intrinsics (vector instructions and the like, put into the part that uses them):",
        "",
        *all_counts(works, "intrinsics", MOST_INTRINSICS),
        "## Time",
        "",
    ]
    if why:
        told += [f"Not measured: {why}.", ""]
    else:
        told += [
            f"Where `perf` found the processor ({', '.join(f'{work.sampled:,}' for work in works.values())} samples). A part that the",
            "optimizer put into its caller counts there: most small ones, and every part that is called from one place. Outside the kernel",
            f"are Python, which calls it every {SLICE} hands, memory set to zero, and the system.",
            "",
            *profile(works),
            code_size(works, code),
            "",
        ]
    told += ["## Memory", ""]
    if all(work.arrays for work in works.values()):
        told += [
            f"Cache lines of {LINE} bytes that parts read or write, counted at each access before optimization (a function's own variables",
            f"are left out): of {hands:,} hands, of one hand in the mean, and the busiest ones that take 90 % of all accesses. `begins`:",
            f"the byte of a line that the field begins at, for each policy; rows of {LINE} bytes lie in two lines each unless it is 0. A",
            "line that fields share counts for the one it begins in. The tables have room for any rule set: their sizes are those in use.",
            "",
            *memory(works),
            *caches(),
        ]
    else:
        told += ["Not counted: the system does not lend the address space for it.", ""]
    return "\n".join(told).rstrip() + "\n"


def measure(hands: int, seconds: float) -> tuple[dict[str, Work], dict[str, int], str]:
    """Count and sample; the works by policy, bytes of code by part, and why there are no samples if so."""
    with tempfile.TemporaryDirectory() as counting, tempfile.TemporaryDirectory() as sampling:
        module, asked = "benchmarks.work_inside", {"policies": POLICIES, "hands": hands, "seed": SEED}
        counted = told_by(module, "count", {"NUMBA_CACHE_DIR": counting}, **asked)
        sampled = told_by(module, "sample", {"NUMBA_CACHE_DIR": sampling}, **asked, seconds=seconds)
    works = {}
    for policy in POLICIES:
        of_count, of_sample = counted[policy], sampled["policies"][policy]
        if of_count["rows"] != of_sample["rows"]:
            raise RuntimeError(f"{policy}: counting changes the rows")
        works[policy] = Work(
            hands, of_count["parts"], of_count["intrinsics"], of_count.get("arrays", {}), of_sample["seconds"], of_sample["samples"]
        )
    return works, sampled["code"], sampled["why"]


def main() -> None:
    """Count, sample and write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=HANDS, help="hands of a policy")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long perf looks at a policy")
    parser.add_argument("--out", type=Path, default=REPORT, help="where the record goes")
    given = parser.parse_args()
    before = load()
    works, code, why = measure(given.hands, given.seconds)
    command = "python -m benchmarks.work" + f" --hands {given.hands}" * (given.hands != HANDS)
    given.out.write_text(report(works, code, why, command, (before, load())), encoding="utf-8")
    print(f"{given.out} is written")


if __name__ == "__main__":
    main()
