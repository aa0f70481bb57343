"""A peer to compare with: gRPC alone. A call of bytes, answered with the same bytes after a given time of work.

What it takes beyond that time is the cost of gRPC itself, with Python on both sides, on this machine. It grows
with the time between the calls: other data has filled the processor's caches by then.
"""

from __future__ import annotations

import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import grpc

METHOD = "/bare/Wait"
_SECONDS = struct.Struct("<d")

Wait = Callable[[float, bytes], None]
"""Asks for so many seconds of work, with so many bytes back and forth."""


def _answer(request: bytes, context: grpc.ServicerContext) -> bytes:
    end = time.perf_counter() + _SECONDS.unpack_from(request)[0]
    while time.perf_counter() < end:
        pass
    return request


class _Handler(grpc.GenericRpcHandler):
    def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[bytes, bytes]:
        """The only call."""
        return grpc.unary_unary_rpc_method_handler(_answer)


@contextmanager
def bare_server() -> Iterator[Wait]:
    """A server in a process of its own, and how to ask it."""
    with subprocess.Popen([sys.executable, "-m", __name__], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            with grpc.insecure_channel(f"127.0.0.1:{int(process.stdout.readline())}") as channel:
                call = channel.unary_unary(METHOD)
                yield lambda seconds, payload: call(_SECONDS.pack(seconds) + payload)
        finally:
            process.terminate()


def main() -> None:
    """Serves until it is stopped."""
    server = grpc.server(ThreadPoolExecutor(2), handlers=[_Handler()])
    print(server.add_insecure_port("127.0.0.1:0"), flush=True)
    server.start()
    server.wait_for_termination()


if __name__ == "__main__":
    main()
