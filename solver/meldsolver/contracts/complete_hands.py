"""The complete hands with the fewest unseen cards: the search, and what it has found so far.

They are put together from parts of the hand (:mod:`meldsolver.contracts.hand_search`) where the rules allow that and
it does not take too long, and else found by CP-SAT. All questions about one hand, with or without one of its cards,
share the parts and the model: a thrown card is a bound of a variable, and a complete hand found for one question
answers those in which it holds as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress

from meldsolver.contracts.hand_model import HandModel, hand_model
from meldsolver.contracts.hand_search import HandSearch, searchable
from meldsolver.contracts.ways import Way
from meldsolver.limits.clock import Clock, OutOfTime, TooManySteps
from meldsolver.rules.game import Game
from meldsolver.solver.model.instances import instances_of
from meldsolver.solver.program.backend import Budget, Outcome, Program, Proof
from meldsolver.tiles import Card, Tile

MOST_STEPS = 300_000
"""Of putting parts together, for one question: about half a second. CP-SAT finds most of what takes longer sooner."""


class _TooLenient(Exception):
    """A complete hand was found with a meld of wilds alone; they must be counted inside melds."""


class CompleteHands:
    """The complete hands that a hand may become."""

    def __init__(self, hand: Sequence[Tile], unseen: Mapping[Card, int], game: Game, size: int) -> None:
        self._hand, self._unseen, self._game, self._size = tuple(hand), unseen, game, size
        self._held = Counter(tile[:3] for tile in hand)
        self._known: dict[Card | None, tuple[Way | None, bool]] = {}
        self._ways: list[Way] = []
        self._parted = HandSearch(self._held, unseen, game, size) if size and searchable(game) else None
        self._strict = False
        self._first: tuple[HandModel, Program] | None = None
        self._second: tuple[HandModel, Program, dict[Card, int]] | None = None

    def fewest(self, thrown: Card | None, budget: Budget) -> tuple[Way | None, bool]:
        """A complete hand with the fewest unseen cards, and whether that is proved.

        Args:
            thrown: a card of the hand of which one copy is gone.
            budget: the time.
        """
        known = self._known.get(thrown)
        if known is not None and known[1]:
            return known
        whole, sure = self._known.get(None, (None, False))
        if thrown is not None and sure and whole is not None:
            # With one card less nothing gets better, so a way that does without it is still best.
            for way in self._ways:
                if way.lacking == whole.lacking and self._holds(way, thrown):
                    self._known[thrown] = (way, True)
                    return self._known[thrown]
        try:
            found = self._put_together(thrown, whole, budget.clock) or self._search(thrown, budget)
        except OutOfTime:
            found = (None, False)
        self._known[thrown] = found
        return found

    def outs(self, thrown: Card | None, lacking: int, budget: Budget) -> tuple[set[Card], bool]:
        """Every card that is among the unseen ones of some complete hand with so few, and whether that is all."""
        found = self._found(thrown, lacking)
        try:
            if self._parted is not None:
                with suppress(TooManySteps):
                    self._parted.outs(thrown, lacking, found, budget.clock.within(MOST_STEPS))
                    return found, True
            return self._gather(thrown, lacking, found, budget)
        except OutOfTime:
            return found | self._found(thrown, lacking), False

    def _holds(self, way: Way, thrown: Card | None) -> bool:
        return thrown is None or way.kept[thrown] < self._held[thrown]

    def _found(self, thrown: Card | None, lacking: int) -> set[Card]:
        ways = [way for way in self._ways if way.lacking == lacking and self._holds(way, thrown)]
        return {card for way in ways for card in way.bought}

    def _put_together(self, thrown: Card | None, whole: Way | None, clock: Clock) -> tuple[Way | None, bool] | None:
        """A complete hand with the fewest unseen cards, made of parts; ``None`` where that would take too long."""
        if self._parted is None:
            return None
        clock = clock.within(MOST_STEPS)
        known = self._known.get(None, (None, False))[1]
        try:
            # A hand without one of its cards lacks no fewer.
            for lacking in range(whole.lacking if known and whole is not None else 0, self._size + 1):
                way = self._parted.first(thrown, lacking, clock)
                if way is not None:
                    self._ways.append(way)
                    return way, True
        except TooManySteps:
            self._parted = None
            return None
        return None, True

    def _search(self, thrown: Card | None, budget: Budget) -> tuple[Way | None, bool]:
        if self._first is None:
            model = self._model(budget)
            self._first = model, Program(model.model, dict.fromkeys(model.kept.values(), 1))
        model, program = self._first
        self._throw(model, program, thrown)
        outcome = program.maximise(budget, cuts=True)
        try:
            way = self._read(model, outcome)
        except _TooLenient:
            return self._again(thrown, budget)
        return way, outcome.proof in (Proof.OPTIMAL, Proof.INFEASIBLE)

    def _again(self, thrown: Card | None, budget: Budget) -> tuple[Way | None, bool]:
        self._strict = True
        self._first = self._second = None
        return self._search(thrown, budget)

    def _gather(self, thrown: Card | None, lacking: int, found: set[Card], budget: Budget) -> tuple[set[Card], bool]:
        if self._second is None:
            model = self._model(budget)
            news = {}
            for card, var in model.bought.items():
                news[card] = model.model.var(0, 1)
                model.model.add({news[card]: 1, var: -1}, high=0)
            self._second = model, Program(model.model, dict.fromkeys(news.values(), 1)), news
        model, program, news = self._second
        self._throw(model, program, thrown)
        program.bound(model.lacking, 0, lacking)
        program.bound_all([(var, 0, 0 if card in found else 1) for card, var in news.items()])
        while True:
            outcome = program.maximise(budget, cuts=True)
            if not outcome.values:
                return found, outcome.proof is Proof.INFEASIBLE
            try:
                way = self._read(model, outcome)
            except _TooLenient:
                self._strict = True
                self._first = self._second = None
                return self._gather(thrown, lacking, found, budget)
            fresh = [card for card, var in news.items() if outcome.values[var]]
            if not fresh:
                return found, outcome.proof is Proof.OPTIMAL
            assert way is not None
            found |= way.bought.keys()
            program.bound_all([(news[card], 0, 0) for card in way.bought])

    def _model(self, budget: Budget) -> HandModel:
        return hand_model(self._hand, self._unseen, self._game, self._size, strict=self._strict, clock=budget.clock)

    def _throw(self, model: HandModel, program: Program, thrown: Card | None) -> None:
        program.bound_all([(var, 0, self._held[card] - (card == thrown)) for card, var in model.kept.items()])

    def _read(self, model: HandModel, outcome: Outcome) -> Way | None:
        """The complete hand of a solution; kept for later questions."""
        values = outcome.values
        if not values:
            return None
        melds = tuple(instances_of(model.cover, values))
        if not model.strict and any(meld.wild and all(meld.wild) for meld in melds):
            raise _TooLenient
        kept = Counter({card: values[var] for card, var in model.kept.items() if values[var]})
        bought = Counter({card: values[var] for card, var in model.bought.items() if values[var]})
        way = Way(bought.total(), kept, bought, melds)
        self._ways.append(way)
        return way
