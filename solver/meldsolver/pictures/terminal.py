"""Tiles, melds and tables as lines of a terminal, coloured or plain.

The suit letter and the rank are always written, so that nothing is lost without colours and the
text can be read back by :func:`meldsolver.tiles.parse_melds`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TextIO

from meldsolver.tiles import Meld, Tile, format_tiles

INKS = {"r": 160, "y": 130, "k": 16, "b": 26, "g": 28, "p": 90, "w": 244, "m": 94}
"""Colour of each suit letter, from the 256 that terminals know."""

WILD_INK = 201
OTHER_INK = 240
PAPER = 230
"""The ivory of a tile."""


def supports_colour(stream: TextIO, environment: Mapping[str, str] | None = None) -> bool:
    """Whether a stream is a terminal that shows colours and whose user wants them.

    Args:
        stream: where the text goes.
        environment: the environment variables; by default those of the process. ``NO_COLOR``
            (set to anything but the empty text) and ``TERM=dumb`` say no.
    """
    environment = os.environ if environment is None else environment
    if environment.get("NO_COLOR") or environment.get("TERM", "dumb") == "dumb":
        return False
    return stream.isatty()


def tile_text(tile: Tile, *, colour: bool = False) -> str:
    """One tile in notation, in its suit's colour on ivory if ``colour``."""
    if not colour:
        return str(tile)
    ink = WILD_INK if tile.wild else INKS.get(tile.suit, OTHER_INK)
    return f"\x1b[1;38;5;{ink};48;5;{PAPER}m {tile} \x1b[0m"


def tiles_text(tiles: Iterable[Tile], *, colour: bool = False) -> str:
    """Tiles in a row: a meld or a rack. Without tiles ``.``, as in a position's text."""
    if not colour:
        return format_tiles(tiles) or "."
    return " ".join(tile_text(tile, colour=True) for tile in tiles) or "."


def table_text(table: Iterable[Meld], *, colour: bool = False, before: Iterable[Meld] | None = None) -> str:
    """A table, one meld a line.

    Args:
        table: the melds.
        colour: whether to colour the tiles.
        before: the table before the play; when given, melds that were not on it are marked ``>``.
    """
    if before is None:
        return "\n".join("  " + tiles_text(meld, colour=colour) for meld in table)
    stood = Counter(tuple(meld) for meld in before)
    lines = []
    for meld in table:
        untouched = stood[tuple(meld)] > 0
        stood[tuple(meld)] -= untouched
        lines.append(("  " if untouched else "> ") + tiles_text(meld, colour=colour))
    return "\n".join(lines)


def plan_text(sentences: Iterable[str]) -> str:
    """The steps of a plan, numbered, one a line."""
    return "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(sentences, 1))
