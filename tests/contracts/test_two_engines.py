"""The exhaustive search and the solver's model asked the same question must give the same answer.

Why: the solver's model is the only one for rules that limit wilds, where no enumeration is at hand; where both
apply, the search (which the enumeration judges) judges it.
"""

from __future__ import annotations

import pytest

import meldsolver as ms
from meldsolver.contracts.distance import Question
from meldsolver.contracts.general import find_any
from meldsolver.contracts.patterns import pattern_of
from meldsolver.contracts.search import find
from meldsolver.contracts.stock import unseen_cards
from meldsolver.rules.game import game_of
from tests.contracts.hands import deal

RAMO = ms.get_ruleset("ramo")


@pytest.mark.parametrize("level", range(1, 9))
def test_the_solver_finds_the_same_distance_and_outs(level: int) -> None:
    """Ramo, where both know all the rules; hands without so many wilds that the model grows large."""
    game = game_of(RAMO)
    checked = 0
    for seed in range(40):
        cards = deal(seed, level)
        if cards.count("j") > 1:
            continue
        position = ms.Position(rack=ms.parse_tiles(" ".join(cards)), level=level)
        unseen = unseen_cards(position, game)
        question = Question(position, game, unseen)
        pattern = pattern_of(game, level)
        assert pattern is not None
        searched = find(pattern, question.stock)
        solved = find_any(position, game, unseen, question.stock, time_limit=20)
        if not solved.proved:
            continue
        assert (solved.lacking, set(solved.outs)) == (searched.lacking, set(searched.outs)), cards
        checked += 1
        if checked == 2:
            return
    assert checked
