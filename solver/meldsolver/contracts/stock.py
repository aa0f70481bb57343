"""The cards that a hand holds and those that are still unseen, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from meldsolver.rules.game import Game
from meldsolver.solver.melds.supply import card_face
from meldsolver.tiles import Card, Position, Tile
from meldsolver.tiles.request import Fault

WILD_CARD: Card = ("", 0, "")


class Stock(NamedTuple):
    """A hand and what may still come to it.

    Attributes:
        hand: naturals held, by index of the game's faces.
        wilds: printed wilds held.
        size: cards held, those that no meld can hold included.
        unseen: copies unseen of each natural, by index of the game's faces.
        unseen_wilds: printed wilds unseen.
        total: all cards unseen, those that no meld can hold included.
    """

    hand: tuple[int, ...]
    wilds: int
    size: int
    unseen: tuple[int, ...]
    unseen_wilds: int
    total: int


WILD = -1
"""Names a printed wild."""

DEAD = -2
"""Names a card that no meld can hold."""


def card_index(tile: Tile, game: Game) -> int:
    """A card as an index of the game's faces, or ``WILD`` or ``DEAD``."""
    face = card_face(tile, game)
    if face is None:
        return WILD if tile.wild else DEAD
    return game.faces.index(face)


def unseen_cards(position: Position, game: Game, seen: Iterable[Tile] = ()) -> Counter[Card]:
    """The deck without the cards in sight: hand, table, the called card and those seen in discards."""
    unseen = Counter(game.copies)
    called = (position.called,) if position.called is not None else ()
    unseen.subtract(tile[:3] for tile in chain(*position.table, position.rack, position.loose, called, seen))
    return unseen


def unseen_faults(given: Mapping[Card, int], most: Mapping[Card, int], game: Game) -> list[Fault]:
    """What is wrong with unseen counts that a caller gives."""
    faults = []
    for card, count in given.items():
        name = card_name(card)
        if card not in game.copies:
            faults.append(Fault(f"unseen.{name}", "UNKNOWN_TILE", f"{name} is not in the deck of {game.ruleset.name}"))
        elif not 0 <= count <= max(0, most[card]):
            text = f"{count} copies of {name} cannot be unseen: the deck has {game.copies[card]} and {{}} in sight"
            sight = game.copies[card] - most[card]
            text = text.format(f"{sight} {'is' if sight == 1 else 'are'}")
            faults.append(Fault(f"unseen.{name}", "CONTRADICTS_DECK", text + f"; give 0 to {max(0, most[card])}"))
    return faults


def stock_of(position: Position, unseen: Mapping[Card, int], game: Game) -> Stock:
    """The hand of a position, with what is unseen."""
    hand = [0] * len(game.faces)
    wilds = 0
    for tile in position.rack:
        index = card_index(tile, game)
        if index == WILD:
            wilds += 1
        elif index != DEAD:
            hand[index] += 1
    return Stock(
        hand=tuple(hand),
        wilds=wilds,
        size=len(position.rack),
        unseen=tuple(unseen.get((face.suit, face.rank, ""), 0) for face in game.faces),
        unseen_wilds=unseen.get(WILD_CARD, 0),
        total=sum(unseen.values()),
    )


def card_name(card: Card) -> str:
    """A card in notation."""
    suit, rank, name = card
    return name or (f"{suit}{rank}" if suit else "j")
