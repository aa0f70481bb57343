"""A server's life: warm-up, serving, graceful end."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from meldserver.generated.v1 import (
    contract_service_pb2,
    contract_service_pb2_grpc,
    hint_service_pb2,
    hint_service_pb2_grpc,
    referee_service_pb2,
    referee_service_pb2_grpc,
    ruleset_service_pb2,
    ruleset_service_pb2_grpc,
    solver_service_pb2,
    solver_service_pb2_grpc,
)
from meldserver.service.contracts import ContractService
from meldserver.service.gate import Gate
from meldserver.service.guard import Guard
from meldserver.service.hints import HintService
from meldserver.service.limits import MESSAGE_BYTES, Limits
from meldserver.service.servicers import RefereeService, RulesetService, SolverService
from meldsolver import get_ruleset, solve
from meldsolver.tiles import parse_position

SERVICES = tuple(
    module.DESCRIPTOR.services_by_name[name].full_name
    for module, name in (
        (solver_service_pb2, "SolverService"),
        (contract_service_pb2, "ContractService"),
        (hint_service_pb2, "HintService"),
        (referee_service_pb2, "RefereeService"),
        (ruleset_service_pb2, "RulesetService"),
    )
)


class Server:
    """One running server; it takes calls as soon as it is made, and health says when it is warm.

    Attributes:
        address: ``host:port``, the port being the one that was free where 0 was asked for.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 0, limits: Limits | None = None) -> None:
        """Starts serving.

        Raises:
            OSError: the address cannot be had.
        """
        limits = limits or Limits()
        self.gate = Gate(limits.searches, limits.waiting)
        self._health = health.HealthServicer(experimental_non_blocking=True)
        self._set_health(health_pb2.HealthCheckResponse.NOT_SERVING)
        self._grpc = grpc.server(
            ThreadPoolExecutor(limits.threads, thread_name_prefix="call"),
            interceptors=[Guard(limits.open_streams)],
            maximum_concurrent_rpcs=limits.threads + limits.other_calls,
            options=[
                ("grpc.max_receive_message_length", MESSAGE_BYTES),
                ("grpc.so_reuseport", 0),  # a port that is taken is an error, not a second server behind it
            ],
        )
        solver_service_pb2_grpc.add_SolverServiceServicer_to_server(SolverService(self.gate, limits), self._grpc)
        contract_service_pb2_grpc.add_ContractServiceServicer_to_server(ContractService(self.gate, limits), self._grpc)
        hint_service_pb2_grpc.add_HintServiceServicer_to_server(HintService(self.gate, limits), self._grpc)
        referee_service_pb2_grpc.add_RefereeServiceServicer_to_server(RefereeService(), self._grpc)
        ruleset_service_pb2_grpc.add_RulesetServiceServicer_to_server(RulesetService(), self._grpc)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._grpc)
        reflection.enable_server_reflection((*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME), self._grpc)
        try:
            bound = self._grpc.add_insecure_port(f"{host}:{port}")
        except RuntimeError:
            raise OSError(f"cannot listen on {host}:{port}; is the port taken?") from None
        self.address = f"{host}:{bound}"
        self._grpc.start()
        self._warm_up()

    def wait(self) -> None:
        """Returns when the server has stopped."""
        self._grpc.wait_for_termination()

    def stop(self, grace: float = 10.0) -> threading.Event:
        """Takes no further calls, and lets those that run end within the grace; the event tells when all have."""
        self._health.enter_graceful_shutdown()
        return self._grpc.stop(grace)

    def _warm_up(self) -> None:
        # The first search loads OR-Tools and builds what later ones share.
        solve(parse_position("r1 r2 r3 / r4 k1 / opened"), get_ruleset("tile-rummy"))
        self._set_health(health_pb2.HealthCheckResponse.SERVING)

    def _set_health(self, status: int) -> None:
        for name in ("", *SERVICES):
            self._health.set(name, status)
