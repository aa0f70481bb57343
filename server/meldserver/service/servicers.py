"""The calls: read the request, ask the solver, write the response."""

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
from meldserver.service.call import Call
from meldserver.service.errors import CallError
from meldserver.service.faults import renamed
from meldserver.service.gate import Gate
from meldserver.service.limits import Limits
from meldsolver import check_meld, check_move, get_ruleset, list_rulesets, solve
from meldsolver.contracts import score_round
from meldsolver.rules.scoring import score_game
from meldsolver.tiles.request import InvalidRequest


class SolverService(solver_service_pb2_grpc.SolverServiceServicer):
    """Best plays."""

    def __init__(self, gate: Gate, limits: Limits) -> None:
        self._gate = gate
        self._limits = limits

    def Solve(  # noqa: N802
        self, request: solver_service_pb2.SolveRequest, context: grpc.ServicerContext
    ) -> solver_service_pb2.SolveResponse:
        """Answers Solve."""
        question = solutions.read_solve_request(request)
        call = Call(context)
        with self._gate.turn(call), call.searching() as token, renamed(solutions.question_field):
            solution = solve(
                question.position,
                question.ruleset,
                question.objectives,
                seed=question.seed,
                time_limit=call.search_seconds(question.time_limit, self._limits),
                cancel=token,
            )
        return solutions.solve_response(solution)


class RefereeService(referee_service_pb2_grpc.RefereeServiceServicer):
    """Verdicts and scores."""

    def CheckMove(  # noqa: N802
        self, request: referee_service_pb2.CheckMoveRequest, context: grpc.ServicerContext
    ) -> referee_service_pb2.CheckMoveResponse:
        """Answers CheckMove."""
        before, after, ruleset = verdicts.read_check_move_request(request)
        call = Call(context)
        with call.searching() as token:
            report = check_move(before, after, ruleset, time_limit=call.remaining(), cancel=token)
        return verdicts.check_move_response(report)

    def CheckMeld(  # noqa: N802
        self, request: referee_service_pb2.CheckMeldRequest, context: grpc.ServicerContext
    ) -> referee_service_pb2.CheckMeldResponse:
        """Answers CheckMeld."""
        meld, ruleset = verdicts.read_check_meld_request(request)
        return verdicts.check_meld_response(check_meld(meld, ruleset))

    def ScoreRound(  # noqa: N802
        self, request: score_pb2.ScoreRoundRequest, context: grpc.ServicerContext
    ) -> score_pb2.ScoreRoundResponse:
        """Answers ScoreRound."""
        left = scores.read_score_round_request(request)
        return scores.score_round_response(
            score_round(
                left.racks,
                left.ruleset,
                winner=left.winner,
                opened=left.opened,
                could_open=left.could_open,
                pool_empty=left.pool_empty,
            )
        )

    def ScoreGame(  # noqa: N802
        self, request: score_pb2.ScoreGameRequest, context: grpc.ServicerContext
    ) -> score_pb2.ScoreGameResponse:
        """Answers ScoreGame."""
        rounds, ruleset = scores.read_score_game_request(request)
        return scores.score_game_response(score_game(rounds, ruleset))


class RulesetService(ruleset_service_pb2_grpc.RulesetServiceServicer):
    """Games."""

    def ListRulesets(  # noqa: N802
        self, request: ruleset_service_pb2.ListRulesetsRequest, context: grpc.ServicerContext
    ) -> ruleset_service_pb2.ListRulesetsResponse:
        """Answers ListRulesets."""
        return rulesets.list_rulesets_response(list_rulesets())

    def GetRuleset(  # noqa: N802
        self, request: ruleset_service_pb2.GetRulesetRequest, context: grpc.ServicerContext
    ) -> ruleset_service_pb2.GetRulesetResponse:
        """Answers GetRuleset."""
        try:
            ruleset = get_ruleset(request.name)
        except InvalidRequest as error:
            raise CallError(grpc.StatusCode.NOT_FOUND, "UNKNOWN_RULESET", error.faults[0].message) from None
        return ruleset_service_pb2.GetRulesetResponse(ruleset=rulesets.ruleset_message(ruleset))

    def ValidateRuleset(  # noqa: N802
        self, request: ruleset_service_pb2.ValidateRulesetRequest, context: grpc.ServicerContext
    ) -> ruleset_service_pb2.ValidateRulesetResponse:
        """Answers ValidateRuleset."""
        ruleset = rulesets.read_validate_request(request)
        return ruleset_service_pb2.ValidateRulesetResponse(ruleset=rulesets.ruleset_message(ruleset))
