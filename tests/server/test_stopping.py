"""A server that stops says so to who watches it and lets what runs end; bytes that are no message end streams too."""

from __future__ import annotations

import threading
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from meldserver.client import connect
from meldserver.service.limits import Limits
from meldserver.service.server import SERVICES, Server
from meldsolver import CancelToken, Position, Solution, Status, parse_position
from meldsolver.calls.solving import SolveQuestion
from meldsolver.solver import engine
from tests.server.test_bad_input import details

SOON = 120.0
POSITION = parse_position("r1 r2 r3 / r4 / opened")


def test_who_watches_is_told_before_running_calls_have_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A load balancer must send nothing more, while the last answers are still worked on."""
    begun, end = threading.Event(), threading.Event()

    def search(position: Position, *_: Any, cancel: CancelToken, **__: Any) -> Solution:
        begun.set()
        assert end.wait(SOON)
        return Solution(Status.UNKNOWN, rack=position.rack)

    server = Server(limits=Limits(searches=1))
    monkeypatch.setattr(engine, "solve", search)
    try:
        with grpc.insecure_channel(server.address) as channel, connect(server.address) as client:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            names = [health_pb2.HealthCheckRequest(service=name) for name in ("", *SERVICES)]
            watches = [stub.Watch(name, timeout=SOON) for name in names]
            assert {next(watch).status for watch in watches} == {health_pb2.HealthCheckResponse.SERVING}
            solve, route = client._ways.of(SolveQuestion(POSITION, "tile-rummy"))
            call: Any = solve.future(route.write(SolveQuestion(POSITION, "tile-rummy")), timeout=SOON)
            assert begun.wait(SOON)
            stopped = server.stop(grace=SOON)
            assert {next(watch).status for watch in watches} == {health_pb2.HealthCheckResponse.NOT_SERVING}
            assert not stopped.is_set()
            end.set()
            assert call.result(SOON).HasField("solution")
            for watch in watches:
                watch.cancel()
            assert stopped.wait(SOON)
    finally:
        end.set()
        server.stop(grace=0).wait()


@pytest.mark.parametrize(
    "method",
    ["HintService/StreamAlternatives", "HintService/StreamImprovements", "ContractService/StreamDiscardAdvice"],
)
def test_bytes_that_are_no_message_end_a_stream(channel: grpc.Channel, method: str) -> None:
    """As in a call with one answer: gRPC's own word for them would be INTERNAL."""
    call: Any = channel.unary_stream(f"/meldsolver.v1.{method}")
    with pytest.raises(grpc.RpcError) as refused:
        list(call(b"\xff\xff\xff\xff", timeout=SOON))
    assert isinstance(refused.value, grpc.Call)
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert details(refused.value)[0].reason == "UNDECODABLE"
