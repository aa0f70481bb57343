"""The parts that readings of melds are made of."""

from __future__ import annotations

from typing import NamedTuple

from meldsolver.tiles import Face


class Reading(NamedTuple):
    """One way to read tiles as a meld.

    Attributes:
        kind: ``set``, ``run``, ``pair`` or ``colour``.
        options: for each tile in order, the faces that it may cover: a natural's own face alone,
            the faces that a wild may stand for. A face without suit or rank means any.
        wild: for each tile, whether it is used as a wild.
        places: for each tile of a run, its place in the order of ranks; else empty.
        points: worth of the meld, wilds counting as the tile they stand for.
    """

    kind: str
    options: tuple[tuple[Face, ...], ...]
    wild: tuple[bool, ...]
    places: tuple[int, ...]
    points: int


class Piece(NamedTuple):
    """A tile as the readings see it: its natural face if any, and whether it may be a wild."""

    face: Face | None
    flexible: bool
    fixed: Face | None
