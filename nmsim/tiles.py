"""Tiles: 34 kinds, their names, and text notation in and out.

Kinds are numbered as most engines number them: 0-8 characters (万, m), 9-17 dots (筒, p), 18-26 bamboos (条, s), 27-33 honors
(东南西北中发白, z). Text is printed 万条筒, the order of the rule text. `5z 6z 7z` are 中 发 白, as in the rule text;
riichi tools read them as 白 发 中.
"""

from __future__ import annotations

from typing import NamedTuple

from nmsim.errors import InputError
from nmsim.words import say

KINDS = 34
ALL_KINDS = (1 << KINDS) - 1  # as a mask
COPIES = 4
TILES = KINDS * COPIES
SUITS = 3
RANKS = 9
FIRST_HONOR = 27
SUIT_LETTERS = "mpsz"
SUIT_NAMES_ZH = ("万", "筒", "条")
SUIT_NAMES_EN = ("characters", "dots", "bamboos")
# The rule text lists 万条筒; kinds run 万筒条. This order is for people.
SUIT_READING_ORDER = (0, 2, 1)
HONOR_NAMES_ZH = "东南西北中发白"
HONOR_NAMES_EN = ("east", "south", "west", "north", "red", "green", "white")
NO_TILE = -1

# Melds, in the order used by every array that counts them.
CHOW, PUNG, KONG_OPEN, KONG_ADDED, KONG_CONCEALED = range(5)
MELD_NAMES = ("chow", "pung", "kong_open", "kong_added", "kong_concealed")


class Meld(NamedTuple):
    """One meld: its form (`CHOW` ... `KONG_CONCEALED`) and its lowest tile's kind."""

    form: int
    kind: int

    def kinds(self) -> list[int]:
        """The kinds of its three or four tiles."""
        if self.form == CHOW:
            return [self.kind, self.kind + 1, self.kind + 2]
        return [self.kind] * (3 if self.form == PUNG else 4)

    def __str__(self) -> str:
        return f"{MELD_NAMES[self.form]} {format_tiles(self.kinds())}"


def suit_of(kind: int) -> int:
    """0 万, 1 筒, 2 条, 3 honors."""
    return kind // RANKS


def rank_of(kind: int) -> int:
    """1 to 9 in a suit, 1 to 7 among the honors."""
    return kind % RANKS + 1


def is_terminal(kind: int) -> bool:
    """Whether the kind is a 1 or 9 of a suit (幺九; honors are not)."""
    return kind < FIRST_HONOR and kind % RANKS in (0, 8)


def tile_name(kind: int) -> str:
    """mpsz name of one kind: 0 -> '1m', 33 -> '7z'."""
    return f"{rank_of(kind)}{SUIT_LETTERS[suit_of(kind)]}"


def tile_name_zh(kind: int) -> str:
    """Chinese name of one kind: 0 -> '1万', 27 -> '东'."""
    if kind >= FIRST_HONOR:
        return HONOR_NAMES_ZH[kind - FIRST_HONOR]
    return f"{rank_of(kind)}{SUIT_NAMES_ZH[suit_of(kind)]}"


def tile_glyph(kind: int) -> str:
    """The Unicode tile; a text-style selector keeps 中 from showing as an emoji."""
    if kind >= FIRST_HONOR:
        return chr(0x1F000 + kind - FIRST_HONOR) + ("\ufe0e" if kind == FIRST_HONOR + 4 else "")
    first_of_suit = (0x1F007, 0x1F019, 0x1F010)[suit_of(kind)]
    return chr(first_of_suit + kind % RANKS)


def parse_tiles(text: str) -> list[int]:
    """Kinds in mpsz text such as `123m456p11z`, in the order written.

    Raises InputError for an unknown letter, a rank that does not exist, or digits without a suit letter.
    """
    kinds: list[int] = []
    ranks: list[str] = []
    for char in "".join(text.split()):
        if char.isascii() and char.isdigit():
            ranks.append(char)
        elif char in SUIT_LETTERS:
            if not ranks:
                raise InputError(say("notation.mpsz.letter", text=text, char=char))
            kinds += [_kind(rank, char, text) for rank in ranks]
            ranks = []
        else:
            raise InputError(say("notation.mpsz.char", text=text, char=char))
    if ranks:
        raise InputError(say("notation.mpsz.end", text=text, ranks="".join(ranks)))
    return kinds


def _kind(rank: str, letter: str, text: str) -> int:
    highest = 7 if letter == "z" else 9
    if not 1 <= int(rank) <= highest:
        raise InputError(say("notation.mpsz.tile", text=text, tile=f"{rank}{letter}", first=f"1{letter}", last=f"{highest}{letter}"))
    return SUIT_LETTERS.index(letter) * RANKS + int(rank) - 1


def format_tiles(kinds: list[int]) -> str:
    """mpsz text of the kinds, sorted: [8, 0, 27] -> '19m1z'."""
    text = ""
    for suit, letter in enumerate(SUIT_LETTERS):
        ranks = sorted(rank_of(kind) for kind in kinds if suit_of(kind) == suit)
        if ranks:
            text += "".join(map(str, ranks)) + letter
    return text


def format_tiles_zh(kinds: list[int]) -> str:
    """Chinese text of the kinds in the rule text's order: '123万 55条 东东'."""
    parts = []
    for suit in SUIT_READING_ORDER:
        ranks = sorted(rank_of(kind) for kind in kinds if suit_of(kind) == suit)
        if ranks:
            parts.append("".join(map(str, ranks)) + SUIT_NAMES_ZH[suit])
    honors = sorted(kind for kind in kinds if kind >= FIRST_HONOR)
    if honors:
        parts.append("".join(tile_name_zh(kind) for kind in honors))
    return " ".join(parts)


def count_kinds(kinds: list[int]) -> list[int]:
    """How many of each of the 34 kinds there are."""
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts
