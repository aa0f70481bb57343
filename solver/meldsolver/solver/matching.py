"""Which meld continues which table meld: the pairing in which most table tiles stay in their meld."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence


def continue_melds(before: Sequence[Sequence[Hashable]], after: Sequence[Sequence[Hashable]]) -> dict[int, int]:
    """Pairs melds before with melds after, each at most once, so that most tiles stay together.

    Args:
        before: the melds before, each as the cards that it holds.
        after: the melds after, in the same form.

    Returns:
        The index of the meld after by that of the meld before; pairs that share nothing are left out.
    """
    # Pairing melds that hold the same never costs anything, and leaves few others.
    pairs = _pair_same(list(map(tuple, before)), list(map(tuple, after)), {})
    pairs = _pair_same(_bags(before), _bags(after), pairs)
    taken = set(pairs.values())
    rows = [index for index in range(len(before)) if index not in pairs]
    columns = [index for index in range(len(after)) if index not in taken]
    shared = _shared([before[row] for row in rows], [after[column] for column in columns])
    for row, place in enumerate(best_assignment(shared)):
        if place is not None:
            pairs[rows[row]] = columns[place]
    return pairs


def _bags(melds: Sequence[Sequence[Hashable]]) -> list[Hashable]:
    return [frozenset(Counter(meld).items()) for meld in melds]


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


def _shared(before: Sequence[Sequence[Hashable]], after: Sequence[Sequence[Hashable]]) -> list[list[int]]:
    """How many tiles each meld before has in common with each meld after."""
    holding: dict[Hashable, list[tuple[int, int]]] = defaultdict(list)
    for column, meld in enumerate(after):
        for card, count in Counter(meld).items():
            holding[card].append((column, count))
    shared = [[0] * len(after) for _ in before]
    for row, meld in zip(shared, before, strict=True):
        for card, count in Counter(meld).items():
            for column, other in holding[card]:
                row[column] += min(count, other)
    return shared


def best_assignment(weights: Sequence[Sequence[int]]) -> list[int | None]:
    """For each row a column of its own, so that the sum of the weights is greatest (Kuhn and Munkres).

    Rows get ``None`` where no column adds anything.
    """
    wished = [max(range(len(row)), key=row.__getitem__) if any(row) else None for row in weights]
    chosen = [column for column in wished if column is not None]
    if len(set(chosen)) == len(chosen):
        # Each row can have its best, and no pairing gives any row more.
        return wished
    rows = len(weights)
    columns = max((len(row) for row in weights), default=0)
    width = columns + rows  # each row may stay alone at no gain
    row_price = [0] * (rows + 1)
    column_price = [0] * (width + 1)
    owner = [0] * (width + 1)
    for row in range(1, rows + 1):
        owner[0] = row
        here = 0
        slack = [1 << 30] * (width + 1)
        origin = [0] * (width + 1)
        done = [False] * (width + 1)
        while True:
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
