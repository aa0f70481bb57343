"""Random requests, sound and unsound: whatever comes, the answer is an answer or a fault of the request."""

from __future__ import annotations

from random import Random
from typing import cast

import grpc
import pytest
from google.protobuf.struct_pb2 import ListValue, Struct, Value
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meldserver.client import Client
from meldserver.generated.v1.position_pb2 import Position
from meldserver.generated.v1.referee_service_pb2 import CheckMeldRequest, CheckMoveRequest, EndState
from meldserver.generated.v1.ruleset_pb2 import RulesetChoice
from meldserver.generated.v1.ruleset_service_pb2 import ValidateRulesetRequest
from meldserver.generated.v1.score_pb2 import Rack, RoundScores, ScoreGameRequest, ScoreRoundRequest
from meldserver.generated.v1.solver_service_pb2 import SolveRequest
from meldserver.generated.v1.tile_pb2 import Meld, Tile
from meldsolver import Objective, get_ruleset, list_rulesets, load_ruleset
from meldsolver.rules.loading import ruleset_to_mapping
from tests.server.bad_requests import CHECK_MELD, CHECK_MOVE, SCORE_GAME, SCORE_ROUND, SOLVE, VALIDATE
from tests.server.conftest import send
from tests.server.sound import sound_position

fuzz = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))

NATURALS = st.builds("{}{}".format, st.sampled_from("rykbgpz"), st.integers(0, 15))
ODD = st.sampled_from(
    ["j", "j=r5", "j=k13", "r2w", "skip", "-1", "?", "fj", "5H", "AS", "r4#a", "", " ", "#", "=", "j=j", "r٣"]
)
TILES = st.builds(
    Tile, text=st.one_of(NATURALS, NATURALS, ODD, st.text(max_size=6)), id=st.sampled_from(["", "", "a", "b"])
)
MELDS = st.builds(Meld, tiles=st.lists(TILES, max_size=5))
RUNS = st.builds(
    lambda suit, low, size: Meld(tiles=[Tile(text=f"{suit}{rank}") for rank in range(low, low + size)]),
    st.sampled_from("rykb"),
    st.integers(1, 11),
    st.integers(2, 5),
)
NUMBERS = st.one_of(st.integers(-2, 15), st.sampled_from([-(2**31), 2**31 - 1]))
POSITIONS = st.builds(
    Position,
    table=st.lists(RUNS | MELDS, max_size=4),
    rack=st.lists(TILES, max_size=8),
    opened=st.booleans(),
    loose=st.lists(TILES, max_size=2),
    all_opened=st.none() | st.booleans(),
    level=st.just(0) | NUMBERS,
    called=st.none() | TILES,
    wild_turns=st.lists(NUMBERS, max_size=2),
    pool_empty=st.booleans(),
    excerpt=st.booleans(),
)

MAPPING = ruleset_to_mapping(load_ruleset({"extends": "tile-rummy"}))
SECTIONS = {name: sorted(section) for name, section in MAPPING.items() if isinstance(section, dict)}
VALUES = st.recursive(
    st.one_of(
        st.builds(Value, number_value=st.floats() | NUMBERS.map(float)),
        st.builds(Value, string_value=st.sampled_from(["none", "any", "full", "r2"]) | st.text(max_size=5)),
        st.builds(Value, bool_value=st.booleans()),
        st.just(Value(null_value=0)),  # type: ignore[arg-type]
        st.just(Value()),
    ),
    lambda inner: st.one_of(
        st.builds(lambda items: Value(list_value=ListValue(values=items)), st.lists(inner, max_size=3)),
        st.builds(
            lambda items: Value(struct_value=Struct(fields=items)),
            st.dictionaries(st.text(max_size=4), inner, max_size=3),
        ),
    ),
    max_leaves=5,
)
CHANGES = st.sampled_from(sorted(SECTIONS)).flatmap(
    lambda section: st.dictionaries(st.sampled_from(SECTIONS[section]), VALUES, max_size=2).map(
        lambda fields: (section, Value(struct_value=Struct(fields=fields)))
    )
)
RULES = st.one_of(
    st.lists(CHANGES, max_size=2).map(lambda changes: Struct(fields=dict(changes))),
    st.dictionaries(st.text(max_size=4), VALUES, max_size=2).map(lambda fields: Struct(fields=fields)),
)
PRESETS = st.sampled_from([summary.name for summary in list_rulesets()])
CHOICES = st.one_of(
    st.just(RulesetChoice(preset="tile-rummy")),
    st.builds(RulesetChoice, preset=PRESETS),
    st.builds(RulesetChoice, preset=PRESETS | st.just(""), rules=RULES),
)
FINE = {
    grpc.StatusCode.OK,
    grpc.StatusCode.INVALID_ARGUMENT,
}


