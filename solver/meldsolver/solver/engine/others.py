"""All best plays, or the k best, each once, as they are found."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from meldsolver.answers import DEFAULT_OBJECTIVES, Goal, Objective, Solution
from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import OutOfTime
from meldsolver.rules.game import game_of
from meldsolver.rules.ruleset import Ruleset
from meldsolver.solver.engine.best import LAYOUT_SECONDS, check_arguments
from meldsolver.solver.layout.arrange import arrange, arrangements
from meldsolver.solver.layout.shown import opening_melds
from meldsolver.solver.model.problem import Problem, build
from meldsolver.solver.program.backend import Budget, Proof, expression_value, maximise
from meldsolver.solver.search.answer import describe, judged, verify
from meldsolver.solver.search.in_order import in_order
from meldsolver.solver.search.sameness import Differently, Signature, signature
from meldsolver.solver.search.stages import measures
from meldsolver.tiles import Position
from meldsolver.tiles.request import Fault, InvalidRequest

MOST_ALTERNATIVES = 10_000


@dataclass(frozen=True, slots=True)
class End:
    """The end of a list of alternatives.

    Attributes:
        count: how many there were.
        complete: whether that was all, proved; otherwise a limit came first.
        reason: ``all``, ``count`` or ``time``.
    """

    count: int
    complete: bool
    reason: str


def alternatives(
    position: Position,
    ruleset: Ruleset,
    objectives: Iterable[Objective | str] = DEFAULT_OBJECTIVES,
    *,
    most: int = 100,
    best_only: bool = True,
    seed: int = 0,
    time_limit: float = 10.0,
    cancel: CancelToken | None = None,
) -> Iterator[Solution | End]:
    """The best plays that are different solutions, the best first, then how the list ended.

    Two plays are the same solution when :func:`meldsolver.solver.search.sameness.signature` is.

    Args:
        position: the position.
        ruleset: the rules.
        objectives: what is best; none may depend on how melds are cut.
        most: no more plays than this.
        best_only: whether only plays as good as the best count; otherwise worse ones follow.
        seed: as for :func:`meldsolver.solve`.
        time_limit: seconds for all of them together.
        cancel: ends the list.

    Raises:
        InvalidRequest: the position cannot exist, or an argument is out of range.
    """
    started = time.monotonic()
    wanted = check_arguments(position, ruleset, objectives, seed, time_limit)
    faults = [
        Fault(f"objectives[{i}]", "UNSUPPORTED_OBJECTIVE", f"{o} depends on how runs are cut; name others")
        for i, o in enumerate(wanted)
        if not o.tellable
    ]
    if not 1 <= most <= MOST_ALTERNATIVES:
        faults.append(Fault("most", "OUT_OF_RANGE", f"ask for 1 to {MOST_ALTERNATIVES} plays"))
    if faults:
        raise InvalidRequest(faults)
    budget = Budget(started + time_limit, seed, cancel)
    try:
        return _found(_Search(position, ruleset, wanted, budget, best_only), most)
    except OutOfTime:
        return iter([End(0, False, "time")])


def _found(search: _Search, most: int) -> Iterator[Solution | End]:
    count = 0
    while True:
        try:
            solution = search.next()
        except OutOfTime:
            search.proof = Proof.UNKNOWN
            solution = None
        if solution is None:
            complete = search.proof is Proof.INFEASIBLE and search.confirmed()
            yield End(count, complete, "all" if complete else "time")
            return
        if count == most:
            yield End(count, False, "count")
            return
        count += 1
        yield solution


class _Search:
    def __init__(
        self, position: Position, ruleset: Ruleset, wanted: tuple[Objective, ...], budget: Budget, best_only: bool
    ) -> None:
        self.position, self.ruleset, self.game = position, ruleset, game_of(ruleset)
        self.wanted, self.budget, self.best_only = wanted, budget, best_only
        self.problem: Problem = build(position, self.game, wanted, told=True, clock=budget.clock)
        self.differently = Differently(self.problem)
        self.measures = measures(wanted, self.problem)
        self.program = in_order(self.problem, self.measures)
        self.seen: set[Signature] = set()
        self.found: Iterator[Solution] = iter(())
        self.proof = Proof.UNKNOWN

    def next(self) -> Solution | None:
        """The next play, or ``None`` at the end, whose reason is in ``proof`` then."""
        while (found := next(self.found, None)) is None:
            outcome = self.program.maximise(self.budget)
            self.proof = outcome.proof
            if not outcome.values or outcome.proof is not Proof.OPTIMAL:
                # A play that is not proved best might not be the next one.
                return None
            goals = tuple(
                Goal(m.objective, m.value(raw), m.value(raw))
                for m in self.measures
                for raw in [expression_value(m.expr, outcome.values)]
            )
            if self.best_only and not self.seen:
                for m, goal in zip(self.measures, goals, strict=True):
                    self.program.add(m.expr, m.raw(goal.value), m.raw(goal.value))
            if not self.differently.forbid(self.program, outcome.values):
                self.program.add({}, 1, 1)
            self.found = self._plays(outcome.values, goals)
        return found

    def _plays(self, values: tuple[int, ...], goals: tuple[Goal, ...]) -> Iterator[Solution]:
        """The plays that a solution of the model stands for and that were not told before."""
        told = refused = 0
        opening = opening_melds(self.problem, values)
        for table in arrangements(self.problem, values, self.budget.clock):
            begun = time.monotonic()
            mine = signature(table, self.game)
            if mine in self.seen:
                told += 1
                continue
            clock = self.budget.clock.with_at_least(LAYOUT_SECONDS)
            if judged(self.position, table, self.ruleset, opening, clock):
                # How naturals are dealt may decide it, but not for every deal.
                refused += 1
                continue
            told += 1
            self.seen.add(mine)
            yield describe(self.position, table, self.game, True, goals, begun)
        if refused and not told:
            clock = self.budget.clock.with_at_least(LAYOUT_SECONDS)
            verify(self.position, arrange(self.problem, values, clock), self.ruleset, opening, clock.with_at_least(0))

    def confirmed(self) -> bool:
        """Whether a second search, quite another one, agrees that there is no further play."""
        return maximise(self.problem.model, {}, self.budget, second=True).proof is Proof.INFEASIBLE
