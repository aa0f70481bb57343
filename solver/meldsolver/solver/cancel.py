"""Stopping a search from another thread."""

from __future__ import annotations

import threading
from collections.abc import Callable


class CancelToken:
    """Tells a running search to stop; safe to use from any thread, and before the search begins.

    CP-SAT loses a stop that arrives before it has entered its search, so the backend repeats the
    stop until the search has returned.
    """

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._stop: Callable[[], None] | None = None

    def cancel(self) -> None:
        """Stops the search; further searches with this token end at once."""
        self._event.set()
        while True:
            with self._lock:
                stop = self._stop
            if stop is None:
                return
            stop()
            self._event_wait()

    @staticmethod
    def _event_wait() -> None:
        threading.Event().wait(0.005)

    @property
    def cancelled(self) -> bool:
        """Whether :meth:`cancel` has been called."""
        return self._event.is_set()

    def attach(self, stop: Callable[[], None]) -> None:
        """Names what stops the search that is about to begin."""
        with self._lock:
            self._stop = stop

    def detach(self) -> None:
        """The search has returned."""
        with self._lock:
            self._stop = None
