"""A play at once: rack tiles laid on melds as they lie, without any search."""

from __future__ import annotations

from collections.abc import Iterator

from meldsolver.referee import move_violations
from meldsolver.rules.game import game_of
from meldsolver.rules.reading import is_meld
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.turn_kind import must_open
from meldsolver.tiles import Meld, Position, Tile


def quick_play(position: Position, ruleset: Ruleset) -> tuple[Meld, ...] | None:
    """The table after laying off what fits, the highest ranks first; ``None`` where that is no legal play.

    Wilds stay in the rack: better places for them may be found.
    """
    if position.loose or position.called is not None or must_open(position, ruleset):
        return None
    game = game_of(ruleset)
    table = list(position.table)
    waiting = sorted((tile for tile in position.rack if tile.is_natural), key=lambda tile: -tile.rank)
    laid = True
    while laid:
        laid = False
        for tile in list(waiting):
            for index, meld in enumerate(table):
                grown = next((way for way in _ways(meld, tile) if is_meld(way, game, grown=True)), None)
                if grown is not None:
                    table[index] = grown
                    waiting.remove(tile)
                    laid = True
                    break
    after = tuple(table)
    return after if after != position.table and not move_violations(position, after, ruleset) else None


def _ways(meld: Meld, tile: Tile) -> Iterator[Meld]:
    """The tile at either end, where a glance does not rule it out."""
    naturals = [other for other in meld if other.is_natural]
    ranks = {other.rank for other in naturals}
    if tile.rank in ranks:
        fits = len(ranks) == 1 and all(other.suit != tile.suit for other in naturals)
    else:
        wilds = len(meld) - len(naturals)
        near = {tile.rank + step for step in range(-1 - wilds, 2 + wilds)} & ranks
        fits = all(other.suit == tile.suit for other in naturals) and (bool(near) or tile.rank == 1)
    if fits:
        yield (*meld, tile)
        yield (tile, *meld)
