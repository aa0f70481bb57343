"""What a meld on a table whose melds only grow may become."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from meldsolver.limits.clock import Clock
from meldsolver.solver.melds.shapes import Shape
from meldsolver.tiles import Face


class Continuation(NamedTuple):
    """A meld that a meld on the table may become.

    Attributes:
        shape: the meld.
        cells: indices of the cells to fill.
        own_wilds: indices of the cells where its own wilds stand.
        tiles: for every other cell, and for those of its own wilds, the tile of the table meld that lies there.
        freed: faces at which a natural takes the place of a wild that is given up.
        freed_wilds: how many wilds are given up.
        kept: indices of the cells to fill where a natural takes the place of a wild.
    """

    shape: Shape
    cells: tuple[int, ...]
    own_wilds: tuple[int, ...]
    tiles: tuple[tuple[int, int], ...]
    freed: tuple[Face, ...]
    freed_wilds: int
    kept: tuple[int, ...]


class Stock(NamedTuple):
    """What may be added to the melds on the table.

    Attributes:
        naturals: naturals of the rack by face.
        wilds: wilds that may be added, freed ones included.
        may_grow: whether anything may be added at all.
        anew: whether runs to which nothing is added are read otherwise than before.
        clock: ends the enumeration.
    """

    naturals: Mapping[Face, int]
    wilds: int
    may_grow: bool
    anew: bool
    clock: Clock
