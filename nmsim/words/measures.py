"""What each measure counts."""

from nmsim.words.statistics import REASONS, SOURCES

Pair = tuple[str, str]

_SIGHTS: dict[str, Pair] = {"shape": ("by shape", "只看牌型"), "legal": ("for a hand that may win", "能胡的牌")}
_DISTANCES: dict[str, Pair] = {"shape": ("shape distance", "牌型向听数"), "legal": ("legal distance", "合法向听数")}
_REFUSALS: dict[str, Pair] = {
    "events": ("times that a seat was complete and might not win {why}, on {whence}", "凑成了型却{why}不能胡的次数（{whence}）"),
    "table": ("the same, four seats together ({why}, on {whence})", "同上，四家合计（{why}；{whence}）"),
    "seats": ("seats that at least once were so refused ({why}, on {whence})", "至少有一次如此的人次（{why}；{whence}）"),
    "hands": ("hands in which at least one seat was so refused ({why}, on {whence})", "至少有一家如此的局（{why}；{whence}）"),
    "lost": ("seats so refused that never won ({why}, on {whence})", "如此且最后也没胡的人次（{why}；{whence}）"),
}


def _of_sights() -> dict[str, Pair]:
    """Measures that exist for the shape and for hands that may win."""
    made: dict[str, Pair] = {}
    for sight, (en, zh) in _SIGHTS.items():
        distance, distance_zh = _DISTANCES[sight]
        made |= {
            f"ready_{sight}": (f"seats ever ready {en}", f"听过牌的人次（{zh}）"),
            f"ready_{sight}_turns": (f"own discards when first ready {en}", f"头一次听牌时自己打过的张数（{zh}）"),
            f"start_{sight}": (f"starting {distance}s that are not never", f"起手{distance_zh}，无法胡的不计"),
            f"start_{sight}_at": (f"seats by starting {distance}", f"各种起手{distance_zh}的人次"),
            f"start_{sight}_finite": (f"seats whose starting {distance} is not never", f"起手{distance_zh}不是无法胡的人次"),
        }
    return made


def _of_refusals() -> dict[str, Pair]:
    """Measures of complete hands that may not win, by reason and source."""
    return {
        f"refused_{reason}_{source}_{what}": (en.format(why=why[0], whence=whence[0]), zh.format(why=why[1], whence=whence[1]))
        for reason, why in REASONS.items()
        for source, whence in SOURCES.items()
        for what, (en, zh) in _REFUSALS.items()
    }


WORDS: dict[str, Pair] = {
    "hands": ("hands played", "总局数"),
    "won_hands": ("hands with a winner", "有人胡的局"),
    "self_draw_hands": ("hands won by self-draw", "自摸的局"),
    "discard_hands": ("hands won on a discard", "点炮胡的局"),
    "rob_hands": ("hands won by robbing a kong", "抢杠胡的局"),
    "drawn_hands": ("hands drawn with the wall used up", "黄庄的局"),
    "aborted_hands": ("hands ended by the fourth kong", "四杠流局的局"),
    "taken_hands": ("hands won on a discard or a robbed kong", "点炮胡或抢杠胡的局"),
    "contested_hands": ("those that two or three seats could win", "其中两家或三家都能胡的局"),
    "turns": ("discards made", "打出的牌张数"),
    "tiles_left": ("live tiles left", "牌墙余牌张数"),
    "bloom_hands": ("hands won on the replacement after a kong", "杠上开花的局"),
    "last_tile_hands": ("hands won on the last draw or discard", "胡最后一张摸牌或其后那张打牌的局"),
    "seat_hands": ("hands times seats", "人次：局数乘以家数"),
    "seat_wins": ("seats that won", "胡牌的人次"),
    "seat_self_draws": ("seats that won by self-draw", "自摸的人次"),
    "seat_deal_ins": ("seats whose tile was won", "放炮（含被抢杠）的人次"),
    "points": ("points won less points lost", "赢的分减去输的分"),
    "seat_fan": ("fan of winning seats", "胡牌人次的番数"),
    "winning_turns": ("own discards of winning seats", "胡牌人次自己打过的张数"),
    "fan_at": ("winning seats at each total", "各种总番数的胡牌人次"),
    "winning_seats": ("winning seats of the hand", "一局中胡牌的家数"),
    "fan_row_times": ("hands won with each fan row", "各番种出现的局数"),
    "second_halves": ("hands won by the half of the second condition they met", "按满足条件二的哪一半分的局数"),
    "legal_winners_at": ("hands won on another's tile by how many seats could win", "胡别家打出的牌的局，按有几家能胡分"),
    "winning_tile_at": ("hands won by winning tile", "按胡的是哪张牌分的局数"),
    "discard_tile_at": ("hands won on a discard by that tile", "按点炮的是哪张牌分的局数"),
    "chows": ("chows melded", "吃牌次数"),
    "pungs": ("pungs melded", "碰牌次数"),
    "kongs_open": ("open kongs melded", "明杠次数"),
    "kongs_added": ("added kongs melded", "加杠次数"),
    "kongs_concealed": ("concealed kongs melded", "暗杠次数"),
    "callers": ("seats that claimed a discard", "吃碰杠过别家打出的牌的人次"),
    **_of_sights(),
    "start_legal_wins_at": ("winning seats by starting legal distance", "各种起手合法向听数的胡牌人次"),
    "wait_at": ("seats ready for a hand that may win, by wait", "各种听牌形式的人次（能胡的牌）"),
    "wait_wins_at": ("winning seats by wait when first ready", "各种听牌形式的胡牌人次"),
    "ready_seats": ("seats of the hand ready for a hand that may win", "一局中听过能胡的牌的家数"),
    "lacking_suit": ("dealt hands that lack a suit", "缺门的起手"),
    "no_terminal": ("dealt hands without a 1 or 9", "没有幺九的起手"),
    "suits_dealt_at": ("dealt hands by suits held", "按有几门分的起手"),
    "dealt_hands": ("hands dealt to the seats", "各家起手"),
    "complete_seats": ("seats complete at least once", "成过型的人次"),
    "complete_never_won": ("of those, seats that never won", "其中最后也没胡的人次"),
    **_of_refusals(),
}
