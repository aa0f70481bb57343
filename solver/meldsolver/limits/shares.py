"""Time shared out among the parts of one answer."""

from __future__ import annotations

from meldsolver.limits.clock import Clock


class Shares:
    """Time shared out evenly: what one part leaves over is there for the later ones.

    Attributes:
        whole: the clock of the whole answer.
    """

    def __init__(self, whole: Clock, parts: int) -> None:
        self.whole, self._parts = whole, parts

    def share(self) -> float:
        """Seconds for the next part; none where the time is over."""
        part = self.whole.seconds / max(1, self._parts)
        self._parts -= 1
        return part
