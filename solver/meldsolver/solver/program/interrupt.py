"""Ctrl-C during a search.

Python runs its signal handlers only between two of its own instructions, and a search in the main thread is
one instruction that may last for its whole time limit. So a thread listens for the signals that the
interpreter reports as bytes, and stops the search; the handler then runs at once. Where it raises (as the
usual one of Ctrl-C does, in a notebook as well) that is the end; where it returns, the search begins anew.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from types import TracebackType

STOP_AGAIN_SECONDS = 0.005
"""A stop before the search has begun is lost, so it is repeated."""

HEARD = (signal.SIGINT, signal.SIGTERM)


class Interruptible:
    """A block in which a signal that has a handler in Python stops the search.

    Attributes:
        came: whether one did; its handler has run by the end of the block, and has not raised.
    """

    __slots__ = ("_listener", "_other", "_stop", "came")

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._listener: _Listener | None = None
        self._other = -1
        self.came = False

    def __enter__(self) -> Interruptible:
        # Elsewhere the main thread is free to run handlers by itself.
        if threading.current_thread() is threading.main_thread() and any(map(callable, map(signal.getsignal, HEARD))):
            listener = _listener()
            listener.watch(self)
            self._listener = listener
            self._other = signal.set_wakeup_fd(listener.ear, warn_on_full_buffer=False)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._listener is not None:
            signal.set_wakeup_fd(self._other, warn_on_full_buffer=False)
            self._listener.watch(None)

    def heard(self, number: int) -> None:
        """A signal came; whoever listened before is told as well."""
        if self._other >= 0:
            os.write(self._other, bytes([number]))
        if number in HEARD and callable(signal.getsignal(number)):
            self.came = True

    def stop(self) -> None:
        """Stops the search."""
        self._stop()


class _Listener:
    """A thread that sleeps until a signal comes; one for the process, since signals belong to the process."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self._ours, theirs = socket.socketpair()
        theirs.setblocking(False)
        self._theirs = theirs
        self.ear = theirs.fileno()
        self._block: Interruptible | None = None
        threading.Thread(target=self._listen, name="hear-signals", daemon=True).start()

    def watch(self, block: Interruptible | None) -> None:
        """Names the block in which a search runs now."""
        self._block = block

    def _listen(self) -> None:
        while numbers := self._ours.recv(64):
            block = self._block
            if block is None:
                continue
            for number in numbers:
                block.heard(number)
            while block.came and self._block is block:
                block.stop()
                time.sleep(STOP_AGAIN_SECONDS)


_listeners: list[_Listener] = []
"""The process's listener, once there is one; threads do not survive a fork, so a child makes its own."""


def _listener() -> _Listener:
    if not _listeners or _listeners[0].process != os.getpid():
        _listeners[:] = [_Listener()]
    return _listeners[0]
