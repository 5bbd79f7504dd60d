"""What is said of a game that cannot be played: its wall, deal, seats and policies."""

WORDS: dict[str, tuple[str, str]] = {
    "no_such_dealer": ("dealer: seat {dealer} does not play (seats 0 to {most})", "dealer：{dealer}号座位没有人（座位0至{most}）"),
    "policies": ("policies: {given} given, one for each of the {seats} seats needed", "policies：给了{given}种，{seats}家要各一种"),
    "wall.place": (
        "wall: position {position} cannot hold kind {kind} (positions 0 to {places}, kinds 0 to {kinds})",
        "wall：第{position}个位置不能放编号为{kind}的牌（位置0至{places}，编号0至{kinds}）",
    ),
    "wall.copies": ("wall: kind {kind} is given more than {copies} times", "wall：编号为{kind}的牌给了{copies}张以上"),
    "wall.whole": ("wall: it should hold four of each of the 34 kinds", "wall：34种牌应各有4张"),
    "players": ("players: {given} is not allowed (allowed: 1, {seats})", "players：不能是{given}（可写1、{seats}）"),
    "deal": ('deal: "{given}" is not allowed (allowed: "shared", "private")', 'deal："{given}"不可用（可写"shared"、"private"）'),
    "reserve": (
        "wall_reserve: {given} is not allowed with private stacks (allowed: 0)",
        "wall_reserve：各摸各的牌墙时不能是{given}（只能是0）",
    ),
}
