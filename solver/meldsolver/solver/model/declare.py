"""A hand that is shown whole: what it must hold. An addition to the core."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from meldsolver.rules.game import Game
from meldsolver.rules.turn_kind import declared_cards
from meldsolver.solver.melds.columns import Column, new_columns
from meldsolver.solver.melds.shapes import Cut, pair_shapes, shapes_of
from meldsolver.solver.program.linear import LinearModel
from meldsolver.tiles import Face


def hand_columns(model: LinearModel, game: Game, supply: Mapping[Face, int]) -> list[Column]:
    """Columns beside the usual ones: runs without a wild, and the pairs of a hand of pairs alone."""
    rules = game.ruleset
    columns: list[Column] = []
    if rules.declare.min_pure_runs:
        shapes = shapes_of(game, cut=Cut.WHOLE, most=sum(supply.values()), clock=model.clock)
        runs = [shape for shape in shapes if shape.kind == "run"]
        columns += [column._replace(plain=True) for column in new_columns(model, runs, supply, 0, 1)]
    if rules.declare.pairs:
        for other in rules.other_melds:
            if other.kind == "pair" and other.only_as:
                columns += new_columns(model, pair_shapes(game, other, sum(supply.values()) + 2), supply, 2, 1)
    return columns


def add_declare(model: LinearModel, game: Game, columns: Sequence[Column], laid: int, cards: int) -> None:
    """The hand is complete: either the pairs alone, or melds of the numbers that the rules ask for.

    Args:
        model: the constraints.
        game: the rules.
        columns: the melds that may be laid.
        laid: the variable that counts the tiles laid.
        cards: how many cards of the hand are declared.
    """
    rules = game.ruleset
    rule = rules.declare
    if rule.all_cards:
        model.add({laid: 1}, low=cards)
        if rule.draw_counts:
            limit_larger_sets(model, game, columns, cards)
    pairs = {column.var: 1 for column in columns if column.shape.kind == "pair"}
    alone = model.var(0, 1 if rule.pairs and pairs else 0)
    runs = {column.var: 1 for column in columns if column.shape.kind == "run"}
    pure = {column.var: 1 for column in columns if column.plain}
    model.add({**runs, alone: rule.min_runs}, low=rule.min_runs)
    model.add({**pure, alone: rule.min_pure_runs}, low=rule.min_pure_runs)
    for other in rules.other_melds:
        mine = {column.var: 1 for column in columns if column.shape.kind == other.kind}
        if other.count or other.only_as:
            least = other.count if not other.only_as else 0
            model.add({**mine, alone: least - rule.pairs}, least, least)
    if rule.pairs and pairs:
        # Pairs that may lie beside other melds as well are told no number above: alone, they are exactly so many.
        most = sum(model.high[var] for var in pairs)
        model.add({**pairs, alone: -rule.pairs}, low=0)
        model.add({**pairs, alone: most - rule.pairs}, high=most)
        alike: dict[tuple[Face, ...], dict[int, int]] = defaultdict(dict)
        for column in columns:
            if column.shape.kind == "pair":
                alike[column.shape.cells][column.var] = 1
            else:
                high = model.high[column.var]
                model.add({column.var: 1, alone: high}, high=high)
        for row in alike.values():
            # A hand of pairs alone holds each pair once.
            high = sum(model.high[var] for var in row)
            if high > 1:
                model.add({**row, alone: high - 1}, high=high)


def limit_larger_sets(model: LinearModel, game: Game, columns: Sequence[Column], cards: int) -> None:
    """Where the card drawn counts, each card of a set beyond its least size makes the hand larger by one.

    Args:
        model: the constraints.
        game: the rules.
        columns: the melds that may be laid.
        cards: how many cards the complete hand has.
    """
    least = game.ruleset.set.min
    extra = {c.var: len(c.shape.cells) - least for c in columns if c.shape.kind == "set" and len(c.shape.cells) > least}
    more = cards - declared_cards(game.ruleset)
    model.add(extra, more, more)
