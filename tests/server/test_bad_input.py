"""Nothing that a client sends may end in INTERNAL or UNKNOWN: each bad request names its fields."""

from __future__ import annotations

import grpc
import pytest
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from meldserver.client import Client, ServiceError
from meldserver.generated.v1 import ruleset_service_pb2, solver_service_pb2
from meldserver.generated.v1.position_pb2 import Position
from tests.server.bad_requests import CHECK_MELD, CHECK_MOVE, DEFAULT, REQUESTS, SOLVE, VALIDATE, Bad, tiles
from tests.server.conftest import send

LIST = "/meldsolver.v1.RulesetService/ListRulesets"
GET = "/meldsolver.v1.RulesetService/GetRuleset"
METHODS = (SOLVE, CHECK_MOVE, CHECK_MELD, VALIDATE, GET, LIST)


def refusal(channel: grpc.Channel, method: str, data: bytes) -> grpc.Call:
    """How the server refuses these bytes."""
    with pytest.raises(grpc.RpcError) as refused:
        send(channel, method, data)
    assert isinstance(refused.value, grpc.Call)
    return refused.value


def details(call: grpc.Call) -> tuple[error_details_pb2.ErrorInfo, error_details_pb2.BadRequest]:
    """The two details that an INVALID_ARGUMENT carries; the second may be empty."""
    status = rpc_status.from_call(call)
    assert isinstance(status, Status)
    info, request = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    for packed in status.details:
        assert packed.Unpack(info) or packed.Unpack(request)
    return info, request


@pytest.mark.parametrize("bad", REQUESTS, ids=lambda bad: bad.name)
def test_a_bad_request_names_every_fault_and_its_field(channel: grpc.Channel, bad: Bad) -> None:
    """Clients show players and developers what to mend, so the paths and reasons must be right."""
    call = refusal(channel, bad.method, bad.request.SerializeToString())
    assert call.code() is grpc.StatusCode.INVALID_ARGUMENT
    info, request = details(call)
    assert (info.reason, info.domain) == ("INVALID_REQUEST", "meldsolver")
    assert tuple((fault.field, fault.reason) for fault in request.field_violations) == bad.faults
    assert all(0 < len(fault.description) <= 500 for fault in request.field_violations)


@pytest.mark.parametrize("method", METHODS)
def test_bytes_that_are_no_message_are_refused_as_such(channel: grpc.Channel, method: str) -> None:
    """gRPC's own answer to them would be INTERNAL, which clients retry and operators are paged for."""
    call = refusal(channel, method, b"\xff\xff\xff\xff")
    assert call.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert details(call)[0].reason == "UNDECODABLE"


@pytest.mark.parametrize(
    "data", [b"\x0a\x7f", b"\x12\x05abc", b"\x0a\x02\x0a\x05"], ids=["cut off", "short", "broken inside"]
)
def test_messages_that_break_off_are_refused_as_such(channel: grpc.Channel, data: bytes) -> None:
    """A connection through a faulty proxy may cut a message anywhere."""
    call = refusal(channel, SOLVE, data)
    assert (call.code(), details(call)[0].reason) == (grpc.StatusCode.INVALID_ARGUMENT, "UNDECODABLE")


def test_text_that_is_no_utf8_is_refused(channel: grpc.Channel) -> None:
    """Proto strings are UTF-8; Python's own error for this must not become INTERNAL."""
    good = solver_service_pb2.SolveRequest(ruleset=DEFAULT, position=Position(rack=tiles("r4"))).SerializeToString()
    call = refusal(channel, SOLVE, good.replace(b"r4", b"r\xff"))
    assert call.code() is grpc.StatusCode.INVALID_ARGUMENT


def test_rules_nested_beyond_reason_are_refused(channel: grpc.Channel) -> None:
    """A deep message must not exhaust the stack of whoever walks through it."""
    value = b""
    for _ in range(5000):
        value = field(1, b"\x0a\x01a" + field(2, field(5, value)))  # fields {"a": {fields ...}}
    call = refusal(channel, SOLVE, field(1, field(2, value)))
    assert call.code() is grpc.StatusCode.INVALID_ARGUMENT


def field(number: int, content: bytes) -> bytes:
    """A length-delimited field on the wire."""
    size, head = len(content), bytes([number << 3 | 2])
    while size > 127:
        head += bytes([size & 127 | 128])
        size >>= 7
    return head + bytes([size]) + content


def test_a_message_beyond_the_limit_is_refused_before_it_is_read(channel: grpc.Channel) -> None:
    """Memory of the server is bounded whatever a client sends."""
    call = refusal(channel, SOLVE, bytes(2 << 20))
    assert call.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


def test_a_method_that_does_not_exist_is_unimplemented(channel: grpc.Channel) -> None:
    """An old server tells a new client that it is old."""
    assert refusal(channel, "/meldsolver.v1.SolverService/Guess", b"").code() is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize("name", ["", "tile-rumy", "../../etc/passwd", "a\0b", "x" * 100_000])
def test_a_ruleset_that_does_not_exist_is_not_found(client: Client, name: str) -> None:
    """For a named resource NOT_FOUND is the code that clients expect, with a remedy in the message."""
    with pytest.raises(ServiceError, match="there is no ruleset") as refused:
        client.get_ruleset(name)
    assert (refused.value.code, refused.value.reason) == ("NOT_FOUND", "UNKNOWN_RULESET")


def test_a_thousand_faults_fit_into_what_clients_accept(channel: grpc.Channel) -> None:
    """Details travel in trailers, which clients bound at 8 kB: the rest of the faults is only counted."""
    request = solver_service_pb2.SolveRequest(ruleset=DEFAULT, position=Position(rack=tiles("nonsense " * 1000)))
    call = refusal(channel, SOLVE, request.SerializeToString())
    assert call.code() is grpc.StatusCode.INVALID_ARGUMENT
    info, told = details(call)
    assert len(told.field_violations) >= 20
    assert int(info.metadata["faults"]) > len(told.field_violations)


def test_unknown_fields_are_passed_over(channel: grpc.Channel) -> None:
    """A newer client may send fields that this server does not know."""
    data = ruleset_service_pb2.ListRulesetsRequest().SerializeToString() + field(15, b"news")
    assert send(channel, LIST, data)


def test_the_server_still_answers_after_all_that(client: Client) -> None:
    """Bad requests must not use up threads, cores or places in the queue."""
    for _ in range(100):
        with pytest.raises(ServiceError):
            client.get_ruleset("nonsense")
    assert client.list_rulesets()


def test_the_table_covers_what_was_promised() -> None:
    """At least forty kinds, each under its own name."""
    assert len({bad.name for bad in REQUESTS}) == len(tuple(REQUESTS)) >= 40
