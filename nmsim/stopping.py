"""Stopping a run without losing what it has played: signals become a request that workers see between slices of hands."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

PATIENCE = 1.5  # seconds that workers get to write what they have


def asking() -> tuple[int, ...]:
    """The signals that ask to stop: Ctrl-C, SIGTERM, and SIGHUP where it is not ignored, as `nohup` has it."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
    numbers = [int(getattr(signal, name)) for name in names if hasattr(signal, name)]
    return tuple(number for number in numbers if number in (signal.SIGINT, signal.SIGTERM) or signal.getsignal(number) != signal.SIG_IGN)


class Stopped(BaseException):
    """The run was asked to stop; `signal_number` says by what. As with KeyboardInterrupt, nothing that takes errors is to take it."""

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


def follow(parent: int) -> None:
    """Make this worker process end when its parent is gone, and without a dump where it is killed: one line of the parent tells that."""
    os.environ.setdefault("PYTHONFAULTHANDLER", "0")  # joblib turns dumps on where this is unset
    threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _kill_workers() -> None:
    """End the worker processes: they are deaf to signals that ask, and would play on for nobody."""
    for worker in multiprocessing.active_children():
        if worker.pid is not None:
            with suppress(OSError):
                os.kill(worker.pid, getattr(signal, "SIGKILL", signal.SIGTERM))


@contextmanager
def answering(handle: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Within, `handle` answers the signals that ask to stop, where they are ours to take: in the main thread."""
    try:
        before = {number: signal.signal(number, handle) for number in asking()}
    except ValueError:
        before = {}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def stop_on_signals(request: StopRequest, last_words: Callable[[], None]) -> Iterator[None]:
    """Within, the first signal that asks to stop makes the request.

    If workers are not done within `PATIENCE`, or at a second signal, `last_words` are said and the process ends.
    """
    request.path.unlink(missing_ok=True)
    watchdogs: list[threading.Timer] = []

    def leave(signal_number: int) -> None:
        try:
            last_words()
        finally:
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
        with answering(handle):
            yield
    finally:
        for watchdog in watchdogs:
            watchdog.cancel()
        request.path.unlink(missing_ok=True)
