"""Text that people write for tiles, in any notation, and melds: what `nmsim.tiles` prints, and what other tools and tables write.

Read, alone or mixed: `123m456p789s11z`; `123万 456条 789筒 东东` with variants (萬, 條 索, 饼 餅, 東, 發, full-width or
Chinese digits); 国标 letters before or after their digits (`W1W2W3`, `123W`: W 万, T 条, B 饼, F1-4 东南西北, J1-3 中发白,
as Botzone and PyMahjongGB write); Unicode tiles, with or without a variation selector. `5z 6z 7z` are 中 发 白, as in the
rule text; with `dragons="riichi"` 白 发 中.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from nmsim.errors import InputError, unknown
from nmsim.tiles import CHOW, FIRST_HONOR, KONG_OPEN, MELD_NAMES, PUNG, RANKS, Meld, rank_of

Dragons = Literal["text", "riichi"]
DRAGONS: tuple[str, ...] = ("text", "riichi")

_FIRST_WIND, _FIRST_DRAGON = FIRST_HONOR, FIRST_HONOR + 4
# Letters that stand after their digits: first kind and highest rank.
_SUITS: dict[str, tuple[int, int]] = {
    **dict.fromkeys("m万萬", (0, 9)),
    **dict.fromkeys("p筒饼餅", (RANKS, 9)),
    **dict.fromkeys("s条條索", (2 * RANKS, 9)),
    "z": (FIRST_HONOR, 7),
}
# 国标 letters stand before their digits or after them.
_OFFICIAL: dict[str, tuple[int, int]] = {
    "W": (0, 9),
    "B": (RANKS, 9),
    "T": (2 * RANKS, 9),
    "F": (_FIRST_WIND, 4),
    "J": (_FIRST_DRAGON, 3),
}
_HONORS: dict[str, int] = {
    **{char: _FIRST_WIND + at for at, char in enumerate("东南西北中发白")},
    **{char: _FIRST_WIND + at for at, char in enumerate("東南西北中發白")},
}
_GLYPH_KINDS = (*range(FIRST_HONOR, FIRST_HONOR + 7), *range(0, 9), *range(18, 27), *range(9, 18))  # from U+1F000 on
_FIRST_GLYPH, _LAST_GLYPH = 0x1F000, 0x1F02B
_DIGITS = {char: rank for rank, char in enumerate("一二三四五六七八九", start=1)}
_SEPARATORS = ",，、"
_UNSEEN = "\ufe0e\ufe0f\ufeff\u200b"  # variation selectors, byte-order mark, zero-width space
_SHOWN = 60  # characters of a long text that an error repeats
_OFFICIAL_RUN = re.compile(r"[WTBFJ][0-9WTBFJ]*")
_MELD_WORDS_ZH = dict(zip(("吃", "碰", "明杠", "加杠", "暗杠"), MELD_NAMES, strict=True))
_MELD_WORDS: dict[str, str] = {
    **{name: name for name in MELD_NAMES},
    **_MELD_WORDS_ZH,
    "明槓": "kong_open",
    "加槓": "kong_added",
    "暗槓": "kong_concealed",
}


def read_tiles(text: str, dragons: str = "text") -> list[int]:
    """Kinds in text of any notation above, in the order written.

    Raises InputError that names the character which cannot be read, a rank that does not exist, or digits without a suit.
    """
    if dragons not in DRAGONS:
        raise InputError(unknown("order of dragons", dragons, DRAGONS))
    plain, text = "".join(_plain(char) for char in text), _shown(text)
    kinds: list[int] = []
    ranks = ""
    at = 0
    while at < len(plain):
        char = plain[at]
        run = _OFFICIAL_RUN.match(plain, at) if char in _OFFICIAL and not ranks else None
        if run:
            kinds += _letters_first(run.group(), text)
            at = run.end()
            continue
        at += 1
        if char == " ":
            continue
        if char in "0123456789":
            ranks += char
        elif char in _SUITS or char in _OFFICIAL:
            if not ranks:
                raise InputError(f'tiles: "{text}" has "{char}" without a digit before it')
            kinds += [_kind(rank, char, text, dragons) for rank in ranks]
            ranks = ""
        else:
            kinds.append(_single(char, ranks, text))
    if ranks:
        raise InputError(f'tiles: "{text}" ends with "{_shown(ranks)}" and no suit (m 万, p 筒, s 条, z 字)')
    return kinds


def read_tile(text: str, dragons: str = "text") -> int:
    """The kind of exactly one tile such as `9s`, `9条` or `🀘`; raises InputError otherwise."""
    kinds = read_tiles(text, dragons)
    if len(kinds) != 1:
        raise InputError(f'tile: "{_shown(text)}" should be one tile, such as 9s')
    return kinds[0]


def read_melds(text: str, dragons: str = "text") -> list[Meld]:
    """Melds joined by `;`, such as `chow 123m; 碰 888筒; kong_concealed 9p`; `-` or nothing means none.

    A kong or pung may be written by one of its tiles, and the word be left out of a chow or pung. Raises InputError.
    """
    if text.strip() in ("", "-"):
        return []
    parts = [part.strip() for part in re.split("[;；]", text)]
    if not all(parts):
        raise InputError(f'melds: "{_shown(text)}" has nothing on one side of a ";" (it joins two melds)')
    return [_read_meld(part, dragons) for part in parts]


def _read_meld(text: str, dragons: str) -> Meld:
    word = re.match(r"[a-z_]{2,}|[吃碰明加暗杠槓][杠槓]?", text)
    kinds = sorted(read_tiles(text[word.end() :] if word else text, dragons))
    if word is None:
        forms = [form for form in (CHOW, PUNG) if kinds and _forms(form, kinds)]
        if not forms:
            raise InputError(
                f'meld: "{_shown(text)}" needs a word for its form (allowed: {", ".join(MELD_NAMES)}), as in {Meld(KONG_OPEN, 0)}'
            )
        return Meld(forms[0], kinds[0])
    if word.group() not in _MELD_WORDS:
        chinese = not word.group().isascii()
        raise InputError(unknown("meld", _shown(word.group()), _MELD_WORDS_ZH if chinese else MELD_NAMES))
    name = _MELD_WORDS[word.group()]
    form = MELD_NAMES.index(name)
    if form != CHOW and len(kinds) == 1:
        kinds = Meld(form, kinds[0]).kinds()
    if not kinds or not _forms(form, kinds):
        raise InputError(f'meld: "{_shown(text)}" is not a {name} (such as {Meld(form, 0)})')
    return Meld(form, kinds[0])


def _forms(form: int, kinds: list[int]) -> bool:
    """Whether the sorted kinds make a meld of the form."""
    in_one_suit = form != CHOW or (kinds[0] < FIRST_HONOR and rank_of(kinds[0]) <= RANKS - 2)
    return in_one_suit and kinds == Meld(form, kinds[0]).kinds()


def _shown(text: str) -> str:
    """The text, or its beginning where it is long."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _plain(char: str) -> str:
    """The character as the rest of this module knows it: full-width as ASCII, Chinese digits as digits, separators as a space."""
    if char in _UNSEEN:
        return ""
    if char.isspace() or char in _SEPARATORS:
        return " "
    char = unicodedata.normalize("NFKC", char) if 0xFF01 <= ord(char) <= 0xFF5E else char
    return str(_DIGITS.get(char, char))


