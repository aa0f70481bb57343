"""How many table tiles an end state moves out of their meld, by trying every pairing of melds."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib import import_module

from meldsolver import Meld, Position
from tests.oracles.mini_rules import Tile

Bag = tuple[tuple[Tile, int], ...]


def fewest_moved(before: Sequence[Sequence[Tile]], after: Sequence[Sequence[Tile]]) -> int:
    """Tiles of the table before that are not in the meld that continues theirs, paired in the kindest way."""
    return sum(map(len, before)) - _most_staying(tuple(map(_bag, before)), tuple(map(_bag, after)))


def _bag(meld: Sequence[Tile]) -> Bag:
    return tuple(sorted(Counter(meld).items(), key=repr))


@cache
def _most_staying(before: tuple[Bag, ...], after: tuple[Bag, ...]) -> int:
    if not before:
        return 0
    best = _most_staying(before[1:], after)
    for index, other in enumerate(after):
        shared = (Counter(dict(before[0])) & Counter(dict(other))).total()
        if shared:
            best = max(best, shared + _most_staying(before[1:], after[:index] + after[index + 1 :]))
    return best


def moved_by_id(position: Position, table: Sequence[Meld]) -> int:
    """The same for tiles with ids, where nothing is interchangeable."""
    return sum(map(len, position.table)) - _staying_ids(
        tuple(frozenset(tile.id for tile in meld) for meld in position.table),
        tuple(frozenset(tile.id for tile in meld) for meld in table),
    )


def _staying_ids(before: tuple[frozenset[str], ...], after: tuple[frozenset[str], ...]) -> int:
    return _best_pairing([[len(old & new) for new in after] for old in before], len(before), len(after))


def fewest_moved_of_many(before: Sequence[Sequence[Tile]], after: Sequence[Sequence[Tile]]) -> int:
    """As ``fewest_moved``, for tables of any size."""
    gain = [[(Counter(old) & Counter(new)).total() for new in after] for old in before]
    return sum(map(len, before)) - _best_pairing(gain, len(before), len(after))


def _best_pairing(gain: list[list[int]], rows: int, columns: int) -> int:
    """By OR-Tools' assignment solver, which the project does not use."""
    solver_type = import_module("ortools.graph.python.linear_sum_assignment").SimpleLinearSumAssignment
    size = max(rows, columns)
    if not size:
        return 0
    solver = solver_type()
    for row in range(size):
        for column in range(size):
            real = row < rows and column < columns
            solver.add_arc_with_cost(row, column, -gain[row][column] if real else 0)
    assert solver.solve() == solver_type.OPTIMAL
    return -int(solver.optimal_cost())
