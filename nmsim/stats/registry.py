"""Every statistic, declared once: name, labels, meaning, unit, formula (two measures and a scale), groups and kind of interval.

Add a statistic by adding one declaration here; summaries, tables and the reference page follow.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from nmsim.errors import InputError, unknown
from nmsim.rules import FAN_ROWS
from nmsim.stats.deals import lacking_a_suit, no_terminal, suits_held_exactly
from nmsim.stats.measures import (
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

Grouping = Literal["all", "seat", "policy", "role", "level"]
Kind = Literal["share", "mean", "rate"]
SEAT_GROUPS: tuple[Grouping, ...] = ("all", "seat", "policy", "role")
POLICY_GROUPS: tuple[Grouping, ...] = ("all", "policy")


@dataclass(frozen=True)
class Statistic:
    """A ratio of two measures with its interval.

    `kind`: share (of trials, in 0 to 1), mean, or rate (events, several to a trial). `paired`: arms are compared on the same walls.
    `duel`: policies, and the dealer with the others, are compared inside an arm. `exact`: known values under a fair deal, by group.
    """

    name: str
    en: str
    zh: str
    meaning: str
    unit: str
    kind: Kind
    numerator: str
    denominator: str
    by: tuple[Grouping, ...] = ("all",)
    levels: tuple[str, ...] = ()
    scale: int = 1
    paired: bool = False
    duel: bool = False
    exact: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for measure in (self.numerator, self.denominator):
            if measure not in MEASURES:
                raise ValueError(f"{self.name}: {unknown('measure', measure, MEASURES)}")

    @property
    def formula(self) -> str:
        """The ratio of sums over all hands that is estimated."""
        scale = f"{self.scale} x " if self.scale != 1 else ""
        return f"{scale}sum({self.numerator}) / sum({self.denominator})"

    @property
    def bounded(self) -> bool:
        """Whether every block's score lies in 0 to 1 with a fixed number of trials."""
        return self.kind == "share" and self.denominator in ("hands", "seat_hands")


def _share(name: str, en: str, zh: str, numerator: str, denominator: str, meaning: str, **more: object) -> Statistic:
    return Statistic(name, en, zh, meaning, "share", "share", numerator, denominator, **more)  # type: ignore[arg-type]


def _mean(name: str, en: str, zh: str, numerator: str, denominator: str, unit: str, meaning: str, **more: object) -> Statistic:
    return Statistic(name, en, zh, meaning, unit, "mean", numerator, denominator, **more)  # type: ignore[arg-type]


_REASON_TEXT = {
    "suit": ("three suits only", "只因三门齐"),
    "second": ("second condition only", "只因条件二"),
    "both": ("both conditions", "两个条件都缺"),
}
_SOURCE_TEXT = {"own": ("own draw", "自摸"), "other": ("others' tiles", "他家牌"), "any": ("own draw or others' tiles", "自摸或他家牌")}


def _refusal_statistics(reason: str, source: str) -> tuple[Statistic, ...]:
    name = f"refused_{reason}_{source}"
    (why, why_zh), (whence, whence_zh) = _REASON_TEXT[reason], _SOURCE_TEXT[source]
    en, zh = f"refused for {why}, {whence}", f"{why_zh}不能胡（{whence_zh}）"
    return (
        _share(
            f"{name}_share",
            f"seat-hands {en}",
            f"曾{zh}的家次占比",
            f"{name}_seats",
            "seat_hands",
            f"(a) seat-hands with at least one completion {en}; counted once however often",
            by=POLICY_GROUPS,
            paired=True,
            duel=True,
        ),
        Statistic(
            f"{name}_per_100",
            f"events {en}",
            f"{zh}的次数",
            f"(b) completions {en}, per hundred hands of four seats",
            "events per 100 hands",
            "rate",
            f"{name}_table",
            "hands",
            scale=100,
            paired=True,
        ),
        Statistic(
            f"{name}_per_100_seats",
            f"events {en}, by policy",
            f"{zh}的次数（按策略）",
            f"(b) completions {en}, per hundred seat-hands",
            "events per 100 seat-hands",
            "rate",
            f"{name}_events",
            "seat_hands",
            by=("policy",),
            scale=100,
        ),
        _share(
            f"{name}_lost_share",
            f"of complete seat-hands: {en} and never won",
            f"成型家次中{zh}且终未胡的占比",
            f"{name}_lost",
            "complete_seats",
            f"(c) of seat-hands complete in shape at least once: those {en} at least once that never won",
            by=POLICY_GROUPS,
        ),
    )


