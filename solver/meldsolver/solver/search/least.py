"""The play that disturbs the table least, among those that are best otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from meldsolver.answers import Goal, Objective
from meldsolver.solver.layout.arrange import arrange
from meldsolver.solver.layout.observed import moved_tiles
from meldsolver.solver.model.disturbance import continuing
from meldsolver.solver.model.problem import Problem
from meldsolver.solver.program.backend import Budget, Outcome, Proof, expression_value, maximise
from meldsolver.solver.program.linear import scaled, total
from meldsolver.solver.search.lenient_play import LAYOUT_SECONDS
from meldsolver.solver.search.stages import Result, hold
from meldsolver.tiles import Meld


def least_disturbance(best: Result, budget: Budget) -> Result:
    """Among all plays with the goals of a best play, one that moves the fewest table tiles.

    A model that may count a little too kindly is searched first. Its value bounds every play, so
    when its play, laid out, moves no more tiles, it is the least; that is so for most positions.
    Otherwise the exact model is asked for something better.
    """
    assert best.values is not None
    tiles = sum(map(len, best.problem.position.table))
    problem = _held(best, exact=False)
    outcome = _most_stay(problem, budget)
    if not outcome.values:
        table, moved = _laid(best.problem, best.values, budget)
        return _found(best, best.problem, best.values, table, moved, 0)
    values, bound = outcome.values, tiles - outcome.bound
    table, moved = _laid(problem, values, budget)
    if moved <= bound or outcome.proof is not Proof.OPTIMAL:
        return _found(best, problem, values, table, moved, bound)
    exact = _held(best, exact=True)
    assert exact.stay is not None
    exact.model.add(exact.stay, tiles - moved + 1, tiles - bound)
    outcome = _most_stay(exact, budget)
    if outcome.proof is Proof.INFEASIBLE:
        return _found(best, problem, values, table, moved, moved)
    if outcome.values:
        problem, values = exact, outcome.values
        table, moved = _laid(problem, values, budget)
        bound = max(bound, tiles - outcome.bound)
    return _found(best, problem, values, table, moved, bound)


def _laid(problem: Problem, values: Sequence[int], budget: Budget) -> tuple[tuple[Meld, ...], int]:
    """The table after a play, and how many tiles it moves; not more than need be, unless the time is over."""
    clock = budget.clock.with_at_least(LAYOUT_SECONDS)
    table = arrange(problem, values, clock)
    return table, moved_tiles(problem.position.table, table, clock)


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
