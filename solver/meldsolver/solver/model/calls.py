"""New melds on a call: one at most, which holds the called tile. An addition to the core."""

from __future__ import annotations

from collections.abc import Iterable

from meldsolver.rules.game import Game
from meldsolver.solver.melds.columns import Column, may_fill
from meldsolver.solver.melds.supply import card_face
from meldsolver.solver.program.linear import LinearModel
from meldsolver.tiles import Face, Position


def call_columns(model: LinearModel, columns: Iterable[Column], position: Position, game: Game) -> list[Column]:
    """For each meld, one column for each cell that the called tile may fill; at most one is taken.

    The called tile's cell is no longer open: it is the column's own, as those of a continued meld are.

    Args:
        model: where the variables and the choice go.
        columns: the melds that could be laid if anything could; their variables are not used.
        position: the position, with the called tile.
        game: the rules.
    """
    called = position.called
    if called is None:
        return []
    found = []
    for column in columns:
        cells = column.shape.cells
        tried: set[Face] = set()
        for index, cell in enumerate(cells):
            if cell in tried:
                continue
            tried.add(cell)
            rest = tuple(i for i in column.cells if i != index)
            face = card_face(called, game)
            if face is not None and not called.wild and may_fill(face, cell):
                found.append(column._replace(var=model.var(0, 1), cells=rest, own_faces=(face,)))
            elif game.can_be_wild(called):
                used = () if face is None else (face,)
                found.append(column._replace(var=model.var(0, 1), cells=rest, own_wilds=(index,), own_faces=used))
    model.add({column.var: 1 for column in found}, high=1)
    return found
