"""Finds the best play of each position.

A position is text, `TABLE / RACK / opened`, or a JSON object with the fields table, rack, opened and,
where they matter, loose, level, called, all_opened, wild_turns, pool_empty, excerpt; and besides them ruleset
(a name, or an object with the rules), objectives, seed and time_limit.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from meldsolver.calls.solving import SolveQuestion
from meldsolver.cli.answers import Answer, solution_answer
from meldsolver.cli.backend import Backend
from meldsolver.cli.batch import add_batch_arguments, run_batch
from meldsolver.cli.exits import CommandError, Exit
from meldsolver.cli.inputs import Entry
from meldsolver.cli.questions import Rulesets, add_position_arguments, named_ruleset, text_position
from meldsolver.cli.svg_file import add_svg_argument, write_svg
from meldsolver.tiles import Position
from meldsolver.tiles.notation import shown
from meldsolver.tiles.position_json import POSITION_FIELDS, JsonReader
from meldsolver.tiles.request import InvalidRequest

if TYPE_CHECKING:
    from meldsolver.answers import Objective
    from meldsolver.rules import Ruleset

NAME = "solve"
SUMMARY = "the best play of a position, or of many"
FIELDS = POSITION_FIELDS | {"ruleset", "objectives", "seed", "time_limit"}
DEFAULT_OBJECTIVES = "tiles,points"
MOST_SECONDS = 1e9
"""Beyond this a number is no time; the solver's own limit is lower."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    add_batch_arguments(parser, "'r1 r2 r3 | k5 y5 b5 / r4 j / opened'")
    add_position_arguments(parser)
    parser.add_argument(
        "--objectives",
        default=DEFAULT_OBJECTIVES,
        metavar="LIST",
        help=f"what to prefer, the most important first (default {DEFAULT_OBJECTIVES}): tiles, points, meld_points, "
        "rack_penalty, wilds_kept, melds_kept, disturbance, melds_added",
    )
    parser.add_argument("--seed", type=int, default=0, help="the search's seed (default 0)")
    parser.add_argument(
        "--time-limit", type=float, default=10.0, metavar="SECONDS", help="for each position (default 10)"
    )
    add_svg_argument(parser, "the table after the play")


def run(arguments: argparse.Namespace) -> Exit:
    """Runs the command."""
    ruleset = named_ruleset(arguments.ruleset)
    rulesets = Rulesets(ruleset)
    defaults = _defaults(arguments, ruleset)

    def answer(entry: Entry, backend: Backend) -> Answer:
        question = read_question(entry.decoded(), defaults, rulesets)
        solution = backend.solve(
            question.position,
            question.ruleset,
            question.objectives,
            seed=question.seed,
            time_limit=question.time_limit,
        )
        if arguments.svg and solution.status in ("OPTIMAL", "FEASIBLE"):
            from meldsolver.pictures.svg import play_svg

            write_svg(arguments.svg, entry, play_svg(question.position, solution.table))
        return solution_answer(solution, question.position)

    return run_batch(arguments, answer, no_when=all)


def read_question(value: Any, defaults: SolveQuestion, rulesets: Rulesets) -> SolveQuestion:
    """Reads one entry; what it leaves out comes from ``defaults``.

    Raises:
        InvalidRequest: it cannot be read; it holds every fault.
    """
    ruleset = rulesets.of(value)
    if isinstance(value, str):
        position = text_position(value, ruleset, defaults.position.opened)
        return replace(defaults, position=position, ruleset=ruleset)
    reader = JsonReader(ruleset.alphabet)
    form = reader.fields(value, FIELDS)
    position_form = {name: part for name, part in form.items() if name in POSITION_FIELDS}
    question = SolveQuestion(
        reader.position(position_form, defaults=defaults.position),
        ruleset,
        read_objectives(form["objectives"], reader) if "objectives" in form else defaults.objectives,
        seed=reader.integer(form["seed"], "seed") if "seed" in form else defaults.seed,
        time_limit=_seconds(form["time_limit"], reader) if "time_limit" in form else defaults.time_limit,
    )
    reader.finish()
    return question


def read_objectives(value: Any, reader: JsonReader) -> tuple[Objective, ...]:
    """Reads a list of objectives' names."""
    from meldsolver.answers import Objective

    names = [str(objective) for objective in Objective]
    found = []
    if value == []:  # to a server an empty list would mean the default
        reader.fail("objectives", "EMPTY", "name at least one objective, or leave the field out")
    for name, path in reader.items(value, "objectives"):
        if name in names:
            found.append(Objective(name))
        else:
            reader.fail(path, "UNKNOWN_OBJECTIVE", f"{shown(name)} is no objective; write one of {', '.join(names)}")
    return tuple(found)


def _seconds(value: Any, reader: JsonReader) -> float:
    # The comparison is false for NaN, and takes integers that no float can hold.
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < MOST_SECONDS:
        reader.fail("time_limit", "WRONG_TYPE", f"{shown(value)} is not a number of seconds")
        return 0.0
    return float(value)


def _defaults(arguments: argparse.Namespace, ruleset: Ruleset) -> SolveQuestion:
    """What an entry leaves out: the arguments, read as its own fields are."""
    reader = JsonReader()
    objectives = read_objectives([name.strip() for name in arguments.objectives.split(",")], reader)
    seed = reader.integer(arguments.seed, "seed")
    time_limit = _seconds(arguments.time_limit, reader)
    try:
        reader.finish()
    except InvalidRequest as error:
        raise CommandError("; ".join(fault.message for fault in error.faults)) from None
    position = Position(opened=arguments.opened)
    return SolveQuestion(position, ruleset, objectives, seed=seed, time_limit=time_limit)
