"""What the cards of a hand may be in a complete hand: those kept in one of its melds, and what that meld lacks.

A **part** is some naturals of the hand, perhaps none, that lie in one meld of a certain length. What the
meld lacks depends on where it lies: each possibility is a **window**.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from meldsolver.limits.clock import Clock
from meldsolver.rules.game import Game
from meldsolver.solver.melds.columns import may_fill
from meldsolver.solver.melds.shapes import Cut, Shape, pair_shapes, shapes_of
from meldsolver.tiles import Card, Face


class Window(NamedTuple):
    """A meld that a part may become.

    Attributes:
        shape: the meld.
        free: its cells without a card that a wild may fill.
        must: its cells without a card that a natural must fill even where the meld may hold wilds.
    """

    shape: Shape
    free: tuple[Face, ...]
    must: tuple[Face, ...]


class Part(NamedTuple):
    """Naturals of the hand in one meld.

    Attributes:
        waste: cells of the meld in which no natural of the hand lies that could not be a wild instead.
        kept: the naturals, as a number with a field for each card of the hand (:class:`Fields`).
        length: how many cells the meld has.
        kind: the kind of meld.
        lacking: cells without a card.
        outs: the unseen naturals that some window lacks, as bits (:attr:`Parts.bits`).
        cards: the naturals.
        windows: the melds that it may become.
    """

    waste: int
    kept: int
    length: int
    kind: str
    lacking: int
    outs: int
    cards: tuple[Card, ...]
    windows: tuple[Window, ...]


class Fields:
    """Numbers that stand for how many there are of each of several things: a field of bits for each.

    Attributes:
        one: by thing, the number of one of it.
        guard: the highest bit of every field, which no count reaches. Taken from a number with the guard, more of
            a thing than there are takes its bit of the guard away.
    """

    def __init__(self, most: Mapping[Hashable, int]) -> None:
        width = max(most.values(), default=0).bit_length() + 1
        self.one = {thing: 1 << (width * place) for place, thing in enumerate(most)}
        self.guard = sum(one << (width - 1) for one in self.one.values())
        self.whole = self.guard + sum(self.one[thing] * count for thing, count in most.items())


class _Choice(NamedTuple):
    """Cards of the hand in the cells of one face."""

    kept: int
    plain: int
    cards: tuple[Card, ...]


class _Key(NamedTuple):
    """What the windows of a part have in common."""

    kind: str
    pair: tuple[Face, ...]
    length: int
    kept: int


class Parts:
    """The parts of a hand.

    Attributes:
        fields: how a part's cards are counted, and what may be there so often only: each pair in a hand of pairs
            alone, or the pairs of any other hand.
        bits: by unseen card, its bit among outs.
    """

    def __init__(self, hand: Counter[Card], unseen: Mapping[Card, int], game: Game, size: int, *, pairs: bool) -> None:
        self._game, self._size, self._pairs, self._hand = game, size, pairs, hand
        self.bits = {card: 1 << place for place, card in enumerate(unseen)}
        faces = game.card_faces
        self._shown = {card: face for card in hand if (face := faces[card]) is not None}
        self._news = {card: face for card, count in unseen.items() if count > 0 and (face := faces[card]) is not None}
        self._fitting: dict[Face, tuple[Card, ...]] = {}
        self._choices: dict[tuple[Face, int], tuple[_Choice, ...]] = {}
        self._known: dict[int, tuple[Part, ...]] = {}
        others = [other for other in game.ruleset.other_melds if other.kind == "pair"]
        self._pair_shapes = [shape for other in others for shape in pair_shapes(game, other, size)]
        most: dict[Hashable, int] = {card: hand[card] for card in self._shown}
        if pairs:
            most |= dict.fromkeys((shape.cells for shape in self._pair_shapes), 1)
        else:
            most |= {other.kind: other.count for other in others if other.count}
        self.fields = Fields(most)

    def upto(self, waste: int, clock: Clock) -> tuple[Part, ...]:
        """The parts of no more than so much waste, least first."""
        known = self._known.get(waste)
        if known is None:
            parts = sorted(self._build(waste, clock), key=lambda part: (part.waste, -part.length))
            known = self._known[waste] = tuple(parts)
        return known

    def fitting(self, cell: Face) -> tuple[Card, ...]:
        """The unseen naturals that fill a cell."""
        known = self._fitting.get(cell)
        if known is None:
            known = self._fitting[cell] = tuple(card for card, face in self._news.items() if may_fill(face, cell))
        return known

    def _build(self, waste: int, clock: Clock) -> Iterator[Part]:
        shapes: Sequence[Shape] = self._pair_shapes
        if not self._pairs:
            shapes = shapes_of(self._game, cut=Cut.WHOLE, most=self._size, clock=clock)
        windows: dict[_Key, list[Window]] = {}
        chosen: dict[_Key, tuple[_Choice, ...]] = {}
        for shape in shapes:
            clock.step()
            cells = Counter(shape.cells)
            length = len(shape.cells)
            options = [self._options(cell, count) for cell, count in cells.items()]
            for choices in _choose(options, length - waste, clock):
                pair = shape.cells if self._pairs else ()
                key = _Key(shape.kind, pair, length, sum(choice.kept for choice in choices))
                windows.setdefault(key, []).extend(_windows(shape, cells, choices))
                chosen[key] = choices
        for key, each in windows.items():
            cards = tuple(card for choice in chosen[key] for card in choice.cards)
            lacking = {cell for window in each for cell in (*window.free, *window.must)}
            fitting = {card for cell in lacking for card in self.fitting(cell)}
            yield Part(
                waste=key.length - sum(choice.plain for choice in chosen[key]),
                kept=key.kept + self.fields.one.get(key.pair or key.kind, 0),
                length=key.length,
                kind=key.kind,
                lacking=key.length - len(cards),
                outs=sum(self.bits[card] for card in fitting),
                cards=cards,
                windows=tuple(each),
            )

    def _options(self, cell: Face, count: int) -> tuple[_Choice, ...]:
        """What of the hand may lie in so many cells of a face."""
        known = self._choices.get((cell, count))
        if known is None:
            ways = [_Choice(0, 0, ())]
            for card, face in self._shown.items():
                if not may_fill(face, cell):
                    continue
                plain = int(bool(card[2]) or face not in self._game.wild_faces)
                one = self.fields.one[card]
                ways += [
                    _Choice(way.kept + one * more, way.plain + plain * more, (*way.cards, *[card] * more))
                    for way in ways
                    for more in range(1, min(self._hand[card], count - len(way.cards)) + 1)
                ]
            known = self._choices[cell, count] = tuple(ways)
        return known


def _choose(options: Sequence[Sequence[_Choice]], plain: int, clock: Clock) -> Iterator[tuple[_Choice, ...]]:
    """Every choice for all cells that has at least so many naturals that could not be wilds."""
    best = [0]
    for each in reversed(options):
        best.append(best[-1] + max(choice.plain for choice in each))
    best.reverse()

    def go(place: int, has: int, so_far: tuple[_Choice, ...]) -> Iterator[tuple[_Choice, ...]]:
        if place == len(options):
            yield so_far
            return
        for choice in options[place]:
            clock.step()
            if has + choice.plain + best[place + 1] >= plain:
                yield from go(place + 1, has + choice.plain, (*so_far, choice))

    return go(0, 0, ())


def _windows(shape: Shape, cells: Mapping[Face, int], choices: Sequence[_Choice]) -> Iterator[Window]:
    """The meld with its cells that lack a card; one of which nothing is in the hand needs a natural of its own."""
    lacking = [
        cell
        for (cell, count), choice in zip(cells.items(), choices, strict=True)
        for _ in range(count - len(choice.cards))
    ]
    if len(lacking) < len(shape.cells):
        yield Window(shape, tuple(lacking), ())
        return
    for cell in cells:
        rest = lacking.copy()
        rest.remove(cell)
        yield Window(shape, tuple(rest), (cell,))
