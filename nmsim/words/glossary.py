"""The terms that all words keep to: what each is called in English and in Chinese, and what it is not called, with the reason.

`docs/words.md` is written from here, and a test holds every text of `nmsim.words` to it. What is avoided is a regular expression.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Avoided(NamedTuple):
    """Words that are not used, as a regular expression; how the page shows them, and why."""

    pattern: str
    shown: str
    why: str


class Term(NamedTuple):
    """One thing and its name in each language."""

    en: str
    zh: str
    meaning: str
    avoid_en: tuple[Avoided, ...] = ()
    avoid_zh: tuple[Avoided, ...] = ()


def _not(shown: str, why: str, pattern: str | None = None) -> tuple[Avoided, ...]:
    return (Avoided(pattern or re.escape(shown), shown, why),)


TERMS: tuple[Term, ...] = (
    Term("hand (one game)", "一局", "from the deal to a win or a draw"),
    Term(
        "wall",
        "一副牌",
        "136 tiles in one order; played once in each seating",
        avoid_zh=_not("副牌墙", "a player shuffles 一副牌; 牌墙 is built of it"),
    ),
    Term(
        "seat-hand",
        "人次（每家每局）",
        "one seat in one hand: four to a hand",
        avoid_zh=_not("家次", "not a Chinese word"),
    ),
    Term("arm", "组", "one of the settings that an experiment compares"),
    Term("player, policy", "打法", "how a seat decides", avoid_zh=_not("策略", "one word for one thing: 打法")),
    Term(
        "weights",
        "权重",
        "the numbers of a policy",
        _not("a row of numbers", "says how it is stored, not what it is"),
        _not("一行数字", "says how it is stored, not what it is: 打法由一组权重决定"),
    ),
    Term(
        "players who plan for the rule",
        "看条件的打法",
        "policies such as `legal`: 「1家看条件、3家只看牌型」",
        avoid_zh=(
            *_not("一家合法，三家牌型", "合法 and 牌型 are no kinds of players", r"[一二两三四各1-4]家(合法|牌型)"),
            *_not("会看合法", "what is looked at are the conditions", r"看合法"),
        ),
    ),
    Term(
        "players who ignore the rule", "只看牌型的打法", "policies such as `shape`", _not("blind to", "people are not blind", r"\bblind\b")
    ),
    Term("three suits", "三门齐", "the first condition", avoid_zh=_not("三色", "a pattern of other rules")),
    Term("second condition", "条件二", "a 1 or 9, or a pair of 2, 5 or 8"),
    Term("shape", "牌型", "four sets and a pair, or another shape the rules allow"),
    Term("complete (shape)", "成型", "fourteen tiles of a winning shape, whatever the conditions say", avoid_zh=_not("牌型已成就", "成型")),
    Term(
        "complete hands that may not win",
        "成型却不能胡",
        "complete, and refused for a condition",
        (
            *_not("complete in shape, but not to be declared", "twelve words for six", r"not to be declared"),
            *_not("stopped (of a hand)", "may not win", r"seat-hands stopped|stopped and never won"),
        ),
        _not("被拦", "a player reads 截胡, another player's win", r"被拦"),
    ),
    Term(
        "may not win (a wait)",
        "不能胡（假听）",
        "a tile that completes the shape and may not win by rule",
        _not("DEAD", "its tiles are alive", r"\bDEAD\b"),
    ),
    Term("dead wait", "死听", "all wanted tiles are gone; not said of a wait that the rules forbid"),
    Term(
        "may win",
        "能胡",
        "complete, and every condition is met",
        _not("may be declared", "of a hand: may win; kongs are declared", r"(?<!a kong )may (?:it )?(?:only )?be declared|let be declared"),
    ),
    Term("shape distance", "牌型向听数", "draws from being ready, by the shape alone"),
    Term("legal distance", "合法向听数", "draws from being ready for a hand that may win"),
    Term("ready", "听牌", "one tile from complete"),
    Term("never", "无法胡", "no draws make this hand one that may win", avoid_zh=_not("永不", "translated", r"永不")),
    Term("accepting tiles", "进张", "tiles that bring the hand nearer"),
    Term("open melds", "副露", "chows, pungs and kongs that are shown"),
    Term("claim", "吃碰杠", "taking another's discard"),
    Term("open, added, concealed kong", "明杠、加杠、暗杠", "", avoid_zh=_not("直杠", "明杠 everywhere else")),
    Term("self-draw", "自摸", "a win on the own draw"),
    Term("own draw", "自己摸的牌", "a tile drawn, won with or not", avoid_zh=()),
    Term("others' tiles", "他家的牌", "discards, and tiles of kongs that may be robbed", avoid_zh=_not("他家牌", "他家的牌", r"他家牌")),
    Term("win on a discard", "点炮胡", "a win on a tile that another discarded", avoid_zh=_not("放铳", "one word: 放炮", r"放铳|铳")),
    Term(
        "share of wins on a discard",
        "点炮胡占比",
        "of wins, those on a discard",
        avoid_zh=_not("点炮率", "has been said of this and of 放炮率: say which", r"点炮率"),
    ),
    Term("deal-in rate", "放炮率", "of seat-hands, those whose tile another wins on"),
    Term("which tile wins", "胡的是哪张牌", "", avoid_zh=_not("胡牌张", "translated", r"胡牌张|放炮张")),
    Term(
        "last tile",
        "海底牌、最后一张摸牌",
        "the last draw from the wall",
        avoid_zh=_not("最后一张 (alone)", "reads as 海底 where the winning tile is meant", r"最后一张(?![摸打]?牌)"),
    ),
    Term("discards the tile just drawn", "摸什么打什么", "", avoid_zh=_not("摸切", "Japanese", r"摸切")),
    Term("turn (of a win)", "巡数", "own discards made before it", avoid_zh=_not("巡目", "Japanese", r"巡目")),
    Term("drawn hand", "黄庄", "the wall is used up and nobody won"),
    Term("abort", "流局", "ended by the fourth kong, where the rules say so"),
    Term("fan", "番", "what a win is worth"),
    Term("points (the score)", "分", "won and lost in a hand; they sum to zero"),
    Term(
        "percentage points",
        "百分点",
        "what two shares differ by; never bare `points`, which are the score",
        _not("pp", "looks like points", r"\bpp\b"),
        _not("点 (of a percentage)", "百分点", r"\d个?点(?!炮)"),
    ),
    Term("95 % interval", "95%区间", "limits that hold the truth in 95 of 100 runs"),
    Term(
        "standard error of the last digits",
        "括号内是末位数字的标准误",
        "said wherever 0.106(7) stands; it is not the interval",
    ),
    Term(
        "each wall is one sample",
        "以每副牌为一个样本",
        "hands on one wall are not independent",
        _not("clustered by wall", "a word of statisticians", r"\bclustered by\b"),
        (*_not("按牌墙聚类", "translated", r"聚类"), *_not("样本数 (of n)", "n counts hands or seat-hands, not walls: 次数", r"样本数")),
    ),
    Term(
        "difference on the same walls",
        "同一批牌上的差",
        "wall by wall, so that luck of the deal cancels",
        avoid_zh=_not("配对差", "translated", r"配对差"),
    ),
)


def page() -> str:
    """The glossary as Markdown: docs/words.md."""
    lines = [
        "# Words",
        "",
        "What things are called, in English and in Chinese, and what they are not called. Written from `nmsim/words/glossary.py`",
        "(`python -m nmsim.words.glossary > docs/words.md`); a test holds every text of `nmsim/words/` to it.",
        "",
        "| English | 中文 | what it is | not |",
        "| --- | --- | --- | --- |",
    ]
    for term in TERMS:
        avoided = "; ".join(f"{one.shown} ({one.why})" for one in (*term.avoid_en, *term.avoid_zh))
        lines.append(f"| {term.en} | {term.zh} | {term.meaning} | {avoided} |")
    return "\n".join(lines) + "\n"


def faults(text: str, lang: str) -> list[str]:
    """What a text in that language says that the glossary avoids, one line each."""
    avoided = [one for term in TERMS for one in (term.avoid_zh if lang == "zh" else term.avoid_en)]
    return [f"{one.shown}: {one.why}" for one in avoided if re.search(one.pattern, text)]


if __name__ == "__main__":
    print(page(), end="")
