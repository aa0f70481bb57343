"""What an entry asks: its position, its ruleset, and what else may stand beside them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from meldsolver.cli.exits import CommandError
from meldsolver.limits.store import Store
from meldsolver.rules.position_check import position_faults
from meldsolver.tiles import ParseError, Position, parse_position
from meldsolver.tiles.notation import shown
from meldsolver.tiles.request import Fault, InvalidRequest

if TYPE_CHECKING:
    from meldsolver.rules import Ruleset

DEFAULT_RULESET = "tile-rummy"
MOST_BYTES = 8 << 20
"""What the rulesets that are remembered may weigh; a stream may bring any number."""


@dataclass(frozen=True, slots=True)
class Rulesets:
    """Finds the ruleset of an entry.

    Attributes:
        default: the ruleset of entries that name none.
    """

    default: Ruleset
    _loaded: Store[str, Ruleset] = field(default_factory=lambda: Store(MOST_BYTES))

    def of(self, value: Any) -> Ruleset:
        """The ruleset that an entry names or describes.

        Raises:
            InvalidRequest: it names none, or describes none that is valid.
        """
        named = value.get("ruleset") if isinstance(value, Mapping) else None
        if named is None:
            return self.default
        if not isinstance(named, (str, Mapping)):
            message = f"{shown(named)} is neither a ruleset's name nor an object with its rules"
            raise InvalidRequest([Fault("ruleset", "WRONG_TYPE", message)])
        key = repr(named)
        known = self._loaded.get(key)
        return known if known is not None else self._loaded.put(key, _load(named))


def _load(named: str | Mapping[str, Any]) -> Ruleset:
    from meldsolver.rules import get_ruleset, load_ruleset

    try:
        return get_ruleset(named) if isinstance(named, str) else load_ruleset(named)
    except InvalidRequest as error:
        inside = (fault if fault.field == "ruleset" else fault.under("ruleset") for fault in error.faults)
        raise InvalidRequest(inside) from None


def named_ruleset(name: str) -> Ruleset:
    """The preset of that name, or the ruleset in that ``.toml`` or ``.json`` file.

    Raises:
        CommandError: there is none, or it is not valid.
    """
    from meldsolver.rules import get_ruleset, load_ruleset

    try:
        return load_ruleset(name) if name.endswith((".toml", ".json")) else get_ruleset(name)
    except InvalidRequest as error:
        raise CommandError(str(error)) from None


def text_position(text: str, ruleset: Ruleset, opened: bool) -> Position:
    """A position written as text; ``opened`` says what it is when the text does not.

    Raises:
        InvalidRequest: it cannot be read.
    """
    try:
        position = parse_position(text, ruleset.alphabet, defaults=Position(opened=opened))
    except ParseError as error:
        raise InvalidRequest([Fault("", "UNREADABLE", str(error))]) from None
    if "/" not in text and len(position.table) == 1 and position_faults(position, ruleset):
        remedy = f"a position is written TABLE / RACK; before an empty table: '. / {text.strip()}'"
        raise InvalidRequest([Fault("", "UNREADABLE", remedy)])
    return position


def add_ruleset_argument(parser: argparse.ArgumentParser, what: str, default: str = DEFAULT_RULESET) -> None:
    """Adds the argument that says under which rules those entries are read that name none.

    Args:
        parser: the command's parser.
        what: what the entries are, in the plural.
        default: the usual rules.
    """
    parser.add_argument(
        "--ruleset",
        default=default,
        metavar="NAME|FILE",
        help=f"rules for {what} that name none (default {default}); see meldsolver rulesets",
    )


def add_position_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments that fill in what a position leaves out."""
    add_ruleset_argument(parser, "positions")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--opened", action="store_true", help="the player has opened, where the position does not say")
    group.add_argument("--unopened", dest="opened", action="store_false", help="the player has not (the default)")
