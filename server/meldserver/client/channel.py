"""How both clients connect, and which way their questions go."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from meldserver.client.routes import ROUTES, Route
from meldsolver.calls import Question

CHANNEL_OPTIONS = (
    ("grpc.service_config", files("meldserver.client").joinpath("service_config.json").read_text("utf-8")),
    ("grpc.enable_retries", 1),
    ("grpc.max_receive_message_length", 16 << 20),
)

SECONDS_BEYOND_SEARCH = 30.0
"""What a call may take beyond its search: the way, and waiting for a core."""

DEFAULT_SEARCH_SECONDS = 10.0


class Ways:
    """The methods of every service on one channel.

    Args:
        channel: a blocking channel or one of asyncio; the methods are as it is.
        timeout: seconds that a call may take beyond its search.
    """

    def __init__(self, channel: Any, timeout: float) -> None:
        self._timeout = timeout
        self._stubs = {stub: stub(channel) for stub in {route.stub for route in ROUTES.values()}}

    def of(self, question: Question[Any]) -> tuple[Any, Route]:
        """The method that takes a question's request, and the question's route."""
        route = ROUTES[type(question)]
        return getattr(self._stubs[route.stub], route.method), route

    def seconds(self, question: Question[Any]) -> float:
        """The deadline of the call that asks a question."""
        if not question.searches:
            return self._timeout
        return self._timeout + (DEFAULT_SEARCH_SECONDS if question.seconds is None else question.seconds)
