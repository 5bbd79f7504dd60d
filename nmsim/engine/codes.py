"""Names for the numbers that kernels compare: values of options and policies, actions, events. All plain integers.

Values of closed options and modes are their places in the declared domain, fan rows and patterns their places in the declared list.
"""

from __future__ import annotations

from nmsim.policies import CLAIM_MODES, SIGHTS
from nmsim.rules import FAN_ROWS, PATTERNS, option_domain


def _values(option: str, *names: str) -> tuple[int, ...]:
    """The numbers of a closed option's values."""
    return tuple(option_domain(option).index(name) for name in names)


def _rows(*names: str) -> tuple[int, ...]:
    """The numbers of fan rows."""
    return tuple(map(FAN_ROWS.index, names))


# Values of closed options.
(SUITS_REQUIRED,) = _values("suit_rule", "three_suits")
(SCOPE_CONCEALED,) = _values("suit_scope", "concealed")
EITHER, YAOJIU, JIANG258, BOTH, SECOND_OFF = _values("second_condition", "either", "yaojiu", "jiang258", "both", "off")
ANY_PAIR, ALL_PAIRS = _values("seven_pairs_jiang", "any_pair", "all_pairs")
(DOUBLE,) = _values("payout", "double")
NO_CAP = -1
(PAID_AT_ONCE,) = _values("kong_payment", "immediate")
DIHU_FIRST_DISCARD, DIHU_FIRST_DRAW = _values("dihu", "dealer_first_discard", "first_draw")
DISCARDER_ONE, DISCARDER_ALL = _values("discard_payment", "discarder_one", "discarder_all")
(ALL_WIN,) = _values("multi_win", "all")
ROB_OFF, ROB_ANY = _values("rob_kong", "off", "any")
(LOCK_UNTIL_DRAW,) = _values("pass_win_lock", "until_draw")
(NEXT_DEALER_WINNER,) = _values("next_dealer_on_win", "winner")
(DRAW_STAY,) = _values("next_dealer_on_draw", "stay")

PATTERN_PURE, PATTERN_MIXED, PATTERN_PUNGS, PATTERN_PAIRS, PATTERN_ORPHANS, PATTERN_HONORS = (
    1 << PATTERNS.index(name) for name in ("pure_suit", "mixed_suit", "all_pungs", "seven_pairs", "thirteen_orphans", "all_honors")
)

# Fan rows.
ROW_BASIC, ROW_SELF_DRAW, ROW_CONCEALED, ROW_PUNGS = _rows("basic_win", "self_draw", "concealed_hand", "all_pungs")
ROW_PURE, ROW_MIXED, ROW_PAIRS, ROW_ORPHANS = _rows("pure_suit", "mixed_suit", "seven_pairs", "thirteen_orphans")
ROW_HONORS, ROW_DRAGON, ROW_KONG_OPEN, ROW_KONG_CONCEALED = _rows("all_honors", "dragon_seven_pairs", "kong_open", "kong_concealed")
ROW_BLOOM, ROW_LAST, ROW_ROB = _rows("kong_bloom", "last_tile_draw", "rob_kong")
ROW_HEAVENLY, ROW_EARTHLY = _rows("heavenly_win", "earthly_win")

# Actions, events and refusal reasons of the action log (docs/play.md).
PASS, WIN, ACT_KONG_OPEN, ACT_PUNG, ACT_CHOW, ACT_KONG_CONCEALED, ACT_KONG_ADDED, ACT_DISCARD = range(8)
EVENT_DRAW, EVENT_REFUSED, EVENT_OFFER, EVENT_ANSWER, EVENT_ACT, EVENT_END = range(6)
REFUSED_SUIT, REFUSED_SECOND, REFUSED_BOTH = 1, 2, 3

# How the winning tile came.
BY_SELF, BY_DISCARD, BY_ROB = range(3)

# Modes of claims and kongs; what a policy's modes look at.
MODE_NEVER, MODE_ALWAYS, MODE_RANDOM, MODE_KEEPS, MODE_SHORTENS, MODE_READY = map(
    CLAIM_MODES.index, ("never", "always", "random", "keeps", "shortens", "ready")
)
SIGHT_SHAPE = SIGHTS.index("shape")
NEVER_PENALTY = 16  # a hand that cannot become legal is seen as this much farther than its shape
UNKNOWN = -1  # of a seat's `accepts`: the kinds that bring the hand nearer are not known

# What happens next.
OVER, OWN_TURN, CLAIM_TURN, DISCARDED, NEXT_DRAW, REPLACE = range(6)
