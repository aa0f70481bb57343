"""Why: with --server the answers are the same, and without a server, or its package, the command says so."""

import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from importlib import metadata
from unittest import mock

import pytest

from meldsolver.cli import batch
from tests.cli.running import ask, run, start


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server started by the command itself, and stopped by a signal."""
    with start("serve", "--port", "0", "--workers", "1", stdin=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        yield line.split()[-1]
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=120) == 0


def test_a_server_answers_as_this_process_does(server: str) -> None:
    """Plays and refusals, rulesets by name and inline, one after the other; only the times differ."""
    table = [["r1", "r2", "r3"], ["k9", "y9", "b9"]]
    forms = [
        {"table": table, "rack": ["r4#a", "r9", "j", "b13"], "opened": True},
        {"table": table, "rack": ["b13"], "opened": True},
        {"rack": "r1 r2 r3", "ruleset": {"extends": "tile-rummy", "opening": {"threshold": 3}}},
        {"rack": "r1 r2 r3", "objectives": ["points", "wilds_kept"], "seed": 3, "opened": True},
        {"rack": ["r1", "r1", "r1"]},
        {"rack": ["zz"], "opened": 1},
        {"table": ["r1 r2"]},
        {"objectives": ["tiles", "tiles"]},
        {"time_limit": 0},
        {"seed": -1},
    ]
    here, there = ask("solve", *forms), ask("solve", *forms, options=("--server", server))
    assert here.code == there.code == 2
    for ours, theirs in zip(here.objects(), there.objects(), strict=True):
        for answer in (ours, theirs):
            answer.pop("seconds", None)
            answer.pop("error", None)
        assert [(fault["field"]) for fault in ours.pop("faults", [])] == [
            (fault["field"]) for fault in theirs.pop("faults", [])
        ]
        assert ours == theirs


def test_a_server_judges_as_this_process_does(server: str) -> None:
    """Every violation with its place, every fault with its path."""
    before = {"table": [["r1", "r2", "r3"], ["k9", "y9", "b9"]], "rack": ["r4", "k1"], "opened": True}
    forms = [
        {"before": before, "after": {"table": ["r1 r2 r3 r4", "k9 y9 b9"]}},
        {"before": before, "after": {"table": ["r1 r2 r3 r4", "y9 b9 k1"]}},
        {"before": before, "after": {"table": []}},
        {"before": {"rack": ["r1", "r1", "r1"]}, "after": {"table": [["r77"]]}},
    ]
    here, there = ask("check", *forms), ask("check", *forms, options=("--server", server, "--jobs", "2"))
    assert here.code == there.code == 2
    assert here.objects() == there.objects()


def test_a_server_that_is_not_there_ends_the_run() -> None:
    """Every further line would fail the same way; the code is neither that of an answer nor of bad input."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        target = f"127.0.0.1:{probe.getsockname()[1]}"
    result = run("solve", "--server", target, "-", stdin="r1 / r2\nr3 / r4\n")
    assert (result.code, result.out) == (3, "")
    assert result.err.startswith(f"meldsolver solve: {target}: UNAVAILABLE")


class Refusing:
    """A client whose calls fail in other ways than for want of a server."""

    def solve(self, *arguments: object, **options: object) -> object:
        raise ServerError("DEADLINE_EXCEEDED: too late")

    def check_move(self, *arguments: object) -> object:
        raise KeyError("a fault of our own")


class ServerError(OSError):
    code = "DEADLINE_EXCEEDED"


def test_a_call_that_fails_costs_one_answer() -> None:
    """Whether the server says so or the program is wrong: an error for the line, on to the next, and code 3."""

    def opening(server: str | None) -> AbstractContextManager[Refusing]:
        return nullcontext(Refusing())

    with mock.patch.object(batch, "open_backend", opening):
        late = ask("solve", {"rack": []}, {"rack": []})
        wrong = ask("check", {"before": {}, "after": {"table": []}})
    assert late.code == wrong.code == 3
    assert [answer["error"] for answer in late.objects()] == ["DEADLINE_EXCEEDED: too late"] * 2
    assert "unexpected error" in wrong.objects()[0]["error"]


@pytest.mark.parametrize("arguments", [["serve"], ["solve", "--server", "localhost:1", "r1 / r2"]])
def test_without_the_service_installed_the_command_says_what_to_install(arguments: list[str]) -> None:
    """Installing without extras gives the solver alone."""
    with mock.patch.object(metadata, "entry_points", return_value=()):
        result = run(*arguments)
    assert (result.code, result.out) == (3, "")
    assert "install meldsolver[server]" in result.err


def test_a_port_in_use_is_said_in_a_sentence(server: str) -> None:
    """No traceback, and not the code of an answer."""
    with start("serve", "--port", server.rpartition(":")[2]) as process:
        out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (3, b"")
    assert b"Traceback" not in err
    assert "cannot listen" in err.decode().splitlines()[-1]


@pytest.mark.parametrize("arguments", [["--port", "x"], ["--port", "70000"], ["--workers", "0"]])
def test_wrong_numbers_for_serving_are_refused(arguments: list[str]) -> None:
    assert run("serve", *arguments).code == 2
