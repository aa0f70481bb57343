"""Who fills the cells of melds that leave suit or rank open, and which cards are the wilds.

The model counts such naturals by cell over all melds (sets of any suits, runs of any suit, pairs, colours), and cards
used as wilds by face alone. So one solution stands for every way to deal them out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from meldsolver.limits.clock import Clock
from meldsolver.rules.game import Game
from meldsolver.solver.melds.columns import may_fill
from meldsolver.solver.melds.supply import card_face
from meldsolver.solver.model.cover import Cover
from meldsolver.solver.model.instances import Instance
from meldsolver.tiles import Face, Meld

Slot: TypeAlias = tuple[int, int]
"""The number of a meld and the index of a cell in it."""


def is_open(cell: Face) -> bool:
    """Whether any suit or any rank may fill the cell."""
    return not cell.suit or not cell.rank


def shows_itself(face: Face, each: Instance, index: int) -> bool:
    """Whether a card would be a natural in a cell of a meld, and so cannot be a wild there."""
    cell = each.cells[index]
    if may_fill(face, cell):
        return True
    if each.places or cell.rank != face.rank:
        return False
    # In a set it takes the place of its own face, unless that is taken.
    return not any(other == face and not wild for other, wild in zip(each.cells, each.wild, strict=True))


def dealt_as_before(
    laid: Iterable[Instance], cover: Cover, values: Sequence[int], table: Sequence[Meld], game: Game
) -> list[Instance]:
    """The melds of a solution, every natural named: melds of the table get their own tiles where that is possible."""
    pool = Counter({key: values[var] for key, var in cover.filled_by.items() if values[var]})
    laid = list(laid)
    waiting = [n for n, each in enumerate(laid) if each.meld is None and any(map(is_open, each.cells))]
    for meld in table:
        faces = [face for tile in meld if not tile.wild and (face := card_face(tile, game)) is not None]
        for number in waiting:
            each = laid[number]
            if len(each.cells) != len(meld) or sum(each.wild) != len(meld) - len(faces) or each.own:
                continue
            cells = _with_naturals(each, faces, pool)
            if cells is not None:
                laid[number] = replace(each, cells=cells)
                waiting.remove(number)
                break
    for number, each in enumerate(laid):
        named = list(each.cells)
        for index in _open_cells(each):
            face = next(face for (cell, face), count in pool.items() if cell == named[index] and count > 0)
            pool[named[index], face] -= 1
            named[index] = face
        laid[number] = replace(each, cells=tuple(named))
    return laid


def _with_naturals(each: Instance, faces: list[Face], pool: Counter[tuple[Face, Face]]) -> tuple[Face, ...] | None:
    """The cells of a meld with just these naturals, which are taken from the pool; ``None`` where they do not fit."""
    left, cells, taken = list(faces), list(each.cells), Counter[tuple[Face, Face]]()
    for index, cell in enumerate(each.cells):
        if each.wild[index]:
            continue
        face = next((face for face in left if may_fill(face, cell)), None)
        if face is None:
            return None
        left.remove(face)
        cells[index] = face
        if is_open(cell):
            taken[cell, face] += 1
    if not taken <= pool:
        return None
    pool -= taken
    return tuple(cells)


def every_deal(laid: Sequence[Instance], cover: Cover, values: Sequence[int], clock: Clock) -> Iterator[list[Instance]]:
    """Every way to deal the naturals of open cells, and the cards that are wilds, out to the melds of a solution.

    Which run a tile lies in makes no other play, so all runs are served as one.

    Args:
        laid: the melds of the solution.
        cover: the model's melds.
        values: the solution.
        clock: ends it.
    """
    parts = [_wild_bins(laid, cover, values)]
    for cell in dict.fromkeys(cell for cell, _ in cover.filled_by):
        bins = _Bins(cell, Counter({f: values[var] for (c, f), var in cover.filled_by.items() if c == cell}))
        bins.fill(laid, [[i for i in _open_cells(each) if each.cells[i] == cell] for each in laid])
        parts.append(bins)
    for deal in _product(parts, clock):
        if not any(face is not None and shows_itself(face, laid[n], i) for (n, i), face in deal[0].items()):
            yield _named(laid, deal[0], {slot: face for part in deal[1:] for slot, face in part.items()})


class _Bins:
    """Cells of one kind and what is dealt out to them.

    Attributes:
        cell: what they leave open; ``None`` for wilds of any cell.
        pool: the faces to deal; ``None`` is a printed wild.
        slots: for each meld the cells that it has, runs together.
        alike: for each meld whether it is of the same cells as the one before, so that their deals may be exchanged.
    """

    def __init__(self, cell: Face | None, pool: Counter[Face | None]) -> None:
        self.cell, self.pool = cell, pool
        self.slots: list[list[Slot]] = []
        self.alike: list[bool] = []

    def fill(self, laid: Sequence[Instance], cells: Sequence[Sequence[int]]) -> None:
        """Takes the cells of each meld."""
        runs: dict[str, list[Slot]] = defaultdict(list)
        before: object = None
        for number, (each, indices) in enumerate(zip(laid, cells, strict=True)):
            slots = [(number, index) for index in indices]
            if not slots:
                continue
            if each.kind in ("run", "more", "less") and each.meld is None:
                runs[each.cells[0].suit] += slots
                continue
            key = (each.kind, each.cells, tuple(each.wild)) if each.meld is None and not each.own else number
            self.slots.append(slots)
            self.alike.append(self.cell is not None and key == before)
            before = key
        self.slots += runs.values()
        self.alike += [False] * len(runs)


def _wild_bins(laid: Sequence[Instance], cover: Cover, values: Sequence[int]) -> _Bins:
    """The cells of wilds, where cards are used as such; otherwise all wilds look alike and nothing is to be dealt."""
    cards: Counter[Face | None] = Counter({face: values[var] for face, var in cover.as_wild.items() if values[var]})
    bins = _Bins(None, cards)
    if cards:
        bins.fill(laid, [[i for i in range(len(e.cells)) if e.wild[i] and i not in e.own] for e in laid])
        cards[None] = sum(map(len, bins.slots)) - cards.total()
    return bins


def _product(parts: Sequence[_Bins], clock: Clock) -> Iterator[list[dict[Slot, Face | None]]]:
    if not parts:
        yield []
        return
    for mine in _deals(parts[0], clock):
        for rest in _product(parts[1:], clock):
            yield [mine, *rest]


def _deals(bins: _Bins, clock: Clock) -> Iterator[dict[Slot, Face | None]]:
    faces = sorted(+bins.pool, key=lambda face: face or Face("", 0))
    left = [bins.pool[face] for face in faces]

    def more(number: int, before: tuple[int, ...]) -> Iterator[dict[Slot, Face | None]]:
        clock.step()
        if number == len(bins.slots):
            yield {}
            return
        slots = bins.slots[number]
        for counts in _parts(left, len(slots), clock):
            if bins.alike[number] and counts < before:
                continue
            for index, count in enumerate(counts):
                left[index] -= count
            chosen = [face for face, count in zip(faces, counts, strict=True) for _ in range(count)]
            for rest in more(number + 1, counts):
                yield rest | dict(zip(slots, chosen, strict=True))
            for index, count in enumerate(counts):
                left[index] += count

    yield from more(0, ())


def _parts(left: Sequence[int], size: int, clock: Clock) -> Iterator[tuple[int, ...]]:
    """Every way to take so many out of what is left, as counts."""
    clock.step()
    if len(left) == 1:
        if size <= left[0]:
            yield (size,)
        return
    if not left:
        if not size:
            yield ()
        return
    for first in range(min(left[0], size) + 1):
        for rest in _parts(left[1:], size - first, clock):
            yield (first, *rest)


def _named(
    laid: Sequence[Instance], wilds: dict[Slot, Face | None], naturals: dict[Slot, Face | None]
) -> list[Instance]:
    named = []
    for number, each in enumerate(laid):
        cells = tuple(naturals.get((number, index)) or cell for index, cell in enumerate(each.cells))
        cards = {index: wilds[number, index] for index in range(len(cells)) if (number, index) in wilds}
        named.append(replace(each, cells=cells, wild=each.wild.copy(), cards=cards))
    return named


def _open_cells(each: Instance) -> list[int]:
    return [
        index
        for index, cell in enumerate(each.cells)
        if is_open(cell) and not each.wild[index] and index not in each.own
    ]