_HEADLINE: tuple[Statistic, ...] = (
    *(statistic for reason in REASONS for source in SOURCES for statistic in _refusal_statistics(reason, source)),
    _share(
        "complete_share",
        "seat-hands ever complete in shape",
        "曾成型的家次占比",
        "complete_seats",
        "seat_hands",
        "seat-hands whose shape was complete at least once, won or not",
        by=POLICY_GROUPS,
        paired=True,
    ),
    _share(
        "complete_never_won",
        "complete seat-hands that never won",
        "成型而终未胡的家次占比",
        "complete_never_won",
        "complete_seats",
        "(c) of seat-hands complete in shape at least once: those that never won, for whatever reason",
        by=POLICY_GROUPS,
        paired=True,
    ),
    _share(
        "lacking_suit",
        "dealt hands lacking a suit",
        "起手缺门率",
        "lacking_suit",
        "seat_hands",
        "first 13 tiles without a tile of at least one suit",
        exact={"all": float(lacking_a_suit())},
    ),
    _share(
        "no_terminal",
        "dealt hands without a 1 or 9",
        "起手无幺九率",
        "no_terminal",
        "seat_hands",
        "first 13 tiles without a 1 or 9 of a suit",
        exact={"all": float(no_terminal())},
    ),
    _share(
        "suits_dealt",
        "suits among the first 13 tiles",
        "起手门数",
        "suits_dealt_at",
        "dealt_hands",
        "share of dealt hands by number of suits held",
        by=("level",),
        levels=SUIT_LEVELS,
        exact={suits: float(suits_held_exactly(int(suits))) for suits in SUIT_LEVELS},
    ),
)

_ENDINGS: tuple[Statistic, ...] = (
    _share("win", "hands won", "有人胡牌率", "won_hands", "hands", "hands that end with a winner", paired=True),
    _share("self_draw", "won by self-draw", "自摸率", "self_draw_hands", "hands", "hands won on the winner's own draw", paired=True),
    _share("discard_win", "won on a discard", "点炮率", "discard_hands", "hands", "hands won on another's discard", paired=True),
    _share("rob", "won by robbing a kong", "抢杠率", "rob_hands", "hands", "hands won on a tile of another's kong"),
    _share("draw", "drawn", "黄庄率", "drawn_hands", "hands", "hands drawn with the wall exhausted", paired=True),
    _share("abort", "ended by the fourth kong", "四杠流局率", "aborted_hands", "hands", "hands ended by the fourth kong"),
    _share(
        "self_draw_of_wins",
        "self-draw among wins",
        "胡牌中自摸占比",
        "self_draw_hands",
        "won_hands",
        "of hands with a winner: won by self-draw",
        paired=True,
    ),
    _share("kong_bloom", "won after a kong", "杠上开花率", "bloom_hands", "hands", "hands won on the replacement after a kong"),
    _share("last_tile", "won on the last tile", "末张胡率", "last_tile_hands", "hands", "hands won on the last draw or the last discard"),
    _share(
        "contested_win",
        "contested wins",
        "截胡率",
        "contested_hands",
        "taken_hands",
        "of hands won on another's tile: two or three seats could legally win it",
    ),
    _share(
        "legal_winners",
        "seats that could win the tile",
        "可胡家数",
        "legal_winners_at",
        "taken_hands",
        "of hands won on another's tile: how many seats could legally win it",
        by=("level",),
        levels=LEGAL_WINNER_LEVELS,
    ),
    _mean(
        "turns", "discards a hand", "每局打牌数", "turns", "hands", "discards", "discards made in a hand, four seats together", paired=True
    ),
    _mean("tiles_left", "live tiles left", "剩余牌数", "tiles_left", "hands", "tiles", "live tiles left in the wall at the end"),
)

