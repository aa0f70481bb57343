"""The blocking client."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any, TypeVar

import grpc

from meldserver.client.channel import CHANNEL_OPTIONS, SECONDS_BEYOND_SEARCH, Ways
from meldserver.client.errors import domain_errors
from meldsolver.answers import Objective, Solution, Status
from meldsolver.calls import BlockingCalls, Question
from meldsolver.calls.solving import SolveQuestion
from meldsolver.limits.cancel import CancelToken
from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import Position

A = TypeVar("A")

POLL_SECONDS = 0.02
"""How often a running call looks whether its token was cancelled."""


def connect(target: str, *, timeout: float = SECONDS_BEYOND_SEARCH) -> Client:
    """A client of the server at ``host:port``; the connection is made by the first call.

    Args:
        target: the server's address.
        timeout: seconds that a call may take beyond its search.
    """
    return Client(grpc.insecure_channel(target, options=CHANNEL_OPTIONS), timeout=timeout)


class Client(BlockingCalls):
    """Asks a server what :mod:`meldsolver` answers in process; the methods have the same meanings.

    Rulesets are given as objects or by a preset's name. Every method raises ``InvalidRequest`` with
    every fault for a request that makes no sense, and ``ServiceError`` when no answer could be had.
    Safe to use from several threads.
    """

    def __init__(self, channel: grpc.Channel, *, timeout: float = SECONDS_BEYOND_SEARCH) -> None:
        self._channel = channel
        self._ways = Ways(channel, timeout)

    def solve(
        self,
        position: Position,
        ruleset: Ruleset | str,
        objectives: Sequence[Objective] = (),
        *,
        seed: int = 0,
        time_limit: float | None = None,
        cancel: CancelToken | None = None,
    ) -> Solution:
        """The best play.

        Args:
            position: the position.
            ruleset: the rules.
            objectives: what to prefer, in order; empty for tiles, then points.
            seed: the search's seed.
            time_limit: seconds of search; by default the server decides.
            cancel: stops the search; the answer is then UNKNOWN.
        """
        question = SolveQuestion(position, ruleset, objectives, seed=seed, time_limit=time_limit)
        if cancel is None:
            return self._ask(question)
        method, route = self._ways.of(question)
        future = method.future(route.write(question), timeout=self._ways.seconds(question))
        if not _finished(future, cancel):
            return Solution(Status.UNKNOWN, rack=position.rack)
        with domain_errors():
            response = future.result()
        solution: Solution = route.read(response, question)
        return solution

    def _ask(self, question: Question[A]) -> A:
        method, route = self._ways.of(question)
        request = route.write(question)
        with domain_errors():
            response = method(request, timeout=self._ways.seconds(question))
        answer: A = route.read(response, question)
        return answer

    def _stream(self, question: Question[Iterator[A]]) -> Iterator[A]:
        method, route = self._ways.of(question)
        request = route.write(question)
        with domain_errors():
            for before, response in enumerate(method(request, timeout=self._ways.seconds(question))):
                yield route.read(response, question, before)

    def close(self) -> None:
        """Ends the connection."""
        self._channel.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _finished(future: grpc.Future[Any], cancel: CancelToken) -> bool:
    """Waits for the answer; cancels the call and tells ``False`` if the token comes first."""
    while not cancel.cancelled:
        try:
            future.exception(timeout=POLL_SECONDS)
        except grpc.FutureTimeoutError:
            continue
        except grpc.FutureCancelledError:
            pass
        return True
    future.cancel()
    return False
