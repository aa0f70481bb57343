"""The play that disturbs the table least, among those that are best otherwise."""

from __future__ import annotations

from meldsolver.solver.arrange import arrange
from meldsolver.solver.backend import Budget, Proof, maximise
from meldsolver.solver.disturbance import continuing
from meldsolver.solver.observed import moved_tiles
from meldsolver.solver.problem import Problem
from meldsolver.solver.solution import Goal, Objective
from meldsolver.solver.stages import Result, hold
from meldsolver.tiles import Meld


def least_disturbance(best: Result, budget: Budget) -> Result:
    """Among all plays with the goals of a best play, one that moves the fewest table tiles.

    A model that may count a little too kindly is searched first. Its value bounds every play, so
    when its play, laid out, moves no more tiles, it is the least; that is so for most positions.
    Otherwise the exact model is asked for something better.
    """
    assert best.values is not None
    before = best.problem.position.table
    tiles = sum(map(len, before))
    problem = _held(best, exact=False)
    assert problem.stay is not None
    outcome = maximise(problem.model, problem.stay, budget)
    if not outcome.values:
        table = arrange(best.problem, best.values)
        return _found(best, best.problem, best.values, table, moved_tiles(before, table), 0)
    values, table = outcome.values, arrange(problem, outcome.values)
    moved, bound = moved_tiles(before, table), tiles - outcome.bound
    if moved <= bound or outcome.proof is not Proof.OPTIMAL:
        return _found(best, problem, values, table, moved, bound)
    exact = _held(best, exact=True)
    assert exact.stay is not None
    exact.model.add(exact.stay, tiles - moved + 1, tiles - bound)
    outcome = maximise(exact.model, exact.stay, budget)
    if outcome.proof is Proof.INFEASIBLE:
        return _found(best, problem, values, table, moved, moved)
    if outcome.values:
        problem, values, table = exact, outcome.values, arrange(exact, outcome.values)
        moved = moved_tiles(before, table)
        bound = max(bound, tiles - outcome.bound)
    return _found(best, problem, values, table, moved, bound)


def _held(best: Result, *, exact: bool) -> Problem:
    problem = continuing(best.problem, exact=exact)
    hold(problem, best.goals)
    return problem


def _found(
    best: Result, problem: Problem, values: tuple[int, ...], table: tuple[Meld, ...], moved: int, bound: int
) -> Result:
    proof = Proof.OPTIMAL if moved <= bound else Proof.FEASIBLE
    goal = Goal(Objective.DISTURBANCE, moved, bound)
    return Result(problem, proof, values, (*best.goals, goal), table)
