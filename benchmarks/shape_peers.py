"""Shape distances against two other packages: `python -m benchmarks.shape_peers [--hands N] [--jobs J]`.

Writes benchmarks/shape_peers.md: how often the packages `mahjong` and `xiangting` were asked, and every sort of difference with its count.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import joblib
import xiangting
from mahjong.shanten import Shanten

from nmsim.record import software
from nmsim.rules import Rules, make_rules
from nmsim.tiles import CHOW, COPIES, FIRST_HONOR, KINDS, PUNG, RANKS, Meld, count_kinds, format_tiles
from tests.differential.runs import Tally
from tests.oracles.distance import Question
from tests.oracles.engine import engine_distances

SEED = "20261130"
REPORT = Path(__file__).with_suffix(".md")
SIZES = (1, 2, 4, 5, 7, 8, 10, 11, 13, 14)
CLOSED = (13, 14)
TASK = 5_000
PEERS = ("mahjong", "xiangting")
CONCERNED = ("nmsim", "python", "numpy", "numba")
WHOLE = tuple(range(KINDS))
ENDS = tuple(kind for kind in range(KINDS) if kind >= FIRST_HONOR or kind % RANKS in (0, RANKS - 1))
# Kinds that a hand is dealt from: mostly all.
DECKS = (*((WHOLE,) * 6), tuple(range(2 * RANKS)), tuple(range(RANKS)), (*range(4), *range(RANKS, RANKS + 4)), (*ENDS, 4, 13))


def _shapes(**options: bool) -> Rules:
    """Rules without conditions, with the given shapes."""
    return make_rules("open", {"seven_pairs": False, **options})


SETS = _shapes()
PAIRS = _shapes(seven_pairs=True, seven_pairs_quads=False)
ORPHANS = _shapes(thirteen_orphans=True)
ALL = _shapes(seven_pairs=True, seven_pairs_quads=False, thirteen_orphans=True)
QUADS = _shapes(seven_pairs=True, seven_pairs_quads=True)


def mahjong_sets(counts: list[int]) -> int:
    """Four sets and a pair, by `mahjong`."""
    return int(Shanten.calculate_shanten_for_regular_hand(counts))


def mahjong_pairs(counts: list[int]) -> int:
    """Four sets or seven different pairs, by `mahjong`."""
    return int(Shanten.calculate_shanten(counts, use_kokushi=False))


def mahjong_orphans(counts: list[int]) -> int:
    """Four sets or thirteen orphans, by `mahjong`."""
    return int(Shanten.calculate_shanten(counts, use_chiitoitsu=False))


def mahjong_all(counts: list[int]) -> int:
    """The nearest of the three shapes, by `mahjong`."""
    return int(Shanten.calculate_shanten(counts))


def xiangting_nearest(counts: list[int]) -> int:
    """Four sets; of 13 and 14 tiles the nearest of the three shapes, by `xiangting`."""
    return int(xiangting.calculate_replacement_number(counts, xiangting.PlayerCount.FOUR)) - 1


class Peer(NamedTuple):
    """A question that both can be asked: its name, our rules, whose answer, and for which sizes."""

    name: str
    rules: Rules
    answer: Callable[[list[int]], int]
    sizes: tuple[int, ...]


QUESTIONS = (
    Peer("mahjong: four sets", SETS, mahjong_sets, SIZES),
    Peer("mahjong: four sets or seven different pairs", PAIRS, mahjong_pairs, CLOSED),
    Peer("mahjong: four sets or thirteen orphans", ORPHANS, mahjong_orphans, CLOSED),
    Peer("mahjong: the nearest of the three", ALL, mahjong_all, CLOSED),
    Peer("xiangting: four sets", SETS, xiangting_nearest, SIZES[:-2]),
    Peer("xiangting: the nearest of the three", ALL, xiangting_nearest, CLOSED),
)
FOURS = Peer("fours as two pairs (`seven_pairs_quads`), beside `mahjong`", QUADS, mahjong_pairs, CLOSED)
USED_UP = (
    Peer("own copies in melds use up a kind, beside `mahjong`", SETS, mahjong_sets, SIZES[:-2]),
    Peer("own copies in melds use up a kind, beside `xiangting`", SETS, xiangting_nearest, SIZES[:-2]),
)


def dealt(rng: random.Random, size: int) -> list[int]:
    """Counts of so many tiles, dealt from all 136 or those of some kinds."""
    return count_kinds(rng.sample([kind for kind in rng.choice(DECKS) for _ in range(COPIES)], size))


def idle_melds(rng: random.Random, counts: list[int], number: int) -> list[Meld] | None:
    """Pungs of honors that the hand does not hold, since another honor serves as well; None when it holds too many honors."""
    free = [kind for kind in range(FIRST_HONOR, KINDS) if not counts[kind]]
    return [Meld(PUNG, kind) for kind in rng.sample(free, number)] if len(free) >= number else None


def any_melds(rng: random.Random, counts: list[int], number: int) -> list[Meld]:
    """Chows and pungs of the hand's neighborhood, from what it leaves."""
    left = [COPIES - count for count in counts]
    near = [kind for kind in range(KINDS) if any(counts[max(0, kind - 2) : kind + 3])]
    melds: list[Meld] = []
    while len(melds) < number:
        meld = Meld(rng.choice((CHOW, PUNG)), rng.choice(near if rng.random() < 0.8 else WHOLE))
        if meld.form == CHOW and (meld.kind >= FIRST_HONOR or meld.kind % RANKS > 6):
            continue
        if all(left[kind] >= meld.kinds().count(kind) for kind in meld.kinds()):
            melds.append(meld)
            for kind in meld.kinds():
                left[kind] -= 1
    return melds


