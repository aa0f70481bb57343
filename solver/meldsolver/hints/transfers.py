"""What a play has to carry where, and which parts of the table hang together by it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from meldsolver.hints.board import PlanBoard
from meldsolver.hints.exchange import Exchange
from meldsolver.hints.origin import Place

MOST_SINGLE = 4
"""So many tiles that come to one meld from no meld are carried one by one; more of them together."""


class Transfer(NamedTuple):
    """Tiles that go from one meld to another together.

    Attributes:
        places: the tiles, by where they lay before the play.
        source: the meld that they leave, or ``None`` for the rack, the loose tiles and what is aside.
        goal: the meld that they are laid on.
        needs: the transfers of the region that must have left their place before.
    """

    places: tuple[Place, ...]
    source: int | None
    goal: int
    needs: frozenset[int] = frozenset()


class Replacement(NamedTuple):
    """Naturals that are laid where a wild lies, and the wild, which is taken in the same step.

    Attributes:
        meld: the meld.
        naturals: the transfers of the naturals to it.
        wild: the transfer of the wild.
    """

    meld: int
    naturals: tuple[int, ...]
    wild: int


class Region(NamedTuple):
    """Melds between which tiles go, and everything that comes to them.

    Attributes:
        transfers: what has to be carried.
        replacements: the wilds that are replaced.
    """

    transfers: tuple[Transfer, ...]
    replacements: tuple[Replacement, ...]

    @property
    def melds(self) -> frozenset[int]:
        """The melds that it touches."""
        return frozenset(n for t in self.transfers for n in (t.source, t.goal) if n is not None)

    @property
    def takes_from_table(self) -> bool:
        """Whether a tile leaves a meld."""
        return any(transfer.source is not None for transfer in self.transfers)


def regions(board: PlanBoard, exchanges: Sequence[Exchange]) -> list[Region]:
    """The regions of a play, those that need no tile of the table first, then those that carry least."""
    pending = board.pending()
    parts = _Parts()
    for place in pending:
        parts.join(board.goal[place], board.lies[place])
    for exchange in exchanges:
        for natural in exchange.naturals:
            parts.join(exchange.meld, board.goal[natural])
            parts.join(exchange.meld, board.lies[natural])
    by_part: dict[int, list[Place]] = defaultdict(list)
    for place in pending:
        by_part[parts.of(board.goal[place])].append(place)
    held: dict[int, list[Exchange]] = defaultdict(list)
    for exchange in exchanges:
        held[parts.of(exchange.meld)].append(exchange)
    found = [_region(board, places, held[part]) for part, places in by_part.items()]
    return sorted(found, key=lambda region: _order(region, board))


def _order(region: Region, board: PlanBoard) -> tuple[bool, bool, int, int]:
    """New melds of the rack first, then what is laid on melds, then the rest, the easiest first."""
    lays_on = any(board.exists(transfer.goal) for transfer in region.transfers)
    carried = sum(len(t.places) for t in region.transfers if t.source is not None)
    return (region.takes_from_table, lays_on, carried, min(region.melds))


def _region(board: PlanBoard, places: Sequence[Place], exchanges: Sequence[Exchange]) -> Region:
    wilds = {exchange.wild for exchange in exchanges}
    naturals = {natural for exchange in exchanges for natural in exchange.naturals}
    groups: dict[tuple[int | None, int], list[Place]] = defaultdict(list)
    for place in places:
        if place not in wilds and place not in naturals:
            groups[board.lies[place], board.goal[place]].append(place)
    moves = any(board.lies[place] is not None for place in places)
    found: list[Transfer] = []
    for (source, goal), group in groups.items():
        # Tiles of the rack go one by one, if they are few, where others move: some may be needed before the rest.
        singly = source is None and moves and len(group) <= MOST_SINGLE
        parts = [(place,) for place in group] if singly else [tuple(group)]
        found += [Transfer(part, source, goal) for part in parts]
    replacements = []
    for exchange in exchanges:
        first = len(found)
        found += [Transfer((natural,), board.lies[natural], exchange.meld) for natural in exchange.naturals]
        wild = len(found)
        found.append(Transfer((exchange.wild,), exchange.meld, board.goal[exchange.wild]))
        replacements.append(Replacement(exchange.meld, tuple(range(first, wild)), wild))
        for number, natural in enumerate(exchange.naturals, first):
            if board.goal[natural] != exchange.meld:
                found.append(Transfer((natural,), exchange.meld, board.goal[natural], frozenset({number})))
    if board.game.ruleset.retrieval.meld_locked:
        found = [_after_replacements(index, each, replacements) for index, each in enumerate(found)]
    return Region(tuple(found), tuple(replacements))


def _after_replacements(index: int, transfer: Transfer, replacements: Sequence[Replacement]) -> Transfer:
    """A locked meld gives nothing away before its wild is replaced."""
    first = {each.wild for each in replacements if each.meld == transfer.source and each.wild != index}
    return transfer._replace(needs=transfer.needs | first) if first else transfer


class _Parts:
    """Numbers joined into parts."""

    def __init__(self) -> None:
        self._up: dict[int, int] = {}

    def of(self, number: int) -> int:
        """The part's first number."""
        while (up := self._up.get(number, number)) != number:
            number = up
        return number

    def join(self, number: int, other: int | None) -> None:
        """Puts two numbers into one part."""
        if other is not None:
            one, two = sorted((self.of(number), self.of(other)))
            self._up[two] = one
