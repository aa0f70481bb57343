"""A small reading of the rules of its own: which tiles form a meld, what its wilds stand for, its worth.

Why: the brute force oracle must not share a line with the project, or a common mistake would hide.
Everything here is found by trying all windows and all suits.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Literal

Face = tuple[str, int]
Tile = tuple[str, int] | str | None
"""A natural ``(suit, rank)``, or a wild: ``None`` or ``"j"``."""
Meld = tuple[Tile, ...]


@dataclass(frozen=True)
class Rules:
    """The rules that decide whether a move is legal; the defaults are those of tile rummy."""

    suits: str = "rykb"
    ranks: int = 13
    set_min: int = 3
    set_max: int = 4
    set_suits: Literal["distinct", "any", "identical"] = "distinct"
    set_allowed: bool = True
    run_min: int = 3
    run_max: int | None = None
    """``None``, or more than the ranks: as many as there are ranks."""
    run_allowed: bool = True
    wrap: Literal["none", "one_high", "circular"] = "none"
    max_wilds: int | None = None
    min_naturals: int = 1
    naturals_ge_wilds: bool = False
    wild_adjacent: bool = True
    """Whether two wilds may stand side by side in a run."""
    threshold: int = 0
    """Worth of the opening; 0: no opening is asked for."""
    same_turn: Literal["none", "layoff", "full"] = "full"
    """What of the table may be used in the turn of the opening."""
    wild_worth: Literal["represented", "zero"] = "represented"
    """What a wild counts in the opening."""
    wild_opens: bool = True
    """Whether the melds that reach the threshold may hold wilds."""
    retrieval: Literal["free", "replace", "never"] = "free"
    source: Literal["rack", "rack_or_table"] = "rack_or_table"
    set_of_three: Literal["either", "both"] = "either"
    meld_locked: bool = False
    reuse: Literal["any", "new_meld", "new_meld_two_rack"] = "any"
    table: Literal["full", "layoff", "none"] = "full"
    min_rack_tiles: int = 1
    joint_sets: bool = True
    """Two wilds of one set stand for different suits (``False``: each for any missing suit by itself)."""


@dataclass(frozen=True)
class Reading:
    """One way to read a meld: its kind and, tile by tile, the face it shows or stands for."""

    kind: Literal["set", "run"]
    faces: tuple[Face, ...]


def is_wild(tile: Tile) -> bool:
    """Whether the tile is a wild."""
    return tile is None or isinstance(tile, str)


def is_meld(meld: Sequence[Tile], rules: Rules) -> bool:
    """Whether the tiles, in whatever order, form a valid meld."""
    return bool(readings(tuple(meld), rules, ordered=False))


def wild_faces(meld: Meld, reading: Reading) -> tuple[Face, ...]:
    """What the wilds of the meld stand for, in the order of its tiles."""
    return tuple(face for tile, face in zip(meld, reading.faces, strict=True) if is_wild(tile))


def worth(meld: Meld, rules: Rules, ordered: bool = False) -> int:
    """The most that the meld counts towards an opening, as it lies or in any order."""
    best = 0
    for reading in readings(meld, rules, ordered):
        ranks = [
            face[1]
            for tile, face in zip(meld, reading.faces, strict=True)
            if not is_wild(tile) or rules.wild_worth == "represented"
        ]
        best = max(best, sum(ranks))
    return best


@cache
def readings(meld: Meld, rules: Rules, ordered: bool) -> tuple[Reading, ...]:
    """Every reading of a meld; none: it is not valid.

    ``ordered``: a run is read in the order of its tiles.  Where that is impossible (it would run off an end,
    or the tiles are not in order), every reading of the tiles as a run counts.  Sets have no order.
    """
    wilds = sum(is_wild(tile) for tile in meld)
    naturals = len(meld) - wilds
    if naturals < rules.min_naturals or (rules.max_wilds is not None and wilds > rules.max_wilds):
        return ()
    if rules.naturals_ge_wilds and naturals < wilds:
        return ()
    sets = _set_readings(meld, rules) if rules.set_allowed else []
    runs: list[Reading] = []
    if rules.run_allowed:
        runs = _laid_runs(meld, rules) if ordered else _run_readings(meld, rules, False)
    return (*sets, *runs)


def _laid_runs(meld: Meld, rules: Rules) -> list[Reading]:
    """A run read as it lies, up or else down; in any order only when it lies in none."""
    spread = replace(rules, wild_adjacent=True)
    for step in (1, -1):
        if _run_readings(meld[::step], spread, True):
            return [Reading("run", r.faces[::step]) for r in _run_readings(meld[::step], rules, True)]
    return _run_readings(meld, rules, False)


def _set_readings(meld: Meld, rules: Rules) -> list[Reading]:
    """All ways to let the wilds of a set stand for suits."""
    size = len(meld)
    most = min(rules.set_max, len(rules.suits)) if rules.set_suits == "distinct" else rules.set_max
    if not rules.set_min <= size <= most:
        return []
    naturals = [tile for tile in meld if not is_wild(tile)]
    held = [tile[0] for tile in naturals if isinstance(tile, tuple)]
    ranks = {tile[1] for tile in naturals if isinstance(tile, tuple)}
    if len(ranks) > 1:
        return []
    found = []
    for rank in ranks or range(1, rules.ranks + 1):
        for stand_for in _suits_of_wilds(held, size - len(held), rules):
            wild_suits = iter(stand_for)
            found.append(Reading("set", tuple(t if isinstance(t, tuple) else (next(wild_suits), rank) for t in meld)))
    return found


def _suits_of_wilds(held: list[str], wilds: int, rules: Rules) -> list[tuple[str, ...]]:
    """The suits that ``wilds`` wilds can stand for in a set that holds ``held``; none: not a set."""
    if rules.set_suits == "distinct":
        if len(set(held)) < len(held):
            return []
        return list(combinations([suit for suit in rules.suits if suit not in held], wilds))
    if rules.set_suits == "identical":
        return [(suit,) * wilds for suit in rules.suits if set(held) <= {suit}]
    return list(combinations_with_replacement(rules.suits, wilds))


def windows(size: int, rules: Rules) -> list[tuple[int, ...]]:
    """The rank sequences that a run of this size can show."""
    most = rules.ranks if rules.run_max is None else min(rules.run_max, rules.ranks)
    if not rules.run_min <= size <= most:
        return []
    last = {"none": rules.ranks, "one_high": rules.ranks + 1, "circular": 2 * rules.ranks}[rules.wrap]
    return [
        tuple((start + k - 1) % rules.ranks + 1 for k in range(size))
        for start in range(1, rules.ranks + 1)
        if start + size - 1 <= last
    ]


def _run_readings(meld: Meld, rules: Rules, ordered: bool) -> list[Reading]:
    """All windows that the tiles of a run fit in, as they lie or in any order."""
    naturals = [tile for tile in meld if isinstance(tile, tuple)]
    held = {suit for suit, _ in naturals}
    ranks = {rank for _, rank in naturals}
    if len(held) > 1 or len(ranks) < len(naturals):
        return []
    found = []
    for suit in held or rules.suits:
        for window in windows(len(meld), rules):
            open_ranks = [rank for rank in window if rank not in ranks]
            if len(open_ranks) + len(ranks) != len(window):
                continue
            if not rules.wild_adjacent and _side_by_side(window, ranks):
                continue
            free = iter(open_ranks)
            faces = tuple(t if isinstance(t, tuple) else (suit, next(free)) for t in meld)
            if not ordered or tuple(rank for _, rank in faces) == window:
                found.append(Reading("run", faces))
    return found


def _side_by_side(window: tuple[int, ...], ranks: set[int]) -> bool:
    """Whether two neighbours of the window are both wilds."""
    return any(a not in ranks and b not in ranks for a, b in pairwise(window))
