"""Contracts with limits on the wilds of single melds, by the definition alone: lay every subset, add every card.

Why: the project's search chooses melds and prices them; this tries subsets of the cards in the hand, and adds
unseen cards until some subsets meet the contract. It shares no line with the project: a card is a pair of suit
and rank, ``None`` a joker; ranks run from 1, and a 1 may follow the highest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

Card = tuple[str, int] | None
Hand = tuple[Card, ...]
Reading = tuple[str, str, int, int]
"""Kind, and for a run its suit, first and last place."""


@dataclass(frozen=True)
class Rules:
    """A deck and what binds its wilds."""

    ranks: int
    wild_rank: int = 0
    min_naturals: int = 1
    max_per_meld: int = 0
    naturals_ge_wilds: bool = False
    adjacent_ok: bool = True
    max_in_new_three: int = 0
    gap: int = 0
    distinct_suits: bool = False
    least: int = 3
    copies: int = 0
    """How often a face may be shown by naturals and wilds together; 0 for no limit. A wild of a set shows none."""


def _order(card: Card) -> tuple[str, int]:
    return card or ("~", 0)


@lru_cache(maxsize=1 << 20)
def readings(cards: Hand, rules: Rules) -> frozenset[Reading]:
    """What the cards may be as a meld."""
    found: set[Reading] = set()
    size = len(cards)
    if size < rules.least:
        return frozenset()
    acting = [card for card in cards if card is None or card[1] == rules.wild_rank]
    firm = [card for card in cards if card is not None and card[1] != rules.wild_rank]
    for rank in {card[1] for card in cards if card is not None}:
        own = sum(card is not None and card[1] == rank for card in acting)
        if all(card[1] == rank for card in firm) and _allowed(size, len(acting) - own, rules):
            found.add(("S", "", 0, 0))
    for suit in {card[0] for card in cards if card is not None}:
        if any(card[0] != suit for card in firm):
            continue
        for start in range(1, rules.ranks + 3 - size):
            places = range(start, start + size)
            if any(_wilds_fit(wilds, places, suit, firm, acting, rules) for wilds in _subsets(size)):
                found.add(("R", suit, start, start + size - 1))
    return frozenset(found)


def _subsets(size: int) -> Iterator[tuple[int, ...]]:
    for count in range(size):
        yield from combinations(range(size), count)


def _wilds_fit(
    wilds: tuple[int, ...], places: range, suit: str, firm: list[tuple[str, int]], acting: list[Card], rules: Rules
) -> bool:
    if not _allowed(len(places), len(wilds), rules):
        return False
    if not rules.adjacent_ok and any(place + 1 in wilds for place in wilds):
        return False
    needed = Counter((suit, (place - 1) % rules.ranks + 1) for index, place in enumerate(places) if index not in wilds)
    rest = needed - Counter(firm)
    if (needed & Counter(firm)) != Counter(firm):
        return False
    natural = Counter(card for card in acting if card is not None)
    return rest <= natural and len(acting) - rest.total() == len(wilds)


def _allowed(size: int, wilds: int, rules: Rules) -> bool:
    naturals = size - wilds
    return (
        naturals >= rules.min_naturals
        and not (rules.max_per_meld and wilds > rules.max_per_meld)
        and not (rules.naturals_ge_wilds and wilds > naturals)
        and not (rules.max_in_new_three and size == 3 and wilds > rules.max_in_new_three)
    )


def can_lay(hand: Hand, contract: str, rules: Rules) -> bool:
    """Whether disjoint subsets of the hand are the contract's melds."""
    return _lay(tuple(sorted(hand, key=_order)), tuple(sorted(contract)), (), (), rules)


@lru_cache(maxsize=1 << 18)
def _lay(
    hand: Hand, contract: tuple[str, ...], laid: tuple[Reading, ...], shown: tuple[tuple[str, int], ...], rules: Rules
) -> bool:
    if not contract:
        return True
    left = (len(contract) - 1) * rules.least
    seen = set()
    for size in range(rules.least, len(hand) - left + 1):
        for chosen in combinations(range(len(hand)), size):
            cards = tuple(hand[index] for index in chosen)
            if cards in seen:
                continue
            seen.add(cards)
            for reading in readings(cards, rules):
                if reading[0] == contract[0] and not any(_clash(reading, other, rules) for other in laid):
                    rest = tuple(card for index, card in enumerate(hand) if index not in chosen)
                    more = tuple(sorted((*laid, reading))) if reading[0] == "R" else laid
                    faces = tuple(sorted((*shown, *_faces(cards, reading, rules)))) if rules.copies else ()
                    if faces and max(Counter(faces).values()) > rules.copies:
                        continue
                    if _lay(rest, contract[1:], more, faces, rules):
                        return True
    return False


def _faces(cards: Hand, reading: Reading, rules: Rules) -> list[tuple[str, int]]:
    kind, suit, first, last = reading
    if kind == "R":
        return [(suit, (place - 1) % rules.ranks + 1) for place in range(first, last + 1)]
    rank = next(card[1] for card in cards if card is not None and card[1] != rules.wild_rank)
    return [card for card in cards if card is not None and card[1] == rank]


def _clash(first: Reading, second: Reading, rules: Rules) -> bool:
    if first[1] != second[1]:
        return False
    if rules.distinct_suits:
        return True
    low, high = sorted((first, second), key=lambda reading: reading[2:])
    return 0 <= high[2] - low[3] - 1 < rules.gap


def distance(hand: Hand, contract: str, unseen: Counter[Card], rules: Rules, most: int) -> int | None:
    """The fewest unseen cards with which the hand can lay the contract; ``None`` if more than ``most``."""
    kinds = sorted(unseen, key=_order)
    for count in range(most + 1):
        for more in combinations_with_replacement(kinds, count):
            if Counter(more) <= unseen and can_lay((*hand, *more), contract, rules):
                return count
    return None


def outs(hand: Hand, contract: str, unseen: Counter[Card], rules: Rules, lacking: int) -> set[Card]:
    """Every unseen card that makes fewer cards lack."""
    found = set()
    for card in unseen:
        if distance((*hand, card), contract, unseen - Counter([card]), rules, lacking - 1) is not None:
            found.add(card)
    return found
