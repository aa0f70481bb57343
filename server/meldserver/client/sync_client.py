"""The blocking client."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message

from meldserver.client.channel import CHANNEL_OPTIONS, SECONDS_BEYOND_SEARCH, call_seconds
from meldserver.client.errors import error_of
from meldserver.client.sync_contracts import ContractCalls
from meldserver.client.sync_hints import HintCalls
from meldserver.client.sync_scores import ScoreCalls
from meldserver.convert import rulesets, solutions, verdicts
from meldserver.generated.v1 import (
    contract_service_pb2_grpc,
    hint_service_pb2_grpc,
    referee_service_pb2_grpc,
    ruleset_service_pb2,
    ruleset_service_pb2_grpc,
    solver_service_pb2_grpc,
)
from meldsolver.limits.cancel import CancelToken
from meldsolver.referee import MeldReport, MoveReport
from meldsolver.rules.presets import RulesetSummary
from meldsolver.rules.ruleset import Ruleset
from meldsolver.solver.solution import Objective, Solution, Status
from meldsolver.tiles import Meld, Position, Tile

_Response = TypeVar("_Response", bound=Message)

POLL_SECONDS = 0.02
"""How often a running call looks whether its token was cancelled."""


def connect(target: str, *, timeout: float = SECONDS_BEYOND_SEARCH) -> Client:
    """A client of the server at ``host:port``; the connection is made by the first call.

    Args:
        target: the server's address.
        timeout: seconds that a call may take beyond its search.
    """
    return Client(grpc.insecure_channel(target, options=CHANNEL_OPTIONS), timeout=timeout)


class Client(ContractCalls, HintCalls, ScoreCalls):
    """Asks a server what :mod:`meldsolver` answers in process; the methods have the same meanings.

    Rulesets are given as objects or by a preset's name. Every method raises ``InvalidRequest`` with
    every fault for a request that makes no sense, and ``ServiceError`` when no answer could be had.
    Safe to use from several threads.
    """

    def __init__(self, channel: grpc.Channel, *, timeout: float = SECONDS_BEYOND_SEARCH) -> None:
        self._channel = channel
        self._timeout = timeout
        self._solver = solver_service_pb2_grpc.SolverServiceStub(channel)
        self._contracts = contract_service_pb2_grpc.ContractServiceStub(channel)
        self._hints = hint_service_pb2_grpc.HintServiceStub(channel)
        self._referee = referee_service_pb2_grpc.RefereeServiceStub(channel)
        self._rulesets = ruleset_service_pb2_grpc.RulesetServiceStub(channel)

    def solve(
        self,
        position: Position,
        ruleset: Ruleset | str,
        objectives: Sequence[Objective] = (),
        *,
        seed: int = 0,
        time_limit: float | None = None,
        cancel: CancelToken | None = None,
    ) -> Solution:
        """The best play.

        Args:
            position: the position.
            ruleset: the rules.
            objectives: what to prefer, in order; empty for tiles, then points.
            seed: the search's seed.
            time_limit: seconds of search; by default the server decides.
            cancel: stops the search; the answer is then UNKNOWN.
        """
        request = solutions.solve_request(position, ruleset, objectives, seed, time_limit)
        seconds = call_seconds(time_limit, self._timeout)
        if cancel is None:
            response = self._call(self._solver.Solve, request, seconds)
        else:
            future = self._solver.Solve.future(request, timeout=seconds)
            if not _finished(future, cancel):
                return Solution(Status.UNKNOWN, rack=position.rack)
            response = self._call(lambda request, timeout: future.result(), request, seconds)
        return solutions.read_solve_response(response, rulesets.alphabet_of(ruleset))

    def check_move(self, before: Position, after: Sequence[Meld], ruleset: Ruleset | str) -> MoveReport:
        """The verdict on a move."""
        request = verdicts.check_move_request(before, after, ruleset)
        response = self._call(self._referee.CheckMove, request, self._timeout)
        return verdicts.read_check_move_response(response, rulesets.alphabet_of(ruleset))

    def check_meld(self, tiles: Sequence[Tile], ruleset: Ruleset | str) -> MeldReport:
        """The verdict on one meld."""
        request = verdicts.check_meld_request(tiles, ruleset)
        response = self._call(self._referee.CheckMeld, request, self._timeout)
        return verdicts.read_check_meld_response(response, len(tiles), rulesets.alphabet_of(ruleset))

    def list_rulesets(self) -> tuple[RulesetSummary, ...]:
        """Every preset that the server knows."""
        request = ruleset_service_pb2.ListRulesetsRequest()
        return rulesets.read_list_response(self._call(self._rulesets.ListRulesets, request, self._timeout))

    def get_ruleset(self, name: str) -> Ruleset:
        """One preset; an unknown name is a ``ServiceError`` with the code NOT_FOUND."""
        request = ruleset_service_pb2.GetRulesetRequest(name=name)
        return rulesets.read_ruleset_message(self._call(self._rulesets.GetRuleset, request, self._timeout).ruleset)

    def validate_ruleset(self, rules: Mapping[str, Any], preset: str = "") -> Ruleset:
        """The rules, complete, if they hold together.

        Args:
            rules: as for :func:`meldsolver.load_ruleset`.
            preset: what the rules change; empty for whole rules.
        """
        request = rulesets.validate_request(rules, preset)
        return rulesets.read_ruleset_message(self._call(self._rulesets.ValidateRuleset, request, self._timeout).ruleset)

    def close(self) -> None:
        """Ends the connection."""
        self._channel.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @staticmethod
    def _call(method: Callable[..., _Response], request: Message, seconds: float) -> _Response:
        try:
            return method(request, timeout=seconds)
        except grpc.RpcError as error:
            raise error_of(error) from None


def _finished(future: grpc.Future[Any], cancel: CancelToken) -> bool:
    """Waits for the answer; cancels the call and tells ``False`` if the token comes first."""
    while not cancel.cancelled:
        try:
            future.exception(timeout=POLL_SECONDS)
        except grpc.FutureTimeoutError:
            continue
        except grpc.FutureCancelledError:
            pass
        return True
    future.cancel()
    return False
