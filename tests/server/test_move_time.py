"""A move over the wire is judged within its call's time; the end of the call ends the judging."""

from __future__ import annotations

from collections.abc import Callable

import grpc
import pytest

from meldserver.convert.requests import write
from meldserver.generated.v1.referee_service_pb2 import CheckMoveRequest
from meldserver.service.errors import status_of
from meldserver.service.servicers import RefereeService
from meldsolver.calls.judging import MoveQuestion
from meldsolver.limits import OutOfTime, TooManySteps
from meldsolver.tiles import parse_position, parse_tiles

REQUEST = write(
    MoveQuestion(parse_position("r1 r2 r3 / r4 / opened / all-opened"), [parse_tiles("r1 r2 r3 r4")], "tile-rummy"),
    CheckMoveRequest,
)


class Context:
    """What gRPC tells of a call."""

    def __init__(self, left: float, *, ended: bool = False) -> None:
        self.left, self.ended = left, ended

    def time_remaining(self) -> float:
        """Seconds to the deadline."""
        return self.left

    def add_callback(self, callback: Callable[[], None]) -> bool:
        """Whether the call goes on, so that its end will be told."""
        return not self.ended


@pytest.mark.parametrize("left", [1e18, 3600.0])
def test_a_move_with_time_left_is_judged(left: float) -> None:
    """Why: without a deadline gRPC tells centuries, which are no limit."""
    assert RefereeService().CheckMove(REQUEST, Context(left)).legal  # type: ignore[arg-type]


@pytest.mark.parametrize("context", [Context(0.0), Context(1e18, ended=True)])
def test_a_move_whose_call_is_over_is_not_judged_to_its_end(context: Context) -> None:
    """Why: a core is not to work for nobody."""
    with pytest.raises(OutOfTime):
        RefereeService().CheckMove(REQUEST, context)  # type: ignore[arg-type]


def test_work_that_is_cut_short_is_told_as_such() -> None:
    """Why: neither is a fault of the server."""
    assert status_of(OutOfTime()).code is grpc.StatusCode.DEADLINE_EXCEEDED
    assert status_of(TooManySteps()).code is grpc.StatusCode.RESOURCE_EXHAUSTED
