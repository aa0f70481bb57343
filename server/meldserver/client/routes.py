"""The way of each question to a server: the method that takes its request, and how its answer is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

import grpc
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from meldserver.convert import contracts, hints, rulesets, scores, solutions, verdicts
from meldserver.convert.requests import write
from meldserver.generated.v1 import (
    contract_service_pb2,
    hint_service_pb2,
    referee_service_pb2,
    ruleset_service_pb2,
    solver_service_pb2,
)
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
Response = TypeVar("Response")


@dataclass(frozen=True, slots=True)
class Route:
    """The way of one kind of question.

    Attributes:
        stub: gives a service's methods on a channel.
        method: the name of the one that takes the request.
        write: the question's request.
        read: the answer in a response to the question; of a stream, after so many responses before it.
    """

    stub: Callable[[Any], Any]
    method: str
    write: Callable[[Any], Message]
    read: Callable[..., Any]


Way: TypeAlias = tuple[type[Question[Any]], Route]


class _Named:
    """Stands in for a stub, and gives of each method its name."""

    def __getattr__(self, name: str) -> str:
        return name


@dataclass(frozen=True, slots=True)
class _Service(Generic[S]):
    """The ways to one service; a method and how its responses are read must fit together."""

    module: Any
    stub: type[S]

    def one(
        self,
        question: type[Q],
        method: Callable[[S], grpc.UnaryUnaryMultiCallable[Any, Response]],
        read: Callable[[Response, Q], Any],
    ) -> Way:
        return question, self._route(method, read)

    def many(
        self,
        question: type[Q],
        method: Callable[[S], grpc.UnaryStreamMultiCallable[Any, Response]],
        read: Callable[[Response, Q, int], Any],
    ) -> Way:
        return question, self._route(method, read)

    def _route(self, method: Callable[[Any], Any], read: Callable[..., Any]) -> Route:
        name = method(_Named())
        service = self.module.DESCRIPTOR.services_by_name[self.stub.__name__.removesuffix("Stub")]
        request = GetMessageClass(service.methods_by_name[name].input_type)
        return Route(self.stub, name, lambda question: write(question, request), read)


_plays = _Service(solver_service_pb2, SolverServiceStub)
_hints = _Service(hint_service_pb2, HintServiceStub)
_hands = _Service(contract_service_pb2, ContractServiceStub)
_judge = _Service(referee_service_pb2, RefereeServiceStub)
_games = _Service(ruleset_service_pb2, RulesetServiceStub)

_WAYS = (
    _plays.one(play.SolveQuestion, lambda it: it.Solve, solutions.read_solve_response),
    _hints.one(play.HintQuestion, lambda it: it.GetHint, hints.read_hint_response),
    _hints.many(play.AlternativesQuestion, lambda it: it.StreamAlternatives, hints.read_alternative),
    _hints.many(play.ImprovingQuestion, lambda it: it.StreamImprovements, hints.read_improvement),
    _hints.one(play.NoPlayQuestion, lambda it: it.ExplainNoPlay, hints.read_no_play),
    _hints.one(play.PictureQuestion, lambda it: it.DrawPicture, hints.read_picture_response),
    _hands.one(hand.LayDownQuestion, lambda it: it.LayDown, contracts.read_lay_down_response),
    _hands.one(hand.DistanceQuestion, lambda it: it.GetDistance, contracts.read_distance_response),
    _hands.one(hand.DiscardQuestion, lambda it: it.AdviseDiscard, contracts.read_discards_response),
    _hands.many(hand.DiscardsQuestion, lambda it: it.StreamDiscardAdvice, contracts.read_weighed_response),
    _hands.one(hand.DrawQuestion, lambda it: it.AdviseDraw, contracts.read_draw_response),
    _hands.one(hand.RamoQuestion, lambda it: it.CheckRamo, contracts.read_ramo_response),
    _judge.one(judge.MoveQuestion, lambda it: it.CheckMove, verdicts.read_check_move_response),
    _judge.one(judge.MeldQuestion, lambda it: it.CheckMeld, verdicts.read_check_meld_response),
    _judge.one(judge.RoundQuestion, lambda it: it.ScoreRound, scores.read_score_round_response),
    _judge.one(judge.GameQuestion, lambda it: it.ScoreGame, scores.read_score_game_response),
    _games.one(game.ListQuestion, lambda it: it.ListRulesets, rulesets.read_list_response),
    _games.one(game.RulesetQuestion, lambda it: it.GetRuleset, rulesets.read_ruleset_response),
    _games.one(game.ValidateQuestion, lambda it: it.ValidateRuleset, rulesets.read_ruleset_response),
)

ROUTES: dict[type[Question[Any]], Route] = dict(_WAYS)
