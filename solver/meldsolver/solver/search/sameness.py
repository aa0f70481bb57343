"""When two plays are the same solution, and how a model is told to find another one.

Two plays are the same when they lay the same rack tiles and cover every tile in the same way, up to
cutting runs or joining them and swapping tiles that look alike (``docs/hints.md``). Wilds look alike,
and where in the runs of its suit a wild stands makes no difference.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from meldsolver.rules.game import Game
from meldsolver.rules.reading import run_suit
from meldsolver.solver.melds.supply import card_face
from meldsolver.solver.model.problem import Problem
from meldsolver.solver.program.linear import Expr
from meldsolver.solver.search.in_order import Searched
from meldsolver.tiles import Face, Meld


class Signature(NamedTuple):
    """What is the same in two plays that are the same solution.

    Attributes:
        in_runs: how many copies of each natural lie in runs; wilds by their run's suit, as of rank 0.
        others: the other melds, each as its sorted faces, a wild as of rank 0.
    """

    in_runs: frozenset[tuple[Face, int]]
    others: frozenset[tuple[tuple[Face, ...], int]]


WILD_FACE = Face("", 0)


def signature(table: Iterable[Meld], game: Game) -> Signature:
    """The signature of a table after a play; it tells the rack tiles laid, too.

    A meld that may be read as a run counts as one, whatever else it may be: it is one with the other runs of its
    suit, among which its wilds may stand elsewhere. How cards that may be wilds are used makes no difference.
    """
    in_runs: Counter[Face] = Counter()
    others: Counter[tuple[Face, ...]] = Counter()
    for meld in table:
        faces = [card_face(tile, game) for tile in meld]
        suit = run_suit(meld, game)
        if suit is None:
            others[tuple(sorted(face or WILD_FACE for face in faces))] += 1
        else:
            in_runs.update(face or Face(suit, 0) for face in faces)
    return Signature(frozenset(in_runs.items()), frozenset(others.items()))


class Differently:
    """Asks a model again and again for a solution that covers the tiles in another way.

    Every count that tells plays apart is written as a sum of yes-or-no variables; one row then forbids
    one combination of all counts.
    """

    def __init__(self, problem: Problem) -> None:
        """Adds the variables.

        Args:
            problem: a model that tells in which melds the wilds stand; it is changed.
        """
        self._digits: list[list[int]] = []
        model = problem.model
        for expr, most in _counts(problem):
            digits = [model.var(0, 1) for _ in range(min(most, model.range_of(expr)[1]))]
            if digits:
                model.add({**expr, **dict.fromkeys(digits, -1)}, 0, 0)
                self._digits.append(digits)
            for first, second in pairwise(digits):
                model.add({first: 1, second: -1}, low=0)

    def forbid(self, program: Searched, values: Sequence[int]) -> bool:
        """Forbids a solution's way to cover the tiles; ``False`` where there is no other at all."""
        row: Expr = {}
        ones = 0
        for digits in self._digits:
            for var in digits:
                row[var] = -1 if values[var] else 1
                ones += values[var]
        if row:
            program.add(row, 1 - ones, len(row))
        return bool(row)


def _counts(problem: Problem) -> list[tuple[Expr, int]]:
    """What has to differ somewhere, with the most that each can be.

    Naturals in runs are counted by face, wilds in runs by suit, all other melds one by one.
    """
    cover = problem.cover
    runs: dict[object, Expr] = defaultdict(dict)
    single: list[Expr] = []
    untold = {cell: {var: 1} for cell, var in cover.standing.items()}
    for (number, index), var in cover.split.items():
        untold[cover.columns[number].shape.cells[index]][var] = -1
    for number, column in enumerate(cover.columns):
        problem.model.clock.step()
        shape = column.shape
        is_run = shape.kind in ("run", "more", "less")
        if not is_run:
            single.append({column.var: 1})
        for index, cell in enumerate(shape.cells):
            standing = cover.split.get((number, index))
            if not is_run:
                if standing is not None:
                    single.append({standing: 1})
                continue
            if index in column.own_wilds:
                _add(runs[cell.suit], {column.var: 1})
            if index not in column.cells:
                if column.meld is None and index not in column.own_wilds:
                    _add(runs[cell], {column.var: 1})  # a called tile
                continue
            _add(runs[cell], {column.var: 1})
            wilds = {standing: 1} if standing is not None else untold.pop(cell, {})
            _add(runs[cell], wilds, -1)
            _add(runs[cell.suit], wilds)
    single += [{var: 1} for var in (*cover.filled_by.values(), *cover.as_wild.values())]
    everything = sum(map(len, problem.position.table)) + len(problem.position.rack) + len(problem.position.loose) + 1
    counts = [(expr, everything) for expr in single]
    for key, expr in runs.items():
        specific = isinstance(key, Face) and key.suit and key.rank
        counts.append((expr, problem.supply.naturals[key] if specific and isinstance(key, Face) else everything))
    return [(expr, most) for expr, most in counts if expr]


def _add(expr: Expr, more: Expr, factor: int = 1) -> None:
    for var, c in more.items():
        expr[var] = expr.get(var, 0) + factor * c
