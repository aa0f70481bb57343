"""All eight levels of Ramo against an enumeration that shares no code with the project.

Why: every claim about a hand (it can go down, with so little left, it is so far away, these are its
outs) is a claim about all possible plays, so only an enumeration of all of them can test it.
"""

from __future__ import annotations

from collections import Counter

import pytest

import meldsolver as ms
from meldsolver.contracts import distance, lay_down
from tests.contracts.hands import deal, table_for
from tests.oracles import contract_brute

RAMO = ms.get_ruleset("ramo")
FEW, MANY = 50, 1000


def check_distance(level: int, seed: int) -> None:
    """Distance and outs with their copies; can go down exactly when nothing lacks."""
    hand = deal(seed, level)
    unseen = contract_brute.DECK - Counter(hand)
    expected, outs = contract_brute.distance_and_outs(hand, level, unseen)
    position = ms.Position(rack=ms.parse_tiles(" ".join(hand)), level=level)
    found = distance(position, RAMO, draws=0, time_limit=600)
    if expected == 0 and level == 8 and len(hand) == 12:  # all twelve would be laid, and one must be thrown
        assert found.distance == 1
        return
    assert found.distance == expected, hand
    assert {str(out.tile): out.copies for out in found.outs} == outs, hand


def check_penalty(level: int, seed: int) -> None:
    """The least penalty after the lay-down with its lay-offs, and whether it can be laid at all."""
    hand = deal(seed, level)
    table = table_for(seed, hand)
    expected = contract_brute.least_penalty(hand, level, table)
    melds = tuple(lying(kind, naturals, wilds) for kind, naturals, wilds in table)
    position = ms.Position(table=melds, rack=ms.parse_tiles(" ".join(hand)), level=level)
    found = lay_down(position, RAMO, time_limit=600)
    assert found.can_go_down == (expected is not None), (hand, table)
    assert found.penalty_left == (sum(map(contract_brute.value, hand)) if expected is None else expected), (hand, table)
    if found.can_go_down:
        assert ms.check_move(position, found.table, RAMO).legal


def lying(kind: str, naturals: contract_brute.Shape, wilds: int) -> ms.Meld:
    """A meld of the table as it lies: the cells in order, wilds in the gaps or at an end."""
    tiles = ms.parse_tiles(" ".join(naturals))
    if not wilds or kind == "S":
        return (*tiles, *[ms.WILD] * wilds)
    for place in range(len(tiles) + 1):
        meld = (*tiles[:place], ms.WILD, *tiles[place:])
        if ms.check_meld(meld, RAMO).valid:
            return meld
    raise AssertionError(naturals)


@pytest.mark.parametrize("level", range(1, 9))
def test_distance_and_outs_are_those_of_the_enumeration(level: int) -> None:
    """Fifty hands a level; a thousand in the slow run."""
    for seed in range(FEW):
        check_distance(level, seed)


@pytest.mark.parametrize("level", range(1, 9))
def test_least_penalty_is_that_of_the_enumeration(level: int) -> None:
    """Fifty hands a level beside up to three melds of others; a thousand in the slow run."""
    for seed in range(FEW):
        check_penalty(level, seed)


@pytest.mark.slow
@pytest.mark.parametrize("level", range(1, 9))
def test_a_thousand_hands_a_level(level: int) -> None:
    """The same for a thousand hands a level (docs/contracts.md tells the result)."""
    for seed in range(FEW, FEW + MANY):
        check_distance(level, seed)
        check_penalty(level, seed)
