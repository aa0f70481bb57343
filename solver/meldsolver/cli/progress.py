"""Progress of a long run, on standard error."""

from __future__ import annotations

import sys
import time
from types import TracebackType


class Progress:
    """Counts answers; says so once a second on a terminal, every ten seconds elsewhere if asked to.

    On a terminal it stays silent while the answers themselves go there.
    """

    def __init__(self, *, forced: bool = False) -> None:
        terminal = sys.stderr.isatty()
        self._active = forced or (terminal and not sys.stdout.isatty())
        self._every = 1.0 if terminal else 10.0
        self._end = "\r" if terminal else "\n"
        self._start = self._last = time.monotonic()
        self._done = 0

    def step(self) -> None:
        """One more answer is out."""
        self._done += 1
        if self._active and time.monotonic() - self._last >= self._every:
            self._last = time.monotonic()
            self._say(self._end)

    def _say(self, end: str) -> None:
        seconds = time.monotonic() - self._start
        rate = self._done / seconds if seconds else 0.0
        print(f"{self._done} answered, {rate:.0f} a second", end=end, file=sys.stderr, flush=True)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Says how many were answered, if progress was shown at all."""
        if self._active and (self._last > self._start or self._every > 1):
            self._say("\n")
