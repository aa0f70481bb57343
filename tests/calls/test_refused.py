"""A misspelt argument and one of the wrong type are refused by mypy, whoever runs the call.

Why: the methods of the three runners are made from one table; nothing of what a type checker knows about a method that
is written out may be lost on the way. The lint runs mypy with ``warn_unused_ignores``, so a line below that mypy would
let pass is an error there, as is one whose code is another.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import assert_type

import pytest

from meldserver.client import AsyncClient, Client
from meldsolver import Position, Solution
from meldsolver.cli.backend import InProcess
from meldsolver.contracts import Distance
from meldsolver.hints import End, Progress
from meldsolver.referee import MoveReport

EMPTY = Position()


def blocking(client: Client, here: InProcess) -> None:
    """Never run: what mypy says of the blocking runners."""
    for runner in (client, here):
        assert_type(runner.check_move(EMPTY, (), "ramo"), MoveReport)
        assert_type(runner.distance(EMPTY, "ramo", draws=3), Distance)
        assert_type(runner.alternatives(EMPTY, "ramo", most=3), Iterator[Solution | End])
    client.solve(EMPTY, "ramo", sed=3)  # type: ignore[call-arg]
    client.solve(EMPTY, 3)  # type: ignore[arg-type]
    client.distance(EMPTY, "ramo", draw=3)  # type: ignore[call-arg]
    client.distance(EMPTY, "ramo", draws="3")  # type: ignore[arg-type]
    client.distance(EMPTY)  # type: ignore[call-arg]
    client.alternatives(EMPTY, "ramo", mots=3)  # type: ignore[call-arg]
    client.alternatives(EMPTY, "ramo", most=None)  # type: ignore[arg-type]
    client.hints(EMPTY, "ramo")  # type: ignore[attr-defined]
    here.solve(EMPTY, "ramo", sed=3)  # type: ignore[call-arg]
    here.check_ramo("b10", (), "ramo")  # type: ignore[arg-type]
    here.alternatives(EMPTY, "ramo", (), 3)  # type: ignore[call-arg]


async def awaited(client: AsyncClient) -> None:
    """Never run: what mypy says of the asyncio client."""
    assert_type(await client.solve(EMPTY, "ramo"), Solution)
    assert_type(client.improving(EMPTY, "ramo"), AsyncIterator[Progress])
    await client.solve(EMPTY, "ramo", sed=3)  # type: ignore[call-arg]
    await client.solve(EMPTY, ruleset=3)  # type: ignore[arg-type]
    client.improving(EMPTY, "ramo", seeds=1)  # type: ignore[call-arg]
    await client.improving(EMPTY, "ramo")  # type: ignore[misc]
    client.solve(EMPTY, "ramo").table  # type: ignore[attr-defined]  # noqa: B018


def test_a_misspelt_argument_is_refused_when_the_call_is_made() -> None:
    """Without a type checker, too: at once, not when the first answer of a stream is asked for."""
    here = InProcess()
    with pytest.raises(TypeError, match="sed"):
        here.solve(EMPTY, "ramo", sed=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="mots"):
        here.alternatives(EMPTY, "ramo", mots=3)  # type: ignore[call-arg]
