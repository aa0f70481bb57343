"""Every reason that the referee knows is given for some move, beside a move so near to it that it is legal.

Why: a refusal that no test ever sees may as well be missing; a rule that refuses too much shows in the legal sibling.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from meldsolver import check_move, get_ruleset, load_ruleset, parse_melds, parse_position
from meldsolver.referee.report import Code

RULE_CASES = Path(__file__).parents[1] / "data" / "rule_cases.toml"
OPEN = "r1 r2 r3 / r4 r5 k1 / opened"
EXAMPLES: dict[str, tuple[str | dict[str, Any], str, str, str]] = {
    # code: rules, position, a table that is refused, one that is legal
    "TOO_MANY_TILES_PLAYED": (
        {"turn": {"max_rack_tiles": 1}},
        OPEN,
        "r1 r2 r3 r4 r5",
        "r1 r2 r3 r4",
    ),
    "TOO_FEW_TILES_PLAYED": (
        {"turn": {"min_rack_tiles": 2}},
        OPEN,
        "r1 r2 r3 r4",
        "r1 r2 r3 r4 r5",
    ),
    "NO_TILE_PLAYED": (
        {},
        OPEN,
        "r1 r2 r3",
        "r1 r2 r3 r4",
    ),
    "TILE_NOT_IN_RACK": (
        {},
        OPEN,
        "r1 r2 r3 r4 r5 r6",
        "r1 r2 r3 r4 r5",
    ),
    "TABLE_TILE_MISSING": (
        {},
        "r1 r2 r3 r4 / r5 k1 / opened",
        "r2 r3 r4 r5",
        "r1 r2 r3 r4 r5",
    ),
    "LOOSE_TILE_LEFT": (
        {},
        "r1 r2 r3 / r4 y9 k9 / opened / loose b9",
        "r1 r2 r3 r4",
        "r1 r2 r3 | y9 k9 b9",
    ),
    "WILD_EXCEEDS_COPIES": (
        {"deck": {"copies": 1}, "wild": {"may_exceed_copies": False}},
        "r1 r2 r3 / j r4 r5 y3 k3 / opened",
        "r1 r2 j r4 r5 | r3 y3 k3",
        "r1 r2 r3 r4 r5 j",
    ),
    "TABLE_MELD_CHANGED": (
        {"table": {"manipulation": "layoff"}},
        "r1 r2 r3 r4 / k4 y4 k1 / opened",
        "r1 r2 r3 | r4 k4 y4",
        "",
    ),
    "OPENING_NO_OWN_MELD": (
        {"opening": {"kind": "own_meld"}},
        "r1 r2 r3 / r4 k1 k2 k3 / unopened",
        "r1 r2 r3 r4",
        "r1 r2 r3 | k1 k2 k3",
    ),
    "OPENING_BELOW_THRESHOLD": (
        {},
        ". / r1 r2 r3 k10 y10 b10 / unopened",
        "r1 r2 r3",
        "k10 y10 b10",
    ),
    "CALLED_TILE_UNUSED": (
        "ramo",
        "r5 y5 k5 | b7 b8 b9 / k1 k2 b6 / opened / level 1 / called b10",
        "r5 y5 k5 | b6 b7 b8 b9",
        "r5 y5 k5 | b7 b8 b9 b10",
    ),
    "DISCARD_NEEDED": (
        "ramo",
        "r5 y5 k5 | b7 b8 b9 / b5 b10 / opened / level 1",
        "r5 y5 k5 b5 | b7 b8 b9 b10",
        "r5 y5 k5 b5 | b7 b8 b9",
    ),
    "HAND_NOT_COMPLETE": (
        "indian-13",
        ". / 5h 6h 7h 10c 11c 12c 4s 4h 4d 8s 8h 8d 8c 2d / unopened",
        "5h 6h 7h | 10c 11c 12c | 4s 4h 4d",
        "",
    ),
}


def judged(rules: str | dict[str, Any], position: str, table: str) -> set[str]:
    ruleset = get_ruleset(rules) if isinstance(rules, str) else load_ruleset({"extends": "tile-rummy", **rules})
    before = parse_position(position, ruleset.alphabet)
    report = check_move(before, parse_melds(table, ruleset.alphabet), ruleset)
    assert report.legal == (not report.violations)
    return {violation.code.value for violation in report.violations}


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_reason_is_given_and_its_sibling_is_legal(code: str) -> None:
    """The refused move has this reason and no other; its neighbour has none."""
    rules, position, refused, legal = EXAMPLES[code]
    assert judged(rules, position, refused) == {code}
    if legal:
        assert judged(rules, position, legal) == set()


def test_no_reason_is_without_an_example() -> None:
    """Here, or among the cases from rule sheets; the pairs of okey 101 have a file of their own."""
    cases = tomllib.loads(RULE_CASES.read_text("utf-8"))["case"]
    told = {code for case in cases for code in case.get("violations", ())}
    assert {code.value for code in Code} - told - set(EXAMPLES) <= {"OPENING_MIXES_PAIRS"}
