"""Serving in the foreground, until a signal."""

from __future__ import annotations

import signal
import sys
from queue import SimpleQueue
from types import FrameType

from meldserver.service.limits import Limits, usable_cores
from meldserver.service.server import Server

GRACE_SECONDS = 10.0


def serve(*, host: str = "127.0.0.1", port: int = 50051, workers: int | None = None) -> int:
    """Serves until SIGTERM or SIGINT, then lets running calls end.

    Prints one line with the address once calls are answered.

    Args:
        host: the interface to listen on.
        port: the port; 0 for any that is free.
        workers: how many searches run at once; by default one a core.

    Returns:
        The exit code, 0.

    Raises:
        OSError: the address cannot be had.
    """
    # An Event would not do: its lock may be held by this very thread when the signal comes.
    stopping: SimpleQueue[int] = SimpleQueue()

    def stop(number: int, frame: FrameType | None) -> None:
        stopping.put(number)

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        server = Server(host, port, Limits(searches=workers or usable_cores()))
        print(f"meldsolver.v1 serving on {server.address}", flush=True)
        stopping.get()
        print("stopping", file=sys.stderr, flush=True)
        server.stop(GRACE_SECONDS).wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return 0
