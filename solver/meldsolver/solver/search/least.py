"""The play that disturbs the table least, among those that are best otherwise."""

from __future__ import annotations

from dataclasses import replace

from meldsolver.answers import Goal, Objective
from meldsolver.solver.layout.arrange import arrange
from meldsolver.solver.layout.observed import moved_tiles
from meldsolver.solver.model.disturbance import continuing
from meldsolver.solver.model.problem import Problem
from meldsolver.solver.program.backend import Budget, Outcome, Proof, expression_value, maximise
from meldsolver.solver.program.linear import scaled, total
from meldsolver.solver.search.stages import Result, hold
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
    outcome = _most_stay(problem, budget)
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
    outcome = _most_stay(exact, budget)
    if outcome.proof is Proof.INFEASIBLE:
        return _found(best, problem, values, table, moved, moved)
    if outcome.values:
        problem, values, table = exact, outcome.values, arrange(exact, outcome.values)
        moved = moved_tiles(before, table)
        bound = max(bound, tiles - outcome.bound)
    return _found(best, problem, values, table, moved, bound)


def _most_stay(problem: Problem, budget: Budget) -> Outcome:
    """The most tiles that stay; among those plays one that lengthens runs least, for a plan with few steps."""
    assert problem.stay is not None
    longer = {c.var: -1 for c in problem.cover.columns if c.shape.kind in ("more", "less")}
    spread = -problem.model.range_of(longer)[0]
    outcome = maximise(problem.model, total([scaled(problem.stay, spread + 1), longer]), budget)
    stay = expression_value(problem.stay, outcome.values) if outcome.values else 0
    return replace(outcome, value=stay, bound=(outcome.bound + spread) // (spread + 1))


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
