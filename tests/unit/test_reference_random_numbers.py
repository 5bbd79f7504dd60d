"""Random numbers: the published vectors of Philox, and what is made of its words."""

from collections import Counter

import pytest

from nmsim.errors import InputError
from nmsim.reference.random_numbers import MASK, decision_words, first_dealer, philox, shuffled_wall, stacked_wall
from nmsim.tiles import TILES


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((MASK,) * 4, (MASK, MASK), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_philox_gives_the_published_words(counter: tuple[int, int, int, int], key: tuple[int, int], words: tuple[int, ...]) -> None:
    assert philox(counter, key) == words


def test_a_wall_holds_four_of_each_kind_and_depends_on_both_numbers() -> None:
    wall = shuffled_wall(7, 3)
    assert set(Counter(wall).values()) == {4} and len(wall) == TILES
    assert wall == shuffled_wall(7, 3)
    assert len({tuple(shuffled_wall(seed, number)) for seed in (7, 8, 7 + 2**32) for number in (3, 4, 3 + 2**32)}) == 9


def test_a_stacked_wall_keeps_the_given_tiles() -> None:
    given = {0: 5, 1: 5, 52: 33, 135: 0}
    wall = stacked_wall(1, 2, given)
    assert {position: wall[position] for position in given} == given
    assert set(Counter(wall).values()) == {4}
    assert stacked_wall(1, 2, {}) == shuffled_wall(1, 2)


def test_impossible_stacks_are_input_errors() -> None:
    with pytest.raises(InputError, match="more than 4 times"):
        stacked_wall(1, 1, dict.fromkeys(range(5), 9))
    with pytest.raises(InputError, match="position 136"):
        stacked_wall(1, 1, {136: 0})


def test_decisions_differ_by_seat_number_and_salt() -> None:
    words = {decision_words(1, 2, seat, decision, salt) for seat in range(4) for decision in range(3) for salt in (0, 1)}
    assert len(words) == 24


def test_first_dealers_are_spread_over_the_seats() -> None:
    dealers = Counter(first_dealer(11, match) for match in range(4000))
    assert set(dealers) == {0, 1, 2, 3}
    # Five standard deviations of a binomial count: a fair generator fails once in some two million runs, and this seed is fixed.
    assert all(abs(count - 1000) < 5 * (4000 * 0.25 * 0.75) ** 0.5 for count in dealers.values())
