"""One solution for melds that are the same tiles: what else would be told again and again is ruled out.

A wild in a set of distinct suits stands for the first of the missing ones, where it does not matter for which; of equal
columns, the first is laid first, and has most wilds.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from meldsolver.solver.model.cover import Cover
from meldsolver.solver.program.linear import Expr, LinearModel, minus
from meldsolver.tiles import Face

MOST_TOLD = 1 << 30
"""Wilds of one meld are told by one number; where it would be greater, some melds are found twice."""


def tell_once(model: LinearModel, cover: Cover, *, faces_matter: bool) -> None:
    """Adds the rows to a model whose columns hold one meld each where wilds are told; of others no two are equal.

    Args:
        model: the model.
        cover: its melds.
        faces_matter: whether it is told what the wilds of new melds stand for.
    """
    if not faces_matter and cover.game.ruleset.wild.may_exceed_copies:
        _first_missing_suits(model, cover)
    twins: dict[object, list[int]] = defaultdict(list)
    for number, column in enumerate(cover.columns):
        model.clock.step()
        twins[column._replace(var=0)].append(number)
    by_column: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for (number, index), var in cover.split.items():
        model.clock.step()
        by_column[number].append((index, var))
    for numbers in twins.values():
        model.clock.step()
        for first, second in pairwise(numbers):
            model.add({cover.columns[first].var: 1, cover.columns[second].var: -1}, low=0)
            told = [_as_one_number(model, by_column[number]) for number in (first, second)]
            if told[0]:
                model.add(minus(told[0], told[1]), low=0)


def _as_one_number(model: LinearModel, wilds: list[tuple[int, int]]) -> Expr:
    """Where the wilds of a meld stand, as a number; nothing where there are too many ways."""
    expr: Expr = {}
    weight = 1
    for _, var in wilds:
        expr[var] = weight
        weight *= model.high[var] + 1
        if weight > MOST_TOLD:
            return {}
    return expr


def _first_missing_suits(model: LinearModel, cover: Cover) -> None:
    present: dict[int, list[str]] = defaultdict(list)
    for face in cover.game.faces:
        present[face.rank].append(face.suit)
    for (number, index), var in cover.split.items():
        model.clock.step()
        column = cover.columns[number]
        cells = set(column.shape.cells)
        cell = column.shape.cells[index]
        if column.meld is not None or column.shape.places or len(cells) < 2 or not cell.suit:
            continue
        suits = present[cell.rank]
        if any(Face(suit, cell.rank) not in cells for suit in suits[: suits.index(cell.suit)]):
            model.high[var] = 0
