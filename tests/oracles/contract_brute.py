"""Ramo's contracts by brute force: can the hand go down, with what least penalty, how far is it, what are its outs?

Why: the project's search prunes, pools and proves; this enumerates. It shares no line with the project:
cards are strings, ranks of a run are numbers from 1 to 14 (14 is a 1 that follows 13).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import numpy as np

SUITS = "rykb"
LEVELS = ("SS", "SR", "RR", "SSS", "SSR", "SRR", "RRR", "SSSS|RRRR")
FACES = [f"{suit}{rank}" for suit in SUITS for rank in range(1, 14)]
SPECIALS = ("skip", "-1", "x2", "+3", "?")
DECK = Counter({**dict.fromkeys(FACES, 2), "j": 4, **dict.fromkeys(SPECIALS, 2)})
INDEX = {face: index for index, face in enumerate(FACES)}

Shape = tuple[str, ...]


def value(card: str) -> int:
    """What a card costs that is left in the hand."""
    return 20 if card not in INDEX else 5 if int(card[1:]) < 10 else 10


def run(suit: str, start: int, size: int) -> Shape:
    """The cells of a run."""
    return tuple(f"{suit}{(rank - 1) % 13 + 1}" for rank in range(start, start + size))


@cache
def shapes(kind: str) -> tuple[Shape, ...]:
    """Every set, or every run, of any size."""
    if kind == "S":
        return tuple(
            tuple(f"{suit}{rank}" for suit in suits)
            for rank in range(1, 14)
            for size in (3, 4)
            for suits in combinations(SUITS, size)
        )
    return tuple(run(s, start, size) for s in SUITS for size in range(3, 15) for start in range(1, 16 - size))


# --- distance and outs -------------------------------------------------------------------------------------------


@cache
def selections(level: int) -> tuple[tuple[tuple[Shape, ...], ...], Any]:
    """Every choice of smallest melds for a level, and how often each asks for each face."""
    chosen: list[tuple[Shape, ...]] = []
    small = {kind: [shape for shape in shapes(kind) if len(shape) == 3] for kind in "SR"}
    for contract in LEVELS[level - 1].split("|"):
        sets = combinations_with_replacement(small["S"], contract.count("S"))
        runs = list(combinations_with_replacement(small["R"], contract.count("R")))
        chosen += [(*some, *others) for some in sets for others in runs]
    demand = np.zeros((len(FACES), len(chosen)), dtype=np.int8)
    for row, melds in enumerate(chosen):
        for meld in melds:
            for face in meld:
                demand[INDEX[face], row] += 1
    return tuple(chosen), demand


def distance_and_outs(hand: Sequence[str], level: int, unseen: Counter[str]) -> tuple[int | None, dict[str, int]]:
    """The fewest further cards, and each card that makes fewer of them lack, with its copies unseen.

    Only for hands with cards to spare, so that the discard plays no part.
    """
    chosen, demand = selections(level)
    held = Counter(hand)
    total = np.full(len(chosen), 3 * len(chosen[0]), dtype=np.int8)
    for face in held.keys() & INDEX.keys():
        total -= np.minimum(demand[INDEX[face]], np.int8(held[face]))
    wilds = held["j"]
    for distance in range(13):
        rows = np.flatnonzero(total <= wilds + distance)
        if any(can_fill(chosen[row], hand, unseen, distance) for row in rows):
            break
    else:
        return None, {}
    outs = {}
    near = np.flatnonzero(total <= wilds + distance)
    for card in [*FACES, "j"] if distance else []:
        if not unseen[card]:
            continue
        # With the card in hand, the choices that lack one card less: the definition of an out.
        helped = near if card == "j" else near[demand[INDEX[card], near] > held[card]]
        left = unseen - Counter([card])
        if any(can_fill(chosen[row], [*hand, card], left, distance - 1) for row in helped):
            outs[card] = unseen[card]
    return distance, outs


def can_fill(melds: Sequence[Shape], hand: Sequence[str], unseen: Counter[str], bought: int) -> bool:
    """Whether the melds can be filled from the hand and so many unseen cards, each with a natural."""
    held = Counter(hand)
    wilds = held["j"]
    asked: dict[str, list[int]] = {}
    for index, meld in enumerate(melds):
        for face in meld:
            asked.setdefault(face, []).append(index)
    ways = [list(combinations(where, min(len(where), held[face]))) for face, where in asked.items()]
    for given in product(*ways):
        gaps = []
        natural = set()
        for (face, where), who in zip(asked.items(), given, strict=True):
            natural |= set(who)
            left = list(where)
            for index in who:
                left.remove(index)
            gaps += [(face, index) for index in left]
        if _buys(gaps, natural, len(melds), wilds, unseen, bought):
            return True
    return False


def _buys(
    gaps: list[tuple[str, int]], natural: set[int], melds: int, wilds: int, unseen: Counter[str], bought: int
) -> bool:
    for count in range(min(bought, len(gaps)), -1, -1):
        for naturals in combinations(gaps, count):
            got = Counter(face for face, _ in naturals)
            if any(number > unseen[face] for face, number in got.items()):
                continue
            more_wilds = min(bought - count, unseen["j"])
            if len(gaps) - count > wilds + more_wilds:
                continue
            if len(natural | {index for _, index in naturals}) == melds:
                return True
    return False


# --- laying down -------------------------------------------------------------------------------------------------


def least_penalty(hand: Sequence[str], level: int, table: Sequence[tuple[str, Shape, int]] = ()) -> int | None:
    """The least value that is left after laying the contract and laying off; ``None`` when it cannot be laid.

    Args:
        hand: the cards; one of them is kept back to be discarded.
        level: the contract's level.
        table: melds that may grow: kind, naturals, number of wilds.
    """
    search = _LayDown(hand)
    for contract in LEVELS[level - 1].split("|"):
        search.contract(contract, table)
    return None if search.best is None else sum(map(value, hand)) - search.best


def as_laid(naturals: Shape) -> Shape:
    """The cells of a run with one wild: it lies below the naturals where it can, else in their gap or above."""
    runs = [shape for shape in shapes("R") if len(shape) == len(naturals) + 1]
    for place in range(len(naturals) + 1):
        for shape in runs:
            if shape[:place] + shape[place + 1 :] == naturals:
                return shape
    raise ValueError(naturals)


Option = tuple[Shape, tuple[int, ...]]
"""A new meld (or nothing, where a table meld grows), and the faces that the hand must fill, by index."""


class _LayDown:
    """Chooses the final melds one after the other: new ones for the contract, grown ones for the table."""

    def __init__(self, hand: Sequence[str]) -> None:
        self.hand = Counter(hand)
        self.wilds = self.hand["j"]
        self.left = [self.hand[face] for face in FACES]
        self.size = len(hand)
        self.most = sum(map(value, hand)) - min(map(value, hand))
        self.best: int | None = None

    def contract(self, contract: str, table: Sequence[tuple[str, Shape, int]]) -> None:
        """Tries every choice for one contract."""
        options: list[list[Option]] = [[o for shape in shapes(kind) for o in self._new(shape)] for kind in contract]
        for kind, naturals, own in table:
            options.append(self._grown(kind, naturals, own))
        self._choose(options, contract, 0, 0, 0, [], [])

    def _new(self, shape: Shape) -> list[Option]:
        cells = Counter(shape)
        held = (cells & self.hand).total()
        return [(shape, tuple(INDEX[face] for face in shape))] if held and len(shape) - held <= self.wilds else []

    def _grown(self, kind: str, naturals: Shape, own: int) -> list[Option]:
        """What must be added for each meld that a table meld can become; the wild of a run keeps its card."""
        base = Counter(naturals)
        if kind == "R" and own:
            base, own = Counter(as_laid(naturals)), 0
        found: dict[tuple[int, ...], None] = {}
        for shape in shapes(kind):
            added = Counter(shape) - base
            if base <= Counter(shape) and added.total() >= own:
                for taken in combinations(sorted(added.elements()), own):
                    cells = added - Counter(taken)
                    if cells.total() - (cells & self.hand).total() <= self.wilds:
                        found[tuple(sorted(INDEX[face] for face in cells.elements()))] = None
        return [((), cells) for cells in found]

    def _choose(
        self,
        options: list[list[Option]],
        contract: str,
        index: int,
        start: int,
        lacking: int,
        cells: list[int],
        new: list[Shape],
    ) -> None:
        if index == len(options):
            self._leaf(cells, new)
            return
        left = self.left
        same = index + 1 < len(contract) and contract[index + 1] == contract[index]
        for number in range(start, len(options[index])):
            if self.best == self.most:
                return
            shape, more = options[index][number]
            lack = lacking
            for cell in more:
                lack += left[cell] <= 0
                left[cell] -= 1
            if lack <= self.wilds:
                grown = [*new, shape] if shape else new
                self._choose(options, contract, index + 1, number if same else 0, lack, [*cells, *more], grown)
            for cell in more:
                left[cell] += 1

    def _leaf(self, cells: list[int], new: list[Shape]) -> None:
        """Fills the cells: naturals where there are, wilds for the rest, and wilds for cheap naturals as well."""
        if len(cells) >= self.size:
            return
        naturals = Counter(FACES[cell] for cell in cells) & self.hand
        fewest = len(cells) - naturals.total()
        units = sorted(naturals.elements())
        for used in range(self.wilds, fewest - 1, -1):
            if used - fewest > len(units):
                continue
            for dropped in set(combinations(units, used - fewest)):
                kept = naturals - Counter(dropped)
                worth = sum(map(value, kept.elements())) + 20 * used
                if (self.best is None or worth > self.best) and _each_has_one(new, kept):
                    self.best = worth


def _each_has_one(melds: list[Shape], naturals: Counter[str]) -> bool:
    """Whether the naturals can be shared out so that every meld gets one of its own."""
    if not melds:
        return True
    first, *rest = melds
    return any(naturals[face] > 0 and _each_has_one(rest, naturals - Counter([face])) for face in dict.fromkeys(first))
