"""What the hint calls ask and answer. Reading a request raises ``InvalidRequest`` with every fault."""

from __future__ import annotations

from meldserver.convert.plans import origin_messages, plan_message, read_plan, read_step, step_message
from meldserver.convert.rulesets import UnderRules, alphabet_of
from meldserver.convert.solutions import (
    read_solution,
    read_status,
    solution_message,
    status_value,
)
from meldserver.convert.tiles import meld_message, read_melds, read_tiles, tile_message
from meldserver.generated.v1 import hint_service_pb2 as wire
from meldsolver.answers import Solution, Status
from meldsolver.calls.solving import (
    HintQuestion,
)
from meldsolver.hints import End, Grade, Hint, NearTile, NoPlay, Progress, Told
from meldsolver.tiles.position_json import JsonReader

_ENDS = {wire.LIST_END_ALL: "all", wire.LIST_END_COUNT: "count", wire.LIST_END_TIME: "time"}
_END_VALUES = {reason: value for value, reason in _ENDS.items()}


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


def read_hint_response(response: wire.GetHintResponse, question: HintQuestion) -> Told:
    """What the response tells."""
    grade, alphabet = question.grade, alphabet_of(question.ruleset)
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


def read_alternative(response: wire.StreamAlternativesResponse, question: UnderRules, before: int) -> Solution | End:
    """One play, or the end, with so many plays before it."""
    if response.WhichOneof("told") == "end":
        reason = _ENDS[response.end]
        return End(before, reason == "all", reason)
    return read_solution(response.solution, alphabet_of(question.ruleset))


def improvement_response(progress: Progress) -> wire.StreamImprovementsResponse:
    """The response that tells an improving play."""
    return wire.StreamImprovementsResponse(solution=solution_message(progress.solution), done=progress.done)


def read_improvement(response: wire.StreamImprovementsResponse, question: UnderRules, before: int) -> Progress:
    """An improving play."""
    return Progress(read_solution(response.solution, alphabet_of(question.ruleset)), response.done)


def read_picture_response(response: wire.DrawPictureResponse, question: object) -> str:
    """The picture."""
    return response.svg


def no_play_response(answer: NoPlay) -> wire.ExplainNoPlayResponse:
    """The response that tells what is nearest."""
    return wire.ExplainNoPlayResponse(
        playable=answer.playable,
        complete=answer.complete,
        tiles=[wire.NearTile(tile=tile_message(near.tile), unseen=near.unseen) for near in answer.tiles],
        opening_points=answer.opening_points,
        points_missing=answer.points_missing,
    )


def read_no_play(response: wire.ExplainNoPlayResponse, question: UnderRules) -> NoPlay:
    """What is nearest."""
    reader = JsonReader(alphabet_of(question.ruleset))
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
