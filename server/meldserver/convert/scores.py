"""The scores of rounds and games."""

from __future__ import annotations

from meldserver.generated.v1 import score_pb2
from meldsolver.rules.scoring import GameScore, RoundScore


def score_round_response(score: RoundScore) -> score_pb2.ScoreRoundResponse:
    """The response that says this."""
    return score_pb2.ScoreRoundResponse(
        scores=score.scores,
        charges=score.charges,
        rack_values=score.rack_values,
        winner=score.winner or 0,
        nobody_won=score.winner is None,
    )


def read_score_round_response(response: score_pb2.ScoreRoundResponse, question: object) -> RoundScore:
    """What the response says."""
    winner = None if response.nobody_won else response.winner
    return RoundScore(tuple(response.scores), tuple(response.charges), tuple(response.rack_values), winner)


def score_game_response(score: GameScore) -> score_pb2.ScoreGameResponse:
    """The response that says this."""
    return score_pb2.ScoreGameResponse(
        totals=score.totals, finished=score.finished, leaders=score.leaders, rounds_played=score.rounds_played
    )


def read_score_game_response(response: score_pb2.ScoreGameResponse, question: object) -> GameScore:
    """What the response says."""
    return GameScore(tuple(response.totals), response.finished, tuple(response.leaders), response.rounds_played)
