"""How far a hand is from one that can be declared, in games whose melds stay in the hand.

- **Distance**: the fewest unseen cards in a complete hand made of cards of the hand and unseen ones. 0
  means that the hand can be declared (the discard thrown); in mahjong it is the shanten number and one
  more. Where a player may knock, a hand with which that is possible.
- **Out**: an unseen card that a complete hand with so many unseen cards holds.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from fractions import Fraction

from meldsolver.contracts.chance import improving
from meldsolver.contracts.complete_hands import CompleteHands
from meldsolver.contracts.far import Distance, Out
from meldsolver.contracts.hand_model import complete_cards
from meldsolver.contracts.ways import Way
from meldsolver.limits.cancel import CancelToken
from meldsolver.rules.game import Game
from meldsolver.solver.engine import Budget
from meldsolver.tiles import Card, Meld, Position, Tile


class HandQuestion:
    """A hand whose distance is asked for, perhaps after one of its cards is thrown or another taken.

    Attributes:
        position: the hand.
        game: the rules.
        unseen: copies unseen of each card.
        size: how many cards a complete hand has.
    """

    def __init__(
        self,
        position: Position,
        game: Game,
        unseen: Counter[Card],
        cancel: CancelToken | None = None,
        *,
        size: int | None = None,
    ) -> None:
        self.position, self.game, self.unseen, self.cancel = position, game, unseen, cancel
        self.size = complete_cards(game, len(position.rack)) if size is None else size
        self._hands = CompleteHands(position.rack, unseen, game, self.size)
        self._thrown: Card | None = None

    def throwing(self, index: int) -> HandQuestion:
        """The same question after the card at an index of the hand is thrown; what is unseen stays so."""
        rack = (*self.position.rack[:index], *self.position.rack[index + 1 :])
        twin = HandQuestion(replace(self.position, rack=rack), self.game, self.unseen, self.cancel, size=self.size)
        twin._hands, twin._thrown = self._hands, self.position.rack[index][:3]
        return twin

    def taking(self, card: Tile) -> HandQuestion:
        """The same question after a card is taken that was in sight already."""
        rack = (*self.position.rack, card)
        return HandQuestion(replace(self.position, rack=rack), self.game, self.unseen, self.cancel, size=self.size)

    def answer(self, *, draws: int = 0, time_limit: float = 10.0, outs: bool = True) -> Distance:
        """The distance, the outs and the chances."""
        budget = Budget(time.monotonic() + time_limit, cancel=self.cancel)
        total = sum(self.unseen.values())
        way, proved = self._hands.fewest(self._thrown, budget)
        if way is None:
            nothing = (Fraction(0),) * draws if proved else ()
            return Distance(None, unseen=total, improve=nothing, complete=nothing, proved=proved)
        cards: set[Card] = set()
        if outs and way.lacking and proved:
            cards, proved = self._hands.outs(self._thrown, way.lacking, budget)
        listed = tuple(Out(_tile(card), self.unseen[card]) for card in self.unseen if card in cards)
        copies = sum(out.copies for out in listed)
        improve = tuple(improving(copies, total, draw) for draw in range(1, draws + 1))
        chances = _completing(way.lacking, copies, total, draws) if proved or not way.lacking else ()
        missing = tuple(_tile(card) for card in sorted(way.bought.elements()))
        return Distance(way.lacking, _melds(way, self.game), missing, listed, total, improve, chances, proved)


def _completing(lacking: int, copies: int, total: int, draws: int) -> tuple[Fraction, ...]:
    """The chances to be complete after each draw, as far as the outs tell them: two cards may help only together."""
    if not lacking:
        return (Fraction(1),) * draws
    told = [Fraction(0)] * min(draws, lacking - 1)
    if lacking == 1 and draws and total:
        told.append(Fraction(copies, total))
    return tuple(told)


def _tile(card: Card) -> Tile:
    suit, rank, name = card
    return Tile(suit, rank, name, wild=not suit and not name)


def _melds(way: Way, game: Game) -> tuple[Meld, ...]:
    """The melds of a complete hand, card by card: single faces first, then wilds, then cells that any card may fill."""
    pool = way.kept + way.bought
    melds: list[list[Tile | None]] = [[None] * len(meld.cells) for meld in way.melds]
    sites = [
        (2 if not (meld.cells[place].suit and meld.cells[place].rank) else 0, number, place)
        if not meld.wild[place]
        else (1, number, place)
        for number, meld in enumerate(way.melds)
        for place in range(len(meld.cells))
    ]
    for kind, number, place in sorted(sites):
        cell = way.melds[number].cells[place]
        melds[number][place] = _take_wild(pool, game) if kind == 1 else _take(pool, cell.suit, cell.rank, game)
    return tuple(tuple(tile or Tile(wild=True) for tile in meld) for meld in melds)


def _take(pool: Counter[Card], suit: str, rank: int, game: Game) -> Tile | None:
    for card in sorted(pool):
        face = game.card_faces[card]
        if pool[card] and face is not None and suit in ("", face.suit) and rank in (0, face.rank):
            pool[card] -= 1
            return _tile(card)
    return None


def _take_wild(pool: Counter[Card], game: Game) -> Tile | None:
    """A printed wild, or else a natural that may be used as one."""
    for card in sorted(pool):
        if pool[card] and not card[2] and (not card[0] or game.card_faces[card] in game.wild_faces):
            pool[card] -= 1
            return _tile(card)._replace(wild=True)
    return None
