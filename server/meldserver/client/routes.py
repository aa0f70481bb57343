"""The way of each question to a server: the method that takes it, how its request is written, its answer read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

import grpc

from meldserver.convert import contracts, hands, hints, rulesets, scores, solutions, verdicts
from meldserver.generated.v1.contract_service_pb2_grpc import ContractServiceStub
from meldserver.generated.v1.hint_service_pb2_grpc import HintServiceStub
from meldserver.generated.v1.referee_service_pb2_grpc import RefereeServiceStub
from meldserver.generated.v1.ruleset_service_pb2_grpc import RulesetServiceStub
from meldserver.generated.v1.solver_service_pb2_grpc import SolverServiceStub
from meldsolver.calls import Question
from meldsolver.calls import contracts as hand
from meldsolver.calls import games as game
from meldsolver.calls import judging as judge
from meldsolver.calls import solving as play

S = TypeVar("S")
Q = TypeVar("Q", bound=Question[Any])
Request = TypeVar("Request")
Response = TypeVar("Response")


@dataclass(frozen=True, slots=True)
class Route:
    """The way of one kind of question.

    Attributes:
        stub: gives a service's methods on a channel.
        method: the one of them that takes the request.
        write: the question's request.
        read: the answer in a response to the question; of a stream, after so many responses before it.
    """

    stub: Callable[[Any], Any]
    method: Callable[[Any], Any]
    write: Callable[[Any], Any]
    read: Callable[..., Any]


Way: TypeAlias = tuple[type[Question[Any]], Route]


@dataclass(frozen=True, slots=True)
class _Service(Generic[S]):
    """The ways to one service; what is asked, its method and its conversions must fit together."""

    stub: type[S]

    def one(
        self,
        question: type[Q],
        method: Callable[[S], grpc.UnaryUnaryMultiCallable[Request, Response]],
        write: Callable[[Q], Request],
        read: Callable[[Response, Q], Any],
    ) -> Way:
        return question, Route(self.stub, method, write, read)

    def many(
        self,
        question: type[Q],
        method: Callable[[S], grpc.UnaryStreamMultiCallable[Request, Response]],
        write: Callable[[Q], Request],
        read: Callable[[Response, Q, int], Any],
    ) -> Way:
        return question, Route(self.stub, method, write, read)


_plays, _hints, _hands = _Service(SolverServiceStub), _Service(HintServiceStub), _Service(ContractServiceStub)
_judge, _games = _Service(RefereeServiceStub), _Service(RulesetServiceStub)

_WAYS = (
    _plays.one(play.SolveQuestion, lambda it: it.Solve, solutions.solve_request, solutions.read_solve_response),
    _hints.one(play.HintQuestion, lambda it: it.GetHint, hints.hint_request, hints.read_hint_response),
    _hints.many(
        play.AlternativesQuestion, lambda it: it.StreamAlternatives, hints.alternatives_request, hints.read_alternative
    ),
    _hints.many(
        play.ImprovingQuestion, lambda it: it.StreamImprovements, hints.improving_request, hints.read_improvement
    ),
    _hints.one(play.NoPlayQuestion, lambda it: it.ExplainNoPlay, hints.no_play_request, hints.read_no_play),
    _hints.one(play.PictureQuestion, lambda it: it.DrawPicture, hints.picture_request, hints.read_picture_response),
    _hands.one(hand.LayDownQuestion, lambda it: it.LayDown, hands.lay_down_request, contracts.read_lay_down_response),
    _hands.one(
        hand.DistanceQuestion, lambda it: it.GetDistance, hands.distance_request, contracts.read_distance_response
    ),
    _hands.one(
        hand.DiscardQuestion, lambda it: it.AdviseDiscard, hands.discard_request, contracts.read_discards_response
    ),
    _hands.many(
        hand.DiscardsQuestion,
        lambda it: it.StreamDiscardAdvice,
        hands.discards_request,
        contracts.read_weighed_response,
    ),
    _hands.one(hand.DrawQuestion, lambda it: it.AdviseDraw, hands.draw_request, contracts.read_draw_response),
    _hands.one(hand.RamoQuestion, lambda it: it.CheckRamo, hands.ramo_request, contracts.read_ramo_response),
    _judge.one(
        judge.MoveQuestion, lambda it: it.CheckMove, verdicts.check_move_request, verdicts.read_check_move_response
    ),
    _judge.one(
        judge.MeldQuestion, lambda it: it.CheckMeld, verdicts.check_meld_request, verdicts.read_check_meld_response
    ),
    _judge.one(
        judge.RoundQuestion, lambda it: it.ScoreRound, scores.score_round_request, scores.read_score_round_response
    ),
    _judge.one(judge.GameQuestion, lambda it: it.ScoreGame, scores.score_game_request, scores.read_score_game_response),
    _games.one(game.ListQuestion, lambda it: it.ListRulesets, rulesets.list_request, rulesets.read_list_response),
    _games.one(game.RulesetQuestion, lambda it: it.GetRuleset, rulesets.get_request, rulesets.read_ruleset_response),
    _games.one(
        game.ValidateQuestion, lambda it: it.ValidateRuleset, rulesets.validate_request, rulesets.read_ruleset_response
    ),
)

ROUTES: dict[type[Question[Any]], Route] = dict(_WAYS)
