"""What a hand of Indian rummy counts, by trying every choice of melds; knows nothing of the project.

Cards are pairs (suit, rank), jokers are ``None``. Ranks 1 to 13; an ace may follow the king.
"""

from __future__ import annotations

from itertools import combinations
from typing import TypeAlias

Card: TypeAlias = tuple[str, int] | None


def value(card: Card) -> int:
    """Aces and figures count ten, jokers nothing."""
    return 0 if card is None else 10 if card[1] in (1, 11, 12, 13) else card[1]


def is_set(cards: tuple[Card, ...]) -> bool:
    """Three or four of one rank in different suits, jokers for the missing ones."""
    naturals = [card for card in cards if card is not None]
    suits = {suit for suit, _ in naturals}
    return (
        3 <= len(cards) <= 4 and bool(naturals) and len(suits) == len(naturals) and len({r for _, r in naturals}) == 1
    )


def is_run(cards: tuple[Card, ...]) -> bool:
    """Three or more in a row of one suit, jokers in the gaps or at the ends."""
    naturals = [card for card in cards if card is not None]
    if len(cards) < 3 or not naturals or len({suit for suit, _ in naturals}) != 1:
        return False
    for ace in (1, 14):
        ranks = [ace if rank == 1 else rank for _, rank in naturals]
        fits = len(set(ranks)) == len(ranks) and max(ranks) - min(ranks) < len(cards) <= 14
        if fits:
            return True
    return False


def points(hand: tuple[Card, ...]) -> int:
    """All cards without a run of naturals alone, else the least that is left in no meld."""
    best = _least(hand, False)
    return sum(map(value, hand)) if best is None else best


def _least(hand: tuple[Card, ...], pure: bool) -> int | None:
    if not hand:
        return 0 if pure else None
    first, rest = hand[0], hand[1:]
    found = []
    if (left := _least(rest, pure)) is not None:
        found.append(value(first) + left)
    for size in range(2, len(rest) + 1):
        for chosen in combinations(range(len(rest)), size):
            meld = (first, *(rest[i] for i in chosen))
            run = is_run(meld)
            if run or is_set(meld):
                others = tuple(card for i, card in enumerate(rest) if i not in chosen)
                left = _least(others, pure or (run and None not in meld))
                if left is not None:
                    found.append(left)
    return min(found, default=None)
