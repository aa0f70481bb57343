"""Which searches run now: a bounded number, first come, first served; and a bounded number waits."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

import grpc

from meldserver.service.call import Call
from meldserver.service.errors import CallError


class Gate:
    """Admits calls to the cores."""

    def __init__(self, running: int, waiting: int) -> None:
        self._free = running
        self._most_waiting = waiting
        self._line: deque[Call] = deque()
        self._changed = threading.Condition()

    @contextmanager
    def turn(self, call: Call) -> Iterator[None]:
        """Waits for the call's turn, and holds a core until the block ends.

        Raises:
            CallError: too many calls wait already, or the call ended while it waited.
        """
        self._enter(call)
        try:
            yield
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify_all()

    @property
    def waiting(self) -> int:
        """How many calls wait."""
        return len(self._line)

    def _enter(self, call: Call) -> None:
        with self._changed:
            if self._free and not self._line:
                self._free -= 1
                return
            if len(self._line) >= self._most_waiting:
                text = f"{self._most_waiting} calls wait for a core already; try again after a pause"
                raise CallError(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_CALLS", text)
            self._line.append(call)
            try:
                self._wait(call)
                self._free -= 1
            finally:
                self._line.remove(call)
                self._changed.notify_all()

    def _wait(self, call: Call) -> None:
        call.when_ended(self._wake)
        while not (self._free and self._line[0] is call):
            left = call.remaining()
            if call.ended or (left is not None and left <= 0):
                raise CallError(
                    grpc.StatusCode.DEADLINE_EXCEEDED, "ENDED_WHILE_WAITING", "the call ended before its turn"
                )
            self._changed.wait(left)

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()
