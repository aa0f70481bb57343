"""Reasons are given for what is wrong and nothing else: each once, for its meld, in words that say where to look."""

from __future__ import annotations

from typing import Any

import pytest

from meldsolver import Violation, check_move, get_ruleset, load_ruleset, parse_melds, parse_position

TILES = get_ruleset("tile-rummy")
GROWING: dict[str, Any] = {"table": {"manipulation": "layoff"}}
RACK: dict[str, Any] = {"retrieval": {"mode": "replace", "source": "rack"}}
ANYWHERE: dict[str, Any] = {"retrieval": {"mode": "replace"}}
LOCKED: dict[str, Any] = {"retrieval": {"mode": "replace", "meld_locked": True}}
BOTH: dict[str, Any] = {"retrieval": {"mode": "replace", "set_of_three": "both"}}


def judged(rules: dict[str, Any], position: str, table: str) -> tuple[Violation, ...]:
    ruleset = load_ruleset({"extends": "tile-rummy", **rules})
    return check_move(parse_position(position), parse_melds(table), ruleset).violations


@pytest.mark.parametrize(
    ("rules", "position", "table", "code", "meld", "words"),
    [
        (
            RACK,
            "r5 j r7 / k5 y5 k7 y7 k1 k2 / opened",
            "r5 k5 y5 | r7 k7 y7 | k1 k2 j",
            "JOKER_NOT_REPLACED",
            0,
            "no r6 from the rack",
        ),
        (
            ANYWHERE,
            "r5 j r7 / k5 y5 k7 y7 k1 k2 / opened",
            "r5 k5 y5 | r7 k7 y7 | k1 k2 j",
            "JOKER_NOT_REPLACED",
            0,
            "no r6 from rack or table",
        ),
        (
            LOCKED,
            "r5 j r7 / k5 y5 k7 y7 k1 k2 / opened",
            "r5 k5 y5 | r7 k7 y7 | k1 k2 j",
            "JOKER_MELD_LOCKED",
            0,
            "nothing else may leave",
        ),
        (BOTH, "r5 y5 j / k5 k1 k2 / opened", "r5 y5 k5 | k1 k2 j", "JOKER_GROUP_NEEDS_BOTH", 0, "no b5"),
        (
            GROWING,
            "r1 r2 r3 r4 | k5 k6 k7 / k4 y4 k8 / opened",
            "r1 r2 r3 | r4 k4 y4 | k5 k6 k7 k8",
            "TABLE_MELD_CHANGED",
            0,
            "r1 r2 r3 r4",
        ),
        (
            GROWING,
            "k5 k6 k7 | r1 r2 r3 r4 / k4 y4 k8 / opened",
            "k5 k6 k7 k8 | r1 r2 r3 | r4 k4 y4",
            "TABLE_MELD_CHANGED",
            1,
            "no longer stands together",
        ),
        # The rack's own meld is worth 6; the equal meld beside it is made of the table's tiles.
        (
            {"opening": {"threshold": 12}},
            "r1 r2 r3 r4 r5 r6 r7 / r1 r2 r3 / unopened",
            "r1 r2 r3 | r1 r2 r3 | r4 r5 r6 r7",
            "OPENING_BELOW_THRESHOLD",
            None,
            "worth 6; 12 are needed",
        ),
        (
            {"opening": {"threshold": 12}},
            "r1 r2 r3 / r1 r2 r3 k1 / unopened",
            "r1 r2 r3 | r1 r2 r3",
            "OPENING_BELOW_THRESHOLD",
            None,
            "worth 6; 12 are needed",
        ),
        ({}, "r1 r2 r3 | k5 y5 b5 / r5 / opened", "r1 r2 r3 | y5 b5 r5", "TABLE_TILE_MISSING", 1, "k5"),
        ({}, "r1 r2 r3 | k5 y5 b5 / r5 / opened", "r1 r2 r3 | k5 y5 b5 r5 r9", "TILE_NOT_IN_RACK", None, "r9"),
    ],
)
def test_one_thing_is_wrong_and_told_once(
    rules: dict[str, Any], position: str, table: str, code: str, meld: int | None, words: str
) -> None:
    """With the meld of the table before that it is about."""
    found = [violation for violation in judged(rules, position, table) if violation.code.value != "INVALID_MELD"]
    assert [violation.code.value for violation in found] == [code]
    assert found[0].table_meld == meld
    assert words in found[0].message


