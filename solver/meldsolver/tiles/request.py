"""Faults of a request: what a caller sent that cannot be answered, field by field."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault.

    Attributes:
        field: path of the field, for instance ``position.table[0][2]``.
        reason: a stable upper-case code, for instance ``UNKNOWN_TILE``.
        message: what is wrong and what to do about it.
    """

    field: str
    reason: str
    message: str

    def under(self, prefix: str) -> Fault:
        """The same fault, its field seen from a larger request."""
        return Fault(f"{prefix}.{self.field}", self.reason, self.message)


class InvalidRequest(ValueError):
    """A request that cannot be answered.

    Attributes:
        faults: every fault found, at least one.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.field}: {fault.message}" for fault in self.faults))

    def __reduce__(self) -> tuple[Any, ...]:
        """Made again from what it was made of, not from its sentence: between processes nothing is lost."""
        return type(self), (self.faults,), self.__dict__
