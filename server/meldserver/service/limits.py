"""What one server allows."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

MESSAGE_BYTES = 1 << 20
"""Largest request; a position of a thousand tiles with long ids needs an eighth of it."""


def usable_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one server.

    Attributes:
        searches: how many searches run at once; each uses one core.
        waiting: how many calls may wait for their search to begin; one more is RESOURCE_EXHAUSTED.
        other_calls: how many calls that search nothing are answered at once.
        open_streams: how many calls with a stream of requests (reflection) may be open at once; they hold threads.
        default_seconds: time of a search that asks for no time and has no deadline.
        longest_seconds: most time of any search.
    """

    searches: int = field(default_factory=usable_cores)
    waiting: int = 64
    other_calls: int = 8
    open_streams: int = 4
    default_seconds: float = 10.0
    longest_seconds: float = 120.0

    @property
    def threads(self) -> int:
        """Threads that answer calls: waiting searches never keep the quick calls from being answered."""
        return self.searches + self.waiting + self.other_calls
