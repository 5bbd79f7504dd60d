"""What each rule option, fan row and preset means, and what is said of rules that cannot be."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "suit_rule": ("whether a winning hand needs all three suits", "三门齐：胡牌是否须万、条、筒俱全"),
    "suit_exempt": ("patterns free of the three-suit rule", "免三门齐的牌型"),
    "suit_scope": (
        "whether melds count for the three suits (a concealed kong always does)",
        "三门齐看哪些牌：副露算不算（暗杠总是算）",
    ),
    "second_condition": (
        "needs a 1 or 9 (yaojiu), a pair of 2, 5 or 8 (jiang258), either, both, or neither",
        "条件二：须有幺九（yaojiu）、二五八作将（jiang258）、二者之一（either）、两样都要（both），或不设（off）",
    ),
    "second_exempt": ("patterns free of the second condition", "免条件二的牌型"),
    "honors_satisfy_yaojiu": ("whether an honor counts as a 1 or 9", "字牌是否当幺九"),
    "yaojiu_scope": (
        "whether melds count for the 1 or 9 (a concealed kong always does)",
        "幺九看哪些牌：副露算不算（暗杠总是算）",
    ),
    "seven_pairs": ("whether seven pairs is a winning shape", "七对可不可胡"),
    "seven_pairs_quads": ("whether four of a kind may be two of the seven pairs", "四张相同的牌可否算作七对中的两对"),
    "seven_pairs_jiang": (
        "which pairs must be 2, 5 or 8 for seven pairs to hold a jiang258",
        "七对怎样算二五八作将：有一对即可、每一对都须是，或不算",
    ),
    "menqing_with_seven_pairs": ("whether seven pairs and thirteen orphans also score the concealed hand", "七对、十三幺是否另计门清"),
    "thirteen_orphans": ("whether thirteen orphans is a winning shape", "十三幺可不可胡"),
    "menqing_allows_concealed_kong": ("whether a concealed kong keeps the concealed hand", "有暗杠是否仍算门清"),
    "menqing_on_discard": ("whether a win by discard or rob may score the concealed hand", "胡别人打的牌或抢杠，是否可计门清"),
    "payout": (
        "points = base x fan, or base x 2^fan (of totals above {most}, 2^{most})",
        "番怎样换成分：底分×番，或底分×2的番次方（超过{most}番的按{most}番）",
    ),
    "base_points": ("points of one share at one fan (linear) or at none (double)", "底分：一份在一番时（linear）或零番时（double）的分"),
    "fan_cap": ("largest total that is shown and paid", "封顶：最多计多少番、付多少番"),
    "min_fan": ("smallest total, before the cap, that may win", "起胡：封顶之前，最少多少番才能胡"),
    "kong_payment": ("kongs score for the winner only, or are paid at once by all", "杠钱：只有胡牌者的杠计番，或开杠时三家当场付"),
    "kong_bloom_with_self_draw": ("whether 杠上开花 also scores 自摸", "杠上开花是否另计自摸"),
    "last_tile_on_discard": ("whether a win on the last discard scores 海底捞月", "胡海底牌摸后打出的牌，是否计海底捞月"),
    "last_tile_with_kong_bloom": (
        "whether a replacement that is the last tile scores both rows",
        "杠后补的正是海底牌时，杠上开花与海底捞月是否都计",
    ),
    "tianhu_stacks": ("whether 天胡 also scores 自摸 and 门清", "天胡是否另计自摸、门清"),
    "tianhu_after_kong": ("whether the dealer's win after opening kongs is still 天胡", "庄家起手开杠后胡，是否仍算天胡"),
    "dihu": (
        "a non-dealer wins on the dealer's first discard, on their own first draw, or either",
        "地胡：闲家胡庄家打的第一张、胡自己摸的第一张，或两者都算",
    ),
    "dealer_multiplier": ("factor on each share that the dealer pays or is paid", "庄家倍数：庄家付的、收的每一份乘以几"),
    "dealer_bonus_fan": (
        "fan added, after the cap, to each share that the dealer pays or is paid",
        "庄家加番：庄家付的、收的每一份加几番（封顶之后再加）",
    ),
    "repeat_bonus_fan": ("as dealer_bonus_fan, times the dealer's repeats", "连庄加番：同 dealer_bonus_fan，再乘以连庄次数"),
    "discard_payment": ("who pays a win by discard or rob", "点炮、抢杠由谁付"),
    "kong_feeder_liable": (
        "whether who fed an open kong pays all three shares of the 杠上开花 right after it",
        "点杠包杠：明杠后杠上开花，是否由点杠的一家付全部三份",
    ),
    "multi_win": (
        "the nearest claimant alone wins a tile, or all do",
        "一张牌几家可胡时：只由最近的一家胡（截胡），或各家都胡（一炮多响）",
    ),
    "rob_kong": ("which kongs may be robbed for a win", "哪些杠可以抢"),
    "pass_win_lock": (
        "whether passing a win bars winning on others' tiles until the next own draw",
        "过胡：放过一次胡，到自己下次摸牌前能否再胡别人的牌",
    ),
    "swap_discard": ("whether the tile just chowed, or its other end, may be discarded", "吃后可否打出同一张或那副顺子另一头的牌"),
    "kong_after_claim": ("whether a kong may be declared in the turn of a chow or pung", "吃、碰的当巡可否开杠"),
    "added_kong_any_turn": ("whether a pung may be made a kong in a later turn than that of the draw", "摸到第四张后，可否过几巡再加杠"),
    "wall_reserve": ("tiles at the end of the wall that are never drawn", "留牌：牌墙末尾不摸的张数"),
    "discard_after_last_draw": ("whether who drew the last tile still discards", "摸到海底牌的人还打不打一张牌"),
    "claims_on_last_discard": ("whether the last discard may be chowed or punged", "海底牌摸后打出的牌可否吃碰"),
    "four_kong_abort": ("whether the fourth kong at the table ends the hand", "全桌第四个杠是否流局"),
    "concealed_kong_visible": ("whether others see the tile of a concealed kong", "暗杠的牌是否亮给别人看"),
    "next_dealer_on_win": ("who deals after a non-dealer's win", "闲家胡后谁坐庄"),
    "next_dealer_on_draw": ("who deals after a drawn hand", "黄庄后谁坐庄"),
    "fan.basic_win": ("every win", "平胡：凡胡必计"),
    "fan.self_draw": ("won on one's own draw", "自摸"),
    "fan.concealed_hand": ("no chow, pung or open kong", "门清：没有吃、碰、明杠"),
    "fan.all_pungs": ("four pungs or kongs and a pair", "碰碰胡：四副刻子或杠，加一对将"),
    "fan.pure_suit": ("one suit, no honors", "清一色：只有一门，没有字牌"),
    "fan.mixed_suit": ("one suit and honors", "混一色：一门加字牌"),
    "fan.seven_pairs": ("seven pairs", "七对"),
    "fan.thirteen_orphans": ("thirteen orphans, where the shape is on", "十三幺（规则许可时）"),
    "fan.all_honors": ("honors only; not priced by the rule text", "字一色：全是字牌（规则原文未定番数）"),
    "fan.dragon_seven_pairs": (
        "seven pairs that hold four of a kind, once a hand; not in the rule text",
        "龙七对：七对中有四张相同，每局计一次（规则原文没有）",
    ),
    "fan.kong_open": ("each open or added kong", "明杠：每个明杠、加杠"),
    "fan.kong_concealed": ("each concealed kong", "暗杠：每个暗杠"),
    "fan.kong_bloom": ("won on the replacement after a kong, once", "杠上开花：杠后补牌自摸，计一次"),
    "fan.last_tile_draw": ("won on the last tile", "海底捞月：胡海底牌"),
    "fan.rob_kong": ("won by robbing a kong; not priced by the rule text", "抢杠胡（规则原文未定番数）"),
    "fan.heavenly_win": ("the dealer's first fourteen tiles", "天胡：庄家起手十四张即胡"),
    "fan.earthly_win": ("a non-dealer at the very start, see `dihu`", "地胡：闲家开局即胡，见 `dihu`"),
    "preset strict": ("the rule text's conditions, without exception", "按规则原文，三门齐与条件二无一例外"),
    "preset example": ("flushes need no three suits, as the worked example supposes", "清一色、混一色免三门齐（规则原文的计分示例）"),
    "preset open": ("neither condition", "不设两个条件"),
    "preset dongbei": ("a neighbouring rule, for comparison", "邻近的东北玩法，用于比较"),
    # What cannot be.
    "no_rules": (
        "{given} should be a preset ({presets}), a table of options, or Rules",
        "{given}应为预设规则（{presets}）、选项表或 Rules",
    ),
    "preset_apart": (
        "{given}: the preset is the first argument of `make_rules`, the options that differ are the second",
        "{given}：预设规则是 `make_rules` 的第一个参数，第二个参数只写要改的选项",
    ),
    "rob_hidden": (
        'rob_kong = "any" contradicts concealed_kong_visible = false: nobody can rob a tile that is not shown',
        'rob_kong = "any" 与 concealed_kong_visible = false 矛盾：没亮出的牌无从抢杠',
    ),
    "no_last_discard": (
        "last_tile_on_discard = true contradicts discard_after_last_draw = false: there is no last discard",
        "last_tile_on_discard = true 与 discard_after_last_draw = false 矛盾：摸海底牌后不打牌，无从点炮",
    ),
    "double_too_large": (
        'payout = "double" contradicts base_points = {base} and dealer_multiplier = {factor}: '
        "their product is at most {most}, so that points can be summed",
        'payout = "double" 与 base_points = {base}、dealer_multiplier = {factor}矛盾：两者之积最多为{most}，分数才不致溢出',
    ),
    "double_uncapped": (
        'payout = "double" pays totals above {most} fan, bonus fan included, as {most} (2^{most} shares are the most that is paid)',
        'payout = "double"：超过{most}番的（庄家、连庄加番在内）按{most}番付，最多为底分的2的{most}次方倍',
    ),
}
