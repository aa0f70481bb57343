"""A table in the middle of a plan: where every tile lies, and where it has to go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meldsolver.hints.exchange import Exchange, exchanges
from meldsolver.hints.origin import MeldOrigin, Place
from meldsolver.hints.replay import Board
from meldsolver.hints.step import Moved, Step
from meldsolver.rules.game import Game
from meldsolver.rules.reading import is_meld
from meldsolver.tiles import Meld, Position


class PlanBoard(Board):
    """A board that knows the play.

    Attributes:
        game: the rules.
        numbers: for each meld of the table after the play, its number in the plan.
        goal: for each tile, the number of the meld where it ends.
        rank: for each tile, its index in that meld.
        open_exchanges: the exchanges that are still to be done.
    """

    def __init__(self, position: Position, table: Sequence[Meld], came: Sequence[MeldOrigin], game: Game) -> None:
        super().__init__(position)
        self.game = game
        unused = iter(range(len(position.table), len(position.table) + len(came)))
        self.numbers = tuple(next(unused) if origin.continues is None else origin.continues for origin in came)
        self.goal: dict[Place, int] = {}
        self.rank: dict[Place, int] = {}
        for number, origin in zip(self.numbers, came, strict=True):
            for index, place in enumerate(origin.places):
                self.goal[place], self.rank[place] = number, index
        self.lies: dict[Place, int | None] = dict.fromkeys(self.goal)
        for number, places in self.melds.items():
            self.lies.update(dict.fromkeys(places, number))
        self._pending = {place: None for place, goal in self.goal.items() if self.lies[place] != goal}
        self.open_exchanges: list[Exchange] = exchanges(
            position, table, [origin.places for origin in came], self.goal, game
        )
        self._valid: dict[tuple[Place, ...], bool] = {}
        self._broken = {n for n, places in self.melds.items() if not self.is_valid(places)}

    @property
    def done(self) -> bool:
        """Whether every tile lies where it has to."""
        return not self._pending

    def pending(self) -> list[Place]:
        """The tiles that are still to be moved."""
        return list(self._pending)

    def exists(self, number: int) -> bool:
        """Whether a meld lies on the table."""
        return bool(self.melds.get(number))

    def moved(self, place: Place) -> Moved:
        """A tile as a step moves it from where it lies now."""
        return Moved(self.tile(place), place, self.lies[place])

    def do(self, step: Step) -> None:
        """Does one step, and remembers what it leaves."""
        super().do(step)
        for moved in step.moved:
            self._lay(moved.place, step.target)
        if step.freed is not None:
            self._lay(step.freed.place, step.freed_to)
        # A card that may be a wild can replace one elsewhere; then it has left its own place already.
        gone = {moved.place for moved in step.moved} | ({step.freed.place} if step.freed is not None else set())
        self.open_exchanges = [exchange for exchange in self.open_exchanges if exchange.wild not in gone]
        for number, places in step.results:
            self._broken.discard(number)
            if places and not self.is_valid(places):
                self._broken.add(number)

    def _lay(self, place: Place, number: int | None) -> None:
        self.lies[place] = number
        if self.goal[place] == number:
            self._pending.pop(place, None)
        else:
            self._pending[place] = None

    def unsettled(self) -> tuple[int, ...]:
        """The melds that are not valid now."""
        return tuple(sorted(self._broken))

    def unsettled_after(self, step: Step) -> int:
        """How many melds would not be valid after a step, wilds in hand counted with them."""
        touched = {number for number, _ in step.results}
        broken = sum(bool(places) and not self.is_valid(places) for _, places in step.results)
        in_hand = len(set(self.hand) - {moved.place for moved in step.moved})
        in_hand += step.freed is not None and step.freed_to is None
        return len(self._broken - touched) + broken + in_hand

    def is_valid(self, places: Iterable[Place]) -> bool:
        """Whether tiles lying so are a meld."""
        key = tuple(places)
        known = self._valid.get(key)
        if known is None:
            known = self._valid[key] = is_meld(tuple(map(self.tile, key)), self.game, grown=True)
        return known

    def laid(self, number: int, leaving: Iterable[Place], arriving: Sequence[Place], at: int = -1) -> tuple[Place, ...]:
        """The order of a meld after tiles left and others arrived.

        Args:
            number: the meld.
            leaving: the tiles that leave it.
            arriving: the tiles that arrive.
            at: where arriving tiles go that will not stay, counted in the meld as it lies now.
        """
        gone = set(leaving)
        now = self.melds.get(number, [])
        places = [place for place in now if place not in gone]
        if all(self.goal[place] == number for place in (*places, *arriving)):
            return tuple(sorted((*places, *arriving), key=self.rank.__getitem__))
        for place in arriving:
            if self.goal[place] != number:
                places.insert(at - sum(other in gone for other in now[:at]), place)
                continue
            rank = self.rank[place]
            below = [i for i, other in enumerate(places) if self.goal[other] == number and self.rank[other] < rank]
            places.insert(below[-1] + 1 if below else self._before(places, number, rank), place)
        return tuple(places)

    def _before(self, places: Sequence[Place], number: int, rank: int) -> int:
        above = [i for i, other in enumerate(places) if self.goal[other] == number and self.rank[other] > rank]
        return above[0] if above else len(places)
