"""The calls about hints: read the request, answer it, write the response."""

from __future__ import annotations

from collections.abc import Iterator

import grpc
from google.protobuf.message import Message

from meldserver.convert import hints
from meldserver.convert.requests import field_of, read
from meldserver.generated.v1 import hint_service_pb2 as wire
from meldserver.generated.v1.hint_service_pb2_grpc import HintServiceServicer
from meldserver.service.answering import Answering, answers
from meldserver.service.call import Call
from meldserver.service.faults import renamed
from meldserver.service.pump import pumped
from meldsolver.answers import Solution
from meldsolver.calls import Terms
from meldsolver.calls.solving import (
    AlternativesQuestion,
    HintQuestion,
    ImprovingQuestion,
    NoPlayQuestion,
    PictureQuestion,
    find_hint,
    known_hint,
)
from meldsolver.hints import End, Hint, Progress, tell
from meldsolver.limits.cancel import CancelToken


class HintService(Answering, HintServiceServicer):
    """Hints."""

    ExplainNoPlay = answers(NoPlayQuestion, hints.no_play_response)

    def GetHint(  # noqa: N802
        self, request: wire.GetHintRequest, context: grpc.ServicerContext
    ) -> wire.GetHintResponse:
        """Answers GetHint."""
        question = read(HintQuestion, request)
        hint = self._hint(question, request, context)
        return hints.hint_response(tell(hint, question.grade), hint)

    def StreamAlternatives(  # noqa: N802
        self, request: wire.StreamAlternativesRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.StreamAlternativesResponse]:
        """Answers StreamAlternatives; each play is searched for when the one before it has been sent."""
        question, call = read(AlternativesQuestion, request), Call(context)
        items: Iterator[Solution | End] | None = None
        while True:
            with self.turn(question, request, call) as terms:
                items = items or question.answer(terms)
                item = next(items)
            yield hints.alternative_response(item)
            if isinstance(item, End):
                return

    def StreamImprovements(  # noqa: N802
        self, request: wire.StreamImprovementsRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.StreamImprovementsResponse]:
        """Answers StreamImprovements."""
        question, call = read(ImprovingQuestion, request), Call(context)

        def search(token: CancelToken) -> Iterator[Progress]:
            return question.answer(Terms(call.search_seconds(question.seconds, self._limits), token))

        with renamed(field_of(question, request)):
            for progress in pumped(search, self._gate, call):
                yield hints.improvement_response(progress)

    def DrawPicture(  # noqa: N802
        self, request: wire.DrawPictureRequest, context: grpc.ServicerContext
    ) -> wire.DrawPictureResponse:
        """Answers DrawPicture; a position is drawn without a search."""
        question = read(PictureQuestion, request)
        if question.scene == "position":
            with renamed(field_of(question, request)):
                return hints.picture_response(None, question.draw_position())
        hint = self._hint(question, request, context)
        return hints.picture_response(hint.solution.status, question.draw(hint))

    def _hint(self, question: HintQuestion | PictureQuestion, request: Message, context: grpc.ServicerContext) -> Hint:
        """The hint that is remembered, or a new one, for which a core is needed."""
        known = known_hint(question, self._book)
        if known is not None:
            return known
        with self.turn(question, request, Call(context)) as terms:
            return find_hint(question, terms)
