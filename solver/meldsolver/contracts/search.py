"""The fewest further cards for a contract, by an exhaustive search over its smallest melds.

The search chooses the melds one by one, cheapest first, and counts the cells that the hand's
naturals cannot fill. It leaves a branch only when that many cells cannot be filled within the best
number of further cards found so far, so what it finds is exact, and every way that is as good as
the best has been looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import itemgetter

from meldsolver.contracts.patterns import Pattern, Stage
from meldsolver.contracts.stock import WILD, Stock
from meldsolver.limits.clock import Clock, OutOfTime, TooManySteps

MOST_NODES = 400_000
"""Melds looked at before the search gives up; hands of a real game need a few thousand."""


VISIT = 8
"""Looking closely at one choice of melds takes as long as so many steps."""

UNLIMITED = 1 << 28


class TooMany(Exception):
    """The search gave up; the caller asks the solver instead."""


@dataclass(slots=True)
class Found:
    """What a search found.

    Attributes:
        lacking: the fewest further cards; ``None`` when no contract can be completed at all.
        melds: the melds of one best way, as cells.
        short: the cells of those melds that the hand's naturals do not fill.
        outs: cards, by index, one of which lowers ``lacking``.
        sizes: the numbers of cards of the contracts that are met, where nothing lacks.
        proved: whether the search came to its end; if not, something better may exist.
    """

    lacking: int | None = None
    melds: tuple[tuple[int, ...], ...] = ()
    short: tuple[int, ...] = ()
    outs: set[int] = field(default_factory=set)
    sizes: set[int] = field(default_factory=set)
    proved: bool = True


@dataclass(frozen=True, slots=True)
class Way:
    """One choice of melds.

    Attributes:
        short: the cells that the hand's naturals do not fill.
        melds: the melds, as cells.
        pooled: naturals of the hand left for each pooled cell, before the pooled melds took any.
    """

    short: list[int]
    melds: list[tuple[int, ...]]
    left: list[int]


def find(
    pattern: Pattern, stock: Stock, *, outs: bool = True, enough: int = UNLIMITED, clock: Clock | None = None
) -> Found:
    """The fewest further cards, and every card that lowers their number.

    Args:
        pattern: the contract.
        stock: the hand and what is unseen.
        outs: whether to look for all outs; without, only the distance is proved.
        enough: only distances below this are looked for (``lacking`` stays ``None`` beyond).
        clock: ends the search; what it has found by then is not proved.

    Raises:
        TooMany: the search would take too many steps.
    """
    nodes = (clock or Clock()).within(MOST_NODES)
    found = Found()
    try:
        _fewest(pattern, stock, nodes, enough, found)
        if outs and found.lacking:
            _gather_outs(pattern, stock, nodes, found)
    except OutOfTime:
        found.proved = False
    except TooManySteps:
        raise TooMany from None
    return found


def _fewest(pattern: Pattern, stock: Stock, nodes: Clock, enough: int, found: Found) -> None:
    """Proves the fewest further cards: each search looks only for fewer than the best so far."""
    most = stock.wilds + enough - 1
    for number, stages in enumerate(pattern.alternatives):
        size = pattern.sizes[number]
        if found.sizes and size >= min(found.sizes):
            continue

        def visit(way: Way, size: int = size) -> int:
            lacking, _ = _price(way, pattern, stock)
            if lacking is not None and (found.lacking is None or lacking < found.lacking or not lacking):
                found.lacking = lacking
                found.melds, found.short = tuple(way.melds), tuple(way.short)
                if not lacking:
                    found.sizes.add(size)
            if found.lacking is None:
                return most
            if found.lacking:
                return stock.wilds + found.lacking - 1
            return -1 if size in found.sizes else stock.wilds

        limit = most if found.lacking is None else stock.wilds + max(0, found.lacking - 1)
        _Walk(pattern, stages, stock, nodes, visit, limit).run()


def _gather_outs(pattern: Pattern, stock: Stock, nodes: Clock, found: Found) -> None:
    """Looks at every way that is as good as the best and might hold an out that is not known yet."""
    lacking = found.lacking
    assert lacking is not None
    limit = stock.wilds + lacking
    dead = {cell for cell, members in enumerate(pattern.members) if not any(stock.unseen[m] for m in members)}
    # Cells that might still bring an out; all of them until it is known that a wild is one.
    news = set(range(len(pattern.cells))) - (set() if stock.unseen_wilds else dead)

    def visit(way: Way) -> int:
        if news.isdisjoint(way.short):
            return limit
        cost, forced = _price(way, pattern, stock)
        if cost == lacking:
            found.outs |= _outs_of(way, pattern, stock, lacking, forced)
            if WILD in found.outs or not stock.unseen_wilds:
                news.difference_update(dead)
                news.difference_update(
                    cell
                    for cell in way.short
                    if all(member in found.outs for member in pattern.members[cell] if stock.unseen[member])
                )
        return limit if news else -1

    for stages in pattern.alternatives:
        _Walk(pattern, stages, stock, nodes, visit, limit if news else -1, news).run()


def ways(pattern: Pattern, stock: Stock, short: int, *, most: int, clock: Clock) -> list[tuple[int, Way]]:
    """Every choice of melds with at most ``short`` cells that the hand's naturals do not fill.

    Returns:
        Pairs: the index of the alternative of the contract, and the way to meet it.

    Raises:
        TooMany: there are more than ``most``.
        TooManySteps: finding them would take too many.
        OutOfTime: the clock ended it.
    """
    gathered: list[tuple[int, Way]] = []
    nodes = clock.within(MOST_NODES)
    for number, stages in enumerate(pattern.alternatives):

        def visit(way: Way, number: int = number) -> int:
            if len(gathered) >= most:
                raise TooMany
            gathered.append((number, Way(list(way.short), list(way.melds), list(way.left))))
            return short

        _Walk(pattern, stages, stock, nodes, visit, short).run()
    return gathered


class _Walk:
    """The search through one alternative of a contract."""

    def __init__(
        self,
        pattern: Pattern,
        stages: tuple[Stage, ...],
        stock: Stock,
        nodes: Clock,
        visit: Callable[[Way], int],
        limit: int,
        news: set[int] | None = None,
    ) -> None:
        self.news = news
        self.last = (len(stages) - 1, 1)
        self.pattern, self.stages, self.visit, self.nodes, self.limit = pattern, stages, visit, nodes, limit
        # The last meld is looked at only if it might bring news, unless the others do.
        self.left = list(stock.hand) + [
            sum(stock.hand[member] for member in members) for members in pattern.members[len(stock.hand) :]
        ]
        self.faces = len(stock.hand)
        self.melds: list[list[tuple[int, tuple[int, ...]]]] = []
        for stage in stages:
            # Alone, a meld costs at least this much; others only take cards away from it.
            priced = []
            for meld in stage.melds:
                nodes.look()
                priced.append((_alone(meld, self.left), meld))
            priced.sort(key=itemgetter(0))
            self.melds.append(priced)
        least = [
            stage.repeats * (priced[0][0] if priced else 1 << 29)
            for stage, priced in zip(stages, self.melds, strict=True)
        ]
        self.later = [sum(least[index + 1 :]) for index in range(len(stages))]
        self.way = Way([], [], self.left)

    def run(self) -> None:
        if all(self.melds):
            self._stage(0)

    def _stage(self, index: int) -> None:
        if index == len(self.stages):
            self.nodes.look(VISIT)
            self.limit = self.visit(self.way)
            return
        stage = self.stages[index]
        if stage.pooled and (index == 0 or not self.stages[index - 1].pooled):
            kept = self.left[self.faces :]
            for cell in range(self.faces, len(self.left)):
                self.left[cell] = sum(max(0, self.left[member]) for member in self.pattern.members[cell])
            self._choose(index, stage.repeats, 0)
            self.left[self.faces :] = kept
        else:
            self._choose(index, stage.repeats, 0)

    def _choose(self, index: int, count: int, start: int) -> None:
        if not count:
            self._stage(index + 1)
            return
        left, short, melds, priced = self.left, self.way.short, self.way.melds, self.melds[index]
        later = self.later[index]
        so_far = len(short)
        news = self.news
        last = news if news is not None and (index, count) == self.last and news.isdisjoint(short) else None
        for number in range(start, len(priced)):
            alone, meld = priced[number]
            if so_far + alone * count + later > self.limit:
                return
            self.nodes.step()
            if last is not None and last.isdisjoint(meld):
                continue
            for cell in meld:
                if left[cell] <= 0:
                    short.append(cell)
                left[cell] -= 1
            if len(short) + alone * (count - 1) + later <= self.limit:
                melds.append(meld)
                self._choose(index, count - 1, number)
                melds.pop()
            for cell in meld:
                left[cell] += 1
            del short[so_far:]


def _alone(meld: tuple[int, ...], left: list[int]) -> int:
    return sum(max(0, count - left[cell]) for cell, count in Counter(meld).items())


def _price(way: Way, pattern: Pattern, stock: Stock) -> tuple[int | None, int]:
    """The further cards that a way needs, and how many of them must be naturals for a meld's sake."""
    lacking = len(way.short)
    exhausted = _exhausted(way, pattern, stock)
    if exhausted > stock.wilds + stock.unseen_wilds:
        return None, 0
    forced = 0
    if max(min(stock.wilds, lacking), exhausted) >= min(map(len, way.melds)):
        # So many wilds could fill a whole meld, and each meld needs a natural.
        forced = without_natural(way, way.left, ())
        if exhausted and without_natural(way, _with_unseen(way, pattern, stock), ()):
            return None, 0
        if forced and exhausted > stock.wilds and lacking - exhausted < forced:
            return None, 0
    return max(0, lacking - stock.wilds, forced), forced


