"""From the table after a play to the answer: what was laid, what it counts, and that it is legal."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from meldsolver.answers import Goal, Objective, Solution, Status
from meldsolver.limits.clock import Clock
from meldsolver.referee import move_violations
from meldsolver.referee.accounting import standing
from meldsolver.referee.report import Violation
from meldsolver.rules.game import Game
from meldsolver.rules.reading import table_worth
from meldsolver.rules.ruleset import Ruleset
from meldsolver.solver.search.stages import SolverFault
from meldsolver.tiles import Meld, Position, Tile
from meldsolver.tiles.request import InvalidRequest


def describe(
    position: Position, table: tuple[Meld, ...], game: Game, proved: bool, goals: tuple[Goal, ...], started: float
) -> Solution:
    """The answer that a table after a play makes.

    Raises:
        SolverFault: a goal is better than what is said to be proved of it, or a proved one is not reached.
    """
    for goal in goals:
        if goal.value != goal.bound and (proved or (goal.value > goal.bound) is not (goal.objective.sign < 0)):
            raise SolverFault(f"{goal.objective} is {goal.value}, and {goal.bound} is said to be the best")
    # Melds that lie as before bring nothing and need not be read.
    stood = standing(position.table, table)
    gone = tuple(meld for index, meld in enumerate(position.table) if index not in stood.before)
    come = tuple(meld for index, meld in enumerate(table) if index not in stood.after)
    played, rack = _split_rack(position, gone, come)
    status = Status.OPTIMAL if proved else Status.FEASIBLE
    meld_points = table_worth(come, game) - table_worth(gone, game)
    return Solution(
        status=status,
        table=table,
        played=played,
        rack=rack,
        goals=tuple(_as_told(goal, meld_points) for goal in goals),
        tiles_played=len(played),
        points_played=game.points_of(played),
        meld_points=meld_points,
        seconds=time.monotonic() - started,
    )


def _as_told(goal: Goal, meld_points: int) -> Goal:
    """A goal that is not proved may be counted too low: the same tiles as a set, say, that are worth more as a run."""
    if goal.objective is not Objective.MELD_POINTS or goal.proved or meld_points <= goal.value:
        return goal
    return replace(goal, value=meld_points, bound=max(meld_points, goal.bound))


def _split_rack(
    position: Position, gone: tuple[Meld, ...], come: tuple[Meld, ...]
) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The rack tiles laid and left; tiles that are equal in everything may stand for each other."""
    laid = Counter([(tile[:3], tile[5]) for meld in come for tile in meld])
    known = Counter([(tile[:3], tile[5]) for tile in chain(*gone, position.loose)])
    played, rack = [], []
    called = [position.called] if position.called is not None else []
    for tile in [*called, *position.rack]:
        key = (tile[:3], tile[5])
        if laid[key] > known[key]:
            known[key] += 1
            played.append(tile)
        else:
            rack.append(tile)
    return tuple(played), tuple(rack)


def verify(
    position: Position,
    table: tuple[Meld, ...],
    ruleset: Ruleset,
    opening: Sequence[Meld] = (),
    clock: Clock | None = None,
) -> None:
    """Refuses a play that the referee refuses.

    Args:
        position: the position.
        table: the table after the play.
        ruleset: the rules.
        opening: the melds that open, where they are known.
        clock: ends it.

    Raises:
        SolverFault: the play is not legal.
        InvalidRequest: the table can be read in more ways than can be tried.
        OutOfTime: the clock ended it before that was known.
    """
    violations = judged(position, table, ruleset, opening, clock)
    if violations:
        reasons = "; ".join(violation.message for violation in violations)
        raise SolverFault(f"the referee refuses the solver's play: {reasons}")


def judged(
    position: Position, table: tuple[Meld, ...], ruleset: Ruleset, opening: Sequence[Meld], clock: Clock | None
) -> list[Violation]:
    """The referee's reasons against a play of the solver's own.

    Raises:
        InvalidRequest: the table can be read in more ways than can be tried; it names the field of the position.
        OutOfTime: the clock ended it before that was known.
    """
    try:
        return move_violations(position, table, ruleset, opening, clock)
    except InvalidRequest as error:
        # Nobody asked about a table after a move.
        raise InvalidRequest([replace(fault, field="table") for fault in error.faults]) from None
