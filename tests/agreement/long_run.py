"""Compares referee, solver and the questions about hands with trial and error, in every game.

Run ``python -m tests.agreement.long_run --count 20000 --processes 2``; the last result is told in
docs/verification.md. ``--state FILE`` keeps how far it came: the same command goes on from there.
``--replay "preset:ramo 17"`` looks at one position again.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from types import FrameType

from tests.agreement.all_games import PRESETS, names
from tests.agreement.examined import examine

CHUNK = 40
LONGEST = 60
"""Seconds after which a position is given up, and told."""

Part = tuple[int, list[tuple[str, str]], list[str]]


class Overlong(BaseException):
    """A position that takes too long."""


def compare(start: int, count: int) -> Part:
    """Compares one chunk: its first number, each position's game and kind, and the differences."""
    every = names()
    kinds, found = [], []
    signal.signal(signal.SIGALRM, _alarm)
    for number in range(start, min(count, start + CHUNK)):
        name = every[number % len(every)]
        signal.alarm(LONGEST)
        try:
            kind, differences = examine(name, number // len(every) + number)
        except Overlong:
            kind, differences = "given up", [f"{name} {number // len(every) + number}: takes more than {LONGEST} s"]
        finally:
            signal.alarm(0)
        kinds.append((name, kind))
        found += differences
    return start, kinds, found


def _alarm(number: int, frame: FrameType | None) -> None:
    raise Overlong


def main() -> int:
    """Prints every difference and a table of presets; 1 when there was any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--replay", help="a game and a number, as a difference names them")
    arguments = parser.parse_args()
    if arguments.replay:
        name, _, number = arguments.replay.rpartition(" ")
        kind, found = examine(name, int(number))
        print(kind, *found, sep="\n")
        return min(1, len(found))
    done, positions, kinds, differences = _resumed(arguments.state)
    started = time.monotonic()
    starts = [start for start in range(0, arguments.count, CHUNK) if start not in done]
    with ProcessPoolExecutor(arguments.processes, mp_context=get_context("spawn")) as pool:
        for start, some, found in pool.map(partial(compare, count=arguments.count), starts):
            done.add(start)
            positions.update(name if name.startswith("preset:") else name.partition(":")[0] for name, _ in some)
            kinds.update(kind for _, kind in some)
            differences += found
            for line in found:
                print(line, flush=True)
            if arguments.state:
                _save(arguments.state, done, positions, kinds, differences)
            if start % 2000 == 0:
                print(f"{positions.total()} positions, {len(differences)} differences", flush=True)
    _tell(positions, kinds, differences, time.monotonic() - started)
    return min(1, len(differences))


def _tell(positions: Counter[str], kinds: Counter[str], differences: list[str], seconds: float) -> None:
    wrong: Counter[str] = Counter()
    for line in differences:
        name = line.partition(" ")[0]
        wrong[name if name.startswith("preset:") else name.partition(":")[0]] += 1
    for name in (*PRESETS, "policy", "odd"):
        print(f"{name.removeprefix('preset:'):36} {positions[name]:6} positions {wrong[name]:4} differences")
    print(", ".join(f"{kind}: {count}" for kind, count in sorted(kinds.items())))
    print(f"{positions.total()} positions, {len(differences)} differences, {seconds:.0f} s")


def _resumed(path: Path | None) -> tuple[set[int], Counter[str], Counter[str], list[str]]:
    if path is None or not path.exists():
        return set(), Counter(), Counter(), []
    data = json.loads(path.read_text("utf-8"))
    return set(data["done"]), Counter(data["positions"]), Counter(data["kinds"]), data["differences"]


def _save(path: Path, done: set[int], positions: Counter[str], kinds: Counter[str], differences: list[str]) -> None:
    form = {"done": sorted(done), "positions": positions, "kinds": kinds, "differences": differences}
    path.write_text(json.dumps(form), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