def _exhausted(way: Way, pattern: Pattern, stock: Stock) -> int:
    """Cells that no unseen natural can fill either."""
    faces = len(stock.unseen)
    bought: dict[int, int] = {}
    exhausted = 0
    pooled: list[int] = []
    for cell in way.short:
        if cell >= faces:
            pooled.append(cell)
        elif bought.get(cell, 0) < stock.unseen[cell]:
            bought[cell] = bought.get(cell, 0) + 1
        else:
            exhausted += 1
    for cell, count in Counter(pooled).items():
        free = sum(stock.unseen[member] - bought.get(member, 0) for member in pattern.members[cell])
        exhausted += max(0, count - free)
    return exhausted


def _with_unseen(way: Way, pattern: Pattern, stock: Stock) -> list[int]:
    """As ``way.left``, but with what is unseen added to each cell."""
    return [
        left + sum(stock.unseen[member] for member in members)
        for left, members in zip(way.left, pattern.members, strict=True)
    ]


def without_natural(way: Way, left: list[int], more: tuple[int, ...]) -> int:
    """How many melds get no natural, when naturals are given to as many melds as possible.

    Args:
        way: the choice of melds.
        left: for each cell, what is left of it after all melds took theirs (below 0 where it lacks).
        more: cells of which one natural more is there.
    """
    demand = Counter(cell for meld in way.melds for cell in meld)
    units = {cell: min(count, max(0, left[cell] + count)) for cell, count in demand.items()}
    for cell in more:
        units[cell] += 1
    slots = [cell for cell, count in units.items() for _ in range(count)]
    owner: dict[int, int] = {}

    def give(meld: int, tried: set[int]) -> bool:
        for slot, cell in enumerate(slots):
            if slot in tried or cell not in way.melds[meld]:
                continue
            tried.add(slot)
            if slot not in owner or give(owner[slot], tried):
                owner[slot] = meld
                return True
        return False

    return sum(not give(meld, set()) for meld in range(len(way.melds)))


def _outs_of(way: Way, pattern: Pattern, stock: Stock, lacking: int, forced: int) -> set[int]:
    """The cards one of which makes this way cheaper."""
    cells = set(way.short)
    if lacking > len(way.short) - stock.wilds:
        # A meld still needs its natural: only that natural helps.
        cells = {cell for cell in cells if without_natural(way, way.left, (cell,)) < forced}
    outs = {member for cell in cells for member in pattern.members[cell] if stock.unseen[member]}
    if stock.unseen_wilds and len(way.short) - stock.wilds > forced:
        outs.add(WILD)
    return outs
