"""What tiles are in play: those that must end in melds, and those that may."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from meldsolver.rules.game import FALSE_JOKER, Game
from meldsolver.tiles import Face, Position, Tile


@dataclass(frozen=True, slots=True)
class Supply:
    """Tiles in play.

    Attributes:
        must: naturals, by face, that must end in melds (table and loose tiles).
        may: naturals of the rack, by face.
        wilds_must: printed wilds that must end in melds.
        wilds_may: printed wilds of the rack.
        stiff_must: false jokers that must end in melds; they show a face but are never wilds.
        stiff_may: false jokers of the rack.
    """

    must: Counter[Face]
    may: Counter[Face]
    wilds_must: int
    wilds_may: int
    stiff_must: int
    stiff_may: int

    @property
    def naturals(self) -> Counter[Face]:
        """All naturals in play."""
        return self.must + self.may

    @property
    def wilds(self) -> int:
        """All printed wilds in play."""
        return self.wilds_must + self.wilds_may


def card_face(tile: Tile, game: Game) -> Face | None:
    """The face that a tile supplies, also when it lies there as a wild; ``None`` for printed wilds and specials."""
    return game.card_faces[tile[:3]]


def supply_of(position: Position, game: Game, *, with_table: bool) -> Supply:
    """Counts the tiles of a position; the table's only where it may be rearranged."""
    must = [tile for meld in position.table for tile in meld] if with_table else []
    must += position.loose
    may = [*position.rack, *([position.called] if position.called is not None else [])]
    return Supply(
        must=_faces(must, game),
        may=_faces(may, game),
        wilds_must=sum(not tile.suit and tile.wild for tile in must),
        wilds_may=sum(not tile.suit and tile.wild for tile in may),
        stiff_must=sum(tile.name == FALSE_JOKER for tile in must),
        stiff_may=sum(tile.name == FALSE_JOKER for tile in may),
    )


def _faces(tiles: list[Tile], game: Game) -> Counter[Face]:
    return Counter(face for tile in tiles if (face := card_face(tile, game)) is not None)
