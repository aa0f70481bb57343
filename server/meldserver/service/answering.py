"""How a question is answered by the service: in its turn, in its call's time, its faults named by its request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import grpc

from meldserver.service.call import Call
from meldserver.service.faults import renamed
from meldserver.service.gate import Gate
from meldserver.service.limits import Limits
from meldsolver.calls import Question, Terms
from meldsolver.hints import HintBook

A = TypeVar("A")


class Answering:
    """Answers questions that need a core."""

    def __init__(self, gate: Gate, limits: Limits) -> None:
        self._gate = gate
        self._limits = limits
        self._book = HintBook()

    def _answer(self, question: Question[A], context: grpc.ServicerContext, name: Callable[[str], str]) -> A:
        """The answer to one question.

        Args:
            question: what is asked.
            context: the call that asks it.
            name: the field of the request for a field of the question.
        """
        with self._turn(question, Call(context), name) as terms:
            return question.answer(terms)

    @contextmanager
    def _turn(self, question: Question[Any], call: Call, name: Callable[[str], str]) -> Iterator[Terms]:
        """Waits for a core and holds it inside the block; the call's time is what is left when it begins."""
        with self._gate.turn(call), call.searching() as token, renamed(name):
            yield Terms(call.search_seconds(question.seconds, self._limits), token, lambda: self._book)
