"""Every notation reads as the tiles that it stands for, alone and mixed; what cannot be read is named."""

from __future__ import annotations

import random

import pytest

from nmsim.errors import InputError
from nmsim.notation import read, read_melds, read_tile, read_tiles
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
from nmsim.words import speaking


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
        ("3w4w5w t1 T2 f3 j1", "345m12s3z5z"),
        ("123M456P789S11Z", "123m456p789s11z"),
        ("ＷＷＷ　Ｅ", "333z1z"),
        ("EEESSWWWNN123m", "111z22z333z44z123m"),
        ("East SOUTH west wind North Red green dragon WHITE", "1234567z"),
        ("红中 发财 發财白板 东风南風西风北风", "5z6z6z7z1z2z3z4z"),
        ("伍万 陆萬 两万 壹貳叁肆柒捌玖筒 幺条 幺鸡", "562m1234789p1s1s"),
        ("1m-2m/3p|4p·5p_6p.7p", "12m34567p"),
        ("“123m，456p、789s。11z；22z; 3z”", "123m456p789s11223z"),
        ("", ""),
    ],
)
def test_mixed_and_variant_writing(text: str, mpsz: str) -> None:
    assert read_tiles(text) == parse_tiles(mpsz)


def test_red_fives_are_fives_and_it_is_said() -> None:
    kinds, remarks = read("0m1p0P50s")
    assert kinds == parse_tiles("5m1p5p55s")
    assert [remark.partition(" is a red five and is read as ")[::2] for remark in remarks] == [
        ("0m", "5m: there are no red fives here"),
        ("0P", "5P: there are no red fives here"),
        ("0s", "5s: there are no red fives here"),
    ]
    assert read("5m").remarks == []
    with speaking("zh"):
        assert read("00p").remarks == ["0p是赤五，按5p算：这里不用赤五"]


def test_riichi_order_of_dragons_is_asked_for_and_touches_nothing_else() -> None:
    text = "1z4z5z6z7z J1J2J3 中发白 🀄🀅🀆"
    red, green, white = 31, 32, 33
    assert read_tiles(text)[2:5] == [red, green, white]
    assert read_tiles(text, "riichi")[2:5] == [white, green, red]
    assert read_tiles(text)[:2] + read_tiles(text)[5:] == read_tiles(text, "riichi")[:2] + read_tiles(text, "riichi")[5:]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("123x", '"x" (character 4 of "123x") cannot be read: write 123m'),
        ("b1", '"b" (character 1 of "b1") cannot be read: 饼 is B or p, bamboos are s or T'),
        ("sss", '"s" (character 1 of "sss") cannot be read: the south wind is S or 2z'),
        ("123", '"123" (character 1 of "123") has no suit after it'),
        ("1m2 3", '"2 3" (character 3 of "1m2 3") has no suit after it'),
        ("m123", '"m" (character 1 of "m123") has no digit beside it'),
        ("WT1", '"W" (character 1 of "WT1") has no digit beside it'),
        ("WWW1m", '"W" (character 1 of "WWW1m") has no digit beside it'),
        ("W12m", '"m" (character 4 of "W12m") has no digit beside it'),
        ("8z", '"8z" (character 1 of "8z") does not exist (1z to 7z)'),
        ("1m F5", '"5F" (character 5 of "1m F5") does not exist (1F to 4F)'),
        ("0z", '"0z" (character 1 of "0z") does not exist (1z to 7z)'),
        ("0万", '"0万" (character 1 of "0万") does not exist'),
        ("12东", '"12" (character 1 of "12东") has no suit after it'),
        ("12EE", '"12" (character 1 of "12EE") has no suit after it'),
        ("🀢", '"🀢" (character 1 of "🀢") cannot be read: no such tile is used here'),
        ("H1", '"H" (character 1 of "H1") cannot be read: no such tile is used here'),
        ("1m\x07", "U+0007"),
        ("²m", '"²" (character 1 of "²m") cannot be read'),
        ("一二", '"一二" (character 1 of "一二") has no suit after it'),
        ("红", '"红" (character 1 of "红") cannot be read'),
        ("1m" * 50 + "x" + "2m" * 50, '"x" (character 101 of "…1m1m'),
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
    assert read_melds("Chow 123M; open kong 8888p; EEE; added kong 9m; Concealed Kong 9999P; 碰 東") == [
        Meld(CHOW, 0),
        Meld(KONG_OPEN, 16),
        Meld(PUNG, 27),
        Meld(KONG_ADDED, 8),
        Meld(KONG_CONCEALED, 17),
        Meld(PUNG, 27),
    ]
    for word in ("补杠", "補杠", "補槓", "加槓", "kakan", "bugang"):
        assert read_melds(f"{word} 8p") == [Meld(KONG_ADDED, 16)]
    assert read_melds(" - ") == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("punk 888p", 'unknown meld "punk", did you mean "pung"?'),
        ("8888p", "needs a word for its form"),
        ("杠 8888p", "does not say which kong it is"),
        ("kong 8888p", "does not say which kong it is"),
        ("chow 124m", "is no chow"),
        ("chow 8m", "is no chow"),
        ("chow 1m2m", "is no chow"),
        ("chow 89m1p", "is no chow"),
        ("pung 88p", "is no pung"),
        ("碰", "is no pung"),
        ("pung 888p;", "has nothing on one side of a"),
        ("567z", "needs a word"),
    ],
)
def test_melds_that_are_none(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_melds(text)
    assert said in str(caught.value)
