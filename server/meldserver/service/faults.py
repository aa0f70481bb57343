"""Faults that the solver names by its own fields, named by the fields of the request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from meldsolver.tiles.request import InvalidRequest


@contextmanager
def renamed(name: Callable[[str], str]) -> Iterator[None]:
    """Renames the field of every fault."""
    try:
        yield
    except InvalidRequest as error:
        faults = [type(fault)(name(fault.field), fault.reason, fault.message) for fault in error.faults]
        raise InvalidRequest(faults) from None
