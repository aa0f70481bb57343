"""The calls about contracts: the question, and how its answer is written."""

from __future__ import annotations

from meldserver.convert import contracts
from meldserver.generated.v1.contract_service_pb2_grpc import ContractServiceServicer
from meldserver.service.answering import Answering, answers, streams
from meldsolver.calls.contracts import (
    DiscardQuestion,
    DiscardsQuestion,
    DistanceQuestion,
    DrawQuestion,
    LayDownQuestion,
    RamoQuestion,
)


class ContractService(Answering, ContractServiceServicer):
    """Contract games."""

    LayDown = answers(LayDownQuestion, contracts.lay_down_response)
    GetDistance = answers(DistanceQuestion, contracts.distance_response)
    AdviseDiscard = answers(DiscardQuestion, contracts.discards_response)
    StreamDiscardAdvice = streams(DiscardsQuestion, contracts.weighed_response)
    AdviseDraw = answers(DrawQuestion, contracts.draw_response)
    CheckRamo = answers(RamoQuestion, contracts.ramo_response)
