"""How a question is answered by the service: in its turn, in its call's time, its faults named by its request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar, cast

import grpc
from google.protobuf.message import Message

from meldserver.convert.requests import field_of, read
from meldserver.service.call import Call
from meldserver.service.faults import renamed
from meldserver.service.gate import Gate
from meldserver.service.limits import Limits
from meldsolver.calls import Question, Terms
from meldsolver.hints import HintBook

A = TypeVar("A")
Request = TypeVar("Request", contravariant=True)
Response = TypeVar("Response", covariant=True)


class Method(Protocol[Request, Response]):
    """A servicer's method, as gRPC calls it."""

    def __call__(self, request: Request, context: grpc.ServicerContext) -> Response:
        """The response."""
        ...


class Answering:
    """Answers questions that need a core."""

    def __init__(self, gate: Gate, limits: Limits) -> None:
        self._gate = gate
        self._limits = limits
        self._book = HintBook()

    @contextmanager
    def turn(self, question: Question[Any], request: Message, call: Call) -> Iterator[Terms]:
        """Waits for a core and holds it inside the block; the time is what the call has left when its turn begins.

        Faults raised inside are named by the fields of the request.
        """
        with self._gate.turn(call), call.searching() as token, renamed(field_of(question, request)):
            yield Terms(call.search_seconds(question.seconds, self._limits), token, lambda: self._book)


def answers(question: Callable[..., Question[A]], write: Callable[[A], Response]) -> Method[Any, Response]:
    """The method of an :class:`Answering` servicer: reads the request, answers it in its turn, writes the response."""

    def method(self: Answering, request: Message, context: grpc.ServicerContext) -> Response:
        asked = read(question, request)
        with self.turn(asked, request, Call(context)) as terms:
            return write(asked.answer(terms))

    return cast("Method[Any, Response]", method)


def streams(
    question: Callable[..., Question[Iterator[A]]], write: Callable[[A], Response]
) -> Method[Any, Iterator[Response]]:
    """As :func:`answers`, each answer sent as it is found."""

    def method(self: Answering, request: Message, context: grpc.ServicerContext) -> Iterator[Response]:
        asked = read(question, request)
        with self.turn(asked, request, Call(context)) as terms:
            yield from map(write, asked.answer(terms))

    return cast("Method[Any, Iterator[Response]]", method)


def answers_at_once(question: Callable[..., Question[A]], write: Callable[[A], Response]) -> Method[Any, Response]:
    """The method of a servicer for a question that waits for no core; its call's end ends it all the same."""

    def method(self: Any, request: Message, context: grpc.ServicerContext) -> Response:
        asked, call = read(question, request), Call(context)
        with call.searching() as token:
            return write(asked.answer(Terms(call.remaining(), token)))

    return cast("Method[Any, Response]", method)
