"""What the runner of this process answers is what a server answers, for every call of the table.

Why: the command line asks the one or the other with the same lines of code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any

import pytest

import meldsolver as ms
from meldserver.client import Client
from meldsolver import InvalidRequest
from meldsolver.calls import BlockingCalls
from meldsolver.calls.method import Many, One
from meldsolver.calls.table import Calls
from meldsolver.cli.backend import InProcess
from tests.server import test_both_clients as both

MORE: dict[str, Callable[[BlockingCalls], Any]] = {
    "solve by a preset's name": lambda it: it.solve(both.POSITION, "tile-rummy"),
    "check_move": lambda it: it.check_move(both.POSITION, both.POSITION.table, "tile-rummy"),
    "check_meld": lambda it: it.check_meld(ms.parse_tiles("r5 j r7"), both.RULES),
    "score_round": lambda it: it.score_round([(), both.SEEN], both.RULES, winner=0, opened=[True, False]),
    "score_round of hands": lambda it: it.score_round([(), both.SEEN], "indian-13", winner=0),
    "list_rulesets": lambda it: it.list_rulesets(),
    "get_ruleset": lambda it: it.get_ruleset("ramo"),
    "validate_ruleset": lambda it: it.validate_ruleset({"opening": {"threshold": 50}}, "tile-rummy"),
    "improving": lambda it: list(it.improving(both.POSITION, both.RULES, both.WISHES))[-1],
    "picture": lambda it: it.picture(both.POSITION, both.RULES, "play", both.WISHES),
    "picture of a position": lambda it: it.picture(both.POSITION, both.RULES, "position"),
    "picture of a plan": lambda it: it.picture(both.POSITION, both.RULES),
    "stream_discards": lambda it: it.stream_discards(both.HAND, both.RAMO, players=both.PLAYERS, player="ana"),
    "lay_down with usual wishes": lambda it: it.lay_down(both.DOWN, both.RAMO),
    "alternatives with usual wishes": lambda it: it.alternatives(both.POSITION, both.RULES),
}
CALLS = {name: remote for name, (remote, _) in both.CALLS.items()} | MORE


def test_every_call_is_tried() -> None:
    """A call that is added to the table is added here."""
    table = {name for name, each in vars(Calls).items() if isinstance(each, One | Many)}
    assert {name.split()[0] for name in CALLS} == table


def answer(question: Callable[[Any], Any], runner: BlockingCalls) -> Any:
    """The answer without its times, a stream as a list."""
    told = question(runner)
    return both.timeless(told if is_dataclass(told) or isinstance(told, str) else list(told))


@pytest.mark.parametrize("name", CALLS)
def test_this_process_answers_as_a_server_does(client: Client, name: str) -> None:
    """The same call, the same answer."""
    with InProcess() as here:
        assert answer(CALLS[name], here) == answer(CALLS[name], client)


@pytest.mark.parametrize(
    "question",
    [
        lambda it: it.picture(both.POSITION, both.RULES, "moon"),
        lambda it: it.validate_ruleset({"run": {"min": 9, "max": 4}}, "tile-rummy"),
        lambda it: it.picture(ms.Position(rack=ms.parse_tiles("r1 r1 r1")), both.RULES, "position"),
        lambda it: it.hint(ms.Position(rack=ms.parse_tiles("r1 r1 r1")), both.RULES, "count"),
        lambda it: it.score_round([(), both.SEEN], both.RULES, could_open=[]),
        lambda it: list(it.stream_discards(ms.Position(level=99), both.RAMO)),
    ],
)
def test_both_refuse_the_same_by_the_same_names(client: Client, question: Callable[[Any], Any]) -> None:
    """Code that handles a fault handles it wherever it was found."""
    with InProcess() as here, pytest.raises(InvalidRequest) as local:
        question(here)
    with pytest.raises(InvalidRequest) as remote:
        question(client)
    assert local.value.faults == remote.value.faults
