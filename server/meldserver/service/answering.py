"""How a question is answered by the service: in its turn, in its call's time, its faults named by its request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar, cast

import grpc

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
    def turn(self, question: Question[Any], call: Call, name: Callable[[str], str]) -> Iterator[Terms]:
        """Waits for a core and holds it inside the block; the time is what the call has left when its turn begins.

        Args:
            question: what is asked.
            call: the call that asks it.
            name: the field of the request for a field of the question.
        """
        with self._gate.turn(call), call.searching() as token, renamed(name):
            yield Terms(call.search_seconds(question.seconds, self._limits), token, lambda: self._book)


def answers(
    read: Callable[[Request], Question[A]], write: Callable[[A], Response], name: Callable[[str], str]
) -> Method[Request, Response]:
    """The method of an :class:`Answering` servicer: reads the request, answers it in its turn, writes the response."""

    def method(self: Answering, request: Request, context: grpc.ServicerContext) -> Response:
        question = read(request)
        with self.turn(question, Call(context), name) as terms:
            return write(question.answer(terms))

    return cast("Method[Request, Response]", method)


def streams(
    read: Callable[[Request], Question[Iterator[A]]], write: Callable[[A], Response], name: Callable[[str], str]
) -> Method[Request, Iterator[Response]]:
    """As :func:`answers`, each answer sent as it is found."""

    def method(self: Answering, request: Request, context: grpc.ServicerContext) -> Iterator[Response]:
        question = read(request)
        with self.turn(question, Call(context), name) as terms:
            yield from map(write, question.answer(terms))

    return cast("Method[Request, Iterator[Response]]", method)


def answers_at_once(
    read: Callable[[Request], Question[A]], write: Callable[[A], Response]
) -> Method[Request, Response]:
    """The method of a servicer for a question that needs no search."""

    def method(self: Any, request: Request, context: grpc.ServicerContext) -> Response:
        return write(read(request).answer(Terms()))

    return cast("Method[Request, Response]", method)
