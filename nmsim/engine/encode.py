"""From the objects people write (rules, policies) to the arrays that kernels read."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nmsim.engine import codes
from nmsim.policies import CLAIM_MODES, FEATURES, Policy
from nmsim.rules import FAN_ROWS, OPTIONS, PATTERNS, Rules, option_domain

IntArray = npt.NDArray[np.int64]


def rule_numbers(rules: Rules, *, private_deal: bool = False, players: int = 4) -> IntArray:
    """int64[SETTING_SIZE]: every option as a number (closed domains by position, sets as bits), then deal and players."""
    numbers = np.zeros(codes.SETTING_SIZE, np.int64)
    for code, name in enumerate(OPTIONS):
        numbers[code] = _number(name, getattr(rules, name))
    numbers[codes.PRIVATE_DEAL] = private_deal
    numbers[codes.PLAYERS] = players
    return numbers


def _number(name: str, value: Any) -> int:
    if isinstance(value, str):
        return option_domain(name).index(value)
    if isinstance(value, frozenset):
        return sum(1 << PATTERNS.index(pattern) for pattern in value)
    return codes.NO_CAP if value is None else int(value)


def fan_numbers(rules: Rules) -> IntArray:
    """int64[ROWS]: the fan of each row, in the order of FAN_ROWS."""
    return np.array([getattr(rules.fan, row) for row in FAN_ROWS], np.int64)


LOOKING_MODES = ("keeps", "shortens", "ready")


def policy_weights(policy: Policy) -> IntArray:
    """int64[features]: the policy's weights, in the order of FEATURES."""
    return np.array([getattr(policy.weights, name) for name in FEATURES], np.int64)


def policy_numbers(policy: Policy) -> IntArray:
    """int64[POLICY_SIZE]: sight, modes, thresholds, salt, whether claims look at distances, and discards at anything."""
    modes = [CLAIM_MODES.index(getattr(policy, form)) for form in ("chow", "pung", "kong_open", "kong_added", "kong_concealed")]
    sight = ("shape", "legal").index(policy.sight)
    rest = [policy.keep_legal, policy.win_on_discard, policy.win_min_fan, policy.mistakes, policy.salt]
    looks = any(mode in LOOKING_MODES for mode in (policy.chow, policy.pung, policy.kong_open))
    return np.array([sight, *modes, *rest, looks, policy_weights(policy).any()], np.int64)
