"""Locked melds: nothing leaves a table meld whose wild is kept. An addition to the core, used by retrieval."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from meldsolver.rules.table_wilds import WildMeld
from meldsolver.solver.melds.columns import Column, may_fill
from meldsolver.solver.model.cover import Cover
from meldsolver.solver.program.linear import Expr, LinearModel, total
from meldsolver.tiles import Face

Keep: TypeAlias = Sequence[Mapping[Face, int]]
"""For each wild of a meld, by face, the variable that it is kept there."""


def add_lock(
    model: LinearModel, cover: Cover, ways: Sequence[tuple[WildMeld, Keep]]
) -> Mapping[tuple[int, Face], Expr]:
    """A meld whose wilds are kept lies, with those wilds, inside one meld; several may share one.

    Its naturals that may be wilds may lie there as such.

    Returns:
        By column and face, how many naturals lie there as wilds at least.
    """
    inside: dict[tuple[int, int], Expr] = defaultdict(dict)
    wild_at: dict[tuple[int, int], Expr] = defaultdict(dict)
    cards_in: dict[tuple[int, Face], Expr] = defaultdict(dict)
    holds: dict[int, Expr] = defaultdict(dict)
    rooms = {number: room for number in range(len(cover.columns)) if (room := _room_for_cards(cover, number))}
    for way, keep in ways:
        kept_by: dict[int, Expr] = {var: {} for kept in keep for var in kept.values()}
        uses = list(_uses(way, cover))
        for choice in product(*[[None, *kept] for kept in keep]):
            model.clock.step()
            faces = [face for face in choice if face is not None]
            if not faces or (way.apart and len(set(faces)) < len(faces)):
                continue
            for (naturals, cards), (number, column) in product(uses, enumerate(cover.columns)):
                model.clock.step()
                if cards and cards.total() > rooms.get(number, 0):
                    continue
                cells = None if column.host else _embed(naturals, faces, column)
                if cells is None:
                    continue
                var = model.var(0, 1)
                holds[way.meld][var] = 1
                for place, cell in enumerate(cells):
                    inside[number, cell][var] = inside[number, cell].get(var, 0) + 1
                    if place >= len(naturals):
                        wild_at[number, cell][var] = wild_at[number, cell].get(var, 0) + 1
                for card, count in cards.items():
                    cards_in[number, card][var] = count
                for kept, face in zip(keep, choice, strict=True):
                    if face is not None:
                        kept_by[kept[face]][var] = 1
        for kept_var, row in kept_by.items():
            model.add({**row, kept_var: -1}, 0, 0)
    for row in holds.values():
        model.add(row, high=1)
    _room(model, cover, inside, wild_at)
    return cards_in


def _uses(way: WildMeld, cover: Cover) -> Iterator[tuple[list[Face], Counter[Face]]]:
    """Every way to use the naturals of a meld: which lie as such, and how many of each face as wilds."""
    firm: list[Face] = []
    either: Counter[Face] = Counter()
    for card in way.naturals:
        cover.model.clock.step()
        face = cover.game.card_faces[card]
        assert face is not None
        if face in cover.as_wild and not card[2]:
            either[face] += 1
        else:
            firm.append(face)
    for counts in product(*(range(count + 1) for count in either.values())):
        cover.model.clock.step()
        cards = Counter({face: count for face, count in zip(either, counts, strict=True) if count})
        yield [*firm, *(either - cards).elements()], cards


def _room_for_cards(cover: Cover, number: int) -> int:
    """How many naturals may lie in a column's meld as wilds."""
    if not cover.as_wild:
        return 0
    column = cover.columns[number]
    told = [cover.split[number, index] for index in column.cells if (number, index) in cover.split]
    return sum(cover.model.high[var] for var in told) + len(column.own_faces)


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
