"""The words of exact odds and of the self test."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "title": (
        "Exact odds of the deal, {preset}: every hand of 14 (13) tiles is counted; min_fan is not looked at.",
        "起手牌的精确概率，{preset}：14张（13张）的每一种起手都计入；不看起胡番数。",
    ),
    "complete": ("Complete hands of 14 tiles", "14张成型的牌"),
    "four_sets": ("four sets and a pair", "四副加一对将"),
    "seven_pairs": ("seven pairs", "七对"),
    "thirteen_orphans": ("thirteen orphans", "十三幺"),
    "any_shape": ("any of these", "任一牌型"),
    "heavenly": ("天胡: complete, and may win", "天胡：成型且能胡"),
    "of_complete": ("Of the complete hands", "成型的牌之中"),
    "legal": ("may win", "能胡"),
    "fail_three_suits_only": ("fails three suits only", "只因缺门"),
    "fail_second_only": ("fails the second condition only", "只因条件二"),
    "fail_both": ("fails both", "缺门，又不满足条件二"),
    "only_apart": ("meets each in some reading, both in none", "各有拆法满足，无一同时满足"),
    "fail_three_suits": ("fails three suits, in all", "不满足三门齐，合计"),
    "fail_second": ("fails the second condition, in all", "不满足条件二，合计"),
    "illegal": ("may not win, in all", "不能胡，合计"),
    "deals": ("Deals of {tiles} tiles", "{tiles}张起手"),
    "no_suit": ("no tile of some suit", "缺一门或以上"),
    "no_yaojiu": ("no 1 or 9", "没有幺九"),
    "no_yaojiu_nor_honor": ("no 1 or 9 nor honor", "没有幺九，也没有字牌"),
    "no_jiang258": ("no pair of 2, 5 or 8", "没有二、五、八的对子"),
    "distance": (
        "Distance of {tiles} tiles (-1 complete, 0 ready): shape, legal",
        "{tiles}张的向听数（−1为成型，0为听牌）：牌型、合法",
    ),
    "never": ("never", "无法胡"),
    "mean": ("mean", "平均"),
    "passed": ("ok    ", "通过"),
    "failed": ("FAILED", "不符"),
    "check": ("{verdict} {name}: {cases:,} cases, {found}", "{verdict} {name}：{cases:,}例，{found}"),
}
