"""The calls about hints: read the request, answer it, write the response."""

from __future__ import annotations

from collections.abc import Iterator

import grpc

from meldserver.convert import hints
from meldserver.convert.solutions import question_field
from meldserver.generated.v1 import hint_service_pb2 as wire
from meldserver.generated.v1.hint_service_pb2_grpc import HintServiceServicer
from meldserver.service.answering import Answering, answers
from meldserver.service.call import Call
from meldserver.service.faults import renamed
from meldserver.service.pump import pumped
from meldsolver.calls import Terms
from meldsolver.calls.solving import HintQuestion, PictureQuestion, find_hint, known_hint
from meldsolver.hints import End, Hint, Progress, tell
from meldsolver.limits.cancel import CancelToken
from meldsolver.solver.solution import Solution


class HintService(Answering, HintServiceServicer):
    """Hints."""

    ExplainNoPlay = answers(hints.read_no_play_request, hints.no_play_response, question_field)

    def GetHint(  # noqa: N802
        self, request: wire.GetHintRequest, context: grpc.ServicerContext
    ) -> wire.GetHintResponse:
        """Answers GetHint."""
        question = hints.read_hint_request(request)
        hint = self._hint(question, context)
        return hints.hint_response(tell(hint, question.grade), hint)

    def StreamAlternatives(  # noqa: N802
        self, request: wire.StreamAlternativesRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.StreamAlternativesResponse]:
        """Answers StreamAlternatives; each play is searched for when the one before it has been sent."""
        question, call = hints.read_alternatives_request(request), Call(context)
        items: Iterator[Solution | End] | None = None
        while True:
            with self.turn(question, call, question_field) as terms:
                items = items or question.answer(terms)
                item = next(items)
            yield hints.alternative_response(item)
            if isinstance(item, End):
                return

    def StreamImprovements(  # noqa: N802
        self, request: wire.StreamImprovementsRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.StreamImprovementsResponse]:
        """Answers StreamImprovements."""
        question, call = hints.read_improving_request(request), Call(context)

        def search(token: CancelToken) -> Iterator[Progress]:
            return question.answer(Terms(call.search_seconds(question.seconds, self._limits), token))

        with renamed(question_field):
            for progress in pumped(search, self._gate, call):
                yield hints.improvement_response(progress)

    def DrawPicture(  # noqa: N802
        self, request: wire.DrawPictureRequest, context: grpc.ServicerContext
    ) -> wire.DrawPictureResponse:
        """Answers DrawPicture; a position is drawn without a search."""
        question = hints.read_picture_request(request)
        if question.scene == "position":
            with renamed(question_field):
                return hints.picture_response(None, question.draw_position())
        hint = self._hint(question, context)
        return hints.picture_response(hint.solution.status, question.draw(hint))

    def _hint(self, question: HintQuestion | PictureQuestion, context: grpc.ServicerContext) -> Hint:
        """The hint that is remembered, or a new one, for which a core is needed."""
        known = known_hint(question, self._book)
        if known is not None:
            return known
        with self.turn(question, Call(context), question_field) as terms:
            return find_hint(question, terms)
