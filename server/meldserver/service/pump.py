"""A search that streams, at its own pace rather than at its reader's."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import TypeVar

from meldserver.service.call import Call
from meldserver.service.gate import Gate
from meldsolver.limits.cancel import CancelToken

T = TypeVar("T")


def pumped(search: Callable[[CancelToken], Iterator[T]], gate: Gate, call: Call) -> Iterator[T]:
    """What a search yields; it holds a core while it runs, however slowly its answers are read.

    Only for searches of few answers: those not yet read are kept.
    """
    found: SimpleQueue[T | _End] = SimpleQueue()

    def run() -> None:
        try:
            with gate.turn(call), call.searching() as token:
                for answer in search(token):
                    found.put(answer)
            found.put(_End(None))
        except BaseException as error:
            found.put(_End(error))

    threading.Thread(target=run, name="pump", daemon=True).start()
    while not isinstance(answer := found.get(), _End):
        yield answer
    if answer.error is not None:
        raise answer.error


class _End:
    def __init__(self, error: BaseException | None) -> None:
        self.error = error
