"""From the objects people write (rules, policies) to the records that kernels read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from nmsim.engine.codes import NO_CAP
from nmsim.engine.kernel import make_record
from nmsim.engine.records import POLICY, RULE, WEIGHTS
from nmsim.policies import CLAIM_MODES, FEATURES, LOOKING_MODES, MODES, SIGHTS, Policy
from nmsim.rules import FAN_ROWS, OPTIONS, PATTERNS, Rules, option_domain
from nmsim.tiles import COPIES, RANKS, TILES

# The most that each feature of a discard can be (docs/policies.md); the least is 0. Distances are not bounded here.
ACCEPTING_RANGES = dict.fromkeys(("shape_accepting", "legal_accepting"), TILES)
_OF_A_HAND = 18  # tiles, with four kongs
PLAIN_RANGES = {
    **dict.fromkeys(("drawn", "honor", "terminal", "last_of_suit", "last_terminal"), 1),
    **dict.fromkeys(("copies", "seen"), COPIES),
    "centrality": RANKS // 2 + 1,
    "neighbours": 6 * COPIES,
    "suit_tiles": _OF_A_HAND,
}


def rule_record(rules: Rules, *, private_deal: bool = False, players: int = 4) -> Any:
    """The rules as a record (RULE): closed domains by position, sets as bits; then deal and players."""
    numbers = {name: _number(name, getattr(rules, name)) for name in OPTIONS}
    return _filled(RULE, {**numbers, "private_deal": private_deal, "players": players})


def _filled(fields: np.dtype[Any], values: Mapping[str, Any]) -> Any:
    """A record with a value in every field."""
    record = make_record(fields)
    for name in fields.names or ():
        record[name] = values[name]
    return record


def _number(name: str, value: Any) -> int:
    if isinstance(value, str):
        return option_domain(name).index(value)
    if isinstance(value, frozenset):
        return sum(1 << PATTERNS.index(pattern) for pattern in value)
    return NO_CAP if value is None else int(value)


def fan_numbers(rules: Rules) -> np.ndarray:
    """int64[ROWS]: the fan of each row, in the order of FAN_ROWS."""
    return np.array([getattr(rules.fan, row) for row in FAN_ROWS], np.int64)


def policy_weights(policies: Sequence[Policy]) -> np.ndarray:
    """WEIGHTS[n]: the weights of each policy."""
    return np.array([tuple(getattr(policy.weights, name) for name in FEATURES) for policy in policies], WEIGHTS)


def policy_records(policies: Sequence[Policy]) -> np.ndarray:
    """POLICY[n]: how each policy claims, wins and errs, and what it looks at."""
    return np.array([tuple(_policy_values(policy)[name] for name in POLICY.names or ()) for policy in policies], POLICY)


def _policy_values(policy: Policy) -> dict[str, int]:
    modes = {form: CLAIM_MODES.index(getattr(policy, form)) for form in MODES}
    plain = {name: int(getattr(policy, name)) for name in ("keep_legal", "win_on_discard", "win_min_fan", "mistakes", "salt")}
    looks = any(getattr(policy, form) in LOOKING_MODES for form in ("chow", "pung", "kong_open"))
    scores = any(getattr(policy.weights, name) for name in FEATURES)
    spreads = {"plain_spread": _spread(policy, PLAIN_RANGES), "accepting_spread": _spread(policy, ACCEPTING_RANGES)}
    return {"sight": SIGHTS.index(policy.sight), **modes, **plain, "looks": looks, "scores": scores, **spreads}


def _spread(policy: Policy, ranges: Mapping[str, int]) -> int:
    """By how much at most two discards differ in what these features add to their scores."""
    return sum(abs(getattr(policy.weights, name)) * most for name, most in ranges.items())
