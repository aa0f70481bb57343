"""A few recent hints, so that all grades of one position are about the same play, and cost one search."""

from __future__ import annotations

import time
from collections.abc import Iterable

from meldsolver.answers import Objective, Status
from meldsolver.hints.hint import Hint, find_hint
from meldsolver.limits.cancel import CancelToken
from meldsolver.limits.store import Store
from meldsolver.rules.ruleset import Ruleset
from meldsolver.solver.engine import LONGEST_SECONDS
from meldsolver.tiles import Position

_Key = tuple[Position, Ruleset, tuple[Objective | str, ...] | None, int]

MOST_BYTES = 16 << 20


class HintBook:
    """Remembers the latest hints; safe to use from several threads.

    Only what is proved, and planned in time, is remembered. A hint that the time cut short (FEASIBLE, UNKNOWN,
    steps that were not compared) depends on the limit of its caller; another may have more time.

    Args:
        most: bytes that the hints may weigh.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._hints: Store[_Key, Hint] = Store(most)

    def __len__(self) -> int:
        return len(self._hints)

    def known(
        self,
        position: Position,
        ruleset: Ruleset,
        objectives: Iterable[Objective | str] | None = None,
        *,
        seed: int = 0,
    ) -> Hint | None:
        """The hint of a position that was asked about before."""
        return self._hints.get((position, ruleset, None if objectives is None else tuple(objectives), seed))

    def find(
        self,
        position: Position,
        ruleset: Ruleset,
        objectives: Iterable[Objective | str] | None = None,
        *,
        seed: int = 0,
        time_limit: float = 10.0,
        cancel: CancelToken | None = None,
    ) -> Hint:
        """The hint of a position: the one that is remembered, or a new one (:func:`find_hint`)."""
        wanted = None if objectives is None else tuple(objectives)
        sound = 0 < time_limit <= LONGEST_SECONDS
        if sound and (hint := self.known(position, ruleset, wanted, seed=seed)) is not None:
            return hint
        hint = find_hint(position, ruleset, wanted, seed=seed, time_limit=time_limit, cancel=cancel)
        if hint.solution.status not in (Status.OPTIMAL, Status.NO_PLAY):
            return hint
        _ = hint.plan, hint.touched  # worked out now, so that later grades only look it up
        if time.monotonic() >= hint.deadline:
            # Its steps may be compared in part only.
            return hint
        # Two threads may have searched at once; the first answer is everybody's.
        return self._hints.put((position, ruleset, wanted, seed), hint)
