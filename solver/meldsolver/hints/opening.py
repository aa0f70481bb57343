"""The melds with which a turn opens: they are laid first, and the table is touched after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from meldsolver.answers import Objective
from meldsolver.hints.board import PlanBoard
from meldsolver.hints.origin import HELD, Place, origins
from meldsolver.limits.clock import Clock
from meldsolver.referee import check_move
from meldsolver.referee.worth import opening_worths
from meldsolver.rules.ruleset import Ruleset
from meldsolver.rules.turn_kind import TableUse, must_open, table_use
from meldsolver.solver.engine import solve
from meldsolver.tiles import Meld, Position
from meldsolver.tiles.request import InvalidRequest

MOST_SECONDS = 1.0
"""An opening that the play does not show is searched for so long."""


class Opening(NamedTuple):
    """Melds that open.

    Attributes:
        melds: each by where its tiles lay before the play.
        points: what they are worth as they lie, 0 where not points open; ``None`` where they do not open so, and
            nothing tells what does.
    """

    melds: tuple[tuple[Place, ...], ...]
    points: int | None


def opening_of(board: PlanBoard, clock: Clock) -> Opening | None:
    """The melds that are laid first in a turn that has to open; ``None`` in any other.

    New melds of the play that are made of the rack alone are laid first. Where they do not open, and the rules
    count every way to arrange what is played, melds that open are laid first and go on from there.
    """
    position, ruleset = board.position, board.game.ruleset
    if not must_open(position, ruleset):
        return None
    own: dict[int, list[Place]] = {}
    for place, number in board.goal.items():
        own.setdefault(number, []).append(place)
    alone = {n: places for n, places in own.items() if all(place.source in HELD for place in places)}
    melds = tuple(tuple(sorted(places, key=board.rank.__getitem__)) for places in alone.values())
    if ruleset.opening.kind == "contract":
        return Opening(melds, 0)
    points = _points([tuple(map(board.ends.__getitem__, places)) for places in melds], board)
    if points is None and table_use(position, ruleset) is TableUse.REARRANGE:
        searched = _searched(board, clock)
        if searched is not None:
            return searched
    return Opening(melds, points) if melds else None


def _points(melds: Sequence[Meld], board: PlanBoard) -> int | None:
    """What melds are worth as an opening, as they lie, 0 where not points open; ``None`` where they do not open."""
    if not melds:
        return None
    rack = tuple(tile for meld in melds for tile in meld)
    alone = replace(board.position, table=(), loose=(), rack=rack, called=None, wild_turns=(), excerpt=True)
    try:
        report = check_move(alone, melds, _as_a_part(board))
    except InvalidRequest:
        return None
    if not report.legal:
        return None
    rule = board.game.ruleset.opening
    if rule.kind != "points":
        return 0
    worths = [max(opening_worths(meld, board.game), default=0) for meld in melds]
    worth = sum(worths) if rule.multi_meld else max(worths)
    paired = rule.pairs and all(len(meld) == 2 for meld in melds) and len(melds) >= rule.pairs
    return worth if worth >= rule.threshold or paired else None


def _searched(board: PlanBoard, clock: Clock) -> Opening | None:
    """Melds of the played tiles that open, where the play does not show them."""
    held = [place for place in board.goal if place.source in HELD]
    rack = tuple(map(board.tile, held))
    alone = Position(table=(), rack=rack, opened=False, all_opened=board.position.all_opened, excerpt=True)
    seconds = min(clock.seconds, MOST_SECONDS)
    if seconds <= 0:
        return None
    found = solve(alone, _as_a_part(board), [Objective.MELD_POINTS], time_limit=seconds, cancel=clock.cancel)
    points = _points(found.table, board) if found.status.found else None
    if points is None:
        return None
    came = origins(alone, found.table, clock)
    return Opening(tuple(tuple(held[place.at] for place in meld.places) for meld in came), points)


def _as_a_part(board: PlanBoard) -> Ruleset:
    """The rules, without those about how many tiles a turn lays: what opens is a part of it."""
    turn = replace(board.game.ruleset.turn, min_rack_tiles=1, max_rack_tiles=0)
    return replace(board.game.ruleset, turn=turn)
