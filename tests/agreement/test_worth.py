"""Points of melds: the best by trial and error is what is proved, and what the table that is told is worth.

Why: a run was counted as it could lie best and told as it lay before; with least disturbance after it, one search
proved what another refuted.
"""

import pytest

from meldsolver import Objective, Status, check_move, get_ruleset, load_ruleset, parse_position, solve
from tests.agreement.worth import CHANGES, ROUND, rules_of, worth_differences


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_counted_is_told(name: str) -> None:
    """A few positions from fixed seeds, every goal beside the worth of the table after."""
    assert [text for number in range(8) for text in worth_differences(name, number)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGES)
def test_what_is_counted_is_told_at_length(name: str) -> None:
    """The same from many more."""
    assert [text for number in range(8, 200) for text in worth_differences(name, number)] == []


@pytest.mark.parametrize(
    ("name", "line", "points"),
    [
        # a table run is laid round its ace
        ("an ace at either end", "y3 y2 y1 | j y2 y1 / j r3 r3 / unopened", 21),
        ("fixed, no excess", "y3 y2 y1 | r1 r3 j r1 / y2 y3 r2 r2 / opened", 26),
        ("rearranged, one wild", "j r3 r1 | y3 y2 j / r1 r2 / unopened", 11),
        # the worth of a place was that of another round
        ("circular", "r1 j j / r2 / unopened", 16),
        # runs that go all round hold the ace twice, of which the least disturbance saw one
        ("rearranged", "j j r3 / r1 r2 / opened", 11),
        ("rearranged", "j r1 r1 r3 | y1 y3 y2 / y2 r2 y3 / opened", 16),
        ("rearranged, free", "r1 r2 r1 r3 / y2 y1 j / unopened", 16),
    ],
)
def test_points_of_melds(name: str, line: str, points: int) -> None:
    """Values by trial and error, alone and with least disturbance after them."""
    for wanted in ([Objective.MELD_POINTS], [Objective.MELD_POINTS, Objective.DISTURBANCE]):
        answer = solve(parse_position(line), rules_of(name), wanted)
        assert answer.status is Status.OPTIMAL
        assert (answer.goals[0].value, answer.meld_points) == (points, points)


def test_copies_are_counted_in_melds_that_continue_others() -> None:
    """Least disturbance added melds that no row of copies knew: r1 three times where there are two."""
    position = parse_position("r1 r3 j | j r2 r3 r1 / y1 y2 y2 r2 / opened")
    rules = rules_of("rearranged, no excess")
    answer = solve(position, rules, [Objective.MELD_POINTS, Objective.DISTURBANCE])
    assert answer.status is Status.OPTIMAL
    assert check_move(position, answer.table, rules).legal


def test_a_run_may_begin_with_wilds_alone() -> None:
    """Runs described by parts of three had no part without a natural, so `j j j k4` was no run."""
    line = "k4 j j j / y2 r3 r4 r2 / opened"
    small = {"suits": ["r", "y", "k"], "ranks": 4, "copies": 2, "wilds": 3}
    for rules in (
        load_ruleset({"extends": "tile-rummy", "deck": small, "retrieval": {"mode": "never"}}),
        load_ruleset({"extends": "tile-rummy-3-jokers", "retrieval": {"mode": "never"}}),
        get_ruleset("tile-rummy-4-jokers"),
    ):
        answer = solve(parse_position(line), rules, [Objective.TILES])
        assert (answer.status, answer.tiles_played) == (Status.OPTIMAL, 3)


def test_a_wild_is_named_where_its_meld_could_be_worth_more() -> None:
    """`k2 j j` is counted as twos here: no copies are left for a run of k2 k3 k4."""
    changes = {"other_melds": [{"kind": "colour", "n": 3, "max": 4}], "wild": {"may_exceed_copies": False}}
    deck = {"suits": ["r", "y", "k", "b"], "ranks": 4, "copies": 1, "wilds": 2}
    rules = load_ruleset(
        {
            **ROUND,
            "extends": "tile-rummy",
            "table": {},
            "retrieval": {},
            "run": {},
            "scoring": {},
            **changes,
            "deck": deck,
        }
    )
    answer = solve(parse_position("j k4 k2 | b1 b2 b4 j / b3 r4 y4 / opened"), rules, [Objective.MELD_POINTS])
    assert answer.goals[0].value == answer.meld_points
