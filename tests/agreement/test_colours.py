"""Colours with wilds in them, under every limit on wilds, against brute force.

Why: one game alone has colours, and it has many wilds; a colour with too many of them, or too few, was never seen.
"""

from __future__ import annotations

from typing import Any

import pytest

from meldsolver import Position, Status, check_meld, load_ruleset, parse_melds, parse_position, solve
from tests.agreement.comparing import differences

DECK = {"suits": ["r", "y"], "ranks": 6, "copies": 1, "wilds": 2}
WILDS: dict[str, dict[str, Any]] = {
    "free": {},
    "one a meld": {"max_per_meld": 1},
    "no more than naturals": {"naturals_ge_wilds": True},
    "two naturals": {"min_naturals": 2},
}
TABLES: dict[str, dict[str, Any]] = {"rearranged": {}, "growing": {"table": {"manipulation": "layoff"}}}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("wild", WILDS)
def test_colours_with_wilds(wild: str, table: str) -> None:
    """The solver's best is that of all end states, and the referee's verdict that of the definitions."""
    colours = {"other_melds": [{"kind": "colour", "n": 4}], "set": {"allowed": False}, "run": {"min": 3}}
    spec = {"deck": DECK, "wild": WILDS[wild], "opening": {"threshold": 9}, **colours, **TABLES[table]}
    ruleset = load_ruleset({"extends": "tile-rummy", **spec})
    found = [text for seed in range(8) for text in differences(ruleset, f"colour {seed}", melds=1, rack=7, judged=12)]
    assert found == []


@pytest.mark.parametrize(
    ("meld", "wild", "valid"),
    [
        ("r1 r1 r4 r6 r7 r9 r12", {}, True),
        ("r1 r1 r4 r6 r7 r9 j", {}, True),
        ("r1 j j j j j j", {}, True),
        ("j j j j j j j", {}, False),
        ("r1 r1 r4 r6 r7 r9 k12", {}, False),
        ("r1 r1 r4 r6 r7 r9", {}, False),
        ("r1 r4 j j j j j", {"naturals_ge_wilds": True}, False),
        ("r1 r4 r6 r9 j j j", {"naturals_ge_wilds": True}, True),
        ("r1 r4 r6 r9 r11 j j", {"max_per_meld": 1}, False),
        ("r1 r4 r6 r9 r11 r12 j", {"max_per_meld": 1}, True),
        ("r1 j j j j j j", {"min_naturals": 2}, False),
        ("r1 r4 j j j j j", {"min_naturals": 2}, True),
    ],
)
def test_what_a_colour_may_hold(meld: str, wild: dict[str, Any], valid: bool) -> None:
    """Seven cards of a colour as in Phase 10, each limit at its edge; the solver lays exactly what is one."""
    ruleset = load_ruleset({"extends": "phase-10", "wild": wild, "contract": {"levels": ["C7"]}})
    (cards,) = parse_melds(meld)
    assert check_meld(cards, ruleset).valid is valid
    spare = parse_melds("y1 k3")[0] if valid else ()  # which must not complete it
    answer = solve(Position(rack=(*cards, *spare), level=1), ruleset)
    assert (answer.status is Status.OPTIMAL) == valid


def test_a_colour_grows_by_its_colour_and_by_wilds() -> None:
    """A player who is down lays off on it: any rank of the colour, and a wild, but no other card."""
    ruleset = load_ruleset({"extends": "phase-10"})
    position = parse_position("k1 k1 k4 k6 k7 k9 j / k2 k12 j r5 r6 / opened / level 8")
    answer = solve(position, ruleset)
    assert sorted(map(str, answer.played)) == ["j", "k12", "k2"]


@pytest.mark.parametrize(
    ("table", "rack", "played"),
    [("r1 j r3", "j r4 k1", "r4"), ("r1 y1 j", "j k1", "k1"), ("r1 j r3 | k5 k6 k7", "j", "j")],
)
def test_the_wild_that_lies_in_a_meld_counts_towards_its_limit(table: str, rack: str, played: str) -> None:
    """Found by the comparison above: a wild was laid beside one that stays, and the referee stopped the play."""
    ruleset = load_ruleset({"extends": "tile-rummy", "wild": {"max_per_meld": 1}, **TABLES["growing"]})
    answer = solve(parse_position(f"{table} / {rack} / opened"), ruleset)
    assert (answer.status, " ".join(map(str, answer.played))) == (Status.OPTIMAL, played)