def test_two_wilds_each_have_a_reason_of_their_own() -> None:
    """One natural frees one wild: the other is still told, and only the other."""
    position = "r5 j r7 | k5 j k7 / y5 y7 k1 k2 b1 b2 r6 y6 b6 / opened"
    laid = "r5 k5 y5 | r7 k7 y7 | k1 k2 j | b1 b2 j"
    both = judged(ANYWHERE, position, laid)
    assert [(each.code.value, each.table_meld) for each in both] == [
        ("JOKER_NOT_REPLACED", 0),
        ("JOKER_NOT_REPLACED", 1),
    ]
    (one,) = judged(ANYWHERE, position, f"{laid} | r6 y6 b6")
    assert (one.code.value, one.table_meld) == ("JOKER_NOT_REPLACED", 1)
    assert "k6" in one.message


@pytest.mark.parametrize(
    ("position", "table"),
    [
        ("r5 y5 j / k5 b9 r9 / opened", "r5 y5 k5"),
        ("r5 y5 j / k5 b9 r9 / opened", "r5 y5 k5 | b9 r9 j"),
        ("k1 k2 k3 | j y5 r5 / b5 b9 r9 / opened", "k1 k2 k3 | r5 y5 b5 | b9 r9 j"),
    ],
)
def test_a_wild_of_three_that_left_for_one_card_alone_needs_both(position: str, table: str) -> None:
    """Kalooki's joker is taken for both missing cards (kalookiexpert.co.uk); laid again or not, one is too few."""
    report = check_move(parse_position(position), parse_melds(table), get_ruleset("kalooki"))
    assert [violation.code for violation in report.violations] == ["JOKER_GROUP_NEEDS_BOTH"]
    assert "k5 and b5 are both needed" in report.violations[0].message


@pytest.mark.parametrize(
    ("name", "words"),
    [("tile-rummy-es-joker-zero", "counts nothing in it"), ("tile-rummy-no-joker-in-opening", "keeps its meld out")],
)
def test_an_opening_that_fails_for_a_wild_names_it(name: str, words: str) -> None:
    """Thirty-three with it, too few without: a player who counts it must be told why it does not count."""
    for table, told in (("r10 r11 j", True), ("k1 k2 j", False), ("k1 k2 k3", False)):
        position = parse_position(". / r10 r11 j k1 k2 k3 / unopened")
        (violation,) = check_move(position, parse_melds(table), get_ruleset(name)).violations
        assert violation.code == "OPENING_BELOW_THRESHOLD"
        assert (f"the wild of {table} {words}" in violation.message) == told


@pytest.mark.parametrize("alone", ["r4", "j"])
def test_one_tile_left_alone_is_no_meld(alone: str) -> None:
    """A wild alone, too: not that it lacks a natural is wrong with it."""
    report = check_move(parse_position("r1 r2 r3 / r4 j / opened"), parse_melds(f"r1 r2 r3 | {alone}"), TILES)
    assert [(v.code, v.meld) for v in report.violations] == [("INVALID_MELD", 1)]
    assert "it has 1 tile; 3 are needed" in report.violations[0].message


@pytest.mark.parametrize(
    ("laid", "depends"),
    [("b1 b2 b3", ["did not open with 5 pairs"]), ("y9 y9", ["opened with 5 pairs"]), ("", [])],
)
def test_what_only_the_way_of_opening_decides_is_told_as_such(laid: str, depends: list[str]) -> None:
    """Okey 101: who opened with pairs lays no sets and runs later (okey.gg), and a position does not say who did."""
    rules = load_ruleset({"extends": "okey-101", "deck": {"indicator": "k3"}})
    before = parse_position("r10 r11 r12 | k9 k9 / r9 b1 b2 b3 y9 y9 k2 / opened", rules.alphabet)
    report = check_move(before, parse_melds(f"k9 k9 {'| ' if laid else ''}{laid} | r9 r10 r11 r12"), rules)
    assert report.legal
    assert len(report.depends_on) == len(depends)
    assert all(words in told for words, told in zip(depends, report.depends_on, strict=True))
