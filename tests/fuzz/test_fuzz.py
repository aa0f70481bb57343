"""A short run of the fuzz: every call, sound and damaged requests, odd games, tiny limits, several at once.

Why: whatever a client sends, the answer is an answer or a fault of its request, each play passes the referee, and
what is proved stays so when the same request is asked alone. The long runs are told in docs/verification.md.
"""

from __future__ import annotations

from collections.abc import Iterator

import grpc
import pytest

from meldserver.service.limits import Limits
from meldserver.service.server import Server
from tests.fuzz.asking import ask_numbers, make
from tests.fuzz.doors import DEFAULT_SECONDS, Handlers, Wire
from tests.fuzz.requests import METHODS

SEED = "short"


@pytest.fixture(scope="module")
def wire() -> Iterator[Wire]:
    server = Server(limits=Limits(searches=2, default_seconds=DEFAULT_SECONDS))
    with grpc.insecure_channel(server.address) as channel:
        yield Wire(channel)
    server.stop(grace=0).wait()


@pytest.mark.parametrize("start", [1000, 3600])
def test_in_process(start: int) -> None:
    """Handlers called as functions; some of the second range are asked at once."""
    report = ask_numbers(SEED, list(range(start, start + 300)), Handlers())
    assert [(found.key, found.number, found.details) for found in report.found] == []


def test_over_the_wire(wire: Wire) -> None:
    """The same through a real server, four at once, bytes damaged as well."""
    report = ask_numbers(SEED, list(range(10_000, 10_200)), wire, wire=True)
    assert [(found.key, found.number, found.details) for found in report.found] == []


def test_every_call_is_asked() -> None:
    """A call that is added to the service and not to the fuzz would never be tried."""
    from tests.fuzz.doors import RESPONSES

    assert set(METHODS) == set(RESPONSES)
    assert {make(SEED, number)[0].method for number in range(2000)} >= set(METHODS) - {"RulesetService/ListRulesets"}
