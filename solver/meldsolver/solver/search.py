"""The best play for a list of objectives: which models are searched, in which order."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from meldsolver.limits.clock import OutOfTime
from meldsolver.rules.game import Game
from meldsolver.solver.backend import Budget, Proof
from meldsolver.solver.disturbance import continuing
from meldsolver.solver.least import least_disturbance
from meldsolver.solver.lenient import every_meld_has_a_natural
from meldsolver.solver.objectives import STRUCTURAL
from meldsolver.solver.problem import build
from meldsolver.solver.solution import Objective
from meldsolver.solver.stages import Result, Stages, hold, measures
from meldsolver.solver.template import plain_template
from meldsolver.tiles import Position


def search(position: Position, game: Game, wanted: tuple[Objective, ...], budget: Budget) -> Result:
    """The best play for a list of objectives.

    What counts rack tiles only is searched first, in a model without anything that the other
    objectives need; that is several times faster than one model for all.

    Raises:
        OutOfTime: the time was over before any model was built.
    """
    head = tuple(takewhile(lambda objective: objective not in STRUCTURAL, wanted))
    if not head:
        return _structural(position, game, wanted, None, budget)
    with plain_template(position, game, head, budget.clock) as ready:
        template, problem = ready or (None, build(position, game, head, lenient=True, clock=budget.clock))
        first = Stages(problem, budget, template).run(measures(head, problem))
        values = first.values if template is None and not problem.rearranges else None
        if values is not None and not every_meld_has_a_natural(problem.cover, values):
            problem = build(position, game, head, clock=budget.clock)
            first = Stages(problem, budget, None).run(measures(head, problem))
        if head == wanted or first.proof is not Proof.OPTIMAL:
            return first
        try:
            if wanted[len(head) :] == (Objective.DISTURBANCE,) and problem.lengthening:
                return least_disturbance(first, budget)
            return _structural(position, game, wanted, first, budget)
        except OutOfTime:
            return replace(first, proof=Proof.FEASIBLE)


def _structural(
    position: Position, game: Game, wanted: tuple[Objective, ...], first: Result | None, budget: Budget
) -> Result:
    """The objectives that depend on how melds lie, after those of ``first``, whose values are held."""
    problem = build(position, game, wanted, clock=budget.clock)
    if Objective.DISTURBANCE in wanted and problem.lengthening:
        problem = continuing(problem, exact=True)
    goals = () if first is None else first.goals
    hold(problem, goals)
    last = Stages(problem, budget, None).run(measures(wanted[len(goals) :], problem))
    if last.values is None and first is not None:
        return replace(first, proof=Proof.FEASIBLE)
    return Result(problem, last.proof, last.values, (*goals, *last.goals))
