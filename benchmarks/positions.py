"""Mid-game positions for the benchmarks: 15 melds on the table, a rack of 14, a given number of wilds in play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

from meldsolver import WILD, Position, Tile, natural
from tests.oracles import positions as drawing

MELDS = 15
RACK = 14


def mid_game(wilds: int, number: int) -> list[Position]:
    """So many positions with exactly so many wilds on table and rack together; always the same ones."""
    return list(islice(_mid_game(wilds), number))


def _mid_game(wilds: int) -> Iterator[Position]:
    for seed in count():
        drawn = drawing.random_position(
            f"benchmark {wilds} {seed}", drawing.Deck(wilds=wilds), melds=MELDS, rack=RACK, opened=True
        )
        table = tuple(tuple(map(_tile, meld)) for meld in drawn.table)
        rack = tuple(map(_tile, drawn.rack))
        if len(table) == MELDS and sum(tile.wild for tiles in (*table, rack) for tile in tiles) == wilds:
            yield Position(table, rack, opened=True)


def _tile(tile: drawing.Tile) -> Tile:
    return natural(*tile) if isinstance(tile, tuple) else WILD
