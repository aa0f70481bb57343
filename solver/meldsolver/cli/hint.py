"""Hints for each position: a nudge, the whole plan, or all best plays.

A position is text or a JSON object, as for solve. Each grade tells more: playable (is there a play),
count (how many tiles), rack_tiles (which), melds (which melds of the table are touched), first_step,
plan (every step). All grades of a position are about the same play.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from meldsolver.calls.solving import SolveQuestion
from meldsolver.cli.answers import Answer
from meldsolver.cli.backend import Backend
from meldsolver.cli.batch import add_batch_arguments, run_batch
from meldsolver.cli.exits import CommandError, Exit
from meldsolver.cli.inputs import Entry
from meldsolver.cli.questions import Rulesets, add_position_arguments, named_ruleset
from meldsolver.cli.solve import read_question
from meldsolver.cli.svg_file import add_svg_argument, write_svg
from meldsolver.tiles import Position

if TYPE_CHECKING:
    from meldsolver.hints import Told

NAME = "hint"
SUMMARY = "a hint: from a nudge to the whole plan, or all best plays"
GRADES = ("playable", "count", "rack_tiles", "melds", "first_step", "plan")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    add_batch_arguments(parser, "'r1 r2 r3 | k5 y5 b5 / r4 j / opened'")
    add_position_arguments(parser)
    parser.add_argument("--grade", choices=GRADES, default="plan", help="how much to tell (default plan)")
    parser.add_argument(
        "--alternatives", type=int, metavar="N", help="instead, up to N best plays that are different solutions"
    )
    parser.add_argument("--nearest", action="store_true", help="where nothing can be played, tell what is nearest")
    parser.add_argument("--seed", type=int, default=0, help="the search's seed (default 0)")
    parser.add_argument(
        "--time-limit", type=float, default=10.0, metavar="SECONDS", help="for each position (default 10)"
    )
    add_svg_argument(parser, "the plan")


def run(arguments: argparse.Namespace) -> Exit:
    """Runs the command."""
    _check_together(arguments)
    ruleset = named_ruleset(arguments.ruleset)
    rulesets = Rulesets(ruleset)
    position = Position(opened=arguments.opened)
    defaults = SolveQuestion(position, ruleset, seed=arguments.seed, time_limit=arguments.time_limit)

    def answer(entry: Entry, backend: Backend) -> Answer:
        question = read_question(entry.decoded(), defaults, rulesets)
        if arguments.alternatives is not None:
            return _alternatives(question, backend, arguments.alternatives)
        return _hint(question, backend, arguments, entry)

    return run_batch(arguments, answer, no_when=all)


def _check_together(arguments: argparse.Namespace) -> None:
    """Alternatives are told as plays alone.

    Raises:
        CommandError: an option stands beside them that would be ignored.
    """
    if arguments.alternatives is None:
        return
    beside = {
        "--svg": arguments.svg is not None,
        "--nearest": arguments.nearest,
        "--grade": arguments.grade != "plan",
    }
    for option, given in beside.items():
        if given:
            raise CommandError(f"{option} says nothing beside --alternatives; leave one of them out")


def _hint(question: SolveQuestion, backend: Backend, arguments: argparse.Namespace, entry: Entry) -> Answer:
    from meldsolver.cli.hint_answers import hint_answer
    from meldsolver.hints import Grade

    answer = backend.hint(
        question.position,
        question.ruleset,
        Grade(arguments.grade),
        question.objectives,
        seed=question.seed,
        time_limit=question.time_limit,
    )
    nearest = None
    if arguments.nearest and answer.status == "NO_PLAY":
        nearest = backend.explain_no_play(
            question.position, question.ruleset, seed=question.seed, time_limit=question.time_limit
        )
    if arguments.svg and answer.status.found:
        write_svg(arguments.svg, entry, _picture(answer, question.position))
    return hint_answer(answer, question.position, nearest)


def _picture(answer: Told, position: Position) -> str:
    """What a grade may show: the plan, its first step, or the position as it is."""
    from meldsolver.pictures.svg import position_svg, steps_svg

    if answer.plan is not None:
        return steps_svg(position, answer.plan.steps)
    return position_svg(position) if answer.first_step is None else steps_svg(position, [answer.first_step])


def _alternatives(question: SolveQuestion, backend: Backend, most: int) -> Answer:
    from meldsolver.answers import Solution
    from meldsolver.cli.hint_answers import alternatives_answer
    from meldsolver.hints import End

    plays: list[Solution] = []
    end = End(0, False, "time")
    for item in backend.alternatives(
        question.position,
        question.ruleset,
        question.objectives,
        most=most,
        seed=question.seed,
        time_limit=question.time_limit,
    ):
        if isinstance(item, End):
            end = item
        else:
            plays.append(item)
    return alternatives_answer(plays, end, question.position)
