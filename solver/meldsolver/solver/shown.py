"""The melds by which a play opens, as the solver found them: they need not lie so on the table after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from meldsolver.rules.game import FALSE_JOKER
from meldsolver.solver.instances import instances_of
from meldsolver.solver.problem import Problem
from meldsolver.tiles import WILD, Face, Meld, Tile


def opening_melds(problem: Problem, values: Sequence[int]) -> tuple[Meld, ...]:
    """The opening melds of a solution, runs in order; none where the play does not open in a free arrangement.

    Args:
        problem: the problem.
        values: the solution; of a problem that was extended since, more values than are needed.
    """
    first = problem.opening
    if first is None:
        return ()
    filled = Counter({key: values[var] for key, var in first.filled_by.items() if values[var]})
    as_wild = Counter({face: values[var] for face, var in first.as_wild.items() if values[var]})
    stiff = problem.supply.stiff_may

    def natural(cell: Face) -> Tile:
        nonlocal stiff
        face = cell
        if not cell.suit or not cell.rank:
            face = next(f for (c, f), n in filled.items() if c == cell and n > 0)
            filled[cell, face] -= 1
        if stiff and face == problem.game.false_joker:
            stiff -= 1
            return Tile(name=FALSE_JOKER)
        return Tile(face.suit, face.rank)

    def wild() -> Tile:
        face = next((face for face, count in as_wild.items() if count > 0), None)
        if face is None:
            return WILD
        as_wild[face] -= 1
        return Tile(face.suit, face.rank, wild=True)

    return tuple(
        tuple(wild() if is_wild else natural(cell) for cell, is_wild in zip(instance.cells, instance.wild, strict=True))
        for instance in instances_of(first, values)
    )
