"""Compares the solver with the oracle on many more positions than the suite has time for.

Run ``python -m tests.solver.long_run --count 50000``; the last result is told in docs/verification.md.
"""

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.solver.drawn import draw
from tests.solver.test_against_oracle import difference

CHUNK = 100


def compare(seed: str, start: int) -> tuple[Counter[str], list[str]]:
    """Compares one chunk; returns what kinds of positions it held, and the differences."""
    kinds: Counter[str] = Counter()
    found = []
    for number in range(start, start + CHUNK):
        case = draw(f"{seed}-{number}")
        kinds["mid-turn" if case.drawn.loose else "opened" if case.opened else f"opening, {case.same_turn}"] += 1
        kinds[f"{str(case.position).count('j')} wilds"] += 1
        problem = difference(case)
        if problem is not None:
            found.append(f"{seed}-{number}: {problem}")
    return kinds, found


def main() -> int:
    """Prints every difference and a summary; 1 when there was any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50_000)
    parser.add_argument("--seed", default="long")
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    started = time.monotonic()
    kinds: Counter[str] = Counter()
    differences = done = 0
    with ProcessPoolExecutor(arguments.processes) as pool:
        for some, found in pool.map(partial(compare, arguments.seed), range(0, arguments.count, CHUNK)):
            kinds += some
            done += CHUNK
            differences += len(found)
            for line in found:
                print(line, flush=True)
            if done % 5000 == 0:
                print(f"{done} positions, {differences} differences", flush=True)
    print(f"{done} positions, {differences} differences, {time.monotonic() - started:.0f} s")
    print(", ".join(f"{kind}: {count}" for kind, count in sorted(kinds.items())))
    return min(differences, 1)


if __name__ == "__main__":
    sys.exit(main())
