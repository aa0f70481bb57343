"""Which meld continues which table meld, and how many table tiles stay: an addition to the core.

Each table meld is continued by at most one meld, and each meld continues at most one. What a meld
keeps of the table meld that it continues stays; every other table tile is moved. Copies that look
alike count as the ones that are kindest (see ``docs/hints.md``).

Runs are described tile by tile here. A meld that continues another is a column of its own, offered
at its least length and lengthened at both ends. Wilds never take the cell of a natural that stays:
at any face no more naturals stay than lie on the table, and all of those are laid again.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from meldsolver.solver.melds.columns import Column
from meldsolver.solver.melds.heirs import Content, Heir, content_of, contents, heirs_of, wild_hosts
from meldsolver.solver.melds.shapes import Shape
from meldsolver.solver.model.problem import Problem
from meldsolver.solver.program.linear import Expr
from meldsolver.tiles import Face


def continuing(problem: Problem, *, exact: bool) -> Problem:
    """The problem with the choice of which meld continues which table meld.

    Args:
        problem: a core whose runs are described tile by tile.
        exact: whether ``stay`` is exact. If not, it is an upper bound that is nearly always exact and
            much quicker to search: a table meld of which one tile stays may take any new meld for it.
    """
    return _Continuing(problem, exact).problem()


class _Continuing:
    """Adds the columns and rows; the core's own model is left as it is."""

    def __init__(self, problem: Problem, exact: bool) -> None:
        self.core, self.exact = problem, exact
        self.model, self.game, self.cover = problem.model.copy(), problem.game, problem.cover
        self.table = contents(problem.position, problem.game)
        self.naturals = {face for face, count in problem.supply.naturals.items() if count}
        self.wilds = problem.supply.wilds
        self.rows = {cell: self.model.rows[row].expr for cell, row in problem.cover.rows.items()}
        self.columns: list[Column] = []
        self.keeps: Expr = {}
        self.own: dict[Face, Expr] = defaultdict(dict)

    def problem(self) -> Problem:
        claims = self._choose()
        if claims:
            self.model.add({**claims, **dict.fromkeys(self._unclaimed(), -1)}, high=0)
        self._lengthen()
        for face, row in self.own.items():
            self.model.add({**row, self.cover.standing[face]: -1}, high=0)
        cover = self.cover.with_columns(self.model, self.columns)
        return replace(self.core, model=self.model, cover=cover, stay=self.keeps)

    def _choose(self) -> Expr:
        """For each table meld the melds that may continue it; returns the claims on melds of no meld's own."""
        whole: dict[Content, list[Column]] = defaultdict(list)
        for column in self.cover.columns:
            if column.meld is not None:
                whole[content_of(self.core.position.table[column.meld], self.game)].append(column)
        claims: Expr = {}
        for content, count in self.table.items():
            row: Expr = {}
            for column in whole[content]:
                row[column.var] = 1
                self.keeps[column.var] = len(column.shape.cells)
            for heir in heirs_of(self.game, content, 1 if self.exact else 2, clock=self.model.clock):
                if (var := self._lay(heir, count)) is not None:
                    row[var] = 1
                    self.keeps[var] = heir.keeps
            if content.wilds or not self.exact:
                claim = self.model.var(0, count)
                row[claim] = claims[claim] = self.keeps[claim] = 1
            self.model.add(row, high=count)
        return claims

    def _unclaimed(self) -> list[int]:
        """Melds of which a table meld without other heir may claim one tile."""
        if self.exact:
            hosts = [self._lay(heir, 1) for heir in wild_hosts(self.game, clock=self.model.clock)]
            return [var for var in hosts if var is not None]
        new = [c.var for c in self.cover.columns if c.meld is None and c.shape.kind not in ("more", "member")]
        return [*new, *self.core.set_counts.values()]

    def _lay(self, heir: Heir, most: int) -> int | None:
        """A column for a heir, unless naturals are lacking that no wild in play could stand for."""
        self.model.clock.step()
        cells, own = heir.shape.cells, heir.own
        spare = min(self.wilds, len(cells) - 1) - len(own)
        for index, cell in enumerate(cells):
            if cell not in self.naturals and index not in own:
                spare -= 1
        if spare < 0 or not self.rows.keys() >= set(cells):
            return None
        var = self.model.var(0, most)
        for cell in cells:
            row = self.rows[cell]
            row[var] = row.get(var, 0) + 1  # a run all round a circle shows a face twice
        for index in own:
            own_here = self.own[cells[index]]
            own_here[var] = own_here.get(var, 0) + 1
        every = tuple(range(len(cells)))
        self.columns.append(Column(var, heir.shape, every, heir.own, kept=heir.kept, heir=True))
        return var

    def _lengthen(self) -> None:
        """Lets runs that continue a table run grow: upwards with the core's own, downwards by new columns."""
        begins: dict[tuple[str, int], Expr] = defaultdict(dict)
        for column in self.columns:
            if column.shape.kind == "run":
                suit, places = column.shape.cells[0].suit, column.shape.places
                begins[suit, places[0]][column.var] = 1
                row = self.core.lengthening.get((suit, places[-1] + 1))
                if row is not None:
                    self.model.rows[row].expr[column.var] = 1
        first, last = min(self.game.starts(self.game.ruleset.run.min)), self.game.high + 1
        for suit in self.game.suits:
            for place in range(last, first - 1, -1):
                after = begins.get((suit, place + 1))
                cell = Face(suit, self.game.rank_at(place))
                if not after or cell not in self.rows:
                    continue
                var = self.model.var(0, sum(self.model.high[v] for v in after))
                self.model.add({**after, var: -1}, low=0)
                self.rows[cell][var] = 1
                begins[suit, place][var] = 1
                shape = Shape("less", (cell,), (place,), self.game.place_value(place))
                self.columns.append(Column(var, shape, (0,)))
