"""What the blocking client asks about hints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import grpc

from meldserver.client.channel import call_seconds
from meldserver.client.errors import error_of
from meldserver.convert import hints, rulesets
from meldserver.generated.v1 import hint_service_pb2 as wire
from meldserver.generated.v1 import hint_service_pb2_grpc
from meldsolver.hints import End, Grade, NoPlay, Progress, Told
from meldsolver.rules.ruleset import Ruleset
from meldsolver.solver.solution import Objective, Solution
from meldsolver.tiles import Position


class HintCalls:
    """The functions of :mod:`meldsolver.hints`, with the same meanings."""

    _hints: hint_service_pb2_grpc.HintServiceStub
    _timeout: float
    _call: Callable[..., Any]

    def hint(
        self,
        position: Position,
        ruleset: Ruleset | str,
        grade: Grade,
        objectives: Sequence[Objective] = (),
        *,
        seed: int = 0,
        time_limit: float | None = None,
    ) -> Told:
        """One grade of a hint; see :func:`meldsolver.hints.tell`."""
        fields = hints.asked(position, ruleset, objectives, seed, time_limit)
        request = wire.GetHintRequest(grade=hints.grade_value(grade), **fields)
        response = self._call(self._hints.GetHint, request, call_seconds(time_limit, self._timeout))
        return hints.read_hint_response(response, grade, rulesets.alphabet_of(ruleset))

    def alternatives(
        self,
        position: Position,
        ruleset: Ruleset | str,
        objectives: Sequence[Objective] = (),
        *,
        most: int = hints.USUAL_MOST,
        best_only: bool = True,
        seed: int = 0,
        time_limit: float | None = None,
    ) -> Iterator[Solution | End]:
        """All best plays, then how the list ended; see :func:`meldsolver.hints.alternatives`."""
        fields = hints.asked(position, ruleset, objectives, seed, time_limit)
        request = wire.StreamAlternativesRequest(most=most, worse_too=not best_only, **fields)
        alphabet = rulesets.alphabet_of(ruleset)
        try:
            stream = self._hints.StreamAlternatives(request, timeout=call_seconds(time_limit, self._timeout))
            for count, response in enumerate(stream):
                yield hints.read_alternative(response, count, alphabet)
        except grpc.RpcError as error:
            raise error_of(error) from None

    def improving(
        self,
        position: Position,
        ruleset: Ruleset | str,
        objectives: Sequence[Objective] = (),
        *,
        seed: int = 0,
        time_limit: float | None = None,
    ) -> Iterator[Progress]:
        """Improving plays, the last with its proof; see :func:`meldsolver.hints.improving`."""
        fields = hints.asked(position, ruleset, objectives, seed, time_limit)
        request = wire.StreamImprovementsRequest(**fields)
        alphabet = rulesets.alphabet_of(ruleset)
        try:
            for response in self._hints.StreamImprovements(request, timeout=call_seconds(time_limit, self._timeout)):
                yield hints.read_improvement(response, alphabet)
        except grpc.RpcError as error:
            raise error_of(error) from None

    def explain_no_play(
        self, position: Position, ruleset: Ruleset | str, *, seed: int = 0, time_limit: float | None = None
    ) -> NoPlay:
        """What is nearest; see :func:`meldsolver.hints.explain_no_play`."""
        fields = hints.asked(position, ruleset, (), seed, time_limit)
        del fields["objectives"]
        request = wire.ExplainNoPlayRequest(**fields)
        response = self._call(self._hints.ExplainNoPlay, request, call_seconds(time_limit, self._timeout))
        return hints.read_no_play(response, rulesets.alphabet_of(ruleset))

    def picture(
        self,
        position: Position,
        ruleset: Ruleset | str,
        scene: str = "plan",
        objectives: Sequence[Objective] = (),
        *,
        seed: int = 0,
        time_limit: float | None = None,
    ) -> str:
        """The ``position``, the ``play`` of its hint, or that play's ``plan`` as SVG; empty without a play."""
        request = picture_request(position, ruleset, scene, objectives, seed, time_limit)
        svg: str = self._call(self._hints.DrawPicture, request, call_seconds(time_limit, self._timeout)).svg
        return svg


def picture_request(
    position: Position,
    ruleset: Ruleset | str,
    scene: str,
    objectives: Sequence[Objective],
    seed: int,
    time_limit: float | None,
) -> wire.DrawPictureRequest:
    """The request for a picture."""
    fields = hints.asked(position, ruleset, objectives, seed, time_limit)
    return wire.DrawPictureRequest(scene=wire.Scene.Value(f"SCENE_{scene.upper()}"), **fields)
