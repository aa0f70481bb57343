"""What a service needs besides its calls: health, reflection, a clean start and end."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from meldserver.client import connect
from meldserver.service.limits import Limits
from meldserver.service.server import SERVICES, Server


def health(channel: grpc.Channel) -> Any:
    """Its stub, which has no types."""
    return health_pb2_grpc.HealthStub(channel)


SERVING = health_pb2.HealthCheckResponse.SERVING


@pytest.mark.parametrize("name", ["", *SERVICES])
def test_health_tells_that_the_warm_server_serves(channel: grpc.Channel, name: str) -> None:
    """Load balancers ask for the whole server or for one service."""
    assert health(channel).Check(health_pb2.HealthCheckRequest(service=name)).status == SERVING


def test_health_of_a_service_that_does_not_exist_is_not_found(channel: grpc.Channel) -> None:
    """The guard around every call leaves gRPC's own answers as they are."""
    with pytest.raises(grpc.RpcError) as refused:
        health(channel).Check(health_pb2.HealthCheckRequest(service="nonsense"))
    assert isinstance(refused.value, grpc.Call)
    assert refused.value.code() is grpc.StatusCode.NOT_FOUND


def test_health_can_be_watched(channel: grpc.Channel) -> None:
    """The watch is a stream, answered without a thread of its own."""
    watch = health(channel).Watch(health_pb2.HealthCheckRequest(), timeout=120)
    assert next(watch).status == SERVING
    watch.cancel()


def test_reflection_describes_every_service(channel: grpc.Channel) -> None:
    """Generic tools can list and call everything without the .proto files."""
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)
    asked = [reflection_pb2.ServerReflectionRequest(list_services="")]
    asked += [reflection_pb2.ServerReflectionRequest(file_containing_symbol=name) for name in SERVICES]
    listed, *described = stub.ServerReflectionInfo(iter(asked), timeout=120)
    assert {service.name for service in listed.list_services_response.service} > set(SERVICES)
    for name, answer in zip(SERVICES, described, strict=True):
        files = [FileDescriptorProto.FromString(data) for data in answer.file_descriptor_response.file_descriptor_proto]
        assert name in {f"{file.package}.{service.name}" for file in files for service in file.service}


def test_reflections_left_open_keep_nobody_from_an_answer(caplog: pytest.LogCaptureFixture) -> None:
    """Each holds a thread until its client ends it: a hundred of them shut everyone else out.

    The client that ends one in the midst is no fault of the server's, and fills no log.
    """
    asked = reflection_pb2.ServerReflectionRequest(list_services="")
    ended = threading.Event()

    def requests() -> Iterator[reflection_pb2.ServerReflectionRequest]:
        yield asked
        ended.wait(60)

    server = Server(limits=Limits(searches=1, waiting=1, other_calls=6))
    with grpc.insecure_channel(server.address) as channel:
        stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)
        opened = []
        refused = []
        for _ in range(20):
            stream = stub.ServerReflectionInfo(requests(), timeout=120)
            try:
                next(stream)
                opened.append(stream)
            except grpc.RpcError as error:
                refused.append(error.code())
        assert len(opened) == 4
        assert refused == [grpc.StatusCode.RESOURCE_EXHAUSTED] * 16
        assert health(channel).Check(health_pb2.HealthCheckRequest(), timeout=120).status == SERVING
        for stream in opened:
            stream.cancel()
        ended.set()
        for _ in range(600):  # they end in threads of their own
            try:
                assert next(stub.ServerReflectionInfo(iter([asked]), timeout=120))
                break
            except grpc.RpcError:
                time.sleep(0.1)
        else:
            raise AssertionError("their places were not given back")
    server.stop(grace=0).wait()
    assert "unexpected error" not in caplog.text


def test_a_port_that_is_taken_is_an_error(server: Server) -> None:
    """Two servers behind one port would share its calls unseen."""
    with pytest.raises(OSError, match="cannot listen"):
        Server(port=int(server.address.rpartition(":")[2]))


def test_the_command_serves_until_it_is_told_to_stop() -> None:
    """A supervisor reads the address from the first line and ends the server by SIGTERM."""
    code = "from meldserver.command import serve; raise SystemExit(serve(port=0, workers=1))"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            match = re.fullmatch(r"meldsolver\.v1 serving on (127\.0\.0\.1:\d+)\n", line)
            assert match is not None
            with connect(match[1]) as client:
                assert client.list_rulesets()
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=120) == 0
        finally:
            process.kill()


SIGNAL_AT_ONCE = """
import os, signal, sys
from meldserver.command import serve

def trace(frame, event, argument):
    code, caller = frame.f_code, frame.f_back and frame.f_back.f_code.co_name
    waits = code.co_name == "wait" and code.co_filename.endswith("threading.py") and caller == "serve"
    return at_line if waits else None

def at_line(frame, event, argument):
    sent.append(event)
    if event == "line" and sent.count("line") == 2:
        os.kill(os.getpid(), signal.SIGTERM)
    return at_line

sent = []
sys.settrace(trace)
raise SystemExit(serve(port=0, workers=1))
"""


def test_a_signal_that_comes_while_the_command_begins_to_wait_ends_it() -> None:
    """What the main thread holds just then, the signal's handler, which runs in it, must not wait for."""
    with subprocess.Popen([sys.executable, "-c", SIGNAL_AT_ONCE], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline()
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=120) == 0
        finally:
            process.kill()
