"""Who answers: the solver in this process, or a server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from meldsolver.calls import BlockingCalls, Question, Terms
from meldsolver.cli.exits import CommandError, Exit
from meldsolver.limits.cancel import CancelToken

if TYPE_CHECKING:
    from meldsolver.hints import HintBook

A = TypeVar("A")

GROUP = "meldsolver.remote"
"""Entry points through which the service is found; the solver's package never imports it."""


Backend: TypeAlias = BlockingCalls
"""What the commands ask: this process, or the client of a server."""


class InProcess(Backend):
    """The solver of this process."""

    def __init__(self) -> None:
        self._cancel = CancelToken()

    def _ask(self, question: Question[A]) -> A:
        """Answers it here."""
        return question.answer(Terms(question.seconds, self._cancel, lambda: self._book))

    def _stream(self, question: Question[Iterator[A]]) -> Iterator[A]:
        """Answers it here."""
        return self._ask(question)

    @cached_property
    def _book(self) -> HintBook:
        from meldsolver.hints import HintBook

        return HintBook()

    def __enter__(self) -> InProcess:
        return self

    def __exit__(self, *exception: object) -> None:
        """Stops what still runs, so that the process can end."""
        self._cancel.cancel()


def open_backend(server: str | None) -> AbstractContextManager[Backend]:
    """The solver of this process, or a client of the server at ``HOST:PORT``.

    Raises:
        CommandError: the client is not installed.
    """
    if server is None:
        return InProcess()
    return cast("AbstractContextManager[Backend]", remote("connect")(server))


def remote(name: str) -> Callable[..., Any]:
    """What the service's package offers under a name.

    Raises:
        CommandError: the package is not installed.
    """
    from importlib.metadata import entry_points  # slow to import

    for point in entry_points(group=GROUP, name=name):
        try:
            return cast(Callable[..., Any], point.load())
        except ModuleNotFoundError as error:
            if error.name and error.name.partition(".")[0] in ("meldserver", "grpc", "google", "grpc_status"):
                break
            raise
    raise CommandError("this needs the service's packages; install meldsolver[server]", Exit.FAILED)
