"""Doing a plan step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from meldsolver.hints.origin import Place, Source, tile_at
from meldsolver.hints.step import Moved, Plan, Step
from meldsolver.tiles import Meld, Position, Tile


class BrokenPlan(ValueError):
    """A step that cannot be done on the table as it lies then."""


def replay(position: Position, plan: Plan) -> tuple[Meld, ...]:
    """The table after all steps.

    Raises:
        BrokenPlan: a step cannot be done.
    """
    board = Board(position)
    for step in plan.steps:
        board.do(step)
    if board.aside:
        raise BrokenPlan("a wild is left aside")
    lie = {number for number, meld in board.melds.items() if meld}
    if lacking := set(plan.melds) - lie:
        raise BrokenPlan(f"the plan never lays melds {sorted(lacking)} of the table after the play")
    if left := lie - set(plan.melds):
        raise BrokenPlan(f"the plan leaves melds {sorted(left)} that are not on the table after the play")
    recast = dict(plan.recast)
    return tuple(tuple(recast.get(place, board.tile(place)) for place in board.melds[number]) for number in plan.melds)


def tables(position: Position, plan: Plan) -> Iterator[dict[int, Meld]]:
    """The melds after each step, by their number."""
    board = Board(position)
    for step in plan.steps:
        board.do(step)
        yield {number: board.meld(number) for number, places in sorted(board.melds.items()) if places}


class Board:
    """A table in the middle of a plan.

    Attributes:
        melds: for each meld the places where its tiles lay before the play.
        aside: wilds that were taken and not yet laid.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.melds: dict[int, list[Place]] = {
            number: [Place(Source.TABLE, number, index) for index in range(len(meld))]
            for number, meld in enumerate(position.table)
        }
        self.aside: list[Place] = []
        self.used: set[Place] = set()

    def do(self, step: Step) -> None:
        """Does one step.

        Raises:
            BrokenPlan: a tile is not where the step takes it from.
        """
        moving = [*step.moved, *([] if step.freed is None else [step.freed])]
        self._move(moving)
        touched = {number for moved in moving for number in (moved.meld, moved.to)} - {None}
        if touched != {number for number, _ in step.results}:
            raise BrokenPlan("the step does not tell all melds that it touches")
        for number, places in step.results:
            if Counter(self.melds[number]) != Counter(places):
                raise BrokenPlan(f"the tiles of meld {number} are not those that the step tells")
            self.melds[number] = list(places)

    def meld(self, number: int) -> Meld:
        """The tiles of a meld."""
        return tuple(self.tile(place) for place in self.melds[number])

    def tile(self, place: Place) -> Tile:
        """The tile that lay at a place before the play."""
        return tile_at(self.position, place)

    def _move(self, moving: Iterable[Moved]) -> None:
        for moved in moving:
            place = moved.place
            if moved.meld is not None:
                if place not in self.melds.get(moved.meld, ()):
                    raise BrokenPlan(f"{moved.tile} does not lie in meld {moved.meld}")
                self.melds[moved.meld].remove(place)
            elif place in self.aside:
                self.aside.remove(place)
            elif place.source is Source.TABLE or place in self.used:
                raise BrokenPlan(f"{moved.tile} is neither in hand nor aside")
            self.used.add(place)
            if moved.to is None:
                self.aside.append(place)
            else:
                self.melds.setdefault(moved.to, []).append(place)
