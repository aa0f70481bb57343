"""The calls about contracts: read the request, ask, write the response."""

from __future__ import annotations

from collections.abc import Iterator

import grpc

from meldserver.convert import contracts, hands
from meldserver.convert.required import require
from meldserver.generated.v1 import contract_service_pb2 as wire
from meldserver.generated.v1 import contract_service_pb2_grpc
from meldserver.service.call import Call
from meldserver.service.faults import about, renamed
from meldserver.service.gate import Gate
from meldserver.service.limits import Limits
from meldsolver.contracts import advise_discard, advise_draw, check_ramo, distance, lay_down, weigh_discards
from meldsolver.tiles.position_json import JsonReader
from meldsolver.tiles.request import InvalidRequest


class ContractService(contract_service_pb2_grpc.ContractServiceServicer):
    """Contract games."""

    def __init__(self, gate: Gate, limits: Limits) -> None:
        self._gate = gate
        self._limits = limits

    def LayDown(  # noqa: N802
        self, request: wire.LayDownRequest, context: grpc.ServicerContext
    ) -> wire.LayDownResponse:
        """Answers LayDown."""
        question, objectives = hands.read_lay_down_request(request)
        call = Call(context)
        with self._gate.turn(call), call.searching() as token, renamed(hands.wire_field):
            play = lay_down(
                question.position,
                question.ruleset,
                objectives,
                players=question.players,
                go_out=request.go_out,
                seed=request.seed,
                time_limit=call.search_seconds(question.time_limit, self._limits),
                cancel=token,
            )
        return wire.LayDownResponse(lay_down=contracts.lay_down_message(play))

    def GetDistance(  # noqa: N802
        self, request: wire.GetDistanceRequest, context: grpc.ServicerContext
    ) -> wire.GetDistanceResponse:
        """Answers GetDistance."""
        question, draws = hands.read_distance_request(request)
        call = Call(context)
        with self._gate.turn(call), call.searching() as token, renamed(hands.wire_field):
            answer = distance(
                question.position,
                question.ruleset,
                **question.known,
                draws=draws,
                time_limit=call.search_seconds(question.time_limit, self._limits),
                cancel=token,
            )
        return wire.GetDistanceResponse(distance=contracts.distance_message(answer))

    def AdviseDiscard(  # noqa: N802
        self, request: wire.AdviseDiscardRequest, context: grpc.ServicerContext
    ) -> wire.AdviseDiscardResponse:
        """Answers AdviseDiscard."""
        question, player = hands.read_discard_request(request)
        call = Call(context)
        with self._gate.turn(call), call.searching() as token, renamed(hands.wire_field):
            advice = advise_discard(
                question.position,
                question.ruleset,
                **question.known,
                player=player,
                time_limit=call.search_seconds(question.time_limit, self._limits),
                cancel=token,
            )
        return contracts.discards_response(advice)

    def StreamDiscardAdvice(  # noqa: N802
        self, request: wire.StreamDiscardAdviceRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.StreamDiscardAdviceResponse]:
        """Answers StreamDiscardAdvice."""
        reader = JsonReader()
        require(request, reader, question="give the question")
        reader.finish()
        call = Call(context)
        with about("question"):
            question, player = hands.read_discard_request(request.question)
            with self._gate.turn(call), call.searching() as token, renamed(hands.wire_field):
                now, discards = weigh_discards(
                    question.position,
                    question.ruleset,
                    **question.known,
                    player=player,
                    time_limit=call.search_seconds(question.time_limit, self._limits),
                    cancel=token,
                )
                if now is not None:
                    yield wire.StreamDiscardAdviceResponse(now=contracts.distance_message(now))
                for discard in discards:
                    yield wire.StreamDiscardAdviceResponse(discard=contracts.discard_message(discard))

    def AdviseDraw(  # noqa: N802
        self, request: wire.AdviseDrawRequest, context: grpc.ServicerContext
    ) -> wire.AdviseDrawResponse:
        """Answers AdviseDraw."""
        question, card = hands.read_draw_request(request)
        call = Call(context)
        with self._gate.turn(call), call.searching() as token, renamed(hands.wire_field):
            advice = advise_draw(
                question.position,
                question.ruleset,
                card,
                **question.known,
                time_limit=call.search_seconds(question.time_limit, self._limits),
                cancel=token,
            )
        return contracts.draw_response(advice)

    def CheckRamo(  # noqa: N802
        self, request: wire.CheckRamoRequest, context: grpc.ServicerContext
    ) -> wire.CheckRamoResponse:
        """Answers CheckRamo."""
        question = hands.read_ramo_request(request)
        call = Call(context)
        with self._gate.turn(call), call.searching() as token:
            try:
                report = check_ramo(
                    question.card,
                    question.table,
                    question.ruleset,
                    players=question.players,
                    discarder=question.discarder,
                    hands=question.hands,
                    time_limit=call.search_seconds(None, self._limits),
                    cancel=token,
                )
            except InvalidRequest as error:
                raise InvalidRequest(hands.ramo_fault(fault, tuple(question.hands)) for fault in error.faults) from None
        return contracts.ramo_response(report)
