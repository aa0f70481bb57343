"""Around every call: what cannot be decoded, and what is raised, becomes a proper status."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from threading import BoundedSemaphore
from typing import Any, NoReturn

import grpc
from google.protobuf.message import DecodeError

from meldserver.service.errors import CallError, status_of


class Guard(grpc.ServerInterceptor):
    """Puts the error map around every call of every service.

    gRPC itself answers bytes that are no message with INTERNAL, and an exception with UNKNOWN.
    """

    def __init__(self, open_streams: int) -> None:
        """Guards calls.

        Args:
            open_streams: how many calls may send a stream of requests at once; one more is RESOURCE_EXHAUSTED. Each
                holds a thread until its client ends it, so without a bound those threads would not answer anyone.
        """
        self._open_streams = BoundedSemaphore(open_streams)
        self._guarded: dict[Any, grpc.RpcMethodHandler[Any, Any]] = {}

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], grpc.RpcMethodHandler[Any, Any] | None],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler[Any, Any] | None:
        """The same handler, guarded."""
        handler = continuation(handler_call_details)
        if handler is None:
            return None
        if handler not in self._guarded:
            self._guarded[handler] = _guarded(handler, self._open_streams)
        return self._guarded[handler]


class _Undecodable:
    """Stands for a request that is no message."""


def _guarded(handler: Any, open_streams: BoundedSemaphore) -> grpc.RpcMethodHandler[Any, Any]:
    """The same handler; which of its four kinds it is shows only in which behaviour it has."""
    read, write = _lenient(handler.request_deserializer), handler.response_serializer
    if handler.unary_unary:
        return grpc.unary_unary_rpc_method_handler(_one(handler.unary_unary), read, write)
    if handler.stream_unary:
        return grpc.stream_unary_rpc_method_handler(_one(handler.stream_unary), read, write)
    if handler.unary_stream:
        return grpc.unary_stream_rpc_method_handler(_many(handler.unary_stream), read, write)
    return grpc.stream_stream_rpc_method_handler(_many(_bounded(handler.stream_stream, open_streams)), read, write)


def _lenient(deserialize: Callable[[bytes], Any] | None) -> Callable[[bytes], Any] | None:
    if deserialize is None:
        return None

    def read(data: bytes) -> Any:
        try:
            return deserialize(data)
        except DecodeError:
            return _Undecodable()

    return read


def _one(behaviour: Any) -> Any:
    @wraps(behaviour)
    def answer(request: Any, context: grpc.ServicerContext, *rest: Any) -> Any:
        try:
            return behaviour(_decoded(request), context, *rest)
        except Exception as error:
            _abort(context, error)

    return answer


def _many(behaviour: Any) -> Any:
    if getattr(behaviour, "experimental_non_blocking", False):
        return _one(behaviour)  # gRPC's health watch: it returns at once and sends its answers by itself

    @wraps(behaviour)
    def answers(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        try:
            yield from behaviour(_decoded(request), context)
        except Exception as error:
            _abort(context, error)

    return answers


def _bounded(behaviour: Any, open_streams: BoundedSemaphore) -> Any:
    """The same behaviour, of which only so many calls are under way at once."""

    @wraps(behaviour)
    def answers(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        if not open_streams.acquire(blocking=False):
            text = "too many calls with a stream of requests are open; end one, or try again after a pause"
            raise CallError(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_CALLS", text)
        try:
            yield from behaviour(request, context)
        finally:
            open_streams.release()

    return answers


def _decoded(request: Any) -> Any:
    """The request itself; of a stream, each of its messages."""
    if isinstance(request, _Undecodable):
        raise CallError(
            grpc.StatusCode.INVALID_ARGUMENT, "UNDECODABLE", "the request is no message of this call's type"
        )
    if isinstance(request, Iterator):
        return map(_decoded, request)
    return request


def _abort(context: grpc.ServicerContext, error: Exception) -> NoReturn:
    if context.code() not in (None, grpc.StatusCode.OK):  # type: ignore[attr-defined]
        raise error  # a servicer that is not ours has aborted the call by itself
    if isinstance(error, grpc.RpcError):
        raise error  # the client ended the call while its stream of requests was read
    context.abort_with_status(status_of(error))
