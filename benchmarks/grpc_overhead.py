"""What a call over gRPC costs beyond its answer in process, and how much memory the server holds.

    .venv/bin/python -m benchmarks.grpc_overhead

Goals: at most 1.5 ms more at the median, at most 250 MB resident. The server runs in a process of its
own on the same machine; each position is asked in process and over a real socket, in turn, through the
client of the package, so the conversions of both sides are counted. The best of five tries stands for
each position, because the machine has other work.
"""

from __future__ import annotations

import platform
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles

import psutil

from benchmarks.tables import table
from meldserver.client import Client, connect
from meldsolver import Position, check_meld, check_move, get_ruleset, parse_melds, parse_tiles, solve
from tests.oracles.positions import random_position

RESULT = Path(__file__).parent / "results" / "grpc.md"
POSITIONS = 300
TRIES = 5
GOAL_MS = 1.5
GOAL_MB = 250.0


def positions() -> list[Position]:
    """Mid-game positions: 15 melds, a rack of 14, no to two wilds."""
    found = []
    for seed in range(POSITIONS):
        drawn = random_position(f"grpc {seed}", melds=15, rack=14, opened=True)
        melds = "|".join(" ".join(map(_text, meld)) for meld in drawn.table)
        found.append(Position(parse_melds(melds), parse_tiles(" ".join(map(_text, drawn.rack))), opened=True))
    return found


def _text(tile: object) -> str:
    return "".join(map(str, tile)) if isinstance(tile, tuple) else str(tile)


def pairs(here: Callable[[Position], object], there: Callable[[Position], object]) -> list[tuple[float, float]]:
    """Milliseconds in process and over gRPC, position by position."""
    times = []
    for position in positions():
        tries = [(_milliseconds(here, position), _milliseconds(there, position)) for _ in range(TRIES)]
        times.append((min(first for first, _ in tries), min(second for _, second in tries)))
    return times


def _milliseconds(ask: Callable[[Position], object], position: Position) -> float:
    start = time.perf_counter()
    ask(position)
    return (time.perf_counter() - start) * 1000


def row(name: str, times: Sequence[tuple[float, float]]) -> list[str]:
    """One line of the table of results."""
    over = [there - here for here, there in times]
    numbers = [
        median(here for here, _ in times),
        median(there for _, there in times),
        median(over),
        quantiles(over, n=20)[18],
    ]
    return [name, *(f"{number:.2f}" for number in numbers), f"{GOAL_MS:.1f}", f"{GOAL_MS - numbers[2]:+.2f}"]


def measure(client: Client, server: psutil.Process) -> str:
    """The page of results."""
    rules = get_ruleset("tile-rummy")
    client.solve(positions()[0], rules)
    idle = server.memory_info().rss / 1e6
    rows = [
        row("Solve", pairs(lambda it: solve(it, rules), lambda it: client.solve(it, rules))),
        row(
            "CheckMove",
            pairs(lambda it: check_move(it, it.table, rules), lambda it: client.check_move(it, it.table, rules)),
        ),
        row(
            "CheckMeld",
            pairs(lambda it: check_meld(it.table[0], rules), lambda it: client.check_meld(it.table[0], rules)),
        ),
    ]
    busy = server.memory_info().rss / 1e6
    columns = [
        "call",
        "in process, median ms",
        "gRPC, median ms",
        "more, median ms",
        "more, p95 ms",
        "goal ms",
        "within goal by ms",
    ]
    memory = [
        ["first answer", f"{idle:.0f}", f"{GOAL_MB:.0f}"],
        [f"{3 * POSITIONS * TRIES} calls later", f"{busy:.0f}", f"{GOAL_MB:.0f}"],
    ]
    return "\n".join(
        [
            "# gRPC: what a call costs, what the server holds",
            "",
            f"{POSITIONS} mid-game positions (15 melds, rack of 14, up to two wilds), one call at a time, the best of",
            f"{TRIES} tries each. Python {platform.python_version()}, {psutil.cpu_count()} cores.",
            "",
            "    .venv/bin/python -m benchmarks.grpc_overhead",
            "",
            *table(columns, rows),
            "",
            *table(["resident memory of the server after", "MB", "goal MB"], memory),
            "",
        ]
    )


def main() -> None:
    """Starts a server, measures, writes the page."""
    code = "from meldserver.command import serve; raise SystemExit(serve(port=0))"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        with connect(address) as client:
            page = measure(client, psutil.Process(process.pid))
        process.send_signal(signal.SIGTERM)
    RESULT.write_text(page)
    print(page)


if __name__ == "__main__":
    main()
