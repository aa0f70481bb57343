"""Why tiles are no meld, in words: each reason once, told by the rule that is broken first."""

from __future__ import annotations

from typing import Any

import pytest

from meldsolver import check_meld, load_ruleset, parse_tiles

RUMMY = "tile-rummy"
CASES: list[tuple[dict[str, Any], str, str]] = [
    ({}, "r5 y5", "it has 2 tiles; 3 are needed"),
    ({}, "r5", "it has 1 tile; 3 are needed"),
    ({}, "r5 r5 k5", "a set holds each suit once"),
    ({"set": {"max": 3}}, "r5 y5 k5 b5", "a set has at most 3 tiles; this has 4"),
    ({"set": {"min": 4}}, "r5 y5 k5", "a set needs 4 tiles; this has 3"),
    ({"set": {"allowed": False}}, "r5 y5 k5", "sets are not allowed"),
    ({"set": {"suits": "identical"}}, "r5 r5 k5", "a set holds copies of one tile"),
    ({}, "r5 r6 k7", "it has several ranks and several suits"),
    ({}, "r5 r6 r8", "its ranks are not consecutive"),
    ({}, "r12 r13 r1", "1 does not follow 13"),
    ({"run": {"wrap": "one_high"}}, "r13 r1 r2", "a run ends with the 1 that follows 13"),
    ({"run": {"wrap": "one_high"}}, "r12 r13 r2", "its ranks are not consecutive"),
    ({"run": {"min": 4}}, "r5 r6 r7", "a run needs 4 tiles; this has 3"),
    ({"run": {"max": 4}}, "r5 r6 r7 r8 r9", "a run has at most 4 tiles; this has 5"),
    ({"run": {"allowed": False}}, "r5 r6 r7", "runs are not allowed"),
    ({}, "j j", "a meld needs at least 1 naturals; this one has 0"),
    ({"wild": {"max_per_meld": 1}}, "r5 j j", "a meld may hold at most 1 wilds; this one has 2"),
    ({"wild": {"min_naturals": 2}}, "r5 j j", "at least 2 naturals"),
    ({"wild": {"naturals_ge_wilds": True}}, "r5 j j", "wilds"),
    ({"wild": {"adjacent_ok": False}}, "r5 j j r8", "side by side"),
]


@pytest.mark.parametrize(("rules", "meld", "words"), CASES)
def test_the_reason_names_the_rule(rules: dict[str, Any], meld: str, words: str) -> None:
    """With the numbers that the rule has and those that the meld has."""
    ruleset = load_ruleset({"extends": RUMMY, **rules})
    report = check_meld(parse_tiles(meld), ruleset)
    assert not report.valid
    (violation,) = report.violations
    assert words in violation.message
    assert violation.code.value == ("WILD_LIMIT" if "wild" in rules or set(meld.split()) == {"j"} else "INVALID_MELD")


@pytest.mark.parametrize(
    ("preset", "meld", "words"),
    [
        ("ramo", "r5 r6 skip", "no meld can hold skip"),
        ("riichi", "z1 z2 z3", "honours form no runs"),
        ("ramo", "r13 r1 r2", "a run ends with the 1"),
    ],
)
def test_reasons_of_other_games(preset: str, meld: str, words: str) -> None:
    """Specials and honours."""
    ruleset = load_ruleset({"extends": preset})
    report = check_meld(parse_tiles(meld, ruleset.alphabet), ruleset)
    assert not report.valid
    assert words in report.violations[0].message
