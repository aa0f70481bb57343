"""Tiles, notation and positions; this layer knows nothing of rules."""

from meldsolver.tiles.notation import (
    STANDARD,
    Alphabet,
    ParseError,
    format_melds,
    format_tiles,
    parse_melds,
    parse_tile,
    parse_tiles,
)
from meldsolver.tiles.position import Position, format_position, parse_position
from meldsolver.tiles.position_json import position_from_json, position_to_json
from meldsolver.tiles.tile import WILD, Card, Face, Meld, Tile, natural

__all__ = [
    "STANDARD",
    "WILD",
    "Alphabet",
    "Card",
    "Face",
    "Meld",
    "ParseError",
    "Position",
    "Tile",
    "format_melds",
    "format_position",
    "format_tiles",
    "natural",
    "parse_melds",
    "parse_position",
    "parse_tile",
    "parse_tiles",
    "position_from_json",
    "position_to_json",
]
