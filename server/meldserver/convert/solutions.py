"""What Solve asks and answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypedDict, overload

from google.protobuf.duration_pb2 import Duration

from meldserver.convert.required import require
from meldserver.convert.rulesets import UnderRules, alphabet_of, read_ruleset, ruleset_choice
from meldserver.convert.tiles import (
    meld_message,
    position_message,
    read_melds,
    read_position,
    read_tiles,
    tile_message,
)
from meldserver.generated.v1 import solution_pb2, solver_service_pb2
from meldsolver.calls.question import Search
from meldsolver.calls.solving import SolveQuestion
from meldsolver.rules.ruleset import Ruleset
from meldsolver.solver.solution import Goal, Objective, Solution, Status
from meldsolver.tiles import Alphabet, Position
from meldsolver.tiles.position_json import JsonReader

HIGHEST_SEED = 2**31 - 1

# The enums have the solver's names behind a prefix; a test holds them together.
_OBJECTIVES = {solution_pb2.Objective.Value(f"OBJECTIVE_{item.name}"): item for item in Objective}
_OBJECTIVE_VALUES = {item: value for value, item in _OBJECTIVES.items()}
_STATUSES = {solution_pb2.SolutionStatus.Value(f"SOLUTION_STATUS_{item.name}"): item for item in Status}
_STATUS_VALUES = {item: value for value, item in _STATUSES.items()}


def solve_request(question: SolveQuestion) -> solver_service_pb2.SolveRequest:
    """The request that asks this."""
    return solver_service_pb2.SolveRequest(
        **search_fields(question), objectives=objective_values(question.objectives), seed=question.seed
    )


def search_fields(question: Search[Any]) -> dict[str, Any]:
    """The fields that every request about a position has."""
    return {
        "ruleset": ruleset_choice(question.ruleset),
        "position": position_message(question.position),
        "time_limit": duration_of(question.time_limit),
    }


def read_solve_request(request: solver_service_pb2.SolveRequest) -> SolveQuestion:
    """What the request asks."""
    reader = JsonReader()
    objectives = read_objectives(request.objectives, reader)
    return SolveQuestion(**read_search(request, reader), objectives=objectives, seed=request.seed)


class SearchFields(TypedDict):
    """What every question about a position has."""

    position: Position
    ruleset: Ruleset
    time_limit: float | None


def read_search(request: Any, reader: JsonReader, *, finish: bool = True) -> SearchFields:
    """What every request about a position asks.

    Args:
        request: any message with those fields; its seed is looked at where it has one.
        reader: remembers faults; those that it holds already are told, too.
        finish: whether nothing else is read, so that the faults are raised.

    Raises:
        InvalidRequest: it cannot be read; it holds every fault.
    """
    require(request, reader, position="give the position")
    time_limit = read_time_limit(request.time_limit, reader) if request.HasField("time_limit") else None
    if not 0 <= getattr(request, "seed", 0) <= HIGHEST_SEED:
        reader.fail("seed", "OUT_OF_RANGE", f"{request.seed} is not 0 to {HIGHEST_SEED}")
    ruleset = read_ruleset(request, reader)
    position = read_position(request.position, reader, "position")
    if finish:
        reader.finish()
    return SearchFields(position=position, ruleset=ruleset, time_limit=time_limit)


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


_OWN = re.compile(r"(objectives|seed|time_limit|most)\b")


def question_field(path: str) -> str:
    """The field of such a request that the solver's path means."""
    return path if _OWN.match(path) else f"position.{path}"


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


def read_objectives(numbers: Sequence[solution_pb2.Objective.ValueType], reader: JsonReader) -> tuple[Objective, ...]:
    """Objectives. What is wrong with them is left in the reader."""
    objectives: list[Objective] = []
    for index, number in enumerate(numbers):
        objective = _OBJECTIVES.get(number)
        if objective is None:
            reader.fail(f"objectives[{index}]", "UNKNOWN_VALUE", f"{number} is no objective; see enum Objective")
        elif objective in objectives:
            text = f"{objective} stands there twice; name each objective once"
            reader.fail(f"objectives[{index}]", "DUPLICATE", text)
        else:
            objectives.append(objective)
    return tuple(objectives)


def read_time_limit(duration: Duration, reader: JsonReader) -> float:
    """Seconds; what is wrong with them is left in the reader."""
    seconds = duration.seconds + duration.nanos / 1e9
    if abs(duration.nanos) >= 10**9 or duration.seconds * duration.nanos < 0:
        reader.fail("time_limit", "OUT_OF_RANGE", "this is no duration: nanos are below a second and of the same sign")
    elif seconds <= 0:
        reader.fail(
            "time_limit", "NOT_POSITIVE", f"{seconds:g} s is no time to search; leave it out or give more than 0"
        )
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