_SEATS: tuple[Statistic, ...] = (
    _share(
        "seat_win", "wins a seat", "单家胡牌率", "seat_wins", "seat_hands", "seat-hands that win", by=SEAT_GROUPS, paired=True, duel=True
    ),
    _share(
        "seat_self_draw",
        "self-draws a seat",
        "单家自摸率",
        "seat_self_draws",
        "seat_hands",
        "seat-hands that win by self-draw",
        by=SEAT_GROUPS,
        duel=True,
    ),
    _share(
        "deal_in",
        "deal-ins a seat",
        "单家放铳率",
        "seat_deal_ins",
        "seat_hands",
        "seat-hands whose discard or kong tile is won by another",
        by=SEAT_GROUPS,
        paired=True,
        duel=True,
    ),
    _mean(
        "points",
        "points a hand",
        "每局得分",
        "points",
        "seat_hands",
        "points",
        "points won less points lost, a seat and hand",
        by=("seat", "policy", "role"),
        duel=True,
    ),
    _mean(
        "winning_turn",
        "winning turn",
        "胡牌巡目",
        "winning_turns",
        "seat_wins",
        "own discards",
        "the winner's own discards when it wins",
        by=POLICY_GROUPS,
        paired=True,
        duel=True,
    ),
    _share(
        "called",
        "seat-hands that claim",
        "副露率",
        "callers",
        "seat_hands",
        "seat-hands that claim at least one discard for a meld",
        by=POLICY_GROUPS,
        duel=True,
    ),
    _mean("chows", "chows", "吃牌次数", "chows", "seat_hands", "melds", "chows a seat-hand", by=POLICY_GROUPS),
    _mean("pungs", "pungs", "碰牌次数", "pungs", "seat_hands", "melds", "pungs a seat-hand that stayed pungs", by=POLICY_GROUPS),
    _mean("kongs_open", "open kongs", "直杠次数", "kongs_open", "seat_hands", "melds", "open kongs claimed a seat-hand", by=POLICY_GROUPS),
    _mean(
        "kongs_added",
        "added kongs",
        "加杠次数",
        "kongs_added",
        "seat_hands",
        "melds",
        "kongs added to a pung a seat-hand",
        by=POLICY_GROUPS,
    ),
    _mean(
        "kongs_concealed",
        "concealed kongs",
        "暗杠次数",
        "kongs_concealed",
        "seat_hands",
        "melds",
        "concealed kongs a seat-hand",
        by=POLICY_GROUPS,
    ),
)

