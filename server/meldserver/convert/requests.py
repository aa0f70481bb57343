"""Questions as requests, and requests as questions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from google.protobuf.message import Message

from meldserver.convert.arguments import ARGUMENTS, Argument
from meldserver.convert.rulesets import read_ruleset
from meldsolver.calls import Question
from meldsolver.tiles.position_json import JsonReader
from meldsolver.tiles.request import Fault, InvalidRequest

Request = TypeVar("Request", bound=Message)
Q = TypeVar("Q", bound=Question[Any])

HELD = "question"
"""The field of a request that holds the whole question, where a request has it."""


def writes(request: type[Request]) -> Callable[[Question[Any]], Request]:
    """Writes questions as such requests."""
    return lambda question: write(question, request)


def write(question: Question[Any], request: type[Request]) -> Request:
    """The request that asks a question.

    Raises:
        InvalidRequest: an argument is nothing that a message can hold; it holds every fault.
    """
    values: dict[str, Any] = {}
    faults: list[Fault] = []
    for name, argument in _arguments(type(question)):
        field = argument.field or name
        try:
            value = argument.write(question if argument.whole else getattr(question, name))
            if field in values:  # two arguments that are told by one message
                value.MergeFrom(values[field])
            values[field] = value
        except InvalidRequest as error:
            faults += error.faults
    if faults:
        raise InvalidRequest(faults)
    return request(**({HELD: values} if HELD in request.DESCRIPTOR.fields_by_name else values))


def read(question: Callable[..., Q], request: Message) -> Q:
    """The question that a request asks; what the request leaves out is as the question has it by default.

    Raises:
        InvalidRequest: it cannot be read; it holds every fault.
    """
    if HELD not in request.DESCRIPTOR.fields_by_name:
        return _read(question, request)
    if not request.HasField(HELD):
        raise InvalidRequest([Fault(HELD, "REQUIRED", "give the question")])
    try:
        return _read(question, getattr(request, HELD))
    except InvalidRequest as error:
        raise InvalidRequest(fault.under(HELD) for fault in error.faults) from None


def _read(question: Callable[..., Q], request: Message) -> Q:
    reader, given = JsonReader(), {}
    present = []
    for name, argument in _arguments(question):
        field = argument.field or name
        if not request.DESCRIPTOR.fields_by_name[field].has_presence or request.HasField(field) or name == "ruleset":
            present.append((name, field, argument))
        elif argument.remedy:
            reader.fail(field, "REQUIRED", argument.remedy)
    for name, field, argument in present:
        if name == "ruleset":
            given[name] = read_ruleset(request, reader)  # type: ignore[arg-type]
        else:
            given[name] = argument.read(getattr(request, field), reader, field)
    reader.finish()
    return question(**given)


def field_of(question: Question[Any], request: Message) -> Callable[[str], str]:
    """Gives the field of a question's request for the path by which the solver names a fault.

    The solver names what belongs to a position by itself, and the hands that are known by their players.
    """
    own = {name for name, _ in _arguments(type(question))}
    players = list(getattr(question, "hands", None) or ())
    held = f"{HELD}." if HELD in request.DESCRIPTOR.fields_by_name else ""

    def name(path: str) -> str:
        first, rest = re.match(r"(\w*)(.*)", path, re.DOTALL).groups()  # type: ignore[union-attr]
        if "position" in own and first not in own:
            return f"{held}position.{path}"
        player = rest[1:].partition("[")[0]
        if first == "hands" and player in players:
            inside = rest[1 + len(player) :]
            return f"{held}hands[{players.index(player)}]" + (f".tiles{inside}" if inside else "")
        return held + path

    return name


@cache
def _arguments(question: Any) -> tuple[tuple[str, Argument], ...]:
    """The arguments of a kind of question, in the order of the table."""
    own = {field.name for field in fields(question)}
    return tuple((name, argument) for name, argument in ARGUMENTS.items() if name in own)
