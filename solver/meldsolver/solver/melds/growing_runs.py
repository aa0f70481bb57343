"""The runs that a run on a table whose melds only grow may become."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import NamedTuple

from meldsolver.rules.game import Game
from meldsolver.rules.reading import Reading
from meldsolver.rules.turn_kind import limits_spare_grown
from meldsolver.solver.melds.columns import available, may_fill
from meldsolver.solver.melds.continuation import Continuation, Stock
from meldsolver.solver.melds.shapes import Shape
from meldsolver.solver.melds.supply import card_face
from meldsolver.tiles import Face, Meld


class _Run(NamedTuple):
    """A run and what becomes of its tiles, by their indices.

    Attributes:
        meld: its tiles.
        reading: how they are read.
        suit: its suit; empty where suits do not matter.
        naturals: tiles that stay at their rank, as naturals.
        bound: wilds that go on standing for their rank.
        moving: wilds that may be read anew.
        freed: wilds for which naturals are laid in their place.
    """

    meld: Meld
    reading: Reading
    suit: str
    naturals: tuple[int, ...]
    bound: tuple[int, ...]
    moving: tuple[int, ...]
    freed: tuple[int, ...]


def grown_runs(
    meld: Meld, reading: Reading, game: Game, stock: Stock, leaving: Collection[int]
) -> Iterator[Continuation]:
    """Every run that a run may become with the tiles in play.

    Args:
        meld: the run.
        reading: one way to read it.
        game: the rules.
        stock: what may be added.
        leaving: indices of its wilds that a natural may replace.
    """
    rule = game.ruleset.wild
    suit = next(options[0].suit for options in reading.options) if game.ruleset.run.suit == "same" else ""
    naturals = tuple(index for index, wild in enumerate(reading.wild) if not wild)
    wilds = [index for index, wild in enumerate(reading.wild) if wild]
    ends = {min(reading.places), max(reading.places)}
    anew = {i for i in wilds if (rule.end_wild_revaluable if reading.places[i] in ends else rule.inner_wild_revaluable)}
    # A wild is given up only to a natural that is there to take its place.
    replaceable = [
        index
        for index in wilds
        if index in leaving and available(Face(suit, game.rank_at(reading.places[index])), stock.naturals)
    ]
    for size in range(len(replaceable) + 1):
        for freed in combinations(replaceable, size):
            stock.clock.step()
            staying = [index for index in wilds if index not in freed]
            bound = tuple(index for index in staying if index not in anew)
            moving = tuple(index for index in staying if index in anew)
            run = _Run(meld, reading, suit, naturals, bound, moving, freed)
            fixed = (*naturals, *bound, *freed)
            for places in _placings([game.rank_at(reading.places[index]) for index in fixed], game):
                for low, high in _windows(places, run, game, stock):
                    # Where ranks go round, a run begins in the first round: what a place is worth depends on it.
                    back = low - game.rank_at(low) if game.ruleset.run.wrap == "circular" else 0
                    at = {index: place - back for index, place in zip(fixed, places, strict=True)}
                    yield from _laid(run, at, low - back, high - back, game, stock)


def _placings(ranks: Sequence[int], game: Game) -> Iterator[tuple[int, ...]]:
    """The places where a run may hold these ranks: where ranks go round, or one has two places, several."""
    if game.ruleset.run.wrap == "circular":
        for first in dict.fromkeys(ranks):
            yield tuple(first + (rank - first) % game.span for rank in ranks)
        return
    for places in product(*map(game.places_of, ranks)):
        if len(set(places)) == len(places):
            yield places


def _windows(places: Sequence[int], run: _Run, game: Game, stock: Stock) -> Iterator[tuple[int, int]]:
    """The stretches of places that a run may come to cover, as far as tiles in play can fill them."""
    first, last = min(places), max(places)
    wilds = stock.wilds + len(run.freed) + sum(run.reading.wild)
    stock.clock.step(game.span)
    lows = _reach(first, -1, game, stock.naturals, wilds, run.suit)
    highs = _reach(last, 1, game, stock.naturals, wilds, run.suit)
    circular = game.ruleset.run.wrap == "circular"
    for low in lows:
        stock.clock.step(len(highs))
        for high in highs:
            length = high - low + 1
            if (game.rank_at(low) if circular else low) in game.starts(length):
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


def _laid(run: _Run, fixed: Mapping[int, int], low: int, high: int, game: Game, stock: Stock) -> Iterator[Continuation]:
    """The runs over one stretch of places, for every choice of places for the wilds that are read anew."""
    places = tuple(range(low, high + 1))
    cells = tuple(Face(run.suit, game.rank_at(place)) for place in places)
    shape = Shape("run", cells, places, sum(map(game.place_value, places)))
    at = {place: index for index, place in fixed.items()}
    free = [place for place in places if place not in at]
    filled = [place for place in places if at.get(place) in run.freed]
    # What neither naturals of the rack nor wilds that stay can fill is left to the wilds that may be added.
    bare = {place for place in free if not available(Face(run.suit, game.rank_at(place)), stock.naturals)}
    if len(bare) > stock.wilds + len(run.moving):
        return
    for chosen in combinations(free, len(run.moving)):
        stock.clock.step(len(places))
        if len(bare.difference(chosen)) > stock.wilds:
            continue
        fill = sorted([*(place for place in free if place not in chosen), *filled])
        if fill and not stock.may_grow:
            continue
        for moving in _orders(run, chosen, game, stock):
            held = {place: index for place, index in at.items() if index not in run.freed}
            held |= dict(zip(chosen, moving, strict=True))
            wild = [place for place, index in held.items() if index in run.bound]
            wild += [place for place in chosen if not _shows(run, held[place], place, game)]
            if _side_by_side(wild, game) or (not (fill or stock.anew) and _only_read_anew(run, wild, places, game)):
                continue
            yield Continuation(
                shape=shape,
                cells=tuple(place - low for place in fill),
                own_wilds=tuple(sorted(place - low for place in wild)),
                tiles=tuple(sorted((place - low, index) for place, index in held.items())),
                freed=tuple(Face(run.suit, game.rank_at(place)) for place in filled),
                freed_wilds=len(filled),
                kept=tuple(place - low for place in filled),
            )


def _orders(run: _Run, places: Sequence[int], game: Game, stock: Stock) -> Iterator[tuple[int, ...]]:
    """The ways to put wilds on places: it matters only which of them show their own face there."""
    seen = set()
    showing = {index: [place for place in places if _shows(run, index, place, game)] for index in run.moving}
    if not any(showing.values()):
        yield run.moving
        return
    for order in permutations(run.moving):
        stock.clock.step()
        key = tuple(place in showing[index] for index, place in zip(order, places, strict=True))
        if key not in seen:
            seen.add(key)
            yield order


def _shows(run: _Run, index: int, place: int, game: Game) -> bool:
    """Whether a card that was a wild of the run shows its own face at a place: then it is a natural there."""
    face = card_face(run.meld[index], game)
    return face is not None and may_fill(face, Face(run.suit, game.rank_at(place)))


def _only_read_anew(run: _Run, wild: Collection[int], places: Sequence[int], game: Game) -> bool:
    """Whether a run to which nothing is added would be read otherwise than before, for nothing."""
    was = [place for place, is_wild in zip(run.reading.places, run.reading.wild, strict=True) if is_wild]
    if not game.ruleset.wild.may_exceed_copies and sorted(map(game.rank_at, wild)) != sorted(map(game.rank_at, was)):
        return False  # wilds count as copies: to read them anew may make room for others

    def same(one: Collection[int], other: Collection[int]) -> bool:
        if game.ruleset.run.wrap == "circular":
            # The same ranks may be counted from another round.
            return {game.rank_at(place) for place in one} == {game.rank_at(place) for place in other}
        return set(one) == set(other)

    return not (same(places, run.reading.places) and same(wild, was))


def _side_by_side(wilds: Collection[int], game: Game) -> bool:
    """Whether wilds that stay in a run would stand side by side where they may not."""
    if game.ruleset.wild.adjacent_ok or limits_spare_grown(game.ruleset):
        return False
    return any(place + 1 in wilds for place in wilds)
