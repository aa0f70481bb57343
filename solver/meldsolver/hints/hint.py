"""A hint: one play of a position, found once, of which any grade tells its part."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from meldsolver.answers import Objective, Solution
from meldsolver.hints.origin import MeldOrigin, origins
from meldsolver.hints.plan import plan_of
from meldsolver.hints.step import Plan
from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import Clock
from meldsolver.rules.ruleset import Ruleset
from meldsolver.solver.engine import LONGEST_SECONDS, can_count_moves, solve
from meldsolver.tiles import Position

SMALL = 100
"""Tiles on a table from which time is kept back for the plan; that of a smaller one takes some milliseconds."""

PLAN_SECONDS = 2e-4
"""What is kept back for each further tile."""


def hint_objectives(position: Position, ruleset: Ruleset) -> tuple[Objective, ...]:
    """What a hint prefers: most tiles, most points, least disturbance.

    Where the count of moved tiles is not offered, most table melds kept.
    """
    last = Objective.DISTURBANCE if can_count_moves(position, ruleset) else Objective.MELDS_KEPT
    return (Objective.TILES, Objective.POINTS, last)


@dataclass(frozen=True)
class Hint:
    """A play with where everything comes from and how to get there, worked out as it is asked for.

    Attributes:
        position: the position.
        ruleset: the rules.
        solution: the play.
        deadline: end of the time in which the steps of its plan are compared, on :func:`time.monotonic`'s clock.
    """

    position: Position
    ruleset: Ruleset
    solution: Solution
    deadline: float = field(default=math.inf, compare=False, repr=False)

    @property
    def playable(self) -> bool:
        """Whether there is a play."""
        return self.solution.status.found

    @cached_property
    def origins(self) -> tuple[MeldOrigin, ...]:
        """For each meld of the table after the play, where it came from."""
        return origins(self.position, self.solution.table, Clock(self.deadline)) if self.playable else ()

    @cached_property
    def plan(self) -> Plan | None:
        """The play step by step; ``None`` without a play."""
        if not self.playable:
            return None
        return plan_of(self.position, self.solution.table, self.ruleset, self.origins, Clock(self.deadline))

    @cached_property
    def touched(self) -> tuple[int, ...]:
        """The table melds that do not lie there untouched after the play."""
        if not self.playable:
            return ()
        kept = {origin.continues for origin in self.origins if origin.untouched}
        return tuple(index for index in range(len(self.position.table)) if index not in kept)


def find_hint(
    position: Position,
    ruleset: Ruleset,
    objectives: Iterable[Objective | str] | None = None,
    *,
    seed: int = 0,
    time_limit: float = 10.0,
    cancel: CancelToken | None = None,
) -> Hint:
    """Finds the play that a hint tells of.

    Args:
        position: the position.
        ruleset: the rules.
        objectives: what to prefer; by default :func:`hint_objectives`.
        seed: as for :func:`meldsolver.solve`.
        time_limit: as for :func:`meldsolver.solve`.
        cancel: as for :func:`meldsolver.solve`.

    Raises:
        InvalidRequest: the position cannot exist, or an argument is out of range.
    """
    deadline = time.monotonic() + time_limit
    wanted = objectives if objectives is not None else hint_objectives(position, ruleset)
    solution = solve(
        position, ruleset, wanted, seed=seed, time_limit=_search_seconds(position, time_limit), cancel=cancel
    )
    return Hint(position, ruleset, solution, deadline)


def _search_seconds(position: Position, time_limit: float) -> float:
    """What the search may take of the time, so that the plan of a large table can follow within it."""
    tiles = sum(map(len, position.table)) - SMALL
    if tiles <= 0 or not 0 < time_limit <= LONGEST_SECONDS:
        return time_limit
    return time_limit - min(time_limit / 2, tiles * PLAN_SECONDS)
