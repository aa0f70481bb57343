"""Limits on wilds that bind new melds alone: a meld that lies there may grow past them, a new one may not."""

from __future__ import annotations

from typing import Any

import pytest

from meldsolver import Status, check_move, load_ruleset, parse_melds, parse_position, solve

SPARED: dict[str, Any] = {"wild": {"naturals_ge_wilds": True, "ratio_applies_to_layoff": False}}
BOUND: dict[str, Any] = {"wild": {"naturals_ge_wilds": True, "ratio_applies_to_layoff": True}}
NEW_THREE: dict[str, Any] = {"wild": {"max_in_new_three": 1}}


@pytest.mark.parametrize(
    ("rules", "position", "table", "legal"),
    [
        (SPARED, "r5 j r7 / j j k1 / opened", "j r5 j r7 j", True),
        (BOUND, "r5 j r7 / j j k1 / opened", "j r5 j r7 j", False),
        (BOUND, "r5 j r7 / j j k1 / opened", "r5 j r7 j", True),
        (SPARED, "r5 j r7 / j j k1 k2 / opened", "r5 j r7 | k1 j j", False),
        (SPARED, "r5 j r7 / j j k1 k2 / opened", "r5 j r7 | k1 k2 j j", True),
        (NEW_THREE, "r5 r6 r7 / j j k1 k2 / opened", "r5 r6 r7 | k1 j j", False),
        (NEW_THREE, "r5 r6 r7 / j j k1 k2 / opened", "r5 r6 r7 | k1 k2 j", True),
        (NEW_THREE, "r5 r6 r7 / j j k1 k2 / opened", "r5 r6 r7 | k1 k2 j j", True),
        (NEW_THREE, "r5 r6 r7 / j j k1 k2 / opened", "j r5 r6 r7 j", True),
    ],
)
def test_what_may_grow_past_a_limit(rules: dict[str, Any], position: str, table: str, legal: bool) -> None:
    """By the field's own words; table melds only grow here."""
    ruleset = load_ruleset(
        {"extends": "tile-rummy", "deck": {"wilds": 4}, "table": {"manipulation": "layoff"}, **rules}
    )
    report = check_move(parse_position(position), parse_melds(table), ruleset)
    assert report.legal is legal, report.violations


@pytest.mark.parametrize(("rules", "wilds"), [(SPARED, 3), (BOUND, 1)])
def test_the_solver_grows_as_far_as_the_referee_allows(rules: dict[str, Any], wilds: int) -> None:
    """Three wilds fit beside r5 j r7 where the limit spares it, one where it does not."""
    ruleset = load_ruleset(
        {"extends": "tile-rummy", "deck": {"wilds": 4}, "table": {"manipulation": "layoff"}, **rules}
    )
    answer = solve(parse_position("r5 j r7 / j j j k1 / opened"), ruleset)
    assert (answer.status, answer.tiles_played) == (Status.OPTIMAL, wilds)
