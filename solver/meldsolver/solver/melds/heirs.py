"""The melds that may continue a table meld, and how many of its tiles each keeps."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from typing import NamedTuple

from meldsolver.limits.clock import Clock
from meldsolver.limits.remembered import remembered
from meldsolver.rules.game import Game
from meldsolver.solver.melds.shapes import Cut, Shape, longest_meld, shapes_of
from meldsolver.tiles import Face, Meld, Position


class Content(NamedTuple):
    """What a table meld holds, however it lies: its naturals, sorted, and how many wilds."""

    naturals: tuple[Face, ...]
    wilds: int


class Heir(NamedTuple):
    """A meld that may continue a table meld.

    Attributes:
        shape: the meld, or its least part that keeps so many tiles (runs are lengthened from there).
        own: indices of the cells where wilds of the table meld stand.
        kept: indices of the cells that naturals of the table meld fill.
    """

    shape: Shape
    own: tuple[int, ...]
    kept: tuple[int, ...]

    @property
    def keeps(self) -> int:
        """How many tiles of the table meld stay together."""
        return len(self.own) + len(self.kept)


def content_of(meld: Meld, game: Game) -> Content:
    """What a table meld holds."""
    faces = sorted(face for tile in meld if (face := game.natural_face(tile)) is not None)
    return Content(tuple(faces), len(meld) - len(faces))


@remembered
def heirs_of(game: Game, content: Content, least: int = 1, *, clock: Clock | None = None) -> tuple[Heir, ...]:
    """Every meld that keeps a natural or several wilds of the table meld, longer runs left to lengthening.

    Melds that keep one wild alone are left out: they are the same for every table meld
    (:func:`wild_hosts`).

    Args:
        game: the rules.
        content: the table meld.
        least: how many tiles have to stay.
        clock: ends the work.
    """
    if least > 1:
        return tuple(heir for heir in heirs_of(game, content, clock=clock) if heir.keeps >= least)
    clock = clock or Clock()
    shapes = _shapes_with(game, clock=clock)
    mine = Counter(content.naturals)
    near: list[Iterable[Shape]] = [shapes[face] for face in content.naturals]
    if content.wilds:
        places = _by_wild(game, clock=clock)
        near += [places.get(suit, ()) for suit in {face.suit for face in content.naturals}]
    if content.wilds > 1:
        near.append(_whole_shapes(game, clock))
    candidates: dict[Shape, None] = {}
    for shape in chain.from_iterable(near):
        clock.step()
        candidates[shape] = None
    heirs = []
    for shape in candidates:
        for own in _choices(shape, content.wilds):
            clock.step()
            kept = _kept(shape, own, mine)
            if (kept or len(own) > 1) and _is_least(shape, {*own, *kept}, game):
                heirs.append(Heir(shape, own, kept))
    return tuple(heirs)


def _whole_shapes(game: Game, clock: Clock | None) -> tuple[Shape, ...]:
    return shapes_of(game, cut=Cut.WHOLE, most=longest_meld(game), clock=clock)


@remembered
def wild_hosts(game: Game, *, clock: Clock | None = None) -> tuple[Heir, ...]:
    """Melds of the least size of which a wild is all that a table meld keeps."""
    shapes = _whole_shapes(game, clock)
    least = [s for s in shapes if s.kind != "run" or len(s.cells) == game.ruleset.run.min]
    return tuple(Heir(shape, (cell,), ()) for shape in least for cell in range(len(shape.cells)))


@remembered
def _shapes_with(game: Game, *, clock: Clock) -> dict[Face, list[Shape]]:
    found: dict[Face, list[Shape]] = defaultdict(list)
    for shape in _whole_shapes(game, clock):
        clock.step()
        for face in dict.fromkeys(shape.cells):
            found[face].append(shape)
    return found


@remembered
def _by_wild(game: Game, *, clock: Clock) -> dict[str, list[Shape]]:
    """Runs by suit: a wild at the end may keep company with naturals at a distance."""
    found: dict[str, list[Shape]] = defaultdict(list)
    for shape in _whole_shapes(game, clock):
        clock.step()
        if shape.kind == "run":
            found[shape.cells[0].suit].append(shape)
    return found


def _choices(shape: Shape, wilds: int) -> Iterator[tuple[int, ...]]:
    """The cells where wilds of the table meld may stand."""
    for count in range(min(wilds, len(shape.cells)) + 1):
        yield from combinations(range(len(shape.cells)), count)


def _kept(shape: Shape, own: tuple[int, ...], mine: Counter[Face]) -> tuple[int, ...]:
    left = mine.copy()  # a run all round holds a face twice
    kept = []
    for index, cell in enumerate(shape.cells):
        if index not in own and left[cell] > 0:
            left[cell] -= 1
            kept.append(index)
    return tuple(kept)


def _is_least(shape: Shape, staying: set[int], game: Game) -> bool:
    """Whether a run begins and ends with what stays, so that it is not another heir lengthened."""
    size = len(shape.cells)
    return shape.kind != "run" or size == game.ruleset.run.min or {0, size - 1} <= staying


def is_telling(game: Game) -> bool:
    """Whether the cells of melds tell which cards fill them, so that the count can be exact."""
    rules = game.ruleset
    plain_sets = not rules.set.allowed or rules.set.suits == "distinct"
    return plain_sets and rules.run.suit == "same" and not game.wild_faces and not rules.other_melds


def contents(position: Position, game: Game) -> Counter[Content]:
    """The table's melds; those that hold the same count together."""
    return Counter(content_of(meld, game) for meld in position.table)
