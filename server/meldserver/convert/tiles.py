"""Tiles, melds and positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from meldserver.generated.v1 import position_pb2, tile_pb2
from meldsolver.tiles import WILD, Meld, Position, Tile
from meldsolver.tiles.notation import ParseError, check_id
from meldsolver.tiles.position_json import JsonReader

MOST_TILES = 1000
"""More tiles than any deck has; a request with more is refused before it is read."""

USUAL_RANKS = range(1, 31)

MOST_KEPT_BYTES = 512
"""A larger meld is read anew each time, so that no client can fill the memory with what is kept."""

MOST_KEPT_TILES = 16
"""A longer meld is written anew each time."""


class HasTiles(Protocol):
    """A message of tiles: a meld or a rack."""

    @property
    def tiles(self) -> Sequence[tile_pb2.Tile]:
        """The tiles."""
        ...

    def SerializeToString(self) -> bytes:  # noqa: N802
        """The message as bytes."""
        ...


@lru_cache(maxsize=1 << 12)
def tile_message(tile: Tile) -> tile_pb2.Tile:
    """A tile, its id apart from its text. The message is shared: put it into others, never change it."""
    return tile_pb2.Tile(text=str(tile.plain()), id=tile.id)


def meld_message(meld: Meld) -> tile_pb2.Meld:
    """A meld; shared, as its tiles are, unless it is a long one: most melds lie on the table for many turns."""
    return _usual_message(meld) if len(meld) <= MOST_KEPT_TILES else _meld_message(meld)


def _meld_message(meld: Meld) -> tile_pb2.Meld:
    return tile_pb2.Meld(tiles=map(tile_message, meld))


_usual_message = lru_cache(maxsize=1 << 12)(_meld_message)


def position_message(position: Position) -> position_pb2.Position:
    """A position; what is at its default is left out."""
    return position_pb2.Position(
        table=map(meld_message, position.table),
        rack=map(tile_message, position.rack),
        opened=position.opened,
        loose=map(tile_message, position.loose),
        all_opened=position.all_opened,
        level=position.level,
        called=None if position.called is None else tile_message(position.called),
        wild_turns=position.wild_turns,
        pool_empty=position.pool_empty,
        excerpt=position.excerpt,
    )


def read_position(message: position_pb2.Position, reader: JsonReader, path: str) -> Position:
    """A position; what is wrong with it is left in the reader."""
    if _too_many(_size(message.table) + len(message.rack) + len(message.loose), reader, path):
        return Position()
    called = read_tiles([message.called], reader, f"{path}.called", single=True) if message.HasField("called") else ()
    return Position(
        table=read_melds(message.table, reader, f"{path}.table"),
        rack=read_tiles(message.rack, reader, f"{path}.rack"),
        opened=message.opened,
        loose=read_tiles(message.loose, reader, f"{path}.loose"),
        all_opened=message.all_opened,
        level=message.level,
        called=called[0] if called else None,
        wild_turns=tuple(message.wild_turns),
        pool_empty=message.pool_empty,
        excerpt=message.excerpt,
    )


def read_melds(messages: Sequence[HasTiles], reader: JsonReader, path: str) -> tuple[Meld, ...]:
    """Melds or racks; what is wrong with them is left in the reader."""
    if _too_many(_size(messages), reader, path):
        return ()
    return tuple([_read_meld(meld, reader, path, index) for index, meld in enumerate(messages)])


def read_tiles(messages: Sequence[tile_pb2.Tile], reader: JsonReader, path: str, *, single: bool = False) -> Meld:
    """Tiles; what is wrong with them is left in the reader.

    Args:
        messages: the tiles.
        reader: reads texts and remembers faults.
        path: the list's field, or the tile's own where it is ``single``.
        single: whether the tile stands in no list.
    """
    if _too_many(len(messages), reader, path):
        return ()
    try:
        return _usual_tiles(messages, reader.alphabet.suits, reader.alphabet.specials)
    except (KeyError, ParseError):
        pass  # something is written otherwise, or is wrong: read all of it with care
    forms = [{"tile": tile.text, "id": tile.id} if tile.id else tile.text for tile in messages]
    if single:
        tile = reader.tile(forms[0], path)
        return () if tile is None else (tile,)
    return reader.tiles(forms, path)


def _read_meld(message: HasTiles, reader: JsonReader, path: str, index: int) -> Meld:
    data = message.SerializeToString()
    if len(data) <= MOST_KEPT_BYTES:
        try:
            return _usual_meld(type(message), data, reader.alphabet.suits, reader.alphabet.specials)
        except (KeyError, ParseError):
            pass  # read with care below
    return read_tiles(message.tiles, reader, f"{path}[{index}]")


@lru_cache(maxsize=1 << 12)
def _usual_meld(kind: Any, data: bytes, suits: tuple[str, ...], specials: tuple[str, ...]) -> Meld:
    """A meld from its bytes: most lie on the table for many turns, and are looked up in a fifth of the time."""
    return _usual_tiles(kind.FromString(data).tiles, suits, specials)


def _usual_tiles(messages: Sequence[tile_pb2.Tile], suits: tuple[str, ...], specials: tuple[str, ...]) -> Meld:
    """Tiles in their usual texts; ``KeyError`` or ``ParseError`` for any other."""
    known = _canonical(suits, specials)
    return tuple([_with_id(known[tile.text], tile.id) if tile.id else known[tile.text] for tile in messages])


@lru_cache(maxsize=64)
def _canonical(suits: tuple[str, ...], specials: tuple[str, ...]) -> Mapping[str, Tile]:
    """The tiles by their usual texts; looking them up takes a tenth of the time of reading them."""
    tiles = [WILD, *(Tile(suit, rank) for suit in suits for rank in USUAL_RANKS)]
    tiles += [Tile(name=name) for name in specials]
    return {str(tile): tile for tile in tiles}


def _with_id(tile: Tile, tile_id: str) -> Tile:
    check_id(tile_id, tile_id)
    return Tile(tile.suit, tile.rank, tile.name, tile.wild, id=tile_id)


def _size(melds: Iterable[HasTiles]) -> int:
    """How many tiles; an empty meld counts as one, so that it cannot be sent for nothing."""
    return sum([len(meld.tiles) or 1 for meld in melds])


def _too_many(tiles: int, reader: JsonReader, path: str) -> bool:
    if tiles > MOST_TILES:
        reader.fail(path, "TOO_MANY_TILES", f"{tiles} tiles; at most {MOST_TILES} are read")
    return tiles > MOST_TILES
