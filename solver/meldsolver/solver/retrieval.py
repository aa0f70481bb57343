"""Conditions on freeing table wilds when the table is rearranged: an addition to the core.

Each table wild is kept at one of its faces, where a wild then stands, or freed. Freed wilds need
naturals in their place, and may have to go into melds made of rack tiles alone ("hosts").
The conditions are those of ``docs/wilds.md``; the referee tests them without this model.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import product

from meldsolver.rules.game import Game
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.table_wilds import TableWild, table_wilds, wilds_are_bound
from meldsolver.solver.columns import Column
from meldsolver.solver.cover import Cover, Split
from meldsolver.solver.linear import Expr, LinearModel, minus, total
from meldsolver.solver.supply import Supply
from meldsolver.tiles import Face, Position


def needs_hosts(ruleset: Ruleset) -> bool:
    """Whether freed wilds must go into melds made of rack tiles and freed wilds alone."""
    return ruleset.retrieval.mode == "replace" and ruleset.retrieval.reuse in ("new_meld", "new_meld_two_rack")


def split_for(ruleset: Ruleset) -> Split:
    """For which columns the conditions need the wilds of single melds."""
    if not wilds_are_bound(ruleset):
        return Split.NONE
    if ruleset.retrieval.meld_locked:
        return Split.ALL
    return Split.HOSTS if needs_hosts(ruleset) else Split.NONE


def add_retrieval(model: LinearModel, game: Game, cover: Cover, supply: Supply, position: Position) -> None:
    """Adds the conditions of the ruleset for the wilds that lie on the table."""
    if not wilds_are_bound(game.ruleset):
        return
    wilds = table_wilds(position, game)
    if not wilds:
        return
    keep = [{face: model.var(0, 1) for face in wild.faces} for wild in wilds]
    free = [_free_choices(model, game, wild) for wild in wilds]
    for kept, freed, wild in zip(keep, free, wilds, strict=True):
        model.add(dict.fromkeys([*kept.values(), *freed], 1), 1, 1)
        if not _may_leave(wild, position, game.ruleset):
            model.add(dict.fromkeys(freed, 1), 0, 0)
    hosted = _host(model, game, cover, supply, free) if needs_hosts(game.ruleset) else {}
    for face in {face for wild in wilds for face in wild.faces}:
        row: Expr = {kept[face]: 1 for kept in keep if face in kept}
        model.add(minus(total([row, hosted.get(face, {})]), standing_at(cover, face)), high=0)
    if game.ruleset.retrieval.mode == "replace":
        _replace(model, game, cover, supply, wilds, free)
    if game.ruleset.retrieval.meld_locked:
        _lock(model, cover, position, wilds, keep)


def standing_at(cover: Cover, face: Face) -> Expr:
    """How many wilds stand at a face, those of table melds kept whole included."""
    row: Expr = {cover.standing[face]: 1} if face in cover.standing else {}
    for column in cover.columns:
        count = sum(column.shape.cells[index] == face for index in column.own_wilds)
        if count:
            row[column.var] = count
    return row


def _free_choices(model: LinearModel, game: Game, wild: TableWild) -> dict[int, tuple[Face, ...]]:
    """The ways to free a wild: a variable each, with the faces that must be filled in its place."""
    if game.ruleset.retrieval.set_of_three == "both" and wild.set_of_three:
        return {model.var(0, 1): wild.faces}
    return {model.var(0, 1): (face,) for face in wild.faces}


def _may_leave(wild: TableWild, position: Position, ruleset: Ruleset) -> bool:
    rule = ruleset.retrieval
    if rule.mode == "never" or rule.lock_turns > wild.turns:
        return False
    if rule.only_from == "runs" and not wild.in_run:
        return False
    return not (rule.only_before_down and position.opened)


def _replace(
    model: LinearModel,
    game: Game,
    cover: Cover,
    supply: Supply,
    wilds: Sequence[TableWild],
    free: Sequence[Mapping[int, tuple[Face, ...]]],
) -> None:
    """For every face, naturals laid there are at least the wilds freed from it."""
    from_rack = game.ruleset.retrieval.source == "rack"
    needs: dict[Face, Expr] = defaultdict(dict)
    for choices in free:
        for var, faces in choices.items():
            for face in faces:
                needs[face][var] = 1
    for need, row in needs.items():
        fits = [face for face in cover.used if face.rank == need.rank and need.suit in ("", face.suit)]
        laid = total(cover.used[face] for face in fits)
        model.add(minus(row, laid), high=-sum(supply.must[face] for face in fits) if from_rack else 0)


def _host(
    model: LinearModel, game: Game, cover: Cover, supply: Supply, free: Sequence[Mapping[int, tuple[Face, ...]]]
) -> dict[Face, Expr]:
    """Freed wilds stand in host columns, whose naturals come from the rack; returns them by face."""
    two_rack = game.ruleset.retrieval.reuse == "new_meld_two_rack"
    hosted: dict[Face, Expr] = defaultdict(dict)
    naturals: dict[Face, Expr] = defaultdict(dict)
    everything: Expr = {}
    for number, column in enumerate(cover.columns):
        if not column.host:
            continue
        here: Expr = {}
        for index in column.cells:
            cell = column.shape.cells[index]
            naturals[cell][column.var] = naturals[cell].get(column.var, 0) + 1
            inside = cover.split.get((number, index))
            if inside is None:
                continue
            naturals[cell][inside] = naturals[cell].get(inside, 0) - 1
            var = model.var(0, model.high[inside])
            model.add({var: 1, inside: -1}, high=0)
            hosted[cell][var] = 1
            here[var] = 1
        if two_rack:
            model.add({**here, column.var: 2 - len(column.shape.cells)}, high=0)
        everything.update(here)
    for cell, row in naturals.items():
        faces = [f for f in cover.used if f.rank == cell.rank and cell.suit in ("", f.suit)]
        laid = total(cover.used[face] for face in faces)
        model.add(minus(row, laid), high=-sum(supply.must[face] for face in faces))
    freed = {var: 1 for choices in free for var in choices}
    model.add(minus(everything, freed), 0, 0)
    return hosted


def _lock(
    model: LinearModel,
    cover: Cover,
    position: Position,
    wilds: Sequence[TableWild],
    keep: Sequence[Mapping[Face, int]],
) -> None:
    """A meld whose wild is kept lies, with that wild, inside one meld."""
    inside: dict[tuple[int, int], Expr] = defaultdict(dict)
    wild_at: dict[tuple[int, int], Expr] = defaultdict(dict)
    kept_by: dict[int, Expr] = defaultdict(dict)
    for index, meld in enumerate(position.table):
        mine = [number for number, wild in enumerate(wilds) if wild.meld == index]
        if not mine:
            continue
        wild_places = {wilds[number].place for number in mine}
        naturals = [tile.face for place, tile in enumerate(meld) if place not in wild_places]
        for choice in product(*[[None, *wilds[number].faces] for number in mine]):
            faces = [face for face in choice if face is not None]
            if not faces or len(set(faces)) < len(faces):
                continue
            for number, column in enumerate(cover.columns):
                cells = _embed(naturals, faces, column)
                if cells is None:
                    continue
                var = model.var(0, 1)
                for place, cell in enumerate(cells):
                    inside[number, cell][var] = 1
                    if place >= len(naturals):
                        wild_at[number, cell][var] = 1
                for wild, face in zip(mine, choice, strict=True):
                    if face is not None:
                        kept_by[keep[wild][face]][var] = 1
    for choices in keep:
        for var in choices.values():
            model.add({**kept_by[var], var: -1}, 0, 0)
    _one_hold(model, position, wilds, kept_by, keep)
    for (number, cell), row in inside.items():
        column = cover.columns[number]
        model.add({**row, column.var: -1}, high=0)
        if cell in column.own_wilds:
            continue
        standing = cover.split.get((number, cell))
        wild_row = wild_at.get((number, cell), {})
        natural_row = {var: 1 for var in row if var not in wild_row}
        if standing is None:
            model.add(wild_row, high=0)
            continue
        model.add({**wild_row, standing: -1}, high=0)
        model.add({**natural_row, standing: 1, column.var: -1}, high=0)


def _one_hold(
    model: LinearModel,
    position: Position,
    wilds: Sequence[TableWild],
    kept_by: Mapping[int, Expr],
    keep: Sequence[Mapping[Face, int]],
) -> None:
    """All kept wilds of one meld are held by the same meld."""
    for index in range(len(position.table)):
        holds: Expr = {}
        for number, wild in enumerate(wilds):
            if wild.meld == index:
                for var in keep[number].values():
                    holds.update(kept_by[var])
        if holds:
            model.add(dict.fromkeys(holds, 1), high=1)


def _embed(naturals: Sequence[Face], faces: Sequence[Face], column: Column) -> list[int] | None:
    """Cell indices of a column for a meld's naturals and kept wilds, or ``None`` if it does not lie inside."""
    open_cells = list(range(len(column.shape.cells)))
    found = []
    for position_in_meld, face in enumerate([*naturals, *faces]):
        is_wild = position_in_meld >= len(naturals)
        match = next(
            (
                index
                for index in open_cells
                if column.shape.cells[index] == face and (index not in column.own_wilds or is_wild)
            ),
            None,
        )
        if match is None:
            return None
        open_cells.remove(match)
        found.append(match)
    return found
