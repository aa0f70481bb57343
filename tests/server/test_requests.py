"""A question is the same after the way there and back, and no argument and no field of a request is forgotten.

Why: requests are written and read argument by argument from one table; a field that the table does not name would be
dropped without a word.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from google.protobuf.message import Message

import meldsolver as ms
from meldserver.client.routes import ROUTES
from meldserver.convert.arguments import ARGUMENTS
from meldserver.convert.requests import HELD, field_of, read, write
from meldserver.generated.v1 import contract_service_pb2 as hand_wire
from meldserver.generated.v1 import hint_service_pb2 as hint_wire
from meldserver.generated.v1 import referee_service_pb2 as judge_wire
from meldserver.generated.v1 import score_pb2 as score_wire
from meldserver.generated.v1.solver_service_pb2 import SolveRequest
from meldsolver.calls import Question
from meldsolver.calls.contracts import (
    DiscardQuestion,
    DiscardsQuestion,
    DistanceQuestion,
    DrawQuestion,
    LayDownQuestion,
    RamoQuestion,
)
from meldsolver.calls.games import ValidateQuestion
from meldsolver.calls.judging import GameQuestion, MeldQuestion, MoveQuestion, RoundQuestion
from meldsolver.calls.solving import (
    AlternativesQuestion,
    HintQuestion,
    ImprovingQuestion,
    NoPlayQuestion,
    PictureQuestion,
    SolveQuestion,
)
from meldsolver.hints import Grade
from tests.server.test_both_clients import CARD, HAND, HANDS, PLAYERS, POSITION, RAMO, RULES, SEEN, UNSEEN, WISHES

KNOWN: dict[str, Any] = {"unseen": UNSEEN, "seen": SEEN, "players": PLAYERS, "time_limit": 1.5}
QUESTIONS: list[tuple[Question[Any], type[Message]]] = [
    (SolveQuestion(POSITION, RULES, WISHES, seed=3, time_limit=1.5), SolveRequest),
    (SolveQuestion(POSITION, RULES), SolveRequest),
    (HintQuestion(POSITION, RULES, Grade.COUNT, WISHES, seed=3), hint_wire.GetHintRequest),
    (AlternativesQuestion(POSITION, RULES, WISHES, most=3, best_only=False), hint_wire.StreamAlternativesRequest),
    (AlternativesQuestion(POSITION, RULES), hint_wire.StreamAlternativesRequest),
    (ImprovingQuestion(POSITION, RULES, WISHES, seed=3), hint_wire.StreamImprovementsRequest),
    (NoPlayQuestion(POSITION, RULES, seed=3), hint_wire.ExplainNoPlayRequest),
    (PictureQuestion(POSITION, RULES, "play", WISHES, seed=3), hint_wire.DrawPictureRequest),
    (LayDownQuestion(HAND, RAMO, WISHES, players=PLAYERS, go_out=True, seed=3), hand_wire.LayDownRequest),
    (DistanceQuestion(HAND, RAMO, **KNOWN, draws=0), hand_wire.GetDistanceRequest),
    (DistanceQuestion(HAND, RAMO), hand_wire.GetDistanceRequest),
    (DiscardQuestion(HAND, RAMO, **KNOWN, player="ana"), hand_wire.AdviseDiscardRequest),
    (DiscardsQuestion(HAND, RAMO, **KNOWN, player="ana"), hand_wire.StreamDiscardAdviceRequest),
    (DrawQuestion(HAND, RAMO, CARD, **KNOWN), hand_wire.AdviseDrawRequest),
    (RamoQuestion(CARD, HAND.table, RAMO, players=PLAYERS, discarder="b", hands=HANDS), hand_wire.CheckRamoRequest),
    (MoveQuestion(POSITION, POSITION.table, RULES), judge_wire.CheckMoveRequest),
    (MeldQuestion(SEEN, RULES), judge_wire.CheckMeldRequest),
    (RoundQuestion((SEEN, ()), RULES, winner=0, opened=(True, False)), score_wire.ScoreRoundRequest),
    (RoundQuestion((SEEN, ()), RULES, could_open=(True, False), pool_empty=True), score_wire.ScoreRoundRequest),
    (GameQuestion([(1, -1), (2, -2)], RULES), score_wire.ScoreGameRequest),
]


@pytest.mark.parametrize(("question", "request_type"), QUESTIONS)
def test_a_question_survives_the_way_there_and_back(question: Question[Any], request_type: type[Message]) -> None:
    """Each argument that is given, and each that is left out."""
    message = request_type.FromString(write(question, request_type).SerializeToString())
    assert read(type(question), message) == question


@pytest.mark.parametrize(("question", "request_type"), QUESTIONS)
def test_arguments_and_fields_are_the_same(question: Question[Any], request_type: type[Message]) -> None:
    """Neither has what the other lacks."""
    asked = {ARGUMENTS[field.name].field or field.name for field in fields(question)}  # type: ignore[arg-type]
    message: Any = request_type.DESCRIPTOR
    if HELD in message.fields_by_name:
        message = message.fields_by_name[HELD].message_type
    assert set(message.fields_by_name) == asked


def test_every_question_is_among_these() -> None:
    """Those about rulesets, which have their rules in another form, are tried by the clients."""
    about_rulesets = {each for each in ROUTES if each.__module__ == ValidateQuestion.__module__}
    assert {type(question) for question, _ in QUESTIONS} == set(ROUTES) - about_rulesets
    used = {field.name for question, _ in QUESTIONS for field in fields(question)}  # type: ignore[arg-type]
    assert set(ARGUMENTS) - used == {"name", "rules", "preset"}


@pytest.mark.parametrize(
    ("index", "path", "field"),
    [
        (0, "rack[2]", "position.rack[2]"),
        (0, "objectives[1]", "objectives[1]"),
        (0, "", "position."),
        (8, "players", "players"),
        (11, "player", "player"),
        (12, "table[1][0]", "question.position.table[1][0]"),
        (12, "unseen", "question.unseen"),
        (14, "table[1][0]", "table[1][0]"),
        (14, "hands.ana[2]", "hands[0].tiles[2]"),
        (14, "hands.ana", "hands[0]"),
        (14, "hands.bob", "hands.bob"),
    ],
)
def test_faults_are_named_by_the_fields_of_the_request(index: int, path: str, field: str) -> None:
    """What the solver names by itself is a part of something in a request."""
    question, request_type = QUESTIONS[index]
    assert field_of(question, request_type())(path) == field


def test_what_is_wrong_with_several_arguments_is_told_together() -> None:
    """On this side as on the other: one answer with all faults."""
    question = RoundQuestion((SEEN, ()), RULES, winner=2**40, opened=(), could_open=())
    with pytest.raises(ms.InvalidRequest) as refused:
        write(question, score_wire.ScoreRoundRequest)
    assert [fault.field for fault in refused.value.faults] == ["winner", "opened", "could_open"]
