"""Graded hints: each grade tells one thing about the play, and no more."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from meldsolver.answers import Status
from meldsolver.hints.hint import Hint
from meldsolver.hints.step import Plan, Step
from meldsolver.tiles import Meld, Tile


class Grade(StrEnum):
    """How much a hint tells."""

    PLAYABLE = "playable"
    """Whether there is a play."""
    COUNT = "count"
    """How many rack tiles the play lays."""
    RACK_TILES = "rack_tiles"
    """Which rack tiles the play lays."""
    MELDS = "melds"
    """Which table melds the play touches."""
    FIRST_STEP = "first_step"
    """The first step of the plan."""
    PLAN = "plan"
    """The whole plan and the table after it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one grade tells; every field that its grade does not name is ``None``.

    Attributes:
        grade: the grade.
        status: how much is proved; UNKNOWN means that the time ran out first.
        count: how many rack tiles the play lays.
        rack_tiles: which, in rack order.
        melds: indices of the table melds that the play touches.
        first_step: the first step.
        plan: the whole plan.
        table: the table after it.
    """

    grade: Grade
    status: Status
    count: int | None = None
    rack_tiles: tuple[Tile, ...] | None = None
    melds: tuple[int, ...] | None = None
    first_step: Step | None = None
    plan: Plan | None = None
    table: tuple[Meld, ...] | None = None


def tell(hint: Hint, grade: Grade) -> Told:
    """One grade of a hint; of a position without a play every grade tells its status alone."""
    status = hint.solution.status
    plan = hint.plan if grade in (Grade.FIRST_STEP, Grade.PLAN) else None
    if not hint.playable or grade is Grade.PLAYABLE:
        return Told(grade, status)
    match grade:
        case Grade.COUNT:
            return Told(grade, status, count=hint.solution.tiles_played)
        case Grade.RACK_TILES:
            return Told(grade, status, rack_tiles=hint.solution.played)
        case Grade.MELDS:
            return Told(grade, status, melds=hint.touched)
        case Grade.FIRST_STEP:
            assert plan is not None
            return Told(grade, status, first_step=plan.steps[0] if plan.steps else None)
        case _:
            return Told(grade, status, plan=plan, table=hint.solution.table)
