"""The one place that talks to OR-Tools: solves a linear model with CP-SAT."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from ortools.sat.python import cp_model_helper as cmh

from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import Clock, OutOfTime
from meldsolver.solver.program.interrupt import Interruptible
from meldsolver.solver.program.linear import Expr, LinearModel, Row

SHORTEST_SECONDS = 0.001

READ_SECONDS = 1e-6
"""CP-SAT reads a model, about so long for each variable, before it looks at the time or hears a stop."""


class Proof(StrEnum):
    """What CP-SAT proved."""

    OPTIMAL = "OPTIMAL"
    FEASIBLE = "FEASIBLE"
    INFEASIBLE = "INFEASIBLE"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one search.

    Attributes:
        proof: what is proved.
        values: the variables' values; empty when nothing was found.
        value: the objective, recomputed from the values.
        bound: the best objective that is not ruled out.
    """

    proof: Proof
    values: tuple[int, ...]
    value: int
    bound: int


@dataclass(frozen=True, slots=True)
class Budget:
    """How long and how a search may run.

    Attributes:
        deadline: end, on :func:`time.monotonic`'s clock.
        seed: CP-SAT's random seed.
        cancel: stops the search from outside.
    """

    deadline: float
    seed: int = 0
    cancel: CancelToken | None = None

    @property
    def clock(self) -> Clock:
        """A clock for work in Python that ends with the budget."""
        return Clock(self.deadline, self.cancel)

    @property
    def seconds(self) -> float:
        """Time left, never negative."""
        return max(0.0, self.deadline - time.monotonic())

    @property
    def spent(self) -> bool:
        """Whether the time is over or the search was cancelled."""
        return self.seconds <= 0 or (self.cancel is not None and self.cancel.cancelled)


Watch: TypeAlias = Callable[[Outcome], None]
"""Is told of a solution that a search has found, with the bound at that time."""


class _Watcher(cmh.SolutionCallback):
    def __init__(self, objective: Expr, most: int, watch: Watch) -> None:
        super().__init__()
        self._objective, self._most, self._watch = objective, most, watch
        self.raised: BaseException | None = None

    def OnSolutionCallback(self) -> None:  # noqa: N802
        """Is called by CP-SAT; what is raised here (Ctrl-C, for instance) must not run through its own code."""
        try:
            self._tell()
        except BaseException as error:
            self.raised = error
            self.StopSearch()

    def _tell(self) -> None:
        response = self.Response()  # type: ignore[no-untyped-call]
        values = _values(response)
        value = expression_value(self._objective, values)
        bound = min(self._most, round(response.best_objective_bound))
        self._watch(Outcome(Proof.FEASIBLE, values, value, max(value, bound)))


class Program:
    """A model with its objective in CP-SAT's form; bounds may be changed between searches."""

    def __init__(self, model: LinearModel, objective: Mapping[int, int]) -> None:
        self.model, self.objective = model, dict(objective)
        self._proto = _proto(model, self.objective)
        self._domains: list[Any] = []
        self._contradictory = any(map(_is_contradiction, [row for row in model.rows if not row.expr]))

    def bound(self, var: int, low: int, high: int) -> None:
        """Changes the bounds of a variable, in the model as well."""
        self.bound_all([(var, low, high)])

    def bound_all(self, bounds: Iterable[tuple[int, int, int]]) -> None:
        """Changes the bounds of variables (variable, low, high), in the model as well."""
        if not self._domains:
            self._domains = [variable.domain for variable in self._proto.variables]
        domains, lows, highs = self._domains, self.model.low, self.model.high
        for var, low, high in bounds:
            # Most stay as they are, and each write costs a call into the library.
            if lows[var] != low:
                lows[var] = domains[var][0] = low
            if highs[var] != high:
                highs[var] = domains[var][1] = high

    def add(self, expr: Mapping[int, int], low: int, high: int) -> None:
        """Adds a row, to the model as well."""
        self.model.add(expr, low, high)
        _write(self._proto, self.model.rows[-1])
        self._contradictory |= _is_contradiction(self.model.rows[-1])

    def maximise(
        self, budget: Budget, *, second: bool = False, cuts: bool = False, watch: Watch | None = None
    ) -> Outcome:
        """Finds the greatest value of the objective.

        Args:
            budget: limits and seed.
            second: whether to use the second, quite different configuration (to confirm a proof).
            cuts: whether to strengthen the relaxation, for models in which it tells little.
            watch: told of every better solution while the search goes on.
        """
        if self._contradictory:
            return self._without_values(Proof.INFEASIBLE)
        if budget.spent or budget.seconds < len(self.model.low) * READ_SECONDS:
            return self._without_values(Proof.UNKNOWN)
        wrapper = cmh.SolveWrapper()
        wrapper.set_parameters(_parameters(budget, second, cuts))
        watcher = _Watcher(self.objective, self.model.range_of(self.objective)[1], watch) if watch is not None else None
        if watcher is not None:
            wrapper.add_solution_callback(watcher)
        token = budget.cancel
        if token is not None and not token.attach(wrapper.stop_search):
            return self._without_values(Proof.UNKNOWN)
        try:
            with Interruptible(wrapper.stop_search) as interruptible:
                response = wrapper.solve(self._proto)  # type: ignore[no-untyped-call]
        finally:
            if token is not None:
                token.detach()
        if watcher is not None and watcher.raised is not None:
            raise watcher.raised
        if interruptible.came:
            return self.maximise(budget, second=second, watch=watch)
        status = _STATUS.get(response.status, Proof.UNKNOWN)
        if status in (Proof.INFEASIBLE, Proof.UNKNOWN):
            return self._without_values(status)
        values = _values(response)
        value = expression_value(self.objective, values)
        if status is Proof.OPTIMAL:
            return Outcome(status, values, value, value)
        bound = min(self.model.range_of(self.objective)[1], round(response.best_objective_bound))
        return Outcome(status, values, value, max(value, bound))

    def _without_values(self, proof: Proof) -> Outcome:
        least, most = self.model.range_of(self.objective)
        return Outcome(proof, (), least, least if proof is Proof.INFEASIBLE else most)


