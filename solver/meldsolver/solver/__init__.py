"""The solver: the best play as a CP-SAT model."""

from meldsolver.limits.cancel import CancelToken
from meldsolver.solver.solution import Goal, Objective, Solution, Status
from meldsolver.solver.solve import DEFAULT_OBJECTIVES, SolverFault, solve

__all__ = ["DEFAULT_OBJECTIVES", "CancelToken", "Goal", "Objective", "Solution", "SolverFault", "Status", "solve"]