def _letters_first(run: str, text: str) -> list[int]:
    """Kinds of 国标 letters each before its digits: `W1W2T3` or `W12T3`."""
    kinds = []
    for letter, ranks in re.findall(r"([WTBFJ])([0-9]*)", run):
        if not ranks:
            raise InputError(f'tiles: "{text}" has "{letter}" without a digit beside it')
        kinds += [_kind(rank, letter, text, "text") for rank in ranks]
    return kinds


def _kind(rank: str, letter: str, text: str, dragons: str) -> int:
    first, highest = _SUITS[letter] if letter in _SUITS else _OFFICIAL[letter]
    if not 1 <= int(rank) <= highest:
        raise InputError(f'tiles: "{rank}{letter}" in "{text}" does not exist (1{letter} to {highest}{letter})')
    kind = first + int(rank) - 1
    if letter == "z" and dragons == "riichi" and kind >= _FIRST_DRAGON:
        return 2 * _FIRST_DRAGON + 2 - kind  # 白发中 for 中发白
    return kind


def _single(char: str, ranks: str, text: str) -> int:
    """The kind of a character that is a whole tile."""
    glyph = ord(char) - _FIRST_GLYPH
    honor = char in _HONORS
    if not honor and not 0 <= glyph < len(_GLYPH_KINDS):
        raise InputError(f'tiles: "{text}" has {_unreadable(char)}')
    if ranks:
        raise InputError(f'tiles: "{text}" has "{_shown(ranks)}" and no suit before "{char}" (m 万, p 筒, s 条, z 字)')
    return _HONORS[char] if honor else _GLYPH_KINDS[glyph]


def _unreadable(char: str) -> str:
    """The character, and what it might have been meant as."""
    named = f'"{char}"' if char.isprintable() else f"U+{ord(char):04X}"
    if _FIRST_GLYPH <= ord(char) <= _LAST_GLYPH:
        return f"{named}, a tile that is not used here (no flowers, no jokers)"
    if char.lower() in "mpsz":
        return f'{named}: did you mean "{char.lower()}"?'
    if char.upper() in _OFFICIAL:
        return f'{named}: did you mean the 国标 letter "{char.upper()}"?'
    if char == "H":
        return f"{named}, a flower: none are used here"
    return f"{named}, which is neither a digit nor a suit (m 万, p 筒, s 条, z 字; 国标 W T B F J) nor an honor (东南西北中发白)"
