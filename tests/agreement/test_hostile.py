"""Rulesets and positions made to be as bad as the fields allow: an answer or a clear refusal, and an end.

Why: a ruleset comes from outside. A hundred ranks, thirty-two wilds, sets without limit and a threshold of a
thousand make searches explode; each of them has a bound, tested here by what would otherwise never return.
"""

from typing import Any

import pytest

from meldsolver import Status, check_move, load_ruleset, solve
from meldsolver.tiles import parse_melds, parse_position
from meldsolver.tiles.request import InvalidRequest


def run(suit: str, first: int, last: int) -> str:
    return " ".join(f"{suit}{rank}" for rank in range(first, last + 1))


def wilds(count: int) -> str:
    return " ".join(["j"] * count)


RANKS_100: dict[str, Any] = {"deck": {"ranks": 100, "wilds": 32}, "run": {"max": 100}}
WILDS_32: dict[str, Any] = {"deck": {"wilds": 32}}
HIGH: dict[str, Any] = {"opening": {"threshold": 1000}}
LAYOFF: dict[str, Any] = {"table": {"manipulation": "layoff"}, "retrieval": {"mode": "replace"}}
ANY_SETS: dict[str, Any] = {"set": {"max": 0, "suits": "any"}}
ANY_RUNS: dict[str, Any] = {"run": {"suit": "any"}}
RACK = f"{run('k', 1, 13)} {run('b', 1, 13)}"

POSITIONS: dict[str, tuple[dict[str, Any], str]] = {
    "long runs with holes": (
        {**RANKS_100, **LAYOFF},
        f"r50 j r52 j j | y20 j j j y24 | k70 j j j j j k76 / {run('r', 53, 60)} {run('y', 10, 18)} {wilds(9)}/ opened",
    ),
    "runs of any suit and a hundred ranks": (
        {**RANKS_100, "run": {"suit": "any", "max": 100}},
        f"{run('r', 1, 100)} / {run('y', 1, 100)} {wilds(32)} / opened",
    ),
    "one wild a meld": (
        {**WILDS_32, "wild": {"max_per_meld": 1}},
        f"{run('r', 1, 13)} | {run('y', 1, 13)} / {RACK} {wilds(32)} / opened",
    ),
    "an opening out of reach": ({**WILDS_32, **HIGH}, f". / {RACK} {wilds(32)} / unopened"),
    "a high opening": ({**WILDS_32, "opening": {"threshold": 400}}, f". / {RACK} {wilds(20)} / unopened"),
    "sets without limit": ({**WILDS_32, **ANY_SETS}, f"{wilds(10)} r5 / {RACK} {wilds(20)} / opened"),
    "an opening of sets without limit": ({**WILDS_32, **ANY_SETS, **HIGH}, f". / {RACK} {wilds(20)} / unopened"),
    "sets without limit that grow": (
        {**WILDS_32, **ANY_SETS, **LAYOFF},
        f"{wilds(10)} r5 k5 | r7 y7 {wilds(8)} / {RACK} {wilds(10)} / opened",
    ),
    "an opening of anything": ({**WILDS_32, **ANY_SETS, **ANY_RUNS, **HIGH}, f". / {RACK} {wilds(8)} / unopened"),
    "locked melds": (
        {**WILDS_32, "retrieval": {"mode": "replace", "meld_locked": True, "reuse": "new_meld_two_rack"}},
        f"r5 j j | y5 j j | k9 j j / {RACK} {wilds(8)} / opened",
    ),
    "twenty pairs": (
        {
            "deck": {"wilds": 16},
            "other_melds": [{"kind": "pair", "suits": "any", "max": 20}],
            "opening": {"threshold": 1000, "pairs": 20},
        },
        f". / {RACK} {run('r', 1, 13)} {wilds(8)} / unopened",
    ),
    "every card wild": (
        {"deck": {"wilds": 4, "wild_ranks": list(range(1, 14))}},
        f"r1 r2 r3 | y4 k4 b4 / {RACK} {wilds(3)} / opened",
    ),
    "more wilds on the table than are judged": (
        {**WILDS_32, "retrieval": {"mode": "replace"}},
        f"r5 j j j | y5 j j j | k9 j j / {RACK} / opened",
    ),
}


@pytest.mark.parametrize(("mapping", "text"), POSITIONS.values(), ids=list(POSITIONS))
def test_every_position_is_answered_or_refused(mapping: dict[str, Any], text: str) -> None:
    """A play that the referee accepts, a proof that there is none, no time left, or a named fault."""
    ruleset = load_ruleset({"extends": "tile-rummy", **mapping})
    position = parse_position(text)
    try:
        answer = solve(position, ruleset, time_limit=2.0)
    except InvalidRequest as refused:
        reasons = {fault.reason for fault in refused.faults}
    else:
        reasons = {str(answer.status)}
        assert answer.status is not Status.OPTIMAL or answer.tiles_played > 0
    assert reasons <= {*Status, "TOO_LARGE", "TOO_MANY_WILDS"}


def test_a_hundred_ranks_are_played() -> None:
    """The deck of one suit and a hundred ranks that a caller may name."""
    ruleset = load_ruleset({"extends": "tile-rummy", "deck": {"ranks": 100}, "run": {"max": 100}})
    position = parse_position(f"{run('r', 40, 99)} | r7 y7 k7 / {run('r', 37, 39)} r100 b7 j y99 / opened")
    answer = solve(position, ruleset)
    assert answer.status is Status.OPTIMAL
    assert answer.tiles_played == 6


SCATTERED = " | ".join(f"j {suit}{rank + 3} j {suit}{rank}" for suit in "rykb" for rank in (1, 5, 9))
"""Twelve runs laid in no order, each with two wilds and so with several readings."""


@pytest.mark.parametrize(
    "mapping",
    [
        {},
        {"retrieval": {"mode": "replace"}},
        {"retrieval": {"mode": "replace", "meld_locked": True}},
        {"retrieval": {"mode": "replace", "reuse": "new_meld_two_rack", "source": "rack"}},
        {"retrieval": {"mode": "never"}},
        {"wild": {"may_exceed_copies": False}},
        {"table": {"manipulation": "layoff"}, "retrieval": {"mode": "replace"}},
        {"opening": {"threshold": 1000}},
        {**ANY_SETS, "opening": {"threshold": 1000}},
    ],
    ids=str,
)
def test_a_table_full_of_wilds_is_judged_or_refused(mapping: dict[str, Any]) -> None:
    """Thousands of readings: the referee finds a legal one, or says why not, or that they are too many."""
    ruleset = load_ruleset({"extends": "tile-rummy", **WILDS_32, **mapping})
    naturals = " ".join(f"{suit}{rank} {suit}{rank + 3}" for suit in "rykb" for rank in (1, 5, 9))
    opened = "unopened" if "opening" in mapping else "opened"
    position = parse_position(f"r1 j j r4 | y5 j j | k9 j j / {naturals} {wilds(18)} / {opened}")
    try:
        report = check_move(position, parse_melds(SCATTERED), ruleset)
    except InvalidRequest as refused:
        reasons = [fault.reason for fault in refused.faults]
    else:
        reasons = [] if report.legal == bool(report.violations) else ["JUDGED"]
    assert reasons in (["JUDGED"], ["TOO_COMPLEX"])
