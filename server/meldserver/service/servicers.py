"""The other calls: read the request, answer it, write the response."""

from __future__ import annotations

import grpc

from meldserver.convert import rulesets, scores, solutions, verdicts
from meldserver.generated.v1 import ruleset_service_pb2
from meldserver.generated.v1.referee_service_pb2_grpc import RefereeServiceServicer
from meldserver.generated.v1.ruleset_service_pb2_grpc import RulesetServiceServicer
from meldserver.generated.v1.solver_service_pb2_grpc import SolverServiceServicer
from meldserver.service.answering import Answering, answers, answers_at_once
from meldserver.service.errors import CallError
from meldsolver.calls import Terms
from meldsolver.calls.games import ListQuestion, RulesetQuestion
from meldsolver.calls.judging import GameQuestion, MeldQuestion, MoveQuestion, RoundQuestion
from meldsolver.calls.solving import SolveQuestion
from meldsolver.tiles.request import InvalidRequest


class SolverService(Answering, SolverServiceServicer):
    """Best plays."""

    Solve = answers(SolveQuestion, solutions.solve_response)


class RefereeService(RefereeServiceServicer):
    """Verdicts and scores."""

    CheckMeld = answers_at_once(MeldQuestion, verdicts.check_meld_response)
    ScoreRound = answers_at_once(RoundQuestion, scores.score_round_response)
    ScoreGame = answers_at_once(GameQuestion, scores.score_game_response)
    CheckMove = answers_at_once(MoveQuestion, verdicts.check_move_response)


class RulesetService(RulesetServiceServicer):
    """Games."""

    ListRulesets = answers_at_once(ListQuestion, rulesets.list_rulesets_response)

    def GetRuleset(  # noqa: N802
        self, request: ruleset_service_pb2.GetRulesetRequest, context: grpc.ServicerContext
    ) -> ruleset_service_pb2.GetRulesetResponse:
        """Answers GetRuleset."""
        try:
            return rulesets.get_response(RulesetQuestion(request.name).answer(Terms()))
        except InvalidRequest as error:
            raise CallError(grpc.StatusCode.NOT_FOUND, "UNKNOWN_RULESET", error.faults[0].message) from None

    def ValidateRuleset(  # noqa: N802
        self, request: ruleset_service_pb2.ValidateRulesetRequest, context: grpc.ServicerContext
    ) -> ruleset_service_pb2.ValidateRulesetResponse:
        """Answers ValidateRuleset; rules that can be read hold together."""
        return rulesets.validate_response(rulesets.read_validate_request(request))
