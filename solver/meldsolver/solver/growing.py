"""Tables whose melds may only grow: every way in which a meld on the table may continue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from meldsolver.limits.clock import Clock
from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading, valid_readings
from meldsolver.rules.table_wilds import replaceable_places, wilds_stand_apart
from meldsolver.rules.turn_kind import limits_spare_grown
from meldsolver.solver.columns import Column, available, may_fill
from meldsolver.solver.linear import LinearModel
from meldsolver.solver.shapes import Shape, too_many_melds
from meldsolver.tiles import Face, Position

MOST_TRIED_CELLS = 300_000
"""More cells in the melds that the table's melds could become would cost seconds of building."""


class _Continuation(NamedTuple):
    """A meld that a meld on the table may become: the cells to fill, those of its own wilds, what it frees."""

    shape: Shape
    cells: tuple[int, ...]
    own_wilds: tuple[int, ...]
    freed: tuple[Face, ...]
    freed_wilds: int


def growing_columns(
    model: LinearModel, position: Position, game: Game, supply: Mapping[Face, int], wilds: int, *, may_grow: bool
) -> list[Column]:
    """For each meld on the table, one column for each meld that it may become; exactly one is taken.

    Args:
        model: where the variables and the choice of one go.
        position: the position, with the melds on the table.
        game: the rules.
        supply: naturals of the rack by face.
        wilds: wilds that may be added, freed ones included.
        may_grow: whether melds may grow at all.

    Raises:
        InvalidRequest: there are too many.
    """
    columns: list[Column] = []
    tried = 0
    leaving = replaceable_places(position, game) if may_grow else [frozenset[int]()] * len(position.table)
    for index, meld in enumerate(position.table):
        found: dict[tuple[Shape, tuple[int, ...], tuple[int, ...]], Column] = {}
        for reading in valid_readings(meld, game, grown=True):
            for way in _continuations(reading, game, supply, wilds, may_grow, leaving[index], model.clock):
                model.clock.step()
                tried += len(way.shape.cells)
                if tried > MOST_TRIED_CELLS:
                    raise too_many_melds()
                key = (way.shape, way.cells, way.own_wilds)
                if key not in found:
                    found[key] = Column(model.var(0, 1), *way[:3], index, way.freed, way.freed_wilds)
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
    reading: Reading,
    game: Game,
    supply: Mapping[Face, int],
    wilds: int,
    may_grow: bool,
    leaving: Collection[int],
    clock: Clock,
) -> Iterator[_Continuation]:
    if game.ruleset.retrieval.only_from == "runs" and reading.kind != "run":
        leaving = ()
    if reading.kind == "run":
        yield from _runs(reading, game, supply, wilds, may_grow, leaving, clock)
    else:
        yield from _groups(reading, game, supply, wilds, may_grow, leaving, clock)


def _runs(
    reading: Reading,
    game: Game,
    supply: Mapping[Face, int],
    wilds: int,
    may_grow: bool,
    leaving: Collection[int],
    clock: Clock,
) -> Iterator[_Continuation]:
    rule = game.ruleset.wild
    suit = next(options[0].suit for options in reading.options) if game.ruleset.run.suit == "same" else ""
    naturals = {place for place, wild in zip(reading.places, reading.wild, strict=True) if not wild}
    own = [place for place, wild in zip(reading.places, reading.wild, strict=True) if wild]
    ends = {min(reading.places), max(reading.places)}
    fixed: list[int] = []
    movable: list[int] = []
    for place in own:
        free = rule.end_wild_revaluable if place in ends else rule.inner_wild_revaluable
        (movable if free else fixed).append(place)
    # A wild is given up only to a natural that is there to take its place.
    replaceable = [
        place
        for index, place in enumerate(reading.places)
        if index in leaving and reading.wild[index] and available(Face(suit, game.rank_at(place)), supply)
    ]
    for freed in _subsets(replaceable):
        clock.step()
        kept_fixed = [place for place in fixed if place not in freed]
        kept_movable = len([place for place in movable if place not in freed])
        must = naturals | set(kept_fixed)
        for low, high in _windows(reading, must | set(freed), game, supply, wilds + len(freed), may_grow, suit, clock):
            places = tuple(range(low, high + 1))
            clock.step(len(places))
            if len(places) < len(reading.places) and not freed:
                continue
            free_places = [place for place in places if place not in must and place not in freed]
            # What neither naturals of the rack nor wilds that stay can fill is left to the wilds that may be added.
            bare = {place for place in free_places if not available(Face(suit, game.rank_at(place)), supply)}
            if len(bare) > wilds + kept_movable:
                continue
            for moved in combinations(free_places, kept_movable):
                clock.step(len(places))
                if len(bare.difference(moved)) > wilds:
                    continue
                shape = _run_shape(places, suit, game)
                own_cells = tuple(i for i, place in enumerate(places) if place in kept_fixed or place in moved)
                cells = tuple(i for i, place in enumerate(places) if place not in must and place not in moved)
                freed_faces = tuple(Face(suit, game.rank_at(place)) for place in freed)
                if (not may_grow and cells) or _side_by_side([*kept_fixed, *moved], game):
                    continue
                yield _Continuation(shape, cells, own_cells, freed_faces, len(freed))


def _side_by_side(wilds: list[int], game: Game) -> bool:
    """Whether wilds that stay in a run would stand side by side where they may not."""
    if game.ruleset.wild.adjacent_ok or limits_spare_grown(game.ruleset):
        return False
    return any(place + 1 in wilds for place in wilds)


def _run_shape(places: tuple[int, ...], suit: str, game: Game) -> Shape:
    cells = tuple(Face(suit, game.rank_at(place)) for place in places)
    return Shape("run", cells, places, sum(map(game.place_value, places)))


