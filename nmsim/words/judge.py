"""What the judge's answers are called: ways of winning, readings, reasons, the rule text's own words."""

# What players call each way of winning, as they may type it, without spaces, hyphens and underscores; the first is shown.
WAYS_SAID: dict[str, tuple[str, ...]] = {
    "self_draw": ("自摸", "自摸胡", "zimo", "tsumo", "selfdrawn"),
    "discard": ("点炮", "放炮", "接炮", "放铳", "点炮胡", "dianpao", "fangpao", "ron"),
    "kong_draw": ("杠上开花", "杠上花", "杠开", "杠后补牌", "岭上开花", "kongbloom", "replacement"),
    "last_draw": ("海底捞月", "海底", "海底捞", "海底自摸", "haidi", "lasttiledraw"),
    "kong_draw_last": ("杠上海底", "杠后海底", "海底杠上开花"),
    "last_discard": ("海底炮", "河底", "河底捞鱼", "海底点炮"),
    "rob_kong": ("抢杠", "抢杠胡", "抢加杠", "抢补杠", "qianggang", "robbedkong", "robbingthekong"),
    "rob_concealed_kong": ("抢暗杠",),
    "tianhu": ("天胡", "天和", "heavenlywin", "heavenlyhand"),
    "tianhu_kong_draw": ("起手开杠", "天胡开杠"),
    "dihu": ("地胡", "地和", "earthlywin", "earthlyhand"),
    "first_draw": ("首摸", "闲家首摸", "第一次摸牌"),
}


def ways_to_type() -> list[str]:
    """Each way of winning by its name and by the first of what players call it."""
    return [word for name, said in WAYS_SAID.items() for word in (name, said[0])]


