"""The plan: a play as steps that a person can do one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from meldsolver.hints.board import PlanBoard
from meldsolver.hints.choices import choices, next_choice
from meldsolver.hints.origin import MeldOrigin, Source, origins, tile_at
from meldsolver.hints.sentences import sentence
from meldsolver.hints.step import Plan, StepKind
from meldsolver.limits.clock import Clock
from meldsolver.rules.game import game_of
from meldsolver.rules.ruleset import Ruleset
from meldsolver.tiles import Meld, Position

_ORDER = [StepKind.SPLIT, StepKind.REPLACE, StepKind.JOIN, StepKind.MOVE, StepKind.NEW, StepKind.PLACE]
"""Among steps that are equally good: the table first, the rack last."""

MOST_COMPARED = 5_000
"""So many steps are compared in one plan; then each next one is taken as it comes. Thirty steps compare a thousand."""


def plan_of(
    position: Position,
    table: Sequence[Meld],
    ruleset: Ruleset,
    came: tuple[MeldOrigin, ...] | None = None,
    clock: Clock | None = None,
) -> Plan:
    """The plan of a legal play.

    Every tile goes straight to the meld where it ends, in one step with the other tiles that take
    the same way; only a natural that frees a wild of a meld that is then broken up moves twice. At
    each point the step is taken that leaves the fewest melds incomplete (in a plan of a hundred steps and
    more, for as long as so many may be compared); when the time is over, the next that can be done.

    Args:
        position: the position.
        table: the table after the play.
        ruleset: the rules.
        came: the origins of the table's melds, if they are known already.
        clock: ends the comparing of steps.
    """
    clock = clock or Clock()
    came = came if came is not None else origins(position, table, clock)
    board = PlanBoard(position, table, came, game_of(ruleset))
    steps = []
    compared = 0
    while not board.done:
        hurried = compared >= MOST_COMPARED or clock.spent
        found = [next_choice(board)] if hurried else choices(board)
        compared += len(found)
        step = found[0]
        if len(found) > 1:
            step = min(found, key=lambda s: (board.unsettled_after(s), _ORDER.index(s.kind), s.target))
        text = sentence(step, board)
        board.do(step)
        steps.append(replace(step, unsettled=board.unsettled(), sentence=text))
    ends = [
        (place, tile)
        for meld, origin in zip(table, came, strict=True)
        for tile, place in zip(meld, origin.places, strict=True)
    ]
    return Plan(
        steps=tuple(steps),
        melds=board.numbers,
        recast=tuple((place, tile) for place, tile in ends if tile != tile_at(position, place)),
        moved_tiles=sum(place.source is Source.TABLE and place.meld != goal for place, goal in board.goal.items()),
        rack_tiles=sum(place.source in (Source.RACK, Source.CALLED) for place in board.goal),
        splits=sum(step.kind is StepKind.SPLIT for step in steps),
    )
