"""Hints and pictures of what cannot be are refused with the field that makes it so, never drawn or guessed."""

from __future__ import annotations

import pickle
from typing import Any

import grpc
import pytest

import meldsolver
from meldserver.client import Client, ServiceError
from meldserver.generated.v1 import hint_service_pb2 as wire
from meldserver.generated.v1.ruleset_pb2 import RulesetChoice
from meldserver.service.errors import CallError
from meldsolver import InvalidRequest, get_ruleset, parse_position
from tests.server.bad_requests import SOUND, table
from tests.server.test_bad_input import details, refusal

SERVICE = "/meldsolver.v1.HintService"
RULES = RulesetChoice(preset="tile-rummy")
DRAW, HINT = f"{SERVICE}/DrawPicture", f"{SERVICE}/GetHint"
SCENES = [wire.SCENE_POSITION, wire.SCENE_PLAY, wire.SCENE_PLAN]


def faults(channel: grpc.Channel, method: str, request: Any) -> list[tuple[str, str]]:
    call = refusal(channel, method, request.SerializeToString())
    assert call.code() is grpc.StatusCode.INVALID_ARGUMENT
    return [(fault.field, fault.reason) for fault in details(call)[1].field_violations]


@pytest.mark.parametrize("scene", SCENES)
def test_an_impossible_position_is_not_drawn(channel: grpc.Channel, scene: int) -> None:
    """A third r1 in a deck of two: the tile is named, whichever picture is asked for."""
    position = type(SOUND)(table=table("r1 r2 r3", "r1 y1 k1", "r1 b1 k1"), opened=True)
    request = wire.DrawPictureRequest(ruleset=RULES, position=position, scene=scene)  # type: ignore[arg-type]
    assert faults(channel, DRAW, request) == [("position.table[2].tiles[0]", "TOO_MANY_COPIES")]


@pytest.mark.parametrize("scene", [0, 9])
def test_an_unknown_scene_is_named(channel: grpc.Channel, scene: int) -> None:
    """Also beside other faults."""
    request = wire.DrawPictureRequest(ruleset=RULES, position=SOUND, scene=scene)  # type: ignore[arg-type]
    assert faults(channel, DRAW, request) == [("scene", "UNKNOWN_VALUE")]


@pytest.mark.parametrize("grade", [0, 99])
def test_an_unknown_grade_is_named(channel: grpc.Channel, grade: int) -> None:
    """A grade from a newer version is not taken for another."""
    request = wire.GetHintRequest(ruleset=RULES, position=SOUND, grade=grade)  # type: ignore[arg-type]
    assert faults(channel, HINT, request) == [("grade", "UNKNOWN_VALUE")]


def test_pictures_of_nothing_to_play(client: Client) -> None:
    """No play, so no picture of one: an empty text, and no fault; the position itself can be drawn."""
    stuck = parse_position("r1 r2 r3 / k9 / opened")
    rules = get_ruleset("tile-rummy")
    assert client.picture(stuck, rules, "play") == ""
    assert client.picture(stuck, rules, "plan") == ""
    assert "<svg" in client.picture(stuck, rules, "position")
    with pytest.raises(InvalidRequest):
        client.picture(parse_position("r1 r2 r3 | r1 y1 k1 | r1 b1 k1 / k9 / opened"), rules, "position")


def test_errors_say_what_they_are() -> None:
    """In a log or a traceback only the text is seen."""
    error = CallError(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_CALLS", "64 calls wait")
    assert str(error) == "64 calls wait"
    told = ServiceError("UNAVAILABLE", "", "no server")
    assert "UNAVAILABLE" in str(told)
    assert "no server" in str(told)
    assert str(pickle.loads(pickle.dumps(told))) == str(told)


def test_a_name_that_the_package_has_not_is_an_attribute_error() -> None:
    """Names are found when they are first used; a wrong one must fail as in any module."""
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        meldsolver.nonsense  # noqa: B018
    assert set(meldsolver.__all__) <= set(dir(meldsolver)) | set(meldsolver.__all__)
    for name in meldsolver.__all__:
        assert getattr(meldsolver, name) is not None
