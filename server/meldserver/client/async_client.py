"""The asyncio client."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import TypeVar

from grpc import aio

from meldserver.client.channel import CHANNEL_OPTIONS, SECONDS_BEYOND_SEARCH, Ways
from meldserver.client.errors import domain_errors
from meldsolver.calls import AwaitedCalls, Question

A = TypeVar("A")


def connect_async(target: str, *, timeout: float = SECONDS_BEYOND_SEARCH) -> AsyncClient:
    """A client of the server at ``host:port``, for use inside a running event loop.

    Args:
        target: the server's address.
        timeout: seconds that a call may take beyond its search.
    """
    return AsyncClient(aio.insecure_channel(target, options=CHANNEL_OPTIONS), timeout=timeout)


class AsyncClient(AwaitedCalls):
    """As :class:`meldserver.client.Client`, each method awaited; cancelling the task stops the search."""

    def __init__(self, channel: aio.Channel, *, timeout: float = SECONDS_BEYOND_SEARCH) -> None:
        self._channel = channel
        self._ways = Ways(channel, timeout)

    async def _ask(self, question: Question[A]) -> A:
        method, route = self._ways.of(question)
        request = route.write(question)
        with domain_errors():
            response = await method(request, timeout=self._ways.seconds(question))
        answer: A = route.read(response, question)
        return answer

    async def _stream(self, question: Question[Iterator[A]]) -> AsyncIterator[A]:
        method, route = self._ways.of(question)
        request, before = route.write(question), 0
        with domain_errors():
            async for response in method(request, timeout=self._ways.seconds(question)):
                yield route.read(response, question, before)
                before += 1

    async def close(self) -> None:
        """Ends the connection."""
        await self._channel.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
