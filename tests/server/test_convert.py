"""The messages say exactly what the solver's own values say."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meldserver.convert.paths import domain_path, wire_path
from meldserver.convert.tiles import position_message, read_position
from meldserver.generated.v1 import solution_pb2
from meldserver.generated.v1.position_pb2 import Position as PositionMessage
from meldsolver import Face, Objective, Position, Status, Tile
from meldsolver.tiles.position_json import JsonReader

FACES = st.builds(Face, st.sampled_from("rykb"), st.integers(1, 13))
IDS = st.sampled_from(["", "a", "tile-7", "x.y:z_1"])
TILES = st.one_of(
    st.builds(lambda face, tile_id: Tile(face.suit, face.rank, id=tile_id), FACES, IDS),
    st.builds(lambda face, tile_id: Tile(wild=True, stands_for=face, id=tile_id), st.none() | FACES, IDS),
    st.builds(lambda face: Tile(face.suit, face.rank, wild=True), FACES),
    st.builds(lambda name: Tile(name=name), st.sampled_from(["skip", "-1", "x2", "+3", "?"])),
)
HANDS = st.lists(TILES, max_size=5).map(tuple)
POSITIONS = st.builds(
    Position,
    table=st.lists(HANDS, max_size=4).map(tuple),
    rack=HANDS,
    opened=st.booleans(),
    loose=HANDS,
    all_opened=st.booleans(),
    level=st.integers(0, 9),
    called=st.none() | TILES,
    wild_turns=st.lists(st.integers(0, 9), max_size=3).map(tuple),
    pool_empty=st.booleans(),
    excerpt=st.booleans(),
)


@settings(max_examples=200)
@given(POSITIONS)
def test_a_position_survives_the_way_there_and_back(position: Position) -> None:
    """Whatever a position says, ids and order too, arrives."""
    data = position_message(position).SerializeToString()
    reader = JsonReader()
    assert read_position(PositionMessage.FromString(data), reader, "position") == position
    assert not reader.faults


def test_what_is_left_out_of_a_position_has_the_domains_default() -> None:
    """A false boolean and an absent one look the same on the wire, except where the default is true."""
    assert read_position(PositionMessage(), JsonReader(), "position") == Position()


@pytest.mark.parametrize(
    ("enum", "kind", "prefix"),
    [
        (solution_pb2.Objective, Objective, "OBJECTIVE_"),
        (solution_pb2.SolutionStatus, Status, "SOLUTION_STATUS_"),
    ],
)
def test_enums_are_the_domains_names_behind_a_prefix(enum: object, kind: type, prefix: str) -> None:
    """An objective added to the solver must be added to the API."""
    names = set(enum.keys())  # type: ignore[attr-defined]
    assert names == {f"{prefix}{item.name}" for item in kind} | {f"{prefix}UNSPECIFIED"}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("domain", "wire"),
    [
        ("table[0][2]", "table[0].tiles[2]"),
        ("position.table[10][2]", "position.table[10].tiles[2]"),
        ("after.table[1][0]", "after.table[1].tiles[0]"),
        ("position.table[0]", "position.table[0]"),
        ("position.rack[3]", "position.rack[3]"),
        ("meld[2]", "meld.tiles[2]"),
        ("ruleset.rules.table.model", "ruleset.rules.table.model"),
    ],
)
def test_paths_are_translated_both_ways(domain: str, wire: str) -> None:
    """A message has ``tiles`` between a meld and its tile, the solver's lists have not."""
    assert wire_path(domain) == wire
    assert domain_path(wire) == domain
