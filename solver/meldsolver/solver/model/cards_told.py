"""In which melds cards lie as wilds: an addition to the core, where it matters which cards are wilds.

Elsewhere the model counts such cards by face alone, and any of them may be any wild. By ``docs/wilds.md`` a card is a
natural wherever it can show its own face: at that face, and in a set of its rank that lacks it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from meldsolver.solver.melds.columns import Column, may_fill
from meldsolver.solver.model.cover import Cover
from meldsolver.solver.program.linear import Expr, LinearModel, minus, total
from meldsolver.tiles import Face


def tell_cards(
    model: LinearModel, cover: Cover, needed: Mapping[tuple[int, Face], Expr]
) -> dict[tuple[int, Face], int]:
    """Cards used as wilds lie in the melds that need them; the others lie wherever they are no naturals.

    Hall's theorem tells when every card finds a wild's cell: cards of two faces may stand in any cell, those of one
    face in all but their own; so two rows for each meld, and two for all others together, are enough. Sets of a
    card's rank are told one by one.

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
    for number in sorted({number for number, _ in needed} | _sets_of_cards(cover)):
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
            if not column.shape.places and column.shape.cells[0].rank == face.rank:
                _needs_its_natural(model, column, face, var, own)
            at_own[face] = minus(at_own[face], own)
            left[face] = minus(left[face], {var: 1})
        here: Expr = {cards[number, face]: 1 for face in cover.as_wild}
        model.add(minus(here, mine), high=0)
    for face, row in left.items():
        model.add(row, low=0)
        model.add(total([row, at_own[face], minus({}, outside)]), high=0)
    model.add(minus(total(left.values()), outside), high=0)
    return cards


def _sets_of_cards(cover: Cover) -> set[int]:
    """The numbers of the sets in which some card that may be a wild could show its own face."""
    ranks = {face.rank for face in cover.as_wild}
    return {
        number
        for number, column in enumerate(cover.columns)
        if not column.shape.places and number in cover.told and not column.own_wilds
        if column.shape.cells[0].rank in ranks
    }


def _needs_its_natural(model: LinearModel, column: Column, face: Face, card: int, wild_there: Expr) -> None:
    """A card is a wild in a set of its rank only beside a natural of its face, or among copies of another one."""
    cells = set(column.shape.cells)
    if len(cells) == 1 and all(cell.suit not in ("", face.suit) for cell in cells):
        return
    if face not in cells:
        model.high[card] = 0
        return
    most = len(column.shape.cells)
    model.add({**{var: count * most for var, count in wild_there.items()}, card: 1, column.var: -most}, high=0)


def _at(cover: Cover, face: Face, standing: Mapping[Face, int]) -> Expr:
    """The wilds that stand where a face would be a natural."""
    return {var: 1 for cell, var in standing.items() if may_fill(face, cell)}
