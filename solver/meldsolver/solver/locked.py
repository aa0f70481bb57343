"""Locked melds: nothing leaves a table meld whose wild is kept. An addition to the core, used by retrieval."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import product
from typing import TypeAlias

from meldsolver.rules.table_wilds import WildMeld
from meldsolver.solver.columns import Column, may_fill
from meldsolver.solver.cover import Cover
from meldsolver.solver.linear import Expr, LinearModel, total
from meldsolver.tiles import Face

Keep: TypeAlias = Sequence[Mapping[Face, int]]
"""For each wild of a meld, by face, the variable that it is kept there."""


def add_lock(model: LinearModel, cover: Cover, ways: Sequence[tuple[WildMeld, Keep]]) -> None:
    """A meld whose wilds are kept lies, with those wilds, inside one meld; several may share one."""
    inside: dict[tuple[int, int], Expr] = defaultdict(dict)
    wild_at: dict[tuple[int, int], Expr] = defaultdict(dict)
    holds: dict[int, Expr] = defaultdict(dict)
    for way, keep in ways:
        kept_by: dict[int, Expr] = {var: {} for kept in keep for var in kept.values()}
        naturals = [Face(suit, rank) for suit, rank, _ in way.naturals]
        for choice in product(*[[None, *kept] for kept in keep]):
            model.clock.step()
            faces = [face for face in choice if face is not None]
            if not faces or (way.apart and len(set(faces)) < len(faces)):
                continue
            for number, column in enumerate(cover.columns):
                model.clock.step()
                cells = None if column.host else _embed(naturals, faces, column)
                if cells is None:
                    continue
                var = model.var(0, 1)
                holds[way.meld][var] = 1
                for place, cell in enumerate(cells):
                    inside[number, cell][var] = inside[number, cell].get(var, 0) + 1
                    if place >= len(naturals):
                        wild_at[number, cell][var] = wild_at[number, cell].get(var, 0) + 1
                for kept, face in zip(keep, choice, strict=True):
                    if face is not None:
                        kept_by[kept[face]][var] = 1
        for kept_var, row in kept_by.items():
            model.add({**row, kept_var: -1}, 0, 0)
    for row in holds.values():
        model.add(row, high=1)
    _room(model, cover, inside, wild_at)


def _room(
    model: LinearModel,
    cover: Cover,
    inside: Mapping[tuple[int, int], Expr],
    wild_at: Mapping[tuple[int, int], Expr],
) -> None:
    """What lies inside a column's melds fits: its wilds where wilds stand, its naturals where none do."""
    for (number, cell), row in inside.items():
        column = cover.columns[number]
        size = _multiplicity(column, cell)
        model.add({**row, column.var: -size}, high=0)
        if cell in column.own_wilds:
            continue
        standing = cover.split.get((number, cell))
        wilds = wild_at.get((number, cell), {})
        if standing is None:
            model.add(wilds, high=0)
            continue
        model.add({**wilds, standing: -1}, high=0)
        naturals = {var: count - wilds.get(var, 0) for var, count in row.items()}
        model.add(total([naturals, {standing: 1, column.var: -size}]), high=0)


def _multiplicity(column: Column, cell: int) -> int:
    """How many equal cells a set has; they are counted together, under the first of them."""
    if column.shape.places:
        return 1
    return sum(column.shape.cells[index] == column.shape.cells[cell] for index in column.cells) or 1


def _embed(naturals: Sequence[Face], faces: Sequence[Face], column: Column) -> list[int] | None:
    """Cell indices of a column for a meld's naturals and kept wilds, or ``None`` if it does not lie inside.

    Wilds need a cell of just their face, naturals one that they may fill; equal cells of a set go by the
    first of them.
    """
    cells = column.shape.cells
    open_cells = list(range(len(cells)))
    found = []
    for wild, face in [*((False, face) for face in naturals), *((True, face) for face in faces)]:
        match = next(
            (
                index
                for index in open_cells
                if (cells[index] == face if wild else may_fill(face, cells[index]))
                and (index not in column.own_wilds or wild)
            ),
            None,
        )
        if match is None:
            return None
        open_cells.remove(match)
        same = [i for i in column.cells if cells[i] == cells[match]] if not column.shape.places else []
        found.append(same[0] if same and match in column.cells else match)
    return found
