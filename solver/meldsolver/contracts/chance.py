"""Chances of a hand when unseen cards are drawn one after the other, none put back and none thrown.

All of them are counted, not sampled: as fractions of the orders in which the unseen cards can come.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, perm
from typing import TypeAlias

from meldsolver.contracts.patterns import Pattern
from meldsolver.contracts.search import VISIT, TooMany, Way, ways, without_natural
from meldsolver.contracts.stock import WILD, Stock
from meldsolver.limits.clock import Clock, OutOfTime, TooManySteps

MOST_WAYS = 4_000
"""Ways to complete the contract that are kept; with more the chance is not worked out."""

MOST_STEPS = 60_000
"""Comparisons of ways and cards after which a chance is not worked out."""

Need: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The cells that a way still lacks, sorted, and those of them that a natural must fill."""


def improving(outs: int, unseen: int, draws: int) -> Fraction:
    """The chance that at least one of the next draws is an out."""
    if not unseen:
        return Fraction(0)
    draws = min(draws, unseen)
    return 1 - Fraction(comb(unseen - outs, draws), comb(unseen, draws))


def completing(
    pattern: Pattern, stock: Stock, lacking: int, draws: int, *, spare: int, clock: Clock | None = None
) -> tuple[Fraction, ...]:
    """The chance that the contract can be laid after the first draw, after the second, and so on.

    Args:
        pattern: the contract.
        stock: the hand and what is unseen.
        lacking: its distance.
        draws: how many draws at most.
        spare: cards that must be left over (the discard).
        clock: ends the work.

    Returns:
        One chance for each draw; fewer where the ways became too many to count, or the time was over.
    """
    clock = clock or Clock()
    chances: list[Fraction] = []
    for draw in range(1, draws + 1):
        if draw > stock.total:
            chances.append(chances[-1] if chances else Fraction(0))
            continue
        if draw < lacking:
            chances.append(Fraction(0))
            continue
        try:
            needs = _needs(pattern, stock, draw, spare, clock)
            hits = _Count(pattern, stock, clock).hits(needs, stock.wilds, (), draw, stock.total)
        except (TooMany, TooManySteps, OutOfTime):
            break
        chances.append(Fraction(hits, perm(stock.total, draw)))
    return tuple(chances)


def _needs(pattern: Pattern, stock: Stock, draws: int, spare: int, clock: Clock) -> list[Need]:
    needs: set[Need] = set()
    for number, way in ways(pattern, stock, stock.wilds + draws, most=MOST_WAYS, clock=clock):
        clock.step(VISIT)
        if pattern.sizes[number] + spare > stock.size + draws:
            continue
        for must in _musts(way, stock.wilds + min(draws, stock.unseen_wilds), clock):
            needs.add((tuple(sorted(way.short)), must))
    return sorted(needs)


def _musts(way: Way, wilds: int, clock: Clock) -> set[tuple[int, ...]]:
    """The choices of cells that a natural must fill so that no meld is of wilds alone."""
    if wilds < min(map(len, way.melds)) or not without_natural(way, way.left, ()):
        return {()}
    # One natural for each meld: any cell of it, the hand's naturals first.
    tries = clock.within(MOST_STEPS)
    short = list(way.short)
    found: set[tuple[int, ...]] = set()
    held = {cell: sum(cell in meld for meld in way.melds) for meld in way.melds for cell in meld}
    for cell in held:
        held[cell] = max(0, sum(meld.count(cell) for meld in way.melds) - short.count(cell))

    def choose(index: int, must: tuple[int, ...]) -> None:
        tries.step()
        if index == len(way.melds):
            found.add(tuple(sorted(must)))
            return
        for cell in set(way.melds[index]):
            if held[cell]:
                held[cell] -= 1
                choose(index + 1, must)
                held[cell] += 1
            elif must.count(cell) < short.count(cell):
                choose(index + 1, (*must, cell))

    choose(0, ())
    clock.step(len(found) ** 2)
    fewest = [must for must in found if not any(_inside(other, must) for other in found if other != must)]
    return set(fewest)


