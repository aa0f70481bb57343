"""The best play of a position."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

from meldsolver.answers import DEFAULT_OBJECTIVES, Objective, Solution, Status
from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import Clock, OutOfTime
from meldsolver.rules.game import game_of
from meldsolver.rules.position_check import position_faults
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.turn_kind import TableUse, table_use
from meldsolver.solver.layout.arrange import arrange
from meldsolver.solver.layout.observed import with_all_goals
from meldsolver.solver.layout.shown import opening_melds
from meldsolver.solver.melds.heirs import is_telling
from meldsolver.solver.model.objectives import rank
from meldsolver.solver.program.backend import Budget, Proof
from meldsolver.solver.search.answer import describe, verify
from meldsolver.solver.search.best_play import search
from meldsolver.solver.search.quick import quick_solution
from meldsolver.solver.search.stages import Result, SolverFault
from meldsolver.tiles import Position
from meldsolver.tiles.request import Fault, InvalidRequest

__all__ = ["LONGEST_SECONDS", "SolverFault", "solve"]

LONGEST_SECONDS = 3600.0

GRACE_SECONDS = 0.01
"""What a quick play may take after the end of a search without one; it takes a tenth of it."""

LEAST_SECONDS = 0.002
"""What a quick play may take however late it comes."""

LAYOUT_SECONDS = 0.01
"""What laying out and judging a play may take when the time is over; three hundred tiles take half of it."""

LARGE = 250
"""Tiles in play from which a quick play comes first: it takes longer there, and a search may find none."""


def solve(
    position: Position,
    ruleset: Ruleset,
    objectives: Iterable[Objective | str] = DEFAULT_OBJECTIVES,
    *,
    seed: int = 0,
    time_limit: float = 10.0,
    cancel: CancelToken | None = None,
) -> Solution:
    """Finds the best play and proves it.

    Args:
        position: the table, the rack and what has happened so far.
        ruleset: the rules.
        objectives: what to prefer, the most important first.
        seed: CP-SAT's random seed; the same request gives the same answer.
        time_limit: seconds after which the best play found so far is returned.
        cancel: stops the search from another thread.

    Returns:
        The play, with what is proved about it; every play has passed the referee.

    Raises:
        InvalidRequest: the position cannot exist, or an argument is out of range.
    """
    started = time.monotonic()
    wanted = check_arguments(position, ruleset, objectives, seed, time_limit)
    budget = Budget(started + time_limit, seed, cancel)
    game = game_of(ruleset)
    first = _before(position, ruleset, wanted, budget)
    try:
        result = search(position, game, wanted, budget)
        answer = _answer(position, ruleset, wanted, result, started, budget.clock.with_at_least(LAYOUT_SECONDS))
    except OutOfTime:
        answer = _without_play(position, Proof.UNKNOWN, started)
    if answer.status in (Status.OPTIMAL, Status.NO_PLAY) or (cancel is not None and cancel.cancelled):
        return answer
    if first is None:
        until = max(budget.deadline + GRACE_SECONDS, time.monotonic() + LEAST_SECONDS)
        first = quick_solution(position, ruleset, wanted, Clock(until, cancel))
    if first is None or (answer.goals and rank(answer.goals) >= rank(first.goals)):
        return answer
    return _with_bounds_of(first, answer, started)


def _before(position: Position, ruleset: Ruleset, wanted: tuple[Objective, ...], budget: Budget) -> Solution | None:
    """A quick play of a position so large that the search may find none at all; elsewhere it comes after the search."""
    if sum(map(len, position.table)) + len(position.rack) < LARGE:
        return None
    halfway = time.monotonic() + budget.seconds / 2
    return quick_solution(position, ruleset, wanted, Clock(halfway, budget.cancel))


def _with_bounds_of(play: Solution, answer: Solution, started: float) -> Solution:
    """A quick play that is better than what a search has found, with what that search has proved."""
    goals = play.goals
    if answer.goals:
        # Only the bound of the first goal holds whatever the goals before it are.
        goals = (replace(goals[0], bound=answer.goals[0].bound), *goals[1:])
    return replace(play, goals=goals, seconds=time.monotonic() - started)


def _answer(
    position: Position,
    ruleset: Ruleset,
    wanted: tuple[Objective, ...],
    result: Result,
    started: float,
    clock: Clock,
) -> Solution:
    game = result.problem.game
    if result.values is None:
        return _without_play(position, result.proof, started)
    table = result.table if result.table is not None else arrange(result.problem, result.values, clock)
    verify(position, table, ruleset, opening_melds(result.problem, result.values), clock.with_at_least(0))
    play = describe(position, table, game, result.proof is Proof.OPTIMAL, result.goals, started)
    return with_all_goals(play, position, game, wanted, clock)


def check_arguments(
    position: Position, ruleset: Ruleset, objectives: Iterable[Objective | str], seed: int, time_limit: float
) -> tuple[Objective, ...]:
    """The objectives, if all arguments make sense.

    Raises:
        InvalidRequest: they do not; it holds every fault.
    """
    faults = list(position_faults(position, ruleset))
    wanted: list[Objective] = []
    for index, name in enumerate(objectives):
        try:
            objective = Objective(name)
        except ValueError:
            known = ", ".join(Objective)
            faults.append(Fault(f"objectives[{index}]", "UNKNOWN_OBJECTIVE", f"{name!r} is none of {known}"))
            continue
        if objective in wanted:
            faults.append(Fault(f"objectives[{index}]", "DUPLICATE_OBJECTIVE", f"{name} is already in the list"))
        elif objective is Objective.DISTURBANCE and not can_count_moves(position, ruleset):
            text = "least disturbance is not counted where melds may hold any suit or rank; ask for melds_kept"
            faults.append(Fault(f"objectives[{index}]", "UNSUPPORTED_OBJECTIVE", text))
        wanted.append(objective)
    if not wanted and not faults:
        faults.append(Fault("objectives", "EMPTY", "name at least one objective"))
    if not 0 <= seed < 1 << 31:
        faults.append(Fault("seed", "OUT_OF_RANGE", "the seed is 0 to 2147483647"))
    if not 0 < time_limit <= LONGEST_SECONDS:
        text = f"the time limit is more than 0 and at most {LONGEST_SECONDS:.0f} seconds"
        faults.append(Fault("time_limit", "OUT_OF_RANGE", text))
    if faults:
        raise InvalidRequest(faults)
    return tuple(wanted)


def can_count_moves(position: Position, ruleset: Ruleset) -> bool:
    """Whether moved tiles are counted: not where melds that may hold any suit or rank are rearranged."""
    return table_use(position, ruleset) is not TableUse.REARRANGE or is_telling(game_of(ruleset))


def _without_play(position: Position, proof: Proof, started: float) -> Solution:
    status = Status.NO_PLAY if proof is Proof.INFEASIBLE else Status.UNKNOWN
    return Solution(status, table=position.table, rack=position.rack, seconds=time.monotonic() - started)
