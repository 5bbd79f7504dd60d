"""Names of what a code stands for: endings, waits, policies, fan rows, halves of the second condition, groups.

Where somebody's own name has no words here, it stays as it is.
"""

from __future__ import annotations

from nmsim.words import Lang, say

WORDS: dict[str, tuple[str, str]] = {
    "ending.exhaustive": ("drawn", "黄庄"),
    "ending.self_draw": ("self-draw", "自摸"),
    "ending.discard": ("discard", "点炮胡"),
    "ending.rob_kong": ("robbed kong", "抢杠胡"),
    "ending.four_kongs": ("fourth kong", "四杠流局"),
    "wait.none": ("none", "未听"),
    "wait.two_sided": ("two-sided", "两面"),
    "wait.closed": ("closed", "坎张"),
    "wait.edge": ("edge", "边张"),
    "wait.double_pung": ("two pairs", "对倒"),
    "wait.single": ("single", "单钓"),
    "wait.mixed": ("mixed", "多种"),
    "wait.orphans": ("orphans", "十三幺"),
    "policy.random": ("random", "随机"),
    "policy.drawn_tile": ("drawn_tile", "摸什么打什么"),
    "policy.shape": ("shape", "只看牌型"),
    "policy.legal": ("legal", "看条件"),
    "policy.novice": ("novice", "新手"),
    "fan_row.basic_win": ("basic win", "平胡"),
    "fan_row.self_draw": ("self-draw", "自摸"),
    "fan_row.concealed_hand": ("concealed hand", "门清"),
    "fan_row.all_pungs": ("all pungs", "碰碰胡"),
    "fan_row.pure_suit": ("pure suit", "清一色"),
    "fan_row.mixed_suit": ("mixed suit", "混一色"),
    "fan_row.seven_pairs": ("seven pairs", "七对"),
    "fan_row.thirteen_orphans": ("thirteen orphans", "十三幺"),
    "fan_row.all_honors": ("all honors", "字一色"),
    "fan_row.dragon_seven_pairs": ("dragon seven pairs", "龙七对"),
    "fan_row.kong_open": ("open kong", "明杠"),
    "fan_row.kong_concealed": ("concealed kong", "暗杠"),
    "fan_row.kong_bloom": ("won after a kong", "杠上开花"),
    "fan_row.last_tile_draw": ("last tile drawn", "海底捞月"),
    "fan_row.rob_kong": ("robbed kong", "抢杠胡"),
    "fan_row.heavenly_win": ("heavenly win", "天胡"),
    "fan_row.earthly_win": ("earthly win", "地胡"),
    "half.yaojiu_only": ("1 or 9 only", "只有幺九"),
    "half.jiang258_only": ("258 pair only", "只有二五八将"),
    "half.both": ("both", "两者都有"),
    "half.neither": ("neither", "都没有"),
    "all": ("all", "合计"),
    "seat": ("seat {number}", "座位{number}"),
    "role.dealer": ("dealer", "庄家"),
    "role.others": ("others", "闲家"),
    "distance.never": ("never", "无法胡"),
}


def named(kind: str, name: str, lang: Lang | None = None) -> str:
    """The name of something of that kind (`ending`, `wait`, `policy`, ...): in words, or as it is where there are none."""
    key = f"{kind}.{name}"
    return say(f"names.{key}", lang) if key in WORDS else name
