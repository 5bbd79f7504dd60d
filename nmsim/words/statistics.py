"""Labels and meanings of statistics: `win` is the label, `win.meaning` says what is estimated. Every share names its denominator."""

Pair = tuple[str, str]

REASONS: dict[str, Pair] = {
    "suit": ("for a missing suit alone", "只因缺门"),
    "second": ("for the second condition alone", "只因条件二"),
    "both": ("for both conditions", "因两个条件都不满足而"),
}
SOURCES: dict[str, Pair] = {
    "own": ("own draws", "自己摸的牌"),
    "other": ("others' tiles", "他家的牌"),
    "any": ("own draws or others' tiles", "自己摸的或他家的牌"),
}
_REFUSALS: dict[str, tuple[Pair, Pair]] = {
    "of_complete": (
        ("refused {why}, of seat-hands ever complete{of}", "成型却{why}不能胡，占成型人次{of}"),
        (
            "(a) of seat-hands complete at least once: those that at least once might not win {why}, on {whence}",
            "(a) 成过型的人次中，至少有一次凑成了型却{why}不能胡的（{whence}）",
        ),
    ),
    "share": (
        ("refused {why}, of all seat-hands{of}", "成型却{why}不能胡，占全部人次{of}"),
        (
            "of all seat-hands: those that were complete and might not win {why}, on {whence}; counted once however often",
            "全部人次中，至少有一次凑成了型却{why}不能胡的（{whence}），不论几次都只算一次",
        ),
    ),
    "of_hands": (
        ("some seat refused {why}, of hands{of}", "有人成型却{why}不能胡的局，占总局数{of}"),
        (
            "of hands: those in which at least one seat was complete and might not win {why}, on {whence}",
            "总局数中，至少有一家凑成了型却{why}不能胡的局（{whence}）",
        ),
    ),
    "per_100": (
        ("refusals {why} per 100 hands{of}", "每百局成型却{why}不能胡的次数{of}"),
        (
            "(b) how often a seat was complete and might not win {why}, on {whence}, per hundred hands of four seats",
            "(b) 每百局（四家合计）凑成了型却{why}不能胡的次数（{whence}）",
        ),
    ),
    "per_100_seats": (
        ("refusals {why} per 100 seat-hands{of}", "每百人次成型却{why}不能胡的次数{of}"),
        (
            "(b) how often a seat was complete and might not win {why}, on {whence}, per hundred seat-hands",
            "(b) 每百人次凑成了型却{why}不能胡的次数（{whence}）",
        ),
    ),
    "lost_share": (
        (
            "refused {why} and never won, of seat-hands ever complete{of}",
            "成型却{why}不能胡、最后也没胡，占成型人次{of}",
        ),
        (
            "(c) of seat-hands complete at least once: those that at least once might not win {why}, on {whence}, and never won",
            "(c) 成过型的人次中，至少有一次{why}不能胡（{whence}）、到最后也没胡的",
        ),
    ),
}
_OTHERS: dict[str, tuple[Pair, Pair]] = {
    "complete_share": (
        ("ever complete, of all seat-hands", "成过型，占全部人次"),
        ("of all seat-hands: those complete at least once, won or not", "全部人次中，至少成过一次型的，胡没胡都算"),
    ),
    "complete_never_won": (
        ("never won, of seat-hands ever complete", "成过型却没胡，占成型人次"),
        (
            "(c) of seat-hands complete at least once: those that never won, for whatever reason",
            "(c) 成过型的人次中，到最后也没胡的，不论什么原因",
        ),
    ),
    "lacking_suit": (
        ("dealt hands lacking a suit", "起手缺门"),
        ("of dealt hands: first 13 tiles without a tile of at least one suit", "起手13张中至少缺一门的占比"),
    ),
    "no_terminal": (
        ("dealt hands without a 1 or 9", "起手无幺九"),
        ("of dealt hands: first 13 tiles without a 1 or 9 of a suit", "起手13张中没有幺九牌的占比"),
    ),
    "suits_dealt": (
        ("suits among the first 13 tiles", "起手有几门"),
        ("share of dealt hands by number of suits held", "起手13张有几门花色，各占多少"),
    ),
    "win": (("hands won", "有人胡的局"), ("of hands: those that end with a winner", "总局数中，有人胡牌的局")),
    "self_draw": (
        ("hands won by self-draw", "自摸的局"),
        ("of hands: those won on the winner's own draw", "总局数中，自摸胡牌的局"),
    ),
    "discard_win": (
        ("hands won on a discard", "点炮胡的局"),
        ("of hands: those won on another's discard", "总局数中，点炮胡牌的局"),
    ),
    "rob": (("hands won by robbing a kong", "抢杠胡的局"), ("of hands: those won on a tile of another's kong", "总局数中，抢杠胡牌的局")),
    "draw": (("hands drawn", "黄庄的局"), ("of hands: those drawn with the wall used up", "总局数中，牌摸完无人胡的局")),
    "abort": (("hands ended by the fourth kong", "四杠流局"), ("of hands: those ended by the fourth kong", "总局数中，因四杠流局的局")),
    "self_draw_of_wins": (
        ("self-draws, of hands won", "自摸占比（占有人胡的局）"),
        ("of hands with a winner: those won by self-draw", "有人胡的局中，自摸的局"),
    ),
    "discard_of_wins": (
        ("wins on a discard, of hands won", "点炮胡占比（占有人胡的局）"),
        ("of hands with a winner: those won on a discard", "有人胡的局中，点炮胡的局"),
    ),
    "kong_bloom": (
        ("hands won after a kong", "杠上开花的局"),
        ("of hands: those won on the replacement after a kong", "总局数中，杠后补牌胡牌的局"),
    ),
    "last_tile": (
        ("hands won on the last draw or discard", "海底胡牌的局（含最后一张打牌）"),
        ("of hands: those won on the last draw or the discard after it", "总局数中，胡最后一张摸牌、或胡其后那张打牌的局"),
    ),
    "contested_win": (
        ("wins that several seats could have had", "两家以上都能胡同一张牌"),
        (
            "of hands won on another's tile: those in which two or three seats could win it",
            "胡别家打出的牌的局中，有两家或三家都能胡这张牌的",
        ),
    ),
    "legal_winners": (
        ("seats that could win the tile", "同一张牌有几家能胡"),
        ("of hands won on another's tile: how many seats could win it", "胡别家打出的牌的局中，有几家能胡这张牌"),
    ),
    "turns": (("discards a hand", "每局打牌张数"), ("discards made in a hand, four seats together", "一局里四家合计打出的牌")),
    "tiles_left": (("live tiles left", "牌墙余牌"), ("live tiles left in the wall at the end", "一局结束时牌墙里还剩的牌")),
    "seat_win": (("win rate", "胡牌率"), ("of seat-hands: those that win", "全部人次中，胡牌的")),
    "seat_self_draw": (("self-draw rate", "自摸率"), ("of seat-hands: those that win by self-draw", "全部人次中，自摸的")),
    "deal_in": (
        ("deal-in rate", "放炮率"),
        ("of seat-hands: those whose discard or kong tile is won by another", "全部人次中，打出的牌或加杠的牌被别家胡了的"),
    ),
    "points": (("points a hand", "每局得分"), ("points won less points lost, a seat and hand", "每家每局赢的分减去输的分")),
    "winning_turn": (("winning turn", "胡牌巡数"), ("the winner's own discards when it wins", "胡牌的人胡牌时自己打过几张")),
    "called": (
        ("claim rate", "副露率"),
        ("of seat-hands: those that claim at least one discard for a meld", "全部人次中，吃碰杠过别家打出的牌的"),
    ),
    "chows": (("chows", "吃牌次数"), ("chows a seat-hand", "每家每局吃牌的次数")),
    "pungs": (("pungs", "碰牌次数"), ("pungs a seat-hand that stayed pungs", "每家每局碰牌的次数，后来加杠的不算")),
    "kongs_open": (("open kongs", "明杠次数"), ("open kongs claimed a seat-hand", "每家每局明杠的次数")),
    "kongs_added": (("added kongs", "加杠次数"), ("kongs added to a pung a seat-hand", "每家每局加杠的次数")),
    "kongs_concealed": (("concealed kongs", "暗杠次数"), ("concealed kongs a seat-hand", "每家每局暗杠的次数")),
    "ready_shape": (
        ("ever ready by shape", "听过牌（只看牌型）"),
        ("of seat-hands: those ever one tile from a complete shape", "全部人次中，到过差一张成型的"),
    ),
    "ready_legal": (
        ("ever ready for a hand that may win", "听过能胡的牌"),
        ("of seat-hands: those ever one tile from a hand that may win", "全部人次中，到过差一张就能胡的"),
    ),
    "ready_shape_turn": (
        ("turn of readiness by shape", "听牌巡数（只看牌型）"),
        ("own discards when first ready by shape, of those ever ready", "听过牌（只看牌型）的人，头一次听牌时自己打过几张"),
    ),
    "ready_legal_turn": (
        ("turn of readiness for a hand that may win", "听牌巡数（能胡的牌）"),
        ("own discards when first ready for a hand that may win, of those ever so", "听过能胡的牌的人，头一次听时自己打过几张"),
    ),
    "start_shape_mean": (
        ("starting shape distance, mean", "起手牌型向听数，平均"),
        ("shape distance of the first 13 tiles", "起手13张的牌型向听数"),
    ),
    "start_legal_mean": (
        ("starting legal distance, mean", "起手合法向听数，平均"),
        ("legal distance of the first 13 tiles, where it is not never", "起手13张的合法向听数，无法胡的不计"),
    ),
    "start_shape": (
        ("starting shape distance", "起手牌型向听数"),
        ("share of dealt hands by shape distance of the first 13 tiles", "起手13张的牌型向听数，各占多少"),
    ),
    "start_legal": (
        ("starting legal distance", "起手合法向听数"),
        ("share of dealt hands by legal distance of the first 13 tiles", "起手13张的合法向听数，各占多少"),
    ),
    "win_by_start": (
        ("win rate by starting legal distance", "各种起手合法向听数的胡牌率"),
        ("of seat-hands that start at this legal distance: those that win", "起手合法向听数为此的人次中，胡牌的"),
    ),
    "wait": (
        ("kind of wait", "听牌形式"),
        ("of seat-hands ever ready for a hand that may win: kind of wait when first so", "听过能胡的牌的人次中，头一次听时的形式"),
    ),
    "win_by_wait": (
        ("win rate by kind of wait", "各种听牌形式的胡牌率"),
        ("of seat-hands first ready with this wait: those that win", "头一次以此形式听牌的人次中，胡牌的"),
    ),
    "fan": (("fan of a win", "胡牌番数"), ("the winner's total after the cap", "胡牌的总番数，封顶之后")),
    "fan_share": (("fan of a win, distribution", "胡牌番数分布"), ("share of wins at each total", "胡牌中各种总番数的占比")),
    "fan_row": (
        ("how often fan rows are scored", "各番种出现率"),
        (
            "share of won hands whose winner scores the row at least once (of several winners, the nearest)",
            "有人胡的局中，胡牌者至少计一次该番种的占比（多家同胡时看最近的一家）",
        ),
    ),
    "second_half": (
        ("which half of the second condition is met", "胡牌怎样满足条件二"),
        ("of hands won: which half of the second condition the winner met", "有人胡的局中，胡牌者满足了条件二的哪一半"),
    ),
    "winning_tile": (("which tile wins", "胡的是哪张牌"), ("share of hands won by winning tile", "有人胡的局中，胡的是哪张牌，各占多少")),
    "discard_tile": (
        ("which tile deals in", "点炮的是哪张牌"),
        ("share of hands won on a discard by that tile", "点炮胡的局中，点炮的是哪张牌，各占多少"),
    ),
}


def _refusals() -> dict[str, Pair]:
    """Labels and meanings of `refused_{reason}_{source}_{what}`."""
    made: dict[str, Pair] = {}
    for reason, why in REASONS.items():
        for source, whence in SOURCES.items():
            for what, texts in _REFUSALS.items():
                of = ("", "") if source == "any" else (f" ({whence[0]})", f"（{whence[1]}）")
                label, meaning = (
                    (en.format(why=why[0], whence=whence[0], of=of[0]), zh.format(why=why[1], whence=whence[1], of=of[1]))
                    for en, zh in texts
                )
                made |= {f"refused_{reason}_{source}_{what}": label, f"refused_{reason}_{source}_{what}.meaning": meaning}
    return made


WORDS: dict[str, Pair] = {
    **_refusals(),
    **{name: label for name, (label, _) in _OTHERS.items()},
    **{f"{name}.meaning": meaning for name, (_, meaning) in _OTHERS.items()},
}
