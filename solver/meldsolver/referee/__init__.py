"""The referee: judges melds and moves, sharing nothing with the solver but tiles, melds and rules."""

from meldsolver.referee.check_meld import check_meld
from meldsolver.referee.check_move import check_move, move_violations
from meldsolver.referee.report import Code, MeldReport, MoveEffects, MoveReport, Violation

__all__ = [
    "Code",
    "MeldReport",
    "MoveEffects",
    "MoveReport",
    "Violation",
    "check_meld",
    "check_move",
    "move_violations",
]
