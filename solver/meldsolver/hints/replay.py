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
    if board.hand:
        raise BrokenPlan("a wild is left in the hand")
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
        hand: wilds that were taken and not yet laid.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.melds: dict[int, list[Place]] = {
            number: [Place(Source.TABLE, number, index) for index in range(len(meld))]
            for number, meld in enumerate(position.table)
        }
        self.hand: list[Place] = []
        self.used: set[Place] = set()

    def do(self, step: Step) -> None:
        """Does one step.

        Raises:
            BrokenPlan: a tile is not where the step takes it from.
        """
        self._move(step.moved, step.target)
        if step.freed is not None:
            self._move([step.freed], step.freed_to)
        touched = {step.target, step.freed_to, *(moved.meld for moved in step.moved)} - {None}
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

    def _move(self, moving: Iterable[Moved], target: int | None) -> None:
        for moved in moving:
            place = moved.place
            if moved.meld is not None:
                if place not in self.melds.get(moved.meld, ()):
                    raise BrokenPlan(f"{moved.tile} does not lie in meld {moved.meld}")
                self.melds[moved.meld].remove(place)
            elif place in self.hand:
                self.hand.remove(place)
            elif place.source is Source.TABLE or place in self.used:
                raise BrokenPlan(f"{moved.tile} is in no hand")
            self.used.add(place)
            if target is None:
                self.hand.append(place)
            else:
                self.melds.setdefault(target, []).append(place)
