"""Questions to the referee, and about scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from typing import TYPE_CHECKING

from meldsolver.calls.question import Question, Terms, rules_of

if TYPE_CHECKING:
    from meldsolver.referee import MeldReport, MoveReport
    from meldsolver.rules.ruleset import Ruleset
    from meldsolver.rules.scoring import GameScore, RoundScore
    from meldsolver.tiles import Meld, Position, Tile


@dataclass(frozen=True, slots=True)
class MoveQuestion(Question["MoveReport"]):
    """The verdict on a move; see :func:`meldsolver.check_move`."""

    before: Position
    after: Sequence[Meld]
    ruleset: Ruleset | str

    def answer(self, terms: Terms) -> MoveReport:
        """Judges it."""
        from meldsolver.referee import check_move

        return check_move(self.before, self.after, rules_of(self.ruleset), **terms.limits)


@dataclass(frozen=True, slots=True)
class MeldQuestion(Question["MeldReport"]):
    """The verdict on one meld; see :func:`meldsolver.check_meld`.

    Args:
        tiles: its tiles.
        ruleset: the rules.
    """

    tiles: Sequence[Tile]
    ruleset: Ruleset | str

    def answer(self, terms: Terms) -> MeldReport:
        """Judges it."""
        from meldsolver.referee import check_meld

        return check_meld(self.tiles, rules_of(self.ruleset), **terms.limits)


@dataclass(frozen=True, slots=True)
class RoundQuestion(Question["RoundScore"]):
    """Each player's score; see :func:`meldsolver.rules.scoring.score_round`."""

    racks: Sequence[Sequence[Tile]]
    ruleset: Ruleset | str
    _: KW_ONLY
    winner: int | None = None
    opened: Sequence[bool] | None = None
    could_open: Sequence[bool] | None = None
    pool_empty: bool = False

    def answer(self, terms: Terms) -> RoundScore:
        """Scores it; only melds that stay in a hand are found by the solver."""
        ruleset = rules_of(self.ruleset)
        if ruleset.scoring.hand == "unmelded":
            from meldsolver.contracts import score_round

            limited = partial(score_round, **terms.limits)
        else:
            from meldsolver.rules.scoring import score_round as score_racks

            limited = partial(score_racks)
        return limited(
            self.racks,
            ruleset,
            winner=self.winner,
            opened=self.opened,
            could_open=self.could_open,
            pool_empty=self.pool_empty,
        )


@dataclass(frozen=True, slots=True)
class GameQuestion(Question["GameScore"]):
    """Where a game stands; see :func:`meldsolver.score_game`."""

    rounds: Sequence[RoundScore | Sequence[int]]
    ruleset: Ruleset | str

    def answer(self, terms: Terms) -> GameScore:
        """Adds it up."""
        from meldsolver.rules.scoring import score_game

        return score_game(self.rounds, rules_of(self.ruleset))
