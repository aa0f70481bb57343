"""About how many bytes a value takes, told in little time."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

SAMPLE = 12
"""So many members of a large collection are looked at; the others weigh as much as these."""

DEEPEST = 8

_ATOMS = frozenset({int, str, bool, float, bytes, type(None)})


def weight_of(value: Any, depth: int = DEEPEST) -> int:
    """An estimate of the bytes that a value keeps alive, what it shares with others included.

    A value may tell its own ``weight`` (models do, since most of theirs lies outside Python).
    """
    known = getattr(value, "weight", None)
    if isinstance(known, int):
        return known
    own = sys.getsizeof(value, 64)
    if depth == 0 or value is None or isinstance(value, (str, bytes, int, float)):
        return own
    if isinstance(value, Mapping):
        return own + _all(value.items(), len(value), depth)
    if isinstance(value, Collection):
        return own + _all(value, len(value), depth)
    if is_dataclass(value) and not isinstance(value, type):
        own += sum(weight_of(getattr(value, field.name), depth - 1) for field in fields(value))
    return own


def _all(members: Collection[Any], count: int, depth: int) -> int:
    if not count:
        return 0
    looked = list(_spread(members, count))
    if all(type(member) in _ATOMS for member in looked):
        return sum(map(sys.getsizeof, looked)) * count // len(looked)
    return sum(weight_of(member, depth - 1) for member in looked) * count // len(looked)


def _spread(members: Collection[Any], count: int) -> Iterator[Any]:
    return islice(members, 0, None, max(1, count // SAMPLE))
