"""One real server for all tests here, and ways to ask it over a real socket."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import grpc
import pytest

from meldserver.client import Client, connect
from meldserver.service.limits import Limits
from meldserver.service.server import Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    running = Server(limits=Limits(searches=2))
    yield running
    running.stop(grace=0).wait()


@pytest.fixture(scope="session")
def client(server: Server) -> Iterator[Client]:
    with connect(server.address) as connected:
        yield connected


@pytest.fixture(scope="session")
def channel(server: Server) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(server.address) as connected:
        yield connected


def send(channel: grpc.Channel, method: str, data: bytes) -> bytes:
    """Sends bytes as they are, past every check of a client."""
    call: Any = channel.unary_unary(method)
    answer: bytes = call(data, timeout=120)
    return answer
