"""How the table may be used in a turn, from what the rules say and what has happened so far."""

from __future__ import annotations

from enum import StrEnum

from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import Position


class TableUse(StrEnum):
    """What a turn may do with the melds on the table."""

    REARRANGE = "rearrange"
    GROW = "grow"
    STAY = "stay"


def must_open(position: Position, ruleset: Ruleset) -> bool:
    """Whether the turn has to open. A table in mid-turn (loose tiles) is not asked to."""
    return not position.opened and ruleset.opening.kind != "none" and not position.loose


def table_use(position: Position, ruleset: Ruleset) -> TableUse:
    """What the turn may do with the melds on the table."""
    usual = {"full": TableUse.REARRANGE, "layoff": TableUse.GROW, "none": TableUse.STAY}[ruleset.table.manipulation]
    if must_open(position, ruleset):
        if ruleset.opening.kind == "contract":
            return TableUse.GROW if ruleset.layoff.same_turn_as_opening else TableUse.STAY
        return min(usual, _OPENING_TURN[ruleset.opening.same_turn_table], key=_STRICTNESS.index)
    if usual is TableUse.REARRANGE and ruleset.opening.gate == "all_players" and not position.all_opened:
        return TableUse.GROW
    return usual


def shows_hand(position: Position, ruleset: Ruleset) -> bool:
    """Whether the turn shows a whole hand on a table of its own, as games of one hand do."""
    return ruleset.table.model == "hand_only" and not position.table and not position.loose


_OPENING_TURN = {"full": TableUse.REARRANGE, "layoff": TableUse.GROW, "none": TableUse.STAY}
_STRICTNESS = [TableUse.STAY, TableUse.GROW, TableUse.REARRANGE]
