"""What questions about contracts ask: a hand, the melds that are down and whose they are, what is unseen.

Reading a request raises ``InvalidRequest`` with every fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from meldserver.convert.required import require
from meldserver.convert.rulesets import read_ruleset, ruleset_choice
from meldserver.convert.solutions import SearchFields, objective_values, read_objectives, read_search, search_fields
from meldserver.convert.tiles import meld_message, read_melds, read_tiles, tile_message
from meldserver.generated.v1 import contract_pb2
from meldserver.generated.v1 import contract_service_pb2 as wire
from meldsolver.calls.contracts import (
    DiscardQuestion,
    DiscardsQuestion,
    DistanceQuestion,
    DrawQuestion,
    HandQuestion,
    LayDownQuestion,
    RamoQuestion,
)
from meldsolver.tiles import Card, Tile
from meldsolver.tiles.position_json import JsonReader
from meldsolver.tiles.request import InvalidRequest

MOST_NAMES = 1000
LONGEST_NAME = 128
USUAL_DRAWS = 2


def lay_down_request(question: LayDownQuestion) -> wire.LayDownRequest:
    """The request that asks this."""
    return wire.LayDownRequest(
        **search_fields(question),
        players=question.players,
        objectives=objective_values(question.objectives),
        go_out=question.go_out,
        seed=question.seed,
    )


def read_lay_down_request(request: wire.LayDownRequest) -> LayDownQuestion:
    """What the request asks."""
    reader = JsonReader()
    objectives = read_objectives(request.objectives, reader)
    players = _read_names(request.players, reader, "players")
    return LayDownQuestion(
        **read_search(request, reader),
        objectives=objectives,
        players=players,
        go_out=request.go_out,
        seed=request.seed,
    )


def distance_request(question: DistanceQuestion) -> wire.GetDistanceRequest:
    """The request that asks this."""
    return wire.GetDistanceRequest(**_hand_fields(question), draws=question.draws)


def read_distance_request(request: wire.GetDistanceRequest) -> DistanceQuestion:
    """What the request asks."""
    draws = request.draws if request.HasField("draws") else USUAL_DRAWS
    return DistanceQuestion(**_read_hand(request, JsonReader()), draws=draws)


def discard_request(question: DiscardQuestion | DiscardsQuestion) -> wire.AdviseDiscardRequest:
    """The request that asks this."""
    return wire.AdviseDiscardRequest(**_hand_fields(question), player=question.player)


def read_discard_request(request: wire.AdviseDiscardRequest) -> DiscardQuestion:
    """What the request asks."""
    reader = JsonReader()
    player = _read_name(request.player, reader, "player")
    return DiscardQuestion(**_read_hand(request, reader), player=player)


def discards_request(question: DiscardsQuestion) -> wire.StreamDiscardAdviceRequest:
    """The request that asks this."""
    return wire.StreamDiscardAdviceRequest(question=discard_request(question))


def read_discards_request(request: wire.StreamDiscardAdviceRequest) -> DiscardsQuestion:
    """What the request asks."""
    reader = JsonReader()
    require(request, reader, question="give the question")
    reader.finish()
    try:
        player = _read_name(request.question.player, reader, "player")
        return DiscardsQuestion(**_read_hand(request.question, reader), player=player)
    except InvalidRequest as error:
        raise InvalidRequest(fault.under("question") for fault in error.faults) from None


def draw_request(question: DrawQuestion) -> wire.AdviseDrawRequest:
    """The request that asks this."""
    return wire.AdviseDrawRequest(**_hand_fields(question), card=tile_message(question.card))


def read_draw_request(request: wire.AdviseDrawRequest) -> DrawQuestion:
    """What the request asks."""
    reader = JsonReader()
    require(request, reader, card="give the card on top of the discards")
    hand = _read_hand(request, reader, finish=False)
    card = read_tiles([request.card], reader, "card", single=True) if request.HasField("card") else ()
    reader.finish()
    return DrawQuestion(**hand, card=card[0])


def ramo_request(question: RamoQuestion) -> wire.CheckRamoRequest:
    """The request that asks this."""
    return wire.CheckRamoRequest(
        ruleset=ruleset_choice(question.ruleset),
        card=tile_message(question.card),
        table=map(meld_message, map(tuple, question.table)),
        players=question.players,
        discarder=question.discarder,
        hands=[
            wire.KnownHand(player=player, tiles=map(tile_message, tiles))
            for player, tiles in (question.hands or {}).items()
        ],
    )


def read_ramo_request(request: wire.CheckRamoRequest) -> RamoQuestion:
    """What the request asks."""
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
    return RamoQuestion(card[0], table, ruleset, players=players, discarder=discarder, hands=hands)


class _HandFields(SearchFields):
    unseen: dict[Card, int] | None
    seen: tuple[Tile, ...]
    players: tuple[str, ...]


def _hand_fields(question: HandQuestion[Any]) -> dict[str, Any]:
    return {
        **search_fields(question),
        "players": question.players,
        "unseen": _unseen_message(question.unseen),
        "seen": map(tile_message, question.seen),
    }


def _read_hand(request: Any, reader: JsonReader, *, finish: bool = True) -> _HandFields:
    players = _read_names(request.players, reader, "players")
    search = read_search(request, reader, finish=False)
    seen = read_tiles(request.seen, reader, "seen")
    unseen = _read_unseen(request.unseen, reader) if request.HasField("unseen") else None
    if finish:
        reader.finish()
    return _HandFields(**search, players=players, unseen=unseen, seen=seen)


def _unseen_message(unseen: Mapping[Card, int] | None) -> wire.UnseenCards | None:
    if unseen is None:
        return None
    cards = [
        contract_pb2.CardCount(tile=tile_message(Tile(suit, rank, name, wild=not suit and not name)), copies=copies)
        for (suit, rank, name), copies in unseen.items()
    ]
    return wire.UnseenCards(cards=cards)


def _read_unseen(message: wire.UnseenCards, reader: JsonReader) -> dict[Card, int]:
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


def inner_field(path: str) -> str:
    """As :func:`wire_field`, of a request that holds such a request as its question."""
    return f"question.{wire_field(path)}"


def ramo_field(path: str, players: Iterable[str]) -> str:
    """The field of a request about a discard that the solver's path means, when these players' hands are known."""
    for index, player in enumerate(players):
        hand = f"hands.{player}"
        if path.partition("[")[0] == hand:
            rest = path.removeprefix(hand)
            return f"hands[{index}]" + (f".tiles{rest}" if rest else "")
    return path
