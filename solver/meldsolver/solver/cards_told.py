"""In which melds cards lie as wilds: told where a natural of a locked meld may be one of them.

Elsewhere the model counts such cards by face alone, and any of them may be any wild. A card is never the wild that
stands for its own face: it is a natural there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from meldsolver.solver.columns import may_fill
from meldsolver.solver.cover import Cover
from meldsolver.solver.linear import Expr, LinearModel, minus, total
from meldsolver.tiles import Face


def tell_cards(
    model: LinearModel, cover: Cover, needed: Mapping[tuple[int, Face], Expr]
) -> dict[tuple[int, Face], int]:
    """Cards used as wilds lie in the melds that need them; the others lie anywhere.

    Hall's theorem tells when every card finds a wild's cell: cards of two faces may stand in any cell, those of one
    face in all but their own; so two rows for each meld, and two for all others together, are enough.

    Args:
        model: the model.
        cover: melds in which the wilds are told.
        needed: by column and face, how many naturals of the face lie there as wilds at least.

    Returns:
        By column and face, the variable that counts them; none for table melds kept whole.
    """
    cards: dict[tuple[int, Face], int] = {}
    outside: Expr = dict.fromkeys(cover.standing.values(), 1)
    at_own = {face: _at(cover, face, cover.standing) for face in cover.as_wild}
    left: dict[Face, Expr] = {face: {var: 1} for face, var in cover.as_wild.items()}
    wilds: dict[int, dict[Face, Expr]] = defaultdict(lambda: defaultdict(dict))
    for (number, index), var in cover.split.items():
        model.clock.step()
        wilds[number][cover.columns[number].shape.cells[index]][var] = 1
    for number in sorted({number for number, _ in needed}):
        column = cover.columns[number]
        if column.own_faces:
            for face in cover.as_wild:
                row = needed.get((number, face), {})
                model.add({**row, column.var: -column.own_faces.count(face)}, high=0)
            continue
        mine = total(wilds[number].values())
        outside = minus(outside, mine)
        for face in cover.as_wild:
            var = cards[number, face] = model.var(0, model.high[cover.as_wild[face]])
            model.add({**needed.get((number, face), {}), var: -1}, high=0)
            own = total(row for cell, row in wilds[number].items() if may_fill(face, cell))
            model.add(total([{var: 1}, own, minus({}, mine)]), high=0)
            at_own[face] = minus(at_own[face], own)
            left[face] = minus(left[face], {var: 1})
        here: Expr = {cards[number, face]: 1 for face in cover.as_wild}
        model.add(minus(here, mine), high=0)
    for face, row in left.items():
        model.add(row, low=0)
        model.add(total([row, at_own[face], minus({}, outside)]), high=0)
    model.add(minus(total(left.values()), outside), high=0)
    return cards


def _at(cover: Cover, face: Face, standing: Mapping[Face, int]) -> Expr:
    """The wilds that stand where a face would be a natural."""
    return {var: 1 for cell, var in standing.items() if may_fill(face, cell)}
