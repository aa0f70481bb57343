"""The core of the model: tiles are supplied, melds cover them.

For every cell (suit, rank), the melds that cover it are as many as the naturals used there plus the
wilds that stand there. Wilds are counted by cell rather than enumerated inside melds, which keeps
the model at one column for each natural meld.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from copy import copy
from enum import Enum, auto

from meldsolver.rules.game import Game
from meldsolver.rules.turn_kind import limits_spare_grown
from meldsolver.solver.melds.columns import Column, column_limit
from meldsolver.solver.program.linear import Expr, LinearModel, minus, total
from meldsolver.tiles import Face


class Split(Enum):
    """For which columns wilds are counted inside single melds."""

    NONE = auto()
    HOSTS = auto()
    APART = auto()
    """Hosts, and every meld that is no run: enough to tell plays apart."""
    ALL = auto()

    def concerns(self, column: Column) -> bool:
        """Whether wilds are counted inside the melds of a column."""
        apart = self is Split.APART and column.shape.kind not in ("run", "more", "less")
        return self is Split.ALL or apart or (self is not Split.NONE and column.host)


class Cover:
    """Melds over a supply of tiles.

    Attributes:
        columns: the melds that may be laid.
        standing: by cell, the variable that counts the wilds standing there.
        split: by (column number, cell index), the variable that counts the wilds standing in that
            cell of that column's melds; empty unless the wilds of single melds are limited.
        told: the numbers of the columns whose wilds are counted so.
        used: by face, how many naturals are used.
        wilds: how many printed wilds are used.
        filled_by: by (cell that any suit or rank may fill, face), how many naturals of the face do.
        as_wild: by face, how many naturals are used as wilds.
        rows: by face, the row that says what covers it.
    """

    def __init__(
        self,
        model: LinearModel,
        game: Game,
        columns: Sequence[Column],
        supply: Mapping[Face, int],
        wilds: int,
        *,
        split: Split,
        stiff: int = 0,
    ) -> None:
        self.model, self.game, self.columns = model, game, list(columns)
        self.standing: dict[Face, int] = {}
        self.split: dict[tuple[int, int], int] = {}
        self.told: set[int] = set()
        self.used: dict[Face, Expr] = {}
        self.wilds: Expr = {}
        self.filled_by: dict[tuple[Face, Face], int] = {}
        self.as_wild: dict[Face, int] = {}
        self.rows: dict[Face, int] = {}
        demand: dict[Face, Expr] = defaultdict(dict)
        for column in self.columns:
            model.clock.step()
            cells = column.shape.cells
            for index in column.cells:
                row = demand[cells[index]]
                row[column.var] = row.get(column.var, 0) + 1
        as_wild = {face: n for face in sorted(game.wild_faces) if (n := supply.get(face, 0))} if game.wild_faces else {}
        if stiff and game.false_joker in as_wild:
            # False jokers show that face, but are no wilds.
            as_wild[game.false_joker] -= stiff
        if wilds or as_wild:
            self._stand(demand, wilds + sum(as_wild.values()))
            if split is not Split.NONE:
                self._split(split)
            if split is not Split.ALL and any(not cell.suit or not cell.rank for cell in demand):
                self._spare_kept()
        self._use(demand, supply, as_wild)

    def with_columns(self, model: LinearModel, columns: Sequence[Column]) -> Cover:
        """The same cover in a copy of its model, with columns that have been added to its rows there."""
        twin = copy(self)
        twin.model, twin.columns = model, [*self.columns, *columns]
        return twin

    def _stand(self, demand: dict[Face, Expr], most: int) -> None:
        for cell, row in demand.items():
            var = self.model.var(0, most)
            self.standing[cell] = var
            row[var] = -1
            self.wilds[var] = 1

    def _use(self, demand: Mapping[Face, Expr], supply: Mapping[Face, int], as_wild: Mapping[Face, int]) -> None:
        """Ties the naturals of each face to the cells that they may fill."""
        filled: dict[Face, Expr] = {face: dict(demand.get(face, {})) for face in supply}
        open_cells = any(not cell.suit or not cell.rank for cell in demand)
        for cell, row in demand.items():
            if cell.suit and cell.rank:
                if cell not in supply:
                    self.rows[cell] = self.model.add(row, 0, 0)
                elif open_cells or cell in as_wild:
                    # A wild that stands here may not pass for a natural that is used elsewhere.
                    self.model.add(row, 0, supply[cell])
                continue
            for face, count in supply.items():
                if count and (not cell.suit or face.suit == cell.suit) and (not cell.rank or face.rank == cell.rank):
                    var = self.model.var(0, count)
                    self.filled_by[cell, face] = var
                    row[var] = -1
                    filled[face][var] = 1
            self.model.add(row, 0, 0)
        for column in self.columns:
            for face in column.own_faces:
                filled[face][column.var] = filled[face].get(column.var, 0) + 1
        for face, count in as_wild.items():
            var = self.model.var(0, count)
            filled[face][var] = 1
            self.as_wild[face] = var
            self.wilds[var] = -1
        for face, row in filled.items():
            # A variable of its own, though it could be left out: the search is three times faster with it.
            var = self.model.var(0, supply[face])
            self.rows[face] = self.model.add({**row, var: -1}, 0, 0)
            self.used[face] = {var: 1}

    def _split(self, split: Split) -> None:
        """Counts wilds inside each column, where single melds limit them.

        A column that is laid n times with w wilds in total can always spread them so that each of
        the n melds gets at most w / n rounded up, never two in one cell, and never two in
        neighbouring cells when neighbours together hold at most n; so limits on the totals suffice.
        """
        standing: dict[Face, Expr] = defaultdict(dict)
        adjacent_ok = self.game.ruleset.wild.adjacent_ok
        for number, column in enumerate(self.columns):
            if not split.concerns(column):
                continue
            self.told.add(number)
            limit = column_limit(column, self.game)
            if limit is not None and limit < 0:
                self.model.high[column.var] = 0
                continue
            here: Expr = {}
            by_place: dict[int, int] = {}
            for index, multiplicity in self._cell_groups(column):
                cell = column.shape.cells[index]
                high = self.model.high[self.standing[cell]] if multiplicity else 0
                var = self.model.var(0, high)
                self.split[number, index] = var
                standing[cell][var] = 1
                here[var] = 1
                self.model.add({var: 1, column.var: -multiplicity}, high=0)
                if column.shape.places:
                    by_place[column.shape.places[index]] = var
            if limit is not None and here:
                self.model.add({**here, column.var: -limit}, high=0)
            if not adjacent_ok and by_place:
                self._keep_apart(column, by_place)
        for cell, var in self.standing.items():
            if split is Split.ALL:
                self.model.add({**standing[cell], var: -1}, 0, 0)
                continue
            self.model.clock.step(len(self.columns))
            self.model.add({**standing[cell], var: -1}, high=0)
            others = [
                column
                for column in self.columns
                if not split.concerns(column)
                for i in column.cells
                if column.shape.cells[i] == cell
            ]
            rest = total({column.var: -1} for column in others)
            self.model.add({**minus(rest, standing[cell]), var: 1}, high=0)

    def _spare_kept(self) -> None:
        """No wild stands in a table meld that is kept whole, nor where a natural has replaced one.

        Elsewhere it may seem to, because it can change places with the natural, wherever that is used; but not
        with one that fills a cell of any suit or rank, for which another tile will do.
        """
        whole = [column for column in self.columns if column.meld is not None and column.kept]
        cells = {column.shape.cells[index] for column in whole for index in column.kept}
        for cell in sorted(cells & self.standing.keys()):
            self.model.clock.step(len(self.columns))
            others = total(
                {column.var: -1}
                for column in self.columns
                for index in column.cells
                if column.shape.cells[index] == cell and (column.meld is None or index not in column.kept)
            )
            self.model.add({**others, self.standing[cell]: 1}, high=0)

    @staticmethod
    def _cell_groups(column: Column) -> list[tuple[int, int]]:
        """Cells with the number of wilds that they have room for; equal cells of a set count as one."""
        kept = column.kept if column.meld is not None else ()
        if column.shape.places:
            return [(index, int(index not in kept)) for index in column.cells]
        groups: dict[Face, list[int]] = {}
        for index in column.cells:
            groups.setdefault(column.shape.cells[index], []).append(index)
        return [(indices[0], sum(index not in kept for index in indices)) for indices in groups.values()]

    def _keep_apart(self, column: Column, by_place: Mapping[int, int]) -> None:
        if column.meld is not None and limits_spare_grown(self.game.ruleset):
            return
        own = {column.shape.places[index] for index in column.own_wilds}
        for place, var in by_place.items():
            if {place - 1, place + 1} & own:
                self.model.high[var] = 0
            elif place + 1 in by_place:
                self.model.add({var: 1, by_place[place + 1]: 1, column.var: -1}, high=0)
