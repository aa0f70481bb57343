"""Which of a disordered run's wild cards stands where is open, on growing tables too.

Why: one way was taken for all, so a meld that was only put in order was told to have moved its wilds.
"""

import pytest

from meldsolver import check_move, load_ruleset, parse_melds, parse_position

RULES = load_ruleset(
    {
        "extends": "tile-rummy",
        "deck": {"wild_ranks": [2]},
        "table": {"manipulation": "layoff"},
        "opening": {"kind": "none"},
        "wild": {"end_wild_revaluable": False, "inner_wild_revaluable": False},
    }
)


@pytest.mark.parametrize(
    ("before", "after", "legal"),
    [
        ("y5 k2 j y7", "y5 k2 y7 j y9", True),
        ("y5 k2 j y7", "y5 j y7 k2 y9", True),
        ("y5 k2 y7 j", "y5 k2 y7 j y9", True),
        # in order they are told
        ("y5 k2 y7 j", "y5 j y7 k2 y9", False),
        # and so is what is fixed
        ("y5 k2 j=y8 y7", "y5 j y7 k2 y9", False),
    ],
)
def test_wild_cards_of_a_table_run(before: str, after: str, legal: bool) -> None:
    """Every run that the tiles can form is a reading where their order is none."""
    report = check_move(parse_position(f"{before} / y9 r9 / opened"), parse_melds(after), RULES)
    assert report.legal is legal
