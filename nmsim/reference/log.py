"""The action log: its events and actions, writing one, and holding one against what should have happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from nmsim.tiles import KINDS, tile_name

Row = tuple[int, int, int, int]
Action = tuple[int, int]  # what is done, and the kind

DRAW, REFUSED, OFFER, ANSWER, ACT, END = range(6)
EVENT_NAMES = ("DRAW", "REFUSED", "OFFER", "ANSWER", "ACT", "END")
PASS, WIN, KONG_OPEN_ACT, PUNG_ACT, CHOW_ACT, KONG_CONCEALED_ACT, KONG_ADDED_ACT, DISCARD = range(8)
ACTION_NAMES = ("PASS", "WIN", "KONG_OPEN", "PUNG", "CHOW", "KONG_CONCEALED", "KONG_ADDED", "DISCARD")
OWN_KONGS = (KONG_CONCEALED_ACT, KONG_ADDED_ACT)
HEAD, TAIL = 0, 1
REFUSED_SUIT, REFUSED_SECOND, REFUSED_BOTH = 1, 2, 3
REFUSED_NAMES = ("", "suit", "second condition", "both")


class Disagreement(ValueError):
    """A log that the rules do not allow: one line that names the row, what was expected and what the log says."""


class IllegalAction(ValueError):
    """An action that its seat may not take; names seat and action."""


def show_action(action: Action) -> str:
    """An action in words, such as `DISCARD 5m`."""
    what, kind = action
    name = ACTION_NAMES[what] if 0 <= what < len(ACTION_NAMES) else f"action {what}"
    return f"{name} {tile_name(kind) if 0 <= kind < KINDS else kind}"


def show_row(row: Row) -> str:
    """A log row in words, such as `OFFER seat 2 PUNG 5m`."""
    event, seat, a, b = row
    if event == DRAW:
        return f"DRAW seat {seat} {tile_name(a) if 0 <= a < KINDS else a} {'tail' if b == TAIL else 'head'}"
    if event == REFUSED:
        name = REFUSED_NAMES[a] if 0 < a < len(REFUSED_NAMES) else str(a)
        return f"REFUSED seat {seat} {tile_name(b) if 0 <= b < KINDS else b} for {name}"
    if event in (OFFER, ANSWER, ACT):
        return f"{EVENT_NAMES[event]} seat {seat} {show_action((a, b))}"
    return f"END {a}" if event == END else f"event {row}"


class Sink(Protocol):
    """Where a game tells what happens."""

    def write(self, row: Row) -> None:
        """Take the next row."""


class Recorder:
    """Keeps the rows of a game."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def write(self, row: Row) -> None:
        """Keep the row."""
        self.rows.append(row)


class Verifier:
    """Holds each row of a game against a given log, and reads from the log what the seats chose."""

    def __init__(self, log: Iterable[Iterable[int]]) -> None:
        self.rows: list[Row] = [(int(event), int(seat), int(a), int(b)) for event, seat, a, b in log]
        self.position = 0

    def write(self, row: Row) -> None:
        """Check that the log goes on with the row; raises Disagreement."""
        if self.position < len(self.rows):
            found = self.rows[self.position]
            if found == row or (row[0] == END and found[0] == END and found[2] == row[2]):
                self.position += 1
                return
        raise self.disagreement(show_row(row))

    def disagreement(self, expected: str) -> Disagreement:
        """The error for the present row."""
        found = show_row(self.rows[self.position]) if self.position < len(self.rows) else "nothing more"
        return Disagreement(f"log row {self.position}: expected {expected}, the log says {found}")

    def next_choice(self, event: int, seat: int) -> Action | None:
        """The action that the next row gives as an ANSWER or ACT of the seat; None if it is another row."""
        if self.position < len(self.rows):
            found = self.rows[self.position]
            if found[0] == event and found[1] == seat:
                return found[2], found[3]
        return None

    def finish(self) -> None:
        """Check that nothing follows; raises Disagreement."""
        if self.position != len(self.rows):
            raise self.disagreement("the end of the log")
