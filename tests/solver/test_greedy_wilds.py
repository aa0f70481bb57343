"""Melds of two naturals and a wild are found wherever the wild has to stand."""

import pytest

from meldsolver import get_ruleset, parse_position
from meldsolver.limits.clock import Clock
from meldsolver.rules.game import game_of
from meldsolver.solver.search.greedy import Greedy


@pytest.mark.parametrize(
    ("rack", "laid"),
    [("r4 r6 j", 3), ("r4 r5 j", 3), ("r12 r13 j", 3), ("r4 k4 j", 3), ("r4 r7 j", 0), ("r4 k5 j", 0), ("r4 k6 j", 0)],
)
def test_a_wild_fills_a_gap_of_one(rack: str, laid: int) -> None:
    """Why: the quick play's promise fell silently to nothing when the gap within a run was no longer tried."""
    position = parse_position(f". / {rack} / opened")
    game = game_of(get_ruleset("tile-rummy"))
    play = Greedy(position.rack, position.table, game, 14, Clock())
    play.lay_with_wilds()
    assert play.laid == laid
