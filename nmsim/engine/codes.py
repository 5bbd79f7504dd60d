"""Names for the numbers that kernels exchange: rule options, actions, events, state slots, columns. All plain integers."""

from __future__ import annotations

from nmsim.outcomes import COLUMN_INDEX
from nmsim.policies import CLAIM_MODES
from nmsim.rules import FAN_ROWS, PATTERNS

# Rule options, in the order of rules.OPTIONS.
(
    SUIT_RULE, SUIT_EXEMPT, SUIT_SCOPE,
    SECOND_CONDITION, SECOND_EXEMPT, HONORS_SATISFY_YAOJIU, YAOJIU_SCOPE,
    SEVEN_PAIRS, SEVEN_PAIRS_QUADS, SEVEN_PAIRS_JIANG, MENQING_WITH_SEVEN_PAIRS, THIRTEEN_ORPHANS,
    MENQING_ALLOWS_CONCEALED_KONG, MENQING_ON_DISCARD, PAYOUT, BASE_POINTS, FAN_CAP, MIN_FAN, KONG_PAYMENT,
    KONG_BLOOM_WITH_SELF_DRAW, LAST_TILE_ON_DISCARD, LAST_TILE_WITH_KONG_BLOOM, TIANHU_STACKS, TIANHU_AFTER_KONG, DIHU,
    DEALER_MULTIPLIER, DEALER_BONUS_FAN, REPEAT_BONUS_FAN,
    DISCARD_PAYMENT, KONG_FEEDER_LIABLE,
    MULTI_WIN, ROB_KONG_RULE, PASS_WIN_LOCK, SWAP_DISCARD, KONG_AFTER_CLAIM, ADDED_KONG_ANY_TURN, WALL_RESERVE,
    DISCARD_AFTER_LAST_DRAW, CLAIMS_ON_LAST_DISCARD, FOUR_KONG_ABORT, CONCEALED_KONG_VISIBLE,
    NEXT_DEALER_ON_WIN, NEXT_DEALER_ON_DRAW,
) = range(43)  # fmt: skip
# Not a rule of the game, but carried with it: how the wall is dealt and how many play.
PRIVATE_DEAL, PLAYERS = 43, 44
SETTING_SIZE = 45

# Values of closed options, in the order of their domains.
SUITS_REQUIRED = 0
SCOPE_CONCEALED = 1
EITHER, YAOJIU, JIANG258, BOTH, SECOND_OFF = range(5)
ANY_PAIR, ALL_PAIRS, NO_PAIR = range(3)
LINEAR, DOUBLE = range(2)
NO_CAP = -1
PAID_AT_ONCE = 1
DIHU_FIRST_DISCARD, DIHU_FIRST_DRAW, DIHU_BOTH = range(3)
DISCARDER_ONE, DISCARDER_ALL, EVERYONE_DISCARDER_DOUBLE = range(3)
ALL_WIN = 1
ROB_ADDED, ROB_OFF, ROB_ANY = range(3)
LOCK_UNTIL_DRAW = 1
NEXT_DEALER_WINNER, NEXT_DEALER_SEAT = range(2)
DRAW_NEXT_SEAT, DRAW_STAY = range(2)

PATTERN_PURE, PATTERN_MIXED, PATTERN_PUNGS, PATTERN_PAIRS, PATTERN_ORPHANS, PATTERN_HONORS = (1 << bit for bit in range(len(PATTERNS)))

# Fan rows, in the order of rules.FAN_ROWS.
(
    ROW_BASIC, ROW_SELF_DRAW, ROW_CONCEALED, ROW_PUNGS, ROW_PURE, ROW_MIXED, ROW_PAIRS, ROW_ORPHANS, ROW_HONORS, ROW_DRAGON,
    ROW_KONG_OPEN, ROW_KONG_CONCEALED, ROW_BLOOM, ROW_LAST, ROW_ROB, ROW_HEAVENLY, ROW_EARTHLY,
) = range(17)  # fmt: skip
ROWS = len(FAN_ROWS)

# Actions, events and refusal reasons of the action log (docs/play.md).
PASS, WIN, ACT_KONG_OPEN, ACT_PUNG, ACT_CHOW, ACT_KONG_CONCEALED, ACT_KONG_ADDED, ACT_DISCARD = range(8)
EVENT_DRAW, EVENT_REFUSED, EVENT_OFFER, EVENT_ANSWER, EVENT_ACT, EVENT_END = range(6)
REFUSED_SUIT, REFUSED_SECOND, REFUSED_BOTH = 1, 2, 3

# How the winning tile came.
BY_SELF, BY_DISCARD, BY_ROB = range(3)

# Modes of claims and kongs.
MODE_NEVER, MODE_ALWAYS, MODE_RANDOM, MODE_KEEPS, MODE_SHORTENS, MODE_READY = range(len(CLAIM_MODES))

# A policy's numbers besides its weights.
(
    P_SIGHT,
    P_CHOW,
    P_PUNG,
    P_KONG_OPEN,
    P_KONG_ADDED,
    P_KONG_CONCEALED,
    P_KEEP_LEGAL,
    P_WIN_ON_DISCARD,
    P_WIN_MIN_FAN,
    P_MISTAKES,
    P_SALT,
    P_LOOKS,
    P_SCORES,
) = range(13)
POLICY_SIZE = 13
SIGHT_SHAPE = 0

