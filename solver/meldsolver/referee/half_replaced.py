"""A wild that left a set of three for one of the two cards that both are needed in its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from meldsolver.referee.accounting import card_key
from meldsolver.referee.report import Code, Violation
from meldsolver.rules.game import Game
from meldsolver.rules.reading import valid_readings
from meldsolver.tiles import Meld, format_tiles


def half_replaced(index: int, meld: Meld, after: Sequence[Meld], game: Game) -> Violation | None:
    """The reason against taking a set's wild for one card alone, where this is what happened.

    Args:
        index: the meld's place on the table before.
        meld: the meld before.
        after: the table after.
        game: the rules.
    """
    rule = game.ruleset.retrieval
    if rule.mode != "replace" or rule.set_of_three != "both" or len(meld) != 3 or sum(t.wild for t in meld) != 1:
        return None
    naturals = Counter(card_key(tile) for tile in meld if not tile.wild)
    for reading in valid_readings(meld, game, grown=True):
        freed = [options for options, wild in zip(reading.options, reading.wild, strict=True) if wild]
        if reading.kind != "set" or len(freed) != 1 or len(freed[0]) < 2:
            continue
        needed = freed[0]
        for other in after:
            faces = {tile.face for tile in other if not tile.wild and tile.suit}
            there = [face for face in needed if face in faces]
            if 0 < len(there) < len(needed) and not naturals - Counter(map(card_key, other)):
                shown = format_tiles(tile.plain() for tile in meld)
                wanted = " and ".join(map(str, needed))
                text = f"the wild of {shown} was taken for {there[0]} alone; in a set of three {wanted} are both needed"
                return Violation(Code.JOKER_GROUP_NEEDS_BOTH, text, table_meld=index, tiles=meld)
    return None
