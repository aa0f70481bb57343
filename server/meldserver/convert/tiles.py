"""Tiles, melds and positions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from meldserver.generated.v1 import position_pb2, tile_pb2
from meldsolver.tiles import Meld, Position, Tile
from meldsolver.tiles.position_json import JsonReader

MOST_TILES = 1000
"""More tiles than any deck has; a request with more is refused before it is read."""


def tile_message(tile: Tile) -> tile_pb2.Tile:
    """A tile, its id apart from its text."""
    return tile_pb2.Tile(text=str(tile.plain()), id=tile.id)


def meld_message(meld: Meld) -> tile_pb2.Meld:
    """A meld."""
    return tile_pb2.Meld(tiles=map(tile_message, meld))


def position_message(position: Position) -> position_pb2.Position:
    """A position; what is at its default is left out."""
    return position_pb2.Position(
        table=map(meld_message, position.table),
        rack=map(tile_message, position.rack),
        opened=position.opened,
        loose=map(tile_message, position.loose),
        all_opened=None if position.all_opened else False,
        level=position.level,
        called=None if position.called is None else tile_message(position.called),
        wild_turns=position.wild_turns,
        pool_empty=position.pool_empty,
    )


def read_position(message: position_pb2.Position, reader: JsonReader, path: str) -> Position:
    """A position; what is wrong with it is left in the reader."""
    if _too_many(_size(message.table) + len(message.rack) + len(message.loose), reader, path):
        return Position()
    form: dict[str, Any] = {
        "table": _melds_form(message.table),
        "rack": _tiles_form(message.rack),
        "opened": message.opened,
        "loose": _tiles_form(message.loose),
        "level": message.level,
        "wild_turns": list(message.wild_turns[:MOST_TILES]),
        "pool_empty": message.pool_empty,
    }
    if message.HasField("all_opened"):
        form["all_opened"] = message.all_opened
    if message.HasField("called"):
        form["called"] = _tile_form(message.called)
    return reader.position(form, path)


def read_melds(messages: Iterable[tile_pb2.Meld], reader: JsonReader, path: str) -> tuple[Meld, ...]:
    """Melds; what is wrong with them is left in the reader."""
    melds = list(messages)
    if _too_many(_size(melds), reader, path):
        return ()
    return reader.melds(_melds_form(melds), path)


def read_tiles(messages: Iterable[tile_pb2.Tile], reader: JsonReader, path: str) -> Meld:
    """Tiles; what is wrong with them is left in the reader."""
    tiles = list(messages)
    if _too_many(len(tiles), reader, path):
        return ()
    return reader.tiles(_tiles_form(tiles), path)


def _size(melds: Iterable[tile_pb2.Meld]) -> int:
    """How many tiles; an empty meld counts as one, so that it cannot be sent for nothing."""
    return sum(max(len(meld.tiles), 1) for meld in melds)


def _too_many(tiles: int, reader: JsonReader, path: str) -> bool:
    if tiles > MOST_TILES:
        reader.fail(path, "TOO_MANY_TILES", f"{tiles} tiles; at most {MOST_TILES} are read")
    return tiles > MOST_TILES


def _tile_form(tile: tile_pb2.Tile) -> Any:
    return {"tile": tile.text, "id": tile.id} if tile.id else tile.text


def _tiles_form(tiles: Iterable[tile_pb2.Tile]) -> list[Any]:
    return [_tile_form(tile) for tile in tiles]


def _melds_form(melds: Iterable[tile_pb2.Meld]) -> list[Any]:
    return [_tiles_form(meld.tiles) for meld in melds]
