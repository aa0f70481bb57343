"""A move is legal when one reading of it satisfies everything.

Why: an opening was worth what it is as a run, whose wild stood for a tile that lay on the table already, and counted
its copies as a colour, which is worth nothing.
"""

import pytest

from meldsolver import Code, Status, check_move, load_ruleset, parse_melds, parse_position, solve
from meldsolver.rules.ruleset import Ruleset


def rules(**spec: object) -> Ruleset:
    return load_ruleset(
        {
            "extends": "tile-rummy",
            "other_melds": [{"kind": "colour", "n": 3, "max": 4}],
            "wild": {"may_exceed_copies": False},
            "table": {"manipulation": "layoff"},
            "deck": {"suits": ["r", "y", "k", "b"], "ranks": 4, "copies": 1, "wilds": 2},
            "opening": {"threshold": 9},
            **spec,
        }
    )


@pytest.mark.parametrize(
    ("spec", "state", "legal"),
    [
        # b2 b3 b4 would be worth 9; b3 lies in the set.
        ({}, "unopened", False),
        # As a colour it may lie there,
        ({}, "opened", True),
        ({"opening": {"kind": "own_meld"}}, "unopened", True),
        # but a run opens as a run alone.
        ({"opening": {"kind": "run"}}, "unopened", False),
        ({"opening": {"kind": "run"}, "wild": {}}, "unopened", True),
        ({"wild": {}}, "unopened", True),
    ],
)
def test_the_reading_that_opens_counts_the_copies(spec: dict[str, object], state: str, legal: bool) -> None:
    """Referee and solver, whose best play lays just these three tiles."""
    game = rules(**spec)
    position = parse_position(f"y3 b3 r3 k3 / b2 y1 b4 j / {state}")
    report = check_move(position, parse_melds("y3 b3 r3 k3 | b2 j b4"), game)
    assert report.legal is legal
    assert [violation.code for violation in report.violations] == ([] if legal else [Code.WILD_EXCEEDS_COPIES])
    answer = solve(position, game)
    assert (answer.status is Status.OPTIMAL, answer.tiles_played) == (legal, 3 if legal else 0)


@pytest.mark.parametrize(("source", "legal"), [("rack_or_table", True), ("rack", False)])
def test_a_new_meld_for_freed_wilds_may_be_read_in_any_way(source: str, legal: bool) -> None:
    """Why: of y2 r2 j only the reading with the natural y2 was tried; r2 is of the rack, and y2 one of the freed."""
    game = load_ruleset(
        {
            "extends": "tile-rummy",
            "retrieval": {"mode": "replace", "reuse": "new_meld", "source": source},
            "deck": {"suits": ["r", "y"], "ranks": 5, "copies": 1, "wilds": 1, "wild_ranks": [2]},
        }
    )
    # The wilds stood for y2 and y5; y2 is replaced by its own card, which is none of the rack.
    position = parse_position("j y3 y4 y2 / r2 y5 r3 / opened")
    assert check_move(position, parse_melds("y2 r2 j | y5 y4 y3"), game).legal is legal
