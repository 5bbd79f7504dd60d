"""One hand played again, addressed by what its row holds, and told turn by turn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from nmsim.errors import InputError, unknown
from nmsim.experiment import MOST
from nmsim.outcomes import COLUMN_NAMES
from nmsim.record import RECORD_NAME, make_plans, read_record, recorded_experiment
from nmsim.reference.hands_file import parse_options
from nmsim.words import Lang, listed, say, speaking
from nmsim.words.names import named

if TYPE_CHECKING:
    from nmsim.plan import Plan


_PLACE = ("arm", "wall", "rotation", "match", "hand")  # columns that address a hand


class Address(NamedTuple):
    """Where a hand stands: its wall, or its match and number there, and its seating."""

    wall: int | None
    match: int | None
    hand: int | None
    rotation: int


def plan_of_run(folder: Path, arm: str) -> tuple[Plan, int]:
    """The plan of an arm, by name or number, of the run in a folder, and how many walls were played. Raises InputError."""
    record = read_record(folder)
    if record is None:
        raise InputError(say("replay.no_record", folder=folder, record=RECORD_NAME))
    experiment = recorded_experiment(record)
    names = [each.name for each in experiment.arms]
    numbers = [str(number) for number in range(len(names))]
    if arm not in names and arm not in numbers:
        raise InputError(unknown("arm", arm, [*names, *numbers]))
    return make_plans(experiment)[names.index(arm) if arm in names else int(arm)], experiment.walls or 0


def plan_by_hand(preset: str, settings: Sequence[str], seats: Sequence[str], seed: int) -> Plan:
    """A plan of independent hands from words of the command line. Raises InputError."""
    from nmsim.plan import make_plan

    rules = parse_options(";".join([f"preset={preset}", *settings]))
    return make_plan(rules, [seat.strip() for seat in seats], seed)


def locate(plan: Plan, address: Address, walls: int = MOST) -> tuple[int, int]:
    """The block of an address and the hand's number in it. Raises InputError for an address that none of `walls` walls has."""
    wall, match, hand, rotation = address
    in_match = plan.design == "match"
    inner = plan.hands_per_match if in_match else 1
    limits = [("wall", wall, walls), ("rotation", rotation, plan.rotations)]
    limits += [("match", match, walls // inner), ("hand", hand, inner)] if in_match else []
    problems = [
        say("replay.out_of_range", field=name, value=value, most=limit - 1)
        for name, value, limit in limits
        if value is not None and not 0 <= value < limit
    ]
    if in_match and wall is not None and (match, hand) == (None, None):
        match, hand = divmod(wall, inner)
    if in_match and (match is None or hand is None):
        problems.append(say("replay.match_address", most=inner - 1))
    elif in_match and wall is not None and (match, hand) != divmod(wall, inner):
        problems.append(say("replay.contradiction", wall=wall, match=match, hand=hand))
    if not in_match and (match is not None or hand is not None):
        problems.append(say("replay.alone"))
    if not in_match and wall is None:
        problems.append(say("replay.no_wall"))
    if problems:
        raise InputError(*problems)
    return (match or 0, hand or 0) if in_match else (wall or 0, 0)


def tell(plan: Plan, address: Address, lang: Lang, *, walls: int = MOST, as_json: bool = False) -> str:
    """The hand in words, or its row as JSON. Raises InputError for an address that none of `walls` walls has."""
    from nmsim.playing import log_hand
    from nmsim.reference.narrate import narrate, seat_names

    block, hand = locate(plan, address, walls)
    log, row, wall = log_hand(plan, block, address.rotation, hand)
    if as_json:
        return json.dumps(dict(zip(COLUMN_NAMES, row.tolist(), strict=True)))
    facts = dict(zip(COLUMN_NAMES, row.tolist(), strict=True))
    with speaking(lang):
        names = seat_names()[: plan.players]
        seated = listed(
            say("replay.seated", name=name, policy=named("policy", plan.distinct_policies[facts[f"policy_{at}"]].name))
            for at, name in enumerate(names)
        )
        place = [say(f"replay.place.{name}", value=facts[name]) for name in _PLACE if facts[name] >= 0]
        place_and_seed = listed([*place, say("replay.seed", seed=plan.seed)])
    story = narrate(
        log,
        plan.rules,
        wall,
        facts["dealer"],
        facts["repeats"],
        deal=plan.deal,
        players=plan.players,
        names=names,
        lang=lang,
    )
    return f"{place_and_seed}\n{seated}\n{story.rstrip()}"
