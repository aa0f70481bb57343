"""Wilds of a table whose melds only grow are freed by naturals of the rack, one each, and the model offers no more."""

from meldsolver import Status, get_ruleset, parse_position, solve
from meldsolver.rules.game import game_of
from meldsolver.solver.growing import most_freed
from meldsolver.solver.problem import build
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
