"""Serves the gRPC API until it is stopped (Ctrl-C or SIGTERM)."""

from __future__ import annotations

import argparse

from meldsolver.cli.backend import remote
from meldsolver.cli.exits import CommandError, Exit

NAME = "serve"
SUMMARY = "serve the gRPC API"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
    parser.add_argument(
        "--port", type=_port, default=50051, help="port to listen on (default 50051); 0 for any free one"
    )
    parser.add_argument("--workers", type=_workers, help="solves at once (default: one a core)")


def run(arguments: argparse.Namespace) -> Exit:
    """Runs the command."""
    serve = remote("serve")
    try:
        serve(host=arguments.host, port=arguments.port, workers=arguments.workers)
    except OSError as error:
        raise CommandError(str(error), Exit.FAILED) from None
    return Exit.ANSWERED


def _port(text: str) -> int:
    return _number(text, 0, 65535)


def _workers(text: str) -> int:
    return _number(text, 1, 1024)


def _number(text: str, low: int, high: int) -> int:
    if not text.isdecimal() or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {low} to {high}")
    return int(text)