_READINESS: tuple[Statistic, ...] = (
    _share(
        "ready_shape",
        "ever ready in shape",
        "曾听牌（牌型）",
        "ready_shape",
        "seat_hands",
        "seat-hands ever one tile from a complete shape",
        by=POLICY_GROUPS,
        paired=True,
        duel=True,
    ),
    _share(
        "ready_legal",
        "ever legally ready",
        "曾听牌（合法）",
        "ready_legal",
        "seat_hands",
        "seat-hands ever one tile from a legal win",
        by=POLICY_GROUPS,
        paired=True,
        duel=True,
    ),
    _mean(
        "ready_shape_turn",
        "turn of readiness in shape",
        "听牌巡目（牌型）",
        "ready_shape_turns",
        "ready_shape",
        "own discards",
        "own discards when first ready in shape, of those ever ready",
        by=POLICY_GROUPS,
    ),
    _mean(
        "ready_legal_turn",
        "turn of legal readiness",
        "听牌巡目（合法）",
        "ready_legal_turns",
        "ready_legal",
        "own discards",
        "own discards when first legally ready, of those ever ready",
        by=POLICY_GROUPS,
    ),
    _mean(
        "start_shape_mean",
        "starting shape distance",
        "起手牌型向听",
        "start_shape",
        "start_shape_finite",
        "draws",
        "shape distance of the first 13 tiles",
    ),
    _mean(
        "start_legal_mean",
        "starting legal distance",
        "起手合法向听",
        "start_legal",
        "start_legal_finite",
        "draws",
        "legal distance of the first 13 tiles, where it is not never",
    ),
    _share(
        "start_shape",
        "starting shape distance",
        "起手牌型向听分布",
        "start_shape_at",
        "dealt_hands",
        "share of dealt hands by shape distance of the first 13 tiles",
        by=("level",),
        levels=DISTANCE_LEVELS,
    ),
    _share(
        "start_legal",
        "starting legal distance",
        "起手合法向听分布",
        "start_legal_at",
        "dealt_hands",
        "share of dealt hands by legal distance of the first 13 tiles",
        by=("level",),
        levels=DISTANCE_LEVELS,
    ),
    _share(
        "win_by_start",
        "wins by starting legal distance",
        "各起手合法向听的胡牌率",
        "start_legal_wins_at",
        "start_legal_at",
        "of seat-hands that start at this legal distance: those that win",
        by=("level",),
        levels=DISTANCE_LEVELS,
    ),
    _share(
        "wait",
        "kind of wait",
        "听牌形式分布",
        "wait_at",
        "ready_seats",
        "of seat-hands ever legally ready: kind of wait when first so",
        by=("level",),
        levels=WAIT_LEVELS,
    ),
    _share(
        "win_by_wait",
        "wins by kind of wait",
        "各听牌形式的胡牌率",
        "wait_wins_at",
        "wait_at",
        "of seat-hands first legally ready with this wait: those that win",
        by=("level",),
        levels=WAIT_LEVELS,
    ),
)

_WINS: tuple[Statistic, ...] = (
    _mean(
        "fan",
        "fan of a win",
        "平均番数",
        "seat_fan",
        "seat_wins",
        "fan",
        "the winner's total after the cap",
        by=POLICY_GROUPS,
        paired=True,
        duel=True,
    ),
    _share(
        "fan_share",
        "fan distribution",
        "番数分布",
        "fan_at",
        "winning_seats",
        "share of wins at each total",
        by=("level",),
        levels=FAN_LEVELS,
    ),
    _share(
        "fan_row",
        "frequency of fan rows",
        "各番种频率",
        "fan_row_times",
        "won_hands",
        "share of won hands whose winner scores the row at least once (of several winners, the nearest)",
        by=("level",),
        levels=FAN_ROWS,
    ),
    _share(
        "second_half",
        "half of the second condition met",
        "条件二满足方式",
        "second_halves",
        "won_hands",
        "of won hands: which half of the second condition the winner met",
        by=("level",),
        levels=HALVES,
    ),
    _share(
        "winning_tile",
        "winning tiles",
        "胡牌张分布",
        "winning_tile_at",
        "won_hands",
        "share of won hands by winning tile",
        by=("level",),
        levels=TILE_LEVELS,
    ),
    _share(
        "discard_tile",
        "tiles that deal in",
        "放铳张分布",
        "discard_tile_at",
        "discard_hands",
        "share of hands won on a discard by that tile",
        by=("level",),
        levels=TILE_LEVELS,
    ),
)

STATISTICS: dict[str, Statistic] = {each.name: each for each in (*_HEADLINE, *_ENDINGS, *_SEATS, *_READINESS, *_WINS)}
HEADLINE = "refused_suit_any_share"


def statistic(name: str) -> Statistic:
    """The statistic of that name. Raises InputError with the nearest right name."""
    if name not in STATISTICS:
        raise InputError(unknown("statistic", name, STATISTICS))
    return STATISTICS[name]
