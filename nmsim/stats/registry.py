"""Every statistic, declared once: name, unit, formula (two measures and a scale), groups and kind of interval.

Add a statistic by one declaration here and its label and meaning in `nmsim/words/statistics.py`; summaries, tables and the reference page
follow.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

from nmsim.errors import InputError, unknown
from nmsim.rules import FAN_ROWS
from nmsim.stats.deals import lacking_a_suit, no_terminal, suits_held_exactly
from nmsim.stats.intervals import Kind
from nmsim.stats.measures import (
    CLAIM_FORMS,
    DISTANCE_LEVELS,
    FAN_LEVELS,
    HALVES,
    LEGAL_WINNER_LEVELS,
    MEASURES,
    REASONS,
    SOURCES,
    SUIT_LEVELS,
    TILE_LEVELS,
    WAIT_LEVELS,
)
from nmsim.words import Lang, say

Grouping = Literal["all", "seat", "policy", "role", "level"]
SEAT_GROUPS: tuple[Grouping, ...] = ("all", "seat", "policy", "role")
POLICY_GROUPS: tuple[Grouping, ...] = ("all", "policy")


@dataclass(frozen=True)
class Statistic:
    """A ratio of two measures with its interval.

    `kind`: share (of trials, in 0 to 1), mean, or rate (events, several to a trial). A mean or rate lies between `least` and `most` under
    any rules. `paired`: arms are compared on the same walls. `duel`: policies, and the dealer with the others, are compared inside an arm.
    `exact`: known values under a fair deal, by group.
    """

    name: str
    unit: str
    kind: Kind
    numerator: str
    denominator: str
    by: tuple[Grouping, ...] = ("all",)
    levels: tuple[str, ...] = ()
    scale: int = 1
    least: float = 0.0
    most: float = math.inf
    paired: bool = False
    duel: bool = False
    exact: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for measure in (self.numerator, self.denominator):
            if measure not in MEASURES:
                raise ValueError(f"{self.name}: {unknown('measure', measure, MEASURES)}")

    def label(self, lang: Lang | None = None) -> str:
        """What it is called, in the language (by default the one spoken)."""
        return say(f"statistics.{self.name}", lang)

    def meaning(self, lang: Lang | None = None) -> str:
        """What is estimated, in one line."""
        return say(f"statistics.{self.name}.meaning", lang)

    @property
    def formula(self) -> str:
        """The ratio of sums over all hands that is estimated."""
        scale = f"{self.scale} x " if self.scale != 1 else ""
        return f"{scale}sum({self.numerator}) / sum({self.denominator})"


def _share(name: str, numerator: str, denominator: str, **more: object) -> Statistic:
    return Statistic(name, "share", "share", numerator, denominator, **more)  # type: ignore[arg-type]


def _mean(name: str, numerator: str, denominator: str, unit: str, **more: object) -> Statistic:
    return Statistic(name, unit, "mean", numerator, denominator, **more)  # type: ignore[arg-type]


def _rate(name: str, numerator: str, denominator: str, of: str, **more: object) -> Statistic:
    return Statistic(name, f"events per 100 {of}", "rate", numerator, denominator, scale=100, **more)  # type: ignore[arg-type]


def _refusal_statistics(reason: str, source: str) -> tuple[Statistic, ...]:
    """Complete hands that may not win, for one reason and from one source, each over the denominator that its name says."""
    name = f"refused_{reason}_{source}"
    return (
        _share(f"{name}_of_complete", f"{name}_seats", "complete_seats", by=POLICY_GROUPS, paired=True, duel=True),
        _share(f"{name}_share", f"{name}_seats", "seat_hands", by=POLICY_GROUPS, paired=True, duel=True),
        _share(f"{name}_of_hands", f"{name}_hands", "hands", paired=True),
        _rate(f"{name}_per_100", f"{name}_table", "hands", "hands", paired=True),
        _rate(f"{name}_per_100_seats", f"{name}_events", "seat_hands", "seat-hands", by=("policy",)),
        _share(f"{name}_lost_share", f"{name}_lost", "complete_seats", by=POLICY_GROUPS),
    )


_HEADLINE: tuple[Statistic, ...] = (
    *(statistic for reason in REASONS for source in SOURCES for statistic in _refusal_statistics(reason, source)),
    _share("complete_share", "complete_seats", "seat_hands", by=POLICY_GROUPS, paired=True),
    _share("complete_never_won", "complete_never_won", "complete_seats", by=POLICY_GROUPS, paired=True),
    _share("lacking_suit", "lacking_suit", "seat_hands", exact={"all": float(lacking_a_suit())}),
    _share("no_terminal", "no_terminal", "seat_hands", exact={"all": float(no_terminal())}),
    _share(
        "suits_dealt",
        "suits_dealt_at",
        "dealt_hands",
        by=("level",),
        levels=SUIT_LEVELS,
        exact={suits: float(suits_held_exactly(int(suits))) for suits in SUIT_LEVELS},
    ),
)

_ENDINGS: tuple[Statistic, ...] = (
    _share("win", "won_hands", "hands", paired=True),
    _share("self_draw", "self_draw_hands", "hands", paired=True),
    _share("discard_win", "discard_hands", "hands", paired=True),
    _share("rob", "rob_hands", "hands"),
    _share("draw", "drawn_hands", "hands", paired=True),
    _share("abort", "aborted_hands", "hands"),
    _share("self_draw_of_wins", "self_draw_hands", "won_hands", paired=True),
    _share("discard_of_wins", "discard_hands", "won_hands", paired=True),
    _share("kong_bloom", "bloom_hands", "hands"),
    _share("last_tile", "last_tile_hands", "hands"),
    _share("contested_win", "contested_hands", "taken_hands"),
    _share("legal_winners", "legal_winners_at", "taken_hands", by=("level",), levels=LEGAL_WINNER_LEVELS),
    _mean("turns", "turns", "hands", "discards", paired=True),
    _mean("tiles_left", "tiles_left", "hands", "tiles"),
)

_SEATS: tuple[Statistic, ...] = (
    _share("seat_win", "seat_wins", "seat_hands", by=SEAT_GROUPS, paired=True, duel=True),
    _share("seat_self_draw", "seat_self_draws", "seat_hands", by=SEAT_GROUPS, duel=True),
    _share("deal_in", "seat_deal_ins", "seat_hands", by=SEAT_GROUPS, paired=True, duel=True),
    _mean("points", "points", "seat_hands", "points", by=("seat", "policy", "role"), least=-math.inf, duel=True),
    _mean("winning_turn", "winning_turns", "seat_wins", "own discards", by=POLICY_GROUPS, paired=True, duel=True),
    _share("called", "callers", "seat_hands", by=POLICY_GROUPS, duel=True),
    *(Statistic(form, "melds", "rate", form, "seat_hands", by=POLICY_GROUPS, most=4) for form in CLAIM_FORMS),
)

_READINESS: tuple[Statistic, ...] = (
    _share("ready_shape", "ready_shape", "seat_hands", by=POLICY_GROUPS, paired=True, duel=True),
    _share("ready_legal", "ready_legal", "seat_hands", by=POLICY_GROUPS, paired=True, duel=True),
    _mean("ready_shape_turn", "ready_shape_turns", "ready_shape", "own discards", by=POLICY_GROUPS),
    _mean("ready_legal_turn", "ready_legal_turns", "ready_legal", "own discards", by=POLICY_GROUPS),
    _mean("start_shape_mean", "start_shape", "start_shape_finite", "draws"),
    _mean("start_legal_mean", "start_legal", "start_legal_finite", "draws"),
    _share("start_shape", "start_shape_at", "dealt_hands", by=("level",), levels=DISTANCE_LEVELS),
    _share("start_legal", "start_legal_at", "dealt_hands", by=("level",), levels=DISTANCE_LEVELS),
    _share("win_by_start", "start_legal_wins_at", "start_legal_at", by=("level",), levels=DISTANCE_LEVELS),
    _share("wait", "wait_at", "ready_seats", by=("level",), levels=WAIT_LEVELS),
    _share("win_by_wait", "wait_wins_at", "wait_at", by=("level",), levels=WAIT_LEVELS),
)

_WINS: tuple[Statistic, ...] = (
    _mean("fan", "seat_fan", "seat_wins", "fan", by=POLICY_GROUPS, paired=True, duel=True),
    _share("fan_share", "fan_at", "winning_seats", by=("level",), levels=FAN_LEVELS),
    _share("fan_row", "fan_row_times", "won_hands", by=("level",), levels=FAN_ROWS),
    _share("second_half", "second_halves", "won_hands", by=("level",), levels=HALVES),
    _share("winning_tile", "winning_tile_at", "won_hands", by=("level",), levels=TILE_LEVELS),
    _share("discard_tile", "discard_tile_at", "discard_hands", by=("level",), levels=TILE_LEVELS),
)

STATISTICS: dict[str, Statistic] = {each.name: each for each in (*_HEADLINE, *_ENDINGS, *_SEATS, *_READINESS, *_WINS)}
HEADLINE = "refused_suit_any_of_complete"


def statistic(name: str) -> Statistic:
    """The statistic of that name. Raises InputError with the nearest right name."""
    if name not in STATISTICS:
        raise InputError(unknown("statistic", name, STATISTICS))
    return STATISTICS[name]
