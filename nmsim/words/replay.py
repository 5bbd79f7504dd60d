"""The sentences of a hand told turn by turn, and what is said of addresses that lead to no hand."""

WORDS: dict[str, tuple[str, str]] = {
    # Seats
    "seat.0": ("East", "东家"),
    "seat.1": ("South", "南家"),
    "seat.2": ("West", "西家"),
    "seat.3": ("North", "北家"),
    # Where the hand stands
    "place.arm": ("arm {value}", "第{value}组"),
    "place.wall": ("wall {value}", "第{value}副牌"),
    "place.rotation": ("rotation {value}", "第{value}种座次"),
    "place.match": ("match {value}", "第{value}场"),
    "place.hand": ("hand {value}", "第{value}局"),
    "seed": ("seed {seed}", "种子{seed}"),
    "seated": ("{name} ({policy})", "{name}（{policy}）"),
    # The deal
    "opening": (
        "{dealer} deals: thirteen tiles a seat, {left} left in the wall, and {dealer} draws first.\n"
        "(m characters, p dots, s bamboos; 1z to 7z are east, south, west and north wind, red, green and white dragon.)",
        "{dealer}坐庄。各家起牌13张，牌墙还有{left}张，{dealer}先摸。",
    ),
    "dealt": ("{name} is dealt {tiles}", "{name}起手：{tiles}"),
    # Draws
    "draws": ("{name} draws {tile} ({left} left).", "{name}摸进{tile}（余{left}张）。"),
    "draws.last": ("{name} draws {tile}, the last tile of the wall.", "{name}摸进{tile}，这是海底牌。"),
    "replacement": ("{name} draws the replacement {tile} ({left} left).", "{name}从牌尾补进{tile}（余{left}张）。"),
    "replacement.last": ("{name} draws the replacement {tile}, the last tile of the wall.", "{name}从牌尾补进{tile}，这是海底牌。"),
    # Refusals
    "refused": ("{name}'s hand is complete with {tile}, but may not win: {why}.", "{name}凑上{tile}，成型却不能胡：{why}。"),
    "refused.suits": ("it needs all three suits and has {lacks}", "三门不齐，{lacks}"),
    "refused.join": ("; ", "；"),
    # Claims
    "chow": ("chow {chows}", "吃{chows}"),
    "or": (" or ", "或"),
    "claims.join": (" or ", "、"),
    "passes": ("{name} could {could}, and passes.", "{name}可{could}，过。"),
    "calls": ("{name} calls {called}.", "{name}喊{called}！"),
    "calls.of": ("{name} could {could}, and calls {called}.", "{name}可{could}，喊{called}！"),
    "call.win": ("win", "胡"),
    "call.kong": ("kong", "杠"),
    "call.pung": ("pung", "碰"),
    "declined_win": ("{name} could win by self-draw, and plays on.", "{name}自摸可胡，却没有胡。"),
    "declined_kong": ("{name} could declare {kongs}, and does not.", "{name}可{kongs}，没有杠。"),
    "kong.concealed": ("a concealed kong of {tile}", "暗杠{tile}"),
    "kong.added": ("an added kong of {tile}", "加杠{tile}"),
    # Actions
    "discards": ("{name} discards {tile}.", "{name}打出{tile}。"),
    "discards.drawn": ("{name} discards {tile}, just drawn.", "{name}摸来就打{tile}。"),
    "chows": ("{name} chows {tiles}.", "{name}吃{tiles}。"),
    "pungs": ("{name} pungs {tile}.", "{name}碰{tile}。"),
    "kongs.open": ("{name} makes an open kong of {tile}.", "{name}明杠{tile}。"),
    "kongs.own": ("{name} declares {kong}.", "{name}{kong}。"),
    # The end
    "four_kongs": ("The fourth kong ends the hand, {left} tiles left.", "四杠已成，流局，牌墙还有{left}张。"),
    "exhausted": ("The wall is exhausted: a drawn hand.", "牌已摸完，无人胡牌，黄庄。"),
    "won.self_draw": ("{name} wins by self-draw on {tile}.", "{name}自摸{tile}，胡了！"),
    "won.discard": ("{name} wins on {giver}'s {tile}.", "{giver}点炮，{name}胡{tile}！"),
    "won.rob": ("{name} robs {giver}'s kong of {tile} and wins.", "{name}抢{giver}的杠，胡{tile}！"),
    "bumped": ("{others} called the win too; {winner} sits nearer and takes it.", "{others}也喊胡，{winner}在先，截胡。"),
    "bumped.join": (" and ", "、"),
    "hand": ("Hand: {tiles} and {winning}{melds}", "手牌：{tiles}　胡{winning}{melds}"),
    "hand.meld": (", {meld}", "　{meld}"),
    "fan": ("Fan: {rows}; {fan} in all{adjusted}", "番数：{rows}　共{fan}番{adjusted}"),
    "fan.row": ("{row} {fan}", "{row} {fan}"),
    "fan.join": (", ", "　"),
    "fan.capped": (", capped at {cap}", "，封顶{cap}番"),
    "fan.bonus": (", {shown} with the dealer's bonus", "，连庄家加番计{shown}番"),
    "conditions": ("First condition: {first}. Second condition: {second}", "条件一：{first}　条件二：{second}"),
    "conditions.suits": ("all three suits", "三门齐"),
    "conditions.free": ("not asked for ({lacks})", "不要求（{lacks}）"),
    "conditions.join": (" and ", "、"),
    "points": ("Points: {moves}", "结算：{moves}"),
    "points.one": ("{name} {points}", "{name} {points}"),
    "points.join": (", ", "，"),
    "points.none": ("Nobody pays.", "各家不输不赢。"),
    "next.keeps": ("{name} keeps the deal.", "下一局：{name}连庄。"),
    "next.deals": ("{name} deals next.", "下一局：{name}坐庄。"),
    # Help of the command
    "help": (
        "Tell one hand turn by turn, addressed by what its row holds.\n\n"
        "FOLDER is the folder of a run; without one, the game is given by --rules, --seats and --seed.",
        "把一局牌一步步讲出来，按结果里的行找到它。\n\nFOLDER是一次运行的文件夹；不写时由--rules、--seats、--seed定牌局。",
    ),
    "help.arm": ("The arm's number or name.", "组的编号或名字。"),
    "help.wall": ("The hand's wall.", "第几副牌。"),
    "help.rotation": ("The seating.", "第几种座次。"),
    "help.match": ("The hand's match, where the dealer passes on.", "连打时的第几场。"),
    "help.hand": ("Which hand of the match.", "那一场的第几局。"),
    "help.rules": ("Without FOLDER: the preset.", "不写FOLDER时：预设规则。"),
    "help.set": ("Without FOLDER: an option that differs; may be repeated.", "不写FOLDER时：改动的规则选项，可写多次。"),
    "help.seats": ("Without FOLDER: four policies.", "不写FOLDER时：四家打法。"),
    "help.seed": ("Without FOLDER: the seed.", "不写FOLDER时：种子。"),
    # Errors
    "no_record": ("{folder}: holds no {record}", "{folder}：里面没有{record}"),
    "out_of_range": ("{field}: {value} is out of range (0 to {most})", "{field}：{value}超出范围（0至{most}）"),
    "match_address": (
        "a hand of a match is addressed by --wall, or by --match and --hand (0 to {most})",
        "连打的一局用--wall指明，或用--match和--hand（0至{most}）",
    ),
    "contradiction": (
        "wall: {wall} contradicts match {match}, hand {hand}: give one or the other",
        "wall：{wall}与match {match}、hand {hand}不符，只写其一",
    ),
    "alone": (
        "match and hand: these hands are played alone and are addressed by --wall and --rotation",
        "match、hand：这些牌是单局，用--wall和--rotation指明",
    ),
    "no_wall": (
        "wall: is missing; hands that are played alone are addressed by --wall and --rotation",
        "wall：没有写；单局用--wall和--rotation指明",
    ),
    "arm_alone": ("--arm names an arm of the run in FOLDER, and no FOLDER is given", "--arm指的是FOLDER里那次运行的组，而没有写FOLDER"),
    "said_already": (
        "{options}: the run in {folder} says this already; leave it out, or leave FOLDER out",
        "{options}：{folder}里的运行已经定了，去掉它，或去掉FOLDER",
    ),
}
