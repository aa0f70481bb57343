"""A table in the middle of a plan: where every tile lies, and where it has to go."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from meldsolver.hints.origin import MeldOrigin, Place
from meldsolver.hints.replay import Board
from meldsolver.hints.step import Moved, Step
from meldsolver.rules.game import Game
from meldsolver.rules.reading import is_meld, valid_readings
from meldsolver.tiles import Meld, Position, Tile


class PlanBoard(Board):
    """A board that knows the play.

    Attributes:
        game: the rules.
        numbers: for each meld of the table after the play, its number in the plan.
        goal: for each tile, the number of the meld where it ends.
        rank: for each tile, its index in that meld.
        ends: for each tile, how it reads after the play.
        lies: for each tile, the meld where it lies now; ``None`` for the rack, loose tiles and what is aside.
    """

    def __init__(
        self,
        position: Position,
        table: Sequence[Meld],
        came: Sequence[MeldOrigin],
        game: Game,
        numbers: Sequence[int] | None = None,
    ) -> None:
        super().__init__(position)
        self.game = game
        unused = iter(range(len(position.table), len(position.table) + len(came)))
        usual = (next(unused) if origin.continues is None else origin.continues for origin in came)
        self.numbers = tuple(usual if numbers is None else numbers)
        self.goal: dict[Place, int] = {}
        self.rank: dict[Place, int] = {}
        self.ends: dict[Place, Tile] = {}
        for number, meld, origin in zip(self.numbers, table, came, strict=True):
            for index, (place, tile) in enumerate(zip(origin.places, meld, strict=True)):
                self.goal[place], self.rank[place], self.ends[place] = number, index, tile
        self.lies: dict[Place, int | None] = dict.fromkeys(self.goal)
        for number, places in self.melds.items():
            self.lies.update(dict.fromkeys(places, number))

    def pending(self) -> list[Place]:
        """The tiles that are still to be moved."""
        return [place for place, goal in self.goal.items() if self.lies[place] != goal]

    def exists(self, number: int) -> bool:
        """Whether a meld lies on the table."""
        return bool(self.melds.get(number))

    def moved(self, place: Place, to: int | None) -> Moved:
        """A tile as a step moves it from where it lies now."""
        return Moved(self.tile(place), place, self.lies[place], to)

    def do(self, step: Step) -> None:
        """Does one step."""
        super().do(step)
        for moved in (*step.moved, *([] if step.freed is None else [step.freed])):
            self.lies[moved.place] = moved.to

    def is_valid(self, places: Iterable[Place]) -> bool:
        """Whether tiles lying so are a meld; what the position or the play says of a wild alone binds it there."""
        return is_meld(tuple(map(self._read, places)), self.game, grown=True)

    def _read(self, place: Place) -> Tile:
        """A tile that may be read as before or as after the play."""
        before, after = self.tile(place), self.ends[place]
        if before == after:
            return before
        card = before._replace(stands_for=None)
        return card._replace(wild=False) if card.suit else card

    def ordered(self, number: int, content: Collection[Place]) -> tuple[Place, ...]:
        """The order in which tiles lie in a meld: as after the play; where some of them go on, as a run asks for."""
        ending = sorted((place for place in content if self.goal[place] == number), key=self.rank.__getitem__)
        lying = [place for place in self.melds.get(number, ()) if place in content]
        if len(ending) == len(content):
            return tuple(ending)
        if len(lying) == len(content):
            places = lying
        else:
            places = [*lying, *sorted(set(content) - set(lying), key=lambda place: (self.tile(place), place))]
        return self._as_a_run(tuple(places))

    def _as_a_run(self, places: tuple[Place, ...]) -> tuple[Place, ...]:
        readings = valid_readings(tuple(map(self._read, places)), self.game, grown=True)
        if not readings or readings[0].kind != "run":
            return places
        at = readings[0].places
        falling = all(second < first for first, second in pairwise(at))
        return places if falling else tuple(place for _, place in sorted(zip(at, places, strict=True)))

    def results(self, carried: Mapping[Place, int | None]) -> tuple[tuple[int, tuple[Place, ...]], ...]:
        """Every meld that is touched when tiles are carried to melds, as it lies then."""
        content = {
            number: set(self.melds.get(number, ()))
            for number in {*carried.values(), *(self.lies[place] for place in carried)}
            if number is not None
        }
        for place, to in carried.items():
            if (source := self.lies[place]) is not None:
                content[source].discard(place)
            if to is not None:
                content[to].add(place)
        return tuple((number, self.ordered(number, places)) for number, places in sorted(content.items()))
