"""Work that is done once for the same question, although each time another clock may end it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

CLOCK = "clock"


def remembered(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keeps the last answers of a function; the keyword ``clock`` is no part of what is asked.

    Work that its clock ended leaves nothing behind, and is begun anew the next time.

    Args:
        most: how many answers are kept; those that were asked for least lately are forgotten.
    """

    def around(work: Callable[P, R]) -> Callable[P, R]:
        known: OrderedDict[Hashable, R] = OrderedDict()
        lock = threading.Lock()

        @wraps(work)
        def ask(*args: P.args, **named: P.kwargs) -> R:
            key = (args, tuple(sorted((name, value) for name, value in named.items() if name != CLOCK)))
            with lock:
                if key in known:
                    known.move_to_end(key)
                    return known[key]
            answer = work(*args, **named)
            with lock:
                known[key] = answer
                if len(known) > most:
                    known.popitem(last=False)
            return answer

        return ask

    return around
