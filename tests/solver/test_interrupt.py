"""Ctrl-C is heard in the midst of a search in the main thread, as it is elsewhere in Python."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap

import pytest

from meldsolver import get_ruleset, parse_position, solve
from meldsolver.solver.program.interrupt import Interruptible

LONGEST = 300.0
"""Seconds that the searches below may last; waiting for less tells that they were stopped."""

LONG_SEARCH = f"""
import os, signal, sys, threading, time
from random import Random
from meldsolver import Position, Status, get_ruleset, load_ruleset, parse_position, parse_tiles, solve
from meldsolver.hints import alternatives, find_hint, improving
faces = [f"{{suit}}{{rank}}" for suit in "rykbgp" for rank in range(1, 27) for _ in range(4)]
deck = {{"suits": 6, "ranks": 26, "copies": 4, "wilds": 8}}
rules = load_ruleset({{"extends": "tile-rummy", "deck": deck, "run": {{"max": 0}}}})
tiles = parse_tiles(" ".join(Random(1).sample(faces, 120) + ["j"] * 8), rules.alphabet)
position = Position(rack=tiles, opened=True)
def later(seconds, number=signal.SIGINT):
    threading.Thread(target=lambda: (time.sleep(seconds), os.kill(os.getpid(), number)), daemon=True).start()
def ask(objectives=("rack_penalty", "melds_added"), limit={LONGEST}):
    return solve(position, rules, objectives, time_limit=limit)
"""


def run(code: str) -> str:
    """What a new process says."""
    process = subprocess.run(
        [sys.executable, "-c", LONG_SEARCH + textwrap.dedent(code)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=LONGEST - 60,
    )
    return process.stdout + process.stderr


@pytest.mark.parametrize(
    "question",
    [
        "ask()",
        f"find_hint(position, rules, time_limit={LONGEST}).plan",
        f'list(improving(position, rules, ("rack_penalty", "melds_added"), time_limit={LONGEST}))',
        f'list(alternatives(position, rules, ("rack_penalty", "tiles"), time_limit={LONGEST}))',
    ],
)
def test_ctrl_c_ends_a_search_long_before_its_limit(question: str) -> None:
    """The process would end by its own limit a minute after this test has given it up."""
    said = run(
        f"""
        later(1.5)
        try:
            {question}
        except KeyboardInterrupt:
            print("heard")
        easy = parse_position("r1 r2 r3 / r4 / opened")
        print(solve(easy, get_ruleset("tile-rummy")).status)
        """
    )
    assert said.split() == ["heard", "OPTIMAL"]


def test_a_handler_that_returns_lets_the_search_go_on() -> None:
    """A caller who only counts signals still gets the whole answer; SIGTERM is heard as well."""
    said = run(
        """
        came = []
        signal.signal(signal.SIGINT, lambda *_: came.append(1))
        later(1.5)
        while not came:
            ask(limit=3)
        again = parse_position("r1 r2 r3 / r4 / opened")
        print(solve(again, get_ruleset("tile-rummy")).status, len(came))
        class Ended(Exception): pass
        def end(*_): raise Ended
        signal.signal(signal.SIGTERM, end)
        later(1.5, signal.SIGTERM)
        try:
            ask()
        except Ended:
            print("ended")
        """
    )
    assert said.split() == ["OPTIMAL", "1", "ended"]


def test_who_listened_for_signals_before_listens_again_after() -> None:
    """An event loop has a listener of its own, which must hear what comes later, and what came in between."""
    theirs, ours = os.pipe()
    os.set_blocking(ours, False)
    before = signal.set_wakeup_fd(ours)
    try:
        solve(parse_position("r1 r2 r3 / r4 / opened"), get_ruleset("tile-rummy"))
        assert signal.set_wakeup_fd(ours) == ours
        came: list[int] = []
        old = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
        try:
            stopped: list[bool] = []
            with Interruptible(lambda: stopped.append(True)) as block:
                os.kill(os.getpid(), signal.SIGINT)
                while not stopped:
                    pass
        finally:
            signal.signal(signal.SIGINT, old)
        assert block.came
        assert came == [signal.SIGINT]
        assert os.read(theirs, 1) == bytes([signal.SIGINT])
    finally:
        signal.set_wakeup_fd(before)
        os.close(theirs)
        os.close(ours)
