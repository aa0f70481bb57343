"""Both clients give what the solver gives in process: domain objects in, domain objects out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import pytest

from meldserver.client import AsyncClient, Client, ServiceError, connect, connect_async
from meldserver.service.server import Server
from meldsolver import (
    InvalidRequest,
    Meld,
    Objective,
    Position,
    check_meld,
    check_move,
    get_ruleset,
    list_rulesets,
    load_ruleset,
    parse_melds,
    parse_position,
    parse_tiles,
    solve,
)

RULES = get_ruleset("tile-rummy")
POSITION = parse_position("r1#a r2 r3 | k9 y9 b9 / r4#x r9 j b13 / opened")
LEGAL = parse_melds("r1#a r2 r3 r4#x | k9 y9 b9 r9")
ILLEGAL = parse_melds("r1#a r2 r4#x | k9 y9 b9 b13")
CUSTOM = load_ruleset({"extends": "tile-rummy", "name": "long", "deck": {"ranks": 20}, "run": {"max": 20}})
WISHES = (Objective.POINTS, Objective.WILDS_KEPT)

Answer = TypeVar("Answer")


def ask(server: Server, question: Callable[[AsyncClient], Awaitable[Answer]]) -> Answer:
    """One question through the asyncio client."""

    async def conversation() -> Answer:
        async with connect_async(server.address) as client:
            return await question(client)

    return asyncio.run(conversation())


def test_solve_gives_the_same_play_as_in_process(client: Client, server: Server) -> None:
    """Tile ids, goals and bounds survive the way; only the time differs."""
    local = solve(POSITION, RULES, WISHES)
    remote = client.solve(POSITION, RULES, WISHES)
    assert replace(remote, seconds=0) == replace(local, seconds=0)
    assert remote.seconds > 0
    waited = ask(server, lambda it: it.solve(POSITION, RULES, WISHES))
    assert replace(waited, seconds=0) == replace(local, seconds=0)


@pytest.mark.parametrize("after", [LEGAL, ILLEGAL], ids=["legal", "illegal"])
def test_check_move_gives_the_same_report_as_in_process(
    client: Client, server: Server, after: tuple[Meld, ...]
) -> None:
    """Codes, places, tiles and effects survive the way."""
    local = check_move(POSITION, after, RULES)
    assert client.check_move(POSITION, after, RULES) == local
    assert ask(server, lambda it: it.check_move(POSITION, after, "tile-rummy")) == local


@pytest.mark.parametrize("text", ["r5 j r7", "r5 k5 j", "r5 r5 k5", "j r12 r13"])
def test_check_meld_gives_the_same_report_as_in_process(client: Client, server: Server, text: str) -> None:
    """What wilds stand for, and why a group is no meld, survive the way."""
    local = check_meld(parse_tiles(text), RULES)
    assert client.check_meld(parse_tiles(text), RULES) == local
    assert ask(server, lambda it: it.check_meld(parse_tiles(text), RULES)) == local


def test_every_preset_is_listed_and_comes_back_whole(client: Client, server: Server) -> None:
    """A client can show, store and send back every game."""
    assert client.list_rulesets() == list_rulesets() == ask(server, lambda it: it.list_rulesets())
    for summary in list_rulesets():
        assert client.get_ruleset(summary.name) == get_ruleset(summary.name)
    assert ask(server, lambda it: it.get_ruleset("tile-rummy")) == RULES


def test_rules_of_ones_own_travel_with_the_request(client: Client) -> None:
    """A rank that only the caller's ruleset has is known to the server."""
    position = parse_position("r17 r18 r19 / r20 / opened")
    assert client.solve(position, CUSTOM).tiles_played == 1
    with pytest.raises(InvalidRequest):
        client.solve(position, RULES)


def test_validating_rules_fills_them_in(client: Client, server: Server) -> None:
    """What the server would play by is shown whole, and a contradiction is named by its field."""
    assert client.validate_ruleset({"opening": {"threshold": 50}}, "tile-rummy").opening.threshold == 50
    assert ask(server, lambda it: it.validate_ruleset({"extends": "tile-rummy"})).deck == RULES.deck
    with pytest.raises(InvalidRequest) as refused:
        client.validate_ruleset({"run": {"min": 9, "max": 4}}, "tile-rummy")
    assert [fault.field for fault in refused.value.faults] == ["ruleset.rules.run.min"]


@pytest.mark.parametrize(
    "position",
    [
        Position(rack=parse_tiles("r4 r4 r4"), opened=True),
        Position(table=parse_melds("r1 r2 k3"), rack=parse_tiles("r99")),
        Position(table=parse_melds("r1#a r2 r3"), rack=parse_tiles("r4#a")),
    ],
    ids=["third copy", "unknown tile", "one id twice"],
)
def test_faults_are_those_of_the_solver_in_process(client: Client, server: Server, position: Position) -> None:
    """Code that handles InvalidRequest works the same whoever answers."""
    with pytest.raises(InvalidRequest) as local:
        solve(position, RULES)
    with pytest.raises(InvalidRequest) as remote:
        client.solve(position, RULES)
    assert remote.value.faults == local.value.faults
    with pytest.raises(InvalidRequest) as waited:
        ask(server, lambda it: it.solve(position, RULES))
    assert waited.value.faults == local.value.faults


def test_faults_of_a_move_are_those_of_the_referee_in_process(client: Client) -> None:
    """Paths through both tables of a move are translated back."""
    after = parse_melds("r1 r2 r99")
    with pytest.raises(InvalidRequest) as local:
        check_move(POSITION, after, RULES)
    with pytest.raises(InvalidRequest) as remote:
        client.check_move(POSITION, after, RULES)
    assert remote.value.faults == local.value.faults


def test_no_server_is_an_error_of_its_own(server: Server) -> None:
    """Nobody there is no fault of the request."""
    with connect("127.0.0.1:1") as lonely, pytest.raises(ServiceError) as refused:
        lonely.list_rulesets()
    assert refused.value.code == "UNAVAILABLE"
