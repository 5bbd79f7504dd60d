"""What policies, their fields, features and modes mean, and what is said of policies that cannot be."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "preset random": ("discards at random, and tosses a coin for each claim and kong", "随机打牌，吃碰杠各掷一次硬币"),
    "preset drawn_tile": ("discards what it drew and claims nothing", "摸什么打什么，不吃碰杠"),
    "preset shape": ("shortest way to a complete shape; ignores the conditions", "只看牌型向听数，不管两个条件"),
    "preset legal": (
        "shortest way to a hand that may win, then most live accepting tiles",
        "先求离能胡的牌最近，再求有效进张最多：看条件的打法",
    ),
    "preset novice": ("as legal, but one decision in ten is a mistake", "同 legal，但十次决定错一次"),
    # Fields.
    "field name": ("what results call it", "结果中的名称"),
    "field weights": ("weight of each feature of a discard", "打牌时各特征的权重"),
    "field sight": ("which distance the claim and kong modes look at", "吃碰杠看哪种向听数"),
    "field chow": ("when to claim a chow", "何时吃"),
    "field pung": ("when to claim a pung", "何时碰"),
    "field kong_open": ("when to claim an open kong", "何时明杠"),
    "field kong_added": ("when to add the fourth tile to a pung", "何时加杠"),
    "field kong_concealed": ("when to declare a concealed kong", "何时暗杠"),
    "field keep_legal": ("never claim or kong if no draws could then make a legal hand", "若吃碰杠后无论怎么摸都不能胡，就不吃碰杠"),
    "field win_on_discard": ("take wins on others' tiles; false waits for self-draw", "是否胡别人的牌；false 为只等自摸"),
    "field win_min_fan": ("pass wins of fewer fan", "不到几番的不胡"),
    "field mistakes": (
        "decisions in 10,000 that are mistakes: a random discard, a missed claim",
        "每一万次决定中出错几次：乱打一张，或错过吃碰杠",
    ),
    "field salt": ("changes the random numbers of ties and mistakes, nothing else", "换一组决定平局与出错的随机数，别的不变"),
    # Features of a discard.
    "feature shape_distance": ("draws to a complete shape after the discard, less one", "打出后的牌型向听数"),
    "feature legal_distance": (
        "draws to a hand that may win, less one; 16 + shape distance where no draws can make one",
        "打出后的合法向听数；无论怎么摸都不能胡时，为16加牌型向听数",
    ),
    "feature shape_accepting": ("unseen tiles that shorten the shape distance", "使牌型向听数变小的未见牌张数"),
    "feature legal_accepting": (
        "unseen tiles that shorten the legal distance (the shape distance where it is never)",
        "使合法向听数变小的未见牌张数（无法胡时看牌型向听数）",
    ),
    "feature drawn": ("1 for the kind just drawn", "刚摸到的那种牌为1"),
    "feature honor": ("1 for an honor", "字牌为1"),
    "feature terminal": ("1 for a 1 or 9", "幺九为1"),
    "feature centrality": ("1 for ranks 1 and 9 up to 5 for rank 5; 0 for honors", "一、九为1，依次到五为5；字牌为0"),
    "feature copies": ("own concealed copies of the kind, this one included", "手里这种牌的张数，含打出的这张"),
    "feature neighbours": (
        "own concealed tiles one rank away, twice, and two ranks away, once",
        "手里相邻一位的牌数乘2，加相隔一位的牌数",
    ),
    "feature suit_tiles": ("own tiles of its suit, melds included; 0 for honors", "自己这一门的张数，副露在内；字牌为0"),
    "feature seen": ("copies of the kind in rivers and in others' open melds and own melds", "牌河、各家副露中已见的这种牌张数"),
    "feature last_of_suit": ("1 if no tile of its suit would be left, melds included", "打出后这一门一张不剩（副露在内）为1"),
    "feature last_terminal": ("1 if no 1 or 9 would be left, melds included", "打出后幺九一张不剩（副露在内）为1"),
    # Modes of claims and kongs.
    "mode never": ("never", "从不"),
    "mode always": ("whenever offered", "能就要"),
    "mode random": ("with probability one half", "一半的机会"),
    "mode keeps": ("when the distance does not grow", "向听数不变大时"),
    "mode shortens": ("when the distance becomes shorter", "向听数变小时"),
    "mode ready": ("when the distance becomes shorter and the hand is then ready", "向听数变小并因此听牌时"),
    # What cannot be.
    "borrowed_name": (
        '"{name}" is the name of a preset, and this policy differs from it in {different}: give it a `name` of its own',
        '"{name}"是预设打法的名称，而这个打法的{different}与它不同：请用 `name` 另取一个名称',
    ),
    "shared_name": (
        'different policies are both named "{name}": give one of them a `name` of its own',
        '不同的打法都叫"{name}"：请用 `name` 给其中一个另取名称',
    ),
}
