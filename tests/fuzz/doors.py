"""The two doors of the service: its own handlers in this process, and a real server over a socket."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, cast

import grpc
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from meldserver.generated.v1 import (
    contract_service_pb2,
    hint_service_pb2,
    referee_service_pb2,
    ruleset_service_pb2,
    solver_service_pb2,
)
from meldserver.service.contracts import ContractService
from meldserver.service.errors import CallError
from meldserver.service.gate import Gate
from meldserver.service.hints import HintService
from meldserver.service.limits import Limits
from meldserver.service.servicers import RefereeService, RulesetService, SolverService
from meldsolver import InvalidRequest
from meldsolver.limits import OutOfTime, TooManySteps

DEFAULT_SECONDS = 1.0
"""Of a search that asks for no time; the service itself would allow ten."""

MODULES = (
    solver_service_pb2,
    hint_service_pb2,
    referee_service_pb2,
    contract_service_pb2,
    ruleset_service_pb2,
)
RESPONSES: dict[str, Any] = {
    f"{service.name}/{method.name}": GetMessageClass(method.output_type)
    for module in MODULES
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
NAMES = ("", "meldsolver.v1.SolverService", "meldsolver.v1.Position", "no.such", "../x", "\u202e", "\0", "x" * 5000)
STREAMS = frozenset(
    f"{service.name}/{method.name}"
    for module in MODULES
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
    if method.server_streaming
)


@dataclass
class Answer:
    """What came of a request.

    Attributes:
        code: ``OK``, the status code, or ``EXCEPTION``.
        reasons: why it was refused.
        messages: the answers.
        error: the exception, where one came through that must not.
        cpu: the processor time of the calling thread, in seconds; -1 where it cannot be known.
        wall: the time that passed, in seconds.
    """

    code: str
    reasons: tuple[str, ...] = ()
    messages: list[Message] = field(default_factory=list)
    error: BaseException | None = None
    cpu: float = -1.0
    wall: float = 0.0


class Door(Protocol):
    """Where requests are taken to."""

    def ask(self, method: str, message: Message, cancel_after: float | None = None) -> Answer:
        """The answer to a request."""
        ...


class _Context:
    """What a handler needs of gRPC's context."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._ended = False

    def time_remaining(self) -> float:
        return 1e18

    def add_callback(self, callback: Callable[[], None]) -> bool:
        with self._lock:
            if self._ended:
                return False
            self._callbacks.append(callback)
            return True

    def is_active(self) -> bool:
        return not self._ended

    def end(self) -> None:
        with self._lock:
            if self._ended:
                return
            self._ended = True
            callbacks = list(self._callbacks)
        for callback in callbacks:
            callback()


class Handlers:
    """The service's handlers, called as functions: conversions and library, without gRPC between."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Forgets what is remembered between calls, and any call that never came back."""
        limits = Limits(searches=8, default_seconds=DEFAULT_SECONDS)
        gate = Gate(limits.searches, limits.waiting)
        self._services: dict[str, Any] = {
            "SolverService": SolverService(gate, limits),
            "HintService": HintService(gate, limits),
            "RefereeService": RefereeService(),
            "ContractService": ContractService(gate, limits),
            "RulesetService": RulesetService(),
        }

    def ask(self, method: str, message: Message, cancel_after: float | None = None) -> Answer:
        """The answer to a request."""
        service, _, name = method.partition("/")
        context = _Context()
        timer = None
        if cancel_after is not None:
            timer = threading.Timer(cancel_after, context.end)
            timer.daemon = True
            timer.start()
        wall, cpu = time.monotonic(), time.thread_time()
        answer = self._asked(getattr(self._services[service], name), message, context)
        answer.cpu, answer.wall = time.thread_time() - cpu, time.monotonic() - wall
        context.end()
        if timer is not None:
            timer.cancel()
        return answer

    @staticmethod
    def _asked(handler: Any, message: Message, context: _Context) -> Answer:
        messages: list[Message] = []
        try:
            answer = handler(message, context)
            if isinstance(answer, Iterator):
                for each in answer:
                    messages.append(each)
            else:
                messages.append(answer)
        except InvalidRequest as error:
            return Answer("INVALID_ARGUMENT", tuple(fault.reason for fault in error.faults))
        except CallError as error:
            return Answer(error.code.name, (error.reason,))
        except OutOfTime:
            return Answer("DEADLINE_EXCEEDED")  # as the service tells it; only a call that ended gets here
        except TooManySteps:
            return Answer("RESOURCE_EXHAUSTED")
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            return Answer("EXCEPTION", messages=messages, error=error)
        return Answer("OK", messages=messages)


class Wire:
    """A real server on this machine, asked over its socket."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._channel = channel

    def ask(self, method: str, message: Message, cancel_after: float | None = None) -> Answer:
        """The answer to a request."""
        return self.send(method, message.SerializeToString(), cancel_after)

    def send(self, method: str, data: bytes, cancel_after: float | None = None) -> Answer:
        """The answer to bytes, which may be no message at all."""
        path = f"/meldsolver.v1.{method}"
        read = RESPONSES[method].FromString
        # Without a serializer bytes go as they are, which the stubs do not know.
        streams: Any = self._channel.unary_stream
        calls: Any = self._channel.unary_unary
        began = time.monotonic()
        messages: list[Message] = []
        timer = None
        try:
            if method in STREAMS:
                stream: Any = streams(path, response_deserializer=read)(data, timeout=120)
                timer = _later(cancel_after, stream.cancel)
                messages.extend(stream)
            else:
                future: Any = calls(path, response_deserializer=read).future(data, timeout=120)
                timer = _later(cancel_after, future.cancel)
                messages.append(future.result())
        except grpc.FutureCancelledError:
            return Answer("CANCELLED", wall=time.monotonic() - began)
        except grpc.RpcError as error:
            call = cast(grpc.Call, error)
            return Answer(call.code().name, (call.details() or "",), messages, error, wall=time.monotonic() - began)
        finally:
            if timer is not None:
                timer.cancel()
        return Answer("OK", messages=messages, wall=time.monotonic() - began)

    def look_around(self, random: Random) -> Answer:
        """What health, or reflection, answers to some names, known and unknown."""
        name = random.choice(NAMES)
        stub: Any
        ask = reflection_pb2.ServerReflectionRequest
        try:
            if random.random() < 0.5:
                stub = health_pb2_grpc.HealthStub(self._channel)
                stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=120)
            else:
                asked = [ask(list_services=name), ask(file_containing_symbol=name), ask(file_by_filename=name), ask()]
                asked = random.choices(asked, k=random.randint(0, 4))
                stub = reflection_pb2_grpc.ServerReflectionStub(self._channel)
                answers = list(stub.ServerReflectionInfo(iter(asked), timeout=120))
                if len(answers) != len(asked):
                    return Answer("EXCEPTION", error=AssertionError("reflection left a question without an answer"))
        except grpc.RpcError as error:
            return Answer(cast(grpc.Call, error).code().name)
        return Answer("OK")


def _later(seconds: float | None, action: Callable[[], Any]) -> threading.Timer | None:
    if seconds is None:
        return None
    timer = threading.Timer(seconds, action)
    timer.daemon = True
    timer.start()
    return timer
