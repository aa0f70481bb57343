"""The calls about hints: read the request, ask, write the response."""

from __future__ import annotations

from collections.abc import Iterator

import grpc

from meldserver.convert import hints, solutions
from meldserver.generated.v1 import hint_service_pb2 as wire
from meldserver.generated.v1 import hint_service_pb2_grpc
from meldserver.service.call import Call
from meldserver.service.faults import renamed
from meldserver.service.gate import Gate
from meldserver.service.limits import Limits
from meldserver.service.pump import pumped
from meldsolver.hints import (
    End,
    Hint,
    HintBook,
    Progress,
    alternatives,
    explain_no_play,
    improving,
    tell,
)
from meldsolver.limits.cancel import CancelToken
from meldsolver.pictures.svg import plan_svg, play_svg, position_svg
from meldsolver.rules.position_check import position_faults
from meldsolver.solver.solution import Solution
from meldsolver.tiles.position_json import JsonReader
from meldsolver.tiles.request import InvalidRequest


class HintService(hint_service_pb2_grpc.HintServiceServicer):
    """Hints."""

    def __init__(self, gate: Gate, limits: Limits) -> None:
        self._gate = gate
        self._limits = limits
        self._book = HintBook()

    def GetHint(  # noqa: N802
        self, request: wire.GetHintRequest, context: grpc.ServicerContext
    ) -> wire.GetHintResponse:
        """Answers GetHint."""
        reader = JsonReader()
        grade = hints.read_grade(request.grade, reader)
        hint = self._hint(solutions.read_question(request, reader, ()), context)
        return hints.hint_response(tell(hint, grade), hint)

    def StreamAlternatives(  # noqa: N802
        self, request: wire.StreamAlternativesRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.StreamAlternativesResponse]:
        """Answers StreamAlternatives; each play is searched for when the one before it has been sent."""
        question = solutions.read_question(request, JsonReader(), solutions.DEFAULT_OBJECTIVES)
        call = Call(context)
        items: Iterator[Solution | End] | None = None
        while True:
            with self._gate.turn(call), call.searching() as token, renamed(solutions.question_field):
                if items is None:
                    items = alternatives(
                        question.position,
                        question.ruleset,
                        question.objectives,
                        most=request.most if request.HasField("most") else hints.USUAL_MOST,
                        best_only=not request.worse_too,
                        seed=question.seed,
                        time_limit=call.search_seconds(question.time_limit, self._limits),
                        cancel=token,
                    )
                item = next(items)
            yield hints.alternative_response(item)
            if isinstance(item, End):
                return

    def StreamImprovements(  # noqa: N802
        self, request: wire.StreamImprovementsRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.StreamImprovementsResponse]:
        """Answers StreamImprovements."""
        question = solutions.read_question(request, JsonReader(), solutions.DEFAULT_OBJECTIVES)
        call = Call(context)

        def search(token: CancelToken) -> Iterator[Progress]:
            return improving(
                question.position,
                question.ruleset,
                question.objectives,
                seed=question.seed,
                time_limit=call.search_seconds(question.time_limit, self._limits),
                cancel=token,
            )

        with renamed(solutions.question_field):
            for progress in pumped(search, self._gate, call):
                yield hints.improvement_response(progress)

    def ExplainNoPlay(  # noqa: N802
        self, request: wire.ExplainNoPlayRequest, context: grpc.ServicerContext
    ) -> wire.ExplainNoPlayResponse:
        """Answers ExplainNoPlay."""
        question = solutions.read_question(request, JsonReader(), ())
        call = Call(context)
        with self._gate.turn(call), call.searching() as token, renamed(solutions.question_field):
            answer = explain_no_play(
                question.position,
                question.ruleset,
                seed=question.seed,
                time_limit=call.search_seconds(question.time_limit, self._limits),
                cancel=token,
            )
        return hints.no_play_response(answer)

    def DrawPicture(  # noqa: N802
        self, request: wire.DrawPictureRequest, context: grpc.ServicerContext
    ) -> wire.DrawPictureResponse:
        """Answers DrawPicture."""
        reader = JsonReader()
        scene = request.scene
        if scene not in (wire.SCENE_POSITION, wire.SCENE_PLAY, wire.SCENE_PLAN):
            reader.fail("scene", "UNKNOWN_VALUE", f"{scene} is nothing to show; see enum Scene")
        question = solutions.read_question(request, reader, ())
        if scene == wire.SCENE_POSITION:
            faults = position_faults(question.position, question.ruleset)
            if faults:
                raise InvalidRequest(fault.under("position") for fault in faults)
            return hints.picture_response(None, position_svg(question.position))
        hint = self._hint(question, context)
        status = hint.solution.status
        if hint.plan is None:
            return hints.picture_response(status, "")
        if scene == wire.SCENE_PLAY:
            return hints.picture_response(status, play_svg(question.position, hint.solution.table))
        return hints.picture_response(status, plan_svg(question.position, hint.plan))

    def _hint(self, question: solutions.Question, context: grpc.ServicerContext) -> Hint:
        """The hint that is remembered, or a new one, for which a core is needed."""
        wanted = question.objectives or None
        known = self._book.known(question.position, question.ruleset, wanted, seed=question.seed)
        if known is not None:
            return known
        call = Call(context)
        with self._gate.turn(call), call.searching() as token, renamed(solutions.question_field):
            return self._book.find(
                question.position,
                question.ruleset,
                wanted,
                seed=question.seed,
                time_limit=call.search_seconds(question.time_limit, self._limits),
                cancel=token,
            )
