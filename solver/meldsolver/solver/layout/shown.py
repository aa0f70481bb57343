"""The melds by which a play opens, as the solver found them: they need not lie so on the table after."""

from __future__ import annotations

from collections.abc import Sequence

from meldsolver.rules.game import FALSE_JOKER
from meldsolver.solver.model.instances import Fillers, instances_of
from meldsolver.solver.model.pooled_sets import whole_sets
from meldsolver.solver.model.problem import Problem
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
    fillers = Fillers(first, values)
    stiff = problem.supply.stiff_may

    def natural(cell: Face) -> Tile:
        nonlocal stiff
        face = fillers.natural(cell)
        if stiff and face == problem.game.false_joker:
            stiff -= 1
            return Tile(name=FALSE_JOKER)
        return Tile(face.suit, face.rank)

    def wild() -> Tile:
        face = fillers.wild()
        return WILD if face is None else Tile(face.suit, face.rank, wild=True)

    return tuple(
        tuple(wild() if is_wild else natural(cell) for cell, is_wild in zip(instance.cells, instance.wild, strict=True))
        for instance in whole_sets(instances_of(first, values), (), problem.game)
    )
