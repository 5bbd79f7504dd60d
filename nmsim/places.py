"""The places of an experiment file: what its arms are called, and names that stand where they do not belong.

To TOML, a line after `[policies.NAME]` belongs to that table, though it is meant for the whole experiment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from nmsim.errors import Faults
from nmsim.policies import FEATURES, Policy
from nmsim.rules import FAN_ROWS, OPTIONS
from nmsim.words import say

PLAIN_NAME = re.compile(r"[A-Za-z0-9_]{1,40}")
_RULES, _POLICY = (*OPTIONS, "fan", "preset"), (*Policy.model_fields, "base")


def arm_places(given: Sequence[Any]) -> list[str]:
    """What the arms are called where their faults are told: one without a name that can be used goes by its number."""
    names = [arm.get("name") if isinstance(arm, Mapping) else None for arm in given]
    return [name if isinstance(name, str) and PLAIN_NAME.fullmatch(name) else str(number) for number, name in enumerate(names)]


def without_misplaced(
    table: Mapping[str, Any], faults: Faults, fields: Sequence[str], arm_fields: Sequence[str]
) -> tuple[dict[str, Any], list[str]]:
    """An experiment's table without the names that belong in another place of it, and these names; the faults say where each belongs."""
    homes = {"top": fields, "arm": arm_fields, "rules": OPTIONS, "fan": FAN_ROWS, "policy": _POLICY, "weights": FEATURES}
    found: list[str] = []

    def kept(given: Any, where: str, own: Sequence[str], **inner: Any) -> Any:
        """What belongs here; `inner` looks through tables inside."""
        if not isinstance(given, Mapping):
            return given
        right = {}
        for name, value in given.items():
            home = None if name in own else next((home for home, names in homes.items() if name in names), None)
            if home:
                found.append(name)
                faults.add(f"{where}.{name}: {say(f'experiment.belongs {home}', name=name)}")
            else:
                right[name] = inner[name](value, f"{where}.{name}") if name in inner else value
        return right

    def rules(given: Any, where: str) -> Any:
        return kept(given, where, _RULES, fan=lambda rows, there: kept(rows, there, FAN_ROWS))

    def policies(given: Any, where: str) -> Any:
        return {name: policy(each, f"{where}.{name}") for name, each in given.items()} if isinstance(given, Mapping) else given

    def policy(given: Any, where: str) -> Any:
        return kept(given, where, _POLICY, weights=lambda weights, there: kept(weights, there, FEATURES))

    def arms(given: Any, where: str) -> Any:
        if not isinstance(given, list):
            return given
        return [kept(arm, f"{where}.{place}", arm_fields, rules=rules) for arm, place in zip(given, arm_places(given), strict=True)]

    return kept(table, "experiment", fields, rules=rules, policies=policies, arms=arms), found
