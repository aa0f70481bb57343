"""What calls do when nothing is said: ten seconds of search, wherever it is asked for."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import meldsolver
from meldsolver import contracts, hints
from meldsolver.cli.main import build_parser


def searching() -> Iterator[Callable[..., Any]]:
    """Every public function that takes a time limit."""
    for module, names in ((meldsolver, meldsolver.__all__), (hints, hints.__all__), (contracts, contracts.__all__)):
        for name in names:
            call = getattr(module, name)
            if inspect.isfunction(call) and "time_limit" in inspect.signature(call).parameters:
                yield call


CALLS = {call.__qualname__: call for call in searching()}


def test_the_calls_that_search_are_found() -> None:
    """So that the table below is not empty one day."""
    assert {"solve", "find_hint", "alternatives", "improving", "lay_down", "distance", "least_deadwood"} <= set(CALLS)


@pytest.mark.parametrize("name", sorted(CALLS))
def test_ten_seconds_are_the_default(name: str) -> None:
    """The documents say so once, for all of them; what only judges has no limit."""
    default = inspect.signature(CALLS[name]).parameters["time_limit"].default
    assert default == (None if name in ("check_meld", "check_move") else 10.0)


@pytest.mark.parametrize("command", ["solve", "hint"])
def test_the_command_line_has_the_same(command: str) -> None:
    """Its help says ten."""
    arguments = build_parser().parse_args([command, ". / r1 / opened"])
    assert arguments.time_limit == 10.0
