"""The mutation run: does the default suite notice when one thing in the code is changed?

    python -m tests.mutation.run --count 300 --seed 1 --scratch DIRECTORY

picks that many single changes by the seed, spread over all packages, makes each in a scratch copy of the tree, and
runs the tests that meet the changed line, the nearest and quickest first, until one fails. Results go to
``results-SEED-TREE.jsonl`` in the scratch directory, a line a change; a run that was stopped goes on where it was.
What survives is a missing test, or is named with its reason in ``equivalents.toml``. The checkout may be worked on
meanwhile: the run has a copy of its own, which is made anew when the checkout has changed since (see ``--stale``).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

from tests.mutation.changes import Change, changes, described, fits, rooms
from tests.mutation.record import CLEAN, RECORD, ROOT, Record, copy_tree, digest, environment, load, record
from tests.mutation.report import summary

FEWEST = 8
"""Changes that each package gets at least, or one for ten of its lines if that is less."""
FIRST, ALL = 40.0, 600.0
"""Recorded seconds of the tests that are run at first, and of those that a survivor must have met."""
PROCESSES = (
    "tests/agreement/test_same_in_every_process.py",
    "tests/cli/test_process.py",
    "tests/cli/test_remote.py",
    "tests/server/test_service.py",
    "tests/test_readme.py",
)
"""Tests that start processes of their own: which lines these run is not recorded, so every survivor meets them too."""


@dataclass(frozen=True)
class Task:
    """One change to try."""

    room: str
    path: str
    change: Change

    @property
    def key(self) -> str:
        return f"{self.path}:{self.change.start}:{self.change.end}:{self.change.text}"


def pick(count: int, seed: int, root: Path = ROOT, only: str = "") -> list[Task]:
    """Changes by seed: each package by its size but at least a few; first a line of it, then one of its changes."""
    random = Random(seed)
    lines: dict[str, list[list[Task]]] = {}
    for room, paths in rooms(_sources(root)).items():
        if only and only not in room:
            continue
        for path in paths:
            of_line: dict[int, list[Task]] = {}
            for change in changes((root / path).read_text()):
                of_line.setdefault(change.line, []).append(Task(room, path, change))
            lines.setdefault(room, []).extend(of_line.values())
    total = sum(map(len, lines.values()))
    wanted = {room: max(min(FEWEST, len(of) // 10), round(count * len(of) / total)) for room, of in lines.items()}
    for _ in range(abs(over := sum(wanted.values()) - count)):  # the largest packages make up for the rounding
        wanted[max(wanted, key=lambda it: wanted[it])] -= 1 if over > 0 else -1
    chosen: list[Task] = []
    for room, of in sorted(lines.items()):
        sampled = (random.choice(tasks) for tasks in random.sample(of, len(of)))
        fitting = (task for task in sampled if fits((root / task.path).read_text(), task.change))
        chosen += islice(fitting, wanted[room])
    random.shuffle(chosen)  # so that a run cut short is spread as well
    return chosen


def again(results: Path, root: Path) -> list[Task]:
    """The survivors of an earlier run that can still be made, known by their lines as they were and as changed."""
    survivors = [told for told in map(json.loads, results.read_text().splitlines()) if told["outcome"] == "survived"]
    found: dict[tuple[str, str, str], Task] = {}
    for room, paths in rooms(_sources(root)).items():
        for path in {told["file"] for told in survivors} & set(paths):
            source = (root / path).read_text()
            for change in changes(source):
                found.setdefault((path, *described(source, change)), Task(room, path, change))
    wanted = [(told["file"], told["was"], told["now"]) for told in survivors]
    return [found[key] for key in wanted if key in found]


def _sources(root: Path) -> Iterator[str]:
    for part in ("solver/meldsolver", "server/meldserver"):
        for path in (root / part).rglob("*.py"):
            if "generated" not in path.parts:
                yield str(path.relative_to(root))


def batches(task: Task, known: Record) -> Iterator[list[str]]:
    """The tests that meet the change: those of its own package first, the quick ones and those that run little else."""
    own = "tests/server/" if task.room.startswith("meldserver") else f"tests/{task.room.split('/')[-1]}/"
    tests = known.meeting(task.path, task.change.line, task.change.last, own)
    tests.sort(
        key=lambda it: (known.seconds[it] * (1 if it.startswith(own) else 3) + known.counts.get(it, 0) / 5000, it)
    )
    first: list[str] = []
    rest: list[str] = []
    spent = 0.0
    for test in tests:
        spent += known.seconds[test]
        if spent <= FIRST or not first:
            first.append(test)
        elif spent <= ALL:
            rest.append(test)
    rest += [test for test in known.seconds if test.startswith(PROCESSES) and test not in tests]
    yield from (batch for batch in (first, rest) if batch)


def attempt(task: Task, tree: Path, known: Record) -> dict[str, Any]:
    """Makes the change, runs its tests, takes the change back."""
    file = tree / task.path
    source = file.read_text()
    file.write_text(task.change.applied(source))
    for stale in file.parent.glob(f"__pycache__/{file.stem}.*"):
        stale.unlink()
    was, now = described(source, task.change)
    told: dict[str, Any] = {"key": task.key, "room": task.room, "file": task.path, "line": task.change.line}
    told |= {"kind": task.change.kind, "was": was, "now": now, "outcome": "survived", "by": None, "tests": 0}
    begun = time.monotonic()
    try:
        for batch in batches(task, known):
            told["tests"] += len(batch)
            outcome, by = _tests(batch, tree, 90 + 5 * sum(known.seconds[test] for test in batch))
            if outcome != "survived":
                told |= {"outcome": outcome, "by": by}
                break
    finally:
        file.write_text(source)
        shutil.rmtree(tree / ".hypothesis", ignore_errors=True)
    return told | {"seconds": round(time.monotonic() - begun, 1)}


def _tests(tests: list[str], tree: Path, seconds: float) -> tuple[str, str | None]:
    """Runs tests until one fails: ``found`` and which, or ``hang`` past a time that is far from usual."""
    asked = tree / "asked.txt"
    asked.write_text("\n".join(tests))
    options = ["-q", "-x", "--tb=no", "-p", "no:cacheprovider", "-p", "no:cov", "-p", "no:xdist", "--hypothesis-seed=0"]
    command = [sys.executable, "-m", "pytest", *options, f"@{asked}"]
    process = subprocess.Popen(
        command, cwd=tree, env=environment(tree), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        out, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "hang", None
    if process.returncode == 0:
        return "survived", None
    failed = [line.split(" - ")[0] for line in out.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return "found", failed[0] if failed else out[-200:]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="how many changes")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other changes")
    parser.add_argument(
        "--scratch", type=Path, required=True, help="a directory outside the checkout; kept between runs"
    )
    parser.add_argument("--processes", type=int, default=2, help="changes tried at once")
    parser.add_argument("--only", default="", help="packages whose name holds this, such as contracts")
    parser.add_argument("--again", type=Path, help="instead of picking: the survivors of these results")
    parser.add_argument("--stale", action="store_true", help="use an older record of which tests meet which line")
    options = parser.parse_args()
    scratch = options.scratch.resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    known = load(scratch) if (scratch / RECORD).exists() else Record()
    if known.tree != digest() and not (options.stale and known.tree):
        known = record(scratch, options.processes)
    name = "-".join(["results", str(options.seed), known.tree[:8], *options.only.split("/")]).rstrip("-")
    name += "-again" if options.again else ""
    results = scratch / f"{name}.jsonl"
    done = {json.loads(line)["key"] for line in results.read_text().splitlines()} if results.exists() else set()
    root = scratch / CLEAN
    chosen = again(options.again, root) if options.again else pick(options.count, options.seed, root, options.only)
    todo = [task for task in chosen if task.key not in done]
    trees: SimpleQueue[Path] = SimpleQueue()
    for number in range(options.processes):
        copy_tree(scratch / CLEAN, scratch / f"copy-{number}")
        trees.put(scratch / f"copy-{number}")

    def run(task: Task) -> dict[str, Any]:
        tree = trees.get()
        try:
            return attempt(task, tree, known)
        finally:
            trees.put(tree)

    with ThreadPoolExecutor(options.processes) as pool, results.open("a") as out:
        for told in pool.map(run, todo):
            print(json.dumps(told), file=out, flush=True)
            print(f"{told['outcome']:9}{told['seconds']:6} s  {told['file']}:{told['line']}: {told['now']}", flush=True)
    print(summary([json.loads(line) for line in results.read_text().splitlines()]))


if __name__ == "__main__":
    main()
