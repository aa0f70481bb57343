"""Objectives as linear expressions, applied one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meldsolver.answers import Goal, Objective
from meldsolver.rules.reading import table_worth
from meldsolver.rules.scoring import tile_value
from meldsolver.solver.model.problem import Problem
from meldsolver.solver.program.linear import Expr, scaled, total
from meldsolver.tiles import Face, Tile

LARGEST_WEIGHT = 1 << 40


@dataclass(frozen=True, slots=True)
class Measure:
    """An objective to maximise: its value is ``objective.sign * (expression + constant)``.

    Attributes:
        objective: which one.
        expr: the expression; greater is better.
        constant: added to the expression.
    """

    objective: Objective
    expr: Expr
    constant: int

    def value(self, raw: int) -> int:
        """The objective's value when the expression has the given value."""
        return self.objective.sign * (raw + self.constant)

    def raw(self, value: int) -> int:
        """The expression's value when the objective has the given value."""
        return self.objective.sign * value - self.constant


def measure(objective: Objective, problem: Problem) -> Measure:
    """The expression of an objective."""
    expr, constant = _EXPRESSIONS[objective](problem)
    return Measure(objective, expr, constant)


def rank(goals: Sequence[Goal]) -> tuple[int, ...]:
    """The values of goals as a tuple that is greater for a better play."""
    return tuple(goal.objective.sign * goal.value for goal in goals)


def _tiles(problem: Problem) -> tuple[Expr, int]:
    return {problem.laid: 1}, -sum(problem.supply.must.values()) - problem.supply.wilds_must


def _weighted(problem: Problem, values: dict[Face, int], wild: int) -> tuple[Expr, int]:
    expr = {var: values[face] * count for face, used in problem.cover.used.items() for var, count in used.items()}
    expr |= scaled(_placed(problem), wild)
    constant = (
        -sum(values[face] * count for face, count in problem.supply.must.items()) - wild * problem.supply.wilds_must
    )
    return expr, constant


def _placed(problem: Problem) -> Expr:
    return {problem.placed: 1} if problem.placed is not None else {}


def _points(problem: Problem) -> tuple[Expr, int]:
    values = {face: problem.game.values.get(face.rank, 0) for face in problem.game.faces}
    return _weighted(problem, values, 0)


def _meld_points(problem: Problem) -> tuple[Expr, int]:
    worth = {column.var: column.shape.points for column in problem.cover.columns}
    # What a colour is worth depends on the tiles in it.
    worth |= {
        var: problem.game.values[face.rank] for (cell, face), var in problem.cover.filled_by.items() if not cell.rank
    }
    return worth, -table_worth(problem.position.table, problem.game)


def _rack_penalty(problem: Problem) -> tuple[Expr, int]:
    game = problem.game
    values = {face: tile_value(Tile(face.suit, face.rank), game) for face in game.faces}
    expr, constant = _weighted(problem, values, tile_value(Tile(wild=True), game))
    called = problem.position.called
    held = [*problem.position.rack, *([called] if called is not None else [])]
    return expr, constant - sum(tile_value(tile, game) for tile in held)


def _wilds_kept(problem: Problem) -> tuple[Expr, int]:
    return scaled(_placed(problem), -1), problem.supply.wilds_must


def _melds_kept(problem: Problem) -> tuple[Expr, int]:
    return {
        column.var: 1
        for column in problem.cover.columns
        if column.meld is not None and _is_kept(column.cells, problem, column.meld, len(column.shape.cells))
    }, 0


def _is_kept(cells: Sequence[int], problem: Problem, meld: int, size: int) -> bool:
    if problem.rearranges:
        return True
    return not cells and size == len(problem.position.table[meld])


def _melds_added(problem: Problem) -> tuple[Expr, int]:
    return {column.var: -1 for column in problem.cover.columns}, 0


def _disturbance(problem: Problem) -> tuple[Expr, int]:
    if problem.stay is None:
        return {}, 0
    return problem.stay, -sum(map(len, problem.position.table))


_EXPRESSIONS = {
    Objective.TILES: _tiles,
    Objective.POINTS: _points,
    Objective.MELD_POINTS: _meld_points,
    Objective.RACK_PENALTY: _rack_penalty,
    Objective.WILDS_KEPT: _wilds_kept,
    Objective.MELDS_KEPT: _melds_kept,
    Objective.DISTURBANCE: _disturbance,
    Objective.MELDS_ADDED: _melds_added,
}


def combine(measures: Sequence[Measure], ranges: Sequence[tuple[int, int]]) -> tuple[Expr, tuple[int, ...]] | None:
    """One expression that orders plays as the measures do one after the other, with their weights.

    Returns ``None`` when the weights would grow too large to be safe in floating point.
    """
    weights = [1] * len(measures)
    for index in range(len(measures) - 2, -1, -1):
        low, high = ranges[index + 1]
        weights[index] = weights[index + 1] * (high - low + 1)
    largest = weights[0] * (ranges[0][1] - ranges[0][0] + 1)
    if largest > LARGEST_WEIGHT:
        return None
    return total(scaled(m.expr, w) for m, w in zip(measures, weights, strict=True)), tuple(weights)
