"""A call's deadline bounds its search, its end stops it, and no more searches run than there are cores."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from meldserver.client import Client, ServiceError, connect
from meldserver.client.errors import error_of
from meldserver.generated.v1.solver_service_pb2 import SolveResponse
from meldserver.service import call as service_call
from meldserver.service.limits import Limits
from meldserver.service.server import Server
from meldsolver import CancelToken, Position, Solution, Status, parse_position
from meldsolver.calls.solving import SolveQuestion
from meldsolver.solver import engine

POSITION = parse_position("r1 r2 r3 / r4 / opened")
SOON = 120.0
"""Seconds after which what has not happened never will, however slow the machine."""
LONGEST = 3600.0
"""The server's limit here, which no call can come near."""


class Searches:
    """Stands in for the solver: each search runs until it is told to end, or its token is cancelled."""

    def __init__(self) -> None:
        self.time_limits: list[float] = []
        self.running = 0
        self.most_running = 0
        self.cancelled = 0
        self.end = threading.Event()
        self._lock = threading.Lock()

    def solve(self, position: Position, *_: Any, time_limit: float, cancel: CancelToken, **__: Any) -> Solution:
        with self._lock:
            self.time_limits.append(time_limit)
            self.running += 1
            self.most_running = max(self.running, self.most_running)
        while not self.end.wait(0.005) and not cancel.cancelled:
            pass
        with self._lock:
            self.running -= 1
            self.cancelled += cancel.cancelled
        return Solution(Status.UNKNOWN, rack=position.rack)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Iterator[Searches]:
    standing_in = Searches()
    monkeypatch.setattr(engine, "solve", standing_in.solve)
    yield standing_in
    standing_in.end.set()


@pytest.fixture
def small_server(searches: Searches) -> Iterator[Server]:
    """One core, and room for one more call."""
    running = Server(limits=Limits(searches=1, waiting=1, longest_seconds=LONGEST))
    yield running
    searches.end.set()
    running.stop(grace=0).wait()


@pytest.fixture
def asking(small_server: Server) -> Iterator[Client]:
    with connect(small_server.address) as connected:
        yield connected


def soon(condition: Callable[[], bool]) -> None:
    """Waits until the condition holds."""
    end = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.005)


def ask(client: Client, seconds: float | None = None) -> Future[SolveResponse]:
    """A Solve call under way, with that deadline."""
    question = SolveQuestion(POSITION, "tile-rummy")
    solve, route = client._ways.of(question)
    call: Future[SolveResponse] = solve.future(route.write(question), timeout=seconds)
    return call


def error(call: Future[SolveResponse]) -> ServiceError:
    raised = call.exception(timeout=SOON)
    found = error_of(raised)  # type: ignore[arg-type]
    assert isinstance(found, ServiceError)
    return found


def test_the_deadline_bounds_the_search_with_a_margin(asking: Client, searches: Searches) -> None:
    """The answer must have time to be built and to come back; gRPC may round a deadline up by a hundredth."""
    searches.end.set()
    ask(asking, LONGEST / 2).result()
    assert 0 < searches.time_limits[-1] < LONGEST / 2 * 1.01 * 0.95


def test_what_is_left_of_the_deadline_when_the_search_begins_is_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that has waited for its core has less time to search; with a clock that stands until it is set."""
    now = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr(service_call, "time", SimpleNamespace(monotonic=lambda: now.seconds))
    context = SimpleNamespace(time_remaining=lambda: 10.0, add_callback=lambda _: True)
    call = service_call.Call(context)  # type: ignore[arg-type]
    assert call.search_seconds(None, Limits()) == pytest.approx(10 * 0.95 - 0.02)
    now.seconds += 6
    assert call.remaining() == pytest.approx(4)
    assert call.search_seconds(None, Limits()) == pytest.approx(4 * 0.95 - 0.02)
    assert call.search_seconds(1.5, Limits()) == 1.5
    assert call.search_seconds(60, Limits()) == pytest.approx(4 * 0.95 - 0.02)
    assert call.search_seconds(60, Limits(longest_seconds=2)) == 2
    now.seconds += 60
    assert 0 < call.search_seconds(None, Limits()) <= 0.001


def test_the_time_limit_is_the_lesser_of_what_was_asked_and_the_deadline(asking: Client, searches: Searches) -> None:
    """A caller may ask for less than the deadline allows; never for more than the server's limit."""
    searches.end.set()
    asking.solve(POSITION, "tile-rummy", time_limit=0.5)
    asking.solve(POSITION, "tile-rummy", time_limit=10 * LONGEST)
    ask(asking).result()
    assert searches.time_limits[-3:] == [0.5, LONGEST, Limits().default_seconds]


