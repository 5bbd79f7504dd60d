"""What each column of an outcome row means; seat columns once, without their seat."""

from nmsim.words.names import WORDS as NAMES

Pair = tuple[str, str]

_REASONS: dict[str, Pair] = {
    "suit": ("a missing suit only", "只因缺门"),
    "second": ("the second condition only", "只因条件二"),
    "both": ("both", "因两个条件都不满足而"),
}


def _coded(kind: str) -> str:
    """The codes of a kind of name: `0 none, 1 two_sided`."""
    return ", ".join(f"{code} {name.partition('.')[2]}" for code, name in enumerate(key for key in NAMES if key.startswith(f"{kind}.")))


def _coded_zh(kind: str) -> str:
    return "、".join(f"{code}为{zh}" for code, zh in enumerate(zh for key, (_, zh) in NAMES.items() if key.startswith(f"{kind}.")))


WORDS: dict[str, Pair] = {
    "arm": ("which arm of the experiment", "实验的第几组"),
    "wall": ("which shuffle; a pure function of the seed and this number", "第几副牌；由种子和此编号完全决定"),
    "rotation": ("which distinct seating of the policies", "打法的第几种座次"),
    "match": ("which match; -1 for hands played alone", "第几场；单独打的局为-1"),
    "hand": ("which hand of the match; 0 for hands played alone", "这一场的第几局；单独打的局为0"),
    "dealer": ("who deals", "谁坐庄"),
    "repeats": ("how many hands in a row the dealer has kept the deal", "庄家已连庄几局"),
    "policy": ("which of the arm's distinct policies the seat follows", "这一家用的是本组的第几种打法"),
    "ending": ("how it ended: " + _coded("ending"), "怎样结束：" + _coded_zh("ending")),
    "winner": (
        "who won; of several, the one nearest to the discarder; -1 if nobody",
        "谁胡的；多家同胡时为离点炮者最近的一家；无人胡为-1",
    ),
    "winners": ("all winners, bit s for seat s", "所有胡牌者，第s位代表座位s"),
    "discarder": ("whose tile was won, by discard or rob; -1 otherwise", "谁点炮或被抢杠；没有则为-1"),
    "winning_tile": ("the winning tile, 0 to 33; -1 if nobody won", "胡的是哪张牌，0到33；无人胡为-1"),
    "kong_draw": ("the winning tile was the replacement after a kong", "胡的是杠后补的牌"),
    "robbed": ("the winning tile was robbed from a kong", "胡的是抢杠的牌"),
    "last_tile": ("the winning tile was the last draw or the last discard", "胡的是最后一张摸牌或最后一张打牌"),
    "legal_winners": ("how many seats could legally win the final tile", "有几家能胡这张牌"),
    "met_yaojiu": ("the winner's hand held a 1 or 9 as the rules count it", "胡牌者有幺九（按所用规则算）"),
    "met_jiang258": ("the winner's pair was 2, 5 or 8 as the rules count it", "胡牌者的将是二五八（按所用规则算）"),
    "fan": (
        "the winner's total after the cap, dealer and repeat bonus included; 0 if nobody won",
        "胡牌的总番数，封顶之后，含庄家和连庄加番；无人胡为0",
    ),
    **{
        f"fan_{name.partition('.')[2]}": (f"how often the winner's hand has the row {zh}", f"胡牌者计{zh}的次数")
        for name, (_, zh) in NAMES.items()
        if name.startswith("fan_row.")
    },
    "turns": ("discards made in the hand", "这一局打出的牌张数"),
    "tiles_left": ("live tiles left in the wall (in all stacks if private)", "牌墙余牌张数（各家独立牌墙时合计）"),
    "points": ("won or lost; the four sum to zero", "这一家的输赢；四家合计为零"),
    "seat_fan": ("as `fan`, for this seat's own win; 0 if it did not win", "同`fan`，指这一家自己胡的番数；没胡为0"),
    "start_shape": ("shape distance of the first 13 tiles", "起手13张的牌型向听数"),
    "start_legal": ("legal distance of the first 13 tiles; 99 for never", "起手13张的合法向听数；99为无法胡"),
    "suits_dealt": ("suits among the first 13 tiles", "起手13张有几门"),
    "terminals_dealt": ("1s and 9s among the first 13 tiles", "起手13张有几张幺九"),
    "pairs_dealt": ("kinds held at least twice among the first 13 tiles", "起手13张有几种牌至少两张"),
    "ready_shape": (
        "own discards made when first ready in shape (0: dealt so); -1 if never",
        "头一次听牌（只看牌型）时自己打过几张（0为起手即听）；没听过为-1",
    ),
    "ready_legal": (
        "own discards made when first ready for a legal win; -1 if never",
        "头一次听能胡的牌时自己打过几张；没听过为-1",
    ),
    "wait": ("kind of wait when first legally ready: " + _coded("wait"), "头一次听能胡的牌时的形式：" + _coded_zh("wait")),
    "wait_live": ("unseen tiles that would win legally when first legally ready", "头一次听能胡的牌时，还没见到的能胡的牌张数"),
    "discards": ("own discards made", "自己打过的张数"),
    "chows": ("chows melded", "吃牌次数"),
    "pungs": ("pungs melded (those made a kong not counted)", "碰牌次数（后来加杠的不算）"),
    "kongs_open": ("open kongs claimed from a discard", "明杠次数"),
    "kongs_added": ("kongs added to a pung", "加杠次数"),
    "kongs_concealed": ("concealed kongs", "暗杠次数"),
    "suits_end": ("suits in hand and melds at the end, the winning tile included", "结束时手牌和副露有几门，含胡的那张"),
    "completions": (
        "times the shape was complete on an own draw or another's tile, won or not",
        "凑成了型的次数，自己摸的和他家的牌都算，胡没胡都算",
    ),
    **{
        f"refused_own_{reason}": (f"own draws that completed the shape, refused for {en}", f"自己摸的牌凑成了型、却{zh}不能胡的次数")
        for reason, (en, zh) in _REASONS.items()
    },
    **{
        f"refused_other_{reason}": (f"others' tiles that completed the shape, refused for {en}", f"他家的牌凑成了型、却{zh}不能胡的次数")
        for reason, (en, zh) in _REASONS.items()
    },
    "refused_first": (
        "own discards made at the first such refusal; -1 if none",
        "头一次成型却不能胡时自己打过几张；没有为-1",
    ),
}
