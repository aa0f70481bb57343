"""One step of a plan, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from meldsolver.hints.origin import Place
from meldsolver.tiles import Tile


class StepKind(StrEnum):
    """What a person does in one step."""

    SPLIT = "split"
    """Part of a meld becomes a meld of its own."""
    MOVE = "move"
    """Tiles of one table meld are laid on another."""
    PLACE = "place"
    """Rack tiles (or loose ones) are laid on a meld."""
    REPLACE = "replace"
    """A tile takes the place of a wild, and the wild is taken."""
    JOIN = "join"
    """A whole meld is laid on another."""
    NEW = "new"
    """Tiles from wherever they lie form a new meld."""
    REORDER = "reorder"
    """The tiles of a meld change places, where its wild stands for another tile after the play."""
    REBUILD = "rebuild"
    """Melds are taken apart and laid anew at once, since no order of single steps keeps all of them valid."""


@dataclass(frozen=True, slots=True)
class Moved:
    """One tile that a step moves.

    Attributes:
        tile: the tile.
        place: where it lay before the play; this names the physical tile.
        meld: the meld that it leaves in this step, by its number in the plan; ``None`` when it comes
            from the rack, from the loose tiles, or from aside, where a wild was laid.
        to: the meld on which it is laid; ``None`` for aside.
    """

    tile: Tile
    place: Place
    meld: int | None
    to: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Melds are numbered as on the table before the play; new melds get the numbers that follow.

    Attributes:
        kind: what is done.
        moved: the tiles that are laid on ``target``, or by a ``rebuild`` each on its own meld.
        target: the meld that they are laid on, or that they form; the first of those of a ``rebuild``.
        results: every meld that the step touches, with the places of its tiles after the step, in
            order; an empty meld is gone.
        freed: the wild that a ``replace`` takes.
        opens: whether the player has opened with this step.
        opening_points: what the melds that open are worth, where points open.
        region: which part of the table the step belongs to, from 1; steps of one part follow each other.
        sentence: the step for a person.
    """

    kind: StepKind
    moved: tuple[Moved, ...]
    target: int
    results: tuple[tuple[int, tuple[Place, ...]], ...]
    freed: Moved | None = None
    opens: bool = False
    opening_points: int | None = None
    region: int = 0
    sentence: str = ""

    @property
    def freed_to(self) -> int | None:
        """The meld on which a wild that is taken is laid at once; ``None`` while it lies aside."""
        return None if self.freed is None else self.freed.to


@dataclass(frozen=True, slots=True)
class Plan:
    """Steps from a position to the table after a play.

    Attributes:
        steps: the steps, in order.
        melds: for each meld of the table after the play, its number in the plan.
        recast: tiles that read otherwise after the play: a wild that the position fixed and that
            stands for another tile now, a natural that came to be used as a wild.
        moved_tiles: table tiles that end in another meld than the one that continues theirs.
        rack_tiles: rack tiles laid.
        points: what they count, as in :attr:`meldsolver.Solution.points_played`.
        splits: how many steps split a meld.
    """

    steps: tuple[Step, ...]
    melds: tuple[int, ...]
    recast: tuple[tuple[Place, Tile], ...]
    moved_tiles: int
    rack_tiles: int
    points: int
    splits: int
