"""The complete hands with the fewest unseen cards: the search, and what it has found so far.

All questions about one hand, with or without one of its cards, share a model: a thrown card is a bound
of a variable, and a complete hand found for one question answers those in which it holds as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meldsolver.contracts.hand_model import HandModel, hand_model
from meldsolver.limits.clock import OutOfTime
from meldsolver.rules.game import Game
from meldsolver.solver.model.instances import Instance, instances_of
from meldsolver.solver.program.backend import Budget, Outcome, Program, Proof
from meldsolver.tiles import Card, Tile


@dataclass(frozen=True, slots=True)
class Way:
    """One complete hand.

    Attributes:
        lacking: how many unseen cards it holds.
        kept: the cards of the hand in it.
        bought: the unseen cards in it.
        melds: its melds.
    """

    lacking: int
    kept: Counter[Card]
    bought: Counter[Card]
    melds: tuple[Instance, ...]


class _TooLenient(Exception):
    """A complete hand was found with a meld of wilds alone; they must be counted inside melds."""


class CompleteHands:
    """The complete hands that a hand may become."""

    def __init__(self, hand: Sequence[Tile], unseen: Mapping[Card, int], game: Game, size: int) -> None:
        self._hand, self._unseen, self._game, self._size = tuple(hand), unseen, game, size
        self._held = Counter(tile[:3] for tile in hand)
        self._known: dict[Card | None, tuple[Way | None, bool]] = {}
        self._ways: list[Way] = []
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
            found = self._search(thrown, budget)
        except OutOfTime:
            found = (None, False)
        self._known[thrown] = found
        return found

    def outs(self, thrown: Card | None, lacking: int, budget: Budget) -> tuple[set[Card], bool]:
        """Every card that is among the unseen ones of some complete hand with so few, and whether that is all."""
        try:
            return self._gather(thrown, lacking, budget)
        except OutOfTime:
            return self._found(thrown, lacking), False

    def _holds(self, way: Way, thrown: Card | None) -> bool:
        return thrown is None or way.kept[thrown] < self._held[thrown]

    def _found(self, thrown: Card | None, lacking: int) -> set[Card]:
        ways = [way for way in self._ways if way.lacking == lacking and self._holds(way, thrown)]
        return {card for way in ways for card in way.bought}

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

    def _gather(self, thrown: Card | None, lacking: int, budget: Budget) -> tuple[set[Card], bool]:
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
        found = self._found(thrown, lacking)
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
                return self._gather(thrown, lacking, budget)
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
