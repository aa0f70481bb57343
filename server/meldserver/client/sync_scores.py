"""What the blocking client asks about scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from meldserver.convert import scores
from meldserver.generated.v1 import referee_service_pb2_grpc
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.scoring import GameScore, RoundScore
from meldsolver.tiles import Tile


class ScoreCalls:
    """The scores of rounds and games, with the same meanings as in :mod:`meldsolver`."""

    _referee: referee_service_pb2_grpc.RefereeServiceStub
    _timeout: float
    _call: Callable[..., Any]

    def score_round(
        self,
        racks: Sequence[Sequence[Tile]],
        ruleset: Ruleset | str,
        *,
        winner: int | None = None,
        opened: Sequence[bool] | None = None,
        could_open: Sequence[bool] | None = None,
        pool_empty: bool = False,
    ) -> RoundScore:
        """Each player's score; see :func:`meldsolver.score_round`."""
        request = scores.score_round_request(racks, ruleset, winner, opened, could_open, pool_empty)
        return scores.read_score_round_response(self._call(self._referee.ScoreRound, request, self._timeout))

    def score_game(self, rounds: Sequence[RoundScore | Sequence[int]], ruleset: Ruleset | str) -> GameScore:
        """Where a game stands; see :func:`meldsolver.score_game`."""
        request = scores.score_game_request(rounds, ruleset)
        return scores.read_score_game_response(self._call(self._referee.ScoreGame, request, self._timeout))
