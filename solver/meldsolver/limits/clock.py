"""A clock that loops look at: they end by the deadline, on cancellation, and after so many steps."""

from __future__ import annotations

import math
import time

from meldsolver.limits.cancel import CancelToken

LOOK_EVERY = 64
"""Steps between two looks at the time; a step is a few microseconds of work."""

STEPS_LEFT = 5_000
"""Steps that are left, after a cancellation, to what lays out or judges what was found: 20 ms or less."""


class OutOfTime(Exception):
    """The deadline came, or the work was cancelled, before it was done."""


class TooManySteps(Exception):
    """The work would take more steps than it may, whatever the time."""


class Clock:
    """Bounds one piece of work; not to be shared by threads.

    A loop whose length depends on what was asked calls :meth:`step` once a turn. Work that has no
    deadline (judging a move, reading a meld) still has its number of steps, so that it always ends.

    Attributes:
        deadline: end, on :func:`time.monotonic`'s clock; infinite for none.
        cancel: ends the work from outside.
    """

    __slots__ = ("_left", "_next_look", "_spared", "cancel", "deadline")

    def __init__(self, deadline: float = math.inf, cancel: CancelToken | None = None, steps: int | None = None) -> None:
        self.deadline, self.cancel = deadline, cancel
        self._left = math.inf if steps is None else steps
        self._next_look = 0
        self._spared: list[int] | None = None  # steps after a cancellation, shared by the parts

    def step(self, count: int = 1) -> None:
        """Tells that one more step of work begins, or ``count`` steps at once.

        Raises:
            OutOfTime: the deadline has passed, or the work was cancelled.
            TooManySteps: the steps are used up.
        """
        self._left -= count
        if self._left < 0:
            raise TooManySteps
        self._next_look -= count
        if self._next_look < 0:
            passed = LOOK_EVERY - self._next_look
            self._next_look = LOOK_EVERY
            if self.spent and not self._is_spared(passed):
                raise OutOfTime

    def look(self, count: int = 1) -> None:
        """As :meth:`step`, for work that is bounded already and does not count against the number of steps.

        Raises:
            OutOfTime: the deadline has passed, or the work was cancelled.
        """
        self._left += count
        self.step(count)

    def _is_spared(self, steps: int) -> bool:
        """Whether only a cancellation has ended it, and steps are left all the same."""
        if self._spared is None or time.monotonic() >= self.deadline:
            return False
        self._spared[0] -= steps
        return self._spared[0] >= 0

    @property
    def seconds(self) -> float:
        """Time left, never negative."""
        return max(0.0, self.deadline - time.monotonic())

    @property
    def spent(self) -> bool:
        """Whether the time is over or the work was cancelled."""
        return time.monotonic() >= self.deadline or (self.cancel is not None and self.cancel.cancelled)

    def with_at_least(self, seconds: float) -> Clock:
        """A clock for what must follow on the work, as laying out what was found: so many seconds are left to it.

        After a cancellation, which may come at any time, :data:`STEPS_LEFT` steps are.
        """
        clock = Clock(max(self.deadline, time.monotonic() + seconds), self.cancel)
        clock._spared = [STEPS_LEFT]
        return clock

    def within(self, steps: int) -> Clock:
        """A clock with the same end, for a part of the work that may take so many steps of its own."""
        clock = Clock(self.deadline, self.cancel, steps)
        clock._spared = self._spared
        return clock
