"""The other calls: read the request, answer it, write the response."""

from __future__ import annotations

import grpc

from meldserver.convert import rulesets, scores, solutions, verdicts
from meldserver.generated.v1 import (
    referee_service_pb2,
    referee_service_pb2_grpc,
    ruleset_service_pb2,
    ruleset_service_pb2_grpc,
    score_pb2,
    solver_service_pb2,
    solver_service_pb2_grpc,
)
from meldserver.service.answering import Answering
from meldserver.service.call import Call
from meldserver.service.errors import CallError
from meldsolver.calls import Terms
from meldsolver.calls.games import ListQuestion, RulesetQuestion
from meldsolver.tiles.request import InvalidRequest


class SolverService(Answering, solver_service_pb2_grpc.SolverServiceServicer):
    """Best plays."""

    def Solve(  # noqa: N802
        self, request: solver_service_pb2.SolveRequest, context: grpc.ServicerContext
    ) -> solver_service_pb2.SolveResponse:
        """Answers Solve."""
        solution = self._answer(solutions.read_solve_request(request), context, solutions.question_field)
        return solutions.solve_response(solution)


class RefereeService(referee_service_pb2_grpc.RefereeServiceServicer):
    """Verdicts and scores."""

    def CheckMove(  # noqa: N802
        self, request: referee_service_pb2.CheckMoveRequest, context: grpc.ServicerContext
    ) -> referee_service_pb2.CheckMoveResponse:
        """Answers CheckMove."""
        question, call = verdicts.read_check_move_request(request), Call(context)
        with call.searching() as token:
            return verdicts.check_move_response(question.answer(Terms(call.remaining(), token)))

    def CheckMeld(  # noqa: N802
        self, request: referee_service_pb2.CheckMeldRequest, context: grpc.ServicerContext
    ) -> referee_service_pb2.CheckMeldResponse:
        """Answers CheckMeld."""
        return verdicts.check_meld_response(verdicts.read_check_meld_request(request).answer(Terms()))

    def ScoreRound(  # noqa: N802
        self, request: score_pb2.ScoreRoundRequest, context: grpc.ServicerContext
    ) -> score_pb2.ScoreRoundResponse:
        """Answers ScoreRound."""
        return scores.score_round_response(scores.read_score_round_request(request).answer(Terms()))

    def ScoreGame(  # noqa: N802
        self, request: score_pb2.ScoreGameRequest, context: grpc.ServicerContext
    ) -> score_pb2.ScoreGameResponse:
        """Answers ScoreGame."""
        return scores.score_game_response(scores.read_score_game_request(request).answer(Terms()))


class RulesetService(ruleset_service_pb2_grpc.RulesetServiceServicer):
    """Games."""

    def ListRulesets(  # noqa: N802
        self, request: ruleset_service_pb2.ListRulesetsRequest, context: grpc.ServicerContext
    ) -> ruleset_service_pb2.ListRulesetsResponse:
        """Answers ListRulesets."""
        return rulesets.list_rulesets_response(ListQuestion().answer(Terms()))

    def GetRuleset(  # noqa: N802
        self, request: ruleset_service_pb2.GetRulesetRequest, context: grpc.ServicerContext
    ) -> ruleset_service_pb2.GetRulesetResponse:
        """Answers GetRuleset."""
        try:
            ruleset = RulesetQuestion(request.name).answer(Terms())
        except InvalidRequest as error:
            raise CallError(grpc.StatusCode.NOT_FOUND, "UNKNOWN_RULESET", error.faults[0].message) from None
        return ruleset_service_pb2.GetRulesetResponse(ruleset=rulesets.ruleset_message(ruleset))

    def ValidateRuleset(  # noqa: N802
        self, request: ruleset_service_pb2.ValidateRulesetRequest, context: grpc.ServicerContext
    ) -> ruleset_service_pb2.ValidateRulesetResponse:
        """Answers ValidateRuleset."""
        ruleset = rulesets.read_validate_request(request)
        return ruleset_service_pb2.ValidateRulesetResponse(ruleset=rulesets.ruleset_message(ruleset))
