"""Where every tile of the table after a move came from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

from meldsolver.referee.report import Code, Violation
from meldsolver.tiles import Card, Meld, Position, Tile

LOOSE, RACK = -1, -2
"""Where tiles come from that lie in no meld."""


def card_key(tile: Tile) -> Card:
    """The card of a tile as a short key."""
    return tile[:3]


def bag_of(meld: Meld) -> Hashable:
    """What a meld holds, whatever the order: equal for the same cards, and for no others."""
    cards = [tile[:3] for tile in meld]
    bag = frozenset(cards)
    return bag if len(bag) == len(cards) else tuple(sorted(cards))


@dataclass(frozen=True, slots=True)
class Account:
    """Which tiles moved.

    Attributes:
        played: rack tiles (and a called one) that lie on the table now, in rack order.
        missing: tiles of the table before that are gone, with their meld.
        loose_left: loose tiles that are in no meld.
        foreign: tiles on the table now that came from nowhere, with their meld.
    """

    played: tuple[Tile, ...]
    missing: tuple[tuple[int, Tile], ...]
    loose_left: tuple[Tile, ...]
    foreign: tuple[tuple[int, Tile], ...]


class Standing(NamedTuple):
    """The melds that lie exactly as before, by their indices before the move and after it."""

    before: frozenset[int]
    after: frozenset[int]


def standing(before: tuple[Meld, ...], after: tuple[Meld, ...]) -> Standing:
    """The melds that lie exactly as before."""
    places: dict[Meld, list[int]] = {}
    for index in range(len(after) - 1, -1, -1):
        places.setdefault(after[index], []).append(index)
    pairs = {index: found.pop() for index, meld in enumerate(before) if (found := places.get(meld))}
    return Standing(frozenset(pairs), frozenset(pairs.values()))


def account(before: Position, after: tuple[Meld, ...], stood: Standing) -> Account:
    """Matches the tiles of the table after a move with those before, by id where both have one.

    Args:
        before: the position before the move.
        after: all melds after it.
        stood: the melds that lie exactly as before; their tiles went nowhere.
    """
    sources = _sources(before, stood)
    laid = [(index, tile) for index, meld in enumerate(after) if index not in stood.after for tile in meld]
    known: set[int] = set()
    foreign: list[tuple[int, Tile]] = []
    if [tile for _, tile in laid if tile[5]]:
        laid, foreign, known = _match_ids(sources, laid)
    wanted = Counter([tile[:3] for _, tile in laid])
    played, missing, loose_left = [], [], []
    for index, (place, tile) in enumerate(sources):
        # Table tiles come first in the sources, so the table is served before the rack.
        if known and index in known:
            is_used = True
        elif is_used := wanted.get(card := tile[:3], 0) > 0:
            wanted[card] -= 1
        if is_used:
            if place == RACK:
                played.append(tile)
        elif place == LOOSE:
            loose_left.append(tile)
        elif place != RACK:
            missing.append((place, tile))
    if any(wanted.values()):
        for meld_index, tile in reversed(laid):
            if wanted[tile[:3]] > 0:
                wanted[tile[:3]] -= 1
                foreign.append((meld_index, tile))
        foreign.sort(key=lambda pair: pair[0])
    return Account(tuple(played), tuple(missing), tuple(loose_left), tuple(foreign))


def _match_ids(
    sources: list[tuple[int, Tile]], laid: list[tuple[int, Tile]]
) -> tuple[list[tuple[int, Tile]], list[tuple[int, Tile]], set[int]]:
    """The tiles without an id, those whose id came from nowhere, and the sources of all others."""
    by_id = {tile.id: index for index, (_, tile) in enumerate(sources) if tile.id}
    waiting: list[tuple[int, Tile]] = []
    foreign: list[tuple[int, Tile]] = []
    known: set[int] = set()
    for meld_index, tile in laid:
        index = by_id.get(tile.id)
        if not tile.id:
            waiting.append((meld_index, tile))
        elif index is None or index in known or card_key(sources[index][1]) != card_key(tile):
            foreign.append((meld_index, tile))
        else:
            known.add(index)
    return waiting, foreign, known


def _sources(before: Position, stood: Standing) -> list[tuple[int, Tile]]:
    """Where a tile may come from: a table meld by its index, the loose tiles, the rack."""
    sources = [(index, tile) for index, meld in enumerate(before.table) if index not in stood.before for tile in meld]
    sources += [(LOOSE, tile) for tile in before.loose]
    if before.called is not None:
        sources.append((RACK, before.called))
    sources += [(RACK, tile) for tile in before.rack]
    return sources


def account_violations(result: Account, before: Position, after: tuple[Meld, ...], *, swapped: bool) -> list[Violation]:
    """The reasons that follow from the tiles alone.

    Args:
        result: where the tiles went.
        before: the position before.
        after: the table after.
        swapped: whether the game lets a wild that is swapped go to the hand, which is not expressed here.
    """
    violations = []
    for index, tile in result.missing:
        why = "table tiles may not leave the table"
        if swapped and tile.wild:
            why = "a swapped wild kept in hand cannot be judged here, so it must be laid again in the same turn"
        text = f"{tile.plain()} of the table is gone; {why}"
        violations.append(Violation(Code.TABLE_TILE_MISSING, text, table_meld=index, tiles=(tile,)))
    for tile in result.loose_left:
        text = f"the loose {tile.plain()} is in no meld; every loose tile must end in one"
        violations.append(Violation(Code.LOOSE_TILE_LEFT, text, tiles=(tile,)))
    for index, tile in result.foreign:
        text = f"{tile} is neither in the rack nor on the table before"
        violations.append(Violation(Code.TILE_NOT_IN_RACK, text, meld=index, tiles=(tile,)))
    if before.called is not None and all(tile is not before.called for tile in result.played):
        text = f"the called {before.called.plain()} must be used at once"
        violations.append(Violation(Code.CALLED_TILE_UNUSED, text, tiles=(before.called,)))
    return violations
