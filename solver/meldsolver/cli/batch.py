"""The frame of every command that answers positions: many in, one answer each, in the same order."""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from meldsolver.cli.answers import Answer, failure, refusal
from meldsolver.cli.backend import Backend, open_backend
from meldsolver.cli.exits import CommandError, Exit
from meldsolver.cli.inputs import Entry, read_entries
from meldsolver.cli.progress import Progress
from meldsolver.pictures.terminal import supports_colour
from meldsolver.tiles.request import InvalidRequest

Q = TypeVar("Q")
A = TypeVar("A")

MOST_JOBS = 256


def add_batch_arguments(parser: argparse.ArgumentParser, example: str) -> None:
    """Adds the arguments that all such commands share."""
    parser.add_argument(
        "inputs",
        nargs="*",
        metavar="POSITION|FILE|-",
        help=f"a position as text ({example}) or as a JSON object; a file with one of them a line, or a .json "
        "document; - for standard input, which is also read when nothing is given",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="text for people, json for machines")
    parser.add_argument("--server", metavar="HOST:PORT", help="ask a server instead of solving in this process")
    parser.add_argument(
        "--jobs",
        type=_jobs,
        default=1,
        metavar="N",
        help="answer so many positions at once; 1 (the default) answers each line before it reads the next",
    )
    parser.add_argument("--progress", action="store_true", help="report progress even if this is no terminal")


def run_batch(
    arguments: argparse.Namespace,
    answer: Callable[[Entry, Backend], Answer],
    no_when: Callable[[Iterable[bool]], bool],
) -> Exit:
    """Reads every entry, answers it and prints the answer.

    Args:
        arguments: the parsed arguments.
        answer: answers one entry; an :class:`InvalidRequest` becomes a refusal, and the run goes on,
            as it does after a fault of our own, which costs one answer.
        no_when: ``any`` or ``all``: how many answers must be no for the exit code to say no.
    """
    outcomes: set[Exit] = set()
    with open_backend(arguments.server) as backend, Progress(forced=arguments.progress) as progress:

        def answered(entry: Entry) -> Answer:
            try:
                return answer(entry, backend)
            except InvalidRequest as error:
                return refusal(error)
            except OSError as error:  # the client's errors are OSErrors that tell gRPC's code
                if getattr(error, "code", "") == "UNAVAILABLE":
                    raise CommandError(f"{arguments.server}: {error}", Exit.FAILED) from None
                return failure(str(error))
            except Exception as error:
                traceback.print_exc()
                return failure(f"unexpected error, please report it: {error!r}")

        show = _printer(arguments)
        for entry, result in in_order(answered, _entries(arguments.inputs), arguments.jobs):
            show(entry, result)
            outcomes.add(result.outcome)
            progress.step()
    worst = max(outcomes, default=Exit.ANSWERED)
    if worst >= Exit.BAD_INPUT:
        return worst
    return Exit.NO if outcomes and no_when(outcome is Exit.NO for outcome in outcomes) else Exit.ANSWERED


def in_order(work: Callable[[Q], A], questions: Iterable[Q], jobs: int) -> Iterator[tuple[Q, A]]:
    """Works on up to ``jobs`` questions at once and yields each with its answer, in their order.

    The work is done in threads even for one job, because the main thread must stay free to hear Ctrl-C.
    """
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="answer")
    waiting: deque[tuple[Q, Future[A]]] = deque()
    try:
        for question in questions:
            waiting.append((question, pool.submit(work, question)))
            while waiting and (len(waiting) >= jobs or waiting[0][1].done()):
                yield waiting[0][0], waiting.popleft()[1].result()
        while waiting:
            yield waiting[0][0], waiting.popleft()[1].result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _entries(inputs: list[str]) -> Iterator[Entry]:
    if not inputs and sys.stdin.isatty():
        raise CommandError("give a position, a file, or - for standard input; --help shows how")
    return read_entries(inputs or ["-"])


def _printer(arguments: argparse.Namespace) -> Callable[[Entry, Answer], None]:
    """How to print one answer; each is flushed, because a program may wait for it."""
    if arguments.format == "json":
        return lambda entry, answer: print(json.dumps({"line": entry.line, **answer.form}), flush=True)
    colour = supports_colour(sys.stdout)

    def show(entry: Entry, answer: Answer) -> None:
        print("" if entry.alone else f"{entry.line}: ", answer.text(colour), sep="", flush=True)

    return show


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {MOST_JOBS}")
    return int(text)
