"""Wilds of a table whose melds only grow are freed by naturals of the rack, one each, and the model offers no more."""

import pytest

from meldsolver import Status, check_move, get_ruleset, parse_position, solve
from meldsolver.rules.game import game_of
from meldsolver.solver.melds.growing import most_freed
from meldsolver.solver.model.problem import build
from meldsolver.tiles import Face


def test_a_short_rack_beside_many_wilds_is_proved() -> None:
    """Why: runs were offered that no tiles in play could fill, 27,000 variables for three tiles, 20 s and no proof.

    k13 frees a joker of the kings and b9 lengthens the eight's run; y8 would need two jokers in a new meld of three.
    """
    rules = get_ruleset("rummy-cards-40")
    position = parse_position("j y13 b13 j | j b8 j j / k13 y8 b9 / opened")
    answer = solve(position, rules, time_limit=60)
    assert (answer.status, answer.tiles_played, answer.points_played) == (Status.OPTIMAL, 2, 19)
    assert len(build(position, game_of(rules), ()).model.low) < 2000


def test_no_more_wilds_are_freed_than_naturals_fit() -> None:
    """Why: each that is too many lets the model offer longer melds; each that is too few loses plays."""
    game = game_of(get_ruleset("rummy-cards-40"))
    position = parse_position("j y13 b13 j | j b8 j j / . / opened")
    for naturals, most in {
        (): 0,
        (Face("k", 13),): 1,
        (Face("k", 13), Face("r", 13)): 2,
        (Face("y", 8), Face("r", 8), Face("k", 8)): 3,
        (Face("k", 13), Face("b", 9)): 2,
        (Face("k", 12),): 0,
    }.items():
        assert most_freed(position, game, dict.fromkeys(naturals, 1)) == most


@pytest.mark.parametrize(
    "text",
    [
        "j k7 r7 b7 | b5 b6 b7 j b9 | y1 j k1 | r8 j k8 | j y7 y8 y9 y10 | y6 y7 y8"
        " / j b4 k12 y10 r4 k3 r1 b1 k9 b11 y6 r1 r2 k6 y13 / unopened / all-opened",
        "y3 y4 y5 y6 j | y2 y3 y4 y5 y6 | k13 y13 r13 b13 | r11 j y11 | j r5 j k5 | y7 y8 y9 y10 y11"
        " / j k9 r4 k9 k4 r2 r10 y8 k5 r5 b10 b7 k11 k11 k3 / unopened / all-opened",
        "b4 j y4 k4 | k2 k3 j k5 | r9 b9 y9 | k3 b3 y3 r3 | y5 y6 y7 | j y10 y11 y12 | b10 r10 j"
        " / j j k5 b7 y3 b13 r13 r3 r13 y1 r6 k6 k10 k8 / unopened / all-opened",
    ],
)
def test_the_melds_that_open_are_told_from_those_with_freed_wilds(text: str) -> None:
    """Why: a meld with a freed wild before them was counted as the rack's, whose wild then lacked."""
    rules, position = get_ruleset("romme-lite"), parse_position(text)
    answer = solve(position, rules)
    assert answer.status is Status.OPTIMAL
    assert check_move(position, answer.table, rules).legal
