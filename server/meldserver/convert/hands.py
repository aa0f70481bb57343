"""What questions about contracts ask: a hand, the melds that are down and whose they are, what is unseen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypedDict

from google.protobuf.duration_pb2 import Duration

from meldserver.convert.required import require
from meldserver.convert.rulesets import read_ruleset, ruleset_choice
from meldserver.convert.solutions import (
    HIGHEST_SEED,
    duration_of,
    objective_values,
    read_objectives,
    read_time_limit,
)
from meldserver.convert.tiles import meld_message, position_message, read_melds, read_position, read_tiles, tile_message
from meldserver.generated.v1 import contract_pb2, contract_service_pb2, position_pb2, ruleset_pb2, tile_pb2
from meldsolver.contracts import LAY_DOWN_OBJECTIVES
from meldsolver.rules.ruleset import Ruleset
from meldsolver.solver.solution import Objective
from meldsolver.tiles import Card, Meld, Position, Tile
from meldsolver.tiles.position_json import JsonReader
from meldsolver.tiles.request import Fault

MOST_NAMES = 1000
LONGEST_NAME = 128
USUAL_DRAWS = 2

Unseen: TypeAlias = Mapping[Card, int] | None


class Known(TypedDict):
    """What is known besides the hand, as the library's questions take it."""

    unseen: dict[Card, int] | None
    seen: tuple[Tile, ...]
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """What a request about a hand asks; ``time_limit`` is ``None`` where the server decides."""

    position: Position
    ruleset: Ruleset
    players: tuple[str, ...]
    unseen: dict[Card, int] | None
    seen: tuple[Tile, ...]
    time_limit: float | None

    @property
    def known(self) -> Known:
        """What is known besides the hand."""
        return Known(unseen=self.unseen, seen=self.seen, players=self.players)


class _About(Protocol):
    """The fields that every request about a hand has."""

    @property
    def ruleset(self) -> ruleset_pb2.RulesetChoice: ...
    @property
    def position(self) -> position_pb2.Position: ...
    @property
    def players(self) -> Sequence[str]: ...
    @property
    def unseen(self) -> contract_service_pb2.UnseenCards: ...
    @property
    def seen(self) -> Sequence[tile_pb2.Tile]: ...
    @property
    def time_limit(self) -> Duration: ...


def lay_down_request(
    position: Position,
    ruleset: Ruleset | str,
    objectives: Sequence[Objective],
    players: Sequence[str],
    go_out: bool,
    seed: int,
    time_limit: float | None,
) -> contract_service_pb2.LayDownRequest:
    """The request that asks this."""
    return contract_service_pb2.LayDownRequest(
        ruleset=ruleset_choice(ruleset),
        position=position_message(position),
        players=players,
        objectives=objective_values(objectives),
        go_out=go_out,
        time_limit=duration_of(time_limit),
        seed=seed,
    )


def read_lay_down_request(
    request: contract_service_pb2.LayDownRequest,
) -> tuple[HandQuestion, tuple[Objective, ...]]:
    """What the request asks, and its objectives.

    Raises:
        InvalidRequest: it cannot be read; it holds every fault.
    """
    reader = JsonReader()
    require(request, reader, position="give the position")
    objectives = read_objectives(request.objectives, reader, LAY_DOWN_OBJECTIVES)
    if not 0 <= request.seed <= HIGHEST_SEED:
        reader.fail("seed", "OUT_OF_RANGE", f"{request.seed} is not 0 to {HIGHEST_SEED}")
    time_limit = read_time_limit(request.time_limit, reader) if request.HasField("time_limit") else None
    players = _read_names(request.players, reader, "players")
    ruleset = read_ruleset(request, reader)
    position = read_position(request.position, reader, "position")
    reader.finish()
    return HandQuestion(position, ruleset, players, None, (), time_limit), objectives


