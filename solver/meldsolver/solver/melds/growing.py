"""Tables whose melds may only grow: a column for every way in which a meld on the table may continue."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain

from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading, valid_readings
from meldsolver.rules.table_wilds import replaceable_places
from meldsolver.rules.wild_cards import ways_of_wild_cards
from meldsolver.solver.melds.columns import Column, may_fill
from meldsolver.solver.melds.continuation import Continuation, Stock
from meldsolver.solver.melds.growing_runs import grown_runs
from meldsolver.solver.melds.growing_sets import grown_sets
from meldsolver.solver.melds.shapes import too_many_melds
from meldsolver.solver.program.linear import LinearModel
from meldsolver.tiles import Face, Meld, Position

MOST_TRIED_CELLS = 300_000
"""More cells in the melds that the table's melds could become would cost seconds of building."""


def growing_columns(
    model: LinearModel,
    position: Position,
    game: Game,
    supply: Mapping[Face, int],
    wilds: int,
    *,
    may_grow: bool,
    anew: bool,
) -> list[Column]:
    """For each meld on the table, one column for each meld that it may become; exactly one is taken.

    Args:
        model: where the variables and the choice of one go.
        position: the position, with the melds on the table.
        game: the rules.
        supply: naturals of the rack by face.
        wilds: wilds that may be added, freed ones included.
        may_grow: whether melds may grow at all.
        anew: whether melds to which nothing is added are read otherwise than before, as they may be worth more then.

    Raises:
        InvalidRequest: there are too many.
    """
    columns: list[Column] = []
    tried = 0
    stock = Stock(supply, wilds, may_grow, anew, model.clock)
    leaving = replaceable_places(position, game) if may_grow else [frozenset[int]()] * len(position.table)
    for index, meld in enumerate(position.table):
        found: dict[object, Column] = {}
        read = valid_readings(meld, game, grown=True)
        for reading in chain.from_iterable(ways_of_wild_cards(meld, each, leaving[index]) for each in read):
            for way in _continuations(meld, reading, game, stock, leaving[index]):
                model.clock.step()
                tried += len(way.shape.cells)
                if tried > MOST_TRIED_CELLS:
                    raise too_many_melds()
                held = tuple((cell, meld[tile][:3]) for cell, tile in way.tiles)
                key = (way.shape, way.cells, way.own_wilds, held)
                if key not in found:
                    found[key] = Column(
                        var=model.var(0, 1),
                        shape=way.shape,
                        cells=way.cells,
                        own_wilds=way.own_wilds,
                        meld=index,
                        freed=way.freed,
                        freed_wilds=way.freed_wilds,
                        kept=way.kept,
                        tiles=way.tiles,
                    )
        model.add({column.var: 1 for column in found.values()}, 1, 1)
        columns += found.values()
    return columns


def most_freed(position: Position, game: Game, supply: Mapping[Face, int]) -> int:
    """How many wilds of the table can be freed at most: a natural of the rack takes the place of each."""
    most = 0
    for meld, leaving in zip(position.table, replaceable_places(position, game), strict=True):
        if not leaving:
            continue
        fitting = 0
        for reading in valid_readings(meld, game, grown=True):
            cells = {face for index in leaving if reading.wild[index] for face in reading.options[index]}
            fits = sum(count for face, count in supply.items() if any(may_fill(face, cell) for cell in cells))
            fitting = max(fitting, min(len(leaving), fits))
        most += fitting
    return most


def _continuations(
    meld: Meld, reading: Reading, game: Game, stock: Stock, leaving: Collection[int]
) -> Iterator[Continuation]:
    if game.ruleset.retrieval.only_from == "runs" and reading.kind != "run":
        leaving = ()
    grown = grown_runs if reading.kind == "run" else grown_sets
    return grown(meld, reading, game, stock, leaving)
