"""What racks and rounds are asked about, and their scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meldserver.convert.rulesets import read_ruleset, ruleset_choice
from meldserver.convert.tiles import read_melds, tile_message
from meldserver.generated.v1 import score_pb2
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.scoring import GameScore, RoundScore
from meldsolver.tiles import Meld, Tile
from meldsolver.tiles.position_json import JsonReader


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """What :func:`meldsolver.score_round` takes."""

    racks: tuple[Meld, ...]
    ruleset: Ruleset
    winner: int | None
    opened: tuple[bool, ...] | None
    could_open: tuple[bool, ...] | None
    pool_empty: bool


def score_round_request(
    racks: Sequence[Sequence[Tile]],
    ruleset: Ruleset | str,
    winner: int | None,
    opened: Sequence[bool] | None,
    could_open: Sequence[bool] | None,
    pool_empty: bool,
) -> score_pb2.ScoreRoundRequest:
    """The request that asks what these racks score.

    Raises:
        InvalidRequest: the winner is a number that no message can hold, or flags are given but none.
    """
    reader = JsonReader()
    index = None if winner is None else reader.integer(winner, "winner")
    for name, flags in (("opened", opened), ("could_open", could_open)):
        if flags is not None and not flags:  # a message cannot tell them from flags that are left out
            reader.fail(name, "WRONG_LENGTH", f"0 values for {len(racks)} racks; give one for each, in order")
    reader.finish()
    return score_pb2.ScoreRoundRequest(
        ruleset=ruleset_choice(ruleset),
        racks=[score_pb2.Rack(tiles=map(tile_message, rack)) for rack in racks],
        winner=index,
        opened=opened,
        could_open=could_open,
        pool_empty=pool_empty,
    )


def read_score_round_request(request: score_pb2.ScoreRoundRequest) -> RoundEnd:
    """The racks and the rules.

    Raises:
        InvalidRequest: the request cannot be read; it holds every fault.
    """
    reader = JsonReader()
    ruleset = read_ruleset(request, reader)
    racks = read_melds(request.racks, reader, "racks")
    reader.finish()
    return RoundEnd(
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


def read_score_round_response(response: score_pb2.ScoreRoundResponse) -> RoundScore:
    """What the response says."""
    winner = None if response.nobody_won else response.winner
    return RoundScore(tuple(response.scores), tuple(response.charges), tuple(response.rack_values), winner)


def score_game_request(
    rounds: Sequence[RoundScore | Sequence[int]], ruleset: Ruleset | str
) -> score_pb2.ScoreGameRequest:
    """The request that asks what these rounds add up to.

    Raises:
        InvalidRequest: a score is a number that no message can hold.
    """
    reader = JsonReader()
    messages = []
    for index, played in enumerate(rounds):
        told = played.scores if isinstance(played, RoundScore) else tuple(played)
        scores = [reader.integer(score, path) for score, path in reader.items(told, f"rounds[{index}]")]
        messages.append(score_pb2.RoundScores(scores=scores))
    reader.finish()
    return score_pb2.ScoreGameRequest(ruleset=ruleset_choice(ruleset), rounds=messages)


def read_score_game_request(request: score_pb2.ScoreGameRequest) -> tuple[list[tuple[int, ...]], Ruleset]:
    """The rounds and the rules.

    Raises:
        InvalidRequest: there are no such rules; it holds every fault.
    """
    ruleset = read_ruleset(request, JsonReader())
    return [tuple(played.scores) for played in request.rounds], ruleset


def score_game_response(score: GameScore) -> score_pb2.ScoreGameResponse:
    """The response that says this."""
    return score_pb2.ScoreGameResponse(
        totals=score.totals, finished=score.finished, leaders=score.leaders, rounds_played=score.rounds_played
    )


def read_score_game_response(response: score_pb2.ScoreGameResponse) -> GameScore:
    """What the response says."""
    return GameScore(tuple(response.totals), response.finished, tuple(response.leaders), response.rounds_played)