def distance_request(
    position: Position,
    ruleset: Ruleset | str,
    unseen: Unseen,
    seen: Sequence[Tile],
    players: Sequence[str],
    draws: int,
    time_limit: float | None,
) -> contract_service_pb2.GetDistanceRequest:
    """The request that asks this."""
    return contract_service_pb2.GetDistanceRequest(
        ruleset=ruleset_choice(ruleset),
        position=position_message(position),
        players=players,
        unseen=_unseen_message(unseen),
        seen=map(tile_message, seen),
        draws=draws,
        time_limit=duration_of(time_limit),
    )


def read_distance_request(request: contract_service_pb2.GetDistanceRequest) -> tuple[HandQuestion, int]:
    """What the request asks, and for how many draws.

    Raises:
        InvalidRequest: it cannot be read; it holds every fault.
    """
    draws = request.draws if request.HasField("draws") else USUAL_DRAWS
    return _read_question(request, request.HasField("unseen"), request.HasField("time_limit"), JsonReader()), draws


def discard_request(
    position: Position,
    ruleset: Ruleset | str,
    unseen: Unseen,
    seen: Sequence[Tile],
    players: Sequence[str],
    player: str,
    time_limit: float | None,
) -> contract_service_pb2.AdviseDiscardRequest:
    """The request that asks this."""
    return contract_service_pb2.AdviseDiscardRequest(
        ruleset=ruleset_choice(ruleset),
        position=position_message(position),
        players=players,
        unseen=_unseen_message(unseen),
        seen=map(tile_message, seen),
        player=player,
        time_limit=duration_of(time_limit),
    )


def read_discard_request(request: contract_service_pb2.AdviseDiscardRequest) -> tuple[HandQuestion, str]:
    """What the request asks, and who throws.

    Raises:
        InvalidRequest: it cannot be read; it holds every fault.
    """
    reader = JsonReader()
    player = _read_name(request.player, reader, "player")
    return _read_question(request, request.HasField("unseen"), request.HasField("time_limit"), reader), player


def draw_request(
    position: Position,
    ruleset: Ruleset | str,
    card: Tile,
    unseen: Unseen,
    seen: Sequence[Tile],
    players: Sequence[str],
    time_limit: float | None,
) -> contract_service_pb2.AdviseDrawRequest:
    """The request that asks this."""
    return contract_service_pb2.AdviseDrawRequest(
        ruleset=ruleset_choice(ruleset),
        position=position_message(position),
        players=players,
        unseen=_unseen_message(unseen),
        seen=map(tile_message, seen),
        card=tile_message(card),
        time_limit=duration_of(time_limit),
    )


def read_draw_request(request: contract_service_pb2.AdviseDrawRequest) -> tuple[HandQuestion, Tile]:
    """What the request asks, and the card on offer.

    Raises:
        InvalidRequest: it cannot be read; it holds every fault.
    """
    reader = JsonReader()
    require(request, reader, card="give the card on top of the discards")
    question = _read_question(request, request.HasField("unseen"), request.HasField("time_limit"), reader, finish=False)
    card = read_tiles([request.card], reader, "card", single=True) if request.HasField("card") else ()
    reader.finish()
    return question, card[0]


@dataclass(frozen=True, slots=True)
class RamoQuestion:
    """What a request about a discard asks."""

    card: Tile
    table: tuple[Meld, ...]
    ruleset: Ruleset
    players: tuple[str, ...]
    discarder: str
    hands: dict[str, tuple[Tile, ...]]


def ramo_request(
    card: Tile,
    table: Sequence[Meld],
    ruleset: Ruleset | str,
    players: Sequence[str],
    discarder: str,
    hands: Mapping[str, Sequence[Tile]],
) -> contract_service_pb2.CheckRamoRequest:
    """The request that asks this."""
    return contract_service_pb2.CheckRamoRequest(
        ruleset=ruleset_choice(ruleset),
        card=tile_message(card),
        table=map(meld_message, map(tuple, table)),
        players=players,
        discarder=discarder,
        hands=[
            contract_service_pb2.KnownHand(player=player, tiles=map(tile_message, tiles))
            for player, tiles in hands.items()
        ],
    )


