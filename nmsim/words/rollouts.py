"""Discards that are played out: whether the best two are told apart, and what is said of questions that cannot be asked."""

WORDS: dict[str, tuple[str, str]] = {
    "if_as_it_looks": (
        "{best} and {second} are not told apart; if the difference is what it looks like, about {walls:,} walls would tell them apart",
        "{best}与{second}还分不出高下；如果真实差距就是现在看到的这么多，大约要{walls:,}副牌才分得出",
    ),
    "maybe_equal": (
        "{best} and {second} are not told apart: the difference seen is within its standard error, and they may well be equal",
        "{best}与{second}分不出高下：看到的差距还不到一个标准误，两者可能一样好",
    ),
    "no_discard": ("discards: none is given (held: {held})", "discards：没有给出（手牌：{held}）"),
    "no_kind": ("discards: {kind} is no kind (allowed: 0 to {most})", "discards：{kind}不是牌的编号（可用：0到{most}）"),
    "not_held": ("discards: {tile} is not held (held: {held})", "discards：手里没有{tile}（手牌：{held}）"),
    "twice": ("discards: {tile} is given more than once", "discards：{tile}给了不止一次"),
    "too_many_seen": (
        "seen: {given} tiles are given (at most {most} leave a discard to make; wall_reserve is {reserve})",
        "seen：给了{given}张（最多{most}张，否则已无牌可打；wall_reserve为{reserve}）",
    ),
    "four_kongs": ("melds: four kongs have ended the hand (four_kong_abort)", "melds：四杠已使本局流局（four_kong_abort）"),
}