def _inside(small: Sequence[int], large: Sequence[int]) -> bool:
    return all(small.count(cell) <= large.count(cell) for cell in small)


class _Count:
    """Counts the orders of draws that complete one of the needs."""

    def __init__(self, pattern: Pattern, stock: Stock, clock: Clock) -> None:
        self.members, self.stock = pattern.members, stock
        self.pools: list[list[int]] = [[face] for face in range(len(stock.unseen))]
        for cell in range(len(stock.unseen), len(pattern.members)):
            for member in pattern.members[cell]:
                self.pools[member].append(cell)
        self.known: dict[tuple[tuple[int, ...], int, int], int] = {}
        self.clock = clock
        self.steps = clock.within(MOST_STEPS)

    def hits(self, needs: list[Need], wilds: int, drawn: tuple[int, ...], draws: int, total: int) -> int:
        """The number of orders of the next draws after which some need is met.

        Args:
            needs: what may be met, reduced by what was drawn.
            wilds: wilds held by now.
            drawn: the useful cards drawn so far, sorted.
            draws: how many are still to come.
            total: how many cards are still unseen.
        """
        if any(len(short) <= wilds and not must for short, must in needs):
            return perm(total, draws)
        needs = [need for need in needs if max(len(need[0]) - wilds, len(need[1])) <= draws]
        if not needs or not draws:
            return 0
        key = (drawn, draws, total)
        if key not in self.known:
            self.known[key] = self._sum(needs, wilds, drawn, draws, total)
        return self.known[key]

    def _sum(self, needs: list[Need], wilds: int, drawn: tuple[int, ...], draws: int, total: int) -> int:
        stock = self.stock
        self.clock.step(1 + len(needs))
        last = [(must, must) if must else need for need in needs for must in [need[1]]] if draws == 1 else needs
        touched = self._touched(last, wilds)
        copies = {card: stock.unseen[card] - drawn.count(card) for card in touched}
        wild_copies = stock.unseen_wilds - drawn.count(WILD)
        if draws == 1:
            # The last draw must meet a need by itself: every need here lacks one card, the natural if it must have one.
            return sum(copies.values()) + (wild_copies if any(not must for _, must in needs) else 0)
        idle = [need for need in needs if max(len(need[0]) - wilds, len(need[1])) < draws]
        useful = hits = 0
        for card in sorted(touched):
            if copies[card] <= 0:
                continue
            self.steps.step(len(touched[card]) + len(idle))
            mine = set(touched[card])
            after = [self._after(need, card) for need in mine] + [need for need in idle if need not in mine]
            useful += copies[card]
            after_drawn = tuple(sorted((*drawn, card)))
            hits += copies[card] * self.hits(after, wilds, after_drawn, draws - 1, total - 1)
        if wild_copies > 0:
            useful += wild_copies
            hits += wild_copies * self.hits(needs, wilds + 1, tuple(sorted((*drawn, WILD))), draws - 1, total - 1)
        if total > useful:
            hits += (total - useful) * self.hits(idle, wilds, drawn, draws - 1, total - 1)
        return hits

    def _touched(self, needs: list[Need], wilds: int) -> dict[int, list[Need]]:
        """The cards that shorten a need, each with the needs that it shortens."""
        by_cell: dict[int, list[Need]] = {}
        for need in needs:
            # A meld that still needs a natural, and nothing else, is helped by that natural only.
            for cell in set(need[0] if len(need[0]) > wilds else need[1]):
                by_cell.setdefault(cell, []).append(need)
        touched: dict[int, list[Need]] = {}
        for cell, mine in by_cell.items():
            for card in self.members[cell]:
                touched.setdefault(card, []).extend(mine)
        return touched

    def _after(self, need: Need, card: int) -> Need:
        short, must = need
        for cell in self.pools[card]:
            if cell in short:
                return _less(short, cell), _less(must, cell)
        return need


def _less(cells: tuple[int, ...], cell: int) -> tuple[int, ...]:
    if cell not in cells:
        return cells
    index = cells.index(cell)
    return cells[:index] + cells[index + 1 :]