# Features of a discard, in the order of policies.FEATURES.
(
    F_SHAPE, F_LEGAL, F_SHAPE_ACCEPTING, F_LEGAL_ACCEPTING, F_DRAWN, F_HONOR, F_TERMINAL, F_CENTRALITY, F_COPIES, F_NEIGHBOURS,
    F_SUIT_TILES, F_SEEN, F_LAST_OF_SUIT, F_LAST_TERMINAL,
) = range(14)  # fmt: skip
FEATURE_COUNT = 14
NEVER_PENALTY = 16  # a hand that cannot become legal is seen as this much farther than its shape

# Slots of a seat's state.
(
    S_LOCKED, S_DECISIONS, S_SHAPE_WAIT, S_LEGAL_WAIT, S_SHAPE, S_LEGAL, S_DRAWS, S_HEAD, S_TAIL, S_MELDS, S_ANSWER, S_ANSWER_KIND,
    S_FAR, S_ACCEPTS, S_BATCH, S_HELD, S_FOURS, S_PUNGED,
) = range(18)  # fmt: skip
SEAT_SIZE = 18
UNKNOWN = -1  # of S_ACCEPTS: the kinds that bring the hand nearer, as a mask, are not known

# Slots of the table's state.
(
    T_SEAT, T_TILE, T_FROM_TAIL, T_FEEDER, T_DISCARDS, T_CLAIMS, T_KONGS, T_DEALER, T_REPEATS, T_BANNED, T_LOG,
    T_LEGAL_WINNERS, T_MEASURED,
) = range(13)  # fmt: skip
TABLE_SIZE = 13

# What happens next.
OVER, OWN_TURN, CLAIM_TURN, DISCARDED, NEXT_DRAW, REPLACE = range(6)

# Columns of an outcome row; seat columns are those of seat 0.
C_ARM = COLUMN_INDEX["arm"]
C_WALL = COLUMN_INDEX["wall"]
C_ROTATION = COLUMN_INDEX["rotation"]
C_MATCH = COLUMN_INDEX["match"]
C_HAND = COLUMN_INDEX["hand"]
C_DEALER = COLUMN_INDEX["dealer"]
C_REPEATS = COLUMN_INDEX["repeats"]
C_POLICY = COLUMN_INDEX["policy_0"]
C_ENDING = COLUMN_INDEX["ending"]
C_WINNER = COLUMN_INDEX["winner"]
C_WINNERS = COLUMN_INDEX["winners"]
C_DISCARDER = COLUMN_INDEX["discarder"]
C_WINNING_TILE = COLUMN_INDEX["winning_tile"]
C_KONG_DRAW = COLUMN_INDEX["kong_draw"]
C_ROBBED = COLUMN_INDEX["robbed"]
C_LAST_TILE = COLUMN_INDEX["last_tile"]
C_LEGAL_WINNERS = COLUMN_INDEX["legal_winners"]
C_MET_YAOJIU = COLUMN_INDEX["met_yaojiu"]
C_MET_JIANG = COLUMN_INDEX["met_jiang258"]
C_FAN = COLUMN_INDEX["fan"]
C_FAN_ROWS = COLUMN_INDEX["fan_" + FAN_ROWS[0]]
C_TURNS = COLUMN_INDEX["turns"]
C_TILES_LEFT = COLUMN_INDEX["tiles_left"]
C_POINTS = COLUMN_INDEX["points_0"]
C_SEAT_FAN = COLUMN_INDEX["seat_fan_0"]
C_START_SHAPE = COLUMN_INDEX["start_shape_0"]
C_START_LEGAL = COLUMN_INDEX["start_legal_0"]
C_SUITS_DEALT = COLUMN_INDEX["suits_dealt_0"]
C_TERMINALS_DEALT = COLUMN_INDEX["terminals_dealt_0"]
C_PAIRS_DEALT = COLUMN_INDEX["pairs_dealt_0"]
C_READY_SHAPE = COLUMN_INDEX["ready_shape_0"]
C_READY_LEGAL = COLUMN_INDEX["ready_legal_0"]
C_WAIT = COLUMN_INDEX["wait_0"]
C_WAIT_LIVE = COLUMN_INDEX["wait_live_0"]
C_DISCARDS = COLUMN_INDEX["discards_0"]
C_CHOWS = COLUMN_INDEX["chows_0"]
C_SUITS_END = COLUMN_INDEX["suits_end_0"]
C_COMPLETIONS = COLUMN_INDEX["completions_0"]
C_REFUSED_OWN = COLUMN_INDEX["refused_own_suit_0"]
C_REFUSED_OTHER = COLUMN_INDEX["refused_other_suit_0"]
C_REFUSED_FIRST = COLUMN_INDEX["refused_first_0"]
COLUMN_COUNT = len(COLUMN_INDEX)
MELD_COLUMN_STEP = 4  # chows_0, pungs_0, kongs_open_0 ... lie four apart, in the order of tiles.CHOW ...
