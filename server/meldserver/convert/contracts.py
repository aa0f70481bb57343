"""Answers to questions about contracts, as messages and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from meldserver.convert.rulesets import UnderRules, alphabet_of
from meldserver.convert.solutions import (
    duration_of,
    goal_messages,
    read_goals,
    read_status,
    status_value,
)
from meldserver.convert.tiles import meld_message, read_melds, read_tiles, tile_message
from meldserver.generated.v1 import contract_pb2, contract_service_pb2, tile_pb2
from meldsolver.contracts import (
    Caller,
    Discard,
    DiscardAdvice,
    Distance,
    DrawAdvice,
    LayDown,
    LayOff,
    Out,
    Ramo,
    Spot,
)
from meldsolver.tiles import Alphabet, Tile
from meldsolver.tiles.position_json import JsonReader

LARGEST = 1 << 62
"""Fractions with a larger denominator are rounded to one below it."""


def lay_down_message(play: LayDown) -> contract_pb2.LayDown:
    """A play."""
    return contract_pb2.LayDown(
        status=status_value(play.status),
        can_go_down=play.can_go_down,
        melds=map(meld_message, play.melds),
        lay_offs=[
            contract_pb2.LayOff(meld=off.meld, player=off.player, tiles=map(tile_message, off.tiles))
            for off in play.lay_offs
        ],
        table=map(meld_message, play.table),
        played=map(tile_message, play.played),
        rack=map(tile_message, play.rack),
        penalty_left=play.penalty_left,
        goes_out=play.goes_out,
        goals=goal_messages(play.goals),
        solve_time=duration_of(play.seconds),
    )


def read_lay_down(message: contract_pb2.LayDown, alphabet: Alphabet) -> LayDown:
    """A play from its message."""
    reader = JsonReader(alphabet)
    play = LayDown(
        status=read_status(message.status),
        can_go_down=message.can_go_down,
        melds=read_melds(message.melds, reader, "melds"),
        lay_offs=tuple(
            LayOff(off.meld, off.player, read_tiles(off.tiles, reader, "lay_offs")) for off in message.lay_offs
        ),
        table=read_melds(message.table, reader, "table"),
        played=read_tiles(message.played, reader, "played"),
        rack=read_tiles(message.rack, reader, "rack"),
        penalty_left=message.penalty_left,
        goes_out=message.goes_out,
        goals=read_goals(message.goals),
        seconds=message.solve_time.ToNanoseconds() / 1e9,
    )
    reader.finish()
    return play


def distance_message(answer: Distance) -> contract_pb2.Distance:
    """A distance."""
    return contract_pb2.Distance(
        cards=answer.distance,
        melds=map(meld_message, answer.melds),
        missing=map(tile_message, answer.missing),
        outs=[contract_pb2.CardCount(tile=tile_message(out.tile), copies=out.copies) for out in answer.outs],
        unseen=answer.unseen,
        improve=map(_chance, answer.improve),
        complete=map(_chance, answer.complete),
        proved=answer.proved,
        solve_time=duration_of(answer.seconds),
    )


def read_distance(message: contract_pb2.Distance, alphabet: Alphabet) -> Distance:
    """A distance from its message."""
    reader = JsonReader(alphabet)
    answer = Distance(
        distance=message.cards if message.HasField("cards") else None,
        melds=read_melds(message.melds, reader, "melds"),
        missing=read_tiles(message.missing, reader, "missing"),
        outs=tuple(Out(_tile(out.tile, reader), out.copies) for out in message.outs),
        unseen=message.unseen,
        improve=tuple(map(_read_chance, message.improve)),
        complete=tuple(map(_read_chance, message.complete)),
        proved=message.proved,
        seconds=message.solve_time.ToNanoseconds() / 1e9,
    )
    reader.finish()
    return answer


def discard_message(discard: Discard) -> contract_pb2.Discard:
    """One card as a discard."""
    return contract_pb2.Discard(
        card=tile_message(discard.card),
        distance=discard.distance,
        farther=discard.farther,
        outs=discard.outs,
        outs_lost=discard.outs_lost,
        penalty_saved=discard.penalty_saved,
        is_ramo=discard.is_ramo,
        callers=discard.callers,
        reasons=discard.reasons,
        proved=discard.proved,
        deadwood=discard.deadwood,
    )


def read_discard(message: contract_pb2.Discard, alphabet: Alphabet) -> Discard:
    """One card as a discard, from its message."""
    reader = JsonReader(alphabet)
    discard = Discard(
        card=_tile(message.card, reader),
        distance=message.distance if message.HasField("distance") else None,
        farther=message.farther,
        outs=message.outs,
        outs_lost=message.outs_lost,
        penalty_saved=message.penalty_saved,
        is_ramo=message.is_ramo,
        callers=tuple(message.callers),
        reasons=tuple(message.reasons),
        proved=message.proved,
        deadwood=message.deadwood if message.HasField("deadwood") else None,
    )
    reader.finish()
    return discard


def discards_response(advice: DiscardAdvice) -> contract_service_pb2.AdviseDiscardResponse:
    """The response that says this."""
    return contract_service_pb2.AdviseDiscardResponse(
        now=None if advice.now is None else distance_message(advice.now),
        discards=map(discard_message, advice.discards),
        solve_time=duration_of(advice.seconds),
    )


def read_discards_response(response: contract_service_pb2.AdviseDiscardResponse, question: UnderRules) -> DiscardAdvice:
    """What the response says."""
    alphabet = alphabet_of(question.ruleset)
    return DiscardAdvice(
        now=read_distance(response.now, alphabet) if response.HasField("now") else None,
        discards=tuple(read_discard(discard, alphabet) for discard in response.discards),
        seconds=response.solve_time.ToNanoseconds() / 1e9,
    )


def draw_response(advice: DrawAdvice) -> contract_service_pb2.AdviseDrawResponse:
    """The response that says this."""
    return contract_service_pb2.AdviseDrawResponse(
        card=tile_message(advice.card),
        take=advice.take,
        distance=advice.distance,
        distance_with=advice.distance_with,
        deck_chance=_chance(advice.deck_chance),
        reasons=advice.reasons,
        proved=advice.proved,
        solve_time=duration_of(advice.seconds),
    )


def read_draw_response(response: contract_service_pb2.AdviseDrawResponse, question: UnderRules) -> DrawAdvice:
    """What the response says."""
    reader = JsonReader(alphabet_of(question.ruleset))
    advice = DrawAdvice(
        card=_tile(response.card, reader),
        take=response.take,
        distance=response.distance if response.HasField("distance") else None,
        distance_with=response.distance_with if response.HasField("distance_with") else None,
        deck_chance=_read_chance(response.deck_chance),
        reasons=tuple(response.reasons),
        proved=response.proved,
        seconds=response.solve_time.ToNanoseconds() / 1e9,
    )
    reader.finish()
    return advice


def ramo_response(report: Ramo) -> contract_service_pb2.CheckRamoResponse:
    """The response that says this."""
    return contract_service_pb2.CheckRamoResponse(
        card=tile_message(report.card),
        is_ramo=report.is_ramo,
        spots=_spots(report.spots),
        callers=[
            contract_pb2.Caller(
                player=caller.player,
                spots=_spots(caller.spots),
                melds=map(meld_message, caller.melds),
                best=None if caller.best is None else lay_down_message(caller.best),
            )
            for caller in report.callers
        ],
    )


def read_ramo_response(response: contract_service_pb2.CheckRamoResponse, question: UnderRules) -> Ramo:
    """What the response says."""
    alphabet = alphabet_of(question.ruleset)
    reader = JsonReader(alphabet)
    callers = tuple(
        Caller(
            player=caller.player,
            spots=_read_spots(caller.spots, reader),
            melds=read_melds(caller.melds, reader, "melds"),
            best=read_lay_down(caller.best, alphabet) if caller.HasField("best") else None,
        )
        for caller in response.callers
    )
    report = Ramo(_tile(response.card, reader), response.is_ramo, _read_spots(response.spots, reader), callers)
    reader.finish()
    return report


def lay_down_response(play: LayDown) -> contract_service_pb2.LayDownResponse:
    """The response that says this."""
    return contract_service_pb2.LayDownResponse(lay_down=lay_down_message(play))


def read_lay_down_response(response: contract_service_pb2.LayDownResponse, question: UnderRules) -> LayDown:
    """What the response says."""
    return read_lay_down(response.lay_down, alphabet_of(question.ruleset))


def distance_response(answer: Distance) -> contract_service_pb2.GetDistanceResponse:
    """The response that says this."""
    return contract_service_pb2.GetDistanceResponse(distance=distance_message(answer))


def read_distance_response(response: contract_service_pb2.GetDistanceResponse, question: UnderRules) -> Distance:
    """What the response says."""
    return read_distance(response.distance, alphabet_of(question.ruleset))


def weighed_response(item: Distance | Discard) -> contract_service_pb2.StreamDiscardAdviceResponse:
    """The response that tells the present distance, or one card."""
    if isinstance(item, Distance):
        return contract_service_pb2.StreamDiscardAdviceResponse(now=distance_message(item))
    return contract_service_pb2.StreamDiscardAdviceResponse(discard=discard_message(item))


def read_weighed_response(
    response: contract_service_pb2.StreamDiscardAdviceResponse, question: UnderRules, before: int
) -> Distance | Discard:
    """The present distance, or one card."""
    alphabet = alphabet_of(question.ruleset)
    if response.HasField("now"):
        return read_distance(response.now, alphabet)
    return read_discard(response.discard, alphabet)


def _spots(spots: Iterable[Spot]) -> list[contract_pb2.Spot]:
    return [contract_pb2.Spot(meld=s.meld, player=s.player, result=meld_message(s.result)) for s in spots]


def _read_spots(spots: Sequence[contract_pb2.Spot], reader: JsonReader) -> tuple[Spot, ...]:
    return tuple(Spot(s.meld, s.player, read_tiles(s.result.tiles, reader, "result")) for s in spots)


def _tile(message: tile_pb2.Tile, reader: JsonReader) -> Tile:
    tiles = read_tiles([message], reader, "tile", single=True)
    return tiles[0] if tiles else Tile()


def _chance(chance: Fraction) -> contract_pb2.Chance:
    if chance.denominator >= LARGEST:
        chance = chance.limit_denominator(LARGEST - 1)
    return contract_pb2.Chance(numerator=chance.numerator, denominator=chance.denominator)


def _read_chance(message: contract_pb2.Chance) -> Fraction:
    return Fraction(message.numerator, message.denominator)
