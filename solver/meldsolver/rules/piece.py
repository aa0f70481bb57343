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
    """A tile as the readings see it.

    Attributes:
        face: its natural face, if any.
        flexible: whether it may be a wild.
        fixed: the face that it stands for as a wild, where that is said.
        card: for a card that is said to be used as a wild, its own face, where it is a natural all the same.
    """

    face: Face | None
    flexible: bool
    fixed: Face | None
    card: Face | None = None

    @property
    def own(self) -> Face | None:
        """The face that it shows as a natural."""
        return self.card if self.face is None else self.face
