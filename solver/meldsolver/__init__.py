"""Exact, fast solving and refereeing of melding games: tile rummy, Ramo and other contract rummies.

    >>> import meldsolver as ms
    >>> rules = ms.get_ruleset("tile-rummy")
    >>> play = ms.solve(ms.parse_position("r1 r2 r3 / r4 k9 / opened"), rules)
    >>> ms.format_melds(play.table)
    'r1 r2 r3 r4'

What needs OR-Tools is loaded on first use, because importing it takes most of a second.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from meldsolver.answers import Goal, Objective, Solution, Status
from meldsolver.limits.cancel import CancelToken
from meldsolver.referee import Code, MeldReport, MoveEffects, MoveReport, Violation, check_meld, check_move
from meldsolver.rules import Ruleset, get_ruleset, list_rulesets, load_ruleset
from meldsolver.rules.position_check import position_faults
from meldsolver.rules.scoring import GameScore, RoundScore, rack_value, score_game
from meldsolver.tiles import (
    WILD,
    Face,
    Meld,
    ParseError,
    Position,
    Tile,
    format_melds,
    format_position,
    format_tiles,
    natural,
    parse_melds,
    parse_position,
    parse_tile,
    parse_tiles,
    position_from_json,
    position_to_json,
)
from meldsolver.tiles.request import Fault, InvalidRequest

if TYPE_CHECKING:
    from meldsolver.contracts import score_round
    from meldsolver.solver.engine import solve

__version__ = "0.1.0"

__all__ = [
    "WILD",
    "CancelToken",
    "Code",
    "Face",
    "Fault",
    "GameScore",
    "Goal",
    "InvalidRequest",
    "Meld",
    "MeldReport",
    "MoveEffects",
    "MoveReport",
    "Objective",
    "ParseError",
    "Position",
    "RoundScore",
    "Ruleset",
    "Solution",
    "Status",
    "Tile",
    "Violation",
    "check_meld",
    "check_move",
    "format_melds",
    "format_position",
    "format_tiles",
    "get_ruleset",
    "list_rulesets",
    "load_ruleset",
    "natural",
    "parse_melds",
    "parse_position",
    "parse_tile",
    "parse_tiles",
    "position_faults",
    "position_from_json",
    "position_to_json",
    "rack_value",
    "score_game",
    "score_round",
    "solve",
]

_LAZY = {
    "solve": "meldsolver.solver.engine",
    "score_round": "meldsolver.contracts",  # melds that stay in a hand are found by the solver
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'meldsolver' has no attribute {name!r}")
