"""One call's clock and end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import grpc

from meldserver.service.limits import Limits
from meldsolver.limits.cancel import CancelToken

MARGIN_SHARE = 0.05
MARGIN_SECONDS = 0.02
"""What is kept of a call's time for building the model and for the answer's way back."""


class Call:
    """A call that searches."""

    def __init__(self, context: grpc.ServicerContext) -> None:
        self._token = CancelToken()
        self._searching = False
        left = context.time_remaining()
        # Without a deadline gRPC tells some centuries.
        self._deadline = None if left > 10**9 else time.monotonic() + left
        self._listeners: list[Callable[[], None]] = []
        self._ended = threading.Event()
        if not context.add_callback(self._end):
            self._end()

    @property
    def ended(self) -> bool:
        """Whether the call was cancelled, ran out of time, or was answered."""
        return self._ended.is_set()

    def when_ended(self, listener: Callable[[], None]) -> None:
        """Calls the listener when the call ends, at once if it has."""
        self._listeners.append(listener)
        if self.ended:
            listener()

    def remaining(self) -> float | None:
        """Seconds until the deadline; ``None`` without one."""
        return None if self._deadline is None else self._deadline - time.monotonic()

    def search_seconds(self, asked: float | None, limits: Limits) -> float:
        """How long the search may take, beginning now."""
        left = self.remaining()
        allowed = limits.longest_seconds
        if left is not None:
            allowed = min(allowed, left * (1 - MARGIN_SHARE) - MARGIN_SECONDS)
            seconds = allowed if asked is None else min(asked, allowed)
        else:
            seconds = min(limits.default_seconds if asked is None else asked, allowed)
        return max(seconds, 0.001)

    @contextmanager
    def searching(self) -> Iterator[CancelToken]:
        """Gives the token that stops a search made inside the block when the call ends."""
        self._searching = True
        try:
            yield self._token
        finally:
            self._searching = False

    def _end(self) -> None:
        self._ended.set()
        for listener in self._listeners:
            listener()
        if self._searching:
            # Stopping waits for the search to return; gRPC's own thread must not.
            threading.Thread(target=self._token.cancel, name="stop-search", daemon=True).start()
        else:
            self._token.cancel()
