"""Which tests run which line, and how long each takes: recorded once, so that a change meets only tests that run it."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

import coverage

ROOT = Path(__file__).parents[2]
PARTS = (
    "solver",
    "server",
    "tests",
    "examples",
    "proto",
    "docs",
    "README.md",
    "Makefile",
    "pyproject.toml",
    "buf.yaml",
)
SETTINGS = "[run]\nsource = meldsolver,meldserver\nomit = */generated/*\nrelative_files = true\n"
RECORD, CLEAN = "record.json", "clean"
"""In the scratch directory: the record, and the tree of which it tells."""


@dataclass
class Record:
    """What one run of the default suite told.

    Attributes:
        seconds: how long each test takes, by its name.
        lines: the tests that run a line, by file and line; those run at import only have none.
        counts: how many lines each test runs at all.
        tree: what the tree held then; lines move when it changes.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    tree: str = ""

    def meeting(self, path: str, first: int, last: int, near: str) -> list[str]:
        """The tests that run one of the lines; where none does, those that run anything of the file, and those near it.

        A line that runs at import belongs to no test, and what a test starts as a process of its own is not seen.

        Args:
            path: the file.
            first: first line.
            last: last line.
            near: how the names of the tests begin that mirror the file's package.
        """
        of_file = self.lines.get(path, {})
        found = {test for line in range(first, last + 1) for test in of_file.get(line, ())}
        if not found:
            found = {test for tests in of_file.values() for test in tests}
            found |= {test for test in self.seconds if test.startswith(near)}
        return list(found or self.seconds)


def digest() -> str:
    """Names the state of the code and its tests."""
    told = hashlib.sha256()
    for part in ("solver", "server", "tests"):
        for path in sorted((ROOT / part).rglob("*.py")):
            told.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return told.hexdigest()


def copy_tree(origin: Path, target: Path) -> None:
    """A copy of what the tests need; changes are never made in the checkout itself."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    skipped = shutil.ignore_patterns("__pycache__", ".hypothesis", "*.egg-info")
    for part in PARTS:
        source = origin / part
        if source.is_dir():
            shutil.copytree(source, target / part, ignore=skipped)
        elif source.exists():
            shutil.copy2(source, target / part)


def environment(tree: Path) -> dict[str, str]:
    """The environment in which tests see the copy and nothing else."""
    paths = os.pathsep.join(str(tree / part) for part in ("solver", "server", "."))
    return {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}


def record(scratch: Path, processes: int) -> Record:
    """Runs the default suite once on a clean copy, with each line's tests noted; tests that fail there are left out."""
    now, tree = digest(), scratch / CLEAN
    copy_tree(ROOT, tree)
    (tree / ".coveragerc").write_text(SETTINGS)
    times = scratch / "times.xml"
    options = ["-q", "-n", str(processes), "-p", "no:cacheprovider", f"--junitxml={times}"]
    options += ["--cov", "--cov-config=.coveragerc", "--cov-context=test", "--cov-report="]
    run = subprocess.run([sys.executable, "-m", "pytest", *options], cwd=tree, env=environment(tree))
    if run.returncode:
        print("some tests fail without any change: they are left out", file=sys.stderr)
    found = _read(tree / ".coverage", times)
    found.tree = now
    (scratch / RECORD).write_text(json.dumps(vars(found)))
    return found


def load(scratch: Path) -> Record:
    """The record of an earlier run."""
    form = json.loads((scratch / RECORD).read_text())
    form["lines"] = {path: {int(line): tests for line, tests in of.items()} for path, of in form["lines"].items()}
    return Record(**form)


def _read(database: Path, times: Path) -> Record:
    found = Record()
    for case in ElementTree.parse(times).iter("testcase"):
        if any(case.find(outcome) is not None for outcome in ("failure", "error", "skipped")):
            continue
        path = case.get("classname", "").replace(".", "/") + ".py"
        found.seconds[f"{path}::{case.get('name')}"] = float(case.get("time", 0))
    data = coverage.CoverageData(str(database))
    data.read()
    for path in data.measured_files():
        of_file: dict[int, list[str]] = {}
        for line, contexts in data.contexts_by_lineno(path).items():
            of_file[line] = sorted(_tests(contexts, found))
            for test in of_file[line]:
                found.counts[test] = found.counts.get(test, 0) + 1
        found.lines[path] = of_file
    return found


def _tests(contexts: Iterable[str], known: Record) -> set[str]:
    """The tests named by contexts such as ``tests/x.py::test_y|run``."""
    return {name for context in contexts if (name := context.rpartition("|")[0]) in known.seconds}
