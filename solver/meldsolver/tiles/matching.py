"""Which meld continues which table meld: the pairing in which most table tiles stay in their meld."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress

from meldsolver.limits.clock import Clock, OutOfTime, TooManySteps

COLUMNS_A_STEP = 8
"""So many columns are looked at in a few microseconds."""


def continue_melds(
    before: Sequence[Sequence[Hashable]], after: Sequence[Sequence[Hashable]], clock: Clock | None = None
) -> dict[int, int]:
    """Pairs melds before with melds after, each at most once, so that most tiles stay together.

    Args:
        before: the melds before, each as the cards that it holds.
        after: the melds after, in the same form.
        clock: ends it; by then some melds may be without the best partner.

    Returns:
        The index of the meld after by that of the meld before; pairs that share nothing are left out.
    """
    bags_before, bags_after = list(map(_bag, before)), list(map(_bag, after))
    # Pairing melds that hold the same never costs anything, and leaves few others.
    pairs = _pair_same(list(map(tuple, before)), list(map(tuple, after)), {})
    pairs = _pair_same(bags_before, bags_after, pairs)
    taken = set(pairs.values())
    rows = [index for index in range(len(before)) if index not in pairs]
    columns = [index for index in range(len(after)) if index not in taken]
    shared = [[len(bags_before[row] & bags_after[column]) for column in columns] for row in rows]
    for row, place in enumerate(best_assignment(shared, clock)):
        if place is not None:
            pairs[rows[row]] = columns[place]
    return pairs


def _bag(meld: Sequence[Hashable]) -> frozenset[Hashable]:
    """What a meld holds, as a set: the second copy of a card is told from the first."""
    bag = frozenset(meld)
    if len(bag) == len(meld):
        return bag
    copies: Counter[Hashable] = Counter()
    told: list[Hashable] = []
    for card in meld:
        told.append((card, copies[card]) if copies[card] else card)
        copies[card] += 1
    return frozenset(told)


def _pair_same(before: Sequence[Hashable], after: Sequence[Hashable], pairs: Mapping[int, int]) -> dict[int, int]:
    """Adds pairs of what is equal."""
    found = dict(pairs)
    taken = set(pairs.values())
    equal: dict[Hashable, list[int]] = {}
    for index in range(len(after) - 1, -1, -1):
        if index not in taken:
            equal.setdefault(after[index], []).append(index)
    for index, meld in enumerate(before):
        if index not in found and (same := equal.get(meld)):
            found[index] = same.pop()
    return found


def best_assignment(weights: Sequence[Sequence[int]], clock: Clock | None = None) -> list[int | None]:
    """For each row a column of its own, so that the sum of the weights is greatest (Kuhn and Munkres).

    Rows get ``None`` where no column adds anything, or the clock ended it before they had their turn.
    """
    wished = [row.index(max(row)) if any(row) else None for row in weights]
    chosen = [column for column in wished if column is not None]
    if len(set(chosen)) == len(chosen):
        # Each row can have its best, and no pairing gives any row more.
        return wished
    rows = len(weights)
    columns = max((len(row) for row in weights), default=0)
    width = columns + rows  # each row may stay alone at no gain
    # Every row pays its best at first, and has it unless an earlier row does.
    row_price = [0, *(-max(row, default=0) for row in weights)]
    column_price = [0] * (width + 1)
    owner = [0] * (width + 1)
    waiting = []
    for row, column in enumerate(wished, 1):
        place = columns + row if column is None else column + 1
        if owner[place]:
            waiting.append(row)
        else:
            owner[place] = row
    with suppress(OutOfTime, TooManySteps):
        for row in waiting:
            owner[0] = row
            here = 0
            slack = [1 << 30] * (width + 1)
            origin = [0] * (width + 1)
            done = [False] * (width + 1)
            while True:
                if clock is not None:
                    clock.step(1 + width // COLUMNS_A_STEP)
                done[here] = True
                mine = owner[here]
                step, following = 1 << 30, 0
                line = weights[mine - 1]
                for column in range(1, width + 1):
                    if done[column]:
                        continue
                    gain = line[column - 1] if column <= columns else 0
                    reduced = -gain - row_price[mine] - column_price[column]
                    if reduced < slack[column]:
                        slack[column], origin[column] = reduced, here
                    if slack[column] < step:
                        step, following = slack[column], column
                for column in range(width + 1):
                    if done[column]:
                        row_price[owner[column]] += step
                        column_price[column] -= step
                    else:
                        slack[column] -= step
                here = following
                if owner[here] == 0:
                    break
            while here:
                owner[here] = owner[origin[here]]
                here = origin[here]
    result: list[int | None] = [None] * rows
    for column in range(1, columns + 1):
        if owner[column] and weights[owner[column] - 1][column - 1] > 0:
            result[owner[column] - 1] = column - 1
    return result