def code(channel: grpc.Channel, method: str, data: bytes) -> grpc.StatusCode:
    """The status with which the server answers these bytes."""
    try:
        send(channel, method, data)
    except grpc.RpcError as error:
        return cast(grpc.Call, error).code()
    return grpc.StatusCode.OK


@fuzz
@given(CHOICES, POSITIONS, st.lists(st.integers(-1, 10), max_size=3), st.just(0) | NUMBERS)
def test_any_position_under_any_rules_is_solved_or_refused(
    channel: grpc.Channel, choice: RulesetChoice, position: Position, objectives: list[int], seed: int
) -> None:
    """What passes the checks of a request must never fail later."""
    request = SolveRequest(ruleset=choice, position=position, objectives=objectives, seed=seed)  # type: ignore[arg-type]
    request.time_limit.FromMilliseconds(2000)
    assert code(channel, SOLVE, request.SerializeToString()) in FINE


@fuzz
@given(CHOICES, POSITIONS, st.lists(RUNS | MELDS, max_size=4))
def test_any_move_under_any_rules_is_judged_or_refused(
    channel: grpc.Channel, choice: RulesetChoice, before: Position, after: list[Meld]
) -> None:
    """The referee has an opinion on everything that can lie on a table."""
    request = CheckMoveRequest(ruleset=choice, before=before, after=EndState(table=[*before.table, *after]))
    assert code(channel, CHECK_MOVE, request.SerializeToString()) in FINE


@fuzz
@given(CHOICES, RUNS | MELDS)
def test_any_meld_under_any_rules_is_judged_or_refused(
    channel: grpc.Channel, choice: RulesetChoice, meld: Meld
) -> None:
    """The same for one meld, and for the rules by themselves."""
    assert code(channel, CHECK_MELD, CheckMeldRequest(ruleset=choice, meld=meld).SerializeToString()) in FINE
    assert code(channel, VALIDATE, ValidateRulesetRequest(ruleset=choice).SerializeToString()) in FINE


@fuzz
@given(CHOICES, st.data())
def test_any_round_and_game_are_scored_or_refused(
    channel: grpc.Channel, choice: RulesetChoice, data: st.DataObject
) -> None:
    """Whatever is left on the racks, whoever is said to have won, however many flags there are."""
    flags = st.lists(st.booleans(), max_size=4)
    end = ScoreRoundRequest(
        ruleset=choice,
        racks=[Rack(tiles=meld.tiles) for meld in data.draw(st.lists(RUNS | MELDS, max_size=4))],
        winner=data.draw(st.none() | NUMBERS),
        opened=data.draw(flags),
        could_open=data.draw(flags),
    )
    assert code(channel, SCORE_ROUND, end.SerializeToString()) in FINE
    rounds = st.builds(RoundScores, scores=st.lists(NUMBERS, min_size=2, max_size=3))
    game = ScoreGameRequest(ruleset=choice, rounds=data.draw(st.lists(rounds, max_size=3)))
    assert code(channel, SCORE_GAME, game.SerializeToString()) in FINE


@fuzz
@given(POSITIONS, st.data())
def test_damaged_bytes_are_read_or_refused(channel: grpc.Channel, position: Position, data: st.DataObject) -> None:
    """Bytes changed, lost or doubled on the way."""
    sound = SolveRequest(ruleset=RulesetChoice(preset="tile-rummy"), position=position).SerializeToString()
    at = data.draw(st.integers(0, len(sound)))
    lost = data.draw(st.integers(0, 3))
    damaged = sound[:at] + data.draw(st.binary(max_size=3)) + sound[at + lost :]
    assert code(channel, SOLVE, damaged) in FINE


@pytest.mark.parametrize("name", [summary.name for summary in list_rulesets()])
def test_every_preset_solves_and_judges_what_its_deck_gives(client: Client, name: str) -> None:
    """Positions that can exist, with any objectives: an answer comes, and the referee agrees with it."""
    ruleset = get_ruleset(name)
    for number in range(3):
        position = sound_position(ruleset, f"{name} {number}")
        if position is not None:
            wishes = Random(f"{name} {number}").sample(list(Objective), 2)
            solution = client.solve(position, ruleset, wishes, time_limit=5)
            if solution.status.found:
                assert client.check_move(position, solution.table, ruleset).legal
