"""The sets, pairs and colours that such a meld on a table whose melds only grow may become."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from meldsolver.limits.clock import Clock
from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading
from meldsolver.rules.table_wilds import wilds_stand_apart
from meldsolver.solver.melds.columns import available
from meldsolver.solver.melds.continuation import Continuation, Stock
from meldsolver.solver.melds.shapes import Shape
from meldsolver.tiles import Face, Meld

MOST_TILES = 1 << 20
"""More than any deck holds: a group that may have any number of tiles."""


def grown_sets(
    meld: Meld, reading: Reading, game: Game, stock: Stock, leaving: Collection[int]
) -> Iterator[Continuation]:
    """Every meld that a set, pair or colour may become with the tiles in play.

    Args:
        meld: the meld.
        reading: one way to read it.
        game: the rules.
        stock: what may be added.
        leaving: indices of its wilds that a natural may replace.
    """
    del meld  # which of its tiles lies where follows from the reading
    naturals = {index: reading.options[index][0] for index, wild in enumerate(reading.wild) if not wild}
    rank = next(iter(naturals.values())).rank
    # A colour is worth its naturals; those that come to it bring their own worth.
    own_worth = sum(game.values[face.rank] for face in naturals.values())
    for staying, freed in _own_wilds(reading, game, leaving, stock.clock):
        base = Counter([*naturals.values(), *staying.values(), *freed])
        for grown in _grown_cells(reading, base, game, stock):
            order = tuple(sorted(grown.elements()))
            at: dict[Face, list[int]] = defaultdict(list)
            for cell, face in enumerate(order):
                at[face].append(cell)
            tiles = [(at[face].pop(0), index) for index, face in {**naturals, **staying}.items()]
            fill = sorted(cell for cells in at.values() for cell in cells)
            points = own_worth if reading.kind == "colour" else game.set_value(rank) * len(order)
            yield Continuation(
                shape=Shape(reading.kind, order, (), points),
                cells=tuple(fill),
                own_wilds=tuple(sorted(cell for cell, index in tiles if index in staying)),
                tiles=tuple(sorted(tiles)),
                freed=freed,
                freed_wilds=sum(reading.wild) - len(staying),
                kept=tuple(at[face].pop() for face in freed),
            )


def _own_wilds(
    reading: Reading, game: Game, leaving: Collection[int], clock: Clock
) -> Iterator[tuple[dict[int, Face], tuple[Face, ...]]]:
    """For the wilds of a set: for what each of those that stay goes on standing, and from what the others are freed."""
    rule = game.ruleset.retrieval
    apart = wilds_stand_apart(reading, game)
    both = rule.set_of_three == "both" and reading.kind == "set" and len(reading.wild) == 3
    found: list[tuple[dict[int, Face], tuple[Face, ...]]] = [({}, ())]
    for index, (options, wild) in enumerate(zip(reading.options, reading.wild, strict=True)):
        if not wild:
            continue
        longer: dict[object, tuple[dict[int, Face], tuple[Face, ...]]] = {}
        for own, freed in found:
            clock.step(1 + len(options))
            # What a wild is freed from is filled by a natural, so it is taken as well.
            taken = {*own.values(), *freed} if apart else set()
            ways = [({**own, index: face}, freed) for face in options if face not in taken]
            if index in leaving:
                leaves = [options] if both else [(face,) for face in options]
                ways += [(own, tuple(sorted((*freed, *faces)))) for faces in leaves if taken.isdisjoint(faces)]
            for way in ways:
                longer.setdefault((tuple(sorted(way[0].values())), way[1]), way)
        found = list(longer.values())
    return iter(found)


def _grown_cells(reading: Reading, base: Counter[Face], game: Game, stock: Stock) -> Iterator[Counter[Face]]:
    """The multisets of cells, from the base upwards, that the group may come to hold."""
    yield base
    if not stock.may_grow:
        return
    naturals = [options[0] for options, wild in zip(reading.options, reading.wild, strict=True) if not wild]
    for sizes, suits in _ways_to_grow(reading.kind, naturals, game):
        yield from _grown_to(sizes, suits, naturals[0], base, game, stock)


def _ways_to_grow(kind: str, naturals: Sequence[Face], game: Game) -> Iterator[tuple[range, str]]:
    """For each rule of a kind, the sizes that a group of some naturals may come to have, and how its suits go."""
    rules = game.ruleset
    held = [face.suit for face in naturals]
    if kind == "set":
        yield range(rules.set.min, (rules.set.max or MOST_TILES) + 1), rules.set.suits
        return
    for other in rules.other_melds:
        if other.kind != kind or (kind == "pair" and other.only_as):
            continue
        if kind == "colour":
            yield range(other.n, (other.max or MOST_TILES) + 1), "colour"
        elif _goes_by(other.suits, held):
            yield range(other.n, (other.max or other.n) + 1), other.suits


def _goes_by(rule: str, suits: Sequence[str]) -> bool:
    """Whether the suits of naturals are as a rule asks."""
    match rule:
        case "distinct":
            return len(set(suits)) == len(suits)
        case "identical":
            return len(set(suits)) == 1
        case _:
            return True


def _grown_to(
    sizes: range, suits: str, natural: Face, base: Counter[Face], game: Game, stock: Stock
) -> Iterator[Counter[Face]]:
    """The multisets of cells beyond the base that have one of the sizes."""
    size = base.total()
    if suits == "distinct":
        missing = [Face(name, natural.rank) for name in game.suits if Face(name, natural.rank) not in base]
        missing = [face for face in missing if stock.naturals.get(face, 0) or stock.wilds]
        for extra in range(1, len(missing) + 1):
            if size + extra in sizes:
                yield from (base + Counter(chosen) for chosen in combinations(missing, extra))
        return
    cell = {"identical": natural, "colour": Face(natural.suit, 0)}.get(suits, Face("", natural.rank))
    reach = available(cell, stock.naturals) + stock.wilds
    for extra in range(1, reach + 1):
        if size + extra in sizes:
            yield base + Counter({cell: extra})
