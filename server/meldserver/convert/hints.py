"""What the hint calls ask and answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldserver.convert.plans import origin_messages, plan_message, read_plan, read_step, step_message
from meldserver.convert.rulesets import ruleset_choice
from meldserver.convert.solutions import (
    duration_of,
    objective_values,
    read_solution,
    read_status,
    solution_message,
    status_value,
)
from meldserver.convert.tiles import meld_message, position_message, read_melds, read_tiles, tile_message
from meldserver.generated.v1 import hint_service_pb2 as wire
from meldsolver.hints import End, Grade, Hint, NearTile, NoPlay, Progress, Told
from meldsolver.rules.ruleset import Ruleset
from meldsolver.solver.solution import Objective, Solution, Status
from meldsolver.tiles import Alphabet, Position
from meldsolver.tiles.position_json import JsonReader

USUAL_MOST = 100

_GRADES = {wire.Grade.Value(f"GRADE_{item.name}"): item for item in Grade}
_GRADE_VALUES = {item: value for value, item in _GRADES.items()}
_ENDS = {wire.LIST_END_ALL: "all", wire.LIST_END_COUNT: "count", wire.LIST_END_TIME: "time"}
_END_VALUES = {reason: value for value, reason in _ENDS.items()}


def asked(
    position: Position, ruleset: Ruleset | str, objectives: Sequence[Objective], seed: int, time_limit: float | None
) -> dict[str, Any]:
    """The fields that the requests have in common."""
    return {
        "ruleset": ruleset_choice(ruleset),
        "position": position_message(position),
        "objectives": objective_values(objectives),
        "time_limit": duration_of(time_limit),
        "seed": seed,
    }


def grade_value(grade: Grade) -> wire.Grade.ValueType:
    """A grade as the enum's value."""
    return _GRADE_VALUES[Grade(grade)]


def read_grade(value: wire.Grade.ValueType, reader: JsonReader) -> Grade:
    """A grade; what is wrong with it is left in the reader."""
    if value not in _GRADES:
        reader.fail("grade", "UNKNOWN_VALUE", f"{value} is no grade; see enum Grade")
    return _GRADES.get(value, Grade.PLAYABLE)


def hint_response(told: Told, hint: Hint) -> wire.GetHintResponse:
    """The response that tells this."""
    response = wire.GetHintResponse(status=status_value(told.status))
    match told.grade:
        case _ if not hint.playable:
            pass
        case Grade.COUNT:
            response.count = told.count or 0
        case Grade.RACK_TILES:
            response.rack_tiles.CopyFrom(wire.RackTiles(tiles=map(tile_message, told.rack_tiles or ())))
        case Grade.MELDS:
            response.melds.CopyFrom(wire.TouchedMelds(melds=told.melds))
        case Grade.FIRST_STEP if told.first_step is not None:
            response.first_step.CopyFrom(step_message(told.first_step))
        case Grade.PLAN if told.plan is not None:
            response.plan.CopyFrom(
                wire.WholePlan(
                    plan=plan_message(told.plan),
                    table=map(meld_message, told.table or ()),
                    origins=origin_messages(hint.origins),
                )
            )
    return response


def read_hint_response(response: wire.GetHintResponse, grade: Grade, alphabet: Alphabet) -> Told:
    """What the response tells."""
    reader = JsonReader(alphabet)
    status = read_status(response.status)
    match response.WhichOneof("told"):
        case "count":
            told = Told(grade, status, count=response.count)
        case "rack_tiles":
            told = Told(grade, status, rack_tiles=read_tiles(response.rack_tiles.tiles, reader, "rack_tiles"))
        case "melds":
            told = Told(grade, status, melds=tuple(response.melds.melds))
        case "first_step":
            told = Told(grade, status, first_step=read_step(response.first_step, alphabet))
        case "plan":
            table = read_melds(response.plan.table, reader, "table")
            told = Told(grade, status, plan=read_plan(response.plan.plan, alphabet), table=table)
        case _:
            told = Told(grade, status)
    reader.finish()
    return told


def alternative_response(item: Solution | End) -> wire.StreamAlternativesResponse:
    """The response that tells one play, or the end."""
    if isinstance(item, End):
        return wire.StreamAlternativesResponse(end=_END_VALUES[item.reason])
    return wire.StreamAlternativesResponse(solution=solution_message(item))


def read_alternative(response: wire.StreamAlternativesResponse, count: int, alphabet: Alphabet) -> Solution | End:
    """One play, or the end after ``count`` of them."""
    if response.WhichOneof("told") == "end":
        reason = _ENDS[response.end]
        return End(count, reason == "all", reason)
    return read_solution(response.solution, alphabet)


def improvement_response(progress: Progress) -> wire.StreamImprovementsResponse:
    """The response that tells an improving play."""
    return wire.StreamImprovementsResponse(solution=solution_message(progress.solution), done=progress.done)


def read_improvement(response: wire.StreamImprovementsResponse, alphabet: Alphabet) -> Progress:
    """An improving play."""
    return Progress(read_solution(response.solution, alphabet), response.done)


def no_play_response(answer: NoPlay) -> wire.ExplainNoPlayResponse:
    """The response that tells what is nearest."""
    return wire.ExplainNoPlayResponse(
        playable=answer.playable,
        complete=answer.complete,
        tiles=[wire.NearTile(tile=tile_message(near.tile), unseen=near.unseen) for near in answer.tiles],
        opening_points=answer.opening_points,
        points_missing=answer.points_missing,
    )


def read_no_play(response: wire.ExplainNoPlayResponse, alphabet: Alphabet) -> NoPlay:
    """What is nearest."""
    reader = JsonReader(alphabet)
    tiles = read_tiles([near.tile for near in response.tiles], reader, "tiles")
    reader.finish()
    return NoPlay(
        playable=response.playable,
        complete=response.complete,
        tiles=tuple(NearTile(tile, near.unseen) for tile, near in zip(tiles, response.tiles, strict=True)),
        opening_points=response.opening_points if response.HasField("opening_points") else None,
        points_missing=response.points_missing if response.HasField("points_missing") else None,
    )


def picture_response(status: Status | None, svg: str) -> wire.DrawPictureResponse:
    """The response with a picture."""
    response = wire.DrawPictureResponse(svg=svg)
    if status is not None:
        response.status = status_value(status)
    return response
