"""The same question gives the same answer in every process.

Why: Python orders sets by hashes that differ from one process to the next, so a set that is gone through
anywhere shows in the answers of a server that was started anew.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]


def answers(hash_seed: int, *arguments: str) -> list[str]:
    """The lines of :mod:`tests.agreement.answers` in a new process."""
    command = [sys.executable, "-m", "tests.agreement.answers", *arguments]
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def differing(*arguments: str) -> list[tuple[str, str]]:
    """The lines that two processes do not share."""
    with ThreadPoolExecutor() as pool:
        first, second = pool.map(lambda seed: answers(seed, *arguments), (1, 2))
    assert len(first) == len(second) > 0
    return [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]


def test_every_game() -> None:
    assert differing("1") == []


def test_naturals_that_act_as_wilds() -> None:
    """The order in which they were offered as wilds was once that of a set."""
    assert differing("8", "five-crowns") == []
