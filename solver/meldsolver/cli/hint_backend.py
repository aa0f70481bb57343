"""Who answers questions about hints: the same two as :mod:`meldsolver.cli.backend`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from meldsolver.hints import End, Grade, HintBook, NoPlay, Told
    from meldsolver.limits.cancel import CancelToken
    from meldsolver.rules import Ruleset
    from meldsolver.solver.solution import Objective, Solution
    from meldsolver.tiles import Position


class HintBackend(Protocol):
    """What the command about hints asks; the gRPC client has the same methods."""

    def hint(
        self,
        position: Position,
        ruleset: Ruleset,
        grade: Grade,
        objectives: Sequence[Objective] = (),
        *,
        seed: int,
        time_limit: float,
    ) -> Told:
        """One grade of a hint."""
        ...

    def alternatives(
        self,
        position: Position,
        ruleset: Ruleset,
        objectives: Sequence[Objective] = (),
        *,
        most: int,
        seed: int,
        time_limit: float,
    ) -> Iterator[Solution | End]:
        """All best plays, then how their list ended."""
        ...

    def explain_no_play(self, position: Position, ruleset: Ruleset, *, seed: int, time_limit: float) -> NoPlay:
        """What is nearest where nothing can be played."""
        ...


class InProcessHints:
    """Hints from this process."""

    _cancel: CancelToken
    _book: HintBook | None = None

    def hint(
        self,
        position: Position,
        ruleset: Ruleset,
        grade: Grade,
        objectives: Sequence[Objective] = (),
        *,
        seed: int,
        time_limit: float,
    ) -> Told:
        """One grade of a hint."""
        from meldsolver.hints import HintBook, tell

        if self._book is None:
            self._book = HintBook()
        wanted = tuple(objectives) or None
        hint = self._book.find(position, ruleset, wanted, seed=seed, time_limit=time_limit, cancel=self._cancel)
        return tell(hint, grade)

    def alternatives(
        self,
        position: Position,
        ruleset: Ruleset,
        objectives: Sequence[Objective] = (),
        *,
        most: int,
        seed: int,
        time_limit: float,
    ) -> Iterator[Solution | End]:
        """All best plays, then how their list ended."""
        from meldsolver.hints import alternatives
        from meldsolver.solver import DEFAULT_OBJECTIVES

        wanted = tuple(objectives) or DEFAULT_OBJECTIVES
        return alternatives(position, ruleset, wanted, most=most, seed=seed, time_limit=time_limit, cancel=self._cancel)

    def explain_no_play(self, position: Position, ruleset: Ruleset, *, seed: int, time_limit: float) -> NoPlay:
        """What is nearest where nothing can be played."""
        from meldsolver.hints import explain_no_play

        return explain_no_play(position, ruleset, seed=seed, time_limit=time_limit, cancel=self._cancel)
