"""How far a hand is from one that can be declared, by listing every complete hand that a small deck allows.

Why: a distance is a claim about all complete hands, so only looking at all of them can test it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .any_rules import Meld, Tile, in_order

Hand = Counter[Any]


def hands_of(deck: Hand, size: int) -> Iterator[Meld]:
    """Every hand of so many cards."""
    cards = in_order(list(deck))

    def fill(index: int, left: int, held: tuple[Tile, ...]) -> Iterator[Meld]:
        if not left:
            yield held
        elif index < len(cards):
            for count in range(min(left, deck[cards[index]]) + 1):
                yield from fill(index + 1, left - count, (*held, *[cards[index]] * count))

    yield from fill(0, size, ())


def complete_hands(deck: Hand, size: int, is_complete: Callable[[Meld], bool]) -> list[Hand]:
    """Every complete hand of the deck."""
    return [Counter(hand) for hand in hands_of(deck, size) if is_complete(hand)]


def nearest(hand: Hand, unseen: Hand, complete: Iterable[Hand]) -> tuple[int | None, set[Tile]]:
    """The fewest unseen cards in a complete hand, and the cards that complete hands with so few hold unseen."""
    best: int | None = None
    outs: set[Tile] = set()
    for whole in complete:
        bought = whole - hand
        if bought - unseen:
            continue
        lacking = bought.total()
        if best is None or lacking < best:
            best, outs = lacking, set()
        if lacking == best:
            outs |= bought.keys()
    return best, outs if best else set()
