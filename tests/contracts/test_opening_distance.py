"""How far a hand is from its opening, where the opening asks for points or pairs: every card of the deck is tried.

Why: there the search for the distance is the solver's own model; what it says of a card the solver itself must confirm
of the hand that holds the card.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import meldsolver as ms
from meldsolver.contracts import distance
from meldsolver.rules.game import game_of
from tests.agreement.player import deck_of

GAMES = {
    "tile rummy, 30 points": ms.load_ruleset(
        {
            "extends": "tile-rummy",
            "deck": {"suits": ["r", "y", "k"], "ranks": 8, "copies": 1},
            "opening": {"threshold": 20},
        }
    ),
    "five pairs or 101 points": ms.get_ruleset("okey-101"),
}


def opens(position: ms.Position, ruleset: ms.Ruleset) -> bool:
    answer = ms.solve(position, ruleset, time_limit=600)
    assert answer.status in (ms.Status.OPTIMAL, ms.Status.NO_PLAY)
    return answer.status is ms.Status.OPTIMAL


@pytest.mark.parametrize("seed", range(12))
def test_cards_that_open_are_the_outs_at_distance_one(seed: int) -> None:
    """At distance 1 a card is an out exactly when the hand with it can open; farther away no card opens."""
    ruleset = GAMES["tile rummy, 30 points"]
    rack = tuple(Random(f"opening {seed}").sample(deck_of(ruleset), 6))
    position = ms.Position(rack=rack)
    far = distance(position, ruleset, draws=0, time_limit=600)
    assert far.proved
    assert (far.distance == 0) == opens(position, ruleset)
    outs = {out.tile for out in far.outs}
    for card in {tile._replace(stands_for=None) for tile in deck_of(ruleset)}:
        if rack.count(card) == game_of(ruleset).copies[card[:3]]:
            continue
        able = opens(replace(position, rack=(*rack, card)), ruleset)
        if far.distance:
            assert able == (far.distance == 1 and card in outs), card
    if far.distance:
        assert len(far.missing) == far.distance
        filled = replace(position, rack=(*rack, *far.missing))
        assert ms.check_move(filled, far.melds, ruleset).legal


def test_a_pair_that_lacks_one_tile() -> None:
    """Four pairs and two single tiles: either of the two completes the fifth, and is told as missing."""
    ruleset = GAMES["five pairs or 101 points"]
    position = ms.parse_position(". / r3 r3 k9 k9 b1 b1 y12 y12 k4 k7 / unopened")
    far = distance(position, ruleset, draws=0, time_limit=600)
    assert far.distance == 1
    assert [str(tile) for tile in far.missing] in (["k4"], ["k7"])
    assert {str(out.tile) for out in far.outs} >= {"k4", "k7"}
    assert sorted(map(len, far.melds)) == [2, 2, 2, 2, 2]
