"""A short part of the long run over all games: no preset is left out.

Why: a fault hides in the one preset that nobody compares. Each position is small, every end state is tried, and
referee, solver and the questions about hands are held against it; docs/verification.md tells the long run.
"""

from __future__ import annotations

import pytest

from meldsolver import list_rulesets
from tests.agreement.all_games import ODD_GAMES, POLICIES, PRESETS, names
from tests.agreement.examined import examine


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset(name: str) -> None:
    """Two positions of each."""
    assert [text for number in (3, 4) for text in examine(name, number)[1]] == []


@pytest.mark.parametrize("start", range(0, ODD_GAMES, 100))
def test_odd_rulesets(start: int) -> None:
    """Rulesets that nobody plays, one position of every fourth."""
    assert [text for number in range(start, start + 100, 4) for text in examine(f"odd:{number}", 0)[1]] == []


def test_the_long_run_leaves_no_game_out() -> None:
    """Every preset comes several times in the round of names."""
    assert {f"preset:{summary.name}" for summary in list_rulesets()} == set(PRESETS)
    assert set(names()) >= {*PRESETS, *POLICIES}
