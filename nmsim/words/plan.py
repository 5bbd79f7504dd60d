"""What is said of plans that cannot be played."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "alone_shared": (
        'players: 1 needs deal = "private": a lone player draws from its own stack',
        'players = 1时须用 deal = "private"：一个人只摸自己的一份牌',
    ),
    "alone_match": ('players: 1 needs design = "independent"', 'players = 1时须用 design = "independent"'),
    "private_reserve": (
        '{option}: {reserve} contradicts deal = "private", which needs 0',
        '{option}: {reserve}与 deal = "private" 矛盾，后者须为0',
    ),
    "start_match": ('start: given tiles need design = "independent"', 'start: 指定起手牌须用 design = "independent"'),
    "start_seats": ("{hands} hands are given for 4 seats", "给了{hands}手牌，只有4家"),
    "start_tiles": (
        "seat {seat} is given {count} tiles, {tiles} (at most {most})",
        "座位{seat}给了{count}张：{tiles}（最多{most}张）",
    ),
    "start_copies": ("{tile} is given {count} times (there are 4)", "{tile}给了{count}张（每种只有4张）"),
    "four_policies": ("a list of four policies", "四个打法的列表"),
    "seats_needed": ("seats: {count} named, four needed", "seats: 给了{count}个，须有4个"),
    "walls_reach": (
        "first_wall: {first} with walls: {walls} is out of range (the last wall is at most {last})",
        "first_wall: {first}加 walls: {walls}超出范围（最后一副牌的编号最多为{last}）",
    ),
    "rows_too_large": (
        "walls: the rows of {hands:,} hands take {gigabytes:,.0f} GB of memory, more than there is; `nmsim run` keeps rows in files",
        "walls: {hands:,}局的数据要占{gigabytes:,.0f} GB内存，放不下；`nmsim run` 把数据存在文件里",
    ),
}
