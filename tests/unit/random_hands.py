"""Random rules and hands for tests that compare two programs; a `random.Random` in, plain values out."""

from __future__ import annotations

import random

from nmsim.errors import InputError
from nmsim.reference.shapes import ORPHAN_KINDS
from nmsim.rules import OPTION_NAMES, Rules, make_rules, option_domain
from nmsim.tiles import CHOW, COPIES, FIRST_HONOR, KINDS, RANKS, Meld, count_kinds

MELD_FORMS = 5
PRESETS = ("strict", "strict", "example", "open", "dongbei")
COLORS = ((0, 1, 2, 3), (0, 1, 2, 3), (0, 1, 2), (0, 3), (1, 3), (2, 3), (0,), (1,), (2,), (3,), (0, 1), (1, 2, 3))


def random_rules(rng: random.Random) -> Rules:
    """A preset with every option, fan rows included, drawn anew or (less often) left as it is."""
    while True:
        share = rng.choice((0.2, 0.6, 1.0))
        drawn = {name: rng.choice(option_domain(name)) for name in OPTION_NAMES if rng.random() < share}
        try:
            return make_rules(rng.choice(PRESETS), drawn)
        except InputError:
            continue


def random_pool(rng: random.Random) -> list[int]:
    """Kinds to make a hand of: all, those of some colors, or a few of them."""
    colors = rng.choice(COLORS)
    pool = [kind for kind in range(KINDS) if kind // RANKS in colors]
    return sorted(rng.sample(pool, min(len(pool), rng.randint(6, 14)))) if rng.random() < 0.3 else pool


def random_set(rng: random.Random, pool: list[int]) -> Meld:
    """A chow, pung or kong of kinds in the pool, if it holds a chow at all."""
    starts = [kind for kind in pool if kind < FIRST_HONOR and kind % RANKS <= 6 and {kind + 1, kind + 2} <= set(pool)]
    if starts and rng.random() < 0.55:
        return Meld(CHOW, rng.choice(starts))
    return Meld(rng.randint(1, MELD_FORMS - 1), rng.choice(pool))


def fits(concealed: list[int], melds: list[Meld]) -> bool:
    """Whether no kind is held five times."""
    return max(count_kinds([*concealed, *(kind for meld in melds for kind in meld.kinds())])) <= COPIES


def random_complete_hand(rng: random.Random) -> tuple[list[int], list[Meld]]:
    """Concealed kinds, the winning tile among them, and melds of a hand complete in shape: four sets, seven pairs or orphans."""
    while True:
        pool = random_pool(rng)
        style = rng.random()
        melds: list[Meld] = []
        if style < 0.15:
            concealed = [kind for kind in rng.choices(pool, k=7) for _ in range(2)]
        elif style < 0.2:
            concealed = [*ORPHAN_KINDS, rng.choice(ORPHAN_KINDS)]
        else:
            sets = [random_set(rng, pool) for _ in range(4)]
            if style < 0.4:
                sets = [each if each.form != CHOW else Meld(rng.randint(1, MELD_FORMS - 1), each.kind) for each in sets]
            melded = rng.choice((0, 0, 1, 2, 3, 4))
            melds = sets[:melded]
            concealed = [kind for each in sets[melded:] for kind in each.kinds()[:3]] + [rng.choice(pool)] * 2
        if fits(concealed, melds):
            return concealed, melds


def random_hand(rng: random.Random, drawn: bool) -> tuple[list[int], list[Meld]]:
    """Concealed kinds, 3n+2 of them if `drawn` else 3n+1, and melds: half the hands near completion, half of any tiles of a pool."""
    concealed, melds = random_complete_hand(rng)
    if rng.random() < 0.5:
        changes = rng.choice((0, 0, 1, 1, 2, 3, 4))
        concealed = exchanged(rng, concealed, melds, changes, list(range(KINDS)))
    else:
        concealed = exchanged(rng, concealed, melds, len(concealed), random_pool(rng))
    if not drawn:
        concealed.remove(rng.choice(concealed))
    return concealed, melds


def exchanged(rng: random.Random, concealed: list[int], melds: list[Meld], changes: int, pool: list[int]) -> list[int]:
    """The concealed tiles with so many of them (at most all) replaced by tiles of the pool, or of any kind where the pool is used up."""
    kept = rng.sample(concealed, max(0, len(concealed) - changes))
    held = count_kinds([*kept, *(kind for meld in melds for kind in meld.kinds())])
    while len(kept) < len(concealed):
        free = [kind for kind in pool if held[kind] < COPIES] or [kind for kind in range(KINDS) if held[kind] < COPIES]
        kind = rng.choice(free)
        held[kind] += 1
        kept.append(kind)
    return kept
