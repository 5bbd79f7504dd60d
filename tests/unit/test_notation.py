"""Every notation reads as the tiles that it stands for, alone and mixed; what cannot be read is named."""

from __future__ import annotations

import random

import pytest

from nmsim.errors import InputError
from nmsim.notation import read_melds, read_tile, read_tiles
from nmsim.tiles import (
    CHOW,
    FIRST_HONOR,
    KINDS,
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_OPEN,
    PUNG,
    RANKS,
    Meld,
    format_tiles,
    format_tiles_zh,
    parse_tiles,
    rank_of,
    tile_glyph,
    tile_name,
    tile_name_zh,
)


def official(kind: int) -> str:
    """As Botzone writes a kind: W, B, T, F and J with a number."""
    if kind >= FIRST_HONOR:
        return f"F{kind - 26}" if kind < FIRST_HONOR + 4 else f"J{kind - 30}"
    return f"{'WBT'[kind // RANKS]}{rank_of(kind)}"


WRITERS = {
    "mpsz": tile_name,
    "zh": tile_name_zh,
    "official": official,
    "official turned": lambda kind: official(kind)[::-1] + " ",
    "glyph": tile_glyph,
    "bare glyph": lambda kind: tile_glyph(kind)[0],
    "emoji": lambda kind: tile_glyph(kind)[0] + "\ufe0f",
}


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("between", ["", " ", "，", "\u3000"])
def test_every_kind_reads_as_itself(writer: str, between: str) -> None:
    kinds = list(range(KINDS))
    random.Random(3).shuffle(kinds)
    assert read_tiles(between.join(WRITERS[writer](kind) for kind in kinds)) == kinds


def test_what_the_program_prints_it_reads() -> None:
    rng = random.Random(4)
    for _ in range(200):
        kinds = sorted(rng.choices(range(KINDS), k=13))
        assert read_tiles(format_tiles(kinds)) == kinds == parse_tiles(format_tiles(kinds))
        assert sorted(read_tiles(format_tiles_zh(kinds))) == kinds


@pytest.mark.parametrize(
    ("text", "mpsz"),
    [
        ("123万 456条 东东", "123m456s11z"),
        ("一二三萬４５６條東東發", "123m456s11z6z"),
        ("１２３ｍ", "123m"),
        ("19饼9餅9筒8索", "19p9p9p8s"),
        ("W123T456B11F1J3", "123m456s11p1z7z"),
        ("123W456T11B1F3J", "123m456s11p1z7z"),
        ("W1 1W 5z", "1m1m5z"),
        ("1W2T 🀇🀄中 九万", "1m2s1m5z5z9m"),
        ("1 2 3 m", "123m"),
        ("B9", "9p"),
        ("", ""),
    ],
)
def test_mixed_and_variant_writing(text: str, mpsz: str) -> None:
    assert read_tiles(text) == parse_tiles(mpsz)


def test_riichi_order_of_dragons_is_asked_for_and_touches_nothing_else() -> None:
    text = "1z4z5z6z7z J1J2J3 中发白 🀄🀅🀆"
    red, green, white = 31, 32, 33
    assert read_tiles(text)[2:5] == [red, green, white]
    assert read_tiles(text, "riichi")[2:5] == [white, green, red]
    assert read_tiles(text)[:2] + read_tiles(text)[5:] == read_tiles(text, "riichi")[:2] + read_tiles(text, "riichi")[5:]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("123x", 'has "x"'),
        ("123M", 'has "M": did you mean "m"?'),
        ("w1", 'has "w": did you mean the 国标 letter "W"?'),
        ("123", 'ends with "123" and no suit'),
        ("m123", 'has "m" without a digit before it'),
        ("WT1", 'has "W" without a digit'),
        ("W12m", 'has "m" without a digit'),
        ("8z", '"8z" in "8z" does not exist (1z to 7z)'),
        ("F5", '"5F" in "F5" does not exist (1F to 4F)'),
        ("0m", '"0m" in "0m" does not exist'),
        ("12东", 'has "12" and no suit before "东"'),
        ("🀢", 'has "🀢", a tile that is not used here'),
        ("H1", 'has "H", a flower'),
        ("1m\x07", "U+0007"),
        ("²m", 'has "²"'),
        ("一二", 'ends with "12" and no suit'),
    ],
)
def test_what_cannot_be_read_is_named(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_tiles(text)
    assert said in str(caught.value)
    assert len(caught.value.problems) == 1


def test_one_tile() -> None:
    assert read_tile("9条") == read_tile("T9") == read_tile("🀘") == 26
    with pytest.raises(InputError, match="should be one tile"):
        read_tile("99s")
    with pytest.raises(InputError, match="unknown order of dragons"):
        read_tile("9s", "richi")


def test_melds_in_every_writing() -> None:
    melds = [Meld(CHOW, 0), Meld(PUNG, 16), Meld(KONG_OPEN, 27), Meld(KONG_ADDED, 8), Meld(KONG_CONCEALED, 17)]
    assert read_melds("chow 123m; pung 888p; kong_open 1111z; kong_added 9999m; kong_concealed 9999p") == melds
    assert read_melds("吃 一二三万；碰888筒；明杠东；加杠9万；暗杠9筒") == melds
    assert read_melds("312m;888p; 明槓 东东东东; 加槓9萬; kong_concealed B9") == melds
    assert read_melds(" - ") == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("punk 888p", 'unknown meld "punk", did you mean "pung"?'),
        ("8888p", "needs a word for its form"),
        ("chow 124m", "is not a chow"),
        ("chow 8m", "is not a chow"),
        ("chow 1m2m", "is not a chow"),
        ("chow 89m1p", "is not a chow"),
        ("pung 88p", "is not a pung"),
        ("碰", "is not a pung"),
        ("pung 888p;", "has nothing on one side of a"),
        ("567z", "needs a word"),
    ],
)
def test_melds_that_are_none(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_melds(text)
    assert said in str(caught.value)