def read_ramo_request(request: contract_service_pb2.CheckRamoRequest) -> RamoQuestion:
    """What the request asks.

    Raises:
        InvalidRequest: it cannot be read; it holds every fault.
    """
    reader = JsonReader()
    require(request, reader, card="give the discard")
    players = _read_names(request.players, reader, "players")
    discarder = _read_name(request.discarder, reader, "discarder")
    ruleset = read_ruleset(request, reader)
    card = read_tiles([request.card], reader, "card", single=True) if request.HasField("card") else ()
    table = read_melds(request.table, reader, "table")
    hands: dict[str, tuple[Tile, ...]] = {}
    for index, hand in enumerate(request.hands[:MOST_NAMES]):
        name = _read_name(hand.player, reader, f"hands[{index}].player")
        if name in hands:
            reader.fail(f"hands[{index}].player", "SAID_TWICE", "this player's hand is given twice; give it once")
        hands[name] = read_tiles(hand.tiles, reader, f"hands[{index}].tiles")
    reader.finish()
    return RamoQuestion(card[0], table, ruleset, players, discarder, hands)


def _read_question(
    request: _About, has_unseen: bool, has_time: bool, reader: JsonReader, *, finish: bool = True
) -> HandQuestion:
    require(request, reader, position="give the position")  # type: ignore[arg-type]
    time_limit = read_time_limit(request.time_limit, reader) if has_time else None
    players = _read_names(request.players, reader, "players")
    ruleset = read_ruleset(request, reader)
    position = read_position(request.position, reader, "position")
    seen = read_tiles(request.seen, reader, "seen")
    unseen = _read_unseen(request.unseen, reader) if has_unseen else None
    if finish:
        reader.finish()
    return HandQuestion(position, ruleset, players, unseen, seen, time_limit)


def _unseen_message(unseen: Unseen) -> contract_service_pb2.UnseenCards | None:
    if unseen is None:
        return None
    cards = [
        contract_pb2.CardCount(tile=tile_message(Tile(suit, rank, name, wild=not suit and not name)), copies=copies)
        for (suit, rank, name), copies in unseen.items()
    ]
    return contract_service_pb2.UnseenCards(cards=cards)


def _read_unseen(message: contract_service_pb2.UnseenCards, reader: JsonReader) -> dict[Card, int]:
    unseen: dict[Card, int] = {}
    if len(message.cards) > MOST_NAMES:
        reader.fail("unseen.cards", "TOO_MANY", f"{len(message.cards)} cards; at most {MOST_NAMES} are read")
        return unseen
    for index, count in enumerate(message.cards):
        path = f"unseen.cards[{index}]"
        tile = read_tiles([count.tile], reader, f"{path}.tile", single=True)
        if not tile:
            continue
        if tile[0][:3] in unseen:
            reader.fail(path, "SAID_TWICE", f"{tile[0].plain()} is counted twice; count it once")
        unseen[tile[0][:3]] = count.copies
    return unseen


def _read_names(names: Sequence[str], reader: JsonReader, path: str) -> tuple[str, ...]:
    if len(names) > MOST_NAMES:
        reader.fail(path, "TOO_MANY", f"{len(names)} names; at most {MOST_NAMES} are read")
        return ()
    return tuple(_read_name(name, reader, f"{path}[{index}]") for index, name in enumerate(names))


def _read_name(name: str, reader: JsonReader, path: str) -> str:
    if len(name) > LONGEST_NAME:
        reader.fail(path, "TOO_LONG", f"the name has {len(name)} letters; at most {LONGEST_NAME} are read")
        return ""
    return name


_OWN = ("players", "unseen", "seen", "draws", "card", "ruleset", "time_limit", "seed", "objectives")


def wire_field(path: str) -> str:
    """The field of a request about a hand that the solver's path means."""
    return path if path.startswith(_OWN) else f"position.{path}"


def ramo_fault(fault: Fault, names: tuple[str, ...]) -> Fault:
    """A fault of a question about a discard, named by the request's fields."""
    player = fault.field.removeprefix("hands.").partition("[")[0]
    if fault.field.startswith("hands.") and player in names:
        index = names.index(player)
        rest = fault.field.removeprefix(f"hands.{player}")
        path = f"hands[{index}]" + (f".tiles{rest}" if rest else "")
        return Fault(path, fault.reason, fault.message)
    return fault
