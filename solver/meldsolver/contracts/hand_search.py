"""The complete hands with the fewest unseen cards, found by putting parts of the hand together.

A complete hand lacks the larger of two numbers of cards: the cells that no natural of the hand fills, less the
hand's wilds; and the cells that only a natural may fill. So a search over parts of little waste finds the fewest, and
every out: the cheapest parts first, and a branch is left that can bring no card but known outs. Whether the unseen
copies suffice is looked at for each complete hand by itself (:mod:`meldsolver.contracts.hand_cards`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from meldsolver.contracts.hand_cards import Selection, Stock
from meldsolver.contracts.hand_parts import Part, Parts
from meldsolver.contracts.ways import Way
from meldsolver.limits.clock import Clock
from meldsolver.rules.game import Game
from meldsolver.rules.turn_kind import declared_cards
from meldsolver.tiles import Card


def searchable(game: Game) -> bool:
    """Whether the search applies: every card in melds, and one natural a meld all that is asked of wilds."""
    rules = game.ruleset
    wild = rules.wild
    pairs = [other for other in rules.other_melds if other.kind == "pair"]
    return (
        rules.declare.knock_max < 0
        and wild.min_naturals == 1
        and not wild.max_per_meld
        and not wild.naturals_ge_wilds
        and wild.adjacent_ok
        and not wild.max_in_new_three
        and wild.may_exceed_copies
        and len(pairs) == len(rules.other_melds) <= 1
    )


class HandSearch:
    """The complete hands that a hand may become, of melds and of pairs alone.

    Args:
        hand: copies held of each card.
        unseen: copies unseen of each card.
        game: the rules.
        size: how many cards a complete hand has.
    """

    def __init__(self, hand: Counter[Card], unseen: Mapping[Card, int], game: Game, size: int) -> None:
        rules = game.ruleset
        self._kinds = [_Kind(hand, unseen, game, size, pairs=0)]
        if rules.declare.pairs and rules.table.model == "hand_only":
            self._kinds.append(_Kind(hand, unseen, game, size, pairs=rules.declare.pairs))

    def first(self, thrown: Card | None, lacking: int, clock: Clock) -> Way | None:
        """A complete hand with no more than so many unseen cards, made of the hand without a card of it."""
        return next((way for kind in self._kinds if (way := kind.first(thrown, lacking, clock)) is not None), None)

    def outs(self, thrown: Card | None, lacking: int, known: set[Card], clock: Clock) -> None:
        """Adds every unseen card of some complete hand with so few to those that are known; fewer must not do."""
        for kind in self._kinds:
            kind.outs(thrown, lacking, known, clock)


class _Kind:
    """The complete hands of one kind: so many pairs alone, or else melds."""

    def __init__(self, hand: Counter[Card], unseen: Mapping[Card, int], game: Game, size: int, *, pairs: int) -> None:
        rules = game.ruleset
        self._size, self._pairs = size, pairs
        self._parts = Parts(hand, unseen, game, size, pairs=bool(pairs))
        stock = sorted(card for card in unseen if _is_wild(card, game))
        self._held = sorted(card for card in hand.elements() if _is_wild(card, game))
        self._stock = Stock(unseen, stock, self._parts)
        self._cards = {bit: card for card, bit in self._parts.bits.items()}
        self._wild_bits = sum(self._parts.bits[card] for card in stock if unseen[card] > 0)
        shown = rules.table.model == "hand_only" and not pairs
        self._runs = rules.declare.min_runs if shown else 0
        self._pure = rules.declare.min_pure_runs if shown else 0
        self._counts = {other.kind: other.count for other in rules.other_melds if other.count} if shown else {}
        self._least = rules.set.min
        self._larger = size - declared_cards(rules) if rules.declare.draw_counts else None

    def first(self, thrown: Card | None, lacking: int, clock: Clock) -> Way | None:
        found: list[Way] = []
        held = self._held_without(thrown)

        def look(chosen: Sequence[Part]) -> bool:
            for selection in self._selections(chosen, lacking):
                way = self._stock.hand_of(selection, None, held, clock)
                if way is not None:
                    found.append(way)
                    return True
            return False

        self._walk(thrown, lacking, lambda _: False, look, clock)
        return found[0] if found else None

    def outs(self, thrown: Card | None, lacking: int, known: set[Card], clock: Clock) -> None:
        bits = self._parts.bits
        found = sum(bits[card] for card in known)
        held = self._held_without(thrown)

        def look(chosen: Sequence[Part]) -> bool:
            nonlocal found
            for selection in self._selections(chosen, lacking):
                reach = self._wild_bits if selection.free else 0
                for number, part in enumerate(chosen):
                    if selection.free or not part.cards or number in selection.pure:
                        reach |= part.outs
                while new := reach & ~found:
                    reach ^= new & -new
                    way = self._stock.hand_of(selection, self._cards[new & -new], held, clock)
                    if way is not None:
                        known.update(way.bought)
                        found |= sum(bits[card] for card in way.bought)
            return False

        self._walk(thrown, lacking, lambda outs: not (outs | self._wild_bits) & ~found, look, clock)

    def _held_without(self, thrown: Card | None) -> list[Card]:
        """The wilds of the hand, printed ones first."""
        held = self._held.copy()
        if thrown in held:
            held.remove(thrown)
        return held

    def _selections(self, chosen: Sequence[Part], lacking: int) -> Iterator[Selection]:
        """The parts as a complete hand that lacks no more, for each choice of the runs that hold no wild."""
        runs = [number for number, part in enumerate(chosen) if part.kind == "run"]
        larger = sum(part.length - self._least for part in chosen if part.kind == "set")
        counted = all(sum(part.kind == kind for part in chosen) == count for kind, count in self._counts.items())
        if (
            len(runs) < self._runs
            or not counted
            or (self._larger is not None and larger != self._larger)
            or (self._pairs and len(chosen) != self._pairs)
        ):
            return
        for pure in combinations(runs, self._pure):
            must = sum(part.lacking if number in pure else not part.cards for number, part in enumerate(chosen))
            if must <= lacking:
                yield Selection(tuple(chosen), pure, lacking - must)

    def _walk(
        self,
        thrown: Card | None,
        lacking: int,
        known: Callable[[int], bool],
        look: Callable[[Sequence[Part]], bool],
        clock: Clock,
    ) -> None:
        """Looks at every choice of parts that fills the hand and wastes no more, until told to stop.

        Args:
            thrown: a card of the hand of which one copy is gone.
            lacking: how many unseen cards the complete hand may hold.
            known: tells of unseen cards, as bits, whether nothing new can come of them.
            look: looks at one choice, and says whether that is enough.
            clock: ends the search.
        """
        fields = self._parts.fields
        waste = lacking + len(self._held_without(thrown))
        guard = fields.guard
        hand = fields.whole - (fields.one.get(thrown, 0) if thrown is not None else 0)
        parts = [part for part in self._parts.upto(waste, clock) if (hand - part.kept) & guard == guard]
        if not parts:
            return
        longest, shortest = max(part.length for part in parts), min(part.length for part in parts)
        chosen: list[Part] = []

        def go(parts: Sequence[Part], hand: int, size: int, waste: int, outs: int) -> bool:
            for number, part in enumerate(parts):
                clock.step()
                if part.waste * -(-size // longest) > waste:
                    # Those that follow waste no less.
                    return False
                rest, reach = size - part.length, outs | part.outs
                chosen.append(part)
                if not rest:
                    if not known(reach) and look(chosen):
                        return True
                elif rest >= shortest:
                    spare, left = waste - part.waste, hand - part.kept
                    others = [
                        other
                        for other in parts[number:]
                        if other.waste <= spare and other.length <= rest and (left - other.kept) & guard == guard
                    ]
                    clock.step(len(parts) // 64)
                    bound = reach
                    for other in others:
                        bound |= other.outs
                    if others and not known(bound) and go(others, left, rest, spare, reach):
                        return True
                chosen.pop()
            return False

        go(parts, hand, self._size, waste, 0)


def _is_wild(card: Card, game: Game) -> bool:
    """Whether a card is a wild, or a natural that may be used as one."""
    suit, _, name = card
    return not name and (not suit or game.card_faces[card] in game.wild_faces)
