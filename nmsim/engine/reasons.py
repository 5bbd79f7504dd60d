"""Why a hand may not be declared, as bits. No kernel, so that the names can be had without numba."""

from __future__ import annotations

from enum import IntFlag

from nmsim.tiles import SUIT_NAMES_ZH, SUIT_READING_ORDER


class Reason(IntFlag):
    """Reasons of `check_win`, a bit each; `spelled` gives them in the words of `Verdict.reasons`."""

    MISSING_CHARACTERS = 1 << 0
    MISSING_DOTS = 1 << 1
    MISSING_BAMBOOS = 1 << 2
    NO_YAOJIU_NO_258 = 1 << 3
    SECOND_CONDITION_YAOJIU = 1 << 4
    SECOND_CONDITION_JIANG258 = 1 << 5
    SECOND_CONDITION_BOTH = 1 << 6
    BAD_TILE_COUNT = 1 << 7
    FIVE_COPIES = 1 << 8
    NOT_COMPLETE = 1 << 9
    THIRTEEN_ORPHANS_OFF = 1 << 10
    SEVEN_PAIRS_OFF = 1 << 11
    ROB_KONG_OFF = 1 << 12
    ROB_CONCEALED_KONG_OFF = 1 << 13
    BELOW_MIN_FAN = 1 << 14

    @property
    def spelled(self) -> tuple[str, ...]:
        """The reasons in the order and spelling of the hands file, such as `missing_suit:条筒`."""
        missing = [SUIT_NAMES_ZH[suit] for suit in SUIT_READING_ORDER if self & (1 << suit)]
        words = ["missing_suit:" + "".join(missing)] if missing else []
        for reason in Reason:
            if reason & self and reason > Reason.MISSING_BAMBOOS:
                words.append(str(reason.name).lower().replace("second_condition_", "second_condition:"))
        return tuple(words)