class Answers:
    """The engine's shape distances of one hand, each set of rules asked once."""

    def __init__(self, counts: list[int], melds: list[Meld]) -> None:
        self._counts, self._melds = counts, tuple(melds)
        self._known: dict[int, int] = {}

    def of(self, rules: Rules) -> int:
        """The distance; without conditions the legal one must be the same."""
        if id(rules) not in self._known:
            shape, legal = engine_distances(Question(rules, self._counts, self._melds))
            assert shape == legal, f"no conditions, yet {shape} in shape and {legal} legally: {self.line}"
            self._known[id(rules)] = shape
        return self._known[id(rules)]

    @property
    def line(self) -> str:
        """The hand."""
        kinds = [kind for kind, count in enumerate(self._counts) for _ in range(count)]
        return f"{format_tiles(kinds)} melds {'; '.join(map(str, self._melds)) or '-'}"


@dataclass
class Found(Tally):
    """A tally with one hand for each sort of difference by definition."""

    examples: dict[str, str] = field(default_factory=dict)

    def take(self, other: Found) -> None:
        """Add another's findings; the first example of a sort stays."""
        self.add(other)
        self.examples = other.examples | self.examples


def _ask(found: Found, ours: Answers, counts: list[int], peer: Peer, expected_sort: str = "") -> None:
    """Ask a peer that knows this size. A difference is a fault, unless of the one sort that the definition explains."""
    size = sum(counts)
    if size not in peer.sizes:
        return
    mine, theirs = ours.of(peer.rules), peer.answer(counts)
    found.counts[f"asked: {peer.name}"] += 1
    if mine == theirs:
        return
    found.counts[f"differs: {peer.name}"] += 1
    says = f"{ours.line}: here {mine}, there {theirs}"
    if expected_sort == ("farther" if mine > theirs else "nearer"):
        found.examples.setdefault(peer.name, says)
    else:
        found.faults.append(f"{peer.name}: {says}")


