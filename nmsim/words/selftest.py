"""What the self test examines, finds and says at its end. The English names of checks stand in records."""

WORDS: dict[str, tuple[str, str]] = {
    "four_each": ("walls: four of each kind", "牌：每种四张"),
    "places": ("walls: every place holds every kind equally often", "牌：每个位置上各种牌出现得一样多"),
    "neighbours": ("walls: neighbours alike", "牌：相邻两张相同"),
    "lacks_suit": ("deal: lacks a suit", "起手：缺门"),
    "lacks_yaojiu": ("deal: lacks a 1 or 9", "起手：无幺九"),
    "lacks_jiang258": ("deal: lacks a 258 pair", "起手：无二五八对子"),
    "distance_shape": ("distance: shape, {tiles} tiles, {preset}", "向听数：牌型，{tiles}张，{preset}"),
    "distance_legal": ("distance: legal, {tiles} tiles, {preset}", "向听数：合法，{tiles}张，{preset}"),
    "books": ("played: tiles conserved and points sum to zero", "打牌：牌数守恒，分数归零"),
    "logs": ("played: the reference agrees with the log", "打牌：参考实现与日志一致"),
    "game": ("{check}; {preset}, {kind} of {seats}", "{check}；{preset}，{kind}，{seats}"),
    "kind_match": ("matches", "整场"),
    "kind_private": ("private stacks", "各家独立牌墙"),
    "kind_hands": ("hands", "单局"),
    "wrong": ("{n} wrong", "{n}副有错"),
    "chi_square": ("chi-square {value}", "卡方{value}"),
    "chi_square_of": ("chi-square {value} of {cells} cells", "卡方{value}（{cells}格）"),
    "strange": ("; cannot be: {values}", "；不可能的值：{values}"),
    "rate": ("{found}, exactly {exact}", "{found}，精确值{exact}"),
    "broken": ("broken: {laws}", "违反：{laws}"),
    "none_broken": ("broken: none", "无违反"),
    "none_differ": ("0 differ", "无差异"),
    "differ": ("differ: {faults}", "有差异：{faults}"),
    "law_points": ("points sum to zero", "分数归零"),
    "law_tiles": ("every tile is accounted for", "牌数守恒"),
    "law_discards": ("the seats' discards are the turns", "各家打出的张数合计等于总张数"),
    "law_drawn": ("no tile is drawn that is not there", "摸走的牌不多于牌墙"),
    "law_melds": ("four melds at most", "副露不超过四组"),
    "law_broken": ("{law} ({rows} hands)", "{law}（{rows}局）"),
    "log_fault": ("wall {block}: {fault}", "第{block}副牌：{fault}"),
    "differs": ("{name} {found}, not {told}", "{name}为{found}，应为{told}"),
    "failed": ("self test FAILED: {names} (seed {seed})", "自检未通过：{names}（种子{seed}）"),
    "passed": (
        "self test passed: {walls:,} walls and deals fit the exact odds, distances of {measured:,} hands of 13 and of 14 tiles fit "
        "the exact distribution, {played:,} played hands conserve tiles and sum to zero, {logs} logs agree with the reference "
        "({chance} checks of chance, false-alarm rate {alarms:g} in all; seed {seed})",
        "自检通过：{walls:,}副牌与起手符合精确概率，{measured:,}手13张与14张的向听数符合精确分布，"
        "{played:,}局牌数守恒、分数归零，{logs}局日志与参考实现一致（{chance}项随机检验，总误报率{alarms:g}；种子{seed}）",
    ),
}
