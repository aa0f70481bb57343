"""Reading a solution: which melds lie on the table, cell by cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from meldsolver.solver.model.cover import Cover
from meldsolver.tiles import Face

NO_CELLS: frozenset[int] = frozenset()


@dataclass(slots=True)
class Instance:
    """One meld of a solution.

    Attributes:
        kind: the kind of meld, or ``more`` for a tile that lengthens a run.
        cells: its faces in order.
        places: for a run, the places of its cells.
        wild: for each cell, whether a wild stands there.
        own: cells that the continued meld's own tiles fill.
        meld: index of the table meld that it continues, or ``None``.
        stay: cells that wilds leave to naturals, because those stay in their meld.
        heir: whether the meld continues a table meld that is still to be named.
        tiles: for a meld that grew, its own cells with the tiles of the table meld that lie there.
        cards: by cell, the card that is the wild there, ``None`` for a printed one; cells left out may have any.
        column: the number of its column; -1 where it was put together from several.
    """

    kind: str
    cells: tuple[Face, ...]
    places: tuple[int, ...]
    wild: list[bool]
    own: frozenset[int]
    meld: int | None
    stay: frozenset[int] = frozenset()
    heir: bool = False
    tiles: tuple[tuple[int, int], ...] = ()
    cards: Mapping[int, Face | None] = field(default_factory=dict)
    column: int = -1


class Fillers:
    """Which naturals fill the cells of a solution that do not tell it, and which are used as wilds.

    Attributes:
        as_wild: by face, how many naturals are still to be used as wilds.
    """

    def __init__(self, cover: Cover, values: Sequence[int]) -> None:
        self._filled = Counter({key: values[var] for key, var in cover.filled_by.items() if values[var]})
        self.as_wild = Counter({face: values[var] for face, var in cover.as_wild.items() if values[var]})

    def natural(self, cell: Face) -> Face:
        """The face of the next natural for a cell."""
        if cell.suit and cell.rank:
            return cell
        face = next(f for (c, f), n in self._filled.items() if c == cell and n > 0)
        self._filled[cell, face] -= 1
        return face

    def wild(self) -> Face | None:
        """The face of the next natural to be used as a wild; ``None`` where a printed wild is."""
        face = next((face for face, count in self.as_wild.items() if count > 0), None)
        if face is not None:
            self.as_wild[face] -= 1
        return face

    def named(self, card: Face | None) -> Face | None:
        """The card that is named as a wild, used now."""
        if card is not None:
            self.as_wild[card] -= 1
        return card


def instances_of(cover: Cover, values: Sequence[int]) -> list[Instance]:
    """The melds of a solution, with the wilds put into them."""
    laid: list[Instance] = []
    # The wilds of some columns are told one by one; the others may stand anywhere else.
    open_melds: list[Instance] = []
    standing = Counter({cell: values[var] for cell, var in cover.standing.items() if values[var]})
    columns = cover.columns
    for number in [number for number, column in enumerate(columns) if values[column.var]]:
        column = columns[number]
        count, shape = values[column.var], column.shape
        size = len(shape.cells)
        own = frozenset(range(size)) - frozenset(column.cells) if len(column.cells) < size else NO_CELLS
        kept = frozenset(column.kept) if column.kept else NO_CELLS
        own_wilds = column.own_wilds
        wild = [index in own_wilds for index in range(size)] if own_wilds else [False] * size
        group = [
            Instance(
                shape.kind,
                shape.cells,
                shape.places,
                wild.copy(),
                own,
                column.meld,
                kept,
                column.heir,
                column.tiles,
                column=number,
            )
            for _ in range(count)
        ]
        if cover.split:
            standing -= _spread(cover, number, group, values)
        if number not in cover.told:
            open_melds += group
        if column.heir:
            standing -= Counter(shape.cells[index] for index in column.own_wilds for _ in range(count))
        laid += group
    for cell, left in standing.items():
        for _ in range(left):
            _stand(cell, open_melds)
    return laid


def _spread(cover: Cover, number: int, group: list[Instance], values: Sequence[int]) -> Counter[Face]:
    """Spreads the wilds that stand in one column evenly over its melds, going round."""
    placed: Counter[Face] = Counter()
    column = cover.columns[number]
    turn = 0
    for index in column.cells:
        var = cover.split.get((number, index))
        if var is None:
            continue
        cell = column.shape.cells[index]
        same = [i for i in column.cells if column.shape.cells[i] == cell] if not column.shape.places else [index]
        for _ in range(values[var]):
            instance = group[turn % len(group)]
            turn += 1
            target = next(i for i in same if not instance.wild[i])
            instance.wild[target] = True
            placed[cell] += 1
    return placed


def _stand(cell: Face, laid: list[Instance]) -> None:
    """Puts one wild into the meld with that cell that has the fewest wilds, where no natural stays."""
    fits = [
        (index in instance.stay, sum(instance.wild) - len(instance.cells), number, index)
        for number, instance in enumerate(laid)
        for index, face in enumerate(instance.cells)
        if face == cell and not instance.wild[index] and index not in instance.own
    ]
    _, _, number, index = min(fits)
    laid[number].wild[index] = True
