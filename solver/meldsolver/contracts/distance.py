"""How far a hand is from its contract: the distance, the outs, and the chances to draw them.

- **Distance**: the fewest further cards, all of them unseen, that the hand lacks for its contract's
  melds; 0 means that the hand can go down. Where nothing lacks but every card would be laid although
  the rules keep one back as the discard, the distance is 1.
- **Out**: an unseen card that, added to the hand, makes fewer cards lack.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from meldsolver.contracts.aims import aim_of_instances, aim_of_plan, aim_of_search
from meldsolver.contracts.chance import completing, improving
from meldsolver.contracts.far import Distance, Out
from meldsolver.contracts.general import find_any
from meldsolver.contracts.limited import MOST_STEPS, find_limited
from meldsolver.contracts.patterns import Pattern, is_known, is_simple, pattern_of
from meldsolver.contracts.search import TooMany, find
from meldsolver.contracts.stock import DEAD, WILD, Stock, stock_of
from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.clock import Clock, OutOfTime, TooManySteps
from meldsolver.rules.contract import level_of
from meldsolver.rules.game import Game
from meldsolver.solver.engine import solve
from meldsolver.tiles import WILD as WILD_TILE
from meldsolver.tiles import Card, Meld, Position, Tile

SHORTEST_SECONDS = 0.001


class Question:
    """A hand whose distance is asked for, perhaps after one of its cards is thrown or another taken.

    Attributes:
        position: the hand and the table.
        game: the rules.
        unseen: copies unseen of each card.
        simple: whether wilds are bound by next to nothing.
        known: whether an exhaustive search knows all the rules of the contract.
        spare: cards that must be left when the contract is laid.
    """

    def __init__(
        self, position: Position, game: Game, unseen: Counter[Card], cancel: CancelToken | None = None
    ) -> None:
        self.position, self.game, self.unseen, self.cancel = position, game, unseen, cancel
        rules = game.ruleset
        self.simple = is_simple(rules)
        self.known = self.simple or is_known(game)
        self.spare = int(rules.turn.go_out_needs_discard)
        self.level = level_of(position, rules)
        self.stock = stock_of(position, unseen, game)

    def throwing(self, index: int) -> Question:
        """The same question after the card at an index of the hand is thrown; what is unseen stays so."""
        rack = (*self.position.rack[:index], *self.position.rack[index + 1 :])
        return Question(replace(self.position, rack=rack), self.game, self.unseen, self.cancel)

    def taking(self, card: Tile) -> Question:
        """The same question after a card is taken that was in sight already."""
        return Question(replace(self.position, rack=(*self.position.rack, card)), self.game, self.unseen, self.cancel)

    def answer(self, *, draws: int = 0, time_limit: float = 10.0, outs: bool = True) -> Distance:
        """The distance, the outs and the chances; unproved where the time did not suffice."""
        clock = Clock(time.monotonic() + time_limit, self.cancel)
        try:
            pattern = pattern_of(self.game, self.level, clock=clock) if self.known else None
            if pattern is not None:
                if self.simple:
                    return self._searched(pattern, self.stock, draws, outs, clock)
                return self._searched_with_limits(pattern, draws, outs, clock)
        except (TooMany, TooManySteps):
            pass
        except OutOfTime:
            return Distance(None, unseen=self.stock.total, proved=False)
        return self._solved(draws, clock, outs)

    def _searched(self, pattern: Pattern, stock: Stock, draws: int, outs: bool, clock: Clock) -> Distance:
        found = find(pattern, stock, outs=outs, clock=clock)
        if found.lacking is None:
            nothing = _none(draws) if found.proved else ()
            return Distance(None, unseen=stock.total, improve=nothing, complete=nothing, proved=found.proved)
        value = found.lacking
        cards = found.outs
        if not value and all(size + self.spare > stock.size for size in found.sizes):
            value, cards = 1, self._all_unseen()
        melds, missing = aim_of_search(found, pattern, stock, self.position.rack, self.game)
        chances: tuple[Fraction, ...] = ()
        if draws:
            ready = (Fraction(1),) * draws
            chances = ready
            if value:
                chances = completing(pattern, stock, found.lacking, draws, spare=self.spare, clock=clock)
        return self._describe(value, melds, missing, cards, draws, chances, proved=found.proved)

    def _searched_with_limits(self, pattern: Pattern, draws: int, outs: bool, clock: Clock) -> Distance:
        found = find_limited(pattern, self.stock, self.game, clock.within(MOST_STEPS), outs=outs)
        if found.lacking is None or found.plan is None:
            nothing = _none(draws) if found.proved else ()
            return Distance(None, unseen=self.stock.total, improve=nothing, complete=nothing, proved=found.proved)
        value, cards = found.lacking, found.outs
        if not value and all(size + self.spare > self.stock.size for size in found.sizes):
            value, cards = 1, self._all_unseen()
        melds, missing = aim_of_plan(found.plan, pattern, self.stock, self.position.rack, self.game)
        chances = () if value else (Fraction(1),) * draws
        return self._describe(value, melds, missing, cards, draws, chances, proved=found.proved)

    def _solved(self, draws: int, clock: Clock, outs: bool) -> Distance:
        found = find_any(
            self.position, self.game, self.unseen, self.stock, time_limit=clock.seconds, outs=outs, cancel=self.cancel
        )
        if found.lacking is None:
            return Distance(None, unseen=self.stock.total, improve=_none(draws), proved=found.proved)
        value, cards = found.lacking, set(found.outs)
        if not value and not self._can_lay(clock):
            value, cards = 1, self._all_unseen()
        melds, missing = aim_of_instances(found.laid, self.position.rack, self.game)
        chances = () if value else (Fraction(1),) * draws
        return self._describe(value, melds, missing, cards, draws, chances, proved=found.proved)

    def _can_lay(self, clock: Clock) -> bool:
        """Whether the hand can open although a card may have to be kept back."""
        bare = replace(self.position, table=(), opened=False, called=None, wild_turns=())
        left = max(SHORTEST_SECONDS, clock.seconds)
        status = solve(bare, self.game.ruleset, time_limit=left, cancel=self.cancel).status
        return status.found

    def _all_unseen(self) -> set[int]:
        cards = {index for index, count in enumerate(self.stock.unseen) if count}
        if self.stock.unseen_wilds:
            cards.add(WILD)
        if self.stock.total > sum(self.stock.unseen) + self.stock.unseen_wilds:
            cards.add(DEAD)
        return cards

    def _describe(
        self,
        value: int,
        melds: tuple[Meld, ...],
        missing: tuple[Tile, ...],
        cards: Iterable[int],
        draws: int,
        chances: tuple[Fraction, ...],
        *,
        proved: bool = True,
    ) -> Distance:
        outs = tuple(out for card in sorted(cards, key=_order) for out in self._outs(card))
        copies = sum(out.copies for out in outs)
        improve = tuple(improving(copies, self.stock.total, draw) for draw in range(1, draws + 1))
        return Distance(value, melds, missing, outs, self.stock.total, improve, chances, proved)

    def _outs(self, card: int) -> list[Out]:
        if card == WILD:
            return [Out(WILD_TILE, self.stock.unseen_wilds)]
        if card == DEAD:
            return [Out(Tile(name=name), count) for (_, _, name), count in self.unseen.items() if name and count]
        face = self.game.faces[card]
        return [Out(Tile(face.suit, face.rank), self.stock.unseen[card])]


def _order(card: int) -> int:
    """Naturals first, then wilds, then what no meld can hold."""
    return card if card >= 0 else (1 << 20) - card


def _none(draws: int) -> tuple[Fraction, ...]:
    return (Fraction(0),) * draws
