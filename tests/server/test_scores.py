"""Scores over a real socket are those of the library, and what cannot be scored is named by its field."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from meldserver.client import Client, connect_async
from meldserver.generated.v1.ruleset_pb2 import RulesetChoice
from meldserver.generated.v1.score_pb2 import Rack, RoundScores, ScoreGameRequest, ScoreRoundRequest
from meldserver.generated.v1.tile_pb2 import Tile
from meldserver.service.server import Server
from meldsolver import InvalidRequest, get_ruleset, load_ruleset, parse_tiles
from meldsolver.rules.scoring import GameScore, RoundScore, score_round
from tests.server.conftest import send

RACKS = [parse_tiles(text) for text in ("", "r7 k8", "r13 y9")]
SCORE = RoundScore(scores=(37, -15, -22), charges=(0, 15, 22), rack_values=(0, 15, 22), winner=0)
SERVICE = "/meldsolver.v1.RefereeService"


@pytest.mark.parametrize("name", ["tile-rummy", "tile-rummy-seed"])
def test_tile_rummy_losers_pay_and_the_winner_gains_the_sum(client: Client, name: str) -> None:
    """The published example, by a preset's name and by rules of the caller's own."""
    assert client.score_round(RACKS, name) == SCORE
    own = load_ruleset({"extends": name, "name": "ours"})
    assert client.score_round(RACKS, own, winner=0, opened=[True, True, False]) == SCORE


def test_ramo_the_player_who_goes_out_scores_minus_50(client: Client) -> None:
    """Others add 5 for a low card, 10 for a high one, 20 for a joker or a special."""
    left = [parse_tiles(text) for text in ("r9 r10 j skip", "", "k1", "b13", "-1")]
    assert client.score_round(left, "ramo").scores == (55, -50, 5, 10, 20)


def test_where_nobody_went_out_nobody_has_won(client: Client) -> None:
    """Said by the racks, or by the players where an empty rack has not gone out."""
    left = [parse_tiles(text) for text in ("r9", "k8", "k9 y1")]
    assert client.score_round(left, "ramo") == RoundScore((5, 5, 10), (5, 5, 10), (5, 5, 10), winner=None)
    left[0] = ()
    assert client.score_round(left, "ramo", pool_empty=True).winner is None
    assert client.score_round(left, "ramo").scores == (-50, 5, 10)


def test_flags_and_a_named_winner_arrive(client: Client) -> None:
    """A player who never opened pays a fixed sum, more by choice; a tie is settled by the players."""
    rules = get_ruleset("tile-rummy-mso-2019")
    flags: dict[str, Any] = {"opened": [True, False, False], "could_open": [False, True, False]}
    told = client.score_round(RACKS, rules, **flags)
    assert told == score_round(RACKS, rules, **flags)
    assert told.charges == (0, 200, 100)
    assert client.score_round([parse_tiles("r5"), parse_tiles("k5")], "tile-rummy", winner=1).scores == (-5, 5)


def test_rounds_add_up_to_a_game(client: Client) -> None:
    """Ramo's eight rounds, and the lowest total wins; before that somebody leads."""
    assert client.score_game([SCORE, (5, 5, -10)], "tile-rummy").totals == (42, -10, -32)
    assert client.score_game([(-50, 5, 10)] * 7, "ramo") == GameScore(
        (-350, 35, 70), finished=False, leaders=(0,), rounds_played=7
    )
    assert client.score_game([(-50, -50, 10)] * 9, "ramo") == GameScore((-400, -400, 80), True, (0, 1), rounds_played=8)
    assert client.score_game([(2**31 - 1, 0, 0)] * 8, "ramo").totals == (8 * (2**31 - 1), 0, 0)


def test_the_asyncio_client_asks_the_same(server: Server) -> None:
    """Both clients have the same methods with the same answers."""

    async def ask() -> tuple[RoundScore, GameScore]:
        async with connect_async(server.address) as client:
            score = await client.score_round(RACKS, "tile-rummy")
            return score, await client.score_game([score], "tile-rummy")

    score, game = asyncio.run(ask())
    assert (score, game.totals, game.leaders) == (SCORE, (37, -15, -22), (0,))


