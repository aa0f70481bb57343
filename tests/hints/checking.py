"""What has to hold for the play and plan of any position."""

from collections import Counter
from dataclasses import replace
from itertools import chain, count
from random import Random

from meldsolver import Meld, Objective, Position, Ruleset, Status, Tile, check_move
from meldsolver.hints import Hint, Plan, Source, StepKind, find_hint, replay
from meldsolver.hints.replay import tables
from tests.hints.moved import moved_by_id


def with_ids(position: Position, seed: str) -> Position:
    """The same position, every tile with an id of its own, in no order."""
    numbers = list(range(1000, 1300))
    Random(seed).shuffle(numbers)
    fresh = map(numbers.__getitem__, count())

    def named(tiles: Meld) -> Meld:
        return tuple(tile._replace(id=f"id-{next(fresh)}") for tile in tiles)

    return replace(
        position,
        table=tuple(map(named, position.table)),
        rack=named(position.rack),
        loose=named(position.loose),
        called=None if position.called is None else named((position.called,))[0],
    )


def check_hint(position: Position, ruleset: Ruleset) -> Hint:
    """Finds the hint of a position and checks everything that its plan promises."""
    hint = find_hint(position, ruleset, time_limit=120.0)
    if not hint.playable:
        assert hint.solution.status is Status.NO_PLAY
        return hint
    table, plan = hint.solution.table, hint.plan
    assert plan is not None
    assert replay(position, plan) == table
    assert check_move(position, table, ruleset).legal
    if all(tile.id for tile in chain(*position.table, position.rack)):
        check_ids(position, hint.solution.played, table)
        goal = hint.solution.goals[-1]
        if goal.objective is Objective.DISTURBANCE:
            assert goal.value == moved_by_id(position, table) == plan.moved_tiles
    assert plan.rack_tiles == hint.solution.tiles_played
    check_steps(position, plan)
    return hint


def check_steps(position: Position, plan: Plan) -> None:
    """Few steps, wilds replaced before they are used, and the step tells truly what is unsettled."""
    loose = len(position.loose)
    assert len(plan.steps) <= plan.moved_tiles + plan.rack_tiles + plan.splits + loose
    assert plan.splits == sum(step.kind is StepKind.SPLIT for step in plan.steps)
    assert all(step.sentence.endswith(".") for step in plan.steps)
    in_hand: set[object] = set()
    for step, melds in zip(plan.steps, tables(position, plan), strict=True):
        for moved in step.moved:
            if moved.meld is None and moved.place.source is Source.TABLE:
                in_hand.remove(moved.place)
        if step.freed is not None and step.freed_to is None:
            in_hand.add(step.freed.place)
        assert all(number in melds for number in step.unsettled)
    assert not in_hand
    assert not plan.steps or plan.steps[-1].unsettled == ()


def check_ids(position: Position, played: tuple[Tile, ...], table: tuple[Meld, ...]) -> None:
    """Every id of the table and the played tiles comes back once, on a tile of the same face."""
    before = {tile.id: tile[:3] for tile in chain(*position.table, position.loose, played)}
    after = Counter(tile.id for tile in chain(*table))
    assert after == Counter(before.keys())
    assert all(before[tile.id] == tile[:3] for tile in chain(*table))
