"""Asks very many random requests, sound and damaged, and tells every kind of fault once.

Run ``python -m tests.fuzz.run --count 500000 --processes 2 --seed 1`` (in process) and, with ``--wire 50000``, over
a real server's socket. ``--state FILE`` keeps how far it came: the same command goes on from there.
``--replay NUMBER`` asks one request of a seed again and shows it whole.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from tests.fuzz.asking import ENDED, Found, Report, ask_part, replay


@dataclass
class Sum:
    """What all requests so far have brought."""

    codes: Counter[str] = field(default_factory=Counter)
    late: Counter[str] = field(default_factory=Counter)
    latest: list[tuple[float, int, str]] = field(default_factory=list)
    faults: dict[str, Found] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    again: int = 0
    memory: int = 0

    def add(self, report: Report) -> None:
        """Adds a part's report."""
        self.codes += report.codes
        self.late += report.late
        self.latest = sorted([*self.latest, *report.latest], reverse=True)[:10]
        self.again += report.again
        self.memory = max(self.memory, report.memory)
        for found in report.found:
            self.counts[found.key] += 1
            if found.key not in self.faults:
                self.faults[found.key] = found
                print(f"NEW {found.number}: {found.key}\n    {found.details[:400]}", flush=True)


def main() -> int:
    """Prints each kind of fault once, and a summary; 1 when there was any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--wire", type=int, default=0, help="ask so many over a socket instead")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--replay", type=int)
    arguments = parser.parse_args()
    if arguments.replay is not None:
        return replay(arguments.seed, arguments.replay)
    return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    wire = bool(arguments.wire)
    count, processes = arguments.wire or arguments.count, arguments.processes
    total, following, before = _resumed(arguments.state, processes)
    started = time.monotonic()
    context = multiprocessing.get_context("spawn")
    running: dict[Connection, tuple[Any, int, Any]] = {}

    def begin(part: int) -> None:
        ours, theirs = context.Pipe(duplex=False)
        current = context.Value("q", -1)
        args = (arguments.seed, following[part], count, processes, wire, theirs, current)
        process = context.Process(target=ask_part, args=args)
        process.start()
        theirs.close()
        running[ours] = (process, part, current)

    for part in range(processes):
        begin(part)
    shown = saved = time.monotonic()
    while running:
        for connection in wait(list(running), timeout=5):
            assert isinstance(connection, Connection)
            process, part, current = running[connection]
            try:
                report: Report = connection.recv()
            except EOFError:
                process.join()
                del running[connection]
                if process.exitcode not in (0, ENDED):
                    key = f"CRASH: a process ended with {process.exitcode}"
                    total.add(Report(found=[Found(current.value, key, "")]))
                    following[part] = current.value + processes
                if process.exitcode != 0 and following[part] < count:
                    begin(part)
                continue
            total.add(report)
            following[part] = report.following
        if arguments.state and time.monotonic() - saved > 5:
            saved = time.monotonic()
            _save(arguments.state, total, following, before + saved - started)
        if time.monotonic() - shown > 60:
            shown = time.monotonic()
            print(f"{total.codes.total()} requests, {len(total.faults)} kinds of fault", flush=True)
    seconds = before + time.monotonic() - started
    if arguments.state:
        _save(arguments.state, total, following, seconds)
    _tell(total, seconds, wire)
    return min(1, len(total.faults))


def _resumed(path: Path | None, processes: int) -> tuple[Sum, list[int], float]:
    if path is None or not path.exists():
        return Sum(), list(range(processes)), 0.0
    data = json.loads(path.read_text("utf-8"))
    if len(data["following"]) != processes:
        raise SystemExit(f"{path} was begun with {len(data['following'])} processes")
    total = Sum(
        codes=Counter(data["codes"]),
        late=Counter(data["late"]),
        latest=[tuple(each) for each in data["latest"]],
        faults={key: Found(**found) for key, found in data["faults"].items()},
        counts=Counter(data["counts"]),
        again=data["again"],
        memory=data["memory"],
    )
    return total, data["following"], data["seconds"]


def _save(path: Path, total: Sum, following: list[int], seconds: float) -> None:
    fields = {name: getattr(total, name) for name in ("codes", "late", "latest", "counts", "again", "memory")}
    found = {key: asdict(fault) for key, fault in total.faults.items()}
    path.write_text(json.dumps({**fields, "faults": found, "following": following, "seconds": seconds}), "utf-8")


def _tell(total: Sum, seconds: float, wire: bool) -> None:
    requests = total.codes.total()
    print(f"\n{requests} requests {'over the wire' if wire else 'in process'} in {seconds:.0f} s")
    print(", ".join(f"{code} {count}" for code, count in sorted(total.codes.items())))
    print(f"{total.again} asked a second time, alone and with time")
    late = ", ".join(f"{name} {count}" for name, count in sorted(total.late.items())) or "none"
    print(f"past their limits: {late}; the latest:")
    for over, number, method in total.latest[:5]:
        print(f"    {1000 * over:.0f} ms  {number} {method}")
    print(f"most memory of a process: {total.memory} MB")
    print(f"{len(total.faults)} kinds of fault, {total.counts.total()} in all")
    for key, found in sorted(total.faults.items()):
        print(f"{total.counts[key]:6}  {key}  (--replay {found.number})")


if __name__ == "__main__":
    sys.exit(main())
