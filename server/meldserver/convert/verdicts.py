"""What the referee answers."""

from __future__ import annotations

from collections.abc import Iterable

from meldserver.convert.rulesets import UnderRules, alphabet_of
from meldserver.convert.tiles import (
    read_tiles,
    tile_message,
)
from meldserver.generated.v1 import referee_service_pb2, verdict_pb2
from meldsolver.calls.judging import MeldQuestion
from meldsolver.referee import Code, MeldReport, MoveEffects, MoveReport, Violation
from meldsolver.tiles import Face
from meldsolver.tiles.position_json import JsonReader

_KIND_NAMES = ("set", "run", "pair", "colour")
_KINDS = {verdict_pb2.MeldKind.Value(f"MELD_KIND_{name.upper()}"): name for name in _KIND_NAMES}
_KIND_VALUES = {name: value for value, name in _KINDS.items()}


def check_move_response(report: MoveReport) -> referee_service_pb2.CheckMoveResponse:
    """The response that says this."""
    effects = report.effects
    return referee_service_pb2.CheckMoveResponse(
        legal=report.legal,
        violations=map(_violation_message, report.violations),
        effects=None
        if effects is None
        else verdict_pb2.MoveEffects(
            played=map(tile_message, effects.played),
            points=effects.points,
            opened=effects.opened,
            opening_points=effects.opening_points,
            wilds_freed=effects.wilds_freed,
            melds_changed=effects.melds_changed,
        ),
        depends_on=report.depends_on,
    )


def read_check_move_response(response: referee_service_pb2.CheckMoveResponse, question: UnderRules) -> MoveReport:
    """What the response says."""
    reader = JsonReader(alphabet_of(question.ruleset))
    effects = None
    if response.HasField("effects"):
        told = response.effects
        effects = MoveEffects(
            played=read_tiles(told.played, reader, "played"),
            points=told.points,
            opened=told.opened,
            opening_points=told.opening_points,
            wilds_freed=told.wilds_freed,
            melds_changed=tuple(told.melds_changed),
        )
    violations = _read_violations(response.violations, reader)
    reader.finish()
    return MoveReport(violations, effects, tuple(response.depends_on))


def check_meld_response(report: MeldReport) -> referee_service_pb2.CheckMeldResponse:
    """The response that says this."""
    return referee_service_pb2.CheckMeldResponse(
        valid=report.valid,
        kind=_KIND_VALUES.get(report.kind, verdict_pb2.MELD_KIND_UNSPECIFIED),
        points=report.points,
        wilds=[
            verdict_pb2.WildReading(index=index, stands_for=map(str, faces))
            for index, faces in enumerate(report.wilds)
            if faces
        ],
        violations=map(_violation_message, report.violations),
    )


def read_check_meld_response(response: referee_service_pb2.CheckMeldResponse, question: MeldQuestion) -> MeldReport:
    """What the response says about the meld."""
    reader = JsonReader(alphabet_of(question.ruleset))
    wilds: list[tuple[Face, ...]] = [()] * (len(question.tiles) if response.valid else 0)
    for reading in response.wilds:
        wilds[reading.index] = tuple(map(_read_face, reading.stands_for))
    violations = _read_violations(response.violations, reader)
    reader.finish()
    return MeldReport(response.valid, _KINDS.get(response.kind, ""), response.points, tuple(wilds), violations)


def _violation_message(violation: Violation) -> verdict_pb2.Violation:
    return verdict_pb2.Violation(
        code=violation.code,
        message=violation.message,
        meld=violation.meld,
        table_meld=violation.table_meld,
        tiles=map(tile_message, violation.tiles),
    )


def _read_violations(messages: Iterable[verdict_pb2.Violation], reader: JsonReader) -> tuple[Violation, ...]:
    return tuple(
        Violation(
            code=Code(message.code),
            message=message.message,
            meld=message.meld if message.HasField("meld") else None,
            table_meld=message.table_meld if message.HasField("table_meld") else None,
            tiles=read_tiles(message.tiles, reader, "violations"),
        )
        for message in messages
    )


def _read_face(text: str) -> Face:
    suit, rank = text[0], text[1:]
    return Face("" if suit == "*" else suit, 0 if rank == "*" else int(rank))
