"""The asyncio client."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message
from grpc import aio

from meldserver.client.async_contracts import AsyncContractCalls
from meldserver.client.async_hints import AsyncHintCalls
from meldserver.client.async_scores import AsyncScoreCalls
from meldserver.client.channel import CHANNEL_OPTIONS, SECONDS_BEYOND_SEARCH, call_seconds
from meldserver.client.errors import error_of
from meldserver.convert import rulesets, solutions, verdicts
from meldserver.generated.v1 import (
    contract_service_pb2_grpc,
    hint_service_pb2_grpc,
    referee_service_pb2_grpc,
    ruleset_service_pb2,
    ruleset_service_pb2_grpc,
    solver_service_pb2_grpc,
)
from meldsolver.referee import MeldReport, MoveReport
from meldsolver.rules.presets import RulesetSummary
from meldsolver.rules.ruleset import Ruleset
from meldsolver.solver.solution import Objective, Solution
from meldsolver.tiles import Meld, Position, Tile

_Response = TypeVar("_Response", bound=Message)


def connect_async(target: str, *, timeout: float = SECONDS_BEYOND_SEARCH) -> AsyncClient:
    """A client of the server at ``host:port``, for use inside a running event loop.

    Args:
        target: the server's address.
        timeout: seconds that a call may take beyond its search.
    """
    return AsyncClient(aio.insecure_channel(target, options=CHANNEL_OPTIONS), timeout=timeout)


class AsyncClient(AsyncContractCalls, AsyncHintCalls, AsyncScoreCalls):
    """As :class:`meldserver.client.Client`, each method awaited; cancelling the task stops the search."""

    def __init__(self, channel: aio.Channel, *, timeout: float = SECONDS_BEYOND_SEARCH) -> None:
        self._channel = channel
        self._timeout = timeout
        self._solver = solver_service_pb2_grpc.SolverServiceStub(channel)
        self._contracts = contract_service_pb2_grpc.ContractServiceStub(channel)
        self._hints = hint_service_pb2_grpc.HintServiceStub(channel)
        self._referee = referee_service_pb2_grpc.RefereeServiceStub(channel)
        self._rulesets = ruleset_service_pb2_grpc.RulesetServiceStub(channel)

    async def solve(
        self,
        position: Position,
        ruleset: Ruleset | str,
        objectives: Sequence[Objective] = (),
        *,
        seed: int = 0,
        time_limit: float | None = None,
    ) -> Solution:
        """The best play; see :meth:`meldserver.client.Client.solve`."""
        request = solutions.solve_request(position, ruleset, objectives, seed, time_limit)
        response = await self._call(self._solver.Solve, request, call_seconds(time_limit, self._timeout))
        return solutions.read_solve_response(response, rulesets.alphabet_of(ruleset))

    async def check_move(self, before: Position, after: Sequence[Meld], ruleset: Ruleset | str) -> MoveReport:
        """The verdict on a move."""
        request = verdicts.check_move_request(before, after, ruleset)
        response = await self._call(self._referee.CheckMove, request, self._timeout)
        return verdicts.read_check_move_response(response, rulesets.alphabet_of(ruleset))

    async def check_meld(self, tiles: Sequence[Tile], ruleset: Ruleset | str) -> MeldReport:
        """The verdict on one meld."""
        request = verdicts.check_meld_request(tiles, ruleset)
        response = await self._call(self._referee.CheckMeld, request, self._timeout)
        return verdicts.read_check_meld_response(response, len(tiles), rulesets.alphabet_of(ruleset))

    async def list_rulesets(self) -> tuple[RulesetSummary, ...]:
        """Every preset that the server knows."""
        request = ruleset_service_pb2.ListRulesetsRequest()
        return rulesets.read_list_response(await self._call(self._rulesets.ListRulesets, request, self._timeout))

    async def get_ruleset(self, name: str) -> Ruleset:
        """One preset; an unknown name is a ``ServiceError`` with the code NOT_FOUND."""
        request = ruleset_service_pb2.GetRulesetRequest(name=name)
        response = await self._call(self._rulesets.GetRuleset, request, self._timeout)
        return rulesets.read_ruleset_message(response.ruleset)

    async def validate_ruleset(self, rules: Mapping[str, Any], preset: str = "") -> Ruleset:
        """The rules, complete, if they hold together; see :meth:`meldserver.client.Client.validate_ruleset`."""
        request = rulesets.validate_request(rules, preset)
        response = await self._call(self._rulesets.ValidateRuleset, request, self._timeout)
        return rulesets.read_ruleset_message(response.ruleset)

    async def close(self) -> None:
        """Ends the connection."""
        await self._channel.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @staticmethod
    async def _call(method: Callable[..., Awaitable[_Response]], request: Message, seconds: float) -> _Response:
        try:
            return await method(request, timeout=seconds)
        except grpc.RpcError as error:
            raise error_of(error) from None