@pytest.mark.parametrize(
    ("racks", "keywords", "faults"),
    [
        (["", "r14"], {}, [("racks[1][0]", "UNKNOWN_TILE")]),
        (["", "r5 r5 r5"], {}, [("racks[1][2]", "TOO_MANY_COPIES")]),
        (["", "k5"], {"winner": 7}, [("winner", "NOT_THE_WINNER")]),
        (["", "k5"], {"winner": -1}, [("winner", "NOT_THE_WINNER")]),
        (["", "k5"], {"winner": 2**40}, [("winner", "WRONG_TYPE")]),
        (["r5", "k5"], {}, [("winner", "TIE")]),
        (
            ["", "k5"],
            {"opened": [True], "could_open": [True] * 3},
            [("opened", "WRONG_LENGTH"), ("could_open", "WRONG_LENGTH")],
        ),
        (["", "k5"], {"could_open": []}, [("could_open", "WRONG_LENGTH")]),
        (["r5"], {}, [("racks", "OUT_OF_RANGE")]),
        ([""] * 1001, {}, [("racks", "TOO_MANY_TILES")]),
    ],
)
def test_racks_that_cannot_be_scored_are_refused(
    client: Client, racks: list[str], keywords: dict[str, Any], faults: list[tuple[str, str]]
) -> None:
    """As in process, with the same fields."""
    with pytest.raises(InvalidRequest) as refused:
        client.score_round([parse_tiles(rack) for rack in racks], "tile-rummy", **keywords)
    assert [(fault.field, fault.reason) for fault in refused.value.faults] == faults


@pytest.mark.parametrize(
    ("rounds", "fault"),
    [
        ([], ("rounds", "EMPTY")),
        ([(1, 2, 3), (1, 2)], ("rounds[1]", "WRONG_LENGTH")),
        ([()], ("rounds[0]", "WRONG_LENGTH")),
        ([(1, 2, 3)] * 10_001, ("rounds", "TOO_LARGE")),
        ([(1, 2**31, 3)], ("rounds[0][1]", "WRONG_TYPE")),
    ],
)
def test_rounds_that_do_not_add_up_are_refused(
    client: Client, rounds: list[tuple[int, ...]], fault: tuple[str, str]
) -> None:
    """As in process, with the same fields."""
    with pytest.raises(InvalidRequest) as refused:
        client.score_game(rounds, "ramo")
    assert [(found.field, found.reason) for found in refused.value.faults] == [fault]


def test_a_game_that_counts_more_than_racks_is_refused(client: Client) -> None:
    """And so is one that does not exist."""
    for name in ("gin", "no-such-game"):
        with pytest.raises(InvalidRequest) as refused:
            client.score_round(RACKS, name)
        assert "ruleset" in {fault.field.partition(".")[0] for fault in refused.value.faults}


def test_other_clients_see_the_fields_of_the_message(channel: grpc.Channel) -> None:
    """Rules are required, and a tile is named by its place in the request."""
    choice = RulesetChoice(preset="tile-rummy")
    racks = [Rack(), Rack(tiles=[Tile(text="r5"), Tile(text="hello")])]
    for method, request, place in (
        ("ScoreRound", ScoreRoundRequest(racks=racks), b"ruleset"),
        ("ScoreRound", ScoreRoundRequest(ruleset=choice, racks=racks), b"racks[1].tiles[1]"),
        ("ScoreGame", ScoreGameRequest(rounds=[RoundScores(scores=[1, 2])]), b"ruleset"),
    ):
        with pytest.raises(grpc.RpcError) as refused:
            send(channel, f"{SERVICE}/{method}", request.SerializeToString())
        call: Any = refused.value
        assert call.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert place in dict(call.trailing_metadata())["grpc-status-details-bin"]
