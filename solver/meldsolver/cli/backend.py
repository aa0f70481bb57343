"""Who answers: the solver in this process, or a server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol, cast

from meldsolver.cli.contract_backend import ContractBackend, InProcessContracts
from meldsolver.cli.exits import CommandError, Exit
from meldsolver.cli.hint_backend import HintBackend, InProcessHints
from meldsolver.cli.score_backend import InProcessScores, ScoreBackend

if TYPE_CHECKING:
    from meldsolver.referee import MoveReport
    from meldsolver.rules import Ruleset
    from meldsolver.solver.solution import Objective, Solution
    from meldsolver.tiles import Meld, Position

GROUP = "meldsolver.remote"
"""Entry points through which the service is found; the solver's package never imports it."""


class Backend(ContractBackend, HintBackend, ScoreBackend, Protocol):
    """What the commands ask; the gRPC client has the same methods."""

    def solve(
        self,
        position: Position,
        ruleset: Ruleset,
        objectives: Sequence[Objective],
        *,
        seed: int,
        time_limit: float,
    ) -> Solution:
        """The best play."""
        ...

    def check_move(self, position: Position, table_after: Sequence[Meld], ruleset: Ruleset) -> MoveReport:
        """The verdict on a move."""
        ...


class InProcess(InProcessContracts, InProcessHints, InProcessScores):
    """The solver of this process."""

    def __init__(self) -> None:
        from meldsolver.limits.cancel import CancelToken

        self._cancel = CancelToken()

    def solve(
        self,
        position: Position,
        ruleset: Ruleset,
        objectives: Sequence[Objective],
        *,
        seed: int,
        time_limit: float,
    ) -> Solution:
        """The best play."""
        from meldsolver.solver import solve

        return solve(position, ruleset, objectives, seed=seed, time_limit=time_limit, cancel=self._cancel)

    def check_move(self, position: Position, table_after: Sequence[Meld], ruleset: Ruleset) -> MoveReport:
        """The verdict on a move."""
        from meldsolver.referee import check_move

        return check_move(position, table_after, ruleset)

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
