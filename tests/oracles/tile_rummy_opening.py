"""Best play of a turn in tile rummy, with the rules of the opening around the dynamic program.

Why apart: the dynamic program only knows which tiles must and may be laid.  What an opening asks
for is turned into such questions here.

* ``full``: some part of the played rack tiles forms melds worth the threshold, the table is free.
  So the played tiles must contain a member of F = {sub-racks that can be cut into melds worth the
  threshold}.  A play contains a member of F if and only if it contains an inclusion-minimal one
  (every member contains a minimal one), so the best over the minimal members, each required in
  turn, is the best of all.  Minimal members are unions of runs of 3-5 and sets: a longer run is cut
  without changing tiles or worth.
* ``none``: the table stays, all played tiles form melds worth the threshold: the program runs on the
  rack alone and carries the worth reached so far.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Literal

from .tile_rummy_dp import Best, First, Meld, Tile, Wrap, best_arrangement, is_wild

SameTurn = Literal["full", "none"]
Need = tuple[tuple[Tile, int], ...]
"""A sub-rack: its distinct tiles (wilds as ``"j"``) with their numbers, sorted."""


def best_play(
    table: Sequence[Meld],
    rack: Sequence[Tile],
    *,
    loose: Iterable[Tile] = (),
    opened: bool = True,
    threshold: int = 30,
    same_turn: SameTurn = "full",
    first: First = "tiles",
    suits: str = "rykb",
    ranks: int = 13,
    wrap: Wrap = "none",
) -> Best | None:
    """The best play of one turn, or ``None`` when there is none (no rack tile can be played).

    ``loose`` tiles (and the tiles of broken melds in ``table``) must end in melds.  With loose tiles an
    opened player need not play from the rack: use ``can_finish`` for that question alone.
    """
    must = [tile for meld in table for tile in meld] + list(loose)
    best: Best | None
    if opened or threshold <= 0:
        best = best_arrangement(must, rack, first=first, suits=suits, ranks=ranks, wrap=wrap)
    elif same_turn == "none":
        if tuple(loose):
            raise ValueError("loose tiles contradict a table that must stay as it is")
        best = best_arrangement((), rack, first=first, suits=suits, ranks=ranks, wrap=wrap, worth_at_least=threshold)
    else:
        best = _open_with_table(must, rack, threshold, first, suits, ranks, wrap)
    return best if best is not None and best.tiles else None


def can_finish(
    table: Sequence[Meld],
    loose: Iterable[Tile],
    rack: Iterable[Tile] = (),
    *,
    suits: str = "rykb",
    ranks: int = 13,
    wrap: Wrap = "none",
) -> bool:
    """Whether table and loose tiles can all end in melds, with the rack's help if it is needed."""
    must = [tile for meld in table for tile in meld] + list(loose)
    return best_arrangement(must, rack, suits=suits, ranks=ranks, wrap=wrap) is not None


def _open_with_table(
    must: Sequence[Tile],
    rack: Sequence[Tile],
    threshold: int,
    first: First,
    suits: str,
    ranks: int,
    wrap: Wrap,
) -> Best | None:
    """The best play that contains one of the minimal openings."""

    def value(best: Best) -> tuple[int, int]:
        return (best.points, best.tiles) if first == "points" else (best.tiles, best.points)

    openings = minimal_openings(rack, threshold, suits=suits, ranks=ranks, wrap=wrap)
    if not openings:
        return None
    bound = best_arrangement(must, rack, first=first, suits=suits, ranks=ranks, wrap=wrap)
    if bound is None:
        return None
    played = ["j" if is_wild(tile) else tile for tile in bound.played]
    if any(all(played.count(tile) >= n for tile, n in need) for need in openings):
        return bound
    best: Best | None = None
    for need in openings:
        required = [tile for tile, n in need for _ in range(n)]
        found = best_arrangement(must, rack, required=required, first=first, suits=suits, ranks=ranks, wrap=wrap)
        if found is not None and (best is None or value(found) > value(best)):
            best = found
            if value(best) == value(bound):
                break
    return best


def minimal_openings(
    rack: Iterable[Tile], threshold: int, *, suits: str = "rykb", ranks: int = 13, wrap: Wrap = "none"
) -> list[Need]:
    """The inclusion-minimal sub-racks that can be cut into melds worth the threshold, smallest first."""
    supply: dict[Tile, int] = {}
    for tile in rack:
        name: Tile = "j" if is_wild(tile) else tile
        supply[name] = supply.get(name, 0) + 1
    worth_of = _rack_melds(supply, suits, ranks, wrap)
    melds = sorted(worth_of.items(), key=lambda item: (-item[1], repr(item[0])))
    found: set[Need] = set()

    def extend(start: int, used: dict[Tile, int], worth: int) -> None:
        if worth >= threshold:
            found.add(tuple(sorted(used.items(), key=repr)))
            return
        for i in range(start, len(melds)):
            need, value = melds[i]
            grown = dict(used)
            for tile, n in need:
                grown[tile] = grown.get(tile, 0) + n
            if all(grown[tile] <= supply[tile] for tile, _ in need):
                extend(i, grown, worth + value)

    extend(0, {}, 0)
    minimal: list[Need] = []
    for need in sorted(found, key=lambda item: (sum(n for _, n in item), repr(item))):
        have = dict(need)
        if not any(all(have.get(tile, 0) >= n for tile, n in other) for other in minimal):
            minimal.append(need)
    return minimal


def _rack_melds(supply: dict[Tile, int], suits: str, ranks: int, wrap: Wrap) -> dict[Need, int]:
    """Every sub-rack that is one run of 3-5 or one set, with the most that it can be worth."""
    shapes: list[list[tuple[str, int]]] = []
    for rank in range(1, ranks + 1):
        for size in (3, 4):
            shapes += [[(suit, rank) for suit in some] for some in combinations(suits, size)]
    last = {"none": ranks, "one_high": ranks + 1, "circular": 2 * ranks}[wrap]
    for suit in suits:
        for start in range(1, ranks + 1):
            for size in (3, 4, 5):
                if start + size - 1 <= last and size <= ranks:
                    shapes.append([(suit, (start + k - 1) % ranks + 1) for k in range(size)])
    worth_of: dict[Need, int] = {}
    for faces in shapes:
        worth = sum(rank for _, rank in faces)
        missing = sum(face not in supply for face in faces)
        for wilds in range(missing, min(supply.get("j", 0), len(faces) - 1) + 1):
            for held in combinations(faces, len(faces) - wilds):
                if all(face in supply for face in held):
                    tiles: dict[Tile, int] = dict.fromkeys(held, 1)
                    if wilds:
                        tiles["j"] = wilds
                    need = tuple(sorted(tiles.items(), key=repr))
                    worth_of[need] = max(worth, worth_of.get(need, 0))
    return worth_of
