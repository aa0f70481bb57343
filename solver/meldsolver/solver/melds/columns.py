"""Columns: the integer variables that say how many melds of each shape lie on the table."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from meldsolver.rules.game import Game
from meldsolver.rules.turn_kind import limits_spare_grown, melds_grow
from meldsolver.solver.melds.shapes import Shape, too_many_melds
from meldsolver.solver.program.linear import LinearModel
from meldsolver.tiles import Face


class Column(NamedTuple):
    """A meld that may be laid any number of times up to its bound.

    Attributes:
        var: the model's variable.
        shape: the whole meld.
        cells: indices of the shape's cells that tiles in play must fill; all of them for a new meld.
        own_wilds: indices of the cells where a wild of the continued meld stands.
        meld: for a column that continues a meld on the table, that meld's index, else ``None``.
        freed: faces at which a natural must take the place of a freed wild.
        freed_wilds: how many wilds this continuation frees.
        host: whether the meld is made of rack tiles and freed wilds alone.
        plain: whether no wild may stand in it.
        kept: for a meld that continues a table meld, the cells that naturals fill: those of that meld, or
            those that take the place of its wilds.
        heir: whether the meld may continue a table meld.
        own_faces: the faces of the naturals that fill own cells and count as supply: those used as wilds,
            and a called one.
        tiles: for a meld that grew, its own cells with the tiles of the table meld that lie there.
    """

    var: int
    shape: Shape
    cells: tuple[int, ...]
    own_wilds: tuple[int, ...] = ()
    meld: int | None = None
    freed: tuple[Face, ...] = ()
    freed_wilds: int = 0
    host: bool = False
    plain: bool = False
    kept: tuple[int, ...] = ()
    heir: bool = False
    own_faces: tuple[Face, ...] = ()
    tiles: tuple[tuple[int, int], ...] = ()


def available(cell: Face, supply: Mapping[Face, int]) -> int:
    """How many naturals in play could fill a cell."""
    if cell.suit and cell.rank:
        return supply.get(cell, 0)
    return sum(
        count
        for face, count in supply.items()
        if (not cell.suit or face.suit == cell.suit) and (not cell.rank or face.rank == cell.rank)
    )


def may_fill(face: Face, cell: Face) -> bool:
    """Whether a natural may fill a cell, which may leave suit or rank open."""
    return cell.suit in ("", face.suit) and cell.rank in (0, face.rank)


MOST_FILLED_CELLS = 150_000
"""More cells in the melds that a position could hold would cost seconds of building and gigabytes."""


def new_columns(
    model: LinearModel,
    shapes: Iterable[Shape],
    supply: Mapping[Face, int],
    wilds: int,
    least_naturals: int,
    *,
    parts: bool = False,
) -> list[Column]:
    """A column for each shape that the tiles in play can fill.

    Args:
        model: where the variables go.
        shapes: the candidate melds.
        supply: naturals in play by face.
        wilds: wilds in play.
        least_naturals: fewest naturals of a meld that holds wilds.
        parts: whether runs may be parts of longer ones, so that their naturals may all lie in another part.

    Raises:
        InvalidRequest: there are too many.
    """
    columns: list[Column] = []
    filled = 0
    cache: dict[Face, int] = {}
    for shape in shapes:
        model.clock.step()
        if filled > MOST_FILLED_CELLS:
            raise too_many_melds()
        high = -1
        lacking = 0
        cells = shape.cells
        if shape.kind in ("run", "more") or len(set(cells)) == len(cells):
            # The common case, spelled out because it runs for every shape of every request.
            for cell in cells:
                stock = cache.get(cell)
                if stock is None:
                    stock = cache[cell] = available(cell, supply)
                if stock == 0:
                    lacking += 1
                    if lacking > wilds:
                        break
                elif high < 0 or stock < high:
                    high = stock
            else:
                part = shape.kind in ("more", "member") or (parts and shape.kind == "run")
                if part or (high > 0 and lacking <= max(0, len(cells) - least_naturals)):
                    if wilds:
                        high = _most(Counter(cells), cache, wilds)
                    columns.append(Column(model.var(0, high), shape, tuple(range(len(cells)))))
                    filled += len(cells)
            continue
        counts = Counter(cells)
        for cell in counts:
            cache.setdefault(cell, available(cell, supply))
        high = _most(counts, cache, wilds)
        if high and any(cache[cell] for cell in counts):
            columns.append(Column(model.var(0, high), shape, tuple(range(len(cells)))))
            filled += len(cells)
    return columns


def _most(counts: Mapping[Face, int], stock: Mapping[Face, int], wilds: int) -> int:
    """How many copies of a meld the stock and the wilds can fill at once."""

    def lacking(melds: int) -> int:
        return sum(max(0, melds * n - stock[cell]) for cell, n in counts.items())

    most = (sum(stock[cell] for cell in counts) + wilds) // sum(counts.values())
    return bisect_right(range(1, most + 1), wilds, key=lacking)


def single_melds(model: LinearModel, columns: Iterable[Column]) -> list[Column]:
    """The same columns, each holding one meld at most, so that the wilds of every single meld are told.

    Runs that are described tile by tile stay as they are: there no limit on the wilds of one run binds.
    """
    columns = list(columns)
    flows = any(column.shape.kind == "more" for column in columns)
    single = []
    for column in columns:
        if flows and column.shape.kind in ("run", "more"):
            single.append(column)
            continue
        more = [model.var(0, 1) for _ in range(model.high[column.var] - 1)]
        model.high[column.var] = min(1, model.high[column.var])
        single += [column, *(column._replace(var=var) for var in more)]
    return single


def column_limit(column: Column, game: Game) -> int | None:
    """How many wilds may fill the cells of one meld of a column; ``None`` for no limit that binds."""
    if column.plain:
        return 0
    if column.shape.kind in ("more", "less"):
        return None
    rule = game.ruleset.wild
    grown = column.meld is not None and melds_grow(game.ruleset)
    size = len(column.shape.cells)
    if grown and limits_spare_grown(game.ruleset):
        return None
    # However many naturals are asked for beside wilds, a meld without wilds needs none.
    limits = [max(0, size - rule.min_naturals)]
    if rule.max_per_meld:
        limits.append(rule.max_per_meld)
    if rule.naturals_ge_wilds:
        limits.append(size // 2)
    if rule.max_in_new_three and size == 3 and not grown:
        limits.append(rule.max_in_new_three)
    limit = min(limits) - len(column.own_wilds)
    return None if limit >= len(column.cells) else limit


def link_lengthening(model: LinearModel, columns: Iterable[Column]) -> dict[tuple[str, int], int]:
    """A tile may lengthen a run that ended just before it: at its least length, or lengthened already.

    Returns:
        By suit and place of the lengthening tile, the row that says so.
    """
    cores: dict[tuple[str, int], int] = {}
    more: dict[tuple[str, int], int] = {}
    for column in columns:
        shape = column.shape
        if shape.kind == "run":
            cores[shape.cells[0].suit, shape.places[-1]] = column.var
        elif shape.kind == "more":
            more[shape.cells[0].suit, shape.places[0]] = column.var
    rows = {}
    for (suit, place), var in more.items():
        before = [kind[suit, place - 1] for kind in (cores, more) if (suit, place - 1) in kind]
        rows[suit, place] = model.add({var: -1, **dict.fromkeys(before, 1)}, low=0)
    return rows
