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
