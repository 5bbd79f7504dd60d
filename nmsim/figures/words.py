"""The words in charts, each in English and Chinese."""

from __future__ import annotations

from nmsim.figures.caption import Lang
from nmsim.rules import FAN_ROWS, FAN_ROWS_ZH

WORDS: dict[str, tuple[str, str]] = {
    "own": ("own draw", "自摸"),
    "other": ("others' tiles", "他家牌"),
    "suit": ("three suits only", "只因三门齐"),
    "second": ("second condition only", "只因条件二"),
    "both": ("both conditions", "两个条件都缺"),
    "share_of_seat_hands": ("(a) seat-hands stopped, %", "(a) 被拦的家次，%"),
    "events_100": ("(b) refusals per 100 hands", "(b) 每百局被拦次数"),
    "events_100_seats": ("(b) refusals per 100 seat-hands", "(b) 每百家次被拦次数"),
    "lost_share": ("(c) stopped and never won, %\nof seat-hands ever complete", "(c) 被拦且终未胡，%\n占成型家次"),
    "win_rate": ("hands won", "有人胡牌"),
    "draw_rate": ("hands drawn", "黄庄"),
    "turns": ("discards a hand", "每局打牌数"),
    "seat_win": ("win rate, %", "胡牌率，%"),
    "points": ("points a hand", "每局得分"),
    "winning_turn": ("winning turn,\nown discards", "胡牌巡目，\n自家打牌数"),
    "deal_in": ("deal-in rate, %", "放铳率，%"),
    "paired": ("paired differences on the same walls (rates in percentage points)", "同一批牌墙上的配对差（比率为百分点）"),
    "difference": ("difference", "差"),
    "difference_points": ("difference,\npercentage points", "差，百分点"),
    "fan": ("fan of a win", "胡牌番数"),
    "share_of_wins": ("share of wins, %", "占胡牌的百分比"),
    "share_of_wins_log": ("share of wins, % (logarithmic)", "占胡牌的百分比（对数轴）"),
    "share_of_hands": ("share of hands, %", "占总局数的百分比"),
    "share_of_deals": ("share of dealt hands, %", "占起手牌的百分比"),
    "mean": ("mean", "平均"),
    "never_seen": ("none seen: 97.5 % upper bound", "未出现：97.5%上限"),
    "no_cases": ("no cases", "没有此情形"),
    "self_draw": ("self-draw", "自摸"),
    "discard_win": ("discard", "点炮"),
    "rob": ("robbed kong", "抢杠"),
    "draw": ("drawn", "黄庄"),
    "abort": ("fourth kong", "四杠流局"),
    "shape_distance": ("shape distance", "牌型向听"),
    "legal_distance": ("legal distance", "合法向听"),
    "draws_away": ("distance of the first 13 tiles (draws from ready)", "起手13张的向听数"),
    "never": ("never", "无法胡"),
    "winning_tile": ("winning tile", "胡的牌"),
    "discard_tile": ("tile that dealt in", "放铳的牌"),
    "per_hundred": ("per cent of {}", "占{}的百分比"),
    "wins": ("wins", "胡牌"),
    "discard_wins": ("wins on a discard", "点炮胡"),
    "yaojiu_only": ("1 or 9 only", "只有幺九"),
    "jiang258_only": ("258 pair only", "只有258将"),
    "both_halves": ("both", "两者都有"),
    "neither": ("neither", "都没有"),
    "lacking": ("dealt hands lacking a suit, %", "起手缺门，%"),
    "exact": ("exact", "精确值"),
    "no_terminal": ("dealt hands without a 1 or 9, %", "起手无幺九，%"),
}
_FAN_ROWS_EN = {
    "self_draw": "self-draw",
    "kong_open": "open kong",
    "kong_concealed": "concealed kong",
    "kong_bloom": "won after a kong",
    "last_tile_draw": "last tile",
    "rob_kong": "robbed kong",
}
FAN_ROWS_EN: dict[str, str] = {row: _FAN_ROWS_EN.get(row, row.replace("_", " ")) for row in FAN_ROWS}
_POLICIES_ZH = {"random": "随机", "drawn_tile": "摸切", "shape": "牌型", "legal": "合法", "novice": "新手"}


def say(key: str, lang: Lang) -> str:
    """The word in the language."""
    en, zh = WORDS[key]
    return zh if lang == "zh" else en


def fan_row_name(row: str, lang: Lang) -> str:
    """A fan row's name."""
    return FAN_ROWS_ZH[row] if lang == "zh" else FAN_ROWS_EN[row]


def policy_name(policy: str, lang: Lang) -> str:
    """A policy's name; in Chinese the presets also have a word."""
    return f"{_POLICIES_ZH[policy]} {policy}" if lang == "zh" and policy in _POLICIES_ZH else policy
