"""Ramo's contracts by brute force: can the hand go down, with what least penalty, how far is it, what are its outs?

Why: the project's search prunes, pools and proves; this enumerates. It shares no line with the project:
cards are strings, ranks of a run are numbers from 1 to 14 (14 is a 1 that follows 13).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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
    demand = np.zeros((len(chosen), len(FACES)), dtype=np.int8)
    for row, melds in enumerate(chosen):
        for meld in melds:
            for face in meld:
                demand[row, INDEX[face]] += 1
    return tuple(chosen), demand


def distance_and_outs(hand: Sequence[str], level: int, unseen: Counter[str]) -> tuple[int | None, dict[str, int]]:
    """The fewest further cards, and each card that makes fewer of them lack, with its copies unseen.

    Only for hands with cards to spare, so that the discard plays no part.
    """
    chosen, demand = selections(level)
    held = np.array([Counter(hand)[face] for face in FACES], dtype=np.int8)
    lack = np.clip(demand - held, 0, None)
    total = lack.sum(axis=1, dtype=np.int16)
    wilds = list(hand).count("j")
    for distance in range(13):
        rows = np.flatnonzero(total <= wilds + distance)
        if any(can_fill(chosen[row], hand, unseen, distance) for row in rows):
            break
    else:
        return None, {}
    outs = {}
    for card in [*FACES, "j"] if distance else []:
        if not unseen[card]:
            continue
        # With the card in hand, the rows that lack one card less; an oracle for the definition of an out.
        nearer = total - (0 if card == "j" else lack[:, INDEX[card]] > 0)
        rows = np.flatnonzero(nearer <= wilds + (card == "j") + distance - 1)
        left = unseen - Counter([card])
        if any(can_fill(chosen[row], [*hand, card], left, distance - 1) for row in rows):
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


class _LayDown:
    """Chooses the final melds one after the other: new ones for the contract, grown ones for the table."""

    def __init__(self, hand: Sequence[str]) -> None:
        self.hand = Counter(hand)
        self.wilds = self.hand["j"]
        self.size = len(hand)
        self.best: int | None = None

    def contract(self, contract: str, table: Sequence[tuple[str, Shape, int]]) -> None:
        """Tries every choice for one contract."""
        options: list[list[tuple[Shape, Counter[str], int]]] = []
        for kind in contract:
            options.append([(shape, Counter(shape), 0) for shape in shapes(kind) if self._near(Counter(shape), 0)])
        for kind, naturals, own in table:
            options.append(list(self._grown(kind, naturals, own)))
        self._choose(options, contract, 0, 0, Counter(), 0, [])

    def _near(self, cells: Counter[str], own: int) -> bool:
        held = sum(min(count, self.hand[face]) for face, count in cells.items())
        return (held > 0 or own > 0) and cells.total() - held <= self.wilds + own

    def _grown(self, kind: str, naturals: Shape, own: int) -> Iterator[tuple[Shape, Counter[str], int]]:
        base = Counter(naturals)
        for shape in shapes(kind):
            cells = Counter(shape) - base
            if base <= Counter(shape) and cells.total() >= own:
                held = sum(min(count, self.hand[face]) for face, count in cells.items())
                if cells.total() - held <= self.wilds + own:
                    yield (), cells, own

    def _choose(
        self,
        options: list[list[tuple[Shape, Counter[str], int]]],
        contract: str,
        index: int,
        start: int,
        cells: Counter[str],
        own: int,
        new: list[Shape],
    ) -> None:
        lacking = sum(max(0, count - self.hand[face]) for face, count in cells.items())
        if lacking > self.wilds + sum(option[0][2] for option in options[len(contract) :]):
            return
        if index == len(options):
            self._leaf(cells, own, new)
            return
        for number in range(start, len(options[index])):
            shape, more, mine = options[index][number]
            same = index + 1 < len(contract) and contract[index + 1] == contract[index]
            grown = [*new, shape] if shape else new
            self._choose(options, contract, index + 1, number if same else 0, cells + more, own + mine, grown)

    def _leaf(self, cells: Counter[str], own: int, new: list[Shape]) -> None:
        """Fills the cells: naturals where there are, wilds for the rest, and wilds for cheap naturals as well."""
        naturals = Counter({face: min(count, self.hand[face]) for face, count in cells.items()})
        fewest = cells.total() - naturals.total() - own
        if fewest > self.wilds:
            return
        units = sorted(naturals.elements())
        if cells.total() - own >= self.size:
            return
        for used in range(self.wilds, max(0, fewest) - 1, -1):
            for dropped in set(combinations(units, used - fewest)) if used >= fewest else ():
                kept = naturals - Counter(dropped)
                worth = sum(map(value, kept.elements())) + 20 * used
                if (self.best is None or worth > self.best) and _each_has_one(new, kept):
                    self.best = worth


def _each_has_one(melds: list[Shape], naturals: Counter[str]) -> bool:
    """Whether the naturals can be shared out so that every meld gets one of its own."""
    if not melds:
        return True
    first, *rest = melds
    return any(
        naturals[face] > 0 and _each_has_one(rest, naturals - Counter([face])) for face in dict.fromkeys(first)
    )
