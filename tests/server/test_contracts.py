"""The contract service over a real socket: the same answers as in process, and every fault by its field.

Why: a client must be able to trust that asking a server and asking the library are the same thing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import grpc
import pytest

import meldsolver as ms
from meldserver.client import Client, connect_async
from meldserver.generated.v1 import contract_service_pb2 as wire
from meldserver.generated.v1.position_pb2 import Position as PositionMessage
from meldserver.generated.v1.ruleset_pb2 import RulesetChoice
from meldserver.generated.v1.tile_pb2 import Tile as TileMessage
from meldserver.service.server import Server
from meldsolver import contracts
from meldsolver.contracts import Discard, Distance

RAMO = ms.get_ruleset("ramo")
HAND = ms.parse_tiles("r5 k5 b7 b8 j k12 x2 y9 y8 r3#a k3 b12 r9")
TABLE = ms.parse_melds("b5 y5 k5 | r9 r10 r11")
PLAYERS = ("ana", "ana")
POSITION = ms.Position(table=TABLE, rack=HAND, level=3)
CARD = ms.parse_tile("y10")


def timeless(answer: Any) -> Any:
    return replace(answer, seconds=0.0)


def test_a_lay_down_is_that_of_the_library(client: Client) -> None:
    """With melds, lay-offs, ids and goals."""
    position = replace(POSITION, level=2, rack=(*HAND, ms.WILD))
    expected = contracts.lay_down(position, RAMO, players=PLAYERS)
    assert expected.can_go_down
    assert timeless(client.lay_down(position, "ramo", players=PLAYERS)) == timeless(expected)


def test_a_distance_is_that_of_the_library(client: Client) -> None:
    """Chances come back as the same fractions."""
    expected = contracts.distance(POSITION, RAMO, seen=[CARD], draws=2)
    assert timeless(client.distance(POSITION, RAMO, seen=[CARD], draws=2)) == timeless(expected)


def test_advice_is_that_of_the_library(client: Client) -> None:
    """Discards ranked, and the draw; the stream has the same cards in the order of the hand."""
    expected = contracts.advise_discard(POSITION, RAMO, players=PLAYERS, player="bob")
    assert expected.now is not None
    answer = client.advise_discard(POSITION, RAMO, players=PLAYERS, player="bob")
    assert answer.discards == expected.discards
    now, *cards = client.stream_discards(POSITION, RAMO, players=PLAYERS, player="bob")
    assert isinstance(now, Distance)
    assert now.distance == expected.now.distance
    assert [card.card for card in cards if isinstance(card, Discard)] == list(HAND)
    assert sorted(map(str, cards)) == sorted(map(str, expected.discards))
    draw = contracts.advise_draw(POSITION, RAMO, CARD)
    assert timeless(client.advise_draw(POSITION, RAMO, CARD)) == timeless(draw)


def test_a_ramo_check_is_that_of_the_library(client: Client) -> None:
    """With the best play of a hand that is known."""
    hands = {"ana": ms.parse_tiles("k12 y12 r2")}
    asked = (ms.parse_tile("r12"), TABLE)
    expected = contracts.check_ramo(*asked, RAMO, players=PLAYERS, discarder="bob", hands=hands)
    answer = client.check_ramo(*asked, RAMO, players=PLAYERS, discarder="bob", hands=hands)
    assert answer.is_ramo
    assert [replace(c, best=timeless(c.best)) for c in answer.callers] == [
        replace(c, best=timeless(c.best)) for c in expected.callers
    ]


@pytest.mark.parametrize("level", [0, 9, -1])
def test_faults_are_named_by_the_request(client: Client, level: int) -> None:
    """The client names them as the library does."""
    with pytest.raises(ms.InvalidRequest) as error:
        client.distance(replace(POSITION, level=level), RAMO)
    assert [fault.field for fault in error.value.faults] == ["level"]


@pytest.mark.parametrize(
    ("method", "request_message", "fields"),
    [
        ("LayDown", wire.LayDownRequest(), ["position", "ruleset"]),
        ("GetDistance", wire.GetDistanceRequest(ruleset=RulesetChoice(preset="ramo")), ["position"]),
        ("CheckRamo", wire.CheckRamoRequest(ruleset=RulesetChoice(preset="ramo")), ["card"]),
        (
            "AdviseDraw",
            wire.AdviseDrawRequest(
                ruleset=RulesetChoice(preset="ramo"),
                position=PositionMessage(level=1, rack=[TileMessage(text="r5")] * 3),
                card=TileMessage(text="r6"),
            ),
            ["position.rack[2]"],
        ),
        (
            "CheckRamo",
            wire.CheckRamoRequest(
                ruleset=RulesetChoice(preset="ramo"),
                card=TileMessage(text="r6"),
                hands=[wire.KnownHand(player="eve", tiles=[TileMessage(text="r5")])],
            ),
            ["hands[0]"],
        ),
    ],
)
def test_the_wire_names_the_fields_of_the_request(
    channel: grpc.Channel, method: str, request_message: Any, fields: list[str]
) -> None:
    """A bad request is INVALID_ARGUMENT with a path for every fault."""
    call: Any = channel.unary_unary(f"/meldsolver.v1.ContractService/{method}")
    with pytest.raises(grpc.RpcError) as error:
        call(request_message.SerializeToString(), timeout=120)
    refused: Any = error.value
    assert refused.code() is grpc.StatusCode.INVALID_ARGUMENT
    told = f"{refused.details()} {refused.trailing_metadata()}"
    assert all(field in told for field in fields)


async def ask(address: str) -> tuple[int | None, int]:
    async with connect_async(address) as client:
        answer = await client.distance(POSITION, RAMO)
        cards = [card async for card in client.stream_discards(POSITION, RAMO)]
        return answer.distance, len(cards)


def test_the_asyncio_client_asks_the_same(server: Server) -> None:
    """One call and one stream."""
    import asyncio

    assert asyncio.run(ask(server.address)) == (contracts.distance(POSITION, RAMO).distance, len(HAND) + 1)
