"""Asks the requests of a range of numbers, and reports what was wrong."""

from __future__ import annotations

import os
import resource
import signal
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from google.protobuf.message import Message

from tests.fuzz.damage import damage
from tests.fuzz.doors import STREAMS, Answer, Door, Handlers
from tests.fuzz.judging import differences, faults
from tests.fuzz.library import ask as ask_library
from tests.fuzz.requests import Asked, sound

ENDED = 17
"""The exit code of a process that gave up a call which never came back."""

BLOCK = 64
AT_ONCE = 4
"""An eighth of the requests is asked so many at once."""

LONG = 5.0
"""Seconds of a request asked again, alone."""

HANG = 8.0
"""Seconds beyond its limit after which a request is given up."""

NOTICED = (0.02, 0.1, 1.0)
REFUSALS = {"OK", "INVALID_ARGUMENT", "NOT_FOUND", "RESOURCE_EXHAUSTED", "CANCELLED", "DEADLINE_EXCEEDED"}


class Overlong(BaseException):
    """A request that does not come back."""


@dataclass
class Found:
    """A fault: the request's number, the kind, and the details."""

    number: int
    key: str
    details: str


@dataclass
class Report:
    """What a block of requests brought."""

    codes: Counter[str] = field(default_factory=Counter)
    late: Counter[str] = field(default_factory=Counter)
    latest: list[tuple[float, int, str]] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    again: int = 0
    following: int = 0
    memory: int = 0

    @property
    def hung(self) -> bool:
        """Whether a request did not come back."""
        return any("HANG" in found.key for found in self.found)


def is_at_once(number: int) -> bool:
    """Whether the request of a number is asked beside others."""
    return number // 512 % 8 == 7


def is_for_the_library(number: int) -> bool:
    """Whether the number asks the library itself rather than the service."""
    return number % 8 == 7 and not is_at_once(number)


def make(seed: str, number: int) -> tuple[Asked, Random]:
    """The request of a number: half of them damaged."""
    random = Random(f"{seed}/{number}")
    asked = sound(seed, number, random)
    if random.random() < 0.5:
        asked = Asked(asked.method, asked.message, asked.cancel_after, damage(random, asked.message))
    return asked, random


def ask_numbers(seed: str, numbers: list[int], door: Door, *, wire: bool = False, current: Any = None) -> Report:
    """Asks the requests of these numbers."""
    report = Report(following=numbers[-1] + 1)
    together = [number for number in numbers if wire or is_at_once(number)]
    if together:
        with _bounded(60 + HANG), ThreadPoolExecutor(AT_ONCE) as pool:
            futures = [pool.submit(_one, seed, number, door, report, wire, True) for number in together]
            try:
                for future in futures:
                    future.result()
            except Overlong:
                report.found += [Found(together[0], f"HANG at once: {place}", how) for place, how in _others_stand()]
                # The threads cannot be ended; the process will be.
                pool.shutdown(wait=False, cancel_futures=True)
                return report
    for number in [] if wire else numbers:
        if is_at_once(number):
            continue
        if current is not None:
            current.value = number
        if is_for_the_library(number):
            _library(seed, number, report)
        else:
            _one(seed, number, door, report, wire, False)
        if report.hung:
            report.following = number + 1
            break
    report.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return report


def _one(seed: str, number: int, door: Door, report: Report, wire: bool, at_once: bool) -> None:
    asked, random = make(seed, number)
    limit = _seconds(asked.message)
    with _bounded(limit + HANG, off=at_once):
        if wire and number % 50 == 49:
            # Health and reflection, beside the calls that are under way.
            around = door.look_around(random)  # type: ignore[attr-defined]
            report.codes[around.code] += 1
            for key, details in _kinds(asked, around):
                report.found.append(Found(number, f"health or reflection: {key}", details))
        if wire and random.random() < 0.02:
            answer = _damaged_bytes(random, asked, door)
        else:
            answer = door.ask(asked.method, asked.message, asked.cancel_after)
    report.codes[answer.code] += 1
    _times(number, asked, answer, limit, report)
    found = list(_kinds(asked, answer))
    if answer.code == "OK" and not found:
        with _bounded(LONG + HANG, off=at_once):
            found = list(_judged(asked, answer))
            tiny = limit < 0.1
            if not found and random.random() < (0.2 if tiny or at_once or wire else 0.03):
                report.again += 1
                found = list(_again(asked, answer, door))
    for key, details in found:
        report.found.append(Found(number, key, f"{details} | {shown(asked)}"))


def _kinds(asked: Asked, answer: Answer) -> Iterator[tuple[str, str]]:
    if answer.code == "EXCEPTION":
        assert answer.error is not None
        kind = "HANG" if isinstance(answer.error, Overlong) else type(answer.error).__name__
        yield f"{kind} at {_place(answer.error)}", f"{answer.error}"
    elif answer.code not in REFUSALS:
        yield f"{answer.code} of {asked.method}", str(answer.reasons)


def _judged(asked: Asked, answer: Answer) -> Iterator[tuple[str, str]]:
    try:
        for name, details in faults(asked, answer):
            yield f"{asked.method}: {name}", details
    except Overlong as error:
        yield f"HANG at {_place(error)}", "while the answer was judged"
    except Exception as error:
        yield f"{type(error).__name__} at {_place(error)} while judged", str(error)


def _again(asked: Asked, answer: Answer, door: Door) -> Iterator[tuple[str, str]]:
    message = type(asked.message)()
    message.CopyFrom(asked.message)
    if "time_limit" in message.DESCRIPTOR.fields_by_name:
        message.time_limit.FromSeconds(int(LONG))  # type: ignore[attr-defined]
    alone = door.ask(asked.method, message)
    yield from _kinds(asked, alone)
    try:
        for name, details in differences(asked.method, answer, alone):
            yield f"{asked.method}: {name}", details
    except Exception as error:
        yield f"{type(error).__name__} at {_place(error)} while compared", str(error)


