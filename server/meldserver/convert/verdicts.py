"""What the referee is asked and answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meldserver.convert.required import require
from meldserver.convert.rulesets import read_ruleset, ruleset_choice
from meldserver.convert.tiles import (
    meld_message,
    position_message,
    read_melds,
    read_position,
    read_tiles,
    tile_message,
)
from meldserver.generated.v1 import referee_service_pb2, verdict_pb2
from meldsolver.referee import Code, MeldReport, MoveEffects, MoveReport, Violation
from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import Alphabet, Face, Meld, Position, Tile
from meldsolver.tiles.position_json import JsonReader

_KIND_NAMES = ("set", "run", "pair", "colour")
_KINDS = {verdict_pb2.MeldKind.Value(f"MELD_KIND_{name.upper()}"): name for name in _KIND_NAMES}
_KIND_VALUES = {name: value for value, name in _KINDS.items()}


def check_move_request(
    before: Position, after: Iterable[Meld], ruleset: Ruleset | str
) -> referee_service_pb2.CheckMoveRequest:
    """The request that asks about this move."""
    return referee_service_pb2.CheckMoveRequest(
        ruleset=ruleset_choice(ruleset),
        before=position_message(before),
        after=referee_service_pb2.EndState(table=map(meld_message, after)),
    )


def read_check_move_request(
    request: referee_service_pb2.CheckMoveRequest,
) -> tuple[Position, tuple[Meld, ...], Ruleset]:
    """The position before, the table after, and the rules.

    Raises:
        InvalidRequest: the request cannot be read; it holds every fault.
    """
    reader = JsonReader()
    require(request, reader, before="give the position before the move", after="give the table after the move")
    ruleset = read_ruleset(request, reader)
    before = read_position(request.before, reader, "before")
    after = read_melds(request.after.table, reader, "after.table")
    reader.finish()
    return before, after, ruleset


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


def read_check_move_response(response: referee_service_pb2.CheckMoveResponse, alphabet: Alphabet) -> MoveReport:
    """What the response says."""
    reader = JsonReader(alphabet)
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


def check_meld_request(tiles: Sequence[Tile], ruleset: Ruleset | str) -> referee_service_pb2.CheckMeldRequest:
    """The request that asks about this meld."""
    return referee_service_pb2.CheckMeldRequest(ruleset=ruleset_choice(ruleset), meld=meld_message(tuple(tiles)))


def read_check_meld_request(request: referee_service_pb2.CheckMeldRequest) -> tuple[Meld, Ruleset]:
    """The meld and the rules.

    Raises:
        InvalidRequest: the request cannot be read; it holds every fault.
    """
    reader = JsonReader()
    require(request, reader, meld="give the meld")
    ruleset = read_ruleset(request, reader)
    meld = read_tiles(request.meld.tiles, reader, "meld")
    reader.finish()
    return meld, ruleset


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


def read_check_meld_response(
    response: referee_service_pb2.CheckMeldResponse, tiles: int, alphabet: Alphabet
) -> MeldReport:
    """What the response says about a meld of so many tiles."""
    reader = JsonReader(alphabet)
    wilds: list[tuple[Face, ...]] = [()] * (tiles if response.valid else 0)
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
