"""The command's frame: which commands there are, and how a run ends."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import Any

from meldsolver.cli import advise, check, contract, hint, ramo, rulesets, score, serve, solve
from meldsolver.cli.exits import CODES_HELP, CommandError, Exit

COMMANDS = (solve, check, hint, contract, advise, ramo, score, rulesets, serve)
"""Each is a module with ``NAME``, ``SUMMARY``, ``add_arguments(parser)`` and ``run(arguments)``.

They import the solver only when they run, so that the command starts fast.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command.

    Args:
        argv: the arguments; by default those of the process.

    Returns:
        The exit code, one of :class:`~meldsolver.cli.exits.Exit`.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):  # what the terminal cannot show must not end the run
        sys.stdout.reconfigure(errors="backslashreplace")
    arguments = build_parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except CommandError as error:
        print(f"meldsolver {arguments.command}: {error}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        # What is still buffered has no reader; without this the interpreter complains at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.CLOSED
    return code


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="meldsolver",
        description="Best plays and a referee for tile rummy and its kin.",
        epilog=CODES_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        subparser = commands.add_parser(
            command.NAME,
            help=command.SUMMARY,
            description=command.__doc__,
            epilog=CODES_HELP,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    return parser


class _Version(argparse.Action):
    """Looks the version up only when it is asked for, because that takes a while."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("meldsolver")
        except PackageNotFoundError:  # run from a source tree that is not installed
            number = "(not installed)"
        print(f"meldsolver {number}")
        parser.exit()
