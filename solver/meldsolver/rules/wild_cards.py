"""Which of a run's wild cards stands where, when the order of the tiles does not say it.

Cards that may be wilds differ from each other, and from printed wilds. A reading of tiles that lie in no order gives
each of them one of the missing faces; which one gets which is open, and matters once the run grows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from meldsolver.rules.piece import Reading
from meldsolver.tiles import Card, Meld

_Look: TypeAlias = tuple[Card, bool]
"""What tells a wild from others: its card, and whether it is one of those set apart."""

MOST_WAYS = 120
"""No more ways are told; five different wild cards in one disordered run have so many."""


def ways_of_wild_cards(meld: Meld, reading: Reading, apart: Collection[int] = ()) -> Iterator[Reading]:
    """The reading, and those that differ from it only in which of the run's wild cards stands where.

    Args:
        meld: the tiles.
        reading: one way to read them.
        apart: indices of wilds that are not like the others, as those that have lain long enough to leave.
    """
    yield reading
    rising = tuple(sorted(reading.places))
    if reading.places in (rising, rising[::-1]):
        return
    open_wilds = [i for i, wild in enumerate(reading.wild) if wild and meld[i].stands_for is None]
    look_of = {i: (meld[i][:3], i in apart) for i in open_wilds}
    looks = list(look_of.values())
    if len(set(looks)) < 2:
        return
    for number, order in enumerate(_arranged(looks)):
        if number == MOST_WAYS:
            return
        if order == looks:
            continue
        left = list(open_wilds)
        options, places = list(reading.options), list(reading.places)
        for spot, look in zip(open_wilds, order, strict=True):
            index = next(i for i in left if look_of[i] == look)
            left.remove(index)
            options[index], places[index] = reading.options[spot], reading.places[spot]
        yield reading._replace(options=tuple(options), places=tuple(places))


def _arranged(cards: Sequence[_Look]) -> Iterator[list[_Look]]:
    """Every order of some cards, equal ones not told apart."""
    if not cards:
        yield []
        return
    for card in dict.fromkeys(cards):
        rest = list(cards)
        rest.remove(card)
        for others in _arranged(rest):
            yield [card, *others]
