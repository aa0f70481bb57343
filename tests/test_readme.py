"""Why: a newcomer types what the README shows; every example in it is run, and must print what it says.

Python blocks are doctests that share their names; console blocks are run by a shell, in order. A
command that serves is left running, on a free port, until the end.
"""

import doctest
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PORT = "50051"


def blocks(text: str) -> list[tuple[str, str]]:
    """The fenced blocks: language and content."""
    return [(match[1], match[2]) for match in BLOCK.finditer(text)]


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output shown."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts[1:]]


def comparable(output: str) -> str:
    """Output without what differs from run to run: times, and spaces at the end."""
    return re.sub(r'("seconds": )[0-9.e-]+', r"\1...", output).strip()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which `meldsolver` is the command of the package under test."""
    script = tmp_path / "meldsolver"
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m meldsolver "$@"\n')
    script.chmod(0o755)
    tools = Path(sys.executable).parent  # where buf is, too
    return {**os.environ, "PATH": os.pathsep.join([str(tmp_path), str(tools), os.environ["PATH"]])}


@contextmanager
def serving(command: str, environment: dict[str, str], folder: Path) -> Iterator[str]:
    """A server left running; gives the first line that it prints."""
    words = shlex.split(command)
    with subprocess.Popen(words, env=environment, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline()
        finally:
            server.terminate()


def shell(command: str, environment: dict[str, str], folder: Path) -> str:
    """What a command prints, on either stream."""
    words = ["bash", "-c", command]
    result = subprocess.run(words, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    return result.stdout + result.stderr


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def run_doctest(source: str, names: dict[str, object]) -> None:
    """Runs a block as a doctest and keeps its names for the next block."""
    test = doctest.DocTestParser().get_doctest(source, names, "README.md", "README.md", 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert not runner.failures, "".join(report)


def test_every_example_of_the_readme_prints_what_it_says(environment: dict[str, str], tmp_path: Path) -> None:
    """From the top to the bottom, as a reader would."""
    names: dict[str, object] = {}
    port = free_port()
    with ExitStack() as running:
        for language, block in blocks(README.replace(PORT, port)):
            if language == "python":
                run_doctest(block, names)
                continue
            for command, shown in commands(block):
                if command.startswith("meldsolver serve"):
                    printed = running.enter_context(serving(command, environment, tmp_path))
                else:
                    printed = shell(command, environment, tmp_path)
                assert comparable(printed) == comparable(shown), command


def test_the_readme_names_the_two_commands() -> None:
    """Everything else starts from them, and the Makefile has them."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in ("demo", "test"):
        assert re.search(rf"^    make {target}\b", README, re.MULTILINE)
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
