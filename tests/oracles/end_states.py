"""Brute force for small decks: every distinct end state of a turn, the best of them, and how many.

Why: the only oracle that knows all rules.  For every sub-multiset P of the rack, every partition of T0 + P
into valid melds is tried, and kept when ``legal`` says so.  Exponential on purpose.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from .legality import Table, count_tiles, legal, plain
from .mini_rules import Meld, Rules, Tile, is_meld, windows

Tiles = tuple[Tile, ...]
"""A multiset of tiles: sorted, wilds (``"j"``) last."""


def end_states(
    table: Sequence[Sequence[Tile]],
    rack: Sequence[Tile],
    opened: bool,
    rules: Rules,
    loose: Sequence[Tile] = (),
) -> list[tuple[Tiles, Table]]:
    """All distinct legal end states: (rack tiles played, table after), each a sorted multiset.

    ``loose`` tiles must end in melds; then only free rules are judged (no opening, no retrieval).
    """
    before = plain(table)
    hand = ordered("j" if t is None else t for t in rack)
    found = []
    for played in sub_multisets(hand):
        supply = ordered([*(tile for meld in before for tile in meld), *plain([loose])[0], *played])
        if len(played) < (0 if loose else rules.min_rack_tiles):
            continue
        for after in partitions(supply, rules):
            if loose or legal(before, rack, opened, after, rules):
                found.append((played, after))
    return found


def best_end_state(
    table: Sequence[Sequence[Tile]],
    rack: Sequence[Tile],
    opened: bool,
    rules: Rules,
    first: str = "tiles",
    loose: Sequence[Tile] = (),
) -> tuple[int, int] | None:
    """(tiles, points) of the best play, wilds counting 0 points; ``first`` is ``tiles`` or ``points``."""
    values = {value(played) for played, _ in end_states(table, rack, opened, rules, loose)}
    if not values:
        return None
    return max(values, key=lambda v: v if first == "tiles" else (v[1], v[0]))


def count_end_states(table: Sequence[Sequence[Tile]], rack: Sequence[Tile], opened: bool, rules: Rules) -> int:
    """How many distinct legal end states there are."""
    return len(end_states(table, rack, opened, rules))


def value(played: Tiles) -> tuple[int, int]:
    """Tiles and points of the rack tiles played."""
    return len(played), sum(tile[1] for tile in played if isinstance(tile, tuple))


def ordered(tiles: Any) -> Tiles:
    """The tiles sorted, wilds last."""
    return tuple(sorted(tiles, key=lambda t: (isinstance(t, str), t if isinstance(t, tuple) else ())))


def sub_multisets(tiles: Tiles) -> Iterator[Tiles]:
    """All distinct sub-multisets, the empty one first."""
    kinds = list(Counter(tiles).items())
    for counts in product(*(range(n + 1) for _, n in kinds)):
        yield tuple(tile for (tile, _), n in zip(kinds, counts, strict=True) for _ in range(n))


@cache
def partitions(tiles: Tiles, rules: Rules) -> tuple[Table, ...]:
    """All distinct ways to cut a multiset of tiles into valid melds."""
    if not tiles:
        return ((),)
    found: set[Table] = set()
    supply = Counter(tiles)
    for meld in melds_with(tiles[0], supply["j"], rules):
        need = Counter(meld)
        if not need - supply:
            for rest in partitions(ordered((supply - need).elements()), rules):
                found.add(tuple(sorted((meld, *rest), key=repr)))
    return tuple(sorted(found, key=repr))


@cache
def melds_with(tile: Tile, wilds: int, rules: Rules) -> tuple[Meld, ...]:
    """All valid melds (as multisets) that hold the tile and at most so many wilds."""
    return tuple(meld for meld in all_melds(rules, wilds) if tile in meld)


@cache
def all_melds(rules: Rules, wilds: int) -> tuple[Meld, ...]:
    """All valid melds of a deck with any number of copies, with at most so many wilds."""
    shapes: set[Meld] = set()
    for size in range(rules.run_min, rules.ranks + 1):
        for window, suit in product(windows(size, rules), rules.suits):
            shapes.add(tuple((suit, rank) for rank in window))
    for size in range(rules.set_min, rules.set_max + 1):
        for some in combinations_with_replacement(rules.suits, size):
            shapes |= {tuple((suit, rank) for suit in some) for rank in range(1, rules.ranks + 1)}
    found: set[Meld] = set()
    for faces in shapes:
        for count in range(min(wilds, len(faces)) + 1):
            for kept in combinations(faces, len(faces) - count):
                meld = ordered((*kept, *("j",) * count))
                if meld not in found and is_meld(meld, rules):
                    found.add(meld)
    return tuple(sorted(found, key=repr))


__all__ = ["best_end_state", "count_end_states", "count_tiles", "end_states", "legal", "partitions"]
