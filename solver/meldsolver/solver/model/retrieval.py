"""Conditions on freeing table wilds when the table is rearranged: an addition to the core.

Each table wild is kept at one of its faces, where a wild then stands, or freed. Freed wilds need
naturals in their place, and may have to go into melds made of rack tiles alone ("hosts").
The conditions are those of ``docs/wilds.md``; the referee tests them without this model.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from meldsolver.rules.game import Game
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.table_wilds import TableWild, WildMeld, may_leave, table_wilds, wilds_are_bound
from meldsolver.solver.melds.supply import Supply
from meldsolver.solver.model.cover import Cover, Split
from meldsolver.solver.model.locked import add_lock
from meldsolver.solver.program.linear import Expr, LinearModel, minus, total
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


class _Way(NamedTuple):
    """One reading of a table meld that holds wilds, in the model.

    Attributes:
        way: the reading.
        taken: the variable that is 1 when the meld is read so; ``None`` where there is no other reading.
        keep: for each wild, by face, the variable that it is kept there.
        free: for each wild, the variables of the ways to free it, with the faces to be filled in its place.
    """

    way: WildMeld
    taken: int | None
    keep: list[dict[Face, int]]
    free: list[dict[int, tuple[Face, ...]]]


def add_retrieval(
    model: LinearModel, game: Game, cover: Cover, supply: Supply, position: Position
) -> Mapping[tuple[int, Face], Expr]:
    """Adds the conditions of the ruleset for the wilds that lie on the table.

    Returns:
        By column and face, how many naturals lie there as wilds at least.
    """
    if not wilds_are_bound(game.ruleset):
        return {}
    ways = [way for melds in table_wilds(position, game) for way in _read(model, game, melds, position)]
    if not ways:
        return {}
    free = [choices for each in ways for choices in each.free]
    held = _host(model, game, cover, supply, ways) if needs_hosts(game.ruleset) else {}
    for face in sorted({face for each in ways for kept in each.keep for face in kept}):
        row: Expr = {kept[face]: 1 for each in ways for kept in each.keep if face in kept}
        model.add(minus(total([row, held.get(face, {})]), standing_at(cover, face)), high=0)
    if game.ruleset.retrieval.mode == "replace":
        _replace(model, game, cover, supply, free)
    if game.ruleset.retrieval.meld_locked:
        return add_lock(model, cover, [(each.way, each.keep) for each in ways])
    return {}


def _read(model: LinearModel, game: Game, melds: Sequence[WildMeld], position: Position) -> list[_Way]:
    """The readings of one meld, of which one is taken; under it, each wild is kept or freed."""
    ways = []
    for way in melds:
        taken = model.var(0, 1) if len(melds) > 1 else None
        keep = [{face: model.var(0, 1) for face in wild.faces} for wild in way.wilds]
        free = [_free_choices(model, game, way, wild) for wild in way.wilds]
        for wild, kept, freed in zip(way.wilds, keep, free, strict=True):
            fate: Expr = dict.fromkeys([*kept.values(), *freed], 1)
            if taken is None:
                model.add(fate, 1, 1)
            else:
                model.add({**fate, taken: -1}, 0, 0)
            if not may_leave(way, wild, position, game.ruleset):
                model.add(dict.fromkeys(freed, 1), 0, 0)
        if way.apart and len(way.wilds) > 1:
            _stand_apart(model, keep, free)
        ways.append(_Way(way, taken, keep, free))
    if len(ways) > 1:
        model.add({each.taken: 1 for each in ways if each.taken is not None}, 1, 1)
    return ways


def _stand_apart(
    model: LinearModel, keep: Sequence[Mapping[Face, int]], free: Sequence[Mapping[int, tuple[Face, ...]]]
) -> None:
    """No two wilds of a set stood for the same suit."""
    for face in sorted({face for kept in keep for face in kept}):
        row: Expr = {kept[face]: 1 for kept in keep if face in kept}
        row |= {var: 1 for choices in free for var, faces in choices.items() if faces == (face,)}
        model.add(row, high=1)


def standing_at(cover: Cover, face: Face) -> Expr:
    """How many wilds stand at a face, those of table melds kept whole included."""
    row: Expr = {cover.standing[face]: 1} if face in cover.standing else {}
    cover.model.clock.step(1 + len(cover.columns) // 4)
    for column in cover.columns:
        count = sum(column.shape.cells[index] == face for index in column.own_wilds)
        if count:
            row[column.var] = count
    return row


def _free_choices(model: LinearModel, game: Game, way: WildMeld, wild: TableWild) -> dict[int, tuple[Face, ...]]:
    """The ways to free a wild: a variable each, with the faces that must be filled in its place."""
    if game.ruleset.retrieval.set_of_three == "both" and way.set_of_three:
        return {model.var(0, 1): wild.faces}
    return {model.var(0, 1): (face,) for face in wild.faces}


def _replace(
    model: LinearModel,
    game: Game,
    cover: Cover,
    supply: Supply,
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
        fits = [face for face in cover.used if need.suit in ("", face.suit) and need.rank in (0, face.rank)]
        laid = total(cover.used[face] for face in fits)
        model.add(minus(row, laid), high=-sum(supply.must[face] for face in fits) if from_rack else 0)


def _host(model: LinearModel, game: Game, cover: Cover, supply: Supply, ways: Sequence[_Way]) -> dict[Face, Expr]:
    """Freed wilds stand in host columns, whose naturals come from the rack; returns them by face.

    A wild that is kept may stand in a host as well; then it is no rack tile, and takes room there.
    """
    two_rack = game.ruleset.retrieval.reuse == "new_meld_two_rack"
    hosted: dict[Face, Expr] = defaultdict(dict)
    beside: dict[Face, Expr] = defaultdict(dict)
    inside: dict[Face, Expr] = defaultdict(dict)
    naturals: dict[Face, Expr] = defaultdict(dict)
    everything: Expr = {}
    faces = {face for each in ways for kept in each.keep for face in kept}
    for number, column in enumerate(cover.columns):
        if not column.host:
            continue
        here: Expr = {}
        for index in column.cells:
            cell = column.shape.cells[index]
            naturals[cell][column.var] = naturals[cell].get(column.var, 0) + 1
            standing = cover.split.get((number, index))
            if standing is None:
                continue
            naturals[cell][standing] = naturals[cell].get(standing, 0) - 1
            freed = model.var(0, model.high[standing])
            hosted[cell][freed] = 1
            everything[freed] = 1
            row: Expr = {freed: 1}
            if two_rack and cell in faces:
                kept = model.var(0, model.high[standing])
                beside[cell][kept] = 1
                inside[cell][standing] = 1
                row[kept] = 1
            here.update(row)
            model.add({**row, standing: -1}, high=0)
        if two_rack:
            model.add({**here, column.var: 2 - len(column.shape.cells)}, high=0)
    for cell, row in naturals.items():
        fits = [f for f in cover.used if cell.suit in ("", f.suit) and cell.rank in (0, f.rank)]
        laid = total(cover.used[face] for face in fits)
        model.add(minus(row, laid), high=-sum(supply.must[face] for face in fits))
    for face in sorted(inside):
        # Kept wilds that find no room outside the hosts stand in them.
        row = {kept[face]: 1 for each in ways for kept in each.keep if face in kept}
        outside = minus(standing_at(cover, face), inside[face])
        model.add(minus(row, total([outside, beside[face]])), high=0)
    model.add(minus(everything, {var: 1 for each in ways for choices in each.free for var in choices}), 0, 0)
    return hosted
