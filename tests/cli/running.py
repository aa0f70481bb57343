"""Running the command: in this process for what it prints, as a real process for how it behaves."""

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any
from unittest import mock

from meldsolver.cli import main

COMMAND = [sys.executable, "-m", "meldsolver"]


@dataclass(frozen=True)
class Run:
    """What a run gave."""

    code: int
    out: str
    err: str

    def objects(self) -> list[dict[str, Any]]:
        """The answers, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*arguments: str, stdin: str | bytes = b"") -> Run:
    """Runs the command in this process."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with (
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(data))),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            code = main(arguments)
        except SystemExit as stop:  # argparse, on wrong usage and after --help
            code = int(stop.code or 0)
    out.seek(0)
    return Run(code, out.read(), err.getvalue())


def ask(command: str, *forms: object, options: tuple[str, ...] = ()) -> Run:
    """Runs ``solve`` or ``check`` on JSON lines."""
    lines = "".join(f"{json.dumps(form)}\n" for form in forms)
    return run(command, "--format", "json", *options, "-", stdin=lines)


def start(*arguments: str, env: dict[str, str] | None = None, **options: Any) -> subprocess.Popen[bytes]:
    """Starts the command as a process of its own, with pipes."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(
        [*COMMAND, *arguments],
        env={**os.environ, **(env or {})},
        **{**pipes, **options},
    )
