"""Hints over a real socket are those of the library, tell no more than their grade, and name every fault."""

from __future__ import annotations

import asyncio
from typing import Any
from xml.etree import ElementTree

import grpc
import pytest

from meldserver.client import Client, connect_async
from meldserver.generated.v1 import hint_service_pb2 as wire
from meldserver.generated.v1.ruleset_pb2 import RulesetChoice
from meldserver.generated.v1.solution_pb2 import OBJECTIVE_DISTURBANCE
from meldserver.service.server import Server
from meldsolver import InvalidRequest, Objective, Solution, get_ruleset, load_ruleset, parse_position, solve
from meldsolver.hints import End, Grade, alternatives, explain_no_play, find_hint, replay, tell
from tests.server.bad_requests import SOUND
from tests.server.conftest import send

RULES = get_ruleset("tile-rummy")
POSITION = parse_position("r1#a r2#b r3#c | k4 k5 k6 k7 | r5 j r7 / r4 r7 b7 k9 r6 y1 y2 / opened")
MANY = parse_position("r1 r2 r3 r4 | k1 k2 k3 k4 / r5 k5 y5 b5 y4 b4 j / opened")
STUCK = parse_position(". / r9 k9 b9 y1 / unopened")
SERVICE = "/meldsolver.v1.HintService"


@pytest.mark.parametrize("grade", Grade)
def test_every_grade_comes_as_the_library_tells_it(client: Client, grade: Grade) -> None:
    """Nothing is lost, added or disclosed on the way."""
    assert client.hint(POSITION, "tile-rummy", grade) == tell(find_hint(POSITION, RULES), grade)
    assert client.hint(STUCK, RULES, grade) == tell(find_hint(STUCK, RULES), grade)


def test_the_plan_can_be_replayed_by_the_client(client: Client) -> None:
    """An app moves its own tiles by the steps, so they must be complete."""
    told = client.hint(POSITION, RULES, Grade.PLAN)
    assert told.plan is not None
    assert replay(POSITION, told.plan) == told.table


@pytest.mark.parametrize("grade", [g for g in wire.Grade.values() if g])
def test_a_response_holds_its_own_field_alone(channel: grpc.Channel, grade: int) -> None:
    """What must not be known yet must not travel either."""
    request = wire.GetHintRequest(ruleset=RulesetChoice(preset="tile-rummy"), position=SOUND)
    request.grade = grade  # type: ignore[assignment]
    response = wire.GetHintResponse.FromString(send(channel, f"{SERVICE}/GetHint", request.SerializeToString()))
    told = {2: "count", 3: "rack_tiles", 4: "melds", 5: "first_step", 6: "plan"}.get(grade)
    assert {field.name for field, _ in response.ListFields()} == {"status"} | ({told} if told else set())


def test_alternatives_stream_and_say_how_they_ended(client: Client) -> None:
    """The same plays in the same order as in process, and an honest end."""
    found = list(client.alternatives(MANY, RULES, time_limit=60))
    ours = list(alternatives(MANY, RULES, time_limit=60))
    assert [play.table for play in found if isinstance(play, Solution)] == [
        play.table for play in ours if isinstance(play, Solution)
    ]
    assert found[-1] == ours[-1]
    assert list(client.alternatives(MANY, RULES, most=2))[-1] == End(2, complete=False, reason="count")
    assert list(client.alternatives(STUCK, RULES)) == [End(0, complete=True, reason="all")]


def test_improvements_end_as_solve_answers(client: Client) -> None:
    """The last answer carries the proof."""
    wanted = (Objective.TILES, Objective.POINTS, Objective.DISTURBANCE)
    answers = list(client.improving(POSITION, RULES, wanted))
    best = solve(POSITION, RULES, wanted)
    assert [answer.done for answer in answers][-1:] == [True]
    assert not any(answer.done for answer in answers[:-1])
    assert (answers[-1].solution.table, answers[-1].solution.goals) == (best.table, best.goals)


def test_what_is_nearest(client: Client) -> None:
    """The same answer as in process."""
    assert client.explain_no_play(STUCK, RULES) == explain_no_play(STUCK, RULES)
    assert client.explain_no_play(POSITION, RULES).playable


@pytest.mark.parametrize("scene", ["position", "play", "plan"])
def test_pictures(client: Client, scene: str) -> None:
    """Each scene is a picture that a browser can read; without a play there is none to show."""
    assert ElementTree.fromstring(client.picture(POSITION, RULES, scene)).tag.endswith("svg")
    assert bool(client.picture(STUCK, RULES, scene)) == (scene == "position")


def test_the_asyncio_client_asks_the_same(server: Server) -> None:
    """Both clients have the same methods with the same answers."""

    async def ask() -> list[Any]:
        async with connect_async(server.address) as client:
            plays = [item async for item in client.alternatives(MANY, RULES, most=2)]
            answers = [item async for item in client.improving(POSITION, RULES)]
            hint = await client.hint(POSITION, RULES, Grade.COUNT)
            nearest = await client.explain_no_play(STUCK, RULES)
            return [plays[-1], answers[-1].done, hint.count, nearest, await client.picture(POSITION, RULES)]

    end, done, count, nearest, picture = asyncio.run(ask())
    assert end == End(2, complete=False, reason="count")
    assert done
    assert count == find_hint(POSITION, RULES).solution.tiles_played
    assert nearest == explain_no_play(STUCK, RULES)
    assert picture.startswith("<svg")


def test_faults_are_named_by_the_request(client: Client, channel: grpc.Channel) -> None:
    """Every fault with the field of the message that holds it."""
    with pytest.raises(InvalidRequest) as refused:
        list(client.alternatives(POSITION, RULES, (Objective.DISTURBANCE,), most=0))
    assert [fault.field for fault in refused.value.faults] == ["objectives[0]", "most"]
    with pytest.raises(InvalidRequest) as refused:
        client.hint(parse_position("r1 r1 r1 / r4 / opened"), RULES, Grade.PLAN)
    assert {fault.field.partition("[")[0] for fault in refused.value.faults} == {"table"}
    odd = load_ruleset({"extends": "tile-rummy", "set": {"suits": "any"}})
    with pytest.raises(InvalidRequest) as refused:
        client.solve(POSITION, odd, (Objective.DISTURBANCE,))
    assert [fault.field for fault in refused.value.faults] == ["objectives[0]"]
    for method, request in (
        ("GetHint", wire.GetHintRequest(ruleset=RulesetChoice(preset="tile-rummy"))),
        ("DrawPicture", wire.DrawPictureRequest(objectives=[OBJECTIVE_DISTURBANCE])),
        ("ExplainNoPlay", wire.ExplainNoPlayRequest()),
    ):
        with pytest.raises(grpc.RpcError) as error:
            send(channel, f"{SERVICE}/{method}", request.SerializeToString())
        assert isinstance(error.value, grpc.Call)
        assert error.value.code() is grpc.StatusCode.INVALID_ARGUMENT


def test_a_reader_that_leaves_frees_the_core(client: Client) -> None:
    """A stream that nobody reads on must not keep others waiting."""
    for _ in range(5):
        stream = client.alternatives(MANY, RULES, most=1000, time_limit=60)
        next(stream)
        stream.close()  # type: ignore[attr-defined]
        improvements = client.improving(POSITION, RULES, time_limit=60)
        next(improvements)
        improvements.close()  # type: ignore[attr-defined]
    assert client.hint(MANY, RULES, Grade.PLAYABLE, time_limit=60).status == "OPTIMAL"
