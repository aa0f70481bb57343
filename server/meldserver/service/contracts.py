"""The calls about contracts: read the request, answer it, write the response."""

from __future__ import annotations

from collections.abc import Iterator

import grpc

from meldserver.convert import contracts, hands
from meldserver.generated.v1 import contract_service_pb2 as wire
from meldserver.generated.v1 import contract_service_pb2_grpc
from meldserver.service.answering import Answering
from meldserver.service.call import Call


class ContractService(Answering, contract_service_pb2_grpc.ContractServiceServicer):
    """Contract games."""

    def LayDown(  # noqa: N802
        self, request: wire.LayDownRequest, context: grpc.ServicerContext
    ) -> wire.LayDownResponse:
        """Answers LayDown."""
        play = self._answer(hands.read_lay_down_request(request), context, hands.wire_field)
        return contracts.lay_down_response(play)

    def GetDistance(  # noqa: N802
        self, request: wire.GetDistanceRequest, context: grpc.ServicerContext
    ) -> wire.GetDistanceResponse:
        """Answers GetDistance."""
        answer = self._answer(hands.read_distance_request(request), context, hands.wire_field)
        return contracts.distance_response(answer)

    def AdviseDiscard(  # noqa: N802
        self, request: wire.AdviseDiscardRequest, context: grpc.ServicerContext
    ) -> wire.AdviseDiscardResponse:
        """Answers AdviseDiscard."""
        advice = self._answer(hands.read_discard_request(request), context, hands.wire_field)
        return contracts.discards_response(advice)

    def StreamDiscardAdvice(  # noqa: N802
        self, request: wire.StreamDiscardAdviceRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.StreamDiscardAdviceResponse]:
        """Answers StreamDiscardAdvice."""
        question = hands.read_discards_request(request)
        with self._turn(question, Call(context), lambda path: f"question.{hands.wire_field(path)}") as terms:
            for item in question.answer(terms):
                yield contracts.weighed_response(item)

    def AdviseDraw(  # noqa: N802
        self, request: wire.AdviseDrawRequest, context: grpc.ServicerContext
    ) -> wire.AdviseDrawResponse:
        """Answers AdviseDraw."""
        advice = self._answer(hands.read_draw_request(request), context, hands.wire_field)
        return contracts.draw_response(advice)

    def CheckRamo(  # noqa: N802
        self, request: wire.CheckRamoRequest, context: grpc.ServicerContext
    ) -> wire.CheckRamoResponse:
        """Answers CheckRamo."""
        question = hands.read_ramo_request(request)
        report = self._answer(question, context, lambda path: hands.ramo_field(path, question.hands or ()))
        return contracts.ramo_response(report)
