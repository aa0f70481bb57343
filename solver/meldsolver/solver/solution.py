"""What the solver answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from meldsolver.tiles import Meld, Tile


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


class Objective(StrEnum):
    """What to prefer; a list of them is applied in order (lexicographic)."""

    TILES = "tiles"
    """Most rack tiles played."""
    POINTS = "points"
    """Most points of rack tiles played; a wild counts nothing here."""
    MELD_POINTS = "meld_points"
    """Most points of rack tiles played, a wild counting as the tile it stands for."""
    RACK_PENALTY = "rack_penalty"
    """Least value left in the rack, by the ruleset's scoring."""
    WILDS_KEPT = "wilds_kept"
    """Fewest wilds played from the rack."""
    MELDS_KEPT = "melds_kept"
    """Most table melds left exactly as they are."""
    DISTURBANCE = "disturbance"
    """Fewest table tiles moved out of their meld."""
    MELDS_ADDED = "melds_added"
    """Fewest melds on the table afterwards."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One objective's value in the answer and the best value that is not yet ruled out."""

    objective: Objective
    value: int
    bound: int

    @property
    def proved(self) -> bool:
        """Whether no better value exists (given the objectives before it)."""
        return self.value == self.bound


@dataclass(frozen=True, slots=True)
class Solution:
    """The best play.

    Attributes:
        status: how much is proved.
        table: the melds after the play; untouched ones keep their place and order, new ones follow.
        played: the rack tiles laid, in rack order.
        rack: the rack tiles left, in rack order.
        goals: each objective with its value and bound, in the order asked for.
        tiles_played: how many rack tiles are laid.
        points_played: points of the laid naturals; a wild counts nothing.
        meld_points: points of the laid tiles, a wild counting as the tile it stands for.
        seconds: wall time that the answer took.
    """

    status: Status
    table: tuple[Meld, ...] = ()
    played: tuple[Tile, ...] = ()
    rack: tuple[Tile, ...] = ()
    goals: tuple[Goal, ...] = ()
    tiles_played: int = 0
    points_played: int = 0
    meld_points: int = 0
    seconds: float = 0.0
