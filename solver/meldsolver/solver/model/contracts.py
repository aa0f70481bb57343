"""Exactly the contract's melds: an addition to the core."""

from __future__ import annotations

from collections.abc import Sequence

from meldsolver.rules.contract import Demands
from meldsolver.rules.game import Game
from meldsolver.solver.melds.columns import Column
from meldsolver.solver.program.linear import Expr, LinearModel


def add_contract(
    model: LinearModel, columns: Sequence[Column], alternatives: Sequence[Demands], *, extra: bool
) -> None:
    """The new melds meet one alternative of the contract, exactly unless extra melds may be laid.

    Least sizes of one kind nest (a run of 8 also serves where 4 are enough), so it suffices to count,
    for each size that is asked for, the melds of at least that size; where sizes are exact, those of just that size.
    """
    new = [column for column in columns if column.meld is None]
    chosen = [model.var(0, 1) for _ in alternatives]
    model.add(dict.fromkeys(chosen, 1), 1, 1)
    kinds = sorted({column.shape.kind for column in new} | {d.kind for demands in alternatives for d in demands})
    for kind in kinds:
        sizes = sorted({d.size for demands in alternatives for d in demands if d.kind == kind})
        for size in sizes:
            asked = next(d for demands in alternatives for d in demands if (d.kind, d.size) == (kind, size))
            row: Expr = {c.var: 1 for c in new if c.shape.kind == kind and asked.is_met_by(len(c.shape.cells))}
            for var, demands in zip(chosen, alternatives, strict=True):
                row[var] = -sum(d.kind == kind and asked.is_met_by(d.size) for d in demands)
            model.add(row, low=0)
        if not extra:
            row = {c.var: 1 for c in new if c.shape.kind == kind}
            for var, demands in zip(chosen, alternatives, strict=True):
                row[var] = -sum(d.kind == kind for d in demands)
            model.add(row, 0, 0)


def add_run_spacing(model: LinearModel, columns: Sequence[Column], game: Game) -> None:
    """Limits on contract runs of one suit: different suits, or ranks between them."""
    rule = game.ruleset.contract
    if not rule.same_suit_gap_min and not rule.distinct_suits:
        return
    runs = [column for column in columns if column.meld is None and column.shape.kind == "run"]
    if rule.distinct_suits:
        for suit in game.suits:
            model.add({run.var: 1 for run in runs if run.shape.cells[0].suit == suit}, high=1)
        return
    laid = {run.var: _whether_laid(model, run) for run in runs}
    for suit in game.suits:
        mine = [run for run in runs if run.shape.cells[0].suit == suit]
        for end in sorted({run.shape.places[-1] for run in mine}):
            ending = [run for run in mine if run.shape.places[-1] == end]
            starting = [run for run in mine if 0 <= run.shape.places[0] - end - 1 < rule.same_suit_gap_min]
            for first in ending:
                for second in starting:
                    model.add({laid[first.var]: 1, laid[second.var]: 1}, high=1)


def _whether_laid(model: LinearModel, column: Column) -> int:
    """A variable that is 1 when the column is laid at all."""
    high = model.high[column.var]
    if high <= 1:
        return column.var
    var = model.var(0, 1)
    model.add({column.var: 1, var: -high}, high=0)
    return var
