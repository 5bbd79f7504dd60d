"""The records of speed: which bound a measured number reaches, and what is asked of other packages."""

from __future__ import annotations

import pytest

from benchmarks.peers import Pair, ratio_line
from benchmarks.peers_inside import Done, counts_of_hands, passes, spelled
from benchmarks.speed import Line
from nmsim.hand import distance
from nmsim.tiles import parse_tiles


@pytest.mark.parametrize(
    ("measured", "more_is_better", "reached"),
    [
        (7, True, "**short of must**"),
        (8, True, "must"),
        (20, True, "goal"),
        (21, False, "**short of must**"),
        (20, False, "must"),
        (8, False, "goal"),
    ],
)
def test_line_tells_which_bound_is_reached(measured: float, more_is_better: bool, reached: str) -> None:
    """Both bounds belong to what they name, whichever way is better."""
    must, goal = (8, 20) if more_is_better else (20, 8)
    assert Line("", measured, must, goal, "", more_is_better=more_is_better).verdict == reached


def test_ratio_is_the_median_of_rounds() -> None:
    """Each round is judged by itself: one busy round does not move the ratio."""
    ours, theirs = [Done(90, 1.0), Done(10, 1.0), Done(100, 1.0)], [Done(3, 1.0), Done(1, 1.0), Done(2, 0.5)]
    slices = {"ours": ours, "theirs": theirs}
    assert ratio_line(Pair("ours", "theirs", 25), slices) == "| ours | theirs | 25 | 10 – 30 | 25 | yes |"
    assert ratio_line(Pair("ours", "theirs", 26), slices).endswith("| **no** |")


def test_hands_for_other_packages_are_hands() -> None:
    """14 tiles of a wall, and spelled so that they read back."""
    for counts in counts_of_hands(50):
        assert sum(counts) == 14
        assert max(counts) <= 4
        text = spelled(counts)
        read = parse_tiles(_ours(text))
        assert [read.count(kind) for kind in range(34)] == counts


def _ours(text: str) -> str:
    """`m12z3` as `12m3z`."""
    digits = {letter: "" for letter in "mpsz"}
    letter = ""
    for sign in text:
        if sign in digits:
            letter = sign
        else:
            digits[letter] += sign
    return "".join(ranks + suit for suit, ranks in digits.items() if ranks)


def test_passes_add_up_distances() -> None:
    """The checksum is the sum over one pass, however many were made."""
    hands = counts_of_hands(3)
    done = passes(hands, lambda hands: [distance(hand).shape for hand in hands])(0.02)
    assert done.total == sum(distance(hand).shape for hand in hands)
    assert done.units % 3 == 0
