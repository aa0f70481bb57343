"""The fewest naturals beside wilds bind no meld without wilds, however short it is."""

import pytest

from meldsolver import Status, format_melds, load_ruleset, parse_position, solve


@pytest.mark.parametrize("wilds", [0, 1])
@pytest.mark.parametrize("table", ["full", "layoff"])
def test_short_melds_of_naturals_are_laid(wilds: int, table: str) -> None:
    """Five naturals are asked for beside a wild; runs of three naturals were never found."""
    rules = load_ruleset(
        {
            "extends": "tile-rummy",
            "deck": {"ranks": 6, "wilds": wilds},
            "wild": {"min_naturals": 5},
            "table": {"manipulation": table},
        }
    )
    answer = solve(parse_position(f"r1 r2 r3 / k1 k2 k3 r4 y6{' j' * wilds} / opened"), rules)
    assert answer.status is Status.OPTIMAL
    assert answer.tiles_played == 4, format_melds(answer.table)
