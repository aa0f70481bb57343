"""Objectives that depend on how melds lie, read off two tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from meldsolver.solver.matching import continue_melds
from meldsolver.solver.solution import Goal, Objective
from meldsolver.tiles import Card, Meld, Position


def moved_tiles(before: Sequence[Meld], after: Sequence[Meld]) -> int:
    """How many table tiles a play moves out of their meld: its disturbance."""
    first, second = _cards(before), _cards(after)
    pairs = continue_melds(first, second)
    stay = sum((Counter(first[index]) & Counter(second[other])).total() for index, other in pairs.items())
    return sum(map(len, before)) - stay


def kept_melds(before: Sequence[Meld], after: Sequence[Meld]) -> int:
    """How many table melds lie there as before."""
    first = Counter(frozenset(Counter(meld).items()) for meld in _cards(before))
    second = Counter(frozenset(Counter(meld).items()) for meld in _cards(after))
    return (first & second).total()


def _cards(melds: Sequence[Meld]) -> list[list[Card]]:
    return [[tile[:3] for tile in meld] for meld in melds]


def unproved(objective: Objective, position: Position, table: Sequence[Meld]) -> Goal:
    """The goal of an objective that no search has reached: what the play has, and what nothing rules out."""
    match objective:
        case Objective.DISTURBANCE:
            return Goal(objective, moved_tiles(position.table, table), 0)
        case Objective.MELDS_KEPT:
            return Goal(objective, kept_melds(position.table, table), len(position.table))
        case Objective.MELDS_ADDED:
            return Goal(objective, len(table), min(1, len(table)))
    raise ValueError(f"{objective} does not depend on how melds lie")
