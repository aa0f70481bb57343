"""Which of a run's wild cards stands where, when the order of the tiles does not say it.

Cards that may be wilds differ from each other, and from printed wilds. A reading of tiles that lie in no order gives
each of them one of the missing faces; which one gets which is open, and matters once the run grows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meldsolver.rules.piece import Reading
from meldsolver.tiles import Card, Meld

MOST_WAYS = 120
"""No more ways are told; five different wild cards in one disordered run have so many."""


def ways_of_wild_cards(meld: Meld, reading: Reading) -> Iterator[Reading]:
    """The reading, and those that differ from it only in which of the run's wild cards stands where.

    Args:
        meld: the tiles.
        reading: one way to read them.
    """
    yield reading
    rising = tuple(sorted(reading.places))
    if reading.places in (rising, rising[::-1]):
        return
    open_wilds = [i for i, wild in enumerate(reading.wild) if wild and meld[i].stands_for is None]
    cards = [meld[i][:3] for i in open_wilds]
    if len(set(cards)) < 2:
        return
    for number, order in enumerate(_arranged(cards)):
        if number == MOST_WAYS:
            return
        if order == cards:
            continue
        left = list(open_wilds)
        options, places = list(reading.options), list(reading.places)
        for spot, card in zip(open_wilds, order, strict=True):
            index = next(i for i in left if meld[i][:3] == card)
            left.remove(index)
            options[index], places[index] = reading.options[spot], reading.places[spot]
        yield reading._replace(options=tuple(options), places=tuple(places))


def _arranged(cards: Sequence[Card]) -> Iterator[list[Card]]:
    """Every order of some cards, equal ones not told apart."""
    if not cards:
        yield []
        return
    for card in dict.fromkeys(cards):
        rest = list(cards)
        rest.remove(card)
        for others in _arranged(rest):
            yield [card, *others]