def maximise(model: LinearModel, objective: Mapping[int, int], budget: Budget, *, second: bool = False) -> Outcome:
    """Finds the greatest value of an objective in a model that is searched once."""
    try:
        program = Program(model, objective)
    except OutOfTime:
        least, most = model.range_of(objective)
        return Outcome(Proof.UNKNOWN, (), least, most)
    return program.maximise(budget, second=second)


_STATUS = {
    cmh.CpSolverStatus.OPTIMAL: Proof.OPTIMAL,
    cmh.CpSolverStatus.FEASIBLE: Proof.FEASIBLE,
    cmh.CpSolverStatus.INFEASIBLE: Proof.INFEASIBLE,
}


def _proto(model: LinearModel, objective: Mapping[int, int]) -> cmh.CpModelProto:
    """CP-SAT's own form, written directly: the modelling classes would cost as much as the search."""
    proto = cmh.CpModelProto()
    add_variable = proto.variables.add
    for low, high in zip(model.low, model.high, strict=True):
        model.clock.step()
        add_variable().domain.extend((low, high))
    for row in model.rows:
        model.clock.step(1 + len(row.expr) // 16)
        _write(proto, row)
    target = proto.objective
    target.vars.extend(list(objective))
    target.coeffs.extend([-c for c in objective.values()])
    target.scaling_factor = -1.0
    return proto


def _is_contradiction(row: Row) -> bool:
    return not row.expr and not row.low <= 0 <= row.high


def _values(response: cmh.CpSolverResponse) -> tuple[int, ...]:
    solution = response.solution
    # Iterating would end with an exception, which costs as much as fifty values.
    return tuple(map(solution.__getitem__, range(len(solution))))


def _write(proto: cmh.CpModelProto, row: Row) -> None:
    if row.expr:
        linear = proto.constraints.add().linear
        linear.vars.extend(list(row.expr))
        linear.coeffs.extend(list(row.expr.values()))
        linear.domain.extend((row.low, row.high))


def _parameters(budget: Budget, second: bool, cuts: bool = False) -> cmh.SatParameters:
    """One worker for determinism. What was measured is told in ``docs/solver.md``."""
    parameters = cmh.SatParameters()
    parameters.num_workers = 1
    parameters.random_seed = budget.seed
    parameters.max_time_in_seconds = max(SHORTEST_SECONDS, budget.seconds)
    parameters.catch_sigint_signal = False
    parameters.cp_model_presolve = second
    parameters.cp_model_probing_level = 0
    parameters.symmetry_level = 0
    if second:
        parameters.linearization_level = 2
        return parameters
    parameters.linearization_level = 2 if cuts else 1
    parameters.add_lp_constraints_lazily = False
    parameters.cut_level = 1 if cuts else 0
    parameters.search_branching = cmh.SatParameters.SearchBranching.LP_SEARCH
    return parameters


def expression_value(expr: Expr, values: tuple[int, ...]) -> int:
    """The value of an expression in a solution."""
    return sum(c * values[var] for var, c in expr.items())
