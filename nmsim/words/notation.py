"""What is said of text that stands for tiles and melds."""

WORDS: dict[str, tuple[str, str]] = {
    # Where in a text the fault lies
    "at": ('"{piece}" (character {place} of "{text}")', '"{text}"第{place}个字符"{piece}"'),
    "no_digit": ("tiles: {at} has no digit beside it", "牌：{at}旁边没有数字"),
    "no_suit": ("tiles: {at} has no suit after it (m 万, p 筒, s 条, z 字)", "牌：{at}后面没有花色（m 万、p 筒、s 条、z 字）"),
    "no_such": ("tiles: {at} does not exist ({first} to {last})", "牌：{at}，没有这张牌（{first}至{last}）"),
    "unreadable": ("tiles: {at} cannot be read: {hint}", "牌：{at}认不出：{hint}"),
    # What an unreadable character might have been meant as
    "known": (
        "write 123m456p789s11z, or 万条筒 after digits, 国标 letters W T B F J, winds as E S W N, 东南西北中发白, or Unicode tiles",
        "可写123m456p789s11z，数字加万、条、筒，国标字母W T B F J，风牌E S W N，东南西北中发白，或Unicode牌面字符",
    ),
    "unused": ("no such tile is used here, no flowers and no jokers", "这里没有这张牌，不用花牌和百搭"),
    "melds": (
        "brackets often mark melds: give melds apart (--melds, or `melds` in Python), and the hand without brackets",
        "括号常表示副露：副露请另写（--melds，Python里用 `melds`），手牌不加括号",
    ),
    "which_b": ("饼 is B or p, bamboos are s or T", "饼写B或p，条写s或T"),
    "south": ("the south wind is S or 2z", "南风写S或2z"),
    "red_five": ("{tile} is a red five and is read as {plain}: there are no red fives here", "{tile}是赤五，按{plain}算：这里不用赤五"),
    "no_text": ("tiles: {given} is no text", "牌：{given}不是文字"),
    "one_tile": ('tile: "{text}" should be one tile, such as 9s', '牌："{text}"应当是一张牌，例如9s'),
    # Plain mpsz, as files hold it
    "mpsz.letter": ('tiles: "{text}" has the suit letter "{char}" without a digit before it', '牌："{text}"里的花色"{char}"前面没有数字'),
    "mpsz.char": (
        'tiles: "{text}" has "{char}", which is neither a digit nor one of m (万), p (筒), s (条), z (字)',
        '牌："{text}"里的"{char}"既不是数字，也不是m（万）、p（筒）、s（条）、z（字）',
    ),
    "mpsz.end": (
        'tiles: "{text}" ends with "{ranks}" and no suit letter (m 万, p 筒, s 条, z 字)',
        '牌："{text}"末尾的"{ranks}"没有花色（m 万、p 筒、s 条、z 字）',
    ),
    "mpsz.tile": (
        'tiles: "{tile}" in "{text}" does not exist ({first} to {last})',
        '牌："{text}"里的"{tile}"，没有这张牌（{first}至{last}）',
    ),
    # Melds
    "open_end": (
        'melds: "{text}" has nothing on one side of a ";" (it joins two melds)',
        '副露："{text}"里有个分号缺了一边（分号连接两组副露）',
    ),
    "needs_word": (
        'meld: "{text}" needs a word for its form (allowed: {allowed}), as in {example}',
        '副露："{text}"要写明是哪一种（可写：{allowed}），例如{example}',
    ),
    "which_kong": (
        'meld: "{text}" does not say which kong it is (allowed: {allowed})',
        '副露："{text}"没写明是哪一种杠（可写：{allowed}）',
    ),
    "not_meld": ('meld: "{text}" is no {form} (such as {example})', '副露："{text}"，这几张不能{form}（例如{example}）'),
    "form.chow": ("chow", "吃"),
    "form.pung": ("pung", "碰"),
    "form.kong_open": ("kong_open", "明杠"),
    "form.kong_added": ("kong_added", "加杠"),
    "form.kong_concealed": ("kong_concealed", "暗杠"),
    "meld_words": ("chow, pung, kong_open, kong_added, kong_concealed", "吃、碰、明杠、加杠、暗杠"),
    "kong_words": ("kong_open, kong_added, kong_concealed", "明杠、加杠、暗杠"),
}
