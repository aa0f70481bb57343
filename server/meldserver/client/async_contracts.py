"""What the asyncio client asks about contracts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any

import grpc

from meldserver.client.channel import call_seconds
from meldserver.client.errors import error_of
from meldserver.convert import contracts, hands, rulesets
from meldserver.generated.v1 import contract_service_pb2, contract_service_pb2_grpc
from meldsolver.contracts import Discard, DiscardAdvice, Distance, DrawAdvice, LayDown, Ramo
from meldsolver.rules.ruleset import Ruleset
from meldsolver.solver.solution import Objective
from meldsolver.tiles import Card, Meld, Position, Tile


class AsyncContractCalls:
    """As :class:`meldserver.client.sync_contracts.ContractCalls`, each method awaited."""

    _contracts: contract_service_pb2_grpc.ContractServiceAsyncStub
    _timeout: float
    _call: Callable[..., Awaitable[Any]]

    async def lay_down(
        self,
        position: Position,
        ruleset: Ruleset | str,
        objectives: Sequence[Objective] = (),
        *,
        players: Sequence[str] = (),
        go_out: bool = False,
        seed: int = 0,
        time_limit: float | None = None,
    ) -> LayDown:
        """What is best laid in one turn; see :func:`meldsolver.contracts.lay_down`."""
        request = hands.lay_down_request(position, ruleset, objectives, players, go_out, seed, time_limit)
        response = await self._call(self._contracts.LayDown, request, call_seconds(time_limit, self._timeout))
        return contracts.read_lay_down(response.lay_down, rulesets.alphabet_of(ruleset))

    async def distance(
        self,
        position: Position,
        ruleset: Ruleset | str,
        *,
        unseen: Mapping[Card, int] | None = None,
        seen: Sequence[Tile] = (),
        players: Sequence[str] = (),
        draws: int = 2,
        time_limit: float | None = None,
    ) -> Distance:
        """The distance and the outs; see :func:`meldsolver.contracts.distance`."""
        request = hands.distance_request(position, ruleset, unseen, seen, players, draws, time_limit)
        response = await self._call(self._contracts.GetDistance, request, call_seconds(time_limit, self._timeout))
        return contracts.read_distance(response.distance, rulesets.alphabet_of(ruleset))

    async def advise_discard(
        self,
        position: Position,
        ruleset: Ruleset | str,
        *,
        unseen: Mapping[Card, int] | None = None,
        seen: Sequence[Tile] = (),
        players: Sequence[str] = (),
        player: str = "",
        time_limit: float | None = None,
    ) -> DiscardAdvice:
        """What to throw; see :func:`meldsolver.contracts.advise_discard`."""
        request = hands.discard_request(position, ruleset, unseen, seen, players, player, time_limit)
        response = await self._call(self._contracts.AdviseDiscard, request, call_seconds(time_limit, self._timeout))
        return contracts.read_discards_response(response, rulesets.alphabet_of(ruleset))

    async def stream_discards(
        self,
        position: Position,
        ruleset: Ruleset | str,
        *,
        unseen: Mapping[Card, int] | None = None,
        seen: Sequence[Tile] = (),
        players: Sequence[str] = (),
        player: str = "",
        time_limit: float | None = None,
    ) -> AsyncIterator[Distance | Discard]:
        """The present distance, then the cards as they are weighed, not ranked."""
        question = hands.discard_request(position, ruleset, unseen, seen, players, player, time_limit)
        request = contract_service_pb2.StreamDiscardAdviceRequest(question=question)
        alphabet = rulesets.alphabet_of(ruleset)
        try:
            seconds = call_seconds(time_limit, self._timeout)
            async for response in self._contracts.StreamDiscardAdvice(request, timeout=seconds):
                if response.HasField("now"):
                    yield contracts.read_distance(response.now, alphabet)
                else:
                    yield contracts.read_discard(response.discard, alphabet)
        except grpc.RpcError as error:
            raise error_of(error) from None

    async def advise_draw(
        self,
        position: Position,
        ruleset: Ruleset | str,
        card: Tile,
        *,
        unseen: Mapping[Card, int] | None = None,
        seen: Sequence[Tile] = (),
        players: Sequence[str] = (),
        time_limit: float | None = None,
    ) -> DrawAdvice:
        """Whether to take the discard; see :func:`meldsolver.contracts.advise_draw`."""
        request = hands.draw_request(position, ruleset, card, unseen, seen, players, time_limit)
        response = await self._call(self._contracts.AdviseDraw, request, call_seconds(time_limit, self._timeout))
        return contracts.read_draw_response(response, rulesets.alphabet_of(ruleset))

    async def check_ramo(
        self,
        card: Tile,
        table: Sequence[Meld],
        ruleset: Ruleset | str,
        *,
        players: Sequence[str] = (),
        discarder: str = "",
        hands: Mapping[str, Sequence[Tile]] | None = None,
    ) -> Ramo:
        """Whether a discard is a Ramo; see :func:`meldsolver.contracts.check_ramo`."""
        request = ramo_request(card, table, ruleset, players, discarder, hands or {})
        response = await self._call(self._contracts.CheckRamo, request, call_seconds(None, self._timeout))
        return contracts.read_ramo_response(response, rulesets.alphabet_of(ruleset))


ramo_request = hands.ramo_request
"""By a name of its own, because ``check_ramo`` has an argument ``hands``."""
