"""Contracts: what the melds of a level must be."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import Position

KINDS = {"S": "set", "R": "run", "C": "colour"}
_PART = re.compile(r"([SRC])(\d*)")


class Demand(NamedTuple):
    """One meld of a contract: its kind, its fewest tiles, and whether it may have no more when it is laid."""

    kind: str
    size: int
    exact: bool = False

    def __str__(self) -> str:
        return f"a {self.kind} of {self.least}"

    @property
    def least(self) -> str:
        """The size in words."""
        return f"{'exactly' if self.exact else 'at least'} {self.size}"

    def is_met_by(self, size: int) -> bool:
        """Whether a new meld of the kind may have so many tiles."""
        return size == self.size if self.exact else size >= self.size


Demands: TypeAlias = tuple[Demand, ...]


def parse_contract(text: str, ruleset: Ruleset) -> tuple[Demands, ...]:
    """The alternatives of a level's text, for instance ``SSR`` or ``SSSS|RRRR`` or ``S3R4``.

    Raises:
        ValueError: the text is no contract.
    """
    alternatives = []
    for part in text.split("|"):
        if not part or _PART.sub("", part):
            raise ValueError(f"{text!r} is no contract; write S, R or C with a least size, as in SSR or S3R4")
        usual = {"S": ruleset.set.min, "R": ruleset.run.min, "C": _colour_size(ruleset)}
        exact = ruleset.contract.exact
        alternatives.append(
            tuple(Demand(KINDS[kind], int(size) if size else usual[kind], exact) for kind, size in _PART.findall(part))
        )
    return tuple(alternatives)


def _colour_size(ruleset: Ruleset) -> int:
    return next((other.n for other in ruleset.other_melds if other.kind == "colour"), 7)


def level_of(position: Position, ruleset: Ruleset) -> int:
    """The level that a position is played on: its own, or else the ruleset's; 0 for none."""
    return position.level or ruleset.contract.level


def contract_of(ruleset: Ruleset, level: int) -> tuple[Demands, ...]:
    """The alternatives of a level, counted from 1.

    Raises:
        ValueError: there is no such level.
    """
    if not 1 <= level <= len(ruleset.contract.levels):
        raise ValueError(f"{ruleset.name} has no level {level}")
    return parse_contract(ruleset.contract.levels[level - 1], ruleset)


def contracts_at(ruleset: Ruleset, level: int) -> tuple[Demands, ...]:
    """The alternatives of a level, or, where it is not known (0), of every level."""
    levels = [level] if level else range(1, len(ruleset.contract.levels) + 1)
    return tuple(demands for each in levels for demands in contract_of(ruleset, each))


def describe_contract(alternatives: tuple[Demands, ...]) -> str:
    """The contract in words."""
    texts = []
    for demands in alternatives:
        kinds: dict[Demand, int] = {}
        for demand in demands:
            kinds[demand] = kinds.get(demand, 0) + 1
        parts = [f"{n} {d.kind}{'s' if n > 1 else ''} of {d.least}" for d, n in kinds.items()]
        texts.append(" and ".join(parts))
    return ", or ".join(texts)
