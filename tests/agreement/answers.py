"""Prints the answers to many questions, one a line, for a comparison between processes.

python -m tests.agreement.answers COUNT [PRESET ...]
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from meldsolver import Position, Ruleset, check_move, get_ruleset, list_rulesets, solve
from meldsolver.contracts import advise_discard, advise_draw, distance, lay_down, least_deadwood
from meldsolver.contracts.patterns import is_simple
from meldsolver.hints import alternatives, explain_no_play, find_hint
from meldsolver.tiles.request import InvalidRequest
from tests.agreement.player import deck_of, drawn

SECONDS = 600.0
"""Long enough for every proof: an answer that time has cut short need not be the same."""


def questions(position: Position, ruleset: Ruleset, seed: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """What can be asked of a position."""
    yield "solve", lambda: solve(position, ruleset, time_limit=SECONDS)
    yield "check", lambda: check_move(position, (position.table[1:] + position.table[:1])[:-1], ruleset)
    yield "hint", lambda: find_hint(position, ruleset, time_limit=SECONDS)
    yield "near", lambda: explain_no_play(position, ruleset, time_limit=SECONDS)
    if len(position.rack) < 6:
        yield "others", lambda: list(islice(alternatives(position, ruleset, most=4, time_limit=SECONDS), 4))
    if ruleset.opening.kind != "contract":
        return
    yield "lay down", lambda: lay_down(position, ruleset, time_limit=SECONDS)
    yield "deadwood", lambda: least_deadwood(position, ruleset, time_limit=SECONDS)
    if is_simple(ruleset):  # in other games a distance may take seconds
        card = Random(seed).choice(deck_of(ruleset))
        yield "distance", lambda: distance(position, ruleset, time_limit=SECONDS)
        yield "discard", lambda: advise_discard(position, ruleset, time_limit=SECONDS)
        yield "draw", lambda: advise_draw(position, ruleset, card, time_limit=SECONDS)


def answer(ask: Callable[[], object]) -> str:
    """The answer without its time, or what is wrong with the question."""
    try:
        text = repr(ask())
    except InvalidRequest as error:
        text = repr(error.faults)
    return re.sub(r"seconds=[\d.e-]+", "", text)


def main() -> None:
    """Prints a line for each question."""
    count, *names = sys.argv[1:]
    for summary in list_rulesets():
        if names and summary.name not in names:
            continue
        ruleset = get_ruleset(summary.name)
        if ruleset.unsupported:
            continue
        for number in range(int(count)):
            seed = f"same {summary.name} {number}"
            position = drawn(ruleset, seed)
            for name, ask in questions(position, ruleset, seed):
                print(summary.name, number, name, answer(ask), flush=True)


if __name__ == "__main__":
    main()
