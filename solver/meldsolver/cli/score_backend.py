"""Who answers questions about scores: the same two as :mod:`meldsolver.cli.backend`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from meldsolver.rules import Ruleset
    from meldsolver.rules.scoring import GameScore, RoundScore
    from meldsolver.tiles import Tile


class ScoreBackend(Protocol):
    """What the command about scores asks; the gRPC client has the same methods."""

    def score_round(
        self,
        racks: Sequence[Sequence[Tile]],
        ruleset: Ruleset,
        *,
        winner: int | None,
        opened: Sequence[bool] | None,
        could_open: Sequence[bool] | None,
        pool_empty: bool,
    ) -> RoundScore:
        """The scores of a round."""
        ...

    def score_game(self, rounds: Sequence[Sequence[int]], ruleset: Ruleset) -> GameScore:
        """Where a game stands."""
        ...


class InProcessScores:
    """The library of this process."""

    def score_round(
        self,
        racks: Sequence[Sequence[Tile]],
        ruleset: Ruleset,
        *,
        winner: int | None,
        opened: Sequence[bool] | None,
        could_open: Sequence[bool] | None,
        pool_empty: bool,
    ) -> RoundScore:
        """The scores of a round."""
        if ruleset.scoring.hand == "unmelded":
            from meldsolver.contracts import score_round as score_hands

            return score_hands(
                racks, ruleset, winner=winner, opened=opened, could_open=could_open, pool_empty=pool_empty
            )
        from meldsolver.rules.scoring import score_round

        return score_round(racks, ruleset, winner=winner, opened=opened, could_open=could_open, pool_empty=pool_empty)

    def score_game(self, rounds: Sequence[Sequence[int]], ruleset: Ruleset) -> GameScore:
        """Where a game stands."""
        from meldsolver.rules.scoring import score_game

        return score_game(rounds, ruleset)
