"""Counts of winning hands: hands (as multisets) whose tiles can all be laid as melds, without wilds.

Why: published numbers exist (Leiden), so they test the notion of a meld without any of our cases.

Idea: read the dynamic program over ranks as a non-deterministic automaton (states: open runs of each
suit) and count the words it accepts by following *sets* of states: a hand is counted once, however
many ways there are to lay it.
"""

from collections import defaultdict
from functools import cache
from itertools import product

State = tuple[tuple[int, int, int], ...]
"""For each suit the number of open runs of length 1, 2, and 3 or more."""


def winning_hands(size: int, ranks: int = 13, suits: int = 4, copies: int = 2) -> int:
    """How many hands of ``size`` tiles can be laid completely in runs of 3+ and sets of 3-4."""
    start: frozenset[State] = frozenset({((0, 0, 0),) * suits})
    layer: dict[tuple[int, frozenset[State]], int] = {(0, start): 1}
    rows = [row for row in product(range(copies + 1), repeat=suits) if sum(row) <= size]
    for _ in range(ranks):
        following: dict[tuple[int, frozenset[State]], int] = defaultdict(int)
        for (laid, states), ways in layer.items():
            for row in rows:
                if laid + sum(row) <= size:
                    after = frozenset(new for state in states for new in _advance(state, row))
                    if after:
                        following[laid + sum(row), after] += ways
        layer = following
    return sum(
        ways
        for (laid, states), ways in layer.items()
        if laid == size and any(all(n1 == n2 == 0 for n1, n2, _ in state) for state in states)
    )


@cache
def _advance(state: State, row: tuple[int, ...]) -> frozenset[State]:
    """Every state after one rank on which each suit has the given number of tiles."""
    found = set()
    for in_sets in product(*(range(n + 1) for n in row)):
        if not _cuts_into_sets(in_sets):
            continue
        after = []
        for (n1, n2, n3), tiles, sets in zip(state, row, in_sets, strict=True):
            extra = tiles - sets - n1 - n2
            if extra < 0:
                break
            longer = min(extra, n3)
            after.append((extra - longer, n1, n2 + longer))
        else:
            found.add(tuple(after))
    return frozenset(found)


@cache
def _cuts_into_sets(in_sets: tuple[int, ...]) -> bool:
    """Whether so many tiles of each suit, all of one rank, can be cut into sets of 3-4 distinct suits."""
    total = sum(in_sets)
    return any(max(in_sets) <= q and 3 * q <= total <= min(4, len(in_sets)) * q for q in range(total + 1))