def test_a_deadline_that_passes_stops_the_search(asking: Client, searches: Searches) -> None:
    """A core is not spent on an answer that nobody waits for."""
    for seconds in (0.2, 1, 5, 20, 80):  # a slow machine may need longer until the search begins
        assert error(ask(asking, seconds)).code == "DEADLINE_EXCEEDED"
        if searches.time_limits:
            break
    soon(lambda: searches.cancelled == 1 and searches.running == 0)


def test_cancelling_a_call_stops_its_search(asking: Client, searches: Searches) -> None:
    """A hint that the player no longer wants frees its core at once."""
    call = ask(asking)
    soon(lambda: searches.running == 1)
    call.cancel()
    soon(lambda: searches.cancelled == 1 and searches.running == 0)


def test_a_token_cancels_the_call_of_the_client(asking: Client, searches: Searches) -> None:
    """The client's solve takes the same token as the solver in process."""
    token = CancelToken()
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(asking.solve, POSITION, "tile-rummy", cancel=token)
        soon(lambda: searches.running == 1)
        token.cancel()
        assert answer.result(SOON) == Solution(Status.UNKNOWN, rack=POSITION.rack)
    soon(lambda: searches.cancelled == 1)


def test_one_search_a_core_and_the_queue_is_bounded(asking: Client, searches: Searches, small_server: Server) -> None:
    """With one core and one place to wait, the third call is told to come back, at once."""
    first = ask(asking)
    soon(lambda: searches.running == 1)
    second = ask(asking)
    soon(lambda: small_server.gate.waiting == 1)
    refused = error(ask(asking))
    assert (refused.code, refused.reason) == ("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS")
    searches.end.set()
    assert all(call.result(SOON).HasField("solution") for call in (first, second))
    assert searches.most_running == 1


def test_quick_calls_are_answered_while_searches_wait(asking: Client, searches: Searches, small_server: Server) -> None:
    """A referee must not wait for someone's puzzle."""
    calls = [ask(asking), ask(asking)]
    soon(lambda: searches.running == 1 and small_server.gate.waiting == 1)
    assert asking.check_move(POSITION, POSITION.table, "tile-rummy").violations
    searches.end.set()
    assert all(call.result(SOON).HasField("solution") for call in calls)


def test_a_call_that_ends_while_it_waits_is_dropped(asking: Client, searches: Searches, small_server: Server) -> None:
    """Neither a deadline nor a cancellation may leave a place in the queue taken."""
    first = ask(asking)
    soon(lambda: searches.running == 1)
    assert error(ask(asking, 0.2)).code == "DEADLINE_EXCEEDED"
    soon(lambda: small_server.gate.waiting == 0)
    second = ask(asking)
    soon(lambda: small_server.gate.waiting == 1)
    second.cancel()
    soon(lambda: small_server.gate.waiting == 0)
    searches.end.set()
    assert first.result(SOON).HasField("solution")
    assert len(searches.time_limits) == 1


def test_stopping_lets_running_calls_end(searches: Searches, small_server: Server, asking: Client) -> None:
    """A new version may be rolled out under load."""
    call = ask(asking)
    soon(lambda: searches.running == 1)
    stopped = small_server.stop(grace=SOON)
    assert not stopped.is_set()
    searches.end.set()
    assert call.result(SOON).HasField("solution")
    assert stopped.wait(SOON)


def test_an_unforeseen_error_is_logged_and_told_without_its_insides(
    asking: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """INTERNAL means that the fault is ours; what it was stands in the log, not in the answer."""

    def broken(*_: Any, **__: Any) -> Solution:
        raise RuntimeError("secret insides")

    monkeypatch.setattr(engine, "solve", broken)
    failed = error(ask(asking))
    assert (failed.code, failed.reason) == ("INTERNAL", "UNEXPECTED")
    assert "secret" not in str(failed)
    assert "secret insides" in caplog.text
