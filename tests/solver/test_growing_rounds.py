"""Tables whose melds grow, where runs go round: a meld of wilds may stay as it lies."""

from __future__ import annotations

from meldsolver import Status, load_ruleset, parse_position, solve


def test_a_run_all_round_of_wilds_stays_and_another_meld_is_laid() -> None:
    """The model counted its places from another round than its reading did, and had no way for it to stay."""
    deck = {"suits": ["r", "y", "k"], "ranks": 4, "copies": 2, "wilds": 3}
    rules = load_ruleset(
        {"extends": "tile-rummy", "table": {"manipulation": "layoff"}, "run": {"wrap": "circular"}, "deck": deck}
    )
    play = solve(parse_position("j j r2 j / y2 k4 y3 k2 k1 / opened / all-opened", rules.alphabet), rules)
    assert play.status is Status.OPTIMAL
    assert (play.tiles_played, play.points_played) == (3, 7)  # k4 k1 k2, by trial of all end states
