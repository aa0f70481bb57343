"""The way of each question to a server: the method that takes it, how its request is written, its answer read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

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
from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import Alphabet

S = TypeVar("S")
Q = TypeVar("Q", bound=Question[Any])
Request = TypeVar("Request")
Response = TypeVar("Response")
A = TypeVar("A")

Reader: TypeAlias = Callable[[Response], A]


@dataclass(frozen=True, slots=True)
class Route:
    """The way of one kind of question; ``_Service`` holds its parts together.

    Attributes:
        stub: gives a service's methods on a channel.
        method: the one of them that takes the request.
        write: the question's request.
        reader: reads the question's answer in a response; of a stream, in one after the other.
    """

    stub: Callable[[Any], Any]
    method: Callable[[Any], Any]
    write: Callable[[Any], Any]
    reader: Callable[[Any], Reader[Any, Any]]


Way: TypeAlias = tuple[type[Question[Any]], Route]


class _UnderRules(Protocol):
    @property
    def ruleset(self) -> Ruleset | str: ...


@dataclass(frozen=True, slots=True)
class _Service(Generic[S]):
    """The ways to one service; what is asked, its method and its conversions must fit together."""

    stub: type[S]

    def one(
        self,
        question: type[Q],
        method: Callable[[S], grpc.UnaryUnaryMultiCallable[Request, Response]],
        write: Callable[[Q], Request],
        reader: Callable[[Q], Reader[Response, Any]],
    ) -> Way:
        return question, Route(self.stub, method, write, reader)

    def many(
        self,
        question: type[Q],
        method: Callable[[S], grpc.UnaryStreamMultiCallable[Request, Response]],
        write: Callable[[Q], Request],
        reader: Callable[[Q], Reader[Response, Any]],
    ) -> Way:
        return question, Route(self.stub, method, write, reader)


def _tiles(read: Callable[[Response, Alphabet], A]) -> Callable[[_UnderRules], Reader[Response, A]]:
    """Reads what has tiles, which are written as the question's rules write them."""

    def reader(question: _UnderRules) -> Reader[Response, A]:
        alphabet = rulesets.alphabet_of(question.ruleset)
        return lambda response: read(response, alphabet)

    return reader


def _asked(read: Callable[[Response, Q], A]) -> Callable[[Q], Reader[Response, A]]:
    """Reads what can only be read together with its question."""
    return lambda question: lambda response: read(response, question)


def _alone(read: Reader[Response, A]) -> Callable[[Any], Reader[Response, A]]:
    """Reads what can be read by itself."""
    return lambda question: read


_SOLVER = _Service(SolverServiceStub)
_HINTS = _Service(HintServiceStub)
_CONTRACTS = _Service(ContractServiceStub)
_REFEREE = _Service(RefereeServiceStub)
_RULESETS = _Service(RulesetServiceStub)

ROUTES: dict[type[Question[Any]], Route] = dict(
    (
        _SOLVER.one(
            play.SolveQuestion, lambda it: it.Solve, solutions.solve_request, _tiles(solutions.read_solve_response)
        ),
        _HINTS.one(play.HintQuestion, lambda it: it.GetHint, hints.hint_request, _asked(hints.read_hint_response)),
        _HINTS.many(
            play.AlternativesQuestion,
            lambda it: it.StreamAlternatives,
            hints.alternatives_request,
            hints.alternatives_reader,
        ),
        _HINTS.many(
            play.ImprovingQuestion,
            lambda it: it.StreamImprovements,
            hints.improving_request,
            _tiles(hints.read_improvement),
        ),
        _HINTS.one(play.NoPlayQuestion, lambda it: it.ExplainNoPlay, hints.no_play_request, _tiles(hints.read_no_play)),
        _HINTS.one(
            play.PictureQuestion, lambda it: it.DrawPicture, hints.picture_request, _alone(hints.read_picture_response)
        ),
        _CONTRACTS.one(
            hand.LayDownQuestion,
            lambda it: it.LayDown,
            hands.lay_down_request,
            _tiles(contracts.read_lay_down_response),
        ),
        _CONTRACTS.one(
            hand.DistanceQuestion,
            lambda it: it.GetDistance,
            hands.distance_request,
            _tiles(contracts.read_distance_response),
        ),
        _CONTRACTS.one(
            hand.DiscardQuestion,
            lambda it: it.AdviseDiscard,
            hands.discard_request,
            _tiles(contracts.read_discards_response),
        ),
        _CONTRACTS.many(
            hand.DiscardsQuestion,
            lambda it: it.StreamDiscardAdvice,
            hands.discards_request,
            _tiles(contracts.read_weighed_response),
        ),
        _CONTRACTS.one(
            hand.DrawQuestion, lambda it: it.AdviseDraw, hands.draw_request, _tiles(contracts.read_draw_response)
        ),
        _CONTRACTS.one(
            hand.RamoQuestion, lambda it: it.CheckRamo, hands.ramo_request, _tiles(contracts.read_ramo_response)
        ),
        _REFEREE.one(
            judge.MoveQuestion,
            lambda it: it.CheckMove,
            verdicts.check_move_request,
            _tiles(verdicts.read_check_move_response),
        ),
        _REFEREE.one(
            judge.MeldQuestion,
            lambda it: it.CheckMeld,
            verdicts.check_meld_request,
            _asked(verdicts.read_check_meld_response),
        ),
        _REFEREE.one(
            judge.RoundQuestion,
            lambda it: it.ScoreRound,
            scores.score_round_request,
            _alone(scores.read_score_round_response),
        ),
        _REFEREE.one(
            judge.GameQuestion,
            lambda it: it.ScoreGame,
            scores.score_game_request,
            _alone(scores.read_score_game_response),
        ),
        _RULESETS.one(
            game.ListQuestion, lambda it: it.ListRulesets, rulesets.list_request, _alone(rulesets.read_list_response)
        ),
        _RULESETS.one(
            game.RulesetQuestion, lambda it: it.GetRuleset, rulesets.get_request, _alone(rulesets.read_ruleset_response)
        ),
        _RULESETS.one(
            game.ValidateQuestion,
            lambda it: it.ValidateRuleset,
            rulesets.validate_request,
            _alone(rulesets.read_ruleset_response),
        ),
    )
)
