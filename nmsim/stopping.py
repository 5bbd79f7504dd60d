"""Stopping a run without losing what it has played: Ctrl-C and SIGTERM become a request that workers see between slices of hands."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

PATIENCE = 1.5  # seconds that workers get to write what they have


class Stopped(Exception):
    """The run was asked to stop; `signal_number` says by what."""

    def __init__(self, signal_number: int) -> None:
        self.signal_number = signal_number
        super().__init__(signal.Signals(signal_number).name)

    @property
    def exit_code(self) -> int:
        """The exit code that a shell expects of a program ended by this signal."""
        return 128 + self.signal_number


class WorkersLost(Exception):
    """A worker process was killed; the message says so."""


@dataclass(frozen=True)
class StopFile:
    """Whether a stop was asked for, as workers see it: a file that appears."""

    path: Path

    def __call__(self) -> bool:
        return self.path.exists()


class StopRequest:
    """Whether to stop, as a file, so that worker processes see it as threads do."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.signal_number: int | None = None

    def __bool__(self) -> bool:
        return self.signal_number is not None

    def make(self, signal_number: int) -> None:
        """Ask all workers to stop."""
        self.signal_number = signal_number
        self.path.touch()

    def check(self) -> None:
        """Raise Stopped if a stop was asked for."""
        if self.signal_number is not None:
            raise Stopped(self.signal_number)


def _kill_workers() -> None:
    """End the worker processes: they are deaf to signals that ask, and would play on for nobody."""
    for worker in multiprocessing.active_children():
        if worker.pid is not None:
            with suppress(OSError):
                os.kill(worker.pid, getattr(signal, "SIGKILL", signal.SIGTERM))


@contextmanager
def stop_on_signals(request: StopRequest, last_words: Callable[[], None]) -> Iterator[None]:
    """Within, the first Ctrl-C or SIGTERM makes the request.

    If workers are not done within `PATIENCE`, or at a second signal, `last_words` are said and the process ends.
    """
    request.path.unlink(missing_ok=True)
    watchdogs: list[threading.Timer] = []

    def leave(signal_number: int) -> None:
        last_words()
        _kill_workers()
        os._exit(128 + signal_number)

    def handle(signal_number: int, frame: FrameType | None) -> None:
        if request:
            leave(signal_number)
        request.make(signal_number)
        watchdog = threading.Timer(PATIENCE, leave, (signal_number,))
        watchdog.daemon = True
        watchdog.start()
        watchdogs.append(watchdog)

    try:
        before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    except ValueError:  # not in the main thread, so signals are not ours to take
        before = {}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for watchdog in watchdogs:
            watchdog.cancel()
        request.path.unlink(missing_ok=True)
