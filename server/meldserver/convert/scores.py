"""What racks and rounds are asked about, and their scores."""

from __future__ import annotations

from meldserver.convert.rulesets import read_ruleset, ruleset_choice
from meldserver.convert.tiles import read_melds, tile_message
from meldserver.generated.v1 import score_pb2
from meldsolver.calls.judging import GameQuestion, RoundQuestion
from meldsolver.rules.scoring import GameScore, RoundScore
from meldsolver.tiles.position_json import JsonReader


def score_round_request(question: RoundQuestion) -> score_pb2.ScoreRoundRequest:
    """The request that asks what these racks score.

    Raises:
        InvalidRequest: the winner is a number that no message can hold, or flags are given but none.
    """
    reader = JsonReader()
    index = None if question.winner is None else reader.integer(question.winner, "winner")
    for name, flags in (("opened", question.opened), ("could_open", question.could_open)):
        if flags is not None and not flags:  # a message cannot tell them from flags that are left out
            text = f"0 values for {len(question.racks)} racks; give one for each, in order"
            reader.fail(name, "WRONG_LENGTH", text)
    reader.finish()
    return score_pb2.ScoreRoundRequest(
        ruleset=ruleset_choice(question.ruleset),
        racks=[score_pb2.Rack(tiles=map(tile_message, rack)) for rack in question.racks],
        winner=index,
        opened=question.opened,
        could_open=question.could_open,
        pool_empty=question.pool_empty,
    )


def read_score_round_request(request: score_pb2.ScoreRoundRequest) -> RoundQuestion:
    """The racks and the rules.

    Raises:
        InvalidRequest: the request cannot be read; it holds every fault.
    """
    reader = JsonReader()
    ruleset = read_ruleset(request, reader)
    racks = read_melds(request.racks, reader, "racks")
    reader.finish()
    return RoundQuestion(
        racks,
        ruleset,
        winner=request.winner if request.HasField("winner") else None,
        opened=tuple(request.opened) or None,
        could_open=tuple(request.could_open) or None,
        pool_empty=request.pool_empty,
    )


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


def score_game_request(question: GameQuestion) -> score_pb2.ScoreGameRequest:
    """The request that asks what these rounds add up to.

    Raises:
        InvalidRequest: a score is a number that no message can hold.
    """
    reader = JsonReader()
    messages = []
    for index, played in enumerate(question.rounds):
        told = played.scores if isinstance(played, RoundScore) else tuple(played)
        scores = [reader.integer(score, path) for score, path in reader.items(told, f"rounds[{index}]")]
        messages.append(score_pb2.RoundScores(scores=scores))
    reader.finish()
    return score_pb2.ScoreGameRequest(ruleset=ruleset_choice(question.ruleset), rounds=messages)


def read_score_game_request(request: score_pb2.ScoreGameRequest) -> GameQuestion:
    """The rounds and the rules.

    Raises:
        InvalidRequest: there are no such rules; it holds every fault.
    """
    ruleset = read_ruleset(request, JsonReader())
    return GameQuestion([tuple(played.scores) for played in request.rounds], ruleset)


def score_game_response(score: GameScore) -> score_pb2.ScoreGameResponse:
    """The response that says this."""
    return score_pb2.ScoreGameResponse(
        totals=score.totals, finished=score.finished, leaders=score.leaders, rounds_played=score.rounds_played
    )


def read_score_game_response(response: score_pb2.ScoreGameResponse, question: object) -> GameScore:
    """What the response says."""
    return GameScore(tuple(response.totals), response.finished, tuple(response.leaders), response.rounds_played)
