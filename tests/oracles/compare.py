"""What is compared: the engine's distances and accepting kinds, and the plain twin's, against the oracles of this package."""

from __future__ import annotations

import random
from collections.abc import Sequence

from nmsim.outcomes import NEVER
from nmsim.reference import distance as plain
from nmsim.rules import Rules, differences, make_rules
from nmsim.tiles import format_tiles, tile_name
from tests.differential.runs import Tally
from tests.oracles import distance as programme
from tests.oracles.distance import Question
from tests.oracles.engine import engine_accepting, engine_discard_accepting, engine_discards, engine_distances, engine_winning
from tests.oracles.hands import CONDITIONS, EXEMPTIONS, NEAR, Sample, mixed_hands
from tests.oracles.judged import TooMany, distances_by_draws, judged_distances

DRAWS = 2
MOST_ASKED = 20_000  # verdicts on one hand; a hand that would take more is left out, and counted
OPTIONS_EVERY = 50  # of so many hands one is asked again with each option reset


def described(given: Question) -> str:
    """The hand and what its rules change, on a line."""
    kinds = [kind for kind, count in enumerate(given.counts) for _ in range(count)]
    melds = "; ".join(map(str, given.melds)) or "-"
    return f"{format_tiles(kinds)} melds {melds} rules {differences(given.rules)}"


def _expect(tally: Tally, given: Question, who: str, found: object, expected: object) -> None:
    if found != expected:
        tally.faults.append(f"{described(given)}: {who} {found}, expected {expected}")


def _count(tally: Tally, sample: Sample, shape: int, legal: int) -> None:
    given, counts = sample.question, tally.counts
    counts["hands"] += 1
    origin = "from play" if sample.played else "random"
    counts[f"origin: {origin}, {'melded' if given.melds else 'no melds'}, {'within' if legal <= NEAR else 'not within'} two draws"] += 1
    counts[f"size: {sum(given.counts)} concealed, {len(given.melds)} melds"] += 1
    counts[f"legal: {'never' if legal == NEVER else legal}"] += 1
    counts[f"shape: {shape}"] += 1
    counts[f"dearer: {'never' if legal == NEVER else legal - shape}"] += 1
    for name in CONDITIONS:
        counts[f"option: {name} = {getattr(given.rules, name)}"] += 1
    for name in EXEMPTIONS:
        for pattern in getattr(given.rules, name):
            counts[f"option: {name} with {pattern}"] += 1


def _reset(rules: Rules, option: str) -> Rules:
    """The rules with one option as `strict` has it."""
    changed = {name: value for name, value in differences(rules).items() if name != option}
    return make_rules("strict", changed)


def _effects(tally: Tally, given: Sequence[Question], answers: Sequence[tuple[int, int]]) -> None:
    """How often an option decides: hands whose distances differ with it as `strict` has it. What the comparison can see."""
    for option in (*CONDITIONS, *EXEMPTIONS):
        others = programme.distances([question._replace(rules=_reset(question.rules, option)) for question in given])
        tally.counts[f"decides: {option}"] += sum(here != there for here, there in zip(answers, others, strict=True))
    tally.counts["asked again"] += len(given)


def compare_distances(seed: str, wanted: int) -> Tally:
    """The engine against the dynamic programme."""
    tally = Tally()
    samples = mixed_hands(seed, wanted)
    answers = programme.distances([sample.question for sample in samples])
    for sample, expected in zip(samples, answers, strict=True):
        _expect(tally, sample.question, "the engine's distances", engine_distances(sample.question), expected)
        _count(tally, sample, *expected)
    _effects(tally, [sample.question for sample in samples[::OPTIONS_EVERY]], answers[::OPTIONS_EVERY])
    return tally


def compare_accepting(seed: str, wanted: int) -> Tally:
    """The engine's accepting kinds of hands of 3n+1 tiles against the dynamic programme on every draw."""
    tally = Tally()
    samples = mixed_hands(seed, wanted, sizes=(1,))
    questions = [sample.question for sample in samples]
    for sample, distances, expected in zip(samples, programme.distances(questions), programme.accepting(questions), strict=True):
        _expect(tally, sample.question, "the engine's accepting kinds", engine_accepting(sample.question), expected)
        _count(tally, sample, *distances)
        tally.counts["kinds in shape"] += len(expected[0])
        tally.counts["kinds legally"] += len(expected[1])
        tally.counts["hands whose two lists differ"] += expected[0] != expected[1]
    return tally


def compare_discards(seed: str, wanted: int) -> Tally:
    """The engine on hands of 3n+2 tiles after each discard, and its accepting and winning kinds after one, against the programme."""
    tally, rng = Tally(), random.Random(seed)
    samples = mixed_hands(seed, wanted, sizes=(2,))
    for sample, own in zip(samples, programme.distances([sample.question for sample in samples]), strict=True):
        given = sample.question
        after = {kind: _without(given, kind) for kind, count in enumerate(given.counts) if count}
        distances = dict(zip(after, programme.distances(list(after.values())), strict=True))
        _expect(tally, given, "the engine's distances after discards", engine_discards(given), distances)
        kind = rng.choice(list(after))
        accepting = programme.accepting([after[kind]])[0]
        winning = tuple(kinds if distance == 0 else [] for kinds, distance in zip(accepting, distances[kind], strict=True))
        _expect(tally, given, f"the engine's accepting kinds without {tile_name(kind)}", engine_discard_accepting(given, kind), accepting)
        _expect(tally, after[kind], "the engine's winning kinds", engine_winning(after[kind]), winning)
        _count(tally, sample, *own)
    return tally


def _without(given: Question, kind: int) -> Question:
    counts = list(given.counts)
    counts[kind] -= 1
    return given._replace(counts=counts)


def _expect_of_all(tally: Tally, given: Question, expected: tuple[int | None, int | None], largest: int) -> tuple[int, int]:
    """The engine, the dynamic programme and the plain twin against verdicts, which call everything past `largest` None."""
    twin = plain.distances(given.rules)
    found = {
        "the engine's distances": engine_distances(given),
        "the dynamic programme's distances": programme.distances([given])[0],
        "the plain twin's distances": (twin.shape(given.counts, given.melds), twin.legal(given.counts, given.melds)),
    }
    for who, answer in found.items():
        _expect(tally, given, who, tuple(number if number <= largest else None for number in answer), expected)
    return found["the dynamic programme's distances"]


def compare_judged(seed: str, wanted: int) -> Tally:
    """All three programs against the judge's verdicts on every complete hand that is near enough."""
    tally = Tally()
    for sample in mixed_hands(seed, wanted):
        try:
            shape, legal, asked = judged_distances(sample.question, MOST_ASKED)
        except TooMany:
            tally.counts["left out"] += 1
            continue
        _count(tally, sample, *_expect_of_all(tally, sample.question, (shape, legal), NEVER))
        tally.counts["verdicts"] += asked
    return tally


def compare_draws(seed: str, wanted: int, sizes: tuple[int, ...]) -> Tally:
    """All three programs against the judge's verdicts on every hand that two draws, and any discards, can make."""
    tally = Tally()
    for sample in mixed_hands(seed, wanted, sizes):
        shape, legal, asked = distances_by_draws(sample.question, DRAWS)
        _count(tally, sample, *_expect_of_all(tally, sample.question, (shape, legal), DRAWS - 1))
        tally.counts["verdicts"] += asked
    return tally
