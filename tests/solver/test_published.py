"""Published positions with the answers that their authors, or a recount, proved; sources are named in the data."""

import json
from pathlib import Path
from typing import Any

import pytest

from meldsolver import Position, Solution, Status, check_move, get_ruleset, parse_tiles, position_from_json
from meldsolver import solve as solve_position

ROWS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "published_positions.json").read_text("utf-8")
)
BY_NAME = {row["name"]: row for row in ROWS}


def position_of(row: dict[str, Any]) -> Position:
    return position_from_json({name: row[name] for name in ("table", "rack", "opened")})


def solve(row: dict[str, Any], *objectives: str) -> Solution:
    return solve_position(position_of(row), get_ruleset(row["ruleset"]), objectives or row["objectives"])


def measured(solution: Solution, name: str) -> int:
    """One number of an answer: a field of its own, or an objective's value."""
    if hasattr(solution, name):
        return int(getattr(solution, name))
    return next(goal.value for goal in solution.goals if goal.objective == name)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_the_published_best_play_is_found(row: dict[str, Any]) -> None:
    """Why: people who know these examples must find their answers here."""
    solution = solve(row)
    assert solution.status is Status.OPTIMAL
    assert {name: measured(solution, name) for name in row["expected"]} == row["expected"]
    if "best_plays" in row:
        assert sorted(solution.played) in [sorted(parse_tiles(play)) for play in row["best_plays"]]
    assert check_move(position_of(row), solution.table, get_ruleset(row["ruleset"])).legal


def test_the_play_in_the_documentation_of_rummikub_solver_is_not_the_best_of_seven_tiles() -> None:
    """Its seven tiles count 52; another seven count 55."""
    solution = solve(BY_NAME["mjp-docs"], "tiles", "points")
    assert (solution.tiles_played, solution.points_played) == (7, 55)


def test_both_models_of_den_hertog_and_hulshof_on_their_first_example() -> None:
    """Why: most tiles and most value have different best plays in one position, and each is best by its own measure."""
    row = BY_NAME["den-hertog-hulshof-1-tiles"]
    by_tiles, by_points = solve(row, "tiles", "points"), solve(row, "points", "tiles")
    assert (by_tiles.tiles_played, by_points.points_played) == (6, 31)
    assert by_tiles.tiles_played >= by_points.tiles_played
    assert by_tiles.points_played <= by_points.points_played
