"""Stopping a search from another thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

STOP_AGAIN_SECONDS = 0.005


class CancelToken:
    """Tells a running search to stop; safe to use from any thread, and before the search begins.

    CP-SAT loses a stop that arrives before it has entered its search, so the stop is repeated until
    the search has returned.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = False
        self._stop: Callable[[], None] | None = None

    def cancel(self) -> None:
        """Stops the search and waits until it has; further searches with this token end at once."""
        with self._lock:
            self._cancelled = True
        while True:
            with self._lock:
                stop = self._stop
            if stop is None:
                return
            stop()
            time.sleep(STOP_AGAIN_SECONDS)

    @property
    def cancelled(self) -> bool:
        """Whether :meth:`cancel` has been called."""
        return self._cancelled

    def attach(self, stop: Callable[[], None]) -> bool:
        """Names what stops the search that is about to begin; ``False`` when it must not begin any more."""
        with self._lock:
            # Together with the lock in cancel(): one of the two sees the other, so no cancellation is lost.
            if self._cancelled:
                return False
            self._stop = stop
            return True

    def detach(self) -> None:
        """The search has returned."""
        with self._lock:
            self._stop = None
