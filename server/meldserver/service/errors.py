"""The one map from what went wrong to what the client sees (https://google.aip.dev/193)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import grpc
from google.protobuf import any_pb2
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from meldserver.convert.paths import wire_path
from meldsolver.limits import OutOfTime, TooManySteps
from meldsolver.tiles.request import Fault, InvalidRequest

DOMAIN = "meldsolver"
"""ErrorInfo.domain of every error."""

MOST_DETAIL_BYTES = 4000
# An error's details travel in the trailers, which clients bound, many at 8 kB (base64 adds a third).

_log = logging.getLogger(__name__)


class CallError(Exception):
    """A call that cannot be answered, for a reason that does not lie in the request's fields.

    Attributes:
        code: the gRPC status code.
        reason: the stable ErrorInfo.reason.
        message: what happened and what to do about it.
    """

    def __init__(self, code: grpc.StatusCode, reason: str, message: str) -> None:
        self.code, self.reason, self.message = code, reason, message
        super().__init__(message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Made again from what it was made of, not from its sentence: between processes nothing is lost."""
        return type(self), (self.code, self.reason, self.message), self.__dict__


def status_of(error: Exception) -> grpc.Status:
    """The status that a client gets for an exception; anything unforeseen is logged and is INTERNAL."""
    match error:
        case InvalidRequest():
            return _invalid(error.faults)
        case CallError():
            return _status(error.code, error.message, [_info(error.reason)])
        case OutOfTime():
            text = "the call's time was over before there was an answer; give it more"
            return _status(grpc.StatusCode.DEADLINE_EXCEEDED, text, [_info("OUT_OF_TIME")])
        case TooManySteps():
            text = "the request would take more steps than one may; make it smaller"
            return _status(grpc.StatusCode.RESOURCE_EXHAUSTED, text, [_info("TOO_COMPLEX")])
        case _:
            _log.error("unexpected error in a call", exc_info=error)
            return _status(
                grpc.StatusCode.INTERNAL, "unexpected error; the server has logged it", [_info("UNEXPECTED")]
            )


def _invalid(faults: Sequence[Fault]) -> grpc.Status:
    request = error_details_pb2.BadRequest()
    size = 0
    for fault in faults:
        violation = error_details_pb2.BadRequest.FieldViolation(
            field=_clipped(wire_path(fault.field), 200), reason=fault.reason, description=_clipped(fault.message, 500)
        )
        size += violation.ByteSize() + 4
        if size > MOST_DETAIL_BYTES:
            break
        request.field_violations.append(violation)
    first = request.field_violations[0]
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    info = _info("INVALID_REQUEST", faults=str(len(faults)))
    return _status(grpc.StatusCode.INVALID_ARGUMENT, f"{first.field}: {first.description}{more}", [info, request])


def _info(reason: str, **metadata: str) -> error_details_pb2.ErrorInfo:
    return error_details_pb2.ErrorInfo(reason=reason, domain=DOMAIN, metadata=metadata)


def _status(code: grpc.StatusCode, message: str, details: Sequence[Message]) -> grpc.Status:
    packed = []
    for detail in details:
        packed.append(any_pb2.Any())
        packed[-1].Pack(detail)
    # grpc-message is percent-encoded, so a character may take twelve bytes of the trailers.
    return rpc_status.to_status(status_pb2.Status(code=code.value[0], message=_clipped(message, 200), details=packed))


def _clipped(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."
