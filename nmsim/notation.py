"""Text that people write for tiles, in any notation, and melds: what `nmsim.tiles` prints, and what other tools and tables write.

Read, alone or mixed, in either case: `123m456p789s11z`; `123万 456条 789筒 东东` with variants (萬, 條 索, 饼 餅, 東, 發,
红中 发财 白板 东风, full-width digits, 一二三, 壹贰叁); 国标 letters before or after their digits (`W1W2W3`, `123W`: W 万, T 条, B 饼,
F1-4 东南西北, J1-3 中发白, as Botzone and PyMahjongGB write); winds as `EEE` or `East`, dragons as `red`, `green`, `white`; Unicode
tiles, with or without a variation selector. `5z 6z 7z` are 中 发 白, as in the rule text; with `dragons="riichi"` 白 发 中. `0m 0p 0s`,
the red fives of riichi, are read as fives, and a remark says so.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal, NamedTuple

from nmsim.errors import InputError, unknown
from nmsim.tiles import CHOW, FIRST_HONOR, KONG_OPEN, MELD_NAMES, PUNG, RANKS, Meld, format_tiles, rank_of
from nmsim.words import say

Dragons = Literal["text", "riichi"]
DRAGONS: tuple[str, ...] = ("text", "riichi")

_FIRST_WIND, _FIRST_DRAGON = FIRST_HONOR, FIRST_HONOR + 4
# Letters that stand after their digits: first kind and highest rank.
_SUITS: dict[str, tuple[int, int]] = {
    **dict.fromkeys("mM万萬", (0, 9)),
    **dict.fromkeys("pP筒饼餅", (RANKS, 9)),
    **dict.fromkeys("sS条條索", (2 * RANKS, 9)),
    **dict.fromkeys("zZ", (FIRST_HONOR, 7)),
}
# 国标 letters stand before their digits or after them. A lower-case b is left out: to many it means bamboos.
_OFFICIAL: dict[str, tuple[int, int]] = {
    **dict.fromkeys("Ww", (0, 9)),
    "B": (RANKS, 9),
    **dict.fromkeys("Tt", (2 * RANKS, 9)),
    **dict.fromkeys("Ff", (_FIRST_WIND, 4)),
    **dict.fromkeys("Jj", (_FIRST_DRAGON, 3)),
}
_LETTERS = _SUITS | _OFFICIAL
_RED_FIVES = "mMpPsS"  # after a 0
_HONORS: dict[str, int] = {
    **{char: _FIRST_WIND + at for at, char in enumerate("东南西北中发白")},
    **{char: _FIRST_WIND + at for at, char in enumerate("東南西北中發白")},
}
_ENGLISH = {name: FIRST_HONOR + at for at, name in enumerate(("east", "south", "west", "north", "red", "green", "white"))}
_WINDS = {letter: _FIRST_WIND + at for at, letters in enumerate(("Ee", "S", "W", "Nn")) for letter in letters}
_GLYPH_KINDS = (*range(FIRST_HONOR, FIRST_HONOR + 7), *range(0, 9), *range(18, 27), *range(9, 18))  # from U+1F000 on
_FIRST_GLYPH, _LAST_GLYPH = 0x1F000, 0x1F02B
_DIGITS = {
    char: rank for chars in ("一二三四五六七八九", "壹贰叁肆伍陆柒捌玖", "壹貳參肆伍陸柒捌玖") for rank, char in enumerate(chars, start=1)
} | {"幺": 1, "么": 1, "两": 2, "兩": 2}
_SEPARATORS = ",，、.。·・|/_+-;；\"'“”‘’「」"
_UNSEEN = "\ufe0e\ufe0f\ufeff\u200b"  # variation selectors, byte-order mark, zero-width space
_SHOWN = 60  # characters of a long text that an error repeats

# What can stand next in a text whose characters were made plain: the first that fits.
_NEXT = re.compile(
    r"(?P<bird>1[鸡雞])"
    r"|(?P<digits>[0-9]+)"
    r"|(?P<named>红中|紅中|[发發][财財]|白板|[东東南西北][风風])"
    r"|(?P<english>(?i:(?:east|south|west|north)(?: ?winds?)?|(?:red|green|white)(?: ?dragons?)?))"
    r"|(?P<official>[WwTtFfJjB][0-9]+)"
    r"|(?P<winds>[EeNnS]|W+(?![0-9WwTtBFfJj]))"
    r"|(?P<char>.)"
)

_KONG_WORDS = MELD_NAMES[KONG_OPEN:]
_MELD_WORDS: dict[str, str] = {
    **{name: name for name in MELD_NAMES},
    **dict.fromkeys(("吃", "chi", "chii"), "chow"),
    **dict.fromkeys(("碰", "peng", "pong", "pon"), "pung"),
    **dict.fromkeys(("明杠", "大明杠", "直杠", "点杠", "點杠", "open kong", "minggang", "daiminkan", "minkan"), "kong_open"),
    **dict.fromkeys(("加杠", "补杠", "補杠", "小明杠", "added kong", "jiagang", "bugang", "kakan", "shouminkan"), "kong_added"),
    **dict.fromkeys(("暗杠", "concealed kong", "angang", "ankan"), "kong_concealed"),
}
_ANY_KONG = ("杠", "kong", "gang", "kan")
_MELD_WORD = re.compile("|".join(sorted(map(re.escape, (*_MELD_WORDS, *_ANY_KONG)), key=len, reverse=True)) + r"|[a-z_]{2,}")


class TilesRead(NamedTuple):
    """Tiles read from text: their kinds in the order written, and remarks on what was taken to mean something."""

    kinds: list[int]
    remarks: list[str]


def read_tiles(text: str, dragons: str = "text") -> list[int]:
    """Kinds in text of any notation above, in the order written.

    Raises InputError that points to what cannot be read, a rank that does not exist, or digits without a suit.
    """
    return read(text, dragons).kinds


def read(text: str, dragons: str = "text") -> TilesRead:
    """As `read_tiles`, with remarks."""
    if dragons not in DRAGONS:
        raise InputError(unknown("order of dragons", str(dragons), DRAGONS))
    if not isinstance(text, str):
        raise InputError(say("notation.no_text", given=repr(text)))
    reader = _Reader(text, dragons)
    reader.read()
    return TilesRead(reader.kinds, reader.remarks)


class _Reader:
    """Reads a text from left to right. Digits wait for the suit that follows them."""

    def __init__(self, text: str, dragons: str) -> None:
        self.text, self.dragons = text, dragons
        self.plain = "".join(map(_plain, text))
        self.kinds: list[int] = []
        self.remarks: list[str] = []
        self.waiting: list[tuple[str, int]] = []  # digits and their places

    def read(self) -> None:
        """The whole text."""
        at = 0
        while at < len(self.plain):
            if self.plain[at] == " ":
                at += 1
            elif self.waiting and self.plain[at] in _LETTERS:
                self._take(self.plain[at], self.waiting)
                self.waiting = []
                at += 1
            else:
                found = _NEXT.match(self.plain, at)
                assert found is not None  # its last choice fits any character
                self._take_token(str(found.lastgroup), found.group(), at)
                at = found.end()
        self._no_digits_wait()

    def _take_token(self, what: str, token: str, at: int) -> None:
        if what == "digits":
            self.waiting += [(rank, at + number) for number, rank in enumerate(token)]
            return
        if what == "char":
            kind = self._single(token, at)  # first: after digits too, what cannot be read is the fault
            self._no_digits_wait()
            self.kinds.append(kind)
            return
        self._no_digits_wait()
        match what:
            case "bird":
                self.kinds.append(2 * RANKS)
            case "named":
                self.kinds.append(next(_HONORS[char] for char in token if char in _HONORS))
            case "english":
                self.kinds.append(next(kind for name, kind in _ENGLISH.items() if token.lower().startswith(name)))
            case "official":
                self._take(token[0], [(rank, at + number) for number, rank in enumerate(token[1:], 1)])
            case "winds":
                self.kinds += [_WINDS[letter] for letter in token]

    def _take(self, letter: str, ranks: list[tuple[str, int]]) -> None:
        """The tiles of a suit letter and its digits."""
        first, highest = _LETTERS[letter]
        for rank, place in ranks:
            if rank == "0" and letter in _RED_FIVES:
                self._remark("red_five", tile=rank + letter, plain=f"5{letter}")
                rank = "5"
            if not 1 <= int(rank) <= highest:
                raise InputError(say("notation.no_such", at=self._at(place, rank + letter), first=f"1{letter}", last=f"{highest}{letter}"))
            kind = first + int(rank) - 1
            if letter in "zZ" and self.dragons == "riichi" and kind >= _FIRST_DRAGON:
                kind = 2 * _FIRST_DRAGON + 2 - kind  # 白发中 for 中发白
            self.kinds.append(kind)

    def _remark(self, key: str, **values: str) -> None:
        remark = say(f"notation.{key}", None, **values)
        if remark not in self.remarks:
            self.remarks.append(remark)

    def _single(self, char: str, at: int) -> int:
        """The kind of a character that is a whole tile."""
        if char in _HONORS:
            return _HONORS[char]
        if 0 <= ord(char) - _FIRST_GLYPH < len(_GLYPH_KINDS):
            return int(_GLYPH_KINDS[ord(char) - _FIRST_GLYPH])
        hints = {"b": "which_b", "s": "south", "H": "unused", "h": "unused", **dict.fromkeys("()[]", "melds")}
        if char in _LETTERS and char not in hints:
            raise InputError(say("notation.no_digit", at=self._at(at)))
        hint = "unused" if _FIRST_GLYPH <= ord(char) <= _LAST_GLYPH else hints.get(char, "known")
        raise InputError(say("notation.unreadable", at=self._at(at), hint=say(f"notation.{hint}")))

    def _no_digits_wait(self) -> None:
        if self.waiting:
            first, last = self.waiting[0][1], self.waiting[-1][1]
            raise InputError(say("notation.no_suit", at=self._at(first, _shown(self.text[first : last + 1]))))

    def _at(self, place: int, piece: str | None = None) -> str:
        """Where a fault lies: the piece (by default the character) that stands there, its place, and the text around it."""
        char = self.text[place]
        piece = piece or (char if char.isprintable() else f"U+{ord(char):04X}")
        first = max(0, place - _SHOWN // 2) if len(self.text) > _SHOWN else 0
        return say("notation.at", piece=piece, place=place + 1, text="…" * (first > 0) + _shown(self.text[first:]))


def read_tile(text: str, dragons: str = "text") -> int:
    """The kind of exactly one tile such as `9s`, `9条` or `🀘`; raises InputError otherwise."""
    return read_one(text, dragons).kinds[0]


def read_one(text: str, dragons: str = "text") -> TilesRead:
    """As `read_tile`, with remarks."""
    tiles = read(text, dragons)
    if len(tiles.kinds) != 1:
        raise InputError(say("notation.one_tile", text=_shown(text)))
    return tiles


def read_melds(text: str, dragons: str = "text") -> list[Meld]:
    """Melds joined by `;`, such as `chow 123m; 碰 888筒; kong_concealed 9p`; `-` or nothing means none.

    A kong or pung may be written by one of its tiles, and the word be left out of a chow or pung. Raises InputError.
    """
    return [meld for meld, _ in read_melds_with_remarks(text, dragons)]


def read_melds_with_remarks(text: str, dragons: str = "text") -> list[tuple[Meld, list[str]]]:
    """As `read_melds`, each with the remarks on it."""
    if not isinstance(text, str):
        raise InputError(say("notation.no_text", given=repr(text)))
    if text.strip() in ("", "-"):
        return []
    parts = [part.strip() for part in re.split("[;；]", text)]
    if not all(parts):
        raise InputError(say("notation.open_end", text=_shown(text)))
    return [_read_meld(part, dragons) for part in parts]


def _read_meld(text: str, dragons: str) -> tuple[Meld, list[str]]:
    plain = "".join(map(_plain_word, text))
    word = _MELD_WORD.match(plain)
    name = _MELD_WORDS.get(word.group()) if word else None
    if word and word.group() in _ANY_KONG:
        raise InputError(say("notation.which_kong", text=_shown(text), allowed=say("notation.kong_words")))
    if word and name is None and not _is_tiles(text):
        raise InputError(unknown("meld", _shown(word.group()), MELD_NAMES))
    kinds, remarks = read(text[word.end() :] if word and name else text, dragons)
    kinds.sort()
    if name is None:
        forms = [form for form in (CHOW, PUNG) if kinds and _forms(form, kinds)]
        if not forms:
            raise InputError(say("notation.needs_word", text=_shown(text), allowed=say("notation.meld_words"), example=_example(KONG_OPEN)))
        return Meld(forms[0], kinds[0]), remarks
    form = MELD_NAMES.index(name)
    if form != CHOW and len(kinds) == 1:
        kinds = Meld(form, kinds[0]).kinds()
    if not kinds or not _forms(form, kinds):
        raise InputError(say("notation.not_meld", text=_shown(text), form=say(f"notation.form.{name}"), example=_example(form)))
    return Meld(form, kinds[0]), remarks


def _example(form: int) -> str:
    """A meld of the form as one may type it."""
    return f"{say(f'notation.form.{MELD_NAMES[form]}')} {format_tiles(Meld(form, 0).kinds())}"


def _is_tiles(text: str) -> bool:
    try:
        read_tiles(text)
    except InputError:
        return False
    return True


def _forms(form: int, kinds: list[int]) -> bool:
    """Whether the sorted kinds make a meld of the form."""
    in_one_suit = form != CHOW or (kinds[0] < FIRST_HONOR and rank_of(kinds[0]) <= RANKS - 2)
    return in_one_suit and kinds == Meld(form, kinds[0]).kinds()


def _shown(text: str) -> str:
    """The text, or its beginning where it is long."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _plain(char: str) -> str:
    """The character as this module knows it, one for one: full-width as ASCII, Chinese digits as digits, separators as a space."""
    if char in _UNSEEN or char.isspace() or char in _SEPARATORS:
        return " "
    char = unicodedata.normalize("NFKC", char) if 0xFF01 <= ord(char) <= 0xFF5E else char
    return " " if char in _SEPARATORS else str(_DIGITS.get(char, char))


def _plain_word(char: str) -> str:
    """As `_plain` for the words of melds: lower case, 杠 in one form, `_` left alone."""
    return "杠" if char == "槓" else char if char == "_" else _plain(char).lower()
