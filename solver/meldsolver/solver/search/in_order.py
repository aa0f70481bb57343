"""Objectives in their order as one program that is asked again and again, whatever their weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from meldsolver.solver.model.objectives import Measure, combine
from meldsolver.solver.model.problem import Problem
from meldsolver.solver.program.backend import Budget, Outcome, Program, Proof, expression_value, maximise
from meldsolver.solver.search.stages import together


class Searched(Protocol):
    """A model with an order of plays, to which rows may be added between searches."""

    def add(self, expr: Mapping[int, int], low: int, high: int) -> None:
        """Adds a row, to the problem's model as well."""

    def maximise(self, budget: Budget) -> Outcome:
        """Finds the best play."""


class _OneByOne:
    """Searches for one objective after the other; rows that hold those before are added to a copy."""

    def __init__(self, problem: Problem, measures: Sequence[Measure]) -> None:
        self._problem, self._stages = problem, together(measures, problem)

    def add(self, expr: Mapping[int, int], low: int, high: int) -> None:
        self._problem.model.add(expr, low, high)

    def maximise(self, budget: Budget) -> Outcome:
        model = self._problem.model.copy()
        outcome = Outcome(Proof.UNKNOWN, (), 0, 0)
        for stage in self._stages:
            combined = combine(stage, [model.range_of(m.expr) for m in stage])
            assert combined is not None
            outcome = maximise(model, combined[0], budget)
            if outcome.proof is not Proof.OPTIMAL:
                break
            for m in stage:
                raw = expression_value(m.expr, outcome.values)
                model.add(m.expr, raw, raw)
        return outcome


def in_order(problem: Problem, measures: Sequence[Measure]) -> Searched:
    """A program for the objectives: of one search where their weights allow it, of several otherwise."""
    combined = combine(measures, [problem.model.range_of(m.expr) for m in measures])
    return Program(problem.model, combined[0]) if combined is not None else _OneByOne(problem, measures)
