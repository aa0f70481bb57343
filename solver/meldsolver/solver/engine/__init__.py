"""The solver's one door: the best play, plays that improve, other best plays, and whether there is any."""

from meldsolver.solver.engine.best import LONGEST_SECONDS, can_count_moves, check_arguments, solve
from meldsolver.solver.engine.improving import Progress, improving
from meldsolver.solver.engine.others import End, alternatives
from meldsolver.solver.engine.possible import best_opening, is_playable
from meldsolver.solver.program.backend import Budget
from meldsolver.solver.search.stages import SolverFault

__all__ = [
    "LONGEST_SECONDS",
    "Budget",
    "End",
    "Progress",
    "SolverFault",
    "alternatives",
    "best_opening",
    "can_count_moves",
    "check_arguments",
    "improving",
    "is_playable",
    "solve",
]
