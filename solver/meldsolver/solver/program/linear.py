"""A linear model over bounded integers, as plain data; the backend turns it into CP-SAT's form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from meldsolver.limits.clock import Clock

Expr: TypeAlias = dict[int, int]
"""Coefficients by variable."""

UNBOUNDED = 1 << 40


class Row(NamedTuple):
    """``low <= sum of coefficient * variable <= high``."""

    expr: Expr
    low: int
    high: int


class LinearModel:
    """Variables with bounds, rows, and no objective of its own.

    Every variable and row is a step of the model's clock, so that building a model ends in time; loops
    that add nothing for long call ``clock.step`` themselves.

    Attributes:
        low: lower bound of each variable.
        high: upper bound of each variable.
        rows: the constraints.
        clock: ends the building.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.low: list[int] = []
        self.high: list[int] = []
        self.rows: list[Row] = []

    def var(self, low: int, high: int) -> int:
        """A new integer variable; returns its index."""
        self.clock.step()
        self.low.append(low)
        self.high.append(high)
        return len(self.low) - 1

    def add(self, expr: Mapping[int, int], low: int = -UNBOUNDED, high: int = UNBOUNDED) -> int:
        """A new row; a row without variables must hold as it stands, else the model is infeasible.

        Returns:
            The row's index.
        """
        self.clock.step(1 + len(expr) // 16)
        self.rows.append(Row({var: c for var, c in expr.items() if c}, low, high))
        return len(self.rows) - 1

    def copy(self) -> LinearModel:
        """A model of its own, equal to this one."""
        twin = LinearModel(self.clock)
        twin.low, twin.high = self.low[:], self.high[:]
        for expr, low, high in self.rows:
            twin.add(expr, low, high)
        return twin

    def range_of(self, expr: Mapping[int, int]) -> tuple[int, int]:
        """The least and greatest value that the bounds of the variables allow an expression."""
        least = sum(c * (self.low[v] if c > 0 else self.high[v]) for v, c in expr.items())
        most = sum(c * (self.high[v] if c > 0 else self.low[v]) for v, c in expr.items())
        return least, most


def total(exprs: Iterable[Mapping[int, int]]) -> Expr:
    """The sum of expressions."""
    result: Expr = {}
    for expr in exprs:
        for var, c in expr.items():
            result[var] = result.get(var, 0) + c
    return result


def scaled(expr: Mapping[int, int], factor: int) -> Expr:
    """An expression times a number."""
    return {var: c * factor for var, c in expr.items()}


def minus(first: Mapping[int, int], second: Mapping[int, int]) -> Expr:
    """The difference of two expressions."""
    result = dict(first)
    for var, c in second.items():
        result[var] = result.get(var, 0) - c
    return result
