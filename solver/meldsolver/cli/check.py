"""Says whether each move is legal, and every reason if it is not.

A move is text, `POSITION => TABLE AFTER`, or a JSON object with the fields before (a position),
after (an object with the field table) and ruleset (a name, or an object with the rules).
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from meldsolver.cli.answers import Answer, move_answer
from meldsolver.cli.backend import Backend
from meldsolver.cli.batch import add_batch_arguments, run_batch
from meldsolver.cli.exits import Exit
from meldsolver.cli.inputs import Entry
from meldsolver.cli.questions import Rulesets, add_position_arguments, named_ruleset, text_position
from meldsolver.tiles import Meld, ParseError, Position, parse_melds
from meldsolver.tiles.position_json import JsonReader
from meldsolver.tiles.request import Fault, InvalidRequest

if TYPE_CHECKING:
    from meldsolver.rules import Ruleset

NAME = "check"
SUMMARY = "whether a move is legal, and every reason if not"
FIELDS = ("ruleset", "before", "after")
ARROW = "=>"


@dataclass(frozen=True, slots=True)
class Move:
    """One question: what :func:`meldsolver.check_move` takes."""

    before: Position
    after: tuple[Meld, ...]
    ruleset: Ruleset


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    add_batch_arguments(parser, "'r1 r2 r3 / r4 / opened => r1 r2 r3 r4'")
    add_position_arguments(parser)


def run(arguments: argparse.Namespace) -> Exit:
    """Runs the command."""
    rulesets = Rulesets(named_ruleset(arguments.ruleset))

    def answer(entry: Entry, backend: Backend) -> Answer:
        move = read_move(entry.decoded(), rulesets, opened=arguments.opened)
        return move_answer(backend.check_move(move.before, move.after, move.ruleset), move.after)

    return run_batch(arguments, answer, no_when=any)


def read_move(value: Any, rulesets: Rulesets, *, opened: bool) -> Move:
    """Reads one entry; ``opened`` says what the position is when it does not.

    Raises:
        InvalidRequest: it cannot be read; it holds every fault.
    """
    ruleset = rulesets.of(value)
    if isinstance(value, str):
        return _read_text(value, ruleset, opened)
    reader = JsonReader(ruleset.alphabet)
    form = reader.fields(value, FIELDS)
    for name in ("before", "after"):
        if isinstance(value, dict) and name not in form:
            reader.fail(name, "MISSING", f"the field {name!r} is needed")
    before = reader.position(form.get("before", {}), "before", Position(opened=opened))
    after = reader.fields(form.get("after", {}), ("table",), "after")
    if "after" in form and isinstance(form["after"], dict) and "table" not in after:
        reader.fail("after.table", "MISSING", "the field 'table' is needed")
    table = reader.melds(after.get("table", ()), "after.table")
    reader.finish()
    return Move(before, table, ruleset)


def _read_text(text: str, ruleset: Ruleset, opened: bool) -> Move:
    before, arrow, after = text.partition(ARROW)
    if not arrow:
        raise InvalidRequest(
            [Fault("", "UNREADABLE", f"a move is written POSITION {ARROW} TABLE AFTER; there is no {ARROW}")]
        )
    position = text_position(before, ruleset, opened)
    try:
        return Move(position, () if after.strip() == "." else parse_melds(after, ruleset.alphabet), ruleset)
    except ParseError as error:
        placed = ParseError(error.problem, error.token, len(before) + len(arrow) + error.offset)
        raise InvalidRequest([Fault("", "UNREADABLE", str(placed))]) from None
