"""The best play for a list of objectives: which models are searched, in which order."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from meldsolver.answers import Objective
from meldsolver.limits.clock import OutOfTime
from meldsolver.rules.game import Game
from meldsolver.solver.model.disturbance import continuing
from meldsolver.solver.model.problem import build
from meldsolver.solver.program.backend import Budget, Proof
from meldsolver.solver.search.least import least_disturbance
from meldsolver.solver.search.lenient_play import keeping_naturals
from meldsolver.solver.search.stages import Result, Stages, hold, measures
from meldsolver.solver.search.template import plain_template
from meldsolver.tiles import Position


def search(position: Position, game: Game, wanted: tuple[Objective, ...], budget: Budget) -> Result:
    """The best play for a list of objectives.

    What counts rack tiles only is searched first, in a model without anything that the other
    objectives need; that is several times faster than one model for all.

    Raises:
        OutOfTime: the time was over before any model was built.
    """
    head = tuple(takewhile(lambda objective: not objective.structural, wanted))
    if not head:
        return _structural(position, game, wanted, None, budget)
    with plain_template(position, game, head, budget.clock, lenient=True) as ready:
        template, problem = ready or (None, build(position, game, head, lenient=True, clock=budget.clock))
        first = Stages(problem, budget, template).run(measures(head, problem))
        if problem.lenient and first.values is not None:
            first = keeping_naturals(first, budget.clock) or _strict(position, game, head, budget)
        if head == wanted or first.proof is not Proof.OPTIMAL:
            return first
        try:
            # Where wilds count as copies, every meld has to be in the rows that count them.
            flows = first.problem.lengthening and not first.problem.lenient and game.ruleset.wild.may_exceed_copies
            if wanted[len(head) :] == (Objective.DISTURBANCE,) and flows:
                return least_disturbance(first, budget)
            return _structural(position, game, wanted, first, budget)
        except OutOfTime:
            return replace(first, proof=Proof.FEASIBLE)


def _strict(position: Position, game: Game, wanted: tuple[Objective, ...], budget: Budget) -> Result:
    """The search with the rule that every meld needs a natural."""
    problem = build(position, game, wanted, clock=budget.clock)
    return Stages(problem, budget, None).run(measures(wanted, problem))


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
