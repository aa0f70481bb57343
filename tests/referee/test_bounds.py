"""Judging a move or a meld ends, whatever is asked, by steps and by its clock; ordinary moves never meet a bound."""

from __future__ import annotations

from typing import Any

import pytest

from meldsolver import CancelToken, Position, Tile, check_meld, check_move, load_ruleset
from meldsolver.limits import Clock, OutOfTime
from meldsolver.referee.groups import groups_of
from meldsolver.rules.game import game_of
from meldsolver.tiles import parse_position, parse_tiles
from meldsolver.tiles.request import InvalidRequest

COLOURS: dict[str, Any] = {
    "extends": "tile-rummy",
    "deck": {"ranks": 40},
    "other_melds": [{"kind": "colour", "n": 40}],
    "opening": {"kind": "own_meld"},
}
FORTY = tuple(Tile("r", rank) for rank in range(1, 41))


def test_a_colour_meld_of_forty_tiles_is_judged_at_once() -> None:
    """Why: every one of its subsets was built, and none of them counted."""
    rules = load_ruleset(COLOURS)
    assert check_meld(FORTY[::-1], rules).valid
    assert check_move(Position(rack=FORTY), [FORTY[::-1]], rules).legal


@pytest.mark.parametrize("least", [2, 5, 20, 39, 40])
def test_groups_below_the_least_size_are_not_looked_for(least: int) -> None:
    """Why: what yields nothing must not cost anything; the first group comes after a step for each face."""
    rules = load_ruleset({**COLOURS, "other_melds": [{"kind": "colour", "n": least}]})
    assert next(groups_of(FORTY, game_of(rules), kinds={"colour"}, clock=Clock(steps=400)))


def test_colours_bring_no_points_and_are_not_arranged_for_any() -> None:
    """Why: an opening worth points was refused as too complex for the sake of melds that count nothing in it."""
    rules = load_ruleset({**COLOURS, "other_melds": [{"kind": "colour", "n": 5}], "opening": {"threshold": 1000}})
    report = check_move(Position(rack=FORTY), [FORTY[:12]], rules)
    assert [violation.code for violation in report.violations] == ["OPENING_BELOW_THRESHOLD"]


MOVE = parse_position("r1 r2 r3 | k4 j y4 / r4 / opened / all-opened")
BOUND = load_ruleset({"extends": "tile-rummy", "retrieval": {"mode": "replace", "reuse": "new_meld"}})
AFTER = [parse_tiles("r1 r2 r3 r4"), parse_tiles("k4 j y4")]


def test_a_move_is_judged_within_its_time_or_not_at_all() -> None:
    """Why: a call that is over must not go on, and half a verdict is none."""
    assert check_move(MOVE, AFTER, BOUND, time_limit=60).legal
    with pytest.raises(OutOfTime):
        check_move(MOVE, AFTER, BOUND, time_limit=0.0)


def test_judging_a_move_can_be_cancelled() -> None:
    """Why: nobody waits for the verdict any more."""
    token = CancelToken()
    token.cancel()
    with pytest.raises(OutOfTime):
        check_move(MOVE, AFTER, BOUND, cancel=token)


def test_a_move_that_can_be_read_in_too_many_ways_is_refused_with_its_field() -> None:
    """Why: a bound in steps is told as a fault of the request, never as one of the server."""
    rules = load_ruleset({"extends": "tile-rummy", "opening": {"threshold": 1000}, "deck": {"copies": 4, "wilds": 8}})
    rack = (*(Tile(s, r) for s in "rykb" for r in range(1, 14)), *[Tile(wild=True)] * 8)
    with pytest.raises(InvalidRequest) as refused:
        check_move(Position(rack=rack), [rack], rules)
    assert [(fault.field, fault.reason) for fault in refused.value.faults] == [("after.table", "TOO_COMPLEX")]
