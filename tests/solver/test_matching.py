"""Which meld continues which: compared with every possible pairing."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldsolver.limits.clock import Clock, TooManySteps
from meldsolver.tiles.matching import best_assignment, continue_melds

MELDS = st.lists(st.lists(st.sampled_from("abcd"), max_size=4), max_size=5)
WEIGHTS = st.integers(0, 4).flatmap(
    lambda width: st.lists(st.lists(st.integers(0, 3), min_size=width, max_size=width), max_size=5)
)


def shared(first: list[str], second: list[str]) -> int:
    """How many cards two melds have in common."""
    return (Counter(first) & Counter(second)).total()


def greatest(weights: list[list[int]], taken: frozenset[int] = frozenset()) -> int:
    """The greatest sum, by trying for each row every column that is left, and none."""
    if not weights:
        return 0
    row, *rest = weights
    tried = (row[column] + greatest(rest, taken | {column}) for column in range(len(row)) if column not in taken)
    return max([greatest(rest, taken), *tried])


@given(before=MELDS, after=MELDS)
def test_most_cards_stay_together(before: list[list[str]], after: list[list[str]]) -> None:
    pairs = continue_melds(before, after)
    assert len(set(pairs.values())) == len(pairs)
    kept = sum(shared(before[row], after[column]) for row, column in pairs.items())
    assert kept == greatest([[shared(first, second) for second in after] for first in before])


@given(before=MELDS, after=MELDS)
def test_a_pair_shares_something_or_is_the_same(before: list[list[str]], after: list[list[str]]) -> None:
    for row, column in continue_melds(before, after).items():
        assert shared(before[row], after[column]) or before[row] == after[column]


@given(WEIGHTS)
def test_the_greatest_sum(weights: list[list[int]]) -> None:
    chosen = best_assignment(weights)
    columns = [column for column in chosen if column is not None]
    assert len(set(columns)) == len(columns)
    sums = (row[column] for row, column in zip(weights, chosen, strict=True) if column is not None)
    assert sum(sums) == greatest(weights)


@given(WEIGHTS, st.integers(0, 12))
def test_a_pairing_that_its_clock_ends_pairs_none_twice(weights: list[list[int]], steps: int) -> None:
    """Why: a table of hundreds of melds is paired for as long as there is time, and laid out then."""
    chosen = best_assignment(weights, Clock(steps=steps))
    columns = [column for column in chosen if column is not None]
    assert len(set(columns)) == len(columns)


def test_a_pairing_takes_its_steps() -> None:
    """Why: the clock was handed on and never looked at."""
    contested = [[number] * 60 for number in range(1, 61)]
    clock = Clock(steps=1 << 20)
    assert sum(column is not None for column in best_assignment(contested, clock)) == 60
    with pytest.raises(TooManySteps):
        clock.step((1 << 20) - 60)
    assert sum(column is not None for column in best_assignment(contested, Clock(steps=60))) < 60
