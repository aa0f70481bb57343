"""A tile (or card): a natural of one suit and rank, a wild, or a special."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Face(NamedTuple):
    """What a natural shows, and what a wild stands for: one suit and one rank.

    An empty suit or a zero rank means "any" (a wild in a set whose suits do not matter).
    """

    suit: str
    rank: int

    def __str__(self) -> str:
        return f"{self.suit or '*'}{self.rank or '*'}"


class Tile(NamedTuple):
    """One physical tile; immutable and hashable.

    A natural has a suit and a rank. A printed wild has ``wild`` alone. A natural of a wild rank
    that is used as a wild keeps its suit and rank and has ``wild`` set (written ``r2w``).
    A special has a ``name`` and nothing else.

    Attributes:
        suit: suit letter, empty for printed wilds and specials.
        rank: 1-based rank, 0 for printed wilds and specials.
        name: the special's name, else empty.
        wild: whether the tile is used as a wild.
        stands_for: the face that the position fixes for a wild (``j=r5``), else ``None``.
        id: the caller's own identifier of the physical tile, or empty.
    """

    suit: str = ""
    rank: int = 0
    name: str = ""
    wild: bool = False
    stands_for: Face | None = None
    id: str = ""

    @property
    def is_natural(self) -> bool:
        """Whether the tile is used as the face that it shows."""
        return bool(self.suit) and not self.wild

    @property
    def is_special(self) -> bool:
        """Whether the tile is a special."""
        return bool(self.name)

    @property
    def face(self) -> Face:
        """The printed face (of a natural, or of a wild rank's card); undefined for others."""
        return Face(self.suit, self.rank)

    def plain(self) -> Tile:
        """The same tile without its id."""
        return self._replace(id="") if self.id else self

    def __str__(self) -> str:
        text = self.name or (f"{self.suit}{self.rank}" if self.suit else "j")
        if self.wild and self.suit:
            text += "w"
        if self.stands_for is not None:
            text += f"={self.stands_for.suit}{self.stands_for.rank}"
        return f"{text}#{self.id}" if self.id else text


Card: TypeAlias = tuple[str, int, str]
"""The physical card alone, ``tile[:3]``: suit, rank and name, however it is used."""

Meld: TypeAlias = tuple[Tile, ...]
"""Tiles lying together, in the order in which they lie."""

WILD = Tile(wild=True)
"""A printed wild without an id."""


def natural(suit: str, rank: int) -> Tile:
    """The natural of that suit and rank."""
    return Tile(suit, rank)
