"""Why: as a process among others the command starts fast, streams, stops when told to, and uses colour with care."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from random import Random

import pytest

from tests.cli.running import COMMAND, run, start

POSITION = "r1 r2 r3 / r4 k1 / opened"


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"], ["rulesets"], ["--version"]])
def test_what_needs_no_solver_loads_none(arguments: list[str]) -> None:
    """OR-Tools takes long to import, which a look at the help must not pay."""
    code = (
        "import sys; from meldsolver.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "sys.exit(any(name in sys.modules for name in ('ortools', 'numpy', 'grpc', 'google.protobuf')))"
    )
    subprocess.run([sys.executable, "-c", code, *arguments], check=True, stdout=subprocess.DEVNULL)


def test_each_line_is_answered_before_the_next_is_sent() -> None:
    """A program can hold a conversation with the command over two pipes."""
    with start("solve", "--format", "json", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for rank in (4, 5, 6):
            form = {"table": ["r1 r2 r3"], "rack": [f"r{rank}"], "opened": True}
            process.stdin.write(json.dumps(form).encode() + b"\n")
            process.stdin.flush()
            status = json.loads(process.stdout.readline())["status"]
            assert status == ("OPTIMAL" if rank == 4 else "NO_PLAY")
        process.stdin.close()
        assert process.wait(timeout=120) == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_the_run_without_a_traceback(jobs: str) -> None:
    """While it waits for input, with an answer already out."""
    with start("solve", "--jobs", jobs, "--format", "json", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{POSITION}\n".encode() * int(jobs))
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_ctrl_c_stops_a_search() -> None:
    """A search that may take an hour ends at once; it has six suits, eight wilds and 120 tiles to keep it busy."""
    deck = {"suits": 6, "ranks": 26, "copies": 4, "wilds": 8}
    faces = [f"{suit}{rank}" for suit in "rykbgp" for rank in range(1, 27) for _ in range(4)]
    form = {
        "ruleset": {"extends": "tile-rummy", "deck": deck, "run": {"max": 0}},
        "rack": Random(1).sample(faces, 120) + ["j"] * 8,
        "opened": True,
        "objectives": ["rack_penalty", "melds_added"],
        "time_limit": 3600,
    }
    with start("solve", "--format", "json", "-") as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(form).encode() + b"\n")
        process.stdin.flush()
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 130


def test_a_reader_that_goes_away_ends_the_run_quietly() -> None:
    """As with `head`: no complaint on standard error."""
    with start("solve", "--format", "json", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(f"{POSITION}\n".encode() * 3)
        process.stdin.close()
        assert process.wait(timeout=120) == 141
        assert process.stderr.read() == b""


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What the command shows on a terminal of its own."""
    ours, theirs = pty.openpty()
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    process = subprocess.Popen([*COMMAND, *arguments], stdout=theirs, stderr=theirs, stdin=theirs, env=env)
    os.close(theirs)
    shown = b""
    while chunk := _read(ours):
        shown += chunk
    process.wait(timeout=120)
    os.close(ours)
    return shown.decode()


def _read(file: int) -> bytes:
    try:
        return os.read(file, 4096)
    except OSError:  # Linux says so when the other side of a terminal has closed
        return b""


def test_tiles_are_coloured_on_a_terminal_only_where_wanted() -> None:
    """And the letters stay."""
    shown = on_a_terminal("solve", POSITION, TERM="xterm-256color")
    assert "\x1b[1;38;5;160" in shown
    assert " r4 " in shown
    assert "\x1b" not in on_a_terminal("solve", POSITION, TERM="xterm-256color", NO_COLOR="1")
    assert "\x1b" not in on_a_terminal("solve", POSITION, TERM="dumb")
    assert "\x1b" not in run("solve", POSITION).out
    assert "\x1b" not in on_a_terminal("solve", "--format", "json", POSITION, TERM="xterm-256color")


def test_without_input_on_a_terminal_the_command_says_what_to_give() -> None:
    """Rather than wait for a line that a newcomer does not know to type."""
    assert "give a position" in on_a_terminal("solve", TERM="dumb")


def test_what_the_terminal_cannot_show_is_escaped() -> None:
    """An error message may quote any character; a plain terminal must not end the run."""
    line = "♥5 / r4\n".encode()
    with start("solve", "-", env={"PYTHONIOENCODING": "ascii"}) as process:
        out, err = process.communicate(line, timeout=120)
    assert process.returncode == 2
    assert b"\\u26655" in out
    assert err == b""


def test_progress_goes_to_standard_error_when_asked_for() -> None:
    """Never into the answers."""
    result = run("solve", "--progress", "--format", "json", "-", stdin=f"{POSITION}\n" * 3)
    assert len(result.objects()) == 3
    assert result.err.splitlines()[-1].startswith("3 answered, ")
    assert run("solve", "--format", "json", "-", stdin=f"{POSITION}\n").err == ""


def test_python_m_and_help_name_the_exit_codes() -> None:
    """The documentation that is always at hand."""
    for arguments in ((), ("solve",), ("check",), ("rulesets",), ("serve",)):
        shown = run(*arguments, "--help")
        assert shown.code == 0
        assert "exit codes:" in shown.out