def _library(seed: str, number: int, report: Report) -> None:
    random = Random(f"{seed}/{number}")
    with _bounded(HANG):
        what, answer = ask_library(seed, number, random)
    report.codes[answer.code] += 1
    if answer.error is not None:
        kind = "HANG" if isinstance(answer.error, Overlong) else type(answer.error).__name__
        report.found.append(Found(number, f"{kind} at {_place(answer.error)}", f"{answer.error} | {what}"))


def _damaged_bytes(random: Random, asked: Asked, door: Any) -> Answer:
    data = asked.message.SerializeToString()
    at = random.randint(0, len(data))
    damaged = data[:at] + random.randbytes(random.randint(0, 3)) + data[at + random.randint(0, 3) :]
    answer: Answer = door.send(asked.method, damaged)
    if answer.code == "OK":
        answer.messages = []
        answer.code = "INVALID_ARGUMENT"  # readable after all, but what was asked is not known here
    return answer


def _seconds(message: Message) -> float:
    """The time limit that the request names, as the service takes it."""
    inner: Any = message
    if "question" in message.DESCRIPTOR.fields_by_name:
        inner = inner.question
    if "time_limit" not in inner.DESCRIPTOR.fields_by_name or not inner.HasField("time_limit"):
        return 1.0
    seconds: float = inner.time_limit.seconds + inner.time_limit.nanos / 1e9
    return min(max(seconds, 0.0), 120.0)


def _times(number: int, asked: Asked, answer: Answer, limit: float, report: Report) -> None:
    """How far past its limit the calling thread worked; what only judges has no limit of its own but a second."""
    if answer.cpu < 0:
        return
    over = answer.cpu - limit
    for bound in NOTICED:
        if over > bound:
            report.late[f"by more than {1000 * bound:.0f} ms"] += 1
    if over > NOTICED[0]:
        report.latest = sorted([*report.latest, (over, number, asked.method)], reverse=True)[:10]


def _place(error: BaseException) -> str:
    """The innermost line of the project's own code, and its function."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "meldsolver/" in frame.filename or "meldserver/" in frame.filename]
    if not ours:
        ours = frames[-1:]
    frame = ours[-1]
    return f"{Path(frame.filename).parent.name}/{Path(frame.filename).name}:{frame.name}"


def _others_stand() -> list[tuple[str, str]]:
    """Where the other threads stand."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    found = []
    for ident, frame in sys._current_frames().items():
        if ident == threading.main_thread().ident:
            continue
        stack = traceback.extract_stack(frame)
        ours = [each for each in stack if "meldsolver/" in each.filename]
        if ours:
            place = f"{Path(ours[-1].filename).parent.name}/{Path(ours[-1].filename).name}:{ours[-1].name}"
            found.append((place, f"{names.get(ident)}: " + " < ".join(each.name for each in reversed(stack))))
    return found or [("nowhere", "")]


@contextmanager
def _bounded(seconds: float, *, off: bool = False) -> Iterator[None]:
    """Raises :class:`Overlong` after so many seconds in the main thread."""
    if off or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGALRM, _alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _alarm(number: int, frame: FrameType | None) -> None:
    raise Overlong


def shown(asked: Asked) -> str:
    """A request in one line."""
    text = " ".join(str(asked.message).split())
    return f"{asked.method} {'; '.join(asked.damaged)} :: {text[:1500]}"


def ask_part(seed: str, start: int, count: int, step: int, wire: bool, reports: Any, current: Any) -> None:
    """A process: asks every ``step``-th number from ``start`` on, a block at a time, and sends its reports."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with _door(wire) as door:
        block: list[int] = []
        for number in range(start, count, step):
            block.append(number)
            if len(block) == BLOCK or number + step >= count:
                report = ask_numbers(seed, block, door, wire=wire, current=current)
                report.following = (block[-1] if not report.hung else report.following - 1) + step
                reports.send(report)
                block = []
                if report.hung:
                    reports.close()
                    os._exit(ENDED)


@contextmanager
def _door(wire: bool) -> Iterator[Any]:
    if not wire:
        yield Handlers()
        return
    import grpc

    from meldserver.service.limits import Limits
    from meldserver.service.server import Server
    from tests.fuzz.doors import DEFAULT_SECONDS, Wire

    server = Server(limits=Limits(searches=2, default_seconds=DEFAULT_SECONDS))
    with grpc.insecure_channel(server.address) as channel:
        yield Wire(channel)
    server.stop(grace=0).wait()


def replay(seed: str, number: int) -> int:
    """Asks one request again and shows it whole."""
    if is_for_the_library(number):
        what, answer = ask_library(seed, number, Random(f"{seed}/{number}"))
        print(what)
    else:
        asked, _ = make(seed, number)
        print(f"{asked.method}  {asked.damaged}  stream: {asked.method in STREAMS}\n{asked.message}")
        with _bounded(_seconds(asked.message) + HANG):
            answer = Handlers().ask(asked.method, asked.message, asked.cancel_after)
        for message in answer.messages:
            print(message)
    print(answer.code, answer.reasons, f"cpu {answer.cpu:.3f} s")
    if answer.error is not None:
        traceback.print_exception(answer.error)
        return 1
    if not is_for_the_library(number):
        wrong = [*_judged(asked, answer), *_again(asked, answer, Handlers())] if answer.code == "OK" else []
        print(*wrong, sep="\n")
        return min(1, len(wrong))
    return 0
