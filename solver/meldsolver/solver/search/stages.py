"""Stages of a search: objectives one after the other, each holding the values of those before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from meldsolver.answers import Goal, Objective
from meldsolver.limits.clock import OutOfTime
from meldsolver.solver.model.objectives import Measure, combine, measure
from meldsolver.solver.model.problem import Problem, build
from meldsolver.solver.program.backend import Budget, Outcome, Proof, expression_value, maximise
from meldsolver.solver.program.linear import Expr
from meldsolver.solver.search.template import Template
from meldsolver.tiles import Meld


class SolverFault(RuntimeError):
    """The solver's answer did not pass the referee: a fault of this project, never of the caller."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found.

    Attributes:
        problem: the problem that the values belong to.
        proof: what is proved for the whole list of objectives.
        values: the variables' values; ``None`` where nothing was found.
        goals: the goals of the first objectives; those that no stage reached are missing.
        table: the table after the play, where the search has laid it out already.
    """

    problem: Problem
    proof: Proof
    values: tuple[int, ...] | None
    goals: tuple[Goal, ...]
    table: tuple[Meld, ...] | None = None


def measures(objectives: Iterable[Objective], problem: Problem) -> list[Measure]:
    """The objectives as expressions of a problem."""
    return [measure(objective, problem) for objective in objectives]


def hold(problem: Problem, goals: Iterable[Goal]) -> None:
    """Holds goals that are reached at their values."""
    for goal in goals:
        m = measure(goal.objective, problem)
        problem.model.add(m.expr, m.raw(goal.value), m.raw(goal.value))


class Stages:
    """Applies the objectives one after the other; each stage holds the value of those before it."""

    def __init__(self, problem: Problem, budget: Budget, ready: Template | None) -> None:
        self.problem, self.model, self.budget, self.ready = problem, problem.model, budget, ready

    def run(self, measures: Sequence[Measure]) -> Result:
        """Searches for one objective after the other."""
        values: tuple[int, ...] | None = None
        goals: list[Goal] = []
        proved = True
        stages = [list(measures)] if self.ready else together(measures, self.problem)
        for number, stage in enumerate(stages, 1):
            outcome = self._stage(stage, first=values is None) if proved else None
            if outcome is None or not outcome.values:
                if values is None and outcome is not None:
                    return Result(self.problem, outcome.proof, None, ())
                goals += [self._unproved(m, values) for m in stage]
                proved = False
                continue
            values = outcome.values
            proved = outcome.proof is Proof.OPTIMAL
            goals += self.goals(stage, outcome)
            if proved and number < len(stages):
                # Without them nothing else is searched: the time is over for that, too.
                with suppress(OutOfTime):
                    self._hold(stage, values)
        return Result(self.problem, Proof.OPTIMAL if proved else Proof.FEASIBLE, values, tuple(goals))

    def _hold(self, stage: Sequence[Measure], values: tuple[int, ...]) -> None:
        """Holds what a stage has reached, in a model of this search's own.

        Columns may be added to the problem's model later; a row that counts melds would not count theirs.
        """
        if self.model is self.problem.model:
            self.model = self.model.copy()
        for m in stage:
            self.model.add(m.expr, low=expression_value(m.expr, values))

    def _stage(self, stage: Sequence[Measure], *, first: bool) -> Outcome:
        if self.ready is not None:
            outcome = self.ready.program.maximise(self.budget)
        else:
            outcome = maximise(self.model, self._combined(stage)[0], self.budget)
        if first and outcome.proof is Proof.INFEASIBLE:
            # CP-SAT's tracker knows false proofs, so a refusal is proved twice, in a model of another form.
            try:
                other = build(
                    self.problem.position,
                    self.problem.game,
                    (),
                    flow=False,
                    lenient=self.problem.lenient,
                    clock=self.budget.clock,
                )
            except OutOfTime:
                return replace(outcome, proof=Proof.UNKNOWN)
            confirmed = maximise(other.model, {}, self.budget, second=True)
            if confirmed.proof is Proof.FEASIBLE or confirmed.proof is Proof.OPTIMAL:
                raise SolverFault("one search proved that there is no play, another found one")
            return confirmed
        return outcome

    def _combined(self, stage: Sequence[Measure]) -> tuple[Expr, tuple[int, ...]]:
        combined = combine(stage, [self.model.range_of(m.expr) for m in stage])
        assert combined is not None
        return combined

    def goals(self, stage: Sequence[Measure], outcome: Outcome) -> list[Goal]:
        """The goals of one stage's outcome."""
        reached = [expression_value(m.expr, outcome.values) for m in stage]
        bounds = reached if outcome.proof is Proof.OPTIMAL else self._bounds(stage, outcome)
        return [
            Goal(m.objective, m.value(raw), m.value(max(raw, bound)))
            for m, raw, bound in zip(stage, reached, bounds, strict=True)
        ]

    def _bounds(self, stage: Sequence[Measure], outcome: Outcome) -> list[int]:
        """What is not ruled out: the search bounds the first of a combined stage, the model the others."""
        ranges = [self.model.range_of(m.expr) for m in stage]
        weights = self.ready.weights if self.ready is not None else self._combined(stage)[1]
        spare = sum(w * low for (low, _), w in zip(ranges[1:], weights[1:], strict=True))
        return [min(ranges[0][1], (outcome.bound - spare) // weights[0]), *(high for _, high in ranges[1:])]

    def _unproved(self, m: Measure, values: tuple[int, ...] | None) -> Goal:
        assert values is not None
        raw = expression_value(m.expr, values)
        return Goal(m.objective, m.value(raw), m.value(max(raw, self.model.range_of(m.expr)[1])))


def together(measures: Sequence[Measure], problem: Problem) -> list[list[Measure]]:
    """Objectives that one search can take together: consecutive ones that count rack tiles only."""
    stages: list[list[Measure]] = []
    for m in measures:
        if stages and not m.objective.structural and not stages[-1][-1].objective.structural:
            together = [*stages[-1], m]
            if combine(together, [problem.model.range_of(x.expr) for x in together]) is not None:
                stages[-1].append(m)
                continue
        stages.append([m])
    return stages