def compare(seed: str, number: int) -> Found:
    """So many hands, of each size in turn."""
    rng, found = random.Random(seed), Found()
    for at in range(number):
        size = SIZES[at % len(SIZES)]
        while True:
            counts = dealt(rng, size)
            melds = idle_melds(rng, counts, (14 - size) // 3)
            if melds is not None:
                break
            found.counts["dealt again"] += 1
        ours = Answers(counts, melds)
        for peer in QUESTIONS:
            _ask(found, ours, counts, peer)
        found.counts[f"size: {size}"] += 1
        found.counts["with a four"] += COPIES in counts
        if size in CLOSED:
            found.counts["pairs nearest"] += ours.of(PAIRS) < ours.of(SETS)
            found.counts["orphans nearest"] += ours.of(ORPHANS) < ours.of(SETS)
            _ask(found, ours, counts, FOURS, "nearer")
        else:
            melded = Answers(counts, any_melds(rng, counts, len(melds)))
            for peer in USED_UP:
                _ask(found, melded, counts, peer, "farther")
    return found


def report(found: Found, command: str, seconds: float) -> str:
    """The whole record, in Markdown."""
    counts = found.counts
    versions = ", ".join(f"{name} {version}" for name, version in software().items() if name in CONCERNED)
    peers = " and ".join(f"`{name}` {metadata.version(name)}" for name in PEERS)
    closed = sum(counts[f"size: {size}"] for size in CLOSED)
    hands = sum(counts[f"size: {size}"] for size in SIZES)
    lines = [
        "# Shape distances against two other packages",
        "",
        f"`{command}`, {date.today().isoformat()}, against {peers};",
        f"{versions}; {platform.machine()}, {os.cpu_count()} cores, {seconds / 60:.1f} minutes.",
        "",
        f"{hands:,} random hands, {', '.join(str(size) for size in SIZES)} concealed tiles in turn;",
        f"{DECKS.count(WHOLE)} in {len(DECKS)} dealt from all 136 tiles, the others from two suits, one suit, eight kinds,",
        "or the 1, 9 and honors with two more kinds.",
        f"{counts['with a four']:,} hold four of a kind. Without conditions (三门齐, 条件二 off), so that shape is all there is;",
        "the engine's legal distance was asked too and is the same.",
        "",
        "## Defined alike",
        "",
        "| question | hands | differences |",
        "| --- | ---: | ---: |",
    ]
    lines += [f"| {peer.name} | {counts[f'asked: {peer.name}']:,} | **{counts[f'differs: {peer.name}']:,}** |" for peer in QUESTIONS]
    lines += [f"- DIFFERENCE {fault}" for fault in found.faults[:20]]
    lines += [
        "",
        "Both packages see the concealed tiles alone and take a smaller hand to have its other sets elsewhere. So that melds are no",
        "matter, the engine is given pungs of honors that the hand does not hold (another honor serves as well);",
        f"{counts['dealt again']:,} hands that held too many honors for that were dealt again. `xiangting` answers only the nearest of the",
        "three shapes of 13 and 14 tiles, so they are asked together there.",
        f"Of these {closed:,} hands {counts['pairs nearest']:,} are nearer to seven pairs than to four sets,",
        f"and {counts['orphans nearest']:,} to thirteen orphans.",
        "",
        "## Different by definition",
        "",
        "| what | hands | differ | the first of them |",
        "| --- | ---: | ---: | --- |",
    ]
    for peer in (FOURS, *USED_UP):
        numbers = f"{counts[f'asked: {peer.name}']:,} | {counts[f'differs: {peer.name}']:,}"
        lines.append(f"| {peer.name} | {numbers} | `{found.examples.get(peer.name, 'none')}` |")
    lines += [
        "",
        "- **Fours as two pairs.** Both packages want seven different pairs, as riichi has them. Our default lets four of a kind be two",
        "  pairs; it can only bring a hand nearer, and anything else would be listed above as a difference.",
        "- **Melds use up a kind.** The same concealed tiles with melds next to them: here a melded tile cannot be drawn again, which can",
        "  only put a hand farther off. With few concealed tiles it often does, because these melds are chosen near them.",
        "- The option for three players of both packages (no 2 to 8 of characters) was left off; there is none here.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Ask about many hands and write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000, help="hands that are asked about")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--out", type=Path, default=REPORT, help="where the record goes")
    given = parser.parse_args()
    begun, found = time.monotonic(), Found()
    tasks = [(f"{SEED} {first}", min(TASK, given.hands - first)) for first in range(0, given.hands, TASK)]
    for part in joblib.Parallel(n_jobs=given.jobs, return_as="generator")(joblib.delayed(compare)(*task) for task in tasks):
        found.take(part)
    command = "python -m benchmarks.shape_peers" + (f" --hands {given.hands}" if given.hands != 1_000_000 else "")
    given.out.write_text(report(found, command, time.monotonic() - begun), encoding="utf-8")
    print(f"{sum(found.counts[f'size: {size}'] for size in SIZES):,} hands, {len(found.faults)} differences beside those by definition")
    raise SystemExit(1 if found.faults else 0)


if __name__ == "__main__":
    main()
