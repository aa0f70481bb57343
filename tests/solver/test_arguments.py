"""Arguments that cannot be answered: every fault at once, each with its field and a remedy."""

import math
from collections.abc import Mapping
from typing import Any

import pytest

from meldsolver import InvalidRequest, get_ruleset, parse_position, solve
from meldsolver.tiles import Alphabet

RULES = get_ruleset("tile-rummy")
WIDE = Alphabet(suits=("r", "y", "k", "b", "g"))
"""Reads a suit more than the game has."""
GOOD = "r1 r2 r3 / r4 / opened"

CASES: list[tuple[str, Mapping[str, Any], set[tuple[str, str]]]] = [
    ("r1 r2 r14 / r4 / opened", {}, {("table[0][2]", "UNKNOWN_TILE")}),
    ("r1 r2 g3 / r4 / opened", {}, {("table[0][2]", "UNKNOWN_TILE")}),
    ("r1 r2 r4 / r4 / opened", {}, {("table[0]", "INVALID_MELD")}),
    ("r1 r2 / r4 / opened", {}, {("table[0]", "INVALID_MELD")}),
    ("j j / r4 / opened", {}, {("table[0]", "WILD_LIMIT")}),
    ("r1 r2 r3 / r3 r3 / opened", {}, {("rack[1]", "TOO_MANY_COPIES")}),
    (". / j j j / opened", {}, {("rack[2]", "TOO_MANY_COPIES")}),
    ("r1#a r2 r3 / r4#a / opened", {}, {("rack[0]", "DUPLICATE_ID")}),
    (". / r1 / opened / loose r1 r1", {}, {("loose[1]", "TOO_MANY_COPIES")}),
    (". / j=r5 / opened", {}, {("rack[0]", "WILD_STANDS_FOR")}),
    (". / r1 / opened / level 2", {}, {("level", "NO_LEVELS")}),
    ("r1 r2 j / r1 / opened / wild-turns 1 2", {}, {("wild_turns", "WRONG_LENGTH")}),
    (GOOD, {"objectives": []}, {("objectives", "EMPTY")}),
    (GOOD, {"objectives": ["tiles", "most"]}, {("objectives[1]", "UNKNOWN_OBJECTIVE")}),
    (GOOD, {"objectives": ["tiles", "points", "tiles"]}, {("objectives[2]", "DUPLICATE_OBJECTIVE")}),
    (GOOD, {"seed": -1}, {("seed", "OUT_OF_RANGE")}),
    (GOOD, {"seed": 1 << 31}, {("seed", "OUT_OF_RANGE")}),
    (GOOD, {"time_limit": 0}, {("time_limit", "OUT_OF_RANGE")}),
    (GOOD, {"time_limit": -1.0}, {("time_limit", "OUT_OF_RANGE")}),
    (GOOD, {"time_limit": math.nan}, {("time_limit", "OUT_OF_RANGE")}),
    (GOOD, {"time_limit": math.inf}, {("time_limit", "OUT_OF_RANGE")}),
    (
        "r1 r2 r14 / g1 / opened",
        {"objectives": ["x"], "seed": -1, "time_limit": 0},
        {
            ("table[0][2]", "UNKNOWN_TILE"),
            ("rack[0]", "UNKNOWN_TILE"),
            ("objectives[0]", "UNKNOWN_OBJECTIVE"),
            ("seed", "OUT_OF_RANGE"),
            ("time_limit", "OUT_OF_RANGE"),
        },
    ),
]


@pytest.mark.parametrize(("text", "arguments", "wanted"), CASES)
def test_every_fault_is_named_with_its_field(
    text: str, arguments: Mapping[str, Any], wanted: set[tuple[str, str]]
) -> None:
    """Why: a caller mends a request in one go only if it is told everything."""
    with pytest.raises(InvalidRequest) as caught:
        solve(parse_position(text, WIDE), RULES, **arguments)
    assert {(fault.field, fault.reason) for fault in caught.value.faults} == wanted
    assert all(fault.message for fault in caught.value.faults)


def test_objectives_may_be_given_by_name() -> None:
    """Why: they come as words from files and command lines."""
    assert solve(parse_position(GOOD), RULES, ["points"]).goals[0].value == 4
