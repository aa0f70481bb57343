"""Improving plays as the search finds them, then the best with its proof."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from queue import SimpleQueue

from meldsolver.answers import DEFAULT_OBJECTIVES, Goal, Objective, Solution, Status
from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import Clock, OutOfTime
from meldsolver.rules.game import Game, game_of
from meldsolver.rules.ruleset import Ruleset
from meldsolver.solver.engine.best import GRACE_SECONDS, LAYOUT_SECONDS, check_arguments, solve
from meldsolver.solver.layout.arrange import arrange
from meldsolver.solver.layout.observed import with_all_goals
from meldsolver.solver.layout.shown import opening_melds
from meldsolver.solver.model.objectives import Measure, combine, rank
from meldsolver.solver.model.problem import Problem, build
from meldsolver.solver.program.backend import Budget, Outcome, Program, Proof
from meldsolver.solver.search.answer import describe, verify
from meldsolver.solver.search.quick import quick_solution
from meldsolver.solver.search.stages import Stages, measures
from meldsolver.solver.search.template import Template, plain_template
from meldsolver.tiles import Position


@dataclass(frozen=True, slots=True)
class Progress:
    """One answer of a search that goes on.

    Attributes:
        solution: a play, better than those before it, with the bounds that are proved so far.
        done: whether this is the last: what :func:`meldsolver.solve` answers.
    """

    solution: Solution
    done: bool


def improving(
    position: Position,
    ruleset: Ruleset,
    objectives: Iterable[Objective | str] = DEFAULT_OBJECTIVES,
    *,
    seed: int = 0,
    time_limit: float = 10.0,
    cancel: CancelToken | None = None,
) -> Iterator[Progress]:
    """Every improving play, then the answer of :func:`meldsolver.solve`.

    The first is often one that needs no search: rack tiles laid on melds as they lie. Further plays are
    told while objectives that count rack tiles are searched; the others, and the proof, come with the
    last answer. Closing the iterator ends the search.

    Args:
        position: the position.
        ruleset: the rules.
        objectives: what to prefer, the most important first.
        seed: as for :func:`meldsolver.solve`.
        time_limit: seconds after which the last answer is the best play found so far.
        cancel: stops the search from another thread.

    Raises:
        InvalidRequest: the position cannot exist, or an argument is out of range.
    """
    started = time.monotonic()
    wanted = check_arguments(position, ruleset, objectives, seed, time_limit)
    token = cancel if cancel is not None else CancelToken()
    return _improving(position, ruleset, wanted, Budget(started + time_limit, seed, token), token)


def _improving(
    position: Position, ruleset: Ruleset, wanted: tuple[Objective, ...], budget: Budget, token: CancelToken
) -> Iterator[Progress]:
    game = game_of(ruleset)
    head = tuple(takewhile(lambda objective: not objective.structural, wanted))
    ended = False
    best: tuple[int, ...] = ()
    told: Solution | None = None
    try:
        clock = Clock(budget.deadline + GRACE_SECONDS, token)
        if (told := quick_solution(position, ruleset, wanted, clock)) is not None:
            best = rank(told.goals[: len(head)])
            yield Progress(told, done=False)
        with suppress(OutOfTime):
            if head:
                with plain_template(position, game, head, budget.clock) as ready:
                    template, problem = ready or (None, build(position, game, head, clock=budget.clock))
                    stages, stage = Stages(problem, budget, template), measures(head, problem)
                    for outcome in _watched(problem, template, stage, budget):
                        done = head == wanted and outcome.proof is Proof.OPTIMAL
                        goals = stages.goals(stage, outcome) if outcome.values else []
                        if done or (goals and outcome.proof is Proof.FEASIBLE and rank(goals) > best):
                            best = rank(goals)
                            told = _play(position, ruleset, game, problem, outcome.values, goals, wanted, budget, done)
                            ended = done
                            yield Progress(told, done=done)
                    if ended:
                        return
        if budget.spent:
            ended = True
            nothing = Solution(Status.UNKNOWN, table=position.table, rack=position.rack)
            yield Progress(told if told is not None else nothing, done=True)
            return
        left = max(0.001, budget.seconds)
        last = solve(position, ruleset, wanted, seed=budget.seed, time_limit=left, cancel=token)
        # Cut short, it may have found less than what was told before.
        less = last.status is Status.FEASIBLE and rank(last.goals[: len(head)]) < best
        ended = True
        yield Progress(told if told is not None and (less or last.status is Status.UNKNOWN) else last, done=True)
    finally:
        if not ended:
            token.cancel()


def _watched(problem: Problem, template: Template | None, stage: list[Measure], budget: Budget) -> Iterator[Outcome]:
    """The outcomes of a search that runs in a thread of its own: every better solution, then the last word."""
    found: SimpleQueue[Outcome | None] = SimpleQueue()
    if template is not None:
        program = template.program
    else:
        combined = combine(stage, [problem.model.range_of(m.expr) for m in stage])
        if combined is None:
            return
        program = Program(problem.model, combined[0])

    def run() -> None:
        try:
            found.put(program.maximise(budget, watch=found.put))
        finally:
            found.put(None)

    thread = threading.Thread(target=run, name="improving", daemon=True)
    thread.start()
    ended = False
    try:
        last: Outcome | None = None
        while (outcome := found.get()) is not None:
            # The last word often only repeats the last solution.
            if last is None or outcome.proof is not Proof.FEASIBLE or outcome.value > last.value:
                yield outcome
            last = outcome
        ended = True
    finally:
        if not ended and budget.cancel is not None:
            budget.cancel.cancel()
        thread.join()  # the template goes back only when nobody searches in it


def _play(
    position: Position,
    ruleset: Ruleset,
    game: Game,
    problem: Problem,
    values: tuple[int, ...],
    goals: list[Goal],
    wanted: tuple[Objective, ...],
    budget: Budget,
    proved: bool,
) -> Solution:
    begun = time.monotonic()
    clock = budget.clock.with_at_least(LAYOUT_SECONDS)
    table = arrange(problem, values, clock)
    verify(position, table, ruleset, opening_melds(problem, values), clock.with_at_least(0))
    play = describe(position, table, game, proved, tuple(goals), begun)
    return with_all_goals(play, position, game, wanted, clock)
