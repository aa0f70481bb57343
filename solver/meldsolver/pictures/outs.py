"""Outs as a table for the terminal: a row a suit that has any, a column a rank, the copies unseen in the cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meldsolver.pictures.terminal import INKS, OTHER_INK
from meldsolver.tiles import Tile


def outs_text(outs: Mapping[Tile, int], suits: Sequence[str], low: int, high: int, *, colour: bool = False) -> str:
    """A table of cards and their copies unseen; cards without suit follow it, one a line.

    Args:
        outs: the cards with their copies.
        suits: the rows.
        low: the first column's rank.
        high: the last column's rank.
        colour: whether to colour the rows as the tiles are coloured.
    """
    copies = {(tile.suit, tile.rank): number for tile, number in outs.items() if tile.suit}
    lines = []
    if copies:
        lines.append("   " + "".join(f"{rank:>3}" for rank in range(low, high + 1)))
        for suit in suits:
            if not any(held == suit for held, _ in copies):
                continue
            cells = (copies.get((suit, rank)) for rank in range(low, high + 1))
            row = f"  {suit}" + "".join(f"{number or '.':>3}" for number in cells)
            lines.append(f"\x1b[38;5;{INKS.get(suit, OTHER_INK)}m{row}\x1b[0m" if colour else row)
    lines += [f"  {tile}{number:>3}" for tile, number in outs.items() if not tile.suit]
    return "\n".join(lines)
