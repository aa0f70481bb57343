"""What a client raises when a call fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import grpc
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from meldserver.convert.paths import domain_path
from meldsolver.tiles.request import Fault, InvalidRequest


class ServiceError(OSError):
    """A call that was not answered: no server there, no time left, too busy.

    Attributes:
        code: the name of the gRPC status, for instance ``UNAVAILABLE``.
        reason: the stable reason that the server gave, or empty.
        message: what happened.
    """

    def __init__(self, code: str, reason: str, message: str) -> None:
        self.code, self.reason, self.message = code, reason, message
        super().__init__(f"{code}: {message}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Made again from what it was made of, not from its sentence: between processes nothing is lost."""
        return type(self), (self.code, self.reason, self.message), self.__dict__


@contextmanager
def domain_errors() -> Iterator[None]:
    """Raises the domain's error in place of gRPC's."""
    try:
        yield
    except grpc.RpcError as error:
        raise error_of(error) from None


def error_of(error: grpc.RpcError) -> Exception:
    """The domain's error for gRPC's: :class:`InvalidRequest` with every fault, else :class:`ServiceError`."""
    call = cast(grpc.Call, error)
    # A status that was made on this side (no connection, no time) has no details.
    status = rpc_status.from_call(call) if call.trailing_metadata() is not None else None
    faults, reason = _details(status) if status is not None else ([], "")
    if call.code() is grpc.StatusCode.INVALID_ARGUMENT and faults:
        return InvalidRequest(faults)
    return ServiceError(call.code().name, reason, call.details() or "")


def _details(status: Status) -> tuple[list[Fault], str]:
    faults, reason = [], ""
    for detail in status.details:
        request, info = error_details_pb2.BadRequest(), error_details_pb2.ErrorInfo()
        if detail.Unpack(request):
            faults += [Fault(_path(item.field), item.reason, item.description) for item in request.field_violations]
        elif detail.Unpack(info):
            reason = info.reason
    return faults, reason


def _path(field: str) -> str:
    """The path as the solver names it in process, where a position is an argument of its own."""
    return domain_path(field).removeprefix("question.").removeprefix("position.")
