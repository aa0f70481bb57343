"""Every call of the table is a method that people can read, and has its way to the server and back.

Why: what is made from a table is easily made without a name, a signature or a route, and nothing else would say so.
"""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from dataclasses import fields
from importlib import import_module
from typing import Any

import pytest

from meldserver.client import AsyncClient, Client
from meldserver.client.routes import ROUTES
from meldserver.generated.v1 import (
    contract_service_pb2,
    hint_service_pb2,
    referee_service_pb2,
    ruleset_service_pb2,
    solver_service_pb2,
)
from meldsolver.calls.method import Many, One
from meldsolver.calls.table import Calls
from meldsolver.cli.backend import InProcess

TABLE: dict[str, Any] = {name: each for name, each in vars(Calls).items() if isinstance(each, One | Many)}
RUNNERS = (Client, AsyncClient, InProcess)
SERVICES = (
    (contract_service_pb2, "ContractService"),
    (hint_service_pb2, "HintService"),
    (referee_service_pb2, "RefereeService"),
    (ruleset_service_pb2, "RulesetService"),
    (solver_service_pb2, "SolverService"),
)

USUAL = {"position", "ruleset", "objectives", "seed", "time_limit", "unseen", "seen", "players", "player", "grade"}
"""What every user of the library knows, and what a function may tell by naming another."""


def test_every_method_of_the_service_is_the_way_of_one_question() -> None:
    """A method that no call reaches, and a question that no method takes, would both be dead."""
    served = sorted(
        method.name for module, service in SERVICES for method in module.DESCRIPTOR.services_by_name[service].methods
    )
    assert sorted(route.method for route in ROUTES.values()) == served
    assert {call.question for call in TABLE.values()} == set(ROUTES)
    assert len(TABLE) == len(ROUTES)


@pytest.mark.parametrize("name", TABLE)
@pytest.mark.parametrize("runner", RUNNERS)
def test_help_and_editors_see_a_method_like_any_other(runner: type[Any], name: str) -> None:
    """Its name, where it stands, what it says, and the arguments of its question, with their defaults."""
    method = getattr(runner, name)
    assert inspect.isfunction(method)
    assert method.__name__ == name
    assert inspect.getdoc(method)
    arguments = list(inspect.signature(method).parameters.values())
    assert arguments.pop(0).name == "self"
    asked = {field.name: field.default for field in fields(TABLE[name].question)}
    told = {each.name: each.default for each in arguments if each.name != "cancel"}
    assert told.keys() == asked.keys()
    for argument, default in told.items():
        assert default == asked[argument] or default is inspect.Parameter.empty


@pytest.mark.parametrize("name", TABLE)
def test_the_words_of_a_call_name_its_arguments_or_who_does(name: str) -> None:
    """What a user reads in help() tells each argument, or the function of the library that has the same ones."""
    words = inspect.getdoc(TABLE[name].question) or ""
    functions = re.findall(r":func:`([\w.]+)\.(\w+)`", words)
    for module, function in functions:
        words += inspect.getdoc(getattr(import_module(module), function)) or ""
    for field in fields(TABLE[name].question):
        assert f"\n    {field.name}: " in words or field.name in USUAL, field.name


def test_a_stream_says_how_it_is_read() -> None:
    """The asyncio client's needs ``async for``; its other methods are coroutine functions."""
    answers = {runner: inspect.signature(runner.alternatives).return_annotation for runner in RUNNERS}
    assert answers == {
        Client: "Iterator[Solution | End]",
        AsyncClient: "AsyncIterator[Solution | End]",
        InProcess: "Iterator[Solution | End]",
    }
    assert inspect.iscoroutinefunction(AsyncClient.check_move)
    assert not inspect.iscoroutinefunction(Client.check_move)


def test_the_table_loads_neither_the_search_nor_grpc() -> None:
    """The command line starts with it, and the solver can be had without the service."""
    code = "import sys, meldsolver.calls.table; sys.exit(any(name in sys.modules for name in ('ortools', 'grpc')))"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)
