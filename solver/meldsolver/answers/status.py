"""How much is proved about an answer."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """How much is proved about an answer."""

    OPTIMAL = "OPTIMAL"
    """The play is proved best for the whole list of objectives."""
    FEASIBLE = "FEASIBLE"
    """A legal play, found before the limit; the bounds tell how much better one could be."""
    NO_PLAY = "NO_PLAY"
    """Proved: nothing legal exists (the player draws)."""
    UNKNOWN = "UNKNOWN"
    """The limit came before anything was found or proved."""

    @property
    def found(self) -> bool:
        """Whether the answer holds a play."""
        return self in (Status.OPTIMAL, Status.FEASIBLE)
