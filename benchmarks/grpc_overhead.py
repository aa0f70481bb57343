"""What a call over gRPC costs beyond its answer in process, and how much memory the server holds.

    .venv/bin/python -m benchmarks.grpc_overhead

The server runs in a process of its own on the same machine; each question is asked in process and over a
real socket, in turn, through the client of the package, so the conversions of both sides are counted.
Beside them stands a call of gRPC alone that works for as long and carries as many bytes.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import psutil

from benchmarks.peers.bare_grpc import Wait, bare_server
from benchmarks.positions import MELDS, RACK, mid_game
from benchmarks.tables import table
from benchmarks.timing import GOAL_COLUMNS, against_goal, figures, interleaved, machine
from meldserver.client import Client, connect
from meldserver.convert.requests import write
from meldserver.generated.v1.solver_service_pb2 import SolveRequest
from meldsolver import Position, check_meld, check_move, get_ruleset, solve
from meldsolver.calls.solving import SolveQuestion

RESULT = Path(__file__).parent / "results" / "grpc.md"
POSITIONS = 100
TRIES = 10
MORE_MS = 1.5
RESIDENT_MB = 250.0
RULES = get_ruleset("tile-rummy")

Ask = Callable[[Position], object]


def calls(client: Client) -> dict[str, tuple[Ask, Ask]]:
    """Each call in process and over gRPC."""
    return {
        "Solve": (lambda it: solve(it, RULES), lambda it: client.solve(it, RULES)),
        "CheckMove": (lambda it: check_move(it, it.table, RULES), lambda it: client.check_move(it, it.table, RULES)),
        "CheckMeld": (lambda it: check_meld(it.table[0], RULES), lambda it: client.check_meld(it.table[0], RULES)),
    }


def measure(client: Client, server: psutil.Process, wait: Wait) -> str:
    """The page of results."""
    positions = [position for wilds in (0, 1, 2) for position in mid_game(wilds, POSITIONS)]
    payload = write(SolveQuestion(positions[0], RULES), SolveRequest).SerializeToString()
    rows, goals, alone = [], [], []
    for name, (ask_here, ask_there) in calls(client).items():
        here, there = interleaved((ask_here, ask_there), positions, TRIES)
        rows += [[f"{name}, {where}", *figures(times)] for where, times in (("in process", here), ("gRPC", there))]
        goals.append(against_goal(f"{name}: more, median", more(here, there), MORE_MS, "ms"))
        alone.append(f"{more_alone(ask_here, positions, wait, payload):.2f} ms for {name}")
    asked = len(positions) * TRIES * 3
    resident = server.memory_info().rss / 1e6
    goals.append(against_goal(f"resident memory after {asked} calls", resident, RESIDENT_MB, "MB"))
    return "\n".join(
        [
            "# gRPC: what a call costs, what the server holds",
            "",
            f"{len(positions)} positions ({MELDS} table melds, rack of {RACK}, 0 to 2 wilds), one call at a time.",
            f"Milliseconds; the least of {TRIES} tries stands for each position. {machine()}",
            "",
            "    .venv/bin/python -m benchmarks.grpc_overhead",
            "",
            *table(["call", "median", "p90", "p99", "max"], rows),
            "",
            *table(GOAL_COLUMNS, goals),
            "",
            "gRPC alone, which works for as long and carries as many bytes, takes more than the answer in process:",
            f"{', '.join(alone)}.",
            "",
        ]
    )


def more(here: list[float], there: list[float]) -> float:
    """The median of what the second takes beyond the first."""
    return median(second - first for first, second in zip(here, there, strict=True))


def more_alone(ask: Ask, positions: list[Position], wait: Wait, payload: bytes) -> float:
    """The median of what gRPC alone takes beyond work that takes as long as the answer in process."""
    taken: dict[Position, float] = {}

    def ask_and_clock(position: Position) -> None:
        start = time.perf_counter()
        ask(position)
        taken[position] = time.perf_counter() - start

    return more(*interleaved((ask_and_clock, lambda it: wait(taken[it], payload)), positions, TRIES))


def main() -> None:
    """Starts a server, measures, writes the page."""
    code = "from meldserver.command import serve; raise SystemExit(serve(port=0))"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        try:
            with connect(address) as client, bare_server() as wait:
                page = measure(client, psutil.Process(process.pid), wait)
        finally:
            process.send_signal(signal.SIGTERM)
    RESULT.write_text(page)
    print(page)


if __name__ == "__main__":
    main()
