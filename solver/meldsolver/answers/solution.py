"""What the solver answers."""

from __future__ import annotations

from dataclasses import dataclass

from meldsolver.answers.objective import Objective
from meldsolver.answers.status import Status
from meldsolver.tiles import Meld, Tile


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
