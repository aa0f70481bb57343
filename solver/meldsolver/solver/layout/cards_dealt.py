"""Which cards are the wilds of a solution's melds, where that matters for wilds of the table that are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from meldsolver.limits.clock import Clock
from meldsolver.solver.layout.dealing import Slot, shows_itself
from meldsolver.solver.model.instances import Instance
from meldsolver.tiles import Face


def cards_dealt(
    laid: Sequence[Instance], as_wild: Counter[Face], asked: Mapping[tuple[int, Face], int], clock: Clock
) -> list[Instance] | None:
    """The melds with the cards that are their wilds named, none of them where it would be a natural.

    Args:
        laid: the melds; what they name already stays, and so do those of the table.
        as_wild: how many naturals of each face are used as wilds, in melds that are not those of the table.
        asked: by column and face, how many lie in the melds of that column.
        clock: ends it.

    Returns:
        The melds, each naming all of its wilds; ``None`` where the cards cannot lie so.
    """
    left = Counter(as_wild)
    free: list[Slot] = []
    waiting = Counter(asked)
    for number, each in enumerate(laid):
        if each.meld is not None:
            continue
        free += [(number, index) for index in _wild_cells(each) if index not in each.cards]
        named = [face for face in each.cards.values() if face is not None]
        left.subtract(named)
        waiting.subtract((each.column, face) for face in named)
    open_columns = {each.column for each in laid if each.meld is None}
    cards = [(face, column) for column, face in waiting.elements() if column in open_columns]
    left.subtract(face for face, _ in cards)
    cards += [(face, -1) for face in left.elements()]
    fits = [
        [
            place
            for place, (number, index) in enumerate(free)
            if column in (-1, laid[number].column) and not shows_itself(face, laid[number], index)
        ]
        for face, column in cards
    ]
    owner: dict[int, int] = {}
    if not all(_seat(card, fits, owner, set(), clock) for card in range(len(cards))):
        return None
    names: dict[Slot, Face | None] = dict.fromkeys(free)
    names |= {free[place]: cards[card][0] for place, card in owner.items()}
    dealt = []
    for number, each in enumerate(laid):
        mine = {index: face for (n, index), face in names.items() if n == number}
        dealt.append(replace(each, cards={**each.cards, **mine}) if mine else each)
    return dealt


def _seat(card: int, fits: Sequence[Sequence[int]], owner: dict[int, int], tried: set[int], clock: Clock) -> bool:
    """Gives a card a place, where others may have to move."""
    for place in fits[card]:
        clock.step()
        if place not in tried:
            tried.add(place)
            if place not in owner or _seat(owner[place], fits, owner, tried, clock):
                owner[place] = card
                return True
    return False


def _wild_cells(each: Instance) -> list[int]:
    return [index for index, wild in enumerate(each.wild) if wild and index not in each.own]


def asked_first(laid: Sequence[Instance], asked: Mapping[tuple[int, Face], int], clock: Clock) -> list[Instance] | None:
    """The melds with those cards named alone that lie in melds of a given column."""
    wanted: Counter[Face] = Counter()
    for (_, face), count in asked.items():
        wanted[face] += count
    dealt = cards_dealt(laid, wanted, asked, clock)
    if dealt is None:
        return None
    return [
        replace(each, cards={index: face for index, face in each.cards.items() if face is not None}) for each in dealt
    ]
