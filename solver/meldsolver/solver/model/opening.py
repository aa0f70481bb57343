"""The opening: melds made of the played rack tiles alone, worth the threshold. An addition to the core."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meldsolver.rules.game import Game
from meldsolver.solver.melds.columns import Column, new_columns
from meldsolver.solver.melds.shapes import Cut, sets_pool, shapes_of
from meldsolver.solver.melds.supply import Supply
from meldsolver.solver.model.cover import Cover, Split
from meldsolver.solver.model.pooled_sets import link_members
from meldsolver.solver.program.linear import Expr, LinearModel, minus


def add_opening(model: LinearModel, game: Game, cover: Cover, supply: Supply, wilds_played: Expr) -> Cover:
    """Some part of the played tiles can be arranged as melds that open; the table is then free.

    Returns:
        Those melds.
    """
    usable = game.ruleset.wild.usable_in_opening
    wilds = supply.wilds_may if usable else 0
    either = sum(supply.may[face] for face in game.wild_faces) if usable else 0
    most = sum(supply.may.values()) + wilds
    split = _needs_split(game, wilds + either)
    cut = Cut.WHOLE if split or not game.ruleset.opening.multi_meld else Cut.SHORT
    pooled = sets_pool(game) and cut is Cut.SHORT
    shapes = shapes_of(game, cut=cut, most=most, pooled=pooled, clock=model.clock)
    columns = new_columns(model, shapes, supply.may, wilds + either, game.ruleset.wild.min_naturals)
    link_members(model, columns, game)
    first = Cover(
        model, game, columns, supply.may, wilds, split=Split.ALL if split else Split.NONE, stiff=supply.stiff_may
    )
    if not usable:
        for var in first.as_wild.values():
            model.high[var] = 0
    for face, used in first.used.items():
        if used:
            # No more naturals than the play takes from the rack.
            model.add(minus(used, cover.used.get(face, {})), high=-supply.must[face])
            model.add(used, 0, supply.may[face])
    if first.wilds:
        model.add(minus(first.wilds, wilds_played), high=-supply.wilds_must)
        model.add(first.wilds, low=0)
    require_opening(model, game, columns, first)
    return first


def _needs_split(game: Game, wilds: int) -> bool:
    rule = game.ruleset.wild
    limited = rule.max_per_meld or rule.naturals_ge_wilds or rule.min_naturals > 1 or rule.max_in_new_three
    return bool(wilds) and bool(
        game.wild_faces
        or limited
        or not rule.adjacent_ok
        or rule.opening_value == "zero"
        or wilds >= game.ruleset.run.min
    )


def require_opening(
    model: LinearModel, game: Game, columns: Sequence[Column], cover: Cover, *, hosts_only: bool = False
) -> None:
    """The given melds satisfy the ruleset's opening; of those beside a table, perhaps the hosts alone count."""
    rule = game.ruleset.opening
    laid = [(number, column) for number, column in enumerate(columns) if column.meld is None]
    numbered = [(number, column) for number, column in laid if column.host] if hosts_only else laid
    match rule.kind:
        case "run":
            model.add({column.var: 1 for _, column in numbered if column.shape.kind == "run"}, low=1)
        case "own_meld":
            model.add({column.var: 1 for _, column in numbered}, low=1)
        case "points":
            worth = opening_worth(game, numbered, cover)
            single = {} if rule.multi_meld else {column.var: 1 for _, column in numbered}
            if rule.pairs:
                by_pairs = model.var(0, 1)
                pairs = {column.var: 1 for _, column in numbered if column.shape.kind == "pair"}
                model.add({**pairs, by_pairs: -rule.pairs}, low=0)
                worth[by_pairs] = rule.threshold
                # An opening is one or the other: by pairs no other meld is laid, else no pair.
                for is_pair in (True, False):
                    others = {c.var: 1 for _, c in laid if (c.shape.kind == "pair") is is_pair}
                    most = sum(model.high[var] for var in others)
                    model.add({**others, by_pairs: -most if is_pair else most}, high=0 if is_pair else most)
                if single:
                    single[by_pairs] = -sum(model.high[var] for var in single)
            if single:
                model.add(single, high=1)
            model.add(worth, low=rule.threshold)


def opening_worth(game: Game, numbered: Iterable[tuple[int, Column]], cover: Cover) -> Expr:
    """What melds count towards the threshold; columns come with their numbers in the cover."""
    worth: Expr = {}
    by_number = game.ruleset.opening.pairs > 0
    for number, column in numbered:
        if column.shape.kind == "pair" and by_number:
            continue
        worth[column.var] = column.shape.points
        if game.ruleset.wild.opening_value == "zero":
            for index in column.cells:
                var = cover.split.get((number, index))
                if var is not None:
                    worth[var] = -_cell_points(column, index, game)
    return worth


def _cell_points(column: Column, index: int, game: Game) -> int:
    if column.shape.places:
        return game.place_value(column.shape.places[index])
    return column.shape.points // len(column.shape.cells)
