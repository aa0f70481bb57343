"""Games of very many melds: what no play can hold is not listed, and the listing can be ended."""

from __future__ import annotations

import string
from typing import Any

import pytest

from meldsolver import Position, Status, Tile, load_ruleset, solve
from meldsolver.limits import Clock, OutOfTime
from meldsolver.rules.game import game_of
from meldsolver.solver.melds.shapes import Cut, pair_shapes, shapes_of
from meldsolver.tiles.request import InvalidRequest

SUITS = [letter for letter in string.ascii_lowercase if letter not in "jwxz"]
"""As many suits as there can be."""
GAME: dict[str, Any] = {
    "extends": "tile-rummy",
    "deck": {"suits": SUITS, "ranks": 3, "copies": 1},
    "run": {"allowed": False},
    "other_melds": [{"kind": "pair", "n": 2, "max": len(SUITS), "suits": "distinct"}],
}


def test_melds_longer_than_what_is_in_play_are_not_listed() -> None:
    """Why: all subsets of 22 suits were made to leave out those that three tiles cannot fill."""
    rules = load_ruleset(GAME)
    game = game_of(rules)
    (pair,) = rules.other_melds
    assert max(len(shape.cells) for shape in pair_shapes(game, pair, 3)) == 3
    assert shapes_of(game, cut=Cut.WHOLE, most=3, clock=Clock(steps=60_000))
    hand = tuple(Tile(suit, 2) for suit in SUITS[:3])
    answer = solve(Position(rack=hand, opened=True), rules)
    assert (answer.status, answer.tiles_played) == (Status.OPTIMAL, 3)


def test_more_melds_than_can_be_listed_are_refused_before_they_are_listed() -> None:
    """Why: the refusal took as long as filling the memory."""
    game = game_of(load_ruleset(GAME))
    with pytest.raises(InvalidRequest) as refused:
        shapes_of(game, cut=Cut.WHOLE, most=len(SUITS), clock=Clock(steps=30_000))
    assert refused.value.faults[0].field == "ruleset"


def test_listing_melds_ends_by_the_clock() -> None:
    """Why: a limit of ten milliseconds is over before a large game's melds are listed."""
    game = game_of(load_ruleset({**GAME, "deck": {**GAME["deck"], "ranks": 4}}))
    with pytest.raises(OutOfTime):
        shapes_of(game, cut=Cut.WHOLE, most=4, clock=Clock(deadline=0.0))
