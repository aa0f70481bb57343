"""The best play for a list of objectives: which models are searched, in which order."""

from __future__ import annotations

from itertools import takewhile

from meldsolver.rules.game import Game
from meldsolver.solver.backend import Budget, Proof
from meldsolver.solver.disturbance import continuing
from meldsolver.solver.least import least_disturbance
from meldsolver.solver.lenient import every_meld_has_a_natural
from meldsolver.solver.objectives import STRUCTURAL
from meldsolver.solver.problem import build
from meldsolver.solver.solution import Goal, Objective
from meldsolver.solver.stages import Result, Stages, hold, measures
from meldsolver.solver.template import plain_template
from meldsolver.tiles import Position


def search(position: Position, game: Game, wanted: tuple[Objective, ...], budget: Budget) -> Result:
    """The best play for a list of objectives.

    What counts rack tiles only is searched first, in a model without anything that the other
    objectives need; that is several times faster than one model for all.
    """
    head = tuple(takewhile(lambda objective: objective not in STRUCTURAL, wanted))
    if head:
        with plain_template(position, game, head) as ready:
            template, problem = ready or (None, build(position, game, head, lenient=True))
            first = Stages(problem, budget, template).run(measures(head, problem))
            values = first.values if template is None and not problem.rearranges else None
            if values is not None and not every_meld_has_a_natural(problem.cover, values):
                problem = build(position, game, head)
                first = Stages(problem, budget, None).run(measures(head, problem))
            if head == wanted or first.proof is not Proof.OPTIMAL:
                return first
            if wanted[len(head) :] == (Objective.DISTURBANCE,) and problem.lengthening:
                return least_disturbance(first, budget)
    problem = build(position, game, wanted)
    if Objective.DISTURBANCE in wanted and problem.lengthening:
        problem = continuing(problem, exact=True)
    rest = wanted
    goals: tuple[Goal, ...] = ()
    if head:
        hold(problem, first.goals)
        goals, rest = first.goals, wanted[len(head) :]
    last = Stages(problem, budget, None).run(measures(rest, problem))
    if last.values is None and head:
        return Result(first.problem, Proof.FEASIBLE, first.values, goals)
    return Result(problem, last.proof, last.values, (*goals, *last.goals))
