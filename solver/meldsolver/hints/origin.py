"""Where every meld and tile of the table after a play came from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from meldsolver.limits.clock import Clock
from meldsolver.tiles import Meld, Position, Tile
from meldsolver.tiles.matching import continue_melds

MOST_STEPS = 20_000
"""Steps of pairing melds; tables on which a hundred and more melds changed may take more, and are paired less well."""


class Source(StrEnum):
    """Where a tile lay before the play."""

    TABLE = "table"
    LOOSE = "loose"
    RACK = "rack"
    CALLED = "called"


HELD = (Source.RACK, Source.CALLED)
"""Where a player's own tiles lie."""


class Place(NamedTuple):
    """A tile's place before the play.

    Attributes:
        source: which part of the position.
        meld: index of the table meld; -1 elsewhere.
        at: index in that meld, in the rack, or among the loose tiles.
    """

    source: Source
    meld: int
    at: int


@dataclass(frozen=True, slots=True)
class MeldOrigin:
    """Where one meld of the table after a play came from.

    Attributes:
        continues: index of the table meld that it continues, or ``None`` for a new meld.
        untouched: whether it lies exactly as it did.
        places: for each tile in order, where it lay.
    """

    continues: int | None
    untouched: bool
    places: tuple[Place, ...]


def origins(position: Position, table: Sequence[Meld], clock: Clock | None = None) -> tuple[MeldOrigin, ...]:
    """The origin of each meld of the table after a play.

    Tiles with an id are told by it. Tiles without are told apart in the way that moves the fewest
    table tiles, the table's before the rack's; where the clock ends that, in another way.

    Raises:
        ValueError: a tile on the table after the play lay nowhere before.
    """
    before = [[_key(tile) for tile in meld] for meld in position.table]
    after = [[_key(tile) for tile in meld] for meld in table]
    bounded = (clock or Clock()).within(MOST_STEPS)
    continued = {other: index for index, other in continue_melds(before, after, bounded).items()}
    stock = _Stock(position)
    found: list[list[Place | None]] = []
    for number, meld in enumerate(after):
        found.append([stock.take_from(continued.get(number), key) for key in meld])
    result = []
    for number, meld in enumerate(after):
        places = tuple(place or stock.take(key) for place, key in zip(found[number], meld, strict=True))
        index = continued.get(number)
        untouched = index is not None and [place[1:] for place in places] == [(index, i) for i in range(len(places))]
        untouched = untouched and index is not None and len(before[index]) == len(places)
        result.append(MeldOrigin(index, untouched, places))
    return tuple(result)


_Key = tuple[str, int, str, str]


def _key(tile: Tile) -> _Key:
    return (tile.suit, tile.rank, tile.name, tile.id)


class _Stock:
    """The tiles before the play that no meld has taken yet."""

    def __init__(self, position: Position) -> None:
        self.own: dict[tuple[int, _Key], list[Place]] = defaultdict(list)
        self.all: dict[_Key, list[Place]] = defaultdict(list)
        self.gone: set[Place] = set()
        for place, tile in _places(position):
            self.all[_key(tile)].append(place)
            if place.source is Source.TABLE:
                self.own[place.meld, _key(tile)].append(place)

    def take_from(self, meld: int | None, key: _Key) -> Place | None:
        """A tile of the table meld that is continued."""
        if meld is None or not (own := self.own.get((meld, key))):
            return None
        place = own.pop(0)
        self.gone.add(place)
        return place

    def take(self, key: _Key) -> Place:
        """Any tile of that look, the table's first."""
        for place in self.all.get(key, ()):
            if place not in self.gone:
                self.gone.add(place)
                return place
        raise ValueError(f"{Tile(*key[:3], wild=not key[0] and not key[2], id=key[3])} lay nowhere before the play")


def _places(position: Position) -> Iterator[tuple[Place, Tile]]:
    for meld_index, meld in enumerate(position.table):
        for index, tile in enumerate(meld):
            yield Place(Source.TABLE, meld_index, index), tile
    for index, tile in enumerate(position.loose):
        yield Place(Source.LOOSE, -1, index), tile
    if position.called is not None:
        yield Place(Source.CALLED, -1, 0), position.called
    for index, tile in enumerate(position.rack):
        yield Place(Source.RACK, -1, index), tile


def tile_at(position: Position, place: Place) -> Tile:
    """The tile that lay at a place."""
    match place.source:
        case Source.TABLE:
            return position.table[place.meld][place.at]
        case Source.LOOSE:
            return position.loose[place.at]
        case Source.RACK:
            return position.rack[place.at]
        case _:
            assert position.called is not None
            return position.called
