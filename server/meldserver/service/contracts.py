"""The calls about contracts: read the request, answer it, write the response."""

from __future__ import annotations

import grpc

from meldserver.convert import contracts, hands
from meldserver.generated.v1 import contract_service_pb2 as wire
from meldserver.generated.v1.contract_service_pb2_grpc import ContractServiceServicer
from meldserver.service.answering import Answering, answers, streams
from meldserver.service.call import Call


class ContractService(Answering, ContractServiceServicer):
    """Contract games."""

    LayDown = answers(hands.read_lay_down_request, contracts.lay_down_response, hands.wire_field)
    GetDistance = answers(hands.read_distance_request, contracts.distance_response, hands.wire_field)
    AdviseDiscard = answers(hands.read_discard_request, contracts.discards_response, hands.wire_field)
    StreamDiscardAdvice = streams(hands.read_discards_request, contracts.weighed_response, hands.inner_field)
    AdviseDraw = answers(hands.read_draw_request, contracts.draw_response, hands.wire_field)

    def CheckRamo(  # noqa: N802
        self, request: wire.CheckRamoRequest, context: grpc.ServicerContext
    ) -> wire.CheckRamoResponse:
        """Answers CheckRamo; hands are named by their place among those of the request."""
        question = hands.read_ramo_request(request)
        with self.turn(question, Call(context), lambda path: hands.ramo_field(path, question.hands or ())) as terms:
            return contracts.ramo_response(question.answer(terms))
