"""Published positions through the real server: the answers that their authors, or a recount, proved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from meldserver.client import Client
from meldsolver import Objective, Solution, Status, format_tiles
from meldsolver.tiles import parse_melds, parse_tiles, position_from_json

ROWS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "data" / "published_positions.json").read_text()
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_the_server_finds_what_was_published(client: Client, row: dict[str, Any]) -> None:
    """The main job on real input: a position in, the proved best play out, and the referee agrees."""
    position = position_from_json({name: row[name] for name in ("table", "rack", "opened")})
    solution = client.solve(position, row["ruleset"], [Objective(name) for name in row["objectives"]])
    assert solution.status is Status.OPTIMAL
    assert {name: measured(solution, name) for name in row["expected"]} == row["expected"]
    if "best_plays" in row:
        best = [sorted(parse_tiles(play)) for play in row["best_plays"]]
        assert sorted(solution.played) in best
    assert client.check_move(position, solution.table, row["ruleset"]).legal


def measured(solution: Solution, name: str) -> int:
    """One number of an answer: a field of its own, or an objective's value."""
    if hasattr(solution, name):
        return int(getattr(solution, name))
    return next(goal.value for goal in solution.goals if goal.objective == name)


def test_a_table_in_mid_turn_can_be_finished(client: Client) -> None:
    """A group of six from the published partition problems, as loose tiles that must all end in melds."""
    position = position_from_json({"loose": "r1 r1 b1 k1 y1 y1", "opened": True})
    solution = client.solve(position, "tile-rummy")
    assert solution.status is Status.OPTIMAL
    assert sorted(len(meld) for meld in solution.table) == [3, 3]
    assert format_tiles(sorted(tile for meld in solution.table for tile in meld)) == "b1 k1 r1 r1 y1 y1"


def test_a_table_that_cannot_be_finished_is_proved_so(client: Client) -> None:
    """NO_PLAY is an answer, not an error."""
    position = position_from_json({"loose": "r1 r2", "rack": "k9", "opened": True})
    assert client.solve(position, "tile-rummy").status is Status.NO_PLAY


def test_a_play_that_breaks_the_published_table_is_refused_with_reasons(client: Client) -> None:
    """The referee sees the tile that vanished and the meld that it left broken, at once."""
    position = position_from_json({name: ROWS[0][name] for name in ("table", "rack", "opened")})
    after = (*position.table[1:], *parse_melds("k1 k2 k3"))
    report = client.check_move(position, after, "tile-rummy")
    assert {str(violation.code) for violation in report.violations} == {"TABLE_TILE_MISSING", "NO_TILE_PLAYED"}
