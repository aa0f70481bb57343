"""Which unseen cards a complete hand takes, once it is known of which parts of the hand it is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple

from meldsolver.contracts.hand_parts import Part, Parts, Window
from meldsolver.contracts.ways import Way
from meldsolver.limits.clock import Clock
from meldsolver.solver.model.instances import Instance
from meldsolver.tiles import Card, Face


class Site(NamedTuple):
    """A cell of one of the melds."""

    meld: int
    cell: Face


class Selection(NamedTuple):
    """Parts that make a complete hand.

    Attributes:
        parts: the parts.
        pure: the numbers of those that hold no wild.
        free: how many unseen cards there are for the cells that wilds may fill.
    """

    parts: Sequence[Part]
    pure: tuple[int, ...]
    free: int


class Stock:
    """The unseen cards: whether they suffice.

    Args:
        unseen: copies unseen of each card.
        wilds: the wilds among them, and the naturals that may be used as wilds.
        parts: tells which of them fill a cell.
    """

    def __init__(self, unseen: Mapping[Card, int], wilds: Sequence[Card], parts: Parts) -> None:
        self._unseen, self._wilds, self._parts = Counter(unseen), wilds, parts

    def hand_of(self, selection: Selection, wanted: Card | None, held: Sequence[Card], clock: Clock) -> Way | None:
        """A complete hand of these parts.

        Args:
            selection: the parts.
            wanted: an unseen card that must be in it, if any.
            held: the wilds of the hand, those first that are nothing else.
            clock: ends the search.
        """
        for windows in product(*(part.windows for part in selection.parts)):
            clock.step()
            must, free = _sites(windows, selection.pure)
            if selection.free > len(free):
                return None
            for place in self._places(wanted, must, free if selection.free else ()):
                found = self._fill(must, free, selection.free, place)
                if found is not None:
                    return _way(selection, windows, found[0], found[1], held)
        return None

    def _places(
        self, wanted: Card | None, must: Sequence[Site], free: Sequence[Site]
    ) -> Iterator[tuple[Card | None, Site | None]]:
        """Where a card that is wanted may lie: as a wild, or in a cell."""
        if wanted is None or (wanted in self._wilds and free):
            yield wanted, None
        if wanted is not None:
            for site in dict.fromkeys((*must, *free)):
                if wanted in self._parts.fitting(site.cell):
                    yield wanted, site

    def _fill(
        self, must: Sequence[Site], free: Sequence[Site], lacking: int, place: tuple[Card | None, Site | None]
    ) -> tuple[Counter[Card], list[Site]] | None:
        """Unseen cards for all cells that need a natural and so many of the others, and the cells of the naturals."""
        must, free = list(must), list(free)
        left = self._unseen.copy()
        cards: Counter[Card] = Counter()
        naturals: list[Site] = []
        wanted, site = place
        if wanted is not None:
            cards[wanted] += 1
            left[wanted] -= 1
            if site is None or site not in must:
                lacking -= 1
            if site is not None:
                naturals.append(site)
                (must if site in must else free).remove(site)
        seats: dict[Card, list[Site]] = {}
        if not all(self._seat(each, left, seats, set(), ()) for each in must):
            return None
        for each in free:
            if lacking and self._seat(each, left, seats, set(), self._wilds):
                lacking -= 1
        for card, taken in seats.items():
            cards[card] += len(taken)
            naturals += taken
        for card in self._wilds:
            more = min(lacking, left[card] - len(seats.get(card, ())))
            cards[card] += more
            lacking -= more
        return None if lacking else (+cards, naturals)

    def _seat(
        self,
        site: Site,
        left: Mapping[Card, int],
        seats: dict[Card, list[Site]],
        tried: set[Card],
        barred: Sequence[Card],
    ) -> bool:
        """Gives a cell a natural, for which others may have to take another one (augmenting paths)."""
        for card in self._parts.fitting(site.cell):
            if card in tried or card in barred:
                continue
            tried.add(card)
            taken = seats.setdefault(card, [])
            if len(taken) < left[card]:
                taken.append(site)
                return True
            for number, other in enumerate(taken):
                if self._seat(other, left, seats, tried, barred):
                    taken[number] = site
                    return True
        return False


def _sites(windows: Sequence[Window], pure: tuple[int, ...]) -> tuple[list[Site], list[Site]]:
    """The cells that need a natural, and those that a wild may fill."""
    must = [Site(number, cell) for number, window in enumerate(windows) for cell in window.must]
    free: list[Site] = []
    for number, window in enumerate(windows):
        (must if number in pure else free).extend(Site(number, cell) for cell in window.free)
    return must, free


def _way(
    selection: Selection,
    windows: Sequence[Window],
    bought: Counter[Card],
    naturals: Sequence[Site],
    held: Sequence[Card],
) -> Way:
    kept = Counter(card for part in selection.parts for card in part.cards)
    melds = []
    wilds = len(naturals) - bought.total()
    for number, window in enumerate(windows):
        lacking = Counter((*window.free, *window.must))
        lacking.subtract(site.cell for site in naturals if site.meld == number)
        wild = []
        for cell in window.shape.cells:
            wild.append(lacking[cell] > 0)
            lacking[cell] -= 1
        wilds += sum(wild)
        melds.append(Instance(window.shape.kind, window.shape.cells, window.shape.places, wild, frozenset(), None))
    spare = (Counter(held) - kept).elements()
    kept.update(islice(spare, wilds))
    return Way(bought.total(), kept, bought, tuple(melds))
