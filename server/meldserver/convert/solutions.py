"""What Solve asks and answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import overload

from google.protobuf.duration_pb2 import Duration

from meldserver.convert.rulesets import UnderRules, alphabet_of
from meldserver.convert.tiles import (
    meld_message,
    read_melds,
    read_tiles,
    tile_message,
)
from meldserver.generated.v1 import solution_pb2, solver_service_pb2
from meldsolver.answers import Goal, Objective, Solution, Status
from meldsolver.tiles import Alphabet
from meldsolver.tiles.position_json import JsonReader

# The enums have the solver's names behind a prefix; a test holds them together.
_OBJECTIVES = {solution_pb2.Objective.Value(f"OBJECTIVE_{item.name}"): item for item in Objective}
_OBJECTIVE_VALUES = {item: value for value, item in _OBJECTIVES.items()}
_STATUSES = {solution_pb2.SolutionStatus.Value(f"SOLUTION_STATUS_{item.name}"): item for item in Status}
_STATUS_VALUES = {item: value for value, item in _STATUSES.items()}


def solve_response(solution: Solution) -> solver_service_pb2.SolveResponse:
    """The response that says this."""
    return solver_service_pb2.SolveResponse(solution=solution_message(solution))


def solution_message(solution: Solution) -> solution_pb2.Solution:
    """A solution."""
    return solution_pb2.Solution(
        status=status_value(solution.status),
        table=map(meld_message, solution.table),
        played=map(tile_message, solution.played),
        rack=map(tile_message, solution.rack),
        goals=goal_messages(solution.goals),
        tiles_played=solution.tiles_played,
        points_played=solution.points_played,
        meld_points=solution.meld_points,
        solve_time=duration_of(solution.seconds),
    )


def read_solve_response(response: solver_service_pb2.SolveResponse, question: UnderRules) -> Solution:
    """What the response says."""
    return read_solution(response.solution, alphabet_of(question.ruleset))


def read_solution(solution: solution_pb2.Solution, alphabet: Alphabet) -> Solution:
    """A solution from its message."""
    reader = JsonReader(alphabet)
    answer = Solution(
        status=read_status(solution.status),
        table=read_melds(solution.table, reader, "table"),
        played=read_tiles(solution.played, reader, "played"),
        rack=read_tiles(solution.rack, reader, "rack"),
        goals=read_goals(solution.goals),
        tiles_played=solution.tiles_played,
        points_played=solution.points_played,
        meld_points=solution.meld_points,
        seconds=solution.solve_time.ToNanoseconds() / 1e9,
    )
    reader.finish()
    return answer


def status_value(status: Status) -> solution_pb2.SolutionStatus.ValueType:
    """A status as the enum's value."""
    return _STATUS_VALUES[status]


def read_status(value: solution_pb2.SolutionStatus.ValueType) -> Status:
    """A status from the enum's value."""
    return _STATUSES[value]


def goal_messages(goals: Iterable[Goal]) -> list[solution_pb2.Goal]:
    """Goals."""
    return [
        solution_pb2.Goal(objective=_OBJECTIVE_VALUES[goal.objective], value=goal.value, bound=goal.bound)
        for goal in goals
    ]


def read_goals(messages: Iterable[solution_pb2.Goal]) -> tuple[Goal, ...]:
    """Goals from their messages."""
    return tuple(Goal(_OBJECTIVES[goal.objective], goal.value, goal.bound) for goal in messages)


def objective_values(objectives: Sequence[Objective]) -> list[solution_pb2.Objective.ValueType]:
    """Objectives as the enum's values."""
    return [_OBJECTIVE_VALUES[Objective(item)] for item in objectives]


def read_objectives(
    numbers: Sequence[solution_pb2.Objective.ValueType], reader: JsonReader, path: str
) -> tuple[Objective, ...]:
    """Objectives. What is wrong with them is left in the reader."""
    objectives: list[Objective] = []
    for index, number in enumerate(numbers):
        objective = _OBJECTIVES.get(number)
        if objective is None:
            reader.fail(f"{path}[{index}]", "UNKNOWN_VALUE", f"{number} is no objective; see enum Objective")
        elif objective in objectives:
            text = f"{objective} stands there twice; name each objective once"
            reader.fail(f"{path}[{index}]", "DUPLICATE", text)
        else:
            objectives.append(objective)
    return tuple(objectives)


def read_time_limit(duration: Duration, reader: JsonReader, path: str) -> float:
    """Seconds; what is wrong with them is left in the reader."""
    seconds = duration.seconds + duration.nanos / 1e9
    if abs(duration.nanos) >= 10**9 or duration.seconds * duration.nanos < 0:
        reader.fail(path, "OUT_OF_RANGE", "this is no duration: nanos are below a second and of the same sign")
    elif seconds <= 0:
        reader.fail(path, "NOT_POSITIVE", f"{seconds:g} s is no time to search; leave it out or give more than 0")
    return seconds


@overload
def duration_of(seconds: float) -> Duration: ...
@overload
def duration_of(seconds: None) -> None: ...
@overload
def duration_of(seconds: float | None) -> Duration | None: ...
def duration_of(seconds: float | None) -> Duration | None:
    """Seconds as a message; ``None`` is left out."""
    if seconds is None:
        return None
    duration = Duration()
    duration.FromNanoseconds(round(seconds * 1e9))
    return duration
