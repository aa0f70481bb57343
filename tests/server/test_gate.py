"""Cores are given out in the order in which calls came, and a call that ends while it waits leaves the line."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import grpc
import pytest

from meldserver.service.call import Call
from meldserver.service.errors import CallError
from meldserver.service.gate import Gate

SOON = 120.0
"""Seconds after which what has not happened never will, however slow the machine."""


class Context:
    """What gRPC tells of a call: no deadline, and an end that the test sets."""

    def __init__(self, left: float = 1e18) -> None:
        self.left = left
        self.end: Callable[[], None] = lambda: None

    def time_remaining(self) -> float:
        return self.left

    def add_callback(self, callback: Callable[[], None]) -> bool:
        self.end = callback
        return True


class Line:
    """Calls that each take a core in a thread of their own and keep it until they are told to leave."""

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.served: list[str] = []
        self.refused: dict[str, CallError] = {}
        self.contexts: dict[str, Context] = {}
        self.changed = threading.Condition()
        self.leaving: set[str] = set()
        self.threads: list[threading.Thread] = []

    def come(self, name: str, left: float = 1e18) -> None:
        self.contexts[name] = Context(left)
        call = Call(self.contexts[name])  # type: ignore[arg-type]
        self.threads.append(threading.Thread(target=self._run, args=(name, call), daemon=True))
        self.threads[-1].start()

    def _run(self, name: str, call: Call) -> None:
        try:
            with self.gate.turn(call), self.changed:
                self.served.append(name)
                self.changed.notify_all()
                assert self.changed.wait_for(lambda: name in self.leaving, SOON)
        except CallError as refused:
            with self.changed:
                self.refused[name] = refused
                self.changed.notify_all()

    def leave(self, name: str) -> None:
        with self.changed:
            self.leaving.add(name)
            self.changed.notify_all()

    def until(self, condition: Callable[[], bool]) -> None:
        with self.changed:
            while not condition():
                assert self.changed.wait(SOON), "it never happened"

    def until_waiting(self, count: int) -> None:
        """Waits for the gate itself, which tells nobody that its line has grown."""
        tick = threading.Event()
        for _ in range(int(SOON / 0.005)):
            if self.gate.waiting == count:
                return
            tick.wait(0.005)
        raise AssertionError("it never happened")


@contextmanager
def line(running: int, waiting: int) -> Iterator[Line]:
    opened = Line(Gate(running, waiting))
    try:
        yield opened
    finally:
        for name in opened.contexts:
            opened.leave(name)
        for thread in opened.threads:
            thread.join(SOON)


def test_first_come_first_served() -> None:
    """Whoever waits longest is next; as many run as there are cores, and no more."""
    with line(running=2, waiting=4) as calls:
        names = ["a", "b", "c", "d", "e", "f"]
        for count, name in enumerate(names, 1):
            calls.come(name)
            if count <= 2:
                calls.until(lambda count=count: len(calls.served) == count)  # type: ignore[misc]
            else:
                calls.until_waiting(count - 2)
        for done, name in enumerate(names[:4], 1):
            assert calls.served == names[: done + 1]
            calls.leave(name)
            calls.until(lambda done=done: len(calls.served) == done + 2)  # type: ignore[misc]
        assert calls.served == names
        assert calls.gate.waiting == 0


def test_the_line_has_an_end() -> None:
    """One call more than may wait is refused at once; after one is served there is room again."""
    with line(running=1, waiting=1) as calls:
        calls.come("runs")
        calls.until(lambda: calls.served == ["runs"])
        calls.come("waits")
        calls.until_waiting(1)
        calls.come("too many")
        calls.until(lambda: "too many" in calls.refused)
        refused = calls.refused["too many"]
        assert (refused.code, refused.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_CALLS")
        calls.leave("runs")
        calls.until(lambda: calls.served == ["runs", "waits"])
        calls.come("room again")
        calls.until_waiting(1)


@pytest.mark.parametrize("how", ["ended", "out of time"])
def test_a_call_that_ends_in_the_middle_of_the_line_holds_nobody_up(how: str) -> None:
    """Those behind it move up in their order."""
    with line(running=1, waiting=3) as calls:
        calls.come("runs")
        calls.until(lambda: calls.served == ["runs"])
        calls.come("first")
        calls.until_waiting(1)
        if how == "ended":
            calls.come("gone")
            calls.until_waiting(2)
            calls.contexts["gone"].end()
        else:
            calls.come("gone", left=0.0)
        calls.until(lambda: "gone" in calls.refused)
        assert calls.refused["gone"].code is grpc.StatusCode.DEADLINE_EXCEEDED
        calls.until_waiting(1)
        calls.come("last")
        calls.until_waiting(2)
        calls.leave("runs")
        calls.until(lambda: len(calls.served) == 2)
        calls.leave("first")
        calls.until(lambda: len(calls.served) == 3)
        assert calls.served == ["runs", "first", "last"]
