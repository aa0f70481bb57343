"""Whether anything can be laid at all, and what an opening could be worth."""

from __future__ import annotations

from dataclasses import replace

from meldsolver.answers import Objective
from meldsolver.limits.clock import OutOfTime
from meldsolver.rules.game import Game, game_of
from meldsolver.solver.model.opening import opening_worth
from meldsolver.solver.model.problem import build
from meldsolver.solver.program.backend import Budget, Outcome, Proof, maximise
from meldsolver.solver.search.template import plain_template
from meldsolver.tiles import Position


def is_playable(position: Position, game: Game, budget: Budget) -> bool | None:
    """Whether anything can be played; ``None`` when the time ran out."""
    try:
        outcome = _best(position, game, budget)
    except OutOfTime:
        return None
    if outcome.proof is Proof.UNKNOWN:
        return None
    return outcome.proof is not Proof.INFEASIBLE


def _best(position: Position, game: Game, budget: Budget) -> Outcome:
    with plain_template(position, game, (Objective.TILES,), budget.clock) as ready:
        if ready is not None:
            return ready[0].program.maximise(budget)
        return maximise(build(position, game, (), clock=budget.clock).model, {}, budget)


def best_opening(position: Position, game: Game, budget: Budget) -> int | None:
    """The worth of the best melds of the rack alone, by the rules' opening; ``None`` when the time ran out."""
    rules = game.ruleset
    # The rules with no threshold, before an empty table: what is laid then is an opening but for its worth.
    bare = replace(rules, name="custom", opening=replace(rules.opening, threshold=0, same_turn_table="none"))
    alone = Position(rack=position.rack, all_opened=position.all_opened, excerpt=position.excerpt)
    try:
        problem = build(alone, game_of(bare), (Objective.MELD_POINTS,), clock=budget.clock)
    except OutOfTime:
        return None
    worth = opening_worth(problem.game, enumerate(problem.cover.columns), problem.cover)
    outcome = maximise(problem.model, worth, budget)
    if outcome.proof not in (Proof.OPTIMAL, Proof.INFEASIBLE):
        return None  # more points may be there: a number that is not proved would pass for the most
    return outcome.value if outcome.values else 0
