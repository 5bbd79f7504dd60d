"""Does the agreement notice an engine that ignores an option? `python -m benchmarks.option_branches` writes benchmarks/option_branches.md.

For every option and fan row in turn the engine is given its default in place of the true value, as if the branch were broken, and the
comparison of tests/differential runs on worlds in which the option is off its default, until the first hand that disagrees.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import joblib

from nmsim.reference.match import next_dealer
from nmsim.rules import OPTION_NAMES, Rules
from tests.differential.compare import log_fault, whole_hand_fault
from tests.differential.worlds import Case, Engine, Played, World, make_world, without_option

SEED = 20261130
ROUNDS, HANDS = 12, 60
WHOLE_ROUNDS, WHOLE_HANDS = 12, 6
REPORT = Path(__file__).with_suffix(".md")


class Found(NamedTuple):
    """The first disagreement over an option: after how many hands, by which comparison, and what it said."""

    option: str
    hands: int
    comparison: str
    line: str


def worlds_of(option: str, rounds: int) -> list[World]:
    """Worlds in which the option is off its default."""
    place = OPTION_NAMES.index(option)
    return [make_world(SEED, place + turn * len(OPTION_NAMES)) for turn in range(rounds)]


def broken_engine(world: World) -> Engine | None:
    """The engine that ignores the world's option."""
    plan = without_option(world.plan, world.forced)
    return Engine(plan) if plan else None


def dealer_fault(case: Case, rows: list[Played], rules: Rules) -> str | None:
    """Who deals the next hand of the match, by the reference's rule, if it is not who the engine lets deal."""
    before, after = (played.row for played in rows)
    expected = next_dealer(rules, before["dealer"], before["repeats"], before["winner"], before["winners"])
    if expected != (after["dealer"], after["repeats"]):
        return f"{case.line}: dealer and repeats {after['dealer'], after['repeats']} in the engine, {expected} in the reference"
    return None


def first_disagreement(option: str) -> Found:
    """Try the cheap comparison first: logs; for dealers, hands that follow each other; then whole hands."""
    tried = 0
    for world in worlds_of(option, ROUNDS):
        engine = broken_engine(world)
        for case in map(world.case, range(HANDS if engine else 0)):
            assert engine is not None
            tried += 1
            if option.startswith("next_dealer"):
                line = _next_dealer_line(case, engine)
            else:
                line = log_fault(case, engine.play(case), world.plan.rules)
            if line:
                return Found(option, tried, "next dealer" if option.startswith("next_dealer") else "log", line)
    return _in_whole_hands(option, tried)


def _next_dealer_line(case: Case, engine: Engine) -> str | None:
    if case.hand == 0:
        return None
    rows = [engine.play(replace(case, hand=hand)) for hand in (case.hand - 1, case.hand)]
    return dealer_fault(case, rows, case.world.plan.rules)


def _in_whole_hands(option: str, tried: int) -> Found:
    for world in worlds_of(option, WHOLE_ROUNDS):
        engine = broken_engine(world)
        for case in map(world.case, range(WHOLE_HANDS if engine else 0)):
            assert engine is not None
            tried += 1
            line = whole_hand_fault(case, engine.play(case))
            if line:
                return Found(option, tried, "whole hand", line)
    return Found(option, tried, "NOT FOUND", "")


def unbroken_hands(option: str) -> int:
    """Differences on the same worlds when the engine is left whole, which must be none: then what was found is the option's doing."""
    world = worlds_of(option, 1)[0]
    engine = Engine(world.plan)
    return sum(log_fault(case, engine.play(case)) is not None for case in map(world.case, range(5)))


def main() -> None:
    """Break every option, one after the other."""
    found = joblib.Parallel(n_jobs=2)(joblib.delayed(first_disagreement)(option) for option in OPTION_NAMES)
    whole = joblib.Parallel(n_jobs=2)(joblib.delayed(unbroken_hands)(option) for option in OPTION_NAMES)
    missed = [each.option for each in found if each.comparison == "NOT FOUND"]
    lines = [
        "# An engine that ignores an option is found out",
        "",
        f"2026-11-30, `python -m benchmarks.option_branches`, seed {SEED}. The engine is given the default of one option,",
        "the reference its true value; hands are compared until one disagrees. Log: the reference checks the engine's log and columns.",
        "Whole hand: it chooses for itself. Next dealer: the next hand of a match has the dealer and repeats that the reference asks for.",
        "",
        f"Options and fan rows broken: {len(found)}; found out: {len(found) - len(missed)}; missed: {', '.join(missed) or 'none'}. "
        f"Differences with the engine left whole, on the same worlds: {sum(whole)}.",
        "",
        "| option ignored | hands until found | comparison | what it said |",
        "|---|---:|---|---|",
        *(f"| {each.option} | {each.hands} | {each.comparison} | {each.line.split(': ', 1)[-1][:110]} |" for each in found),
    ]
    REPORT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
