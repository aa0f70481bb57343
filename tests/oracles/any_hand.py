"""Hands that are shown whole: which can be declared, and with how little left, by trying every split.

Why: a declaration is a claim about all ways to lay a hand in melds, so only trying all of them can test it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .any_contract import hand_melds
from .any_rules import Meld, Other, Rules, Table, Tile, readings


@dataclass(frozen=True)
class Whole:
    """What a complete hand needs.

    Attributes:
        min_runs: fewest runs.
        min_pure: fewest runs without a wild.
        all_cards: whether every card must be in a meld.
        pairs: so many different pairs alone are complete as well.
        pair_kinds: the pairs that count there.
        counts: how many melds of a kind a complete hand has.
    """

    min_runs: int = 0
    min_pure: int = 0
    all_cards: bool = False
    pairs: int = 0
    pair_kinds: tuple[Other, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()


def declarations(hand: Meld, thrown: int, rules: Rules, whole: Whole) -> Iterator[Table]:
    """Every way to declare the hand after so many cards of it are thrown."""
    for melds, left in hand_melds(hand, rules):
        if (left and whole.all_cards and len(left) != thrown) or len(left) < thrown or not melds:
            continue
        if is_complete(melds, rules, whole):
            yield melds
    if whole.pairs:
        only = Rules(
            **{
                **{name: getattr(rules, name) for name in rules.__dataclass_fields__},
                "sets": False,
                "runs": False,
                "others": whole.pair_kinds,
            }
        )
        for melds, left in hand_melds(hand, only):
            if len(left) == thrown and len(melds) == whole.pairs and all(len(meld) == 2 for meld in melds):
                shown = [frozenset(f for r in readings(meld, only) for f in r.naturals[:1]) for meld in melds]
                if len(set(shown)) == len(shown):
                    yield melds


def is_complete(melds: Table, rules: Rules, whole: Whole) -> bool:
    """Whether melds hold the runs and the numbers of kinds that a complete hand needs."""
    every = [readings(meld, rules) for meld in melds]
    runs = [[r for r in each if r.kind == "run"] for each in every]
    if sum(any(not r.wilds for r in each) for each in runs) < whole.min_pure:
        return False
    if sum(map(bool, runs)) < whole.min_runs:
        return False
    return all(sum(any(r.kind == kind for r in each) for each in every) == count for kind, count in whole.counts)


def least_left(hand: Meld, rules: Rules, value: Callable[[Tile], int], thrown: int = 0) -> int:
    """The least that the cards in no meld cost, the dearest of them thrown."""
    best = None
    for _, left in hand_melds(hand, rules):
        costs = sorted(map(value, left))
        if len(costs) < thrown:
            continue
        cost = sum(costs[: len(costs) - thrown])
        best = cost if best is None else min(best, cost)
    return sum(map(value, hand)) if best is None else best
