"""Tables in mid-turn: loose tiles that must all end in melds."""

import pytest

from meldsolver import Status, check_move, format_melds, get_ruleset, parse_position, solve

RULES = get_ruleset("tile-rummy")


@pytest.mark.parametrize(
    ("text", "status", "tiles"),
    [
        ("r1 r2 r3 / . / loose r4", Status.OPTIMAL, 0),
        ("r1 r2 r3 / . / loose k9", Status.NO_PLAY, 0),
        (". / r3 / loose r1 r2", Status.OPTIMAL, 1),
        (". / k3 / loose r1 r2", Status.NO_PLAY, 0),
        (". / j r9 / loose r1 r2", Status.OPTIMAL, 1),
        (". / r5 r6 r7 / loose r1 r2 r3", Status.OPTIMAL, 3),
        (". / . / loose j r1 r2", Status.OPTIMAL, 0),
        (". / . / loose j j", Status.NO_PLAY, 0),
        ("k1 y1 b1 / r2 r3 / loose r1", Status.OPTIMAL, 2),
    ],
)
def test_can_this_table_still_be_finished(text: str, status: Status, tiles: int) -> None:
    """Why: a player in the middle of a turn asks just this; playing more tiles is welcome but not needed."""
    position = parse_position(text)
    solution = solve(position, RULES)
    assert (solution.status, solution.tiles_played) == (status, tiles)
    if status is Status.OPTIMAL:
        assert check_move(position, solution.table, RULES).legal


def test_the_opening_is_not_asked_again_in_mid_turn() -> None:
    """Why: whether loose tiles came from the rack is no longer known."""
    position = parse_position(". / r3 / unopened / loose r1 r2")
    assert format_melds(solve(position, RULES).table) == "r1 r2 r3"
