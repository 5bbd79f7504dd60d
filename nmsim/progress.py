"""What a person at a terminal sees of a run as it goes: hands, rate, time left, and the headline estimate so far."""

from __future__ import annotations

import sys
from shutil import get_terminal_size
from typing import TYPE_CHECKING, TextIO

from nmsim.watch import gather, headline_text
from nmsim.words import Lang, say

if TYPE_CHECKING:
    from nmsim.experiment import Experiment
    from nmsim.stats.intervals import RatioSums
    from nmsim.units import Played


def tell_at_terminal(line: str) -> None:
    """Tell a person what is being done; nothing where nobody watches."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(line, file=sys.stderr, flush=True)


class Progress:
    """A line on `stream` that is redrawn; nothing at all where `stream` is no terminal."""

    def __init__(
        self, experiment: Experiment, hands: int, done: int, planned_blocks: int, lang: Lang, stream: TextIO | None = None
    ) -> None:
        from tqdm import tqdm

        stream = stream or sys.stderr
        self._experiment, self._planned_blocks, self._lang = experiment, planned_blocks, lang
        self._sums: dict[int, RatioSums] = {}
        self._bar = tqdm(
            total=hands,
            initial=done,
            desc=experiment.name,
            unit=say("run.hands_unit", lang),
            unit_scale=True,
            # The end is cut where the terminal is narrow, so what matters stands first.
            bar_format="{desc} {percentage:3.0f}% {n_fmt}/{total_fmt} [<{remaining}, {rate_fmt}]{postfix}",
            file=stream,
            disable=stream is None or not stream.isatty(),  # None where the caller closed it
            leave=False,
            ncols=get_terminal_size().columns,
            nrows=2,  # one line is all that is drawn, also at a terminal that does not tell its size
        )

    @property
    def shown(self) -> bool:
        """Whether anybody sees it."""
        return not self._bar.disable

    def add(self, played: Played) -> None:
        """Take in a unit that was played."""
        self._bar.update(played.hands)
        gather(self._sums, played.headline)
        if self._sums:
            arm = max(self._sums)
            shown = self._experiment.arms[arm]
            told = headline_text(self._experiment.headline, self._sums[arm], self._planned_blocks, self._lang, shown.seats[0].name)
            self._bar.set_postfix_str(say("run.so_far", self._lang, told=told, arm=shown.label.get(self._lang)), refresh=False)

    def close(self) -> None:
        """Leave the terminal as it was found."""
        self._bar.close()
