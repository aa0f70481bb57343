"""Work about a game that is done once for the same question, although each time another clock may end it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar, cast

from meldsolver.limits.store import Memory

P = ParamSpec("P")
R = TypeVar("R")

CLOCK = "clock"


class Subject(Protocol):
    """What has a memory of its own: a game."""

    @property
    def memory(self) -> Memory:
        """What was worked out about it."""
        ...


S = TypeVar("S", bound=Subject)


def remembered(work: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Keeps a function's answers about its first argument with that argument.

    The keyword ``clock`` is no part of what is asked. Work that its clock ended leaves nothing behind,
    and is begun anew the next time.
    """

    @wraps(work)
    def ask(subject: S, /, *args: P.args, **named: P.kwargs) -> R:
        key = (work, args, tuple(sorted((name, value) for name, value in named.items() if name != CLOCK)))
        memory = subject.memory
        known = memory.known.get(key, memory)
        if known is not memory:
            return cast(R, known)
        answer: R = memory.keep(key, work(subject, *args, **named))
        return answer

    return ask
