"""Growing tables: the solver's best play beside every end state that the referee allows.

Why: a meld that grows keeps its kind and what is bound in it, while cards that may be wilds can be read in many
ways. A play that the referee reads otherwise is lost to an error, and what only the referee sees to no play.
"""

from typing import Any

import pytest

from meldsolver import Status, check_move, get_ruleset, load_ruleset, parse_melds, parse_position, solve
from tests.agreement.growing import differences, random_position

DECKS: tuple[dict[str, Any], ...] = (
    {"suits": ["r", "y", "k"], "ranks": 5, "copies": 2, "wilds": 1, "wild_ranks": [2]},
    {"suits": ["r", "y"], "ranks": 6, "copies": 2, "wilds": 2, "wild_ranks": [3]},
    {"suits": ["r", "y", "k"], "ranks": 6, "copies": 1, "wilds": 2, "wild_ranks": []},
)
FIXED = {"end_wild_revaluable": False, "inner_wild_revaluable": False}
REPLACE = {"retrieval": {"mode": "replace"}}
POLICIES: dict[str, dict[str, Any]] = {
    "anew": {},
    "fixed": {"wild": FIXED},
    "inner fixed": {"wild": {"inner_wild_revaluable": False}},
    "replace": REPLACE,
    "replace fixed": {**REPLACE, "wild": FIXED},
    "any sets replace": {**REPLACE, "set": {"suits": "any", "max": 0}},
    "any runs": {"run": {"suit": "any"}},
    "one high": {"run": {"wrap": "one_high"}},
    "circular": {"run": {"wrap": "circular"}},
    "apart": {"wild": {"adjacent_ok": False}},
    "ratio of new melds": {**REPLACE, "wild": {"naturals_ge_wilds": True, "ratio_applies_to_layoff": False}},
    "colours": {"other_melds": [{"kind": "colour", "n": 3}]},
    "opening": {**REPLACE, "opening": {"kind": "points", "threshold": 9, "same_turn_table": "layoff"}},
}


def _found(name: str, positions: int) -> list[str]:
    found = []
    for number in range(positions):
        spec = POLICIES[name]
        rules = {"extends": "tile-rummy", "table": {"manipulation": "layoff"}, "opening": {"kind": "none"}}
        ruleset = load_ruleset({**rules, **spec, "deck": DECKS[number % len(DECKS)]})
        found += differences(ruleset, random_position(ruleset, f"{name} {number}", rack=3))
    return found


@pytest.mark.parametrize("name", POLICIES)
def test_best_of_all_end_states(name: str) -> None:
    """A few positions from fixed seeds."""
    assert _found(name, 6) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", POLICIES)
def test_best_of_all_end_states_at_length(name: str) -> None:
    """The same from many more."""
    assert _found(name, 150) == []


@pytest.mark.parametrize(
    ("position", "objectives", "tiles"),
    [
        ("j r7 r8 r2 / r10 r6 / opened", ("tiles", "points"), 2),
        ("y3 y4 y5 y2 | r10 k10 y10 / k10 / opened", ("rack_penalty", "tiles", "wilds_kept"), 1),
        ("b2 r2 b5 b6 | r9 y9 k9 / j b4 k2 / opened / level 1", ("tiles", "points"), 3),
        ("j k2 k1 r1 | b4 b2 y4 / y1 b1 y1 / opened / level 3", ("tiles", "points"), 3),
        ("r3 r4 r5 r2 / r5 r6 y1 y4 / opened / level 3", ("tiles", "points"), 1),
    ],
)
def test_twos_that_were_wild_in_onze(position: str, objectives: tuple[str, ...], tiles: int) -> None:
    """Which two stands where was lost on the way from the model to the table."""
    rules = get_ruleset("onze")
    before = parse_position(position)
    answer = solve(before, rules, objectives)
    assert (answer.status, answer.tiles_played) == (Status.OPTIMAL, tiles)
    assert check_move(before, answer.table, rules).legal


@pytest.mark.parametrize(
    ("before", "after", "legal"),
    [
        ("k3 k4 k5 k6 / k9 k11 k12 r1 / opened", "k3 k4 k5 k6 k9 k11 k12", False),
        ("k3 k4 k5 k6 / k7 r1 / opened", "k3 k4 k5 k6 k7", True),
        ("k3 k4 k5 k6 k7 k8 k9 / k11 r1 / opened", "k3 k4 k5 k6 k7 k8 k9 k11", True),
        ("k3 k4 k5 k6 k7 k8 k9 / k10 r1 / opened", "k3 k4 k5 k6 k7 k8 k9 k10", True),
    ],
)
def test_kinds_in_phase_10(before: str, after: str, legal: bool) -> None:
    """A run of four becomes no colour; seven of a colour in sequence may go on as either."""
    report = check_move(parse_position(before), parse_melds(after), get_ruleset("phase-10"))
    assert report.legal is legal
    assert legal or [violation.code.value for violation in report.violations] == ["TABLE_MELD_CHANGED"]