def _subsets(places: list[int]) -> Iterator[tuple[int, ...]]:
    for size in range(len(places) + 1):
        yield from combinations(places, size)


def _windows(
    reading: Reading,
    must: set[int],
    game: Game,
    supply: Mapping[Face, int],
    wilds: int,
    may_grow: bool,
    suit: str,
    clock: Clock,
) -> Iterator[tuple[int, int]]:
    """The stretches of places that a run may come to cover, as far as tiles in play can fill them."""
    first, last = min(must), max(must)
    if not may_grow:
        yield min(reading.places), max(reading.places)
        return
    own = sum(reading.wild)
    circular = game.ruleset.run.wrap == "circular"
    clock.step(game.span)
    lows = _reach(first, -1, game, supply, wilds + own, suit)
    highs = _reach(last, 1, game, supply, wilds + own, suit)
    for low in lows:
        clock.step(len(highs))
        for high in highs:
            length = high - low + 1
            start = game.rank_at(low) if circular else low
            if start in game.starts(length):
                yield low, high


def _reach(place: int, step: int, game: Game, supply: Mapping[Face, int], wilds: int, suit: str) -> list[int]:
    reached = [place]
    lacking = 0
    for _ in range(game.span + 1):
        place += step
        if available(Face(suit, game.rank_at(place)), supply) == 0:
            lacking += 1
            if lacking > wilds:
                break
        reached.append(place)
    return reached


def _groups(
    reading: Reading,
    game: Game,
    supply: Mapping[Face, int],
    wilds: int,
    may_grow: bool,
    leaving: Collection[int],
    clock: Clock,
) -> Iterator[_Continuation]:
    """Continuations of sets, pairs and colours."""
    naturals = [options[0] for options, wild in zip(reading.options, reading.wild, strict=True) if not wild]
    wild_options = [(reading.options[i], i in leaving) for i, wild in enumerate(reading.wild) if wild]
    for own, freed in _own_wilds(wild_options, reading, game, clock):
        base = Counter(naturals) + Counter(own) + Counter(freed)
        for cells in _grown_cells(reading, base, game, supply, wilds, may_grow):
            added = cells - Counter(naturals) - Counter(own)
            order = sorted(cells.elements())
            own_cells, fill = [], []
            open_own, open_fill = Counter(own), Counter(added)
            for index, cell in enumerate(order):
                if open_own[cell]:
                    open_own[cell] -= 1
                    own_cells.append(index)
                elif open_fill[cell]:
                    open_fill[cell] -= 1
                    fill.append(index)
            points = 0 if reading.kind == "colour" else game.set_value(naturals[0].rank) * len(order)
            shape = Shape(reading.kind, tuple(order), (), points)
            gone = len(wild_options) - len(own)
            yield _Continuation(shape, tuple(fill), tuple(own_cells), freed, gone)


def _own_wilds(
    wilds: list[tuple[tuple[Face, ...], bool]], reading: Reading, game: Game, clock: Clock
) -> list[tuple[tuple[Face, ...], tuple[Face, ...]]]:
    """For the wilds of a set: which faces they go on standing for, and from which they are freed."""
    rule = game.ruleset.retrieval
    apart = wilds_stand_apart(reading, game)
    both = rule.set_of_three == "both" and reading.kind == "set" and len(reading.wild) == 3
    found: set[tuple[tuple[Face, ...], tuple[Face, ...]]] = {((), ())}
    for options, may_leave in wilds:
        longer: set[tuple[tuple[Face, ...], tuple[Face, ...]]] = set()
        for own, freed in found:
            clock.step(1 + len(options))
            # What a wild is freed from is filled by a natural, so it is taken as well.
            taken = {*own, *freed} if apart else set()
            for face in options:
                if face not in taken:
                    longer.add((tuple(sorted((*own, face))), freed))
            if may_leave:
                for faces in [options] if both else [(face,) for face in options]:
                    if taken.isdisjoint(faces):
                        longer.add((own, tuple(sorted((*freed, *faces)))))
        found = longer
    return sorted(found)


def _grown_cells(
    reading: Reading, base: Counter[Face], game: Game, supply: Mapping[Face, int], wilds: int, may_grow: bool
) -> Iterator[Counter[Face]]:
    """The multisets of cells, from the base upwards, that the group may come to hold."""
    rules = game.ruleset
    yield base
    if not may_grow:
        return
    naturals = [options[0] for options, wild in zip(reading.options, reading.wild, strict=True) if not wild]
    rank, suit = naturals[0].rank, naturals[0].suit
    size = sum(base.values())
    match reading.kind:
        case "set":
            most, suits = rules.set.max, rules.set.suits
        case "colour":
            other = next(other for other in rules.other_melds if other.kind == "colour")
            most, suits = other.max, "colour"
        case _:
            pair = next(other for other in rules.other_melds if other.kind == "pair" and not other.only_as)
            most, suits = pair.max or pair.n, pair.suits
    if suits == "distinct":
        missing = [Face(name, rank) for name in game.suits if Face(name, rank) not in base]
        missing = [face for face in missing if supply.get(face, 0) or wilds]
        for extra in range(1, len(missing) + 1):
            if most and size + extra > most:
                return
            for chosen in combinations(missing, extra):
                yield base + Counter(chosen)
        return
    cell = {"identical": Face(suit, rank), "colour": Face(suit, 0)}.get(suits, Face("", rank))
    reach = available(cell, supply) + wilds
    for extra in range(1, reach + 1):
        if most and size + extra > most:
            return
        yield base + Counter({cell: extra})
