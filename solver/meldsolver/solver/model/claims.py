"""How many table tiles stay, where every meld is offered whole: an addition to the core.

A claim says that one of a column's melds continues a table meld.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from meldsolver.solver.melds.columns import Column
from meldsolver.solver.melds.heirs import Content
from meldsolver.solver.model.cover import Cover
from meldsolver.solver.program.linear import Expr, LinearModel


def claims_to_stay(model: LinearModel, cover: Cover, table: Mapping[Content, int]) -> Expr:
    """How many table tiles stay, where every meld is offered whole.

    Where wilds are in play, columns must hold one meld each and tell where their wilds stand.
    """
    continued: dict[int, Expr] = defaultdict(dict)
    kept_at: dict[tuple[int, int], Expr] = defaultdict(dict)
    wilds_in: dict[int, Expr] = defaultdict(dict)
    stay: Expr = {}
    for content, count in table.items():
        row: Expr = {}
        for number, column in enumerate(cover.columns):
            model.clock.step()
            kept = _shared(column, content)
            holds = bool(content.wilds) and (bool(cover.standing) or bool(column.own_wilds))
            if not kept and not holds:
                continue
            claim = model.var(0, min(count, model.high[column.var]))
            row[claim] = continued[number][claim] = 1
            if kept:
                stay[claim] = len(kept)
            for index in kept:
                kept_at[number, index][claim] = 1
            if holds:
                wild = model.var(0, min(content.wilds, len(column.shape.cells)))
                model.add({wild: 1, claim: -content.wilds}, high=0)
                wilds_in[number][wild] = stay[wild] = 1
        model.add(row, high=count)
    for number, claims in continued.items():
        model.add({**claims, cover.columns[number].var: -1}, high=0)
    if cover.split:
        stay.update(_taken(model, cover, kept_at))
    for number, wild_row in wilds_in.items():
        model.clock.step(1 + len(cover.split) // 16)
        standing = {var: -1 for (column, _), var in cover.split.items() if column == number}
        own = {cover.columns[number].var: -len(cover.columns[number].own_wilds)}
        model.add({**wild_row, **standing, **own}, high=0)
    return stay


def _shared(column: Column, content: Content) -> list[int]:
    """Cells of a meld that naturals of a table meld can fill."""
    left = Counter(content.naturals)
    kept = []
    for index, cell in enumerate(column.shape.cells):
        if index not in column.own_wilds and left[cell] > 0:
            left[cell] -= 1
            kept.append(index)
    return kept


def _taken(model: LinearModel, cover: Cover, kept_at: Mapping[tuple[int, int], Expr]) -> Expr:
    """Cells that a claim counts as staying although a wild stands there."""
    lost: Expr = {}
    for (number, index), row in kept_at.items():
        standing = cover.split.get((number, index))
        if standing is None:
            continue
        var = model.var(0, 1)
        model.add({**row, standing: 1, var: -1, cover.columns[number].var: -1}, high=0)
        lost[var] = -1
    return lost
