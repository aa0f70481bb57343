"""Candidate melds: every natural meld of a game, as the cells that it covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Enum, auto
from itertools import combinations
from math import comb
from typing import NamedTuple

from meldsolver.limits.clock import Clock
from meldsolver.limits.remembered import remembered
from meldsolver.rules.game import HONOUR_SUIT, Game
from meldsolver.rules.ruleset import OtherMeld
from meldsolver.tiles import Face
from meldsolver.tiles.request import Fault, InvalidRequest


class Shape(NamedTuple):
    """A meld without regard to which of its tiles are wilds.

    Attributes:
        kind: ``set``, ``run``, ``pair``, ``colour``, ``more``: a tile that lengthens a run, or ``member``: a tile of
            some set.
        cells: the face that each tile shows or stands for; an empty suit or zero rank means any.
        places: for a run, the place of each cell in the order of ranks.
        points: the worth of the meld.
    """

    kind: str
    cells: tuple[Face, ...]
    places: tuple[int, ...]
    points: int


class Cut(Enum):
    """How the melds of a game are offered.

    WHOLE: every meld as one shape.
    SHORT: runs and sets that are sums of shorter ones are left out: where only coverage counts,
        tiles from the least size to one less than twice that size build everything.
    FLOW: as SHORT for sets; a run is one of the least size, lengthened tile by tile (``more``).
    """

    WHOLE = auto()
    SHORT = auto()
    FLOW = auto()


MOST_LISTED_SUITS = 4
"""Sets of more suits are described tile by tile where that is possible."""

MOST_CELLS = 1_000_000
"""More cells in all the melds of a game would fill the memory before any search begins."""


@remembered
def shapes_of(
    game: Game, *, cut: Cut, most: int, pooled: bool = False, long_sets: bool = False, clock: Clock | None = None
) -> tuple[Shape, ...]:
    """The game's melds of at most ``most`` tiles.

    Args:
        game: the rules.
        cut: how they are offered.
        most: no shape is longer (the tiles in play, or :func:`longest_meld`).
        pooled: whether sets are described tile by tile (``member``; :mod:`meldsolver.solver.model.pooled_sets`).
        long_sets: whether sets that are sums of shorter ones are offered as well, however runs are.
        clock: ends the work.

    Raises:
        InvalidRequest: there are too many.
        OutOfTime: the clock ended it.
    """
    clock = clock or Clock()
    shapes = []
    cells = 0
    for shape in _all_shapes(game, cut, most, pooled, long_sets):
        clock.step(1 + len(shape.cells) // 8)
        if len(shape.cells) <= most:
            shapes.append(shape)
            cells += len(shape.cells)
            if cells > MOST_CELLS:
                raise too_many_melds()
    return tuple(shapes)


def longest_meld(game: Game) -> int:
    """The most tiles that a meld of the game's deck can have."""
    rules = game.ruleset
    lengths = [0]
    if rules.run.allowed:
        lengths.append(game.span + (rules.run.wrap in ("one_high", "high_only")))
    if rules.set.allowed:
        lengths.append(min(room_for(game, rules.set.suits), rules.set.max or MOST_CELLS))
    for other in rules.other_melds:
        most = room_for(game, "colour" if other.kind == "colour" else other.suits)
        lengths.append(min(most, other.max or (other.n if other.kind == "pair" else most)))
    return max(lengths)


def room_for(game: Game, suits: str) -> int:
    """How many tiles the deck has for one set of such suits, or for one meld of a colour, wilds included."""
    deck = game.ruleset.deck
    copies = deck.copies * deck.packs
    wilds = deck.wilds * deck.packs + copies * len(game.wild_faces)
    match suits:
        case "distinct":
            return len(game.suits)
        case "identical":
            return copies + wilds
        case "colour":
            return copies * game.span + wilds
        case _:
            return copies * max(Counter(face.rank for face in game.faces).values()) + wilds


def too_many_melds() -> InvalidRequest:
    """The refusal of a game whose melds are too many to be told apart."""
    text = "too many different melds for this position; fewer ranks, a lower run.max or fewer wilds would do"
    return InvalidRequest([Fault("ruleset", "TOO_LARGE", text)])


