"""The rules' limits on the wilds of a single meld, and which melds a search must look at because of them."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from meldsolver.rules.ruleset import Ruleset

LONGEST = 14
"""Longer melds are not looked at cell by cell; their games are left to the solver."""


class Limits(NamedTuple):
    """What binds the wilds of one new meld (:class:`meldsolver.rules.meld_rules` tells what each field means)."""

    min_naturals: int
    max_per_meld: int
    naturals_ge_wilds: bool
    adjacent_ok: bool
    max_in_new_three: int


def limits_of(ruleset: Ruleset) -> Limits:
    """The limits of a ruleset."""
    rule = ruleset.wild
    least = max(1, rule.min_naturals)
    return Limits(least, rule.max_per_meld, rule.naturals_ge_wilds, rule.adjacent_ok, rule.max_in_new_three)


def allows(limits: Limits, is_run: bool, size: int, wilds: int) -> bool:
    """Whether a new meld may have wilds in just these cells (a bit each, a run's in order)."""
    count = wilds.bit_count()
    return not (
        size - count < limits.min_naturals
        or (limits.max_per_meld and count > limits.max_per_meld)
        or (limits.naturals_ge_wilds and 2 * count > size)
        or (limits.max_in_new_three and size == 3 and count > limits.max_in_new_three)
        or (is_run and not limits.adjacent_ok and wilds & wilds >> 1)
    )


@lru_cache(maxsize=1 << 13)
def most_wilds(limits: Limits, is_run: bool, size: int, cells: int, forced: int = 0) -> int:
    """The most wilds that may stand in some of the cells, the forced ones among them; -1 if none may.

    Fewer wilds than allowed are always allowed, so every number down to that of the forced ones is as well.
    """
    if not allows(limits, is_run, size, forced):
        return -1
    best = forced.bit_count()
    free = cells & ~forced
    some = free
    while some:
        wilds = some | forced
        if wilds.bit_count() > best and allows(limits, is_run, size, wilds):
            best = wilds.bit_count()
        some = (some - 1) & free
    return best


@lru_cache(maxsize=1 << 10)
def cap(limits: Limits, is_run: bool, size: int) -> int:
    """The most wilds that a meld may hold at all."""
    most = size - limits.min_naturals
    if limits.max_per_meld:
        most = min(most, limits.max_per_meld)
    if limits.naturals_ge_wilds:
        most = min(most, size // 2)
    if limits.max_in_new_three and size == 3:
        most = min(most, limits.max_in_new_three)
    if is_run and not limits.adjacent_ok:
        most = min(most, (size + 1) // 2)
    return most


@lru_cache(maxsize=1 << 8)
def sizes_to_try(limits: Limits, is_run: bool, least: int, longest: int, runs: int, gap: int) -> tuple[int, ...]:
    """The sizes of melds of which one may need fewer further cards than any smaller one.

    A meld of which a smaller part keeps the limits is never better than that part. For sets the part
    is free to choose. Of a run it is some of its tiles in a row, and where runs of one suit must lie
    apart it may come to lie beside another: there the limits may ask for any length.

    Args:
        limits: the limits on wilds.
        is_run: whether runs are meant, else sets or colours.
        least: the size asked for.
        longest: the longest that there is, at most :data:`LONGEST`.
        runs: how many runs the contract has.
        gap: how many ranks must lie between runs of one suit; 0 for none.
    """
    sizes = range(least, longest + 1)
    if not is_run:
        more = limits.max_in_new_three and least == 3 and longest > 3
        return (3, 4) if more else (least,)
    apart = gap and runs > 1
    if apart and not _parts_are_allowed(limits, least):
        return tuple(sizes)
    found = {size for size in sizes if size == least or _is_needed(limits, least, size)}
    if apart and runs > 2:
        # A run between two others must overlap both, or lie apart from both.
        found |= {size for size in sizes if size <= least + gap}
    return tuple(sorted(found))


def _parts_are_allowed(limits: Limits, least: int) -> bool:
    """Whether tiles in a row of an allowed run are always an allowed run."""
    sparse = not limits.adjacent_ok or 0 < limits.max_per_meld < least
    return sparse and limits.min_naturals <= 1 and not limits.naturals_ge_wilds and not limits.max_in_new_three


def _is_needed(limits: Limits, least: int, size: int) -> bool:
    """Whether a run of that size may keep the limits although no shorter part of it does."""
    parts = [(start, part) for part in range(least, size) for start in range(size - part + 1)]
    # A wild at an end could be left out, unless that makes a meld of three, which has a limit of its own.
    ends = 0 if size == 4 and limits.max_in_new_three else 1 | 1 << (size - 1)
    for wilds in range(1 << size):
        if wilds & ends:
            continue
        if allows(limits, True, size, wilds) and not any(
            allows(limits, True, part, wilds >> start & (1 << part) - 1) for start, part in parts
        ):
            return True
    return False


def runs_clash(places: list[tuple[str, int, int]], gap: int, distinct: bool) -> bool:
    """Whether runs (suit, first place, last place) of one suit lie closer than a contract allows."""
    places.sort()
    if distinct:
        return any(first[0] == second[0] for first, second in pairwise(places))
    if not gap:
        return False
    return any(
        first[0] == second[0] and 0 <= second[1] - first[2] - 1 < gap
        for number, first in enumerate(places)
        for second in places[number + 1 :]
    )
