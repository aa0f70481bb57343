"""Places, steps and plans."""

from __future__ import annotations

from collections.abc import Iterable

from meldserver.convert.tiles import read_tiles, tile_message
from meldserver.generated.v1 import hint_pb2, tile_pb2
from meldsolver.hints import MeldOrigin, Moved, Place, Plan, Source, Step, StepKind
from meldsolver.tiles import Alphabet, Tile
from meldsolver.tiles.position_json import JsonReader

_SOURCES = {hint_pb2.TileSource.Value(f"TILE_SOURCE_{item.name}"): item for item in Source}
_SOURCE_VALUES = {item: value for value, item in _SOURCES.items()}
_KINDS = {hint_pb2.StepKind.Value(f"STEP_KIND_{item.name}"): item for item in StepKind}
_KIND_VALUES = {item: value for value, item in _KINDS.items()}


def place_message(place: Place) -> hint_pb2.Place:
    """A place."""
    meld = None if place.meld < 0 else place.meld
    return hint_pb2.Place(source=_SOURCE_VALUES[place.source], meld=meld, index=place.at)


def read_place(message: hint_pb2.Place) -> Place:
    """A place from its message."""
    return Place(_SOURCES[message.source], message.meld if message.HasField("meld") else -1, message.index)


def origin_messages(origins: Iterable[MeldOrigin]) -> list[hint_pb2.MeldOrigin]:
    """Origins of melds."""
    return [
        hint_pb2.MeldOrigin(
            continues=origin.continues, untouched=origin.untouched, places=map(place_message, origin.places)
        )
        for origin in origins
    ]


def plan_message(plan: Plan) -> hint_pb2.Plan:
    """A plan."""
    return hint_pb2.Plan(
        steps=map(step_message, plan.steps),
        melds=plan.melds,
        recast=[
            hint_pb2.RecastTile(place=place_message(place), tile=tile_message(tile)) for place, tile in plan.recast
        ],
        moved_tiles=plan.moved_tiles,
        rack_tiles=plan.rack_tiles,
        splits=plan.splits,
        points=plan.points,
    )


def read_plan(message: hint_pb2.Plan, alphabet: Alphabet) -> Plan:
    """A plan from its message."""
    recast = [(read_place(item.place), _tile(item.tile, alphabet)) for item in message.recast]
    return Plan(
        steps=tuple(read_step(step, alphabet) for step in message.steps),
        melds=tuple(message.melds),
        recast=tuple(recast),
        moved_tiles=message.moved_tiles,
        rack_tiles=message.rack_tiles,
        splits=message.splits,
        points=message.points,
    )


def step_message(step: Step) -> hint_pb2.Step:
    """A step."""
    return hint_pb2.Step(
        kind=_KIND_VALUES[step.kind],
        moved=map(_moved_message, step.moved),
        target=step.target,
        results=[
            hint_pb2.MeldResult(meld=number, places=map(place_message, places)) for number, places in step.results
        ],
        freed=None if step.freed is None else _moved_message(step.freed),
        opens=step.opens,
        opening_points=step.opening_points,
        region=step.region,
        sentence=step.sentence,
    )


def read_step(message: hint_pb2.Step, alphabet: Alphabet) -> Step:
    """A step from its message."""
    return Step(
        kind=_KINDS[message.kind],
        moved=tuple(_read_moved(moved, alphabet) for moved in message.moved),
        target=message.target,
        results=tuple((result.meld, tuple(map(read_place, result.places))) for result in message.results),
        freed=_read_moved(message.freed, alphabet) if message.HasField("freed") else None,
        opens=message.opens,
        opening_points=message.opening_points if message.HasField("opening_points") else None,
        region=message.region,
        sentence=message.sentence,
    )


def _moved_message(moved: Moved) -> hint_pb2.MovedTile:
    return hint_pb2.MovedTile(
        tile=tile_message(moved.tile), place=place_message(moved.place), meld=moved.meld, to=moved.to
    )


def _read_moved(message: hint_pb2.MovedTile, alphabet: Alphabet) -> Moved:
    meld = message.meld if message.HasField("meld") else None
    to = message.to if message.HasField("to") else None
    return Moved(_tile(message.tile, alphabet), read_place(message.place), meld, to)


def _tile(message: tile_pb2.Tile, alphabet: Alphabet) -> Tile:
    reader = JsonReader(alphabet)
    tiles = read_tiles([message], reader, "tile", single=True)
    reader.finish()
    return tiles[0]
