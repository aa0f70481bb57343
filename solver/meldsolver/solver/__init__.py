"""The solver: the best play as a CP-SAT model."""

from meldsolver.solver.solve import SolverFault, solve

__all__ = ["SolverFault", "solve"]
