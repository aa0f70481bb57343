"""Where positions come from: arguments, files, standard input; one entry for each position.

An entry that cannot be read is an entry all the same, with its fault, so that answers keep step
with the lines of the input.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO

from meldsolver.cli.exits import CommandError
from meldsolver.tiles.notation import shown
from meldsolver.tiles.request import Fault, InvalidRequest

MOST_LINE_BYTES = 1 << 20
"""Longest line; the 106 tiles of tile rummy need less than two thousand bytes."""

MOST_DOCUMENT_BYTES = 64 << 20
"""Longest ``.json`` document."""

MOST_DIGITS = 4000
"""Longest whole number."""

_FILE_NAME = re.compile(r"[^\s#|{]+\.[A-Za-z]\w*")


@dataclass(frozen=True, slots=True)
class Entry:
    """One position as it was given.

    Attributes:
        line: its number, counted from 1 over all inputs; the line number when there is one input.
        value: a decoded JSON value, or a line of text.
        fault: why it could not even be decoded, or ``None``.
        alone: whether it is known to be the only one.
    """

    line: int
    value: Any = None
    fault: Fault | None = None
    alone: bool = False

    def decoded(self) -> Any:
        """The value.

        Raises:
            InvalidRequest: it could not be decoded.
        """
        if self.fault is not None:
            raise InvalidRequest([self.fault])
        return self.value


def read_entries(inputs: Sequence[str]) -> Iterator[Entry]:
    """The entries of all inputs, in order; files and standard input are read as they are needed.

    Args:
        inputs: each a position (text, or a JSON object), the name of a file, or ``-``. Files and
            standard input hold one position a line; a file ``*.json`` holds one JSON document,
            an object or a list of objects.

    Raises:
        CommandError: a file cannot be read.
    """
    line = 0
    for given in inputs:
        values = _values(given)
        alone = len(inputs) == 1 and isinstance(values, list) and len(values) == 1
        for value in values:
            line += 1
            yield Entry(line, fault=value, alone=alone) if isinstance(value, Fault) else Entry(line, value, alone=alone)


def is_position(given: str) -> bool:
    """Whether an argument is itself a position, and not the name of a file or ``-``."""
    return given != "-" and not os.path.exists(given) and not _FILE_NAME.fullmatch(given)


def _values(given: str) -> Iterable[Any]:
    """The values of an input: a list when they are all there at once."""
    if given == "-":
        return map(_decode, _lines(sys.stdin.buffer))
    if is_position(given):
        return [_decode(os.fsencode(given))]
    return _document(given) if given.endswith(".json") else _file_lines(given)


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    try:
        with open(name, "rb") as stream:
            yield stream
    except OSError as error:
        raise CommandError(f"cannot read {name}: {error.strerror}") from None


def _file_lines(name: str) -> Iterator[Any]:
    with _opened(name) as stream:
        for line in _lines(stream):
            yield _decode(line)


def _lines(stream: BinaryIO) -> Iterator[bytes | Fault]:
    """Lines of bounded length; of a longer one only the fault is kept."""
    while line := stream.readline(MOST_LINE_BYTES + 1):
        if len(line) <= MOST_LINE_BYTES:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(MOST_LINE_BYTES)
        yield Fault("", "TOO_LONG", f"the line is longer than {MOST_LINE_BYTES} bytes")


def _document(name: str) -> list[Any]:
    with _opened(name) as stream:
        data = stream.read(MOST_DOCUMENT_BYTES + 1)
    if len(data) > MOST_DOCUMENT_BYTES:
        what = f"the document is longer than {MOST_DOCUMENT_BYTES} bytes; write one position a line"
        return [Fault("", "TOO_LONG", what)]
    value = _decode(data, json_only=True)
    return value if isinstance(value, list) else [value]


def _decode(line: bytes | Fault, *, json_only: bool = False) -> Any:
    """A line's value: JSON where it starts as an object, list or string does, else the text; or its fault."""
    if isinstance(line, Fault):
        return line
    try:
        text = line.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        return Fault("", "NOT_UTF8", f"byte {error.start + 1} is not UTF-8")
    if not text:
        return Fault("", "EMPTY", "the line is empty; write one position a line")
    if not (json_only or text.startswith(("{", "[", '"'))):
        return text
    try:
        return json.loads(text, parse_int=_whole, parse_constant=_no_constant, object_pairs_hook=_once)
    except RecursionError:
        return Fault("", "NOT_JSON", "the JSON is nested too deeply")
    except ValueError as error:
        return Fault("", "NOT_JSON", f"this is not JSON: {error}")


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits is longer than any that is meant here")
    return int(digits)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    form: dict[str, Any] = {}
    for name, value in pairs:
        if name in form:
            raise ValueError(f"the key {shown(name)} is given twice")
        form[name] = value
    return form