WORDS: dict[str, tuple[str, str]] = {
    # How the winning tile came
    "how.self_draw": ("self-draw", "自摸"),
    "how.discard": ("another's discard", "点炮"),
    "how.kong_draw": ("the replacement after a kong", "杠上开花（杠后补牌）"),
    "how.last_draw": ("the last tile of the wall", "海底捞月（摸到海底牌）"),
    "how.kong_draw_last": ("the replacement, the last tile of the wall", "杠后补到海底牌"),
    "how.last_discard": ("the discard after the last draw", "摸完海底牌后的点炮"),
    "how.rob_kong": ("robbing an added kong", "抢加杠"),
    "how.rob_concealed_kong": ("robbing a concealed kong", "抢暗杠"),
    "how.tianhu": ("the dealer's first fourteen", "天胡（庄家起手）"),
    "how.tianhu_kong_draw": ("the dealer's replacement after an opening kong", "庄家起手开杠后补牌"),
    "how.dihu": ("the dealer's first discard", "地胡（庄家打出的第一张牌）"),
    "how.first_draw": ("a non-dealer's first draw", "闲家第一次摸牌"),
    # Suits
    "suit.0": ("characters", "万"),
    "suit.1": ("dots", "筒"),
    "suit.2": ("bamboos", "条"),
    "missing": ("no {suits}", "缺{suits}"),
    "missing.join": (" and no ", "、"),
    # Ways that cannot have happened
    "cannot": ("{how} cannot have happened: {why}", "{how}不可能发生：{why}"),
    "cannot.none": ("none", "无"),
    "cannot.contradiction": ("{first} and {second} contradict each other", "{first}与{second}互相矛盾"),
    "cannot.no_live_discard": (
        "there is no discard after the last draw under these rules (discard_after_last_draw = false)",
        "本规则摸完海底牌就不再打牌（discard_after_last_draw = false）",
    ),
    "cannot.four_kongs": ("four kongs have ended the hand (four_kong_abort = true)", "四杠已经流局（four_kong_abort = true）"),
    "cannot.no_concealed_kongs": (
        "it needs melds that are all concealed kongs (given: {melds})",
        "副露必须都是暗杠，至少一副（所给副露：{melds}）",
    ),
    "cannot.no_kong": ("it needs a kong among the melds (given: {melds})", "副露里要有杠（所给副露：{melds}）"),
    "cannot.melds_before": ("it comes before any meld (given: {melds})", "这时还不会有副露（所给副露：{melds}）"),
    "cannot.copies_of_robbed": (
        "the robbed tile is one of four that another holds; the hand has {copies} of them, the winning one included",
        "被抢的四张都在开杠那家手里，而这手牌里连胡的那张已有{copies}张",
    ),
    "cannot.discards_before": ("it comes before any other discard (seen: {seen} tiles)", "这时还没有别的弃牌（已见{seen}张）"),
    "cannot.many_discards_before": (
        "at most three discards come before it (seen: {seen} tiles)",
        "之前至多打过三张牌（已见{seen}张）",
    ),
    "cannot.robbed_seen": (
        "the robbed tile is one of four that another holds; {seen_copies} of the others are seen, which can only be none or three",
        "被抢的四张都在开杠那家手里，其余三张要么都见到、要么都没见到（已见{seen_copies}张）",
    ),
    # Readings
    "reading.four_sets": ("four sets and a pair", "4副顺子/刻子 + 1对将牌"),
    "reading.seven_pairs": ("seven pairs", "七对"),
    "reading.thirteen_orphans": ("thirteen orphans", "十三幺"),
    # Patterns that conditions may exempt
    "or": (" or ", "或"),
    "pattern.pure_suit": ("pure suit", "清一色"),
    "pattern.mixed_suit": ("mixed suit", "混一色"),
    "pattern.all_pungs": ("all pungs", "碰碰胡"),
    "pattern.seven_pairs": ("seven pairs", "七对"),
    "pattern.thirteen_orphans": ("thirteen orphans", "十三幺"),
    "pattern.all_honors": ("all honors", "字一色"),
    # What the rule text says, and the same in English
    "rule.shape": ("four sets and a pair", "“4副顺子/刻子 + 1对将牌”"),
    "rule.suits": (
        "a winning hand must hold at least one tile of each suit, characters, bamboos and dots",
        "“胡牌时手牌中万、条、筒三种花色的牌都必须至少有一张”",
    ),
    "rule.yaojiu": ("at least one 1 or 9 of a suit", "“手中至少有一张幺九牌（1万/9万、1条/9条、1筒/9筒）”"),
    "rule.yaojiu.honors": (
        "at least one 1, 9 or honor (honors_satisfy_yaojiu = true)",
        "手中至少有一张幺九牌，字牌也算（honors_satisfy_yaojiu = true）",
    ),
    "rule.jiang258": ("the pair must be 2, 5 or 8", "“将牌必须是2、5、8的对子”"),
    # What meets the second condition, as the rules have it
    "yaojiu": ("1 or 9", "幺九"),
    "yaojiu.honors": ("1, 9 or honor", "幺九（本规则字牌也算）"),
    "met.yaojiu": ("a {yaojiu}", "有{yaojiu}"),
    "met.jiang258": ("a pair of 2, 5 or 8", "将是二五八"),
    "met.jiang258.pairs": ("a pair of 2, 5 or 8", "有二五八的对子"),
    # Why a complete hand may not win, in short; of seven pairs by what `seven_pairs_jiang` asks of them
    "short.no_yaojiu_no_258": ("no {yaojiu}, and the pair is not 2, 5 or 8", "没有{yaojiu}，将也不是二五八"),
    "short.no_yaojiu_no_258.any_pair": ("no {yaojiu}, and no pair of 2, 5 or 8", "没有{yaojiu}，也没有二五八的对子"),
    "short.no_yaojiu_no_258.all_pairs": (
        "no {yaojiu}, and not all seven pairs are 2, 5 or 8 (seven_pairs_jiang = all_pairs)",
        "没有{yaojiu}，七对也不全是二五八（seven_pairs_jiang = all_pairs）",
    ),
    "short.no_yaojiu_no_258.never": (
        "no {yaojiu}, and a pair of 2, 5 or 8 does not count in seven pairs (seven_pairs_jiang = never)",
        "没有{yaojiu}，而七对不算二五八将（seven_pairs_jiang = never）",
    ),
    "short.second_condition:yaojiu": ("no {yaojiu}", "没有{yaojiu}"),
    "short.second_condition:jiang258": ("the pair is not 2, 5 or 8", "将不是二五八"),
    "short.second_condition:jiang258.any_pair": ("no pair of 2, 5 or 8", "没有二五八的对子"),
    "short.second_condition:jiang258.all_pairs": (
        "not all seven pairs are 2, 5 or 8 (seven_pairs_jiang = all_pairs)",
        "七对不全是二五八（seven_pairs_jiang = all_pairs）",
    ),
    "short.second_condition:jiang258.never": (
        "a pair of 2, 5 or 8 does not count in seven pairs (seven_pairs_jiang = never)",
        "七对不算二五八将（seven_pairs_jiang = never）",
    ),
    "short.second_condition:both": ("not both a {yaojiu} and a pair of 2, 5 or 8", "没有兼备{yaojiu}和二五八将"),
    "short.second_condition:both.any_pair": ("not both a {yaojiu} and a pair of 2, 5 or 8", "没有兼备{yaojiu}和二五八的对子"),
    "short.second_condition:both.all_pairs": (
        "not both a {yaojiu} and seven pairs of 2, 5 or 8 (seven_pairs_jiang = all_pairs)",
        "没有兼备{yaojiu}和七个二五八的对子（seven_pairs_jiang = all_pairs）",
    ),
    "short.second_condition:both.never": (
        "a pair of 2, 5 or 8, which the rules ask for, does not count in seven pairs (seven_pairs_jiang = never)",
        "须有二五八将，而七对不算（seven_pairs_jiang = never）",
    ),
    "short.not_complete": ("the hand is not complete", "牌型未成"),
    "short.thirteen_orphans_off": (
        "complete only as thirteen orphans, which these rules do not have (thirteen_orphans = false)",
        "只成十三幺，本规则不可胡（thirteen_orphans = false）",
    ),
    "short.seven_pairs_off": (
        "complete only as seven pairs, which these rules do not have (seven_pairs = false)",
        "只成七对，本规则不可胡（seven_pairs = false）",
    ),
    "short.bad_tile_count": (
        "the hand should hold 14 tiles, the winning one included and each kong counted as three",
        "应有14张牌（算上胡的那张，一副杠算3张）",
    ),
    "short.five_copies": ("the hand holds five or more of a kind", "同一种牌有5张以上"),
    "short.rob_kong_off": ("an added kong cannot be robbed (rob_kong = {rob_kong})", "加杠不可抢（rob_kong = {rob_kong}）"),
    "short.rob_concealed_kong_off": ("a concealed kong cannot be robbed (rob_kong = {rob_kong})", "暗杠不可抢（rob_kong = {rob_kong}）"),
    "short.below_min_fan": ("{fan} fan, and at least {min_fan} are needed (min_fan)", "只有{fan}番，不到起胡的{min_fan}番（min_fan）"),
    # The same with the rule
    "why.missing_suit": ("{short}{aside}: {rule} (first condition)", "{short}{aside}：{rule}（条件一：三门齐）"),
    "why.open_melds_aside": (" (open melds do not count)", "（副露不算）"),
    "why.no_yaojiu_no_258": (
        "{short}: it needs {yaojiu}, or {jiang} (second condition)",
        "{short}：{yaojiu}与{jiang}至少满足一条（条件二）",
    ),
    "why.second_condition:yaojiu": ("{short}: these rules ask for {yaojiu} (second condition)", "{short}：{yaojiu}（条件二）"),
    "why.second_condition:jiang258": ("{short}: {jiang} (second condition)", "{short}：{jiang}（条件二）"),
    "why.second_condition:both": (
        "{short}: these rules ask for both: {yaojiu}, and {jiang} (second condition)",
        "{short}：{yaojiu}并且{jiang}（条件二，本规则两条都要）",
    ),
    "why.not_complete": ("the shape is not complete: {shapes}", "牌型未成：须{shapes}"),
    # Errors
    "unpriced": ("score: {reason}", "算番：{reason}"),
    "no_kind": ("hand: kind {kind} does not exist (0 to {most})", "手牌：没有编号为{kind}的牌（0至{most}）"),
}