def _all_shapes(game: Game, cut: Cut, most: int, pooled: bool, long_sets: bool) -> Iterator[Shape]:
    rules = game.ruleset
    if rules.run.allowed:
        short = {Cut.WHOLE: most, Cut.SHORT: 2 * rules.run.min - 1, Cut.FLOW: rules.run.min}
        yield from _runs(game, min(most, short[cut]))
        if cut is Cut.FLOW:
            yield from _lengthening(game)
    if rules.set.allowed and pooled:
        for face in game.faces:
            if face.suit != HONOUR_SUIT:
                yield Shape("member", (face,), (), game.set_value(face.rank))
    elif rules.set.allowed:
        longest = most if cut is Cut.WHOLE or long_sets else min(most, 2 * rules.set.min - 1)
        longest = min(longest, rules.set.max or longest, room_for(game, rules.set.suits))
        yield from _of_ranks(game, "set", rules.set.suits, range(rules.set.min, longest + 1))
    for other in rules.other_melds:
        if other.kind == "pair" and not other.only_as:
            yield from pair_shapes(game, other, most)
        elif other.kind == "colour":
            for size in range(other.n, min(most, other.max or most, room_for(game, "colour")) + 1):
                for suit in game.suits:
                    yield Shape("colour", (Face(suit, 0),) * size, (), 0)


def _runs(game: Game, longest: int) -> Iterator[Shape]:
    suits = game.suits if game.ruleset.run.suit == "same" else ("",)
    for size in range(game.ruleset.run.min, longest + 1):
        for start in game.starts(size):
            places = tuple(range(start, start + size))
            points = sum(map(game.place_value, places))
            for suit in suits:
                yield Shape("run", tuple(Face(suit, game.rank_at(place)) for place in places), places, points)


def pair_shapes(game: Game, other: OtherMeld, most: int) -> Iterator[Shape]:
    """The pairs of a game that has such melds, of at most so many tiles."""
    return _of_ranks(game, "pair", other.suits, range(other.n, min(most, other.max or other.n) + 1))


def _of_ranks(game: Game, kind: str, suits: str, sizes: range) -> Iterator[Shape]:
    """Every set of such sizes, unless that is far too many: that is counted and not tried."""
    ranks = _set_ranks(game)
    if suits == "distinct" and len(ranks) * sum(comb(len(game.suits), size) * size for size in sizes) > MOST_CELLS:
        raise too_many_melds()
    for rank in ranks:
        for size in sizes:
            yield from _same_rank(game, kind, suits, rank, size)


def runs_flow(game: Game) -> bool:
    """Whether runs may be described as lengthened tile by tile: one suit, no circle, no limit on length."""
    rule = game.ruleset.run
    longest = game.span + (rule.wrap == "one_high")
    return rule.suit == "same" and rule.wrap != "circular" and (rule.max == 0 or rule.max >= longest)


def sets_pool(game: Game) -> bool:
    """Whether sets may be described tile by tile, and are so many that it is faster."""
    rule = game.ruleset.set
    return rule.allowed and rule.suits == "distinct" and len(game.suits) > MOST_LISTED_SUITS


def _lengthening(game: Game) -> Iterator[Shape]:
    starts = game.starts(game.ruleset.run.min)
    for start in starts[1:]:
        place = start + game.ruleset.run.min - 1
        for suit in game.suits:
            yield Shape("more", (Face(suit, game.rank_at(place)),), (place,), game.place_value(place))


def _set_ranks(game: Game) -> list[int]:
    return sorted({face.rank for face in game.faces})


def _same_rank(game: Game, kind: str, suits: str, rank: int, size: int) -> Iterator[Shape]:
    points = game.set_value(rank) * size
    present = [face.suit for face in game.faces if face.rank == rank]
    match suits:
        case "distinct":
            plain = [suit for suit in present if suit != HONOUR_SUIT]
            for chosen in combinations(plain, size):
                yield Shape(kind, tuple(Face(suit, rank) for suit in chosen), (), points)
        case "identical":
            for suit in present:
                yield Shape(kind, (Face(suit, rank),) * size, (), points)
        case _:
            yield Shape(kind, (Face("", rank),) * size, (), points)
